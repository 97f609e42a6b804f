"""A result as people meet it: short in a prompt, as tables in a terminal and in a notebook."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from moon_sim.display.dominoes import with_pictures
from moon_sim.display.narrow import fitted, plain

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.table import Table
    from rich.tree import Tree

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

    def _parts(self) -> "Iterable[RenderableType]":
        """Return sentences, tables and trees; what `_summary` says by default."""
        title, said = self._summary()
        return [title, *(f"{name}: {value}" for name, value in said.items())]

    def parts(self) -> "list[RenderableType]":
        """Return what people read of it.

        Returns
        -------
        list
            Sentences, tables, trees, and empty lines between them, in order.
        """
        return list(self._parts())

    def __repr__(self) -> str:
        """Return at most 12 lines of 100 characters."""
        title, said = self._summary()
        lines = [shorten(title, WIDTH, placeholder=" ...")]
        wide = max(map(len, said), default=0)
        for name, value in said.items():
            line = f"  {name:<{wide}}  {value}"
            lines.append(line if len(line) <= WIDTH else f"{line[: WIDTH - 4]} ...")
        return "\n".join(lines[:LINES])

    def __rich_console__(
        self, console: "Console", options: "ConsoleOptions"
    ) -> "Iterator[RenderableType]":
        """Give the sentences, tables and trees to rich, as its screen has room for them."""
        for part in self._parts():
            yield from fitted(part, options.max_width)

    def _repr_html_(self) -> str:
        """Return the sentences, tables and trees as HTML, for notebooks."""
        return html_of(self._parts())


def html_of(parts: "Iterable[RenderableType]") -> str:
    """Return sentences, tables and trees of a terminal as HTML.

    Parameters
    ----------
    parts : iterable of str, Table or Tree

    Returns
    -------
    str
        Paragraphs, tables and lists; everything is escaped.

    Examples
    --------
    >>> html_of(["5 < 6"])
    '<p>5 &lt; 6</p>'
    """
    return "\n".join(_html(part) for part in parts if part != "")


def _html(part: "RenderableType") -> str:
    from rich.table import Table
    from rich.tree import Tree

    if isinstance(part, Table):
        return _html_table(part)
    if isinstance(part, Tree):
        return f"<ul>{_html_tree(part)}</ul>"
    return f"<p>{with_pictures(str(part), escape)}</p>"


def _html_tree(tree: "Tree") -> str:
    below = "".join(map(_html_tree, tree.children))
    return f"<li>{escape(plain(tree.label))}{f'<ul>{below}</ul>' if below else ''}</li>"


def records_of(frame: "pd.DataFrame") -> list[dict[str, Any]]:
    """Return the rows of a table of numbers as plain Python values, None for what is empty.

    Parameters
    ----------
    frame : DataFrame

    Returns
    -------
    list of dict
    """
    plain = frame.astype(object).where(frame.notna(), None)
    return plain.to_dict("records")  # type: ignore[return-value]


def rows_of(table: "Table") -> list[list[str]]:
    """Return the words of a table of a terminal, without their marks: its head, then its rows.

    Parameters
    ----------
    table : Table

    Returns
    -------
    list of list of str
    """
    columns = [[column.header, *column.cells] for column in table.columns]
    return [[plain(cell) for cell in row] for row in zip(*columns, strict=True)]


def _html_table(table: "Table") -> str:
    def cell(kind: str, shown: object, justify: str, bold: bool = False) -> str:
        words = plain(shown)
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
