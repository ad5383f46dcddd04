"""Hints: the alderman's best moves for a seat, with chances to win and reasons, from what that seat may know.

`hint` computes them, `best_by_rule_of_thumb` finds moves without the alderman, and `reasons_for` returns the function
that gives a game's reasons. `rest_of_turn` returns what hints will suggest later in the same turn, so that no hint
promises what a later one does not do.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from zlib import crc32

import msgspec

from opponents.advice import MIN_POINTS, NOISE, Advice, Reason, advise
from opponents.alderman import turn_number, weigh_moves
from rules import GAMES, AnyGame, Move, declarations_by_game
from rules.errors import Illegal

if TYPE_CHECKING:
    from opponents.alderman_model import WeighedMove


class _WithMove(Protocol):
    """Anything with a move: an `Advice` or a `WeighedMove`. Naming the latter here would import numpy."""

    @property
    def move(self) -> Move:
        """The move itself."""


M = TypeVar("M", bound=_WithMove)

MAX_HINT_MOVES = 3
"""The most moves that a hint names."""
_TWINS = 3
"""With how many other guesses a position is compared to see whether a move reveals something hidden."""

ReasonsFor = Callable[[Any, Move], tuple[Reason, ...]]
"""`(view, move) -> reasons`: the type of `REASONS` in a game's package here."""


@cache
def _reasons() -> dict[str, ReasonsFor]:
    """Return each game's `REASONS`, by the game's name.

    They are looked up on the first call, because a game's package imports `advice`.
    """
    return declarations_by_game("opponents", "REASONS")


def _no_reasons(view: Any, move: Move) -> tuple[Reason, ...]:
    return ()


def reasons_for(game: str) -> ReasonsFor:
    """Return the function `(view, move) -> reasons` of a game: its `REASONS`, or one that always returns ()."""
    return _reasons().get(game, _no_reasons)


def has_predicted_reasons(game: str, move: Move) -> bool:
    """Return True if the reasons for a move predict what follows it, so that they may prove wrong once it was made."""
    predicted = declarations_by_game("opponents", "PREDICTED_REASONS").get(game)
    return bool(predicted and predicted(move))


def is_pass(game: str, move: Move) -> bool:
    """Return True if a move does nothing where its player could do something, such as ending the turn."""
    declared = declarations_by_game("opponents", "IS_PASS").get(game)
    return bool(declared and declared(move))


def is_minor_reason(game: str, reason: Reason) -> bool:
    """Return True if a reason says something of so little value that it cannot explain a large difference."""
    minor = declarations_by_game("opponents", "MINOR_REASON").get(game)
    return bool(minor and minor(reason))


TurnReasons = Callable[[Any, Move, Sequence[Move]], tuple[Reason, ...]]
"""`(view, move, rest) -> reasons`: the type of `TURN_REASONS` in a game's package here.

`rest` are the moves that hints suggest after `move` in the same turn, as far as they are known now. A game declares it
if reasons may say what follows in the turn, so that hints do what they have promised.
"""


@cache
def _turn_reasons() -> dict[str, TurnReasons]:
    """Return each game's `TURN_REASONS`, by the game's name."""
    return declarations_by_game("opponents", "TURN_REASONS")


CompleteMove = Callable[[Any, Move], Move]
"""`(view, move) -> move`: the type of `MENU_MOVE` in a game's package here.

It returns the move of the same choice (`CHOICE_GROUP`) that a menu makes, for example with the payment it fills in.
"""


@cache
def _menu_moves() -> dict[str, CompleteMove]:
    """Return each game's `MENU_MOVE`, by the game's name."""
    return declarations_by_game("opponents", "MENU_MOVE")


MoveGroup = Callable[[Move], Hashable]
"""`move -> key`: the type of `HINT_GROUP` and `CHOICE_GROUP` in a game's package here.

A hint names only one of the moves with equal keys in `HINT_GROUP`. Moves with equal keys in `CHOICE_GROUP` are the same
choice of the player: they differ only in what a menu fills in, such as the payment, and no feedback compares them.
"""


def _move_itself(move: Move) -> Hashable:
    return move


@cache
def _move_groups(declared_as: str) -> dict[str, MoveGroup]:
    """Return each game's `HINT_GROUP` or `CHOICE_GROUP`, by the game's name."""
    return declarations_by_game("opponents", declared_as)


def hint_group_of(game: str) -> MoveGroup:
    """Return the function `move -> key` of a game: its `HINT_GROUP`, or one that returns the move itself."""
    return _move_groups("HINT_GROUP").get(game, _move_itself)


def choice_group_of(game: str) -> MoveGroup:
    """Return the function `move -> key` of a game: its `CHOICE_GROUP`, or one that returns the move itself."""
    return _move_groups("CHOICE_GROUP").get(game, _move_itself)


def seed_of_decision(state: Any, seat: int, salt: str = "") -> int:
    """Return the seed for a search of a seat's decision.

    It depends only on the id of the frame at the bottom of the agenda, the seat and `salt`. So a hint says the same
    when it is asked for again, even after others have sealed their choice, and the analysis finds the chances that a
    hint named. All decisions of a turn have the same seed, so that a hint can tell what the next ones will say. Another
    `salt` gives another seed, for a second search.
    """
    return crc32(f"{state.agenda[0].id if state.agenda else 0} {seat} {salt}".encode())


def ranked_like_hints(weighed: Sequence[WeighedMove]) -> list[WeighedMove]:
    """Return weighed moves in the order in which hints list them. `weighed` must not be empty.

    First come the moves within `NOISE` of the best chance to win, most points first, then all others by their chances.
    Points and percent are rounded, and ties keep their given order. Moves that the search did not sample (`spread` is
    None) are left out, unless it sampled none.
    """
    # What has no spread was not played on where others were: its chance cannot be compared with theirs.
    compared = [each for each in weighed if each.spread is not None] or [*weighed]
    close = max(each.chance for each in compared) - NOISE

    def rank(each: WeighedMove) -> tuple[bool, int, float]:
        is_close = each.chance >= close
        return is_close, round(each.points or 0) if is_close else 0, round(each.chance, 2)

    return sorted(compared, key=rank, reverse=True)


def hint(game: str, snapshot: bytes, seat: int, seed: int) -> list[Advice]:
    """Return the best moves of a seat, best first: at most `MAX_HINT_MOVES`, and one of each idea (`HINT_GROUP`).

    `game` is the game's name and `snapshot` its encoded state. The moves are in the order of `ranked_like_hints`, but a
    move with a reason comes before one without that is about as good (`_explained_first`). These moves are left out:

    - those with less than half of the best move's chance to win, unless no move wins;
    - those about which only cautions can be said, except for the best one;
    - those with the same reasons as one that is about as good.

    Reasons that all of the moves have are left out, unless one of them has no other reason. `combines` says which moves
    are no alternatives to the best one. Where the alderman has no
    model, the rule of thumb ranks all options and `chance` is None. All arguments are plain values, so that the
    function can run in another process. The same seed and view give the same result.
    """
    rules = GAMES[game]
    guess = rules.guess(rules.decode(snapshot), seat, seed)
    view = rules.view(guess, seat)
    best = _best_moves(rules, guess, seat, seed)
    if not best:
        return best_by_rule_of_thumb(game, view, rules.options(guess, seat))
    top, advised = max(each.chance for each in best), list[Advice]()
    for each in best:
        if len(advised) == MAX_HINT_MOVES:
            break
        if top > NOISE and 2 * each.chance < top:
            continue
        reasons = each.reasons or reasons_in_turn(rules, guess, view, seat, each.move, seed)
        if advised and reasons and all(why.is_caution for why in reasons):
            continue
        new = Advice(each.move, min(1.0, max(0.0, each.chance)), reasons, points=each.points)
        if not any(reasons and reasons == other.reasons and _is_about_as_good(other, new) for other in advised):
            advised.append(new)
    first, *others = _without_shared_reasons(_explained_first(game, advised))
    both = [each for each in others if do_combine(rules, guess, seat, first.move, each.move)]
    return [first, *(msgspec.structs.replace(each, combines=each in both) for each in others)]


def _explained_first(game: str, advised: Sequence[Advice]) -> list[Advice]:
    """Return the advice with the first move that has a reason in front, if that move is about as good as the best one.

    A move that does something is preferred to one that does not (`IS_PASS`), unless that has a better chance to win:
    expected points alone convince nobody to pass up something. The other moves without reasons that are about as good
    are then left out. If no such move has a reason other than a caution, the advice is returned unchanged.
    """
    by_chance = is_pass(game, advised[0].move)
    close = [each for each in advised if _is_about_as_good(advised[0], each, by_chance=by_chance)]
    explained = [each for each in close if any(not why.is_caution for why in each.reasons)]
    first = next((each for each in explained if not is_pass(game, each.move)), next(iter(explained), None))
    if first is None:
        return [*advised]
    others = [each for each in advised if each is not first and (each.reasons or each not in close)]
    return [first, *sorted(others, key=lambda each: not _is_about_as_good(first, each))]


def _is_about_as_good(best: Advice, other: Advice, *, by_chance: bool = False) -> bool:
    """Return True if neither the chance to win nor the points of a move are clearly below those of the best one.

    With `by_chance`, only the chances are compared.
    """
    assert best.chance is not None
    assert other.chance is not None
    is_likely = best.chance - other.chance <= NOISE
    return is_likely and (by_chance or (best.points or 0) - (other.points or 0) < MIN_POINTS)


def _best_moves(game: AnyGame, guess: Any, seat: int, seed: int) -> list[WeighedMove]:
    """Return the best move of each idea (`HINT_GROUP`), best first; [] if the alderman has no model.

    The move that the rule of thumb ranks first is always among those compared: what is natural must not be missing. If
    the menu would complete a move differently, for example with another payment, the menu's version replaces it, unless
    the search finds that version worse by more than `NOISE`.
    """
    weighed = weigh_moves(game, guess, seat, seed)
    complete, view = _menu_moves().get(game.name), game.view(guess, seat)
    if not weighed or not complete:
        return _best_of_each(game.name, ranked_like_hints(weighed)) if weighed else []
    natural = [advise(game.name, view, game.menu(guess, seat))[0].move]
    if not any(each.move in natural and each.spread is not None for each in weighed):
        weighed = weigh_moves(game, guess, seat, seed, natural)
    else:
        natural = []
    named = _best_of_each(game.name, ranked_like_hints(weighed))[:MAX_HINT_MOVES]
    if others := [other for each in named if (other := complete(view, each.move)) != each.move]:
        weighed = weigh_moves(game, guess, seat, seed, [*natural, *others])
    known = {each.move: each for each in weighed if each.spread is not None}
    best = []
    for each in _best_of_each(game.name, ranked_like_hints(weighed)):
        usual = known.get(complete(view, each.move), each)
        is_as_good = usual.chance >= each.chance - NOISE and each.points_ahead(usual) < MIN_POINTS
        best.append(usual if is_as_good else each)
    return ranked_like_hints(best)


def reasons_in_turn(game: AnyGame, guess: Any, view: Any, seat: int, move: Move, seed: int) -> tuple[Reason, ...]:
    """Return the reasons for a move, from what follows in the turn if the game declares `TURN_REASONS`."""
    in_turn = _turn_reasons().get(game.name)
    if in_turn is None:
        return reasons_for(game.name)(view, move)
    return in_turn(view, move, rest_of_turn(game, guess, seat, move, seed))


def rest_of_turn(game: AnyGame, guess: Any, seat: int, move: Move, seed: int) -> list[Move]:
    """Return the moves that hints will name first, one after the other, if the seat makes `move` and follows them.

    They end with the turn, or after the first move that reveals something the seat cannot know now: what hints suggest
    then is still open. `guess` is a state that agrees with what the seat knows; it is not changed. `seed` is the one of
    the turn's decisions (`seed_of_decision`).
    """
    rest, states = list[Move](), states_of_turn(game, guess, seat)
    while goes_on_in_turn(game, states, seat, move):
        state = states[0]
        options = game.menu(state, seat)
        if len(options) > 1:
            best = _best_moves(game, state, seat, seed)
            move = best[0].move if best else options[0]
        else:
            (move,) = options
        rest.append(move)
    return rest


def states_of_turn(game: AnyGame, guess: Any, seat: int) -> list[Any]:
    """Return copies of `guess` for `goes_on_in_turn`: one as it is, and some with other guesses about hidden things."""
    return [guess.copy(), *(game.guess(guess, seat, number) for number in range(_TWINS))]


def goes_on_in_turn(game: AnyGame, states: Sequence[Any], seat: int, move: Move) -> bool:
    """Make a seat's move in all of `states`; return True if it decides next in the same turn, with nothing revealed.

    `states` are those of `states_of_turn`, changed by the seat's moves since then. Something was revealed if the seat
    no longer sees the same in all of them.
    """
    turn = turn_number(game, states[0])
    for each in states:
        game.play(each, seat, move)
    if seat not in game.owed(states[0]) or turn_number(game, states[0]) != turn:
        return False
    view = game.view(states[0], seat)
    return all(game.view(each, seat) == view for each in states[1:])


def do_combine(game: AnyGame, guess: Any, seat: int, one: Move, other: Move) -> bool:
    """Return True if the seat can make both moves in this turn, one right after the other and in either order."""
    return is_still_possible(game, guess, seat, one, other) and is_still_possible(game, guess, seat, other, one)


def is_still_possible(game: AnyGame, guess: Any, seat: int, move: Move, other: Move) -> bool:
    """Return True if the seat decides next in the same turn after `move` and may make `other`, whatever was revealed.

    `guess` is not changed.
    """
    turn, states = turn_number(game, guess), states_of_turn(game, guess, seat)
    goes_on_in_turn(game, states, seat, move)
    return all(
        seat in game.owed(each) and turn_number(game, each) == turn and is_legal(game, each, seat, other)
        for each in states
    )


def is_legal(game: AnyGame, state: Any, seat: int, move: Move) -> bool:
    """Return True if a seat that owes a decision may make this move."""
    try:
        game.check(state, seat, move)
    except Illegal:
        return False
    return True


def best_by_rule_of_thumb(game: str, view: Any, options: Sequence[Move]) -> list[Advice]:
    """Return the best moves by the game's rule of thumb, best first, with reasons and without chances to win.

    They are chosen among `options` and the legal moves that the rule of thumb adds. There are at most `MAX_HINT_MOVES`,
    and only one with each idea (`HINT_GROUP`). Reasons that all returned moves have are left out,
    unless one of the moves has no other reason.
    """
    best = _best_of_each(game, advise(game, view, options))[:MAX_HINT_MOVES]
    return _without_shared_reasons([Advice(each.move, reasons=reasons_for(game)(view, each.move)) for each in best])


def _without_shared_reasons(advised: Sequence[Advice]) -> list[Advice]:
    """Return the advice without reasons that every one of the moves has: they do not help to choose.

    Cautions stay, and so do all reasons of a single move. If one of the moves has no other reason, all moves keep the
    shared ones.
    """
    if len(advised) < 2:
        return [*advised]
    telling = [
        tuple([why for why in each.reasons if why.is_caution or not all(why in other.reasons for other in advised)])
        for each in advised
    ]
    if not all(any(not why.is_caution for why in left) for left in telling):
        return [*advised]
    return [msgspec.structs.replace(each, reasons=left) for each, left in zip(advised, telling, strict=True)]


def _best_of_each(game: str, moves: Sequence[M]) -> list[M]:
    """Return the first of the moves in each hint group of the game, in the given order.

    A hint group is a set of moves with the same idea (`HINT_GROUP`). In a game without `HINT_GROUP` every move is a
    group of its own.
    """
    hint_group = hint_group_of(game)
    best: dict[Hashable, M] = {}
    for each in moves:
        best.setdefault(hint_group(each.move), each)
    return list(best.values())
