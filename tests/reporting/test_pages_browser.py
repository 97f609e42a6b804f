"""Pages in a real browser: what people see, click and print."""

import base64
import json
import shutil
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from browser import DESKTOP, PHONE

from moon_sim.reporting.figures import figure, render
from moon_sim.reporting.pages import Report, html_page, index_page

REPORTS = Path(__file__).parents[2] / "reports"

# A column's cells in their order from the smallest up; those with nothing come last.
COLUMNS = {
    "signed": ["\N{MINUS SIGN}12", "-3.5", "+0.25", "10", "1,500", "12,000", "-", ""],
    "percent": ["0.0 %", "<0.1 %", "0.1 %", "9.5 %", "62.5 %", ">99.9 %", "100.0 %", "-"],
    "range": ["0.5", "1.9-2.0 (1.0 to 2.9)", "1.9-2.1", "2 to 3", "10.5 (a to b)", "11", "-", "-"],
    "share": ["0 of 9", "1 of 30: 3 % (1 to 17 %)", "1 of 3", "57 of 75", "3 of 3", "-", "-", "-"],
    "time": ["0.002 s", "0.6 s", "1.5 s", "10 s", "60.25 s", "1,005 s", "-", "-"],
    "trump": ["0", "2", "6", "10", "doubles", "no trump", "none", "-"],
    "tile": ["0-0", "1-1", "2-1", "3-1", "5-5", "6-5", "6-6", "-"],
    "hand": ["1-1 0-0", "2-1 1-1", "4-4 4-3 3-3", "6-3 4-4", "6-3 5-5", "6-6 1-1", "6-6 6-5", "-"],
}
SHUFFLE = [3, 6, 0, 7, 5, 1, 4, 2]


def table():
    """Every column in the same wrong order."""
    rows = [[cells[place] for cells in COLUMNS.values()] for place in SHUFFLE]
    lines = [list(COLUMNS), ["---"] * len(COLUMNS), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def drawn():
    made, axis = figure(6, 3)
    axis.plot([4, 5, 6, 7], [90, 70, 40, 10], label="made")
    axis.legend()
    return {f"odds.{kind}": content for kind, content in render(made).items()}


def in_folder(name):
    files = {path.name: path.read_bytes() for path in (REPORTS / name).iterdir()}
    readme = files.pop("README.md").decode("utf-8")
    return Report(name, readme, files, json.loads(files["manifest.json"]))


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The page of several reports, and one report's own, in folders like the repository's."""
    folder = tmp_path_factory.mktemp("site") / "reports"
    shutil.copytree(REPORTS / "true_odds", folder / "true_odds")
    (folder / "sorting").mkdir()
    files = drawn()
    readme = (
        "# Does it sort?\n\nYes, by 3.5 ways of 4. See [the other](../true_odds/README.md) or "
        f"[below](#the-table).\n\n![A falling line](odds.png)\n\n## The table\n\n{table()}\n"
    )
    (folder / "sorting" / "README.md").write_text(readme)
    own = html_page("Sorting", readme, files)
    (folder / "sorting" / "index.html").write_text(own, encoding="utf-8")
    (folder / "true_odds" / "index.html").write_text("")
    # The figures once as PNG and once as SVG, whichever is smaller in the repository.
    true_odds, sorting = in_folder("true_odds"), Report("sorting", readme, files, {})
    for name, kind, other in (("index.html", "png", "svg"), ("svg.html", "svg", "png")):
        reports = [
            one._replace(
                markdown=one.markdown.replace(".png", f".{kind}"),
                files={file: one.files[file] for file in one.files if not file.endswith(other)},
            )
            for one in (true_odds, sorting)
        ]
        (folder / name).write_text(index_page(reports), encoding="utf-8")
    return folder


ALL_PAGES = ["index.html", "svg.html", "sorting/index.html"]


@pytest.mark.parametrize("name", ALL_PAGES)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_figure_can_be_seen(show, pages, name, size):
    shown = show(pages / name, size)
    figures = shown.execute_script(
        "return [...document.images].map((one) => [one.complete, one.naturalWidth, "
        "one.naturalHeight, one.getBoundingClientRect().width, one.alt, "
        "one.checkVisibility({opacityProperty: true, visibilityProperty: true})])"
    )
    assert len(figures) == (pages / name).read_text(encoding="utf-8").count("<img ") > 0
    for complete, natural_width, natural_height, width, alt, visible in figures:
        assert complete
        assert min(natural_width, natural_height) > 100
        assert 300 < width <= size["width"] or size is PHONE
        assert alt
        assert visible


@pytest.mark.parametrize("name", ALL_PAGES)
def test_a_phone_scrolls_up_and_down_alone(show, pages, name):
    shown = show(pages / name, PHONE)
    inner, whole = shown.execute_script(
        "return [window.innerWidth, document.documentElement.scrollWidth]"
    )
    assert whole <= inner == PHONE["width"]
    text = shown.find_element("css selector", "section > p").size["width"]
    assert text > 0.9 * PHONE["width"]
    # The wide table is all there, in a box of its own.
    assert shown.execute_script(
        "return [...document.querySelectorAll('.table')].some((box) => "
        "box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX === 'auto')"
    )


def column(table, place):
    return table.parent.execute_script(
        "return [...arguments[0].tBodies[0].rows].map((row) => row.cells[arguments[1]].innerText)",
        table,
        place,
    )


@pytest.mark.parametrize("name", COLUMNS)
def test_a_click_sorts_up_then_down_then_back(show, pages, name):
    shown = show(pages / "sorting" / "index.html")
    table = shown.find_element("css selector", "table")
    place = list(COLUMNS).index(name)
    heads = table.find_elements("css selector", "th")
    button = heads[place].find_element("css selector", "button")
    cells = COLUMNS[name]
    missing = [cell for cell in cells if cell in ("-", "")]
    full = cells[: len(cells) - len(missing)]
    mixed = [cells[at] for at in SHUFFLE]
    left_out = [cell for cell in mixed if cell in ("-", "")]
    for wanted, said in (
        (full + left_out, "ascending"),
        (full[::-1] + left_out, "descending"),
        (mixed, None),
    ):
        button.click()
        spaced = [cell.replace("\N{NO-BREAK SPACE}", " ") for cell in column(table, place)]
        assert spaced == wanted
        assert heads[place].get_attribute("aria-sort") == said
    assert all(head.get_attribute("aria-sort") is None for head in heads)


def test_rows_stay_together_and_one_head_says_how_they_stand(show, pages):
    shown = show(pages / "sorting" / "index.html")
    table = shown.find_element("css selector", "table")
    heads = table.find_elements("css selector", "th")
    for place in (0, 4):
        heads[place].find_element("css selector", "button").click()
    said = [head.get_attribute("aria-sort") for head in heads]
    assert said == [None] * 4 + ["ascending"] + [None] * (len(heads) - 5)
    rows = {tuple(cells[at] for cells in COLUMNS.values()) for at in SHUFFLE}
    found = zip(*(column(table, place) for place in range(len(COLUMNS))), strict=True)
    assert {tuple(cell.replace("\N{NO-BREAK SPACE}", " ") for cell in row) for row in found} == rows


@pytest.mark.parametrize("key", ["\ue007", " "], ids=["enter", "space"])
def test_the_keyboard_sorts_too(show, pages, key):
    shown = show(pages / "sorting" / "index.html")
    table = shown.find_element("css selector", "table")
    buttons = table.find_elements("css selector", "th button")
    shown.execute_script("arguments[0].focus()", buttons[0])
    shown.switch_to.active_element.send_keys("\ue004")  # Tab
    assert shown.switch_to.active_element == buttons[1]
    buttons[1].send_keys(key)
    head = table.find_elements("css selector", "th")[1]
    assert head.get_attribute("aria-sort") == "ascending"
    assert column(table, 1)[0].startswith("0.0")


def test_a_real_table_sorts(show, pages):
    shown = show(pages / "index.html")
    tables = shown.find_elements("css selector", "#true_odds table")
    table = next(one for one in tables if "best defence" in heads(one))
    place = heads(table).index("best defence")
    buttons = table.find_elements("css selector", "th button")
    for ascending in (True, False):
        buttons[place].click()
        cells = [float(cell.split("-")[0].rstrip("%").strip()) for cell in column(table, place)]
        assert len(cells) == 10
        assert all(a <= b if ascending else a >= b for a, b in pairwise(cells))


def heads(table):
    return [head.text.splitlines()[0] for head in table.find_elements("css selector", "th")]


@pytest.mark.parametrize("name", ALL_PAGES)
def test_every_link_leads_somewhere(show, pages, name):
    shown = show(pages / name)
    links = shown.execute_script(
        "return [...document.links].map((one) => one.getAttribute('href'))"
    )
    for link in links:
        parts = urlsplit(link)
        if parts.path:
            assert ((pages / name).parent / unquote(parts.path)).is_file(), link
        else:
            assert len(shown.find_elements("id", parts.fragment)) == 1, link


def test_a_click_in_the_contents_goes_to_the_report(show, pages):
    shown = show(pages / "index.html")
    shown.find_element("link text", "Does it sort?").click()
    assert shown.current_url.endswith("#sorting")
    top = shown.execute_script(
        "return document.getElementById('sorting').getBoundingClientRect().top"
    )
    assert 0 <= top < DESKTOP["height"] / 2
    back = shown.find_elements("link text", "Back to the questions")[-1]
    back.click()
    assert shown.execute_script("return window.scrollY") < 50


@pytest.mark.parametrize("name", ALL_PAGES)
def test_it_prints(show, pages, name):
    shown = show(pages / name)
    pdf = base64.b64decode(shown.print_page())
    assert pdf.startswith(b"%PDF")
    assert len(pdf) > 20_000


def test_figures_stand_on_white_in_the_dark(show, pages):
    look = (
        "const style = (one) => getComputedStyle(document.querySelector(one));"
        "return [style('body').backgroundColor, style('figure img').backgroundColor]"
    )
    light, white = show(pages / "index.html", prefers_color_scheme="light").execute_script(look)
    dark, card = show(pages / "index.html", prefers_color_scheme="dark").execute_script(look)
    assert light != dark
    assert white == card == "rgb(255, 255, 255)"


def test_script_in_a_report_does_not_run(show, pages, browser):
    markdown = "# <script>document.title = 'run'</script>\n\n<img src=x onerror='document.title=1'>"
    page = pages / "hostile.html"
    page.write_text(html_page("asleep", markdown, {}), encoding="utf-8")
    assert show(page).title == "asleep"
    # Nor does what another way puts it there: the policy allows the page's own script alone.
    page.write_text(page.read_text().replace("</main>", "<script>document.title = 'run'</script>"))
    browser.get(page.as_uri())
    assert browser.title == "asleep"
    said = " ".join(entry["message"] for entry in browser.get_log("browser"))
    assert "Content Security Policy" in said
