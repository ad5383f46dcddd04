"""Checking the truth: every table's log, played again, must lead to its snapshot."""

from __future__ import annotations

import msgspec

from rules.records import BadRecord, replay
from storage import tables as sql
from tables.errors import Declined
from tables.house import House


async def verify(house: House) -> tuple[int, list[str]]:
    """Play all tables again; return how many there are and a sentence for each that is not what it should be."""
    numbers = await sql.numbers(house.db.reader, ("playing", "finished", "closed"))
    faults: list[str] = []
    checked = 0
    for number in numbers:
        try:
            table = await house.load(number)
        except Declined:
            continue
        except (msgspec.MsgspecError, KeyError) as problem:
            checked += 1
            faults.append(f"Table {number}: it cannot be read: {problem}.")
            continue
        if table.state is None:
            continue
        checked += 1
        log = await sql.log(house.db.reader, number)
        if [row.n for row in log] != list(range(1, table.row.version + 1)):
            faults.append(f"Table {number}: the log has {len(log)} entries, version {table.row.version}.")
            continue
        faults += [
            f"Table {number}: seat {seat.seat} counts {seat.entries} entries."
            for seat in table.seats
            if seat.entries != sum(row.seat == seat.seat for row in log)
        ]
        try:
            if replay(table.record(log)) != table.state:
                faults.append(f"Table {number}: the log leads to another state than the snapshot.")
        except BadRecord as problem:
            faults.append(f"Table {number}: {problem}.")
    return checked, faults
