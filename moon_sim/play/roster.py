"""Players: who calls, exchanges and plays from what a seat observes; and their registry.

Those of this library are listed by `players`. Users add their own with `register_player`, or in a
package with an entry point in the group ``moon_sim.players``.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from textwrap import shorten
from typing import Any

import numpy as np

from moon_sim.display import Result
from moon_sim.game import IllegalPlayError, Seed, as_seed, quoted, whole
from moon_sim.heuristics import load_plug_ins
from moon_sim.play.actions import Action
from moon_sim.play.bidding import atlas_bidder, open_bidder, random_bidder, selector_bidder
from moon_sim.play.certified import certified_card
from moon_sim.play.inferring import likelihood
from moon_sim.play.observation import Observation
from moon_sim.play.pimc import open_card, pimc_card
from moon_sim.play.plain import plain_card, random_card
from moon_sim.play.proven import proven_card
from moon_sim.play.state import State

GROUP = "moon_sim.players"
"""The entry points' group of packages that bring players."""

NAME = re.compile(r"[A-Za-z0-9]+([-+:][A-Za-z0-9]+)*")

MOST = 4096
"""The most layouts that a player may look at."""

Decide = Callable[[Any, np.random.Generator], Action]
"""From what a seat observes and a generator, what it does."""


@dataclass(frozen=True, repr=False)
class Player(Result):
    """One who plays the game: a program that calls, exchanges and plays.

    Attributes
    ----------
    name : str
        What it is called by.
    about : str
        What it does, in a line.
    call, exchange, play : callable
        From an `Observation` of the seat that is to act and a Generator, one of its
        `legal_actions`. `exchange` names trump, too, and where a house rule asks for it, first
        trump alone (`Name`).
        They must not remember one hand in the next: the arena plays a deal in all orders of seats,
        one after the other, and a player that knew it again would know the hidden tiles.
    sees_all : bool
        Whether it is given the `State` in place of an observation, as a measure for others.

    Raises
    ------
    ValueError
        If the name has other characters than letters, digits, hyphens, plus signs and colons.
    """

    name: str
    about: str
    call: Decide
    exchange: Decide
    play: Decide
    sees_all: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not NAME.fullmatch(self.name):
            raise ValueError(
                f"player name: expected letters, digits and hyphens, got {quoted(self.name)}"
            )

    def act(self, state: State, seed: Seed = None) -> Action:
        """Return what the player does in a state in which its seat is to act.

        Parameters
        ----------
        state : State
            Of which it gets the observation of the seat to act, and nothing else.
        seed : int, Generator or None
            For those that draw.

        Returns
        -------
        Action

        Raises
        ------
        IllegalPlayError
            If the hand is over, or the player does what it may not.
        """
        if state.seat is None:
            raise IllegalPlayError(f"{self.name}: expected a seat to act, the hand is over")
        seen: Observation | State = state if self.sees_all else state.observe()
        decide = {"call": self.call, "play": self.play}.get(state.phase, self.exchange)
        action = decide(seen, as_seed(seed))
        if action not in state.legal_actions():
            raise IllegalPlayError(f"{self.name}: {action} is not legal for seat {state.seat}")
        return action

    def __repr__(self) -> str:
        """Return a line: players mostly stand in lists."""
        return shorten(f"Player {self.name}: {self.about}", 100, placeholder=" ...")

    def to_dict(self) -> dict[str, object]:
        """Return what is said of it as plain Python values.

        Returns
        -------
        dict
            `name`, `about` and `sees_all`.
        """
        return {"name": self.name, "about": self.about, "sees_all": self.sees_all}

    def _summary(self) -> tuple[str, dict[str, object]]:
        sees = "all hands" if self.sees_all else "what its seat sees"
        return f"Player {self.name}", {"about": self.about, "sees": sees}


# --- Those of this library ----------------------------------------------------------------------


def _rules_player(name: str) -> Player:
    bidder = selector_bidder(name)
    about = f"calls, throws and names trump as the selector {name} does; plain card play"
    return Player(f"rules:{name}", about, bidder.call, bidder.exchange, plain_card)


def pimc_player(layouts: int) -> Player:
    """Return the player that looks at so many layouts.

    Parameters
    ----------
    layouts : int

    Returns
    -------
    Player
    """
    bidder = atlas_bidder()
    return Player(
        f"pimc-{layouts}",
        f"plays what does best on {layouts} layouts that fit, each with all hands open; bids by "
        "the exact odds",
        bidder.call,
        bidder.exchange,
        pimc_card(layouts),
    )


def _inferring_player() -> Player:
    bidder = atlas_bidder()
    return Player(
        "inferring",
        "as pimc-64, but defends on layouts that are likely by what others called, named and led",
        bidder.call,
        bidder.exchange,
        pimc_card(64, likelihood),
    )


def _sure_players() -> list[Player]:
    bidder, defends = atlas_bidder(), pimc_card(64)
    return [
        Player(
            "certified",
            "declares by the strategy that is best at the first lead against defenders who see "
            "everything, and else as pimc-64",
            bidder.call,
            bidder.exchange,
            certified_card(defends),
        ),
        Player(
            "proven",
            "declares by what it can prove at each turn anew, on all layouts that fit; defends as "
            "pimc-64",
            bidder.call,
            bidder.exchange,
            proven_card(defends),
        ),
    ]


_REGISTERED: dict[str, Player] = {
    one.name: one
    for one in (
        Player(
            "random",
            "anything that is legal, each as likely as another",
            random_bidder().call,
            random_bidder().exchange,
            random_card,
        ),
        _rules_player("point-count"),
        *map(pimc_player, (16, 64, 256)),
        _inferring_player(),
        *_sure_players(),
        Player(
            "open",
            "sees all hands: what nobody can do, as a measure",
            open_bidder().call,
            open_bidder().exchange,
            open_card,
            sees_all=True,
        ),
    )
}


# --- The registry -------------------------------------------------------------------------------


def register_player(player: Player) -> None:
    """Add a player under its name, for this process.

    Parameters
    ----------
    player : Player

    Raises
    ------
    TypeError
        If it is no player.
    ValueError
        If its name is taken, or could be read as another.
    """
    if not isinstance(player, Player):
        raise TypeError(f"expected a Player, got {type(player).__name__}")
    if player.name in _REGISTERED or re.fullmatch(r"pimc-[0-9]+|rules:.*", player.name):
        raise ValueError(f"player name {player.name!r} is taken")
    _REGISTERED[player.name] = player


def _plug_in(found: Any) -> None:
    """Add what a package brings, once however often it is looked for."""
    if not any(one is found for one in _REGISTERED.values()):
        register_player(found)


def players() -> list[Player]:
    """Return all players that have a name of their own, those of this library first.

    Returns
    -------
    list of Player
        Without the other sizes of ``pimc-N`` and the other ``rules:SELECTOR``, which `player`
        makes.
    """
    load_plug_ins("player", GROUP, _plug_in)
    return list(_REGISTERED.values())


def player(name: str) -> Player:
    """Return the player of a name.

    Parameters
    ----------
    name : str
        One of those of `players`, ``pimc-N`` with N from 1 to 4096, or ``rules:SELECTOR`` with the
        name of a selector.

    Returns
    -------
    Player

    Raises
    ------
    TypeError
        If the name is no text.
    ValueError
        If there is none of that name; the message lists near ones.

    Examples
    --------
    >>> player("pimc-8").name
    'pimc-8'
    """
    if not isinstance(name, str):
        raise TypeError(f"player: expected a name, got {name!r}")
    load_plug_ins("player", GROUP, _plug_in)
    if name in _REGISTERED:
        return _REGISTERED[name]
    if found := re.fullmatch(r"pimc-([0-9]+)", name):
        return pimc_player(whole(int(found[1]), "pimc-N: N", 1, MOST))
    if name.startswith("rules:"):
        return _rules_player(name.removeprefix("rules:"))
    near = get_close_matches(name, _REGISTERED)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(_REGISTERED)}"
    raise ValueError(f"unknown player {name!r}; {hint}, pimc-N, rules:SELECTOR")
