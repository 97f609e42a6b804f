"""The page of `bidding.py`: every number in its words is from the data."""

from typing import Any

from moon_sim.display import listed
from moon_sim.game import NUMBER_BIDS, PASS, Trump, target
from moon_sim.heuristics import LEAST, TRUMPS, WEIGHTS, features
from moon_sim.odds import points
from moon_sim.reporting import Page, bullet, made_by, paragraph, picture, table
from moon_sim.stats import Estimate

from .card import COUNTED
from .counting import BEARABLE, FEWEST, FOLDS
from .drawings import draw_gains, draw_odds
from .words import (
    METHODS,
    WORDS,
    Tables,
    bids_of,
    called,
    counting_of,
    least_of,
    loss,
    percent,
    points_of,
    span,
    with_error,
)

EXAMPLE = "6-6 6-5 6-3 5-5 5-4 2-1 1-1"
ENOUGH = 20
"""Hands of a score, for a mean worth quoting."""


def page(tables: Tables, about: dict[str, Any]) -> Page:
    """Return the page and its figures."""
    bids = bids_of(tables, "bid")
    lines = [
        "# What should I bid?",
        "",
        *_answer(tables),
        *_card(tables),
        *_calibration(tables),
        *_crossings(tables),
        *_table(tables),
        *_losses(tables),
        *_choice(tables),
        *_uncounted(tables),
        *_data(about),
    ]
    figures = {
        "odds": draw_odds(tables["calibration.csv"]),
        "gains": draw_gains(tables["scores.csv"], bids),
    }
    return Page("\n".join(lines), figures)


# --- The page, from top to bottom -------------------------------------------------------------


def _answer(tables: Tables) -> list[str]:
    counts = [f"{each} for {what}" for what, each in counting_of(tables)]
    least = least_of(tables)
    bids = [f"{bid} from {fewest} points on" for bid, fewest in least.items()]
    call = f"Bid {listed(bids, 'and')}, and pass with less" if bids else "Always pass"
    gain = tables["losses.csv"].set_index("method")["gain"]
    return paragraph(
        f"**{call}**, where you count **{listed(counts, 'and')}**, with the number that comes to "
        "the most points as trump. On hands that it was not made from, the count gains "
        f"{gain['count']:.2f} points a hand, {loss(tables, 'count').text(2)} less than the best "
        f"bid by known odds, with its 95 % interval (n = {loss(tables, 'count').n:,} hands). "
        "Always to pass gains nothing."
    )


def _card(tables: Tables) -> list[str]:
    weights = points_of(tables)
    scores = tables["scores.csv"].set_index("score")
    rows = []
    for bid, fewest in least_of(tables).items():
        with_it = scores[scores["call"] == bid]
        odds = scores.loc[fewest, f"p{target(bid)}"]
        gain = scores.loc[fewest, f"gain{bid}"]
        share = with_it["hands"].sum() / scores["hands"].sum()
        rows.append([f"bid {bid}", fewest, percent(odds), f"{gain:.1f}", percent(share)])
    passed = scores[scores["call"] == PASS]["hands"].sum()
    rows.insert(0, ["pass", "fewer", "", "", percent(passed / scores["hands"].sum())])
    return [
        "## How do I count?",
        "",
        *table(["you hold", "points"], counting_of(tables)),
        *paragraph(
            "A tile counts for all that it is: the double of trumps is a trump, one of the three "
            "highest and the double. Count each number that you have some tiles of, as trump."
        ),
        *table(["call", "points from", "odds there", "points won there", "of all hands"], rows),
        *_example(weights, least_of(tables)),
        *_package(weights, least_of(tables)),
    ]


def _example(weights: dict[str, int], least: dict[int, int]) -> list[str]:
    def worth(trump: Trump) -> int:
        held = features(EXAMPLE, trump)
        return sum(each * getattr(held, name) for name, each in weights.items())

    trump = max(TRUMPS, key=lambda one: (worth(one), features(EXAMPLE, one).trumps))
    held = features(EXAMPLE, trump)
    terms = [
        f"{each} x {getattr(held, name)} for {WORDS[name]}"
        for name, each in weights.items()
        if getattr(held, name)
    ]
    call = max((bid for bid, fewest in least.items() if worth(trump) >= fewest), default=PASS)
    return paragraph(
        f"An example: **{EXAMPLE}** with {trump} as trump has {listed(terms, 'and')}: "
        f"**{worth(trump)} points, {called(call)}**."
    )


def _package(weights: dict[str, int], least: dict[int, int]) -> list[str]:
    if (dict(WEIGHTS), dict(LEAST)) == (weights, least):
        return paragraph("`moon_sim.point_count` and the selector `point-count` count so, too.")
    return paragraph(
        "`moon_sim.point_count` and the selector `point-count` count otherwise: points "
        f"{dict(WEIGHTS)}, bids from {dict(LEAST)}."
    )


def _calibration(tables: Tables) -> list[str]:
    found = tables["calibration.csv"]
    rows = []
    for bid in NUMBER_BIDS:
        one = found[found["bid"] == bid]
        many = one[one["n"] >= ENOUGH]
        off = (many["promised"] - many["found"]).abs()
        weighted = [(one[name] * one["n"]).sum() / one["n"].sum() for name in ("promised", "found")]
        rows.append([bid, *map(percent, weighted), f"{100 * off.max():.1f}" if len(off) else "-"])
    return [
        "## Do the odds come out as the count promises?",
        "",
        *paragraph(
            f"The hands were parted in {FOLDS}; for each part, count and odds were made from the "
            "other ones alone, and then compared with the known odds of its hands. By the points "
            "of the count on this page:"
        ),
        *picture("The odds of each bid by points, promised and found", "odds"),
        *table(
            [
                "bid",
                "promised, mean",
                "found, mean",
                f"most apart (scores of {ENOUGH} hands or more)",
            ],
            rows,
        ),
        *paragraph("The last column is in points of percentage."),
    ]


def _crossings(tables: Tables) -> list[str]:
    rows = []
    for kind, when in (("bid", ""), ("bid without 21", " (never 21)")):
        for row in bids_of(tables, kind).dropna(subset=["value"]).itertuples():
            if when and row.name != max(NUMBER_BIDS):
                continue
            both = [int(bid) for bid in (row.instead, row.name) if bid != PASS]
            odds = " and ".join(
                f"{percent(getattr(row, f'p{target(bid)}'))} of {bid}" for bid in both
            )
            gain = points(row.name, getattr(row, f"p{target(row.name)}"))
            what = f"{called(row.instead)} / {called(row.name)}{when}"
            rows.append([what, odds, f"{row.value:.1f}", f"{abs(round(gain, 2)):.2f}"])
    least = least_of(tables)
    seven = max(NUMBER_BIDS)
    seven_only = bids_of(tables, "bid without 21").set_index("name")["points"]
    return [
        "## Where does 5 beat 4, and 21 beat 7?",
        "",
        *paragraph(
            "A made bid gains itself and a set one loses itself, so that each bid's own break-even "
            "is at odds of 50 %, against a pass. A higher bid must do better than the lower one; "
            "that is where both are worth the same:"
        ),
        *table(["calls", "odds there", "points of the count", "worth"], rows),
        *picture("The points that each bid gains by the points of the count", "gains"),
        *paragraph(
            "**7 or 21?** Both need all seven tricks, and 21 stands to win or lose three times as "
            "much. Where the odds are better than even, 21 gains three times what 7 does; where "
            "they are worse, 7 loses and a lower bid or a pass is better. By points alone "
            + ("7 is never the best bid. " if seven not in least else "7 is rarely the best bid. ")
            + (
                f"Who never shoots the moon bids 7 from {seven_only[seven]} points on. "
                if seven in seven_only
                else "Even without 21, no score in the sample makes it the best. "
            )
            + "A 7 is for a match that a 21 could lose, or to go over another player's 6."
        ),
    ]


def _table(tables: Tables) -> list[str]:
    found = tables["decision_table.csv"]
    limits = {name: (found[f"{name}_least"].min(), found[f"{name}_most"].max()) for name in COUNTED}
    total = found["hands"].sum()
    rows = []
    for _, row in found.iterrows():
        cells = [
            span(int(row[f"{name}_least"]), int(row[f"{name}_most"]), *map(int, limits[name]))
            for name in COUNTED
        ]
        odds = Estimate(row["p"], max(row["low"], 0), min(row["high"], 1), int(row["n"]))
        rows.append([
            *cells,
            f"**{called(row['call'])}**",
            odds.text(0, 100) if row["n"] else "-",
            f"{row['gain']:.1f}" if row["n"] else "-",
            percent(row["promised"]),
            int(row["n"]),
            f"{int(row['hands']):,}",
        ])  # fmt: skip
    head = [*COUNTED, "call", "odds (%)", "points", "expected", "n", "hands"]
    return [
        "## What if I don't want to add up?",
        "",
        *paragraph(
            "Take your longest number as trump (of equals the one with more honours). Look up how "
            "many trumps you hold, how many *honours*, which are its three highest tiles, and how "
            f"many *doubles* in all, that of trumps too. All {total:,} hands are in one row:"
        ),
        *table(head, rows, words=4),
        *paragraph(
            "*Odds* and *points* are the means of the sample's n hands in the row, with 95 % "
            "intervals (Student's t; none where all are alike), for the bid, or for 4 where the "
            "call is a pass. *Expected* is what a fit on the three numbers gives all hands of the "
            "row; the calls are made from it. Rows were merged where that loses least."
        ),
    ]


def _losses(tables: Tables) -> list[str]:
    found = tables["losses.csv"].set_index("method")
    rows = []
    for method, words in METHODS.items():
        row = found.loc[method]
        gain = Estimate(row["gain"], row["gain_low"], row["gain_high"], int(row["n"]))
        lost = loss(tables, method).text(2) if method != "known" else "0"
        rows.append([words, gain.text(2), lost, percent(row["best"])])
    n = int(found.loc["count", "n"])
    others = tables["trumps.csv"].set_index("bid")
    four = others.loc[NUMBER_BIDS[0]]
    return [
        "## What does the count lose?",
        "",
        *paragraph(
            f"Points a hand on n = {n:,} hands, each called by what the other {FOLDS - 1} parts of "
            "the sample taught, and played as well as blind-lead odds allow; 95 % intervals "
            "(Student's t). *Best* is how often the call is as good as any."
        ),
        *table(["call by", "gains", "loses against known odds", "best"], rows),
        *paragraph(
            "The odds are sampled, and the best of several noisy numbers promises too much: here "
            f"by some {found.loc['noise', 'lost']:.3f} points a hand, by noise put on them again."
        ),
        *paragraph(
            "The count knows the numbers 1 to 6 alone. Named before the widow, its trump makes a "
            f"bid of 4 with {percent(four['counted'])}, the best number with "
            f"{percent(four['numbers'])}, and the best of all nine, 0, doubles and no trump among "
            f"them, with {percent(four['all'])}; for the other bids:"
        ),
        *table(
            ["bid", "counted", "best number", "best of all", "a number is not the best"],
            [
                [bid, *(f"{100 * row[name]:.1f} %" for name in ("counted", "numbers", "all")),
                 percent(row["others_best"])]
                for bid, row in others.iterrows()
            ],
        ),
        *paragraph("The best of sampled odds is a little too high, so the cost is at most this."),
    ]  # fmt: skip


def _choice(tables: Tables) -> list[str]:
    steps, scales = tables["steps.csv"], tables["scales.csv"]
    rows = tables["weights.csv"]
    rows = rows[rows["kind"] == "feature"]
    weights = [
        [WORDS[row.name_], with_error(row.value, row.error), with_error(row.all_, row.all_error)]
        for row in rows.rename(
            columns={"name": "name_", "value_in_all": "all_", "error_in_all": "all_error"}
        ).itertuples()
    ]
    names = [name for name in scales.columns if name not in ("largest", "lost")]
    return [
        "## Why these things, and why so many points?",
        "",
        *paragraph(
            "The fit is a binomial model: the logits of making a bid are one sum over what a hand "
            "holds, less what the bid asks for, so that a player adds up once for all bids. It was "
            f"fitted to the odds with the trump held fixed, for each number of {FEWEST} tiles or "
            "more. Logits for one more, with standard errors (clustered by hand):"
        ),
        *table(["one more", "in the fit", "in one with all"], weights),
        *paragraph(
            "Things were left out one by one, each time the one missed least, as long as no more "
            f"than {percent(BEARABLE)} was lost of what all explain of held-out hands (of the "
            "deviance that they take away):"
        ),
        *table(
            ["left out, too", "lost by now"],
            [
                [WORDS[row.dropped], f"{100 * row.lost:.1f} %"]
                for row in steps.iloc[1:].itertuples()
            ],
        ),
        *paragraph(
            "Whole points were looked for at each scale; the count takes the smallest numbers "
            f"that lose no more than {percent(BEARABLE)} of what the fit explains:"
        ),
        *table(
            [*(WORDS[name] for name in names), "lost"],
            [
                [*(int(row[name]) for name in names), f"{100 * row['lost']:.1f} %"]
                for _, row in scales.iterrows()
            ],
            words=0,
        ),
    ]


def _uncounted(tables: Tables) -> list[str]:
    return [
        "## What is not counted?",
        "",
        *bullet(
            "**What a defender gains.** Each trick that a defender takes is a point for it. A pass "
            "counts as nothing here, though it may leave another player to bid and you to take "
            "tricks; nor are the points counted that the other two take against you."
        ),
        *bullet(
            "**The other bids.** A bid must go over the earlier ones. If 5 is right and another "
            "has bid 5, look whether 6 gains anything: below its own break-even, pass."
        ),
        *bullet(
            "**The match.** Near its end the same points are not worth the same, and a made 21 "
            "wins it at once."
        ),
        *bullet(
            "**Guesses.** The odds are blind-lead odds: the lead is chosen before the layout is "
            "seen, and from there all hands lie open. Real odds are a little lower; "
            "`reports/true_odds/` says by how much."
        ),
        "",
    ]


def _data(about: dict[str, Any]) -> list[str]:
    return [
        "## The data",
        "",
        *paragraph(
            "The hands and their odds are those of `reports/samples/`. `weights.csv` has the count "
            "and the fit; `steps.csv` and `scales.csv` how things and points were chosen; "
            "`scores.csv` a row for each score, with all hands that have it, the odds and what "
            "each bid gains; `calibration.csv` what was promised and found; `decision_table.csv` "
            "the table; `losses.csv` what each method gains and loses; `trumps.csv` what the "
            "choice of trump costs."
        ),
        *made_by(about),
    ]
