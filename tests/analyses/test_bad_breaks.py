"""The analysis of bad breaks: what counts as which holding, mirror images, statistics, its data."""

from math import sqrt

import naive
import numpy as np
import pandas as pd
import pytest
from helpers import mask, to_mask, to_tiles
from reports_there import REPORTS

from analyses.bad_breaks import advice, kinds, numbers
from analyses.bad_breaks.page import page
from moon_sim import Layouts, Trump, contract_odds
from moon_sim.stats import Estimate

# --- Kinds, by plain loops --------------------------------------------------------------------


def leads_to(hand, suit, trump):
    """The tiles of a hand that lead to the suit of a number."""
    return [t for t in hand if not naive.is_trump(t, trump) and naive.led_suit(t, trump) == suit]


def in_suit(tiles, suit, trump):
    """The tiles of a suit of a number, the highest first."""
    of_suit = [t for t in tiles if not naive.is_trump(t, trump) and suit in t]
    return sorted(of_suit, key=lambda t: naive.rank(t, suit), reverse=True)


def second_suit(hand, trump):
    """The declarer's second suit, or None."""
    best, key = None, ()
    for suit in range(7):
        leads = leads_to(hand, suit, trump)
        heads = in_suit(naive.TILES, suit, trump)[:1]
        new = (len(leads), any(t in hand for t in heads), suit)
        if len(leads) >= 2 and new > key:
            best, key = suit, new
    return best


def plain(declarer, discard, trump, held):
    """The names of all kinds that a defender's hand is, from the words in `KINDS`."""
    out = [t for t in naive.TILES if t not in declarer and t != discard]
    suit = naive.DOUBLES if trump == naive.DOUBLES else trump
    trumps_out = [t for t in out if naive.is_trump(t, trump)]
    trumps = [t for t in held if naive.is_trump(t, trump)]
    names = set()
    if len(trumps_out) > 1 and len(trumps) == len(trumps_out):
        names.add("all trumps")
    if trumps_out:
        every = [t for t in naive.TILES if naive.is_trump(t, trump)]
        top = max(every, key=lambda t: naive.rank(t, suit))
        highest = max(trumps_out, key=lambda t: naive.rank(t, suit))
        if highest in trumps and discard != top:
            name = "top trump" if highest == top else "highest out"
            more = {1: "alone", 2: "+ 1"}.get(len(trumps), "+ 2 or more")
            names.add(f"{name} {more}")
    second = second_suit(declarer, trump)
    if second is not None and in_suit(out, second, trump):
        suit_out, mine = in_suit(out, second, trump), in_suit(held, second, trump)
        if not mine and trumps:
            names.add("void with a trump")
        leads = in_suit(leads_to(declarer, second, trump), second, trump)
        best = naive.rank(suit_out[0], second)
        above = [t for t in leads if naive.rank(t, second) > best]
        if len(above) < len(leads) and suit_out[0] in mine and len(mine) - 1 >= len(above):
            names.add("guard")
    doubles_out = [t for t in out if t[0] == t[1] and not naive.is_trump(t, trump)]
    doubles = [t for t in doubles_out if t in held]
    if doubles_out and not doubles:
        names.add("no double")
    if len(doubles_out) > 3 and len(doubles) > 2:
        names.add("3 doubles or more")
    return names


def named(declarer, discard, trump, held):
    about = kinds.facts(to_mask(declarer), to_mask([discard]), Trump(trump))
    found = kinds.classify(about, np.array([to_mask(held)]))
    return {kind for kind, holds in found.items() if holds[0]}


@pytest.mark.parametrize("trump", naive.TRUMPS)
def test_kinds_are_what_plain_loops_find(trump):
    rng = np.random.default_rng(trump)
    for _ in range(300):
        order = [naive.TILES[i] for i in rng.permutation(22)]
        declarer, discard, held = order[:7], order[7], order[8:15]
        assert named(declarer, discard, trump, held) == plain(declarer, discard, trump, held)


def test_each_kind_is_explained_and_occurs():
    explained = [kind for group in kinds.KINDS.values() for kind in group]
    assert len(explained) == len(set(explained))
    seen = set()
    rng = np.random.default_rng(5)
    for _ in range(4000):
        order = [naive.TILES[i] for i in rng.permutation(22)]
        seen |= plain(order[:7], order[7], int(rng.integers(9)), order[8:15])
    assert seen == set(explained)


# The declarer holds the top four sixes and the top of fives with a small one; 6-1 and 6-2 are out.
SIXES = ("6-6 6-5 6-4 6-3 5-5 5-3 5-1", "2-1", "6")
# The same without the double of trumps.
LACKING = ("6-5 6-4 6-3 5-5 5-3 5-1 1-1", "2-1", "6")


@pytest.mark.parametrize(
    ("contract", "held", "kind", "holds"),
    [
        (SIXES, "6-2 5-4 4-4 4-3 4-1 3-3 1-1", "highest out alone", True),
        (SIXES, "6-1 5-4 4-4 4-3 4-1 3-3 1-1", "highest out alone", False),
        (SIXES, "6-2 6-1 4-4 4-3 4-1 3-3 1-1", "highest out + 1", True),
        (SIXES, "6-2 6-1 4-4 4-3 4-1 3-3 1-1", "void with a trump", True),
        # 5-4 is the highest five out, with 5-5 above it: it takes a second five to guard it.
        (SIXES, "6-2 5-4 4-4 4-3 4-1 3-3 1-1", "guard", False),
        (SIXES, "6-2 5-4 5-2 4-3 4-1 3-3 1-1", "guard", True),
        (SIXES, "6-2 5-2 4-4 4-3 4-1 3-3 1-1", "guard", False),
        (SIXES, "6-2 5-4 4-4 4-3 4-1 3-3 1-1", "3 doubles or more", True),
        (LACKING, "6-6 5-4 4-4 4-3 4-1 3-3 2-2", "top trump alone", True),
        (LACKING, "6-6 6-1 4-4 4-3 4-1 3-3 2-2", "top trump + 1", True),
        (LACKING, "6-6 6-2 6-1 4-3 4-1 3-3 2-2", "top trump + 2 or more", True),
        (SIXES, "6-2 6-1 5-4 4-3 4-1 3-2 2-1", "no double", True),
        (SIXES, "6-2 6-1 5-4 4-3 4-1 3-2 0-0", "no double", False),
        (SIXES, "6-2 6-1 4-4 4-3 4-1 3-3 1-1", "all trumps", True),
        (SIXES, "6-2 5-4 4-4 4-3 4-1 3-3 1-1", "all trumps", False),
        (LACKING, "6-6 6-2 6-1 4-3 4-1 3-3 2-2", "all trumps", True),
        (LACKING, "6-2 6-1 4-4 4-3 4-1 3-3 2-2", "all trumps", False),
    ],
)
def test_kinds_worked_by_hand(contract, held, kind, holds):
    hand, discard, trump = contract
    about = kinds.facts(mask(hand), mask(discard), Trump.parse(trump))
    assert kinds.classify(about, np.array([mask(held)]))[kind][0] == holds


def test_kinds_that_a_contract_rules_out_are_left_out():
    hand, discard, trump = SIXES
    about = kinds.facts(mask(hand), mask(discard), Trump.parse(trump))
    found = set(kinds.classify(about, np.array([mask("5-4 4-4 4-3 4-1 3-3 2-2 0-0")])))
    assert not [kind for kind in found if kind.startswith("top trump")], "the declarer has it"
    assert "highest out + 2 or more" not in found, "only two are out"
    without = kinds.facts(mask(hand), mask(discard), Trump.NONE)
    assert not [
        kind for kind in kinds.classify(without, np.array([0])) if "trump" in kind
    ]  # fmt: skip


# --- Layouts ----------------------------------------------------------------------------------


def layouts(hand, discard):
    return Layouts.after_exchange(hand, discard).hands()[:, 1:]


def test_tallies_and_splits_are_what_a_loop_counts():
    hand, discard, trump = LACKING
    defenders = layouts(hand, discard)
    about = kinds.facts(mask(hand), mask(discard), Trump.parse(trump))
    made = np.random.default_rng(2).random(3432) < 0.7  # any verdict will do
    verdict = {tuple(row): bool(won) for row, won in zip(defenders.tolist(), made, strict=True)}
    held = {
        tiles: plain(to_tiles(mask(hand)), to_tiles(mask(discard))[0], 6, to_tiles(tiles))
        for tiles in {int(row[0]) for row in defenders}
    }
    tally = {(row["kind"], row["seat"]): row for row in kinds.tally(about, defenders, made)}
    assert {kind for names in held.values() for kind in names} == {kind for kind, _ in tally}
    for (kind, seat), row in tally.items():
        place = ("left", "right").index(seat)
        with_it = [pair for pair in verdict if kind in held[pair[place]]]
        won = [pair for pair in with_it if verdict[pair]]
        assert (row["n"], row["made"]) == (len(with_it), len(won))
        assert row["n"] == tally[kind, "left"]["n"], "a kind is as frequent on either side"

    found = kinds.splits(about, defenders, made)
    assert [row["out"] for row in found] == [3, 3, 3, 3]
    for row in found:
        pairs = [p for p in verdict if (p[0] & mask("6-6 6-2 6-1")).bit_count() == row["left"]]
        assert (row["n"], row["made"]) == (len(pairs), sum(verdict[p] for p in pairs))
    # Of 14 tiles, 7 with each: the three trumps lie 3-0 on C(11, 4) layouts, 2-1 on 3 C(11, 5).
    assert [row["n"] for row in found] == [330, 1386, 1386, 330]


def test_one_trump_out_is_no_split():
    about = kinds.facts(mask("6-6 6-5 6-4 6-3 6-2 5-5 5-3"), mask("2-1"), Trump.SIXES)
    assert kinds.splits(about, layouts("6-6 6-5 6-4 6-3 6-2 5-5 5-3", "2-1"), np.ones(3432)) == []


# --- Statistics, on tables small enough to work by hand ---------------------------------------


def contracts(*rows):
    """Contracts of 100 layouts with the number made, bid and trumps of each."""
    return pd.DataFrame([
        {"contract": i, "trump": trump, "bid": bid, "trumps": trumps, "n": 100, "made": made}
        for i, (made, bid, trump, trumps) in enumerate(rows)
    ])  # fmt: skip


def table(kind, *rows):
    """A kind's counts: contract, layouts, made with it on the left and on the right."""
    return pd.DataFrame([
        {"contract": contract, "kind": kind, "seat": seat, "n": n, "made": made}
        for contract, n, left, right in rows
        for seat, made in (("left", left), ("right", right))
    ])  # fmt: skip


TWO = [(80, 5, "6", 4), (40, 6, "none", 0)]


def test_changes_are_odds_less_the_contracts_own():
    # On 20 layouts the left holds it: 10 made of 20 is 50 %, from 80 % 30 points less.
    counted = table("guard", (0, 20, 10, 14))
    (row,) = numbers.changes(contracts(*TWO), counted).to_dict("records")
    assert row["contract"] == 0
    assert (row["bid"], row["part"]) == (5, numbers.ABOVE)
    assert row["left"] == pytest.approx(-30)
    assert row["right"] == pytest.approx(-10)
    assert row["either"] == pytest.approx(-20)
    assert row["difference"] == pytest.approx(-20)
    # 20 layouts fail; with it on the left 10 of them, on the right 6: 8 on average.
    assert (row["with_it"], row["n"], row["lost_with"], row["lost"]) == (20, 100, 8, 20)


def test_the_parts_are_by_even_odds():
    rows = contracts((49, 5, "6", 4), (50, 5, "6", 4), (51, 5, "6", 4))
    assert list(numbers.part_of(rows)) == [numbers.BELOW, numbers.ABOVE, numbers.ABOVE]


def test_shares_are_pooled_over_layouts_and_no_means_of_ratios(monkeypatch):
    monkeypatch.setattr(numbers, "FEWEST", 1)
    # 1 of 2 failing layouts has it in the one contract, 10 of 40 in the other: 11 of 42, not 37 %.
    counted = table("guard", (0, 20, 19, 19), (1, 30, 20, 20))
    found = numbers.effects(
        numbers.changes(contracts((98, 5, "6", 4), (60, 6, "6", 4)), counted)
    ).set_index(["kind", "part"])
    assert found.index.tolist() == [("guard", numbers.ABOVE), ("guard", numbers.ALL)]
    row = found.loc[("guard", numbers.ALL)]
    assert row["failing"].value == pytest.approx(100 * 11 / 42)
    assert row["share"] == pytest.approx(25)
    assert row["contracts"] == 2


def test_a_mean_has_students_interval(monkeypatch):
    monkeypatch.setattr(numbers, "FEWEST", 5)
    # Mean 3, standard deviation sqrt(2.5), t(0.975, 4) = 2.776.
    made = numbers.mean(pd.Series([1, 2, 3, 4, 5]))
    assert (made.value, made.n) == (3, 5)
    reach = 2.776 * sqrt(2.5 / 5)
    assert made.low == pytest.approx(3 - reach, abs=1e-3)
    assert made.high == pytest.approx(3 + reach, abs=1e-3)
    assert numbers.cell(made) == "+3.0 (+1.0 to +5.0)"
    assert numbers.cell(numbers.mean(pd.Series([1, 2]))) == "few"
    assert numbers.cell(numbers.mean(pd.Series([-0.01] * 5))) == "0.0 (all alike)"


def test_seats_are_compared_within_a_bid(monkeypatch):
    monkeypatch.setattr(numbers, "FEWEST", 6)
    # At a bid of 4 the left is always better by 40 points, at 6 there is no difference.
    left = [(i, 10, 9, 5) for i in range(6)]
    same = [(i, 10, 5, 5) for i in range(6, 12)]
    few = [(12, 10, 9, 5)]
    of = contracts(*[(50, 4, "6", 4)] * 6, *[(50, 6, "6", 4)] * 6, (50, 21, "6", 4))
    changed = numbers.changes(of, table("no double", *left, *same, *few))
    found = numbers.seats(changed).query("kind == 'no double'").set_index("bid")
    assert [one.value for one in found["difference"]] == pytest.approx([40, 0, 40])
    assert found.loc[4, "p"] == 2 / 64
    assert found.loc[4, "holm"] == 4 / 64, "of two tests"
    assert found.loc[6, "holm"] == 1
    assert np.isnan(found.loc[21, "holm"]), "one contract is too few"


def test_splits_have_both_seats_together(monkeypatch):
    monkeypatch.setattr(numbers, "FEWEST", 1)
    split = pd.DataFrame(
        [(0, 2, 0, 20, 10), (0, 2, 1, 60, 60), (0, 2, 2, 20, 14)],
        columns=["contract", "out", "left", "n", "made"],
    )
    changed = numbers.split_changes(contracts((84, 5, "6", 4)), split)
    assert changed["longer"].tolist() == [1, 2]
    # 60 of 60 made, and 24 of 40.
    assert changed["either"].tolist() == pytest.approx([16, -24])
    assert changed["with_it"].tolist() == [60, 40]
    whole = numbers.in_one_hand(changed)
    assert whole.keys() == {numbers.ABOVE, numbers.ALL}
    assert whole[numbers.ALL]["failing"].value == pytest.approx(100)
    assert whole[numbers.ALL]["share"] == pytest.approx(40)


def test_kinds_that_the_sample_does_not_tell_apart_are_named_together():
    def row(kind, value, reach, part=numbers.ABOVE):
        change = Estimate(value, value - reach, value + reach, 50)
        return {"kind": kind, "part": part, "contracts": 50, "share": 20.0, "change": change}

    found = pd.DataFrame([
        row("all trumps", -40, 3),
        row("highest out + 2 or more", -44, 4),
        row("guard", -10, 2),
        row("no double", -1, 2),
        row("highest out alone", 20, 1),
        row("void with a trump", -90, 1, numbers.BELOW),
    ])  # fmt: skip
    told = advice.extremes(found)
    assert [one["change"].value for one in told["worst"]] == [-44, -40]
    assert [one["change"].value for one in told["bad"]] == [-44, -40, -10]
    assert [one["change"].value for one in told["best"]] == [20]
    assert told["good"] == told["best"]


# --- The committed data -----------------------------------------------------------------------


def test_the_data_agree_with_the_odds(committed):
    tables = committed("bad_breaks")
    found, split = tables["contracts.csv"], tables["split.csv"]
    odds = found["made"] / found["n"]
    assert odds.between(0.02, 0.98, inclusive="neither").all()
    for row in found[found["contract"].isin([3])].itertuples():
        blind = contract_odds(row.hand, row.discard, row.trump, view="blind-lead", threads=1)
        assert row.made / row.n == blind.leads[row.lead].p_at_least(min(row.bid, 7))
    sums = split.groupby("contract")[["n", "made"]].sum()
    several = found.set_index("contract")[found["trumps_out"].to_numpy() > 1]
    assert (sums == several[["n", "made"]]).all(axis=None)
    pairs = tables["kinds.csv"].pivot(index=["contract", "kind"], columns="seat")
    assert (pairs["n", "left"] == pairs["n", "right"]).all()


def test_a_page_of_a_few_contracts(committed):
    tables = {name: table[table["contract"] < 4] for name, table in committed("bad_breaks").items()}
    about = {"seed": 1, "versions": {}, "command": "c", "date": "d", "seconds": 1}
    about["atlas"] = {"exact": 1, "sampled": 0, "layouts": None}
    made = page(tables, about)
    text = " ".join(made.text.split())
    assert "All of them lie with one defender" not in text, "too few to tell"
    assert "the worst that one defender often holds" not in text, "too few to tell"
    assert "**What a declarer has to fear**" not in text
    assert "**For the defenders**, reverse the signs" in text
    assert "nan" not in text
    assert made.figures.keys() == {"kinds", "seats"}


def test_the_page_says_what_a_second_count_finds(committed):
    """Of the failing layouts with two trumps out or more, those with all trumps in one hand."""
    tables = committed("bad_breaks")
    found, split = tables["contracts.csv"].set_index("contract"), tables["split.csv"]
    lost, together = {True: 0, False: 0}, {True: 0, False: 0}
    for row in split.itertuples():
        of = found.loc[row.contract]
        good = bool(2 * of["made"] >= of["n"])
        lost[good] += row.n - row.made
        if row.left in (0, row.out):
            together[good] += row.n - row.made
    text = " ".join((REPORTS / "bad_breaks" / "README.md").read_text(encoding="utf-8").split())
    for good in (True, False):
        assert f"on **{100 * together[good] / lost[good]:.0f} %**" in text
    assert f"on **{100 * sum(together.values()) / sum(lost.values()):.0f} %**" in text
