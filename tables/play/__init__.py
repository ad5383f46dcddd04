"""Playing: moves and taking them back, what each player may look at, replays, and checking the log."""
