"""The front door: reads the settings, opens the database, and runs Kontor on Discord, or in the playground."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import signal
import sys
import time
import tomllib
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from cluster import Cluster, cluster_on, open_alone
from startup.settings import BadSetting, Settings, read_settings
from storage import (
    Address,
    DatabaseListener,
    PartitionLost,
    Unreachable,
    Unusable,
    address_of,
    back_up,
    open_database,
    shown,
)
from storage.engines import moving
from tables.play.verify import verify
from tables.records import ratings
from tables.runtime.pacing import DISCORD_REQUESTS_PER_S, USED_SHARE, Pacing
from tables.runtime.services import Services
from tables.runtime.thinker import NoThinker
from tables.thinking.computers import ProcessThinker
from tables.time.timers import TICK_INTERVAL_S

# Discord and all that shows games is imported by who needs it: whoever checks or copies a file does not, and it takes
# three times as long as all the rest.
if TYPE_CHECKING:
    from monitoring import Meters

log = logging.getLogger("kontor")

PROJECT = Path(__file__).with_name("pyproject.toml")

NO_TOKEN = "DISCORD_TOKEN is missing. Put it into .env; .env.example shows how. To play without Discord: make run"


def now() -> int:
    """Return the time in seconds: the one clock of the whole bot."""
    return int(time.time())  # noqa: TID251  this is where it comes from


def hush_libraries(level: int) -> None:
    """Log at this level, but only warnings of libraries: theirs are many, and hold whole messages, secrets too."""
    logging.getLogger(log.name).setLevel(level)
    for library in ("", "discord", "aiosqlite", "pyvips"):
        logging.getLogger(library).setLevel(max(level, logging.WARNING))


def collect_seldom() -> None:
    """Look for garbage less often, and not among what was imported: that stays, and walking it takes 60 ms."""
    from cogs import bot  # noqa: F401  with all that it imports

    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, 10, 10)


_YOUNG = 5000
"""So many objects may have come since garbage was last looked for; Python's own measure is 700."""


async def run(settings: Settings) -> None:
    """Run on Discord until stopped. A process without a partition, or that lost its own, waits as a spare."""
    from monitoring import meters_at
    from rules import GAMES

    meters = meters_at(settings.metrics, version(), tuple(GAMES), settings.layout.processes)
    stop = Stop()
    with ProcessThinker() as thinkers:
        while not stop.asked:
            try:
                await _run(settings, meters, thinkers, stop)
            except PartitionLost as problem:
                log.warning("%s This one is a spare now.", problem)


class Stop:
    """Whether we were told to stop, and what is done then."""

    def __init__(self) -> None:
        self.asked = False
        self.ends: Callable[[], object] = lambda: None
        signs = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
        if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # Who was begun by nohup outlives its terminal.
            signs.remove(signal.SIGHUP)
        for sign in signs:
            asyncio.get_running_loop().add_signal_handler(sign, self._ask)

    def _ask(self) -> None:
        self.asked = True
        self.ends()


async def _run(settings: Settings, meters: Meters, thinkers: ProcessThinker, stop: Stop) -> None:
    """Wait for a partition, and work on it until told to stop. Raises `Lost` if another process has taken it."""
    from cogs.bot import Kontor
    from pictures.animate import animate_in_subprocess
    from pictures.render import Renderer, band_renderer

    loop = asyncio.get_running_loop()
    loss: asyncio.Future[Exception] = loop.create_future()
    ending: list[asyncio.Task[None]] = []  # Nobody else holds them: the loop itself would let go of them.
    cluster = cluster_on(meters.database(await open_database(settings.db)))
    cluster.db.events.add(_LossReporter(loss))
    log.info("database=%s", shown(settings.db))
    try:
        if not await _wait_for_partition(cluster, settings, meters, stop):
            return
        pacing = Pacing(USED_SHARE * DISCORD_REQUESTS_PER_S / settings.layout.processes)
        services = Services(cluster, now, meters.thinking(thinkers), pacing=pacing)
        bot = Kontor(
            services,
            guild=settings.guild,
            proxy=settings.proxy,
            alive=settings.alive,
            studio=Renderer(meters.rendering(band_renderer())),
            animate=meters.animating(animate_in_subprocess),
            own_emoji=True,
            note_answer=meters.note_answer,
            trace=meters.trace(),
        )
        stop.ends = lambda: ending.append(loop.create_task(bot.end()))
        loss.add_done_callback(lambda _: ending.append(loop.create_task(bot.close())))
        async with bot, meters.serving(services, bot):
            try:
                await bot.start(settings.token)
            except Exception as problem:
                if not stop.asked:
                    raise
                log.info("stopped before Discord has let us in: %r", problem)
        if loss.done():
            raise loss.result()
    finally:
        await cluster.close()


class _LossReporter(DatabaseListener):
    """Sets a future's result when another process has taken our partition."""

    def __init__(self, loss: asyncio.Future[Exception]) -> None:
        self._loss = loss

    def on_partition_lost(self, problem: Exception) -> None:
        """Set the reason as the future's result."""
        self._loss.set_result(problem)


async def _wait_for_partition(cluster: Cluster, settings: Settings, meters: Meters, stop: Stop) -> bool:
    """Wait until a partition is free, and take it; say whether we were not told to stop before that."""
    waits = asyncio.ensure_future(cluster.join(settings.layout, wait=True))
    stop.ends = waits.cancel
    if stop.asked:
        waits.cancel()
    async with meters.serving_as_spare():
        while not waits.done():
            try:
                if settings.alive:
                    settings.alive.touch()
            except OSError as problem:  # We play all the same, as later on.
                log.error("KONTOR_ALIVE cannot be touched: %s", problem)
            await asyncio.wait([waits], timeout=TICK_INTERVAL_S)
    if not waits.cancelled():
        waits.result()
    return not waits.cancelled() and not stop.asked  # Told as it was taken: then nothing was left to cancel.


def serve(settings: Settings) -> int:
    """Run on Discord, reporting errors if that is wished."""
    if not settings.token:
        raise BadSetting(NO_TOKEN)
    import discord

    from cogs.bot import NotInvited
    from monitoring import MonitoringError, redact_handlers, reports_to
    from startup import exit_reasons

    discord.utils.setup_logging()
    hush_libraries(getattr(logging, settings.log))
    redact_handlers(logging.getLogger().handlers)
    collect_seldom()
    try:
        with reports_to(settings.reports, version(), (BadSetting, MonitoringError, NotInvited, Unreachable, Unusable)):
            try:
                asyncio.run(run(settings))
            except exit_reasons.PERHAPS_EXPECTED as problem:
                if sentence := exit_reasons.sentence_for(problem):
                    raise BadSetting(sentence) from None
                raise
    except (MonitoringError, NotInvited) as problem:
        raise BadSetting(str(problem)) from None
    return 0


def play(asked: argparse.Namespace) -> int:
    """Open the playground: Kontor on a simulated Discord, in a browser."""
    import discord

    try:
        import playground
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("playground", "simcord"):
            raise
        raise BadSetting(NO_TOKEN) from None
    from startup.playground_bot import PlayableKontor

    # The terminal is for the address there; what goes wrong is still said.
    discord.utils.setup_logging(level=logging.WARNING)
    plan = playground.PlaygroundOptions(asked.folder, asked.game, asked.fresh, asked.port)
    try:
        with ProcessThinker() as thinkers:
            asyncio.run(playground.run(PlayableKontor(thinkers), plan, lambda sentence: print(sentence, flush=True)))
    except playground.PlaygroundError as problem:
        raise BadSetting(str(problem)) from None
    return 0


async def check(settings: Settings) -> int:
    """Replay all tables against their snapshots and say what is wrong."""
    services = Services(await open_alone(settings.db, make=False), now, NoThinker())
    try:
        verdict = await verify(services)
    finally:
        await services.close()
    for fault in verdict.faults:
        print(fault)
    pinned = f", pinned to older rules: {verdict.pinned}" if verdict.pinned else ""
    print(f"tables replayed: {verdict.replayed}{pinned}, faults: {len(verdict.faults)}")
    return 1 if verdict.faults else 0


async def move(source: Address, target: Address) -> int:
    """Copy all of one database into another, and check what is there then."""
    if source == target:
        raise Unusable(f"{shown(source)} is both where to take it from and where to put it. Name another database.")
    async with AsyncExitStack() as opened:
        here = await open_alone(source, make=False)
        opened.push_async_callback(here.close)
        there = Services(await open_alone(target), now, NoThinker())
        opened.push_async_callback(there.close)
        moved = await moving.copy(here.db, there.db)
        faults = (await verify(there)).faults
    for fault in faults:
        print(fault)
    print(f"tables of the database: {moved.tables}, rows: {moved.rows}, faults: {len(faults)}")
    if not faults:
        print(f"All of it is in {shown(target)} now. Write that address into KONTOR_DB, and start.")
    return 1 if faults else 0


async def recompute(settings: Settings) -> int:
    """Compute all ratings anew from the results and say what came of it."""
    services = Services(await open_alone(settings.db, make=False), now, NoThinker())
    try:
        done = await ratings.recompute(services)
    finally:
        await services.close()
    print(f"results: {done.results}, ratings: {done.ratings}, changed: {done.changed}")
    return 0


def version() -> str:
    """Return which Kontor this is: the number stands in one place only."""
    with PROJECT.open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def _add_playground(parser: argparse.ArgumentParser) -> None:
    """Add what may be said of the playground, before its command or behind it: what is not said changes nothing."""
    ground = parser.add_argument_group("playground", argument_default=argparse.SUPPRESS)
    ground.add_argument("--fresh", action="store_true", help="forget the games played there and start over")
    ground.add_argument("--game", help="open a table of this game, if there was none yet")
    ground.add_argument("--port", type=int, help="serve the start page here")
    ground.add_argument("--folder", type=Path, help="where its games are kept")


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python bot.py",
        description="Kontor: board games in Discord. Without a command: on Discord, or (no token) in the playground.",
    )
    parser.add_argument("--version", action="version", version=f"Kontor {version()}")
    _add_playground(parser)
    parser.set_defaults(fresh=False, game="", port=None, folder=Path("data/playground"))
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("run", help="run on Discord")
    _add_playground(commands.add_parser("play", help="open the playground, even with a token"))
    commands.add_parser("verify", help="replay all tables against their snapshots")
    commands.add_parser("ratings", help="compute all ratings anew from the results")
    backup = commands.add_parser("backup", help="write a copy of the database, also while the bot runs")
    backup.add_argument("file", type=Path)
    mover = commands.add_parser("move", help="copy all of a database into an empty one: a file, or postgresql://…")
    mover.add_argument("source")
    mover.add_argument("target")
    return parser


def main() -> int:
    """Do what the command line asks for."""
    asked = _arguments().parse_args()
    try:
        settings = read_settings(dict(os.environ))
        plays = asked.command == "play" or (asked.command is None and not settings.token)
        if plays:
            return play(asked)
        if asked.command in (None, "run"):
            return serve(settings)
        from monitoring import redact_handlers

        logging.basicConfig(format="[{asctime}] [{levelname:<8}] {name}: {message}", style="{")
        hush_libraries(getattr(logging, settings.log))
        redact_handlers(logging.getLogger().handlers)
        if asked.command == "verify":
            return asyncio.run(check(settings))
        if asked.command == "ratings":
            return asyncio.run(recompute(settings))
        if asked.command == "move":
            return asyncio.run(move(address_of(asked.source), address_of(asked.target)))
        asyncio.run(back_up(settings.db, asked.file))
        print(f"Written: {asked.file}")
    except (BadSetting, Unreachable, Unusable) as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    return 0


if __name__ == "__main__":
    sys.exit(main())
