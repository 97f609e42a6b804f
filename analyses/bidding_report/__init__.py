"""The parts of `bidding.py`: the count, the card, what they lose, and the page."""
