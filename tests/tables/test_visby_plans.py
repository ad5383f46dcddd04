"""Visby: trades planned with the Merchant and cards chosen early are played once, and nobody else can tell before."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from rules.visby.moves import Pick, Trade
from storage import Address
from storage.queries import tables as sql
from tables.model.table import Look
from tables.model.table_errors import Declined, Stale
from tables.notifications.seat_kinds import PlanPlayed
from tables.play import lookup, moves, rehearsals
from tables.play.seat_plans import SeatPlans, plans_of
from tables.time import pauses
from tests.tables.room import ANNA, BERT, CLARA, DAVID, PEOPLE, Room
from tests.tables.test_plan_secrecy import copy_of, seen
from tests.tables.test_seat_plans import pinged

OTHERS = (BERT, CLARA, DAVID)


async def choose(room: Room, number: int, cards: dict[int, str]) -> None:
    for person, card in cards.items():
        await room.move(number, person, f"pick {card}")


async def plan(room: Room, number: int, person: int, decision: str, move: str) -> Look:
    look = await rehearsals.begin(room.services, number, person, decision)
    look = await rehearsals.play(room.services, number, person, move, look.mark)
    await room.rest()
    return look


async def has_plans(room: Room, number: int, person: int) -> bool:
    return plans_of((await room.load(number)).seats[await room.seat(number, person)]) != SeatPlans()


async def anna_trades(room: Room, *, merchants: Sequence[int] = (ANNA,)) -> int:
    """Begin a game for four and play until these people are asked to trade; Anna is one of them."""
    number = await room.table(PEOPLE)
    await choose(room, number, {person: "merchant" if person in merchants else "ship" for person in PEOPLE})
    assert {*await room.owing(number)} == {*merchants}
    room.told.clear()
    return number


async def last_moves(room: Room, number: int, count: int) -> list[tuple[int | None, str, bool]]:
    entries = await sql.log(room.services.db.reader, number)
    return [(entry.person, entry.text, entry.planned) for entry in entries][-count:]


async def test_a_trade_planned_with_the_merchant_is_made_when_the_cards_are_revealed(room: Room) -> None:
    number = await room.table(PEOPLE)
    await choose(room, number, {ANNA: "merchant", BERT: "ship", CLARA: "ship"})
    room.told.clear()
    await plan(room, number, ANNA, "trade", "buy most")
    assert room.told == []
    await room.move(number, DAVID, "pick knight")
    assert await last_moves(room, number, 2) == [(DAVID, "pick knight", False), (ANNA, "trade 3", True)]
    assert {*await room.owing(number)} == {*PEOPLE}
    assert [told.person for told in room.tellings(PlanPlayed)] == [ANNA]
    assert not await has_plans(room, number, ANNA)
    assert (await room.load(number)).state.round == 2


async def test_until_all_merchants_have_decided_a_planned_trade_is_sealed_and_can_be_changed(room: Room) -> None:
    number = await room.table(PEOPLE)
    await choose(room, number, {ANNA: "merchant", BERT: "merchant", CLARA: "ship"})
    await plan(room, number, ANNA, "trade", "buy most")
    await room.move(number, DAVID, "pick knight")
    assert await room.owing(number) == [BERT]
    assert await pinged(room, number) == [BERT]
    await room.move(number, ANNA, "trade 0")
    await room.move(number, BERT, "trade 3")
    players = (await room.load(number)).state.players
    assert [players[await room.seat(number, person)].seals for person in (ANNA, BERT)] == [0, 1]


async def test_whoever_planned_a_number_of_seals_that_cannot_be_bought_is_asked(room: Room) -> None:
    number = await room.table(PEOPLE)
    async with room.services.at(number) as table:
        table.state.market = 15
        async with room.services.db.transaction() as db:
            table.row.snapshot = table.game.encode(table.state)
            await sql.save_table(db, table.row, "snapshot")
    room.sound = False
    await choose(room, number, {ANNA: "merchant", BERT: "merchant", CLARA: "ship"})
    await plan(room, number, ANNA, "trade", "buy 9")
    await room.move(number, DAVID, "pick knight")
    assert {*await room.owing(number)} == {ANNA, BERT}, "at the rate for two, 9 seals cannot be bought"
    assert {*await pinged(room, number)} == {ANNA, BERT}
    assert room.tellings(PlanPlayed) == []


async def test_a_card_chosen_while_others_trade_is_sealed_when_the_round_begins_and_can_be_changed(room: Room) -> None:
    number = await anna_trades(room)
    await plan(room, number, BERT, "choose", "pick knight")
    await plan(room, number, BERT, "choose", "pick troops")
    assert room.told == []
    await room.move(number, ANNA, "trade 3")
    assert await last_moves(room, number, 2) == [(ANNA, "trade 3", False), (BERT, "pick troops", True)]
    assert {*await room.owing(number)} == {ANNA, CLARA, DAVID}
    assert {*await pinged(room, number)} == {CLARA, DAVID}
    await room.move(number, BERT, "pick knight")
    await choose(room, number, {ANNA: "ship", CLARA: "troops", DAVID: "troops"})
    assert "knight" in (await room.load(number)).state.players[await room.seat(number, BERT)].discard
    assert len(room.tellings(PlanPlayed)) == 1


async def test_nothing_chosen_early_is_played_while_the_game_is_paused(room: Room) -> None:
    number = await anna_trades(room)
    await plan(room, number, BERT, "choose", "pick knight")
    for person in PEOPLE:
        await pauses.request_pause(room.services, number, person)
    await room.move(number, ANNA, "trade 3")
    assert {*await room.owing(number)} == {*PEOPLE}
    assert room.tellings(PlanPlayed) == []
    await room.move(number, BERT, "pick troops")
    assert not await has_plans(room, number, BERT)
    assert await last_moves(room, number, 1) == [(BERT, "pick troops", False)]


async def test_a_card_chosen_early_lapses_with_the_game(room: Room) -> None:
    number = await anna_trades(room)
    room.sound = False
    async with room.services.at(number) as table:
        table.state.players[await room.seat(number, ANNA)].seals = 29
        async with room.services.db.transaction() as db:
            table.row.snapshot = table.game.encode(table.state)
            await sql.save_table(db, table.row, "snapshot")
    await plan(room, number, BERT, "choose", "pick knight")
    await room.move(number, ANNA, "trade 3")
    assert (await room.load(number)).row.status == "finished"
    assert await last_moves(room, number, 1) == [(ANNA, "trade 3", False)]
    assert room.tellings(PlanPlayed) == []
    assert not await has_plans(room, number, BERT)
    with pytest.raises(Declined, match="finished"):
        await rehearsals.begin(room.services, number, BERT, "choose")


async def test_an_old_menu_changes_no_plan(room: Room) -> None:
    number = await room.table(PEOPLE)
    await choose(room, number, {ANNA: "merchant"})
    mark = await room.mark(number, ANNA)
    await room.move(number, ANNA, "pick ship")
    with pytest.raises(Stale):
        await rehearsals.begin(room.services, number, ANNA, "trade", mark=mark)
    with pytest.raises(Declined, match="nothing_to_plan"):
        await rehearsals.begin(room.services, number, ANNA, "trade")
    assert not await has_plans(room, number, ANNA)


@pytest.mark.parametrize("all_chose", [True, False])
async def test_the_only_merchant_learns_nothing_of_cards_chosen_early_by_taking_back(
    room: Room, other_address: Callable[[], Address], all_chose: bool
) -> None:
    """Also if everybody else has chosen early, so that the Merchant's card reveals them all."""
    number = await anna_trades(room)
    await room.later(60)
    room.told.clear()
    early = OTHERS if all_chose else (BERT,)
    async with copy_of(room, other_address()) as other:
        for person in early:
            await plan(other, number, person, "choose", "pick knight")
        assert all([await has_plans(other, number, person) for person in early])
        assert await seen(other, number, (ANNA,)) == await seen(room, number, (ANNA,))
        assert lookup.is_irrevocable(await room.look(number, ANNA), Trade(3))
        for world in (room, other):
            await world.move(number, ANNA, "trade 3")
            look = await world.look(number, ANNA)
            assert not look.can_undo
            assert not lookup.is_irrevocable(look, Pick(("ship",))) or (world is other and all_chose)
            with pytest.raises(Declined, match="nothing_to_undo"):
                await moves.take_back(world.services, number, ANNA)
        assert {*await room.owing(number)} == {*PEOPLE}
        assert {*await other.owing(number)} == {*PEOPLE} - {*early}
        for world in (room, other):
            await world.move(number, ANNA, "pick ship")
        assert (await room.look(number, ANNA)).can_undo, "a card of one's own can be taken back, as always"


async def test_until_the_cards_are_revealed_nobody_can_tell_that_a_trade_is_planned(
    room: Room, other_address: Callable[[], Address]
) -> None:
    number = await room.table(PEOPLE)
    await choose(room, number, {ANNA: "merchant", BERT: "merchant"})
    await room.later(60)
    room.told.clear()
    async with copy_of(room, other_address()) as other:
        await plan(other, number, ANNA, "trade", "buy most")
        await plan(other, number, BERT, "trade", "buy 0")
        await plan(other, number, BERT, "trade", "buy 1")
        assert await seen(other, number, (CLARA, DAVID)) == await seen(room, number, (CLARA, DAVID))
        for world in (room, other):
            await world.move(number, CLARA, "pick ship")
        assert await seen(other, number, (CLARA, DAVID)) == await seen(room, number, (CLARA, DAVID))
        for world in (room, other):
            await world.move(number, DAVID, "pick ship")
        assert {*await room.owing(number)} == {ANNA, BERT}
        assert {*await other.owing(number)} == {*PEOPLE}
