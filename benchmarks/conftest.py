"""A table of all figures at the end of a run: `pytest benchmarks`."""

import resource
import sys

import pytest


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter, config):
    session = getattr(config, "_benchmarksession", None)
    rows = [(bench.name, bench.extra_info) for bench in session.benchmarks] if session else []
    columns = list(dict.fromkeys(key for _, info in rows for key in info))
    if rows:
        terminalreporter.section("figures, by the median round")
        widths = [max(len(column), 10) for column in columns]
        name_width = max(len(name) for name, _ in rows)
        head = "  ".join(column.rjust(width) for column, width in zip(columns, widths, strict=True))
        terminalreporter.write_line(f"{'':{name_width}}  {head}")
        for name, info in rows:
            cells = (
                f"{info[column]:,.1f}".rjust(width) if column in info else " " * width
                for column, width in zip(columns, widths, strict=True)
            )
            terminalreporter.write_line(f"{name:{name_width}}  {'  '.join(cells)}")
    unit = 1024**2 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    terminalreporter.write_line(f"peak memory of this process: {peak:,.0f} MB")
