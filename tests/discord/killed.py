"""A process that plays at several tables at once until it is killed. `python -m tests.discord.killed ADDRESS`.

It imports everything once and then, for every number it reads, forks a child that opens the database and plays on. The
child reports on standard output, each line in one write: `made` after a move was answered, `told` when something is
being told. Whoever reads that kills the child when they like.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys

from rules import GAMES
from storage import Address, address_of
from storage import tables as sql
from tables import clocks, lobby, play, reading
from tables.errors import Declined
from tables.house import House
from tables.lobby import NewTable
from tables.notices import Story
from tables.outgoing import Outgoing
from tables.table import Table
from tests.minds import QuickMinds
from tests.storage.fresh import open_soon

PEOPLE = (1, 2, 3, 4)
TABLES = 4
TIME = 1_000_000


def report(*words: object) -> None:
    """Write a line at once; one this short is never torn."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


class Reporter:
    """Tells by reporting it."""

    async def tell(self, outgoing: Outgoing, table: Table) -> None:
        notice = outgoing.notice
        story = (notice.after, notice.upto) if isinstance(notice, Story) else ("", "")
        report("told", table.id, notice.kind, outgoing.position, *story)


async def open_table(house: House, rng: random.Random) -> None:
    """Begin a game of two to four people and perhaps a computer."""
    people = PEOPLE[: rng.randint(2, 4)]
    computers = rng.randint(0, 1)
    game = rng.choice([name for name, rules in GAMES.items() if len(people) + computers in rules.players])
    wanted = NewTable(game=game, size=len(people) + computers, computers=computers, server=1, channel=1)
    table = await lobby.open_table(house, people[0], "1", wanted)
    for person in people[1:]:
        await lobby.join(house, table.id, person, str(person))
    await lobby.start(house, table.id, people[0])


async def play_at(house: House, number: int, rng: random.Random) -> None:
    """Move at one table as people do: the owing ones, others who change their choice or take it back."""
    while (table := await house.load(number)).row.status == "playing":
        person = rng.choice([seat.person or 0 for seat in table.people()])
        look = await reading.look(house, number, person)
        try:
            if look.can_undo and rng.random() < 0.2:
                look = await play.take_back(house, number, person, look.mark)
                text = "undo"
            elif look.owes or (look.may_change and rng.random() < 0.3):
                text = str(rng.choice(look.options))
                look = await play.play(house, number, person, text, look.mark)
            else:
                await asyncio.sleep(0)
                continue
        except Declined:
            continue
        report("made", number, look.table.row.version, look.seat, text)


async def live(address: Address, rng: random.Random) -> None:
    house = House(await open_soon(address), lambda: TIME, QuickMinds())
    house.teller = Reporter()
    report("open")
    await clocks.tick(house)
    while True:
        numbers = await sql.numbers(house.db.reader, ("playing",))
        if len(numbers) < TABLES:
            await open_table(house, rng)
            continue
        games = [asyncio.create_task(play_at(house, number, rng)) for number in numbers]
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
