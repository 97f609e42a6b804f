"""Plans: which hand to keep and which tile to lead, to make a target on the most layouts.

A plan's lead is one for all layouts, or picked on each; play from there is double-dummy.
"""

from collections.abc import Iterable, Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from moon_sim.game import (
    DEFAULT_RULES,
    HAND_SIZE,
    SEATS,
    TILES,
    IllegalPlayError,
    InvalidDealError,
    Rules,
    TrumpLike,
    View,
    as_mask,
    check_hands,
    check_supported,
    check_trump,
    check_view,
    in_order,
    legal_first_leads,
    tile_ids,
    tile_name,
    whole,
)
from moon_sim.kernels.race import HAND, LEAD, TRUMP, WINS
from moon_sim.solver.engine import ALL_ON, Search, run_race, solve_leads, warm_up
from moon_sim.solver.tables import rule_tables


def best_plans(
    hands: Sequence[int],
    defenders: NDArray[np.int64],
    trump: TrumpLike | Sequence[TrumpLike],
    targets: Sequence[int],
    *,
    view: View = "blind-lead",
    nodes: NDArray[np.int64] | None = None,
    search: Search = ALL_ON,
    rules: Rules = DEFAULT_RULES,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Find the hand, trump and lead with which the declarer makes a target on the most layouts.

    A plan is given up for a target once it has failed on as many layouts as the best so far, so
    this takes a fraction of the time that solving all layouts with all plans would. Of plans with
    equal wins it is the one whose trump comes first, then the hand that keeps the stronger tiles
    (of two the one with the strongest tile that the other has not), then the stronger lead; trumps
    are stronger than other tiles, and tiles go by rank in the suit that they lead, then by that
    suit.

    Parameters
    ----------
    hands : sequence of int
        The hands to choose from, as masks; one or more, and the declarer leads.
    defenders : (n, 2) int64 array
        The layouts, one or more: masks of the hands of seats 1 and 2, disjoint from each hand.
    trump : int or sequence of int
        One to name, or some to choose from.
    targets : sequence of int
        Tricks to make, rising; one or more. More tricks than a hand has tiles are never made.
    view : {"blind-lead", "double-dummy"}
        Whether the lead is part of the plan, the same on every layout, or picked on each.
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.
    search : Search, optional
    rules : Rules, optional

    Returns
    -------
    best : (k,) int64 array
        Place in `hands` of the best plan's hand for each target.
    named : (k,) int64 array
        Its trump.
    lead : (k,) int64 array
        Id of the tile that it leads; -1 in the double-dummy view.
    wins : (k,) int64 array
        Layouts on which it makes the target.

    Raises
    ------
    TypeError, ValueError, InvalidDealError, IllegalPlayError
        If hands, targets, trump or view can't be.

    Examples
    --------
    >>> best_plans([0b1], np.array([[2, 4], [4, 8]]), trump=8, targets=[1])
    (array([0]), array([8]), array([0]), array([2]))
    """
    blind = check_view(view) == "blind-lead"
    goals = [whole(one, "targets", 0, HAND_SIZE) for one in in_order(targets, "targets")]
    if goals != sorted(set(goals)):
        raise ValueError(f"targets: expected them to rise, got {goals}")
    masks = [as_mask(hand, "hands") for hand in in_order(hands, "hands")]
    against = _layouts(defenders)
    for name, some in (("hands", masks), ("defenders", against), ("targets", goals)):
        if not len(some):
            raise ValueError(f"{name}: expected one or more, got none")
    check_hands([[mask, *against[0]] for mask in masks])
    first = np.full(len(against), masks[0])
    against = check_hands(np.column_stack([first, against]))[:, 1:]
    for place, mask in enumerate(masks):
        if np.any(against & mask):
            raise InvalidDealError(f"hands[{place}]: a defender holds a tile of it")
    named: list[TrumpLike] = list(_some(trump))
    more = ["trump_before_widow"] * (len(named) == 1) + ["first_lead_must_be_trump"] * blind
    check_supported(rules, "best_plans", *more)
    trumps = [check_trump(one, rules) for one in named]
    if not trumps:
        raise ValueError("trump: expected one or more, got none")
    warm_up()
    best = run_race(masks, against, trumps, goals, blind, search, rules, nodes)
    return best[:, HAND], best[:, TRUMP], best[:, LEAD], best[:, WINS]


def _layouts(defenders: NDArray[np.int64]) -> NDArray[np.int64]:
    against = np.asarray(defenders)
    if against.ndim != 2 or against.shape[1] != SEATS - 1:
        raise ValueError(f"defenders: expected shape (n, {SEATS - 1}), got {against.shape}")
    return against


def _some(trump: TrumpLike | Sequence[TrumpLike]) -> Iterable[TrumpLike]:
    """Return one trump or some as some."""
    one = isinstance(trump, str) or not isinstance(trump, Iterable)
    return [cast("TrumpLike", trump)] if one else cast("Sequence[TrumpLike]", trump)


def lead_tricks(
    hand: int,
    defenders: NDArray[np.int64],
    trump: int,
    leads: Sequence[int] | None = None,
    *,
    least: int = 0,
    nodes: NDArray[np.int64] | None = None,
    search: Search = ALL_ON,
    rules: Rules = DEFAULT_RULES,
) -> NDArray[np.int8]:
    """Return the declarer's tricks after each lead on each layout, double-dummy from there.

    Parameters
    ----------
    hand : int
        The declarer's hand as a mask; the declarer leads.
    defenders : (n, 2) int64 array
        The layouts: masks of the hands of seats 1 and 2.
    trump : int
    leads : sequence of int, optional
        Ids of the tiles to lead; all that the hand may lead by default, lowest first.
    least : int
        Values below this many tricks count as this many, which saves time.
    nodes : (8,) int64 array, optional
        The positions searched at the start of a trick, by tricks left, are added to these.
    search : Search, optional
    rules : Rules, optional

    Returns
    -------
    (n, m) int8 array
        Tricks, 0-7; a row a layout, a column a lead.

    Raises
    ------
    TypeError, InvalidDealError, IllegalPlayError
        If hands, trump or leads can't be.
    ValueError
        If `defenders` has another shape.

    Examples
    --------
    >>> from moon_sim.game import Deal
    >>> hand, *defenders = Deal.parse("6-6 6-4 | 6-5 4-4 | 5-3 0-0").hands
    >>> lead_tricks(hand, np.array([defenders]), trump=8)  # 6-4, then 6-6
    array([[0, 2]], dtype=int8)
    """
    check_supported(rules, "lead_tricks", "trump_before_widow", "first_lead_must_be_trump")
    held = as_mask(hand, "hand")
    against = _layouts(defenders)
    against = check_hands(np.column_stack([np.full(len(against), held), against]))[:, 1:]
    named = check_trump(trump, rules)
    may = _first_leads(held, named, rules)
    tiles = (
        list(tile_ids(may))
        if leads is None
        else [whole(tile, "leads", 0, len(TILES) - 1) for tile in in_order(leads, "leads")]
    )
    for tile in tiles:
        if not held >> tile & 1:
            raise IllegalPlayError(f"leads: the declarer does not hold {tile_name(tile)}")
        if not may >> tile & 1:
            raise IllegalPlayError(f"leads: {tile_name(tile)} is no trump, which it must be (R12)")
    low = min(whole(least, "least", 0, HAND_SIZE), held.bit_count())
    warm_up()
    return solve_leads(held, against, named, tiles, low, search, rules, nodes)


def _first_leads(hand: int, trump: int, rules: Rules) -> int:
    """Return what a hand may lead; a rule about the first lead is about hands of 7 tiles."""
    return legal_first_leads(hand, trump, rules) if hand.bit_count() == HAND_SIZE else hand


def distinct_leads(hand: int, hidden: int, trump: int, rules: Rules = DEFAULT_RULES) -> list[int]:
    """Return what a hand may lead, without trumps that are worth the same as a lower one.

    Parameters
    ----------
    hand, hidden : int
        Masks of the declarer's tiles, and of those that the defenders hold.
    trump : int
    rules : Rules, optional

    Returns
    -------
    list of int
        Tile ids, lowest first.

    Examples
    --------
    >>> from moon_sim.game import format_tiles, parse_tiles
    >>> leads = distinct_leads(parse_tiles("6-6 6-5 6-3 2-1"), parse_tiles("6-4 5-5"), 6)
    >>> [format_tiles(1 << tile) for tile in leads]
    ['2-1', '6-3', '6-5']
    """
    tables = rule_tables(rules)
    place = tables.place[trump].tolist()
    trumps = int(tables.trumps[trump])
    may = _first_leads(hand, trump, rules)
    leads = []
    parted = True
    for tile in sorted(tile_ids(hand | hidden), key=place.__getitem__):
        is_trump = trumps >> place[tile] & 1
        own = hand >> tile & 1
        if may >> tile & 1 and (parted or not is_trump):
            leads.append(tile)
        if is_trump:
            parted = not own
    return sorted(leads)
