"""The documentation site: `make docs` builds it, without network, into ``docs/_build/html``."""

import re
import shutil
import sys
from pathlib import Path
from typing import Any

import moon_sim

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER))

import rooms  # noqa: E402  # the folder is no package

project = "moon_sim"
author = "the moon_sim authors"
copyright = "the moon_sim authors, MIT license"
release = version = moon_sim.__version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "myst_nb"]
exclude_patterns = ["_build"]
templates_path = ["_templates"]

# --- Pages: Markdown that GitHub shows, too; tutorials run at each build ----------------------

myst_heading_anchors = 3
nb_execution_mode = "force"  # a cached output may be another version's
nb_execution_timeout = 300  # seconds for a cell, on a slow machine
nb_execution_raise_on_error = True
nb_merge_streams = True
nb_output_stderr = "remove"  # that kernels compile, in a fresh checkout

# --- The reference, from docstrings -----------------------------------------------------------

autosummary_filename_map = rooms.file_names()
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
autodoc_typehints = "none"  # numpydoc's Parameters say the types, in fewer words
numpydoc_show_class_members = False  # a class's page has them already
python_maximum_signature_line_length = 72
default_role = "py:obj"
add_module_names = False

# --- The look: nothing is fetched from the network --------------------------------------------

html_theme = "furo"
html_title = "moon_sim"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False


def _link_reports(app: Any, name: str, text: list[str]) -> None:
    """Link a report's page on the site, where GitHub links its Markdown."""
    link = re.compile(r"\[([^\]]+)\]\(\.\./reports/(\w+)/README\.md\)")
    text[0] = link.sub(r'<a href="reports/\2/index.html">\1</a>', text[0])


def _copy_reports(app: Any, error: Exception | None) -> None:
    """Put the reports into the site."""
    if error is None:
        shutil.copytree(FOLDER.parent / "reports", app.outdir / "reports", dirs_exist_ok=True)


def _link_explanations(
    app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Link the pages that docstrings name as files, ``docs/odds.md``."""
    lines[:] = [re.sub(r"`+docs/(\w+)\.md`+", r":doc:`/\1`", line) for line in lines]


def _hide_internals(app: Any, what: str, name: str, *rest: Any) -> tuple[str, str] | None:
    """Leave out what of a class's constructor is no user's business."""
    signature, returned = rest[-2:]
    return signature and (re.sub(r",? *\b_\w+(=[^,)]*)?", "", signature), returned)


def setup(app: Any) -> None:
    """Write the reference's pages before Sphinx looks for pages."""
    rooms.write_pages(FOLDER / "reference")
    app.connect("source-read", _link_reports)
    app.connect("build-finished", _copy_reports)
    app.connect("autodoc-process-docstring", _link_explanations)
    app.connect("autodoc-process-signature", _hide_internals)
