"""What the pages about hands have in common."""

from typing import Any

from moon_sim.markdown import paragraph

__all__ = ["made_by"]


def made_by(manifest: dict[str, Any]) -> list[str]:
    """Return the command behind a page's data, and the versions it ran with, as Markdown."""
    versions = ", ".join(f"{name} {number}" for name, number in manifest["versions"].items())
    made = f"`{manifest['command']}`, {manifest['date']}, {manifest['seconds']:,} s; {versions}."
    return [*paragraph(made), *paragraph("The same seed and versions give the same data.")]
