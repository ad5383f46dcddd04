"""The bot as the playground runs it, on a simulated Discord: `PlayableKontor` makes it and lists its tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from pathlib import Path
from typing import Any

import discord

from cluster import open_alone
from cogs.bot import Kontor
from opponents.decision_feedback import Feedback
from pictures.animate import animate_in_subprocess
from rules import GAMES
from rules.records import Record
from tables.coaching.analysis import Analysis
from tables.play import lookup
from tables.runtime import people
from tables.runtime.services import Services
from tables.runtime.thinker import Progress, Thinker
from tables.thinking.table_advice import Advice
from words import table_text as table_words
from words import words_in

Outside = Callable[[Coroutine[Any, Any, Any]], Awaitable[Any]]
"""Awaits something while the simulated time goes on."""


def now() -> int:
    """Return the time in seconds since 1970 on the simulated Discord's clock, which may run faster."""
    return int(discord.utils.utcnow().timestamp())


class _ThinkerOutside:
    """A thinker that passes every call on to an inner one, so that simulated time goes on while that one thinks.

    `outside` is the function of the playground that awaits real work without stopping its simulated clock.
    """

    def __init__(self, thinker: Thinker, outside: Outside) -> None:
        self._thinker = thinker
        self._outside = outside

    async def think(
        self, game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Collection[int] = ()
    ) -> str:
        """Return, as text, the move that the inner thinker chooses for a seat; simulated time goes on meanwhile."""
        text: str = await self._outside(self._thinker.think(game, snapshot, seat, player, seed, people))
        return text

    async def hint(
        self, game: str, snapshot: bytes, seat: int, seed: int, people: Collection[int] = ()
    ) -> list[Advice]:
        """Return the moves that the inner thinker advises for a seat, best first; simulated time goes on meanwhile."""
        found: list[Advice] = await self._outside(self._thinker.hint(game, snapshot, seat, seed, people))
        return found

    async def judge(
        self, game: str, snapshot: bytes, seat: int, move: str, people: Collection[int] = ()
    ) -> Feedback | None:
        """Return the inner thinker's feedback on a move, None if it has none; simulated time goes on meanwhile."""
        found: Feedback | None = await self._outside(self._thinker.judge(game, snapshot, seat, move, people))
        return found

    async def analyse(
        self, record: Record, deciders: Sequence[int], progress: Progress, people: Collection[int] = ()
    ) -> Analysis | None:
        """Return the inner thinker's analysis of a finished game, or None; simulated time goes on meanwhile."""
        found: Analysis | None = await self._outside(self._thinker.analyse(record, deciders, progress, people))
        return found


class PlayableKontor:
    """What the playground needs of the bot: how to make it, and what to list about its tables.

    `bot.py` makes one and passes it to the playground. Each `bot` argument must be one that `make` has made.
    """

    games = tuple(GAMES)

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker

    async def make(self, database: Path, outside: Outside) -> Kontor:
        """Return a new bot on this database file, which is created if missing; the bot is not connected yet.

        Everything slow (thinking, animations, pauses) is awaited through `outside`, so that the simulated time goes on.
        Raises `Unusable` if the file cannot be used.
        """

        async def animate(record: Record, names: Sequence[str], language: str, progress: Progress) -> str:
            file: str = await outside(animate_in_subprocess(record, names, language, progress))
            return file

        async def sleep(seconds: float) -> None:
            await outside(asyncio.sleep(seconds))

        thinker = _ThinkerOutside(self._thinker, outside)
        services = Services(await open_alone(database), now, thinker, sleep=sleep, sleep_until_due=sleep)
        return Kontor(services, animate=animate, own_emoji=True)

    async def language(self, bot: discord.Client, person: int) -> str | None:
        """Return the language code that a person has chosen in their settings; None if they have chosen none."""
        assert isinstance(bot, Kontor)
        known = await people.get(bot.services, person)
        return known.language if known else None

    async def pending_decisions(
        self, bot: discord.Client, person: int, languages: Sequence[str]
    ) -> list[tuple[int, dict[str, str]]]:
        """Return (channel or thread id, prompt by language code) for each pending decision of a person.

        The most urgent decision comes first.
        """
        assert isinstance(bot, Kontor)
        return [
            (
                look.table.place,
                {
                    language: bot.app.games[look.table.row.game].prompt(words_in(language), look.owes)
                    for language in languages
                },
            )
            for look in await lookup.looks_of_person(bot.services, person)
            if look.owes
        ]

    async def tables(
        self, bot: discord.Client, server: int, languages: Sequence[str]
    ) -> list[tuple[int, str, dict[str, str]]]:
        """Return a server's latest 25 tables, newest first: channel id, thread name, and a note by language code.

        The note says who won a finished game with the scores, or the state of a lobby or closed table; it is {} for a
        running game. Of these 25, lobbies that were closed are left out; private tables are included.
        """
        assert isinstance(bot, Kontor)
        found: list[tuple[int, str, dict[str, str]]] = []
        for table in await lookup.latest_in(bot.services, server):
            row = table.row
            if row.status == "closed" and row.started is None:
                continue
            note: dict[str, str] = {}
            if row.status == "finished":
                ended = await lookup.results(bot.services, table.id)
                winners = ", ".join(result.name for result in ended if result.place == 1)
                scores = ", ".join(f"{result.name} {result.score}" for result in ended)
                note = dict.fromkeys(languages, f"🏆 {winners} · {scores}")
            elif row.status != "playing":
                for language in languages:
                    state = table_words.lobby_state(
                        words_in(language), row.status, row.size - len(table.seats), started=True
                    )
                    note[language] = state.replace("*", "")
            found.append(
                (table.place, table_words.thread_name(row.game, row.id, [seat.name for seat in table.seats]), note)
            )
        return found
