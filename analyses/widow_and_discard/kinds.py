"""What a tile is beside the others that are held, for a trump that is named."""

from moon_sim.game import TILES, TRUMP_SUIT, is_trump, rank, suits, tile_ids

WIDOW_KINDS = ("top trump", "other trump", "double", "covered", "uncovered")
DISCARD_KINDS = (
    "uncovered tile, making a void",
    "uncovered tile, no void",
    "covered tile, making a void",
    "covered tile, no void",
    "double",
    "trump",
)


def plain_kind(tile: int, others: int, trump: int) -> str:
    """Return whether a tile is a trump, a double, covered (its high end's double held), or not."""
    high, low = TILES[tile]
    if is_trump(tile, trump):
        return "trump"
    if high == low:
        return "double"
    return (
        "covered"
        if any(TILES[other] == (high, high) for other in tile_ids(others))
        else "uncovered"
    )


def widow_kind(tile: int, hand: int, trump: int) -> str:
    """Return the kind of a widow beside the hand dealt and the trump that is best with it."""
    kind = plain_kind(tile, hand, trump)
    if kind != "trump":
        return kind
    held = [rank(other, TRUMP_SUIT, trump) for other in tile_ids(hand) if is_trump(other, trump)]
    above = rank(tile, TRUMP_SUIT, trump) > max(held, default=-1)
    return "top trump" if above else "other trump"


def discard_kind(tile: int, kept: int, trump: int) -> str:
    """Return the kind of a discard beside the seven tiles kept."""
    kind = plain_kind(tile, kept, trump)
    if kind in ("trump", "double"):
        return kind
    left = frozenset().union(*(suits(other, trump) for other in tile_ids(kept)))
    return f"{kind} tile, {'no void' if suits(tile, trump) <= left else 'making a void'}"
