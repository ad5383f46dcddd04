"""Planning ahead: a turn that a player has made in advance is played when it is theirs, and nobody sees it before."""

from __future__ import annotations

import random

import pytest

from tables.play import moves
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import Sitting, sit_down
from tests.discord.reading import Seen
from tests.discord.test_haithabu import WHERE


async def until_a_turn(sitting: Sitting, operator: Operator, rng: random.Random) -> Person:
    """Play until somebody has a turn, and return who."""
    while "turn" not in (await operator.table(sitting.number)).owed.values():
        await sitting.move((await sitting.owing())[0], rng)
    (person,) = await sitting.owing()
    return person


async def planned_row(sitting: Sitting, person: Person, row: str) -> Seen:
    """Plan to take a row and end the turn; return the menu afterwards."""
    menu = (await person.click(await sitting.open_menu(person), "Plan my next turn")).shown
    menu = (await person.click(menu, row)).shown
    return (await person.click(menu, "End turn")).shown


async def test_a_turn_planned_in_riga_is_played_when_it_is_asked_for(world: World, operator: Operator) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    before = len(world.messages()), len(bert.pings)
    menu = await planned_row(sitting, bert, "Row 1")
    assert "Your plan is saved. Nobody else can see it." in menu.text
    assert "🗓️ **Your plan**\nTake row 1: " in menu.text
    assert "→ end your turn" in menu.text
    assert before == (len(world.messages()), len(bert.pings))
    await world.crash()
    while await sitting.owing() == [anna]:
        await sitting.move(anna, rng)
    assert (await operator.moves(sitting.number))[-2:] == ["1 take row 1", "1 done"]
    assert len(bert.pings) == before[1], "a planned question is not announced"
    assert "your plan was played" in bert.dms[-1].text
    assert "Plan my next turn" in " ".join((await sitting.open_menu(bert)).buttons)
    await operator.check()


async def test_a_row_that_is_gone_makes_the_next_alternative_be_played(operator: Operator) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    await planned_row(sitting, bert, "Row 4")
    menu = (await bert.click(await sitting.open_menu(bert), "Add alternative")).shown
    menu = (await bert.click(menu, "Row 5")).shown
    menu = (await bert.click(menu, "End turn")).shown
    assert "1. Take row 4" in menu.text
    assert "2. Take row 5" in menu.text
    await anna.command("riga take", what="row 4")
    assert "*not possible right now*" in (await sitting.open_menu(bert)).text
    await anna.command("riga done")
    assert (await operator.moves(sitting.number))[-2:] == ["1 take row 4", "1 done"], "row 5 has become row 4"


async def test_whose_plan_does_not_fit_is_asked_and_reads_why(operator: Operator) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    await planned_row(sitting, bert, "Row 4")
    await anna.command("riga take", what="row 4")
    pinged = len(bert.pings)
    await anna.command("riga done")
    assert len(bert.pings) == pinged + 1
    assert "Your plan no longer fits, so nothing was played. Please decide now:" in (await sitting.open_menu(bert)).text


@pytest.mark.parametrize("how", ["Delete plan", "Stop planning"])
async def test_what_is_not_planned_any_more_is_not_played(operator: Operator, how: str) -> None:
    sitting, rng = await sit_down(operator, "riga", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    menu = (await bert.click(await sitting.open_menu(bert), "Plan my next turn")).shown
    menu = (await bert.click(menu, "Row 1")).shown
    done = next(str(item["custom_id"]) for item in menu.components if str(item.get("custom_id")).endswith("done"))
    if how == "Delete plan":
        menu = (await bert.click(menu, "End turn")).shown
    menu = (await bert.click(menu, how)).shown
    assert "Plan my next turn" in " ".join(menu.buttons)
    assert "out of date" in (await bert.raw_click(menu, done)).text
    while await sitting.owing() == [anna]:
        await sitting.move(anna, rng)
    assert await sitting.owing() == [bert]
    assert not (await operator.moves(sitting.number))[-1].startswith("1 ")


@pytest.mark.parametrize(("move", "is_played"), [("work own H point", True), ("work own market buy mead:5", False)])
async def test_a_turn_planned_in_haithabu_is_played_if_it_costs_and_brings_what_was_shown(
    operator: Operator, move: str, is_played: bool
) -> None:
    sitting, rng = await sit_down(operator, "haithabu", ("anna", "bert", "clara")), random.Random(1)
    anna = await until_a_turn(sitting, operator, rng)
    bert = sitting.people[(sitting.people.index(anna) + 1) % 3]
    menu = (await bert.click(await sitting.open_menu(bert), "Plan my next turn")).shown
    assert "**Your plan: place your worker.**" in menu.text
    assert "Your turn" not in menu.text
    menu = (await bert.choose(menu, "Market", menu=WHERE)).shown
    menu = (await bert.choose(menu, "Mead", menu="Buy …")).shown
    menu = (await bert.choose(menu, "3", menu="Buy Mead: how many?")).shown
    assert "Your plan is saved." in menu.text
    assert "if it still costs and brings exactly this" in menu.text
    pinged = len(bert.pings)
    await moves.play(operator.services, sitting.number, anna.id, move)
    await operator.world.settle()
    assert (await operator.moves(sitting.number))[-1] == ("1 work own market buy mead:3" if is_played else f"0 {move}")
    assert len(bert.pings) == pinged + (not is_played)
    await operator.check()
