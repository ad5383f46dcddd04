"""Discord waits three seconds for an answer. Whatever takes longer, who clicked is promised one, and gets it."""

from __future__ import annotations

import asyncio

import pytest

from cogs.requests import request
from cogs.requests.verbs import Verb
from tables.runtime import people as persons
from tables.runtime.people import Person
from tables.runtime.services import Services
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import open_lobby, sit_down

PROMISED = {"deferred": 5, "in place": 6}
"""How Discord names an answer that comes later, and one that will stand where somebody clicked."""


def slow_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything take longer than Discord waits: here both are shorter."""
    meet = persons.meet

    async def late(services: Services, person: int, locale: str) -> Person:
        await asyncio.sleep(0.3)
        return await meet(services, person, locale)

    monkeypatch.setattr(request, "_DEFER_AFTER_S", 0.1)
    monkeypatch.setattr(persons, "meet", late)


def callbacks(world: World, since: int) -> list[int]:
    """With which kinds of answers Discord was told that a click was heard."""
    return [call.body["type"] for call in world.requests[since:] if call.path.endswith("/callback")]


async def test_an_answer_that_takes_long_is_promised_and_comes(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    sitting = await sit_down(operator)
    slow_down(monkeypatch)
    anna = world.people["anna"]
    with subtests.test("a click on the board"):
        before = len(world.requests)
        answer = await anna.click(sitting.board, "Play")
        assert answer.ephemeral
        menu = answer.shown
        assert "🐴 Knight" in menu.buttons
        assert callbacks(world, before) == [PROMISED["deferred"]]
    with subtests.test("a click in one's own menu"):
        before = len(world.requests)
        await anna.click(menu, "Knight")
        assert "You play" in menu.text
        assert callbacks(world, before) == [PROMISED["in place"]]
    with subtests.test("a command"):
        before = len(world.requests)
        answer = await anna.command("visby hand")
        assert answer.ephemeral
        assert "Visby · table #1" in answer.text
        assert callbacks(world, before) == [PROMISED["deferred"]]
    await operator.check()


async def test_a_lobby_that_comes_too_late_to_be_the_answer_is_posted_all_the_same(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow_down(monkeypatch)
    answer = await world.people["anna"].command("visby new")
    assert answer.ephemeral
    assert "Table #1 is open in" in answer.text
    (lobby,) = [call for call in world.requests if "k:join:1:" in call.text]
    assert lobby.path == f"/channels/{world.channel.id}/messages"
    await operator.check()


@pytest.mark.thorough
async def test_a_fault_after_a_promise_is_told_too(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby, _ = await open_lobby(operator, "visby", world.people["anna"], 2)

    async def broken(visit: object) -> None:
        raise RuntimeError("the roof fell in")

    slow_down(monkeypatch)
    world.expect_errors("the roof fell in")
    monkeypatch.setitem(world.bot.dispatcher.verbs, "join", Verb("join", broken))
    answer = await world.people["bert"].click(lobby, "Join")
    assert answer.ephemeral
    assert "Something went wrong on our side" in answer.text
