"""Answers outside one's own turn: asked once more if they could not be taken back, done at once if they can."""

from __future__ import annotations

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down
from tests.discord.reading import Seen
from tests.discord.test_haithabu_surplus import too_full


def suggested(menu: Seen) -> str:
    return str(menu.select("s:haithabu.option")["options"][0]["value"])


async def test_what_cannot_be_taken_back_is_asked_once_more_also_after_a_restart(
    world: World, operator: Operator
) -> None:
    sitting, person, _ = await too_full(operator, "mead:9 cloth:9", "")
    menu = await sitting.open_menu(person)
    asked = (await person.choose(menu, suggested(menu), menu="s:haithabu.option")).shown
    assert "You can't undo this once something is revealed or somebody else moves." in asked.text
    assert await operator.moves(sitting.number) == []
    again = (await person.click(asked, "⬅️ Back")).shown
    assert "You have more wares than you can store" in again.text
    await person.choose(again, suggested(again), menu="s:haithabu.option")
    await world.restart()
    asked = await sitting.open_menu(person)
    assert "You can't undo this once something is revealed or somebody else moves." in asked.text
    await person.click(asked, "✔️ Confirm")
    (made,) = await operator.moves(sitting.number)
    assert " discard warehouse " in made


async def test_an_older_confirmation_does_not_carry_out_what_a_newer_menu_shows(operator: Operator) -> None:
    sitting, person, _ = await too_full(operator, "mead:9 cloth:9", "")
    menu = await sitting.open_menu(person)
    lines = [str(line["value"]) for line in menu.select("s:haithabu.option")["options"]]
    asked = (await person.choose(menu, lines[0], menu="s:haithabu.option")).shown
    old = asked.button("✔️ Confirm")["custom_id"]
    again = (await person.click(asked, "⬅️ Back")).shown
    newer = (await person.choose(again, lines[1], menu="s:haithabu.option")).shown
    await person.raw_click(newer, old)
    assert await operator.moves(sitting.number) == []


async def test_what_can_be_taken_back_is_done_at_once(operator: Operator) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"))
    (person,) = await sitting.owing()
    menu = await sitting.open_menu(person)
    line = str(menu.select("s:haithabu.answer")["options"][0]["value"])
    shown = (await person.choose(menu, line, menu="s:haithabu.answer")).shown
    assert len(await operator.moves(sitting.number)) == 1
    assert "↩️ Undo" in shown.buttons
