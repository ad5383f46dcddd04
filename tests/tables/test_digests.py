"""Digests: notifications sent together, in quiet hours, every few hours, after restarts; each once and in time."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from storage.engines.address import Address
from tables.delivery import digests, effects
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR, Clock
from tables.notifications.attempt import Attempt, Effects
from tables.notifications.kinds import Digest
from tables.notifications.preferences import WhenTold
from tables.play import moves
from tables.play.table_writer import NUDGE_DELAY_S
from tables.runtime import people as persons
from tables.runtime.services import ChannelBlocked, RetryLater
from tables.runtime.waiting_tables import waiting
from tables.seating import forgetting, lobby, relocation, seats, substitutes
from tables.time import holidays
from tests.tables.hearing import Hearing, Question, question
from tests.tables.room import ANNA, BERT, CHANNEL, CLARA, DAVID, PEOPLE, SERVER

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = (22, 8)


def berlin(*when: int) -> int:
    return int(datetime(*when, tzinfo=BERLIN).timestamp())  # type: ignore[misc, arg-type]


@pytest.fixture
async def room(address: Address) -> AsyncIterator[Hearing]:
    """An empty house on a November noon."""
    room = Hearing(address)
    room.time = berlin(2026, 11, 10, 12)
    await room.enter()
    try:
        yield room
        await room.rest()
        assert await room.faults() == []
    finally:
        await room.services.close()


async def until(room: Hearing, moment: int, step: int = 30 * 60) -> None:
    """Let time go by in steps."""
    while room.time < moment:
        await room.later(min(step, moment - room.time))


async def asked(room: Hearing, person: int = BERT, *, hours: int = 72) -> int:
    """A table that begins to wait for somebody just now."""
    return await room.table((ANNA, person), clock=Clock(kind="decision", time=hours * HOUR))


@pytest.mark.both_engines
async def test_what_comes_in_quiet_hours_is_told_once_when_they_end(room: Hearing) -> None:
    await room.wish(BERT, quiet=NIGHT)
    evening = await asked(room)
    assert [heard.tables for heard in room.messages(BERT)] == [(evening,)]
    await until(room, berlin(2026, 11, 10, 23))
    night = [await asked(room) for _ in range(3)]
    await until(room, berlin(2026, 11, 11, 7, 59))
    assert len(room.messages(BERT)) == 1
    await room.later(60)
    (_, morning) = room.messages(BERT)
    assert morning.at == berlin(2026, 11, 11, 8)
    assert sorted(morning.tables) == [evening, *night]
    assert {told[0][0] for told in morning.new} == set(night)
    await until(room, berlin(2026, 11, 11, 20))
    assert len(room.messages(BERT)) == 2


async def test_what_was_answered_meanwhile_is_not_told(room: Hearing) -> None:
    await room.wish(BERT, "3")
    done, left = await asked(room), await asked(room)
    await room.move(done, BERT)
    await room.later(3 * HOUR)
    assert [heard.tables for heard in room.messages(BERT)] == [(left,)]
    await room.move(left, BERT)
    await room.move(done, ANNA)
    await room.move(done, BERT)
    await room.later(3 * HOUR)
    assert len(room.messages(BERT)) == 1


@pytest.mark.repeated(3)
@pytest.mark.parametrize("told", ["3", "6", "12"])
async def test_twenty_tables_that_wait_make_one_message(room: Hearing, told: WhenTold) -> None:
    await room.lift_limits()
    await room.wish(BERT, told)
    tables = []
    for _ in range(20):
        tables.append(await asked(room))
        await room.later(60)
    await until(room, berlin(2026, 11, 11, 11))
    (message,) = room.messages(BERT)
    assert message.at - berlin(2026, 11, 10, 12) <= int(told) * HOUR + STEP
    assert sorted(message.tables) == tables


async def test_of_25_tables_ten_wait_and_make_one_message_in_order_of_urgency(room: Hearing) -> None:
    await room.lift_limits()
    await room.wish(BERT, "3")
    tables = [await asked(room, hours=24 * (1 + number % 7)) for number in range(25)]
    for number in tables[10:]:
        await room.move(number, BERT)
    await room.later(3 * HOUR)
    (message,) = room.messages(BERT)
    assert message.tables == tuple(sorted(tables[:10], key=lambda number: ((number - tables[0]) % 7, number)))
    assert [waits.table.id for waits in await waiting(room.services, BERT)] == list(message.tables)


async def test_what_runs_out_soon_does_not_wait_for_the_hours_of_all_else(room: Hearing) -> None:
    await room.wish(BERT, "12")
    long, short = await asked(room), await asked(room, hours=4)
    await until(room, room.time + 2 * HOUR)
    await room.later(60)
    (message,) = room.messages(BERT)
    assert message.tables == (short, long)
    assert {what for _, what, _ in message.new} == {"ping", "half"}
    await until(room, berlin(2026, 11, 11, 5))
    assert [{what for _, what, _ in heard.new} for heard in room.messages(BERT)[1:]] == [{"end"}]


async def test_what_was_gathered_for_somebody_is_told_to_them_whoever_has_their_seat_by_then(
    room: Hearing, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.wish(BERT, quiet=NIGHT)
    await until(room, berlin(2026, 11, 10, 23))
    given, kept = [await asked(room, hours=hours) for hours in (48, 72)]
    tell = room.deliver

    async def not_yet(attempt: Attempt, table: Table) -> None:
        if isinstance(attempt.notification, Digest):
            raise RetryLater("Discord is away")
        await tell(attempt, table)

    with monkeypatch.context() as patch:
        patch.setattr(room, "deliver", not_yet)
        await until(room, berlin(2026, 11, 11, 8, 1))
    await room.substitute(given, BERT, await room.seat(given, BERT), CLARA, "Clara")
    room.heard.clear()
    await room.later(15 * 60)
    assert [heard.tables for heard in room.messages(BERT)] == [(kept,)]
    assert room.messages(CLARA) == []


async def test_what_was_gathered_is_told_once_though_its_table_has_moved_meanwhile(
    room: Hearing, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.wish(BERT, quiet=NIGHT)
    await until(room, berlin(2026, 11, 10, 23))
    number = await asked(room)

    async def refused(attempt: Attempt, table: Table) -> None:
        raise ChannelBlocked(room.time + HOUR)

    with monkeypatch.context() as patch:
        patch.setattr(room, "deliver", refused)
        await until(room, berlin(2026, 11, 11, 8, 1))
        await relocation.note_channel_deleted(room.services, SERVER, CHANNEL)
        await relocation.move(room.services, number, ANNA, CHANNEL + 1)
        await room.rest()
    room.told.clear()
    await room.later(HOUR)
    assert len(room.tellings(Digest)) == 1


async def test_only_what_runs_out_and_never(room: Hearing) -> None:
    await room.wish(BERT, "urgent")
    await room.wish(CLARA, "never")
    await room.table((ANNA, BERT, CLARA), clock=Clock(kind="decision", time=6 * HOUR))
    await until(room, room.time + 3 * HOUR - 60)
    assert not room.messages(BERT)
    await until(room, room.time + 5 * HOUR)
    assert [{what for _, what, _ in heard.new} for heard in room.messages(BERT)] == [{"half"}, {"end"}]
    assert not room.messages(CLARA)


@pytest.mark.parametrize("crash", [False, True])
async def test_what_was_gathered_outlives_a_restart_at_any_point(room: Hearing, crash: bool) -> None:
    await room.wish(BERT, quiet=NIGHT)
    room.time = berlin(2026, 11, 10, 23)
    tables = [await asked(room), await asked(room)]
    await (room.crash if crash else room.restart)(away=2 * HOUR)
    await until(room, berlin(2026, 11, 11, 7))
    assert not room.messages(BERT)
    # We are not there when they end: it is told as soon as we are.
    await (room.crash if crash else room.restart)(away=2 * HOUR)
    await room.later(30)
    (message,) = room.messages(BERT)
    assert sorted(message.tables) == tables
    await (room.crash if crash else room.restart)()
    await room.later(HOUR)
    assert len(room.messages(BERT)) == 1


async def test_quiet_hours_move_with_the_time_zone(room: Hearing) -> None:
    await room.wish(BERT, quiet=NIGHT)
    room.time = berlin(2026, 11, 10, 23)
    number = await asked(room)
    await holidays.set_hours(room.services, await persons.meet(room.services, BERT), "America/New_York", None, None)
    await room.later(30)
    assert [heard.tables for heard in room.messages(BERT)] == [(number,)], "there it is afternoon"
    await until(room, berlin(2026, 11, 11, 5))
    await room.move(number, BERT)
    await room.move(number, ANNA)
    other = await asked(room)
    await until(room, berlin(2026, 11, 11, 13, 59))
    assert len(room.messages(BERT)) == 1
    await room.later(60)
    assert room.messages(BERT)[-1].tables[-1] == other


async def test_a_change_of_wishes_counts_for_what_was_gathered(room: Hearing) -> None:
    await room.wish(BERT, "12")
    number = await asked(room)
    await room.wish(BERT, "now")
    await room.later(30)
    assert [heard.tables for heard in room.messages(BERT)] == [(number,)]
    await room.wish(BERT, "3")
    await asked(room)
    await room.wish(BERT, "never")
    await until(room, room.time + 4 * HOUR)
    assert len(room.messages(BERT)) == 1


async def test_quiet_hours_need_a_time_zone_and_two_different_ends(room: Hearing) -> None:
    person = await persons.meet(room.services, BERT)
    with pytest.raises(Declined, match="zone_first"):
        await digests.set_quiet(room.services, person, 60, 120)
    await room.wish(BERT)
    with pytest.raises(Declined, match="no_such_hours"):
        await digests.set_quiet(room.services, await persons.meet(room.services, BERT), 60, 60)


async def test_who_was_forgotten_hears_nothing_any_more(room: Hearing) -> None:
    await room.wish(BERT, "3")
    await asked(room)
    await forgetting.forget(room.services, BERT)
    await room.later(4 * HOUR)
    assert not room.messages(BERT)


async def test_a_full_lobby_is_told_with_all_else(room: Hearing) -> None:
    await room.wish(ANNA, quiet=NIGHT)
    room.time = berlin(2026, 11, 10, 23)
    number = await room.lobby((ANNA,), size=2)
    table = await room.load(number)
    led_to = Effects()
    await digests.decide_now_or_later(room.services, table, [ANNA], "full", led_to)
    async with room.services.db.transaction() as db:
        await effects.write(db, table, led_to)
    await lobby.join(room.services, number, BERT, "Bert")
    await room.later(9 * HOUR)
    assert len(room.messages(ANNA)) == 1


# Whatever happens

WISHES: tuple[tuple[WhenTold, tuple[int, int] | None, str], ...] = (
    ("now", NIGHT, "Europe/Berlin"),
    ("3", (0, 7), "America/New_York"),
    ("12", (13, 15), "Asia/Kolkata"),
    ("now", (18, 3), "America/New_York"),
)
STEP, AWAY = 30 * 60, HOUR
"""Seconds between two looks, and for how long we are not there at most."""


def peace(person: int, moment: int) -> bool:
    """Whether somebody wants their peace, by the clock on their wall."""
    _, quiet, zone = WISHES[PEOPLE.index(person)]
    hour = datetime.fromtimestamp(moment, ZoneInfo(zone)).hour
    return quiet is not None and (
        quiet[0] <= hour < quiet[1] if quiet[0] < quiet[1] else not quiet[1] <= hour < quiet[0]
    )


def in_time(person: int, since: int) -> int:
    """Until when somebody has to be told at the latest."""
    told, _, _ = WISHES[PEOPLE.index(person)]
    moment = since + (NUDGE_DELAY_S if told == "now" else int(told) * HOUR)
    while peace(person, moment):
        moment += 60
    return moment + AWAY + 2 * STEP


@pytest.mark.thorough
@pytest.mark.repeated(3)
@pytest.mark.parametrize("seed", range(3))
async def test_nobody_is_told_in_their_quiet_hours_nor_twice_and_everybody_in_time(
    room: Hearing, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    monkeypatch.setattr("tables.model.seeds.new", lambda: rng.getrandbits(62))
    room.time = berlin(2026, 3, 27, 12) if seed % 2 else berlin(2026, 10, 23, 12)
    for person, (told, quiet, zone) in zip(PEOPLE, WISHES, strict=True):
        await room.wish(person, told, quiet=quiet, zone=zone)
    tables: list[int] = []
    since: dict[tuple[int, Question], int] = {}
    actor = 0
    for _ in range(250):
        tables = [number for number in tables if await room.owing(number)]
        while len(tables) < 2:  # Who begins a game is there.
            actor = ANNA
            tables.append(await room.table((ANNA, BERT, CLARA), clock=Clock(kind="decision", time=12 * HOUR)))
        since = {asks: since.get(asks, 0 if asks[0] == actor else room.time) for asks in await _owed(room, tables)}
        await room.later(STEP)
        actor = await _something(room, rng, rng.choice(tables))
        await room.rest()
        await _all_are_told(room, tables, since)
    assert len(room.heard) > 20
    assert {"ping", "half", "offer"} <= {what for heard in room.heard for _, what, _ in heard.new}
    things = [(heard.person, new) for heard in room.heard for new in heard.new]
    assert len(things) == len(set(things)), "told twice"
    assert not [heard for heard in room.heard if peace(heard.person, heard.at)]


async def _something(room: Hearing, rng: random.Random, number: int) -> int:
    """Let something happen at a table; return who has brought it about."""
    owing, way = await room.owing(number), rng.random()
    if way < 0.4 and owing:
        person = rng.choice(owing)
        await room.move(number, person)
        return person
    if way < 0.5:
        person = rng.choice((ANNA, BERT, CLARA))
        table = await room.load(number)
        if (seat := table.seat_of(person)) and not seat.computer and table.can_take_back(seat.seat):
            await moves.take_back(room.services, number, person)
            return person
    elif way < 0.6:
        with suppress(Declined):
            return await _change_hands(room, rng, number)
    elif way < 0.64:
        await _holiday(room, rng.choice((ANNA, BERT, CLARA)))
    elif way < 0.67:
        await (room.crash if rng.random() < 0.5 else room.restart)(away=rng.choice((0, 50, AWAY)))
    return 0


async def _change_hands(room: Hearing, rng: random.Random, number: int) -> int:
    """Let a seat change hands: to a computer and back, or to David, who is asked by name or takes what is on offer."""
    table, person = await room.load(number), rng.choice((ANNA, BERT, CLARA))
    if any(seat.offered_at for seat in table.seats) and rng.random() < 0.5:
        await substitutes.take(room.services, number, DAVID, "David")
        return DAVID
    seat = table.seat_of(person)
    if seat is None:
        return 0
    if seat.computer:
        await seats.come_back(room.services, number, person)
    elif rng.random() < 0.5 and len(table.human_seats()) > 2:
        await seats.resign(room.services, number, person)
    elif table.seat_of(DAVID) is None:
        by_name = (DAVID, "David") if rng.random() < 0.7 else ()
        await substitutes.offer(room.services, number, person, seat.seat, *by_name)
    return person


async def _holiday(room: Hearing, person: int) -> None:
    """Let somebody go on holiday, or be back."""
    try:
        await holidays.end_holidays(room.services, person)
    except Declined:
        await holidays.announce_holiday(room.services, person, room.time, room.time + 2 * DAY)


async def _all_are_told(room: Hearing, tables: list[int], since: dict[tuple[int, Question], int]) -> None:
    told = {(heard.person, new[0]) for heard in room.heard for new in heard.new}
    for asks in await _owed(room, tables):
        if since.get(asks) and asks not in told:
            assert room.time <= in_time(asks[0], since[asks]), (asks, since[asks], room.time)


async def _owed(room: Hearing, tables: list[int]) -> list[tuple[int, Question]]:
    """Who is asked what now."""
    loaded = [await room.load(number) for number in tables]
    return [
        (seat.person or 0, question(table, seat))
        for table in loaded
        for seat in table.human_seats()
        if seat.seat in table.owed
    ]
