"""The two schemas say the same: a script for one engine is never forgotten for the other."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cluster import open_alone
from storage import Database, open_database
from storage.engines import moving, postgresql, sqlite

pytestmark = pytest.mark.quick

TYPES = {"INTEGER": "bigint", "TEXT": "text", "BLOB": "bytea", "REAL": "double precision"}


@pytest.fixture
async def file(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await open_database(tmp_path / "kontor.db")
    yield opened
    await opened.close()


@pytest.fixture
async def server(server_address: str) -> AsyncIterator[Database]:
    opened = (await open_alone(server_address)).db
    yield opened
    await opened.close()


async def ask(db: Database, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await db.reader.execute_fetchall(sql)]


def plain(condition: str | None) -> str:
    """A condition or a default without what an engine adds when it repeats it."""
    return re.sub(r"\s+|[()]|::\w+", "", condition or "").lower()


async def test_both_have_the_same_tables_columns_and_keys(file: Database, server: Database) -> None:
    assert await moving.shapes(file) == await moving.shapes(server)
    assert len(await moving.shapes(file)) > 20
    here, there = await ask(file, file.catalogue.references), await ask(server, server.catalogue.references)
    assert sorted(here) == sorted(there)
    assert len(here) > 10


async def test_columns_have_the_same_types_defaults_and_may_be_null_in_both(file: Database, server: Database) -> None:
    here = await ask(
        file,
        "SELECT each.name, columns.name, columns.type, \"notnull\" OR pk, coalesce(dflt_value, '')"
        " FROM sqlite_schema AS each, pragma_table_info(each.name) AS columns"
        " WHERE each.type = 'table' AND each.name NOT LIKE 'sqlite%' ORDER BY 1, 2",
    )
    there = await ask(
        server,
        "SELECT table_name, column_name, data_type, is_nullable, coalesce(column_default, ''), collation_name"
        " FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE 'kontor%'"
        ' ORDER BY table_name COLLATE "C", column_name COLLATE "C"',
    )
    assert [
        (table, column, TYPES[kind], bool(full), plain(default)) for table, column, kind, full, default in here
    ] == [(table, column, kind, null == "NO", plain(default)) for table, column, kind, null, default, _ in there]
    assert {collation for _, _, kind, _, _, collation in there if kind == "text"} == {"C"}


async def test_both_have_the_same_indexes_and_checks(file: Database, server: Database) -> None:
    here = {
        name: (table, bool(re.match("CREATE UNIQUE", sql)), plain(sql.partition(" ON ")[2].partition("(")[2]))
        for name, table, sql in await ask(
            file, "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
        )
    }
    there = {
        name: (table, bool(re.match("CREATE UNIQUE", sql)), plain(sql.partition(" USING ")[2].partition("(")[2]))
        for name, table, sql in await ask(
            server,
            "SELECT indexname, tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'"
            " AND indexname NOT LIKE '%_pkey'",
        )
    }
    assert here == there


async def test_both_check_the_same(file: Database, server: Database) -> None:
    here = [
        words(found)
        for (sql,) in await ask(file, "SELECT sql FROM sqlite_schema WHERE type = 'table'")
        for found in re.findall(r"CHECK (\(.*\))", sql)
    ]
    there = await ask(
        server, "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c' AND conrelid > 0"
    )
    assert sorted(here) == sorted(words(check) for (check,) in there)
    assert here


def words(condition: str) -> list[str]:
    """All that a condition names, whichever way it is said."""
    return [word for word in re.findall(r"\w+", condition) if word not in ("CHECK", "ANY", "ARRAY", "IN", "text")]


async def test_both_number_the_same_tables(file: Database, server: Database) -> None:
    numbered = await ask(file, "SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%' ORDER BY name")
    sequences = await ask(server, "SELECT sequencename FROM pg_sequences ORDER BY sequencename")
    assert [f"{name}_id_seq" for (name,) in numbered] == [name for (name,) in sequences]


def test_every_number_after_the_first_has_a_script_for_each_engine() -> None:
    here = [int(script.name.split("_")[0]) for script in sorted(sqlite.MIGRATIONS.glob("*.sql"))]
    there = [number for number, _ in postgresql._scripts()]
    assert there == here[there[0] - 1 :]
