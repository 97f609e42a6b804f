"""How much do the odds that let the declarer see everything promise too much?

python analyses/true_odds.py            # 300 contracts, into reports/true_odds
python analyses/true_odds.py --quick    # a few, to see that it works

Three views of a contract, from the most hopeful to the one that a declarer can count on:
double-dummy, blind lead, and best defence (`docs/odds.md`). The sample has two parts. *Random*: a
random hand with four trumps or more, a random discard and a random bid. *Chosen*: a random holding
and the contract that blind-lead odds call its best. For some of the holdings the best contracts of
each view are measured in the others, too.
"""

import argparse
import datetime
import io
import json
import multiprocessing
import os
import platform
import shlex
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import true_odds_report as report
from numpy.random import Generator

import moon_sim
from moon_sim import Trump, best_defence, contract_odds, format_tiles, parse_tiles
from moon_sim.files import check_writable, write_whole
from moon_sim.odds import rank_exchanges
from moon_sim.parallel import thread_count
from moon_sim.rules import HAND_SIZE, NUMBER_BIDS, is_trump
from moon_sim.tiles import ALL_TILES, tile_ids

FULL, QUICK = 300, 8
TIME_LIMIT, QUICK_LIMIT = 20.0, 5.0
FEWEST_TRUMPS = 4
OPEN = 0.02, 0.98  # double-dummy odds of a contract that is neither hopeless nor a laydown
SHORTLIST = 6  # contracts of a holding, best first by blind-lead odds, whose true odds are proven
HOLDING_OF_CHOICE = 5  # one holding for so many contracts
REPORT = Path(__file__).parents[1] / "reports" / "true_odds"
PACKAGES = ("numpy", "numba", "scipy", "pandas", "matplotlib")
INTERRUPTED = 130


class Contract(NamedTuple):
    """A contract and its target, as text and numbers that sort and pickle."""

    hand: str
    discard: str
    trump: str
    target: int


class Drawn(NamedTuple):
    """A contract of the sample, and the contracts that other views would choose instead."""

    part: str
    number: int
    contract: Contract
    shortlist: tuple[Contract, ...] = ()
    double_dummy_choice: Contract | None = None


class Proven(NamedTuple):
    """The three views of a contract, in layouts."""

    double_dummy: int
    blind_lead: int
    lo: int
    hi: int
    n: int
    blind_tile: str
    lead: str
    seconds: float
    nodes: int


# --- The sample -------------------------------------------------------------------------------


def draw(part: str, number: int, seed: int, targets: list[int], choice: bool) -> Drawn:
    """Return a contract of the sample; each has random numbers of its own."""
    rng = np.random.default_rng([seed, report.PARTS.index(part), number])
    if part == "random":
        return Drawn(part, number, _random(rng, targets))
    return _chosen(number, rng, targets, choice)


def _random(rng: Generator, targets: list[int]) -> Contract:
    """Return a random hand with enough trumps, a random discard and an open target."""
    possible = [trump for trump in Trump if trump != Trump.ZEROS]  # 0 has one tile
    trump = possible[rng.integers(len(possible))]
    while True:
        tiles = [int(tile) for tile in rng.permutation(ALL_TILES.bit_count())]
        hand, discard = _mask(tiles[:HAND_SIZE]), 1 << tiles[HAND_SIZE]
        if trump != Trump.NONE and _trumps(hand, trump) < FEWEST_TRUMPS:
            continue
        odds = contract_odds(hand, discard, trump, threads=1)
        undecided = [k for k in targets if OPEN[0] < odds.p_at_least(k) < OPEN[1]]
        if undecided:
            target = int(rng.choice(undecided))
            return Contract(format_tiles(hand), format_tiles(discard), str(trump), target)


def _chosen(number: int, rng: Generator, targets: list[int], choice: bool) -> Drawn:
    """Return the best contract by blind-lead odds of a random holding and an open target."""
    while True:
        tiles = rng.permutation(ALL_TILES.bit_count())[: HAND_SIZE + 1]
        holding = _mask(int(tile) for tile in tiles)
        if max(_trumps(holding, trump) for trump in Trump) < FEWEST_TRUMPS:
            continue
        ranked = rank_exchanges(holding, view="blind-lead", top=SHORTLIST, threads=1)
        undecided = [k for k in targets if OPEN[0] < ranked.loc[(k, 1), "double_dummy"] < OPEN[1]]
        if undecided:
            break
    target = int(rng.choice(undecided))

    def contract(row: Any) -> Contract:
        hand = format_tiles(holding & ~parse_tiles(row.discard))
        return Contract(hand, row.discard, row.trump, target)

    best = [contract(row) for row in ranked.loc[target].itertuples()]
    if not choice:
        return Drawn("chosen", number, best[0])
    open_ = rank_exchanges(holding, view="double-dummy", top=1, threads=1).loc[target]
    return Drawn("chosen", number, best[0], tuple(best), contract(next(open_.itertuples())))


def _mask(tiles: Iterable[int]) -> int:
    return sum(1 << tile for tile in tiles)


def _trumps(hand: int, trump: int) -> int:
    return sum(is_trump(tile, trump) for tile in tile_ids(hand))


# --- The three views --------------------------------------------------------------------------


def prove(contract: Contract, time_limit: float) -> Proven:
    """Return the three views of a contract."""
    hand, discard, trump, target = contract
    open_ = contract_odds(hand, discard, trump, threads=1)
    blind = contract_odds(hand, discard, trump, view="blind-lead", threads=1)
    tile = blind.best_lead(target)
    started = time.perf_counter()
    bracket = best_defence(hand, discard, trump, target, time_limit)
    seconds = time.perf_counter() - started
    found = Proven(
        int(open_.counts[target:].sum()),
        int(blind.leads[tile].counts[target:].sum()),
        bracket.lo,
        bracket.hi,
        bracket.n,
        tile,
        bracket.strategy.lead,
        seconds,
        bracket.nodes,
    )
    if not found.lo <= found.hi <= found.blind_lead <= found.double_dummy:
        raise RuntimeError(f"the views are out of order: {contract}, {found}")
    return found


# --- Both cores -------------------------------------------------------------------------------


def _settle() -> None:
    """Leave Ctrl-C to the parent, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        assert parent is not None
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """Give processes that end at once when the work is broken off."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, context, _settle) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def run_all(
    pool: ProcessPoolExecutor,
    work: Callable[..., Any],
    jobs: list[tuple[Any, ...]],
    advance: Callable[[int, int], object],
) -> list[Any]:
    """Return what the work gives for each job, in the jobs' order."""
    futures = [pool.submit(work, *job) for job in jobs]
    for done, future in enumerate(as_completed(futures), 1):
        future.result()
        advance(done, len(jobs))
    return [future.result() for future in futures]


@contextmanager
def progress() -> Iterator[Callable[[str], Callable[[int, int], None]]]:
    """Show bars on stderr, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Remaining(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )

    def task(name: str) -> Callable[[int, int], None]:
        bar = bars.add_task(name, total=None)
        return lambda done, total: bars.update(bar, completed=done, total=total)

    with bars:
        yield task


# --- The data ---------------------------------------------------------------------------------


def gather(args: argparse.Namespace) -> dict[str, pd.DataFrame]:
    """Return the tables of a run by the names of their files."""
    chosen = args.count // 2
    choices = min(chosen, -(-args.count // HOLDING_OF_CHOICE))
    with progress() as task, workers(args.processes) as pool:
        jobs = [("random", i, args.seed, args.targets, False) for i in range(args.count - chosen)]
        jobs += [("chosen", i, args.seed, args.targets, i < choices) for i in range(chosen)]
        drawn: list[Drawn] = run_all(pool, draw, jobs, task("drawing contracts"))
        contracts = dict.fromkeys(
            contract
            for one in drawn
            for contract in (one.contract, *one.shortlist, one.double_dummy_choice)
            if contract is not None
        )
        found = run_all(
            pool, prove, [(one, args.time_limit) for one in contracts], task("proving their odds")
        )
    proven: dict[Contract, Proven] = dict(zip(contracts, found, strict=True))
    return {
        "contracts.csv": pd.DataFrame([
            {"part": one.part, **_row(one.contract, proven[one.contract])} for one in drawn
        ]),
        "choices.csv": pd.DataFrame([
            {
                "holding": format_tiles(parse_tiles(f"{contract.hand} {contract.discard}")),
                "blind_lead_rank": one.shortlist.index(contract) + 1
                if contract in one.shortlist
                else 0,
                "double_dummy_choice": contract == one.double_dummy_choice,
                **_row(contract, proven[contract]),
            }
            for one in drawn
            if one.double_dummy_choice is not None
            for contract in dict.fromkeys([*one.shortlist, one.double_dummy_choice])
        ]),
        "effort.csv": pd.DataFrame([
            {
                **contract._asdict(),
                "exact": one.lo == one.hi,
                "seconds": round(one.seconds, 3),
                "nodes": one.nodes,
            }
            for contract, one in proven.items()
        ]),
    }  # fmt: skip


def _row(contract: Contract, found: Proven) -> dict[str, Any]:
    """Return a contract with its odds, in layouts and as probabilities."""
    views = {name: getattr(found, name) for name in ("double_dummy", "blind_lead", "lo", "hi")}
    return {
        **contract._asdict(),
        "trumps": _trumps(parse_tiles(contract.hand), Trump.parse(contract.trump)),
        **views,
        **{f"p_{name}": round(layouts / found.n, 6) for name, layouts in views.items()},
        "exact": found.lo == found.hi,
        "blind_lead_tile": found.blind_tile,
        "best_lead": found.lead,
    }


def manifest(args: argparse.Namespace, seconds: float) -> dict[str, Any]:
    """Return what it takes to make the same data again."""
    words = ["python", "analyses/true_odds.py", "--seed", args.seed, "--count", args.count]
    words += ["--time-limit", f"{args.time_limit:g}", "--targets", *args.targets]
    return {
        "seed": args.seed,
        "count": args.count,
        "time_limit": args.time_limit,
        "targets": args.targets,
        "command": shlex.join(map(str, words)),
        "versions": {
            "moon_sim": moon_sim.__version__,
            "python": platform.python_version(),
            **{name: version(name) for name in PACKAGES},
        },
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "seconds": round(seconds),
        "processes": args.processes,
    }


# --- The command ------------------------------------------------------------------------------


def write_all(folder: Path, files: dict[str, str | bytes]) -> None:
    """Write the files of a report, each whole or not at all, once all of them are made."""
    for name, content in files.items():
        if isinstance(content, str):
            write_whole(folder / name, content)
            continue
        made = folder / f".{name}.{os.getpid()}"
        try:
            made.write_bytes(content)
            made.replace(folder / name)
        finally:
            made.unlink(missing_ok=True)


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Return the command's arguments, checked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} contracts, not {FULL}")
    parser.add_argument("--count", type=int, help=f"contracts (default {FULL})")
    parser.add_argument("--seed", type=int, default=1, help="decides the sample (default 1)")
    parser.add_argument(
        "--time-limit",
        type=float,
        help=f"seconds for a best defence (default {TIME_LIMIT:g}, quick {QUICK_LIMIT:g})",
    )
    parser.add_argument(
        "--targets",
        type=int,
        nargs="+",
        choices=NUMBER_BIDS,
        default=list(NUMBER_BIDS),
        help="bids to draw from (default all)",
    )
    parser.add_argument("--processes", type=int, help="default: one for each core")
    parser.add_argument("--out", type=Path, default=REPORT, help="folder of the report")
    parser.add_argument(
        "--page-only",
        action="store_true",
        help="write figures and page again from the data that the folder has",
    )
    args = parser.parse_args(words)
    args.count = args.count or (QUICK if args.quick else FULL)
    if args.time_limit is None:
        args.time_limit = QUICK_LIMIT if args.quick else TIME_LIMIT
    args.targets = sorted(set(args.targets))
    try:
        args.processes = thread_count(args.processes)
    except ValueError as error:
        parser.error(str(error))
    if args.count < 2:
        parser.error("--count: expected 2 or more, for a contract of each part")
    if args.seed < 0:
        parser.error("--seed: expected 0 or more")
    if not args.time_limit > 0:
        parser.error("--time-limit: expected more than 0 seconds")
    return args


def main(words: list[str] | None = None) -> int:
    """Run the analysis; return the exit code."""
    args = arguments(words)
    try:
        if args.page_only:
            data: dict[str, str | bytes] = {
                name: (args.out / name).read_text(encoding="utf-8") for name in report.DATA
            }
        else:
            args.out.mkdir(parents=True, exist_ok=True)
            for name in (*report.DATA, report.PAGE):
                check_writable(args.out / name)
            started = time.monotonic()
            tables = gather(args)
            data = {
                name: frame.to_csv(index=False, lineterminator="\n")
                for name, frame in tables.items()
            }
            about = manifest(args, time.monotonic() - started)
            data["manifest.json"] = json.dumps(about, indent=2) + "\n"
        # The page is made of what the files say, so that both agree.
        contracts, choices, effort = (
            pd.read_csv(io.StringIO(data[name]), dtype={"trump": str}, keep_default_na=False)
            for name in report.DATA[:3]
        )
        made = report.files(contracts, choices, effort, json.loads(data["manifest.json"]))
        write_all(args.out, {**data, **made})
    except KeyboardInterrupt:
        print("stopped; nothing was written", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        print(f"true_odds: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
