"""People who look for a game get a table as soon as their wishes fit, whatever happens to the process meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any

import pytest

from matching.reliability import Level
from matching.wishes import ANSWER_S, CONFIRM_AFTER_S, DEFAULT_WISH_S, NEW_PLAYER_POINTS
from storage import Address
from storage.queries import avoid_lists
from storage.queries import tables as sql_tables
from storage.queries import wishes as sql
from storage.rows import ServerRow
from storage.wish_rows import WishMessageRow, WishRow, WishTerms
from tables.delivery import versioned_delivery
from tables.matching import match_progress, wish_store
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.records import statistics
from tables.records.ratings import computer_levels
from tables.runtime import people
from tables.runtime.services import RetryLater
from tables.seating import forgetting, table_settings
from tests.tables.league_room import Killed, LeagueRoom
from tests.tables.room import CHANNEL, SERVER
from tests.tables.test_leagues import declined
from tests.tables.test_personal_data import found

ANNA, BERT, CLARA = (820_000_000_000_000_000 + number for number in range(1, 4))
OTHER_CHANNEL = CHANNEL + 1


class WishRoom(LeagueRoom):
    """Services with wishes. `written` has each message that was posted to somebody: kind and person."""

    def __init__(self, address: Address) -> None:
        super().__init__(address)
        self.written: list[tuple[str, int | None]] = []
        self.hidden: set[tuple[int, int]] = set()
        """The channels that people do not see on Discord: channel and person."""
        self.discord_is_away = False

    async def deliver_wish_message(self, row: WishMessageRow, wishes: Sequence[WishRow]) -> None:
        if row.message:  # It is edited.
            return
        nonce = await versioned_delivery.begin(self.services, row)
        if nonce not in self.by_nonce:
            self.by_nonce[nonce] = len(self.by_nonce) + 1
            self.written.append((row.kind, row.person))
        row.channel, row.message = CHANNEL, self.by_nonce[nonce]

    async def can_see(self, server: int, channel: int, person: int) -> bool:
        if self.discord_is_away:
            raise RetryLater
        return (channel, person) not in self.hidden

    async def wish(self, person: int, channels: Sequence[int] = (CHANNEL,), **terms: Any) -> list[Table]:
        """Let a person look for a game, and return the tables that open."""
        row = WishRow(
            server=self.home,
            person=person,
            name=f"<{person}>",
            terms=WishTerms(**terms),
            language="en",
            channel=channels[0],
            channels=list(channels),
            made_at=self.time,
        )
        await wish_store.look(self.services, row)
        return await match_progress.advance(self.services, self.home)

    async def tables(self) -> list[Table]:
        return [await self.load(n) for n in await sql_tables.numbers(self.services.db.reader, ("playing", "lobby"))]

    async def wishes(self) -> dict[int, str]:
        return {row.person: row.state for row in await sql.of_server(self.services.db.reader, self.home)}


@pytest.fixture
async def room(address: Address, caplog: pytest.LogCaptureFixture) -> AsyncIterator[WishRoom]:
    room = WishRoom(address)
    await room.enter()
    try:
        yield room
        await room.rest()
    finally:
        await room.services.close()
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


async def test_two_who_accept_anything_play_at_once_and_whoever_waited_longer_is_host(room: WishRoom) -> None:
    assert await room.wish(ANNA, computers=False) == []
    room.time += 60
    [table] = await room.wish(BERT)
    assert (table.row.status, table.row.host, table.row.channel) == ("playing", ANNA, CHANNEL)
    assert sorted(seat.person or 0 for seat in table.seats) == [ANNA, BERT]
    assert await room.wishes() == {}
    await room.rest()
    assert [each.kind for each in room.told].count("ping") == 1
    assert await room.faults() == []


async def test_people_who_want_different_games_wait_and_stopping_ends_it(room: WishRoom) -> None:
    await room.wish(ANNA, games=["visby"])
    assert await room.wish(BERT, games=["riga"]) == []
    assert await declined(room.wish(ANNA)) == "looking_already"
    await wish_store.stop(room.services, SERVER, ANNA)
    assert await declined(wish_store.stop(room.services, SERVER, ANNA)) == "not_looking"
    assert await declined(room.wish(ANNA, games=["haithabu"], sizes=[6])) == "no_such_game_size"
    assert await room.wish(CLARA, games=["visby"]) == []
    assert await room.wishes() == {BERT: "looking", CLARA: "looking"}


@pytest.mark.parametrize("kept", [False, True])
async def test_a_kill_at_any_commit_opens_each_table_once(
    address: Address, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = WishRoom(address)
    room.mortal(monkeypatch)
    room.kept_last = kept
    await room.enter()
    for commits, (first, second) in enumerate([(ANNA + n, BERT + n) for n in range(0, 50, 10)]):
        room.commits_left = None
        await room.wish(first, computers=False)
        await room.rest()
        room.commits_left = commits
        with suppress(Killed):
            await room.wish(second)
        await room.rest()
        await room.resurrect()
        if second not in {seat.person for table in await room.tables() for seat in table.seats}:
            with suppress(Declined):  # If the wish was stored, the tick matches it.
                await room.wish(second)
        await room.later(30)
        of_first = [table for table in await room.tables() if table.seat_of(first)]
        assert [bool(table.seat_of(second)) for table in of_first] == [True]
        assert await room.wishes() == {}
    await room.services.close()


async def test_two_advances_at_once_open_one_table(room: WishRoom) -> None:
    await room.wish(ANNA)
    row = (await sql.of_server(room.services.db.reader, SERVER))[0]
    await wish_store.look(room.services, WishRow(**{**_fields(row), "person": BERT, "name": "B"}))
    done = await asyncio.gather(*(match_progress.advance(room.services, SERVER) for _ in range(3)))
    assert len([table for tables in done for table in tables]) == 1
    assert len(await room.tables()) == 1


def _fields(row: WishRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


async def test_an_old_wish_is_confirmed_first_and_passed_over_without_an_answer(room: WishRoom) -> None:
    await room.wish(ANNA)
    await room.later(CONFIRM_AFTER_S + 60)
    assert await room.wish(BERT) == []
    await room.rest()
    assert room.written.count(("question", ANNA)) == 1
    await match_progress.advance(room.services, SERVER)
    await wish_store.confirm(room.services, SERVER, ANNA)
    [table] = await match_progress.advance(room.services, SERVER)
    assert table.row.host == ANNA
    assert await declined(wish_store.confirm(room.services, SERVER, ANNA)) == "not_looking"
    await room.wish(ANNA)
    await room.later(CONFIRM_AFTER_S + 60)
    assert await room.wish(BERT, computers=False) == []
    await room.later(60)
    room.time += 1
    await room.wish(CLARA, computers=False)
    assert len(await room.tables()) == 1  # Anna has waited longer, and may still answer.
    await room.later(ANSWER_S)
    assert len(await room.tables()) == 2
    assert await room.wishes() == {ANNA: "looking"}
    assert room.written.count(("question", ANNA)) == 2


async def test_whoever_is_not_matched_in_time_is_offered_computers_near_their_strength(room: WishRoom) -> None:
    await room.wish(ANNA, games=["riga"], computers=False)
    assert await declined(match_progress.open_with_computers(room.services, SERVER, ANNA)) == "not_looking"
    await room.later(DEFAULT_WISH_S)
    assert await room.wishes() == {ANNA: "over"}
    assert room.written.count(("computers", ANNA)) == 1
    table = await match_progress.open_with_computers(room.services, SERVER, ANNA)
    assert (table.row.game, [seat.person for seat in table.human_seats()]) == ("riga", [ANNA])
    near = min(computer_levels("riga"), key=lambda level: abs(level.points - NEW_PLAYER_POINTS)).player
    assert {seat.computer for seat in table.seats if not seat.person} == {near}
    assert await declined(match_progress.open_with_computers(room.services, SERVER, ANNA)) == "not_looking"
    await room.wish(BERT)
    await room.later(DEFAULT_WISH_S)
    await room.later(match_progress.OFFER_S)
    assert await room.wishes() == {}


async def test_tables_open_only_where_all_see_the_channel_when_it_opens(room: WishRoom) -> None:
    await people.save_server(room.services, ServerRow(id=SERVER, channels=[CHANNEL, OTHER_CHANNEL]), ANNA)
    await room.wish(ANNA, [CHANNEL, OTHER_CHANNEL])
    room.hidden = {(CHANNEL, ANNA)}
    [table] = await room.wish(BERT, [CHANNEL, OTHER_CHANNEL])
    assert table.row.channel == OTHER_CHANNEL
    await room.wish(ANNA, [CHANNEL])
    assert await room.wish(BERT, [OTHER_CHANNEL]) == []


async def test_whoever_becomes_reliable_enough_while_they_wait_is_matched(room: WishRoom) -> None:
    played = [await room.table((BERT, CLARA)) for _ in range(3)]
    for number in played:
        await room.move(number, BERT)
    await room.close(played[0])
    await room.wish(ANNA, required_level=int(Level.MOSTLY_RELIABLE), games=["riga"])
    assert await room.wish(BERT) == []
    await room.later(60)
    assert set(await room.wishes()) == {ANNA, BERT}, "Bert is still new"
    for number in played[1:]:
        await room.close(number)
    await room.later(60)
    assert await room.wishes() == {}


async def test_people_who_avoid_each_other_are_not_brought_together(room: WishRoom) -> None:
    async with room.services.db.transaction() as db:
        await avoid_lists.add(db, BERT, ANNA, "<Anna>")
    await room.wish(ANNA)
    assert await room.wish(BERT) == []
    [table] = await room.wish(CLARA)
    assert not table.seat_of(BERT)


async def test_nobody_gets_a_table_above_their_limit_until_one_of_theirs_ends(
    room: WishRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_settings, "MAX_TABLES_PER_PERSON", 1)
    await room.wish(ANNA)
    number = await room.lobby((ANNA,), size=2)
    assert await room.wish(BERT, computers=False) == []
    assert await room.wishes() == {ANNA: "looking", BERT: "looking"}
    await room.close(number)
    await room.later(match_progress.FULL_RETRY_S)
    [table] = await room.tables()
    assert [bool(table.seat_of(person)) for person in (ANNA, BERT)] == [True, True]


async def test_whoever_sits_down_elsewhere_while_a_table_opens_for_them_gets_no_second_one(
    room: WishRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_settings, "MAX_TABLES_PER_PERSON", 1)
    can_see = room.can_see

    async def meanwhile(server: int, channel: int, person: int) -> bool:
        if not await room.tables():
            await room.lobby((ANNA,), size=2)
        return await can_see(server, channel, person)

    monkeypatch.setattr(room, "can_see", meanwhile)
    await room.wish(ANNA)
    assert await room.wish(BERT) == []
    [lobby] = await room.tables()
    assert (lobby.row.status, lobby.row.host) == ("lobby", ANNA)
    await room.later(DEFAULT_WISH_S)
    assert await declined(match_progress.open_with_computers(room.services, SERVER, ANNA)) == "too_many_tables"


async def test_while_discord_is_away_nothing_opens_and_the_next_tick_does_it(room: WishRoom) -> None:
    await room.wish(ANNA)
    room.discord_is_away = True
    assert await room.wish(BERT) == []
    room.discord_is_away = False
    await room.later(30)
    assert len(await room.tables()) == 1


async def test_wishes_are_exported_and_forgotten_and_forgetting_frees_the_others(room: WishRoom) -> None:
    await room.wish(ANNA, games=["visby"])
    export = await statistics.export_person(room.services, ANNA)
    assert [row["server"] for row in export["wishes"]] == [SERVER]
    await forgetting.forget(room.services, ANNA)
    assert await found(room, ANNA) == []
    assert await room.wish(BERT) == []
