"""Replaying a finished game: an animated picture, by spectators' eyes, for whoever asks."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

from cogs.core.panel import Panel, Picture, Text
from cogs.core.request import Action, Request
from pictures.render import NoPicture, complain
from rules.records import Record
from tables import reading
from tables.errors import Declined
from words import tables as table_words

Animate = Callable[[Record, Sequence[str], str], Awaitable[str]]
"""Makes the animation of a record with these names, in a language; returns the file it is in."""

_KEPT = 6


class Projector:
    """Makes animations one at a time, each once: a finished game does not change."""

    def __init__(self, animate: Animate) -> None:
        self._animate = animate
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[tuple[int, str, tuple[str, ...]], bytes] = OrderedDict()

    async def film(self, table: int, record: Record, names: Sequence[str], language: str) -> bytes | None:
        """Return the animation; None if it cannot be made."""
        key = (table, language, tuple(names))
        async with self._turn:
            if key not in self._kept:
                try:
                    file = Path(await self._animate(record, names, language))
                except (NoPicture, OSError) as problem:
                    complain(problem)
                    return None
                try:
                    self._kept[key] = await asyncio.to_thread(file.read_bytes)
                finally:
                    file.unlink(missing_ok=True)
            self._kept.move_to_end(key)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


def actions(projector: Projector) -> dict[str, Action]:
    """Return what can be done with a finished game, with whoever makes the animations."""
    return {"replay": partial(replay, projector)}


async def replay(projector: Projector, request: Request) -> Panel:
    """Show a finished game from its beginning to its end. Takes a while, so the answer is promised first."""
    look = await reading.look(request.house, request.table)
    table, words = look.table, request.words
    if table.row.status != "finished" or look.view is None:
        raise Declined("no_replay_yet", table=request.table)
    await request.promise()
    record = await reading.record(request.house, table)
    names = [seat.name for seat in table.seats]
    title = table_words.title(words, table.row.game, table.id)
    film = await projector.film(table.id, record, names, words.language)
    if film is None:
        return Panel((Text(words.say("I cannot draw {title} right now. The log tells the whole game.", title=title)),))
    scores = ", ".join(f"{result.name} {result.score}" for result in await reading.results(request.house, table.id))
    alt = words.say("{title} from the first move to the last. Final score: {scores}.", title=title, scores=scores)
    colour = request.display_of(table).colour
    return Panel((Text(f"**{title}**"), Picture("replay.webp", film, alt)), colour)
