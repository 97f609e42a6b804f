"""What commands print, as README and the pages show it: `python docs/outputs.py` writes it anew.

README's picture is made of a real run, and so is each block of a page that begins with
"```console" and a line "$ moon-sim ...". A test compares them with what the commands print today.
"""

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

from rich.console import CONSOLE_SVG_FORMAT, Console
from rich.text import Text

from moon_sim.commands import main

__all__ = ["PICTURE", "PICTURED", "anew", "blocks", "pages", "picture", "printed", "words_of"]

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "odds.svg"
PICTURED = 'moon-sim odds "6-6 6-3 6-2 5-5 4-1 3-1 2-1"'
WIDTH = 80
TERMINAL = {"COLUMNS": str(WIDTH), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
PLAIN, COLOURED = {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}
BLOCK = re.compile(r"(?<=^```console\n)\$ (moon-sim .*)\n([^`]*)(?=^```$)", re.MULTILINE)

FETCHED_FONTS = re.compile(r"@font-face \{\{.*?\}\}\s*", re.DOTALL)
"""Rich's pictures fetch a font from the network; any other with letters of one width does, too."""


CHARACTER = 12.2
"""How wide rich draws a character."""


def printed(command: str, look: Mapping[str, str] = PLAIN) -> str:
    """Return what a command prints on a terminal of 80 columns, without the blanks at lines' ends.

    The command runs in this process.
    """
    out = StringIO()
    try:
        with _environment({**TERMINAL, **look}), redirect_stdout(out):
            main(shlex.split(command)[1:])
    except SystemExit as end:
        if end.code:
            raise RuntimeError(f"{command}: ended with {end.code}") from None
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def picture() -> str:
    """Return a terminal with README's command and what it prints, as SVG."""
    console = Console(record=True, width=WIDTH, file=StringIO())
    console.print(Text(f"$ {PICTURED}"))
    console.print(Text.from_ansi(printed(PICTURED, COLOURED)))
    svg = console.export_svg(
        title="moon-sim odds",
        code_format=FETCHED_FONTS.sub("", CONSOLE_SVG_FORMAT),
        unique_id="moon-sim-odds",
    )
    return re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE)


def words_of(svg: str) -> str:
    """Return the text in a picture of a terminal, as `printed` has it."""
    lines: dict[str, str] = {}
    for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):
        if line := text.get("clip-path"):  # the title has none
            column = round(float(text.attrib["x"]) / CHARACTER)
            lines[line] = lines.get(line, "").ljust(column) + (text.text or "").rstrip("\n")
    words = "\n".join(line.replace("\N{NO-BREAK SPACE}", " ").rstrip() for line in lines.values())
    return f"{words.rstrip()}\n"


def pages() -> Iterator[Path]:
    """Give README and the pages that are written by hand."""
    yield ROOT / "README.md"
    yield from sorted((ROOT / "docs").glob("*.md"))


def blocks(page: Path) -> list[tuple[str, str]]:
    """Return the commands of a page, each with what the page says that it prints."""
    return [(command, said) for command, said in BLOCK.findall(page.read_text(encoding="utf-8"))]


def anew(page: Path) -> None:
    """Write what a page's commands print into the page."""
    text = page.read_text(encoding="utf-8")
    new = BLOCK.sub(lambda block: f"$ {block[1]}\n{printed(block[1])}", text)
    if new != text:
        page.write_text(new, encoding="utf-8")


@contextmanager
def _environment(values: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment for a while."""
    names = {*TERMINAL, *PLAIN, *COLOURED}
    before = {name: os.environ.pop(name) for name in names if name in os.environ}
    os.environ.update(values)
    try:
        yield
    finally:
        for name in names:
            os.environ.pop(name, None)
        os.environ.update(before)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    for one in pages():
        anew(one)
