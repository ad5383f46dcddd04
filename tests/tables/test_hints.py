"""Hints: where a table allows them, to who is asked something, the same as often as one asks."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from opponents import alderman_hints as thoughts
from opponents.advice import Advice
from rules import GAMES
from tables.coaching import hints
from tables.model.table_errors import Declined
from tables.seating import forgetting, lobby, seats
from tables.thinking.computers import ProcessThinker
from tables.thinking.table_advice import advice
from tables.thinking.worker_pool import Stuck
from tests.rules.visby.table import VISBY
from tests.tables.room import ANNA, BERT, CLARA, Room
from tests.tables.test_thinkers import thinking_now
from tests.thinkers import QuickThinker, Waiting, hint_here


async def hint(room: Room, number: int, person: int) -> list[Advice]:
    return await advice(room.services, await hints.look_for_hint(room.services, number, person))


async def test_alone_against_computers_one_has_hints_and_among_people_not(room: Room) -> None:
    room.services.thinker = QuickThinker(hint=hint_here)
    alone = await room.table((ANNA,), computers=2)
    among = await room.table((ANNA, BERT), computers=1)
    assert (await hint(room, alone, ANNA))[0].chance is not None
    with pytest.raises(Declined, match="no_hints"):
        await hint(room, among, ANNA)
    await seats.resign(room.services, among, BERT)
    await forgetting.forget(room.services, BERT)
    with pytest.raises(Declined, match="no_hints"):
        await hint(room, among, ANNA)


async def test_the_host_says_in_the_lobby_whether_there_are_hints(room: Room) -> None:
    number = await room.lobby((ANNA, BERT))
    with pytest.raises(Declined, match="host_only"):
        await hints.set_allowed(room.services, number, BERT, allowed=True)
    assert (await hints.set_allowed(room.services, number, ANNA, allowed=True)).hints_allowed
    await lobby.start(room.services, number, ANNA)
    await room.rest()
    with pytest.raises(Declined, match="started_already"):
        await hints.set_allowed(room.services, number, ANNA, allowed=False)
    assert await hint(room, number, BERT)
    alone = await room.lobby((ANNA,), computers=1)
    await hints.set_allowed(room.services, alone, ANNA, allowed=False)
    await lobby.start(room.services, alone, ANNA)
    await room.rest()
    with pytest.raises(Declined, match="no_hints"):
        await hint(room, alone, ANNA)


async def test_only_who_owes_something_gets_a_hint_for_their_own_seat(room: Room) -> None:
    number = await room.lobby((ANNA, BERT))
    await hints.set_allowed(room.services, number, ANNA, allowed=True)
    with pytest.raises(Declined, match="not_started"):
        await hint(room, number, ANNA)
    await lobby.start(room.services, number, ANNA)
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

    async def stuck(game: str, snapshot: bytes, seat: int, seed: int, people: Waiting = ()) -> list[Advice]:
        asked.append(seed)
        return []

    room.services.thinker = QuickThinker(hint=stuck)
    number = await room.table((ANNA,), computers=1)
    first = await hint(room, number, ANNA)
    assert len(first) == 3
    assert first[0].chance is None
    assert await hint(room, number, ANNA) == first
    assert len(asked) == 1


@pytest.mark.slow
async def test_a_hint_is_found_in_a_process_of_its_own_and_again_after_that_was_killed() -> None:
    asked = ("visby", VISBY.encode(VISBY.new(4, 1)), 0, 3)
    expected = thoughts.hint(*asked)
    with ProcessThinker() as thinkers:
        (thinking,) = thinking_now()
        assert await thinkers.hint(*asked) == expected
        (hinting,) = set(thinking_now()) - {thinking}
        os.kill(hinting, signal.SIGKILL)
        assert await thinkers.hint(*asked) == expected
        assert hinting not in thinking_now()
    assert not thinking_now()


class StuckOverHints(ThreadPoolExecutor):
    """Processes in which no hint is ever found."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        raise Stuck("thought for too long")


async def test_who_is_stuck_over_a_hint_finds_none_and_the_operator_reads_it(caplog: pytest.LogCaptureFixture) -> None:
    with ProcessThinker(lambda: StuckOverHints(1)) as thinkers:
        assert await thinkers.hint("visby", VISBY.encode(VISBY.new(4, 1)), 0, 3) == []
    errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert errors == ["game=visby seat=0 seed=3 no hint: thought for too long"]
