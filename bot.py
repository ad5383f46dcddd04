"""The entry point: reads the settings, and runs Kontor on Discord, in the playground, or one of the commands.

The commands `verify`, `ratings`, `backup` and `move` work on the database.
"""

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
from startup.settings import DEFAULT_DB, BadSetting, Settings, read_settings
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

# Discord and everything that shows games is imported where it is needed: that takes three times as long as the rest,
# and commands such as `verify` do without it.
if TYPE_CHECKING:
    from monitoring import Meters

log = logging.getLogger("kontor")

PROJECT = Path(__file__).with_name("pyproject.toml")

NO_PLAYGROUND = "The playground is not installed. Install it: .venv/bin/pip install -r requirements/play.txt"
NO_TOKEN = "DISCORD_TOKEN is missing. Put it into .env; .env.example shows how. To play without Discord: make run"


def now() -> int:
    """Return the time in seconds since 1970. All other code gets the time from a function like this one."""
    return int(time.time())  # noqa: TID251  this is where it comes from


def collect_garbage_rarely() -> None:
    """Import the bot, exclude all imported objects from garbage collection, and make collections rarer.

    A collection of what was imported takes 60 ms and finds nothing.
    """
    from cogs import bot  # noqa: F401  with all that it imports

    gc.collect()
    gc.freeze()
    gc.set_threshold(_GC_THRESHOLD, 10, 10)


_GC_THRESHOLD = 5000
"""How many new objects trigger a garbage collection; Python's default is 700."""


async def run(settings: Settings) -> None:
    """Run the bot on Discord until a signal stops it.

    A process that finds no free partition waits as a spare. One that loses its partition starts again as a spare. Other
    errors are raised.
    """
    from monitoring import meters_at
    from rules import GAMES

    meters = meters_at(settings.metrics, version(), tuple(GAMES), settings.layout.processes)
    stop = Stop()
    with ProcessThinker() as thinkers:
        while not stop.asked:
            try:
                await _run(settings, meters, thinkers, stop)
            except PartitionLost as problem:
                log.warning("partition lost, waiting as a spare: %s", problem)


class Stop:
    """Handles the signals that stop the process: SIGTERM, SIGINT, and SIGHUP unless that was ignored at the start.

    The handlers are set in the running event loop when the object is made. `asked` is True once one has come; `ends` is
    a function that is called then, which the running part sets.
    """

    def __init__(self) -> None:
        self.asked = False
        self.ends: Callable[[], object] = lambda: None
        signs = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
        if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # Started by nohup: it outlives its terminal.
            signs.remove(signal.SIGHUP)
        for sign in signs:
            asyncio.get_running_loop().add_signal_handler(sign, self._ask)

    def _ask(self) -> None:
        """Handle a signal: set `asked` and call `ends`."""
        self.asked = True
        self.ends()


async def _run(settings: Settings, meters: Meters, thinkers: ProcessThinker, stop: Stop) -> None:
    """Wait for a partition, run the bot on it, and close the database.

    A signal ends the waiting or the bot; for that, `stop.ends` is set. Raises `PartitionLost` if another process takes
    the partition, `Unusable` if a newer program has migrated the database, and any other error that ends the bot unless
    a signal came first.
    """
    from cogs.bot import Kontor
    from pictures.animate import animate_in_subprocess
    from pictures.render import Renderer, band_renderer

    loop = asyncio.get_running_loop()
    loss: asyncio.Future[Exception] = loop.create_future()
    ending: list[asyncio.Task[None]] = []  # The event loop keeps only weak references to tasks.
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
            renderer=Renderer(meters.rendering(band_renderer())),
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
                log.info("stopped before the connection to Discord was ready: %r", problem)
        if loss.done():
            raise loss.result()
    finally:
        await cluster.close()


class _LossReporter(DatabaseListener):
    """A database listener that sets a future's result when another process has taken our partition."""

    def __init__(self, loss: asyncio.Future[Exception]) -> None:
        self._loss = loss

    def on_partition_lost(self, problem: Exception) -> None:
        """Set the reason as the future's result."""
        self._loss.set_result(problem)


async def _wait_for_partition(cluster: Cluster, settings: Settings, meters: Meters, stop: Stop) -> bool:
    """Wait as a spare until there is a free partition, and take it; return True if it was taken.

    Returns False if a signal came first, or just as the partition was taken; `stop.ends` is set to end the waiting.
    Meanwhile KONTOR_ALIVE is touched and the pages of a spare are served. Raises an error that ended the waiting.
    """
    waits = asyncio.ensure_future(cluster.join(settings.layout, wait=True))
    stop.ends = waits.cancel
    if stop.asked:
        waits.cancel()
    async with meters.serving_as_spare(cluster.is_database_away):
        while not waits.done():
            try:
                if settings.alive:
                    settings.alive.touch()
            except OSError as problem:  # The bot runs all the same.
                log.error("KONTOR_ALIVE cannot be touched: %s", problem)
            await asyncio.wait([waits], timeout=TICK_INTERVAL_S)
    if not waits.cancelled():
        waits.result()
    return not waits.cancelled() and not stop.asked  # A signal may come just as it is taken, too late to cancel.


def serve(settings: Settings) -> int:
    """Run the bot on Discord until a signal, with logging and, if switched on, error reports; return exit status 0.

    Raises `BadSetting` with a sentence for expected reasons to end, for example a missing token, and `Unreachable` or
    `Unusable` for a database that cannot be used. Other errors are raised as they are.
    """
    if not settings.token:
        raise BadSetting(NO_TOKEN)
    from cogs.bot import NotInvited
    from monitoring import MonitoringError, reports_to, set_up_logging
    from startup import exit_reasons

    set_up_logging(getattr(logging, settings.log), settings.log_format)
    collect_garbage_rarely()
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
    """Run the playground, Kontor on a simulated Discord in a browser, until it is stopped; return exit status 0.

    `asked` holds the playground's options. Raises `BadSetting` if the playground is not installed or cannot run.
    """
    from monitoring import set_up_logging

    try:
        import playground
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("playground", "simcord"):
            raise
        raise BadSetting(NO_PLAYGROUND if asked.command else NO_TOKEN) from None
    from startup.playground_bot import PlayableKontor

    # The terminal shows the playground's address; warnings are still shown.
    set_up_logging(logging.WARNING)
    plan = playground.PlaygroundOptions(asked.folder, asked.game, asked.fresh, asked.port)
    try:
        with ProcessThinker() as thinkers:
            asyncio.run(playground.run(PlayableKontor(thinkers), plan, lambda sentence: print(sentence, flush=True)))
    except playground.PlaygroundError as problem:
        raise BadSetting(str(problem)) from None
    return 0


async def check(settings: Settings) -> int:
    """Replay all tables against their snapshots and print the differences; return exit status 1 if there are any.

    Otherwise return 0. This is the command `verify`. The last line printed counts the tables and faults. Raises
    `Unusable` if there is no database, if a bot is running on it, or if it has an older schema: `verify` changes
    nothing.
    """
    services = Services(await open_alone(settings.db, make=False, migrate=False), now, NoThinker())
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
    """Copy one database into another, empty one, verify the copy, and print the result; return the exit status.

    It is 1 if verifying finds faults, else 0. The source's data and KONTOR_DB stay as they are, but a source with an
    older schema is migrated first. Raises `Unusable` if both are the same, the source is missing, the target is not
    empty, or a bot is running on one of them.
    """
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
    """Compute all ratings again from the stored results, store them, print how many changed, and return 0.

    This is the command `ratings`. A database with an older schema is migrated first. Raises `Unusable` if there is no
    database, or a bot is running on it.
    """
    services = Services(await open_alone(settings.db, make=False), now, NoThinker())
    try:
        done = await ratings.recompute(services)
    finally:
        await services.close()
    print(f"results: {done.results}, ratings: {done.ratings}, changed: {done.changed}")
    return 0


def version() -> str:
    """Return Kontor's version, read from pyproject.toml."""
    with PROJECT.open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def _add_playground(parser: argparse.ArgumentParser) -> None:
    """Add the playground's options to a parser. Options that are not given are left out of the parsed result."""
    ground = parser.add_argument_group("playground", argument_default=argparse.SUPPRESS)
    ground.add_argument("--fresh", action="store_true", help="forget the games played there and start over")
    ground.add_argument("--game", help="open a table of this game, if there was none yet")
    ground.add_argument("--port", type=int, help="serve the start page here")
    ground.add_argument("--folder", type=Path, help="where its games are kept")


def _arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line, with defaults for the playground's options."""
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
    """Do what the command line asks for; return the process's exit status.

    Without a command it runs on Discord, or in the playground if there is no token. An expected error is printed to
    stderr, and the status is 1; after Ctrl-C it is 130.
    """
    asked = _arguments().parse_args()
    try:
        settings = read_settings(dict(os.environ))
        plays = asked.command == "play" or (asked.command is None and not settings.token)
        if plays:
            if settings.db != address_of(DEFAULT_DB):
                print("KONTOR_DB is for Discord; the playground keeps a database of its own.")
            return play(asked)
        if asked.command in (None, "run"):
            return serve(settings)
        from monitoring import set_up_logging

        set_up_logging(getattr(logging, settings.log), settings.log_format)
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
