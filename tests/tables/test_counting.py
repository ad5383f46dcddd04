"""Whom a finished game counts for: the rule itself, and what a real table hands to it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from storage.columns import struct
from storage.queries import records
from storage.result_rows import DecisionCountRow, OutcomeRow, ResultRow
from storage.rows import Gone
from tables.play import moves
from tables.records.counting import CreditedPlayer, against_computers_only, credited_players
from tables.seating import seats
from tests.tables.room import ANNA, BERT, CLARA, DAVID, SERVER, STRANGER, Room

pytestmark = pytest.mark.quick

OTHER = ResultRow(seat=1, person=9, name="Other", computer=None, place=2, score=10)

Shares = Mapping[int, tuple[int, Gone]]
"""Of the first seat: how many decisions somebody made there, and how they gave it up."""


def at_first_seat(person: int | None, computer: str | None, shares: Shares) -> list[tuple[int | str | None, int, bool]]:
    """For whom the first seat, which won against another, counts: with which place, and whether they left."""
    result = ResultRow(seat=0, person=person, name="First", computer=computer, place=1, score=20)
    rows = [
        DecisionCountRow(seat=0, person=who, name=str(who), count=n, gone=gone) for who, (n, gone) in shares.items()
    ]
    counted = credited_players([result, OTHER], rows)
    assert counted[-1] == CreditedPlayer(1, 9, None, "Other", 2, 10)
    return [(one.person or one.computer, one.place, one.gone) for one in counted[:-1]]


@pytest.mark.parametrize(
    ("person", "computer", "shares", "counts"),
    [
        (1, None, {1: (30, "")}, [(1, 1, False)]),
        (None, "trader", {0: (30, "")}, [("trader", 1, False)]),
        (1, None, {}, [(1, 1, False)]),
        # Away for a while, and back for at least half of it, or for less.
        (1, None, {1: (15, ""), 0: (15, "")}, [(1, 1, False)]),
        (1, None, {1: (14, ""), 0: (15, "")}, []),
        # Left, lost or resigned: lost for who left, and the computer's if it did most of it.
        (1, "trader", {1: (20, "left"), 0: (10, "")}, [(1, 2, True)]),
        (1, "trader", {1: (10, "left"), 0: (20, "")}, [(1, 2, True), ("trader", 1, False)]),
        (2, None, {1: (20, "left"), 2: (10, "")}, [(1, 2, True)]),
        (2, None, {1: (10, "left"), 2: (20, "")}, [(1, 2, True), (2, 1, False)]),
        (2, None, {1: (0, "left"), 2: (20, "")}, [(1, 2, True), (2, 1, False)]),
        # By agreement: for nobody but who finished it.
        (2, None, {1: (29, "agreed"), 2: (1, "")}, [(2, 1, False)]),
        (2, "trader", {1: (29, "agreed"), 2: (1, "left")}, [(2, 2, True)]),
        (1, "trader", {1: (29, "agreed"), 0: (1, "")}, []),
        # Whoever was forgotten has nothing of it, and who did less than half has not earned it.
        (2, None, {-1: (20, ""), 2: (10, "")}, []),
        (2, None, {-1: (10, ""), 2: (20, "")}, [(2, 1, False)]),
    ],
)
def test_a_seat_belongs_to_who_played_it(
    person: int | None, computer: str | None, shares: Shares, counts: list[tuple[int | str | None, int, bool]]
) -> None:
    assert at_first_seat(person, computer, shares) == counts


def test_who_left_a_seat_and_took_another_has_lost_once() -> None:
    results = [
        ResultRow(seat=seat, person=person, name="", computer=None, place=place, score=0)
        for seat, person, place in ((0, 1, 1), (1, 2, 2), (2, 3, 3))
    ]
    shares = [
        DecisionCountRow(seat=0, person=1, name="", count=20),
        DecisionCountRow(seat=1, person=1, name="", count=2, gone="left"),
        DecisionCountRow(seat=1, person=2, name="", count=20),
        DecisionCountRow(seat=2, person=3, name="", count=20),
    ]
    assert [(one.person, one.place) for one in credited_players(results, shares)] == [(1, 3), (2, 2), (3, 3)]


def test_a_game_of_one_person_is_counted_apart() -> None:
    person, computer = CreditedPlayer(0, 1, None, "", 1, 0), CreditedPlayer(1, None, "trader", "", 2, 0)
    assert against_computers_only([person, computer])
    assert not against_computers_only([person, computer, CreditedPlayer(2, 2, None, "", 3, 0)])


# At a real table


async def outcomes(room: Room, number: int) -> list[OutcomeRow]:
    rows = await room.services.db.reader.execute_fetchall(
        "SELECT * FROM outcomes WHERE table_id = ? ORDER BY nth", (number,)
    )
    return [struct(OutcomeRow, row) for row in rows]


async def test_a_table_counts_decisions_but_not_what_was_taken_back(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    room.time += 100
    await room.move(number, ANNA)
    await moves.take_back(room.services, number, ANNA)
    room.time += 20
    await room.move(number, ANNA)
    await room.play_on(number)
    shares = {share.person: share for share in await records.decision_counts(room.services.db.reader, number)}
    entries = await room.log(number)
    for person in (ANNA, BERT):
        seat = await room.seat(number, person)
        assert shares[person].count == sum(line.startswith(f"{seat} ") for line in entries) - 2 * (person == ANNA)
        assert (shares[person].name, shares[person].gone) == (f"<{person}>", "")
    assert (shares[ANNA].seconds, shares[BERT].seconds) == (120, 120)
    ended = await outcomes(room, number)
    assert {(one.person, one.decisions) for one in ended} == {(p, shares[p].count) for p in (ANNA, BERT)}
    assert {(one.game, one.server, one.size, one.ended, one.apart) for one in ended} == {
        ("visby", SERVER, 2, room.time, False)
    }


async def test_how_a_seat_was_given_up_is_remembered_until_they_are_back(room: Room) -> None:
    async def gone(person: int) -> str:
        return next(
            s.gone for s in await records.decision_counts(room.services.db.reader, number) if s.person == person
        )

    number = await room.table((ANNA, BERT, CLARA))
    await seats.resign(room.services, number, ANNA)
    assert await gone(ANNA) == "left"
    await seats.come_back(room.services, number, ANNA)
    assert await gone(ANNA) == ""
    await room.substitute(number, BERT, await room.seat(number, BERT), DAVID, "David")
    assert (await gone(BERT), await gone(DAVID)) == ("agreed", "")
    await room.later(4 * 24 * 3600)
    await seats.give_to_computer(room.services, number, ANNA, await room.seat(number, CLARA))
    assert await gone(CLARA) == "left"
    await room.substitute(number, ANNA, await room.seat(number, CLARA), STRANGER, "Emil")
    assert await gone(CLARA) == "left"
    await room.rest()
    await room.play_on(number)
    ended = {one.person: one for one in await outcomes(room, number)}
    assert (ended[CLARA].gone, ended[CLARA].place, ended[CLARA].name) == (True, 3, f"<{CLARA}>")
    assert set(ended) == {ANNA, CLARA, DAVID, STRANGER}


async def test_a_game_against_computers_only_is_counted_apart_and_not_rated(room: Room) -> None:
    number = await room.table((ANNA,), computers=2)
    await room.play_on(number)
    ended = await outcomes(room, number)
    assert sorted((one.person or 0, one.computer) for one in ended) == [(0, "trader"), (0, "trader"), (ANNA, None)]
    assert all(one.apart and one.mu is None for one in ended)
    assert await records.all_ratings(room.services.db.reader) == []
