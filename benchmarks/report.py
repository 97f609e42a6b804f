"""Write `reports/benchmarks/` from the file that pytest-benchmark made of a run.

python -m pytest benchmarks --benchmark-json=run.json
python benchmarks/report.py run.json
"""

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pandas as pd
from figures import reached

mpl.use("agg")
import matplotlib.pyplot as plt

REPORT = Path(__file__).parents[1] / "reports" / "benchmarks"
BLUE, ORANGE, GREEN = "#0072B2", "#E69F00", "#009E73"  # Okabe and Ito's, told apart by all eyes


def figures(run: dict[str, Any]) -> pd.DataFrame:
    """Return a row for each benchmark that has a figure."""
    rows = []
    for bench in run["benchmarks"]:
        info = dict(bench["extra_info"])
        if "value" not in info:
            continue
        goal = info.pop("goal", None)
        rows.append(
            {
                "what": bench["name"].removeprefix("test_").replace("_", " "),
                "figure": float(info.pop("value")),
                "unit": info.pop("unit"),
                "must": goal and goal["must"],
                "aim": goal and goal["aim"],
                "reached": reached(bench["extra_info"]["value"], goal) if goal else "",
                **info,
            }
        )
    return pd.DataFrame(rows)


def draw(frame: pd.DataFrame) -> None:
    """Draw how the cost grows with hands and widows, and the rates of all solvers."""
    plt.rcParams.update({"svg.hashsalt": "moon_sim", "font.size": 9})
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(13, 4), layout="constrained")

    grown = frame[frame["what"].str.startswith("growth with the size")]
    sizes = grown["what"].str.extract(r"\[(\d)\]")[0].astype(int)
    left.plot(sizes, 1e6 / grown["figure"], "o-", color=BLUE, label="time a deal, microseconds")
    left.plot(sizes, grown["nodes/deal"], "s--", color=ORANGE, label="nodes a deal")
    left.set(yscale="log", xlabel="tiles a hand", ylabel="microseconds, or nodes")
    left.set_title("Unrelated deals, random trumps, one core")
    left.set_xticks(sizes)
    left.legend()

    grown = frame[frame["what"].str.startswith("growth with the number of widows")]
    widows = grown["what"].str.extract(r"\[(\d+)\]")[0].astype(int)
    middle.plot(widows, grown["figure"], "o-", color=BLUE, label="seconds, both cores")
    middle.plot(widows, grown["nodes"] / 1e7, "s--", color=ORANGE, label="nodes, tens of millions")
    middle.set(xlabel="widows", ylabel="seconds, or tens of millions of nodes", ylim=(0, None))
    middle.set_title("Proven best discards, 9 trumps")
    middle.set_xticks(widows)
    middle.legend()

    named = {
        "all layouts of contracts[longest]": "moon_sim, layouts of a contract",
        "unrelated deals": "moon_sim, unrelated deals",
    }
    rates = {label: rate_of(frame, what, "figure") for what, label in named.items()}
    rates["textbook alpha-beta"] = rate_of(frame, "slow methods[alpha beta", "their deals/s")
    rates["minimax with a memo"] = rate_of(frame, "slow methods[memo minimax", "their deals/s")
    rates["DDS, bridge, 7 cards"] = rate_of(frame, "bridge endings[7]", "DDS boards/s")
    rates = {label: rate for label, rate in rates.items() if rate is not None}
    colours = [BLUE if label.startswith("moon") else GREEN for label in rates]
    bars = right.barh(list(rates), list(rates.values()), color=colours)
    right.bar_label(bars, labels=[f" {rate:,.0f}" for rate in rates.values()])
    right.set(xscale="log", xlabel="exact deals a second, one core")
    right.set_xlim(right=5 * max(rates.values()))
    right.invert_yaxis()
    right.set_title("Seven tiles, or cards, a hand")
    for kind in ("png", "svg"):
        figure.savefig(
            REPORT / f"growth.{kind}", dpi=150, metadata={"Date": None} if kind == "svg" else {}
        )


def rate_of(frame: pd.DataFrame, what: str, column: str) -> float | None:
    """Return a column of the row whose name holds some words, if there is one."""
    rows = frame[frame["what"].str.contains(what, regex=False)]
    return None if rows.empty else float(rows[column].iloc[0])


def table(frame: pd.DataFrame) -> list[str]:
    """Return the figures as the lines of a Markdown table."""
    fixed = ["what", "figure", "unit", "must", "aim", "reached"]
    lines = [
        f"| {' | '.join([*fixed, 'more'])} |",
        "|---|---:|---|---:|---:|---|---|",
    ]
    for row in frame.to_dict("records"):
        value = row["figure"]
        cells = [
            row["what"],
            f"{value:,.4g}" if value < 1000 else f"{value:,.0f}",
            row["unit"],
            *(f"{row[name]:,g}" if pd.notna(row[name]) else "" for name in ("must", "aim")),
            row["reached"],
            ", ".join(
                f"{name} {number:,.4g}"
                for name, number in row.items()
                if name not in fixed and pd.notna(number)
            ),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def page(frame: pd.DataFrame, run: dict[str, Any]) -> str:
    """Return the report's text."""
    machine = run["machine_info"]
    cpu = machine["cpu"]
    return "\n".join(
        [
            "# How fast is it?",
            "",
            "The last run of `make bench`. Medians of several rounds; ratios are medians of pairs",
            "timed in turn, since the speed of a shared machine drifts.",
            "",
            f"- Machine: {cpu.get('brand_raw', 'unknown')}, {cpu.get('count')} cores, "
            f"{machine['system']} {machine['machine']}",
            f"- Python {machine['python_version']}, run of {run['datetime'][:10]}",
            "",
            "![Time and nodes by the size of hands and by widows, and the rates of solvers]"
            "(growth.png)",
            "",
            *table(frame),
            "",
            "*must* and *aim* are the goals that the engine was built to. DDS solves bridge, with",
            "four hands where Moon has three, so its figure is context and no contest: an ending",
            "of seven cards a hand holds 28 cards, and a deal of Moon 21 tiles. Its endings of two",
            "cards show what a batch call costs before it searches.",
            "",
        ]
    )


def main(path: str) -> None:
    """Write the report of one run."""
    run = json.loads(Path(path).read_text(encoding="utf-8"))
    REPORT.mkdir(parents=True, exist_ok=True)
    frame = figures(run)
    frame.to_csv(REPORT / "figures.csv", index=False, lineterminator="\n")
    draw(frame)
    (REPORT / "README.md").write_text(page(frame, run), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
