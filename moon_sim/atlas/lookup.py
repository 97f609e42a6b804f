"""Hands and holdings looked up in the atlas."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moon_sim.atlas.numbering import HOLDING_SIZE, WIDOWS, number_of, numbers_of, with_widows
from moon_sim.atlas.packing import SAMPLED, Plans, unpacked, unpacked_one
from moon_sim.atlas.store import MISSING, Atlas, AtlasError, Sample, installed
from moon_sim.display import Result, percent, trump_words
from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    LAYOUTS,
    NUMBER_BIDS,
    Rules,
    Tiles,
    Trump,
    as_mask,
    format_tiles,
    target,
    tile_name,
)

if TYPE_CHECKING:
    import pandas as pd

ALL = WIDOWS * LAYOUTS
"""The layouts of a hand, those of all its widows."""


@dataclass(frozen=True, slots=True, repr=False)
class AtlasHand(Result):
    """What the atlas has of a hand: how often it makes each bid, before the widow is seen.

    Attributes
    ----------
    mask : int
        The 7 tiles.
    wins : tuple of int
        Layouts won by bid 4-7, of 51,480: 3,432 for each of the 15 widows.
    sample : Sample or None
        None where all layouts were counted. Otherwise plans were measured on samples for some of
        the widows, and `wins` is an estimate.
    """

    mask: int
    wins: tuple[int, ...]
    sample: Sample | None

    @property
    def hand(self) -> str:
        """The 7 tiles as text."""
        return format_tiles(self.mask)

    @property
    def exact(self) -> bool:
        """Whether all layouts were counted."""
        return self.sample is None

    @property
    def p_make(self) -> "pd.Series[float]":
        """Probability of making each bid 4-7 by the best plan for each widow, as `bid_odds` has."""
        import pandas as pd

        odds = [won / ALL for won in self.wins]
        return pd.Series(odds, pd.Index(NUMBER_BIDS, name="bid"), name="p_make")

    def to_dict(self) -> dict[str, Any]:
        """Return the odds as plain values, as JSON has them.

        Returns
        -------
        dict
        """
        odds = {str(bid): won / ALL for bid, won in zip(NUMBER_BIDS, self.wins, strict=True)}
        how = self.sample and self.sample._asdict()
        return {"hand": self.hand, "exact": self.exact, "sample": how, "p_make": odds}

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        said: dict[str, object] = {
            f"bid {bid}": f"made {percent(won / ALL):>8}"
            for bid, won in zip(NUMBER_BIDS, self.wins, strict=True)
        }
        said["layouts"] = _layouts(self.sample, " of each widow")
        return f"Odds of {self.hand}, blind-lead, from the atlas", said


@dataclass(frozen=True, slots=True, repr=False)
class AtlasHolding(Result):
    """What the atlas has of a holding: the best plan for each bid.

    Attributes
    ----------
    mask : int
        The 8 tiles.
    wins : tuple of int
        Layouts of 3,432 on which the best plan makes each bid 4-7.
    codes : tuple of int
        The plans, packed.
    sample : Sample or None
        None where all layouts were counted; otherwise the plans were chosen and measured on
        samples, and `wins` is an estimate.
    """

    mask: int
    wins: tuple[int, ...]
    codes: tuple[int, ...]
    sample: Sample | None

    @property
    def holding(self) -> str:
        """The 8 tiles as text."""
        return format_tiles(self.mask)

    @property
    def exact(self) -> bool:
        """Whether all layouts were counted."""
        return self.sample is None

    def plan(self, bid: int) -> tuple[str, Trump, str]:
        """Return the best plan for a bid.

        Parameters
        ----------
        bid : int
            4-7, or 21 for the same as 7.

        Returns
        -------
        discard : str
        trump : Trump
        lead : str

        Raises
        ------
        IllegalPlayError
            If it is no bid.
        """
        code = self.codes[NUMBER_BIDS.index(target(bid))]
        discard, trump, lead = unpacked_one(self.mask, code)
        return tile_name(discard), Trump(trump), tile_name(lead)

    @property
    def table(self) -> "pd.DataFrame":
        """A row for each bid 4-7: `wins`, of 3,432 layouts; `discard`, `trump`, `lead` (text)."""
        import pandas as pd

        return pd.DataFrame(self._rows()).set_index("bid")

    def to_frame(self) -> "pd.DataFrame":
        """Return the plans as a plain table.

        Returns
        -------
        DataFrame
            As `table`, with `holding`, `bid`, `p_make` and `exact` as columns, too.
        """
        frame = self.table.reset_index()
        frame.insert(0, "holding", self.holding)
        frame.insert(3, "p_make", frame["wins"] / LAYOUTS)
        return frame.assign(exact=self.exact)

    def to_dict(self) -> dict[str, Any]:
        """Return the plans as plain values, as JSON has them.

        Returns
        -------
        dict
        """
        how = self.sample and self.sample._asdict()
        plans = self._rows()
        return {"holding": self.holding, "exact": self.exact, "sample": how, "plans": plans}

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for bid, won in zip(NUMBER_BIDS, self.wins, strict=True):
            discard, trump, lead = self.plan(bid)
            plan = {"discard": discard, "trump": str(trump), "lead": lead}
            rows.append({"bid": bid, "wins": won, **plan})
        return rows

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        said: dict[str, object] = {}
        for bid, won in zip(NUMBER_BIDS, self.wins, strict=True):
            discard, trump, lead = self.plan(bid)
            plan = f"discard {discard}, {trump_words(trump)}, lead {lead}"
            said[f"bid {bid}"] = f"{percent(won / LAYOUTS):>8}  {plan}"
        said["layouts"] = _layouts(self.sample, "")
        return f"The best plans of {self.holding}, blind-lead, from the atlas", said


def hand(hand: Tiles, rules: Rules = DEFAULT_RULES) -> AtlasHand:
    """Return what the atlas has of a hand, without computing anything.

    Parameters
    ----------
    hand : str or int
        The 7 tiles dealt, as text, as a list of tiles or as a mask.
    rules : Rules, optional

    Returns
    -------
    AtlasHand

    Raises
    ------
    TypeError, InvalidDealError
        If it is no hand.
    AtlasError
        If there is no atlas for the rules, or one of the hand's holdings is not built.
    """
    held = as_mask(hand, "hand", HAND_SIZE)
    atlas = installed(rules)
    wins = atlas.hands[number_of(held)].tolist()
    if wins[0] == MISSING:
        raise _not_built(atlas, "hand", held)
    sample = atlas.sample
    if sample is not None and not sampled(held, rules):
        sample = None
    return AtlasHand(held, tuple(wins), sample)


def holding(holding: Tiles, rules: Rules = DEFAULT_RULES) -> AtlasHolding:
    """Return what the atlas has of a holding, without computing anything.

    Parameters
    ----------
    holding : str or int
        The declarer's 8 tiles between taking the widow and discarding.
    rules : Rules, optional

    Returns
    -------
    AtlasHolding

    Raises
    ------
    TypeError, InvalidDealError
        If it is no holding.
    AtlasError
        If there is no atlas for the rules, or the holding is not built.
    """
    held = as_mask(holding, "holding", HOLDING_SIZE)
    atlas = installed(rules)
    number = number_of(held)
    wins = atlas.wins[number].tolist()
    if wins[0] == MISSING:
        raise _not_built(atlas, "holding", held)
    codes = atlas.plans[number].tolist()
    sample = atlas.sample if codes[0] & SAMPLED else None
    return AtlasHolding(held, tuple(wins), tuple(codes), sample)


def hand_wins(hands: ArrayLike, rules: Rules = DEFAULT_RULES) -> NDArray[np.int64]:
    """Return how often many hands make each bid, before the widow is seen.

    Parameters
    ----------
    hands : (n,) array of int
        Masks of 7 tiles.
    rules : Rules, optional

    Returns
    -------
    (n, 4) int64 array
        Layouts won by bid 4-7, of 51,480; estimates where `sampled` says so.

    Raises
    ------
    TypeError, ValueError, InvalidDealError
        If one is no hand, or they do not stand in a row.
    AtlasError
        If there is no atlas for the rules, or one of the hands is not built.
    """
    atlas = installed(rules)
    masks = _in_a_row(hands, "hands")
    rows = numbers_of(masks, HAND_SIZE, "hands")
    wins = atlas.hands[rows]
    _check_built(atlas, "hand", wins, masks)
    return wins.astype(np.int64)


def plans(holdings: ArrayLike, rules: Rules = DEFAULT_RULES) -> Plans:
    """Return the best plans of many holdings.

    Parameters
    ----------
    holdings : (n,) array of int
        Masks of 8 tiles.
    rules : Rules, optional

    Returns
    -------
    Plans

    Raises
    ------
    TypeError, ValueError, InvalidDealError
        If one is no holding, or they do not stand in a row.
    AtlasError
        If there is no atlas for the rules, or one of the holdings is not built.
    """
    atlas = installed(rules)
    masks = _in_a_row(holdings, "holdings")
    rows = numbers_of(masks, HOLDING_SIZE, "holdings")
    wins = atlas.wins[rows]
    _check_built(atlas, "holding", wins, masks)
    return unpacked(masks.astype(np.int64), atlas.plans[rows], wins)


def built(masks: ArrayLike, rules: Rules = DEFAULT_RULES) -> NDArray[np.bool]:
    """Return which hands or holdings the atlas has.

    Parameters
    ----------
    masks : array of int
        Hands, of 7 tiles each, or holdings, of 8 each.
    rules : Rules, optional

    Returns
    -------
    bool array
        Of the same shape.

    Raises
    ------
    TypeError, InvalidDealError
        If one is neither, or not like the first.
    AtlasError
        If there is no atlas for the rules.
    """
    atlas = installed(rules)
    size, column = (HAND_SIZE, atlas.hands) if _hands(masks) else (HOLDING_SIZE, atlas.wins)
    there: NDArray[np.bool] = column[numbers_of(masks, size), 0] != MISSING
    return there


def sampled(masks: ArrayLike, rules: Rules = DEFAULT_RULES) -> NDArray[np.bool]:
    """Return for which hands or holdings the atlas has estimates, by samples of layouts.

    Parameters
    ----------
    masks : array of int
        Hands, of 7 tiles each, or holdings, of 8 each.
    rules : Rules, optional

    Returns
    -------
    bool array
        Of the same shape; of a hand, whether one of its holdings is.

    Raises
    ------
    TypeError, InvalidDealError
        If one is neither, or not like the first.
    AtlasError
        If there is no atlas for the rules.
    """
    atlas = installed(rules)
    if _hands(masks):
        return np.asarray(sampled(with_widows(masks), rules).any(axis=-1))
    codes = atlas.plans[numbers_of(masks, HOLDING_SIZE), 0]
    marked: NDArray[np.bool] = (codes != MISSING) & (codes & SAMPLED != 0)
    return marked


def _hands(masks: ArrayLike) -> bool:
    """Whether these are hands, and not holdings, by the first."""
    given = np.asarray(masks)
    first = given.flat[0] if given.size and given.dtype.kind in "iu" else 0
    return int(first).bit_count() == HAND_SIZE


def _in_a_row(masks: ArrayLike, name: str) -> NDArray[Any]:
    given = np.atleast_1d(masks)
    if given.ndim > 1:
        raise ValueError(f"{name}: expected shape (n,), got {given.shape}")
    return given


def _layouts(sample: Sample | None, of: str) -> str:
    if sample is None:
        return f"all {LAYOUTS:,}{of}, exact"
    return f"sampled: {sample.layouts:,} of {LAYOUTS:,}{of}, where not all were counted"


def _check_built(atlas: Atlas, kind: str, wins: NDArray[np.uint16], masks: NDArray[Any]) -> None:
    missing = wins[:, 0] == MISSING
    if missing.any():
        first = int(np.argmax(missing))
        raise _not_built(atlas, kind, int(masks[first]), f"{kind}s[{first}]: ")


def _not_built(atlas: Atlas, kind: str, mask: int, where: str = "") -> AtlasError:
    made = atlas.manifest["exact"] + atlas.manifest["sampled"]
    return AtlasError(
        f"{where}the atlas has no {kind} {format_tiles(mask)}: {made:,} holdings are built"
    )
