"""The analysis of play at the table: what is played, what the tables say of it, and the words."""

import argparse

import numpy as np
import pandas as pd
import pytest

from analyses.at_the_table import ANALYSIS, gather, numbers
from analyses.at_the_table.page import page
from moon_sim import Deal, State, contract_odds, format_tiles, solve
from moon_sim.game import LAYOUTS, NUMBER_BIDS, random_deals, tile_ids
from moon_sim.reporting import Run, run_analysis, table_text
from moon_sim.stats import Estimate

NAN = float("nan")


def sure(value, low, high):
    return Estimate(value, low, high, 9)


# --- What is played -----------------------------------------------------------------------------


def declared(number, bid=5):
    """A random deal with a random exchange, before the first lead."""
    rng = np.random.default_rng(number)
    deal, _ = next(random_deals(rng))
    state = State.start(deal).apply(str(bid)).apply("pass").apply("pass")
    legal = state.legal_actions()
    return state.apply(legal[rng.integers(len(legal))])


@pytest.mark.parametrize("number", range(6))
def test_players_who_see_all_play_double_dummy(number):
    state = declared(number)
    value = solve(Deal(state.hands), state.contract.trump)
    assert gather.played(state, "open", "open", [number]) == value


@pytest.mark.parametrize("number", range(3))
def test_who_does_alike_draws_alike(number):
    state = declared(number)
    first = gather.played(state, "pimc-16", "pimc-16", [1, number, 5])
    assert gather.played(state, "pimc-16", "pimc-16", [1, number, 5]) == first


def test_a_promise_is_the_blind_lead_odds_of_its_plan():
    state = declared(3)
    hand, discard, trump = state.hands[0], state.discard, state.contract.trump
    out = format_tiles(1 << discard)
    odds = contract_odds(hand, out, trump, view="blind-lead", threads=1)
    for lead in list(tile_ids(hand))[::3]:
        counts = odds.leads[format_tiles(1 << lead)].counts
        for bid in NUMBER_BIDS:
            assert gather.promised(hand, discard, trump, lead, bid) == counts[bid:].sum()


def test_only_even_odds_are_worth_bidding():
    assert gather.is_worth(LAYOUTS // 2)
    assert not gather.is_worth(LAYOUTS // 2 - 1)


def test_what_is_gathered(whole_atlas, install, monkeypatch):
    install(whole_atlas)
    monkeypatch.setattr(gather, "RUNGS", (("random", "random", 1), ("random", gather.PLAIN, 2)))
    monkeypatch.setattr(gather, "OTHERS", ((gather.MEASURE, gather.PLAIN),))
    monkeypatch.setattr(gather, "MEASURE", "pimc-2")
    monkeypatch.setattr(gather, "DEFENDERS", ("pimc-2", "open"))
    monkeypatch.setattr(gather, "PROVERS", ("proven",))
    monkeypatch.setattr(gather, "CHUNK", 2)
    monkeypatch.setattr(gather, "is_worth", lambda wins: wins >= 0)
    options = argparse.Namespace(others=1, proven=1, auctions=2, blocks=3)
    with Run(1, 2, processes=1, options=options) as run:
        made = gather.gather(run)
    contracts, others, proven, ladder, auctions = made.values()
    assert contracts[["number", "bid"]].to_numpy().tolist() == [
        [number, bid] for number in (0, 1) for bid in NUMBER_BIDS
    ]
    for row in contracts.itertuples():
        deal = gather.deal_of(row.number, 1)
        hidden = sum(deal.hands[1:])
        own = {row.discard, row.lead}
        assert len(own) == 2
        assert not any(tile in format_tiles(hidden).split() for tile in own)
    assert (contracts["open"] <= contracts["best"]).all()
    assert (contracts["wins"] <= contracts["open_wins"]).all()
    seated = f"pimc-64 v {gather.PLAIN}"
    assert others.columns.tolist() == ["number", "bid", seated]
    assert others[["number", "bid"]].to_numpy().tolist() == [[0, bid] for bid in NUMBER_BIDS]
    assert proven.columns.tolist() == ["number", "bid", "proven_wins", "proven v pimc-2"]
    assert proven[["number", "bid"]].to_numpy().tolist() == [[0, 7]]
    assert proven["proven_wins"].item() <= contracts.set_index(["number", "bid"])["wins"].loc[0, 7]
    assert ladder[["lower", "upper", "block"]].to_numpy().tolist() == [
        *(["random", "random", block] for block in range(3)),
        *(["random", gather.PLAIN, block] for block in range(2)),
    ]
    assert auctions.columns.tolist() == ["number", "bid", "pimc-2", "open"]
    assert set(auctions["number"]) <= {0, 1}


# --- What the tables say ------------------------------------------------------------------------


def contracts(*rows):
    """Contracts of (number, bid, wins, open, best, tricks)."""
    names = ["number", "bid", "wins", "open", "best", "tricks"]
    plan = {"discard": "1-1", "trump": "6", "lead": "6-6"}
    return pd.DataFrame(rows, columns=names).assign(**plan, open_wins=3432)


SMALL = contracts(
    (0, 4, 3432, 5, 5, 5),  # made both ways
    (0, 5, 2574, 5, 5, 4),  # there to be made, and set
    (0, 6, 1000, 5, 5, 4),  # not worth bidding
    (1, 4, 1716, 3, 4, 4),  # not after the plan's lead, and made
    (1, 5, 1715, 3, 4, 4),
    (2, 4, 3000, 4, 4, 6),
)


def test_contracts_by_bid():
    found = numbers.by_bid(numbers.with_outcomes(SMALL))
    assert list(found) == [4, 5, numbers.HIGHEST]
    four, five, top = found.values()
    assert (four["n"], five["n"], top["n"]) == (3, 1, 3)
    assert four["seen"] == 100
    assert four["promised"] == pytest.approx(100 * (1 + 0.5 + 3000 / 3432) / 3)
    assert (four["there"], four["made"]) == (pytest.approx(200 / 3), 100)
    assert four["difference"].value == pytest.approx(100 / 3)
    assert (five["there"], five["made"], five["difference"].value) == (100, 0, -100)
    assert top["difference"].value == pytest.approx(0)
    assert not top["same"]
    assert top["promised"] == pytest.approx(100 * (0.75 + 0.5 + 3000 / 3432) / 3)


WINS = [1000, 1715, 1716, 2574, 3000, 3432]


def test_what_was_made_by_what_was_promised():
    found = numbers.reliability(numbers.with_outcomes(SMALL))
    assert found["bin"].tolist() == [2, 4, 5, 7, 8, 9]
    assert found["n"].tolist() == [1, 1, 1, 1, 1, 1]
    assert found["promised"].tolist() == pytest.approx([100 * n / 3432 for n in WINS])
    assert [one.value for one in found["made"]] == [0, 0, 100, 0, 100, 100]
    there = numbers.reliability(numbers.with_outcomes(SMALL), made="there")
    assert [one.value for one in there["made"]] == [0, 0, 0, 100, 100, 100]
    seen = numbers.reliability(numbers.with_outcomes(SMALL), "open_wins")
    assert (seen["promised"].tolist(), seen["n"].tolist()) == ([100], [6])


def test_what_the_best_defence_promises():
    proven = pd.DataFrame({"number": [0, 1], "bid": [5, 4], "proven_wins": [858, 1716]})
    found = numbers.by_view(numbers.with_outcomes(SMALL).merge(proven)).set_index("bid")
    assert found.index.tolist() == [4, 5, numbers.HIGHEST]
    assert found.loc[5, list(numbers.VIEWS)].tolist() == [100, 75, 25]
    assert found.loc[5, "more"].value == -50  # there to be made and set, promised 50 more
    assert found.loc[4, "more"].value == 100
    assert found.loc[numbers.HIGHEST, "more"].value == 25


def test_what_others_make_of_the_same_contracts():
    keys = {"number": [0, 0, 1, 2], "bid": [4, 5, 4, 4]}
    others = pd.DataFrame({**keys, "open v pimc-64": [4, 5, 4, 3], "pimc-64 v open": [3, 3, 4, 3]})
    few = pd.DataFrame({"number": [2], "bid": [4], "proven_wins": [0], "certified v pimc-64": [3]})
    contracts = numbers.with_outcomes(SMALL)
    found = numbers.rivals(contracts, numbers.seatings(contracts, others, few))
    open_, against = numbers.of_measure(found, "declarer", "open"), found.iloc[1]
    assert (open_["n"], open_["made"]) == (3, pytest.approx(200 / 3))
    assert open_["changed"] == pytest.approx(200 / 3)
    assert open_["points"] == pytest.approx((5 + 4 - 4) / 3)
    assert (open_["more"].value, open_["gain"].value) == (0, pytest.approx((10 - 8) / 3))
    assert against["points"] == pytest.approx((-5 + 4 - 4) / 3)
    certified = numbers.of_measure(found, "declarer", "certified")
    assert (certified["n"], certified["more"].value) == (1, -100)
    assert numbers.of_measure(found, "declarer", "random") is None


def test_the_ladder():
    rows = [("a", "b", 0, 9, 27), ("a", "b", 1, 18, 18), ("b", "c", 0, 45, 9)]
    found = numbers.ladder(pd.DataFrame(rows, columns=["lower", "upper", "block", "low", "up"]))
    assert found[["lower", "upper"]].to_numpy().tolist() == [["a", "b"], ["b", "c"]]
    assert found["up"].tolist() == [2.5, 1]
    assert [one.value for one in found["difference"]] == [1, -4]
    assert found["n"].tolist() == [2, 1]


def test_players_are_level_where_the_whole_interval_is_near_zero():
    ends = [(0, -0.04, 0.04), (0, -0.06, 0.01), (0.02, 0.01, 0.03), (0, NAN, NAN)]
    assert [numbers.is_level(sure(*one)) for one in ends] == [True, False, True, False]


def test_what_other_defenders_change_of_bought_contracts():
    columns = ["number", "bid", "pimc-64", "inferring", "open"]
    rows = [(0, 4, 4, 3, 3), (1, 21, 7, 7, 6), (2, 5, 4, 4, 4)]
    found = numbers.in_auctions(pd.DataFrame(rows, columns=columns))
    assert list(found) == ["inferring", "open"]
    assert found["inferring"]["more"].value == pytest.approx(-100 / 3)
    assert found["open"]["tricks"].value == pytest.approx(-2 / 3)
    assert found["open"]["changed"] == pytest.approx(200 / 3)


def test_a_difference_is_proven_where_its_interval_leaves_out_zero():
    ends = [(2, 1, 3), (-2, -3, -1), (1, -1, 3), (1, 0, 2), (0, NAN, NAN)]
    assert [numbers.sign(sure(*one)) for one in ends] == [1, -1, 0, 0, 0]


# --- The words ----------------------------------------------------------------------------------

ABOUT = {
    "atlas": {"exact": 319_770, "sampled": 0, "layouts": 3432, "sha256": "0"},
    "command": "python -m analyses.at_the_table",
    "date": "2026-12-01",
    "seconds": 1,
    "versions": {"moon_sim": "0.1.0", "python": "3.11"},
    "commit": "0",
}


def told(made, there):
    """The page of 40 contracts, of which so many are made at the table, and with hands open."""
    rows = [
        (number, 4, 2000, 4 if number < there else 3, 4, 4 if number < made else 3)
        for number in range(40)
    ]
    names = {f"{one} v {other}": [] for one, other in gather.OTHERS}
    others = pd.DataFrame({"number": [], "bid": [], **names})
    proven = pd.DataFrame({"number": [0], "bid": [4], "proven_wins": [2000]})
    ladder = pd.DataFrame(
        [("weak", "strong", block, 9, 36 + 9 * (block % 3)) for block in range(9)]
        + [("like", "other", block, 9, 8 + (block % 3)) for block in range(30)],
        columns=["lower", "upper", "block", "low", "up"],
    )
    bought = pd.DataFrame([(0, 4, 4, 4, 4)], columns=["number", "bid", *gather.DEFENDERS])
    tables = {
        "contracts.csv": contracts(*rows),
        "others.csv": others.astype({"number": int, "bid": int}),
        "proven.csv": proven,
        "ladder.csv": ladder,
        "auctions.csv": bought,
    }
    return page(tables, ABOUT).text


def test_the_answer_follows_the_sign():
    assert told(30, 20).splitlines()[2].startswith("**More than its odds say, where")
    assert told(20, 30).splitlines()[2].startswith("**Less than its odds say, where")
    same = " ".join(told(30, 30).split())
    assert "**As much as its odds say, where three computer players play it**, as far as 40" in same
    assert "Each of them comes out as it does with hands open." in same
    assert "At no bid are the two told apart for sure." in same
    assert "contracts are made more often at the table, by 25.0 percentage" in " ".join(
        told(30, 20).split()
    )
    assert "Better than the one below for sure: `strong` than `weak`, +4.000 points a hand" in same
    assert "`other` and `like` are equal within 0.05 points a hand: 0.000 points a hand" in same


@pytest.mark.parametrize("words", [["--others", "0"], ["--blocks", "0"], ["--proven", "x"]])
def test_bad_arguments_are_refused(tmp_path, capsys, words):
    with pytest.raises(SystemExit) as ended:
        run_analysis(ANALYSIS, [*words, "--out", str(tmp_path)])
    assert ended.value.code == 2
    assert words[0] in capsys.readouterr().err.splitlines()[-1]


# --- The committed report -----------------------------------------------------------------------


def test_who_sees_all_makes_what_can_be_made(committed):
    tables = committed("at_the_table")
    of = tables["contracts.csv"].set_index(["number", "bid"])
    assert (of["open"] <= of["best"]).all()
    assert (of["wins"] <= of["open_wins"]).all()
    others = tables["others.csv"].set_index(["number", "bid"])
    goal = others.index.get_level_values("bid")
    can = of.loc[others.index, "best"] >= goal
    assert ((others["open v pimc-64"] >= goal) | ~can).all()
    assert ((others["pimc-64 v open"] < goal) | can).all()
    proven = tables["proven.csv"].set_index(["number", "bid"])
    assert (proven["proven_wins"] <= of.loc[proven.index, "open_wins"]).all()


def test_the_answer_counted_once_more(committed):
    """The first table's last row by plain loops over the file."""
    rows = {}
    for row in committed("at_the_table")["contracts.csv"].itertuples():
        if 2 * row.wins >= 3432 and row.bid >= rows.get(row.number, row).bid:
            rows[row.number] = row
    made = sum(row.tricks >= row.bid for row in rows.values())
    there = sum(row.open >= row.bid for row in rows.values())
    top = numbers.by_bid(numbers.with_outcomes(committed("at_the_table")["contracts.csv"]))
    found = top[numbers.HIGHEST]
    assert found["n"] == len(rows)
    assert found["made"] == pytest.approx(100 * made / len(rows))
    assert found["there"] == pytest.approx(100 * there / len(rows))
    assert found["difference"].value == pytest.approx(100 * (made - there) / len(rows))


def test_the_tables_are_small(committed):
    assert sum(len(table_text(one)) for one in committed("at_the_table").values()) < 500_000
