"""A table as data, and pure functions over it: time left, deadlines, players to act, positions of past moves."""
