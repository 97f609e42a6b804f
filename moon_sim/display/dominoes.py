"""Tiles as pictures: small SVGs, with the tiles' text as their label."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from moon_sim.game import TILES, InvalidDealError, Tiles, as_mask, format_tiles, tile_ids

SIDE = 14
"""Pixels of a half of a tile, a square."""

GAP = 2

HAND = re.compile(r"(?<![\d-])(?<!\d-\d )(\d-\d(?: \d-\d){6,7})(?! ?[\d-])")
"""Seven or eight tiles in a row."""

_SPOTS = {
    0: "",
    1: "4",
    2: "08",
    3: "048",
    4: "0268",
    5: "02468",
    6: "036258",
}
"""Where the pips of a number stand, in three rows of three numbered from 0."""


def domino_row(tiles: Tiles) -> str:
    """Return tiles side by side as one SVG, highest first, as `format_tiles` writes them.

    Parameters
    ----------
    tiles : str, int or list
        As `parse_tiles` reads them, or a mask.

    Returns
    -------
    str
        SVG that takes the colour of the text around it, so that it prints, too. Its label is the
        tiles' text.

    Raises
    ------
    TypeError, InvalidDealError
        If the tiles can't be.

    Examples
    --------
    >>> domino_row("6-5 0-0").count("<rect")
    2
    """
    mask = as_mask(tiles)
    label = format_tiles(mask)
    width = mask.bit_count() * (SIDE + GAP) + GAP
    height = 2 * SIDE + 2 * GAP
    return (
        f'<svg class="dominoes" role="img" aria-label="{label}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" fill="none" stroke="currentColor"><title>{label}</title>'
        f"{''.join(_drawn(reversed(list(tile_ids(mask)))))}</svg>"
    )


def _drawn(tiles: Iterable[int]) -> Iterator[str]:
    """Draw tiles: an outline, the line between the halves, and pips as round dots."""
    for place, tile in enumerate(tiles):
        left = GAP + place * (SIDE + GAP)
        middle = GAP + SIDE
        yield f'<rect x="{left}" y="{GAP}" width="{SIDE}" height="{2 * SIDE}" rx="2"/>'
        yield f'<path d="M{left + 2} {middle}h{SIDE - 4}" stroke-width=".7"/>'
        dots = "".join(
            f"M{left + 3 + 4 * (int(spot) % 3)} {top + 3 + 4 * (int(spot) // 3)}h0"
            for top, number in zip((GAP, middle), TILES[tile], strict=True)
            for spot in _SPOTS[number]
        )
        if dots:
            yield f'<path d="{dots}" stroke-width="2.6" stroke-linecap="round"/>'


def with_pictures(words: str, plain: Callable[[str], str]) -> str:
    """Return words as HTML in which each hand or holding has its picture over it.

    Parameters
    ----------
    words : str
        Plain text.
    plain : callable
        From words without a hand to HTML: it escapes them.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> from html import escape
    >>> with_pictures("5 < 6", escape)
    '5 &lt; 6'
    """
    parts = []
    for place, part in enumerate(HAND.split(words)):
        html = str(plain(part))
        if place % 2:  # between the words there are hands
            with suppress(InvalidDealError):  # numbers that only look like tiles
                html = f'<span class="hand">{domino_row(part)}<span>{part}</span></span>'
        parts.append(html)
    return "".join(parts)
