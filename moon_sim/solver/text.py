"""Plays and lines as tables for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from moon_sim.display import new_table, starred
from moon_sim.game import SEATS

if TYPE_CHECKING:
    from rich.table import Table

    from moon_sim.solver.values import Trick


def play_table(values: dict[str, int], seat: int) -> "Table":
    """Return the table of a seat's plays and what the declarer takes after each."""
    who = "the declarer" if seat == 0 else "a defender"
    table = new_table(f"Seat {seat}, {who}, to play", "play", "declarer's tricks")
    best = (max if seat == 0 else min)(values.values())
    for tile, value in values.items():
        table.add_row(tile, starred(str(value), value == best))
    return table


def line_table(line: Sequence["Trick"]) -> "Table":
    """Return the table of a line of play, trick by trick; a star marks the lead."""
    seats = [f"seat {seat}" for seat in range(SEATS)]
    table = new_table("A best line", "trick", *seats, "taken by")
    for number, trick in enumerate(line, 1):
        tiles = {(trick.leader + place) % SEATS: tile for place, tile in enumerate(trick.tiles)}
        cells = [f"{tiles[seat]}{'*' if seat == trick.leader else ' '}" for seat in range(SEATS)]
        table.add_row(str(number), *cells, f"seat {trick.winner}")
    return table
