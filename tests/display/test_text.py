"""Results as text for people."""

import dataclasses
import io
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from moon_sim.display import percent, percent_range, trump_words
from moon_sim.game.rules import BIDS, NUMBER_BIDS, Trump, target
from moon_sim.odds.bids import bid_odds
from moon_sim.odds.gains import points
from moon_sim.odds.rankings import ExchangeRanking, rank_exchanges
from moon_sim.odds.strata import Strata
from moon_sim.odds.text import (
    advise_bid,
    advise_exchange,
    bid_table,
    describe_odds,
    describe_ranking,
    ranked_table,
    trump_table,
)
from moon_sim.solver import line_table, play_table
from moon_sim.solver.values import best_line, solve_plays

HAND = "6-6 6-5 6-4 5-5 4-4 3-1 2-1"
DEAL = "5-1 4-4 3-1 | 6-4 5-5 4-2 | 6-6 6-1 4-1"
probabilities = st.floats(0, 1)


@pytest.fixture(scope="module")
def odds():
    return bid_odds(HAND, layouts=5, seed=3, view="double-dummy")


@pytest.fixture(scope="module")
def ranked():
    return rank_exchanges(f"{HAND} 0-0", layouts=4, seed=5, top=2, view="double-dummy")


@pytest.fixture(scope="module")
def blind():
    return bid_odds(HAND, layouts=5, seed=3, view="blind-lead")


@pytest.fixture(scope="module")
def blind_ranked():
    return rank_exchanges(f"{HAND} 0-0", 4, 5, view="blind-lead", top=2)


def made(odds, wins, n=100, **changes):
    """Odds in which each bid 4-7 is made on so many of n layouts of every widow."""
    strata = Strata(np.tile(wins, (15, 1)), np.full((15, 4), n))
    p_make = pd.Series(np.array(wins) / n, odds.p_make.index)
    return dataclasses.replace(odds, p_make=p_make, _best=strata, **changes)


def changed(ranking, **columns):
    return dataclasses.replace(ranking, table=ranking.table.assign(**columns))


def exact(odds):
    return dataclasses.replace(odds, exact=True, seed=None)


def lines(table, **options):
    """A table as a terminal of 80 columns shows it."""
    out = io.StringIO()
    Console(file=out, width=80, **options).print(table)
    return out.getvalue().splitlines()


def cells(table):
    """The rows of a table under its head, as lists of words parted by two blanks or more."""
    shown = lines(table)
    head = next(i for i, line in enumerate(shown) if line.strip().startswith("─"))
    return [re.split(r" {2,}", line.strip()) for line in shown[head + 1 :] if line.strip()]


def plays():
    """The values of a declarer's plays, and of a defender's, that differ."""
    return [(solve_plays(DEAL, "none", leader), leader) for leader in (0, 1)]


# --- Numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (0, "0.0 %"),
        (1e-9, "<0.1 %"),
        (0.0004, "<0.1 %"),
        (0.001, "0.1 %"),
        (0.5, "50.0 %"),
        (0.999, "99.9 %"),
        (0.9996, ">99.9 %"),
        (1 - 1e-12, ">99.9 %"),
        (1, "100.0 %"),
    ],
)
def test_percentages_say_never_or_always_only_where_that_is_so(p, shown):
    assert percent(p) == shown


@given(probabilities)
def test_a_percentage_is_within_its_last_digit(p):
    shown = percent(p)
    assert ("100.0" in shown) == (p == 1)
    assert abs(float(shown.strip("<> %")) / 100 - p) <= 0.001


@given(st.tuples(probabilities, probabilities).map(sorted))
def test_a_shown_interval_covers_the_interval_and_little_more(interval):
    low, high = interval
    first, last = (float(word) / 100 for word in re.findall(r"[\d.]+", percent_range(low, high)))
    assert low - 0.0011 < first <= low + 1e-12
    assert high - 1e-12 <= last < high + 0.0011


# --- All tables -------------------------------------------------------------------------------


def every_table(odds, ranked):
    line = best_line("6-5 | 6-6 | 6-4", "none")
    one = dataclasses.replace(odds, by_trump=odds.by_trump.loc[[Trump.DOUBLES]])
    yield trump_table(odds)
    yield from map(bid_table, (odds, exact(odds), one, made(odds, [100, 100, 100, 100])))
    yield from map(ranked_table, (ranked, dataclasses.replace(ranked, exact=True)))
    yield ranked_table(changed(ranked, p_make=1.0, low=0.5, high=1.0))
    yield from (play_table(values, seat) for values, seat in plays())
    yield play_table({"6-6": 0}, 2)
    yield line_table(line)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_tables_fit_80_columns_with_nothing_cut_and_a_title_of_one_line(odds, ranked, encoding):
    for table in every_table(odds, ranked):
        raw = io.TextIOWrapper(io.BytesIO(), encoding=encoding)  # strict: what can't be shown fails
        Console(file=raw, width=80).print(table)
        raw.flush()
        shown = raw.buffer.getvalue().decode(encoding).splitlines()
        assert shown[0].strip() == table.title
        assert max(map(len, shown)) <= 80
        assert len(set(map(len, shown))) == 1  # aligned: every row has the table's width
        assert not any("…" in line for line in shown)


def test_blind_lead_tables_fit_80_columns_too(blind, blind_ranked):
    wide = changed(blind_ranked, trump="doubles", p_make=0.9999, double_dummy=0.9999, high=1.0)
    all_ = dataclasses.replace(wide, exact=True)
    for ranked in (blind_ranked, changed(wide, low=0.999), all_):
        shown = lines(ranked_table(ranked))
        assert max(map(len, shown)) <= 80
        assert not any("…" in line for line in shown)
    for odds in (blind, exact(blind)):
        shown = lines(bid_table(odds))
        assert max(map(len, shown)) <= 80


# --- Blind leads ------------------------------------------------------------------------------


def test_bids_show_the_double_dummy_odds_beside_the_blind_ones(blind):
    for bid, row in zip(BIDS, cells(bid_table(blind)), strict=True):
        assert row[1] == percent(blind.p_make[target(bid)])
        assert row[-2] == percent(blind.double_dummy[target(bid)])
    assert "Blind lead" in describe_odds(blind)
    assert "trump and lead" in describe_odds(exact(blind))


def test_rankings_show_the_lead_and_points_of_21_apart(blind_ranked):
    rows = cells(ranked_table(blind_ranked))
    records = blind_ranked.to_frame().to_dict("records")
    records += [{**row, "bid": 21} for row in records if row["bid"] == 7]
    for row, source in zip(rows, records, strict=True):
        assert (row[0] == str(source["bid"])) == (source["rank"] == 1)
        choice = row[1:] if source["rank"] == 1 else row
        assert choice[:3] == [source["discard"], source["trump"], source["lead"]]
        assert choice[-2] == percent(source["double_dummy"])
        assert choice[-1] == f"{points(source['bid'], source['p_make']):+.2f}"


def test_advice_names_the_lead(blind_ranked):
    table = blind_ranked.table.loc[[(7, 1)]]
    table = table.assign(discard="2-1", trump="6", lead="6-6", p_make=0.5)
    one = dataclasses.replace(blind_ranked, table=table)
    assert advise_exchange(one) == "For 7 and 21 discard 2-1, name 6 as trump and lead 6-6."
    assert "trump and lead" in describe_ranking(dataclasses.replace(blind_ranked, exact=True))
    assert "Blind lead" in describe_ranking(blind_ranked)


# --- Bids -------------------------------------------------------------------------------------


def test_trump_table_shows_each_probability(odds):
    rows = cells(trump_table(odds))
    assert [row[0] for row in rows] == [str(trump) for trump in Trump]
    for trump, row in zip(Trump, rows, strict=True):
        shown = [percent(odds.by_trump.loc[trump, bid]) for bid in NUMBER_BIDS]
        assert [cell.rstrip("*") for cell in row[1:]] == shown


def test_trump_table_marks_every_best_trump_of_a_bid_and_no_other(odds):
    by_trump = pd.DataFrame(0.0, odds.by_trump.index, odds.by_trump.columns)
    by_trump.loc[Trump.SIXES] = [0.9, 0.5, 0.1, 0.0]
    by_trump.loc[Trump.NONE] = [0.8, 0.5, 0.2, 0.0]
    rows = cells(trump_table(dataclasses.replace(odds, by_trump=by_trump)))
    starred = {row[0]: [cell.endswith("*") for cell in row[1:]] for row in rows}
    assert starred.pop("6") == [True, True, False, False]
    assert starred.pop("none") == [False, True, True, False]
    assert not any(map(any, starred.values()))  # and none is the best for a bid that none makes


@pytest.mark.parametrize("is_exact", [False, True])
def test_bid_table_shows_odds_and_points_and_an_interval_of_a_sample(odds, is_exact):
    found = exact(odds) if is_exact else odds
    table = bid_table(found)
    rows = cells(table)
    assert [row[0] for row in rows] == [str(bid) for bid in BIDS]
    for bid, row in zip(BIDS, rows, strict=True):
        p = found.p_make[target(bid)]
        between = [] if is_exact else [percent_range(*found.interval(bid))]
        assert row[1:] == [percent(p), *between, f"{points(bid, p):+.2f}"]


def test_bid_table_sets_the_bid_that_gains_most_in_bold(odds):
    shown = lines(bid_table(made(odds, [90, 80, 10, 0])), force_terminal=True)
    rows = [line for line in shown if re.search(r"[+-]\d+\.\d\d", line)]
    assert ["\x1b[1m" in row for row in rows] == [bid == 4 for bid in BIDS]  # +3.2; 5 gains +3.0


def test_bid_table_names_a_trump_that_was_given(odds):
    one = dataclasses.replace(odds, by_trump=odds.by_trump.loc[[Trump.NONE]])
    assert "with no trump" in bid_table(one).title
    assert "with" not in bid_table(odds).title


def test_bid_table_tells_the_break_even(odds):
    (share,) = re.findall(r"break-even: made (\d+) %", bid_table(odds).title)
    assert [points(bid, int(share) / 100) for bid in BIDS] == [0] * len(BIDS)


def test_a_sample_is_described_by_size_error_and_seed(odds):
    said = describe_odds(odds)
    assert "5 of 3,432 layouts" in said
    assert "seed 3" in said
    assert percent(max(odds.standard_error(bid) for bid in NUMBER_BIDS)) in said
    assert "Sampled" not in describe_odds(exact(odds))


# --- Advice -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "advice"),
    [
        ([0, 0, 0, 0], "Pass: even a bid of 4 is only made on 0.0 % of layouts and costs 4.0"),
        ([49, 40, 0, 0], "Pass: even a bid of 4 is only made on 49.0 % of layouts and costs 0.1"),
        ([50, 0, 0, 0], "Pass"),  # nothing to gain
        ([90, 50, 10, 0], "Bid 4: it is made on 90.0 % of layouts and gains 3.2 points"),
        ([90, 90, 90, 10], "Bid 6"),
        ([100, 100, 100, 70], "Shoot the moon (21): it is made on 70.0 % of layouts and gains 8.4"),
        ([100, 100, 100, 60], "Bid 6"),  # 21 gains 4.2
    ],
)
def test_advice_is_the_call_that_gains_most(odds, wins, advice):
    said = advise_bid(made(odds, wins, exact=True))
    assert said.startswith(advice)
    assert said.endswith(".")
    assert "-0.0" not in said


def test_advice_is_one_sentence(odds):
    for wins in ([0, 0, 0, 0], [50, 50, 50, 50], [52, 51, 10, 0], [99, 99, 99, 99]):
        assert not re.search(r"\. ", advise_bid(made(odds, wins)))


def test_advice_names_the_best_trump_for_its_bid(odds):
    by_trump = pd.DataFrame(0.1, odds.by_trump.index, odds.by_trump.columns)
    by_trump.loc[Trump.DOUBLES, 5] = 0.9
    by_trump.loc[Trump.ONES, 4] = 0.9
    changed = made(odds, [90, 90, 0, 0], by_trump=by_trump)
    assert "doubles as trump looks best" in advise_bid(changed)
    one = dataclasses.replace(changed, by_trump=by_trump.loc[[Trump.NONE]])
    assert "with no trump" in advise_bid(one)


@pytest.mark.parametrize(
    ("wins", "call", "rivals"),
    [
        ([90, 83, 10, 0], "Bid 5", "4"),  # +3.2 and +3.3, with a standard error of 0.1 each
        ([52, 20, 0, 0], "Bid 4", "a pass"),
        ([52, 51, 0, 0], "Bid 4", "a pass or 5"),
        ([48, 20, 0, 0], "Pass", "4"),
        ([90, 70, 10, 0], "Bid 4", None),
    ],
)
def test_advice_on_a_sample_names_what_it_cannot_be_told_from(odds, wins, call, rivals):
    said = advise_bid(made(odds, wins))
    assert said.startswith(call)
    assert re.findall(r"can't tell it from (.*)\.", said) == ([rivals] if rivals else [])
    assert "can't tell" not in advise_bid(made(odds, wins, exact=True))


# --- Exchanges --------------------------------------------------------------------------------


@pytest.mark.parametrize("is_exact", [False, True])
def test_ranked_table_shows_each_choice(ranked, is_exact):
    rows = cells(ranked_table(dataclasses.replace(ranked, exact=is_exact)))
    for row, source in zip(rows, ranked.to_frame().to_dict("records"), strict=True):
        p = source["p_make"]
        bid = {7: "7 or 21"}.get(source["bid"], str(source["bid"]))
        gains = f"{source['points']:+.2f}"
        if source["bid"] == 7:
            gains += f" or {points(21, p):+.2f}"
        assert row == [
            *([bid] if source["rank"] == 1 else []),
            source["discard"],
            source["trump"],
            percent(p),
            *([] if is_exact else [percent_range(source["low"], source["high"])]),
            gains,
        ]


def choices(*rows):
    """A ranking of one choice a bid: (bid, discard, trump, p_make)."""
    table = pd.DataFrame(rows, columns=["bid", "discard", "trump", "p_make"]).assign(rank=1)
    table = table.set_index(["bid", "rank"])
    return ExchangeRanking("", "double-dummy", 3432, True, None, table)


def test_advice_on_an_exchange_says_each_choice_once():
    same = [(bid, "2-1", "none", 0.5) for bid in NUMBER_BIDS]
    assert advise_exchange(choices(*same)) == (
        "For 4, 5, 6, 7 and 21 discard 2-1 and name no trump."
    )
    other = [(4, "2-1", "6", 0.5), (5, "2-1", "6", 0.5), (6, "3-1", "doubles", 0.1)]
    assert advise_exchange(choices(*other, (7, "3-1", "0", 0.0))) == (
        "For 4 and 5 discard 2-1 and name 6 as trump; "
        "for 6 discard 3-1 and name doubles as trump."  # and nothing for what is never made
    )


def test_advice_on_a_hopeless_exchange():
    assert "even 4" in advise_exchange(choices((4, "2-1", "6", 0.0)))


def test_a_sample_of_a_generator_has_no_seed_to_tell(odds, ranked):
    for one in (odds, ranked):
        known, unknown = repr(one), repr(dataclasses.replace(one, seed=None))
        assert f"seed {one.seed}" in known
        assert "seed unknown" in unknown
        assert "None" not in unknown


def test_a_ranking_is_described_by_size_and_seed(ranked):
    said = describe_ranking(ranked)
    assert "on 4 of 3,432 layouts" in said
    assert "seed 5" in said
    assert "Sampled" not in describe_ranking(dataclasses.replace(ranked, exact=True))


# --- Positions --------------------------------------------------------------------------------


def test_plays_are_marked_where_they_are_best_for_their_side():
    for values, seat in plays():
        assert len(set(values.values())) > 1  # or a star on all would pass
        table = play_table(values, seat)
        best = (max if seat == 0 else min)(values.values())
        shown = [[tile, f"{value}{'*' * (value == best)}"] for tile, value in values.items()]
        assert cells(table) == shown
        assert ("a defender" in table.title) == (seat != 0)


def test_line_shows_who_played_led_and_took():
    line = best_line(DEAL, "none", 2)
    for trick, row in zip(line, cells(line_table(line)), strict=True):
        by_seat = [trick.tiles[(seat - trick.leader) % 3] for seat in range(3)]
        by_seat[trick.leader] += "*"
        assert row[1:] == [*by_seat, f"seat {trick.winner}"]


@pytest.mark.parametrize(
    ("trump", "words"), [("none", "no trump"), ("doubles", "doubles as trump"), ("0", "0 as trump")]
)
def test_trumps_have_words(trump, words):
    assert trump_words(Trump.parse(trump)) == trump_words(trump) == words
