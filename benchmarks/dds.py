"""Bridge endings for DDS, the double-dummy solver of bridge, through the package `endplay`.

Its boards are built beforehand, so that only the solver's own batch call is timed.
"""

import numpy as np

__all__ = ["BATCH", "endings", "solve_boards"]

BATCH = 200  # the most boards that DDS takes in one call


def endings(cards: int, seed: int = 1):
    """Return a batch of random endings with `cards` cards a hand, spades or no trump."""
    from endplay import _dds

    _dds.SetMaxThreads(1)
    rng = np.random.default_rng(seed)
    boards = _dds.boards()
    boards.noOfBoards = BATCH
    for board in range(BATCH):
        deal = boards.deals[board]
        deal.trump = int(rng.choice([0, 4]))  # spades, no trump
        deal.first = 0
        for place, card in enumerate(rng.permutation(52)[: 4 * cards]):
            suit, rank = divmod(int(card), 13)
            deal.remainCards[place // cards][suit] |= 1 << (rank + 2)
        boards.target[board] = -1  # the most tricks
        boards.solutions[board] = 1  # by one card
        boards.mode[board] = 1
    return boards


def solve_boards(boards) -> None:
    """Solve a batch, on one core."""
    from endplay import _dds

    _dds.SolveAllBoardsBin(boards, _dds.solvedBoards())
