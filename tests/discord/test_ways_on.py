"""Every message has a way to go on: after the log or the signs, after leaving, before a game can begin."""

from __future__ import annotations

import random

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import ANY_GAME, open_lobby, sit_down


@pytest.mark.parametrize("game", ANY_GAME)
async def test_the_log_and_the_signs_lead_back_to_the_table(world: World, operator: Operator, game: str) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    anna = sitting.people[0]
    hand = (await anna.click(sitting.board, "My hand")).shown
    log = (await anna.click(hand, "Log")).shown
    assert log == hand
    await anna.click(log, "My hand")
    signs = (await anna.click((await anna.click(hand, "More")).shown, "What do the symbols mean?")).shown
    assert "Play" in signs.buttons


async def test_a_finished_game_has_no_buttons_under_its_log(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    await sitting.play_on(random.Random(1))
    log = (await sitting.people[0].command("visby log", table=sitting.number)).shown
    assert "Play" not in log.buttons


async def test_who_has_left_is_offered_to_come_back_and_not_to_leave(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = sitting.people[0]
    more = await anna.click(sitting.board, "More")
    assert "🤖 Let a computer play for me" in more.shown.buttons
    await anna.click(await anna.click(more, "Let a computer play for me"), "Leave my seat")
    more = await anna.click(sitting.board, "More")
    assert "🤖 Let a computer play for me" not in more.shown.buttons
    await anna.click(more, "Take my seat back")
    assert not (await operator.table(sitting.number)).seats[await sitting.seat(anna)].computer


async def test_a_lobby_says_when_it_can_begin(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 4)
    assert "3 seats are free. Press *Join*! You need 1 more player to start: a person or a computer." in lobby.text
    await bert.click(lobby, "Join")
    assert "2 seats are free. Press *Join*! The host can also start now." in lobby.text
    await anna.click(lobby, "+ Computer")
    await anna.click(lobby, "+ Computer")
    assert "All seats are taken. The host can start." in lobby.text
