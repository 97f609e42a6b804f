# `make check` is what CI runs. PY is the Python of a virtual environment with the dev extra.
PY ?= .venv/bin/python

.PHONY: check lint test slow bench

check: lint slow test

lint:
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(dir $(PY))lint-imports
	$(PY) -m pytest -q --doctest-modules moon_sim

test:
	$(PY) -m pytest -n auto

slow:
	$(PY) -m pytest -n auto -m slow

bench:
	$(PY) -m pytest benchmarks --benchmark-json=.benchmarks/run.json
	$(PY) benchmarks/report.py .benchmarks/run.json
