"""Paragraphs, lists and tables as lines of Markdown, readable as plain text, too."""

from collections.abc import Iterable, Sequence
from textwrap import wrap

WIDTH = 100
SPACE = "\N{NO-BREAK SPACE}"


def paragraph(words: str) -> list[str]:
    """Return a paragraph, broken into lines, with the empty line after it.

    A number stays on one line with its % and with the "n = " before it.

    Parameters
    ----------
    words : str

    Returns
    -------
    list of str
        Lines without their ends.

    Examples
    --------
    >>> paragraph("Most hands pass.")
    ['Most hands pass.', '']
    """
    return [*_wrapped(words), ""]


def bullet(words: str) -> list[str]:
    """Return an item of a list; an empty line (``[""]``) ends the list.

    Parameters
    ----------
    words : str

    Returns
    -------
    list of str
        Lines without their ends.

    Examples
    --------
    >>> bullet("lead the double")
    ['- lead the double']
    """
    return _wrapped(words, "- ")


def table(head: Sequence[object], rows: Iterable[Sequence[object]], words: int = 1) -> list[str]:
    r"""Return a table with the empty line after it.

    Parameters
    ----------
    head : sequence
        A name for each column.
    rows : iterable of sequence
        Cells, as text or as what `str` makes text of; as many as columns.
    words : int
        So many columns, the first ones, are aligned to the left; the others to the right.

    Returns
    -------
    list of str
        Lines without their ends.

    Raises
    ------
    ValueError
        If a row has too many or too few cells.

    Examples
    --------
    >>> print("\n".join(table(["trump", "n"], [["doubles", 12]])))
    | trump | n |
    | --- | ---: |
    | doubles | 12 |
    <BLANKLINE>
    """
    body = [list(row) for row in rows]
    for row in body:
        if len(row) != len(head):
            raise ValueError(f"row: expected {len(head)} cells, got {len(row)}: {row}")
    rule = ["---"] * words + ["---:"] * (len(head) - words)
    lines: list[Sequence[object]] = [head, rule, *body]
    return [*(f"| {' | '.join(map(_cell, line))} |" for line in lines), ""]


def _wrapped(words: str, start: str = "") -> list[str]:
    glued = words.replace(" %", f"{SPACE}%").replace("n = ", f"n{SPACE}={SPACE}")
    lines = wrap(
        glued,
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [line.replace(SPACE, " ") for line in lines]


def _cell(value: object) -> str:
    return str(value).replace("|", r"\|")
