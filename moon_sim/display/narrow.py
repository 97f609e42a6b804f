"""Sentences in lines, and tables on a screen that is narrower than they are."""

import copy
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

ROOM = 80
"""Columns that every table of the package fits into, or that its words wrap for."""

GLUE = "\N{NO-BREAK SPACE}"
"""A blank at which no line ends."""


def wrapped(text: str, width: int, indent: str = "") -> str:
    """Return a sentence in lines, where a number stays beside its sign, and an interval whole.

    Parameters
    ----------
    text : str
        No line ends at its no-break spaces, either; they come back as blanks.
    width : int
        Columns of a line; a longer word has a line of its own.
    indent : str
        What all lines but the first begin with.

    Returns
    -------
    str

    Examples
    --------
    >>> print(wrapped("It makes 79.7 - 83.1 % of them", 20))
    It makes
    79.7 - 83.1 % of
    them
    """
    glued = text.replace(" %", f"{GLUE}%").replace(" - ", f"{GLUE}-{GLUE}")
    lines = textwrap.fill(
        glued, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return lines.replace(GLUE, " ")


def fitted(part: "RenderableType", width: int) -> "list[RenderableType]":
    """Return a sentence or a table as a screen has room for it: no number is cut or parted.

    Parameters
    ----------
    part : str, Table or another thing that rich prints
    width : int
        Columns of the screen.

    Returns
    -------
    list
        A sentence in lines. A table as it is, if that fits; else with less room between its
        columns; else its title and a paragraph for each row, where each cell follows the head of
        its column. Other things as they are.

    Examples
    --------
    >>> from moon_sim.display import new_table
    >>> table = new_table("Bids", "bid", "made")
    >>> table.add_row("4", "81.5 %")
    >>> fitted(table, 80) == [table]
    True
    >>> for piece in fitted(table, 9):
    ...     print(piece or "-")
    Bids
    -
    bid: 4;
      made:
      81.5 %
    -
    """
    from rich.table import Table

    if isinstance(part, str):
        return [wrapped(part, width)]
    if not isinstance(part, Table) or width >= ROOM or _width(part) <= width:
        return [part]
    tight = copy.copy(part)
    tight.columns = [copy.copy(column) for column in part.columns]
    tight.min_width, tight.padding, tight.show_edge = None, (0, 0, 0, 0), False
    if _width(tight) > width:
        for column in tight.columns:
            longest = max(len(plain(cell)) for cell in column.cells)
            lines = textwrap.wrap(str(column.header), max(longest, 1), break_long_words=False)
            column.header = "\n".join(lines)
    if _width(tight) <= width:
        return [tight, ""]
    return [wrapped(str(part.title), width), "", *_rows(part, width), ""]


def _width(table: "Table") -> int:
    """Return how wide a table is where it has all the room there is."""
    from rich.console import Console

    return Console(width=10_000).measure(table).maximum


def _rows(table: "Table", width: int) -> Iterator[str]:
    """Return each row in words, and nothing between sections; an empty cell says nothing."""
    heads = [str(column.header).replace("-\n", "-") for column in table.columns]
    rows = zip(*(column.cells for column in table.columns), strict=True)
    for row, form in zip(rows, table.rows, strict=True):
        cells = zip(heads, map(plain, row), strict=True)
        words = "; ".join(f"{head}: {cell}" if head else cell for head, cell in cells if cell)
        yield wrapped(words, width, "  ")
        if form.end_section and form is not table.rows[-1]:
            yield ""


def plain(cell: object) -> str:
    """Return the text of a cell without its marks for a terminal.

    Parameters
    ----------
    cell : object

    Returns
    -------
    str
    """
    from rich.text import Text

    return Text.from_markup(str(cell)).plain.strip()
