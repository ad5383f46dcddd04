"""Golden games in Discord: all that people see of one game of each kind, written down as text, move by move."""
