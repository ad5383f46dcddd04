"""A finished game as an animated picture, seen by a spectator: made once, then kept in a file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

from cogs.messages.panel import Panel, Picture, Text
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from pictures.render import RenderError, log_failure_once
from rules.records import Record
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.runtime.long_jobs import LongJob
from tables.runtime.services import Services
from tables.runtime.thinker import Progress
from words import replay_text
from words import table_text as table_words
from words.ending_text import format_number

Animate = Callable[[Record, Sequence[str], str, Callable[[int, int], None]], Awaitable[str]]
"""Makes an animation from a game's record, the players' names and a language; returns the path of a temporary file.

The last argument is called with the work done and the total."""


class Projector:
    """Makes animations, one at a time. Two requests for the same animation share one job."""

    def __init__(self, animate: Animate, services: Services) -> None:
        self._animate = animate
        self._films = services.films
        self._one_at_a_time = asyncio.Lock()
        self._jobs: dict[str, LongJob[bytes | None]] = {}
        """Jobs under way, by what their animation shows."""

    async def kept(self, table: int, record: Record, names: Sequence[str], language: str) -> bytes | None:
        """Return the animation if its file is kept; None if it has to be made."""
        return await asyncio.to_thread(self._films.find, table, _contents(record, names, language))

    def begin(self, table: int, record: Record, names: Sequence[str], language: str) -> LongJob[bytes | None]:
        """Return the job that makes the animation, started now if none is under way.

        Its task returns the animation's bytes, or None if it cannot be made.
        """
        contents = _contents(record, names, language)
        if contents not in self._jobs:
            job = self._jobs[contents] = LongJob(partial(self._make, table, record, names, language))
            job.task.add_done_callback(lambda _: self._jobs.pop(contents))
        return self._jobs[contents]

    async def _make(
        self, table: int, record: Record, names: Sequence[str], language: str, note_progress: Progress
    ) -> bytes | None:
        """Make an animation, keep it, and return it; None, with the reason in the log, if it cannot be made."""
        async with self._one_at_a_time:
            try:
                file = Path(await self._animate(record, names, language, note_progress))
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
    """Return the key of an animation: a text of everything it shows."""
    return "\n".join((language, *names, str(record)))


def verbs(projector: Projector) -> tuple[Verb, ...]:
    """Return this module's verbs, bound to the projector that makes the animations."""
    return (Verb("film", partial(film, projector), "finished"),)


async def film(projector: Projector, request: Request) -> Panel:
    """Show a finished game as an animation. The answer is deferred, since making it may take long."""
    look = await lookup.look(request.services, request.table)
    table, words = look.table, request.words
    if table.row.status != "finished" or look.view is None:
        raise Declined("no_replay_yet", table=request.table)
    await request.defer()
    asked = (
        table.id,
        await lookup.record(request.services, table),
        [seat.name for seat in table.seats],
        words.language,
    )
    title = table_words.title(words, table.row.game, table.id)
    film = await projector.kept(*asked)
    if film is None:
        film = await request.wait_with_progress(
            projector.begin(*asked), partial(replay_text.animation_progress, words, title)
        )
    if film is None:
        return Panel((Text(words.say("I cannot draw {title} right now. The log shows the whole game.", title=title)),))
    scores = ", ".join(
        f"{result.name} {format_number(result.score)}" for result in await lookup.results(request.services, table.id)
    )
    alt = words.say("{title} from the first move to the last. Final score: {scores}.", title=title, scores=scores)
    colour = request.display_of(table).colour
    return Panel((Text(f"**{title}**"), Picture("replay.webp", film, alt)), colour)
