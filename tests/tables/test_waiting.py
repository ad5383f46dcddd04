"""What waits for a person at all their tables, in order of urgency; and their own notes there."""

from __future__ import annotations

import pytest

from storage.queries import personal_data
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR, Clock
from tables.play import lookup
from tables.records import notes, statistics
from tables.runtime.waiting_tables import waiting
from tables.seating import seats
from tables.time import holidays as stopping
from tables.time import pauses
from tests.tables.room import ANNA, BERT, CHANNEL, CLARA, STRANGER, Room

pytestmark = pytest.mark.quick


async def numbers(room: Room, person: int, but: int = 0) -> list[int]:
    return [waits.table.id for waits in await waiting(room.services, person, but)]


async def hourly(room: Room, hours: int) -> int:
    """A table of Anna and Bert with so many hours for a decision."""
    return await room.table((ANNA, BERT), clock=Clock(kind="decision", time=hours * HOUR))


@pytest.mark.both_engines
async def test_what_runs_out_first_comes_first_and_what_never_does_last(room: Room) -> None:
    endless, later = await room.table((ANNA, BERT), pace=0), await hourly(room, 48)
    room.time += HOUR
    endless_too, soon, over = await room.table((ANNA, BERT), pace=0), await hourly(room, 12), await hourly(room, 1)
    await room.later(2 * HOUR)
    assert await numbers(room, ANNA) == [over, soon, later, endless, endless_too]
    assert await numbers(room, ANNA, but=soon) == [over, later, endless, endless_too]
    assert [look.table.id for look in await lookup.looks_of_person(room.services, ANNA)] == [
        over,
        soon,
        later,
        endless,
        endless_too,
    ]


async def test_without_clocks_what_has_waited_longest_comes_first_in_every_list(room: Room) -> None:
    again, longer = [await room.table((ANNA, BERT), pace=0) for _ in range(2)]
    room.time += HOUR
    for person in (ANNA, BERT):
        await room.move(again, person)
    assert await numbers(room, ANNA) == [longer, again]
    assert [look.table.id for look in await lookup.looks_of_person(room.services, ANNA)] == [longer, again]


async def test_only_what_is_owed_by_oneself_waits(room: Room) -> None:
    chosen, left, paused = await hourly(room, 12), await hourly(room, 12), await hourly(room, 1)
    await room.lobby((ANNA, BERT))
    await room.move(chosen, ANNA)
    await seats.resign(room.services, left, ANNA)
    for person in (ANNA, BERT):
        await pauses.request_pause(room.services, paused, person)
    await room.rest()
    assert await numbers(room, ANNA) == [paused]
    assert [waits.until for waits in await waiting(room.services, ANNA)] == [0]
    assert sorted(await numbers(room, BERT)) == sorted([chosen, left, paused])
    assert await numbers(room, STRANGER) == []


async def test_a_holiday_makes_a_table_less_urgent(room: Room) -> None:
    soon = await hourly(room, 12)
    strict = await room.table((ANNA, BERT), clock=Clock(kind="decision", time=DAY, holidays=0))
    assert await numbers(room, ANNA) == [soon, strict]
    await stopping.announce_holiday(room.services, ANNA, room.time, room.time + 3 * DAY)
    assert await numbers(room, ANNA) == [strict, soon]


# Notes


async def test_notes_are_ones_own_and_survive_a_restart(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await notes.add_line(room.services, number, ANNA, "  Bert  keeps\nwine ")
    assert await notes.add_line(room.services, number, ANNA, "salt next") == ["Bert keeps wine", "salt next"]
    await room.restart()
    assert await notes.notes(room.services, number, ANNA) == ["Bert keeps wine", "salt next"]
    assert await notes.notes(room.services, number, BERT) == []
    with pytest.raises(Declined, match="not_seated"):
        await notes.add_line(room.services, number, STRANGER, "let me in")


async def test_an_old_button_rubs_out_nothing_more(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    for line in ("one", "two", "three"):
        await notes.add_line(room.services, number, ANNA, line)
    assert await notes.remove_lines(room.services, number, ANNA, 3) == ["one", "two"]
    assert await notes.remove_lines(room.services, number, ANNA, 3) == ["one", "two"]
    assert await notes.remove_lines(room.services, number, ANNA, 2, everything=True) == []
    assert (await personal_data.everything(room.services.db.reader, ANNA))["notes"] == []


async def test_notes_have_an_end(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await notes.add_line(room.services, number, ANNA, "x" * notes.MAX_NOTE_CHARS)
    with pytest.raises(Declined, match="notes_full"):
        await notes.add_line(room.services, number, ANNA, "y")
    assert len(await notes.notes(room.services, number, ANNA)) == 1


async def test_who_takes_a_seat_finds_no_notes_of_who_had_it(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await notes.add_line(room.services, number, BERT, "secret")
    await seats.resign(room.services, number, BERT)
    await room.substitute(number, ANNA, await room.seat(number, BERT), CLARA, "Clara")
    assert await notes.notes(room.services, number, CLARA) == []
    assert (await statistics.export_person(room.services, BERT))["notes"][0]["body"] == "secret"


async def test_notes_are_meant_where_the_table_lives_or_at_the_only_one(room: Room) -> None:
    with pytest.raises(Declined, match="no_open_table"):
        await notes.which_table(room.services, ANNA, CHANNEL + 1)
    number = await room.table((ANNA, BERT))
    assert await notes.which_table(room.services, ANNA, CHANNEL + 1) == number
    await room.table((ANNA, CLARA))
    with pytest.raises(Declined, match="name_the_table"):
        await notes.which_table(room.services, ANNA, CHANNEL + 1)
