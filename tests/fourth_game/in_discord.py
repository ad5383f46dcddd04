"""Fingers in Discord, from the lobby to the final score: by buttons and commands, in both languages, with computers."""

from __future__ import annotations

import random
import re

import pytest
from discord.app_commands import Command, Group

from rules import GAMES
from tests.discord.bot import Operator
from tests.discord.conftest import home, operator, world
from tests.discord.kit import World
from tests.discord.playing import Sitting, sit_down
from tests.discord.test_private_tables import lobby_in, open_private, private_thread

__all__ = ["home", "operator", "world"]


async def test_a_table_is_opened_joined_started_and_played_to_its_final_score(world: World, operator: Operator) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    lobby = (await anna.command("fingers new", seats=3)).shown
    assert "Fingers · table #1" in lobby.text
    assert "to 5 points" in lobby.text
    await bert.click(lobby, "Join")
    await anna.click(world.messages(world.channel)[0], "+ Computer")
    await anna.click(world.messages(world.channel)[0], "Start")
    sitting = Sitting(operator, "fingers", 1, [anna, bert])
    menu = await sitting.open_menu(anna)
    assert menu.buttons[:3] == ["✊ 1 finger", "✊ 2 fingers", "✊ 3 fingers"]
    changed = (await anna.click(menu, "2 fingers")).shown
    await anna.click(changed, "Undo")
    await anna.command("fingers show", fingers=3)
    assert "✊ 3." in (await anna.command("fingers hand")).text
    assert "✊ 0." in sitting.hand(anna).text, "a message that stays says nothing of a sealed choice"
    assert "3 fingers" not in (await bert.command("fingers log")).text, "nobody sees what others hold"
    await sitting.play_on(random.Random(1))
    assert await sitting.over()
    thread = world.messages(world.threads[-1])
    assert any("All hands are open" in message.text for message in thread)
    (end,) = [message for message in thread if "🔁 Rematch" in message.buttons]
    assert "Fingers" in end.text
    assert end.files == ["final.png"]
    assert not any("Analyse" in button for button in end.buttons), "nobody has learned it"
    assert "I can't analyse table #1 right now" in (await anna.command("fingers analyse", table=1)).text
    await operator.check()


async def test_the_log_of_one_seat_says_where_it_scored_and_not_where_others_did(operator: Operator) -> None:
    sitting = await sit_down(operator, "fingers", ("anna", "bert"))
    anna, bert = sitting.people
    for person, fingers in ((anna, 3), (bert, 1), (anna, 2), (bert, 3)):
        await person.command("fingers show", fingers=fingers)
    log = (await anna.command("fingers log")).shown
    assert ("scores 1 point!" in log.text, "scores 2 points!" in log.text) == (True, True)
    only = (await anna.choose(log, str(await sitting.seat(anna)))).shown
    assert ("scores 1 point!" in only.text, "scores 2 points!" in only.text) == (False, True)


async def test_a_table_of_it_can_be_opened_with_all_that_can_be_chosen_at_ours(
    world: World, operator: Operator
) -> None:
    commands = {command.name: command for command in world.bot.tree.get_commands() if isinstance(command, Group)}
    opening = {game: commands[game].get_command("new") for game in GAMES}
    options = {
        game: {each.name for each in new.parameters} for game, new in opening.items() if isinstance(new, Command)
    }
    every = set.intersection(*options.values())
    assert every == set.intersection(*(options[game] for game in GAMES if game != "fingers"))
    number = await open_private(world, "fingers", world.people["anna"], 2, world.people["bert"], start_when_full=True)
    await world.people["bert"].click(lobby_in(private_thread(world), world), "Join")
    assert any(f"k:play:{number}::" in message.custom_ids for message in world.messages(private_thread(world)))


@pytest.mark.parametrize(("computers", "best"), [(1, ["1 finger", "2 fingers", "3 fingers"]), (2, ["3 fingers"])])
async def test_a_hint_names_first_what_its_rule_of_thumb_holds_best(
    world: World, operator: Operator, computers: int, best: list[str]
) -> None:
    await sit_down(operator, "fingers", ("anna",), computers=computers)
    hint = (await world.people["anna"].command("fingers hint")).text
    assert re.findall(r"^\d\ufe0f\u20e3 \*\*(.+?)\*\*", hint, re.MULTILINE)[: len(best)] == best


async def test_it_speaks_german(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    anna.locale = "de"
    lobby = (await anna.command("fingers new", seats=2, computers=1, language="de")).shown
    assert "bis 5 Punkte" in lobby.text
    await anna.click(lobby, "Start")
    sitting = Sitting(operator, "fingers", 1, [anna])
    menu = await sitting.open_menu(anna)
    assert "Wie viele Finger zeigst du?" in menu.text
    answer = await anna.click(menu, "1 Finger")
    assert "wins" not in answer.text


@pytest.mark.parametrize("seed", range(3))
async def test_it_survives_restarts_anywhere(world: World, operator: Operator, seed: int) -> None:
    sitting = await sit_down(operator, "fingers", ("anna", "bert", "clara"))
    rng = random.Random(seed)
    while not await sitting.over():
        await sitting.play_on(rng, 2)
        await world.restart()
    await operator.check()
    assert GAMES["fingers"].name in {table.row.game for table in [await operator.table(1)]}


async def test_without_a_lesson_there_is_no_command_for_one(world: World, operator: Operator) -> None:
    commands = {command.name: command for command in world.bot.tree.get_commands()}
    assert commands["fingers"].get_command("learn") is None
    assert commands["visby"].get_command("learn") is not None
    assert "Learn Fingers" not in " ".join((await world.people["anna"].command("help")).shown.buttons)
