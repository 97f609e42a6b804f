"""Tiles as pictures, counted pip by pip."""

import re
from html import escape

import pytest

from moon_sim.display.dominoes import domino_row, with_pictures
from moon_sim.display.result import html_of
from moon_sim.game import ALL_TILES, TILES, InvalidDealError, format_tiles

HAND = "6-6 6-3 6-2 5-5 4-1 3-1 2-1"


def pips(svg):
    """The dots of each half of each tile, from their places."""
    tiles = [int(left) for left in re.findall(r'<rect x="(\d+)"', svg)]
    dots = [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h0", svg)]
    middle = int(re.search(r'<path d="M\d+ (\d+)h\d\d', svg)[1])
    found = []
    for left in tiles:
        own = [y for x, y in dots if left <= x <= left + 14]
        found.append((sum(y < middle for y in own), sum(y > middle for y in own)))
    return found


def test_each_tile_has_its_pips():
    svg = domino_row(ALL_TILES)
    assert pips(svg) == list(reversed(TILES))
    assert f'aria-label="{format_tiles(ALL_TILES)}"' in svg


def test_no_pip_lies_on_another_or_outside():
    svg = domino_row(ALL_TILES)
    width, height = (int(side) for side in re.search(r"0 0 (\d+) (\d+)", svg).groups())
    dots = [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h0", svg)]
    assert len(dots) == len(set(dots)) == sum(high + low for high, low in TILES)
    assert all(0 < x < width and 0 < y < height for x, y in dots)


def test_what_is_no_tile_is_refused():
    with pytest.raises(InvalidDealError, match="6-0"):
        domino_row("6-0")


def test_a_hand_in_a_sentence_has_its_picture_and_its_text():
    html = with_pictures(f"<b> {HAND}, and {HAND} 0-0", escape)
    assert html.startswith("&lt;b&gt; <span class=")
    assert html.count("<svg") == 2
    assert html.count(f"<span>{HAND}</span>") == 1
    assert html.count(f"<span>{HAND} 0-0</span>") == 1


@pytest.mark.parametrize(
    "words",
    [
        "6-6 6-3 6-2",
        f"{HAND} 0-0 1-1",
        "6-0 5-0 4-0 3-0 2-0 1-0 0-0",
        "6-6 6-6 6-2 5-5 4-1 3-1 2-1",
    ],
)
def test_what_is_no_hand_stays_text(words):
    assert with_pictures(words, escape) == words


def test_a_result_shows_its_hand_in_a_notebook():
    assert "<svg" in html_of([f"Hand {HAND}"])
