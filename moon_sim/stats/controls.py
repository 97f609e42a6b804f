"""Control variates: what is known to be luck is taken out of a mean, and nothing else."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

FOLDS = 10
"""Parts of the cases: the coefficients for each of them come from the others."""

CASES_PER_CONTROL = 20
"""With fewer cases the coefficients would be mostly noise, and add to the spread."""


def without_luck(values: ArrayLike, controls: ArrayLike) -> NDArray[np.float64]:
    """Return values less what their controls say of them: the same in the mean, mostly closer.

    Parameters
    ----------
    values : (n, k) array
        A row a case, a column a rival. Cases are independent of each other.
    controls : (n, c) array
        For each case numbers whose mean over all cases that there could be is 0.

    Returns
    -------
    (n, k) float64 array
        In the unit of the values. The values themselves, where there are no controls or fewer than
        twenty cases for each.

    Notes
    -----
    Each value loses its controls times coefficients of a least-squares fit. Fitted on the same
    cases they would bend to them, and the mean with them: that is biased where cases are few. So
    the cases are parted in ten, and each part's coefficients come from the other nine
    (cross-fitting: Chernozhukov et al., 2018). They know nothing of the case that they are used on,
    so that what is taken off is 0 in the mean, however few the cases are, and whether or not the
    values are linear in the controls. Differences of rivals come out alike whether they are taken
    before or after.

    Examples
    --------
    Values that are all luck, but for a 3:

    >>> luck = np.array([[1.0], [-1.0]] * 10)
    >>> np.unique(without_luck(3 + 2 * luck, luck).round(9))
    array([3.])
    """
    given, known = np.asarray(values, np.float64), np.asarray(controls, np.float64)
    known = known[:, np.ptp(known, axis=0) > 0]
    n, c = known.shape
    if c == 0 or n < CASES_PER_CONTROL * c:
        return given.copy()
    adjusted = np.empty_like(given)
    parts = np.arange(n) % FOLDS
    for part in range(FOLDS):
        here = parts == part
        there = np.column_stack([np.ones(n - here.sum()), known[~here]])
        coefficients = np.linalg.lstsq(there, given[~here], rcond=None)[0][1:]
        adjusted[here] = given[here] - known[here] @ coefficients
    return adjusted
