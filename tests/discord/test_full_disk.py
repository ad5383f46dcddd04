"""A disk that takes nothing for a while: what had arrived just then is known, and told once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cogs.connection.discord_private import send_with_nonce
from cogs.delivery import discord_port
from storage import Unreachable
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down

pytestmark = pytest.mark.usefixtures("plain_pictures")


@pytest.mark.parametrize("minutes", [1, 10])
async def test_a_board_is_posted_once_though_nothing_could_be_written_after_it_had_arrived(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch, minutes: int
) -> None:
    """Discord knows a nonce for five minutes."""
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    database = operator.services.db
    transaction = database.transaction

    def full() -> Any:
        raise Unreachable("The database cannot be written: the disk is full.")

    async def send_last(*args: Any, **more: Any) -> Any:
        sent = await send_with_nonce(*args, **more)
        monkeypatch.setattr(database, "transaction", full)
        return sent

    rng = random.Random(1)
    await sitting.move(sitting.people[0], rng)
    monkeypatch.setattr(discord_port, "send_with_nonce", send_last)
    await sitting.move(sitting.people[1], rng)
    monkeypatch.setattr(discord_port, "send_with_nonce", send_with_nonce)
    pinged = len(sitting.people[0].pings)
    await world.later(minutes=minutes)
    monkeypatch.setattr(database, "transaction", transaction)
    await world.later(minutes=2)
    said = [message for message in world.messages(world.threads[-1]) if not message.ephemeral]
    assert sum("Play" in message.buttons for message in said) == 1
    assert sum("All cards are revealed" in message.text for message in said) == 1
    assert len(sitting.people[0].pings) == pinged
    await operator.check()
