"""A standing answer is given once, in the transaction that asks, and shows nowhere before that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from rules import GAMES, Refused
from rules.standing_answers import StandingAnswer, imagined_question, standing_move
from storage import Address
from storage.queries import tables as sql
from tables.model.table_errors import Declined
from tables.notifications.seat_kinds import PlanPlayed
from tables.play import lookup, moves, seat_answers
from tables.play.seat_plans import SeatPlans
from tables.records import statistics
from tables.seating import forgetting, seats
from tables.time import pauses
from tests.selection import thorough
from tests.tables.room import ANNA, BERT, CLARA, DAVID, Room
from tests.tables.test_plan_secrecy import copy_of, seen
from tests.tables.test_seat_plans import pinged, store, stored

GAME = GAMES["haithabu"]


class Dice(NamedTuple):
    """A game of Haithabu for three in which somebody has to choose one of two events that they rolled.

    One of them is Unrest, and both others will be asked for it. They are in the order of their seats.
    """

    number: int
    roller: int
    second: int
    third: int


async def dice(room: Room) -> Dice:
    """Play a game until there are such dice; `room.told` is empty then."""
    number = await room.table((ANNA, BERT, CLARA), game="haithabu")
    while True:
        table = await room.load(number)
        (roller, *_), text = table.owed, ""
        for field in "ABCDEFGH" if table.owed[roller] == "turn" else "":
            if unrest_follows(table.state, roller, f"work own {field} dice 2"):
                text = f"work own {field} dice 2"
        if text:
            break
        await room.play_on(number, 1)
    people = [seat.person or 0 for seat in table.seats]
    await room.move(number, people[roller], text)
    room.told.clear()
    return Dice(number, people[roller], *(person for person in people if person != people[roller]))


def unrest_follows(state: Any, roller: int, text: str) -> bool:
    """Return True if a worker sent with two dice leads to a choice of Unrest, for which both others are asked."""
    state = state.copy()
    try:
        for move in (text, "event unrest"):
            GAME.play(state, roller, GAME.parse(move))
    except Refused:
        return False
    return list(GAME.owed(state).values()) == ["unrest", "unrest"]


def expected(state: Any, seat: int, policy: str = "any") -> str:
    """Return what a standing answer of a seat to Unrest would do in a state that does not ask for it."""
    imagined = imagined_question(GAME, state, seat, "unrest")
    return str(standing_move(GAME, imagined, seat, StandingAnswer("unrest", policy)))


async def set_answer(room: Room, number: int, person: int, decision: str = "unrest", policy: str = "any") -> None:
    await seat_answers.set_answer(room.services, number, person, decision, policy)
    await room.rest()


async def test_a_standing_answer_is_given_in_the_transaction_that_asks_and_only_the_others_are_pinged(
    room: Room,
) -> None:
    number, roller, second, third = await dice(room)
    await set_answer(room, number, second)
    assert room.told == []
    table, seat = await room.load(number), await room.seat(number, second)
    before, given = table.row.version, expected(table.state, seat)
    await room.move(number, roller, "event unrest")
    entries = await sql.log(room.services.db.reader, number, before)
    made = [(row.text, row.person, row.planned) for row in entries]
    assert made == [("event unrest", roller, False), (given, second, True)]
    assert await room.owing(number) == [third]
    assert await pinged(room, number) == [third]
    told = PlanPlayed(seat=seat, person=second, after=before + 1, upto=before + 2, answered="unrest")
    assert room.tellings(PlanPlayed) == [told]
    assert (await stored(room, number, second)).standing == (StandingAnswer("unrest", "any"),)
    await room.move(number, third)
    assert len(room.tellings(PlanPlayed)) == 1


async def test_if_all_others_have_standing_answers_nobody_of_them_is_asked(room: Room) -> None:
    number, roller, second, third = await dice(room)
    for person in (second, third):
        await set_answer(room, number, person)
    await room.move(number, roller, "event unrest")
    assert [row.person for row in await sql.log(room.services.db.reader, number)][-3:] == [roller, second, third]
    assert "unrest" not in (await room.load(number)).owed.values()
    assert {second, third}.isdisjoint(await pinged(room, number))
    assert sorted(told.person for told in room.tellings(PlanPlayed)) == sorted((second, third))


@pytest.mark.parametrize("how", ["for another event", "switched off", "of another version"])
async def test_who_has_no_standing_answer_to_this_question_is_asked(room: Room, how: str) -> None:
    number, roller, second, third = await dice(room)
    await set_answer(room, number, second, "viking_games", "silver")
    if how == "switched off":
        await set_answer(room, number, second)
        await set_answer(room, number, second, policy="")
    elif how == "of another version":
        await store(room, number, second, SeatPlans(standing=(StandingAnswer("unrest", "unknown"),)))
    await room.move(number, roller, "event unrest")
    assert await room.owing(number) == [second, third]
    assert await pinged(room, number) == [second, third]
    assert room.tellings(PlanPlayed) == []


async def test_nothing_is_answered_while_paused_nor_what_was_asked_before(room: Room) -> None:
    number, roller, second, third = await dice(room)
    await set_answer(room, number, second)
    for person in (roller, second, third):
        await pauses.request_pause(room.services, number, person)
    await room.move(number, roller, "event unrest")
    assert await room.owing(number) == [second, third]
    await pauses.end_pause(room.services, number, roller)
    await set_answer(room, number, second)
    await room.move(number, third)
    assert await room.owing(number) == [second]
    assert room.tellings(PlanPlayed) == []


async def test_who_takes_a_standing_answer_back_decides_by_hand_and_keeps_it_for_the_next_question(room: Room) -> None:
    number, roller, second, third = await dice(room)
    await set_answer(room, number, second)
    await room.move(number, roller, "event unrest")
    assert await room.owing(number) == [third]
    await moves.take_back(room.services, number, second)
    assert await room.owing(number) == [second, third]
    await room.move(number, third)
    assert await room.owing(number) == [second]
    assert (await stored(room, number, second)).standing == (StandingAnswer("unrest", "any"),)
    await room.move(number, second)
    assert "unrest" not in (await room.load(number)).owed.values()
    assert (await stored(room, number, second)).standing == (StandingAnswer("unrest", "any"),)


@pytest.mark.parametrize("how", ["resigned", "switched off", *thorough("substitute")])
async def test_a_standing_answer_ends_with_the_seat_or_when_its_owner_wants(room: Room, how: str) -> None:
    number = await room.table((ANNA, BERT, CLARA), game="haithabu")
    await set_answer(room, number, BERT)
    seat = await room.seat(number, BERT)
    assert (await room.load(number)).seats[seat].plans
    if how == "resigned":
        await seats.resign(room.services, number, BERT)
    elif how == "substitute":
        await room.substitute(number, BERT, seat, DAVID, "David")
    else:
        await set_answer(room, number, BERT, policy="")
    await room.rest()
    assert (await room.load(number)).seats[seat].plans == ""


@pytest.mark.thorough
async def test_no_standing_answer_outlives_the_game_and_none_can_be_set_after_it(room: Room) -> None:
    number = await room.table((ANNA, BERT), game="haithabu")
    for decision, policies in (("unrest", "spare"), ("viking_games", "silver")):
        await set_answer(room, number, ANNA, decision, policies)
    await room.play_on(number)
    assert (await room.load(number)).row.status == "finished"
    assert await stored(room, number, ANNA) == SeatPlans()
    with pytest.raises(Declined, match="finished"):
        await set_answer(room, number, ANNA)


async def test_what_cannot_be_answered_so_is_declined(room: Room) -> None:
    number = await room.table((ANNA, BERT), game="haithabu")
    for decision, policy in (("turn", "any"), ("unrest", "silver"), ("", "")):
        with pytest.raises(Declined, match="no_standing_answer"):
            await set_answer(room, number, ANNA, decision, policy)
    with pytest.raises(Declined, match="not_seated"):
        await set_answer(room, number, CLARA)
    other = await room.table((ANNA, BERT), game="riga")
    with pytest.raises(Declined, match="no_standing_answer"):
        await seat_answers.shown(room.services, other, ANNA)


async def test_what_each_policy_would_have_answered_is_shown_for_the_questions_that_this_player_was_asked(
    room: Room,
) -> None:
    number, roller, second, third = await dice(room)
    seat = await room.seat(number, second)
    now = {each.decision: each for each in await seat_answers.shown(room.services, number, second)}
    assert now.keys() == {"viking_games", "unrest"}
    assert [(each.policy, len(each.answers)) for each in now["unrest"].policies] == [("spare", 1), ("any", 1)]
    await room.move(number, roller, "event unrest")
    asked = (await room.load(number)).state
    answers = [standing_move(GAME, asked, seat, StandingAnswer("unrest", policy)) for policy in ("spare", "any")]
    for person in (second, third):
        await room.move(number, person)
    unrest = {each.decision: each for each in await seat_answers.shown(room.services, number, second)}["unrest"]
    assert unrest.is_past
    assert [policy.answers[-1].move for policy in unrest.policies] == answers
    await set_answer(room, number, second)
    shown = {each.decision: each.chosen for each in await seat_answers.shown(room.services, number, second)}
    assert shown == {"viking_games": "", "unrest": "any"}


async def test_until_it_is_given_a_standing_answer_makes_no_difference_to_anybody_else(
    room: Room, other_address: Callable[[], Address]
) -> None:
    number, roller, second, third = await dice(room)
    others = (roller, third)
    await room.later(60)
    room.told.clear()
    async with copy_of(room, other_address()) as other:
        await set_answer(other, number, second)
        await set_answer(other, number, second, "viking_games", "silver")
        assert await seen(other, number, others) == await seen(room, number, others)
        look = await room.look(number, roller)
        unrest = next(move for move in look.options if str(move) == "event unrest")
        assert lookup.is_irrevocable(look, unrest), "whoever rolled is asked to confirm, whether or not it is answered"
        for world in (room, other):
            await world.move(number, roller, "event unrest")
        assert await room.owing(number) == [second, third]
        assert await other.owing(number) == [third]
        assert await pinged(room, number) == [second, third]
        assert await pinged(other, number) == [third]
        (given,) = (await other.log(number))[len(await room.log(number)) :]
        await room.move(number, second, given.partition(" ")[2])
        for person in others:
            by_hand, standing = await room.look(number, person), await other.look(number, person)
            assert (by_hand.view, by_hand.mark, by_hand.owes) == (standing.view, standing.mark, standing.owes)
            assert by_hand.can_undo == standing.can_undo
        assert await room.log(number) == await other.log(number), "to the others it is an ordinary move"


async def test_a_standing_answer_is_handed_out_to_its_owner_and_removed_when_they_are_forgotten(room: Room) -> None:
    number = await room.table((ANNA, BERT), game="haithabu")
    await set_answer(room, number, ANNA, "viking_games", "silver")
    exported = (await statistics.export_person(room.services, ANNA))["seats"]
    (row,) = [row for row in exported if row["table_id"] == number]
    assert "viking_games" in row["plans"]
    assert "silver" in row["plans"]
    await forgetting.forget(room.services, ANNA)
    await room.rest()
    assert [seat.plans for seat in (await room.load(number)).seats] == ["", ""]
