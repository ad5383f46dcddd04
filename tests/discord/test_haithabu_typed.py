"""Haithabu by typed commands: what is typed finds what is meant."""

from __future__ import annotations

import random

import pytest

from cogs.games.haithabu.move_text import move_text
from cogs.messages.panel import MAX_OPTION_CHARS, shorten
from rules import Move
from rules.chance import Chance
from rules.haithabu import moves
from rules.haithabu.card_data import TRANSPORT, TRANSPORTS
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down
from tests.discord.test_haithabu_reach import busy, look_of
from tests.rules.haithabu.table import GAME, move
from words import words_in


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


def same(one: moves.Take, other: moves.Take) -> bool:
    """Whether two choices of the Carpenter's bring the same: some transports are equal."""
    cards = [[TRANSPORTS[TRANSPORT[key]] for key in each.transports] for each in (one, other)]
    places = [[(card.stack, card.free, card.given) for card in each] for each in cards]
    return places[0] == places[1]


@pytest.mark.thorough
@pytest.mark.repeated(2)
@pytest.mark.parametrize("language", ["en", "de"])
def test_whatever_is_offered_differs_from_all_else_in_what_discord_shows_of_it(language: str) -> None:
    words, compared = words_in(language), 0
    for seed in range(2):
        state, chance = GAME.new(3, seed), Chance(seed)
        while owed := GAME.owed(state):
            seat = next(iter(owed))
            look = look_of(state, seat)
            named: dict[str, Move] = {}
            for each in look.options:
                name = shorten(move_text(look, words, each), MAX_OPTION_CHARS)
                other = named.setdefault(name, each)
                equal = isinstance(each, moves.Take) and isinstance(other, moves.Take) and same(each, other)
                assert other == each or equal, f"{name}: {other} and {each}"
                compared += 1
            GAME.play(state, seat, GAME.sample(state, seat, chance))
    assert compared > 5000


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Take O148, with 1 Spice free · "),
        ("de", "Auftrag O148, dazu 1 Gewürz gratis · "),
    ],
)
def test_which_ware_is_free_or_sold_stands_before_what_an_order_wants(language: str, told: str) -> None:
    state = busy(dawn=0, lower="O148 O147 O146 O145")
    look = look_of(state, 0)
    (taking,) = [each for each in look.options if str(each) == "work own D order O148 gain spices"]
    line = move_text(look, words_in(language), taking)
    assert told in line
    move(state, 0, "hire")
    look = look_of(state, 0)
    (taking,) = [each for each in look.options if str(each) == "work neutral D order O148 gain spices"]
    assert told in move_text(look, words_in(language), taking), "though it says which worker goes there"
