"""One Hypothesis profile for all tests, and the browser."""

from browser import browser, show  # noqa: F401  # fixtures
from hypothesis import settings

# No deadline, since no test asserts on time and kernels compile at their first call; the same
# examples on each run, so that a failure is the change's and not the day's.
settings.register_profile("moon_sim", deadline=None, derandomize=True)
settings.load_profile("moon_sim")


def pytest_addoption(parser):
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the files in tests/commands/golden anew, to be looked at in a diff",
    )
