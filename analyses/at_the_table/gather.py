"""Contracts played at the table, and players who bid, too, against the one that measures them."""

import argparse
from math import inf
from typing import Any

import numpy as np
import pandas as pd

from moon_sim import (
    Deal,
    Layouts,
    State,
    Trump,
    arena,
    atlas,
    best_defence,
    contract_odds,
    lead_tricks,
    player,
    solve,
)
from moon_sim.game import LAYOUTS, NUMBER_BIDS, as_tile, random_deals, tile_name
from moon_sim.reporting import Run

DECLARER = 0
MEASURE = "pimc-64"
"""The player that all others are measured by: it sees its own hand and what is played."""

PLAIN = "rules:point-count"
"""A player without looking ahead; where the contract is given, its card play alone counts."""

OTHERS = (
    (MEASURE, PLAIN),
    (PLAIN, MEASURE),
    (PLAIN, PLAIN),
    (MEASURE, "pimc-16"),
    ("pimc-16", MEASURE),
    (MEASURE, "pimc-256"),
    ("pimc-256", MEASURE),
    (MEASURE, "open"),
    ("open", MEASURE),
)
"""Who declares, and who defends, instead of the measure at all three seats."""

PROVERS = ("certified", "proven")
"""Declarers that take seconds over a hand: they play a part of the contracts."""

DEFENDERS = (MEASURE, "inferring", "open")
"""Who defends contracts that were bought in an auction, against the measure."""

RUNGS = (
    ("random", PLAIN, 3),
    (PLAIN, "pimc-4", 3),
    ("pimc-4", "pimc-16", 1),
    ("pimc-16", MEASURE, 1),
    (MEASURE, MEASURE, 1),
    (MEASURE, "pimc-256", 1),
    ("pimc-256", "open", 3),
)
"""The ladder of players with calls of their own: each against its neighbour, and by what the number
of blocks is divided where they are far apart."""

HANDS = 9
"""A player's hands of a block against one other."""

CHUNK = 10
"""Blocks of the arena in a job."""

Row = dict[str, Any]


# --- Contracts --------------------------------------------------------------------------------


def deal_of(number: int, seed: int) -> Deal:
    """Return a random deal, whose last tile is the widow."""
    deal, _ = next(random_deals(np.random.default_rng([seed, number])))
    return deal


def bought(deal: Deal, bid: int) -> tuple[State, str]:
    """Return a deal before the first lead, declared by seat 0 with the atlas's best plan.

    Returns
    -------
    State
    str
        The plan's lead.
    """
    state = State.start(deal).apply(str(bid)).apply("pass").apply("pass")
    holding = state.observe().dealt | 1 << state.widow
    discard, trump, lead = atlas.holding(holding).plan(bid)
    return state.apply(f"out={discard},trump={trump}"), lead


def promised(hand: int, discard: int, trump: Trump, lead: int, bid: int) -> int:
    """Return on how many layouts a plan makes its bid, all hands open after its lead."""
    others = Layouts.after_exchange(hand, tile_name(discard)).hands()[:, 1:]
    tricks = lead_tricks(hand, others, trump, [lead], least=bid - 1)
    return int((tricks >= bid).sum())


def played(start: State, declarer: str, defenders: str, seed: list[int]) -> int:
    """Return the declarer's tricks when a hand is played from its first lead on.

    The random numbers of a decision depend on the seed and the number of the decision alone, so
    that players who do alike draw alike.
    """
    state, decision = start, 0
    while state.seat is not None:
        who = player(declarer if state.seat == state.declarer else defenders)
        state = state.apply(who.act(state, np.random.default_rng([*seed, decision])))
        decision += 1
    assert state.declarer is not None
    return state.tricks[state.declarer]


def contract(number: int, bid: int, seed: int) -> Row:
    """Return a contract: its plan, what is promised, and how it comes out."""
    state, lead = bought(deal_of(number, seed), bid)
    made = state.contract
    assert made is not None
    assert state.discard is not None
    tile = as_tile(lead)
    hand, *others = state.hands
    out = tile_name(state.discard)
    seen = contract_odds(hand, out, made.trump, view="double-dummy", threads=1)
    return {
        "number": number,
        "bid": bid,
        "discard": out,
        "trump": str(made.trump),
        "lead": lead,
        "open_wins": int(seen.counts[bid:].sum()),
        "wins": promised(hand, state.discard, made.trump, tile, bid),
        "open": int(lead_tricks(hand, np.array([others]), made.trump, [tile])[0, 0]),
        "best": solve(Deal([hand, *others]), made.trump),
        "tricks": played(state, MEASURE, MEASURE, [seed, number, bid]),
    }


def is_worth(wins: Any) -> Any:
    """Return whether a contract that makes its bid on so many layouts is worth bidding."""
    return wins >= LAYOUTS / 2


def contracts(number: int, seed: int) -> list[Row]:
    """Return a deal's contracts."""
    return [contract(number, bid, seed) for bid in NUMBER_BIDS]


def with_others(number: int, seed: int) -> list[Row]:
    """Return the declarer's tricks of a deal's contracts by who declares and defends."""
    rows = []
    for bid in NUMBER_BIDS:
        state, _ = bought(deal_of(number, seed), bid)
        tricks = {
            f"{declarer} v {defenders}": played(state, declarer, defenders, [seed, number, bid])
            for declarer, defenders in OTHERS
        }
        rows.append({"number": number, "bid": bid, **tricks})
    return rows


def with_proofs(number: int, seed: int) -> list[Row]:
    """Return what is proven of a deal's highest contract worth bidding, and who plays by proofs.

    Returns
    -------
    list of dict
        One, or none where no contract is worth bidding: the layouts that the best strategy wins,
        and the tricks of declarers by proofs.
    """
    for bid in reversed(NUMBER_BIDS):
        state, lead = bought(deal_of(number, seed), bid)
        made = state.contract
        assert made is not None
        assert state.discard is not None
        hand = state.hands[DECLARER]
        if is_worth(promised(hand, state.discard, made.trump, as_tile(lead), bid)):
            # Exact: without a limit of time.
            least = best_defence(hand, tile_name(state.discard), made.trump, bid, inf).low
            tricks = {
                f"{name} v {MEASURE}": played(state, name, MEASURE, [seed, number, bid])
                for name in PROVERS
            }
            return [{"number": number, "bid": bid, "proven_wins": least, **tricks}]
    return []


# --- Contracts of an auction ------------------------------------------------------------------


def in_auction(number: int, seed: int) -> list[Row]:
    """Return the declarer's tricks by who defends, of a contract that the measure has bought."""
    state, decision = State.start(deal_of(number, seed)), 0
    while state.phase in ("call", "exchange"):
        rng = np.random.default_rng([seed, number, decision])
        state, decision = state.apply(player(MEASURE).act(state, rng)), decision + 1
    if state.seat is None:
        return []
    tricks = {name: played(state, MEASURE, name, [seed, number]) for name in DEFENDERS}
    return [{"number": number, "bid": state.bid, **tricks}]


# --- The ladder -------------------------------------------------------------------------------


def blocks_of(lower: str, upper: str, start: int, count: int, seed: int) -> list[Row]:
    """Return what two players have of some blocks, in points of all their hands.

    All pairs are given the same deals.
    """
    many = max(count, 2)  # an arena has no less
    found = arena([lower, upper], many, seed=seed + start, controls=False, workers=1)
    points = np.rint(HANDS * found.values.to_numpy()).astype(int).tolist()
    return [
        {"lower": lower, "upper": upper, "block": start + place, "low": low, "up": up}
        for place, (low, up) in enumerate(points[:count])
    ]


# --- The data ---------------------------------------------------------------------------------


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables of a run by the names of their files."""
    blocks = run.options.blocks
    parts = [
        (lower, upper, start, min(CHUNK, -(-blocks // part) - start), run.seed)
        for lower, upper, part in RUNGS
        for start in range(0, -(-blocks // part), CHUNK)
    ]

    def jobs(count: int) -> list[tuple[int, int]]:
        return [(number, run.seed) for number in range(count)]

    made = {
        "contracts.csv": run.map(contracts, jobs(run.count), "playing contracts"),
        "others.csv": run.map(with_others, jobs(run.options.others), "others playing them"),
        "proven.csv": run.map(with_proofs, jobs(run.options.proven), "proving them"),
        "ladder.csv": run.map(blocks_of, parts, "playing the ladder"),
        "auctions.csv": run.map(in_auction, jobs(run.options.auctions), "calling, too"),
    }
    return {
        name: pd.DataFrame([row for rows in found for row in rows]) for name, found in made.items()
    }


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this analysis."""
    for name, default, words in (
        ("--others", 400, "deals that other players play, too"),
        ("--proven", 100, "deals whose highest contract is proven, which takes seconds"),
        ("--auctions", 1500, "deals of which players buy the contracts themselves"),
        ("--blocks", 900, "blocks of the arena for each rung of the ladder"),
    ):
        parser.add_argument(
            name, type=_at_least_one, default=default, help=f"{words} (default {default})"
        )


def _at_least_one(word: str) -> int:
    number = int(word)
    if number < 1:
        raise argparse.ArgumentTypeError("expected 1 or more")
    return number
