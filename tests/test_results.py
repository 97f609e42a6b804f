"""What a prompt, a terminal and a notebook show of every public result."""

import inspect
import io
from html.parser import HTMLParser

import pandas as pd
import pytest
from made_up import WINS, invented
from rich.console import Console

import moon_sim
from moon_sim.display import Result

HAND = "6-6 6-5 6-4 5-5 4-4 3-1 2-1"
DEAL = "6-6 6-4 | 6-5 4-4 | 5-3 0-0"
WHOLE = f"{HAND} | 6-3 6-2 6-1 5-4 5-3 5-2 5-1 | 4-3 4-2 4-1 3-3 3-2 2-2 1-1"

AT_PLAY = moon_sim.State.start(WHOLE).apply("21").apply("out=2-1,trump=6")


def a_selector():
    return moon_sim.Selector("mine", "the lowest", "me", lambda holding, bid, rng: (HAND[:3], 6))


def looked_up(folder):
    """What the atlas gives."""
    holding = f"{HAND} 0-0"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOON_SIM_ATLAS", str(folder))
        return [
            moon_sim.atlas.hand(HAND),
            moon_sim.atlas.holding(holding),
            moon_sim.atlas.plans([moon_sim.parse_tiles(holding)]),
            moon_sim.atlas.installed(),
            moon_sim.atlas.verify(),
            moon_sim.bid_odds(HAND, source="atlas"),
            moon_sim.rank_exchanges(holding, source="atlas"),
        ]


@pytest.fixture(scope="module")
def results(whole_atlas):
    """One of each public class by its name, and what functions return that have no class here."""
    contract = moon_sim.contract_odds(HAND, "1-1", 6, 20, seed=1)
    bracket = moon_sim.best_defence("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1", "none", 7)
    trial = moon_sim.trial(["longest", "point-count"], truth=invented(WINS), seed=1)
    made = [
        *looked_up(whole_atlas),
        moon_sim.bid_odds(HAND, 1, seed=1),
        moon_sim.bid_odds(HAND, 1, seed=1, trump="doubles", view="double-dummy"),
        moon_sim.rank_exchanges(f"{HAND} 0-0", 5, seed=1),
        moon_sim.rank_exchanges(f"{HAND} 0-0", 5, seed=1).best(4),
        contract,
        contract.leads["6-6"],
        bracket,
        bracket.strategy,
        moon_sim.outline(bracket.strategy),
        moon_sim.outline(bracket.strategy, depth=1),
        trial,
        trial.ranking(4),
        moon_sim.arena(["random", "rules:point-count"], 20, seed=1, workers=1),
        moon_sim.selector("longest"),
        a_selector(),
        moon_sim.selector("longest").choose(f"{HAND} 0-0"),
        moon_sim.Deal.parse(DEAL),
        moon_sim.Layouts.of_set(),
        moon_sim.Layouts.after_exchange(HAND, "1-1").where_void(1, 6, "none"),
        moon_sim.Contract(5, moon_sim.Trump.SIXES, 0),
        moon_sim.Rules(),
        moon_sim.player("random"),
        moon_sim.State.start(WHOLE),
        moon_sim.State.start(WHOLE).apply("21").observe(),
        moon_sim.play_odds(moon_sim.State.start(WHOLE).observe(), 1, seed=1),
        moon_sim.play_odds(moon_sim.State.start(WHOLE).apply("21").observe()),
        moon_sim.play_odds(AT_PLAY.observe()),
        moon_sim.play_odds(AT_PLAY.apply("6-6").observe(), 9, seed=1),
        moon_sim.call_advice(HAND, (12, 5, -3), calls="pass 4"),
        moon_sim.call_advice(HAND, play="points"),
        moon_sim.HandRecord.of(AT_PLAY.apply("6-6"), note="a note"),
        moon_sim.HandRecord.of(AT_PLAY.observe(1)),
        moon_sim.MatchRecord(
            hands=(moon_sim.HandRecord.of(AT_PLAY),) * 14, players=("a", "b", "c")
        ),
        moon_sim.Trump.DOUBLES,
        moon_sim.Search(),
        moon_sim.best_line(DEAL, "none")[0],
        moon_sim.features(HAND, 6),
        moon_sim.point_count(HAND),
        moon_sim.solve_plays(DEAL, "none"),
    ]
    return made


def public_classes():
    public = (getattr(moon_sim, name) for name in moon_sim.__all__)
    return [one for one in public if inspect.isclass(one) and not issubclass(one, Exception)]


def test_there_is_one_of_each_public_class(results):
    shown = {type(one) for one in results}
    assert [one.__name__ for one in public_classes() if one not in shown] == []


def test_a_prompt_shows_at_most_12_lines_of_100_characters(results):
    for one in results:
        lines = repr(one).splitlines()
        assert len(lines) <= 12, repr(one)
        assert max(map(len, lines)) <= 100, repr(one)
        assert " object at 0x" not in repr(one)
        assert "array(" not in repr(one)


class Balanced(HTMLParser):
    """A page's tags, each closed where it was opened."""

    def __init__(self, html):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)


def test_a_terminal_and_a_notebook_show_the_same(results):
    for one in results:
        if not isinstance(one, Result):
            continue
        console = Console(file=io.StringIO(), width=100)
        console.print(one)
        told = console.file.getvalue()
        assert told.strip()
        html = one._repr_html_()
        assert {"table", "p", "ul"} & set(Balanced(html).seen)
        for word in ("<bound method", "array(", "0x"):
            assert word not in told + html


def test_results_give_plain_values_and_tables(results):
    for one in results:
        if hasattr(one, "to_frame"):
            assert isinstance(one.to_frame(), pd.DataFrame)
        if isinstance(one, Result):
            assert isinstance(one.to_dict(), dict), type(one)
