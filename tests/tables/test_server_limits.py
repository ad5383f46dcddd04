"""Limits per person and server, counted from what is stored."""

from __future__ import annotations

from typing import Any

import pytest

from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR
from tables.runtime import people
from tables.seating import closing, invitations, lobby, sending_away
from tables.seating.guests import Invitee
from tests.tables.room import ANNA, BERT, CLARA, SERVER, Room


async def limit(room: Room, **limits: Any) -> None:
    await people.save_server(room.services, people.Server(id=SERVER, **limits), BERT)


def guests(count: int, first: int = 5) -> list[Invitee]:
    return [Invitee(person, f"<{person}>") for person in range(first, first + count)]


async def when_refused(key: str, deed: object) -> int:
    with pytest.raises(Declined) as no:
        await deed  # type: ignore[misc]
    assert no.value.key == key
    return int(no.value.facts["when"])


@pytest.mark.both_engines
async def test_a_person_opens_so_many_tables_an_hour_even_after_a_restart(room: Room) -> None:
    await limit(room, tables_per_hour=2)
    first = await room.lobby((ANNA, BERT), size=3)
    room.time += 60
    await closing.cancel_lobby(room.services, await room.lobby((ANNA,), size=2), ANNA)
    await lobby.leave(room.services, first, ANNA)  # Bert is host now; who opened the table has not changed.
    await room.restart()
    again = await when_refused("tables_per_hour", room.lobby((ANNA,), size=2))
    assert again == room.time - 60 + HOUR
    await room.lobby((BERT,), size=2)
    await room.lobby((BERT,), size=2)
    room.time = again
    await room.lobby((ANNA,), size=2)


async def test_a_persons_tables_open_so_many_threads_a_day_and_lobbies_count(room: Room) -> None:
    await limit(room, threads_per_day=2)
    await closing.cancel_lobby(room.services, await room.lobby((ANNA,), size=2), ANNA)  # It never had a thread.
    waiting, started = await room.lobby((ANNA,), size=2), room.time
    await room.table((ANNA, BERT))
    room.time += 2 * HOUR
    assert await when_refused("threads_per_day", room.lobby((ANNA,), size=2)) == started + DAY
    room.time = started + DAY
    await room.lobby((ANNA,), size=2)
    assert await when_refused("threads_per_day", room.lobby((ANNA,), size=2)) == started + 7 * DAY
    await closing.cancel_lobby(room.services, waiting, ANNA)
    await room.lobby((ANNA,), size=2)


async def test_a_person_sends_so_many_invitations_an_hour(room: Room) -> None:
    await limit(room, invitations_per_hour=4)
    number, other = await room.lobby((ANNA,), size=3), await room.lobby((BERT,), size=3)
    await invitations.invite(room.services, number, ANNA, guests(3))
    again = await when_refused("invitations_per_hour", invitations.invite(room.services, number, ANNA, guests(2, 10)))
    assert again == room.time + HOUR
    await invitations.invite(room.services, number, ANNA, guests(1, 10))
    await invitations.invite(room.services, other, BERT, guests(4))
    with pytest.raises(Declined, match="too_many_guests"):
        await invitations.invite(room.services, number, ANNA, guests(5, 20))
    room.time = again
    await invitations.invite(room.services, number, ANNA, guests(4, 20))


async def test_nobody_is_invited_and_sent_away_again_and_again(room: Room) -> None:
    number = await room.lobby((ANNA,), size=3)
    await invitations.invite(room.services, number, ANNA, [Invitee(CLARA, "Clara")])
    await sending_away.send_away(room.services, number, ANNA, CLARA)
    repeated = invitations.invite(room.services, number, ANNA, [Invitee(CLARA, "Clara")])
    room.time = await when_refused("invited_lately", repeated)
    await invitations.invite(room.services, number, ANNA, [Invitee(CLARA, "Clara")])
