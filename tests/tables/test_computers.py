"""Computers think elsewhere and move by the same door as people."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import opponents
from opponents.temperaments import TEMPERAMENTS
from rules import GAMES
from storage.rows import SeatRow
from tables.model.table_errors import Declined
from tables.play import moves
from tables.seating import lobby, seats
from tables.thinking import computers
from tables.time import timers
from tests.tables.room import ANNA, BERT, CLARA, PEOPLE, Room
from tests.thinkers import QuickThinker, Waiting, quick_think
from words.riga.terms import CITIES


class Ponder:
    """A think that waits until it is let go on; it counts who thinks."""

    def __init__(self, room: Room) -> None:
        self.go_on = asyncio.Event()
        self.begun = asyncio.Event()
        self.thoughts = 0
        room.services.thinker = QuickThinker(self.think)

    async def think(self, game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Waiting = ()) -> str:
        self.thoughts += 1
        self.begun.set()
        await self.go_on.wait()
        return await quick_think(game, snapshot, seat, player, seed)


async def test_computers_decide_at_once_and_leave_the_rest_to_people(room: Room) -> None:
    number = await room.table((ANNA, BERT), computers=2)
    assert sorted(await room.owing(number)) == [ANNA, BERT]
    assert len(await room.log(number)) == 2
    assert not (await room.load(number)).row.thinking


async def test_a_game_with_computers_comes_to_its_end(room: Room) -> None:
    number = await room.table((ANNA,), computers=3)
    await room.play_on(number)
    table = await room.load(number)
    assert table.row.status == "finished"
    assert not table.row.thinking


async def test_computers_go_on_after_a_restart(room: Room) -> None:
    ponder = Ponder(room)
    number = await room.lobby((ANNA,), computers=3)
    await lobby.start(room.services, number, ANNA)
    await ponder.begun.wait()
    for task in list(room.services.background._tasks.values()):
        task.cancel()
    await room.restart()
    assert await room.log(number) == []
    assert (await room.load(number)).row.thinking
    await timers.tick(room.services)
    await room.rest()
    assert len(await room.log(number)) == 3


async def test_a_thought_for_a_seat_that_was_taken_back_meanwhile_is_dropped(room: Room) -> None:
    number = await room.table()
    ponder = Ponder(room)
    await seats.resign(room.services, number, ANNA)
    await ponder.begun.wait()
    await seats.come_back(room.services, number, ANNA)
    ponder.go_on.set()
    await room.rest()
    assert await room.log(number) == []
    assert ANNA in await room.owing(number)


async def test_a_thought_is_dropped_when_the_seat_has_decided_meanwhile(room: Room) -> None:
    """Taken back, decided, handed over again: the old thought is for another decision."""
    number = await room.table()
    ponder = Ponder(room)
    await seats.resign(room.services, number, ANNA)
    await ponder.begun.wait()
    await seats.come_back(room.services, number, ANNA)
    await moves.play(room.services, number, ANNA, "pick mendicant")
    await seats.resign(room.services, number, ANNA)
    ponder.go_on.set()
    await room.rest()
    seat = await room.seat(number, ANNA)
    assert await room.log(number) == [f"{seat} pick mendicant"]


async def test_a_thought_for_a_closed_table_is_dropped(room: Room) -> None:
    number = await room.table()
    ponder = Ponder(room)
    await seats.resign(room.services, number, BERT)
    await ponder.begun.wait()
    await room.close(number)
    ponder.go_on.set()
    await room.rest()
    assert await room.log(number) == []


async def test_people_play_on_while_a_computer_thinks_and_nobody_thinks_twice(room: Room) -> None:
    number = await room.table()
    ponder = Ponder(room)
    await seats.resign(room.services, number, ANNA)
    await ponder.begun.wait()
    for person in PEOPLE[1:]:
        await asyncio.wait_for(moves.play(room.services, number, person, "pick knight"), 60)
        await timers.tick(room.services)
    assert ponder.thoughts == 1
    ponder.go_on.set()
    await room.rest()
    assert len(await room.log(number)) >= 4


class OneAtATime(ThreadPoolExecutor):
    """A thread that thinks once it `may`; it notes the snapshots of the games in the order in which they came."""

    def __init__(self) -> None:
        super().__init__(1)
        self.may = threading.Event()
        self.snapshots: list[bytes] = []
        super().submit(self.may.wait)

    def submit(self, work: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        self.snapshots.append(args[1])
        return super().submit(work, *args, **more)


async def test_whoever_plays_at_ten_tables_has_no_larger_share_of_the_computers_thinking(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also not at the expense of somebody who plays at one of the ten."""
    monkeypatch.setattr(computers, "_WORKERS", 1)
    numbers = [await room.lobby((ANNA, CLARA) if n == 9 else (ANNA,), computers=1, level="novice") for n in range(10)]
    numbers.append(await room.lobby((BERT,), computers=1, level="novice"))
    pool = OneAtATime()
    with computers.ProcessThinker(lambda: pool) as thinkers:
        room.services.thinker = thinkers
        for number in numbers:
            await lobby.start(room.services, number, BERT if number == numbers[-1] else ANNA)
        began = {(await room.load(number)).row.snapshot: number for number in numbers}
        pool.may.set()
        await room.rest()
    order = [began[snapshot] for snapshot in pool.snapshots if snapshot in began]
    assert sorted(order) == numbers
    assert max(order.index(numbers[-1]), order.index(numbers[-2])) <= 4
    assert [number for number in order if number < numbers[-2]] == numbers[:-2]


@pytest.mark.thorough
async def test_a_hundred_tables_of_three_aldermen_go_on_fairly(room: Room) -> None:
    """People take turns, and each has one table here: so none is left behind.

    On the other engine there are thirty. The queue and the process that thinks are the real ones, and quick.
    """
    turns, most, begun = Counter[str](), 0, asyncio.Event()
    with computers.ProcessThinker() as thinkers:

        async def think(game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Waiting = ()) -> str:
            nonlocal most
            await begun.wait()
            before = turns.copy()
            text = await thinkers.think(game, snapshot, seat, "novice", seed, people)
            most = max(most, *(turns - before).values(), 0)  # What any other table got while this one waited.
            thinking = asyncio.current_task()
            assert thinking is not None
            assert player.startswith("alderman:")
            turns[thinking.get_name()] += 1
            return text

        room.services.thinker = QuickThinker(think)
        persons = range(1, 101 if isinstance(room.address, Path) else 31)
        numbers = {person: await room.lobby((person,), computers=3, level="alderman") for person in persons}
        for person, number in numbers.items():
            await lobby.start(room.services, number, person)
        begun.set()
        await room.rest()
        assert set(turns.values()) == {3}
        await asyncio.gather(*(moves.play(room.services, numbers[person], person, "pick ship") for person in numbers))
        await room.rest()
    assert len(turns) == len(persons)
    assert min(turns.values()) >= 6
    assert 1 <= most <= 2


async def test_computers_at_a_table_have_different_temperaments_and_keep_them(room: Room) -> None:
    number = await room.lobby((ANNA,), computers=3, level="trader")
    in_lobby = {seat.name: computers.temperament_of(seat) for seat in (await room.load(number)).seats[1:]}
    assert len({*in_lobby.values()}) == 3
    assert {*in_lobby.values()} <= {*TEMPERAMENTS}
    asked: dict[str, str] = {}

    async def think(game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Waiting = ()) -> str:
        asked[(await room.load(number)).seats[seat].name] = player
        return opponents.choose_move(game, snapshot, seat, "novice", seed)

    room.services.thinker = QuickThinker(think)
    await lobby.start(room.services, number, ANNA)
    await room.rest()
    assert asked == {name: f"trader:{temperament}" for name, temperament in in_lobby.items()}


def test_a_novice_has_no_temperament_and_a_person_neither() -> None:
    novice = SeatRow(seat=1, person=None, computer="novice", name="Gesche")
    assert computers.temperament_of(novice) == ""
    assert computers.temperament_of(SeatRow(seat=1, person=7, computer=None, name="Anna")) == ""
    assert computers.temperament_of(SeatRow(seat=1, person=7, computer="trader", name="Anna")) in TEMPERAMENTS


async def test_a_computer_that_cannot_decide_is_logged_and_tried_again(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Waiting = ()) -> str:
        raise ValueError("no idea")

    async def cheats(game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Waiting = ()) -> str:
        return "pick knight knight knight"

    number = await room.table()
    for think in (broken, cheats):
        room.services.thinker = QuickThinker(think)
        await (seats.resign(room.services, number, ANNA) if think is broken else timers.tick(room.services))
        await room.rest()
        errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
        assert errors == [f"table={number} a computer could not decide"]
        assert await room.log(number) == []
        caplog.clear()
    await room.move(number, BERT, "pick ship")
    caplog.clear()
    room.services.thinker = QuickThinker()
    await timers.tick(room.services)
    await room.rest()
    assert len(await room.log(number)) == 2


async def test_a_computer_moves_by_the_same_door(room: Room) -> None:
    """Only at a computer's seat, only for the decision that is open, only by the rules."""
    number = await room.table()
    seat = await room.seat(number, ANNA)
    await moves.play_for_computer(room.services, number, seat, await room.mark(number, ANNA), "pick knight")
    assert await room.log(number) == []
    with pytest.raises(Declined):
        await moves.play_for_computer(room.services, 99, 0, "1.0.0.0", "pick knight")


@pytest.mark.repeated(2)
@pytest.mark.parametrize("player", sorted(opponents.PLAYERS))
async def test_every_kind_of_computer_can_sit_at_a_table(room: Room, player: str) -> None:
    number = await room.lobby((ANNA,), computers=2, level=player)
    assert [seat.computer for seat in (await room.load(number)).seats] == [None, player, player]
    with computers.ProcessThinker(lambda: ThreadPoolExecutor(1)) as thinkers:
        room.services.thinker = thinkers
        await lobby.start(room.services, number, ANNA)
        await room.rest()
        await room.play_on(number, 2)
    assert len(await room.log(number)) >= 5


def test_computers_have_names_of_people_not_of_cities() -> None:
    names = set(computers.COMPUTER_NAMES)
    assert len(names) == max(max(game.players) for game in GAMES.values())
    assert not names & {"Lübeck", "Bergen", "Brügge", "Nowgorod", "Stralsund", "Wismar", *CITIES.values()}
