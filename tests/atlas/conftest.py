"""A made-up atlas, and which one is installed."""

import pytest
from made_up_atlas import write_made_up


@pytest.fixture(scope="session")
def whole_atlas(tmp_path_factory):
    """The folder of a made-up atlas of all holdings; not to be changed."""
    return write_made_up(tmp_path_factory.mktemp("atlas") / "whole").folder


@pytest.fixture
def install(monkeypatch):
    """Let a folder be the one of the atlas."""
    return lambda folder: monkeypatch.setenv("MOON_SIM_ATLAS", str(folder))
