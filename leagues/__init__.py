"""Seasons and cups as pure functions: who plays whom, the standings, the places still possible, who advances.

Players are numbers that mean nothing here. This package knows neither Discord nor storage nor a clock.

- `divisions`: splits the players of a season into divisions, and promotes and relegates.
- `schedule`: the tables of a division, which all open at once.
- `standings`: points, tie-breaks and places.
- `possible_places`: the best and worst place that each player can still reach.
- `cup`: the tables of a knockout round, and who advances.
"""
