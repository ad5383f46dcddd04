"""`/rules` and `/results` without a game: that of the table here, else something sensible, and a way to the others."""

from __future__ import annotations

import random

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import open_lobby, sit_down


async def test_rules_are_of_the_game_that_is_played_here(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    assert "## Visby · " in (await anna.command("rules")).text
    await sit_down(operator, "riga", ("anna", "bert"))
    await open_lobby(operator, "haithabu", anna, 2)
    assert "## Riga · " in (await bert.command("rules", place=world.threads[-1])).text
    offers = await bert.autocomplete("rules", "topic", place=world.threads[-1])
    assert [offer.value for offer in offers] == [
        choice.value for choice in (await bert.command("rules", game="riga")).shown.choices
    ]
    assert "## Haithabu · " in (await bert.command("rules")).text
    assert "## Visby · " in (await bert.command("rules", place=bert.dm)).text
    assert "## Visby · " in (await bert.command("rules", game="visby", place=world.threads[-1])).text


async def test_rules_of_another_game_are_one_press_away(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    shown = await anna.command("rules", game="visby")
    answer = await anna.click(shown, "Riga")
    assert "## Riga · " in answer.text
    with pytest.raises(AssertionError, match="'Riga' is disabled"):
        await anna.click(answer, "Riga")
    await anna.choose(answer, answer.shown.choices[1].value)
    assert "## Haithabu · " in (await anna.click(shown, "Haithabu")).text
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    assert "Riga" not in (await anna.click(lobby, "Rules")).shown.buttons, "at a table its own rules are enough"


async def test_results_are_of_all_games_or_of_that_which_is_played_here(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = sitting.people
    assert "No game of Visby has been finished here yet." in (await anna.command("results")).text
    await sitting.play_on(random.Random(3))
    shown = await anna.command("results")
    assert "## All games: results on this server" in shown.text
    assert "won 1 of 1" in shown.text
    assert "-# Visby #1 · 1. " in shown.text
    assert "## Visby: results" in (await bert.command("results", place=world.threads[-1])).text
    answer = await anna.click(shown, "Riga")
    assert "No game of Riga has been finished here yet." in answer.text
    assert "-# #1 · 1. " in (await anna.click(shown, "Visby")).text
    assert "## All games" in (await anna.click(shown, "All games")).text
