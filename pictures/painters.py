"""Who draws which game, and a whole game as spectators see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from cachetools import LRUCache

from pictures import final_chart
from pictures.drawing import Drawing
from pictures.labels import Robots
from pictures.painter import Painter
from rules import GAMES, Event, declarations_by_game, records
from words import Words

PAINTERS: dict[str, Painter] = declarations_by_game("pictures", "PAINTER")
"""Every game's painter by the game's name."""

_drawings: LRUCache[tuple[object, ...], Drawing] = LRUCache(64)


def board_picture(game: str, view: Any, names: Sequence[str], words: Words, robots: Robots | None = None) -> Drawing:
    """Draw a board; what shows the same as one of the latest is not drawn again."""
    painter = PAINTERS[game]
    shown = painter.visible_part(view)
    key = (game, msgspec.json.encode(shown), tuple(names), words.language, tuple((robots or {}).items()))
    if not (drawing := _drawings.get(key)):
        drawing = _drawings[key] = painter.board(shown, names, words, robots)
    return drawing


def spectator_views(record: records.Record) -> Iterator[Any]:
    """Play a record again and show it as a spectator sees it: before the first move and after each one that stands."""
    game = records.game_of(record)
    for _, state, _ in records.positions(record):
        yield game.view(state, None)


def score_history(record: records.Record) -> final_chart.ScoreHistory:
    """Return everybody's score after each round of a game, and how the final scores came about."""
    game, seen, told = records.game_of(record), list[Any](), list[Event]()
    for _, state, told in records.positions(record):  # noqa: B007 -- the last one is wanted
        seen.append(game.view(state, None))
    return history_from_views(record.game, seen, told)


def history_from_views(game: str, seen: Sequence[Any], told: Sequence[Event]) -> final_chart.ScoreHistory:
    """Return the same of a game that was seen like this; `told` is what happened in its last move."""
    rules = GAMES[game]
    rounds = final_chart.first_scores_by_round(
        (over, tuple(standing.total for standing in standings))
        for view in seen
        if (over := rules.rounds_over(view)) is not None and (standings := rules.standings(view))
    )
    return final_chart.ScoreHistory(game, rounds, rules.final_standings(seen[-1], told))
