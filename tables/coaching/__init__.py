"""Help for players: hints, the analysis of a finished game, and lesson tables."""
