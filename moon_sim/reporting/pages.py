"""Reports as HTML: Markdown and its figures in one file that needs no network.

Raw HTML in the Markdown is shown, never obeyed; the page's own policy lets it load nothing from
elsewhere and run nothing but the script that sorts its tables.
"""

import base64
import hashlib
import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from moon_sim.display import with_pictures

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markupsafe import Markup

INDEX_TITLE = "Three-Player Moon in numbers"

KINDS = {".png": "image/png", ".svg": "image/svg+xml"}
"""The figures that a page can hold, by the end of their names."""

NARROW = 440
"""CSS pixels: figures up to this width can still be read on a telephone's screen."""

SPACE = "\N{NO-BREAK SPACE}"

PROSE = 40
"""A table's cell with more characters than this may take several lines."""

ALIGNED = {"text-align:right": "number", "text-align:center": "middle"}
"""Styles that Markdown gives to cells, which the policy forbids, as classes."""

Link = Callable[[str], str]
"""Where a link of a README leads from the page."""


class Report(NamedTuple):
    """What a report's folder holds.

    Attributes
    ----------
    name : str
        The folder's name.
    markdown : str
        Its README: ``# The question?``, then a paragraph whose first sentence answers it.
    files : Mapping of str to bytes
        Its other files by name, the figures among them.
    manifest : Mapping
        How it was made.
    """

    name: str
    markdown: str
    files: Mapping[str, bytes]
    manifest: Mapping[str, Any]


def html_page(title: str, markdown: str, files: Mapping[str, bytes]) -> str:
    """Return a report as one HTML file.

    Parameters
    ----------
    title : str
        For the browser's tab.
    markdown : str
        The report's text; links lead from the report's folder.
    files : Mapping of str to bytes
        The figures by the names of their files. Of a PNG and an SVG of the same name, the smaller
        is taken.

    Returns
    -------
    str
        HTML with style, script and figures inside.

    Raises
    ------
    ValueError
        If a figure is not among the files.

    Examples
    --------
    >>> "<p>Pass with <code>&lt;b&gt;</code>.</p>" in html_page("Bids", "Pass with `<b>`.", {})
    True
    """
    tokens = _parse(markdown)
    _adapt(tokens, files, _beside, "", 0)
    return _fill(title=title, contents=[], sections=[{"id": "", "body": _render(tokens)}])


def index_page(reports: Sequence[Report]) -> str:
    """Return reports as one HTML file with a list of their questions and answers.

    Parameters
    ----------
    reports : sequence of Report
        In the order of the page, which lies in the folder that holds theirs.

    Returns
    -------
    str
        HTML with style, script and figures inside. Links between the reports lead to their
        sections, others to the files in their folders.

    Raises
    ------
    ValueError
        If a report does not start with a question and an answer, or a figure is not among its
        files.
    """
    names = {report.name for report in reports}
    contents, sections = [], []
    for report in reports:
        tokens = _parse(report.markdown)
        question, answer = _question(report.name, tokens)
        contents.append({"id": report.name, "question": question, "answer": answer})
        _adapt(tokens, report.files, _from_index(report.name, names), f"{report.name}-", 1)
        sections.append(
            {
                "id": report.name,
                "body": _render(tokens),
                "made": _made(report.manifest),
                "files": sorted(name for name in report.files if name.endswith(".csv")),
            }
        )
    return _fill(title=INDEX_TITLE, contents=contents, sections=sections)


# --- Markdown to HTML -------------------------------------------------------------------------


@cache
def _markdown() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _parse(markdown: str) -> "list[Token]":
    return _markdown().parse(markdown)


def _render(tokens: "list[Token]") -> "Markup":
    from markupsafe import Markup

    # What the renderer gives is escaped, as raw HTML is off.
    return Markup(_markdown().renderer.render(tokens, _markdown().options, {}))


def _adapt(
    tokens: "list[Token]", files: Mapping[str, bytes], link: Link, prefix: str, deeper: int
) -> None:
    """Fit what was parsed into the page: ids, heading levels, links, figures and cells."""
    taken: set[str] = set()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrs["id"] = prefix + _slug(_plain(tokens[place + 1]), taken)
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + deeper, 6)}"
        elif token.type in ("th_open", "td_open"):
            _adapt_cell(token, _plain(tokens[place + 1]))
        elif token.type == "inline":
            in_cell = tokens[place - 1].type in ("th_open", "td_open")
            for child in token.children or ():
                _adapt_inline(child, files, link, in_cell)
            if [child.type for child in token.children or ()] == ["image"]:
                tokens[place - 1].tag = tokens[place + 1].tag = "figure"
    _box_tables(tokens)


def _adapt_cell(token: "Token", text: str) -> None:
    named = ALIGNED.get(str(token.attrs.pop("style", "")), "")
    if token.type == "td_open" and len(text) > PROSE:
        named = "prose"
    if named:
        token.attrs["class"] = named


def _adapt_inline(token: "Token", files: Mapping[str, bytes], link: Link, in_cell: bool) -> None:
    from markupsafe import escape

    if token.type == "link_open":
        token.attrs["href"] = link(str(token.attrs["href"]))
    elif token.type == "image":
        token.attrs.update(_picture(str(token.attrs["src"]), files))
    elif token.type == "text":
        plain = escape if in_cell else _unbroken  # cells don't break lines
        token.type, token.content = "html_inline", with_pictures(token.content, plain)


def _box_tables(tokens: "list[Token]") -> None:
    """Put each table into a box of its own, so that a wide one scrolls there alone."""
    from markdown_it.token import Token

    boxed = []
    for token in tokens:
        if token.type == "table_open":
            boxed.append(Token("html_block", "", 0, content='<div class="table">\n'))
        boxed.append(token)
        if token.type == "table_close":
            boxed.append(Token("html_block", "", 0, content="</div>\n"))
    tokens[:] = boxed


def _unbroken(words: str) -> "Markup":
    """Return words as HTML in which no line breaks inside a tile, "2.1-2.3", "5 %" or "n = 75"."""
    from markupsafe import Markup, escape

    html = str(escape(words))
    html = re.sub(r"(?<=\d) (?=%)|(?<=\bn) (?== \d)|(?<=\bn =) (?=\d)", SPACE, html)
    return Markup(re.sub(r"\d[\d.,]*-[\d.,]*\d", r'<span class="one">\g<0></span>', html))


def _plain(inline: "Token") -> str:
    """Return the words of a line without their markup."""
    parts = []
    for token in inline.children or ():
        parts.append(" " if token.type in ("softbreak", "hardbreak") else token.content)
    return "".join(parts)


def _slug(text: str, taken: set[str]) -> str:
    """Return the id that GitHub gives to a heading, so that links work in both places."""
    slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
    found, number = slug, 0
    while found in taken:
        number += 1
        found = f"{slug}-{number}"
    taken.add(found)
    return found


def _question(name: str, tokens: "list[Token]") -> "tuple[Markup, Markup]":
    """Return the question that a report asks, and the sentence that answers it."""
    if [token.type for token in tokens[0:6:3]] != ["heading_open", "paragraph_open"]:
        raise ValueError(f"{name}: expected '# A question?' and then a paragraph that answers it")
    words = _plain(tokens[4])
    sentence = re.match(r".*?[.!?](?=\s+[A-Z*]|\s*$)", words)
    return _unbroken(_plain(tokens[1])), _unbroken(sentence.group() if sentence else words)


# --- Links ------------------------------------------------------------------------------------


def _beside(href: str) -> str:
    """Return a link from a report's own page: other reports have such a page, too."""
    return re.sub(r"^(\.\./\w+/)README\.md(?=#|$)", r"\1index.html", href)


def _from_index(name: str, names: set[str]) -> Link:
    """Return what turns the links of a report into links from the page of all reports."""

    def link(href: str) -> str:
        parts = urlsplit(href)
        if parts.scheme or parts.netloc or parts.path.startswith("/"):
            return href
        if not parts.path:
            return f"#{name}-{parts.fragment}"
        path = posixpath.normpath(posixpath.join(name, parts.path))
        folder, file = posixpath.split(path)
        if folder in names and file in ("README.md", "index.html"):
            return f"#{folder}" + (f"-{parts.fragment}" if parts.fragment else "")
        return path + (f"#{parts.fragment}" if parts.fragment else "")

    return link


# --- Figures ----------------------------------------------------------------------------------


def _picture(name: str, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the attributes of a figure: itself as a data URI, and the room that it takes."""
    stem, kind = posixpath.splitext(name)
    # Where both are there, either is shown at the size of the SVG.
    found = {end: files[stem + end] for end in (".svg", ".png") if stem + end in files}
    if kind not in found:
        raise ValueError(f"expected the figure {name!r} among the files, got {sorted(files)}")
    smaller = min(found, key=lambda end: len(found[end]))
    code = base64.b64encode(found[smaller]).decode()
    width, height = _svg_size(found[".svg"]) if ".svg" in found else _png_size(found[".png"])
    return {
        "src": f"data:{KINDS[smaller]};base64,{code}",
        "width": str(width),
        "height": str(height),
        **({"class": "narrow"} if width <= NARROW else {}),
    }


def _svg_size(svg: bytes) -> tuple[int, int]:
    """Return width and height in CSS pixels; a point is 4/3 of one."""
    head = re.search(rb"<svg\b[^>]*>", svg)
    sides = [
        re.search(rb'\s%s="([\d.]+)(pt|px|)"' % side, head.group()) if head else None
        for side in (b"width", b"height")
    ]
    width, height = (
        round(float(side.group(1)) * (4 / 3 if side.group(2) == b"pt" else 1)) if side else 0
        for side in sides
    )
    if not width or not height:
        raise ValueError("expected an SVG with width and height in points or pixels")
    return width, height


def _png_size(png: bytes) -> tuple[int, int]:
    """Return width and height in pixels, which every PNG starts with."""
    if png[:8] != b"\x89PNG\r\n\x1a\n" or png[12:16] != b"IHDR":
        raise ValueError("expected a PNG, got another kind of file")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


# --- The page ---------------------------------------------------------------------------------


def _made(manifest: Mapping[str, Any]) -> str:
    """Return a sentence on how a report was made, of what its manifest tells."""
    seed, count = manifest.get("seed"), manifest.get("count")
    versions = manifest.get("versions", {})
    parts = [
        f"on {manifest['date']}" if "date" in manifest else "",
        f"with moon_sim {versions['moon_sim']}" if "moon_sim" in versions else "",
        f"seed {seed}" if seed is not None else "",
        f"n = {count:,}" if isinstance(count, int) else "",
    ]
    return "Made " + ", ".join(filter(None, parts)) + "." if any(parts) else ""


def _fill(**values: Any) -> str:
    """Return the page's template with its values, and a policy that allows what is in it alone."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    templates = resources.files("moon_sim.reporting") / "templates"
    style, script = (
        (templates / name).read_text(encoding="utf-8") for name in ("page.css", "page.js")
    )
    policy = (
        f"default-src 'none'; img-src data:; style-src {_hash(style)}; "
        f"script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )
    environment = Environment(
        loader=PackageLoader("moon_sim.reporting"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("page.html").render(
        policy=policy,
        style=Markup(style),
        script=Markup(script),
        **values,
    )


def _hash(text: str) -> str:
    """Return the name by which a policy knows an inline style or script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
