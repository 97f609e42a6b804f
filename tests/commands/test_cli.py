"""The command line, as people, programs and shells use it."""

import errno
import io
import itertools
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import moon_sim
from moon_sim.commands import console
from moon_sim.commands import program as cli
from moon_sim.display.text import percent
from moon_sim.game.deals import Deal
from moon_sim.game.rules import BIDS, NUMBER_BIDS, Trump
from moon_sim.game.tiles import ALL_TILES, format_tiles, parse_tiles
from moon_sim.odds.bids import bid_odds
from moon_sim.odds.contracts import rank_exchanges
from moon_sim.odds.frames import bid_frame, ranked_frame
from moon_sim.odds.text import advise_bid, advise_exchange
from moon_sim.solver.values import best_line, solve, solve_plays, warm_up

HAND = "6-6 6-5 6-4 5-5 4-4 3-1 2-1"
HOLDING = f"{HAND} 0-0"
DEAL = "5-1 4-4 3-1 | 6-4 5-5 4-2 | 6-6 6-1 4-1"
QUICK = ("--layouts", "2", "--seed", "3", "--trump", "6")


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile beforehand, so that stderr holds what a command says and nothing else."""
    warm_up()


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    """The usual environment, and afterwards the signals that pytest had."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "MOON_SIM_THREADS", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    before = signal.getsignal(signal.SIGPIPE)
    yield
    signal.signal(signal.SIGPIPE, before)


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command; return its exit code, stdout and stderr."""

    def run(*words, stdin=None):
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as end:
            cli.main(words)
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return run


@pytest.fixture
def output(run):
    """Run a command that succeeds; return its stdout."""

    def output(*words, **options):
        code, out, err = run(*words, **options)
        assert (code, err) == (0, "")
        return out

    return output


@pytest.fixture
def refusal(run):
    """Run a command that is refused as errors should be; return the message."""

    def refusal(*words, **options):
        code, out, err = run(*words, **options)
        assert (code, out) == (2, "")
        return message(err)

    return refusal


def message(err):
    """The message of an error: one line, and no traceback."""
    assert err.startswith("moon-sim: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.removeprefix("moon-sim: ").rstrip()


def environment(**changes):
    """As a shell has it, where Python buffers what it writes to pipes."""
    return {**os.environ, **changes, "PYTHONUNBUFFERED": ""}


def shell(command, **changes):
    """Run a shell command in which $moon is the program; return code, stdout and stderr."""
    env = environment(moon=f"{sys.executable} -m moon_sim", **changes)
    done = subprocess.run(["bash", "-c", command], capture_output=True, env=env, timeout=100)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def tables(out):
    """The rows of each table, as lists of cells."""
    found = []
    for line in out.splitlines():
        if line.strip().startswith("─"):
            if found:
                found[-1].pop()  # the next table's head
            found.append([])
        elif found and line.startswith("  ") and line.strip():
            found[-1].append(re.split(r" {2,}", line.strip()))
    return found


def sentences(out):
    return " ".join(out.split())


# --- Help -------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("--help",), ("-h",), ()])
def test_help_names_every_command(output, words):
    out = output(*words)
    assert all(command in out for command in ("odds", "exchange", "solve", "deal"))


@pytest.mark.parametrize("command", ["odds", "exchange", "solve", "deal"])
def test_each_command_has_help(output, command):
    assert "--json" in output(command, "--help")


def test_odds_has_the_promised_options(output):
    out = output("odds", "--help")
    for option in ("--trump", "--layouts", "--exact", "--seed", "--json", "--csv"):
        assert option in out


def test_version(output):
    assert output("--version") == f"moon-sim {moon_sim.__version__}\n"


@pytest.mark.parametrize("words", [["--help"], ["odds", "--help"], ["--version"]])
def test_help_comes_without_the_heavy_imports(words):
    code = (
        "import sys\n"
        "from moon_sim.commands import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, *words]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stderr.split()
    assert "moon_sim.commands.program" in loaded
    heavy = {"numpy", "numba", "pandas", "scipy", "matplotlib", "click"}
    assert not heavy & set(loaded)


# --- odds -------------------------------------------------------------------------------------


def test_odds_prints_what_the_library_finds(output):
    out = output("odds", HAND, "--layouts", "3", "--seed", "5")
    found = bid_odds(HAND, layouts=3, seed=5, view="blind-lead")
    trumps, bids = tables(out)
    assert [row[0] for row in trumps] == [str(trump) for trump in Trump]
    for trump, row in zip(Trump, trumps, strict=True):
        shown = [percent(found.by_trump.loc[trump, bid]) for bid in NUMBER_BIDS]
        assert [cell.rstrip("*") for cell in row[1:]] == shown
    assert [row[0] for row in bids] == [str(bid) for bid in BIDS]
    for bid, row in zip(BIDS, bids, strict=True):
        assert row[1] == percent(found.p_make[min(bid, 7)])
        assert row[-2] == percent(found.double_dummy[min(bid, 7)])
        assert row[-1] == f"{found.points[bid]:+.2f}"
    assert advise_bid(found) in sentences(out)
    assert "seed 5" in sentences(out)


def test_odds_marks_the_best_trump_of_each_bid(output):
    out = output("odds", HAND, "--layouts", "3", "--seed", "5")
    by_trump = bid_odds(HAND, layouts=3, seed=5, view="blind-lead").by_trump
    stars = sum(line.count("*") for line in out.splitlines())
    assert stars == (by_trump.eq(by_trump.max()) & by_trump.gt(0)).sum().sum() > 0


def test_odds_with_a_trump_are_of_that_trump_alone(output):
    for name in ("doubles", "DOUBLES", "Doubles"):
        data = json.loads(output("odds", HAND, *QUICK[:4], "--trump", name, "--json"))
        assert list(data["by_trump"]) == ["doubles"]
        assert {choice["trump"] for choice in data["choices"]} == {"doubles"}


def test_odds_as_json_are_the_librarys_numbers(output):
    data = json.loads(output("odds", HAND, "--layouts", "3", "--seed", "5", "--json"))
    found = bid_odds(HAND, layouts=3, seed=5, view="blind-lead")
    assert (data["hand"], data["layouts"], data["seed"]) == (HAND, 3, 5)
    assert data["exact"] is False
    assert data["advice"] == advise_bid(found)
    assert [row["bid"] for row in data["bids"]] == list(BIDS)
    for row in data["bids"]:
        assert row["p_make"] == found.p_make[min(row["bid"], 7)]
        assert row["double_dummy"] == found.double_dummy[min(row["bid"], 7)]
        assert row["points"] == found.points[row["bid"]]
        assert row["standard_error"] == found.standard_error(row["bid"])
        assert (row["low"], row["high"]) == found.interval(row["bid"])
    for trump in Trump:
        for bid in NUMBER_BIDS:
            assert data["by_trump"][str(trump)][str(bid)] == found.by_trump.loc[trump, bid]
    for choice in data["choices"]:
        source = found.choices.loc[(choice["widow"], choice["bid"])]
        assert (choice["discard"], choice["trump"]) == (source["discard"], str(source["trump"]))
        assert (choice["p_make"], choice["n"]) == (source["p_make"], source["n"])
        assert choice["lead"] == source["lead"]
        assert choice["double_dummy"] == source["double_dummy"]
    assert len(data["choices"]) == len(found.choices)


def test_exact_odds(output):
    data = json.loads(output("odds", "66 65 64 63 62 61 55", "--trump", "6", "--exact", "--json"))
    assert (data["exact"], data["layouts"], data["seed"]) == (True, 3432, None)
    assert {row["p_make"] for row in data["bids"]} == {1.0}  # a laydown
    assert data["advice"].startswith("Shoot the moon (21)")


def test_csv_is_the_frame_and_the_table_is_printed_too(output, tmp_path):
    out = output("odds", HAND, *QUICK, "--csv", str(tmp_path / "odds.csv"))
    assert "What each bid is worth" in out
    assert [path.name for path in tmp_path.iterdir()] == ["odds.csv"]
    frame = bid_frame(bid_odds(HAND, layouts=2, seed=3, trump="6", view="blind-lead"))
    back = pd.read_csv(tmp_path / "odds.csv", dtype={"trump": str}).astype(frame.dtypes)
    pd.testing.assert_frame_equal(back, frame)


@pytest.mark.parametrize("words", [("odds", HAND, *QUICK), ("exchange", HOLDING, *QUICK[:4])])
def test_csv_to_stdout_comes_alone(output, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    output(*words, "--csv", "odds.csv")
    assert output(*words, "--csv", "-") == Path("odds.csv").read_text()
    assert not Path("-").exists()


def test_a_seed_of_any_size_is_kept_whole(output):
    seed = str(2**90)
    words = ("odds", HAND, "--layouts", "1", "--trump", "6", "--seed", seed)
    assert json.loads(output(*words, "--json"))["seed"] == 2**90
    assert seed in output(*words, "--csv", "-")


def test_a_seed_is_made_up_and_told_so_that_the_answer_can_be_had_again(output):
    words = ("odds", HAND, "--layouts", "1", "--json")
    first = output(*words)
    assert output(*words, "--seed", str(json.loads(first)["seed"])) == first


@pytest.mark.parametrize(
    "words",
    [
        ("odds", HAND, "--layouts", "2"),
        ("odds", HAND, "--layouts", "2", "--json"),
        ("exchange", HOLDING, "--layouts", "2"),
        ("exchange", HOLDING, "--layouts", "2", "--csv", "-"),
    ],
)
def test_the_same_seed_gives_the_same_answer_on_any_number_of_threads(output, words):
    one = output(*words, "--seed", "3", "--threads", "1")
    assert output(*words, "--seed", "3", "--threads", "2") == one
    assert output(*words, "--seed", "3") == one
    assert output(*words, "--seed", "4", "--threads", "1") != one


# --- exchange ---------------------------------------------------------------------------------


def test_exchange_lists_the_librarys_ranking(output):
    words = ("exchange", HOLDING, "--layouts", "5", "--seed", "3", "--top", "2")
    ranked = ranked_frame(rank_exchanges(HOLDING, layouts=5, seed=3, top=2, view="blind-lead"))
    data = json.loads(output(*words, "--json"))
    assert (data["holding"], data["exact"], data["seed"]) == (HOLDING, False, 3)
    assert data["advice"] == advise_exchange(ranked)
    assert data["choices"] == ranked.drop(columns=["exact", "seed"]).to_dict("records")
    out = output(*words)
    assert advise_exchange(ranked) in sentences(out)
    (shown,) = tables(out)
    records = ranked.to_dict("records")
    records += [row for row in records if row["bid"] == 7]  # once more for 21
    for row, source in zip(shown, records, strict=True):
        choice = row[1:] if source["rank"] == 1 else row  # the bid stands before its first choice
        assert choice[:3] == [source["discard"], source["trump"], source["lead"]]
        assert choice[3] == percent(source["p_make"])
        assert choice[-2] == percent(source["double_dummy"])


def test_double_dummy_odds_are_there_for_the_asking(output):
    words = ("odds", HAND, *QUICK, "--view", "double-dummy")
    found = bid_odds(HAND, layouts=2, seed=3, trump="6")
    data = json.loads(output(*words, "--json"))
    assert data["view"] == "double-dummy"
    assert [row["p_make"] for row in data["bids"]] == [found.p_make[min(b, 7)] for b in BIDS]
    assert "double_dummy" not in data["bids"][0]
    out = output(*words)
    assert "Blind" not in out
    assert advise_bid(found) in sentences(out)
    words = ("exchange", HOLDING, "--layouts", "5", "--seed", "3", "--view", "double-dummy")
    ranked = ranked_frame(rank_exchanges(HOLDING, layouts=5, seed=3))
    data = json.loads(output(*words, "--json"))
    assert data["choices"] == ranked.drop(columns=["exact", "seed"]).to_dict("records")
    assert advise_exchange(ranked) in sentences(output(*words))


def test_a_view_that_is_none_is_refused(run):
    code, _, told = run("odds", HAND, "--view", "open")
    assert code == 2
    assert "blind-lead" in told


def test_exchange_counts_all_layouts_by_default(output):
    data = json.loads(output("exchange", "66 65 64 63 62 61 55 44", "--top", "1", "--json"))
    assert (data["exact"], data["seed"]) == (True, None)
    assert {choice["n"] for choice in data["choices"]} == {3432}
    assert {choice["p_make"] for choice in data["choices"]} == {1.0}


# --- solve ------------------------------------------------------------------------------------


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_solve_prints_the_value_every_play_and_a_best_line(output, leader):
    words = ("solve", DEAL, "--trump", "5", "--leader", str(leader))
    value, plays = solve(DEAL, "5", leader), solve_plays(DEAL, "5", leader)
    line = best_line(DEAL, "5", leader)
    data = json.loads(output(*words, "--json"))
    assert data == {
        "trump": "5",
        "leader": leader,
        "to_play": leader,
        "value": value,
        "plays": plays,
        "line": [json.loads(json.dumps(trick._asdict())) for trick in line],
    }
    out = output(*words)
    assert f"takes {value} of 3 tricks" in out
    values, tricks = tables(out)
    assert values == [[tile, f"{n}{'*' * (n == value)}"] for tile, n in plays.items()]
    for trick, row in zip(line, tricks, strict=True):
        assert set(trick.tiles) == {cell.rstrip("*") for cell in row[1:4]}
        assert row[4] == f"seat {trick.winner}"


def test_solve_in_the_middle_of_a_trick(output):
    played = "6-4, 16"
    data = json.loads(output("solve", DEAL, "--leader", "1", "--played", played, "--json"))
    assert data["to_play"] == 0
    assert data["plays"] == solve_plays(DEAL, "none", 1, played)
    assert data["value"] == solve(DEAL, "none", 1, played)
    assert data["line"][0]["tiles"][:2] == ["6-4", "6-1"]


def test_solve_speaks_of_one_trick(output):
    assert "takes 1 of 1 trick." in output("solve", "6-6 | 6-5 | 4-4")


# --- deal -------------------------------------------------------------------------------------


def test_deal_deals_the_whole_set(output):
    (dealt,) = json.loads(output("deal", "--seed", "7", "--json"))
    masks = [parse_tiles(tiles) for tiles in (*dealt["hands"], dealt["widow"])]
    assert [mask.bit_count() for mask in masks] == [7, 7, 7, 1]
    assert sum(masks) == ALL_TILES


def test_each_form_of_a_deal_is_the_same_deal(output):
    (dealt,) = json.loads(output("deal", "--seed", "7", "--json"))
    assert output("deal", "--seed", "7") == " | ".join(dealt["hands"]) + "\n"
    assert output("deal", "--seed", "7", "--only", "hand") == dealt["hands"][0] + "\n"
    holding = f"{dealt['hands'][0]} {dealt['widow']}\n"
    assert output("deal", "--seed", "7", "--only", "holding") == holding


def test_deals_are_as_many_as_asked_for_and_differ(output):
    lines = output("deal", "--seed", "7", "--count", "50").splitlines()
    assert len(set(lines)) == len(lines) == 50
    assert all(len(Deal.parse(line)) == 7 for line in lines)
    # In no order: no tile goes to the first hands first, as in layouts sorted by number.
    for tile in format_tiles(ALL_TILES).split():
        holders = [line.split(tile)[0].count("|") for line in lines if tile in line]
        assert holders not in (sorted(holders), sorted(holders, reverse=True))


def test_a_seed_repeats_a_deal(output):
    assert output("deal", "--seed", "7") == output("deal", "--seed", "7")
    assert len({output("deal", "--seed", "8"), output("deal"), output("deal")}) == 3


@pytest.mark.parametrize(
    ("only", "words"),
    [
        ("hands", ("solve", "--trump", "5")),
        ("hand", ("odds", *QUICK)),
        ("holding", ("exchange", "--layouts", "1")),
    ],
)
def test_commands_read_from_stdin_what_deal_prints(output, only, words):
    line = output("deal", "--seed", "7", "--only", only)
    words = (*words, "--json")
    if words[0] == "exchange":
        words = (*words, "--seed", "1")
    piped = output(*words, stdin=line)
    assert piped == output(*words, line.strip())  # as an argument
    assert piped == output(*words, "-", stdin=f"\n  {line}\r\n")


# --- Tiles as people write them ---------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["6-6,6-5,6-4,5-5,4-4,3-1,2-1"],
        ["66 65 64 55 44 31 21"],
        ["6:6 5:6 4:6 5:5 4:4 1:3 1:2"],
        ["[6|6] [6|5] [4|6] [5|5] [4|4] [3|1] [2|1]"],
        ["  1-2;1-3 , 44   55 64 6/5 6.6\n"],
        HAND.split(),  # without quotes
        ["66", "6-5, 64 55", "[4|4]", "31", "12"],
    ],
)
def test_notations_and_orders_name_the_same_hand(output, words):
    assert output("odds", *words, *QUICK) == output("odds", HAND, *QUICK)


def test_options_may_stand_among_the_tiles(output):
    mixed = output("odds", "66", "65", "64", *QUICK, "55", "44", "31", "21")
    assert mixed == output("odds", HAND, *QUICK)


# --- Errors -----------------------------------------------------------------------------------

BAD = {
    "tile twice": (("odds", "6-6 6-6 6-4 5-5 4-4 3-1 2-1"), "6-6 comes twice"),
    "tile twice, turned round": (("odds", "6-5 5-6 6-4 5-5 4-4 3-1 2-1"), "6-5 comes twice"),
    "a blank": (("odds", "6-0 6-6 6-4 5-5 4-4 3-1 2-1"), "the blanks are out but for 0-0"),
    "beyond 6": (("odds", "7-1 6-6 6-4 5-5 4-4 3-1 2-1"), "7-1 is not in the set"),
    "no tile": (("odds", "6-6 six 6-4 5-5 4-4 3-1 2-1"), "'six' is not a tile"),
    "six tiles": (("odds", "6-6 6-4 5-5 4-4 3-1 2-1"), "expected 7 tiles, got 6"),
    "eight tiles": (("odds", HOLDING), "expected 7 tiles, got 8"),
    "no tiles": (("odds", ""), "expected 7 tiles, got 0"),
    "seven to exchange": (("exchange", HAND), "expected 8 tiles, got 7"),
    "unknown trump": (("odds", HAND, "--trump", "9"), "expected 0 to 6, doubles or none, got '9'"),
    "empty trump": (("odds", HAND, "--trump", ""), "got ''"),
    "negative trump": (("odds", HAND, "--trump", "-1"), "got '-1'"),
    "no layouts": (("odds", HAND, "--layouts", "0"), "from 1 to 3432, got '0'"),
    "negative layouts": (("odds", HAND, "--layouts", "-3"), "got '-3'"),
    "too many layouts": (("odds", HAND, "--layouts", "3433"), "got '3433'"),
    "layouts in words": (("odds", HAND, "--layouts", "many"), "got 'many'"),
    "layouts not a number": (("odds", HAND, "--layouts", "NaN"), "got 'NaN'"),
    "half a layout": (("odds", HAND, "--layouts", "1.5"), "got '1.5'"),
    "endless layouts": (("odds", HAND, "--layouts", "inf"), "got 'inf'"),
    "layouts left out": (("odds", HAND, "--layouts"), "--layouts"),
    "exact sample": (("odds", HAND, "--exact", "--layouts", "5"), "--exact"),
    "exact sample to exchange": (("exchange", HOLDING, "--exact", "--layouts", "5"), "--exact"),
    "negative seed": (("odds", HAND, "--seed", "-1"), "from 0 up, got '-1'"),
    "seed in words": (("deal", "--seed", "x"), "got 'x'"),
    "no threads": (("odds", HAND, "--threads", "0"), "from 1 up, got '0'"),
    "no choices": (("exchange", HOLDING, "--top", "0"), "from 1 to 72, got '0'"),
    "uneven hands": (("solve", "6-6 | 6-5 5-5 | 4-4"), "got 1, 2 and 1 tiles"),
    "two hands": (("solve", "6-6 | 6-5"), "expected 3 hands"),
    "four hands": (("solve", "6-6 | 6-5 | 4-4 | 3-3"), "got 4"),
    "an empty hand": (("solve", "6-6 | | 4-4"), "equal size"),
    "tile in two hands": (("solve", "6-6 | 6-5 | 6-5"), "6-5 is in seats 1 and 2"),
    "no such leader": (("solve", DEAL, "--leader", "3"), "from 0 to 2, got '3'"),
    "no trump for solve": (("solve", DEAL, "--trump", "x"), "got 'x'"),
    "played by another": (("solve", DEAL, "--played", "6-4"), "seat 0 does not hold 6-4"),
    "revoked": (("solve", DEAL, "--played", "4-4 5-5"), "can follow"),
    "played by all": (("solve", DEAL, "--played", "4-4 4-2 4-1"), "at most 2 tiles"),
    "no deals": (("deal", "--count", "0"), "got '0'"),
    "no such part": (("deal", "--only", "widow"), "'widow'"),
    "no such option": (("odds", HAND, "--exactly"), "--exactly"),
    "no such command": (("oods", HAND), "oods"),
    "lines in a file's name": (
        ("odds", HAND, "--csv", "no\nfolder/odds.csv"),
        "no folder/odds.csv",
    ),
    "an argument too many": (("deal", "7"), "7"),
}


@pytest.mark.parametrize(("words", "said"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line_on_stderr_and_exit_code_2(refusal, words, said):
    assert said in refusal(*words)


@pytest.mark.parametrize("where", [0, 1, 3])
def test_debug_shows_the_traceback_wherever_it_stands(run, where):
    words = ["odds", "6-0", "--seed", "1"]
    words.insert(where, "--debug")
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("Traceback")
    assert message(err.splitlines(keepends=True)[-1]).startswith("hand: tile 6-0")


def test_debug_changes_nothing_where_all_goes_well(output):
    assert output("--debug", "deal", "--seed", "1") == output("deal", "--seed", "1", "--debug")


def test_threads_of_the_environment_are_checked(refusal, monkeypatch):
    monkeypatch.setenv("MOON_SIM_THREADS", "many")
    assert "MOON_SIM_THREADS" in refusal("odds", HAND, *QUICK)


def test_a_bug_is_not_hidden(monkeypatch):
    def fail(*args, **options):
        raise ZeroDivisionError

    monkeypatch.setattr("moon_sim.odds.bid_odds", fail)
    with pytest.raises(ZeroDivisionError):
        cli.main(["odds", HAND])


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("missing/odds.csv", "No such file or directory"),
        (".", "Is a directory"),
        ("file/odds.csv", "Not a directory"),
        ("/proc/odds.csv", "/proc/odds.csv"),
        ("x" * 300, "too long"),
    ],
)
@pytest.mark.parametrize("words", [("odds", HAND), ("exchange", HOLDING)])
def test_an_unwritable_file_is_told_before_the_work(
    refusal, monkeypatch, tmp_path, words, file, said
):
    def work(*args, **options):
        raise AssertionError("worked for nothing")

    monkeypatch.setattr("moon_sim.odds.bid_odds", work)
    monkeypatch.setattr("moon_sim.odds.rank_exchanges", work)
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    told = refusal(*words, "--csv", file)
    assert said in told
    assert "moon-sim-" not in told.replace(str(tmp_path), "")  # no temporary name
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_on_a_full_disk(refusal, monkeypatch, tmp_path):
    def fail(*args):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    path = tmp_path / "odds.csv"
    told = refusal("odds", HAND, *QUICK, "--csv", str(path))
    assert told == f"{path}: No space left on device"
    assert list(tmp_path.iterdir()) == []


def test_work_that_fails_leaves_the_former_file(run, monkeypatch, tmp_path):
    def fail(*args, **options):
        raise ValueError("no")

    path = tmp_path / "odds.csv"
    path.write_text("old")
    monkeypatch.setattr("moon_sim.odds.bid_odds", fail)
    assert run("odds", HAND, "--csv", str(path)) == (2, "", "moon-sim: no\n")
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


# --- stdin ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stdin", "said"),
    [
        ("", "expected one line with the hand on stdin, got 0"),
        ("\n \n", "got 0"),
        (f"{HAND}\n{HAND}\n", "got 2"),
        ("\x00" * 50_000, "is not a tile"),
        ("6-6\n" * 50_000, "2500 or more"),
        ("\ufeff\udcff", "is not a tile"),  # bytes that are no text, as lenient locales read them
    ],
)
@pytest.mark.parametrize("words", [("odds",), ("odds", "-")])
def test_what_is_no_hand_on_stdin(refusal, words, stdin, said):
    told = refusal(*words, stdin=stdin)
    assert said in told
    assert len(told) < 400  # not all that was read


def test_stdin_without_an_end_is_not_read_to_it(refusal, monkeypatch):
    class Endless(io.StringIO):
        def read(self, size=-1):
            assert size > 0
            return "6" * size

    monkeypatch.setattr(sys, "stdin", Endless())
    assert "is not a tile" in refusal("odds")


def test_stdin_that_is_not_text(refusal, monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(b"\xff\xfe6-6"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    assert "no text" in refusal("odds")


def test_a_missing_hand_does_not_wait_for_the_keyboard(refusal, monkeypatch):
    class Keyboard(io.StringIO):
        def isatty(self):
            return True

        def read(self, *args):
            raise AssertionError("waited")

    monkeypatch.setattr(sys, "stdin", Keyboard())
    assert "missing deal" in refusal("solve")


def test_a_hand_that_is_given_leaves_stdin_to_others(output, monkeypatch):
    stdin = io.StringIO("not a hand")
    monkeypatch.setattr(sys, "stdin", stdin)
    output("odds", HAND, *QUICK)
    assert stdin.tell() == 0


# --- Streams that fail ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    ["--version", "--help", "deal --count 500", "deal --json"],  # with all sizes of output
)
def test_a_full_disk_under_stdout_is_an_error(words):
    code, _, err = shell(f"$moon {words} > /dev/full")
    assert code == 2
    assert "No space left" in message(err)


def test_a_closed_pipe_ends_it_quietly():
    command = "$moon deal --seed 1 --count 5000 | head -1; echo ${PIPESTATUS[0]}"
    code, out, err = shell(command)
    assert (code, err) == (0, "")
    line, status = out.splitlines()
    assert len(Deal.parse(line)) == 7
    assert int(status) == 128 + signal.SIGPIPE


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("$moon --version >&-", "stdout"),
        ("$moon odds <&-", "missing hand"),
        ("$moon nothing 2>&-", None),
        ("$moon nothing <&- >&- 2>&-", None),
    ],
)
def test_closed_streams(command, said):
    code, out, err = shell(command)
    assert (code, out) == (2, "")  # an error meant for stderr doesn't go to stdout
    assert said in message(err) if said else err == ""


# --- Screens ----------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", ["1", "20", "60"])
def test_on_a_narrow_screen_sentences_wrap_and_numbers_stay_whole(output, monkeypatch, columns):
    wide = output("odds", HAND, *QUICK[:4])
    monkeypatch.setenv("COLUMNS", columns)
    narrow = output("odds", HAND, *QUICK[:4])
    assert narrow.split() == wide.split()
    tables = [line for line in wide.splitlines() if line.startswith("  ")]
    assert [line for line in narrow.splitlines() if line.startswith("  ")] == tables
    sentences = narrow[narrow.index("Sampled") :].splitlines()
    assert all(
        len(line) <= int(columns) or " " not in line.replace(" %", "%") for line in sentences
    )


@pytest.mark.parametrize("columns", ["0", "-5", "abc", ""])
def test_columns_that_are_no_width_count_as_80(output, monkeypatch, columns):
    usual = output("solve", DEAL)
    monkeypatch.setenv("COLUMNS", columns)
    assert output("solve", DEAL) == usual


@pytest.mark.parametrize(
    "words", [("odds", HAND, *QUICK[:4]), ("exchange", HOLDING, *QUICK[:4]), ("solve", DEAL)]
)
def test_output_fits_80_columns_in_plain_text(output, words):
    out = output(*words)
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b" not in out  # no colour where there is no terminal
    assert not re.search(r"^ *%", out, re.MULTILINE)  # no number is parted from its sign


def test_a_wide_screen_is_used_for_sentences(output, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    assert output("odds", HAND, *QUICK).splitlines()[-1].startswith("Sampled")


def test_ascii_is_enough():
    code, out, err = shell(
        f"$moon solve '{DEAL}'", PYTHONIOENCODING="ascii", LC_ALL="C", COLUMNS="10"
    )
    assert (code, err) == (0, "")
    assert out.isascii()
    assert "seat 2" in out


def test_an_error_quotes_what_ascii_cannot_show():
    code, out, err = shell("$moon solve 'ü'", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (code, out) == (2, "")
    assert message(err).isascii()


# --- Progress ---------------------------------------------------------------------------------


class Screen(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("seconds", "shown"), [(0.1, False), (2, True)])
def test_a_bar_shows_for_work_of_over_a_second(monkeypatch, seconds, shown):
    clock = iter(range(100))
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(console.time, "monotonic", lambda: next(clock) * seconds)
    monkeypatch.setenv("TERM", "xterm")
    with console.progress_bar() as report:
        report(1, 4)
    drawn = screen.getvalue()
    assert ("25 %" in drawn) == shown
    assert ("solving" in drawn) == shown


def test_no_bar_where_stderr_is_no_terminal(monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(console.time, "monotonic", lambda: next(clock) * 10)
    monkeypatch.setenv("FORCE_COLOR", "1")  # asks for colour, not for a bar in a log
    with console.progress_bar() as report:
        report(1, 2)
    assert sys.stderr.getvalue() == ""


@pytest.mark.parametrize(
    "words", [("odds", HAND, *QUICK[:4], "--threads", "1"), ("exchange", HOLDING, *QUICK[:4])]
)
def test_commands_report_their_progress(output, monkeypatch, words):
    seen = []

    class Bar:
        def __enter__(self):
            return lambda done, total: seen.append((done, total))

        def __exit__(self, *error):
            pass

    monkeypatch.setattr(f"moon_sim.commands.{words[0]}.progress_bar", Bar)
    output(*words)
    stages = [place for place, (done, _) in enumerate(seen) if done == 1] + [len(seen)]
    for start, end in itertools.pairwise(stages):  # a sample takes several
        total = seen[start][1]
        assert seen[start:end] == [(done, total) for done in range(1, total + 1)]


def test_ctrl_c_clears_the_bar_and_leaves_no_file(tmp_path):
    screen, far = pty.openpty()
    command = [sys.executable, "-m", "moon_sim", "odds", HAND, "--exact", "--csv", "odds.csv"]
    env = environment(TERM="xterm", NO_COLOR="1")
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=far,
        cwd=tmp_path,
        env=env,
        # A test run in a shell's background passes on that Ctrl-C is to be ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(far)
    drawn = b""
    while b"%" not in drawn:
        drawn += os.read(screen, 1000)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[0] == b""
    try:
        while more := os.read(screen, 1000):
            drawn += more
    except OSError:  # what Linux says at the end of a terminal
        pass
    os.close(screen)
    assert process.returncode == -signal.SIGINT
    assert list(tmp_path.iterdir()) == []
    assert b"Traceback" not in drawn
    assert drawn.count(b"\x1b[?25l") == drawn.count(b"\x1b[?25h") == 1  # the cursor is back
    assert drawn.rstrip(b"\r").endswith(b"\x1b[2K")  # and the bar's line is empty
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]", drawn)  # NO_COLOR


def test_a_deal_as_json_is_whole(refusal):
    assert "leave out --only" in refusal("deal", "--json", "--only", "hand")


# --- contract ---------------------------------------------------------------------------------

# Hangs on a guess: 78 % with all hands open, 63 % for one who can't see.
GUESS = ("3-2 3-3 5-1 5-2 5-3 6-5 0-0", "--discard", "4-3", "--trump", "5", "--target", "5")


@pytest.fixture(scope="module")
def _defence_compiled():
    moon_sim.best_defence("6-6 6-5 6-4 5-5 4-4 3-3 1-1", "2-1", "none", 7)


@pytest.mark.usefixtures("_defence_compiled")
def test_contract_shows_three_views_the_lead_the_plan_and_the_losses(output):
    out = output("contract", *GUESS)
    views = {
        line.split("   ")[0].strip(): line
        for line in out.splitlines()
        if "%" in line and "," in line
    }
    assert "78.3 %" in views["double-dummy"]
    assert "2,688" in views["double-dummy"]
    assert "63.0 %" in views["blind lead"]
    assert "62.8 %" in views["best defence"]
    assert "2,157" in views["best defence"]
    assert "proven" in views["best defence"]
    assert "the best is 3-3: 63.0 %" in " ".join(out.split())
    assert "Lead 3-3" in out
    assert "both follow, you win: 3-2" in out
    assert re.search(r"5-4 +6-3 3-1 +462 +462", out)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.usefixtures("_defence_compiled")
def test_contract_as_json(output):
    found = json.loads(output("contract", *GUESS, "--json", "--depth", "1"))
    assert found["target"] == 5
    best = found["best_defence"]
    assert (best["low"], best["high"], best["n"], best["exact"]) == (2157, 2157, 3432, True)
    assert best["p_low"] <= found["blind_lead"] <= found["double_dummy"]
    assert found["blind_lead"] == max(found["leads"].values())
    assert set(found["leads"]) == set(GUESS[0].split())
    assert found["strategy"]["plays"] == {"3-3": 2157}
    assert sum(row["lost"] for row in found["lost"]) == 3432 - 2157


@pytest.mark.usefixtures("_defence_compiled")
def test_contract_reads_stdin_and_goes_deeper(output):
    shallow = output("contract", "-", *GUESS[1:], stdin=GUESS[0])
    deep = output("contract", *GUESS, "--depth", "3")
    assert len(deep.splitlines()) > len(shallow.splitlines())


@pytest.mark.usefixtures("_defence_compiled")
def test_a_hopeless_contract_and_a_laydown_read_well(output):
    words = ("--discard", "0-0", "--trump", "none", "--target", "7")
    out = output("contract", "2-1 3-1 4-1 5-1 6-1 3-2 4-2", *words)
    assert "No lead makes it" in out
    assert "no strategy wins a layout" in out
    assert "beat" not in out
    words = ("--discard", "2-1", "--trump", "none", "--target", "7", "--time-limit", "inf")
    out = output("contract", "6-6 6-5 6-4 5-5 4-4 3-3 1-1", *words)
    assert "best" in out
    assert "beat" not in out
    assert "100.0 %" in out


@pytest.mark.usefixtures("_defence_compiled")
def test_contract_without_time_says_what_is_proven(output):
    out = output("contract", *GUESS, "--time-limit", "0.001")
    assert re.search(r"best defence +0.0 - [0-9.]+ % +0 - [0-9,]+ +.*so far", out)
    assert "Lead" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--discard", "6-5"), "6-5"),
        (("--discard", "6-0"), "blank"),
        (("--trump", "9"), "9"),
        (("--target", "21"), "1 to 7"),
        (("--target", "0"), "1 to 7"),
        (("--depth", "9"), "1 to 4"),
        (("--time-limit", "0"), "seconds above 0"),
        (("--time-limit", "nan"), "seconds above 0"),
        (("--time-limit", "soon"), "'soon'"),
    ],
)
def test_a_contract_that_cannot_be_is_refused(refusal, words, said):
    assert said in refusal("contract", *GUESS, *words)


def test_a_contract_needs_its_options(refusal):
    assert "--target" in refusal("contract", *GUESS[:5])


@pytest.mark.usefixtures("_defence_compiled")
def test_ctrl_c_prints_the_bracket_so_far():
    """A contract that takes seconds to prove; its first bracket comes within one or two."""
    words = ["5-2 5-3 2-2 3-3 4-4 5-5 6-6", "--discard", "5-1", "--trump", "doubles"]
    process = subprocess.Popen(
        [sys.executable, "-m", "moon_sim", "contract", *words, "--target", "6"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(timeout=5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == -signal.SIGINT
    assert b"Traceback" not in err
    assert b"best defence" in out
