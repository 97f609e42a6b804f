"""Words for what is counted on all hands and holdings, by the atlas."""

from typing import Any

from moon_sim.game import LAYOUTS


def counted_words(about: dict[str, Any]) -> str:
    """Return how the atlas has counted all hands and holdings, for the end of a page.

    Parameters
    ----------
    about : dict
        The manifest of an analysis whose `atlas` is true.

    Returns
    -------
    str
        A paragraph for a template of `fill`.
    """
    atlas = about["atlas"]
    exact, sampled, layouts = atlas["exact"], atlas["sampled"], atlas["layouts"]
    if not sampled:
        return (
            "Nothing is sampled where a table says n = all: the odds are those of the atlas, "
            f"which has counted all {LAYOUTS:,} layouts of each holding (`docs/atlas.md`)."
        )
    share = 100 * exact / (exact + sampled)
    return (
        f"Where a table says n = all, every hand or holding is counted, by its odds in the atlas "
        f"(`docs/atlas.md`). It has the exact odds of {share:.0f} % of all holdings; the plans of "
        f"the others were chosen on {layouts} layouts each and measured on {layouts} more. So the "
        "odds of a single hand may be a percentage point off, and the means of many are a tenth of "
        "one too low."
    )


def plans_words(about: dict[str, Any]) -> str:
    """Return which holdings are counted where it matters which plan is best.

    Parameters
    ----------
    about : dict
        The manifest of an analysis whose `atlas` is true.

    Returns
    -------
    str
        "all holdings worth bidding", and of which random part they are, if so.
    """
    atlas = about["atlas"]
    if not atlas["sampled"]:
        return "all holdings worth bidding"
    return (
        f"all holdings worth bidding among the {atlas['exact']:,} whose plans are exact, a random "
        f"part of all {atlas['exact'] + atlas['sampled']:,}"
    )
