"""Kontor as the playground runs it: what `bot.py` hands over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import discord

from cluster import open_alone
from cogs.bot import Kontor
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


def now() -> int:
    """Return the time in seconds, as the simulated Discord has it: there time may go on more quickly."""
    return int(discord.utils.utcnow().timestamp())


class _ThinkerOutside:
    """Minds that hold up nobody in the playground."""

    def __init__(self, thinker: Thinker, outside: Outside) -> None:
        self._thinker = thinker
        self._outside = outside

    async def think(self, game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
        """Return the text of a computer's move."""
        text: str = await self._outside(self._thinker.think(game, snapshot, seat, player, seed))
        return text

    async def hint(self, game: str, snapshot: bytes, seat: int, seed: int) -> list[Advice]:
        """Return the best moves of a seat."""
        found: list[Advice] = await self._outside(self._thinker.hint(game, snapshot, seat, seed))
        return found

    async def analyse(self, record: Record, progress: Progress) -> Analysis | None:
        """Return the analysis of a finished game."""
        found: Analysis | None = await self._outside(self._thinker.analyse(record, progress))
        return found


class PlayableKontor:
    """Kontor in the playground."""

    games = tuple(GAMES)

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker

    async def make(self, database: Path, outside: Outside) -> Kontor:
        """Return the bot on this database; what it gives to `outside` holds up nobody there."""

        async def animate(record: Record, names: Sequence[str], language: str, progress: Progress) -> str:
            file: str = await outside(animate_in_subprocess(record, names, language, progress))
            return file

        async def sleep(seconds: float) -> None:
            await outside(asyncio.sleep(seconds))

        thinker = _ThinkerOutside(self._thinker, outside)
        services = Services(await open_alone(database), now, thinker, sleep=sleep)
        return Kontor(services, animate=animate, own_emoji=True)

    async def language(self, bot: discord.Client, person: int) -> str | None:
        """Return the language that a person has chosen; None if they have chosen none."""
        assert isinstance(bot, Kontor)
        known = await people.get(bot.services, person)
        return known.language if known else None

    async def pending_decisions(
        self, bot: discord.Client, person: int, languages: Sequence[str]
    ) -> list[tuple[int, dict[str, str]]]:
        """Return in which places something waits for a person, and what, in each of these languages."""
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
        """Return a server's tables, newest first: place, name, and how it stands if nobody is playing there."""
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
