# `make check` is what CI runs. PY is the Python of a virtual environment with the extras dev and docs.
PY ?= .venv/bin/python

.PHONY: check lint test slow full docs bench

check: lint docs slow test

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

full:
	$(PY) -m pytest -m full

docs:
	$(PY) -m sphinx --fail-on-warning --keep-going --fresh-env --doctree-dir docs/_build/doctrees docs docs/_build/html

bench:
	$(PY) -m pytest benchmarks --benchmark-json=.benchmarks/run.json
	$(PY) benchmarks/report.py .benchmarks/run.json
