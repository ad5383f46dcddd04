"""The log of a whole evening, as an operator reads it: short, only our own lines, no traceback."""

from __future__ import annotations

import logging
import random
from datetime import timedelta

import pytest

from monitoring.log_output import hush_libraries
from pictures.render import Renderer
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import Sitting, sit_down

pytestmark = pytest.mark.slow

TABLES = (
    ("visby", ("anna", "bert", "clara", "david"), 0),
    ("riga", ("anna", "clara"), 1),
    ("haithabu", ("bert", "david"), 1),
    ("visby", ("david", "anna"), 2),
)
TROUBLES = (("answer", "connection breaks"), ("send", "500"), ("edit", "connection reset"))
"""What happens on any evening, now and then."""
EVENING, PAUSE = timedelta(hours=2), timedelta(minutes=5)


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The log as it is written with KONTOR_LOG=INFO."""
    for logger in ("", "kontor", "discord", "aiosqlite", "pyvips"):  # pytest puts back what it has set.
        caplog.set_level(logging.INFO, logger)
    hush_libraries(logging.INFO)
    return caplog


async def take_a_turn(operator: Operator, sitting: Sitting, rng: random.Random) -> None:
    """Let somebody who owes a decision make a move, and change their mind about it now and then."""
    owing = await sitting.owing()
    if not owing:
        return
    person, before = rng.choice(owing), len(await operator.log(sitting.number))
    while len(await operator.log(sitting.number)) == before:
        answer = await sitting.move(person, rng)
    takes_back = [each for each in answer.shown.custom_ids if each.startswith("k:undo:")]
    if takes_back and rng.random() < 0.3:
        await person.click(answer.shown, takes_back[0])
    if rng.random() < 0.2 and await sitting.owing():
        await person.click(sitting.board, "My hand")


@pytest.mark.thorough
async def test_the_log_of_an_evening_is_short_and_ours(
    world: World, operator: Operator, log: pytest.LogCaptureFixture
) -> None:
    operator.renderer = Renderer  # Pictures are really drawn: the library that does it is the most talkative.
    await world.restart()
    rng = random.Random(7)
    sittings = [await sit_down(operator, game, people, computers=more) for game, people, more in TABLES]
    for number in range(EVENING // PAUSE):
        deed, how = TROUBLES[number % len(TROUBLES)]
        world.fail_next(deed, how, done=rng.random() < 0.5)
        for sitting in sittings:
            await take_a_turn(operator, sitting, rng)
        await world.later(seconds=PAUSE.total_seconds())
        world.fail_no_more()
    await world.restart()
    moves = sum([len(await operator.log(sitting.number)) for sitting in sittings])
    assert moves > 100
    strangers = {record.name for record in log.records if record.name.partition(".")[0] != "kontor"}
    assert not strangers
    assert not [record.getMessage() for record in log.records if record.exc_info or record.levelno >= logging.ERROR]
    assert len(log.records) <= 2 * moves
    await operator.check()
