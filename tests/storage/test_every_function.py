"""Every function of the storage does the same on both engines, in a database where there is much of everything."""

from __future__ import annotations

import asyncio
import inspect
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, get_args, get_origin, get_type_hints

import asyncpg
import msgspec
import pytest

from storage import ONLY_PARTITION, Database, Partition, PartitionLayout, queries
from storage.columns import DatabaseRow
from storage.database import Reader, Transaction
from storage.engines import moving
from storage.engines.aiosqlite_private import in_its_thread
from storage.league_rows import SeasonMessageRow
from storage.message_rows import VersionedMessageRow
from storage.queries import tables as sql
from storage.queries.forwarded_requests import ForwardedRequestRow
from storage.rows import GuestRow
from tests.storage.filled import opened, rows_of
from tests.tables.room import ANNA, BERT, CHANNEL, SERVER

pytestmark = pytest.mark.quick

MODULES = [import_module(f"storage.queries.{module.name}") for module in iter_modules(queries.__path__)]
GIVEN: dict[str, tuple[Any, ...]] = {
    "person": (ANNA, 5),
    "person_id": (ANNA, 5),
    "persons": ((ANNA, BERT), ()),
    "people": ((ANNA, BERT), ()),
    "table_id": (1, 2),
    "row_id": (1,),
    "nonce": ("k1.0", ""),
    "tables": ((1, 2), ()),
    "server": (SERVER, None),
    "server_id": (SERVER,),
    "channel": (CHANNEL,),
    "place": (CHANNEL,),
    "seat": (1, None),
    "who": (ANNA,),
    "number": (1,),
    "n": (1,),
    "game": ("visby", None),
    "size": (2, None),
    "statuses": (("playing", "finished"),),
    "status": ("playing",),
    "most": (10,),
    "limit": (10,),
    "lately": (10,),
    "now": (10**9,),
    "due": (10**9,),
    "at": (10**6,),
    "kind": ("board",),
    "but": ((), ("board", "ping")),
    "kinds": ((), ("end",)),
    "seats": ((0, 1), None),
    "chosen": ((SERVER, None, None), (SERVER, "visby", 2)),
    "spans": ([(1, 2), (5, 9)],),
    "span": ((1, 2),),
    "names": (("status", "ended"),),
    "fields": (("state", "ended"),),
    "season_id": (1, 2),
    "league": (1,),
    "states": (("signup", "playing"),),
    "gone": ("left",),
    "games": (("visby", "riga"),),
    "numbers": ((1, 2),),
    "others": ((2, 3),),
    "partition": (ONLY_PARTITION, Partition(PartitionLayout(4, 2), 1)),
    "layout": (PartitionLayout(4, 2),),
    "settings": ({"dms": False, "zone": "Europe/Berlin", "hints": 2},),
}
"""What functions are given by the name of a parameter; by its type where it has no such name."""


def functions(of: type) -> list[tuple[str, Callable[..., Awaitable[Any]]]]:
    """All functions that read, or that write."""
    found = []
    for module in MODULES:
        for name, function in inspect.getmembers(module, inspect.iscoroutinefunction):
            if function.__module__ == module.__name__ and not name.startswith("_"):
                first = next(iter(get_type_hints(function).values()), None)
                if first is of:
                    found.append((f"{module.__name__}.{name}", function))
    return found


def ways(function: Callable[..., Awaitable[Any]]) -> Iterator[dict[str, Any]]:
    """Ways to call a function: with each thing it may be given."""
    hints = get_type_hints(function)
    names = list(inspect.signature(function).parameters)[1:]
    choices = [
        [value for value in GIVEN.get(name, ()) if name in ("names", "fields") or fits(value, hints[name])]
        or [example(hints[name])]
        for name in names
    ]
    for values in product(*choices):
        yield dict(zip(names, values, strict=True))


def fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def example(kind: Any) -> Any:
    """Something of a type."""
    if kind in (int, str, bool, bytes, float):
        return {int: 3, str: "an example: Ä", bool: True, bytes: b"\0\1", float: 0.5}[kind]
    arguments = [each for each in get_args(kind) if each is not type(None)]
    if kind is VersionedMessageRow:
        kind = SeasonMessageRow
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = {field.name: example(field.type) for field in msgspec.structs.fields(kind) if field.required}
        known = {name: GIVEN[name][0] for name in fields if name in ("table_id", "person", "seat", "game", "server")}
        if kind is ForwardedRequestRow:  # Its bytes are stored as text.
            known["body"] = b"{}"
        return kind(**{**fields, **known})
    if get_origin(kind) is dict:
        return {}
    if arguments and isinstance(arguments[0], str):
        return arguments[0]
    if get_origin(kind) in (list, Iterable) or "Sequence" in str(kind):
        return [example(arguments[0])]
    return example(arguments[0])


def plain(result: Any) -> Any:
    """What came back, comparable: rows without the engine they are from."""
    if isinstance(result, list | tuple | set):
        return [plain(each) for each in (sorted(result) if isinstance(result, set) else result)]
    if isinstance(result, dict):
        return {key: plain(value) for key, value in result.items()}
    return msgspec.to_builtins(result) if isinstance(result, msgspec.Struct) else result


@pytest.fixture
async def both(full: Path, server_address: str) -> AsyncIterator[tuple[Database, Database]]:
    """The same in a file and on a server."""
    async with opened(full) as file, opened(server_address) as server:
        await moving.copy(file, server)
        yield file, server


async def test_every_function_that_reads_finds_the_same(both: tuple[Database, Database]) -> None:
    asked, found = 0, 0
    for name, function in functions(Reader):
        for way in ways(function):
            here, there = [plain(await call(function, db.reader, way)) for db in both]
            assert here == there, f"{name}({way})"
            asked, found = asked + 1, found + bool(here)
    assert asked > 100
    assert found > asked / 3, "there is something to be found"


async def call(function: Callable[..., Awaitable[Any]], db: Any, way: dict[str, Any]) -> Any:
    parameters = inspect.signature(function).parameters
    apart = {name: value for name, value in way.items() if parameters[name].kind is inspect.Parameter.KEYWORD_ONLY}
    rest: list[Any] = []
    for name, value in way.items():
        if name not in apart:
            rest += value if parameters[name].kind is inspect.Parameter.VAR_POSITIONAL else [value]
    try:
        return await function(db, *rest, **apart)
    except Exception as problem:
        problem.add_note(f"{function.__module__}.{function.__name__}({way})")
        raise


@pytest.mark.slow
async def test_every_function_that_writes_does_the_same(both: tuple[Database, Database]) -> None:
    called = set()
    for name, function in functions(Transaction):
        for way in ways(function):
            here, there = [await outcome(db, function, way) for db in both]
            assert here == there, f"{name}({way})"
            assert await rows_of(both[0]) == await rows_of(both[1]), f"{name}({way})"
            called.add(name)
    assert len(called) > 40


async def outcome(db: Database, function: Callable[..., Awaitable[Any]], way: dict[str, Any]) -> Any:
    """What came back, or that it cannot be: there is such a row already."""
    try:
        async with db.transaction() as writer:
            return plain(await call(function, writer, way))
    except (sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError):
        return "refused"


async def test_whoever_writes_a_table_lets_nobody_read_it_as_it_was(full: Path) -> None:
    """Also who names the table that is written names the right one: all others are kept, and are as they were."""
    kept = 0
    async with opened(full) as db:
        numbers = await sql.numbers(db.reader, ("lobby", "playing", "finished", "closed"))
        for name, function in functions(Transaction):
            for way in ways(function):
                for number in numbers:
                    await sql.cached_table(db, number)
                await outcome(db, function, way)
                kept += sum(db.table_cache.get(number) is not None for number in numbers)
                for number in numbers:
                    assert await sql.cached_table(db, number) == await sql.table(db.reader, number), f"{name}({way})"
    assert kept > 200


async def test_what_one_makes_of_a_table_is_nobody_elses(full: Path) -> None:
    async with opened(full) as db:
        (number, *_) = await sql.numbers(db.reader, ("playing",))
        for _ in range(2):
            found = await sql.cached_table(db, number)
            assert found is not None
            assert found == await sql.table(db.reader, number)
            table, seats = found
            table.options["target"], table.version, seats[0].name = 7, -1, "nobody"
            table.explained.append("it")
            table.guests.append(GuestRow(n=9, person=9, name="nobody"))


async def test_a_table_that_was_read_before_it_was_written_is_not_kept(
    full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(full) as db:
        (number, *_) = await sql.numbers(db.reader, ("playing",))
        reads = db.sync_reader.execute_fetchall

        async def slowly(statement: str, parameters: Sequence[Any] = ()) -> Iterable[DatabaseRow]:
            found = await reads(statement, parameters)
            async with db.transaction() as writer:
                await writer.execute("UPDATE tables SET version = version + 1")
            return found

        monkeypatch.setattr(db.sync_reader, "execute_fetchall", slowly)
        assert await sql.cached_table(db, number)
        assert db.table_cache.get(number) is None


async def test_a_table_is_read_as_it_is_though_who_wrote_it_has_not_heard_of_the_commit(
    full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who finds on the spot that something is to be told finds the table along with it, not the one before."""
    read: list[tuple[object, object]] = []
    async with opened(full) as db:
        (number, *_) = await sql.numbers(db.reader, ("playing",))

        async def later(*work: Any) -> Any:
            await sql.cached_table(db, number)
            done = await in_its_thread(*work)
            read.append((await sql.cached_table(db, number), await sql.table(db.sync_reader, number)))
            return done

        monkeypatch.setattr("storage.engines.sqlite.in_its_thread", later)
        async with db.transaction() as writer:
            await writer.execute("UPDATE tables SET version = 77 WHERE id = ?", (number,))
        monkeypatch.undo()
        assert [kept == there for kept, there in read] == [True]
        await sql.cached_table(db, number)
        assert db.table_cache.get(number) is not None


async def test_a_table_whose_writing_was_cancelled_is_read_anew(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit goes on in its thread: it is there, and nobody has waited for it."""
    async with opened(full) as db:
        (number, *_) = await sql.numbers(db.reader, ("playing",))

        async def write() -> None:
            async with db.transaction() as writer:
                await writer.execute("UPDATE tables SET version = 77 WHERE id = ?", (number,))
                monkeypatch.setattr(writer, "roll_back", partial(asyncio.sleep, 0.2))

        writing = asyncio.create_task(write())
        await asyncio.sleep(0)
        writing.cancel()
        await asyncio.sleep(0)
        await sql.cached_table(db, number)
        with pytest.raises(asyncio.CancelledError):
            await writing
        assert await sql.cached_table(db, number) == await sql.table(db.reader, number)


async def test_where_others_may_write_nothing_is_kept(server_address: str, full: Path) -> None:
    async with opened(full) as file, opened(server_address) as server:
        await moving.copy(file, server)
        (number, *_) = await sql.numbers(server.reader, ("playing",))
        assert await sql.cached_table(server, number)
        assert server.table_cache.get(number) is None
