"""README and the documentation say what is so: their outputs, their numbers and their links."""

import dataclasses
import importlib
import re
import sys
from pathlib import Path

import pytest

import moon_sim
from moon_sim import Rules

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
        if not target.startswith(("http", "reference/", "../reference/")):  # made by the build
            assert (page.parent / target).exists(), target


def test_the_rules_are_told_in_full():
    text = (DOCS / "rules.md").read_text(encoding="utf-8")
    assert re.findall(r"^\*\*R(\d+)\.\*\*", text, re.MULTILINE) == [str(n) for n in range(1, 16)]
    decided = re.findall(r"^\| `(\w+)` \| R\d+ \| (\w+): ", text, re.MULTILINE)
    defaults = {field.name: str(field.default) for field in dataclasses.fields(Rules)}
    assert dict(decided) == defaults


def test_the_reference_has_every_public_name():
    listed = [name for names in rooms.names_by_room().values() for name in names]
    assert {f"moon_sim.{name}" for name in moon_sim.__all__} <= set(listed)
    for room in rooms.DOORS:
        for name in importlib.import_module(f"moon_sim.{room}").__all__:
            assert {f"moon_sim.{name}", f"moon_sim.{room}.{name}"} & set(listed), name
    paged = [name for name in listed if not name.rpartition(".")[2].isupper()]  # no constants
    files = [rooms.file_names().get(name, name).lower() for name in paged]
    assert len(set(files)) == len(files)
