"""Looking at a game again, step by step, and showing a moment of it to all. What one looks at stands in the button."""

from __future__ import annotations

import asyncio

from storage.queries import tables as sql
from tables.delivery import outbox
from tables.model.history import OPEN, SPECTATORS, Course, Eyes, Moment
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.notifications import outgoing
from tables.notifications.kinds import MomentShown
from tables.runtime.services import Services

PAUSE = 60
"""So many seconds somebody waits before they show another moment to all."""


def eyes_for(table: Table, person: int) -> list[Eyes]:
    """Return through whose eyes a person may look: any once the game is over, before that only their own."""
    if table.row.status == "finished":
        return [SPECTATORS, *(Eyes(seat.seat) for seat in table.seats), OPEN]
    mine = table.seat_of(person)
    return [SPECTATORS, Eyes(mine.seat)] if mine else [SPECTATORS]


async def moment(services: Services, table: Table, person: int, eyes: Eyes, step: int | None) -> Moment:
    """Return a step of a table's game through these eyes, if the person may look through them; None: the latest."""
    if table.state is None:
        raise Declined("not_started", table=table.id)
    if eyes not in eyes_for(table, person):
        raise Declined("not_your_eyes", table=table.id)
    course = await _course(services, table, eyes)
    return course.moment(table, eyes, step)


async def same_moment(services: Services, table: Table, then: Moment, person: int, eyes: Eyes) -> Moment:
    """Return the moment that others' eyes see when these see that one."""
    if eyes not in eyes_for(table, person):
        raise Declined("not_your_eyes", table=table.id)
    return await _at_entry(services, table, then.entry, eyes) or then


async def shown(services: Services, table: Table, notice: MomentShown) -> Moment | None:
    """Return the moment that is shown to all; None if it was taken back meanwhile.

    Whatever the notice says: as long as the game is not over, all see what spectators see.
    """
    eyes = Eyes.read(notice.eyes) if table.row.status == "finished" else SPECTATORS
    return await _at_entry(services, table, notice.entry, eyes or SPECTATORS)


async def _at_entry(services: Services, table: Table, entry: int, eyes: Eyes) -> Moment | None:
    course = await _course(services, table, eyes)
    position = course.position_of(entry)
    return None if position is None else course.moment(table, eyes, course.steps(eyes).at(position))


async def _course(services: Services, table: Table, eyes: Eyes) -> Course:
    """Return the course of a table's game in which the steps of these eyes are known."""
    key = (table.id, table.row.version)
    course = services.caches.courses.get(key)
    if course is None:
        log = await sql.log(services.db.reader, table.id, upto=table.row.version)
        course = services.caches.courses[key] = Course(table, log)
    if not course.known(eyes):
        await asyncio.to_thread(course.steps, eyes)
    return course


def may_show(table: Table, person: int, admin_of: int) -> bool:
    """Say whether somebody may show moments to all: who plays at the table, or runs it. A lesson has nobody to show."""
    return not table.row.lesson and (table.seat_of(person) is not None or table.is_managed_by(admin_of))


async def show(services: Services, table_id: int, person: int, moment: Moment, undos: int, admin_of: int) -> None:
    """Show a moment to all where the table lives: while the game runs, as spectators see it.

    `undos`: how much had been taken back when the person saw it.
    """
    async with services.at(table_id) as table:
        if not may_show(table, person, admin_of):
            raise Declined("players_show", table=table_id)
        if table.row.undos != undos:
            raise Declined("moment_gone")
        now = services.now()
        showed = services.moment_shown_at
        if (again := showed.get(person, 0) + PAUSE) > now:
            raise Declined("shown_just_now", when=again)
        finished = table.row.status == "finished"
        seat = table.seat_of(person)
        notice = MomentShown(
            entry=moment.entry, eyes=str(moment.eyes if finished else SPECTATORS), by=seat.seat if seat else None
        )
        showed[person] = now
        async with services.db.transaction() as db:
            await outgoing.write(db, table, [notice])
    outbox.wake(services, table_id)
