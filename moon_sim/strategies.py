"""A strategy of the declarer against defenders who see everything, and what plays it."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from moon_sim.compiling import compiled_once
from moon_sim.conflict_free import Members
from moon_sim.core import defence as kernels
from moon_sim.core import layout_sets as block
from moon_sim.defence_tables import Block, from_bits
from moon_sim.errors import IllegalPlayError
from moon_sim.estimates import LAYOUTS
from moon_sim.layouts import Layouts
from moon_sim.positions import Tiles
from moon_sim.rules import HAND_SIZE, SEATS, Rules, Trump, led_suit
from moon_sim.tiles import ALL_TILES, as_mask, format_tiles, tile_name

__all__ = [
    "ALL_HIDDEN",
    "ALL_OWN",
    "DefencePlayer",
    "HiddenContract",
    "State",
    "Strategy",
    "player_for",
    "seat_to_play",
]

ALL_OWN = (1 << HAND_SIZE) - 1
ALL_HIDDEN = (1 << 2 * HAND_SIZE) - 1


class State(NamedTuple):
    """What a strategy goes by: the position, and the layouts that it still means to win.

    Attributes
    ----------
    tricks, own, hidden, leader, need, first, second : int
        As the kernels take a position.
    layouts : bytes
        The set at the start of the trick, as the kernels' words.
    """

    tricks: int
    own: int
    hidden: int
    leader: int
    need: int
    first: int
    second: int
    layouts: bytes


@dataclass(frozen=True)
class Strategy:
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
    _contract: "HiddenContract" = field(repr=False)
    _kept: bytes = field(repr=False)

    @property
    def layouts(self) -> Members:
        """The layouts that the strategy wins, in the order of `Layouts.after_exchange`: (3432,)."""
        words = np.frombuffer(self._kept, np.int64)
        order = player_for(self._contract).order
        return from_bits(words, LAYOUTS)[order]

    @property
    def start(self) -> State:
        """The state before the opening lead."""
        return State(HAND_SIZE, ALL_OWN, ALL_HIDDEN, 0, self.target, -1, -1, self._kept)

    def play(self, history: str | Sequence[Tiles] = ()) -> str:
        """Return the declarer's next tile.

        Parameters
        ----------
        history : str or sequence of str or int
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
            If it can't be, strays from this strategy, or it is not the declarer's turn.

        Notes
        -----
        Once no layout that it means to win is left, or the contract is decided, it plays its lowest
        legal tile.
        """
        state = self.start
        for tile in _ordered(history):
            if seat_to_play(state) == 0 and tile != self.tile(state):
                raise IllegalPlayError(
                    f"history: the strategy plays {self.tile(state)}, not {tile}"
                )
            state = self.after(state, tile)
        if state.tricks == 0:
            raise IllegalPlayError("history: all seven tricks are played")
        if seat_to_play(state):
            raise IllegalPlayError(f"history: it is seat {seat_to_play(state)}'s turn")
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
        if state.tricks == HAND_SIZE:
            return self.lead  # R12: the declarer opens
        player = player_for(self._contract)
        return tile_name(player.block.own[player.choose(state)])

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
        tiles = player_for(self._contract).block
        first = (tiles.hidden if state.leader else tiles.own)[state.first]
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
        return player_for(self._contract).after(state, tile)


class HiddenContract(NamedTuple):
    """A hand, discard and trump, with the other 14 tiles hidden.

    Attributes
    ----------
    hand, discard : int
        Masks of tile ids.
    trump : Trump
    rules : Rules
    """

    hand: int
    discard: int
    trump: Trump
    rules: Rules


class DefencePlayer:
    """The kernels and their memory for one contract.

    Parameters
    ----------
    contract : HiddenContract
    """

    def __init__(self, contract: HiddenContract) -> None:
        hidden = ALL_TILES & ~contract.hand & ~contract.discard
        self.block = Block(contract.hand, hidden, contract.trump, contract.rules)
        self.contract = contract
        self.lock = threading.Lock()
        self.numbers = [
            {tile_name(tile): number for number, tile in enumerate(tiles)}
            for tiles in (self.block.own, self.block.hidden)
        ]
        hand1 = Layouts.after_exchange(contract.hand, contract.discard).hands()[:, 1]
        self.hands = np.zeros(LAYOUTS, np.int64)  # seat 1's, by the kernels' numbers
        for number, tile in enumerate(self.block.hidden):
            self.hands |= (hand1 >> tile & 1) << number
        self.order = np.argsort(np.argsort(self.hands))  # the kernels' number of each layout
        self.hands.sort()
        with compiled_once("best-defence search") as first:
            if first:
                self._call_each_kernel()

    @property
    def nodes(self) -> int:
        """Positions looked into at the start of a trick so far."""
        return int(self.block.mem[block.NODES : block.NODES + HAND_SIZE + 1].sum())

    def _call_each_kernel(self) -> None:
        """Call the kernels on a last trick, so that they are compiled."""
        mem, maps = self.block.mem, self.block.maps
        some = block.FULL + block.STRIDE
        out = block.SCRATCH
        last = (1, 1, 0b11, 0, 1, -1, -1)  # the position, as they take it
        kernels.won_open(*last, some, out, out + 1, mem, maps)
        kernels.conflicts(*last, 1, some, out, out + 1, mem, maps)
        kernels.keep(*last, some, 0, out, out + 1, mem, maps)
        kernels.choose(*last, some, out, mem, maps)
        kernels.next_trick(1, 0b11, 0, 0, 0, 1, some, out, out + 1, mem, maps)
        mem[block.NODES : block.NODES + HAND_SIZE + 1] = 0

    def choose(self, state: State) -> int:
        """Return the number of the own tile to play.

        Parameters
        ----------
        state : State
            One in which it is the declarer's turn.

        Returns
        -------
        int
            The lowest legal tile, where nothing that it means to win is left.
        """
        if 0 < state.need <= state.tricks and any(state.layouts):
            mem, maps = self.block.mem, self.block.maps
            with self.lock:
                at = self._put(state)
                tile = int(kernels.choose(*state[:7], at, at + block.STRIDE, mem, maps))
            if tile >= 0:
                return tile
        plays = state.own
        if state.first >= 0:
            suit = int(self.block.mem[block.HIDDEN_LEAD + state.first])
            plays = state.own & int(self.block.mem[block.OWN_FOLLOW + suit]) or state.own
        return (plays & -plays).bit_length() - 1

    def after(self, state: State, tile: str) -> State:
        """Return a state once a tile has been played.

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
            If the seat whose turn it is can't have the tile.
        """
        tricks, own, hidden, leader, need, first, second, _ = state
        seat = seat_to_play(state)
        number = self.numbers[seat > 0].get(tile, -1)
        if number < 0 or not (hidden if seat else own) >> number & 1:
            raise IllegalPlayError(f"tile {tile} can't be played by seat {seat} now")
        if first < 0:
            return state._replace(first=number)
        if second < 0:
            if leader == 1 and number == first:
                raise IllegalPlayError(f"tile {tile} is on the trick already")
            return state._replace(second=number)
        plays = (first, second, number)
        tile0, tile1, tile2 = (plays[(one - leader) % SEATS] for one in range(SEATS))
        if tile1 == tile2:
            raise IllegalPlayError(f"tile {tile} is on the trick already")
        mem, maps = self.block.mem, self.block.maps
        with self.lock:
            at = self._put(state)
            out = at + block.STRIDE
            kernels.next_trick(
                tricks, hidden, leader, *plays, at, out, out + block.STRIDE, mem, maps
            )
            kept = mem[out : out + block.LAYOUT_WORDS[tricks - 1]].tobytes()
        at = block.WINNER + ((leader * block.OWN + tile0) * block.HIDDEN + tile1) * block.HIDDEN
        winner = int(mem[at + tile2])
        return State(
            tricks - 1,
            own & ~(1 << tile0),
            hidden & ~(1 << tile1) & ~(1 << tile2),
            winner,
            need - (winner == 0),
            -1,
            -1,
            kept,
        )

    def _put(self, state: State) -> int:
        """Write a state's layouts to the block; return where."""
        words = np.frombuffer(state.layouts, np.int64)
        self.block.mem[block.SCRATCH : block.SCRATCH + words.size] = words
        return block.SCRATCH


_last: list[DefencePlayer] = []


def player_for(contract: HiddenContract) -> DefencePlayer:
    """Return the player of a contract; the last one is kept, as its memory takes 100 MB.

    Parameters
    ----------
    contract : HiddenContract

    Returns
    -------
    DefencePlayer
    """
    for player in _last:
        if player.contract == contract:
            return player
    _last.clear()
    _last.append(DefencePlayer(contract))
    return _last[-1]


def seat_to_play(state: State) -> int:
    """Return the seat whose turn it is.

    Parameters
    ----------
    state : State

    Returns
    -------
    int
        0, 1 or 2.
    """
    return (state.leader + (state.first >= 0) + (state.second >= 0)) % SEATS


def _ordered(history: str | Sequence[Tiles]) -> list[str]:
    """Return the tiles of a history as text, in order."""
    given = history.replace(",", " ").split() if isinstance(history, str) else history
    if not isinstance(given, Sequence):
        raise TypeError(f"history: expected tiles in order, got {history!r}")
    return [format_tiles(as_mask(one, "history", 1)) for one in given]
