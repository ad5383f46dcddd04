"""Hints on Discord: in one's own menu, by button and by command, never in the channel."""

from __future__ import annotations

import random
import re

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import GAMES, open_lobby, sit_down


@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_stands_in_ones_own_menu_and_nobody_else_sees_it(
    world: World, operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, ("anna",), computers=1)
    anna = world.people["anna"]
    assert "with hints" in sitting.board.text
    menu = await sitting.open_menu(anna)
    before = len(world.requests)
    await anna.click(menu, "Hint")
    assert "hints for you alone** · from the alderman" in menu.text
    assert re.search(r"- \*\*.+\*\* · \d+% chance to win", menu.text)
    answer = await anna.command(f"{game} hint")
    assert answer.ephemeral
    assert re.search(r"- \*\*.+\*\* · \d+% chance to win", answer.text)
    assert not [request.path for request in world.requests[before:] if request.path.startswith("/channels")]
    await operator.check()


async def test_among_people_there_are_hints_only_if_the_host_allows_them(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    assert "💡 with hints" in lobby.text
    await bert.click(lobby, "Join")
    assert "without hints" in lobby.text
    assert "Only the host" in (await bert.click(lobby, "Allow hints")).text
    await anna.click(lobby, "Allow hints")
    assert "💡 with hints" in lobby.text
    await anna.command("visby allow_hints", allowed=False)
    assert "without hints" in lobby.text
    menu = await anna.click(lobby, "Start")
    assert not any("Hint" in button for button in menu.shown.buttons)
    assert "is played without hints" in (await anna.command("visby hint")).text


async def test_a_hint_in_german(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    await anna.command("settings language", language="de")
    sitting = await sit_down(operator, "visby", ("anna",), computers=1)
    menu = await sitting.open_menu(anna)
    await anna.click(menu, "Tipp")
    assert "Tipps nur für dich** · vom Ältermann" in menu.text
    assert re.search(r"\d+ % Siegchance · bringt jetzt", menu.text)
    await sitting.play_on(random.Random(2), 3)
    menu = await sitting.open_menu(anna)
    assert "📰 **Seit deinem letzten Zug:**" in menu.text
    await anna.click(menu, "Tipp")
    assert "📰 **Seit deinem letzten Zug:**" in menu.text
