"""What `widow_and_discard.py` and `trump_choice.py` count, draw and write."""
