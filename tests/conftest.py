"""One Hypothesis profile for all tests, the browser, atlases, and a user whom permissions bind."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from browser import browser, show  # noqa: F401  # fixtures
from hypothesis import settings
from made_up_atlas import install, part_of_atlas, whole_atlas  # noqa: F401  # fixtures

# No deadline, since no test asserts on time and kernels compile at their first call; the same
# examples on each run, so that a failure is the change's and not the day's.
settings.register_profile("moon_sim", deadline=None, derandomize=True)
settings.load_profile("moon_sim")

NOBODY = 65534


def pytest_addoption(parser):
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the files in tests/commands/golden anew, to be looked at in a diff",
    )


@pytest.fixture
def plain_user():
    """A user whom permissions bind, and a folder that it reaches, which pytest's own are not."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        if os.getuid() != 0:
            yield Path(name)
            return
        os.setresuid(NOBODY, NOBODY, 0)
        yield Path(name)
        os.setresuid(0, 0, 0)
