"""Every button that a person may press twice in a hurry: the second press changes nothing more, and is told so well."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable

import pytest

from cogs.messages.panel import Target
from tests.discord.bot import Operator
from tests.discord.clicking import OLD, STALE, WATCHING, dump
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import moves_on, open_lobby, sit_down
from tests.discord.reading import BUTTON, Seen
from tests.tables.room import lift_limits

pytestmark = pytest.mark.usefixtures("plain_pictures")

Situation = Callable[[Operator], Awaitable[tuple[Person, Seen]]]

WRONG = re.compile("|".join(map(re.escape, (OLD, STALE, WATCHING, "Something went wrong"))))
"""What nobody expects who has just pressed a button, and has pressed it once more."""


async def lobby(operator: Operator) -> tuple[Person, Seen]:
    """A lobby with a seat free, for its host."""
    anna, bert, *_ = operator.world.people.values()
    shown, _ = await open_lobby(operator, "visby", anna, 4)
    await bert.click(shown, "Join")
    await anna.click(shown, "+ Computer")
    return anna, shown


async def lobby_of_another(operator: Operator) -> tuple[Person, Seen]:
    """The same for who has a seat there."""
    _, shown = await lobby(operator)
    return operator.world.people["bert"], shown


async def lobby_of_others(operator: Operator) -> tuple[Person, Seen]:
    """The same for who has none."""
    _, shown = await lobby(operator)
    return operator.world.people["clara"], shown


async def _after_pressing(label: str, before: tuple[Person, Seen]) -> tuple[Person, Seen]:
    person, shown = before
    return person, (await person.click(shown, label)).shown


async def lobby_options(operator: Operator) -> tuple[Person, Seen]:
    """What the host can set in a lobby."""
    return await _after_pressing("Options", await lobby(operator))


async def options_of_another(operator: Operator) -> tuple[Person, Seen]:
    """The same for who has a seat there."""
    return await _after_pressing("Options", await lobby_of_another(operator))


async def calling_off(operator: Operator) -> tuple[Person, Seen]:
    """The question whether the host is sure."""
    return await _after_pressing("Cancel the table", await lobby_options(operator))


async def invited(operator: Operator) -> tuple[Person, Seen]:
    """An invitation by direct message or in the channel."""
    anna, bert, *_ = operator.world.people.values()
    await open_lobby(operator, "visby", anna, 4, **{"with": bert.mention})
    return bert, next(each for each in reversed(operator.world.messages()) if "Accept" in each.buttons)


async def board(operator: Operator) -> tuple[Person, Seen]:
    """A board with nothing out of the ordinary."""
    sitting = await sit_down(operator)
    return sitting.people[0], sitting.board


async def menu(operator: Operator) -> tuple[Person, Seen]:
    """The menu of somebody who has chosen and may choose anew."""
    sitting = await sit_down(operator)
    anna = sitting.people[0]
    return anna, (await anna.click(await sitting.open_menu(anna), "Knight")).shown


async def last_menu(operator: Operator) -> tuple[Person, Seen]:
    """The menu of who chooses last."""
    sitting = await sit_down(operator, "visby", ("anna",), computers=3)
    return sitting.people[0], await sitting.open_menu(sitting.people[0])


async def riga_menu(operator: Operator) -> tuple[Person, Seen]:
    """A menu in the midst of a game of Riga."""
    return await _in_the_midst(operator, "riga")


async def haithabu_menu(operator: Operator) -> tuple[Person, Seen]:
    """A menu in the midst of a game of Haithabu."""
    return await _in_the_midst(operator, "haithabu")


async def _in_the_midst(operator: Operator, game: str) -> tuple[Person, Seen]:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    await sitting.play_on(random.Random(1), 20)
    (person, *_) = await sitting.owing()
    return person, await sitting.open_menu(person)


async def more(operator: Operator) -> tuple[Person, Seen]:
    """What *More* offers."""
    return await _after_pressing("More", await board(operator))


async def leaving(operator: Operator) -> tuple[Person, Seen]:
    """The question whether somebody wants to leave their seat."""
    return await _after_pressing("Let a computer play for me", await more(operator))


async def left(operator: Operator) -> tuple[Person, Seen]:
    """What is shown to who has left it."""
    return await _after_pressing("Leave my seat", await leaving(operator))


async def closing(operator: Operator) -> tuple[Person, Seen]:
    """The question whether the others shall be asked to close the table."""
    return await _after_pressing("Close the table", await more(operator))


async def asked_for_a_pause(operator: Operator) -> tuple[Person, Seen]:
    """A board where somebody suggests a pause, and to end the game."""
    sitting = await sit_down(operator)
    anna, bert, *_ = sitting.people
    await anna.command("table pause", table=sitting.number)
    await anna.click((await anna.command("table close", table=sitting.number)).shown, "Ask the others")
    return bert, sitting.board


async def settings(operator: Operator) -> tuple[Person, Seen]:
    """What one can set."""
    anna = operator.world.people["anna"]
    return anna, (await anna.command("settings show")).shown


async def forgetting(operator: Operator) -> tuple[Person, Seen]:
    """The question whether somebody wants to be forgotten."""
    anna = operator.world.people["anna"]
    return anna, (await anna.command("settings forget")).shown


SITUATIONS: tuple[Situation, ...] = (
    lobby, lobby_of_another, lobby_of_others, lobby_options, options_of_another, calling_off, invited, board, menu,
    last_menu, riga_menu, haithabu_menu, more, leaving, left, closing, asked_for_a_pause, settings, forgetting,
)  # fmt: skip


def pressable(shown: Seen) -> list[str]:
    """What can be pressed in a message, by custom_id."""
    return [str(item["custom_id"]) for item in shown.components if item["type"] == BUTTON and not item.get("disabled")]


@pytest.mark.repeated(5)
@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: each.__name__)
async def test_a_second_press_that_is_heard_at_once_is_told_what_one_expects(
    world: World, operator: Operator, situation: Situation
) -> None:
    await lift_limits(operator.services, world.server.id)
    _, shown = await situation(operator)
    for n in range(len(pressable(shown))):
        person, shown = await situation(operator)
        buttons = pressable(shown)
        button = buttons[n % len(buttons)]
        answers = await world.at_once([person.raw_click(shown, button) for _ in range(2)])
        assert not [answer.text for answer in answers if WRONG.search(answer.text)], button


@pytest.mark.repeated(5)
@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: each.__name__)
async def test_a_second_press_that_is_heard_when_the_first_is_done_changes_nothing_and_is_told_so(
    world: World, operator: Operator, situation: Situation
) -> None:
    await lift_limits(operator.services, world.server.id)
    _, shown = await situation(operator)
    for n in range(len(pressable(shown))):
        person, shown = await situation(operator)
        buttons = pressable(shown)
        button = buttons[n % len(buttons)]
        first = await person.raw_click(shown, button)
        told, before = first.text, await dump(operator)
        gone = not shown.exists or button not in shown.custom_ids
        second = await person.raw_click(shown, button, planted=not gone)
        assert await dump(operator) == before, button
        assert not WRONG.search(second.text), button
        target = Target.read(button)
        if gone and first.ephemeral and first.shown == shown and target and not target.mark:
            assert shown.text == told, "what one wanted to see stays"


@pytest.mark.parametrize("at_once", [True, False])
async def test_who_starts_twice_is_told_that_the_game_has_begun_and_what_to_do(
    world: World, operator: Operator, *, at_once: bool
) -> None:
    person, shown = await lobby(operator)
    start = shown.button("Start")["custom_id"]
    if at_once:
        _, answer = await world.at_once([person.raw_click(shown, start) for _ in range(2)])
    else:
        await person.raw_click(shown, start)
        assert start not in shown.custom_ids
        answer = await person.raw_click(shown, start, planted=False)
    assert answer.text.startswith("The game at table #1 has started. Here's the current state:")
    assert len([each for each in person.ephemerals if moves_on(each, "visby")]) == 1


async def test_who_joins_when_the_game_has_just_begun_is_told_so(world: World, operator: Operator) -> None:
    anna, shown = await lobby(operator)
    join = shown.button("Join")["custom_id"]
    await anna.click(shown, "Start")
    answer = await world.people["clara"].raw_click(shown, join, planted=False)
    assert answer.text == "Table #1 has already started. You can watch in its thread."


async def test_who_adds_two_computers_in_a_hurry_is_told_how(world: World, operator: Operator) -> None:
    anna, shown = await lobby(operator)
    add = shown.button("+ Computer")["custom_id"]
    await anna.raw_click(shown, add)
    answer = await anna.raw_click(shown, add, planted=False)
    assert answer.text == "Already done. To add or remove another computer, press the button again."
    bert = await world.people["bert"].raw_click(shown, add, planted=False)
    assert bert.text == "Table #1 has just changed, so I did nothing. Check it and try again."


async def test_an_old_board_still_leads_to_the_menu(world: World, operator: Operator) -> None:
    """It may be replaced by a newer one just as somebody presses *Play*."""
    anna, shown = await board(operator)
    play = shown.button("Play")["custom_id"]
    await world.delete(shown)
    answer = await anna.raw_click(world.messages()[-1], play, planted=False)
    assert moves_on(answer.shown, "visby")
