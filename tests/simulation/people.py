"""What people do with a click: open a table, sit down, start, move, change their mind, take back, press twice."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, NamedTuple

from rules import Refused
from tables.model.table import Look, Table
from tables.model.table_errors import Declined
from tables.play import lookup, moves
from tables.runtime.services import Services
from tables.seating import lobby, seats
from tables.seating.table_settings import NewTable
from tests.simulation.findings import Secret

if TYPE_CHECKING:
    from tests.simulation.plan import Step
    from tests.simulation.world import World

FIRST_PERSON = 100
SERVERS = (1 << 22, 2 << 22)
"""With two partitions, the first belongs to partition 1 and the second to partition 0."""


class Press(NamedTuple):
    """A press of a button that makes a move. Pressed again, it is the same."""

    table: int
    person: int
    seat: int
    mark: str
    move: str


class Made(NamedTuple):
    """A move whose person has seen the answer."""

    press: Press
    version: int
    """Its number in the log."""


def server_of(slot: int) -> int:
    """Return the server on which a table of the plan is opened."""
    return SERVERS[slot % len(SERVERS)]


def channel_of(server: int) -> int:
    """Return the only channel of a server."""
    return 20 + (server >> 22)


async def click(world: World, services: Services, step: Step) -> None:
    """Do one thing at a table, in the process that received the click. Raises what keeps it from being done."""
    rng = random.Random(step.choice)
    if not await services.may_act():
        world.say("  nothing is done: another process may have the partition")
        return
    with services.background.request():
        number = world.tables.get(step.table)
        if number is None:
            await _open(world, services, step.table, rng)
            return
        table = await services.load(number)
        if table.row.status == "lobby":
            await _sit_down(world, services, table, rng)
        elif table.row.status == "playing":
            await _play(world, services, table, rng, wavers=step.kind == "waver")
        else:
            await _open(world, services, step.table, rng)


async def _open(world: World, services: Services, slot: int, rng: random.Random) -> None:
    setup, server = world.plan.tables[slot], server_of(slot)
    person = _anybody(world, rng)
    wanted = NewTable(
        game=setup.game, size=setup.size, computers=setup.computers, server=server, channel=channel_of(server)
    )
    table = await lobby.open_table(services, person, f"P{person}", wanted)
    world.tables[slot] = table.id
    world.say(f"{person} opens table {table.id}: {setup.game} for {setup.size}, {setup.computers} computers")


async def _sit_down(world: World, services: Services, table: Table, rng: random.Random) -> None:
    """Join a lobby, or start a game once all seats are taken."""
    free = [person for person in world.people if table.seat_of(person) is None]
    if len(table.seats) < table.row.size and free:
        person = rng.choice(free)
        await lobby.join(services, table.id, person, f"P{person}")
        world.say(f"{person} joins table {table.id}")
    else:
        await lobby.start(services, table.id, table.row.host)
        world.say(f"{table.row.host} starts table {table.id}")


async def _play(world: World, services: Services, table: Table, rng: random.Random, *, wavers: bool) -> None:
    """Move; now and then press twice, repeat a press that got no answer, change a sealed choice, or take back.

    `wavers`: take back whenever that is possible.
    """
    if (again := world.unanswered.pop(table.id, None)) and rng.random() < 0.7:
        await _press(world, services, again)
        return
    people = [seat.seat for seat in table.human_seats()]
    owing = [seat for seat in people if seat in table.owed]
    changing = [seat for seat in people if table.game.may_change(table.state, seat)]
    undoing = [seat for seat in people if table.can_take_back(seat)]
    if changing and (not owing or rng.random() < 0.2):
        await _move(world, services, table, rng.choice(changing), rng)
    elif undoing and rng.random() < (1.0 if wavers else 0.1):
        seat = rng.choice(undoing)
        person = table.seats[seat].person or 0
        await moves.take_back(services, table.id, person, table.shown_mark(seat))
        world.say(f"{person} takes a move back at table {table.id}")
    elif owing:
        await _move(world, services, table, rng.choice(owing), rng)
    else:
        for left in table.seats:
            if left.person and left.computer:
                await seats.come_back(services, table.id, left.person)
                world.say(f"{left.person} comes back to table {table.id}")


async def _move(world: World, services: Services, table: Table, seat: int, rng: random.Random) -> None:
    look = await lookup.look_of_seat(services, table, seat)
    options = look.options
    chosen = rng.randrange(len(options))
    if _chooses_otherwise(world, look):
        chosen = (chosen + 1) % len(options)
    press = Press(table.id, table.seats[seat].person or 0, seat, look.mark, str(options[chosen]))
    if rng.random() < 0.1:
        pair = [asyncio.ensure_future(_press(world, services, press)) for _ in range(2)]
        problems = await asyncio.gather(*pair, return_exceptions=True)
        if all(isinstance(problem, Exception) for problem in problems):
            raise next(problem for problem in problems if isinstance(problem, Exception))
    else:
        await _press(world, services, press)


def _chooses_otherwise(world: World, look: Look) -> bool:
    """Note the first sealed choice after some moves that is not the last of its round.

    Return True if it is to be made otherwise than the plan says.
    """
    table, seat = look.table, look.seat
    others_choose = len(table.owed) > 1
    if world.secret or not look.sealed or not others_choose or len(world.made) < world.plan.seed % 20 or seat is None:
        return False
    world.secret = Secret(table.id, table.frame_id, table.seats[seat].person or 0, table.row.version + 1)
    return world.otherwise


async def _press(world: World, services: Services, press: Press) -> None:
    world.pressed.add(press)
    world.unanswered[press.table] = press
    try:
        look = await moves.play(services, press.table, press.person, press.move, press.mark)
    except (Declined, Refused):
        world.unanswered.pop(press.table, None)
        raise
    world.unanswered.pop(press.table, None)
    world.made.append(Made(press, look.table.row.version))
    world.say(f"{press.person} makes {press.move!r} at table {press.table}, entry {look.table.row.version}")


def _anybody(world: World, rng: random.Random) -> int:
    return rng.choice(world.people)
