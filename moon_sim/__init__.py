"""Odds and strategy for Three-Player Moon, a trick-taking domino game.

The public names below are loaded when they are first used, so that ``import moon_sim`` is quick.

Examples
--------
>>> import moon_sim
>>> odds = moon_sim.contract_odds(
...     "6-6 6-5 6-4 5-5 4-4 3-3 1-1", discard="2-1", trump="none", layouts=100, seed=1
... )
>>> odds.p_at_least(7)
1.0
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from moon_sim.bidding import BidOdds, bid_odds, points
    from moon_sim.comparison import trial
    from moon_sim.deals import Deal
    from moon_sim.defence import Bracket, best_defence, brackets
    from moon_sim.engine import Search
    from moon_sim.errors import IllegalPlayError, InvalidDealError
    from moon_sim.estimates import BlindLead, TrickDistribution
    from moon_sim.features import Features, features_frame
    from moon_sim.layouts import Layouts
    from moon_sim.odds import contract_odds, exchange_odds
    from moon_sim.paired import Ranking
    from moon_sim.rules import Contract, Rules, Trump
    from moon_sim.selectors import Choice, Selector, register, selector
    from moon_sim.solver import Trick, best_line, solve, solve_batch, solve_plays
    from moon_sim.strategies import Strategy
    from moon_sim.tiles import format_tiles, parse_tiles
    from moon_sim.trials import Trial

_HOMES = {
    "bidding": ("BidOdds", "bid_odds", "points"),
    "comparison": ("trial",),
    "deals": ("Deal",),
    "defence": ("Bracket", "best_defence", "brackets"),
    "engine": ("Search",),
    "errors": ("IllegalPlayError", "InvalidDealError"),
    "estimates": ("BlindLead", "TrickDistribution"),
    "features": ("Features", "features_frame"),
    "layouts": ("Layouts",),
    "odds": ("contract_odds", "exchange_odds"),
    "paired": ("Ranking",),
    "rules": ("Contract", "Rules", "Trump"),
    "selectors": ("Choice", "Selector", "register", "selector"),
    "solver": ("Trick", "best_line", "solve", "solve_batch", "solve_plays"),
    "strategies": ("Strategy",),
    "tiles": ("format_tiles", "parse_tiles"),
    "trials": ("Trial",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "BidOdds",
    "BlindLead",
    "Bracket",
    "Choice",
    "Contract",
    "Deal",
    "Features",
    "IllegalPlayError",
    "InvalidDealError",
    "Layouts",
    "Ranking",
    "Rules",
    "Search",
    "Selector",
    "Strategy",
    "Trial",
    "Trick",
    "TrickDistribution",
    "Trump",
    "best_defence",
    "best_line",
    "bid_odds",
    "brackets",
    "contract_odds",
    "exchange_odds",
    "features_frame",
    "format_tiles",
    "parse_tiles",
    "points",
    "register",
    "selector",
    "solve",
    "solve_batch",
    "solve_plays",
    "trial",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
