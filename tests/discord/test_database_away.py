"""Who clicks while the database is away reads a sentence; once it is back everything goes on by itself."""

from __future__ import annotations

import asyncio
import random

import pytest

from storage import Address
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import press, sit_down
from tests.storage.server import Postgres

pytestmark = pytest.mark.usefixtures("plain_pictures")


@pytest.fixture
def home(own_server: Postgres) -> Address:
    return own_server.new_database()


@pytest.mark.thorough
async def test_who_clicks_while_the_database_is_away_reads_a_sentence_and_can_go_on_afterwards(
    world: World, operator: Operator, own_server: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    rng = random.Random(1)
    await sitting.play_on(rng, 3)
    person = (await sitting.owing())[0]
    menu = await sitting.open_menu(person)
    before = await operator.log(sitting.number)
    await asyncio.to_thread(own_server.stop)
    answer = await press(person, menu, "visby", rng)
    assert "nothing has changed. Please try again in a few seconds." in answer.text
    assert not [record for record in caplog.records if record.exc_info], "one line for each of many clicks says all"
    await world.later(minutes=1)
    own_server.start()
    assert await operator.log(sitting.number) == before
    await sitting.play_on(rng)
    assert await sitting.over()
    await operator.check()
