"""A plan is played once, in the transaction that asks its owner, and shows nowhere before that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import pytest

from rules.plans import Plan, Wish
from storage import Transaction
from storage.queries import tables as sql
from tables.model.history import Viewpoint
from tables.model.players_to_act import PendingDecision, is_pinged_for
from tables.model.table import Look, Table
from tables.model.table_errors import Declined, Stale
from tables.notifications.kinds import Ping
from tables.notifications.seat_kinds import PlanPlayed
from tables.play import game_log, moves, rehearsals, replays
from tables.play.seat_plans import SeatPlans, plans_of, set_plans, why_lapsed
from tables.records import statistics
from tables.seating import forgetting, seats
from tables.time import pauses
from tests.selection import thorough
from tests.tables.room import ANNA, BERT, CLARA, DAVID, Room


class Turns(NamedTuple):
    """A game of Riga for three whose first turn is pending: the table, and the people in the order of their turns."""

    number: int
    first: int
    second: int
    third: int


async def riga(room: Room) -> Turns:
    """Begin a game of Riga and play until the first turn, with different rows; `room.told` is empty then."""
    while True:
        number = await room.table((ANNA, BERT, CLARA), game="riga")
        while "turn" not in (table := await room.load(number)).owed.values():
            await room.play_on(number, 1)
        if len({tuple(sorted(row)) for row in table.state.rows}) == len(table.state.rows):
            break
    (first,) = table.owed
    people = [table.seats[(first + place) % 3].person or 0 for place in range(3)]
    state = table.state.copy()
    for text in ("take row 1", "done"):
        table.game.play(state, first, table.game.parse(text))
    assert [table.seats[seat].person for seat in table.game.owed(state)] == people[1:2]
    room.told.clear()
    return Turns(number, *people)


async def pinged(room: Room, number: int) -> list[int]:
    """Return the people who were pinged for the pending decision. Delivery ignores all other pings."""
    table = await room.load(number)
    asking = {seat for ping in room.tellings(Ping) if ping.asking == table.frame_id for seat in ping.seats}
    asked = [table.seats[seat] for seat in sorted(asking & table.owed.keys())]
    return [seat.person or 0 for seat in asked if is_pinged_for(seat, PendingDecision.of(table))]


async def plan(room: Room, number: int, person: int, texts: Sequence[str], *, alternative: bool = False) -> Look:
    """Let somebody plan their next turn with the menus of a rehearsal."""
    look = await rehearsals.begin(room.services, number, person, "turn", alternative=alternative)
    for text in texts:
        look = await rehearsals.play(room.services, number, person, text, look.mark)
    await room.rest()
    return look


async def stored(room: Room, number: int, person: int) -> SeatPlans:
    table = await room.load(number)
    return plans_of(table.seats[await room.seat(number, person)])


async def store(room: Room, number: int, person: int, plans: SeatPlans | str) -> None:
    """Write plans, or any text, into the seat of a person."""
    async with room.services.at(number) as table:
        seat = table.seats[await room.seat(number, person)]
        if isinstance(plans, str):
            seat.plans = plans
        else:
            set_plans(seat, plans)
        async with room.services.db.transaction() as db:
            await sql.update_seats(db, number, table.take_changed_seats())


async def turn(room: Room, number: int, person: int, row: int) -> None:
    for text in (f"take row {row}", "done"):
        await room.move(number, person, text)


async def test_a_plan_is_played_in_the_transaction_that_asks_and_only_the_next_player_is_pinged(room: Room) -> None:
    number, first, second, third = await riga(room)
    await plan(room, number, second, ("take row 2", "done"))
    assert room.told == []
    before = (await room.load(number)).row.version
    await turn(room, number, first, 1)
    entries = await sql.log(room.services.db.reader, number)
    made = [(row.text, row.person, row.planned) for row in entries if row.n > before]
    mine, planned = [("take row 1", first, False), ("done", first, False)], [("take row 1", second, True)]
    assert made == [*mine, *planned, ("done", second, True)]
    assert await room.owing(number) == [third]
    assert await pinged(room, number) == [third]
    assert await room.pings(number) == [[third]], "nothing was queued for the planned question"
    seat = await room.seat(number, second)
    assert room.tellings(PlanPlayed) == [PlanPlayed(seat=seat, person=second, after=before + 2, upto=before + 4)]
    assert await stored(room, number, second) == SeatPlans()


async def test_the_mark_of_a_planned_move_is_as_secret_as_the_plan_until_the_game_is_over(room: Room) -> None:
    number, first, second, third = await riga(room)
    await plan(room, number, second, _TAKE_2)
    await turn(room, number, first, 1)
    services, planner = room.services, await room.seat(number, second)

    async def marked(table: Table, reader: int | None) -> list[int]:
        chair = table.seat_of(reader or 0)
        viewpoint = Viewpoint(chair.seat if chair else None)
        told = await game_log.visible_entries(services, table, viewpoint.seat)
        in_log = [entry.n for entry in told if entry.is_planned]
        latest = await replays.moment(services, table, reader or 0, viewpoint, None)
        steps = [await replays.moment(services, table, reader or 0, viewpoint, n) for n in range(latest.number + 1)]
        assert [each.entry for each in steps if each.is_planned] == in_log
        return in_log

    table = await room.load(number)
    planned = [table.row.version - 1, table.row.version]
    assert [await marked(table, reader) for reader in (first, second, third, None)] == [[], planned, [], []]
    await room.substitute(number, second, planner, DAVID, "David")
    assert await marked(await room.load(number), DAVID) == []
    finished = Table(msgspec.structs.replace(table.row, status="finished"), table.seats, table.state)
    assert [await marked(finished, reader) for reader in (first, second, third, None)] == [planned] * 4
    exported = (await statistics.export_person(services, second))["log"]
    assert [row["n"] for row in exported if row["planned"]] == planned


async def test_the_first_wish_that_is_still_possible_is_played(room: Room) -> None:
    number, first, second, third = await riga(room)
    await plan(room, number, second, ("take row 2", "done"))
    await plan(room, number, second, ("take row 3", "done"), alternative=True)
    wanted = sorted((await room.load(number)).state.rows[2])
    await turn(room, number, first, 2)
    assert (await room.log(number))[-2:] == [f"{await room.seat(number, second)} {text}" for text in _TAKE_2]
    assert wanted not in [sorted(row) for row in (await room.load(number)).state.rows]
    assert await room.owing(number) == [third]


_TAKE_2 = ("take row 2", "done")


@pytest.mark.parametrize("how", ["row is gone", "unreadable", *thorough("other year")])
async def test_a_plan_that_does_not_apply_is_deleted_and_its_owner_is_pinged(room: Room, how: str) -> None:
    number, first, second, _ = await riga(room)
    await plan(room, number, second, _TAKE_2)
    (old,) = (await stored(room, number, second)).plans
    if how == "other year":
        await store(room, number, second, SeatPlans((msgspec.structs.replace(old, period=old.period + 1),)))
    elif how == "unreadable":
        await store(room, number, second, '{"plans": 1}')
        assert await stored(room, number, second) == SeatPlans()
    await turn(room, number, first, 2 if how == "row is gone" else 1)
    table = await room.load(number)
    assert await room.owing(number) == [second]
    assert await room.pings(number) == [[second]]
    assert room.tellings(PlanPlayed) == []
    kept = await stored(room, number, second)
    assert kept.plans == ()
    assert kept.lapsed == (0 if how == "unreadable" else table.frame_id)
    why = {"row is gone": "gone", "unreadable": None, "other year": ""}
    assert why_lapsed(table, await room.seat(number, second)) == why[how]
    await room.move(number, second, "take row 1")
    assert await stored(room, number, second) == SeatPlans()


async def test_after_a_plan_that_stops_early_its_owner_is_pinged(room: Room) -> None:
    number, first, second, third = await riga(room)
    await plan(room, number, second, _TAKE_2)
    (whole,) = (await stored(room, number, second)).plans
    begun = Wish(whole.wishes[0].moves[:1], whole.wishes[0].context)
    await store(room, number, second, SeatPlans((msgspec.structs.replace(whole, wishes=(begun,)),)))
    await turn(room, number, first, 1)
    assert (await room.log(number))[-1] == f"{await room.seat(number, second)} take row 1"
    assert await room.owing(number) == [second]
    assert await pinged(room, number) == [second]
    assert len(room.tellings(PlanPlayed)) == 1
    await room.move(number, second, "done")
    assert await pinged(room, number) == [third]


async def test_nothing_is_played_while_paused_and_a_move_by_hand_deletes_the_plan(room: Room) -> None:
    number, first, second, _ = await riga(room)
    await plan(room, number, second, _TAKE_2)
    for person in (first, second, await _third(room, number, first, second)):
        await pauses.request_pause(room.services, number, person)
    await turn(room, number, first, 1)
    assert await room.owing(number) == [second]
    assert room.tellings(PlanPlayed) == []
    assert (await stored(room, number, second)).plan("turn") is not None
    await room.move(number, second, "take row 2")
    assert await stored(room, number, second) == SeatPlans()


async def test_a_question_asked_during_a_pause_is_answered_by_its_plan_when_the_pause_ends(room: Room) -> None:
    number, first, second, third = await riga(room)
    await plan(room, number, second, _TAKE_2)
    for person in (first, second, third):
        await pauses.request_pause(room.services, number, person)
    await turn(room, number, first, 1)
    before = len(await room.log(number))
    await pauses.end_pause(room.services, number, third)
    await room.rest()
    seat = await room.seat(number, second)
    assert (await room.log(number))[before:] == [f"{seat} take row 1", f"{seat} done"]
    assert await room.owing(number) == [third]
    assert await pinged(room, number) == [third]
    assert len(room.tellings(PlanPlayed)) == 1


async def _third(room: Room, number: int, *others: int) -> int:
    table = await room.load(number)
    return next(seat.person for seat in table.human_seats() if seat.person and seat.person not in others)


@pytest.mark.parametrize("how", ["taken back", "resigned", *thorough("substitute", "deleted")])
async def test_a_plan_ends_with_what_it_was_made_for(room: Room, how: str) -> None:
    number, first, _, _ = await riga(room)
    await turn(room, number, first, 1)
    await plan(room, number, first, ("take row 1", "done"))
    seat = await room.seat(number, first)
    assert (await room.load(number)).seats[seat].plans
    if how == "taken back":
        await moves.take_back(room.services, number, first)
    elif how == "resigned":
        await seats.resign(room.services, number, first)
    elif how == "substitute":
        await room.substitute(number, first, seat, DAVID, "David")
    else:
        await rehearsals.delete(room.services, number, first, "turn")
    await room.rest()
    assert (await room.load(number)).seats[seat].plans == ""


@pytest.mark.thorough
async def test_no_plan_outlives_the_game(room: Room) -> None:
    number = await room.table((ANNA, BERT), game="riga")
    await store(room, number, ANNA, SeatPlans((Plan("never asked", 1, 1, ()),)))
    await room.play_on(number, 20)
    assert (await stored(room, number, ANNA)).plans
    await room.play_on(number)
    assert (await room.load(number)).row.status == "finished"
    assert await stored(room, number, ANNA) == SeatPlans()
    with pytest.raises(Declined, match="finished"):
        await rehearsals.begin(room.services, number, ANNA, "turn")


async def test_a_rehearsal_changes_nothing_at_the_table_and_its_old_menus_are_stale(room: Room) -> None:
    number, first, second, _ = await riga(room)
    before = await room.load(number)
    look = await rehearsals.begin(room.services, number, second, "turn")
    further = await rehearsals.play(room.services, number, second, "take row 1", look.mark)
    with pytest.raises(Stale):
        await rehearsals.play(room.services, number, second, "take row 2", look.mark)
    await rehearsals.delete(room.services, number, second, "")
    with pytest.raises(Stale):
        await rehearsals.play(room.services, number, second, "done", further.mark)
    with pytest.raises(Declined, match="nothing_to_plan"):
        await rehearsals.begin(room.services, number, first, "turn")
    assert await room.load(number) == before
    assert room.told == []


class Killed(BaseException):
    """The process was killed."""


@pytest.mark.parametrize("kept", [False, True])
async def test_killed_before_or_after_the_commit_a_plan_is_played_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    number, first, second, third = await riga(room)
    await plan(room, number, second, _TAKE_2)
    await room.move(number, first, "take row 1")
    length, finish = len(await room.log(number)), Transaction.finish

    async def dies(transaction: Transaction, query: str, parameters: Sequence[object] = ()) -> object:
        if kept:
            await finish(transaction, query, parameters)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Transaction, "finish", dies)
        with pytest.raises(Killed):
            await moves.play(room.services, number, first, "done")
    await room.crash()
    assert len(await room.log(number)) == length + (3 if kept else 0)
    assert bool((await stored(room, number, second)).plans) == (not kept)
    if not kept:
        await room.move(number, first, "done")
    await room.later(1)
    await room.rest()
    assert len(await room.log(number)) == length + 3
    assert await room.owing(number) == [third]
    assert await pinged(room, number) == [third]
    assert len(room.tellings(PlanPlayed)) == 1


async def test_a_plan_is_handed_out_to_its_owner_and_removed_when_they_are_forgotten(room: Room) -> None:
    number, _, second, _ = await riga(room)
    await plan(room, number, second, _TAKE_2)
    exported = (await statistics.export_person(room.services, second))["seats"]
    (row,) = [row for row in exported if row["table_id"] == number]
    assert "take row 2" in row["plans"]
    await forgetting.forget(room.services, second)
    await room.rest()
    assert [seat.plans for seat in (await room.load(number)).seats] == ["", "", ""]
