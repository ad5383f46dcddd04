"""Others are shown a turn of several steps when it is done: each step would be a request, and may be taken back."""

from __future__ import annotations

import pytest

from tables.seating import substitutes
from tests.discord.audit import Audit
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import Sitting, sit_down
from tests.discord.turns import be_asked_anew, begin_a_turn, do_something


async def up_to_date(sitting: Sitting) -> bool:
    """Whether the board shows how things stand."""
    (person, *_) = sitting.people
    now = await person.command(f"{sitting.game} board", place=sitting.world.threads[-1])
    return now.text.startswith(sitting.board_alone)  # A tip may stand below.


@pytest.mark.parametrize("alone", [False, True])
async def test_others_are_shown_a_turn_when_it_is_done_and_who_plays_alone_every_step(
    world: World, operator: Operator, alone: bool
) -> None:
    sitting = await sit_down(operator, "riga", ("anna",) if alone else ("anna", "bert"), computers=int(alone))
    who, board = await begin_a_turn(sitting), sitting.board
    assert await up_to_date(sitting) is alone
    await world.later(hours=5)
    assert await up_to_date(sitting) is alone
    while await sitting.owing() == [who] and sitting.board == board:
        await do_something(sitting)
    assert await up_to_date(sitting)
    assert await Audit(sitting).faults() == []


async def test_who_stops_in_the_middle_of_a_turn_shows_it_hours_later(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"))
    await begin_a_turn(sitting)
    await world.crash()
    await world.later(hours=5, minutes=50)
    assert not await up_to_date(sitting)
    await world.later(minutes=11)
    assert await up_to_date(sitting)


async def test_that_a_seat_is_not_on_offer_any_more_is_shown_at_once(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"))
    for _ in range(20):
        who = (await sitting.owing())[0]
        seat = await sitting.seat(who)
        await substitutes.offer(
            operator.services, sitting.number, world.people["clara"].id, seat, admin_of=world.server.id
        )
        await world.later(minutes=1)
        assert "seat is being offered" in sitting.board.text
        board = sitting.board
        await do_something(sitting)
        assert "seat is being offered" not in sitting.board.text
        if sitting.board == board and await sitting.owing() == [who]:
            return
    raise AssertionError("every turn was over at once")


async def test_no_board_says_of_a_time_that_it_has_ended_while_it_has_not(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"), clock="1h")
    await be_asked_anew(sitting, 50)
    assert not await up_to_date(sitting)
    await world.later(minutes=8)
    assert await up_to_date(sitting)
