"""The figures of a run, and the goals beside them."""

from dataclasses import asdict, dataclass

__all__ = ["Goal", "note"]


@dataclass(frozen=True)
class Goal:
    """What a figure must reach, and what it aims at; `more` where more is better."""

    must: float
    aim: float
    more: bool = True


def note(benchmark, value: float, unit: str, goal: Goal | None = None, **more: float) -> None:
    """Note the figure of a benchmark, and numbers that explain it."""
    benchmark.extra_info.update(value=value, unit=unit, **more)
    if goal:
        benchmark.extra_info["goal"] = asdict(goal)


def lines(rows: list[tuple[str, dict]]) -> list[str]:
    """Return a table of figures and goals as text."""
    table = [("what", "figure", "unit", "must", "aim", "reached", "more")]
    for name, info in rows:
        goal = info.get("goal")
        extra = {k: v for k, v in info.items() if k not in ("value", "unit", "goal")}
        table.append((
            name.removeprefix("test_"),
            f"{info['value']:,.4g}" if info["value"] < 1000 else f"{info['value']:,.0f}",
            info["unit"],
            f"{goal['must']:,g}" if goal else "",
            f"{goal['aim']:,g}" if goal else "",
            reached(info["value"], goal) if goal else "",
            ", ".join(f"{key} {number:,.4g}" for key, number in extra.items()),
        ))  # fmt: skip
    widths = [max(len(row[column]) for row in table) for column in range(6)]
    return [
        "  ".join(
            [cell.ljust(width) if place in (0, 2, 5) else cell.rjust(width)
             for place, (cell, width) in enumerate(zip(row[:6], widths, strict=True))]
        ) + f"  {row[6]}"
        for row in table
    ]  # fmt: skip


def reached(value: float, goal: dict) -> str:
    """Say which of its goals a figure reaches."""
    sign = 1 if goal["more"] else -1
    if sign * value >= sign * goal["aim"]:
        return "aim"
    return "must" if sign * value >= sign * goal["must"] else "no"
