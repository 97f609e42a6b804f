"""Players against each other on the same deals, in all seat orders: the arena."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

import moon_sim
from moon_sim.game import (
    DEFAULT_RULES,
    SEATS,
    Rules,
    Seed,
    bids,
    check_rules,
    in_order,
    noted_seed,
    whole,
)
from moon_sim.play.arena_results import ArenaResult
from moon_sim.play.duplicate import Duplicate, Game, Hand, block_values
from moon_sim.play.luck import luck, luck_names
from moon_sim.play.roster import Player, player
from moon_sim.running import Pieces, Progress, run_pieces, thread_count
from moon_sim.solver import warm_up
from moon_sim.stats import Verdict, look_sizes, verdict_of

if TYPE_CHECKING:
    from distributed import Client

BLOCKS = 4
"""Blocks of a piece: to keep one takes its time, too."""


def arena(
    players: Sequence[Player | str],
    deals: int = 200,
    *,
    seed: Seed = None,
    matches: bool = False,
    contract: int | None = None,
    rules: Rules = DEFAULT_RULES,
    controls: bool = True,
    auctions: int = 0,
    until_sure: bool = False,
    workers: int | None = None,
    client: "Client | None" = None,
    pieces: str | Path | None = None,
    progress: Progress | None = None,
) -> ArenaResult:
    """Let players play the same deals in all seat orders, and tell who is better.

    Parameters
    ----------
    players : sequence of Player or str
        Two or three, or their names; the same one may come twice.
    deals : int
        How many deals, or matches, each played in all seat orders; 2 or more.
    seed : int or Generator, optional
        Decides deals and all that players draw. A decision's random numbers depend on the seed, the
        deal, the order of seats, the seat and the number of the decision, and on nothing else.
    matches : bool
        Whether to play whole matches from 0-0-0 on, each order on the same sequence of deals, and
        count matches won; else each deal is the first hand of a match, and points count.
    contract : int, optional
        A bid, for a measure of card play alone: the first caller declares it, and has its exchange
        and its trump from the exact odds; the others pass.
    rules : Rules, optional
    controls : bool
        Whether luck is measured, to be taken out, see Notes. It takes a few milliseconds a deal,
        and the time of three more calls for each player.
    auctions : int
        For each block so many other deals, of which only calls and exchanges are played, to know
        what the players' contracts are worth on average: where they bid differently and take their
        time over each play, this saves more blocks than it costs. For single hands.
    until_sure : bool
        Whether to look at the blocks as they come, at most ten times, and stop as soon as the best
        player is known for sure; `deals` are the most then.
    workers : int, optional
        Processes to use; `MOON_SIM_THREADS`, or one a core, by default. The result is the same.
        Players written where they are tried stay in this process.
    client : distributed.Client, optional
        The workers of this cluster instead.
    pieces : str or Path, optional
        A file in which blocks are kept as they are finished, see `Pieces`: the same arena goes on
        from there, with more deals, too. A player of your own is known by its name alone.
    progress : callable, optional
        Called with the number of pieces done and of all.

    Returns
    -------
    ArenaResult

    Raises
    ------
    TypeError, ValueError
        If an argument has a wrong type or is out of range, a name is unknown, or players don't know
        a rule.
    IllegalPlayError
        If a player does what it may not.
    PiecesError, OSError
        As `run_pieces` does.

    Notes
    -----
    A block is a deal in all orders of seats, six games, and the unit of all statistics: players are
    compared block by block (`Ranking`), so that what a deal gives to a seat falls out. Two players
    sit down in the six ways in which both take part (`moon_sim.play.duplicate`), so each is
    measured against the other at the same table.

    What is left of luck is what the controls of `moon_sim.play.luck` measure, whose mean is known
    to be 0; `without_luck` of `moon_sim.stats` takes it out of the differences, with coefficients
    from other blocks, so that they stay true on average. Tests and places are those of the plain
    differences.

    `until_sure` is a group-sequential test (`look_levels` of `moon_sim.stats`). More deals after
    its end are a new test: it errs once more.
    """
    given = _players(players)
    played = Duplicate(
        tuple(given),
        noted_seed(seed),
        bool(matches),
        _checked(contract, matches, check_rules(rules)),
        rules,
    )
    most = whole(deals, "deals", 2)
    sizes = look_sizes(most, step=BLOCKS) if until_sure else [most]
    if whole(auctions, "auctions", 0) and (matches or contract is not None or not controls):
        raise ValueError("auctions: expected none but for single hands with calls and controls")
    names = luck_names(played) if controls else []
    settings: dict[str, str | int] = {
        "moon_sim": moon_sim.__version__,
        "players": " ".join(one.name for one in given),
        "mode": "matches" if matches else "hands" if contract is None else f"contract {contract}",
        "seed": played.seed,
        "rules": repr(rules),
        "controls": bool(controls),
        "auctions": auctions,
    }
    with ExitStack() as stack:
        file = pieces or Path(stack.enter_context(TemporaryDirectory()), "pieces")
        kept = stack.enter_context(Pieces(file, settings))
        watch = _Watch(played, kept, sizes, progress)
        with suppress(_Sure):
            run_pieces(
                partial(_piece, played, controls, auctions),
                range(-(-most // BLOCKS)),
                kept,
                workers=1 if _at_home(given) else thread_count(workers),
                client=client,
                before=warm_up,
                progress=watch if until_sure else progress,
            )
        verdict = watch.verdict() if until_sure else None
        n = most if verdict is None else verdict.n
        found = list(_read(kept, n))
    return _result(played, given, found, names, verdict, most)


def _result(
    played: Duplicate,
    given: Sequence[Player],
    found: "list[tuple[list[Game], list[float]]]",
    names: list[str],
    verdict: Verdict | None,
    most: int,
) -> ArenaResult:
    import pandas as pd

    return ArenaResult(
        players=_labels(given),
        n=len(found),
        seed=played.seed,
        matches=played.matches,
        contract=played.contract,
        rules=played.rules,
        games=[games for games, _ in found],
        luck=pd.DataFrame([controls for _, controls in found], columns=names, dtype=float),
        verdict=verdict,
        most=most,
    )


# --- Pieces -----------------------------------------------------------------------------------


def _piece(played: Duplicate, controls: bool, auctions: int, number: int) -> bytes:
    """Return how some blocks come out, and their luck, as JSON."""
    blocks = range(BLOCKS * number, BLOCKS * (number + 1))
    found = [[played.block(one), luck(played, one, auctions) if controls else []] for one in blocks]
    return json.dumps(found, separators=(",", ":")).encode()


def _read(pieces: Pieces, n: int) -> Iterator[tuple[list[Game], list[float]]]:
    """Give the first blocks, and their luck."""
    for number in range(-(-n // BLOCKS)):
        for games, controls in json.loads(pieces.read(number))[: n - BLOCKS * number]:
            yield [_game(*one) for one in games], controls


def _game(winner: int, hands: list[list[Any]]) -> Game:
    return Game(
        winner,
        [
            Hand(declarer, bid, trump, tuple(tricks), tuple(points), done)
            for declarer, bid, trump, tricks, points, done in hands
        ],
    )


class _Sure(Exception):  # noqa: N818 - no error
    """The best player is known: no more blocks are needed."""


class _Watch:
    """Looks at the blocks as they are finished, and ends the work when it is sure."""

    def __init__(
        self, played: Duplicate, pieces: Pieces, sizes: list[int], progress: Progress | None
    ) -> None:
        self._played, self._pieces, self._sizes = played, pieces, sizes
        self._progress = progress
        self._looked = 0

    def __call__(self, done: int, total: int) -> None:
        if self._progress:
            self._progress(done, total)
        while self._looked < len(self._sizes):
            needed = -(-self._sizes[self._looked] // BLOCKS)
            if done < needed or not self._pieces.done().issuperset(range(needed)):
                return
            self._looked += 1
            if self.verdict().leader is not None:
                raise _Sure

    def verdict(self) -> Verdict:
        """Return what the looks so far say: which blocks there are beyond them changes nothing."""
        there = self._sizes[self._looked - 1]
        found = _read(self._pieces, there)
        values = [block_values(games, self._played.orders) for games, _ in found]
        return verdict_of(np.array(values), self._sizes)


# --- What comes in ----------------------------------------------------------------------------


def _players(asked: Sequence[Player | str]) -> list[Player]:
    given = in_order(asked, "players", "two or three in a list")
    found = [one if isinstance(one, Player) else player(one) for one in given]
    if not 2 <= len(found) <= SEATS:
        raise ValueError(f"players: expected two or three, got {len(found)}")
    return found


def _labels(given: Sequence[Player]) -> tuple[str, ...]:
    """Return names, and a number behind one that has come before."""
    names = [one.name for one in given]
    before = [names[:at].count(name) for at, name in enumerate(names)]
    return tuple(
        name if not times else f"{name}#{times + 1}"
        for name, times in zip(names, before, strict=True)
    )


def _checked(contract: int | None, matches: bool, rules: Rules) -> int | None:
    if contract is None:
        return None
    if matches:
        raise ValueError("contract: expected none where matches are played")
    if whole(contract, "contract") not in bids(rules):
        known = ", ".join(map(str, bids(rules)))
        raise ValueError(f"contract: expected a bid, one of {known}, got {contract}")
    return contract


def _at_home(given: Sequence[Player]) -> bool:
    """Whether a player is written where it is tried, so that other processes don't know it."""
    made = (decide for one in given for decide in (one.call, one.exchange, one.play))
    return any(getattr(one, "__module__", None) == "__main__" for one in made)
