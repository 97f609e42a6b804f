"""The odds in the middle of a hand as text for people: a table, and a sentence of advice."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from moon_sim.display import (
    listed,
    new_table,
    percent,
    percent_range,
    seed_words,
    trump_words,
)
from moon_sim.game import PASS, target, tile_name
from moon_sim.odds import BLIND_ALONE
from moon_sim.play.actions import Call, Exchange

if TYPE_CHECKING:
    from rich.table import Table

    from moon_sim.play.odds import PlayOdds


def action_words(row: Mapping[str, Any]) -> str:
    """Return an action as a line of a short form names it."""
    done = row["action"]
    if isinstance(done, Exchange):
        return f"{tile_name(done.discard)} out, {trump_words(done.trump)}, lead {row['lead']}"
    return f"bid {done}" if isinstance(done, Call) and done.bid != PASS else str(done)


def actions_table(odds: "PlayOdds") -> "Table":
    """Return the table of actions, best first; the best is bold."""
    sampled = [] if odds.exact else ["95 % interval"]
    proven = ["proven"] if "proven" in odds.rows[0] else []
    if odds.phase == "call":
        table = new_table("What each call is worth", "call", "made", *sampled, "points")
    elif odds.phase == "exchange":
        title = f"Each discard with its best trump and lead, to make {odds.observation.bid}"
        table = new_table(title, "discard", "trump", "lead", "made")
    else:
        who = "your" if odds.declares else "the declarer's"
        title = f"What each play makes of {who} contract of {odds.observation.bid}"
        table = new_table(title, "play", "made", *sampled, *proven, "tricks")
    for place, row in enumerate(odds.rows):
        done, made = row["action"], row["p_make"]
        cells = ["" if made != made else percent(made)]  # a pass makes nothing
        if not odds.exact:
            cells.append("" if made != made else percent_range(row["low"], row["high"]))
        if odds.phase == "call":
            cells = [str(done), *cells, f"{row['points']:+.2f}"]
        elif odds.phase == "exchange":
            cells = [tile_name(done.discard), str(done.trump), row["lead"], *cells]
        else:
            if proven:
                cells.append(_proven(row))
            cells = [str(done), *cells, f"{row['mean_tricks']:.2f}"]
        table.add_row(*cells, style=None if place else "bold")
    return table


def _proven(row: Mapping[str, Any]) -> str:
    """What is proven of a play: a number, or two that it lies between."""
    low, high = row["proven"], row["proven_high"]
    return percent(low) if low == high else percent_range(low, high)


def advise(odds: "PlayOdds") -> str:
    """Return one sentence of advice."""
    if odds.phase == "call":
        return _advise_call(odds)
    if odds.phase == "exchange":
        return _advise_exchange(odds)
    return _advise_play(odds)


def _advise_call(odds: "PlayOdds") -> str:
    best, *others = odds.rows
    if len(odds.rows) == 1:
        return f"Bid {best['action']}: there is no other call."
    if best["action"].bid == PASS:
        least = others[0]
        return (
            f"Pass: even a bid of {least['action']} is made on only {percent(least['p_make'])} of "
            f"layouts and costs {-least['points']:.1f} points on average."
        )
    return (
        f"Bid {best['action']}: it is made on {percent(best['p_make'])} of layouts and gains "
        f"{best['points']:.1f} points on average."
    )


def _advise_exchange(odds: "PlayOdds") -> str:
    best, second, *_ = odds.rows
    done = best["action"]
    said = (
        f"Discard {tile_name(done.discard)}, name {trump_words(done.trump)} and lead "
        f"{best['lead']}: that makes {odds.observation.bid} on {percent(best['p_make'])} of layouts"
    )
    if second["p_make"] == best["p_make"]:
        others = [row for row in odds.rows[1:] if row["p_make"] == best["p_make"]]
        tiles = listed([tile_name(row["action"].discard) for row in others], "or")
        return f"{said}, and so does a discard of {tiles}."
    other = tile_name(second["action"].discard)
    return f"{said}; the next best discard, {other}, on {percent(second['p_make'])}."


def _advise_play(odds: "PlayOdds") -> str:
    best, *others = odds.rows
    seen = odds.observation
    assert seen.declarer is not None
    verb = "Play" if seen.trick else "Lead"
    need = target(seen.bid, seen.rules) - seen.tricks[seen.declarer]
    certain = all(row.get("proven") == row["p_make"] > 0 for row in odds.rows)
    seeing = "" if certain else " with all hands open"
    fate = f"{_fate(best['p_make'], odds.exact)}{seeing}"
    if need <= 0 or need > seen.tricks_left:
        fate = f"{'made' if need <= 0 else 'set'} already"
    if not others:
        return f"{verb} {best['action']}, your only legal tile: the contract is {fate}."
    if sure := _advise_proven(odds, verb):
        return sure
    worse = [row for row in others if row["p_make"] != best["p_make"]]
    if worse:
        equal = [str(row["action"]) for row in others if row["p_make"] == best["p_make"]]
        also = f", as with {listed(equal, 'or')}" if equal else ""
        said = (
            f"{verb} {best['action']}: the contract is then {fate}{also}; with the next best tile, "
            f"{worse[0]['action']}, it is {_fate(worse[0]['p_make'], odds.exact)}."
        )
    elif len({row["mean_tricks"] for row in odds.rows}) == 1:
        said = f"All your tiles are alike: whatever you play, the contract is {fate}."
    else:
        goal = "takes the most tricks" if odds.declares else "leaves the declarer the fewest tricks"
        said = f"{verb} {best['action']}: whatever you play, the contract is {fate}; but it {goal}."
    return said


def _advise_proven(odds: "PlayOdds", verb: str) -> str | None:
    """Advice by what a declarer makes for certain, where proofs tell its plays apart."""
    best, *others = odds.rows
    sure = best.get("proven")
    if sure is None or any(row["proven_high"] > sure for row in others):
        return None
    worse = [row for row in others if row["proven"] < sure]
    if all(row["proven_high"] == sure for row in worse):
        return None
    equal = [str(row["action"]) for row in others if row["proven"] == sure]
    also = f", as with {listed(equal, 'or')}" if equal else ""
    second = max(worse, key=lambda row: row["proven_high"])
    open_ = max(odds.rows, key=lambda row: row["p_make"])
    seeing = (
        f" If you saw all hands, {open_['action']} would make it on {_share(open_['p_make'])}."
        if open_["p_make"] > best["p_make"]
        else ""
    )
    return (
        f"{verb} {best['action']}: whatever the defenders do, you then make the contract on "
        f"{'at least ' if sure < best['proven_high'] else ''}{_share(sure)}{also}; with the next "
        f"best tile, {second['action']}, on "
        f"{'at most ' if second['proven'] < second['proven_high'] else ''}"
        f"{_share(second['proven_high'])}.{seeing}"
    )


def _share(p: float) -> str:
    return "every layout" if p == 1 else f"{percent(p)} of layouts"


def _fate(p_make: float, exact: bool) -> str:
    """What becomes of a contract."""
    if p_make in (0, 1):
        return f"{'made' if p_make else 'set'} on every layout{'' if exact else ' of the sample'}"
    return f"made on {percent(p_make)} of layouts"


def describe(odds: "PlayOdds") -> str:
    """Return sentences on how the odds were found."""
    if odds.phase == "play":
        much = (
            f"Exact: all {odds.count:,} layouts that fit what seat {odds.seat} knows"
            if odds.exact
            else f"Sampled: {odds.layouts:,} of {odds.count:,} layouts that fit what seat "
            f"{odds.seat} knows, {seed_words(odds.seed)}"
        )
        more = (
            " Proven: the layouts that one strategy of a declarer wins who sees only what is "
            "played, whatever the defenders see and do."
        )
        proven = more if "proven" in odds.rows[0] else ""
        return f"{much}, each played on double-dummy, with all hands open after the tile.{proven}"
    each = "of every widow " if odds.phase == "call" else ""
    much = (
        f"Exact: all 3,432 layouts {each}with the best discard, trump and lead"
        if odds.exact
        else f"Sampled: {odds.layouts:,} of 3,432 layouts a contract, {seed_words(odds.seed)}"
    )
    if odds.phase == "call":
        much += (
            ", as if this call won the auction; not counted is what others called, nor what one "
            "who passes takes as a defender"
        )
    return f"{much}. {BLIND_ALONE}"
