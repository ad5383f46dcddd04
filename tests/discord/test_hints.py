"""Hints and suggestions: only for who asks, where the table has hints; each with a button that does what it says."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest
from discord import ButtonStyle

from opponents.advice import Advice
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import GAMES, Sitting, open_lobby, sit_down, use_options
from tests.discord.reading import BUTTON, Seen
from tests.selection import THOROUGH
from tests.thinkers import QuickThinker, Waiting, hint_here

NUMBERS = ("1️⃣", "2️⃣", "3️⃣")
NO_BREAK = "\xa0"
CONFIRMS = ("haithabu.confirm", "riga.pay")
"""The green buttons of what one has chosen oneself."""


def advised_buttons(menu: Seen) -> list[str]:
    """Return the faces of the buttons that make an advised move, without their numbers."""
    ours = [item for item in menu.components if str(item.get("custom_id")).startswith("k:advised:")]
    return [str(item["label"]).replace(NO_BREAK, " ") for item in ours]


def advised_lines(menu: Seen) -> list[str]:
    said = re.sub("[\u2066-\u2069]", "", menu.text.replace(NO_BREAK, " "))
    return [line for line in said.splitlines() if line.startswith(NUMBERS)]


async def asks_nobody(game: str, snapshot: bytes, seat: int, seed: int, people: Waiting = ()) -> list[Advice]:
    raise AssertionError("nobody has asked for advice")


def looks_advised(menu: Seen) -> bool:
    """Return True if a menu marks a move as better than others."""
    green = [item for item in menu.components if item["type"] == BUTTON and item["style"] == ButtonStyle.success.value]
    better = [item for item in green if not str(item["custom_id"]).startswith(tuple(f"k:{each}:" for each in CONFIRMS))]
    is_sealed = "✅" in menu.text  # What is chosen already is green too.
    return bool(advised_lines(menu) or advised_buttons(menu) or (better and not is_sealed))


@pytest.mark.repeated(4)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("people", "wanted"), [(("anna",), False), (("anna", "bert"), True)])
async def test_nothing_is_suggested_without_hints_nor_before_one_asks(
    world: World, operator: Operator, game: str, people: Sequence[str], wanted: bool
) -> None:
    """Alone with computers there are hints, but nobody asks; among people one asks always, but there are none."""
    operator.services.thinker = QuickThinker(hint=asks_nobody)
    sitting = await sit_down(operator, game, people, computers=1)
    anna = world.people["anna"]
    if wanted:
        await anna.command("settings suggestions", on=True)
    rng = random.Random(5)
    for _ in range(25):
        if anna in await sitting.owing():
            assert not looks_advised(await sitting.open_menu(anna))
        if await sitting.over():
            break
        await sitting.play_on(rng, 1)


@pytest.mark.parametrize(("game", "command"), [("riga", "riga take"), ("haithabu", "haithabu work")])
async def test_what_one_types_is_completed_in_the_order_of_the_game(
    world: World, operator: Operator, game: str, command: str
) -> None:
    operator.services.thinker = QuickThinker(hint=asks_nobody)
    sitting = await sit_down(operator, game, ("anna",), computers=1)
    anna, rng, compared = world.people["anna"], random.Random(3), 0
    while compared < 5 and not await sitting.over():
        table = await operator.table(sitting.number)
        seat = await sitting.seat(anna)
        if table.owed.get(seat) == "turn":
            offered = [str(each.value) for each in await anna.autocomplete(command, "what", "")]
            if game == "haithabu":
                options = [str(move) for move in table.game.menu(table.state, seat)]
                assert offered == [text for text in options if text.split()[0] in ("work", "aside")][: len(offered)]
            else:
                rows = [text for text in offered if text.startswith("row ")]
                assert offered[: len(rows)] == sorted(rows)
            compared += len(offered) > 1
        await sitting.play_on(rng, 1)
    assert compared


async def pressed_hint(sitting: Sitting, person: Person) -> Seen:
    menu = await sitting.open_menu(person)
    await person.click(menu, "Hint")
    return menu


@pytest.mark.parametrize("game", GAMES)
async def test_every_hint_has_its_button_and_the_button_does_it(world: World, operator: Operator, game: str) -> None:
    found: list[list[str]] = []

    async def noted(game: str, snapshot: bytes, seat: int, seed: int, people: Waiting = ()) -> list[Advice]:
        advised = await hint_here(game, snapshot, seat, seed)
        found.append([str(each.move) for each in advised])
        return advised

    operator.services.thinker = QuickThinker(hint=noted)
    sitting = await sit_down(operator, game, ("anna",), computers=1)
    anna, pressed = world.people["anna"], 0
    for turn in range(12 if THOROUGH else 5):
        if not await sitting.owing():
            break
        menu = await pressed_hint(sitting, anna)
        labels, lines = advised_buttons(menu), advised_lines(menu)
        assert len(labels) == len(lines) == len(found[-1]) > 0
        assert "Hint" not in " ".join(menu.buttons)
        blue = [item for item in menu.components if item.get("style") == ButtonStyle.primary.value]
        assert len(blue) == len(labels), "suggestions alone stand out"
        for number, label, line in zip(NUMBERS, labels, lines, strict=False):
            assert line.startswith((f"{number} {label}", f"{number} **{label}**"))
        which = turn % len(labels)
        before = len(await operator.moves(sitting.number))
        await anna.click(menu, f"{NUMBERS[which]} {labels[which]}")
        made = (await operator.moves(sitting.number))[before]
        assert made.partition(" ")[2] == found[-1][which]
        pressed += 1
    assert pressed > 3
    await operator.check()


@pytest.mark.parametrize("game", GAMES)
async def test_a_suggestion_is_what_a_hint_says(world: World, operator: Operator, game: str) -> None:
    sitting = await sit_down(operator, game, ("anna",), computers=1)
    anna, rng = world.people["anna"], random.Random(8)
    for _ in range(4):
        while (await operator.table(sitting.number)).draft(await sitting.seat(anna)):
            await sitting.play_on(rng, 1)
        menu = await pressed_hint(sitting, anna)
        hinted = advised_lines(menu), advised_buttons(menu)
        await anna.command("settings suggestions", on=True)
        menu = await sitting.open_menu(anna)
        assert (advised_lines(menu), advised_buttons(menu)) == hinted != ([], [])
        await anna.command("settings suggestions", on=False)
        assert not looks_advised(await sitting.open_menu(anna))
        await sitting.play_on(rng, 2)
        if not await sitting.owing():
            break


async def test_suggestions_are_a_setting_that_stays(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    page = await anna.command("settings show")
    assert "Suggestions at tables with hints: off" in page.text.replace("**", "")
    await anna.click(page.shown, "Suggest moves")
    assert "Suggestions at tables with hints: on" in page.shown.text.replace("**", "")
    await world.restart()
    sitting = await sit_down(operator, "visby", ("anna",), computers=1)
    assert advised_lines(await sitting.open_menu(anna))


@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_stands_in_ones_own_menu_and_nobody_else_sees_it(
    world: World, operator: Operator, game: str
) -> None:
    operator.services.thinker = QuickThinker(hint=hint_here)
    sitting = await sit_down(operator, game, ("anna",), computers=1)
    anna = world.people["anna"]
    assert "with hints" in sitting.board.text
    menu = await sitting.open_menu(anna)
    before = len(world.requests)
    await anna.click(menu, "Hint")
    assert "**Suggestions** (based on what you know):" in menu.text
    answer = await anna.command(f"{game} hint")
    assert answer.ephemeral
    assert advised_lines(answer.shown) == advised_lines(menu)
    assert not [request.path for request in world.requests[before:] if request.path.startswith("/channels")]
    await operator.check()


async def test_among_people_there_are_hints_only_if_the_host_allows_them(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    assert "💡 with hints" in lobby.text
    await bert.click(lobby, "Join")
    assert "without hints" in lobby.text
    assert "Only the host" in (await bert.raw_click(lobby, "k:allow_hints:1::1")).text
    await use_options(anna, lobby, "Turn hints on")
    assert "💡 with hints" in lobby.text
    await anna.command("visby allow_hints", allowed=False)
    assert "without hints" in lobby.text
    menu = await anna.click(lobby, "Start")
    assert not any("Hint" in button for button in menu.shown.buttons)
    assert "Hints are off" in (await anna.command("visby hint")).text


async def test_a_hint_in_german(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    await anna.command("settings language", language="de")
    operator.services.thinker = QuickThinker(hint=hint_here)
    sitting = await sit_down(operator, "visby", ("anna",), computers=1)
    menu = await sitting.open_menu(anna)
    await anna.click(menu, "Tipp")
    assert "Vorschläge (nach dem, was du weißt):" in menu.text.replace("**", "")
    assert re.search(r"\d+ % Siegchance|etwa gleich gut", menu.text)
    await sitting.play_on(random.Random(2), 3)
    menu = await sitting.open_menu(anna)
    assert "📰 **Seit deinem letzten Zug:**" in menu.text
    await anna.click(menu, "Tipp")
    assert "📰 **Seit deinem letzten Zug:**" in menu.text


@pytest.mark.parametrize("verb", ["haithabu.propose", "riga.proposed"])
async def test_a_button_that_older_menus_have_leads_to_a_new_menu(world: World, operator: Operator, verb: str) -> None:
    game = verb.partition(".")[0]
    sitting = await sit_down(operator, game, ("anna",), computers=1)
    anna = world.people["anna"]
    menu, before = await sitting.open_menu(anna), await operator.moves(sitting.number)
    mark = next(str(item["custom_id"]) for item in menu.components if "custom_id" in item).split(":")[3]
    answer = await anna.raw_click(menu, f"k:{verb}:{sitting.number}:{mark}:123")
    assert moves_are_offered(answer.shown)
    assert await operator.moves(sitting.number) == before


def moves_are_offered(menu: Seen) -> bool:
    return any(str(item.get("custom_id")).startswith("k:hint:") for item in menu.components)


async def test_a_hint_that_was_pressed_leaves_out_what_the_menu_before_has_shown(
    world: World, operator: Operator
) -> None:
    """So it fits on a phone. Who types the command has seen no menu."""
    sitting = await sit_down(operator, "haithabu", ["anna"], computers=1)
    anna, before = world.people["anna"], ("Not possible right now", "needs a cart or ship")
    menu = await sitting.open_menu(anna)
    while not all(each in menu.text + str(menu.buttons) for each in before):
        hinted = (await anna.click(menu, "Hint")).shown
        await anna.raw_click(hinted, next(each for each in hinted.custom_ids if each.startswith("k:advised:")))
        await world.settle()
        menu = await sitting.open_menu(anna)
    hinted = (await anna.click(menu, "Hint")).shown
    assert advised_lines(hinted)
    assert not any(each in hinted.text + str(hinted.buttons) for each in before)
    typed = (await anna.command("haithabu hint")).shown
    assert advised_lines(typed) == advised_lines(hinted)
    assert all(each in typed.text for each in before)
