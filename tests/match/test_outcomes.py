"""A bank of deals: played by the atlas's plans, the same bytes whatever plays them."""

import json

import numpy as np
import pytest

from moon_sim import atlas
from moon_sim.game import (
    ALL_TILES,
    Deal,
    Rules,
    as_tile,
    exchange,
)
from moon_sim.match.bank import Bank
from moon_sim.match.outcomes import play_out
from moon_sim.play import Player, State, player
from moon_sim.running import PiecesError
from moon_sim.solver import solve_plays

DEALS = 5


def lowest(seen, rng):
    """The first action of all that are legal."""
    return seen.legal_actions()[0]


LOWEST = Player("lowest", "plays its lowest tile", lowest, lowest, lowest)


@pytest.fixture(autouse=True)
def made_up_plans(install, whole_atlas):
    install(whole_atlas)


@pytest.fixture
def bank():
    return play_out(DEALS, LOWEST, seed=3, workers=1)


def test_deals_part_the_set(bank):
    assert len(bank) == DEALS
    for hands, widow in zip(bank.hands, bank.widows, strict=True):
        piles = [*hands.tolist(), 1 << int(widow)]
        assert sum(piles) == ALL_TILES
        assert [pile.bit_count() for pile in piles] == [7, 7, 7, 1]
    assert len(np.unique(bank.hands[:, 0])) == DEALS
    assert (bank.tricks.sum(axis=-1) == 7).all()
    assert bank.tricks.shape == (DEALS, 3, 4, 3)


def test_hands_have_the_odds_of_the_atlas(bank):
    for hands, wins in zip(bank.hands, bank.wins, strict=True):
        for hand, own in zip(hands.tolist(), wins.tolist(), strict=True):
            assert atlas.hand(hand).wins == tuple(own)
    assert (bank.odds == bank.wins / 51480).all()


def test_contracts_are_played_by_the_plans_of_the_atlas(bank):
    """All contracts once more, tile by tile, as text; what follows the lead by `solve_plays`."""
    for row, (hands, widow) in enumerate(zip(bank.hands.tolist(), bank.widows, strict=True)):
        for seat in range(3):
            for place, bid in enumerate((4, 5, 6, 7)):
                discard, trump, lead = atlas.holding(hands[seat] | 1 << int(widow)).plan(bid)
                state = State.start(Deal(hands), first_caller=seat)
                for action in (str(bid), "pass", "pass", f"out={discard},trump={trump}", lead):
                    state = state.apply(action)
                while not state.is_hand_over:
                    held = state.legal_actions()
                    state = state.apply(str(held[0]))
                assert bank.tricks[row, seat, place].tolist() == list(state.tricks)
                own = exchange(hands[seat], int(widow), as_tile(discard))
                turned = Deal([own, hands[(seat + 1) % 3], hands[(seat + 2) % 3]])
                assert bank.open[row, seat, place] == solve_plays(turned, trump)[lead]


def test_a_bank_is_the_same_whatever_plays_it(tmp_path, monkeypatch):
    """On two processes, or ended and gone on, with more deals: the same bytes."""
    expected, path = tmp_path / "alone", tmp_path / "pieces"
    play_out(DEALS, "random", seed=3, workers=1).save(expected)
    play_out(2, "random", seed=3, workers=1, pieces=path)
    looks = []
    again = play_out(
        DEALS, "random", seed=3, workers=2, pieces=path, progress=lambda *at: looks.append(at)
    )
    again.save(tmp_path / "again")
    assert looks == [(1, 2), (2, 2)]
    assert (tmp_path / "again").read_bytes() == expected.read_bytes()
    other = play_out(DEALS, "random", seed=4, workers=1)
    assert (other.hands != again.hands).any()


def test_what_one_contract_draws_depends_on_no_other(bank):
    """More deals leave those before them as they are."""
    more = play_out(DEALS + 3, "random", seed=3, workers=1)
    fewer = play_out(DEALS, "random", seed=3, workers=1)
    assert (more.tricks[:DEALS] == fewer.tricks).all()
    assert (more.hands[:DEALS] == bank.hands).all()
    assert (more.open[:DEALS] == bank.open).all()


def test_a_file_gives_back_the_bank(bank, tmp_path):
    path = tmp_path / "bank.npz"
    bank.save(path)
    again = Bank.load(path)
    for name in ("hands", "widows", "wins", "tricks", "open"):
        assert (getattr(again, name) == getattr(bank, name)).all()
        assert getattr(again, name).dtype == np.int64
    assert again.manifest == bank.manifest
    assert again.rules == Rules()
    assert {name: bank.manifest[name] for name in ("deals", "seed", "player", "format")} == {
        "deals": DEALS, "seed": 3, "player": "lowest", "format": 1
    }  # fmt: skip
    assert [one.name for one in tmp_path.iterdir()] == ["bank.npz"]
    again.save(path)
    assert Bank.load(path).manifest == bank.manifest


def test_another_file_is_refused(bank, tmp_path):
    path = tmp_path / "bank.npz"
    path.write_text("nothing")
    with pytest.raises(ValueError, match="expected a bank of deals"):
        Bank.load(path)
    np.savez(path, hands=bank.hands)
    with pytest.raises(ValueError, match="expected a bank of deals"):
        Bank.load(path.with_name("bank.npz"))
    bank.tricks[0, 0, 0] = [7, 0, 0]
    bank.tricks[0, 0, 1] = [0, 7, 0]
    bank.save(path)
    with pytest.raises(ValueError, match="as it was written"):
        Bank.load(path)


def test_low_bids_follow_the_plan_for_four():
    rules = Rules(lowest_bid=3, set_pays_defenders=True)
    bank = play_out(1, LOWEST, seed=3, rules=rules, workers=1)
    assert bank.tricks.shape == (1, 3, 5, 3)
    assert (bank.tricks[:, :, 0] == bank.tricks[:, :, 1]).all()  # this player minds no target
    assert json.loads(json.dumps(bank.manifest))["rules"]["lowest_bid"] == 3
    assert bank.rules == rules


def test_what_can_not_be_is_refused(tmp_path, install, whole_atlas):
    with pytest.raises(ValueError, match="by: expected a player that plays by what its seat sees"):
        play_out(1, "open", seed=1)
    with pytest.raises(ValueError, match="unknown player"):
        play_out(1, "nobody", seed=1)
    with pytest.raises(ValueError, match="the rule leader_names_suit is not supported"):
        play_out(1, LOWEST, seed=1, rules=Rules(leader_names_suit=True))
    path = tmp_path / "pieces"
    play_out(1, LOWEST, seed=1, workers=1, pieces=path)
    for options in ({"seed": 2}, {"seed": 1, "rules": Rules(lowest_bid=3)}):
        with pytest.raises(PiecesError, match="expected pieces made with"):
            play_out(1, LOWEST, workers=1, pieces=path, **options)
    with pytest.raises(PiecesError, match="player"):
        play_out(1, player("random"), seed=1, workers=1, pieces=path)
    install(tmp_path / "none")
    with pytest.raises(atlas.AtlasError):
        play_out(1, LOWEST, seed=1, workers=1)
