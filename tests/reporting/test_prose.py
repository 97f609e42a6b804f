"""Pages from templates: what is filled in, what is wrapped, and what is left alone."""

import pytest
from jinja2 import UndefinedError

from moon_sim.reporting.prose import fill


@pytest.fixture
def page(tmp_path):
    def made(template, **values):
        path = tmp_path / "page.md.j2"
        path.write_text(template, encoding="utf-8")
        return fill(path, **values)

    return made


def test_gaps_are_filled_and_paragraphs_wrapped(page):
    text = page(
        "# How {{ what }}?\n\nOf {{ n|number }}\nhands {{ p|number(1) }}\n% bid {{ bids|listed }}.",
        what="many", n=1234, p=56.78, bids=[4, 5, 6],
    )  # fmt: skip
    assert text == "# How many?\n\nOf 1,234 hands 56.8 % bid 4, 5 and 6.\n"
    lines = page("word\n" * 60).splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) <= 100


def test_headings_tables_and_pictures_stay_as_they_are(page):
    wide = "| " + "x" * 120 + " |"
    text = page(
        "## {{ 'y' * 120 }}\n\n{{ table(['a'], rows) }}\n\n![What it shows](odds.png)",
        rows=[["x" * 120]],
    )
    assert wide in text.splitlines()
    assert "## " + "y" * 120 in text.splitlines()
    assert "![What it shows](odds.png)" in text.splitlines()


def test_items_are_wrapped_one_by_one(page):
    text = page(
        "{% for name in names %}\n- {{ name }}: {{ 'word ' * 30 }}\n  and so on\n{% endfor %}",
        names=["a", "b"],
    )
    lines = text.splitlines()
    assert [line[:4] for line in lines if line.startswith("- ")] == ["- a:", "- b:"]
    assert len(lines) == 4, "two lines an item"
    assert all(line.startswith(("- ", "  ")) for line in lines)


def test_a_gap_without_a_value_is_an_error(page):
    with pytest.raises(UndefinedError, match="'n' is undefined"):
        page("{{ n }} hands")


def test_what_is_filled_in_is_no_template(page):
    assert page("{{ text }}", text="{{ 7 * 7 }}") == "{{ 7 * 7 }}\n"
