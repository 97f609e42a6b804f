"""Look-ups in the atlas."""

import numpy as np
import pytest
from figures import Goal, note

from moon_sim import atlas, parse_tiles

HAND = "6-6 6-3 6-2 5-5 4-1 3-1 2-1"
ASKED = {
    "hand as text": (atlas.hand, HAND),
    "hand as mask": (atlas.hand, parse_tiles(HAND)),
    "holding as text": (atlas.holding, f"{HAND} 1-1"),
    "holding as mask": (atlas.holding, parse_tiles(f"{HAND} 1-1")),
}


@pytest.fixture(autouse=True)
def there():
    """The atlas; one that is not whole has no answer for some hands."""
    if atlas.usable() is None or not atlas.installed().complete:
        pytest.skip("there is no whole atlas")


@pytest.mark.parametrize("what", ASKED)
def test_look_up(benchmark, what):
    """One at a time."""
    ask, tiles = ASKED[what]
    benchmark.pedantic(ask, (tiles,), rounds=200, iterations=100, warmup_rounds=1)
    note(benchmark, 1e6 * benchmark.stats.stats.median, "µs", Goal(20, 20, more=False))


@pytest.mark.parametrize(
    ("look_up", "size", "many"),
    [(atlas.hand_wins, 7, atlas.HANDS), (atlas.plans, 8, atlas.HOLDINGS)],
    ids=["hands", "holdings"],
)
def test_look_up_all(benchmark, look_up, size, many):
    """All of them at once, in a random order."""
    masks = np.random.default_rng(0).permutation(atlas.masks_of(np.arange(many), size))
    benchmark.pedantic(look_up, (masks,), rounds=7, warmup_rounds=1)
    note(benchmark, many / benchmark.stats.stats.median, "a second", Goal(1e6, 1e6))
