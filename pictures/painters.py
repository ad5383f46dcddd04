"""Who draws which game, and a whole game as spectators see it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import msgspec

from pictures import chart, haithabu, riga, visby
from pictures.drawing import Drawing
from rules import records
from words import Words


class Painter(Protocol):
    """What each game's module here brings. It sees views of its game, never a state."""

    def drawn(self, view: Any) -> Any:
        """Return the view without what the board's picture does not show: equal ones have the same picture."""

    def board(self, view: Any, names: Sequence[str], words: Words) -> Drawing:
        """Draw the table as everybody sees it."""

    def hand(self, view: Any, names: Sequence[str], words: Words) -> Drawing:
        """Draw what is a seat's own, from that seat's view."""

    def final(self, view: Any, names: Sequence[str], words: Words, history: chart.History) -> Drawing:
        """Draw how a game ended and how the scores came about."""

    def standing(self, view: Any) -> tuple[int, tuple[int, ...]]:
        """Return how many rounds are over and everybody's score."""


PAINTERS: dict[str, Painter] = {"visby": visby, "riga": riga, "haithabu": haithabu}
"""Every game's painter by the game's name."""

_MOST = 64
_latest: OrderedDict[tuple[object, ...], Drawing] = OrderedDict()


def board(game: str, view: Any, names: Sequence[str], words: Words) -> Drawing:
    """Draw a board; what shows the same as one of the latest is not drawn again."""
    painter = PAINTERS[game]
    shown = painter.drawn(view)
    key = (game, msgspec.json.encode(shown), tuple(names), words.language)
    drawing = _latest.pop(key, None) or painter.board(shown, names, words)
    _latest[key] = drawing
    if len(_latest) > _MOST:
        _latest.popitem(last=False)
    return drawing


def views(record: records.Record) -> Iterator[Any]:
    """Play a record again and show it as a spectator sees it: before the first move and after each one that stands."""
    game = records.game_of(record)
    for _, state, _ in records.positions(record):
        yield game.view(state, None)


def history(record: records.Record) -> chart.History:
    """Return everybody's score after each round of a game."""
    painter = PAINTERS[record.game]
    return chart.by_round(painter.standing(view) for view in views(record))
