"""A process that plays at several tables at once until it is killed: `python -m tests.discord.killed ADDRESS`.

It imports everything once. For every number it reads, it forks a child that opens the database and plays on. The child
reports on standard output, each line in one write: `made` after a move was answered, `told` when a notification is
being sent. The reader of these lines kills the child at any moment.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys

from rules import GAMES
from storage import Address, address_of
from storage.queries import tables as sql
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import Story
from tables.play import lookup, moves
from tables.runtime.services import Frontend, Services
from tables.seating import lobby
from tables.seating.table_settings import NewTable
from tables.time import timers
from tests.storage.fresh import open_soon
from tests.tables.room import lift_limits
from tests.thinkers import QuickThinker

PEOPLE = (1, 2, 3, 4)
TABLES = 4
TIME = 1_000_000


def report(*words: object) -> None:
    """Write a line at once; one this short is never torn."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


class Reporter(Frontend):
    """Tells by reporting it."""

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        notice = attempt.notification
        story = (notice.after, notice.upto) if isinstance(notice, Story) else ("", "")
        report("told", table.id, notice.kind, attempt.row.position, *story)


async def open_table(services: Services, rng: random.Random) -> None:
    """Begin a game of two to four people and perhaps a computer."""
    people = PEOPLE[: rng.randint(2, 4)]
    computers = rng.randint(0, 1)
    game = rng.choice([name for name, rules in GAMES.items() if len(people) + computers in rules.players])
    wanted = NewTable(game=game, size=len(people) + computers, computers=computers, server=1, channel=1)
    table = await lobby.open_table(services, people[0], "1", wanted)
    for person in people[1:]:
        await lobby.join(services, table.id, person, str(person))
    await lobby.start(services, table.id, people[0])


async def play_at(services: Services, number: int, rng: random.Random) -> None:
    """Move at one table as people do: the owing ones, others who change their choice or take it back."""
    while (table := await services.load(number)).row.status == "playing":
        person = rng.choice([seat.person or 0 for seat in table.human_seats()])
        look = await lookup.look(services, number, person)
        try:
            if look.can_undo and rng.random() < 0.2:
                look = await moves.take_back(services, number, person, look.mark)
                text = "undo"
            elif look.owes or (look.may_change and rng.random() < 0.3):
                text = str(rng.choice(look.options))
                look = await moves.play(services, number, person, text, look.mark)
            else:
                await asyncio.sleep(0)
                continue
        except Declined:
            continue
        report("made", number, look.table.row.version, look.seat, text)


async def live(address: Address, rng: random.Random) -> None:
    services = Services(await open_soon(address), lambda: TIME, QuickThinker())
    services.connect(Reporter())
    report("open")
    await lift_limits(services, 1)
    await timers.tick(services)
    while True:
        numbers = await sql.numbers(services.db.reader, ("playing",))
        if len(numbers) < TABLES:
            await open_table(services, rng)
            continue
        games = [asyncio.create_task(play_at(services, number, rng)) for number in numbers]
        await asyncio.wait(games, return_when=asyncio.FIRST_COMPLETED)
        for game in games:
            game.cancel()
        await asyncio.wait(games)
        for game in games:
            if not game.cancelled():
                game.result()


def main() -> None:
    address = address_of(sys.argv[1])
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            asyncio.run(live(address, random.Random(int(line))))
        report("child", child)
        _, status = os.waitpid(child, 0)
        report("dead", os.WTERMSIG(status) if os.WIFSIGNALED(status) else f"by itself: {status}")


if __name__ == "__main__":
    main()
