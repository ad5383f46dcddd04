"""Hints on Discord: in one's own menu, by button and by command, never in the channel."""

from __future__ import annotations

import random
import re
from zlib import crc32

import pytest
from discord import ButtonStyle

from rules.haithabu import moves as haithabu
from rules.riga import moves as riga
from tables.play import lookup
from tables.thinking.table_advice import Advice, advice
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import GAMES, open_lobby, sit_down
from tests.discord.reading import Seen
from tests.thinkers import QuickThinker


@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_stands_in_ones_own_menu_and_nobody_else_sees_it(
    world: World, operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, ("anna",), computers=1)
    anna = world.people["anna"]
    assert "with hints" in sitting.board.text
    menu = await sitting.open_menu(anna)
    before = len(world.requests)
    await anna.click(menu, "Hint")
    assert "hints, just for you** · from the alderman" in menu.text
    assert re.search(r"- \*\*.+\*\* · \d+% chance of winning", menu.text)
    answer = await anna.command(f"{game} hint")
    assert answer.ephemeral
    assert re.search(r"- \*\*.+\*\* · \d+% chance of winning", answer.text)
    assert not [request.path for request in world.requests[before:] if request.path.startswith("/channels")]
    await operator.check()


async def test_among_people_there_are_hints_only_if_the_host_allows_them(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    assert "💡 with hints" in lobby.text
    await bert.click(lobby, "Join")
    assert "without hints" in lobby.text
    assert "Only the host" in (await bert.click(lobby, "Turn hints on")).text
    await anna.click(lobby, "Turn hints on")
    assert "💡 with hints" in lobby.text
    await anna.command("visby allow_hints", allowed=False)
    assert "without hints" in lobby.text
    menu = await anna.click(lobby, "Start")
    assert not any("Hint" in button for button in menu.shown.buttons)
    assert "Hints are off" in (await anna.command("visby hint")).text


async def test_a_hint_in_german(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    await anna.command("settings language", language="de")
    sitting = await sit_down(operator, "visby", ("anna",), computers=1)
    menu = await sitting.open_menu(anna)
    await anna.click(menu, "Tipp")
    assert "Tipps, nur für dich** · vom Ältermann" in menu.text
    assert re.search(r"\d+ % Siegchance · bringt jetzt", menu.text)
    await sitting.play_on(random.Random(2), 3)
    menu = await sitting.open_menu(anna)
    assert "📰 **Seit deinem letzten Zug:**" in menu.text
    await anna.click(menu, "Tipp")
    assert "📰 **Seit deinem letzten Zug:**" in menu.text


@pytest.mark.parametrize("game", ["riga", "haithabu"])
async def test_the_menu_proposes_what_the_hint_has_named(world: World, operator: Operator, game: str) -> None:
    sitting = await sit_down(operator, game, ("anna",), computers=1)
    anna = world.people["anna"]
    while not (turns := [each for each in advice(await lookup.look(operator.services, 1, anna.id)) if is_turn(each)]):
        await sitting.play_on(random.Random(1), 1)
    menu, worst = await sitting.open_menu(anna), turns[-1]

    async def other_way_round(game: str, snapshot: bytes, seat: int, seed: int) -> list[Advice]:
        return [worst]

    operator.services.thinker = QuickThinker(hint=other_way_round)
    names = " ".join(worst.move.words()) if game == "riga" else str(crc32(str(worst.move).encode()))
    assert not first_green(menu).endswith(f":{names}")
    await anna.click(menu, "Hint")
    assert first_green(menu).endswith(f":{names}")


def is_turn(advised: Advice) -> bool:
    return isinstance(advised.move, riga.Take | haithabu.Work)


def first_green(menu: Seen) -> str:
    """The address of what is proposed first."""
    return next(str(item["custom_id"]) for item in menu.components if item.get("style") == ButtonStyle.success.value)
