"""Pieces on a cluster: the same bytes, whoever dies in the middle."""

import logging
import os
import random
import signal
import socket
import subprocess
import sys
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from dask import config
from distributed import LocalCluster

from moon_sim.running import Pieces, Workers, cluster_client, run_pieces

SETTINGS = {"version": 1}


def piece(number):
    """The bytes of a piece: of its number alone."""
    return random.Random(number).randbytes(40)


def slow_piece(number):
    """The same, with time to be killed in."""
    import time

    time.sleep(0.01)
    return piece(number)


def threads(number):
    return str(os.environ["MOON_SIM_THREADS"]).encode()


def note(folder):
    """Leave a file for each call."""
    (Path(folder) / f"{os.getpid()}").touch()


def end_this_process(number):
    os.kill(os.getpid(), signal.SIGKILL)


def fail(number):
    raise ValueError(f"piece {number} can't be made")


@contextmanager
def local_cluster(port=0, workers=2):
    """A cluster of processes on this machine."""
    with LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        scheduler_port=port,
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    ) as found:
        yield found


@pytest.fixture(scope="module", autouse=True)
def hasty():
    """Give those that are dead up at once, not after half a minute."""
    with config.set({"distributed.comm.timeouts.connect": "5s"}):
        yield


@pytest.fixture(scope="module")
def client():
    with local_cluster() as found, cluster_client(found.scheduler_address) as client:
        yield client


@pytest.fixture
def pieces(tmp_path):
    with Pieces(tmp_path / "some.pieces", SETTINGS) as pieces:
        yield pieces


def content(pieces):
    return {number: pieces.read(number) for number in sorted(pieces.done())}


def wanted(count):
    return {number: piece(number) for number in range(count)}


def test_the_same_bytes_as_in_this_process(client, pieces):
    told = []
    run_pieces(piece, range(5), pieces, workers=1)
    run_pieces(piece, range(60), pieces, client=client, progress=lambda *two: told.append(two))
    assert content(pieces) == wanted(60)
    assert told == [(done, 60) for done in range(5, 61)]


def test_only_some_wait_at_the_scheduler(client, pieces, monkeypatch):
    monkeypatch.setattr("moon_sim.running.processes.WINDOW", 7)
    most = 0

    def progress(done, total):
        nonlocal most
        most = max(most, len(client.futures))

    run_pieces(piece, range(50), pieces, client=client, progress=progress)
    assert content(pieces) == wanted(50)
    assert 1 <= most <= 8  # one may just go


def test_a_worker_takes_one_thread(client, pieces):
    run_pieces(threads, [1], pieces, client=client)
    assert pieces.read(1) == b"1"


def test_before_runs_once_a_machine(client, pieces, tmp_path):
    called = tmp_path / "called"
    called.mkdir()
    run_pieces(piece, range(9), pieces, client=client, before=partial(note, str(called)))
    (by,) = called.iterdir()
    assert int(by.name) in client.run(os.getpid).values()


def test_jobs_keep_their_order(client):
    with Workers(1, client) as workers:
        assert workers.map(piece, [(i,) for i in range(30)], "x") == list(wanted(30).values())


def test_an_error_comes_through_and_what_is_finished_stays(client, pieces):
    run_pieces(piece, range(3), pieces, client=client)
    with pytest.raises(ValueError, match=r"piece \d+ can't be made"):
        run_pieces(fail, range(2000), pieces, client=client)
    assert content(pieces) == wanted(3)


def test_a_killed_worker_costs_nothing(client, pieces):
    def progress(done, total):
        if done in (20, 60):
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

    run_pieces(slow_piece, range(150), pieces, client=client, progress=progress)
    assert content(pieces) == wanted(150)


def test_a_piece_that_ends_every_worker_is_given_up(client, pieces):
    with pytest.raises(ChildProcessError, match="one job has ended 4 workers"):
        run_pieces(end_this_process, [1], pieces, client=client)
    run_pieces(piece, range(9), pieces, client=client)
    assert content(pieces) == wanted(9)


def test_after_the_cluster_another_one_goes_on(pieces):
    """One at the same address, after the first has ended in the middle."""
    with local_cluster() as first:
        address = first.scheduler_address

        def progress(done, total):
            if done == 20:
                first.close()

        with (
            cluster_client(address) as client,
            pytest.raises(ConnectionError, match=rf"{address}: the cluster's scheduler is gone"),
        ):
            run_pieces(slow_piece, range(2000), pieces, client=client, progress=progress)
    some = pieces.done()
    assert 20 <= len(some) < 2000
    port = int(address.rpartition(":")[2])
    with local_cluster(port) as second, cluster_client(address) as client:
        assert second.scheduler_address == address
        run_pieces(slow_piece, range(150), pieces, client=client)
    assert {number: pieces.read(number) for number in range(150)} == wanted(150)


# --- A scheduler that is killed ---------------------------------------------------------------

BUILD = """
import sys
sys.path.insert(0, {here!r})
from test_cluster import SETTINGS, slow_piece
from moon_sim.running import Pieces, cluster_client, run_pieces
if __name__ == "__main__":
    try:
        with cluster_client(sys.argv[1]) as client, Pieces(sys.argv[2], SETTINGS) as pieces:
            run_pieces(slow_piece, range(int(sys.argv[3])), pieces, client=client,
                       progress=lambda *told: print(*told, flush=True))
    except OSError as error:
        print(error, file=sys.stderr)
"""


def dask(program, *words, paths=sys.path):
    """A program of dask's, in silence."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *words]
    return subprocess.Popen(
        [*command, "--dashboard-address", "127.0.0.1:0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )


@contextmanager
def more_workers(port, host="127.0.0.1", paths=sys.path):
    """Two worker processes."""
    words = ["--host", host, "--nworkers", "2", "--nthreads", "1"]
    workers = dask("worker", f"tcp://127.0.0.1:{port}", *words, paths=paths)
    try:
        yield
    finally:
        workers.terminate()
        workers.wait()


@contextmanager
def scheduler_and_workers(port, paths=sys.path):
    """A cluster of programs, as its users start them; gives the scheduler's process."""
    scheduler = dask("scheduler", "--host", "127.0.0.1", "--port", str(port), paths=paths)
    try:
        with more_workers(port, paths=paths):
            yield scheduler
    finally:
        scheduler.terminate()
        scheduler.wait()


def free_port():
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def test_a_killed_scheduler_is_told_of_in_a_line_and_its_successor_goes_on(tmp_path):
    script, path, port = tmp_path / "build.py", tmp_path / "some.pieces", free_port()
    script.write_text(BUILD.format(here=str(Path(__file__).parent)))
    address = f"tcp://127.0.0.1:{port}"
    for count in (2000, 150):
        with scheduler_and_workers(port) as scheduler:
            run = subprocess.Popen(
                [sys.executable, str(script), address, str(path), str(count)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for line in run.stdout:
                if line.startswith("40 ") and count == 2000:
                    scheduler.kill()
            _, said = run.communicate()
        with Pieces(path, SETTINGS) as pieces:
            found = content(pieces)
        assert found == {number: piece(number) for number in found}
        if count == 2000:
            assert said == f"{address}: the cluster's scheduler is gone\n"
            assert 40 <= len(found) < 2000
    assert said == ""
    assert found.keys() >= set(range(150))


@pytest.mark.skipif(sys.platform != "linux", reason="all of 127.0.0.0/8 is this machine")
def test_before_runs_on_each_machine(pieces, tmp_path):
    called = tmp_path / "called"
    called.mkdir()
    port = free_port()
    with (
        scheduler_and_workers(port),
        more_workers(port, "127.0.0.2"),
        cluster_client(f"tcp://127.0.0.1:{port}") as client,
    ):
        client.wait_for_workers(4)
        where = {pid: urlsplit(worker).hostname for worker, pid in client.run(os.getpid).items()}
        run_pieces(piece, range(9), pieces, client=client, before=partial(note, str(called)))
    hosts = sorted(where[int(by.name)] for by in called.iterdir())
    assert hosts == ["127.0.0.1", "127.0.0.2"]


def test_a_scheduler_that_lacks_the_functions_is_told_of_in_a_line(pieces):
    port = free_port()
    with (
        scheduler_and_workers(port, []),
        cluster_client(f"tcp://127.0.0.1:{port}") as client,
        pytest.raises(
            ConnectionError, match=r"^tcp://.*: the scheduler needs what its workers do, m"
        ),
    ):
        run_pieces(piece, range(3), pieces, client=client)


# --- No cluster -------------------------------------------------------------------------------


def test_no_address_is_no_cluster():
    with cluster_client(None) as client:
        assert client is None


@pytest.mark.parametrize("address", ["", "here", "tcp://here", "http://here:80", "tcp://here:a"])
def test_an_address_is_checked(address):
    with pytest.raises(ValueError, match="expected a scheduler's address as tcp://host:port, got"):
        cluster_client(address).__enter__()


def test_no_scheduler_is_told_of_in_a_line(monkeypatch):
    monkeypatch.setattr("moon_sim.running.cluster.ANSWER", 0.3)
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(ConnectionError, match=f"^{address}: no scheduler of a cluster answers$"):
        cluster_client(address).__enter__()


def test_no_workers_are_told_of_in_a_line(pieces, monkeypatch):
    monkeypatch.setattr("moon_sim.running.cluster.PATIENCE", 0.1)
    with (
        local_cluster(workers=0) as found,
        cluster_client(found.scheduler_address) as client,
        pytest.raises(ConnectionError, match=r"^tcp://.*: no worker for 0\.1 s"),
    ):
        run_pieces(piece, range(3), pieces, client=client)


def test_workers_with_other_code_are_refused(client, pieces, monkeypatch):
    monkeypatch.setattr("moon_sim.running.cluster.this_code", lambda: "0.0.9+abc")
    with pytest.raises(ValueError, match=r"expected workers with moon_sim 0\.0\.9\+abc, got \d"):
        run_pieces(piece, range(3), pieces, client=client)


def test_without_the_extra_its_install_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"pip install \"moon-sim\[cluster\]\""):
        cluster_client("tcp://here:1").__enter__()
