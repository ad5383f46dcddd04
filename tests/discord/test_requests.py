"""What a decision costs of Discord's limits: requests of games that are played slowly, so that haste saves none."""

from __future__ import annotations

from pathlib import Path

import pytest

from opponents.novice import novice
from tables.notifications.timing import REFRESH_DELAY_S
from tables.play import moves
from tests.discord.bot import Operator, without_pictures
from tests.discord.counting import play_slowly
from tests.discord.kit import World
from tests.discord.playing import Sitting, sit_down
from tests.selection import thorough


@pytest.mark.parametrize(
    ("game", "people", "computers", "entries", "most"),
    [("visby", 4, 0, 45, 2.6), *thorough(("riga", 2, 2, 90, 1.4), ("haithabu", 3, 0, 40, 3.8))],
)
async def test_what_a_move_costs_of_discords_limits_does_not_creep_up(
    world: World, operator: Operator, game: str, people: int, computers: int, entries: int, most: float
) -> None:
    with without_pictures():
        options = {"computers": computers} if computers else {}
        sitting = await sit_down(operator, game, tuple(world.people)[:people], **options)
        count = await play_slowly(sitting, entries)
    assert count.entries >= entries - 5
    assert count.total / count.entries <= most, f"{game}: {count}"


async def test_a_board_waits_for_what_computers_do_and_no_longer_than_for_people(
    world: World, quick_path: Path
) -> None:
    operator = Operator(world, quick_path / "kontor.db", one_by_one=True)
    await operator.start()
    sitting = await sit_down(operator, "visby", ("anna",), computers=1)
    (anna,) = sitting.people
    table, seat = await operator.table(sitting.number), await sitting.seat(anna)
    before = sitting.board.text
    assert "Anna" in waited_for(sitting)
    await moves.play(operator.services, sitting.number, anna.id, str(novice(table.game, table.state, seat, 1)))
    await world.settle()
    assert sitting.board.text == before
    await world.later(seconds=REFRESH_DELAY_S)
    assert "Anna" not in waited_for(sitting)
    assert await operator.let_one_decide()
    assert "Anna" in waited_for(sitting)
    assert await operator.untold(sitting.number) is None


def waited_for(sitting: Sitting) -> str:
    """The line of the board that says for whom is waited."""
    return next(line for line in sitting.board.text.splitlines() if "⏳" in line)
