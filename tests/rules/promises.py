"""Checks of what the contract promises for every game, made on random games through the public interface only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import msgspec

from rules import AnyGame, Event, contract, records
from rules.chance import Chance
from rules.stored_values import StoredAsOther
from tests.selection import THOROUGH

LONGEST = 20_000
"""The number of moves after which a random game counts as endless."""
MENU = 30
"""At most this many options are checked in one position; of more, a random part."""


def setups(game: AnyGame, version: int | None = None) -> list[tuple[int, dict[str, int]]]:
    """Return every number of players with every combination of options allowed for it; `version` None is the newest."""
    variants = [variant for variant in game.variants if variant.since <= (version or game.version)]
    keys = [variant.key for variant in variants]
    return [
        (seats, dict(zip(keys, values, strict=True)))
        for seats in game.players
        for values in product(*(variant.allowed(seats) for variant in variants))
    ]


def positions(
    game: AnyGame, seats: int, options: dict[str, int], seed: int, version: int | None = None
) -> Iterator[Any]:
    """Play a random game; yield the state before every move and at the end. It is the same object every time."""
    chance = Chance(seed)
    state = game.new(seats, chance.draw(), options, version)
    yield state
    while owed := game.owed(state):
        seat = chance.choice(list(owed))
        game.play(state, seat, game.sample(state, seat, chance))
        yield state


def check_random_game(
    game: AnyGame, seats: int, options: dict[str, int], seed: int, version: int | None = None
) -> None:
    """Play one random game; check every position, and that the record replays to the same positions."""
    chance = Chance(seed)
    start = chance.draw()
    version = version or game.version
    record = records.Record(game.name, version, seats, start, game.complete_options(seats, options, version))
    state, events = game.opening(seats, start, options, version)
    passed = []
    while True:
        assert game.decode_events(game.encode_events(events)) == events
        passed.append(check_position(game, state, chance))
        deciding = list(game.owed(state))
        if not deciding:
            break
        if chance.below(8) == 0:
            deciding += [seat for seat in range(seats) if game.may_change(state, seat)]
        seat = chance.choice(deciding)
        move = game.sample(state, seat, chance)
        events = game.play(state, seat, move)
        record.log.append(records.Entry(seat, str(move)))
        assert len(record.log) < LONGEST, "the game does not end"
    for (_, replayed, _), before in zip(records.positions(records.read(str(record))), passed, strict=True):
        assert replayed == before, "the logged text does not lead to the same state"
    check_final_standings(game, state, events)


def check_final_standings(game: AnyGame, state: Any, told: list[Event]) -> None:
    """Check that the standings after the end equal the result, for every viewer and from the last events."""
    result = game.result(state)
    assert result is not None
    for viewer in (None, *range(state.seats)):
        standings = game.standings(game.view(state, viewer))
        assert not any(standing.hidden for standing in standings), "something is hidden after the end"
        assert tuple(standing.total for standing in standings) == result.scores
    final = game.final_standings(game.view(state, None), told)
    assert contract.Result.ranked([standing.rank for standing in final]) == result


def check_position(game: AnyGame, state: Any, chance: Chance) -> Any:
    """Check a state's invariants, storing and copying, and that exactly the seats that owe a decision have options.

    Return a copy of the state.
    """
    game.check_state(state)
    assert state.version in game.versions
    assert game.decode(game.encode(state)) == state
    copy = state.copy()
    assert copy == state
    owed = game.owed(state)
    assert list(owed) == sorted(set(owed) & set(range(state.seats)))
    assert (game.result(state) is None) == bool(owed)
    shortened = bool(owed) and type(game.steps[type(state.agenda[-1])]).menu is not contract.Step.menu
    for seat in range(state.seats):
        options = game.options(state, seat)
        assert bool(options) == (seat in owed or game.may_change(state, seat))
        for move in options if len(options) <= MENU else [chance.choice(options) for _ in range(MENU)]:
            game.check(state, seat, move)
        assert len(options) <= contract.MAX_MENU_MOVES or shortened
        if options:
            assert game.sample(state, seat, chance) in options
        if options and shortened:
            menu = game.menu(state, seat)
            assert 0 < len(menu) <= contract.MAX_MENU_MOVES
            assert menu == options or set(menu) <= set(options)
    return copy


def viewers(seats: int, number: int) -> Iterable[int]:
    """Return the seats whose view of position `number` is checked: one, in turn; all with THOROUGH=1."""
    return range(seats) if THOROUGH else [number % seats]


def check_guesses(game: AnyGame, state: Any, seat: int, chance: Chance) -> None:
    """Check that guesses agree with what the seat knows, and depend on nothing else."""
    before = game.encode(state)
    view, public, options = game.view(state, seat), game.view(state, None), game.options(state, seat)
    seed = chance.draw()
    standings, guessed_from_truth = game.standings(view), game.guess(state, seat, seed)
    for _ in range(2):
        guessed = game.guess(state, seat, chance.draw())
        game.check_state(guessed)
        assert guessed.version == state.version
        seen = game.view(guessed, seat)
        assert seen == view
        assert game.view(guessed, None) == public
        assert game.standings(seen) == standings
        assert game.options(guessed, seat) == options, "what is offered to a seat tells it what it may not know"
        assert guessed.chance != state.chance, "the seat knows what chance will bring"
        assert game.guess(guessed, seat, seed) == guessed_from_truth
    assert game.encode(state) == before, "guessing changed the state"


def check_sealed_choice(game: AnyGame, state: Any, seat: int, chance: Chance) -> bool:
    """Let the seat seal one choice or another and check that nobody else can tell which.

    Return False if the position has no such choice.
    """
    if not any(kind.secret for kind in game.move_types):
        return False
    options = [move for move in game.options(state, seat) if move.secret]
    if seat not in game.owed(state) or len(options) < 2:
        return False
    one, other = chance.take(options), chance.take(options)
    pair = [state.copy(), state.copy()]
    told = [game.play(sealed, seat, move) for sealed, move in zip(pair, (one, other), strict=True)]
    if any(game.current_frame_id(sealed) != game.current_frame_id(state) for sealed in pair):
        return False  # it was the last one: now all is open
    check_nobody_can_tell(game, seat, pair, told, chance)
    if game.may_change(pair[0], seat):
        changed = pair[0].copy()
        game.play(changed, seat, other)
        check_nobody_can_tell(game, seat, [pair[0], changed], [[], []], chance)
    return True


def check_nobody_can_tell(
    game: AnyGame, secretive: int, pair: list[Any], told: list[list[Event]], chance: Chance
) -> None:
    """Check that two states, and the events that led to them, look the same to all but one seat, byte for byte."""
    seed = chance.draw()
    for viewer in (None, *range(pair[0].seats)):
        if viewer != secretive:
            views = [game.view(state, viewer) for state in pair]
            assert len({msgspec.json.encode(view) for view in views}) == 1
            assert len({game.standings(view) for view in views}) == 1
            heard = [game.encode_events([game.redact(event, viewer) for event in events]) for events in told]
            assert heard[0] == heard[1]
            if viewer is not None:
                assert game.guess(pair[0], viewer, seed) == game.guess(pair[1], viewer, seed)


def shared(one: Any, other: Any) -> list[object]:
    """Return the mutable objects that two structures have in common."""
    mine = {id(thing): thing for thing in _mutable_parts(one)}
    return [mine[id(thing)] for thing in _mutable_parts(other) if id(thing) in mine]


def _mutable_parts(thing: Any) -> Iterator[object]:
    """Yield every mutable object inside a structure."""
    if isinstance(thing, msgspec.Struct):
        if not thing.__struct_config__.frozen:
            yield thing
        for field in thing.__struct_fields__:
            yield from _mutable_parts(getattr(thing, field))
    elif isinstance(thing, list | dict | set):
        yield thing
        for part in [*thing.keys(), *thing.values()] if isinstance(thing, dict) else thing:
            yield from _mutable_parts(part)
    elif isinstance(thing, StoredAsOther):
        yield thing
        for slot in type(thing).__slots__:
            yield from _mutable_parts(getattr(thing, slot))
    elif isinstance(thing, tuple):
        for part in thing:
            yield from _mutable_parts(part)
