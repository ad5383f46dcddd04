"""Invalid input: any text and any move is answered with one of the contract's errors and changes nothing."""

from __future__ import annotations

import typing
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import GAMES, AnyGame, Move, records
from rules.chance import Chance
from rules.errors import Illegal, NotYours, Refused, Unreadable
from tests.rules.promises import positions, setups
from tests.selection import THOROUGH

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
FUZZ = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=300 if THOROUGH else 60,
    suppress_health_check=list(HealthCheck),
)

STRANGE = ["", " ", "²", "-1", "0", "+3", "1_0", "٣", "1e3", "9" * 30, "x=y", ":", "none", "undo", "\x00", "ſhip", "🛡"]
SPACES = [" ", "  ", "\t", "\n", "\u00a0", "\u2003", "\x1c", ""]
SEATS = st.integers(-3, 12) | st.sampled_from([-(2**70), 2**70])


class Stranger(Move, frozen=True):
    """A move that belongs to no game."""

    verb = "dance"


@cache
def snapshots(game: AnyGame) -> list[bytes]:
    """Return all positions of one random game of each set-up, encoded."""
    return [
        game.encode(state) for seats, options in setups(game) for state in positions(game, seats, options, seed=seats)
    ]


@cache
def states(game: AnyGame) -> st.SearchStrategy[Any]:
    """Return positions of random games, from the first to the last."""
    return st.sampled_from(snapshots(game)).map(game.decode)


@cache
def words() -> list[str]:
    """Return the words that the moves of all games are made of, and strange ones."""
    found = set(STRANGE)
    for game in GAMES.values():
        found.update(kind.verb for kind in game.move_types)
        for state in map(game.decode, snapshots(game)):
            for seat in game.owed(state):
                found.update(str(game.sample(state, seat, Chance(len(found)))).split())
    return sorted(found)


@cache
def values(kind: Any) -> st.SearchStrategy[Any]:
    """Return anything a field of that type may hold, likely and unlikely."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if kind is str:
        return st.sampled_from(words()) | st.text(max_size=6)
    if kind is int:
        return st.integers(-3, 20) | st.integers()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return instances(kind)
    if origin in (tuple, list) and parts:
        if parts[1:] in ((), (Ellipsis,)):
            return st.lists(values(parts[0]), max_size=5).map(origin)
        return st.tuples(*map(values, parts))
    if origin is dict:
        return st.dictionaries(values(parts[0]), values(parts[1]), max_size=4)
    if parts and origin is not typing.Literal:
        return st.one_of(*map(values, parts))
    return st.from_type(kind)


@cache
def instances(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Return moves (or their parts) of that class with anything in their fields."""
    hints = typing.get_type_hints(kind)
    return st.builds(kind, **{field: values(hints[field]) for field in kind.__struct_fields__})


@cache
def texts(game: AnyGame) -> st.SearchStrategy[str]:
    """Return texts of verbs and other words, with any spaces between them, or none of all that."""
    verbs = [kind.verb for kind in game.move_types]
    word = st.sampled_from(words()) | st.sampled_from(verbs) | st.text(max_size=4)
    pieces = st.lists(st.tuples(word, st.sampled_from(SPACES)), max_size=6)
    return pieces.map(lambda found: "".join(part for piece in found for part in piece)) | st.text(max_size=20)


@cache
def pieces() -> st.SearchStrategy[str]:
    """Return what is put into a text."""
    return st.sampled_from([*words(), "\n", " ", "seed 4", "0 undo"]) | st.text(max_size=3)


def mutated(text: str, at: int, piece: str, cut: int) -> str:
    """Put a piece into a text in place of some of its characters."""
    at %= len(text) + 1
    return text[:at] + piece + text[at + cut :]


def throw(game: AnyGame, state: Any, seat: int, move: Move) -> None:
    """Play a move; only `Illegal` and `NotYours` may be raised, and then the state must be unchanged."""
    before = game.encode(state)
    refusal: Refused | None = None
    try:
        game.play(state, seat, move)
    except (Illegal, NotYours) as why:
        refusal = why
    if refusal:
        assert game.encode(state) == before
        with pytest.raises(type(refusal)):
            game.check(state, seat, move)
    else:
        game.check_state(state)


@EVERY_GAME
@FUZZ
@given(st.data())
def test_any_move_of_any_game_is_played_or_refused(game: AnyGame, data: st.DataObject) -> None:
    state = data.draw(states(game))
    foreign: list[type[Move]] = [Stranger, *(kind for other in GAMES.values() for kind in other.move_types)]
    kind: type[Move] = data.draw(st.sampled_from(game.move_types) | st.sampled_from(foreign))
    owing = sorted(game.owed(state)) or [0]
    throw(game, state, data.draw(st.sampled_from(owing) | SEATS), data.draw(instances(kind)))


@EVERY_GAME
@FUZZ
@given(st.data())
def test_a_legal_move_with_one_field_changed_is_played_or_refused(game: AnyGame, data: st.DataObject) -> None:
    state = data.draw(states(game))
    owed = sorted(game.owed(state))
    if owed:
        seat = data.draw(st.sampled_from(owed))
        move = game.sample(state, seat, Chance(data.draw(st.integers(0, 999))))
        hints = typing.get_type_hints(type(move))
        if move.__struct_fields__:
            field = data.draw(st.sampled_from(move.__struct_fields__))
            move = msgspec.structs.replace(move, **{field: data.draw(values(hints[field]))})
        throw(game, state, seat, move)


@EVERY_GAME
@FUZZ
@given(st.data())
def test_any_text_is_a_move_that_reads_back_or_unreadable(game: AnyGame, data: st.DataObject) -> None:
    state = data.draw(states(game))
    owed = sorted(game.owed(state))
    text = data.draw(texts(game))
    mutate: bool = data.draw(st.booleans())
    if owed and mutate:
        real = str(game.sample(state, owed[0], Chance(data.draw(st.integers(0, 999)))))
        piece = data.draw(pieces())
        text = mutated(real, data.draw(st.integers(0, 60)), piece, data.draw(st.integers(0, 4)))
    try:
        move = game.parse(text)
    except Unreadable:
        return
    assert game.parse(str(move)) == move
    throw(game, state, owed[0] if owed else 0, move)


@EVERY_GAME
@FUZZ
@given(st.data())
def test_any_text_is_a_record_that_reads_back_or_a_bad_one(game: AnyGame, data: st.DataObject) -> None:
    seats, options = data.draw(st.sampled_from(setups(game)))
    lines = [f"game {game.name} {game.version}", f"seats {seats}", "seed 3"]
    lines.append("options " + " ".join(f"{key}={value}" for key, value in options.items()))
    state = game.new(seats, 3, options)
    for _ in range(data.draw(st.integers(0, 6))):
        seat = min(game.owed(state))
        move = game.sample(state, seat, Chance(3))
        game.play(state, seat, move)
        lines.append(f"{seat} {move}")
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        piece = data.draw(pieces())
        lines[at] = mutated(lines[at], data.draw(st.integers(0, 30)), piece, data.draw(st.integers(0, 4)))
    try:
        record = records.read("\n".join(lines))
    except records.BadRecord:
        return
    assert records.read(str(record)) == record
    with suppress(records.BadRecord):
        records.replay(record)


@EVERY_GAME
def test_seats_that_are_not_at_the_table_are_told_that_it_is_not_theirs(game: AnyGame) -> None:
    for seats, options in setups(game):
        state = game.new(seats, 1, options)
        before = game.encode(state)
        move = game.options(state, min(game.owed(state)))[0]
        for seat in (-1, -seats, seats, seats + 1, 10**9, -(10**9)):
            for refuse in (game.play, game.check):
                with pytest.raises(NotYours) as refusal:
                    refuse(state, seat, move)
                assert (refusal.value.seat, refusal.value.decision) == (seat, next(iter(game.owed(state).values())))
            assert game.options(state, seat) == []
            assert not game.may_change(state, seat)
            assert not game.can_take_back(state, seat)
        assert game.encode(state) == before


@EVERY_GAME
def test_when_the_game_is_over_it_is_nobodys(game: AnyGame) -> None:
    seats = game.players[0]
    first = game.new(seats, 1)
    moves = [Stranger(), *(move for seat in range(seats) for move in game.options(first, seat))]
    *_, state = positions(game, seats, {}, seed=1)
    before = game.encode(state)
    for seat in range(seats):
        for move in moves:
            with pytest.raises(NotYours, match="the game is over") as refusal:
                game.play(state, seat, move)
            assert refusal.value.decision is None
        assert game.options(state, seat) == []
        assert not game.may_change(state, seat)
    assert game.encode(state) == before


@pytest.mark.parametrize("text", [*STRANGE, "trade", "trade ²", "trade -1", "trade +1", "trade 1.0", "trade 1 2"])
def test_strange_texts_are_unreadable_in_visby(text: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        GAMES["visby"].parse(text)
    assert refusal.value.text == text
    assert isinstance(refusal.value, Refused)


@pytest.mark.parametrize("text", ["trade " + "9" * 40, "trade ٣", "trade 1_0", "pick", "pick dragon", "Pick knight"])
def test_more_strange_texts_are_unreadable_in_visby(text: str) -> None:
    with pytest.raises(Unreadable, match="is no move"):
        GAMES["visby"].parse(text)


def test_any_white_space_separates_words() -> None:
    visby = GAMES["visby"]
    for text in ("pick knight ship", "  pick   knight ship ", "pick\tknight\nship", "\u2003pick knight\u00a0ship"):
        assert str(visby.parse(text)) == "pick knight ship"
