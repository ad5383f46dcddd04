"""Positions to draw, from random games of every size, and names as people have them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules import GAMES, AnyGame
from rules.chance import Chance
from rules.records import Entry, Record
from tests.rules.promises import positions, setups
from tests.selection import THOROUGH

NAMES = ("Anna", "Bertram der Große von Wisby", "שלום", "Ωmega 🎲", "日本語", "مرحبا بكم")
WIDEST = ("W" * 32,) * 6
NASTY = ('<script>"&', "]]>&amp;", "{name}", "Z̸͑͜ä̴́̓l̵̈́go̶", "👑👑👑", "\u202eRTL\u202c")
LANGUAGES = ("en", "de")


def drawn_games(painted: Any) -> list[AnyGame]:
    """Return the games that are drawn."""
    return [game for name, game in GAMES.items() if name in painted]


def some_positions(game: AnyGame, seed: int, every: int) -> Iterator[Any]:
    """Yield positions of a random game of every set-up: every `every`-th one, and the last.

    In `make test` only every third of them, and the last; and one set-up for each number of players.
    """
    step = every if THOROUGH else 3 * every
    for seats, options in setups(game) if THOROUGH else dict(setups(game)).items():
        last = None
        for number, state in enumerate(positions(game, seats, options, seed + seats)):
            if number % step == 0:
                yield state
            last = state
        yield last


def played(game: AnyGame, seats: int, options: dict[str, int], seed: int) -> Record:
    """Play a whole game at random and keep its record."""
    chance = Chance(seed)
    record = Record(game.name, game.version, seats, chance.draw(), game.complete_options(seats, options))
    state = game.new(seats, record.seed, options)
    while owed := game.owed(state):
        seat = chance.choice(list(owed))
        move = game.sample(state, seat, chance)
        game.play(state, seat, move)
        record.log.append(Entry(seat, str(move)))
    return record
