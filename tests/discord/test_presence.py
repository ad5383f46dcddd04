"""Who is at the table is not pinged: a click there counts, whatever it does."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tables.model.players_to_act import RECENTLY_ACTED_S
from tables.play.table_writer import NUDGE_DELAY_S
from tables.time.timers import TICK_INTERVAL_S
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import Sitting, sit_down
from tests.discord.reading import Answer

pytestmark = pytest.mark.quick


async def opens_menu(sitting: Sitting, person: Person) -> Answer:
    return await person.click(sitting.board, "k:play:")


async def reads_the_news(sitting: Sitting, person: Person) -> Answer:
    return await person.click(await sitting.open_menu(person), "What happened?")


async def looks_at_hand(sitting: Sitting, person: Person) -> Answer:
    return await person.command("visby hand", table=sitting.number)


@pytest.fixture
async def game(world: World, quick_path: Path) -> AsyncIterator[tuple[Operator, Sitting, Person]]:
    """Anna has chosen her cards against a computer, which decides when told to."""
    operator = Operator(world, quick_path / "kontor.db", one_by_one=True)
    await operator.start()
    sitting = await sit_down(operator, "visby", ("anna",), computers=1)
    (anna,) = sitting.people
    await world.later(minutes=10)
    await anna.command("visby play", table=sitting.number, card="knight", second="ship")
    yield operator, sitting, anna
    await operator.let_one_decide()  # otherwise the bot waits ten seconds for the computer before it ends


@pytest.mark.repeated(3)
@pytest.mark.parametrize("act", [opens_menu, reads_the_news, looks_at_hand])
async def test_who_clicks_at_the_table_is_pinged_two_minutes_later_than_without_it(
    world: World, game: tuple[Operator, Sitting, Person], act: Callable[[Sitting, Person], Awaitable[Answer]]
) -> None:
    operator, sitting, anna = game
    before = len(anna.pings)
    assert await operator.let_one_decide()
    assert await sitting.owing() == [anna]
    await world.later(seconds=NUDGE_DELAY_S - 10)
    await act(sitting, anna)
    await world.later(seconds=NUDGE_DELAY_S - TICK_INTERVAL_S)
    assert len(anna.pings) == before, "she is there"
    await world.later(seconds=2 * TICK_INTERVAL_S)
    assert len(anna.pings) == before + 1, "she has left without deciding"
    await world.later(hours=1)
    assert len(anna.pings) == before + 1


async def test_who_has_clicked_while_a_computer_thought_is_still_there(
    world: World, game: tuple[Operator, Sitting, Person]
) -> None:
    operator, sitting, anna = game
    before = len(anna.pings)
    await world.later(seconds=RECENTLY_ACTED_S + 10)
    await looks_at_hand(sitting, anna)
    await world.later(seconds=10)
    assert await operator.let_one_decide()
    assert len(anna.pings) == before
    await world.later(seconds=NUDGE_DELAY_S + 2 * TICK_INTERVAL_S)
    assert len(anna.pings) == before + 1
