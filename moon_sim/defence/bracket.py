"""What is proven of a contract against the best defence: a bracket."""

from dataclasses import dataclass

from moon_sim.defence.strategy import Strategy
from moon_sim.game import LAYOUTS

__all__ = ["Bracket"]


@dataclass(frozen=True)
class Bracket:
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
