"""A question in the arguments, or one a line on stdin; an answer to each as soon as it is known."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from moon_sim.commands.console import print_json, read_lines, show
from moon_sim.commands.options import alone, csv_rows
from moon_sim.running import write_whole

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import RenderableType

    from moon_sim.game import Rules
    from moon_sim.match import CallAdvice
    from moon_sim.odds import BidOdds, ExchangeRanking
    from moon_sim.play import PlayOdds


@dataclass(frozen=True)
class Answer:
    """What a command says to one question, in each form."""

    parts: "Sequence[RenderableType]"
    """Sentences and tables for people."""
    note: str
    """What the numbers mean, in small print."""
    data: Mapping[str, object]
    """The same for `--json`."""
    frame: "pd.DataFrame | None" = None
    """The same for `--csv`, where there is one; its rows name the question."""
    stopped: bool = False
    """Whether Ctrl-C came, and this is what was known by then."""

    @classmethod
    def of(
        cls,
        result: "BidOdds | ExchangeRanking | PlayOdds | CallAdvice",
        frame: "pd.DataFrame | None",
    ) -> "Answer":
        """Return what a result says; its last sentences are about the numbers."""
        *parts, note = result.parts()
        return cls(parts, str(note), result.to_dict(), frame)


def answer_each(
    words: Sequence[str] | None,
    name: str,
    ask: Callable[[str], Answer],
    *,
    as_json: bool,
    csv: Path | None = None,
    rules: "Rules | None" = None,
) -> None:
    """Answer what the arguments ask, or each line on stdin.

    One answer as JSON is indented; several have a line each. A CSV is one table, and a file of it
    appears when all are answered. Rules that are not as by default are told.
    """
    table: list[str] = []
    failed: OSError | None = None
    file = None if csv is None or alone(csv) else csv
    waiting: Answer | None = None  # a first JSON, until it is known whether it stands alone
    first = True
    try:
        for where, text in read_lines(words, name):
            if waiting:
                print_json(waiting.data, line=True)
                waiting = None
            try:
                answer = ask(text)
            except (ValueError, TypeError) as error:
                raise ValueError(f"{where}{error}") from error
            if rules and rules.own:
                answer = replace(
                    answer,
                    note=f"{answer.note} House rules: {rules}.",
                    data={**answer.data, "rules": dict(rules.own)},
                )
            if answer.frame is not None and csv:
                table.append(csv_rows(answer.frame, head=first))
            if file and not where:  # a single answer: who closes stdout early still gets the file
                try:
                    write_whole(file, table[0])
                except OSError as error:
                    failed = error  # once the answer is shown
            if alone(csv):
                print(table.pop(), end="", flush=True)
            elif not as_json:
                show(*([] if first else [""]), *answer.parts)
                show(answer.note, style="dim")
            elif first:
                waiting = answer
            else:
                print_json(answer.data, line=True)
            if answer.stopped:
                raise KeyboardInterrupt
            first = False
    finally:
        if waiting:
            print_json(waiting.data)
    if failed:
        raise failed
    if file and where:
        write_whole(file, "".join(table))
