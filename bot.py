"""The front door: reads the settings, opens the database, and runs Kontor on Discord, or in the playground."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
import tomllib
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import discord

from cogs.bot import Kontor
from monitoring import CannotWatch, meters_at, reports_to
from pictures.animate import in_process
from pictures.render import Studio, png
from rules import GAMES
from rules.records import Record
from storage import Address, Unusable, address_of, back_up, moving, open_database, shown
from tables import persons, ratings, reading
from tables.advice import Advice
from tables.analysing import Analysis
from tables.analysts import Analyse
from tables.computers import Thinkers
from tables.house import Hint, House, Think
from tables.verify import verify
from words import tables as table_words
from words import words_in

log = logging.getLogger("kontor")

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

PROJECT = Path(__file__).with_name("pyproject.toml")

NO_TOKEN = "DISCORD_TOKEN is missing. Put it into .env; .env.example shows how. To play without Discord: make run"


class BadSetting(Exception):
    """A setting cannot be used; the sentence says which and what to do."""


EXPECTED = (BadSetting, CannotWatch, Unusable, discord.LoginFailure)
"""What ends the bot with a sentence instead of a report."""


class Settings(NamedTuple):
    """What the environment, or a file `.env` beside it, says."""

    token: str
    db: Address
    log: str
    proxy: str | None
    guild: int | None
    alive: Path | None
    metrics: tuple[str, int] | None = None
    """Where they are served."""
    reports: str = ""
    """Where errors are reported: an address that holds a key."""


def read_settings(environment: dict[str, str], file: Path = Path(".env")) -> Settings:
    """Read the settings; what stands in the environment wins over the file."""
    found = {**_read_file(file), **{key: value for key, value in environment.items() if value}}
    level = found.get("KONTOR_LOG", "INFO").upper()
    if level not in LEVELS:
        raise BadSetting(f"KONTOR_LOG is {level!r}. It must be one of {', '.join(LEVELS)}.")
    guild = found.get("KONTOR_GUILD", "")
    if guild and not (guild.isascii() and guild.isdigit()):
        raise BadSetting(f"KONTOR_GUILD is {guild!r}. It must be a server's number, or be left out.")
    token = found.get("DISCORD_TOKEN", "")
    if token and token.count(".") != 2:
        raise BadSetting(
            "DISCORD_TOKEN does not look like a bot token. Copy it again from the Developer Portal, page Bot."
        )
    db = address_of(found.get("KONTOR_DB", "data/kontor.db"))
    if isinstance(db, Path) and db.is_dir():
        raise BadSetting(f"KONTOR_DB is the folder {db}. It must be a file.")
    alive = Path(found["KONTOR_ALIVE"]) if "KONTOR_ALIVE" in found else None
    return Settings(
        *(token, db, level, found.get("DISCORD_PROXY"), int(guild) if guild else None, alive),
        _address(found["KONTOR_METRICS"]) if "KONTOR_METRICS" in found else None,
        found.get("SENTRY_DSN", ""),
    )


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 1 << 16):
        raise BadSetting(
            f"KONTOR_METRICS is {text!r}. It must be an address and a port, as 127.0.0.1:9464, or be left out."
        )
    return host.removeprefix("[").removesuffix("]"), int(port)


def _read_file(file: Path) -> dict[str, str]:
    if not file.exists():
        return {}
    settings = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        key, equals, value = line.strip().partition("=")
        if not key or key.startswith("#"):
            continue
        if not equals:
            raise BadSetting(f"{file}, line {number}: expected NAME=value.")
        if value.strip():
            settings[key.strip()] = value.strip().strip("\"'")
    return settings


def now() -> int:
    """Return the time in seconds: the one clock of the whole bot."""
    return int(discord.utils.utcnow().timestamp())


def hush_libraries(level: int) -> None:
    """Log at this level, but only warnings of libraries: theirs are many, and hold whole messages, secrets too."""
    logging.getLogger(log.name).setLevel(level)
    for library in ("", "discord", "aiosqlite", "pyvips"):
        logging.getLogger(library).setLevel(max(level, logging.WARNING))


async def run(settings: Settings) -> None:
    """Run on Discord until told to stop."""
    meters = meters_at(settings.metrics, version(), tuple(GAMES))
    database = meters.database(await open_database(settings.db))
    with Thinkers() as thinkers:
        house = House(
            database,
            now,
            meters.thinking("move", thinkers.think),
            meters.thinking("hint", thinkers.hint),
            meters.thinking("analysis", thinkers.analyse),
        )
        bot = Kontor(
            house,
            guild=settings.guild,
            proxy=settings.proxy,
            alive=settings.alive,
            studio=Studio(meters.rendering(png)),
            animate=meters.animating(in_process),
            own_emoji=True,
            heard=meters.heard,
            trace=meters.trace(),
        )
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, lambda: loop.create_task(bot.close()))
        log.info("database=%s", shown(settings.db))
        lost: list[Unusable] = []

        def stop(problem: Unusable) -> None:
            if not lost:
                loop.call_soon(lambda: loop.create_task(bot.close()))
            lost.append(problem)

        database.on_loss = stop
        try:
            async with meters.serving(house, bot):
                await bot.start(settings.token)
        finally:
            if not bot.is_closed():
                await bot.close()
        if lost:
            raise lost[0]


Outside = Callable[[Coroutine[Any, Any, Any]], Awaitable[Any]]


class Guest:
    """Kontor as a guest of the playground."""

    games = tuple(GAMES)

    def __init__(self, think: Think, hint: Hint, analyse: Analyse) -> None:
        self._think = think
        self._hint = hint
        self._analyse = analyse

    async def make(self, database: Path, outside: Outside) -> Kontor:
        """Return the bot on this database; what it gives to `outside` holds up nobody there."""

        async def think(game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
            text: str = await outside(self._think(game, snapshot, seat, player, seed))
            return text

        async def hint(game: str, snapshot: bytes, seat: int, seed: int) -> list[Advice]:
            found: list[Advice] = await outside(self._hint(game, snapshot, seat, seed))
            return found

        async def analyse(record: Record, progress: Callable[[int, int], None]) -> Analysis | None:
            found: Analysis | None = await outside(self._analyse(record, progress))
            return found

        async def animate(
            record: Record, names: Sequence[str], language: str, progress: Callable[[int, int], None]
        ) -> str:
            file: str = await outside(in_process(record, names, language, progress))
            return file

        house = House(await open_database(database), now, think, hint, analyse)
        return Kontor(house, animate=animate, own_emoji=True)

    async def language(self, bot: discord.Client, person: int) -> str | None:
        """Return the language that a person has chosen; None if they have chosen none."""
        assert isinstance(bot, Kontor)
        known = await persons.get(bot.house, person)
        return known.language if known else None

    async def waiting(
        self, bot: discord.Client, person: int, languages: Sequence[str]
    ) -> list[tuple[int, dict[str, str]]]:
        """Return in which places something waits for a person, and what, in each of these languages."""
        assert isinstance(bot, Kontor)
        return [
            (
                look.table.place,
                {
                    language: bot.app.games[look.table.row.game].asked(words_in(language), look.owes)
                    for language in languages
                },
            )
            for look in await reading.mine(bot.house, person)
            if look.owes
        ]

    async def tables(
        self, bot: discord.Client, server: int, languages: Sequence[str]
    ) -> list[tuple[int, str, dict[str, str]]]:
        """Return a server's tables, newest first: place, name, and how it stands if nobody is playing there."""
        assert isinstance(bot, Kontor)
        found: list[tuple[int, str, dict[str, str]]] = []
        for table in await reading.latest_in(bot.house, server):
            row = table.row
            if row.status == "closed" and row.started is None:
                continue
            note: dict[str, str] = {}
            if row.status == "finished":
                ended = await reading.results(bot.house, table.id)
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


def play(asked: argparse.Namespace) -> int:
    """Open the playground: Kontor on a simulated Discord, in a browser."""
    try:
        import playground
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("playground", "simcord"):
            raise
        raise BadSetting(NO_TOKEN) from None
    # The terminal is for the address there; what goes wrong is still said.
    discord.utils.setup_logging(level=logging.WARNING)
    plan = playground.Plan(asked.folder, asked.game, asked.fresh, asked.port)
    try:
        with Thinkers() as thinkers:
            asyncio.run(
                playground.play(
                    Guest(thinkers.think, thinkers.hint, thinkers.analyse),
                    plan,
                    lambda sentence: print(sentence, flush=True),
                )
            )
    except playground.Trouble as problem:
        raise BadSetting(str(problem)) from None
    return 0


async def check(settings: Settings) -> int:
    """Replay all tables against their snapshots and say what is wrong."""
    house = House(await open_database(settings.db), now, _no_thinking)
    try:
        verdict = await verify(house)
    finally:
        await house.close()
    for fault in verdict.faults:
        print(fault)
    pinned = f", pinned to older rules: {verdict.pinned}" if verdict.pinned else ""
    print(f"tables replayed: {verdict.replayed}{pinned}, faults: {len(verdict.faults)}")
    return 1 if verdict.faults else 0


async def move(source: Address, target: Address) -> int:
    """Copy all of one database into another, and check what is there then."""
    async with AsyncExitStack() as opened:
        here = await open_database(source, make=False)
        opened.push_async_callback(here.close)
        there = House(await open_database(target), now, _no_thinking)
        opened.push_async_callback(there.close)
        moved = await moving.copy(here, there.db)
        faults = (await verify(there)).faults
    for fault in faults:
        print(fault)
    print(f"tables of the database: {moved.tables}, rows: {moved.rows}, faults: {len(faults)}")
    if not faults:
        print(f"All of it is in {shown(target)} now. Write that address into KONTOR_DB, and start.")
    return 1 if faults else 0


async def recompute(settings: Settings) -> int:
    """Compute all ratings anew from the results and say what came of it."""
    house = House(await open_database(settings.db), now, _no_thinking)
    try:
        done = await ratings.recompute(house)
    finally:
        await house.close()
    print(f"results: {done.results}, ratings: {done.ratings}, changed: {done.changed}")
    return 0


async def _no_thinking(game: str, snapshot: bytes, seat: int, player: str, seed: int) -> str:
    raise RuntimeError("nobody thinks while tables are checked")


def version() -> str:
    """Return which Kontor this is: the number stands in one place only."""
    with PROJECT.open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python bot.py",
        description="Kontor: board games in Discord. Without a command: on Discord, or (no token) in the playground.",
    )
    parser.add_argument("--version", action="version", version=f"Kontor {version()}")
    ground = parser.add_argument_group("playground")
    ground.add_argument("--fresh", action="store_true", help="forget the games played there and start over")
    ground.add_argument("--game", default="", help="open a table of this game, if there was none yet")
    ground.add_argument("--port", type=int, help="serve the start page here")
    ground.add_argument("--folder", type=Path, default=Path("data/playground"), help="where its games are kept")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("run", help="run on Discord")
    commands.add_parser("play", help="open the playground, even with a token")
    commands.add_parser("verify", help="replay all tables against their snapshots")
    commands.add_parser("ratings", help="compute all ratings anew from the results")
    backup = commands.add_parser("backup", help="write a copy of the database, also while the bot runs")
    backup.add_argument("file", type=Path)
    mover = commands.add_parser("move", help="copy all of a database into an empty one: a file, or postgresql://…")
    mover.add_argument("source", type=address_of)
    mover.add_argument("target", type=address_of)
    return parser


def main() -> int:
    """Do what the command line asks for."""
    asked = _arguments().parse_args()
    try:
        settings = read_settings(dict(os.environ))
        plays = asked.command == "play" or (asked.command is None and not settings.token)
        if plays:
            return play(asked)
        discord.utils.setup_logging()
        hush_libraries(getattr(logging, settings.log))
        if asked.command == "verify":
            return asyncio.run(check(settings))
        if asked.command == "ratings":
            return asyncio.run(recompute(settings))
        if asked.command == "move":
            return asyncio.run(move(asked.source, asked.target))
        if asked.command == "backup":
            asyncio.run(back_up(settings.db, asked.file))
            print(f"Written: {asked.file}")
            return 0
        if not settings.token:
            raise BadSetting(NO_TOKEN)
        with reports_to(settings.reports, version(), EXPECTED):
            asyncio.run(run(settings))
    except (BadSetting, CannotWatch, Unusable) as problem:
        print(problem, file=sys.stderr)
        return 1
    except discord.LoginFailure:
        print(
            "Discord does not accept DISCORD_TOKEN. Make a new one in the Developer Portal, page Bot.", file=sys.stderr
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
