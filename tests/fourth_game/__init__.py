"""What holds of the game of docs/adding-a-game.md. `tests/test_adding_a_game.py` runs it where that game is found."""
