"""Golden games in Discord: everything that people see of one game of each kind, as text, move by move."""
