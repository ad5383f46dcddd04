"""Members who open tables and invite people without end: the limits hold, and nobody else notices."""

from __future__ import annotations

from typing import Any

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import add_admin, open_lobby
from tests.discord.reading import Seen

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def joining(world: World, person: Person, lobby: Seen) -> list[tuple[str, float]]:
    """Let a person join a lobby; return method and delay in seconds of each request of the bot about it."""
    before, began = len(world.requests), world.now
    await person.click(lobby, "Join")
    await world.settle()
    about = [each for each in world.requests[before:] if str(lobby.id) in each.path or each.path.endswith("/callback")]
    return [(each.method, (each.at - began).total_seconds()) for each in about]


async def test_eleven_lobbies_that_ping_twenty_people_each_become_two(world: World, operator: Operator) -> None:
    anna, bert, clara, david = world.people.values()
    (first, number), (second, other) = [await open_lobby(operator, "visby", clara, 3) for _ in range(2)]
    alone = await joining(world, david, first)
    crowd = [world.add_person(f"guest{n}") for n in range(20)]
    everybody: dict[str, Any] = {"with": " ".join(person.mention for person in crowd)}
    answers = [await anna.command("visby new", seats=2, **everybody) for _ in range(11)]
    assert await joining(world, david, second) == alone, "others wait no longer"
    assert second.text.replace(f"#{other}", f"#{number}") == first.text, "and read the same"
    await world.later(seconds=61)
    assert sum("Visby · table" in answer.text for answer in answers) == 2
    sentence = "That would exceed this server's hourly limit on invitations (40). Try again <t:"
    assert all(answer.ephemeral and sentence in answer.text for answer in answers[2:])
    pings = [seen.text for seen in world.messages() if crowd[0].mention in seen.text]
    assert len(pings) == 2
    assert "Visby · table" in (await bert.command("visby new", seats=2, **everybody)).text
    await world.later(hours=1)
    assert "Visby · table" in (await anna.command("visby new", seats=2, **everybody)).text


@pytest.mark.thorough
async def test_twenty_five_games_at_once_open_ten_threads(world: World, operator: Operator) -> None:
    anna, bert, admin = world.people["anna"], world.people["bert"], add_admin(world)
    assert "Tables per person: 10 an hour" in (await admin.command("kontor doctor")).text
    alone: dict[str, Any] = {"seats": 2, "computers": 1, "start_when_full": True}
    answers = [await anna.command("visby new", **alone) for _ in range(25)]
    await world.settle()
    assert len(world.threads) == 10
    assert all(
        "You've reached this server's hourly limit on new tables (10)." in answer.text for answer in answers[10:]
    )
    await bert.command("visby new", **alone)
    await world.settle()
    assert len(world.threads) == 11
    assert "Tables per person: 11 an hour" in (await admin.command("kontor setup", tables_per_hour=11)).text
    await anna.command("visby new", **alone)
    assert "hourly limit on new tables (11)" in (await anna.command("visby new", **alone)).text
