"""A guess agrees with all that a seat can know: whatever follows from the events it saw holds in every guess."""

from __future__ import annotations

import pytest

from rules import GAMES, AnyGame, Event
from rules.chance import Chance
from tests.rules.bookkeepers import Bookkeeper
from tests.rules.bookkeepers.haithabu import HaithabuBooks
from tests.rules.bookkeepers.riga import RigaBooks
from tests.rules.bookkeepers.visby import VisbyBooks
from tests.rules.promises import setups
from tests.selection import THOROUGH

BOOKS: dict[str, type[Bookkeeper]] = {"visby": VisbyBooks, "riga": RigaBooks, "haithabu": HaithabuBooks}
RANDOM_GAMES = {"visby": 10, "riga": 12, "haithabu": 6}
"""Games of each set-up with THOROUGH=1; otherwise one of each."""


def busy(game: AnyGame, state: object, seat: int, chance: Chance) -> str:
    """Return a random move, if possible one that draws cards unseen."""
    if chance.below(2):
        drawing = [text for move in game.options(state, seat) if (text := str(move)).split()[0] in ("use", "carpenter")]
        if drawing:
            return chance.choice(drawing)
    return str(game.sample(state, seat, chance))


@pytest.mark.repeated(4)
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param(game, seats, options, id=f"{game.name}-{seats}-{'-'.join(map(str, options.values()))}")
        for game in GAMES.values()
        for seats, options in setups(game)
    ],
)
def test_whatever_a_seat_can_work_out_from_what_it_was_told_holds_in_every_guess(
    game: AnyGame, seats: int, options: dict[str, int]
) -> None:
    for seed in range(RANDOM_GAMES[game.name] if THOROUGH else 1):
        chance = Chance(1000 * seats + seed)
        state, events = game.opening(seats, chance.draw(), options)
        books = [BOOKS[game.name](seat, game.view(state, seat)) for seat in range(seats)]
        while True:
            told(game, books, events)
            for seat, book in enumerate(books):
                book.look_through(game.guess(state, seat, chance.draw()))
            owed = game.owed(state)
            if not owed:
                break
            seat = chance.choice(list(owed))
            events = game.play(state, seat, game.parse(busy(game, state, seat, chance)))


def told(game: AnyGame, books: list[Bookkeeper], events: list[Event]) -> None:
    for seat, book in enumerate(books):
        for event in events:
            book.hear(game.redact(event, seat))
