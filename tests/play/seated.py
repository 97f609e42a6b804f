"""Players for arenas, and deals that are worked by hand."""

from moon_sim.game import Deal, Trump, as_tile
from moon_sim.play import Call, Exchange, Player

SIXES = Deal.parse(
    "6-6 6-5 6-4 6-3 6-2 6-1 5-5 | 5-4 5-3 5-2 5-1 4-4 4-3 4-2 | 4-1 3-3 3-2 3-1 2-2 2-1 1-1"
)
"""The widow is 0-0. Seat 0 makes all seven tricks with sixes as trump, whoever plays how."""

TOP = as_tile("6-6")


def first(seen, rng):
    return seen.legal_actions()[0]


def throw_the_widow(seen, rng):
    return Exchange(as_tile("0-0"), Trump.SIXES)


def bidding(bid, name):
    """One who bids so much with 6-6, and else passes; it plays the lowest tile that it may."""

    def call(seen, rng):
        holds = seen.dealt >> TOP & 1
        return Call(bid) if holds and Call(bid) in seen.legal_actions() else Call(0)

    return Player(name, f"bids {bid} with 6-6", call, throw_the_widow, first)


BOLD, TIMID, MEEK = bidding(7, "bold"), bidding(4, "timid"), bidding(0, "meek")


def always_sixes(played, number, hand=0):
    """Deals that are always the same one, where seat 0 calls first."""
    return SIXES, 0
