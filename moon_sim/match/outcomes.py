"""A bank of deals: what each seat makes of each bid, as players play it.

Each seat declares each bid in turn, by the best plan of the atlas for its hand with the real widow:
discard, trump and opening lead. From there on players play. What the plan would make with all hands
open stands beside it.
"""

import hashlib
import json
import platform
from dataclasses import asdict
from functools import partial
from importlib.metadata import version
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from moon_sim import atlas
from moon_sim.game import (
    DEFAULT_RULES,
    NUMBER_BIDS,
    PASS,
    SEATS,
    Deal,
    Rules,
    Trump,
    check_supported,
    noted_seed,
    number_bids,
    random_deals,
    whole,
)
from moon_sim.match.bank import FORMAT, KINDS, NAME, Bank, digest_of
from moon_sim.play import Call, Exchange, Play, Player, State, player
from moon_sim.running import Pieces, Progress, run_pieces, thread_count
from moon_sim.solver import lead_tricks, warm_up

if TYPE_CHECKING:
    from distributed import Client

DEALS = 4
"""Deals of a piece: about a second's work of `pimc-64`."""

_DEALT, _PLAYED = range(2)
"""What random numbers are for."""


def play_out(
    deals: int,
    by: Player | str = "pimc-64",
    *,
    seed: int,
    rules: Rules = DEFAULT_RULES,
    workers: int | None = None,
    client: "Client | None" = None,
    pieces: str | Path | None = None,
    progress: Progress | None = None,
) -> Bank:
    """Play a bank of random deals out.

    Parameters
    ----------
    deals : int
    by : Player or str
        Who plays, at all three seats.
    seed : int
        Decides deals and all that players draw: what a seat makes of a bid depends on the seed, the
        number of the deal, the seat and the bid, and on nothing else.
    rules : Rules, optional
    workers : int, optional
        Processes; `MOON_SIM_THREADS`, or one a core, by default. The bank is the same.
    client : distributed.Client, optional
        The workers of this cluster instead; they need the same atlas.
    pieces : str or Path, optional
        A file in which deals are kept as they are finished, see `Pieces`: the same bank goes on
        from there, with more deals, too.
    progress : callable, optional
        Called with the number of pieces done and of all.

    Returns
    -------
    Bank

    Raises
    ------
    TypeError, ValueError
        If an argument has a wrong type or is out of range, a name is unknown, or a rule is not
        supported.
    AtlasError
        If there is no atlas for the rules.
    PiecesError, OSError
        As `run_pieces` does.
    """
    check_supported(rules, "play_out", "first_lead_must_be_trump")
    n, start = whole(deals, "deals", 1), noted_seed(whole(seed, "seed", 0))
    who = player(by) if isinstance(by, str) else by
    if not isinstance(who, Player) or who.sees_all:
        raise ValueError(f"by: expected a player that plays by what its seat sees, got {by!r:.60}")
    source = _source(rules)
    settings: dict[str, str | int | float] = {
        "moon_sim": version("moon-sim"),
        "format": FORMAT,
        "player": who.name,
        "seed": start,
        "rules": repr(rules),
        "atlas": source,
    }
    with TemporaryDirectory() as folder, Pieces(pieces or Path(folder, "pieces"), settings) as kept:
        run_pieces(
            partial(_piece, by, start, rules),
            range(-(-n // DEALS)),
            kept,
            workers=thread_count(workers),
            client=client,
            before=warm_up,
            progress=progress,
        )
        rows = np.concatenate([_read(kept.read(at), rules) for at in range(-(-n // DEALS))])[:n]
    arrays = {name: rows[name] for name in KINDS}
    manifest = {
        "name": NAME,
        "format": FORMAT,
        "deals": n,
        "seed": start,
        "player": who.name,
        "rules": asdict(rules),
        "atlas": source,
        "versions": {
            "moon_sim": version("moon-sim"),
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "numba")},
        },
        "sha256": digest_of(arrays),
    }
    return Bank(**{name: one.astype(np.int64) for name, one in arrays.items()}, manifest=manifest)


# --- Pieces -----------------------------------------------------------------------------------


def _source(rules: Rules) -> str:
    """Return what tells the installed atlas from others: plans are looked up there."""
    files = atlas.installed(rules).manifest["files"]
    return hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:16]


def _row(rules: Rules) -> np.dtype[np.void]:
    """Return how a deal is kept."""
    bids = len(number_bids(rules))
    shapes = {
        "hands": (SEATS,),
        "widows": (),
        "wins": (SEATS, len(NUMBER_BIDS)),
        "tricks": (SEATS, bids, SEATS),
        "open": (SEATS, bids),
    }
    return np.dtype([(name, kind, shapes[name]) for name, kind in KINDS.items()])


def _read(data: bytes, rules: Rules) -> NDArray[np.void]:
    return np.frombuffer(data, _row(rules))


def _piece(by: Player | str, seed: int, rules: Rules, number: int) -> bytes:
    """Return some deals, played out."""
    who = player(by) if isinstance(by, str) else by
    rows = np.zeros(DEALS, _row(rules))
    for at in range(DEALS):
        one = DEALS * number + at
        deal, widow = next(random_deals(_random(seed, _DEALT, one)))
        masks = np.array(deal.hands)
        rows[at]["hands"], rows[at]["widows"] = masks, widow.bit_length() - 1
        rows[at]["wins"] = atlas.hand_wins(masks, rules)
        for seat, (place, bid) in product(range(SEATS), enumerate(number_bids(rules))):
            state = _begun(deal, widow, seat, bid, rules)
            rows[at]["open"][seat, place] = _open(state)
            rng = _random(seed, _PLAYED, one, seat, bid)
            rows[at]["tricks"][seat, place] = _tricks(state, who, rng)
    return rows.tobytes()


def _random(seed: int, *of: int) -> np.random.Generator:
    """Return the random numbers of one thing, which depend on no other."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=of))


def _begun(deal: Deal, widow: int, seat: int, bid: int, rules: Rules) -> State:
    """Return a deal after the lead of a seat that declares a bid."""
    plans = atlas.plans([deal.hands[seat] | widow], rules)
    at = max(bid, min(NUMBER_BIDS)) - min(NUMBER_BIDS)  # of a lower bid, the plan for 4
    discard, trump, lead = (int(one[0, at]) for one in (plans.discard, plans.trump, plans.lead))
    state = State.start(deal, first_caller=seat, rules=rules).apply(Call(bid))
    while state.phase == "call":
        state = state.apply(Call(PASS))
    return state.apply(Exchange(discard, Trump(trump))).apply(Play(lead))


def _open(state: State) -> int:
    """Return what the declarer makes with all hands open, after its lead."""
    assert state.declarer is not None
    assert state.trump is not None
    own, left, right = (state.hands[(state.declarer + turn) % SEATS] for turn in range(SEATS))
    lead = state.plays[0].tile
    against = np.array([[left, right]])
    return int(lead_tricks(own | 1 << lead, against, state.trump, [lead], rules=state.rules)[0, 0])


def _tricks(state: State, who: Player, rng: np.random.Generator) -> tuple[int, int, int]:
    """Return the tricks of each seat where the same player plays all three."""
    while state.seat is not None:
        state = state.apply(who.act(state, rng))
    return state.tricks
