"""Runs the real Kontor in a simulated world, again and again on the same database."""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cogs.actions.films import Animate
from cogs.bot import Kontor
from cogs.messages.game_display import GameDisplay
from monitoring.meters import Meters, NoMeters
from opponents.novice import novice
from pictures.animate import animate_in_subprocess
from pictures.drawing import Drawing
from pictures.painters import PAINTERS
from pictures.render import Renderer
from rules import GAMES
from rules.records import Record, replay
from storage import ONLY_PARTITION, Address
from storage.queries import gathered as sql_gathered
from storage.queries import leagues as sql_leagues
from storage.queries import outbox as sql_outbox
from storage.queries import stopping
from storage.queries import tables as sql
from storage.queries import timers as sql_timers
from storage.queries import wishes as sql_wishes
from storage.rows import LogRow, OutboxRow
from tables.delivery import outbox
from tables.model.table import Look, Table
from tables.play import moves as play
from tables.play.verify import verify
from tables.runtime.services import Services
from tables.time.timers import TICK_INTERVAL_S
from tests.discord.kit import World
from tests.storage.fresh import open_quickly
from tests.thinkers import QuickThinker, Waiting
from words import Words

SHORT = 300
"""Seconds that go by tick by tick."""


async def quick_think(game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Waiting = ()) -> str:
    """Decide like a novice, in this process. The same situation always gives the same decision."""
    rules = GAMES[game]
    state = rules.decode(snapshot)
    return str(novice(rules, state, seat, 100 * rules.current_frame_id(state) + seat))


class Turnstile:
    """Lets computers decide one at a time, each only after everything before it has been announced."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._waiting: dict[tuple[str, bytes, int], asyncio.Event] = {}

    async def think(self, game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Waiting = ()) -> str:
        """Wait until this decision's turn comes, then decide."""
        turn = self._waiting.setdefault((game, snapshot, seat), asyncio.Event())
        await self._world.env.external_wait(turn.wait(), reason="a computer waits for its turn")
        return await quick_think(game, snapshot, seat, player, seed)

    async def let_one_decide(self) -> bool:
        """Let one waiting computer decide, always the same one of several. Return True if one was waiting."""
        if not self._waiting:
            return False
        self._waiting.pop(min(self._waiting)).set()
        await self._world.settle()
        return True


class AtOnce(Executor):
    """An executor that runs everything at once in the calling thread, so that each run of a test is the same."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **more))
        except Exception as problem:
            future.set_exception(problem)
        return future


def quick_picture(svg: str) -> bytes:
    """Replaces rendering, which takes long: returns the drawing itself, as far as a test reads it."""
    return svg.encode()


COMMANDS: list[Any] = []
"""What the first bot of this process made known to Discord: always the same, and most of a start's time to compose."""


async def quick_film(record: Record, names: Sequence[str], language: str, progress: object) -> str:
    """Replaces the making of an animation, which takes even longer: returns what it would be made of."""
    handle, file = tempfile.mkstemp(prefix="kontor-", suffix=".webp")
    with os.fdopen(handle, "w", encoding="utf-8") as film:
        film.write("\n".join((language, *names, str(record))))
    return file


@contextmanager
def told_at_once() -> Iterator[None]:
    """Deliver all notifications before the next move and before the answer to this one, and update open menus.

    Otherwise it depends on timing which edits of a board are skipped and whether a menu moves before its click is
    answered.
    """
    move = play._make_move

    async def made_and_told(services: Services, table: Table, *rest: Any, **more: Any) -> None:
        await move(services, table, *rest, **more)
        while tasks := [
            task for what in ("tell", "menus") if (task := services.background._tasks.get((what, table.id)))
        ]:
            await asyncio.wait(tasks)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "_make_move", made_and_told)
        yield


@contextmanager
def the_same_every_time(seed: int) -> Iterator[None]:
    """Make runs repeatable: fixed seeds, immediate delivery, and no picture left out because drawing took too long."""
    seeds = random.Random(seed)
    with told_at_once(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("tables.model.seeds.new", lambda: seeds.getrandbits(62))
        patch.setattr("cogs.messages.images.PICTURE_TIMEOUT_S", 600)
        yield


@contextmanager
def without_pictures() -> Iterator[None]:
    """Draw no pictures: that takes longer than everything else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cogs.messages.game_display.PAINTERS", {})
        yield


@contextmanager
def with_plain_pictures() -> Iterator[None]:
    """Replace boards and hands by tiny pictures that differ only if the real ones would. They are sent as usual."""

    def board(display: GameDisplay, look: Look, words: Words) -> Drawing:
        return Drawing(msgspec.json.encode(PAINTERS[display.game].visible_part(look.view)).decode(), display.game)

    def hand(display: GameDisplay, look: Look, words: Words) -> Drawing:
        return Drawing("\n".join(part.text for part in display.hand(look, words)), display.game)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameDisplay, "board_drawing", board)
        patch.setattr(GameDisplay, "hand_drawing", hand)
        yield


class Operator:
    """The person who runs the bot on one database, and can look into that database.

    `one_by_one`: computers decide only when `let_one_decide` is called.
    """

    def __init__(
        self,
        world: World,
        address: Address,
        *,
        folder: Path | None = None,
        animate: Animate = animate_in_subprocess,
        sync: bool = True,
        one_by_one: bool = False,
    ) -> None:
        self.world = world
        self.address = address
        self.folder = folder or Path(address).parent
        self.renderer: Callable[[], Renderer] = lambda: Renderer(quick_picture, AtOnce())
        self.animate = animate
        self.own_emoji = False
        self.meters: Meters = NoMeters()
        self._turnstile = Turnstile(world) if one_by_one else None
        self._sync = sync

    def times(self, often: int) -> int:
        """Return how often a test repeats something: less often on PostgreSQL, where only the engine differs."""
        return often if isinstance(self.address, Path) else often // 4

    async def skip_empty_ticks(self, seconds: float) -> float:
        """Return the seconds until the next tick at which something is due.

        Thousands of ticks without work would take most of the time of a test that spans days.
        """
        clock, reader, now = self.world.bot.clock, self.services.db.reader, self.now()
        if clock.seconds != TICK_INTERVAL_S:
            self._tick_every(TICK_INTERVAL_S)
        if seconds <= SHORT:
            return seconds
        busy = (
            await sql.thinking(reader, ONLY_PARTITION)
            or await sql_outbox.waiting(reader, now, ONLY_PARTITION)
            or await sql_timers.due_timers(reader, now, ONLY_PARTITION)
            or await sql_gathered.due(reader, now)
            or await sql_leagues.due_seasons(reader, now, ONLY_PARTITION)
            or await sql_leagues.seasons_to_show(reader, now, ONLY_PARTITION)
            or await sql_wishes.due_servers(reader, now, ONLY_PARTITION)
            or await sql_wishes.servers_to_show(reader, now, ONLY_PARTITION)
        )
        due = None if busy else await self._next_due(now)
        empty = (
            0 if busy else int(min(seconds, seconds if due is None else due - now) // TICK_INTERVAL_S * TICK_INTERVAL_S)
        )
        if empty > TICK_INTERVAL_S:
            self._tick_every(empty)
        return empty or TICK_INTERVAL_S

    def _tick_every(self, seconds: int) -> None:
        # Else discord.py would go by the real time, by which every tick is due at once.
        with self.world.env.bot_scope():
            self.world.bot.clock.change_interval(seconds=seconds)

    async def _next_due(self, now: int) -> int | None:
        ((due,),) = await self.services.db.reader.execute_fetchall(
            "SELECT min(due) FROM (SELECT due FROM timers UNION ALL SELECT due FROM outbox"
            " UNION ALL SELECT due FROM gathered UNION ALL SELECT due FROM seasons"
            " UNION ALL SELECT due FROM season_messages WHERE wanted > shown"
            " UNION ALL SELECT due FROM wishes) AS each WHERE due > ?",
            (now,),
        )
        return int(due) if due is not None else None

    async def start(self) -> None:
        """Let the bot log in for the first time. Commands that an earlier bot registered are only sent again."""
        known = self._sync
        self._sync = self._sync and not COMMANDS
        await self.world.start(self.make, bury=self.bury)
        self.world.skip = self.skip_empty_ticks
        if known and COMMANDS:
            bot = self.world.bot
            await bot.http.bulk_upsert_global_commands(bot.application_id, COMMANDS)
        elif known:
            COMMANDS[:] = next(request.body for request in self.world.requests if request.path.endswith("/commands"))

    async def make(self) -> Kontor:
        """Return a new bot on the same database. Discord remembers the commands: they are sent only once."""
        thinker = QuickThinker(self._turnstile.think if self._turnstile else quick_think)
        cluster = await open_quickly(self.address, self.folder)
        database = cluster.db = self.meters.database(cluster.db)
        if await stopping.latest_heartbeats(database.reader):
            # Ticks that find nothing to do are skipped here; each of them would have said that we are there.
            async with database.transaction() as db:
                await stopping.save_heartbeat(db, ONLY_PARTITION, self.now())
        services = Services(cluster, self.now, self.meters.thinking(thinker), sleep_until_due=self._sleep_until_due)
        bot = Kontor(
            services,
            sync=self._sync,
            renderer=self.renderer(),
            animate=self.animate,
            own_emoji=self.own_emoji,
            note_answer=self.meters.note_answer,
        )
        self._sync = False
        return bot

    async def _sleep_until_due(self, seconds: float) -> None:
        """Sleep by the world's clock alone, and let nothing wait for that."""
        await self.world.env.external_wait(asyncio.sleep(seconds), reason="the outbox waits for what is due later")

    def now(self) -> int:
        """Return the time of this world, in Unix seconds."""
        return int(self.world.now.timestamp())

    @staticmethod
    async def bury(bot: Kontor) -> None:
        """Take threads, connections and lease from a crashed bot, so that it writes nothing any more."""
        db = bot.services.db
        await db._close()
        if db.lease:
            await db.lease.release()

    async def let_one_decide(self) -> bool:
        """Let one waiting computer decide, always the same one of several. Return True if one was waiting."""
        return self._turnstile is not None and await self._turnstile.let_one_decide()

    @property
    def services(self) -> Services:
        services: Services = self.world.bot.services
        return services

    async def table(self, number: int) -> Table:
        """Return a table as it is stored."""
        return await self.services.load(number)

    async def log(self, number: int) -> list[LogRow]:
        return await sql.log(self.services.db.reader, number)

    async def entries(self, number: int) -> int:
        """Return the number of log entries, which is cheaper than reading them."""
        return (await self.table(number)).row.version

    async def moves(self, number: int) -> list[str]:
        """Return the log as lines: seat and move."""
        return [f"{row.seat} {row.text}" for row in await self.log(number)]

    async def untold(self, number: int) -> OutboxRow | None:
        """Return the first pending notification of a table that does not wait for further changes, or None."""
        return next((row for row in await self.rows(number) if not row.since), None)

    async def refresh(self) -> bool:
        """Deliver all boards and hands that wait for further changes, though no time passes. Return True if any did."""
        async with self.services.db.transaction() as db:
            waited = await db.execute_fetchall("UPDATE outbox SET due = 0 WHERE since > 0 RETURNING id")
        with self.world.env.bot_scope():
            outbox.resume(self.services)
        await self.world.settle()
        return bool(waited)

    async def rows(self, number: int) -> list[OutboxRow]:
        """Return all pending notifications of a table."""
        return await sql_outbox.of_table(self.services.db.reader, number)

    async def check(self) -> None:
        """Fail if replaying a log does not give the stored table, or a notification that could be sent is pending."""
        await self.verify()
        assert await sql_outbox.waiting(self.services.db.reader, self.now(), ONLY_PARTITION) == []

    async def verify(self) -> None:
        """Fail if replaying the log of any table does not give the stored table."""
        assert (await verify(self.services)).faults == []

    async def check_table(self, number: int) -> None:
        """Do the same as `check` for one table, which is cheaper while there are many."""
        table = await self.table(number)
        log = await self.log(number)
        assert [row.n for row in log] == list(range(1, table.row.version + 1))
        assert replay(table.record(log)) == table.state
        left = await self.untold(number)
        assert left is None or left.due > self.now(), "all has been told that can be by now"
