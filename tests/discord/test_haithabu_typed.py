"""Haithabu by typed commands: what is typed finds what is meant."""

from __future__ import annotations

import random

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_places_letter_finds_that_place_first(world: World, operator: Operator, language: str) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"))
    rng, place, letters = random.Random(1), world.threads[-1], 0
    for person in sitting.people:
        await person.command("settings language", language=language)
    while letters < 4:
        await sitting.play_on(rng, 1)
        for person in sitting.people:
            for letter in "abcdefgh":
                names = [each.name for each in await person.autocomplete("haithabu work", "what", letter, place=place)]
                there = [name.startswith(f"{letter.upper()} ·") for name in names]
                assert there == sorted(there, reverse=True), "others come after it"
                letters += any(there)
