"""What people do with a click: open a table, sit down, start, move, change their mind, take back, press twice.

They also plan and set standing answers.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rules import Move, Refused
from tables.model.table import Look, Table
from tables.model.table_errors import Declined
from tables.play import lookup, moves, rehearsals, seat_answers
from tables.play.seat_plans import plans_of, questions_at
from tables.runtime.services import Services
from tables.seating import lobby, seats
from tables.seating.table_settings import NewTable
from tables.time import pauses
from tests.simulation.findings import Secret
from tests.simulation.plan import has_policies

if TYPE_CHECKING:
    from tests.simulation.plan import Step
    from tests.simulation.world import World

FIRST_PERSON = 100
SERVERS = (1 << 22, 2 << 22)
"""With two partitions, the first belongs to partition 1 and the second to partition 0."""
_SETS_ANSWER = 0.15
"""How often a click sets, changes or ends a standing answer, where there are any."""
_WANTS_QUESTIONS = 0.5
"""How often a move is preferred after which others may be asked what standing answers are for."""
_MOST_PLANNED_MOVES = 8
"""Whoever has not finished a plan after so many moves leaves it as it is."""


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
            world.clicks_at[number] += 1
            try:
                await _play(world, services, table, rng, wavers=step.kind == "waver")
            finally:
                world.clicks_at[number] -= 1
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

    People also plan and set standing answers. `wavers`: take back whenever that is possible.
    """
    setting = [seat.seat for seat in table.human_seats() if not _has_secret(world, table, seat.seat)
               and seat_answers.has_standing_answers(table, seat.seat)]  # fmt: skip
    if setting and rng.random() < _SETS_ANSWER:
        await _set_answer(world, services, table, rng.choice(setting), rng)
        return
    ahead = [seat.seat for seat in table.human_seats() if not _has_secret(world, table, seat.seat)
             and questions_at(table, seat.seat)]  # fmt: skip
    if ahead and rng.random() < 0.4:
        await _plan(world, services, table, rng.choice(ahead), rng)
        return
    if ahead and await _pause(world, services, table, rng):
        return
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


async def _plan(world: World, services: Services, table: Table, seat: int, rng: random.Random) -> None:
    """Make a plan for a seat, add an alternative to it, change it or delete it."""
    person, plans = table.seats[seat].person or 0, plans_of(table.seats[seat])
    decision = rng.choice(sorted(questions_at(table, seat)))
    if plans.plan(decision) and rng.random() < 0.15:
        await rehearsals.delete(services, table.id, person, decision)
        world.say(f"{person} deletes the plan for {decision} at table {table.id}")
        return
    look = await rehearsals.begin(services, table.id, person, decision, alternative=rng.random() < 0.5)
    planned = list[str]()
    while look.table.rehearsal and len(planned) < _MOST_PLANNED_MOVES:
        planned.append(str(rng.choice(look.options)))
        look = await rehearsals.play(services, table.id, person, planned[-1], look.mark)
    done = "has begun to plan" if look.table.rehearsal else "plans"
    world.say(f"{person} {done} {planned!r} for {decision} at table {table.id}")
    if (
        plans_of(look.table.seats[seat]).plan(decision)
        and not look.table.rehearsal
        and _keeps_secret(world, table, "plan")
    ):
        await _make_secret(world, services, look.table, seat, decision)


async def _set_answer(world: World, services: Services, table: Table, seat: int, rng: random.Random) -> None:
    """Set, change or end a standing answer of a seat."""
    assert table.game.early is not None
    person, policies = table.seats[seat].person or 0, table.game.early.policies
    decision = rng.choice(sorted(policies))
    kept = plans_of(table.seats[seat]).standing_answer(decision)
    policy = rng.choice(("", *policies[decision]) if kept else policies[decision])
    await seat_answers.set_answer(services, table.id, person, decision, policy)
    world.say(f"{person} sets {policy!r} for every {decision} at table {table.id}")
    if policy and _keeps_secret(world, table, "answer"):
        # In the twin it is ended, with as many statements as are used here.
        world.secret = Secret(table.id, table.frame_id, person, table.row.version, decision, is_standing=True)
        other = next(each for each in policies[decision] if each != policy)
        await seat_answers.set_answer(services, table.id, person, decision, "" if world.otherwise else other)


def _keeps_secret(world: World, table: Table, kind: str) -> bool:
    """Return True if the next plan or standing answer (`kind`) is the secret of a run that is played twice.

    Nothing else may be done at its table meanwhile: a second plan of the person would make the two runs differ in more.
    """
    is_due = len(world.made) >= world.plan.seed % 20 and world.clicks_at[table.id] == 1
    return world.plan.twin_differs_in == kind and not world.secret and is_due


async def _make_secret(world: World, services: Services, table: Table, seat: int, decision: str) -> None:
    """Make a plan the secret of the run: note it. In the twin delete it, with as many statements as are used here."""
    person = table.seats[seat].person or 0
    world.secret = Secret(table.id, table.frame_id, person, table.row.version, decision)
    await rehearsals.begin(services, table.id, person, decision)
    await rehearsals.delete(services, table.id, person, decision if world.otherwise else "")


def _has_secret(world: World, table: Table, seat: int) -> bool:
    """Return True if the secret of the run is something of a seat's player. They plan and set nothing there.

    What can be planned may depend on a choice, and both runs must have the same steps.
    """
    secret = world.secret
    return bool(secret and (secret.table, secret.person) == (table.id, table.seats[seat].person))


async def _pause(world: World, services: Services, table: Table, rng: random.Random) -> bool:
    """Now and then let all players agree to a pause, or one of them end it. Return True if that was done."""
    people = [seat.person or 0 for seat in table.human_seats()]
    if table.row.paused and rng.random() < 0.3:
        person = rng.choice(people)
        await pauses.end_pause(services, table.id, person)
        world.say(f"{person} ends the pause of table {table.id}")
    elif not table.row.paused and rng.random() < 0.03:
        for person in people:
            await pauses.request_pause(services, table.id, person)
        world.say(f"table {table.id} is paused")
    else:
        return False
    return True


async def _move(world: World, services: Services, table: Table, seat: int, rng: random.Random) -> None:
    look = await lookup.look_of_seat(services, table, seat)
    options: Sequence[Move] = look.options
    if has_policies(table.row.game) and rng.random() < _WANTS_QUESTIONS:
        options = _leading_to_questions(table, options)
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


def _leading_to_questions(table: Table, options: Sequence[Move]) -> Sequence[Move]:
    """Return those options that may soon ask others what standing answers are for; all, if there are none."""
    assert table.game.early is not None
    said = [str(move).split() for move in options]
    asking = [
        move
        for move, words in zip(options, said, strict=True)
        if not table.game.early.policies.keys().isdisjoint(words)
    ]
    return asking or [move for move, words in zip(options, said, strict=True) if "dice" in words] or options


def _chooses_otherwise(world: World, look: Look) -> bool:
    """Note the first sealed choice after some moves that is not the last of its round.

    Return True if it is to be made otherwise than the plan says.
    """
    table, seat = look.table, look.seat
    if world.plan.twin_differs_in != "choice" or len(table.owed) < 2:
        return False
    if world.secret or not look.sealed or len(world.made) < world.plan.seed % 20 or seat is None:
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
