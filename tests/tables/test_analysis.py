"""Analyses of finished games: made once, in a process of their own, and stored with the model they were made with."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import opponents
from opponents import game_analysis, model_loading
from opponents.appraisal import JudgedDecision, TurningPoint
from opponents.game_analysis import Analysis
from rules.records import Record, effective_entries
from storage.queries import analyses as sql
from storage.queries import tables as sql_tables
from tables.coaching import analysis as analysing
from tables.coaching import lesson_tables
from tables.model.table_errors import Declined
from tables.play import game_log
from tables.runtime.thinker import Progress
from tables.seating import seats
from tables.thinking import worker_pool
from tables.thinking.computers import ProcessThinker, analyse_in_pieces
from tests.rules.visby.table import VISBY
from tests.tables.room import ANNA, BERT, CLARA, DAVID, Room
from tests.tables.test_thinkers import thinking_now
from tests.thinkers import QuickThinker, Waiting, analyse_here

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Think about few decisions: the rest is the same."""
    monkeypatch.setattr(game_analysis, "MAX_SEARCHED_DECISIONS", 4)


async def finished(room: Room) -> int:
    number = await room.table()
    await room.play_on(number)
    return number


async def analyse(room: Room, number: int) -> Analysis:
    return await analysing.start_analysis(
        room.services, await analysing.finished_table(room.services, number), ANNA
    ).task


async def test_what_is_asked_twice_is_made_once_and_kept(room: Room) -> None:
    made: list[Record] = []

    async def counted(
        record: Record, deciders: Sequence[int], progress: Progress, people: Waiting = ()
    ) -> Analysis | None:
        made.append(record)
        return await analyse_here(record, deciders, progress)

    number = await room.table((ANNA, BERT))
    await room.play_on(number)
    room.services.thinker = QuickThinker(analyse=counted)
    one, other = await asyncio.gather(analyse(room, number), analyse(room, number))
    assert one == other
    await room.restart()
    room.services.thinker = QuickThinker(analyse=counted)
    assert await analyse(room, number) == one
    assert len(made) == 1
    assert not room.services.running_analyses


async def test_each_asker_reads_of_their_own_decisions_from_one_run(room: Room) -> None:
    """Bert takes Anna's seat over in the middle, and a computer plays Clara's for a while."""
    number = await room.table((ANNA, CLARA))
    seat = await room.seat(number, ANNA)
    await room.play_on(number, 4)
    await room.substitute(number, ANNA, seat, BERT, "Bert")
    await seats.give_to_computer(room.services, number, CLARA, await room.seat(number, CLARA))
    await room.rest()
    await room.play_on(number, 3)
    await seats.come_back(room.services, number, CLARA)
    await room.play_on(number)
    table = await room.load(number)
    rows = effective_entries(await sql_tables.log(room.services.db.reader, number))
    everything = Analysis(
        (), (), tuple([JudgedDecision(n, row.seat, row.text, 0.2, "x", 0.9 - n / 100) for n, row in enumerate(rows)])
    )
    shown = set[int]()
    for person in (ANNA, BERT, CLARA):
        own = await analysing.own_decisions(room.services, table, everything, person)
        assert own is not None
        assert own.best is None
        places = [each.position for each in own.mistakes]
        assert places == [n for n, row in enumerate(rows) if row.person == person]
        shown |= {*places}
    assert [rows[n].person for n in range(len(rows)) if n not in shown] == [0] * (len(rows) - len(shown))
    assert len(shown) < len(rows), "the computer's decisions are nobody's"
    assert await analysing.own_decisions(room.services, table, everything, DAVID) is None


async def test_the_costliest_decision_comes_first_also_in_the_whole_percent_that_are_shown(room: Room) -> None:
    """The first one costs 0.1198 but shows 51% and 62%; the second one costs 0.1102 but shows 51% and 63%."""
    number = await room.table((ANNA,), computers=1)
    await room.play_on(number)
    table = await room.load(number)
    rows = effective_entries(await sql_tables.log(room.services.db.reader, number))
    first, second = [n for n, row in enumerate(rows) if row.person == ANNA][:2]
    found = [
        JudgedDecision(first, 0, "a", 0.5051, "x", 0.6249),
        JudgedDecision(second, 0, "b", 0.5149, "x", 0.6251),
    ]
    own = await analysing.own_decisions(room.services, table, Analysis((), (), tuple(found)), ANNA)
    assert own is not None
    assert [each.move for each in own.mistakes] == ["b", "a"]


async def test_where_an_old_log_does_not_say_who_decided_it_was_the_seats_owner(room: Room) -> None:
    number = await room.table((ANNA,), computers=1)
    await room.play_on(number)
    before = await analyse(room, number)
    async with room.services.db.transaction() as db:
        await db.execute("UPDATE log SET person = NULL WHERE table_id = ?", (number,))
        await db.execute("DELETE FROM analyses")
    assert await analyse(room, number) == before
    table = await room.load(number)
    own = await analysing.own_decisions(room.services, table, before, ANNA)
    assert own is not None
    assert {each.seat for each in own.mistakes} <= {await room.seat(number, ANNA)}


@pytest.mark.repeated(2)
@pytest.mark.parametrize("follows", [True, False])
async def test_a_learner_is_not_blamed_for_what_the_lesson_suggested(room: Room, follows: bool) -> None:
    """Of what they decide without a suggestion they read, also if it is what the script says."""
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "visby", "en")
    seat, suggested, own = look.seat, set[int](), set[int]()
    while look.table.row.status == "playing":
        assert look.guidance is not None
        wanted, position = look.guidance.proposal, look.table.row.version
        if not follows and not own and not look.guidance.alone:
            wanted = next(move for move in look.options if move != look.guidance.proposal)
            own.add(position)
        (own if look.guidance.alone else suggested).add(position)
        await room.move(look.table.id, ANNA, str(wanted))
        look = await room.look(look.table.id, ANNA)
    log = await sql_tables.log(room.services.db.reader, look.table.id)
    theirs = {n for n, person in enumerate(analysing._deciders(look.table, log)) if person == ANNA}
    assert own <= theirs
    assert own
    assert all(row.seat == seat for n, row in enumerate(log) if n in theirs)
    if follows:
        assert not theirs & suggested
    found = await analyse(room, look.table.id)
    assert {each.position for each in found.decisions} <= theirs


@pytest.mark.thorough
async def test_what_was_made_with_something_else_learned_is_made_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await finished(room)
    first = await analyse(room, number)
    row = await sql.kept(room.services.db.reader, number)
    assert row is not None
    assert row.learned == model_loading.model_digest("visby", 4)
    assert row.rules == (await room.load(number)).row.rules
    nothing = "[]"
    async with room.services.db.transaction() as db:
        body = f'{{"curve": [], "turns": [], "method": {game_analysis.METHOD_VERSION}}}'
        await db.execute("UPDATE analyses SET body = ? WHERE table_id = ?", (body, number))
    assert await analyse(room, number) == Analysis((), (), (), game_analysis.METHOD_VERSION), "what is kept is shown"
    async with room.services.db.transaction() as db:
        await db.execute("UPDATE analyses SET body = ? WHERE table_id = ?", ('{"curve": [], "turns": []}', number))
    assert await analyse(room, number) == first, "made in another way"
    async with room.services.db.transaction() as db:
        await db.execute("UPDATE analyses SET learned = ? WHERE table_id = ?", ("another", number))
    assert await analyse(room, number) == first
    async with room.services.db.transaction() as db:
        await db.execute("UPDATE analyses SET body = ? WHERE table_id = ?", (nothing, number))
    assert await analyse(room, number) == first
    monkeypatch.setattr(analysing, "model_digest", lambda game, seats: None)
    assert await analyse(room, number) == first, "what was made before needs nothing learned"
    turn = (
        '{"position": 3, "seat": 1, "move": "x", "was": 0.5, "became": 0.2, "better": "y", "worth": 0.1, "reasons": []}'
    )
    async with room.services.db.transaction() as db:
        body = f'{{"curve": [], "turns": [{turn}], "method": 3}}'
        await db.execute("UPDATE analyses SET body = ? WHERE table_id = ?", (body, number))
    kept = await analyse(room, number)
    assert kept == Analysis((), (TurningPoint(3, 1, "x", 0.5, 0.2),), (), 3), "made by version 0.2"


async def test_only_what_is_over_and_of_rules_that_were_learned_is_analysed(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = await room.table((ANNA, BERT))
    with pytest.raises(Declined, match="no_analysis_yet"):
        await analysing.finished_table(room.services, running)
    await room.close(running)
    with pytest.raises(Declined, match="no_analysis_yet"):
        await analysing.finished_table(room.services, running)
    number = await finished(room)
    table = await room.load(number)
    assert analysing.may_be_analysed(table)
    table.row.rules = 1
    assert not analysing.may_be_analysed(table)
    with pytest.raises(Declined, match="analysis_of_older_rules"):
        await analysing.start_analysis(room.services, table, ANNA).task
    monkeypatch.setattr(game_analysis, "estimator_for", lambda game, version, seats: None)
    with pytest.raises(Declined, match="no_analysis_now"):
        await analyse(room, number)
    assert f"table={number} cannot be analysed" in caplog.text


@pytest.mark.thorough
async def test_a_process_of_its_own_does_the_same_and_ends_with_it(room: Room) -> None:
    number = await finished(room)
    record = await game_log.record(room.services, await room.load(number))
    deciders = [ANNA] * len(record.log)

    async def here(work: Callable[..., Any], *args: Any) -> Any:
        return work(*args)

    heard: list[tuple[int, int]] = []
    with ProcessThinker() as thinkers:
        before = thinking_now()
        made = await thinkers.analyse(record, deciders, lambda done, whole: heard.append((done, whole)))
        assert thinking_now() == before
    # The process thinks about as many as ever: our patience is not sent along.
    assert made is not None
    same = await analyse_in_pieces(record, deciders, here, lambda done, whole: None)
    assert same is not None
    assert made.curve == same.curve
    assert made.turns
    parts = [done / whole for done, whole in heard]
    assert parts == sorted(parts)
    assert parts[-1] < 1


@pytest.mark.thorough
async def test_killed_in_the_middle_it_is_made_when_asked_again(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await finished(room)
    do, first, begun = worker_pool._Worker.run, set(thinking_now()), count(1)

    def dies_over_the_third(process: worker_pool._Worker, work: bytes, limit: float | None) -> bytes:
        if next(begun) == 3:
            (worker,) = set(thinking_now()) - first
            os.kill(worker, signal.SIGKILL)
        return do(process, work, limit)

    monkeypatch.setattr(worker_pool._Worker, "run", dies_over_the_third)
    with ProcessThinker() as thinkers:
        first |= set(thinking_now())
        room.services.thinker = thinkers
        with pytest.raises(Declined, match="analysis_broken"):
            await analyse(room, number)
        assert await sql.kept(room.services.db.reader, number) is None
        errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
        assert errors == [f"table={number} analysis failed: a worker process was killed"]
        caplog.clear()
        room.services.thinker = QuickThinker()
        assert (await analyse(room, number)).curve


@pytest.mark.thorough
async def test_who_is_being_closed_analyses_nothing_more(room: Room) -> None:
    number = await finished(room)
    making = analysing.start_analysis(room.services, await analysing.finished_table(room.services, number), ANNA)
    room.services.background.closing = True
    with pytest.raises(Declined, match="restarting"):
        await making.task
    room.services.background.closing = False


def with_nothing_learned(work: Callable[..., Any], *args: Any) -> Any:
    """Do something in a process that finds no file of what was learned."""
    model_loading.package_folder = lambda game: Path("nowhere")
    model_loading.load_estimator.cache_clear()
    return work(*args)


@pytest.mark.thorough
async def test_without_its_file_the_trader_plays_nothing_is_analysed_and_the_operator_reads_why(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    record = await game_log.record(room.services, await room.load(await finished(room)))
    asked = ("visby", VISBY.encode(VISBY.new(4, 1)), 0)
    with ProcessThinker() as thinkers:
        assert await thinkers.run(with_nothing_learned, game_analysis.survey_game, record, [0]) is None
        move = await thinkers.run(with_nothing_learned, opponents.choose_move, *asked, "alderman", 5)
    assert move == opponents.choose_move(*asked, "trader", 5)
    said = [line.getMessage() for line in caplog.records if line.name == "kontor.opponents"]
    assert len(said) == 2
    assert said[0].startswith("game=visby seats=4 the trader plays instead of the alderman: nowhere/learned-4")
