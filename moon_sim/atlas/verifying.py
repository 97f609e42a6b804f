"""The atlas is verified: its files, laws that its numbers obey, holdings computed another way."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from moon_sim.atlas.numbering import HOLDING_SIZE, HOLDINGS, WIDOWS, mask_of, masks_of
from moon_sim.atlas.packing import SAMPLED, unpacked, unpacked_one
from moon_sim.atlas.store import MISSING, Atlas, installed, is_exact, played
from moon_sim.atlas.writing import checksums, sums_by_hand
from moon_sim.display import Result, new_table
from moon_sim.game import (
    ALL_TILES,
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    NUMBER_BIDS,
    Layouts,
    Rules,
    Seed,
    Trump,
    as_seed,
    format_tiles,
    new_seed,
    tile_ids,
    whole,
)
from moon_sim.running import Progress, run_jobs
from moon_sim.solver import (
    Search,
    distinct_leads,
    lead_tricks,
    rule_tables,
    trumps_by_strength,
)

if TYPE_CHECKING:
    from rich.table import Table

LAYDOWNS = (17_899, 1_739)
"""Holdings, and hands whatever the widow, that make seven tricks on every layout.

They were counted by the tiles that a laydown must have: `laydowns`, ``reports/shoot_the_moon``.
"""

SLOW = 3
"""How many holdings are looked at by the slowest search, which tries every play."""

SLOW_LAYOUTS = 10
"""On how many layouts it does so."""

SLOWEST = Search(**{switch.name: False for switch in fields(Search)})
"""The search without anything that makes it fast."""


class Check(NamedTuple):
    """What was looked at, and what came out.

    Attributes
    ----------
    what : str
    found : str
    good : bool
    """

    what: str
    found: str
    good: bool


@dataclass(frozen=True, repr=False)
class Verification(Result):
    """What was looked at in an atlas, and whether all of it is right.

    Attributes
    ----------
    folder : str
        The atlas's.
    seed : int or None
        Of the holdings that were computed, where some were.
    checks : tuple of Check
    """

    folder: str
    seed: int | None
    checks: tuple[Check, ...]

    @property
    def good(self) -> bool:
        """Whether all is right."""
        return all(check.good for check in self.checks)

    def to_dict(self) -> dict[str, Any]:
        """Return all checks as plain values, as JSON has them.

        Returns
        -------
        dict
        """
        checks = [check._asdict() for check in self.checks]
        return {"folder": self.folder, "good": self.good, "seed": self.seed, "checks": checks}

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        wrong = [check for check in self.checks if not check.good]
        said = {check.what: check.found for check in wrong}
        count = f"{len(wrong)} of {len(self.checks)} checks fail" if wrong else "all checks pass"
        return f"The atlas in {self.folder}: {count}", said

    def _parts(self) -> "list[str | Table]":
        table = new_table("What was looked at", "check", "found", "", words=True)
        for what, found, good in self.checks:
            table.add_row(what, found, "good" if good else "[bold]WRONG[/]")
        title, _ = self._summary()
        seed = [] if self.seed is None else [f"Seed of the holdings: {self.seed}."]
        return [title, "", table, *seed]


def verify(
    sample: int = 0,
    seed: Seed = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    rules: Rules = DEFAULT_RULES,
) -> Verification:
    """Look whether the installed atlas is right.

    Parameters
    ----------
    sample : int
        How many random holdings are computed another way, all plans of each on all layouts without
        a race between them: some seconds a holding.
    seed : int or Generator, optional
        Decides which.
    threads, progress
        As `run_jobs` takes them.
    rules : Rules, optional

    Returns
    -------
    Verification

    Raises
    ------
    TypeError, ValueError
        If the sample or the seed can't be.
    AtlasError
        If there is no atlas for the rules that can be opened.
    """
    whole(sample, "sample", 0, HOLDINGS)
    atlas = installed(rules)
    checks = [*_files(atlas), *_manifest(atlas), *_laws(atlas)]
    noted: int | None = None
    exact = np.flatnonzero(is_exact(atlas.plans))
    if sample and len(exact):
        given = new_seed() if seed is None else seed
        rng = as_seed(given)
        noted = None if isinstance(given, np.random.Generator) else given
        some = np.sort(rng.choice(exact, min(sample, len(exact)), replace=False)).tolist()
        checks.append(_computed(atlas, some, threads, progress))
        checks.append(_slowly(atlas, rng.permutation(some)[:SLOW].tolist(), rng))
    return Verification(str(atlas.folder), noted, tuple(checks))


# --- Files and laws ---------------------------------------------------------------------------


def _files(atlas: Atlas) -> list[Check]:
    return [
        Check(f"checksum of {name}", f"{size:,} bytes", good)
        for name, (size, good) in checksums(atlas).items()
    ]


def _manifest(atlas: Atlas) -> list[Check]:
    there = atlas.wins[:, 0] != MISSING
    exact = int(is_exact(atlas.plans).sum())
    sampled = int(there.sum()) - exact
    sums = atlas.wins[there].sum(axis=0, dtype=np.int64).tolist()
    told = atlas.manifest
    wins = dict(zip(map(str, NUMBER_BIDS), sums, strict=True))
    good = (told["exact"], told["sampled"], told["wins"]) == (exact, sampled, wins)
    rest = HOLDINGS - exact - sampled
    found = f"{exact:,} exact, {sampled:,} sampled, {rest:,} not built"
    return [Check("holdings as the manifest counts them", found, good)]


def _laws(atlas: Atlas) -> list[Check]:
    there = atlas.wins[:, 0] != MISSING
    exact = is_exact(atlas.plans)
    missing = (atlas.wins == MISSING) | (atlas.plans == MISSING)
    checks = [_count("rows that are there in part", (missing.any(axis=1) & there).sum())]

    wins = atlas.wins[there].astype(np.int64)
    falls = np.diff(atlas.wins[exact].astype(np.int64), axis=1) > 0
    checks.append(_count("more than 3,432 layouts won", (wins > LAYOUTS).sum()))
    checks.append(_count("more layouts won by a higher bid", falls.any(axis=1).sum()))

    masks = masks_of(np.flatnonzero(there), HOLDING_SIZE)
    plans = unpacked(masks, atlas.plans[there], atlas.wins[there])
    wrong = (plans.discard == plans.lead) | (plans.trump >= len(Trump))
    wrong |= atlas.plans[there] >= SAMPLED << 1
    wrong |= atlas.plans[there] & SAMPLED != plans.sampled[:, None] * SAMPLED
    checks.append(_count("plans that can't be", wrong.sum()))

    sums = (sums_by_hand(atlas.wins) != atlas.hands).any(axis=1)
    checks.append(_count("hands that are not the sum of their holdings", sums.sum()))
    if there.all():
        hands, holdings = (part.sum(axis=0, dtype=np.int64) for part in (atlas.hands, atlas.wins))
        good = bool((hands == (HAND_SIZE + 1) * holdings).all())
        checks.append(Check("all hands together", "8 times all holdings", good))
    if exact.all() and played(atlas.rules) == played(DEFAULT_RULES):
        every = ((atlas.wins, LAYOUTS), (atlas.hands, WIDOWS * LAYOUTS))
        found = [int((part[:, -1] == most).sum()) for part, most in every]
        said = f"{found[0]:,} holdings, {found[1]:,} hands"
        checks.append(Check("laydowns, as counted from their tiles", said, found == [*LAYDOWNS]))
    return checks


def _count(what: str, wrong: int) -> Check:
    return Check(what, f"{wrong:,}" if wrong else "none", not wrong)


# --- Holdings computed another way ------------------------------------------------------------


def _computed(
    atlas: Atlas, numbers: list[int], threads: int | None, progress: Progress | None
) -> Check:
    """Compare rows with the best of all plans of their holdings, each solved on all layouts."""
    masks = [mask_of(number, HOLDING_SIZE) for number in numbers]
    jobs = [partial(best_of_all, mask, atlas.rules) for mask in masks]
    wrong = []
    for number, mask, found in zip(numbers, masks, run_jobs(jobs, threads, progress), strict=True):
        codes = atlas.plans[number].tolist()
        plans = [unpacked_one(mask, code) for code in codes]
        wins = atlas.wins[number].tolist()
        if [(won, *plan) for won, plan in zip(wins, plans, strict=True)] != found:
            wrong.append(format_tiles(mask))
    said = f"{len(numbers):,}" if not wrong else f"{len(wrong):,} differ, first {wrong[0]}"
    return Check("holdings, the best of all plans on all layouts", said, not wrong)


def _slowly(atlas: Atlas, numbers: list[int], rng: np.random.Generator) -> Check:
    """Play the plans of some rows by trying every play, on some layouts."""
    wrong = 0
    for number in numbers:
        mask = mask_of(number, HOLDING_SIZE)
        layouts = rng.choice(LAYOUTS, SLOW_LAYOUTS, replace=False)
        defenders = Layouts.of_holding(mask).hands(np.sort(layouts))[:, 1:]
        for bid, code in zip(NUMBER_BIDS, atlas.plans[number].tolist(), strict=True):
            discard, trump, lead = unpacked_one(mask, code)
            play = partial(lead_tricks, mask & ~(1 << discard), defenders, trump, [lead])
            quick, slow = (
                play(search=search, rules=atlas.rules) >= bid for search in (Search(), SLOWEST)
            )
            wrong += int((quick != slow).sum())
    many = len(numbers) * len(NUMBER_BIDS) * SLOW_LAYOUTS
    said = f"{wrong:,} of {many:,} differ" if wrong else f"{many:,} layouts"
    return Check("plans played by trying every play", said, not wrong)


def best_of_all(held: int, rules: Rules = DEFAULT_RULES) -> list[tuple[int, int, int, int]]:
    """Return the best plan for each bid 4-7: every plan is solved on all layouts, without a race.

    Parameters
    ----------
    held : int
        Mask of the 8 tiles.
    rules : Rules, optional

    Returns
    -------
    list of tuple of int
        Layouts won, discard, trump and lead; of equal ones the one that `holding_plans` gives.
    """
    hidden = ALL_TILES & ~held
    defenders = Layouts.of_holding(held).hands()[:, 1:]
    least = NUMBER_BIDS[0] - 1
    every = []
    for trump in trumps_by_strength(held, rules):
        strength = rule_tables(rules).place[trump].tolist()
        for discard in sorted(tile_ids(held), key=strength.__getitem__):
            kept = held & ~(1 << discard)
            leads = distinct_leads(kept, hidden, trump, rules)
            leads.sort(key=strength.__getitem__, reverse=True)
            tricks = lead_tricks(kept, defenders, trump, leads, least=least, rules=rules)
            won = zip(*((tricks >= bid).sum(axis=0).tolist() for bid in NUMBER_BIDS), strict=True)
            every += [
                (by_bid, (discard, int(trump), lead))
                for by_bid, lead in zip(won, leads, strict=True)
            ]
    best = []
    higher = None
    for at in reversed(range(len(NUMBER_BIDS))):
        first = max(every, key=lambda one: one[0][at])  # of equal ones
        higher = higher if higher and higher[0][at] == first[0][at] else first
        by_bid, plan = higher
        best.append((by_bid[at], *plan))
    return best[::-1]
