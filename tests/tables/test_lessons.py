"""Lessons at the table: like any other table, but for their learner alone; they guide, and let one do otherwise."""

from __future__ import annotations

import random

import msgspec
import pytest

from opponents.advice import NOISE, Advice
from opponents.decision_feedback import Feedback
from rules import GAMES
from rules.lessons import END, FORCED
from rules.riga.moves import Take
from storage.queries import tables as sql
from storage.rows import LogRow
from tables.coaching import lesson_feedback, lesson_tables
from tables.model.players_to_act import PendingDecision
from tables.model.table import Look, OwnDecision, Table
from tables.model.table_errors import Declined
from tables.notifications.kinds import LessonWentOn, Notification
from tables.notifications.recipients import in_a_lesson
from tables.play import lookup
from tables.play import moves as play
from tables.seating import forgetting, rematches, table_settings
from tables.thinking import lesson_guide
from tables.thinking.lesson_guide import LESSONS
from tables.time import timers as clocks
from tests.rules.test_lessons import SCORES
from tests.selection import thorough
from tests.tables.room import ANNA, BERT, SERVER, Room
from tests.thinkers import QuickThinker, Waiting, judge_here

every_game = pytest.mark.parametrize("game", LESSONS)


async def learn(room: Room, game: str, *, again: bool = False) -> Look:
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", game, "en", again=again)
    await room.rest()
    return look


async def follow(room: Room, look: Look) -> Look:
    """Do what is proposed."""
    assert look.guidance is not None
    look = await play.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    await room.rest()
    return look


async def entries(room: Room, number: int) -> list[LogRow]:
    return await sql.log(room.services.db.reader, number)


@every_game
async def test_two_who_learn_the_same_are_offered_each_what_they_can_do(room: Room, game: str) -> None:
    """All tables of a lesson begin alike. After a restart a menu from before it may be pressed in first."""
    look = await learn(room, game)
    other = await lesson_tables.continue_or_start(room.services, BERT, "Bert", game, "en")
    for _ in range(6):
        await room.restart()
        assert look.guidance
        move = str(look.guidance.proposal)
        look = await play.play(room.services, look.table.id, ANNA, move)
        theirs = await room.look(other.table.id, BERT)
        assert theirs.options == tuple(GAMES[game].menu(theirs.table.state, LESSONS[game].seat))
        await play.play(room.services, other.table.id, BERT, move)
        await room.rest()


@pytest.mark.repeated(3)
@every_game
async def test_who_follows_all_proposals_plays_the_game_that_is_written_down_whatever_restarts(
    room: Room, game: str
) -> None:
    lesson, look, ideas, moves = LESSONS[game], await learn(room, game), [], 0
    while look.guidance and look.guidance.proposal:
        ideas.append(look.guidance.idea)
        look, moves = await follow(room, look), moves + 1
        if moves % 5 == 0:
            await room.restart()
            assert shown(await room.look(look.table.id, ANNA)) == shown(look), "the same is told after a restart"
    assert [f"{row.seat} {row.text}" for row in await entries(room, look.table.id)] == [
        f"{entry.seat} {entry.text}" for entry in lesson.record.log
    ], "all that is written was used, and nothing else happened"
    assert look.table.row.status == "finished"
    assert look.guidance is not None
    assert look.guidance.idea == END
    result = GAMES[game].result(look.table.state)
    assert result is not None
    assert result.scores == SCORES[game]
    explained = [idea for idea in lesson.every_idea if idea not in lesson.untaught]
    assert sorted(filter(None, ideas)) == sorted(explained), "each idea is explained, and once"


def shown(look: Look) -> tuple[object, ...]:
    """What a look shows."""
    return look.view, look.mark, look.guidance


@pytest.mark.repeated(3)
@every_game
@pytest.mark.parametrize("seed", [0, *thorough(1)])
async def test_who_does_otherwise_at_every_step_is_always_proposed_something_that_can_be_done(
    room: Room, game: str, seed: int
) -> None:
    rng, look = random.Random(seed), await learn(room, game)
    ideas: set[str] = set()
    while look.table.row.status == "playing":
        assert look.owes, "the computers have decided, so the learner is asked"
        assert look.guidance is not None
        proposal = look.guidance.proposal
        assert proposal is not None
        GAMES[game].check(look.table.state, LESSONS[game].seat, proposal)
        ideas.add(look.guidance.idea)
        otherwise = [move for move in look.options if move != proposal] or [proposal]
        follows = seed and rng.random() < 0.5
        move = proposal if follows else rng.choice(otherwise)
        await room.move(look.table.id, ANNA, str(move), look.mark)
        look = await room.look(look.table.id, ANNA)
    assert ideas <= {"", *LESSONS[game].every_idea}
    assert len(ideas) > 5


async def test_how_many_ideas_a_learner_has_met_goes_up_with_each_and_back_with_what_is_taken_back(room: Room) -> None:
    look = await learn(room, "riga")
    assert lesson_guide.progress(look) == (1, len(LESSONS["riga"].every_idea))
    while not look.can_undo:
        met = lesson_guide.progress(look)[0]
        look = await follow(room, look)
    assert look.guidance is not None
    assert lesson_guide.progress(look)[0] == met + bool(look.guidance.idea)
    look = await play.take_back(room.services, look.table.id, ANNA, look.mark)
    assert lesson_guide.progress(look)[0] == met


async def test_an_idea_that_a_lesson_leaves_out_is_not_counted_even_if_it_comes_up(room: Room) -> None:
    look = await learn(room, "haithabu")
    _, ideas = lesson_guide.progress(look)
    assert ideas == len({*LESSONS["haithabu"].every_idea} - LESSONS["haithabu"].untaught.keys())
    look.table.row.explained.append("lose")
    assert lesson_guide.progress(look) == (1, ideas)


async def test_a_lesson_begun_before_an_update_is_proposed_what_can_be_done_to_its_end(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written down names orders that its table has not got."""
    with monkeypatch.context() as before:
        before.setattr(type(GAMES["haithabu"]), "version", 2)
        number = (await learn(room, "haithabu")).table.id
    await room.rest()
    look = await room.look(number, ANNA)
    while look.table.open:
        assert look.guidance is not None
        assert look.guidance.proposal is not None
        number = (await follow(room, look)).table.id
        look = await room.look(number, ANNA)
    assert look.table.row.status == "finished"
    assert (look.table.row.rules, look.table.state.version) == (2, 2)
    assert await room.faults() == []


@every_game
async def test_what_a_learner_does_before_it_was_explained_is_explained_after_it(room: Room, game: str) -> None:
    lesson, look, late = LESSONS[game], await learn(room, game), 0
    for _ in range(12):
        assert look.guidance is not None
        known = {*look.table.row.explained, look.guidance.idea, *(lesson.choices - lesson.core), *lesson.untaught}
        new = {
            move: lesson.most_important([idea for idea in lesson.ideas(look.view, move) if idea not in known])
            for move in (look.guidance.proposal, *look.options)
            if move
        }
        move = next((move for move in look.options if new[move] and look.guidance.made), look.guidance.proposal)
        assert move is not None
        before, look = look.guidance, await follow_with(room, look, str(move))
        assert look.guidance is not None
        strayed = not lesson.follows_record(lesson.seat, [*map(str, look.guidance.made)])
        used, told = new[move] if strayed else "", look.guidance.idea
        assert not used or told == used or (told in lesson.core and used not in lesson.core)
        assert used or not look.guidance.is_late
        if look.guidance.is_late:
            assert look.guidance.idea == new[move] != before.idea
            assert look.guidance.alone == (len(look.options) > 1)
            late += 1
    assert late


async def test_tips_are_missed_until_they_were_explained_or_if_a_lesson_does_not_teach_them(room: Room) -> None:
    lesson, look = LESSONS["haithabu"], await learn(room, "haithabu")
    assert lesson_guide.missed_ideas(look) == [idea for idea in lesson.every_idea if idea not in lesson.untaught]
    look.table.row.explained += [*lesson.every_idea[:-2], FORCED, ""]
    assert lesson_guide.missed_ideas(look) == [*lesson.every_idea[-2:]]


@pytest.mark.both_engines
async def test_a_lesson_is_in_no_list_counts_nowhere_and_is_told_to_nobody(room: Room) -> None:
    look = await learn(room, "visby")
    number = look.table.id
    for _ in range(3):
        look = await follow(room, look)
    await room.later(10 * 24 * 3600)
    assert {told.kind for told in room.told} <= {LessonWentOn().kind}
    assert await room.timers(number) == []
    assert await lookup.looks_of_person(room.services, ANNA) == []
    assert await sql.count_of_person(room.services.db.reader, ANNA) == 0
    assert await lookup.open_in(room.services, 0, ANNA) == []
    assert await lookup.count_open(room.services, 0, ANNA) == 0
    assert await lookup.game_in(room.services, 0) is None
    while look.table.open:
        look = await follow(room, look)
    assert await lookup.finished_in(room.services, 0, None, ANNA) == []
    assert await lookup.results(room.services, number) == []
    assert await lookup.wins_by_person(room.services, 0, None) == []
    with pytest.raises(Declined):
        await lookup.find(room.services, ANNA, "visby", 0, "finished")
    with pytest.raises(Declined) as no:
        await rematches.open_or_join(room.services, number, ANNA, "Anna")
    assert no.value.key == "no_table"


async def test_it_is_resumed_repeated_and_everybodys_own(room: Room) -> None:
    look = await follow(room, await learn(room, "visby"))
    assert (await learn(room, "visby")).table.id == look.table.id
    assert (await learn(room, "visby")).table.row.version == look.table.row.version
    assert await lesson_tables.open_lessons(room.services, ANNA) == ["visby"]
    other = await lesson_tables.continue_or_start(room.services, BERT, "Bert", "visby", "de")
    assert other.table.id != look.table.id
    anew = await learn(room, "visby", again=True)
    assert anew.table.id not in (look.table.id, other.table.id)
    assert anew.table.row.explained == []
    assert (await room.load(look.table.id)).row.status == "closed"
    assert await lesson_tables.open_lessons(room.services, ANNA) == ["visby"]
    with pytest.raises(Declined):
        await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "chess", "en")


async def test_what_is_typed_means_the_lesson_only_if_there_is_no_other_table(room: Room) -> None:
    look = await learn(room, "visby")
    assert await lookup.find(room.services, ANNA, "visby", 1, "running") == look.table.id
    number = await room.table([ANNA, BERT])
    assert await lookup.find(room.services, ANNA, "visby", 1, "running") == number


async def test_an_idea_is_explained_again_once_its_move_is_taken_back(room: Room) -> None:
    look = await learn(room, "riga")
    seen: dict[int, str] = {}
    while not (look.can_undo and look.guidance and look.guidance.idea):
        assert look.guidance is not None
        seen[look.table.row.version] = look.guidance.idea
        look = await follow(room, look)
    assert look.guidance is not None
    before, idea = look.table.row.version, look.guidance.idea
    look = await play.take_back(room.services, look.table.id, ANNA, look.mark)
    assert look.guidance is not None
    assert look.guidance.idea == seen[max(seen)] != idea
    assert look.guidance.proposal is not None
    look = await follow(room, look)
    assert look.guidance is not None
    assert (look.guidance.idea, look.table.row.version) == (idea, before + 2)


async def test_computers_go_on_with_what_is_written_if_we_were_stopped_before_they_had(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = await learn(room, "riga")

    async def stopped(*_: object) -> None:
        """Do not get that far."""

    with monkeypatch.context() as patch:
        patch.setattr(play, "play_scripted_moves", stopped)
        patch.setattr(play, "_wake_if_computer_acts", lambda *_: None)
        while look.owes:
            look = await follow(room, look)
    await room.restart()
    await clocks.tick(room.services)
    await room.rest()
    look = await room.look(look.table.id, ANNA)
    assert look.owes
    made = {(row.seat, row.text) for row in await entries(room, look.table.id)}
    assert made == {(entry.seat, entry.text) for entry in LESSONS["riga"].record.log[: len(made)]}


async def test_a_lesson_whose_set_up_was_interrupted_lets_the_learner_choose(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stopped(*_: object) -> None:
        """Do not get that far."""

    with monkeypatch.context() as patch:
        patch.setattr(play, "play_scripted_moves", stopped)
        look = await learn(room, "haithabu")
    assert look.owes == "pick_character"
    look = await play.play(room.services, look.table.id, ANNA, "pick seer", look.mark)
    assert look.owes == "turn"
    assert look.guidance is not None
    assert look.guidance.idea == "order", "nothing was skipped"


async def test_who_is_forgotten_leaves_no_lesson_behind(room: Room) -> None:
    look = await learn(room, "visby")
    await forgetting.forget(room.services, ANNA)
    table = await room.load(look.table.id)
    assert table.row.status == "closed"
    assert ANNA not in {seat.person for seat in table.seats}
    assert "Anna" not in {seat.name for seat in table.seats}
    assert room.told == []


async def test_it_takes_none_of_the_seats_a_person_may_have(room: Room) -> None:
    await room.lift_limits()
    for _ in range(table_settings.MAX_TABLES_PER_PERSON):
        await room.lobby([ANNA], size=2)
    look = await learn(room, "visby")
    assert look.owes
    assert await lookup.count_open(room.services, SERVER, ANNA) == table_settings.MAX_TABLES_PER_PERSON


def test_only_what_the_learner_has_not_done_shows_in_their_menu_once_it_asks_them() -> None:
    asked, over = PendingDecision(3, "turn", (1,)), PendingDecision()
    went_on: list[Notification] = [LessonWentOn()]
    assert in_a_lesson([1], asked, learner=1, actor=0) == went_on
    assert in_a_lesson([], over, learner=1, actor=0) == went_on
    assert in_a_lesson([], asked, learner=1, actor=0) == [], "a neighbour has decided, and nothing has changed for them"
    assert in_a_lesson([1], asked, learner=1, actor=1) == []
    assert in_a_lesson([], over, learner=1, actor=1) == []


@pytest.mark.thorough
async def test_own_decisions_get_true_feedback_and_suggested_moves_get_none(room: Room) -> None:
    room.services.thinker = QuickThinker(judge=judge_here)
    look, good, better, silent = await learn(room, "riga"), 0, 0, 0
    rng = random.Random(3)
    judged: OwnDecision | None = None
    for _ in range(24):
        assert look.guidance is not None
        alone, before, move = look.guidance.alone, look, look.guidance.proposal
        if alone:
            move = rng.choice(look.options)
        look = await follow_with(room, look, str(move))
        told, judged = judged, await judged_in(room, look)
        assert not (told and len(before.options) == 1 and judged), "feedback was repeated after a forced decision"
        if not alone and len(before.options) > 1:
            assert judged is None
        if alone and judged:
            feedback = judged.feedback
            assert (judged.move, judged.look.view) == (move, before.view)
            assert feedback.other != str(move)
            if feedback.matters and not feedback.compares_points:
                assert abs(feedback.other_chance - feedback.chance) > NOISE, "it was a real choice"
                good, better = good + feedback.is_good, better + (not feedback.is_good)
            elif not feedback.matters:
                assert feedback.chance - feedback.other_chance <= NOISE, "a good move is praised"
        silent += alone and judged is None
    assert good
    assert better
    assert not silent


async def follow_with(room: Room, look: Look, move: str) -> Look:
    """Make a move, and return what the learner sees once the computers have decided."""
    await play.play(room.services, look.table.id, ANNA, move, look.mark)
    await room.rest()
    return await room.look(look.table.id, ANNA)


async def judged_in(room: Room, look: Look) -> OwnDecision | None:
    guidance = (await lesson_feedback.with_feedback(room.services, look)).guidance
    assert guidance is not None
    return guidance.judged


async def always_better(game: str, snapshot: bytes, seat: int, move: str, people: Waiting = ()) -> Feedback:
    """Have something to say about every move."""
    return Feedback(move, 0.2, 0.4)


async def test_feedback_is_kept_until_the_learner_decides_again(room: Room) -> None:
    """A turn that ended by itself leaves a page to wait on, which shows none."""
    room.services.thinker = QuickThinker(judge=always_better)
    look = await learn(room, "riga")
    while len(look.options) < 2:
        look = await follow(room, look)
    other = next(move for move in look.options if look.guidance and move != look.guidance.proposal)
    look = await follow_with(room, look, str(other))
    assert await judged_in(room, msgspec.structs.replace(look, owes=None)) is None
    explained = [*look.table.row.explained, FORCED]
    later = msgspec.structs.replace(look.table.row, version=look.table.row.version + 1, explained=explained)
    table = Table(later, look.table.seats, look.table.state)
    assert await judged_in(room, msgspec.structs.replace(look, table=table)) is not None


@pytest.mark.parametrize(("hint", "is_corrected"), [((), True), ((0, 1), False), ((1, 0), True)])
async def test_nobody_is_corrected_for_following_a_hint(room: Room, hint: tuple[int, ...], is_corrected: bool) -> None:
    """`hint` has the places of the suggested moves in the menu; its first move is made."""
    room.services.thinker = QuickThinker(judge=always_better)
    look = await learn(room, "riga")
    while len(look.options) < 2 or not (look.guidance and look.guidance.alone):
        look = await follow(room, look)
    assert look.seat is not None
    if hint:
        key = ("riga", look.table.row.snapshot or b"", look.seat)
        room.services.caches.advice[key] = [Advice(look.options[place]) for place in hint]
    look = await follow_with(room, look, str(look.options[0]))
    judged = await judged_in(room, look)
    assert judged is not None
    assert judged.feedback.matters == is_corrected
    assert judged.feedback.follows_hint != is_corrected


@every_game
async def test_who_does_something_else_than_what_is_suggested_gets_feedback_too(room: Room, game: str) -> None:
    room.services.thinker = QuickThinker(judge=always_better)
    look, strayed, followed = await learn(room, game), 0, 0
    for step in range(14):
        assert look.guidance is not None
        before, proposal = look.guidance, look.guidance.proposal
        others = [move for move in look.options if move != proposal]
        stray = bool(others) and (step % 4 == 3 or (step > 3 and not strayed and not before.alone))
        look = await follow_with(room, look, str(others[0] if stray else proposal))
        judged = await judged_in(room, look)
        if others and look.table.open:
            assert (judged is not None) == (stray or before.alone), "on the script and off it"
        assert not judged or not stray or judged.move == others[0]
        strayed, followed = strayed + (stray and not before.alone), followed + (not stray and not before.alone)
    assert strayed
    assert followed >= 3


async def test_what_a_good_is_worth_is_explained_at_the_latest_with_the_second_row_that_is_taken(room: Room) -> None:
    rng = random.Random(1)
    for _ in range(3):
        look, rows = await learn(room, "riga", again=True), 0
        while "values" not in look.table.row.explained and look.guidance and look.guidance.idea != "values":
            assert rows < 2, "the second row was taken without it"
            taking = [move for move in look.options if isinstance(move, Take)]
            move = rng.choice([move for move in taking if isinstance(move.what, int)] or taking or look.options)
            rows += isinstance(move, Take) and isinstance(move.what, int)
            look = await follow_with(room, look, str(move))
        assert rows


@pytest.mark.parametrize("idea", ["night", "bargain"])
async def test_who_leaves_the_script_learns_of_the_night_and_of_bargains_before_the_fifth_round(
    room: Room, idea: str
) -> None:
    look = await learn(room, "haithabu")
    while idea not in look.table.row.explained and look.guidance and look.guidance.idea != idea:
        assert look.table.state.round < 5
        day = [move for move in look.options if not getattr(move, "dice", 0)]
        look = await follow_with(room, look, str(day[-1] if day else look.options[-1]))
