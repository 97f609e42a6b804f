"""Holdings with the exact odds that choices are measured against: the best ones, and their own."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from moon_sim.display import Result, percent, trump_words
from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    NUMBER_BIDS,
    Rules,
    Trump,
    as_mask,
    as_tile,
    format_tiles,
    random_holding,
    tile_ids,
    tile_name,
    trumps,
    whole,
)
from moon_sim.odds import Exchange, look_up_plans
from moon_sim.solver import holding_plans

if TYPE_CHECKING:
    import pandas as pd

WINS = [f"w{bid}" for bid in NUMBER_BIDS]
COLUMNS = ["number", "hand", "widow", "discard", "trump", *WINS]


@dataclass(frozen=True, eq=False, repr=False)
class Truth(Result):
    """A holding with the layouts that its contracts make with their best blind leads.

    Attributes
    ----------
    number : int
        Tells holdings apart.
    hand, widow, holding : str
        The 7 tiles dealt, the widow, and the 8 tiles of both.
    wins : dict
        For the contracts that are known, by discard and trump (text), the layouts of 3,432 that
        make each bid 4-7, by bid. The best contract for each bid is among them, and each that
        `won` was asked for.
    rules : Rules
    """

    number: int
    hand: str
    widow: str
    holding: str
    wins: dict[tuple[str, str], dict[int, int]]
    rules: Rules = DEFAULT_RULES

    @cached_property
    def most(self) -> dict[int, int]:
        """The layouts that the best contract makes, by bid 4-7."""
        return {bid: max(wins[bid] for wins in self.wins.values()) for bid in NUMBER_BIDS}

    def won(self, discard: str, trump: str) -> dict[int, int]:
        """Return the layouts that a contract makes, by bid 4-7.

        Parameters
        ----------
        discard, trump : str

        Returns
        -------
        dict
        """
        contract = discard, trump
        if contract not in self.wins:
            found = self._exchange.best_leads(as_tile(discard, "discard"), Trump.parse(trump))[1]
            self.wins[contract] = dict(zip(NUMBER_BIDS, found.tolist(), strict=True))
        return self.wins[contract]

    def rows(self) -> list[tuple[object, ...]]:
        """Return a row per contract: number, hand, widow, discard, trump, `w4` to `w7`.

        Returns
        -------
        list of tuple
        """
        case = (self.number, self.hand, self.widow)
        return [(*case, *contract, *wins.values()) for contract, wins in self.wins.items()]

    @cached_property
    def _exchange(self) -> Exchange:
        held = as_mask(self.holding, "holding")
        return Exchange(held, None, np.random.default_rng(), self.rules)

    def _summary(self) -> tuple[str, dict[str, object]]:
        said: dict[str, object] = {}
        for bid, most in self.most.items():
            best = (contract for contract, wins in self.wins.items() if wins[bid] == most)
            discard, trump = next(best)
            odds = f"{percent(most / LAYOUTS)}, exact blind-lead odds"
            said[f"to make {bid}"] = f"discard {discard}, {trump_words(trump)}: {odds}"
        return f"Holding {self.holding}, widow {self.widow}", said


def solve_holding(
    rng: np.random.Generator, number: int, rules: Rules = DEFAULT_RULES, look_up: bool = True
) -> Truth:
    """Draw a holding and return it with the exact odds of its best contracts.

    Parameters
    ----------
    rng : Generator
        Decides the 7 tiles and the widow.
    number : int
        To tell it from others.
    rules : Rules, optional
    look_up : bool
        Whether the atlas may tell what is best.

    Returns
    -------
    Truth
    """
    hand, widow = random_holding(rng)
    held = hand | widow
    case = Truth(number, format_tiles(hand), format_tiles(widow), format_tiles(held), {}, rules)
    for contract in _best_contracts(held, rules, look_up):
        case.won(*contract)
    return case


def _best_contracts(held: int, rules: Rules, look_up: bool) -> list[tuple[str, str]]:
    """Return the discard and trump of a holding's best plans, from the atlas or computed."""
    if look_up and (known := look_up_plans(held, rules=rules)):
        return [(plan["discard"], plan["trump"]) for plan in known.plans()]
    plans = holding_plans(held, rules)
    return [(tile_name(discard), str(Trump(trump))) for _, discard, trump, _ in plans.tolist()]


def read_truth(table: "pd.DataFrame", rules: Rules = DEFAULT_RULES) -> list[Truth]:
    """Return the holdings of a table.

    Parameters
    ----------
    table : DataFrame
        A row per holding, discard and trump, with the columns `number`, `hand`, `widow`,
        `discard`, `trump` (text) and `w4` to `w7`; others are left aside. Of each holding it has
        all contracts, or some with the best one for each bid among them, as `Trial.truth` has.
    rules : Rules, optional
        Those of its odds.

    Returns
    -------
    list of Truth
        In the order of their first rows.

    Raises
    ------
    TypeError, ValueError
        If a column is missing, a contract comes twice or can't be, a holding has no whole number
        or several hands or widows, or `w4` to `w7` are no layouts.
    InvalidDealError
        If the tiles can't be.
    """
    if missing := [name for name in COLUMNS if name not in table]:
        raise ValueError(f"truth: expected the columns {', '.join(COLUMNS)}; no {missing[0]}")
    found = []
    for number, rows in table[COLUMNS].groupby("number", sort=False, dropna=False):
        number = whole(number, "truth: number", 0)
        where = f"truth: holding {number}"
        if not (rows[["hand", "widow"]] == rows[["hand", "widow"]].iloc[0]).all(axis=None):
            raise ValueError(f"{where}: expected one hand and one widow, got several")
        hand = as_mask(rows["hand"].iloc[0], where, HAND_SIZE)
        widow = 1 << as_tile(rows["widow"].iloc[0], where)
        held = as_mask(hand | widow, where, HAND_SIZE + 1)
        contracts = zip(rows["discard"], rows["trump"].map(str), strict=True)
        layouts = rows[WINS].to_numpy()
        wins = {
            contract: dict(zip(NUMBER_BIDS, row, strict=True))
            for contract, row in zip(contracts, layouts.tolist(), strict=True)
        }
        every = {
            (tile_name(tile), str(trump)) for tile in tile_ids(held) for trump in trumps(rules)
        }
        if not wins.keys() <= every or len(rows) != len(wins):
            raise ValueError(
                f"{where}: expected a row for each of some of its {len(every)} contracts, got "
                f"{len(rows)} rows with {len(wins.keys() & every)} of them"
            )
        if not _are_layouts(layouts):
            raise ValueError(
                f"{where}: expected w4 to w7 to be whole numbers from {LAYOUTS} down to 0"
            )
        texts = format_tiles(hand), format_tiles(widow), format_tiles(held)
        found.append(Truth(number, *texts, wins, rules))
    return found


def _are_layouts(wins: NDArray[Any]) -> bool:
    """Whether each row counts layouts that make 4, 5, 6 and 7: never more than make one less."""
    if not np.issubdtype(wins.dtype, np.integer):
        return False
    most = np.column_stack([np.full(len(wins), LAYOUTS), wins[:, :-1]])
    return bool(((wins >= 0) & (wins <= most)).all())
