"""H36 by real clicks: a surplus that no single list holds goes in several steps, each in the menu that shows it."""

from __future__ import annotations

from storage.queries import tables as sql
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import Sitting, sit_down
from tests.discord.reading import Seen
from tests.rules.haithabu.table import GAME, end_round, last_turn

CUBES = "s:haithabu.discard"
"""The list where cubes are chosen."""


async def too_full(operator: Operator, warehouse: str, post: str) -> tuple[Sitting, Person, int]:
    """Two people at a table where one has too much; return who, and at which seat."""
    state = last_turn(warehouse={1: warehouse}, post={1: post})
    end_round(state)
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"))
    table = await operator.table(sitting.number)
    table.row.snapshot = GAME.encode(state)
    async with operator.services.db.transaction() as db:
        await sql.save_table(db, table.row, "snapshot")
    (person,) = await sitting.owing()
    return sitting, person, await sitting.seat(person)


def some(menu: Seen, *wares: tuple[str, int]) -> list[str]:
    """So many lines of these wares, of the list where cubes are chosen."""
    lines = [option["value"] for option in menu.select(CUBES)["options"]]
    return [line for ware, count in wares for line in [each for each in lines if each.startswith(ware)][:count]]


async def test_a_large_discard_is_put_together_in_several_steps_and_survives_a_restart(
    world: World, operator: Operator
) -> None:
    sitting, person, seat = await too_full(operator, "mead:20 cloth:20", "cloth tools:5 spices:6")
    menu = await sitting.open_menu(person)
    assert "30 too many in your" in menu.text
    for _ in range(2):
        menu = (await person.choose(menu, some(menu, ("mead", 6), ("cloth", 7)), menu=CUBES)).shown
    await world.restart()
    menu = await sitting.open_menu(person)
    assert "Chosen so far: warehouse: 12🍯 14🧵" in menu.text
    menu = (await person.choose(menu, some(menu, ("mead", 4)), menu=CUBES)).shown
    menu = (await person.choose(menu, some(menu, ("tools", 1), ("spices", 1)), menu=CUBES)).shown
    assert "You can't undo this once something is revealed or somebody else moves." in menu.text
    await person.click(menu, "✔️ Confirm")
    assert await operator.moves(sitting.number) == [f"{seat} discard warehouse mead:16 cloth:14 post tools spices"]


async def test_what_is_chosen_in_steps_is_discarded_when_that_is_confirmed_and_only_then(operator: Operator) -> None:
    sitting, person, seat = await too_full(operator, "mead:9 cloth:9 spices:9", "")
    older = menu = await sitting.open_menu(person)
    begin = menu.select(CUBES)["custom_id"]
    menu = (await person.choose(menu, some(menu, ("mead", 1)), menu=CUBES)).shown
    assert "Chosen so far: warehouse: 1🍯" in menu.text
    anew = (await person.raw_click(older, begin, values=["cloth#1"])).shown
    assert "Chosen so far: warehouse: 1🧵" in anew.text, "a menu that shows nothing chosen begins anew"
    menu = (await person.choose(anew, some(anew, ("mead", 8), ("spices", 8)), menu=CUBES)).shown
    assert "Chosen so far: warehouse: 8🍯 1🧵 8🌶️" in menu.text
    assert await operator.moves(sitting.number) == []
    await person.click(menu, "Discard these")
    assert await operator.moves(sitting.number) == [f"{seat} discard warehouse mead:8 cloth spices:8"]
