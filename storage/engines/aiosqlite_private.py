"""The only use of private parts of aiosqlite; `tests/storage/test_aiosqlite_private.py` fails if they change.

aiosqlite runs each statement by a call into its own thread, and that call costs more than the statement. It has no
public way to run several statements in one call. For a transaction of eight statements, one call for each takes 5 times
the CPU of one call for all; sqlite3 in an executor of our own takes 1.4 times as much.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar, TypeVarTuple

import aiosqlite

Args = TypeVarTuple("Args")
R = TypeVar("R")


async def in_its_thread(
    connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection, *Args], R], *args: *Args
) -> R:
    """Run `work` with the sqlite3 connection and `args`, in the connection's thread; return its result.

    It runs after all earlier work of that thread, even if the caller is cancelled.
    """
    execute: Any = connection._execute
    result: R = await execute(work, connection._conn, *args)
    return result
