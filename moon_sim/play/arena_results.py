"""What came out of an arena: means of players, their differences over blocks, contracts, roles."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_sim.display import Result, records_of
from moon_sim.game import DEFAULT_RULES, Rules, Trump, target
from moon_sim.play.arena_text import arena_parts, arena_words
from moon_sim.play.duplicate import Duplicate, Game, Use, block_values, orders, random_numbers
from moon_sim.play.hand_record import HandRecord
from moon_sim.play.match_record import MatchRecord
from moon_sim.play.state import State
from moon_sim.stats import (
    Ranking,
    Verdict,
    mean_by,
    mean_of,
    rank,
    share_by,
    without_luck,
)

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

LEVEL = 0.95
"""Confidence of what is shown and printed."""


@dataclass(frozen=True, eq=False, repr=False)
class ArenaResult(Result):
    """What players made of the same deals, each played in all seat orders.

    Attributes
    ----------
    players : tuple of str
        Names in the order given; a second one of a name has #2 behind it.
    n : int
        Blocks: deals, or matches, each in all seat orders.
    seed : int
        Gives the same games again.
    matches : bool
        Whether whole matches were played.
    contract : int or None
        The bid, where it was fixed.
    rules : Rules
    games : list of list of Game
        By block, in the order of `seated`.
    luck : DataFrame
        A row per block: its controls, which are 0 in the mean over all deals (`moon_sim.play.luck`
        says of what); none for matches, or where they were not asked for.
    verdict : Verdict or None
        Of the test that stopped as soon as it was sure, where that was asked for.
    most : int
        Blocks that were allowed.
    """

    players: tuple[str, ...]
    n: int
    seed: int
    matches: bool
    contract: int | None
    rules: Rules
    games: list[list[Game]]
    luck: "pd.DataFrame"
    verdict: Verdict | None
    most: int

    @property
    def seated(self) -> list[tuple[int, int, int]]:
        """The player at each seat, by number, in each order of a block."""
        return orders(len(self.players))

    @property
    def level(self) -> float:
        """Confidence of intervals, tests and places.

        It is 0.95; for a test that stopped as soon as it was sure, that which its look takes to
        make 0.95 of all looks together (repeated confidence intervals: Jennison and Turnbull,
        1989).
        """
        if self.verdict is None or self.verdict.n == 0:
            return LEVEL
        count = len(self.players)
        return 1 - self.verdict.p * count * (count - 1) / 2

    # --- Tables -------------------------------------------------------------------------------

    @cached_property
    def values(self) -> "pd.DataFrame":
        """What each player has of each block: points a hand, or matches won a seat.

        A row per block, a column per player. Where all are alike, matches won are 1/3.
        """
        import pandas as pd

        rows = [block_values(games, self.seated) for games in self.games]
        return pd.DataFrame(rows, columns=pd.Index(self.players, name="player"))

    @cached_property
    def values_without_luck(self) -> "pd.DataFrame":
        """`values` less what the controls say of them: the same in the mean."""
        found = self.values.copy()
        found[:] = without_luck(self.values, self.luck)
        return found

    @cached_property
    def ranking(self) -> Ranking:
        """The players from best to worst, by `values`: paired over blocks, tests corrected."""
        return rank(self.values, self.level, random_numbers(self.seed, Use.STATISTICS))

    @cached_property
    def table(self) -> "pd.DataFrame":
        """A row per player, best first.

        `mean` (points a hand, or matches won a seat) with its `standard_error`, its standard error
        `without_luck`, the places `first` to `last` that the player may have (by the verdict, where
        there is one); then of all hands
        that it took part in: `points` (a hand), `declares` (share of hands that it declares),
        `made` (share of those; NaN if there are none), `as_declarer` and `as_defender` (points).
        """
        found = self.ranking.table.copy()
        if self.verdict is not None:
            count = len(self.players)
            below = [self.players[worse] for _, worse in self.verdict.above]
            above = [self.players[better] for better, _ in self.verdict.above]
            found["first"] = [1 + below.count(player) for player in found.index]
            found["last"] = [count - above.count(player) for player in found.index]
        without = self.values_without_luck.std() / np.sqrt(self.n)
        found.insert(2, "without_luck", without[found.index])
        seats = self._seats
        by = seats.groupby("player", sort=False)
        contracts = seats[seats["declarer"] >= 0]
        roles = contracts.groupby(["player", "declares"], sort=False)["points"].mean()
        found["points"] = by["points"].mean()
        found["declares"] = by["declares"].mean()
        found["made"] = contracts[contracts["declares"]].groupby("player")["made"].mean()
        for name, role in (("as_declarer", True), ("as_defender", False)):
            found[name] = [roles.get((player, role), np.nan) for player in found.index]
        return found

    @cached_property
    def pairs(self) -> "pd.DataFrame":
        """A row per pair of players, with their difference over blocks.

        `better`, `worse`, `difference`, `low`, `high`, `p`, `p_corrected`, `apart` as a `Ranking`
        has them, but of a test that stopped as soon as it was sure `low` and `high` are Student's
        at its `level`, `apart` is by its verdict, and there is no p (NaN), as one for a test that
        looks once would be too small; `spread` (standard deviation of a block's
        difference), and the same after luck was taken out: `without_luck` (the difference),
        `without_luck_low`, `without_luck_high` (95 %, Student's) and `without_luck_spread`.
        """
        from scipy.stats import t

        found = self.ranking.pairs.copy()
        plain, fair = self.values, self.values_without_luck
        each = [plain[row.better] - plain[row.worse] for row in found.itertuples()]
        found["spread"] = [one.std() for one in each]
        if self.verdict is not None:
            # A look's level may be beyond what resamples tell.
            reach = t.isf((1 - self.level) / 2, self.n - 1) * found["spread"] / np.sqrt(self.n)
            found["low"], found["high"] = found["difference"] - reach, found["difference"] + reach
            told = {tuple(self.players[one] for one in pair) for pair in self.verdict.above}
            found["apart"] = [(row.better, row.worse) in told for row in found.itertuples()]
            found[["p", "p_corrected"]] = np.nan
        each = [fair[row.better] - fair[row.worse] for row in found.itertuples()]
        means = [mean_of(one) for one in each]
        found["without_luck"] = [one.value for one in means]
        found["without_luck_low"] = [one.low for one in means]
        found["without_luck_high"] = [one.high for one in means]
        found["without_luck_spread"] = [one.std() for one in each]
        return found

    @cached_property
    def contracts(self) -> "pd.DataFrame":
        """A row per player and bid, of the hands that it declared.

        `player`, `bid`, `n` (hands), `share` (of the hands that it took part in), `made` (share)
        with `low` and `high`, `points` (a hand); intervals by blocks.
        """
        import pandas as pd

        seats, rows = self._seats, []
        for player in self.players:
            own = seats[seats["player"] == player]
            for bid, some in own[own["declares"]].groupby("bid"):
                made = share_by(some["made"], some["block"])
                rows.append(
                    {
                        "player": player,
                        "bid": bid,
                        "n": len(some),
                        "share": len(some) / len(own),
                        "made": made.value / 100,
                        "low": made.low / 100,
                        "high": made.high / 100,
                        "points": some["points"].mean(),
                    }
                )
        columns = ["player", "bid", "n", "share", "made", "low", "high", "points"]
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def roles(self) -> "pd.DataFrame":
        """A row per player and role, of the hands with a contract.

        `player`, `role` (declarer or defender), `n` (hands), `points` (a hand) with `low` and
        `high`, `made` (share of contracts that were made, with this player in this role) with
        `made_low` and `made_high`; intervals by blocks.
        """
        import pandas as pd

        seats = self._seats[self._seats["declarer"] >= 0]
        rows = []
        for player in self.players:
            for role, declares in (("declarer", True), ("defender", False)):
                some = seats[(seats["player"] == player) & (seats["declares"] == declares)]
                points = mean_by(some["points"], some["block"])
                made = share_by(some["made"], some["block"]) if len(some) else points
                rows.append(
                    {
                        "player": player,
                        "role": role,
                        "n": len(some),
                        "points": points.value,
                        "low": points.low,
                        "high": points.high,
                        "made": made.value / 100,
                        "made_low": made.low / 100,
                        "made_high": made.high / 100,
                    }
                )
        return pd.DataFrame(rows)

    @cached_property
    def _seats(self) -> "pd.DataFrame":
        """A row per hand and seat."""
        import pandas as pd

        rows = [
            (block, order, number, seat, self.players[who], *hand[:3], hand.declarer == seat,
             hand.declarer >= 0 and hand.tricks[hand.declarer] >= target(hand.bid, self.rules),
             hand.tricks[seat], hand.points[seat], game.winner)
            for block, games in enumerate(self.games)
            for order, (game, seated) in enumerate(zip(games, self.seated, strict=True))
            for number, hand in enumerate(game.hands)
            for seat, who in enumerate(seated)
        ]  # fmt: skip
        columns = ["block", "order", "hand", "seat", "player", "declarer", "bid", "trump"]
        columns += ["declares", "made", "tricks", "points", "winner"]
        return pd.DataFrame(rows, columns=columns)

    def to_frame(self) -> "pd.DataFrame":
        """Return every hand as one table.

        Returns
        -------
        DataFrame
            A row per hand and seat: `block`, `order`, `hand` (of a match), `seat`, `player`,
            `declarer` (seat; empty when all passed), `bid` (0 when all passed), `trump` (text),
            `made` (empty when all passed), `tricks`, `points`, and `won` (the match; empty of
            single hands).
        """
        found = self._seats.drop(columns="declares")
        passed = found["declarer"] < 0
        names = {int(trump): str(trump) for trump in Trump}
        won = (found["winner"] == found["seat"]).astype("boolean")
        return found.assign(
            declarer=found["declarer"].astype("Int64").mask(passed),
            trump=found["trump"].map(names),
            made=found["made"].astype("boolean").mask(passed),
            won=won.mask(found["winner"] < 0),
        ).drop(columns="winner")

    def records(self) -> Iterator[MatchRecord]:
        """Give each game as it was played, block by block, in the order of `seated`.

        Yields
        ------
        MatchRecord
            A match, or a single hand; players have their names in `players`.
        """
        # Who plays changes no deal.
        dealt = Duplicate(self.players, self.seed, self.matches, self.contract, self.rules)
        for block, games in enumerate(self.games):
            for order, (game, seated) in enumerate(zip(games, self.seated, strict=True)):
                a, b, c = (self.players[who] for who in seated)
                yield MatchRecord(
                    hands=_hands(dealt, block, game),
                    players=(a, b, c),
                    name=f"arena, seed {self.seed}, block {block}, order {order}",
                )

    def to_dict(self) -> dict[str, Any]:
        """Return what came out as plain Python values, as ``moon-sim arena --json`` prints it.

        Returns
        -------
        dict
            `blocks`, `games` (in each), `seed`, `mode` (hands, matches or contract), `contract`,
            `rules`, `level`; `players`, `pairs`, `contracts`, `roles` with a dict for each row of
            these tables, and `words` on what can't be told apart; `verdict` or None.
        """
        verdict = self.verdict
        return {
            "blocks": self.n,
            "games": len(self.seated),
            "seed": self.seed,
            "mode": self.mode,
            "contract": self.contract,
            "rules": dict(self.rules.own),
            "level": self.level,
            "players": records_of(self.table.rename_axis("player").reset_index()),
            "pairs": records_of(self.pairs),
            "contracts": records_of(self.contracts),
            "roles": records_of(self.roles),
            "words": arena_words(self),
            "verdict": verdict
            and {
                "leader": None if verdict.leader is None else self.players[verdict.leader],
                "blocks": verdict.n,
                "looks": verdict.looks,
                "most": self.most,
            },
        }

    @property
    def mode(self) -> str:
        """What was played: hands, matches or contract."""
        return "matches" if self.matches else "hands" if self.contract is None else "contract"

    def _summary(self) -> tuple[str, dict[str, object]]:
        unit = "matches won" if self.matches else "points a hand"
        said: dict[str, object] = {
            str(name): f"{row['mean']:.4g} ± {row['standard_error']:.2g} {unit}"
            for name, row in self.table.to_dict("index").items()
        }
        for row in self.pairs.to_dict("records"):
            told = f"{row['difference']:+.4g} ({row['low']:+.4g} to {row['high']:+.4g})"
            said[f"{row['better']} - {row['worse']}"] = told
        if self.contract is not None:
            said["contract"] = self.contract
        if self.rules != DEFAULT_RULES:
            said["rules"] = repr(self.rules)
        games = f"{self.n:,} blocks of {len(self.seated)} {'matches' if self.matches else 'hands'}"
        return f"Arena of {len(self.players)} players, {games}, seed {self.seed}", said

    def _parts(self) -> "Iterator[str | Table]":
        return arena_parts(self)


def _hands(dealt: Duplicate, block: int, game: Game) -> tuple[HandRecord, ...]:
    """Play the hands of a game again."""
    made: list[HandRecord] = []
    for number, hand in enumerate(game.hands):
        deal, first = dealt.deal(block, number)
        if number == 0:
            state = State.start(deal, first_caller=first, rules=dealt.rules)
        else:
            state = state.next_hand(deal)
        for word in hand.done.split():
            state = state.apply(word)
        made.append(HandRecord.of(state))
    return tuple(made)
