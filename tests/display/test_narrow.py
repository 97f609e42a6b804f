"""Sentences and tables on narrow screens."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from moon_sim.display import GLUE, Result, fitted, new_table, starred
from moon_sim.display.narrow import wrapped


def a_table():
    table = new_table("What each bid is worth", "bid", "double-dummy", "95 % interval", "")
    table.add_row("4", starred("81.5 %", True), "79.7 - 83.1 %", "of all", style="bold")
    table.add_row("", starred("2.4 %", False), "1.0 - 3.1 %", "[b]few[/]", end_section=True)
    table.add_row("21", "<0.1 %", "0.0 - 0.1 %", "")
    return table


def shown(width):
    out = io.StringIO()
    console = Console(file=out, width=width)
    for part in fitted(a_table(), width):
        console.print(part, soft_wrap=isinstance(part, str))
    return out.getvalue()


def test_where_there_is_room_a_table_stays_as_it_is():
    table = a_table()
    assert fitted(table, 80) == [table]


@pytest.mark.parametrize("width", range(24, 80))
def test_at_every_width_all_is_there_in_order_and_nothing_is_too_wide(width):
    lines = shown(width).splitlines()
    assert max(map(len, lines)) <= width
    cells = ["81.5 %*", "79.7 - 83.1 %", "of all", "2.4 %", "few", "21", "<0.1 %", "0.0 - 0.1 %"]
    text = "\n".join(lines)
    places = [text.index(cell) for cell in cells]
    assert places == sorted(places)


def test_less_room_between_columns_comes_first_and_then_heads_in_lines():
    wide, tight, narrow = (
        next(line for line in shown(width).splitlines() if "interval" in line)
        for width in (80, 41, 36)
    )
    assert wide.strip() == "bid   double-dummy   95 % interval"
    assert tight.strip() == "bid double-dummy 95 % interval"
    assert narrow.strip() == "bid   dummy 95 % interval"


def test_a_result_fits_its_screen():
    class Found(Result):
        def _parts(self):
            return ["On 1.0 - 2.0 % of the layouts", a_table()]

    for width in (24, 40, 60):
        out = io.StringIO()
        Console(file=out, width=width).print(Found())
        assert max(map(len, out.getvalue().splitlines())) <= width
        assert "79.7 - 83.1 %" in out.getvalue()


def test_rows_in_words():
    assert fitted(a_table(), 30) == [
        "What each bid is worth",
        "",
        "bid: 4; double-dummy: 81.5 %*;\n  95 % interval:\n  79.7 - 83.1 %; of all",
        "double-dummy: 2.4 %; 95 %\n  interval: 1.0 - 3.1 %; few",
        "",
        "bid: 21; double-dummy: <0.1 %;\n  95 % interval: 0.0 - 0.1 %",
        "",
    ]


@given(
    st.lists(st.sampled_from(["12 %", "is", "1.0 - 2.0 %", f"6-6{GLUE}6-5"])), st.integers(1, 40)
)
def test_sentences_end_no_line_within_a_number(words, width):
    text = " ".join(words)
    lines = wrapped(text, width).split("\n")
    assert " ".join(lines) == text.replace(GLUE, " ")
    for line in lines:
        assert len(line) <= width or line in {word.replace(GLUE, " ") for word in words}
