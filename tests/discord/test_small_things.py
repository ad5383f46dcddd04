"""Regression tests for small mistakes that people have met."""

from __future__ import annotations

import random

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import add_admin, open_lobby, sit_down


async def test_setting_up_nothing_is_not_called_saved(world: World, operator: Operator) -> None:
    admin = add_admin(world)
    assert "Nothing was changed" in (await admin.command("kontor setup")).text
    assert "Saved." in (await admin.command("kontor setup", language="en")).text


async def test_a_full_lobby_is_started_from_the_list_of_ones_tables_by_its_host_alone(
    world: World, operator: Operator
) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, seats=2)
    assert "Start" not in (await anna.command("tables")).shown.buttons
    await bert.click(lobby, "Join")
    assert "Start" not in (await bert.command("tables")).shown.buttons
    await anna.click((await anna.command("tables")).shown, "Start")
    assert (await operator.table(1)).row.status == "playing"


async def test_results_of_one_game_say_why(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    await sitting.play_on(random.Random(1))
    anna = world.people["anna"]
    here = await anna.command("results", place=world.threads[-1])
    assert "Visby is played here; *All games* shows the others too." in here.text
    assert "is played here;" not in (await anna.click(here.shown, "All games")).text


async def test_wins_over_computers_only_are_counted_apart_in_the_results_too(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna",), computers=1)
    await sitting.play_on(random.Random(1))
    told = (await world.people["bert"].command("results", game="visby")).text
    assert "Nobody has played against other people yet. `/stats` counts games against computers." in told
    assert "won" not in told
    assert f"-# #{sitting.number} · 1. " in told


async def test_a_refusal_leads_to_the_topic_of_the_rulebook(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = world.people["anna"]
    answer = await anna.command("visby play", card="knight", place=world.threads[-1])
    assert "❌ Choose exactly 2, not 1." in answer.text
    assert "(V" not in answer.text
    shown = await anna.click(answer.shown, "📖 Rules: A round, step by step")
    assert "## Visby · A round, step by step" in shown.text
    assert sitting.number == 1


async def test_who_leaves_a_game_keeps_no_menu_of_it(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = world.people["anna"]
    menu = await sitting.open_menu(anna)
    sure = (await anna.command("visby resign", place=world.threads[-1])).shown
    await anna.click(sure, "Leave my seat")
    assert not menu.exists
    assert "Take my seat back" in sure.buttons


async def test_what_cannot_be_undone_stands_apart_in_the_settings(world: World, operator: Operator) -> None:
    shown = (await world.people["anna"].command("settings show")).shown
    rows = [item["components"] for item in shown.components if item["type"] == 1]
    (forget,) = [row for row in rows if any(button.get("label") == "Forget me" for button in row)]
    assert len(forget) == 1


async def test_two_settings_pressed_at_once_are_both_set(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    shown = await anna.command("settings show")
    await world.at_once([(anna, shown, "Stop sending me my hand"), (anna, shown, "Show my hand as text")])
    told = (await anna.command("settings show")).text
    assert "Hand by direct message: **off** · Pictures of your hand: **off**" in told
