"""Hands and holdings by number."""

from itertools import combinations

import numpy as np
import pytest
from helpers import ALL

from moon_sim.atlas import HANDS, HOLDINGS, mask_of, masks_of, number_of, numbers_of, with_widows
from moon_sim.game import InvalidDealError


def every(size):
    """All masks of so many tiles, made by itertools, in order."""
    return sorted(sum(1 << tile for tile in tiles) for tiles in combinations(range(22), size))


@pytest.mark.parametrize(("size", "many"), [(7, HANDS), (8, HOLDINGS)])
def test_numbers_count_all_sets_in_the_order_of_masks(size, many):
    masks = np.array(every(size))
    assert len(masks) == many
    assert (numbers_of(masks, size) == np.arange(many)).all()
    assert (masks_of(np.arange(many), size) == masks).all()


@pytest.mark.parametrize("size", [0, 1, 3, 7, 8, 22])
def test_one_at_a_time_is_as_many_at_once(size):
    masks = every(size)
    for number in {0, 1, len(masks) // 3, len(masks) - 1} & set(range(len(masks))):
        assert number_of(masks[number]) == number
        assert mask_of(number, size) == masks[number]


def test_a_hand_has_fifteen_holdings():
    rng = np.random.default_rng(1)
    hands = masks_of(rng.choice(HANDS, 50, replace=False), 7)
    for hand, holdings in zip(hands.tolist(), with_widows(hands).tolist(), strict=True):
        widows = [holding & ~hand for holding in holdings]
        assert widows == [1 << tile for tile in range(22) if not hand >> tile & 1]
        assert all(holding & hand == hand for holding in holdings)


def test_shapes_are_kept():
    masks = masks_of(np.arange(12).reshape(3, 4), 7)
    assert masks.shape == (3, 4)
    assert with_widows(masks).shape == (3, 4, 15)
    assert (numbers_of(masks, 7) == np.arange(12).reshape(3, 4)).all()
    assert numbers_of(int(masks[1, 1]), 7) == 5
    assert masks_of([], 7).size == numbers_of([], 7).size == 0


@pytest.mark.parametrize(
    ("masks", "message"),
    [
        ([127, 63], r"hands\[1\]: expected a mask of 7 tiles, got 6 \(3-2 3-1 2-2 2-1 1-1 0-0\)"),
        ([[127], [127 | 1 << 22]], r"hands\[1\]\[0\]: .* got the number 4194431"),
        ([-1], r"hands\[0\]: .* got the number -1"),
        (ALL, r"hands: expected a mask of 7 tiles, got 22"),
    ],
)
def test_what_is_no_hand_is_refused(masks, message):
    with pytest.raises(InvalidDealError, match=message):
        with_widows(masks)


def test_what_is_no_number_is_refused():
    with pytest.raises(ValueError, match="expected 0 to 170543, got 5 to 170544"):
        masks_of([5, HANDS], 7)
    with pytest.raises(ValueError, match="number: expected 0 to 319769, got -1"):
        mask_of(-1, 8)
    with pytest.raises(TypeError, match="numbers: expected whole numbers, got float64"):
        masks_of([1.5], 7)
    with pytest.raises(TypeError, match="hands: expected whole numbers"):
        with_widows(["6-6"])
