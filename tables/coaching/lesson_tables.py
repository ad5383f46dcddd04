"""Lesson tables: starting or continuing a person's guided first game, and the practice table that may follow it."""

from __future__ import annotations

import logging

from rules import GAMES
from storage.queries import tables as sql
from storage.rows import SeatRow, TableRow
from tables.model.table import Look, Table
from tables.model.table_errors import Declined
from tables.play import lookup, moves, table_writer
from tables.runtime.services import Services
from tables.seating import closing, lobby, rematches
from tables.seating.table_settings import computer_name
from tables.thinking.computers import DEFAULT_LEVEL
from tables.thinking.lesson_guide import LESSONS

log = logging.getLogger("kontor.learning")

LESSON_SERVER = 0
"""The server id of lesson tables, which belong to no server."""


async def continue_or_start(
    services: Services, person: int, name: str, game: str, language: str, *, again: bool = False
) -> Look:
    """Return a person's look at their running lesson of a game. If none is running, start one first.

    With `again`, close a running lesson and start a new one. `name` is the learner's name at a new table, and
    `language` its language. Raise `Declined` if the game has no lesson.
    """
    if game not in LESSONS:
        raise Declined("old_menu")
    for row, _ in await sql.of_person(services.db.reader, person, game, lessons=True):
        if not again:
            return await lookup.look(services, row.id, person)
        await closing.close(services, row.id, person)
    table = await _start_lesson(services, person, name, game, language)
    return await lookup.look(services, table.id, person)


async def open_lessons(services: Services, person: int) -> list[str]:
    """Return the games of which a person has a running lesson."""
    return [row.game for row, _ in await sql.of_person(services.db.reader, person, lessons=True)]


async def practice_table(services: Services, lesson: int, person: int) -> int | None:
    """Return the id of the practice table that a learner opened at the end of a lesson; None if there is none.

    It may have any status, and is stored as the lesson's rematch. `lesson` is the lesson's table id. Raise `Declined`
    if that table is no lesson of this person.
    """
    learned = await services.load(lesson)
    if not learned.row.lesson or not learned.seat_of(person):
        raise Declined("old_menu")
    return await sql.rematch(services.db.reader, lesson)


async def continue_practice(services: Services, practice_table: int, person: int) -> Table | None:
    """Return the practice table with this id if it is not over and the learner `person` has a seat there.

    First start its game if it is a lobby that is full and starts by itself. If the table is over or the learner has no
    seat, detach it from the lesson, so that a new one can be opened, and return None.
    """
    table = await lobby.start_if_full(services, practice_table)
    if table.row.status in ("lobby", "playing") and table.seat_of(person):
        return table
    await rematches.detach_rematch(services, table)
    return None


async def _start_lesson(services: Services, person: int, name: str, game: str, language: str) -> Table:
    """Create a lesson table by the lesson's script, start its game, make the computers' first scripted moves.

    Return the table. Computers of the default level get the other seats. If another click has created a lesson
    meanwhile, return that one.
    """
    lesson, now = LESSONS[game], services.now()
    record = lesson.record
    row = TableRow(
        game=game,
        rules=GAMES[game].version,
        options=GAMES[game].complete_options(record.seats, record.options),
        seed=record.seed,
        status="playing",
        size=record.seats,
        host=person,
        server=LESSON_SERVER,
        channel=0,
        language=language,
        created=now,
        started=now,
        lesson=True,
    )
    chairs: list[SeatRow] = []
    for seat in range(record.seats):
        if seat == lesson.seat:
            chairs.append(SeatRow(seat=seat, person=person, computer=None, name=name))
        else:
            chairs.append(SeatRow(seat=seat, person=None, computer=DEFAULT_LEVEL, name=computer_name(chairs)))
    table = Table(row, chairs, GAMES[game].new(record.seats, record.seed, row.options))
    async with services.db.transaction() as db:
        if begun := await sql.of_person(db, person, game, lessons=True):  # Created by the other of two clicks.
            return Table.from_rows(*begun[0])
        await sql.add_table(db, row)
        await sql.save_seats(db, row.id, chairs)
        await table_writer.write_start(db, table, now, lesson.seat)
    log.info("table=%d lesson game=%s", row.id, game)
    async with services.at(row.id) as table:
        await moves.play_scripted_moves(services, table)
    moves.after_commit(services, table)
    return table
