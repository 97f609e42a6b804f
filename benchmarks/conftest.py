"""A table of all figures beside their goals at the end of a run: `pytest benchmarks`."""

from figures import lines


def pytest_terminal_summary(terminalreporter, config):
    session = getattr(config, "_benchmarksession", None)
    rows = [
        (bench.name, bench.extra_info)
        for bench in (session.benchmarks if session else [])
        if "value" in bench.extra_info
    ]
    if rows:
        terminalreporter.section("figures and goals")
        for line in lines(rows):
            terminalreporter.write_line(line)
