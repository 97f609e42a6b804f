"""Pages as text: what is escaped, where links lead, which figures are taken."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from moon_sim.reporting.pages import INDEX_TITLE, Report, html_page, index_page

SVG = b'<?xml version="1.0"?><svg width="72pt" height="36pt" xmlns="http://www.w3.org/2000/svg"/>'
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAADklEQVR4nGP4z/CfAQgACP0B/7v+W8wAAAAASUVORK5CYII="
)
README = """# Who wins?

The declarer, on **62.5 %** of layouts. The rest
is `lost`.

![Odds by bid](odds.png)

## The data

| bid | made |
| :-: | ---: |
| 4 | 62.5 % |
"""


class Elements(HTMLParser):
    """The elements of a page: name, attributes and the text up to the next tag."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.text = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.text = []
        self.found.append((tag, dict(attrs), self.text))

    def handle_endtag(self, tag):
        self.text = []

    def handle_data(self, data):
        self.text.append(data)

    def all(self, tag):
        return [(attrs, "".join(text)) for name, attrs, text in self.found if name == tag]

    def one(self, tag):
        (found,) = self.all(tag)
        return found


def report(name, markdown=README, files=None, **manifest):
    return Report(name, markdown, {"odds.png": PNG} if files is None else files, manifest)


def links(page):
    return [attrs["href"] for attrs, _ in Elements(page).all("a")]


# --- One page ---------------------------------------------------------------------------------


def test_raw_html_is_shown_and_not_obeyed():
    page = html_page("<b>", "# <script>alert(1)</script>\n\n<img src=x>\n\n`</style>`", {})
    found = Elements(page)
    assert found.one("title")[1] == "<b>"
    assert len(found.all("script")) == 1
    assert found.all("img") == found.all("b") == []
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


@pytest.mark.parametrize("href", ["javascript:alert(1)", "data:text/html,x", "vbscript:x"])
def test_links_that_run_something_are_no_links(href):
    assert links(html_page("t", f"[a]({href})", {})) == []


def test_the_policy_names_the_style_and_the_script_and_nothing_else():
    found = Elements(html_page("t", README, {"odds.png": PNG}))
    (policy,) = (
        attrs["content"]
        for attrs, _ in found.all("meta")
        if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    for kind in ("style", "script"):
        digest = base64.b64encode(hashlib.sha256(found.one(kind)[1].encode()).digest()).decode()
        assert rules[f"{kind}-src"] == f"'sha256-{digest}'"
    assert (rules["default-src"], rules["img-src"]) == ("'none'", "data:")
    assert not any("style" in attrs for _, attrs, _ in found.found), "the policy forbids these"


def test_a_page_loads_nothing():
    found = Elements(html_page("t", README, {"odds.png": PNG})).found
    loaded = [attrs[name] for _, attrs, _ in found for name in ("src", "srcset") if name in attrs]
    loaded += [attrs["href"] for tag, attrs, _ in found if tag == "link"]
    assert loaded
    assert all(address.startswith("data:") for address in loaded)


def test_a_table_has_a_box_and_classes_for_its_columns():
    page = html_page("t", README, {"odds.png": PNG})
    found = Elements(page)
    assert [attrs for attrs, _ in found.all("td")] == [{"class": "middle"}, {"class": "number"}]
    assert '<div class="table">\n<table>' in page


def test_lines_do_not_break_inside_tiles_ranges_and_numbers():
    page = html_page("t", "Lead 6-5, or 1.9-2.1 & 5 % (n = 75). A well-known **4-4**.", {})
    assert (
        '<p>Lead <span class="one">6-5</span>, or <span class="one">1.9-2.1</span> &amp; 5_% '
        '(n_=_75). A well-known <strong><span class="one">4-4</span></strong>.</p>'
    ).replace("_", "\N{NO-BREAK SPACE}") in page


def test_long_cells_may_break():
    long = "A rule that takes a sentence to tell, and then some."
    found = Elements(html_page("t", f"| rule |\n| --- |\n| {long} |\n| short |\n", {}))
    assert [attrs.get("class") for attrs, _ in found.all("td")] == ["prose", None]


def test_headings_get_the_ids_that_github_gives():
    heads = ("# Which bid, *4* or 5?", "## What's `a-b`?", "## The data", "## The data")
    page = html_page("t", "\n\n".join(heads), {})
    ids = [attrs["id"] for tag, attrs, _ in Elements(page).found if re.fullmatch("h[1-6]", tag)]
    assert ids == ["which-bid-4-or-5", "whats-a-b", "the-data", "the-data-1"]


@pytest.mark.parametrize(
    ("href", "leads"),
    [
        ("contracts.csv", "contracts.csv"),
        ("#the-data", "#the-data"),
        ("../true_odds/README.md", "../true_odds/index.html"),
        ("../true_odds/README.md#the-data", "../true_odds/index.html#the-data"),
        ("../true_odds/contracts.csv", "../true_odds/contracts.csv"),
        ("../../README.md", "../../README.md"),
        ("https://example.org/README.md", "https://example.org/README.md"),
    ],
)
def test_links_of_a_page(href, leads):
    assert links(html_page("t", f"[a]({href})", {})) == [leads]


# --- Figures ----------------------------------------------------------------------------------


def test_a_figure_is_inside_with_its_words_and_its_room():
    page = html_page("t", README, {"odds.png": PNG})
    assert Elements(page).one("img")[0] == {
        "src": f"data:image/png;base64,{base64.b64encode(PNG).decode()}",
        "alt": "Odds by bid",
        "width": "3",
        "height": "2",
        "class": "narrow",
    }
    assert "<figure><img" in page


def test_a_figure_that_is_wide_is_not_called_narrow():
    wide = b'<svg xmlns="http://www.w3.org/2000/svg" width="360pt" height="90pt"></svg>'
    attrs = Elements(html_page("t", README, {"odds.svg": wide, "odds.png": PNG + b" " * 999})).one(
        "img"
    )[0]
    assert (attrs["width"], "class" in attrs) == ("480", False)


@pytest.mark.parametrize(("more", "kind"), [(b"", "png"), (b" " * 99, "svg+xml")])
def test_the_smaller_kind_is_taken_at_the_size_of_the_svg(more, kind):
    (attrs, _) = Elements(html_page("t", README, {"odds.png": PNG + more, "odds.svg": SVG})).one(
        "img"
    )
    assert attrs["src"].startswith(f"data:image/{kind};base64,")
    assert (attrs["width"], attrs["height"]) == ("96", "48")


def test_words_are_escaped_in_what_a_figure_says():
    page = html_page("t", '![a "b" <c>](odds.png)', {"odds.png": PNG})
    assert Elements(page).one("img")[0]["alt"] == 'a "b" <c>'


@pytest.mark.parametrize("name", ["gone.png", "../odds.png", "http://example.org/odds.png"])
def test_a_figure_from_elsewhere_is_refused(name):
    with pytest.raises(ValueError, match=re.escape(f"expected the figure '{name}' among")):
        html_page("t", f"![a]({name})", {"odds.png": PNG})


@pytest.mark.parametrize("content", [b"", b"GIF89a", PNG[:8]])
def test_what_is_no_figure_is_refused(content):
    with pytest.raises(ValueError, match="expected a PNG"):
        html_page("t", README, {"odds.png": content})
    with pytest.raises(ValueError, match="expected an SVG"):
        html_page("t", "![a](odds.svg)", {"odds.svg": content})


# --- The index --------------------------------------------------------------------------------


def test_the_index_lists_questions_and_answers_in_order():
    other = "# Or does it?\n\nNo. It is 4.5 at most.\n"
    found = Elements(index_page([report("odds"), report("bids", other)]))
    asked = [(attrs["href"], text) for attrs, text in found.all("a")][:1]
    assert asked == [("#odds", "Who wins?")]
    assert [text.strip() for _, text in found.all("dd")] == [
        "The declarer, on 62.5\N{NO-BREAK SPACE}% of layouts.",
        "No.",
    ]
    assert found.one("h1")[1] == found.one("title")[1] == INDEX_TITLE
    assert [attrs["id"] for attrs, _ in found.all("section")] == ["odds", "bids"]
    assert [text for _, text in found.all("h2")] == ["Who wins?", "Or does it?"]


def test_ids_of_two_reports_do_not_clash():
    found = Elements(index_page([report("one"), report("two")]))
    ids = [attrs["id"] for _, attrs, _ in found.found if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert {"one-the-data", "two-the-data"} <= set(ids)


@pytest.mark.parametrize(
    ("href", "leads"),
    [
        ("contracts.csv", "odds/contracts.csv"),
        ("#the-data", "#odds-the-data"),
        ("../bids/README.md", "#bids"),
        ("../bids/README.md#the-data", "#bids-the-data"),
        ("../bids/index.html", "#bids"),
        ("../bids/choices.csv", "bids/choices.csv"),
        ("../benchmarks/README.md", "benchmarks/README.md"),
        ("../../docs/odds.md#points", "../docs/odds.md#points"),
        ("https://example.org/a", "https://example.org/a"),
        ("/a", "/a"),
    ],
)
def test_links_of_the_index(href, leads):
    reports = [report("odds", f"# Who?\n\nYou: [a]({href}).\n"), report("bids")]
    assert leads in links(index_page(reports))


def test_the_index_says_how_each_report_was_made_and_links_its_files():
    files = {"odds.png": PNG, "b.csv": b"", "a.csv": b"", "manifest.json": b""}
    made = {"date": "2026-11-30", "seed": 0, "count": 1500, "versions": {"moon_sim": "0.1.0"}}
    page = index_page([report("odds", files=files, **made)])
    assert "Made on 2026-11-30, with moon_sim 0.1.0, seed 0, n = 1,500." in page
    assert links(page)[-4:] == ["odds/README.md", "odds/a.csv", "odds/b.csv", "#contents"]


@pytest.mark.parametrize("text", ["", "Who wins?\n", "# Who wins?\n", "# Who wins?\n\n- You\n"])
def test_a_report_without_question_and_answer_is_refused(text):
    with pytest.raises(ValueError, match="odds: expected '# A question"):
        index_page([report("odds", text)])
