"""Automatic answers to Viking games and Unrest: chosen with two presses, given at once, and switched off again."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from tables.play import lookup, moves
from tables.seating import seats
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import Sitting, sit_down
from tests.discord.reading import Seen
from tests.tables.test_standing_answers import expected, unrest_follows


class Evening(NamedTuple):
    """A game of Haithabu in which `roller` has to choose an event; with Unrest, `asked` and somebody else are asked."""

    sitting: Sitting
    roller: Person
    asked: Person


async def evening(operator: Operator) -> Evening:
    """Play until somebody has rolled two dice, one of them Unrest."""
    sitting, rng = await sit_down(operator, "haithabu", ("anna", "bert", "clara")), random.Random(1)
    while True:
        table = await operator.table(sitting.number)
        (seat, *_), (roller, *_) = table.owed, await sitting.owing()
        for field in "ABCDEFGH" if table.owed[seat] == "turn" else "":
            text = f"work own {field} dice 2"
            if unrest_follows(table.state, seat, text):
                await moves.play(operator.services, sitting.number, roller.id, text)
                await operator.world.settle()
                return Evening(sitting, roller, next(person for person in sitting.people if person is not roller))
        look = await lookup.look(operator.services, sitting.number, roller.id)
        await moves.play(operator.services, sitting.number, roller.id, str(rng.choice(look.options)))


async def chosen(sitting: Sitting, person: Person, policy: str) -> Seen:
    """Choose an automatic answer to Unrest, with two presses from the menu; return the page."""
    page = (await person.click(await sitting.open_menu(person), "Automatic answers")).shown
    return (await person.choose(page, policy, menu="Unrest: choose …")).shown


async def test_an_automatic_answer_is_chosen_with_two_presses_given_without_a_ping_and_switched_off_from_its_message(
    world: World, operator: Operator
) -> None:
    sitting, roller, asked = await evening(operator)
    menu = await sitting.open_menu(asked)
    before = len(world.messages()), len(asked.pings), len(asked.dms)
    page = (await asked.click(menu, "Automatic answers")).shown
    assert "**Unrest:** I'll ask you." in page.text
    assert "Nobody else can see what you choose here." in page.text
    table, seat = await operator.table(sitting.number), await sitting.seat(asked)
    given = expected(table.state, seat)
    page = (
        await asked.choose(page, "The cheapest ware, if possible one no order needs", menu="Unrest: choose …")
    ).shown
    assert "✔️ Saved. I'll answer the next time it comes up." in page.text
    assert "**Unrest:** The cheapest ware, if possible one no order needs\n-# If it came up now: Discard " in page.text
    assert "**Viking games:** I'll ask you." in page.text
    assert before == (len(world.messages()), len(asked.pings), len(asked.dms))
    await world.crash()
    await moves.play(operator.services, sitting.number, roller.id, "event unrest")
    await world.settle()
    assert (await operator.moves(sitting.number))[-1] == f"{seat} {given}"
    assert asked not in await sitting.owing()
    assert len(asked.pings) == before[1], "a question that was answered is not announced"
    (told,) = [message for message in asked.dms if "I answered for you." in message.text]
    assert " · Unrest:** I answered for you." in told.text
    assert "discards" in told.text
    menu = await sitting.open_menu(asked)
    assert "📌 Automatic answers: on" in menu.buttons
    page = (await asked.click(told, "Ask me from now on")).shown
    assert "📌 Automatic answers" in (await sitting.open_menu(asked)).buttons
    assert "✔️ Saved. I'll ask you from now on." in page.text
    assert "**Unrest:** I'll ask you." in page.text
    assert "Last time: Discard " in str(page.components)
    for person in sitting.people:
        assert person is asked or not any("answered for you" in message.text for message in person.dms)
    await operator.check()


async def test_who_is_asked_finds_automatic_answers_in_that_menu_and_is_still_asked_this_once(
    world: World, operator: Operator
) -> None:
    sitting, roller, asked = await evening(operator)
    await moves.play(operator.services, sitting.number, roller.id, "event unrest")
    await world.settle()
    page = await chosen(sitting, asked, "The cheapest ware that no order needs")
    assert asked in await sitting.owing()
    menu = (await asked.click(page, "Back to the table")).shown
    assert "**Unrest!**" in menu.text
    assert "Automatic answers" in " ".join(menu.buttons)


@pytest.mark.parametrize("how", ["closed", "given up"])
async def test_an_old_page_says_why_nothing_can_be_chosen_any_more(world: World, operator: Operator, how: str) -> None:
    sitting, _, asked = await evening(operator)
    page = (await asked.click(await sitting.open_menu(asked), "Automatic answers")).shown
    if how == "closed":
        await sitting.close()
        sentence = "Table #1 is closed."
    else:
        await seats.resign(operator.services, sitting.number, asked.id)
        await world.settle()
        sentence = "A computer"
    answer = await asked.choose(page, "The cheapest ware, if possible one no order needs", menu="Unrest: choose …")
    assert sentence in answer.text
    assert not any(seat.plans for seat in (await operator.table(sitting.number)).seats)


async def test_a_game_without_such_questions_has_no_automatic_answers(operator: Operator) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"))
    assert "Automatic answers" not in " ".join((await sitting.open_menu(sitting.people[0])).buttons)
