"""The seats an event is about: its class declares every field that holds seats."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, ClassVar, get_type_hints

import msgspec
import pytest

from rules import GAMES, AnyGame, Event, records
from rules.chance import Chance
from tests.rules.test_golden_games import GOLDEN
from words import words_in
from words.games import GAME_WORDS

EN = words_in("en")
NAMES = ("Anna", "Bert", "Clara", "Dora", "Emil", "Fritz")
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def events_of_games(game: AnyGame) -> Iterator[Event]:
    """Yield all events of a game's golden games, and of some random games with the most players."""
    for file in GOLDEN:
        record = records.read(file.read_text(encoding="utf-8"))
        if record.game == game.name:
            for _, _, events in records.positions(record):
                yield from events
    for seed in range(4):
        chance = Chance(seed)
        state, events = game.opening(game.players[-1], chance.draw())
        yield from events
        while owed := game.owed(state):
            seat = chance.choice(list(owed))
            yield from game.play(state, seat, game.sample(state, seat, chance))


def story_text(game: AnyGame, event: Event) -> str:
    """Return the story's text of one event."""
    return "\n".join(GAME_WORDS[game.name].story(EN, NAMES, [event]))


def seats_in(kind: type[Event]) -> dict[str, tuple[Any, Any]]:
    """Return the fields that can hold a seat, each with two values that name different seats."""
    one, several = (0, 1), ((0, 2), (1, 2))
    values = {int: one, int | None: one, tuple[int, ...]: several}
    hints = get_type_hints(kind)
    return {field: values[hints[field]] for field in kind.__struct_fields__ if hints[field] in values}


def mentions_seat_of_field(game: AnyGame, event: Event, field: str, values: tuple[Any, Any]) -> bool:
    """Return True if the story says more about another seat when the field names that seat."""
    with suppress(IndexError, KeyError, ValueError, ZeroDivisionError):  # The story cannot word an impossible amount.
        first, second = (story_text(game, msgspec.structs.replace(event, **{field: value})) for value in values)
        for much in (str.count, text_about):
            anna, bert = (much(first, name) - much(second, name) for name in NAMES[:2])
            if anna > 0 > bert:
                return True
    return False


def text_about(text: str, name: str) -> int:
    """Return the length of the lines that name somebody."""
    return sum(len(line) for line in text.split("\n") if name in line)


@EVERY_GAME
def test_every_field_that_is_told_as_a_seat_is_declared(game: AnyGame) -> None:
    seen: dict[type[Event], int] = {}
    found = set()
    for event in events_of_games(game):
        kind = type(event)
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= 20:
            fields = seats_in(kind).items()
            found |= {
                (kind.__name__, field) for field, values in fields if mentions_seat_of_field(game, event, field, values)
            }
    assert {kind for kind in game.event_types if seats_in(kind).keys() - {"seat"}} <= seen.keys()
    declared = {(kind.__name__, field) for kind in game.event_types for field in ("seat", *kind.about)}
    assert found - declared == set()
    assert found, "no seat was told of at all"


@EVERY_GAME
def test_an_event_names_the_seats_in_what_it_declares_and_no_other(game: AnyGame) -> None:
    for event in events_of_games(game):
        named = set()
        for field in ("seat", *event.about):
            held = getattr(event, field, None)
            named |= {held} if isinstance(held, int) else set(held or ())
        assert {seat for seat in range(game.players[-1]) if event.is_about(seat)} == named


def test_a_declaration_that_names_no_seat_is_refused_when_the_game_is_made() -> None:
    class Met(Event, frozen=True):
        about: ClassVar[tuple[str, ...]] = ("hosts", "guest")
        hosts: tuple[int, ...]
        guest: int | None

    class Misspelled(Event, frozen=True):
        about: ClassVar[tuple[str, ...]] = ("gest",)
        guest: int

    class Goods(Event, frozen=True):
        about: ClassVar[tuple[str, ...]] = ("goods",)
        goods: tuple[str, ...]

    def made(kind: type[Event]) -> AnyGame:
        riga = type(GAMES["riga"])
        return type("Made", (riga,), {"event_types": (kind,)})()  # type: ignore[no-any-return]

    assert [Met((0, 2), None).is_about(seat) for seat in range(3)] == [True, False, True]
    made(Met)
    with pytest.raises(TypeError, match="riga: Misspelled is about 'gest', but its fields are guest"):
        made(Misspelled)
    with pytest.raises(TypeError, match="riga: Goods is about 'goods', which holds neither a seat nor several"):
        made(Goods)
