"""README and the documentation say what is so: their outputs, their numbers and their links."""

import dataclasses
import importlib
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from pandas.api.types import is_bool_dtype, is_float_dtype, is_integer_dtype

import moon_sim
from moon_sim import Rules
from moon_sim.reporting import read_table

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS))

import outputs  # noqa: E402  # docs/ is no package
import rooms  # noqa: E402

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [*outputs.pages(), *sorted((DOCS / "tutorials").glob("*.md"))]
AGAIN = "run python docs/outputs.py"


def test_readmes_picture_is_what_the_command_prints():
    shown = outputs.words_of(outputs.PICTURE.read_text(encoding="utf-8"))
    assert shown == f"$ {outputs.PICTURED}\n{outputs.printed(outputs.PICTURED)}", AGAIN


def test_pictures_fetch_nothing():
    addresses = re.findall(r"https?://[^\s\"')]+", outputs.PICTURE.read_text(encoding="utf-8"))
    assert set(addresses) == {"http://www.w3.org/2000/svg", "https://www.textualize.io"}


@pytest.mark.parametrize(
    ("command", "said"), [block for page in outputs.pages() for block in outputs.blocks(page)]
)
def test_pages_show_what_commands_print(command, said):
    assert said == outputs.printed(command), AGAIN


def test_readmes_python_runs_and_says_what_it_gives():
    [code] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    given = {}
    exec(compile(code, "README.md", "exec"), given)
    said = re.findall(r"^(bracket\S+\(.*\))  # .*('.*')$", code, re.MULTILINE)
    assert len(said) == 2
    for call, answer in said:
        assert repr(eval(call, given)) == answer


def numbers(text):
    """The numbers in a text, without those of a link and without signs."""
    words = re.sub(r"\]\(.*?\)", "]", text)
    found = re.findall(r"\d[\d,]*\.?\d*", words)
    return {float(number.replace(",", "").rstrip(".")) for number in found}


@pytest.mark.parametrize("page", [ROOT / "README.md", DOCS / "answers.md"], ids=lambda p: p.name)
def test_answers_are_those_of_the_reports(page):
    answers = re.split(r"^(?:- \*\*|## )", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    checked = 0
    for answer in answers:
        for report in set(re.findall(r"\(\S*reports/(\w+)/README\.md\)", answer)):
            known = numbers((ROOT / "reports" / report / "README.md").read_text(encoding="utf-8"))
            assert numbers(answer) <= known, report
            checked += 1
    assert checked >= 5


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        assert target.startswith("http") or (page.parent / target).exists(), target


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_files_that_are_named_exist(page):
    folders = "moon_sim|analyses|tests|benchmarks|docs|reports"
    named = re.findall(rf"`((?:{folders})/[\w/.]*)`", page.read_text(encoding="utf-8"))
    assert [path for path in named if not (ROOT / path).exists() and "_build" not in path] == []


def test_the_rules_are_told_in_full():
    text = (DOCS / "rules.md").read_text(encoding="utf-8")
    assert re.findall(r"^\*\*R(\d+)\.\*\*", text, re.MULTILINE) == [str(n) for n in range(1, 16)]
    decided = re.findall(r"^\| `(\w+)` \| R\d+ \| (\w+): ", text, re.MULTILINE)
    defaults = {field.name: str(field.default) for field in dataclasses.fields(Rules)}
    assert dict(decided) == defaults


def test_the_reference_has_every_public_name():
    listed = [name for names in rooms.names_by_room().values() for name in names]
    doors = {"moon_sim.atlas", "moon_sim.play"}
    assert {f"moon_sim.{name}" for name in moon_sim.__all__} - doors <= set(listed)
    for room in rooms.DOORS:
        for name in importlib.import_module(f"moon_sim.{room}").__all__:
            assert {f"moon_sim.{name}", f"moon_sim.{room}.{name}"} & set(listed), name
    paged = [name for name in listed if not name.rpartition(".")[2].isupper()]  # no constants
    files = [rooms.file_names().get(name, name).lower() for name in paged]
    assert len(set(files)) == len(files)


# --- The columns of tables --------------------------------------------------------------------


def tables():
    """Each table of results.md by its title, from as little work as makes one."""
    hand, widow = "6-6 6-3 6-2 5-5 4-1 3-1 2-1", "6-1"
    odds = moon_sim.bid_odds(hand, layouts=1, seed=1)
    ranked = moon_sim.rank_exchanges(f"{hand} {widow}", layouts=1, seed=1)
    truth = read_table((ROOT / "reports/samples/holdings.csv").read_text(encoding="utf-8"))
    tried = moon_sim.trial(["longest", "point-count"], 3, 1, truth=truth)
    ranking = tried.ranking(5)
    played = moon_sim.arena(["rules:point-count", "random"], 4, seed=1, workers=1)
    laid = np.array([moon_sim.parse_tiles("6-6 6-5 6-4 5-5 4-4 3-3 1-1")])
    bracket = moon_sim.best_defence("3-2 3-3 5-1 5-2 5-3 6-5 0-0", "4-3", trump=5, target=5)
    last = moon_sim.Observation.start(hand, 0).after("5 pass pass widow=6-1,out=4-1,trump=6")
    return {
        "BidOdds.p_make": odds.p_make.to_frame(),
        "BidOdds.points": odds.points.to_frame(),
        "BidOdds.by_trump": odds.by_trump,
        "BidOdds.choices": odds.choices,
        "BidOdds.to_frame()": odds.to_frame(),
        "exchange_odds(...)": moon_sim.exchange_odds(f"{hand} {widow}", layouts=1, seed=1),
        "ExchangeRanking.table": ranked.table,
        "ExchangeRanking.to_frame()": ranked.to_frame(),
        "atlas.hands()": moon_sim.atlas.hands(),
        "atlas.holdings()": moon_sim.atlas.holdings(),
        "AtlasHolding.table": moon_sim.atlas.holding(f"{hand} {widow}").table,
        "TrickDistribution.to_frame()": moon_sim.contract_odds(hand, "1-1", 6, 2, 1).to_frame(),
        "PlayOdds.table": moon_sim.play_odds(last).table,
        "CallAdvice.table": moon_sim.call_advice(hand).table,
        "losses_by_kind(...)": moon_sim.losses_by_kind(bracket.strategy),
        "features_frame(...)": moon_sim.features_frame([hand]),
        "laydowns(...)": moon_sim.laydowns(laid, [moon_sim.parse_tiles("2-1")], "none"),
        "Trial.choices": tried.choices,
        "Trial.own_bids": tried.own_bids,
        "Trial.to_frame()": tried.to_frame(),
        "Trial.truth": tried.truth,
        "Trial.summary()": tried.summary(),
        "Trial.bid_summary()": tried.bid_summary(),
        "Trial.worst(...)": tried.worst("longest"),
        "ArenaResult.table": played.table,
        "ArenaResult.pairs": played.pairs,
        "ArenaResult.contracts": played.contracts,
        "ArenaResult.roles": played.roles,
        "ArenaResult.to_frame()": played.to_frame(),
        "Ranking.table": ranking.table,
        "Ranking.pairs": ranking.pairs,
    }


def kind(values):
    """What results.md calls the type of a column or of a level of an index."""
    if is_bool_dtype(values.dtype):
        return "bool"
    if is_integer_dtype(values.dtype):
        return "int"
    if is_float_dtype(values.dtype):
        return "float"
    [one] = {type(value) for value in values.dropna()}
    return {str: "text", moon_sim.Trump: "Trump"}[one]


def columns(frame):
    """The levels of a table's index and its columns, as results.md has them."""
    levels = [level for level in frame.index.names if level is not None]
    return [
        *((level, " (index)", kind(frame.index.get_level_values(level))) for level in levels),
        *((str(name), "", kind(frame[name])) for name in frame),
    ]


def test_results_have_the_columns_that_their_page_says(install, part_of_atlas):
    install(part_of_atlas)
    page = (DOCS / "results.md").read_text(encoding="utf-8")
    sections = re.findall(r"^### `([^`]*)`\n(.*?)(?=^##|\Z)", page, re.DOTALL | re.MULTILINE)
    column = re.compile(r"^\| `(\w+)`( \(index\))? \| (\w+) \|", re.MULTILINE)
    told = {title: column.findall(rows) for title, rows in sections}
    assert told == {title: columns(frame) for title, frame in tables().items()}
