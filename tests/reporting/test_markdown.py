"""Paragraphs, lists and tables: what a plain reader and a Markdown reader see."""

import pytest
from markdown_it import MarkdownIt

from moon_sim.reporting.markdown import bullet, paragraph, table


def test_a_paragraph_is_wrapped_and_ended():
    lines = paragraph("word " * 60)
    assert lines[-1] == ""
    assert max(map(len, lines)) <= 100
    assert " ".join(lines).split() == ["word"] * 60


@pytest.mark.parametrize("length", range(85, 101))
def test_numbers_are_not_torn_from_what_they_mean(length):
    for words in ("50 %", "n = 20"):
        lines = paragraph("x" * length + f" {words} of them")
        assert sum(words in line for line in lines) == 1
        assert not any("\N{NO-BREAK SPACE}" in line for line in lines)


def test_an_item_goes_on_below_its_words():
    first, *others = bullet("word " * 60)
    assert first.startswith("- word")
    assert others
    assert all(line.startswith("  word") for line in others)


def test_a_table_is_one_to_markdown():
    lines = table(["deal", "trump", "n"], [["6-6 | 5-5", 6, 3], ["x", "none", 4]], words=2)
    html = MarkdownIt("commonmark").enable("table").render("\n".join(lines))
    assert html.count("<tr>") == 3
    assert "<td>6-6 | 5-5</td>" in html
    assert html.count('style="text-align:right"') == 3


def test_a_row_has_a_cell_for_each_column():
    with pytest.raises(ValueError, match="expected 2 cells, got 3"):
        table(["a", "b"], [[1, 2, 3]])
