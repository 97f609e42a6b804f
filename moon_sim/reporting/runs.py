"""One run of an analysis: what it is to do, the means for it, and tables as files have them."""

import argparse
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from moon_sim.running import Workers

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client

    from moon_sim.reporting.finished import FinishedJobs

NAN = "nan"
"""An empty cell would be an empty text."""


@dataclass
class Run:
    """What one run of an analysis is to do, and the means for it.

    A context manager ends its processes.

    Attributes
    ----------
    seed : int
        Decides the sample: 0 or more.
    count : int
        How many of the analysis' units.
    quick : bool
        Whether it is only to see that all works.
    processes : int
        On so many cores; the tables don't depend on it.
    options : Namespace
        The values of the analysis' own arguments.
    tables : dict of str to Path
        The folders of the analyses that this one needs.
    client : distributed.Client, optional
        The workers of this cluster instead of processes.
    finished : FinishedJobs, optional
        What an earlier run has finished, and where this one's results are kept.
    """

    seed: int
    count: int
    quick: bool = False
    processes: int = 1
    options: argparse.Namespace = field(default_factory=argparse.Namespace)
    tables: dict[str, Path] = field(default_factory=dict)
    client: "Client | None" = None
    finished: "FinishedJobs | None" = None

    def __post_init__(self) -> None:
        self._workers = Workers(self.processes, self.client)

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *error: Any) -> None:
        self._workers.__exit__(*error)

    def worker_count(self) -> int:
        """Return on how many cores it runs."""
        return self._workers.count()

    def map(
        self, work: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], name: str
    ) -> list[Any]:
        """Return what a function gives for each job, in the jobs' order, using all processes.

        Tables, and whatever is the same once it has been JSON, are kept as they are finished: a run
        that was ended goes on there.

        Parameters
        ----------
        work : callable
            A function of a module's top level. What is random in it comes from its arguments.
            In a process of its own it gets one thread unless it asks for more.
        jobs : sequence of tuple
            The arguments of each call.
        name : str
            What the progress bar is called.

        Returns
        -------
        list

        Raises
        ------
        BaseException
            What a call raises.
        """
        if self.client is not None:
            from moon_sim.solver import warm_up

            self._workers.prepare(warm_up)
        if self.finished is None:
            return self._workers.map(work, jobs, name)
        known, keep = self.finished.of(work, jobs)
        return self._workers.map(work, jobs, name, known, keep)

    def table(self, analysis: str, file: str) -> "pd.DataFrame":
        """Return a table of an analysis that this one needs.

        Parameters
        ----------
        analysis : str
        file : str
            Its name, "x.csv".

        Returns
        -------
        DataFrame
            See `read_table`.

        Raises
        ------
        ValueError
            If the analysis is none that this one needs.
        OSError
            If the table can't be read.
        """
        if analysis not in self.tables:
            needs = ", ".join(self.tables) or "none"
            raise ValueError(f"table: expected an analysis among the needs ({needs}): {analysis!r}")
        return read_table((self.tables[analysis] / file).read_text(encoding="utf-8"))


def read_table(text: str) -> "pd.DataFrame":
    """Return a table as an analysis has written it.

    Parameters
    ----------
    text : str
        CSV.

    Returns
    -------
    DataFrame
        "nan" is NaN. Trumps are text, in columns called `trump` or ending in `_trump`, as are
        empty cells.
    """
    import pandas as pd

    head = pd.read_csv(io.StringIO(text), nrows=0).columns
    trumps = {name: str for name in head if name == "trump" or name.endswith("_trump")}
    return pd.read_csv(io.StringIO(text), dtype=trumps, na_values=[NAN], keep_default_na=False)


def table_text(table: "pd.DataFrame") -> str:
    """Return a table as an analysis writes it.

    Parameters
    ----------
    table : DataFrame
        Its index is left out.

    Returns
    -------
    str
        CSV that `read_table` reads.
    """
    return table.to_csv(index=False, lineterminator="\n", na_rep=NAN)
