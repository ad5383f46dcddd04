"""Invitations, starting when full, and rematches."""

from __future__ import annotations

import asyncio

import pytest

from storage.queries import gathered as sql_gathered
from tables.delivery import digests
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import Digest, LobbyFull, Rematch, Started
from tables.notifications.lobby_kinds import Invited, LobbyOpened, SentAway
from tables.play import lookup
from tables.runtime import people as persons
from tables.runtime.services import RetryLater
from tables.seating import closing, invitations, lobby, rematches, sending_away, table_settings
from tables.seating.guests import MAX_GUESTS, Invitee
from tables.time import holidays
from tests.tables.room import ANNA, BERT, CHANNEL, CLARA, DAVID, SERVER, STRANGER, Room

pytestmark = pytest.mark.quick


async def full_lobby(room: Room, *people: int, size: int = 0, computers: int = 0) -> int:
    """Open a table that starts when it is full, and let people sit down."""
    wanted = table_settings.NewTable(
        game="visby",
        size=size or len(people) + computers,
        computers=computers,
        server=SERVER,
        channel=CHANNEL,
        starts_full=True,
    )
    host, *others = people
    table = await lobby.open_table(room.services, host, f"<{host}>", wanted)
    for person in others:
        await lobby.join(room.services, table.id, person, f"<{person}>")
    await room.rest()
    return table.id


def guests(*people: int) -> list[Invitee]:
    return [Invitee(person, f"<{person}>") for person in people]


async def replies(room: Room, number: int) -> dict[int, str]:
    return {guest.person: guest.answer for guest in (await room.load(number)).row.guests}


# Starting when full


async def test_a_table_that_starts_when_full_begins_with_the_last_seat(room: Room) -> None:
    number = await full_lobby(room, ANNA, BERT, size=3)
    assert (await room.load(number)).row.status == "lobby"
    deeds = [lobby.join(room.services, number, person, "x") for person in (CLARA, DAVID)]
    outcomes = await asyncio.gather(*deeds, return_exceptions=True)
    await room.rest()
    assert [getattr(outcome, "key", "") for outcome in outcomes] == ["", "started_already"]
    table = await room.load(number)
    assert table.row.status == "playing"
    assert {seat.person for seat in table.seats} == {ANNA, BERT, CLARA}
    assert len(room.tellings(Started)) == 1
    assert not room.tellings(LobbyFull), "nobody has to press anything"
    assert CLARA not in {person for ping in await room.pings(number) for person in ping}, "who has sat down is there"


async def test_a_computer_on_the_last_seat_lets_it_begin_too(room: Room) -> None:
    number = await full_lobby(room, ANNA, BERT, size=3)
    await lobby.set_computers(room.services, number, ANNA, 1, level="novice")
    await room.rest()
    table = await room.load(number)
    assert (table.row.status, table.row.level) == ("playing", "novice")


async def test_who_leaves_keeps_it_from_beginning(room: Room) -> None:
    number = await full_lobby(room, ANNA, BERT, size=3)
    await lobby.leave(room.services, number, BERT)
    await lobby.join(room.services, number, CLARA, "x")
    assert (await room.load(number)).row.status == "lobby"


@pytest.mark.parametrize("how", ["restart", "crash"])
async def test_full_when_opened_it_begins_by_itself_if_we_end_before_that(room: Room, how: str) -> None:
    number = await full_lobby(room, ANNA, computers=2)
    assert (await room.load(number)).row.status == "lobby"
    await getattr(room, how)()
    await room.later(lobby.ANSWER_TIME_S)
    assert (await room.load(number)).row.status == "playing"
    await room.later(lobby.ANSWER_TIME_S)
    assert len(room.tellings(Started)) == 1


# Invitations


async def test_guests_are_told_once_and_what_they_answer_shows(room: Room) -> None:
    number = await room.lobby((ANNA,), size=4)
    await invitations.invite(room.services, number, ANNA, guests(BERT, CLARA, BERT, ANNA))
    await room.rest()
    assert room.tellings(Invited) == [Invited(guests=(1, 2))]
    with pytest.raises(Declined, match="invited_already"):
        await invitations.invite(room.services, number, ANNA, guests(CLARA))
    await invitations.accept(room.services, number, BERT)
    await invitations.decline(room.services, number, CLARA)
    assert await replies(room, number) == {BERT: "accepted", CLARA: "declined"}
    assert (await room.load(number)).seats[1].name == f"<{BERT}>"
    with pytest.raises(Declined, match="they_declined"):
        await invitations.invite(room.services, number, ANNA, guests(CLARA, DAVID))
    assert await replies(room, number) == {BERT: "accepted", CLARA: "declined"}
    await lobby.join(room.services, number, CLARA, "Clara")
    assert (await replies(room, number))[CLARA] == "accepted"


@pytest.mark.both_engines
async def test_a_person_sent_away_cannot_rejoin_until_invited_even_after_a_restart(room: Room) -> None:
    number = await room.lobby((ANNA, BERT, CLARA), size=4)
    await invitations.invite(room.services, number, ANNA, guests(DAVID))
    for by, person, refusal in (
        (BERT, CLARA, "host_sends_away"),
        (ANNA, ANNA, "not_yourself_away"),
        (ANNA, STRANGER, "nobody_to_send_away"),
    ):
        with pytest.raises(Declined, match=refusal):
            await sending_away.send_away(room.services, number, by, person)
    await sending_away.send_away(room.services, number, ANNA, BERT)
    await sending_away.send_away(room.services, number, ANNA, DAVID)
    await room.restart()
    assert room.tellings(SentAway) == [SentAway(person=BERT), SentAway(person=DAVID)]
    table = await room.load(number)
    assert [(seat.seat, seat.person) for seat in table.seats] == [(0, ANNA), (1, CLARA)]
    assert not table.invited
    for rejoining in (
        lobby.join(room.services, number, BERT, "Bert"),
        invitations.accept(room.services, number, DAVID),
        invitations.decline(room.services, number, DAVID),
    ):
        with pytest.raises(Declined, match="sent_away"):
            await rejoining
    assert not await lookup.admits(room.services, number, BERT)
    await invitations.invite(room.services, number, ANNA, guests(BERT))
    await invitations.accept(room.services, number, BERT)
    await lobby.start(room.services, number, ANNA)
    with pytest.raises(Declined, match="started_already"):
        await sending_away.send_away(room.services, number, ANNA, BERT)


async def test_only_the_host_invites_and_only_to_a_lobby(room: Room) -> None:
    number = await room.lobby((ANNA, BERT), size=3)
    for by in (BERT, STRANGER):
        with pytest.raises(Declined, match="host_invites"):
            await invitations.invite(room.services, number, by, guests(CLARA))
    for deed in (invitations.accept, invitations.decline):
        with pytest.raises(Declined, match="not_invited"):
            await deed(room.services, number, CLARA)
    with pytest.raises(Declined, match="too_many_guests"):
        await invitations.invite(room.services, number, ANNA, guests(*range(1, MAX_GUESTS + 2)))
    await lobby.set_computers(room.services, number, ANNA, 1)
    with pytest.raises(Declined, match="seats_taken"):
        await invitations.invite(room.services, number, ANNA, guests(CLARA))
    await lobby.start(room.services, number, ANNA)
    with pytest.raises(Declined, match="started_already"):
        await invitations.invite(room.services, number, ANNA, guests(CLARA))


async def test_a_private_table_with_as_many_watchers_as_can_be_has_a_rematch(room: Room) -> None:
    wanted = table_settings.NewTable(game="visby", size=3, server=room.home, channel=CHANNEL, private=True)
    number = (await lobby.open_table(room.services, ANNA, "Anna", wanted)).id
    await invitations.invite(room.services, number, ANNA, guests(BERT, CLARA))
    for person in (BERT, CLARA):
        await invitations.accept(room.services, number, person)
    await lobby.start(room.services, number, ANNA)
    watching = range(1, MAX_GUESTS + 1)
    await invitations.invite(room.services, number, ANNA, guests(*watching))
    await room.close(number)
    table, new = await rematches.open_or_join(room.services, number, BERT, "Bert")
    assert new
    assert {guest.person for guest in table.invited} == {ANNA, CLARA, *watching}
    with pytest.raises(Declined, match="too_many_guests"):
        await invitations.invite(room.services, table.id, BERT, guests(DAVID))


async def test_who_has_declined_is_not_asked_at_a_private_rematch_but_may_come(room: Room) -> None:
    wanted = table_settings.NewTable(game="visby", size=2, server=room.home, channel=CHANNEL, private=True)
    number = (await lobby.open_table(room.services, ANNA, "Anna", wanted)).id
    await invitations.invite(room.services, number, ANNA, guests(BERT, CLARA, DAVID))
    await invitations.accept(room.services, number, BERT)
    await invitations.decline(room.services, number, CLARA)
    await lobby.start(room.services, number, ANNA)
    await room.close(number)
    await room.rest()
    room.told.clear()
    table, _ = await rematches.open_or_join(room.services, number, BERT, "Bert")
    await room.rest()
    asked = {guest.n for guest in table.invited if guest.person in (ANNA, DAVID)}
    assert [set(notice.guests) for notice in room.tellings(Invited)] == [asked]
    assert await replies(room, table.id) == {ANNA: "asked", DAVID: "asked", CLARA: "declined"}
    await lobby.join(room.services, table.id, CLARA, "Clara")
    assert (await replies(room, table.id))[CLARA] == "accepted"


class Interrupted(Room):
    """Tells guests as `cogs/delivery/lobby_invitations.py` does; fails after so many of them."""

    pinged: list[int]
    patience: int = 99

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        await super().deliver(attempt, table)
        if not isinstance(attempt.notification, Invited):
            return
        to_tell = invitations.guests_to_invite(table, attempt.notification.guests)
        people = [guest.person for guest in to_tell]
        ways = await digests.decide_now_or_later(self.services, table, people, "invited", attempt.effects)
        if not self.patience:
            raise RetryLater("interrupted")
        self.pinged += [guest.person for guest in to_tell if ways[guest.person].now]
        attempt.effects.guests_told += [guest.n for guest in to_tell]


@pytest.fixture
async def interrupted(room: Room) -> Interrupted:
    room.__class__ = Interrupted
    assert isinstance(room, Interrupted)
    room.pinged = []
    return room


@pytest.mark.parametrize("patience", [0, 1, 2])
async def test_nobody_is_pinged_twice_though_telling_is_interrupted(interrupted: Interrupted, patience: int) -> None:
    room = interrupted
    room.patience = patience
    number = await room.lobby((ANNA,), size=6)
    await invitations.invite(room.services, number, ANNA, guests(BERT, CLARA, DAVID))
    await room.rest()
    await lobby.join(room.services, number, STRANGER, "x")
    await room.crash()
    room.patience = 99
    await room.later(60)
    await room.later(3600)
    assert room.pinged == [BERT, CLARA, DAVID]


async def test_who_has_answered_or_whose_table_has_begun_is_not_pinged_any_more(interrupted: Interrupted) -> None:
    room = interrupted
    room.patience = 0
    number = await room.lobby((ANNA,), size=4)
    await invitations.invite(room.services, number, ANNA, guests(BERT, CLARA, DAVID))
    await room.rest()
    await lobby.join(room.services, number, BERT, "x")
    await invitations.decline(room.services, number, CLARA)
    room.patience = 99
    await room.later(60)
    assert room.pinged == [DAVID]


async def test_an_invitation_waits_for_the_end_of_quiet_hours_and_is_told_with_all_else(
    interrupted: Interrupted,
) -> None:

    room = interrupted
    await holidays.set_hours(room.services, await persons.meet(room.services, BERT), "UTC", None, None)
    midnight = room.time // 86400 * 86400
    room.time = midnight + 23 * 3600
    await digests.set_quiet(room.services, await persons.meet(room.services, BERT), 22 * 60, 8 * 60)
    await digests.set_wishes(room.services, await persons.meet(room.services, CLARA), "never", None)
    number = await room.lobby((ANNA,), size=4)
    await invitations.invite(room.services, number, ANNA, guests(BERT, CLARA, DAVID))
    await room.later(60)
    assert room.pinged == [DAVID]
    (waits,) = await sql_gathered.of_person(room.services.db.reader, BERT)
    assert (waits.what, waits.due) == ("invited", midnight + (24 + 8) * 3600)
    room.time = waits.due - 60
    await room.crash()
    await room.later(120)
    (told,) = room.tellings(Digest)
    summary = await digests.make_summary(room.services, BERT, told)
    assert summary is not None
    assert [table.id for table in summary.invited] == [number]
    assert digests.whom(await room.load(number), told) == BERT
    await invitations.decline(room.services, number, BERT)
    assert await digests.make_summary(room.services, BERT, told) is None


async def test_the_list_of_invitations_names_lobbies_that_wait_for_an_answer(room: Room) -> None:
    first, second, third = [await room.lobby((ANNA,), size=4) for _ in range(3)]
    for number in (first, second, third):
        await invitations.invite(room.services, number, ANNA, guests(BERT))
    await invitations.decline(room.services, first, BERT)
    await closing.cancel_lobby(room.services, second, ANNA)
    assert [table.id for table in await invitations.unanswered_invitations(room.services, BERT)] == [third]


async def test_who_sits_at_25_tables_keeps_an_invitation_for_later(room: Room) -> None:
    await room.lift_limits()
    number = await room.lobby((ANNA,), size=3)
    for _ in range(table_settings.MAX_TABLES_PER_PERSON):
        await room.lobby((BERT,), size=2)
    await invitations.invite(room.services, number, ANNA, guests(BERT))
    with pytest.raises(Declined, match="too_many_tables"):
        await invitations.accept(room.services, number, BERT)
    assert await replies(room, number) == {BERT: "asked"}


# Playing again


async def test_at_a_rematch_those_who_played_are_invited_and_who_asks_is_seated(room: Room) -> None:
    number = await full_lobby(room, ANNA, BERT, CLARA, computers=1)
    await room.close(number)
    again, new = await rematches.open_or_join(room.services, number, BERT, "Bert")
    await room.rest()
    assert new
    assert await replies(room, again.id) == {ANNA: "asked", CLARA: "asked"}
    assert [told.notice for told in room.told if told.table_id == number][-1] == Rematch(
        seat=await room.seat(number, BERT), new=again.id
    )
    assert len([told for told in room.told if isinstance(told.notice, Invited) and told.table_id == again.id]) == 1
    await invitations.accept(room.services, again.id, ANNA)
    assert (await room.load(again.id)).row.status == "lobby"
    await rematches.open_or_join(room.services, number, CLARA, "Clara")
    await room.rest()
    table = await room.load(again.id)
    assert table.row.status == "playing", "it starts when full, as the one before did"
    assert {seat.person for seat in table.seats} == {ANNA, BERT, CLARA, None}


async def test_a_rematch_against_computers_only_begins_at_once(room: Room) -> None:
    number = await room.lobby((ANNA,), size=4, computers=1)
    for level in ("novice", "trader"):
        await lobby.set_computers(room.services, number, ANNA, 1, level=level)
    await lobby.start(room.services, number, ANNA)
    await room.rest()
    await room.close(number)
    room.told.clear()
    again, new = await rematches.open_or_join(room.services, number, ANNA, "Anna")
    await room.rest()
    table = await room.load(again.id)
    assert (new, table.row.status, table.row.options) == (True, "playing", (await room.load(number)).row.options)
    assert sorted(seat.computer or "" for seat in table.seats) == ["", "novice", "trader", "trader"]
    assert not room.tellings(Rematch), "nobody else is there to be told"
    assert await room.faults() == []


# New lobbies


async def heard(room: Room, number: int) -> list[int]:
    return [guest.person for guest in invitations.guests_to_notify(await room.load(number))]


@pytest.mark.both_engines
async def test_who_wishes_it_hears_of_a_new_lobby_once_while_a_seat_is_free(room: Room) -> None:
    for person in (ANNA, BERT, CLARA, DAVID):
        await invitations.set_lobby_subscriptions(room.services, person, SERVER, ["visby", "nonsense"])
    await invitations.set_lobby_subscriptions(room.services, STRANGER, SERVER, ["riga"])
    await invitations.set_lobby_subscriptions(room.services, DAVID, SERVER + 1, ["visby"])
    await invitations.set_lobby_subscriptions(room.services, DAVID, SERVER, [])
    assert await invitations.lobby_subscriptions(room.services, BERT, SERVER) == ["visby"]
    number = await room.lobby((ANNA, CLARA), size=4)
    assert await heard(room, number) == [BERT]
    await room.later(lobby.ANSWER_TIME_S)
    assert len(room.tellings(LobbyOpened)) == 1
    await room.crash()
    await room.later(lobby.ANSWER_TIME_S)
    assert len(room.tellings(LobbyOpened)) == 1
    await lobby.set_computers(room.services, number, ANNA, 1)
    await lobby.set_computers(room.services, number, ANNA, 1)
    assert await heard(room, number) == []
    await lobby.set_computers(room.services, number, ANNA, -1)
    await invitations.invite(room.services, number, ANNA, guests(BERT))
    assert await replies(room, number) == {BERT: "asked", CLARA: "hears"}


async def test_who_only_hears_of_a_lobby_is_not_invited_to_it(room: Room) -> None:
    await invitations.set_lobby_subscriptions(room.services, BERT, SERVER, ["visby"])
    number = await room.lobby((ANNA,), size=3)
    assert not (await room.load(number)).admits(BERT)
    assert not await lookup.admits(room.services, number, BERT)
    for deed in (invitations.accept, invitations.decline):
        with pytest.raises(Declined, match="not_invited"):
            await deed(room.services, number, BERT)
    await lobby.join(room.services, number, BERT, "Bert")
    await lobby.leave(room.services, number, BERT)
    assert await replies(room, number) == {BERT: "hears"}
    assert not (await room.load(number)).admits(BERT)
