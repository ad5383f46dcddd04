"""A thousand clicks of one person at once: nobody else waits for them, and nothing goes wrong."""

from __future__ import annotations

import pytest

from cogs.requests import flood_control
from cogs.requests.flood_control import FloodControl
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down

pytestmark = pytest.mark.usefixtures("plain_pictures")

SENTENCE = "Not so fast! I'm still busy with your other clicks, so this one did nothing."


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.thorough)])
async def test_another_persons_click_does_not_wait_for_a_flood(world: World, operator: Operator, count: int) -> None:
    """Of a thousand clicks the last 900 come after it; most get no answer, so that they cost nothing."""
    sitting = await sit_down(operator)
    anna, bert, *_ = sitting.people
    menus = {person: await sitting.open_menu(person) for person in (anna, bert)}
    flood = [anna.click(menus[anna], "Knight") for _ in range(count)]
    before = len(world.requests)
    *flooded, answer = await world.at_once([*flood, bert.click(menus[bert], "Ship")], must_answer=False)
    await world.later(seconds=1)
    callbacks = [request.path for request in world.requests[before:] if request.path.endswith("/callback")]
    answered = next(n for n, path in enumerate(callbacks) if str(answer.record.id) in path)
    assert answered < flood_control.MAX_OPEN
    assert [each.acknowledged for each in flooded].count(True) == flood_control.MAX_OPEN + 1
    assert "Ship" in answer.text
    menu = menus[anna].text
    assert SENTENCE in menu, "the first one too many"
    assert "Knight" in menu, "what was pressed before counts"
    shown = (await anna.click(menus[anna], "Ship")).text
    assert SENTENCE not in shown
    assert "Ship" in shown
    control = world.bot.dispatcher._flood_control
    assert not control._open
    assert not control._latest_begins_at


async def test_a_request_whose_end_is_never_noticed_is_not_open_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    control = FloodControl()
    assert all(control.admit(1, number) for number in range(flood_control.MAX_OPEN))
    assert control.admit(1, 100)
    assert control.is_too_many(1, 100)
    assert not control.admit(1, 101)
    assert control.admit(2, 102)
    assert not control.is_too_many(2, 102)
    monkeypatch.setattr(flood_control, "_FORGET_AFTER_S", -1)
    assert control.admit(1, 103)
    assert not control.is_too_many(1, 103)
