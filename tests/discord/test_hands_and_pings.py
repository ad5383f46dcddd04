"""Pings and hands say what is so now: whoever is asked is told once, and a hand asks for nothing that is decided."""

from __future__ import annotations

import random

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down


@pytest.mark.parametrize("pause", [0, 90])
async def test_a_ping_that_waited_while_its_cause_was_taken_back_comes_with_the_next_move(
    world: World, operator: Operator, pause: int
) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"))
    (who,) = await sitting.owing()
    (other,) = [person for person in sitting.people if person is not who]
    before = len(other.pings)
    world.fail_next("send", 500, place=world.threads[0])
    while who in await sitting.owing():
        await sitting.move(who, random.Random(3))
    await who.click(await sitting.open_menu(who), "k:undo:")
    await world.later(seconds=pause)
    assert len(other.pings) == before
    sitting.menus.clear()
    while who in await sitting.owing():
        await sitting.move(who, random.Random(3))
    await world.later(seconds=90)
    assert len(other.pings) == before + 1
    await operator.check()
