"""What a bid gains on average, in points."""

from moon_sim.game import DEFAULT_RULES, Rules, target


def points(bid: int, p_make: float, rules: Rules = DEFAULT_RULES) -> float:
    """Return what a bid gains on average, in points (R13, R14).

    A bid that is made gains itself and one that is set loses itself, so the mean is
    ``bid * (2 * p_make - 1)``, and the break-even is at one half for every bid. Where by a house
    rule a set pays the defenders and costs nothing, the mean is ``bid * p_make``.

    Parameters
    ----------
    bid : int
        4, 5, 6, 7 or 21.
    p_make : float
        Probability that the declarer reaches the bid's target.
    rules : Rules, optional

    Returns
    -------
    float
        Points, from the declarer's side; what the others gain meanwhile is not counted.

    Raises
    ------
    IllegalPlayError
        If the bid is none.

    Examples
    --------
    >>> points(5, 0.75)
    2.5
    """
    target(bid, rules)  # refuses what is no bid
    if rules.set_pays_defenders:
        return bid * p_make
    return bid * (2 * p_make - 1)
