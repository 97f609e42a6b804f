"""Contracts played at the table, and players who bid, too, against the one that measures them."""

import argparse
from typing import Any

import numpy as np
import pandas as pd

from moon_sim import Deal, Layouts, State, Trump, arena, atlas, lead_tricks, player, solve
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
    (MEASURE, "pimc-16"),
    ("pimc-16", MEASURE),
    (MEASURE, "pimc-256"),
    ("pimc-256", MEASURE),
    (MEASURE, "inferring"),
    ("inferring", MEASURE),
    (MEASURE, "open"),
    ("open", MEASURE),
)
"""Who declares, and who defends, instead of the measure at all three seats."""

PROVEN = "certified"
"""A declarer that takes seconds over a hand: it plays a part of the contracts."""

LADDER = ("random", PLAIN, "pimc-16", MEASURE, "pimc-256", "inferring", "open")
"""Who plays against the measure with calls of its own."""

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
        who = player(declarer if state.seat == DECLARER else defenders)
        state = state.apply(who.act(state, np.random.default_rng([*seed, decision])))
        decision += 1
    return state.tricks[DECLARER]


def contract(number: int, bid: int, seed: int) -> Row:
    """Return a contract: its plan, what is promised, and how it comes out."""
    state, lead = bought(deal_of(number, seed), bid)
    made = state.contract
    assert made is not None
    assert state.discard is not None
    tile = as_tile(lead)
    hand, *others = state.hands
    return {
        "number": number,
        "bid": bid,
        "discard": tile_name(state.discard),
        "trump": str(made.trump),
        "lead": lead,
        "wins": promised(hand, state.discard, made.trump, tile, bid),
        "open": int(lead_tricks(hand, np.array([others]), made.trump, [tile])[0, 0]),
        "best": solve(Deal([hand, *others]), made.trump),
        "tricks": played(state, MEASURE, MEASURE, [seed, number, bid]),
    }


def is_worth(wins: Any) -> Any:
    """Return whether a contract that makes its bid on so many layouts is worth bidding."""
    return wins >= LAYOUTS / 2


def look_at(number: int, seed: int, others: bool, proven: bool) -> dict[str, list[Row]]:
    """Return a deal's contracts, and how the highest one worth bidding comes out with others."""
    rows = [contract(number, bid, seed) for bid in NUMBER_BIDS]
    worth = [row["bid"] for row in rows if is_worth(row["wins"])]
    tables = [*(OTHERS if others else ()), *([(PROVEN, MEASURE)] if proven else [])]
    hands = []
    if worth:
        bid = max(worth)
        state, _ = bought(deal_of(number, seed), bid)
        for seated in tables:
            tricks = played(state, *seated, [seed, number, bid])
            told = dict(zip(("declarer", "defenders"), seated, strict=True))
            hands.append({"number": number, "bid": bid, **told, "tricks": tricks})
    return {"contracts.csv": rows, "hands.csv": hands}


# --- The ladder -------------------------------------------------------------------------------


def blocks_of(name: str, start: int, count: int, seed: int) -> list[Row]:
    """Return what a player and the measure have of some blocks, in points a hand.

    All players are given the same deals.
    """
    many = max(count, 2)  # an arena has no less
    found = arena([name, MEASURE], many, seed=seed + start, controls=False, workers=1)
    return [
        {"player": name, "block": start + place, "own": own, "measure": other}
        for place, (own, other) in enumerate(found.values.to_numpy().tolist()[:count])
    ]


# --- The data ---------------------------------------------------------------------------------


def gather(run: Run) -> dict[str, pd.DataFrame]:
    """Return the tables of a run by the names of their files."""
    others, proven, blocks = run.options.others, run.options.proven, run.options.blocks
    jobs = [(number, run.seed, number < others, number < proven) for number in range(run.count)]
    found = run.map(look_at, jobs, "playing contracts")
    columns = {"hands.csv": ["number", "bid", "declarer", "defenders", "tricks"]}
    tables = {
        name: pd.DataFrame([row for one in found for row in one[name]], columns=columns.get(name))
        for name in ("contracts.csv", "hands.csv")
    }
    parts = [
        (name, start, min(CHUNK, blocks - start), run.seed)
        for start in range(0, blocks, CHUNK)
        for name in LADDER
    ]
    pieces = run.map(blocks_of, parts, "playing the ladder")
    rows = [row for name in LADDER for piece in pieces for row in piece if row["player"] == name]
    return {**tables, "ladder.csv": pd.DataFrame(rows)}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this analysis."""
    for name, default, words in (
        ("--others", 400, "deals that other players play, too"),
        ("--proven", 12, f"deals that {PROVEN} plays, too, which takes seconds each"),
        ("--blocks", 100, "blocks of the arena for each player of the ladder"),
    ):
        parser.add_argument(
            name, type=_at_least_one, default=default, help=f"{words} (default {default})"
        )


def _at_least_one(word: str) -> int:
    number = int(word)
    if number < 1:
        raise argparse.ArgumentTypeError("expected 1 or more")
    return number
