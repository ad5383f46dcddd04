"""What a decision costs of Discord's limits: requests of games that are played slowly, so that haste saves none."""

from __future__ import annotations

import pytest

from tests.discord.bot import Operator, without_pictures
from tests.discord.counting import play_slowly
from tests.discord.kit import World
from tests.discord.playing import sit_down


@pytest.mark.parametrize(
    ("game", "people", "computers", "entries", "most"),
    [("visby", 4, 0, 45, 3.25), ("riga", 2, 2, 90, 2.35), ("haithabu", 3, 0, 40, 6.1)],
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
