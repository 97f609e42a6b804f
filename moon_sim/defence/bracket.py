"""What is proven of a contract against the best defence: a bracket."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from moon_sim.defence.strategy import Strategy
from moon_sim.defence.text import bracket_parts, bracket_summary
from moon_sim.display import Result
from moon_sim.game import LAYOUTS

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, repr=False)
class Bracket(Result):
    """What is proven of the layouts that the declarer can win against the best defence.

    Attributes
    ----------
    low : int
        Layouts that `strategy` wins, however the defenders play.
    high : int
        No strategy wins more layouts than this.
    strategy : Strategy
    nodes : int
        Positions that the search has looked into at the start of a trick.
    n : int
        All layouts, 3,432.
    """

    low: int
    high: int
    strategy: Strategy
    nodes: int
    n: int = LAYOUTS

    @property
    def p_low(self) -> float:
        """`low` as a probability."""
        return self.low / self.n

    @property
    def p_high(self) -> float:
        """`high` as a probability."""
        return self.high / self.n

    @property
    def exact(self) -> bool:
        """Whether `low` and `high` meet: no strategy wins more than this one."""
        return self.low == self.high

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as plain Python values, as ``moon-sim contract --json`` prints them.

        Returns
        -------
        dict
            `low`, `high`, `n`, `p_low`, `p_high`, `exact` and `nodes`; what they are of, `strategy`
            has in a dict of its own.
        """
        names = ("low", "high", "n", "p_low", "p_high", "exact", "nodes")
        return {name: getattr(self, name) for name in names}

    def _summary(self) -> tuple[str, dict[str, object]]:
        return bracket_summary(self)

    def _parts(self) -> "Iterable[RenderableType]":
        return bracket_parts(self)
