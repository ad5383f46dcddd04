"""Plays turns of several steps, one step at a time."""

from __future__ import annotations

from opponents.novice import novice
from tables.play import moves
from tests.discord.people import Person
from tests.discord.playing import Sitting


async def begin_a_turn(sitting: Sitting) -> Person:
    """Play until somebody has done something in a turn of theirs that goes on."""
    for _ in range(30):
        asked = (await sitting.operator.table(sitting.number)).owed
        person = await do_something(sitting)
        after = await sitting.operator.table(sitting.number)
        if asked == after.owed == {await sitting.seat(person): "turn"}:
            return person
    raise AssertionError("every turn was over at once")


async def be_asked_anew(sitting: Sitting, minutes: int) -> None:
    """Play until somebody's turn goes on in time with another question; before each step so long passes."""
    for _ in range(60):
        await sitting.world.later(minutes=minutes)
        before = await sitting.operator.table(sitting.number)
        person = await do_something(sitting)
        after = await sitting.operator.table(sitting.number)
        seat = await sitting.seat(person)
        same = [*before.owed] == [*after.owed] == [seat] and not before.seats[seat].overdue
        if same and before.frame_id != after.frame_id:
            return
    raise AssertionError("nobody was asked anything in their own turn")


async def do_something(sitting: Sitting) -> Person:
    """Let who is asked first do something."""
    table, person = await sitting.operator.table(sitting.number), (await sitting.owing())[0]
    move = novice(table.game, table.state, await sitting.seat(person), table.row.version)
    await moves.play(sitting.operator.services, sitting.number, person.id, str(move))
    await sitting.world.later(minutes=2)
    return person
