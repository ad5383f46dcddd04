"""The painters of all games (`PAINTERS`), boards from a cache (`board_picture`), and what recorded games looked like.

`spectator_views` yields the views of a recorded game, `score_history` and `history_from_views` the scores by round.
"""

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
"""Each game's painter by the game's name; games without pictures are missing."""

_drawings: LRUCache[tuple[object, ...], Drawing] = LRUCache(64)
"""The latest boards, by everything they show."""


def board_picture(game: str, view: Any, names: Sequence[str], words: Words, robots: Robots | None = None) -> Drawing:
    """Return the drawing of a board; a board that looks like one of the latest 64 comes from the cache.

    `game` is the game's key, `names` are plain names by seat, `robots` the seats that computers play (None for none).
    """
    painter = PAINTERS[game]
    shown = painter.visible_part(view)
    key = (game, msgspec.json.encode(shown), tuple(names), words.language, tuple((robots or {}).items()))
    if not (drawing := _drawings.get(key)):
        drawing = _drawings[key] = painter.board(shown, names, words, robots)
    return drawing


def spectator_views(record: records.Record) -> Iterator[Any]:
    """Yield a spectator's view before the first move of a record, and after each move that was not taken back.

    Raises `records.BadRecord` if the record cannot be replayed.
    """
    game = records.game_of(record)
    for _, state, _ in records.positions(record):
        yield game.view(state, None)


def score_history(record: records.Record) -> final_chart.ScoreHistory:
    """Return everybody's score after each round of a recorded game, and the parts of the final scores.

    Raises `records.BadRecord` if the record cannot be replayed.
    """
    game, seen, last_events = records.game_of(record), list[Any](), list[Event]()
    for _, state, last_events in records.positions(record):  # noqa: B007 -- used after the loop
        seen.append(game.view(state, None))
    return history_from_views(record.game, seen, last_events)


def history_from_views(game: str, seen: Sequence[Any], last_events: Sequence[Event]) -> final_chart.ScoreHistory:
    """Return everybody's score after each round of a game, and the parts of the final scores, from a spectator's views.

    `game` is the game's key, `seen` are the views of all positions in order, `last_events` the events of the last move.
    """
    rules = GAMES[game]
    rounds = final_chart.first_scores_by_round(
        (over, tuple(standing.total for standing in standings))
        for view in seen
        if (over := rules.rounds_over(view)) is not None and (standings := rules.standings(view))
    )
    return final_chart.ScoreHistory(game, rounds, rules.final_standings(seen[-1], last_events))
