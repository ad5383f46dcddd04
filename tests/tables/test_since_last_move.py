"""The view of a seat at its last decision is stored with the move: undo, handovers, restarts, old tables."""

from __future__ import annotations

import pytest

from rules import GAMES
from rules.pieces import Overtaken
from storage.queries import kept as sql
from storage.queries import tables as tables_sql
from storage.rows import KeptRow
from tables.model.table import DAY, Look, Table
from tables.model.time_left import Clock
from tables.play import game_log, lookup, moves, since_last_move
from tables.runtime.services import Services
from tables.seating import seats
from tests.tables.room import ANNA, BERT, CLARA, PEOPLE, STRANGER, Room

pytestmark = pytest.mark.quick


async def look(room: Room, number: int, person: int, *, kept: bool = False) -> Look:
    table = await room.load(number)
    seen = await lookup.look_of_seat(room.services, table, await room.seat(number, person), kept=kept)
    return await since_last_move.with_changes(room.services, seen)


async def row(room: Room, number: int, person: int) -> KeptRow | None:
    return await sql.kept(room.services.db.reader, number, await room.seat(number, person))


async def shown(room: Room, number: int, person: int) -> list[str]:
    found = (await look(room, number, person)).since
    return [type(change).__name__ for change in found.changes] if found else []


async def a_round(room: Room, number: int, *cards: str) -> None:
    """Play a whole round without Merchants: everybody is asked again then."""
    for person, card in zip(PEOPLE, cards or ("troops", "fleet", "blacksmith", "tollkeeper"), strict=True):
        await room.move(number, person, f"pick {card}")


async def table_of_four(room: Room) -> int:
    return await room.table(game="visby")


async def test_nothing_is_said_before_the_first_decision_and_then_what_the_round_brought(room: Room) -> None:
    number = await table_of_four(room)
    for person in (ANNA, BERT, CLARA):
        assert await row(room, number, person) is None
        assert await shown(room, number, person) == []
    await a_round(room, number)
    for person in (ANNA, BERT, CLARA):
        found = (await look(room, number, person)).since
        assert found is not None
        assert found.changes


async def test_who_decided_last_is_told_as_well_as_who_decided_first(room: Room) -> None:
    """The last choice opens all cards: what follows is no part of it."""
    number = await table_of_four(room)
    await a_round(room, number)
    for person in PEOPLE:
        assert "Brought" in await shown(room, number, person)


async def test_a_merchant_that_is_the_last_choice_is_told_what_the_others_played(room: Room) -> None:
    """Its owner has gained and lost nothing yet, but the cards of the others are open."""
    number = await table_of_four(room)
    await a_round(room, number, "mendicant", "blacksmith", "merchant", "merchant")
    assert (await look(room, number, PEOPLE[-1])).since is not None


async def test_a_change_of_mind_keeps_what_was_seen_at_first_and_a_kept_message_takes_no_notice(room: Room) -> None:
    number = await table_of_four(room)
    await a_round(room, number)
    first = await row(room, number, ANNA)
    news = (await look(room, number, ANNA)).since
    stays = (await look(room, number, ANNA, kept=True)).since
    assert news == stays
    await room.move(number, ANNA)
    sealed = await row(room, number, ANNA)
    assert sealed is not None
    assert first is not None
    assert (sealed.earlier_n, sealed.earlier_view) == (first.n, first.view)
    assert (await look(room, number, ANNA)).since is None
    assert (await look(room, number, ANNA, kept=True)).since == stays
    await room.move(number, ANNA)
    assert await row(room, number, ANNA) == sealed
    await moves.take_back(room.services, number, ANNA)
    await moves.take_back(room.services, number, ANNA)
    again = await row(room, number, ANNA)
    assert again is not None
    assert (again.n, again.view) == (first.n, first.view)
    assert (await look(room, number, ANNA)).since == news


async def test_changing_ones_mind_costs_the_same_however_often_it_was_done(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await table_of_four(room)
    await a_round(room, number)
    asked: list[tuple[int, int]] = []
    entries = game_log.visible_entries

    async def counted(
        services: Services, table: Table, seat: int | None, after: int = -1
    ) -> list[game_log.VisibleEntry]:
        asked.append((after, table.row.version))
        return await entries(services, table, seat, after)

    monkeypatch.setattr(game_log, "visible_entries", counted)
    monkeypatch.setattr(since_last_move, "_MAX_ENTRIES", 8)
    for _ in range(10):
        await room.move(number, ANNA)
        assert (await look(room, number, ANNA)).since is None
    assert asked == [], "nothing that she could see has happened"
    for person in (BERT, CLARA, PEOPLE[3]):
        await room.move(number, person)
    await look(room, number, ANNA)
    version = (await room.load(number)).row.version
    assert asked[-1] == (version - 8, version), "of all that is read only the latest"


@pytest.mark.repeated(3)
@pytest.mark.parametrize("game", GAMES)
async def test_taking_back_everything_leads_to_what_was_kept_before(room: Room, game: str) -> None:
    number = await room.table((ANNA, BERT), game=game)
    taken = 0
    for _ in range(60):
        person = next(iter(await room.owing(number)), None)
        if person is None:
            break
        before, told = await row(room, number, person), (await look(room, number, person)).since
        await room.move(number, person)
        if (await look(room, number, person)).can_undo:
            taken += 1
            await moves.take_back(room.services, number, person)
            after = await row(room, number, person)
            assert (after and (after.n, after.view)) == (before and (before.n, before.view))
            assert (await look(room, number, person)).since == told
            await room.move(number, person)
    assert taken > 3


async def test_it_survives_a_restart_and_ends_with_the_game(room: Room) -> None:
    number = await table_of_four(room)
    await a_round(room, number)
    before = await shown(room, number, ANNA)
    await room.restart()
    assert await shown(room, number, ANNA) == before != []
    await room.play_on(number)
    assert (await room.load(number)).row.status == "finished"
    assert await row(room, number, ANNA) is None
    assert (await look(room, number, ANNA)).since is None


async def test_who_gets_a_seat_is_told_nothing_of_what_another_saw_and_a_computer_keeps_nothing(room: Room) -> None:
    number = await table_of_four(room)
    await a_round(room, number)
    seat = await room.seat(number, ANNA)
    await room.substitute(number, ANNA, seat, STRANGER, "Stranger")
    assert await row(room, number, STRANGER) is None
    assert (await look(room, number, STRANGER)).since is None
    bert = await room.seat(number, BERT)
    await seats.give_to_computer(room.services, number, BERT, bert)
    await room.rest()
    assert await sql.kept(room.services.db.reader, number, bert) is None
    await seats.come_back(room.services, number, BERT)
    assert (await look(room, number, BERT)).since is None


async def test_who_gets_a_seat_and_takes_a_move_back_is_told_nothing_of_what_another_saw(room: Room) -> None:
    number = await table_of_four(room)
    await a_round(room, number)
    seat = await room.seat(number, ANNA)
    await room.substitute(number, ANNA, seat, STRANGER, "Stranger")
    await room.move(number, STRANGER, "pick knight")
    await moves.take_back(room.services, number, STRANGER)
    assert await row(room, number, STRANGER) is None
    await room.move(number, BERT, "pick knight")
    await seats.resign(room.services, number, BERT)
    await seats.come_back(room.services, number, BERT)
    await moves.take_back(room.services, number, BERT)
    assert await shown(room, number, BERT), "it was their own last move"


async def test_what_a_computer_decided_for_somebody_this_once_is_not_their_last_move(room: Room) -> None:
    number = await room.table(clock=Clock(kind="decision", time=DAY, out="once"))
    await a_round(room, number)
    before, told = await row(room, number, ANNA), (await look(room, number, ANNA)).since
    for person, card in zip(PEOPLE[1:], ("ship", "fleet", "troops"), strict=True):
        await room.move(number, person, f"pick {card}")
    await room.later(DAY)
    assert [entry.helped for entry in await tables_sql.log(room.services.db.reader, number)][-1]
    assert await row(room, number, ANNA) == before
    now = (await look(room, number, ANNA)).since
    assert told is not None
    assert now is not None
    assert now.n == told.n
    assert next(change for change in told.changes if not isinstance(change, Overtaken)) in now.changes


async def test_a_table_begun_before_views_were_kept_and_a_view_nobody_can_read_say_nothing(room: Room) -> None:
    number = await table_of_four(room)
    await a_round(room, number)
    async with room.services.db.transaction() as db:
        await db.execute(
            "UPDATE kept_views SET view = ? WHERE seat = ?", ('{"seats": 4}', await room.seat(number, ANNA))
        )
        await sql.forget(db, number, await room.seat(number, BERT))
    room.services.on_doubt()
    assert (await look(room, number, ANNA)).since is None
    assert (await look(room, number, BERT)).since is None
    assert await shown(room, number, CLARA) != []
    await a_round(room, number, "knight", "ship", "troops", "fleet")
    assert await shown(room, number, ANNA) != []
    assert await shown(room, number, BERT) != []


async def test_nothing_is_kept_of_a_table_that_was_closed(room: Room) -> None:
    number = await table_of_four(room)
    await a_round(room, number)
    await room.close(number)
    assert [await row(room, number, person) for person in PEOPLE] == [None] * 4


async def test_a_spectator_is_told_nothing(room: Room) -> None:
    number = await table_of_four(room)
    await a_round(room, number)
    table = await room.load(number)
    seen = await since_last_move.with_changes(room.services, await lookup.look_of_seat(room.services, table, None))
    assert seen.since is None


async def test_what_is_taken_back_after_a_table_was_loaded_is_no_part_of_its_story(room: Room) -> None:
    """Somebody takes back what lies before that story, between two readings of one click."""
    number = await table_of_four(room)
    await room.move(number, ANNA, "pick troops")
    await room.move(number, BERT, "pick fleet")
    loaded, seat = await room.load(number), await room.seat(number, BERT)
    await moves.take_back(room.services, number, ANNA)
    assert [entry for entry, _ in await game_log.story_events(room.services, loaded, seat, 1)] == [seat]
