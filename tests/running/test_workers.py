"""Ctrl-C while processes start: who hears it, and when."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from moon_sim.running.processes import deaf, listen


@pytest.fixture
def ctrl_c():
    """Hear Ctrl-C, which a test run in a shell's background ignores."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_waits_until_processes_have_started(ctrl_c):
    started = []

    def start():
        with deaf():
            # Another thread may be the one that takes it.
            thread = threading.Thread(target=signal.raise_signal, args=[signal.SIGINT])
            thread.start()
            thread.join()
            os.kill(os.getpid(), signal.SIGINT)
            started.append(True)

    with pytest.raises(KeyboardInterrupt):
        start()
    assert started == [True]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_child_hears_it_once_it_listens():
    program = (
        "import sys, time\n"
        "from moon_sim.running import listen\n"
        "print('here', flush=True)\n"
        "sys.stdin.readline()\n"
        "try:\n"
        "    listen()\n"
        "    time.sleep(60)\n"
        "except KeyboardInterrupt:\n"
        "    print('heard')\n"
    )
    with deaf():
        child = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A test run in a shell's background passes on that Ctrl-C is to be ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
    with child:
        assert child.stdout.readline() == "here\n"
        child.send_signal(signal.SIGINT)
        out, err = child.communicate("go on\n", timeout=60)
    assert (out, err) == ("heard\n", "")


def test_to_listen_changes_nothing_where_it_is_heard():
    listen()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
