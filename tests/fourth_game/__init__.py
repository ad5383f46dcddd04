"""Tests of the game of docs/adding-a-game.md. `tests/test_adding_a_game.py` runs them where that game is installed."""
