"""The most layouts of a set that hold no conflict: a bound on what one strategy can win."""

import time

import numpy as np
from numpy.typing import NDArray

SOLVED = 0
"""SciPy's status of a linear program that was solved."""

SLACK = 0.01
"""How far an objective may be off, far above the solver's tolerances: bounds are rounded so."""

Members = NDArray[np.bool_]
"""Whether each layout is in a set: (n,) bool, in the order in which kernels number layouts."""


def conflict_free(
    alive: Members,
    conflicts: dict[int, Members],
    cuts: list[Members],
    enough: int = 0,
    seconds: float = 60.0,
) -> tuple[Members, int]:
    """Return a largest set of layouts that holds no conflict, and a bound of its size.

    Parameters
    ----------
    alive : (n,) bool array
        The layouts to choose from.
    conflicts : dict of int to (n,) bool array
        The layouts that can't be won together with one.
    cuts : list of (n,) bool arrays
        Sets that can't be won together as a whole.
    enough : int
        A bound as low as this need not be made lower.
    seconds : float
        Time to spend, roughly; what is found by then is returned.

    Returns
    -------
    chosen : (n,) bool array
        As large as `bound`, unless that is `enough` or no solution was found in time.
    bound : int
        No set without conflict is larger.

    Notes
    -----
    An integer program, solved by HiGHS; mostly its linear relaxation has a whole solution, or is
    bound enough, and that is a hundred times as fast. Layouts that are in the same conflicts can be
    chosen together, so they count as one with a weight; but not those in a cut, which forbids only
    all of them at once.
    """
    from scipy.optimize import Bounds, LinearConstraint, linprog, milp
    from scipy.sparse import coo_array

    n = alive.size
    pairs = np.zeros((n, n), bool)
    for layout, others in conflicts.items():
        pairs[layout] |= others
    pairs |= pairs.T
    single = np.arange(n)
    single[~np.any([np.zeros(n, bool), *cuts], axis=0)] = -1
    pattern = np.hstack([np.packbits(pairs, axis=1), single[:, None].view(np.uint8)])[alive]
    _, first, kind, weight = np.unique(
        pattern, axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    places = np.flatnonzero(alive)
    kind_of = np.zeros(n, np.int64)
    kind_of[places] = kind.ravel()
    stands_for = places[first]
    # A row for each pair of kinds in conflict, then one for each cut.
    one, two = np.nonzero(np.triu(pairs[np.ix_(stands_for, stands_for)], 1))
    rows = [np.repeat(np.arange(one.size), 2)]
    columns = [np.stack([one, two], axis=1).ravel()]
    most = [np.ones(one.size)]
    for number, cut in enumerate(cuts, one.size):
        inside = np.unique(kind_of[cut])
        rows.append(np.full(inside.size, number))
        columns.append(inside)
        most.append(np.array([inside.size - 1.0]))
    where = (np.concatenate(rows), np.concatenate(columns))
    shape = (one.size + len(cuts), weight.size)
    matrix = coo_array((np.ones(where[0].size), where), shape=shape).tocsr()
    started = time.monotonic()
    limits = np.concatenate(most)
    chosen = np.zeros(n, bool)
    bound = int(alive.sum())
    part = linprog(  # type: ignore[call-overload]  # its stubs know no sparse arrays
        -weight, matrix, limits, bounds=(0, 1), method="highs-ds", options={"time_limit": seconds}
    )
    if part.status == SOLVED:
        bound = int(np.floor(SLACK - part.fun))
        # A part of a layout counts as none: what is chosen never holds a conflict.
        chosen[places] = (part.x > 1 - 1e-6)[kind.ravel()]
    if chosen.sum() < bound and bound > enough:
        found = milp(
            -weight.astype(float),
            constraints=LinearConstraint(matrix, -np.inf, limits),
            integrality=np.ones(weight.size, np.int64),
            bounds=Bounds(0, 1),
            options={"time_limit": max(seconds - (time.monotonic() - started), 0.01)},
        )
        if found.mip_dual_bound is not None:
            bound = min(bound, int(np.floor(SLACK - found.mip_dual_bound)))
        if found.x is not None:
            chosen[places] = (found.x > 0.5)[kind.ravel()]
    return chosen, bound
