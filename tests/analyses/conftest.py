"""Fixtures of the analyses: each by its name, and the tables of its committed report."""

from importlib import import_module

import pytest
from reports_there import tables_of


@pytest.fixture(scope="session")
def committed():
    """What gives the tables of a committed report."""
    return tables_of


@pytest.fixture(scope="session")
def analysis():
    """What gives an analysis by its name."""
    return lambda name: import_module(f"analyses.{name}").ANALYSIS
