"""A finished game as an animated picture, by spectators' eyes: made once, kept, and there at once when asked again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

from cogs.messages.panel import Panel, Picture, Text
from cogs.requests.request import Action, Request
from pictures.render import RenderError, log_failure_once
from rules.records import Record
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.runtime.long_jobs import LongJob
from tables.runtime.services import Services
from words import replay_text
from words import table_text as table_words
from words.ending_text import format_number

Animate = Callable[[Record, Sequence[str], str, Callable[[int, int], None]], Awaitable[str]]
"""Makes the animation of a record with these names, in a language; says how much of it is done, of how much; returns
the file it is in."""


class Projector:
    """Makes animations one at a time, each once: whoever asks for one that is being made waits for the same."""

    def __init__(self, animate: Animate, services: Services) -> None:
        self._animate = animate
        self._films = services.films
        self._turn = asyncio.Lock()
        self._making: dict[str, LongJob[bytes | None]] = {}

    async def kept(self, table: int, record: Record, names: Sequence[str], language: str) -> bytes | None:
        """Return the animation if it was made before."""
        return await asyncio.to_thread(self._films.find, table, _contents(record, names, language))

    def begin(self, table: int, record: Record, names: Sequence[str], language: str) -> LongJob[bytes | None]:
        """Begin to make it, if nobody does yet. Its task returns None if it cannot be made."""
        contents = _contents(record, names, language)
        if contents not in self._making:
            making = self._making[contents] = LongJob()
            making.task = asyncio.create_task(self._make(table, record, names, language, making))
            making.task.add_done_callback(lambda _: self._making.pop(contents))
        return self._making[contents]

    async def _make(
        self, table: int, record: Record, names: Sequence[str], language: str, making: LongJob[bytes | None]
    ) -> bytes | None:
        async with self._turn:
            try:
                file = Path(await self._animate(record, names, language, making.note_progress))
            except (RenderError, OSError) as problem:
                log_failure_once(problem)
                return None
            try:
                film = await asyncio.to_thread(file.read_bytes)
            finally:
                file.unlink(missing_ok=True)
            await asyncio.to_thread(self._films.keep, table, _contents(record, names, language), film)
            return film


def _contents(record: Record, names: Sequence[str], language: str) -> str:
    """Return all that an animation shows: equal ones are the same."""
    return "\n".join((language, *names, str(record)))


def actions(projector: Projector) -> dict[str, Action]:
    """Return what can be asked for, with whoever makes the animations."""
    return {"film": partial(film, projector)}


async def film(projector: Projector, request: Request) -> Panel:
    """Show a finished game from its beginning to its end. Takes a while, so the answer is promised first."""
    look = await lookup.look(request.services, request.table)
    table, words = look.table, request.words
    if table.row.status != "finished" or look.view is None:
        raise Declined("no_replay_yet", table=request.table)
    await request.promise()
    asked = (
        table.id,
        await lookup.record(request.services, table),
        [seat.name for seat in table.seats],
        words.language,
    )
    title = table_words.title(words, table.row.game, table.id)
    film = await projector.kept(*asked)
    if film is None:
        film = await request.wait_for(projector.begin(*asked), partial(replay_text.animation_progress, words, title))
    if film is None:
        return Panel((Text(words.say("I cannot draw {title} right now. The log shows the whole game.", title=title)),))
    scores = ", ".join(
        f"{result.name} {format_number(result.score)}" for result in await lookup.results(request.services, table.id)
    )
    alt = words.say("{title} from the first move to the last. Final score: {scores}.", title=title, scores=scores)
    colour = request.display_of(table).colour
    return Panel((Text(f"**{title}**"), Picture("replay.webp", film, alt)), colour)
