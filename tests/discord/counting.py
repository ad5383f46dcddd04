"""Counts the bot's requests while people play who come hours apart: the share of Discord's limits that a move costs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from opponents.novice import novice
from tables.play import moves
from tests.discord.playing import Sitting
from tests.discord.wire import Request

FREE = re.compile("/(interactions|webhooks)/")
"""Answers to clicks count for nothing."""


@dataclass(frozen=True)
class Count:
    """What a game took from its first decision to its last."""

    decisions: int
    """Of people; those that stand."""
    entries: int
    """Of the log, the computers' too."""
    routes: Counter[str]

    @property
    def total(self) -> int:
        return self.routes.total()

    def __str__(self) -> str:
        each = ", ".join(f"{route} {count / self.entries:.2f}" for route, count in sorted(self.routes.items()))
        return f"{self.total / self.decisions:.2f} a decision, {self.total / self.entries:.2f} an entry ({each})"


def counted(sitting: Sitting, requests: Iterable[Request]) -> Counter[str]:
    """Count requests by what they do, and where: in direct messages or where the table lives."""
    direct = {message.channel_id for person in sitting.people for message in person.dms}
    routes: Counter[str] = Counter()
    for request in requests:
        if FREE.search(request.path):
            continue
        place = re.match(r"/channels/(\d+)", request.path)
        where = "direct" if place and int(place[1]) in direct else "table"
        routes[f"{request.method} {where}"] += 1
    return routes


async def play_slowly(sitting: Sitting, entries: int) -> Count:
    """Play until the log has so many entries, each decision long after all was told of the one before.

    Moves come in by the door behind all clicks and commands: what those send are answers.
    """
    world, operator, number = sitting.world, sitting.operator, sitting.number
    await world.later(hours=1)
    already, before, decisions = len(world.requests), await operator.entries(number), 0
    while (table := await operator.table(number)).row.version < entries and table.open:
        owing = await sitting.owing()
        person = owing[decisions % len(owing)]
        seat = await sitting.seat(person)
        move = novice(table.game, table.state, seat, 1000 * table.row.version + seat)
        await moves.play(operator.services, number, person.id, str(move))
        decisions += 1
        await world.later(hours=1)
    made = await operator.entries(number) - before
    return Count(decisions, made, counted(sitting, world.requests[already:]))
