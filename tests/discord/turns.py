"""Plays turns of several steps, one step at a time."""

from __future__ import annotations

from opponents.novice import novice
from tables.play import moves
from tests.discord.people import Person
from tests.discord.playing import Sitting


async def begin_a_turn(sitting: Sitting, *, seconds: int = 120) -> Person:
    """Play until somebody has done something in a turn of theirs that goes on; after each step so long passes."""
    for _ in range(30):
        asked = (await sitting.operator.table(sitting.number)).owed
        person = await do_something(sitting, seconds=seconds)
        after = await sitting.operator.table(sitting.number)
        if asked == after.owed == {await sitting.seat(person): "turn"}:
            return person
    raise AssertionError("every turn was over at once")


async def do_something(sitting: Sitting, *, seconds: int = 120) -> Person:
    """Let who is asked first do something; then so long passes."""
    table, person = await sitting.operator.table(sitting.number), (await sitting.owing())[0]
    move = novice(table.game, table.state, await sitting.seat(person), table.row.version)
    await moves.play(sitting.operator.services, sitting.number, person.id, str(move))
    await sitting.world.settle()
    await sitting.world.later(seconds=seconds)
    return person
