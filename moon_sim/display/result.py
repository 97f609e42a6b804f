"""A result as people meet it: short in a prompt, as tables in a terminal and in a notebook."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from textwrap import shorten
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.table import Table

__all__ = ["Result", "html_of"]

WIDTH = 100
"""Characters of a line of a short form."""

LINES = 12
"""Lines of a short form at most."""


class Result:
    """What results have in common: `repr`, what rich prints, and what notebooks show.

    A result says by `_summary` what a prompt shows, and by `_parts` what people read who have more
    room: the tables and sentences that the commands print, too.
    """

    def _summary(self) -> tuple[str, Mapping[str, object]]:
        """Return what it is and of what, in a line; and what it says, a line for each name."""
        raise NotImplementedError

    def _parts(self) -> "Iterable[str | Table]":
        """Return sentences and tables; what `_summary` says by default."""
        title, said = self._summary()
        return [title, *(f"{name}: {value}" for name, value in said.items())]

    def __repr__(self) -> str:
        """Return at most 12 lines of 100 characters."""
        title, said = self._summary()
        lines = [shorten(title, WIDTH, placeholder=" ...")]
        wide = max(map(len, said), default=0)
        for name, value in said.items():
            lines.append(shorten(str(value), WIDTH - wide - 4, placeholder=" ..."))
            lines[-1] = f"  {name:<{wide}}  {lines[-1]}"
        return "\n".join(lines[:LINES])

    def __rich_console__(
        self, console: "Console", options: "ConsoleOptions"
    ) -> "Iterator[RenderableType]":
        """Give the tables and sentences to rich."""
        yield from self._parts()

    def _repr_html_(self) -> str:
        """Return the tables and sentences as HTML, for notebooks."""
        return html_of(self._parts())


def html_of(parts: "Iterable[str | Table]") -> str:
    """Return sentences and tables of a terminal as HTML.

    Parameters
    ----------
    parts : iterable of str or Table

    Returns
    -------
    str
        Paragraphs and tables; everything is escaped.

    Examples
    --------
    >>> html_of(["5 < 6"])
    '<p>5 &lt; 6</p>'
    """
    return "\n".join(
        f"<p>{escape(part)}</p>" if isinstance(part, str) else _html_table(part)
        for part in parts
        if part != ""
    )


def _html_table(table: "Table") -> str:
    from rich.text import Text

    def cell(kind: str, shown: object, justify: str, bold: bool = False) -> str:
        words = Text.from_markup(str(shown)).plain.strip()
        text = f"<strong>{escape(words)}</strong>" if bold and words else escape(words)
        return f'<{kind} style="text-align:{justify}">{text}</{kind}>'

    columns = table.columns
    head = "".join(cell("th", column.header, column.justify) for column in columns)
    rows = zip(*(list(column.cells) for column in columns), strict=True)
    body = "".join(
        "<tr>"
        + "".join(
            cell("td", shown, column.justify, row.style == "bold" or "[bold]" in str(shown))
            for shown, column in zip(cells, columns, strict=True)
        )
        + "</tr>"
        for cells, row in zip(rows, table.rows, strict=True)
    )
    caption = f"<caption>{escape(str(table.title))}</caption>" if table.title else ""
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
