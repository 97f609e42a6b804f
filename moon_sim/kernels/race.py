"""The race for a proven maximum: which of several plans makes its target on the most layouts?

A plan is a trump, a hand to keep, and the tile to lead or any. It is given up for a target as soon
as it has failed on so many layouts that it can't come first. So are many plans at once: all those
with one trump, in a run with the discard still open, and all with one hand, in a run with the lead
still open. No plan takes more tricks on a layout than such a group, so what a group took is the
most that is asked of its members.
"""

import numpy as np
from numpy.typing import NDArray

from moon_sim.kernels.bits import highest, lowest, popcount, variable
from moon_sim.kernels.jit import inlined, kernel
from moon_sim.kernels.memory import Address, lend, word
from moon_sim.kernels.search import distinct, first_leads, in_places, places_of, value
from moon_sim.kernels.state import PLACE, SWITCHES, TRUMPS, name_trump

# The switches, in one number with those of the search.
OPEN_DISCARD = 16  # run all plans with a trump at once, before they race one by one
LIKELY_FIRST = 32  # try what is likeliest to win, and the layouts likeliest to be lost, first

ANY_LEAD = -1
"""In place of a tile: the lead is picked when the layout is seen."""

SAMPLED = 8
"""Layouts on which groups and plans are first compared, to start the race with the likeliest."""

# The columns of `best`.
WINS = 0
HAND = 1
TRUMP = 2
LEAD = 3
RANK = 4

LEADS = 32  # more than a hand has; ranks of plans with one hand and trump are apart by less


@inlined
def still_running(
    rank: int, running: int, missed: NDArray[np.int64], layouts: int, best: NDArray[np.int64],
    spare: NDArray[np.int64],
) -> int:  # fmt: skip
    """Return for which targets a plan may still come first, and fill in the misses it has to spare.

    Of plans with the same wins the one with the lower rank comes first; `rank` is that of the plan,
    or the lowest in its group.
    """
    for target in range(missed.size):
        to_tie = layouts - best[target, WINS]
        spare[target] = to_tie - missed[target] - (1 if rank > best[target, RANK] else 0)
        if spare[target] < 0:
            running &= ~(1 << target)
    return running


@kernel
def run(
    hand: int, led: int, tricks: int, against: NDArray[np.int64], rows: NDArray[np.int64],
    targets: NDArray[np.int64], running: int, limits: NDArray[np.int8], spare: NDArray[np.int64],
    missed: NDArray[np.int64], most: NDArray[np.int8], at: Address,
) -> int:  # fmt: skip
    """Run one plan or group over the layouts, and return the targets for which it holds out.

    Parameters
    ----------
    hand : int64
        Mask of places: of `tricks` tiles, or of one more where the discard is open.
    led : int64
        The place led, or `ANY_LEAD`.
    tricks : int64
    against : (n, 2) int64
        The layouts: masks of the places of seats 1 and 2.
    rows : (n,) int64
        The order in which they are run.
    targets : (k,) int64
        Tricks to make, rising.
    running : int64
        The targets that it runs for, a bit each.
    limits : (n,) int8
        Tricks at most: what the group took that this one belongs to.
    spare : (k,) int64
        How many more layouts may be missed; counted down.
    missed : (k,) int64
        Layouts missed by the group; those of this one are added.
    most : (n,) int8
        Filled in with the tricks taken; of layouts not run, the limits.
    at : int64
        Address of the memory.

    Returns
    -------
    int64
        A bit for each target.
    """
    most[:] = limits
    ply = 0 if led == ANY_LEAD else 1
    guess = targets[-1]
    for row in rows:
        if running == 0:
            break
        limit = np.int64(limits[row])
        low = targets[lowest(running)] - 1
        high = min(targets[highest(running)], limit)
        if low >= high:
            continue
        # Neighbouring layouts mostly have the same value: it is the best first guess.
        guess = value(
            low, high, guess, tricks, variable(0), hand, against[row, 0], against[row, 1], ply, led,
            variable(0), at,
        )  # fmt: skip
        most[row] = guess
        for target in range(targets.size):
            if running >> target & 1 and guess < targets[target] <= limit:
                missed[target] += 1
                spare[target] -= 1
                if spare[target] < 0:
                    running ^= 1 << target
    return running


@inlined
def sampled_tricks(
    hand: int, led: int, tricks: int, against: NDArray[np.int64], targets: NDArray[np.int64],
    at: Address,
) -> int:  # fmt: skip
    """Return the tricks of a plan or group on some layouts, as far as they count for a target."""
    total = variable(0)
    if word(at, SWITCHES) & LIKELY_FIRST == 0:
        return total
    ply = 0 if led == ANY_LEAD else 1
    low = max(targets[0] - 1, variable(0))
    high = min(targets[-1], tricks)
    guess = high
    for row in range(0, against.shape[0], max(against.shape[0] // SAMPLED, 1)):
        guess = value(
            low, high, guess, tricks, variable(0), hand, against[row, 0], against[row, 1], ply, led,
            variable(0), at,
        )  # fmt: skip
        total += guess
    return total


@inlined
def fewest_first(most: NDArray[np.int8], rows: NDArray[np.int64], at: Address) -> NDArray[np.int64]:
    """Return layouts in a new order: where a group takes few tricks its members are likely to fail.

    Those with the same number stay in their order.
    """
    if word(at, SWITCHES) & LIKELY_FIRST == 0:
        return rows
    start = np.zeros(10, np.int64)
    for row in rows:
        start[most[row] + 1] += 1
    for tricks in range(9):
        start[tricks + 1] += start[tricks]
    out = np.empty_like(rows)
    for row in rows:
        out[start[most[row]]] = row
        start[most[row]] += 1
    return out


@inlined
def by_promise(
    whole: int, trumps: NDArray[np.int64], tricks: int, defenders: NDArray[np.int64],
    against: NDArray[np.int64], targets: NDArray[np.int64], at: Address,
) -> NDArray[np.int64]:  # fmt: skip
    """Return the order of trumps, those first that take most tricks on some layouts."""
    promise = np.zeros(trumps.size, np.int64)
    for index in range(trumps.size):
        if trumps.size > 1:
            name_trump(trumps[index], at)
            in_places(defenders, max(defenders.shape[0] // SAMPLED, 1), against, at)
            promise[index] = sampled_tricks(
                places_of(whole, at), variable(ANY_LEAD), tricks, against, targets, at
            )
    return np.argsort(-promise, kind="mergesort")


@inlined
def leads_by_promise(
    hand: int, hidden: int, tricks: int, against: NDArray[np.int64], targets: NDArray[np.int64],
    at: Address,
) -> NDArray[np.int64]:  # fmt: skip
    """Return the places that a hand may lead, those first that take most tricks on some layouts.

    Of trumps that are worth the same on every layout, one is led; `hidden` is what the defenders
    hold on any of them.
    """
    trumps = hand & word(at, TRUMPS)
    leads = hand ^ trumps
    if trumps:
        leads |= distinct(trumps, hand | hidden, at)
    forced = first_leads(hand, hand | hidden, tricks, at)
    if forced:
        leads = forced
    led = np.zeros(popcount(leads), np.int64)
    promise = np.zeros(led.size, np.int64)
    for index in range(led.size):
        led[index] = highest(leads)
        leads ^= 1 << led[index]
        promise[index] = sampled_tricks(hand, led[index], tricks, against, targets, at)
    return led[np.argsort(-promise, kind="mergesort")]


@inlined
def note(
    running: int, missed: NDArray[np.int64], layouts: int, hand: int, trump: int, lead: int,
    rank: int, best: NDArray[np.int64],
) -> None:  # fmt: skip
    """Note a plan as the best so far for the targets for which it held out."""
    for target in range(missed.size):
        if running >> target & 1:
            best[target, WINS] = layouts - missed[target]
            best[target, HAND] = hand
            best[target, TRUMP] = trump
            best[target, LEAD] = lead
            best[target, RANK] = rank


@inlined
def tile_at(place: int, at: Address) -> int:
    """Return the id of the tile at a place."""
    tile = variable(0)
    while word(at, PLACE + tile) != place:
        tile += 1
    return tile


@kernel
def best_plans(
    hands: NDArray[np.int64], defenders: NDArray[np.int64], trumps: NDArray[np.int64],
    targets: NDArray[np.int64], blind: int, memory: NDArray[np.int64], best: NDArray[np.int64],
) -> None:  # fmt: skip
    """Find for each target the plan with which the declarer, on lead, makes it most often.

    Of plans that make it equally often the first one counts: by trump, in the order given; then the
    hand that keeps the stronger tiles (of two the one with the strongest tile that the other has
    not); then the stronger lead.

    Parameters
    ----------
    hands : (m,) int64
        The declarer's possible hands, masks of tile ids.
    defenders : (n, 2) int64
        The layouts: masks of the hands of seats 1 and 2; one or more.
    trumps : (t,) int64
        Those to choose from.
    targets : (k,) int64
        Tricks to make, rising.
    blind : int64
        1 where a plan names the lead, too; 0 where the lead is picked on each layout.
    memory : (z,) int64
        As `moon_sim.solver.memory` makes it.
    best : (k, 5) int64
        For each target, filled in: the layouts on which the best plan makes it, the index of its
        hand, its trump, the id of the tile that it leads or `ANY_LEAD`, and a number for its rank.
    """
    at = lend(memory)
    layouts = defenders.shape[0]
    tricks = popcount(hands[0])
    whole = variable(0)
    for hand in hands:
        whole |= hand
    hidden = variable(0)
    for row in range(layouts):
        hidden |= defenders[row, 0] | defenders[row, 1]
    discard_open = popcount(whole) == tricks + 1 and word(at, SWITCHES) & OPEN_DISCARD != 0
    against = np.zeros((layouts, 2), np.int64)
    most = np.zeros((4, layouts), np.int8)  # of any plan, of a trump's, of a hand's, of the plan
    most[0] = tricks
    missed = np.zeros((4, targets.size), np.int64)
    for target in range(targets.size):
        if targets[target] > tricks:
            missed[0, target] = layouts
    spare = np.zeros(targets.size, np.int64)
    kept = np.zeros(hands.size, np.int64)
    promise = np.zeros(hands.size, np.int64)
    place_of_hand = np.zeros(hands.size, np.int64)
    best[:] = -1
    any_lead = variable(ANY_LEAD)
    order = by_promise(
        whole if discard_open else hands[0], trumps, tricks, defenders, against, targets, at
    )
    for turn in order:
        trump = trumps[turn]
        name_trump(trump, at)
        in_places(defenders, variable(1), against, at)
        hidden_places = places_of(hidden, at)
        # Strong tiles stay where they are for longest: then neighbours share most positions.
        rows = np.argsort(against[:, 0])
        rank = turn * hands.size * LEADS
        running = still_running(rank, (1 << targets.size) - 1, missed[0], layouts, best, spare)
        missed[1] = missed[0]
        most[1] = tricks
        if discard_open:
            running = run(
                places_of(whole, at), any_lead, tricks, against, rows, targets, running,
                most[0], spare, missed[1], most[1], at,
            )  # fmt: skip
            rows = fewest_first(most[1], rows, at)
        if running == 0:
            continue
        for index in range(hands.size):
            kept[index] = places_of(hands[index], at)
        place_of_hand[np.argsort(-kept)] = np.arange(hands.size)
        for index in range(hands.size):
            promise[index] = place_of_hand[index]
            if hands.size > 1:
                promise[index] -= (
                    LEADS
                    * hands.size
                    * sampled_tricks(kept[index], any_lead, tricks, against, targets, at)
                )
        for index in np.argsort(promise):
            hand = kept[index]
            rank = (turn * hands.size + place_of_hand[index]) * LEADS
            missed[2] = missed[1]
            going = still_running(rank, running, missed[2], layouts, best, spare)
            if going == 0:
                continue
            going = run(
                hand, any_lead, tricks, against, rows, targets, going, most[1], spare,
                missed[2], most[2], at,
            )  # fmt: skip
            if blind == 0:
                note(going, missed[2], layouts, index, trump, any_lead, rank, best)
            elif going:
                hand_rows = fewest_first(most[2], rows, at)
                for led in leads_by_promise(hand, hidden_places, tricks, against, targets, at):
                    missed[3] = missed[2]
                    plan_rank = rank + LEADS - 1 - led
                    left = still_running(plan_rank, going, missed[3], layouts, best, spare)
                    left = run(
                        hand, led, tricks, against, hand_rows, targets, left, most[2], spare,
                        missed[3], most[3], at,
                    )  # fmt: skip
                    note(left, missed[3], layouts, index, trump, tile_at(led, at), plan_rank, best)


@kernel
def holds_out(
    hand: int, lead: int, defenders: NDArray[np.int64], trump: int, target: int, misses: int,
    memory: NDArray[np.int64],
) -> int:  # fmt: skip
    """Tell (1 or 0) whether a plan misses a target on so many layouts at most.

    Parameters
    ----------
    hand : int64
        The declarer's hand, a mask of tile ids.
    lead : int64
        Id of the tile that it leads.
    defenders : (n, 2) int64
        The layouts: masks of the hands of seats 1 and 2.
    trump, target, misses : int64
    memory : (z,) int64
        As `moon_sim.solver.memory` makes it.

    Returns
    -------
    int64
    """
    at = lend(memory)
    name_trump(trump, at)
    own = places_of(hand, at)
    led = word(at, PLACE + lead)
    tricks = popcount(hand)
    against = np.zeros((defenders.shape[0], 2), np.int64)
    in_places(defenders, variable(1), against, at)
    missed = variable(0)
    for row in np.argsort(against[:, 0]):
        missed += target - value(
            target - 1, target, target, tricks, variable(0), own, against[row, 0], against[row, 1],
            variable(1), led, variable(0), at,
        )  # fmt: skip
        if missed > misses:
            return 0
    return 1
