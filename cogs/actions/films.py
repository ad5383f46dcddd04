"""Animations of finished games: the action `film` shows one; a `Projector` makes them and keeps them in files.

An animation shows what a spectator saw. Each language has its own. If a player's name changes, a new one is made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

from cogs.actions.story_page import back_to_replay
from cogs.messages.panel import Panel, Picture, Text
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from pictures.render import RenderError, log_failure_once
from rules.records import Record
from tables.model.table_errors import Declined
from tables.play import game_log, lookup
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
    """Makes animations of finished games, one at a time, and keeps each in a file. The process has one projector.

    `kept` reads the file of an animation that was made before. `begin` starts to make one; if the same animation is
    being made already, it returns the job that is under way.
    """

    def __init__(self, animate: Animate, services: Services) -> None:
        self._animate = animate
        self._films = services.films
        self._one_at_a_time = asyncio.Lock()
        self._jobs: dict[str, LongJob[bytes | None]] = {}
        """Jobs under way, by what their animation shows."""

    async def kept(self, table: int, record: Record, names: Sequence[str], language: str) -> bytes | None:
        """Return the WebP bytes of an animation that was made before, read from its file; None if there is none.

        `table` is the table's number, `names` are the players' names by seat. An animation with another record, other
        names or another language is not returned.
        """
        return await asyncio.to_thread(self._films.find, table, _contents(record, names, language))

    def begin(self, table: int, record: Record, names: Sequence[str], language: str) -> LongJob[bytes | None]:
        """Start to make an animation and return its job; if the same one is being made already, return that job.

        The arguments are those of `kept`. The job's task returns the animation's WebP bytes, which are also kept in a
        file, or None if the animation cannot be made.
        """
        contents = _contents(record, names, language)
        if contents not in self._jobs:
            job = self._jobs[contents] = LongJob(partial(self._make, table, record, names, language))
            job.task.add_done_callback(lambda _: self._jobs.pop(contents))
        return self._jobs[contents]

    async def _make(
        self, table: int, record: Record, names: Sequence[str], language: str, note_progress: Progress
    ) -> bytes | None:
        """Make an animation, keep it in a file, and return its WebP bytes; None if it cannot be made.

        It first waits until no other animation is being made. `note_progress` is called with the work done and the
        total work. The reason for a failure is logged. The temporary file that `animate` returns is deleted.
        """
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
    """Return the text that identifies an animation: its language, the players' names and the game's record."""
    return "\n".join((language, *names, str(record)))


def verbs(projector: Projector) -> tuple[Verb, ...]:
    """Return this module's verbs. Their action `film` uses the given projector."""
    return (Verb("film", partial(film, projector), "finished"),)


async def film(projector: Projector, request: Request) -> Panel:
    """Show a finished game as an animation, with the final score as its alternative text.

    The answer is deferred. An animation that was made before is read from its file. Otherwise it is made now, and the
    answer shows the progress. If it cannot be made, a sentence says so. The animation shows what a spectator saw.
    `request.arg` is the step of the replay viewer to which *Back* leads; if it is empty, there is no *Back*. Raises
    `Declined` if the game is not finished.
    """
    look = await lookup.look(request.services, request.table)
    table, words = look.table, request.words
    if table.row.status != "finished" or look.view is None:
        raise Declined("no_replay_yet", table=request.table)
    await request.defer()
    asked = (
        table.id,
        await game_log.record(request.services, table),
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
        no = Text(words.say("I can't draw {title} right now. The log shows the whole game.", title=title))
        return Panel((no, *back_to_replay(words, table.id, request.arg)))
    scores = ", ".join(
        f"{result.name} {format_number(result.score)}" for result in await lookup.results(request.services, table.id)
    )
    alt = words.say("{title}, from the first move to the last. Final score: {scores}.", title=title, scores=scores)
    colour = request.display_of(table).colour
    return Panel(
        (Text(f"**{title}**"), Picture("replay.webp", film, alt), *back_to_replay(words, table.id, request.arg)), colour
    )
