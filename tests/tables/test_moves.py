"""A move is made once, for the decision it was meant for, or not at all."""

from __future__ import annotations

import asyncio

import pytest

from rules import Illegal, NotYours, Unreadable
from storage.queries import tables as sql
from tables.model.table_errors import Declined, Stale
from tables.notifications.kinds import Ended
from tables.play import moves
from tables.seating import lobby, seats
from tests.tables.room import ANNA, BERT, CLARA, DAVID, PEOPLE, STRANGER, Room

pytestmark = pytest.mark.quick


async def declined(key: str, room: Room, number: int, person: int) -> None:
    """Neither a move nor a taking back nor a draft is taken from this person, and nothing has changed."""
    before = await room.load(number)
    mark = before.mark(0) if before.seats and before.state else ""
    for deed in (
        moves.play(room.services, number, person, "pick knight", None),
        moves.take_back(room.services, number, person),
        moves.save_draft(room.services, number, person, mark, lambda look: "pick"),
    ):
        with pytest.raises(Declined) as no:
            await deed
        assert no.value.key == key
    assert await room.load(number) == before


async def test_a_move_is_in_the_log_and_in_the_snapshot(room: Room) -> None:
    number = await room.table()
    seat = await room.seat(number, ANNA)
    look = await room.move(number, ANNA, "pick knight")
    assert await room.log(number) == [f"{seat} pick knight"]
    assert look.view == (await room.look(number, ANNA)).view
    await room.restart()
    assert await room.log(number) == [f"{seat} pick knight"]
    assert (await room.look(number, ANNA)).view == look.view


async def test_a_refused_move_changes_nothing(room: Room) -> None:
    number = await room.table()
    before = await room.load(number)
    with pytest.raises(Illegal):
        await room.move(number, ANNA, "pick knight ship")
    with pytest.raises(Illegal):
        await room.move(number, ANNA, "trade 1")
    for text in ("", "pick", "pick gold", "hello", "undo", "pick knight\0", "🐴"):
        with pytest.raises(Unreadable):
            await moves.play(room.services, number, ANNA, text)
    assert await room.load(number) == before
    assert await room.log(number) == []


async def test_only_who_is_asked_may_move(room: Room) -> None:
    """In a trade only Merchants are asked."""
    number = await room.table()
    for person in PEOPLE:
        await room.move(number, person, "pick merchant" if person == ANNA else "pick mendicant")
    assert await room.owing(number) == [ANNA]
    with pytest.raises(NotYours):
        await room.move(number, BERT, "trade 0")
    assert len(await room.log(number)) == 4


async def test_a_stranger_is_declined(room: Room) -> None:
    await declined("not_seated", room, await room.table(), STRANGER)


async def test_before_the_start_nothing_can_be_played(room: Room) -> None:
    await declined("not_started", room, await room.lobby(), ANNA)


async def test_after_the_end_nothing_can_be_played(room: Room) -> None:
    number = await room.table(PEOPLE[:2])
    await room.play_on(number)
    await declined("finished", room, number, ANNA)
    await declined("not_seated", room, number, STRANGER)


async def test_at_a_closed_table_nothing_can_be_played(room: Room) -> None:
    number = await room.table()
    await room.close(number)
    await declined("closed", room, number, ANNA)


async def test_who_has_handed_over_cannot_play(room: Room) -> None:
    number = await room.table()
    await seats.resign(room.services, number, ANNA)
    await room.rest()
    await declined("computer_decides", room, number, ANNA)


async def test_a_table_that_is_not_there_is_declined(room: Room) -> None:
    for number in (0, -1, 7, 10**18 - 1):
        with pytest.raises(Declined, match="no_table"):
            await moves.play(room.services, number, ANNA, "pick knight")


# Marks


async def test_the_same_move_twice_is_made_once(room: Room) -> None:
    number = await room.table()
    mark = await room.mark(number, ANNA)
    await room.move(number, ANNA, "pick knight", mark)
    with pytest.raises(Stale):
        await room.move(number, ANNA, "pick knight", mark)
    assert len(await room.log(number)) == 1


async def test_the_same_move_twice_at_once_is_made_once(room: Room) -> None:
    number = await room.table()
    mark = await room.mark(number, ANNA)
    deeds = [moves.play(room.services, number, ANNA, "pick knight", mark) for _ in range(5)]
    outcomes = await asyncio.gather(*deeds, return_exceptions=True)
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 4
    assert len(await room.log(number)) == 1


async def test_people_at_once_all_move(room: Room) -> None:
    number = await room.table()
    marks = {person: await room.mark(number, person) for person in PEOPLE}
    await asyncio.gather(
        *(moves.play(room.services, number, person, "pick knight", marks[person]) for person in PEOPLE)
    )
    assert sorted(await room.log(number)) == [f"{seat} pick knight" for seat in range(4)]


async def test_a_neighbours_choice_does_not_make_a_mark_stale(room: Room) -> None:
    number = await room.table()
    mark = await room.mark(number, ANNA)
    await room.move(number, BERT, "pick ship")
    await room.move(number, BERT, "pick fleet")
    await room.move(number, CLARA, "pick ship")
    await room.move(number, ANNA, "pick knight", mark)
    assert len(await room.log(number)) == 4


async def test_choosing_again_makes_the_older_mark_stale(room: Room) -> None:
    number = await room.table()
    first = await room.mark(number, ANNA)
    second = (await room.move(number, ANNA, "pick knight", first)).mark
    third = (await room.move(number, ANNA, "pick ship", second)).mark
    assert len({first, second, third}) == 3
    for old in (first, second):
        with pytest.raises(Stale):
            await room.move(number, ANNA, "pick fleet", old)
    await room.move(number, ANNA, "pick fleet", third)


async def test_the_next_round_makes_every_mark_stale(room: Room) -> None:
    number = await room.table()
    marks = {person: (await room.move(number, person, "pick knight")).mark for person in (ANNA, BERT, CLARA)}
    await room.move(number, DAVID, "pick ship")
    for person, mark in marks.items():
        with pytest.raises(Stale):
            await room.move(number, person, "pick fleet", mark)
    assert len(await room.log(number)) == 4


@pytest.mark.parametrize("who", [ANNA, BERT])
async def test_taking_back_makes_older_marks_stale(room: Room, who: int) -> None:
    """Also what somebody else takes back: numbers of decisions come again then."""
    number = await room.table()
    await room.move(number, BERT, "pick ship")
    before = await room.mark(number, ANNA)
    after = (await room.move(number, ANNA, "pick knight")).mark
    await moves.take_back(room.services, number, who)
    for old in (before, after):
        with pytest.raises(Stale):
            await room.move(number, ANNA, "pick fleet", old)
        with pytest.raises(Stale):
            await moves.take_back(room.services, number, ANNA, old)
        with pytest.raises(Stale):
            await moves.save_draft(room.services, number, ANNA, old, lambda look: "pick")
    await room.move(number, ANNA, "pick fleet", await room.mark(number, ANNA))


async def test_a_mark_belongs_to_one_seat(room: Room) -> None:
    number = await room.table()
    marks = [await room.mark(number, person) for person in PEOPLE]
    assert len(set(marks)) == 4
    with pytest.raises(Stale):
        await room.move(number, BERT, "pick knight", marks[0])


@pytest.mark.repeated(2)
@pytest.mark.parametrize("mark", ["", "0", "1", "1.0", "1.0.0.0.0", "9999999999.0.0", "...", "١.٠.٠"])
async def test_a_forged_mark_is_stale(room: Room, mark: str) -> None:
    number = await room.table()
    with pytest.raises(Stale):
        await room.move(number, ANNA, "pick knight", mark)
    assert await room.log(number) == []


@pytest.mark.both_engines
async def test_marks_survive_a_restart(room: Room) -> None:
    number = await room.table()
    mark = await room.mark(number, ANNA)
    await room.restart()
    assert await room.mark(number, ANNA) == mark
    await room.move(number, ANNA, "pick knight", mark)


async def test_a_mark_never_comes_again_for_another_decision(room: Room) -> None:
    """Over a whole game with much taking back: the same mark means that neither this seat nor an undo was between."""
    number = await room.table(PEOPLE[:3])
    seen: dict[str, int] = {}
    undos = 0
    while await room.owing(number):
        person = room.rng.choice(PEOPLE[:3])
        look = await room.look(number, person)
        log = await room.log(number)
        since = seen.setdefault(look.mark, len(log))
        assert not [line for line in log[since:] if line.startswith(f"{look.seat} ") or line.endswith(" undo")]
        if look.can_undo and room.rng.random() < 0.4:
            await moves.take_back(room.services, number, person, look.mark)
            undos += 1
        elif look.owes or look.may_change:
            await room.move(number, person, mark=look.mark)
    assert undos > 5


# Taking back


async def test_what_was_taken_back_stays_in_the_log_and_counts_no_more(room: Room) -> None:
    number = await room.table()
    seat = await room.seat(number, ANNA)
    before = (await room.look(number, ANNA)).view
    await room.move(number, ANNA, "pick knight")
    look = await moves.take_back(room.services, number, ANNA)
    assert look.view == before
    assert await room.log(number) == [f"{seat} pick knight", f"{seat} undo"]


async def test_after_the_reveal_nothing_can_be_taken_back(room: Room) -> None:
    number = await room.table()
    for person in PEOPLE:
        await room.move(number, person, "pick knight")
    for person in PEOPLE:
        with pytest.raises(Declined, match="nothing_to_undo"):
            await moves.take_back(room.services, number, person)
    assert len(await room.log(number)) == 4


async def test_taking_back_is_not_offered_while_a_computer_is_about_to_build_on_the_move(room: Room) -> None:
    for _ in range(20):  # Who has to share the Journey with the computer may have nothing to trade.
        number = await room.table((ANNA,), computers=1)
        seat = await room.seat(number, ANNA)
        await room.move(number, ANNA, "pick ship merchant")
        traded = any("trade" in line for line in await room.log(number))  # Both at once: then it is revealed.
        if (await room.load(number)).owed == {seat: "trade"} and not traded:
            break
    look = await moves.play(room.services, number, ANNA, "trade 0")
    assert look.table.computer_owes
    assert not look.can_undo
    assert look.table.can_take_back(seat), "there is still time, for whoever is quick"
    await room.rest()
    assert not (await room.look(number, ANNA)).can_undo


# Drafts


async def test_a_draft_survives_a_restart_and_vanishes_when_the_decision_is_made(room: Room) -> None:
    number = await room.table()
    mark = await room.mark(number, ANNA)
    look = await moves.save_draft(room.services, number, ANNA, mark, lambda look: "pick kni")
    assert look.draft == "pick kni"
    assert look.mark.startswith(f"{mark}."), "a menu names the draft it shows"
    await room.restart()
    assert (await room.look(number, ANNA)).draft == "pick kni"
    assert (await room.look(number, BERT)).draft == ""
    await room.move(number, BERT, "pick ship")
    assert (await room.look(number, ANNA)).draft == "pick kni"
    await room.move(number, ANNA, "pick knight", mark)
    assert (await room.look(number, ANNA)).draft == ""
    assert (await room.services.load(number)).seats[await room.seat(number, ANNA)].draft is None


async def test_an_empty_draft_is_thrown_away(room: Room) -> None:
    number = await room.table()
    mark = await room.mark(number, ANNA)
    await moves.save_draft(room.services, number, ANNA, mark, lambda look: "pick kni")
    assert (await moves.save_draft(room.services, number, ANNA, mark, lambda look: "")).draft == ""


async def test_a_menu_that_shows_a_draft_acts_only_while_it_is_that_draft(room: Room) -> None:
    number = await room.table()
    mark = await room.mark(number, ANNA)
    first = (await moves.save_draft(room.services, number, ANNA, mark, lambda look: "pick kni")).mark
    second = (await moves.save_draft(room.services, number, ANNA, first, lambda look: "pick sh")).mark
    assert first != second
    for older in (first, f"{mark}.0", f"{mark}.", f"{second}.1"):
        with pytest.raises(Stale):
            await room.move(number, ANNA, "pick knight", older)
        with pytest.raises(Stale):
            await moves.save_draft(room.services, number, ANNA, older, lambda look: "pick b")
    assert (await room.look(number, ANNA)).draft == "pick sh"
    await room.move(number, ANNA, "pick ship", second)


async def test_a_menu_that_shows_no_draft_acts_whatever_is_put_together_elsewhere(room: Room) -> None:
    number = await room.table()
    mark = await room.mark(number, ANNA)
    await moves.save_draft(room.services, number, ANNA, mark, lambda look: "pick kni")
    await room.move(number, ANNA, "pick ship", mark)


async def test_a_draft_for_another_decision_is_not_shown(room: Room) -> None:
    number = await room.table()
    await room.move(number, BERT, "pick ship")
    await moves.save_draft(room.services, number, ANNA, await room.mark(number, ANNA), lambda look: "pick kni")
    await moves.take_back(room.services, number, BERT)
    assert (await room.look(number, ANNA)).draft == ""


# The end


@pytest.mark.both_engines
async def test_results_are_written_once(room: Room) -> None:
    number = await room.table(PEOPLE[:2], computers=1)
    await room.play_on(number)
    table = await room.load(number)
    assert table.row.status == "finished"
    assert table.row.ended == room.time
    results = await sql.results(room.services.db.reader, number)
    assert sorted(row.seat for row in results) == [0, 1, 2]
    result = table.game.result(table.state)
    assert result is not None
    assert [(row.place, row.score) for row in sorted(results, key=lambda row: row.seat)] == list(
        zip(result.places, result.scores, strict=True)
    )
    assert len(room.tellings(Ended)) == 1
    assert await room.timers(number) == []
    await room.restart()
    assert await sql.results(room.services.db.reader, number) == results


@pytest.mark.both_engines
async def test_the_last_move_made_twice_at_once_ends_the_game_once(room: Room) -> None:
    number = await room.table(PEOPLE[:2])
    while (await room.load(number)).row.status == "playing":
        (person, *_) = await room.owing(number)
        look = await room.look(number, person)
        text = str(room.rng.choice(look.options))
        deeds = [moves.play(room.services, number, person, text, look.mark) for _ in range(2)]
        outcomes = await asyncio.gather(*deeds, return_exceptions=True)
        assert sum(isinstance(outcome, Declined) for outcome in outcomes) == 1
        await room.rest()
    assert len(await sql.results(room.services.db.reader, number)) == 2
    assert len(room.tellings(Ended)) == 1


async def test_a_table_is_pinned_to_the_rules_it_starts_with(room: Room) -> None:
    """Not to those it was opened with: an update may lie between."""
    number = await room.lobby()
    table = await room.load(number)
    table.row.rules -= 1
    async with room.services.db.transaction() as db:
        await sql.save_table(db, table.row, "rules")
    await lobby.start(room.services, number, ANNA)
    await room.move(number, ANNA, "pick knight")
    await moves.take_back(room.services, number, ANNA)
    assert await room.faults() == []


async def test_who_takes_back_is_offered_what_they_were_though_nobody_had_looked(room: Room) -> None:
    number = await room.table((ANNA, BERT), game="haithabu")
    (person,) = await room.owing(number)
    offered = [str(move) for move in (await room.look(number, person)).options]
    await room.restart()
    await moves.play(room.services, number, person, lambda _: offered[0])
    await moves.take_back(room.services, number, person)
    assert [str(move) for move in (await room.look(number, person)).options] == offered
