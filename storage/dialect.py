"""The SQL that differs between SQLite and PostgreSQL. All other statements have one text for both.

`for_postgresql` translates a statement. `SQLITE` and `POSTGRESQL` have the queries about an engine's own tables.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import count
from typing import NamedTuple

_WORDS = {"json_group_array": "json_agg", "json_object": "json_build_object"}
"""Functions by their name in SQLite, with the name in PostgreSQL."""
_TO_TRANSLATE = re.compile(rf"'[^']*'|\?|\b({'|'.join(_WORDS)})\b")


@lru_cache(2000)
def for_postgresql(sql: str) -> str:
    """Return a statement of SQLite's as PostgreSQL needs it: `?` becomes `$1`, `$2`, …, and JSON functions are renamed.

    Texts in single quotes stay as they are. Results are cached: there are only some hundred statements.
    """
    numbers = count(1)

    def translated(found: re.Match[str]) -> str:
        """Return what replaces one match: the next numbered parameter, a PostgreSQL function's name, or the match."""
        word = found[0]
        return f"${next(numbers)}" if word == "?" else _WORDS.get(word, word)

    return _TO_TRANSLATE.sub(translated, sql)


class Catalogue(NamedTuple):
    """The SQL of one engine that has no common text: queries about its own tables, ids to assign, the server's time."""

    columns: str
    """Returns table, column, and the column's position in the primary key (0: not part of it), in order."""
    references: str
    """Returns each table with another one that its rows refer to."""
    numbers: str
    """Returns each table with the highest id that was ever assigned in it."""
    go_on_after: tuple[str, ...]
    """Statements that make a table assign only ids above a given one. Parameters: the table and the id."""
    leave_out: str
    """A statement that makes the outbox skip ids. Parameter: how many."""
    clock: str
    """Returns the server's time in seconds since 1970; empty for SQLite, which has no clock of its own."""


SQLITE = Catalogue(
    columns="""
        SELECT each.name, columns.name, columns.pk
        FROM sqlite_schema AS each, pragma_table_info(each.name) AS columns
        WHERE each.type = 'table' AND each.name NOT LIKE 'sqlite%' ORDER BY each.name, columns.cid
    """,
    references="""
        SELECT DISTINCT each.name, others."table"
        FROM sqlite_schema AS each, pragma_foreign_key_list(each.name) AS others WHERE each.type = 'table'
    """,
    numbers="SELECT name, seq FROM sqlite_sequence ORDER BY name",
    go_on_after=(
        "DELETE FROM sqlite_sequence WHERE name = ? AND seq < ?",
        """
        INSERT INTO sqlite_sequence (name, seq) SELECT name, seq FROM (SELECT ? AS name, ? AS seq) AS new
        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence AS old WHERE old.name = new.name)
        """,
    ),
    leave_out="UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'outbox'",
    clock="",
)
POSTGRESQL = Catalogue(
    columns="""
        SELECT relname, attname, coalesce(
            (SELECT part FROM unnest(indkey) WITH ORDINALITY AS parts (number, part) WHERE number = attnum), 0
        )
        FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
        LEFT JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
        WHERE nspname = current_schema() AND relkind = 'r' AND relname NOT LIKE 'kontor%' ORDER BY relname, attnum
    """,
    references="""
        SELECT DISTINCT own.relname, others.relname
        FROM pg_constraint JOIN pg_class AS own ON own.oid = conrelid JOIN pg_class AS others ON others.oid = confrelid
        WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
    """,
    numbers="""
        SELECT replace(sequencename, '_id_seq', '') AS name, last_value FROM pg_sequences
        WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY name
    """,
    go_on_after=("SELECT setval(pg_get_serial_sequence(?, 'id'), ?)",),
    # nextval for each id, because other processes may take ids at the same time.
    leave_out="SELECT max(nextval(pg_get_serial_sequence('outbox', 'id'))) FROM generate_series(1, CAST(? AS BIGINT))",
    clock="SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT)",
)
