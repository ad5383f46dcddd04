"""Hints: where a table allows them, to who is asked something, the same as often as one asks."""

from __future__ import annotations

import pytest

from opponents.advice import Advice
from rules import GAMES
from tables import hints, lobby, seats
from tables.errors import Declined
from tests.tables.room import ANNA, BERT, CLARA, Room


async def hint(room: Room, number: int, person: int) -> list[Advice]:
    return await hints.hint(room.house, await hints.asked(room.house, number, person))


async def test_alone_against_computers_one_has_hints_and_among_people_not(room: Room) -> None:
    alone = await room.table((ANNA,), computers=2)
    among = await room.table((ANNA, BERT), computers=1)
    assert (await hint(room, alone, ANNA))[0].chance is not None
    with pytest.raises(Declined, match="no_hints"):
        await hint(room, among, ANNA)
    await seats.resign(room.house, among, BERT)
    await seats.forget(room.house, BERT)
    with pytest.raises(Declined, match="no_hints"):
        await hint(room, among, ANNA)


async def test_the_host_says_in_the_lobby_whether_there_are_hints(room: Room) -> None:
    number = await room.lobby((ANNA, BERT))
    with pytest.raises(Declined, match="host_only"):
        await hints.allow(room.house, number, BERT, allowed=True)
    assert (await hints.allow(room.house, number, ANNA, allowed=True)).hints
    await lobby.start(room.house, number, ANNA)
    await room.rest()
    with pytest.raises(Declined, match="started_already"):
        await hints.allow(room.house, number, ANNA, allowed=False)
    assert await hint(room, number, BERT)
    alone = await room.lobby((ANNA,), computers=1)
    await hints.allow(room.house, alone, ANNA, allowed=False)
    await lobby.start(room.house, alone, ANNA)
    await room.rest()
    with pytest.raises(Declined, match="no_hints"):
        await hint(room, alone, ANNA)


async def test_only_who_owes_something_gets_a_hint_for_their_own_seat(room: Room) -> None:
    number = await room.lobby((ANNA, BERT))
    await hints.allow(room.house, number, ANNA, allowed=True)
    with pytest.raises(Declined, match="not_started"):
        await hint(room, number, ANNA)
    await lobby.start(room.house, number, ANNA)
    await room.rest()
    with pytest.raises(Declined, match="not_seated"):
        await hint(room, number, CLARA)
    await room.move(number, ANNA)
    with pytest.raises(Declined, match="nothing_to_hint"):
        await hint(room, number, ANNA)
    GAMES["visby"].check(
        (await room.load(number)).state, await room.seat(number, BERT), (await hint(room, number, BERT))[0].move
    )


async def test_the_same_question_is_thought_about_once_and_who_is_stuck_leaves_it_to_the_rule_of_thumb(
    room: Room,
) -> None:
    asked: list[int] = []

    async def stuck(game: str, snapshot: bytes, seat: int, seed: int) -> list[Advice]:
        asked.append(seed)
        return []

    room.house.hint = stuck
    number = await room.table((ANNA,), computers=1)
    first = await hint(room, number, ANNA)
    assert len(first) == 3
    assert first[0].chance is None
    assert await hint(room, number, ANNA) == first
    assert len(asked) == 1
