"""What stands where in a search's memory: the rules as lookup tables, and what a search writes.

Kernels number tiles by **place** in place of tile id: for each trump the 22 tiles are ordered
by strength, the trumps on top from place 21 downwards, so that "highest" and "lowest" are single
instructions. Masks in kernels are masks of places.

The memory is one array of int64, with the tables for all trumps, those for the trump that is
searched, the transposition table, and the search's own notes.
"""

from moon_sim.kernels.jit import inlined
from moon_sim.kernels.memory import Address, put, word

TRUMP_PLACE = 22 - 7  # at most seven tiles are trumps; they stand here and above

# The search's own notes.
SWITCHES = 0  # which optimisations are on
SIZE = 1  # entries of the transposition table
NODES = 2  # positions searched at the start of a trick, by tricks left: 8 numbers
NODES_END = NODES + 8

# The tables for one trump.
SUITS = NODES_END
TRUMP = SUITS  # its number
TRUMPS = TRUMP + 1  # mask of the trumps
FOLLOW = TRUMPS + 1  # mask of a suit's tiles, 8; suit 7 is trump
LEAD = FOLLOW + 8  # suit that a tile leads, 22; then that of its lower number, 22
TWICE = LEAD + 2 * 22  # mask of the tiles that lead either, as the leader names it
OVER = TWICE + 1  # mask of the tiles that beat a lead without being trumps (all, for a trump), 22
UNDER = (
    OVER + 22
)  # mask of those that lead the suit of a tile's lower number; 0 for doubles, trumps
SAME = UNDER + 22  # mask of the tiles that lead the same suit as a tile, 22
BEATS = SAME + 22  # mask of the tiles that beat the one that wins so far, by the suit led, 8 x 22
PLACE = BEATS + 8 * 22  # place of a tile id, 22
SUITS_END = PLACE + 22
SUITS_SIZE = SUITS_END - SUITS

# These tables for each of the nine trumps.
RULES = SUITS_END

# Tables of bytes, each 128 x 128.
ALIKE = RULES + 9 * SUITS_SIZE
"""Of the trumps of one hand, one for each run that no other hand's trump parts; by the others'
trumps and the hand's own, both shifted down by `TRUMP_PLACE`."""
UNBEATEN = ALIKE + 128 * 128 // 8
"""How many trumps win however they fall, by the side's own and the other side's."""
PACKED = UNBEATEN + 128 * 128 // 8
"""Some trumps moved up to where no gap is left among all that are out, by all and these."""

TABLE = PACKED + 128 * 128 // 8  # the transposition table, to the end


@inlined
def name_trump(trump: int, at: Address) -> None:
    """Bring the tables for a trump to where the search looks."""
    if word(at, TRUMP) != trump:
        start = RULES + trump * SUITS_SIZE
        for index in range(SUITS_SIZE):
            put(at, SUITS + index, word(at, start + index))
