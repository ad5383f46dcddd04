"""Seats on offer: who may offer and take them, what goes with them, and when an offer ends."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from rules.records import effective_entries
from storage.queries import records
from storage.queries import tables as sql
from tables.delivery import digests
from tables.model.authority import Authority
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR, Clock
from tables.notifications.kinds import HandChanged, Ping
from tables.notifications.seat_kinds import OfferDeclined, OffersChanged, SeatGone, SeatOffered
from tables.play import moves
from tables.runtime import people
from tables.seating import seats, substitutes, table_settings
from tables.time import holidays
from tests.tables.room import ANNA, BERT, CLARA, DAVID, SERVER, STRANGER, Room

pytestmark = pytest.mark.quick


async def late(room: Room, person: int = BERT, *, hours: int = 24, game: str = "visby") -> tuple[int, int]:
    """A table where somebody's time is up; its number, and their seat."""
    number = await room.table((ANNA, BERT, CLARA), game=game, clock=Clock(kind="decision", time=hours * HOUR))
    for other in (ANNA, BERT, CLARA):
        if other != person:
            await room.move(number, other)
    await room.later(hours * HOUR + 60)
    return number, await room.seat(number, person)


def on_offer(table: Table) -> list[int]:
    return [seat.seat for seat in table.seats if seat.offered_at]


async def refused(room: Room, number: int, person: int, seat: int) -> str:
    """Why somebody cannot take a seat; nothing changes by that, once computers have decided what they owe."""
    await room.rest()
    before = await room.load(number)
    with pytest.raises(Declined) as no:
        await substitutes.take(room.services, number, person, "Somebody", seat)
    assert await room.load(number) == before
    return no.value.key


# Offering


async def test_anybody_seated_asks_for_a_substitute_once_time_is_up(room: Room) -> None:
    number, seat = await late(room)
    with pytest.raises(Declined, match="not_overdue"):
        await substitutes.offer(room.services, number, CLARA, await room.seat(number, ANNA))
    await substitutes.offer(room.services, number, CLARA, seat)
    with pytest.raises(Declined, match="offered_already"):
        await substitutes.offer(room.services, number, ANNA, seat)
    await room.rest()
    assert on_offer(await room.load(number)) == [seat]
    assert len(room.tellings(OffersChanged)) == 1


async def test_one_offers_the_own_seat_at_any_time_and_plays_on_until_it_is_taken(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    seat = await room.seat(number, ANNA)
    await substitutes.offer(room.services, number, ANNA, seat)
    await room.move(number, ANNA)
    await moves.take_back(room.services, number, ANNA)
    assert on_offer(await room.load(number)) == [seat]
    await substitutes.take(room.services, number, STRANGER, "Emil")
    assert await room.seat(number, STRANGER) == seat


@pytest.mark.repeated(2)
@pytest.mark.parametrize("way", ["move", "come_back", "more_time", "holiday", "withdraw", "replaced"])
async def test_an_offer_is_over_when_its_player_is_back_or_nobody_wants_it_any_more(room: Room, way: str) -> None:
    number, seat = await late(room)
    if way == "come_back":
        await seats.give_to_computer(room.services, number, ANNA, seat)
    await substitutes.offer(room.services, number, ANNA, seat)
    await room.rest()
    room.told.clear()
    match way:
        case "move":
            await room.move(number, BERT)
        case "come_back":
            await seats.come_back(room.services, number, BERT)
        case "more_time":
            await seats.give_time(room.services, number, CLARA, seat)
        case "holiday":
            await holidays.announce_holiday(room.services, BERT, room.time, room.time + 3 * DAY)
            await seats.give_time(room.services, number, CLARA, seat)
        case "withdraw":
            with pytest.raises(Declined, match="others_offer"):
                await substitutes.withdraw(room.services, number, CLARA, seat)
            await substitutes.withdraw(room.services, number, ANNA, seat)
        case _:
            await substitutes.offer(room.services, number, CLARA, seat, STRANGER, "Emil")
            assert await refused(room, number, DAVID, seat) == "offered_to_another"
            await substitutes.decline(room.services, number, STRANGER)
    await room.rest()
    assert on_offer(await room.load(number)) == []
    assert room.tellings(OffersChanged)
    assert await refused(room, number, DAVID, seat) == "offer_over"


async def test_a_computer_plays_until_somebody_takes_the_seat(room: Room) -> None:
    number, seat = await late(room)
    await substitutes.offer(room.services, number, ANNA, seat)
    await seats.give_to_computer(room.services, number, ANNA, seat)
    await room.rest()
    assert on_offer(await room.load(number)) == [seat]
    assert [line for line in await room.log(number) if line.startswith(f"{seat} ")]
    await substitutes.take(room.services, number, DAVID, "David", seat)
    assert (await room.load(number)).seats[seat].computer is None


async def test_a_finished_table_has_no_seat_on_offer(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    seat = await room.seat(number, ANNA)
    await substitutes.offer(room.services, number, ANNA, seat)
    await room.play_on(number)
    assert on_offer(await room.load(number)) == []
    assert await refused(room, number, STRANGER, seat) == "finished"


async def test_a_seat_that_is_lost_is_not_its_losers_to_offer_or_to_take(room: Room) -> None:
    number = await room.table((ANNA, BERT), clock=Clock(kind="decision", time=HOUR, out="lost"))
    seat = await room.seat(number, BERT)
    await room.move(number, ANNA)
    await room.later(2 * HOUR)
    with pytest.raises(Declined, match="seat_lost"):
        await substitutes.offer(room.services, number, BERT, seat)
    await substitutes.offer(room.services, number, ANNA, seat)
    assert await refused(room, number, BERT, seat) == "seat_lost"
    await substitutes.take(room.services, number, STRANGER, "Emil", seat)
    assert not (await room.load(number)).seats[seat].lost


# Taking


async def test_who_takes_a_seat_has_all_that_belongs_to_it_but_no_half_built_move(room: Room) -> None:
    number, seat = await late(room)
    mark = await room.mark(number, BERT)
    await moves.save_draft(room.services, number, BERT, mark, lambda _: "half")
    hand = (await room.look(number, BERT)).view
    await substitutes.offer(room.services, number, ANNA, seat)
    await room.rest()
    room.told.clear()
    taken = await substitutes.take(room.services, number, STRANGER, "Emil", seat)
    await room.rest()
    assert (taken.seat, taken.former) == (seat, BERT)
    look = await room.look(number, STRANGER)
    assert look.view == hand
    assert (look.draft, (await room.load(number)).seats[seat].draft) == ("", None)
    assert room.tellings(SeatGone) == [SeatGone(seat=seat, person=BERT)]
    assert not room.tellings(Ping), "who takes a seat is there"
    with pytest.raises(Declined, match="not_seated"):
        await moves.play(room.services, number, BERT, "pick knight ship", mark)
    await room.move(number, STRANGER)


async def test_what_others_hold_in_direct_messages_names_who_has_a_seat_now(room: Room) -> None:
    number = await room.table((ANNA, BERT, CLARA))
    others = {await room.seat(number, person) for person in (ANNA, CLARA)}
    room.told.clear()
    await room.substitute(number, BERT, await room.seat(number, BERT), STRANGER, "Emil")
    await room.rest()
    assert {told.seat for told in room.tellings(HandChanged)} >= others


async def test_who_cannot_take_a_seat(room: Room) -> None:
    number, seat = await late(room)
    await substitutes.offer(room.services, number, ANNA, seat)
    assert await refused(room, number, ANNA, seat) == "seated_already"
    assert await refused(room, number, BERT, seat) == "own_seat"
    await seats.give_to_computer(room.services, number, ANNA, seat)
    assert await refused(room, number, BERT, seat) == "computer_decides"
    await room.substitute(number, CLARA, await room.seat(number, CLARA), DAVID, "David")
    assert await refused(room, number, CLARA, seat) == "held_another", "she knows another hand"
    with pytest.raises(Declined, match="they_held_another"):
        await substitutes.offer(room.services, number, ANNA, seat, CLARA, "Clara")
    await room.lift_limits()
    for _ in range(25):
        await room.lobby((STRANGER,), size=2)
    assert await refused(room, number, STRANGER, seat) == "too_many_tables"
    with pytest.raises(Declined, match="they_have_too_many"):
        await substitutes.offer(room.services, number, ANNA, seat, STRANGER, "Emil")


async def test_who_had_this_very_seat_may_take_it_again(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    seat = await room.seat(number, BERT)
    await room.substitute(number, BERT, seat, STRANGER, "Emil")
    await room.substitute(number, STRANGER, seat, BERT, "Bert")
    assert await room.seat(number, BERT) == seat


async def test_of_those_who_take_a_seat_at_once_exactly_one_has_it(room: Room) -> None:
    number, seat = await late(room)
    await substitutes.offer(room.services, number, ANNA, seat)
    tries = [substitutes.take(room.services, number, person, f"<{person}>", seat) for person in (DAVID, STRANGER)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(isinstance(result, Declined) for result in results) == [False, True]
    (no,) = [result for result in results if isinstance(result, Declined)]
    assert no.key == "offer_over"
    assert (await room.load(number)).seats[seat].person in (DAVID, STRANGER)


async def test_nobody_sits_at_more_than_25_tables_by_taking_several_seats_at_once(room: Room) -> None:
    await room.lift_limits()
    offered = [await room.table((ANNA, BERT)) for _ in range(3)]
    for number in offered:
        await substitutes.offer(room.services, number, BERT, await room.seat(number, BERT))
    for _ in range(table_settings.MAX_TABLES_PER_PERSON - 1):
        await room.lobby((STRANGER,), size=2)
    tries = [substitutes.take(room.services, number, STRANGER, "Emil") for number in offered]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert [result.key for result in results if isinstance(result, Declined)] == ["too_many_tables"] * 2
    assert await sql.count_of_person(room.services.db.reader, STRANGER) == table_settings.MAX_TABLES_PER_PERSON
    assert sorted([len(on_offer(await room.load(number))) for number in offered]) == [0, 1, 1]


@pytest.mark.parametrize(("hours", "has"), [(72, DAY), (24, DAY), (6, 6 * HOUR)])
async def test_a_substitute_has_a_day_or_the_time_for_a_decision_if_that_is_shorter(
    room: Room, hours: int, has: int
) -> None:
    number, seat = await late(room, hours=hours)
    await substitutes.offer(room.services, number, ANNA, seat)
    await room.later(5 * HOUR)
    await substitutes.take(room.services, number, STRANGER, "Emil", seat)
    chair = (await room.load(number)).seats[seat]
    assert (chair.time_left, chair.runs_since, chair.overdue) == (has, room.time, False)


async def test_without_a_number_the_only_seat_on_offer_is_meant(room: Room) -> None:
    number = await room.table((ANNA, BERT, CLARA))
    with pytest.raises(Declined, match="no_offer"):
        await substitutes.take(room.services, number, STRANGER, "Emil")
    for person in (ANNA, BERT):
        await substitutes.offer(room.services, number, person, await room.seat(number, person))
    with pytest.raises(Declined, match="which_seat"):
        await substitutes.take(room.services, number, STRANGER, "Emil")
    await substitutes.offer(room.services, number, CLARA, await room.seat(number, CLARA), STRANGER, "Emil")
    taken = await substitutes.take(room.services, number, STRANGER, "Emil")
    assert taken.former == CLARA, "what one is offered by name comes first"


async def test_the_host_of_a_table_is_who_has_the_hosts_seat(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await room.substitute(number, ANNA, await room.seat(number, ANNA), STRANGER, "Emil")
    assert (await room.load(number)).row.host == STRANGER


# By name


async def test_nobody_is_seated_unasked(room: Room) -> None:
    number, seat = await late(room)
    await substitutes.offer(room.services, number, ANNA, seat, STRANGER, "Emil")
    await room.rest()
    assert (await room.load(number)).seats[seat].person == BERT
    assert len(room.tellings(SeatOffered)) == 1
    assert await refused(room, number, DAVID, seat) == "offered_to_another"
    with pytest.raises(Declined, match="no_offer"):
        await substitutes.decline(room.services, number, DAVID)
    await substitutes.decline(room.services, number, STRANGER)
    await room.rest()
    assert room.tellings(OfferDeclined) == [OfferDeclined(seat=seat)]
    assert await refused(room, number, STRANGER, seat) == "offer_over"
    await substitutes.offer(room.services, number, ANNA, seat, STRANGER, "Emil")
    await substitutes.take(room.services, number, STRANGER, "Emil", seat)
    assert (await room.load(number)).seats[seat].person == STRANGER


async def test_nobody_is_asked_for_two_seats_of_one_table(room: Room) -> None:
    number = await room.table((ANNA, BERT, CLARA))
    mine, other = [await room.seat(number, person) for person in (ANNA, BERT)]
    await substitutes.offer(room.services, number, ANNA, mine, STRANGER, "Emil")
    with pytest.raises(Declined, match="they_are_asked"):
        await substitutes.offer(room.services, number, BERT, other, STRANGER, "Emil")
    await substitutes.offer(room.services, number, BERT, other)
    await substitutes.take(room.services, number, STRANGER, "Emil", other)
    assert on_offer(await room.load(number)) == [], "who has taken one is asked for none"


async def test_who_manages_the_server_offers_any_seat_but_its_player_can_play_on(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    seat = await room.seat(number, ANNA)
    await substitutes.offer(room.services, number, STRANGER, seat, DAVID, "David", authority=Authority(SERVER))
    await substitutes.take(room.services, number, DAVID, "David", seat)
    await substitutes.offer(room.services, number, STRANGER, seat, authority=Authority(SERVER))
    await room.move(number, DAVID)
    assert on_offer(await room.load(number)) == []


async def test_who_is_asked_in_quiet_hours_hears_it_when_they_end_and_who_wants_it_together_later(room: Room) -> None:
    number, seat = await late(room)
    stranger = await people.meet(room.services, STRANGER)
    stranger = await holidays.set_hours(room.services, stranger, "UTC", None, None)
    minute = room.time % DAY // 60
    stranger = await digests.set_quiet(room.services, stranger, (minute - 60) % 1440, (minute + 60) % 1440)
    peace_ends = (room.time // 60 + 60) * 60
    assert (await substitutes.how_to_offer(room.services, STRANGER, directly=False))[1] == peace_ends
    await substitutes.offer(room.services, number, ANNA, seat, STRANGER, "Emil")
    await room.later(50 * 60)
    assert not room.tellings(SeatOffered)
    await room.later(11 * 60)
    assert room.tellings(SeatOffered) == [SeatOffered(seat=seat, directly=True)]
    await substitutes.decline(room.services, number, STRANGER)
    await digests.set_wishes(room.services, await people.meet(room.services, STRANGER), "3", None)
    await substitutes.offer(room.services, number, ANNA, seat, STRANGER, "Emil")
    await room.later(2 * HOUR)
    assert len(room.tellings(SeatOffered)) == 1
    await room.later(HOUR)
    assert len(room.tellings(SeatOffered)) == 2


# What stays


@pytest.mark.both_engines
@pytest.mark.parametrize("crash", [False, True])
async def test_an_offer_outlives_a_restart_and_what_was_to_be_told_is_told(room: Room, crash: bool) -> None:
    number, seat = await late(room)
    room.services.background.closing = True  # Nothing is told any more.
    await substitutes.offer(room.services, number, ANNA, seat)
    room.told.clear()
    await (room.crash if crash else room.restart)()
    await room.later(0)
    assert [type(told.notice) for told in room.told].count(OffersChanged) == 1
    room.services.background.closing = True
    await substitutes.take(room.services, number, STRANGER, "Emil", seat)
    room.told.clear()
    await (room.crash if crash else room.restart)()
    await room.later(0)
    told = [told.kind for told in room.told]
    assert [told.count(kind) for kind in ("taken_over", "seat_gone", "offers")] == [1, 1, 1]


async def test_a_result_remembers_who_made_how_many_decisions_at_which_seat(room: Room) -> None:
    """Also when a substitute takes back what somebody else, or a computer, had decided."""
    number = await room.table((ANNA, BERT))
    seat = await room.seat(number, ANNA)
    await room.move(number, ANNA)
    await room.substitute(number, ANNA, seat, STRANGER, "Emil")
    await moves.take_back(room.services, number, STRANGER)
    shares = {share.person: share.count for share in await records.decision_counts(room.services.db.reader, number)}
    assert shares == {ANNA: 0, STRANGER: 0}
    await room.move(number, STRANGER)
    await seats.resign(room.services, number, STRANGER)
    await room.play_on(number)
    log = await sql.log(room.services.db.reader, number)
    made = {(row.seat, row.person) for row in log}
    assert made == {(seat, ANNA), (seat, STRANGER), (seat, 0), (1 - seat, BERT)}
    stands = Counter((row.seat, row.person) for row in effective_entries(log))
    for share in await records.decision_counts(room.services.db.reader, number):
        assert share.count == stands[share.seat, share.person]
