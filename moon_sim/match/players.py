"""Players who bid by the match table, and play as `pimc-64` does.

They are known to `moon_sim.players` by the entry points of this package, as plug-ins are.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from moon_sim import atlas
from moon_sim.game import SEATS
from moon_sim.match.results import auction_tree
from moon_sim.match.tables import match_table
from moon_sim.play import Call, Observation, pimc_player


def _calls_for(play: str) -> Callable[[Observation, np.random.Generator], Call]:
    def call(seen: Observation, rng: np.random.Generator) -> Call:
        """Return a call as hands of this class make it at the score, drawn."""
        table, tree = match_table(seen.rules), auction_tree(seen.rules)
        scores = [seen.before[(seen.first_caller + place) % SEATS] for place in range(SEATS)]
        odds = atlas.hand_wins(np.array([seen.dealt]), seen.rules)[0] / atlas.ALL
        node = tree.deeds.index(seen.calls)
        shares = table.strategy(scores, play)[tree.turn[node], int(table.classes.of(odds))]
        may = tree.choices(node)
        return Call(may[rng.choice(len(may), p=shares[: len(may)])])

    return call


_CARDS = pimc_player(64)

MATCH = replace(
    _CARDS,
    name="match",
    about="bids to win the match, at the score and after the calls before; plays as pimc-64",
    call=_calls_for("match"),
)

POINTS = replace(
    _CARDS,
    name="points",
    about="bids for points, after the calls before, as two others do; plays as pimc-64",
    call=_calls_for("points"),
)

GREEDY = replace(
    _CARDS,
    name="points-greedy",
    about="bids what gains the most points as if nobody else were bidding, as pimc-64 does",
)
