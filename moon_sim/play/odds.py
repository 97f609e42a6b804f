"""The odds of each action of the seat to act, in the middle of a hand."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from moon_sim.display import Result, percent, seed_words
from moon_sim.game import LAYOUTS, Seed, format_tiles, quoted
from moon_sim.play.actions import Action
from moon_sim.play.choices import rank_calls, rank_discards, rank_plays
from moon_sim.play.observation import Observation
from moon_sim.play.text import action_words, actions_table, advise, describe
from moon_sim.running import Progress

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table


@dataclass(frozen=True, eq=False, repr=False)
class PlayOdds(Result):
    """What each legal action of the seat to act is worth, by what that seat knows.

    Attributes
    ----------
    observation : Observation
        What the seat knows.
    layouts : int
        How many layouts were counted; before the play, of each contract.
    exact : bool
        Whether these were all that fit.
    seed : int or None
        The seed of the sample; None for exact odds, or where a Generator was given.
    rows : list of mapping
        A row for each action, best first: `action`, and the columns of `table`.
    """

    observation: Observation
    layouts: int
    exact: bool
    seed: int | None
    rows: Sequence[Mapping[str, Any]]

    @property
    def seat(self) -> int:
        """The seat to act."""
        return self.observation.me

    @property
    def phase(self) -> str:
        """What is to be done: `call`, `exchange` or `play`."""
        return self.observation.phase

    @property
    def declares(self) -> bool:
        """Whether the seat is the declarer."""
        return self.observation.me == self.observation.declarer

    @property
    def count(self) -> int:
        """How many layouts fit what the seat knows."""
        return self.observation.count()

    @property
    def best(self) -> Action:
        """The best action.

        A call by its points, and of equal ones the lowest. Else a declarer wants the contract made
        as often as can be, and a defender as rarely; then as many of the declarer's tricks, or as
        few. Where proofs tell a declarer's plays apart, what is proven goes before what open hands
        would make. Of plays that are still equal a leader's strongest comes first, trumps before
        other tiles, and else the weakest; of exchanges, that with the best odds of higher bids,
        then with the lowest discard.
        """
        best: Action = self.rows[0]["action"]
        return best

    @cached_property
    def table(self) -> "pd.DataFrame":
        """A row for each action, best first; see `play_odds`."""
        import pandas as pd

        texts = [str(row["action"]) for row in self.rows]
        others = [name for name in self.rows[0] if name != "action"]
        columns = {name: [row[name] for row in self.rows] for name in others}
        return pd.DataFrame(columns, pd.Index(texts, name="action", dtype="string"))

    def to_frame(self) -> "pd.DataFrame":
        """Return the table with the action as a column, `exact` and `seed`.

        Returns
        -------
        DataFrame
        """
        frame = self.table.reset_index()
        frame["exact"] = self.exact
        frame["seed"] = self.seed
        small = self.seed is None or self.seed < 2**63
        return frame.astype({"seed": "Int64" if small else "object"})

    def to_dict(self) -> dict[str, Any]:
        """Return all as plain values, as JSON has them.

        Returns
        -------
        dict
        """
        return {
            "seat": self.seat,
            "hand": format_tiles(self.observation.hand),
            "phase": self.phase,
            "exact": self.exact,
            "layouts": self.layouts,
            "count": self.count,
            "seed": self.seed,
            "best": str(self.best),
            "actions": [{name: _plain(value) for name, value in row.items()} for row in self.rows],
            "advice": advise(self),
        }

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        shown = {action_words(row): _said(row) for row in self.rows[:8]}
        there = f"{self.count:,}" if self.phase == "play" else f"{LAYOUTS:,} a contract"
        of = f"all {there}, exact" if self.exact else f"{self.layouts:,} of {there}"
        shown["layouts"] = of if self.exact else f"{of}, sampled, {seed_words(self.seed)}"
        return f"Odds of each {self.phase} of seat {self.seat}", shown

    def _parts(self) -> "list[str | Table]":
        known = "; ".join(" ".join(line.split()) for line in repr(self.observation).splitlines())
        return [known, "", actions_table(self), advise(self), "", describe(self)]


def _said(row: Mapping[str, Any]) -> str:
    """What a row says in a line."""
    made = "" if math.isnan(row["p_make"]) else f"made {percent(row['p_make'])}"
    tricks = f"{row['mean_tricks']:.2f} tricks" if "mean_tricks" in row else ""
    gains = f"points {row['points']:+.2f}" if "points" in row else ""
    return ", ".join(filter(None, [made, tricks, gains]))


def _plain(value: object) -> object:
    if isinstance(value, float | int | str):
        return None if isinstance(value, float) and math.isnan(value) else value
    return str(value)


def play_odds(
    observation: Observation,
    layouts: int | None = None,
    seed: Seed = None,
    *,
    time_limit: float | None = 3.0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PlayOdds:
    """Return the odds of each legal action of the seat to act, by what it knows.

    Parameters
    ----------
    observation : Observation
        Of the seat to act.
    layouts : int, optional
        How many of the layouts that fit to draw; all by default, and where there are no more. For a
        call, how many of each contract, as `bid_odds` takes them; in the exchange all are counted.
    seed : int, Generator or None
        For the draw.
    time_limit : float, optional
        Seconds for the proof of what a declarer can guarantee in the play; None leaves it out.
    threads : int, optional
        Threads to use; the result is the same.
    progress : callable, optional
        Called with the number of parts done and of all parts.

    Returns
    -------
    PlayOdds
        Its `table` has a row for each action (the index, text), best first: `p_make`, the
        probability that the declarer makes the contract; `low` and `high`, its 95 % interval; `n`,
        the layouts counted. In the play, each layout is played on with all hands open
        (double-dummy), and `mean_tricks` are the declarer's tricks at the hand's end on average. A
        declarer that counts all layouts has `proven` beside it: of these, the share that one
        strategy wins which sees only what is played, against defenders who see everything; and
        `proven_high`, which no strategy exceeds. They are equal where the proof closed in time.
        Where leaders name the suit there is no proof.
        For a call, `p_make` and `points` are those of `bid_odds`, if this call wins the auction; a
        pass gains nothing. In the exchange there is a row for each discard with its best trump and
        blind `lead`.

    Raises
    ------
    TypeError
        If it is no observation, or an argument has a wrong type.
    ValueError
        If another seat is to act, trump is to be named before the widow is seen, or a house rule
        is not followed; the message names it.

    Examples
    --------
    >>> seen = Observation.start("6-6 6-3 6-2 5-5 4-1 3-1 2-1", me=0)
    >>> seen = seen.after("5 pass pass widow=0-0,out=4-1,trump=6", "6-6 6-1 6-4 5-5 5-1 5-4")
    >>> odds = play_odds(seen)
    >>> str(odds.best), odds.exact, odds.count
    ('6-3', True, 252)
    """
    if not isinstance(observation, Observation):
        raise TypeError(f"observation: expected an Observation, got {quoted(observation)}")
    seen = observation
    if not seen.legal_actions() or seen.phase == "name":
        raise ValueError(f"observation: expected seat {seen.me} to {_to_do(seen)}")
    if seen.phase == "call":
        found = rank_calls(seen, layouts, seed, threads, progress)
    elif seen.phase == "exchange":
        found = rank_discards(seen, threads, progress)
    else:
        found = rank_plays(seen, layouts, seed, time_limit, threads, progress)
    return PlayOdds(seen, found.layouts, found.exact, found.seed, found.rows)


def _to_do(seen: Observation) -> str:
    """What was expected of a seat, and what is so."""
    if seen.phase == "over":
        return "call, exchange or play; the hand is over"
    if not seen.to_act:
        return f"call, exchange or play; seat {seen.seat} is to act"
    if seen.phase == "name":
        return "call, exchange or play; it is to name trump before it sees the widow: see bid_odds"
    return "have seen the widow, told as widow=0-0"
