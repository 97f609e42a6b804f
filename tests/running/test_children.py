"""Programs that others start: who hears Ctrl-C, and when, and that none outlives its parent."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from helpers import alive, hear_signals

from moon_sim.running.children import deaf, listen, run_program

if sys.platform != "linux":
    pytest.skip("reads /proc", allow_module_level=True)

CHILD = """
import os, sys, time
from moon_sim.running.children import end_with_parent, listen
if {watches}:
    end_with_parent()
try:
    if {heard!r} == "at once":
        listen()
    print(os.getpid(), flush=True)
    if {heard!r} == "late":
        time.sleep(0.3)
        listen()
    time.sleep(60)
except KeyboardInterrupt:
    sys.exit(130)
"""

PARENT = """
import os, sys
from moon_sim.running import children
children.PATIENCE, children.LAST_PATIENCE = 0.2, {last}
try:
    children.run_program([sys.executable, "-c", {child!r}], os.environ)
except KeyboardInterrupt:
    print("heard")
"""


def started(heard, watches=True, last=60.0):
    """A program that has started another one, and the other's id."""
    child = CHILD.format(heard=heard, watches=watches)
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT.format(child=child, last=last)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_signals,
    )
    return parent, int(parent.stdout.readline())


def ended(pid):
    until = time.monotonic() + 60
    while alive(pid):
        assert time.monotonic() < until, "no process outlives its parent"
        time.sleep(0.02)
    return True


@pytest.mark.parametrize(
    ("heard", "terminal"), [("at once", True), ("at once", False), ("late", True), ("never", False)]
)
def test_ctrl_c_ends_both_in_order(heard, terminal):
    parent, child = started(heard, last=0.2 if heard == "never" else 60)
    if terminal:  # all of its processes hear it
        os.killpg(parent.pid, signal.SIGINT)
    else:
        parent.send_signal(signal.SIGINT)
    assert parent.communicate(timeout=60) == ("heard\n", "")
    assert ended(child)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_program_ends_with_its_parent_however_that_ends(how):
    parent, child = started("never")
    parent.send_signal(how)
    assert parent.wait(60) == -how
    assert ended(child)
    parent.communicate()


def test_an_exit_code_comes_back():
    assert run_program([sys.executable, "-c", "raise SystemExit(7)"], os.environ) == 7


# --- Deaf -------------------------------------------------------------------------------------


@pytest.fixture
def ctrl_c():
    """Hear Ctrl-C, which a test run in a shell's background ignores."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_waits_until_processes_have_started(ctrl_c):
    begun = []

    def start():
        with deaf():
            # Another thread may be the one that takes it.
            thread = threading.Thread(target=signal.raise_signal, args=[signal.SIGINT])
            thread.start()
            thread.join()
            os.kill(os.getpid(), signal.SIGINT)
            begun.append(True)

    with pytest.raises(KeyboardInterrupt):
        start()
    assert begun == [True]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_to_listen_changes_nothing_where_it_is_heard():
    listen()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
