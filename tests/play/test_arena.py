"""The arena: blocks worked by hand, the same games whatever plays them, stopping and going on."""

import os
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from distributed import Client, LocalCluster
from scipy.stats import t
from seated import BOLD, MEEK, SIXES, TIMID, always_sixes

from moon_sim import __version__
from moon_sim.game import Deal, Rules
from moon_sim.play import arena, player
from moon_sim.play.arena_running import BLOCKS
from moon_sim.play.bidding import best_exchange
from moon_sim.play.duplicate import Duplicate, orders
from moon_sim.play.luck import luck, luck_names
from moon_sim.running import Pieces, PiecesError

PLAIN = "rules:point-count"


@pytest.fixture
def sixes(monkeypatch):
    monkeypatch.setattr(Duplicate, "deal", always_sixes)


def here(*args, **options):
    return arena(*args, workers=1, **{"seed": 1, "controls": False} | options)


# --- By hand ----------------------------------------------------------------------------------


def test_two_players_sit_at_each_seat_as_often_and_change_places():
    for count in (2, 3):
        seated = orders(count)
        assert len(seated) == len(set(seated)) == 6
        for seat in range(3):
            assert set(Counter(order[seat] for order in seated).values()) == {6 // count}
    swapped = {tuple(1 - who for who in order) for order in orders(2)}
    assert swapped == set(orders(2))


@pytest.mark.usefixtures("sixes")
def test_a_block_of_two_by_hand():
    """In three orders of six bold has 6-6 and makes 7; in the others all pass. 21 points, 9 hands.

    The others of bold's hands gain nothing: it takes all tricks.
    """
    found = here([BOLD, MEEK], 2)
    assert found.values.to_numpy().tolist() == [[21 / 9, 0], [21 / 9, 0]]
    assert found.pairs.loc[0, ["better", "worse"]].tolist() == ["bold", "meek"]
    assert found.pairs.loc[0, "difference"] == 21 / 9
    table = found.table
    assert table.loc["bold", ["mean", "points", "declares", "made"]].tolist() == [
        *(21 / 9, 21 / 9, 3 / 9, 1)
    ]
    assert (
        table.loc["bold", ["as_declarer", "as_defender"]].tolist() == [7, 0]
        or found.roles is not None
    )
    assert table.loc["meek", ["points", "declares", "as_defender"]].tolist() == [0, 0, 0]
    assert np.isnan(table.loc["meek", "made"])
    [contract] = found.contracts.to_dict("records")
    assert (contract["player"], contract["bid"], contract["n"]) == ("bold", 7, 6)
    assert (contract["share"], contract["made"], contract["points"]) == (3 / 9, 1, 7)


@pytest.mark.usefixtures("sixes")
def test_a_block_of_three_by_hand():
    """Bold sits at seat 0 twice and gains 7, timid twice and gains 4: 14/6, 8/6 and 0 a hand."""
    found = here([MEEK, TIMID, BOLD], 2)
    assert found.values.loc[0].to_dict() == {"meek": 0, "timid": 8 / 6, "bold": 14 / 6}
    assert list(found.table.index) == ["bold", "timid", "meek"]
    assert found.contracts[["player", "bid", "n"]].to_numpy().tolist() == [
        ["timid", 4, 4],
        ["bold", 7, 4],
    ]


@pytest.mark.usefixtures("sixes")
def test_matches_by_hand():
    """Seat 0 wins every match, bold in 3 hands and timid in 6; each sits there as often."""
    found = here([BOLD, TIMID], 2, matches=True)
    assert found.values.to_numpy().tolist() == [[1 / 3, 1 / 3]] * 2
    assert [len(game.hands) for game in found.games[0]] == [3, 3, 3, 6, 6, 6]
    assert {game.winner for games in found.games for game in games} == {0}
    assert found.contracts[["player", "bid", "n"]].to_numpy().tolist() == [
        ["bold", 7, 18],
        ["timid", 4, 36],
    ]
    assert found.to_frame().groupby("won").size().to_dict() == {False: 2 * 54, True: 54}


@pytest.mark.usefixtures("sixes")
def test_a_match_in_which_all_pass_is_given_up():
    with pytest.raises(ValueError, match="match 0: expected an end within 1,000 hands"):
        here([MEEK, MEEK], 2, matches=True)


def test_a_fixed_contract_is_the_same_for_all(install, whole_atlas):
    install(whole_atlas)
    found = here(["random", PLAIN, "random"], 4, contract=5)
    played = Duplicate(("random",) * 3, 1, contract=5)
    for block, games in enumerate(found.games):
        deal, first = played.deal(block)
        widow = (1 << 22) - 1 & ~sum(deal.hands)
        _, trump, _ = best_exchange(deal.hands[first] | widow, 5, Rules())
        assert {(hand.declarer, hand.bid, hand.trump) for game in games for hand in game.hands} == {
            (first, 5, int(trump))
        }
    roles = found.roles.set_index(["player", "role"])
    assert found.players == ("random", PLAIN, "random#2")
    assert (roles["n"] == [8, 16] * 3).all()
    plays = found.to_frame()
    assert roles.loc[(PLAIN, "defender"), "points"] == (
        plays[(plays["player"] == PLAIN) & (plays["seat"] != plays["declarer"])]["points"].mean()
    )


# --- What is the same -------------------------------------------------------------------------


def test_one_against_itself_comes_out_even_in_every_block():
    found = here([PLAIN, PLAIN], 8)
    assert found.players == (PLAIN, f"{PLAIN}#2")
    assert (found.values[PLAIN] == found.values[f"{PLAIN}#2"]).all()
    assert found.pairs.loc[0, ["difference", "p_corrected", "apart"]].tolist() == [0, 1, False]
    three = here([PLAIN] * 3, 4).values.to_numpy()
    assert (three == three[:, :1]).all()


def test_by_chance_it_comes_out_even_on_average():
    found = here(["random", "random"], 60)
    pair = found.pairs.loc[0]
    assert abs(pair["difference"]) < 4 * pair["spread"] / np.sqrt(60)
    assert pair["spread"] > 0


def test_a_block_depends_on_no_other_and_on_the_seed():
    few, more = here(["random", PLAIN], 3), here(["random", PLAIN], 6)
    assert more.games[:3] == few.games
    assert here(["random", PLAIN], 3, seed=2).games != few.games


def test_the_order_of_seats_changes_what_a_player_draws():
    games = Duplicate((player("random"),) * 2, 1).block(0)
    assert len({game.hands[0] for game in games}) > 1


SETTINGS = {
    "moon_sim": __version__,
    "players": f"random {PLAIN} pimc-2",
    "mode": "contract 4",
    "seed": 1,
    "rules": "Rules()",
    "controls": True,
    "auctions": 0,
}


ASKED = {"contract": 4, "seed": 1}
NAMES = SETTINGS["players"].split()


def content(path):
    with Pieces(path, SETTINGS) as pieces:
        return {number: pieces.read(number) for number in sorted(pieces.done())}


def test_one_process_and_two_make_the_same_bytes(tmp_path, install, whole_atlas):
    install(whole_atlas)
    one = arena(NAMES, 2 * BLOCKS + 1, **ASKED, workers=1, pieces=tmp_path / "1")
    two = arena(NAMES, 2 * BLOCKS + 1, **ASKED, workers=2, pieces=tmp_path / "2")
    assert content(tmp_path / "1") == content(tmp_path / "2")
    assert len(content(tmp_path / "1")) == 3
    assert one.n == 2 * BLOCKS + 1
    assert one.to_dict() == two.to_dict()
    assert one.luck.equals(two.luck)


def test_a_cluster_plays_the_same_games(tmp_path):
    names, path = ["random", PLAIN], tmp_path / "pieces"
    with (
        LocalCluster(
            n_workers=2, processes=False, dashboard_address="127.0.0.1:0", silence_logs=50
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        found = arena(names, 9, seed=1, controls=False, client=client, pieces=path)
    assert found.games == here(names, 9).games


KILLED = """
import os, signal, sys
from moon_sim.play import arena
def kill(done, total):
    if done == 1:
        os.kill(os.getpid(), signal.SIGKILL)
arena({names!r}, 12, contract=4, seed=1, workers=1, pieces=sys.argv[1], progress=kill)
"""


def test_what_was_killed_goes_on_where_it_was(tmp_path, install, whole_atlas):
    install(whole_atlas)
    path = tmp_path / "pieces"
    code = KILLED.format(names=NAMES)
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, env=os.environ)
    assert done.returncode == -signal.SIGKILL, done.stderr
    kept = content(path)
    assert len(kept) == 1
    steps = []
    found = arena(
        NAMES, 12, **ASKED, workers=1, pieces=path, progress=lambda *step: steps.append(step)
    )
    assert steps == [(1, 3), (2, 3), (3, 3)]
    assert content(path).items() >= kept.items()
    assert found.to_dict() == arena(NAMES, 12, **ASKED, workers=1).to_dict()
    with pytest.raises(PiecesError, match="expected pieces made with seed 2, got 1"):
        arena(NAMES, 12, contract=4, seed=2, workers=1, pieces=path)


def test_more_deals_add_to_those_that_are_there(tmp_path):
    path = tmp_path / "pieces"
    here(["random", PLAIN], 5, pieces=path)
    steps = []
    more = here(["random", PLAIN], 9, pieces=path, progress=lambda *step: steps.append(step))
    assert steps == [(2, 3), (3, 3)]
    assert more.games == here(["random", PLAIN], 9).games


# --- Luck -------------------------------------------------------------------------------------


def test_luck_is_0_in_the_mean_and_knows_nothing_of_the_orders(install, whole_atlas):
    install(whole_atlas)
    for played in (
        Duplicate((PLAIN, "rules:sure-tricks"), 1),
        Duplicate((PLAIN, "random"), 1, contract=5),
    ):
        found = np.array([luck(played, number) for number in range(60)])
        assert found.shape == (60, len(luck_names(played)))
        spread = found.std(axis=0, ddof=1) / np.sqrt(60)
        assert (spread > 0).all()
        assert (np.abs(found.mean(axis=0)) < 4 * spread).all()


@pytest.mark.usefixtures("sixes")
def test_a_contract_that_no_layout_can_beat_is_no_luck():
    assert luck(Duplicate((BOLD, MEEK), 1), 0) == [0, 0]


@pytest.mark.usefixtures("sixes")
def test_auctions_by_hand(monkeypatch):
    """On the deal bold has 21/9 points a hand; on the others nobody has 6-6, and all pass: 0."""
    others = Deal(((SIXES.hands[0] | 1) & ~(1 << 21), *SIXES.hands[1:]))
    monkeypatch.setattr(
        Duplicate, "deal", lambda played, number, hand=0: (SIXES if number == 5 else others, 0)
    )
    played = Duplicate((BOLD, MEEK), 1)
    assert luck(played, 5, auctions=3) == [21 / 9, 0]
    assert luck(played, 4, auctions=3) == [0, 0]


def test_what_is_bought_is_what_is_played():
    played = Duplicate((PLAIN, "random"), 2)
    for order in range(6):
        state, [hand] = played.bought(1, order), played.game(1, order).hands
        assert (state.declarer, state.bid) == (None if hand.bid == 0 else hand.declarer, hand.bid)


def test_auctions_on_other_deals_are_0_in_the_mean_and_save_blocks():
    found = here([PLAIN, "rules:sure-tricks"], 40, controls=True, auctions=2)
    spread = found.luck.std() / np.sqrt(40)
    assert (spread > 0).all()
    assert (found.luck.mean().abs() < 4 * spread).all()
    pair = found.pairs.loc[0]
    assert pair["without_luck_spread"] < 0.9 * pair["spread"]
    assert "as many fewer of them do" in " ".join(map(str, found.parts()))


def test_who_sees_all_hands_has_no_luck_and_matches_are_left_alone():
    assert luck(Duplicate(("open", "random"), 3), 1)[0] == 0
    assert luck(Duplicate(("open", "random"), 3, matches=True), 1) == []


def test_the_spread_without_luck_is_told_and_the_mean_hardly_moves():
    found = arena([PLAIN, "rules:sure-tricks"], 40, seed=1, workers=1)
    pair = found.pairs.loc[0]
    error = pair["spread"] / np.sqrt(40)
    assert abs(pair["without_luck"] - pair["difference"]) < error
    assert pair["without_luck_low"] < pair["without_luck"] < pair["without_luck_high"]


@pytest.mark.slow
def test_without_luck_each_players_own_mean_is_steadier():
    """Over few blocks the regression finds too little to take out."""
    found = arena([PLAIN, "rules:sure-tricks"], 200, seed=1, workers=1)
    assert (found.values_without_luck.std() < found.values.std()).all()


def test_what_a_player_draws_from_does_not_tell_the_deal():
    found = []

    def play(seen, rng):
        found.append((rng.bit_generator.seed_seq.entropy, rng.bit_generator.seed_seq.spawn_key))
        return seen.legal_actions()[rng.integers(len(seen.legal_actions()))]

    by_chance = player("random")
    spy = replace(by_chance, play=play)
    games = Duplicate((spy, by_chance), 7).block(3)
    assert found
    assert all(entropy != 7 and key == () for entropy, key in found)
    assert len(set(found)) == len(found)
    assert games == Duplicate((by_chance, by_chance), 7).block(3)


# --- Until sure -------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_it_stops_when_it_is_sure(workers, tmp_path):
    path = tmp_path / "pieces"
    asked = {"seed": 1, "controls": False, "until_sure": True, "workers": workers}
    found = arena([PLAIN, "random"], 200, **asked, pieces=path)
    assert (found.n, found.most, len(found.games)) == (20, 200, 20)
    assert found.verdict[:2] == (20, 1)
    assert found.players[found.verdict.leader] == PLAIN
    assert 0.95 < found.level < 1
    ((low, high, mean, spread),) = found.pairs[["low", "high", "difference", "spread"]].to_numpy()
    reach = t.isf((1 - found.level) / 2, 19) * spread / 20**0.5
    assert (low, high) == pytest.approx((mean - reach, mean + reach))
    assert found.pairs[["p", "p_corrected"]].isna().all(axis=None)
    assert found.to_dict()["verdict"]["leader"] == PLAIN
    again = arena([PLAIN, "random"], 200, **asked, pieces=path)
    assert again.to_dict() == found.to_dict()


def test_it_goes_to_the_end_when_it_is_not():
    found = here([PLAIN, PLAIN], 30, until_sure=True)
    assert (found.n, found.verdict.leader, found.verdict.looks) == (30, None, 4)
    assert "Not sure who is best after 4 looks, at all 30 blocks." in found.parts()


@pytest.mark.usefixtures("sixes")
def test_places_are_those_of_the_verdict():
    """All blocks are alike, so the first look, at 20 of them, is sure."""
    found = here([MEEK, TIMID, BOLD], 40, until_sure=True)
    assert (found.n, found.players[found.verdict.leader]) == (20, "bold")
    assert found.table[["first", "last"]].to_numpy().tolist() == [[1, 1], [2, 2], [3, 3]]
    assert found.pairs["apart"].all()
    even = here([MEEK, MEEK], 40, until_sure=True)
    assert even.table[["first", "last"]].to_numpy().tolist() == [[1, 2], [1, 2]]
    assert not even.pairs["apart"].any()


# --- What can't be ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        (["random", "random"], {"auctions": 1}, "auctions: expected none but for single hands"),
        ([PLAIN], {}, "players: expected two or three, got 1"),
        (["random"] * 4, {}, "players: expected two or three, got 4"),
        (["random", "rondom"], {}, "unknown player 'rondom'"),
        (["random", "random"], {"contract": 3}, "one of 4, 5, 6, 7, 21, got 3"),
        (["random", "random"], {"contract": 4, "matches": True}, "expected none where matches"),
        (["random", "random"], {"deals": 1}, "deals: expected"),
    ],
)
def test_what_can_not_be_is_refused(names, options, message):
    with pytest.raises(ValueError, match=message):
        here(names, **options)


def test_names_in_a_row_are_no_list_of_players():
    with pytest.raises(TypeError, match="two or three in a list"):
        here("random")


@pytest.mark.parametrize(
    "rules",
    [
        Rules(last_caller_must_bid=True, lowest_bid=3),
        Rules(trump_before_widow=True),
        Rules(set_pays_defenders=True, made_moon_wins_match=False, winning_score=9),
    ],
    ids=repr,
)
def test_house_rules_hold_here(rules):
    found = here(["random", PLAIN], 2, rules=rules)
    assert found.rules == rules
    assert repr(rules)[:50] in repr(found)
    if rules.last_caller_must_bid:
        assert found.to_frame()["declarer"].notna().all()
    assert here(["random", PLAIN], 2, rules=rules, matches=True).n == 2
