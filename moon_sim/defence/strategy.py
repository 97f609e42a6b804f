"""A strategy of the declarer against defenders who see everything."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_sim.defence.conflicts import Members
from moon_sim.defence.memory import from_bits
from moon_sim.defence.searcher import HiddenContract, searcher_for
from moon_sim.defence.states import ALL_HIDDEN, ALL_OWN, State, choose, lowest, play_on
from moon_sim.defence.text import strategy_summary
from moon_sim.display import Result
from moon_sim.game import (
    HAND_SIZE,
    LAYOUTS,
    IllegalPlayError,
    Trump,
    led_suit,
    tile_name,
    tiles_in_order,
)

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, repr=False)
class Strategy(Result):
    """A strategy of the declarer: a tile for whatever the table has seen.

    It is made of the layouts that it wins together: at each turn it plays a tile after which all of
    them that are still possible can be won, which the search finds anew.

    Attributes
    ----------
    hand : str
        The declarer's 7 tiles.
    discard : str
    trump : Trump
    target : int
        Tricks to make.
    lead : str
        The opening lead.
    """

    hand: str
    discard: str
    trump: Trump
    target: int
    lead: str
    _contract: HiddenContract
    _kept: bytes

    @property
    def wins(self) -> int:
        """How many layouts the strategy wins, however the defenders play."""
        return int.from_bytes(self._kept, "little").bit_count()

    @property
    def layouts(self) -> Members:
        """The layouts that the strategy wins, in the order of `Layouts.after_exchange`: (3432,)."""
        words = np.frombuffer(self._kept, np.int64)
        order = searcher_for(self._contract).order
        return from_bits(words, LAYOUTS)[order]

    @property
    def start(self) -> State:
        """The state before the opening lead."""
        return State(HAND_SIZE, ALL_OWN, ALL_HIDDEN, 0, self.target, -1, -1, self._kept)

    def play(self, history: str | Sequence[str] = ()) -> str:
        """Return the declarer's next tile.

        Parameters
        ----------
        history : str or sequence of str
            The tiles played so far, in order, the declarer's own among them.

        Returns
        -------
        str
            A tile of the declarer's hand that R9 allows.

        Raises
        ------
        TypeError, InvalidDealError
            If the history is no tiles.
        IllegalPlayError
            If a seat can't have a tile, the declarer strays from this strategy, or it is not its
            turn.

        Notes
        -----
        Once no layout that it means to win is left, or the contract is decided, it plays its lowest
        legal tile. Whether a defender followed suit is not checked where only later plays could
        tell.
        """
        state = self.start
        for tile in map(tile_name, tiles_in_order(history, "history")):
            if state.tricks == 0:
                break
            if state.seat == 0 and tile != self.tile(state):
                raise IllegalPlayError(
                    f"history: the strategy plays {self.tile(state)}, not {tile}"
                )
            state = self.after(state, tile)
        if state.tricks == 0:
            raise IllegalPlayError("history: all seven tricks are played")
        if state.seat:
            raise IllegalPlayError(f"history: it is seat {state.seat}'s turn")
        return self.tile(state)

    def tile(self, state: State) -> str:
        """Return the declarer's tile in a state, at its turn.

        Parameters
        ----------
        state : State

        Returns
        -------
        str
        """
        searcher = searcher_for(self._contract)
        return self.answer(state) or tile_name(searcher.memory.own[lowest(state, searcher)])

    def answer(self, state: State) -> str | None:
        """Return the declarer's tile in a state, at its turn, if it matters to the strategy.

        Parameters
        ----------
        state : State

        Returns
        -------
        str or None
            None once no layout that it means to win is left, or the contract is decided.
        """
        if state.tricks == HAND_SIZE:
            return self.lead  # R12: the declarer opens
        searcher = searcher_for(self._contract)
        number = choose(state, searcher)
        return tile_name(searcher.memory.own[number]) if number >= 0 else None

    def suit_led(self, state: State) -> int | None:
        """Return the suit to follow in a state (rule R8).

        Parameters
        ----------
        state : State

        Returns
        -------
        int or None
            0-6, or 7 for trump; None where the next tile is a lead.
        """
        if state.first < 0:
            return None
        memory = searcher_for(self._contract).memory
        first = (memory.hidden if state.leader else memory.own)[state.first]
        return led_suit(first, self.trump)

    def after(self, state: State, tile: str) -> State:
        """Return the state once a tile has been played by the seat whose turn it is.

        Parameters
        ----------
        state : State
        tile : str

        Returns
        -------
        State

        Raises
        ------
        IllegalPlayError
            If the seat can't have the tile.
        """
        return play_on(state, tile, searcher_for(self._contract))

    def to_dict(self) -> dict[str, Any]:
        """Return the contract and the lead as plain Python values.

        Returns
        -------
        dict
            `hand`, `discard`, `trump`, `target` and `lead`; what follows, `outline` tells.
        """
        return {
            "hand": self.hand,
            "discard": self.discard,
            "trump": str(self.trump),
            "target": self.target,
            "lead": self.lead,
        }

    def _summary(self) -> tuple[str, dict[str, object]]:
        return strategy_summary(self)

    def _parts(self) -> "Iterable[RenderableType]":
        from moon_sim.defence.outlines import strategy_parts  # it asks strategies itself

        return strategy_parts(self)
