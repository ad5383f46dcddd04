"""A turn of several steps is shown on the board once the player stops; what concerns others is shown at once."""

from __future__ import annotations

import pytest

from tables.model.authority import Authority
from tables.notifications.timing import REFRESH_DELAY_S
from tables.seating import substitutes
from tests.discord.audit import Audit
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import Sitting, sit_down
from tests.discord.turns import begin_a_turn, do_something


async def up_to_date(sitting: Sitting) -> bool:
    """Whether the board shows how things stand."""
    (person, *_) = sitting.people
    now = await person.command(f"{sitting.game} board", place=sitting.world.threads[-1])
    return now.text.startswith(sitting.board_alone)  # A tip may stand below.


@pytest.mark.parametrize("alone", [False, True])
async def test_each_step_of_a_turn_is_shown_once_who_plays_stops(world: World, operator: Operator, alone: bool) -> None:
    sitting = await sit_down(operator, "riga", ("anna",) if alone else ("anna", "bert"), computers=int(alone))
    await begin_a_turn(sitting, seconds=0)
    assert not await up_to_date(sitting)
    await world.later(seconds=REFRESH_DELAY_S - 1)
    assert not await up_to_date(sitting)
    await world.crash()
    await world.later(seconds=1)
    assert await up_to_date(sitting)
    assert await Audit(sitting).faults() == []


async def test_that_a_seat_is_not_on_offer_any_more_is_shown_at_once(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"))
    for _ in range(20):
        who = (await sitting.owing())[0]
        seat = await sitting.seat(who)
        await substitutes.offer(
            operator.services, sitting.number, world.people["clara"].id, seat, authority=Authority(world.server.id)
        )
        await world.later(minutes=1)
        assert "seat is being offered" in sitting.board.text
        board = sitting.board
        await do_something(sitting)
        assert "seat is being offered" not in sitting.board.text
        if sitting.board == board and await sitting.owing() == [who]:
            return
    raise AssertionError("every turn was over at once")
