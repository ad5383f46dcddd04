"""Appraises a decision: how good was the move played, compared with another one.

`appraise_decision` searches the position as the seat saw it; `quick_lead` is a rougher and faster answer.
`is_confirmed_mistake` tells mistakes from differences that teach nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec

from opponents.advice import MIN_POINTS, NOISE, PointsGap, Reason, distinguishing_reasons
from opponents.alderman import turn_number, weigh_moves
from opponents.alderman_hints import (
    choice_group_of,
    goes_on_in_turn,
    has_predicted_reasons,
    hint_group_of,
    is_legal,
    is_minor_reason,
    is_pass,
    ranked_like_hints,
    reasons_for,
    reasons_in_turn,
    seed_of_decision,
    states_of_turn,
)
from opponents.model_loading import estimator_for
from rules import GAMES, AnyGame, Move
from rules.chance import Chance

if TYPE_CHECKING:
    from opponents.alderman_model import WeighedMove

MIN_MISTAKE = 2 * NOISE
"""A move is called a mistake only if another one's chance to win is higher by more than this, or brings more points."""
LARGE_DIFFERENCE = 0.1
"""Between chances that differ by this or more, reasons of little value (`MINOR_REASON`) explain nothing."""
_MAX_QUESTIONS = 2
"""How many questions a player answers after a move before the turn goes on."""
DIGITS = 4
"""Decimal places of stored chances."""


class TurningPoint(msgspec.Struct, frozen=True):
    """One decision of a seat in a finished game, with the seat's chances to win around it, estimated with open hands.

    `was` is the chance before it and `became` the chance after its effect; `move` is the move's text.
    """

    position: int
    """The number of moves made before it, those taken back not counted."""
    seat: int
    move: str
    was: float
    became: float

    @property
    def swing(self) -> float:
        """How much the seat's chance rose; negative if it fell."""
        return round(self.became - self.was, DIGITS)


class Decision(TurningPoint, frozen=True):
    """A decision with what the analysis needs to know about it: who made it, and how it overlaps with others."""

    decider: int = 0
    """The person who made it; 0 for a computer."""
    run: int = 0
    """The same number for consecutive decisions of one seat. Each sealed choice begins a new one."""
    since: int = -1
    until: int = -1
    """The positions at which `was` and `became` were estimated."""
    ideas: int = 0
    """How many different ideas (`HINT_GROUP`) the menu offered; 0 unless it is to be searched."""
    snapshot: bytes = b""
    """The encoded state in which it was made; empty unless it is to be searched."""

    def overlaps(self, other: Decision) -> bool:
        """Return True if one seat made both in a row, or if both swings were measured over the same positions."""
        return self.run == other.run or (self.since < other.until and other.since < self.until)


class JudgedDecision(msgspec.Struct, frozen=True):
    """A person's decision compared with one other move, from what the person could know then.

    `other` is the better move if there was one, otherwise the best move with another idea. Chances to win are from 0 to
    1; they are those that a hint would have named. That of the worse move is higher if the seat's next decision in the
    same turn could still make more of it.
    """

    position: int
    """The number of moves made before it, those taken back not counted."""
    seat: int
    move: str
    """The text of the move played."""
    chance: float
    """The chance after that move."""
    other: str
    """The text of the other move."""
    other_chance: float
    reasons: tuple[Reason, ...] = ()
    """What speaks for the better one of the two moves and not for the other, the most important reason first.

    Empty if it is `move` and its reasons only predict what follows it: something else may have followed.
    """
    worse_reasons: tuple[Reason, ...] = ()
    """What is to be said about the worse one and not about the better one, cautions included.

    Empty like `reasons` if it is `move`.
    """
    points_ahead: float = 0.0
    """By how many points the move played is better at about the same chance; else 0 (`WeighedMove.points_ahead`)."""
    gap: PointsGap = PointsGap()
    """By how many points the better one of the two moves is ahead."""

    @property
    def contradicts_reasons(self) -> bool:
        """True if something speaks for the worse move, and nothing but cautions is to be said about the better one.

        Then the comparison teaches nothing: the search has found something that the reasons do not know, or erred.
        """
        return _speaks_for(self.worse_reasons) and not _speaks_for(self.reasons)

    @property
    def cost(self) -> float:
        """How much the other move would have added to the chance to win; negative if it was worse."""
        return round(self.other_chance - self.chance, DIGITS)

    @property
    def lead(self) -> tuple[float, float]:
        """By how much the move played is ahead of the other one: in chance to win, and in points at about equal ones.

        Chances within `NOISE` and points below `MIN_POINTS` count as 0; both numbers are negative if it is behind.
        Leads are compared as tuples: chances come first, and points rank decisions that hardly changed the chance, such
        as those of a game that is practically decided.
        """
        points = self.points_ahead if abs(self.points_ahead) >= MIN_POINTS else 0.0
        return (-self.cost, 0.0) if abs(self.cost) > NOISE else (0.0, points)

    @property
    def is_better(self) -> bool:
        """True if the move played was better than the other one, by more than searches differ."""
        return self.lead > (0.0, 0.0)

    @property
    def is_mistake(self) -> bool:
        """True if the other move was clearly better: by more than `MIN_MISTAKE`, or by points at about equal ones."""
        chance, points = self.lead
        return -chance > MIN_MISTAKE or points < 0


def _speaks_for(reasons: Sequence[Reason]) -> bool:
    """Return True if one of the reasons is no caution."""
    return any(not each.is_caution for each in reasons)


def appraise_decision(
    name: str, decision: Decision, against: str = "", *, in_turn: bool = False
) -> JudgedDecision | None:
    """Search the position of a decision as its seat saw it, and compare the move played with another move.

    The other move is the best one in the order of hints, or, if that was played, the best move with another idea.
    With `against`, the text of a move, it is that move, and the search makes other guesses about what the seat could
    not see. What the worse of the two moves lost is checked by `_with_next_decision`. Reasons of little value are left
    out if the chances differ by `LARGE_DIFFERENCE`, even if no other reason is left. With `in_turn`, reasons about the
    rest of the turn say what hints would suggest there, which takes longer. `name` is the game's name. Return None if
    the alderman has no model, or if there is no other move. The same view gives the same result.
    """
    game, seat = GAMES[name], decision.seat
    state = game.decode(decision.snapshot)
    seed = seed_of_decision(state, seat, against)
    guess = game.guess(state, seat, seed)
    played, named = game.parse(decision.move), game.parse(against) if against else None
    weighed = weigh_moves(game, guess, seat, seed, [played, named] if named else [played])
    compared = _compared(game, weighed, played, named) if weighed else None
    if compared is None:
        return None
    mine, other = compared
    if not mine.is_better_than(other):
        mine = worse = _with_next_decision(game, guess, seat, seed, mine, other)
        better = other
    else:
        other = worse = _with_next_decision(game, guess, seat, seed, other, mine)
        better = mine
    view = game.view(guess, seat)

    def why(move: Move) -> tuple[Reason, ...]:
        """Return the reasons for a move about which the search itself has said nothing."""
        return reasons_in_turn(game, guess, view, seat, move, seed) if in_turn else reasons_for(name)(view, move)

    for_better, for_worse = (each.reasons or why(each.move) for each in (better, worse))
    for_better, for_worse = distinguishing_reasons(for_better, for_worse), _reasons_not_among(for_worse, for_better)
    if better.chance - worse.chance >= LARGE_DIFFERENCE:
        for_better, for_worse = (
            tuple([each for each in reasons if not is_minor_reason(name, each)]) for reasons in (for_better, for_worse)
        )
    unsure = mine if has_predicted_reasons(name, mine.move) else None
    return JudgedDecision(
        decision.position,
        seat,
        decision.move,
        _chance(mine),
        str(other.move),
        _chance(other),
        for_better if better is not unsure else (),
        for_worse if worse is not unsure else (),
        round(mine.points_ahead(other), DIGITS),
        better.points_gap(worse),
    )


def _reasons_not_among(reasons: Sequence[Reason], others: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return those of `reasons` that are not in `others`, in their order."""
    return tuple([each for each in reasons if each not in others])


def _with_next_decision(
    game: AnyGame, guess: Any, seat: int, seed: int, worse: WeighedMove, better: WeighedMove
) -> WeighedMove:
    """Return `worse` with the best chance and points of the seat's next decision in the same turn, if they are higher.

    A search predicts the rest of a turn by quick rules, which may miss the best one. If the next decision can still
    catch up with `better`, such as by that very move or choice, then `worse` has lost nothing. The chance returned is
    never above that of `better`. If `worse` reveals something, it has lost nothing if that very move can still be made
    in the turn, whatever is revealed (`_comes_later`): nobody knows before in which order it is better to do both.
    `worse` is returned as it is if the moves count as equal (`NOISE`, `MIN_POINTS`), if the turn ends with it, or if
    the game has no turns.
    """
    are_equal = better.chance - worse.chance <= NOISE and better.points_ahead(worse) < MIN_POINTS
    turn = turn_number(game, guess)
    if are_equal or turn is None:
        return worse
    states, move = states_of_turn(game, guess, seat), worse.move
    while goes_on_in_turn(game, states, seat, move):
        options = game.menu(states[0], seat)
        choice = choice_group_of(game.name)
        if better.move not in options and choice(better.move) in map(choice, options):
            return _raised(worse, better, better)  # It can still be done, for example with another payment.
        if len(options) > 1:
            required = [better.move] if is_legal(game, states[0], seat, better.move) else []
            best = ranked_like_hints(weigh_moves(game, states[0], seat, seed, required))[0]
            return _raised(worse, best, better)
        (move,) = options
    if all(_comes_later(game, each, seat, turn, better.move) for each in states):
        return _raised(worse, better, better)
    return worse


def _comes_later(game: AnyGame, state: Any, seat: int, turn: int, move: Move) -> bool:
    """Return True if the seat may make this move next in the same turn, or once it has answered a question or two.

    Such a question is which of the drawn cards it keeps. `turn` is the number of the turn; `state` is changed.
    """
    for _ in range(_MAX_QUESTIONS + 1):
        if seat not in game.owed(state) or turn_number(game, state) != turn:
            return False
        if is_legal(game, state, seat, move):
            return True
        game.play(state, seat, game.options(state, seat)[0])
    return False


def _raised(worse: WeighedMove, later: WeighedMove, better: WeighedMove) -> WeighedMove:
    """Return `worse` with the chance and points of the `later` move if these are higher, but never above `better`."""
    chance, points = min(better.chance, max(worse.chance, later.chance)), worse.points
    if points is not None and later.points is not None and better.points is not None:
        points = min(better.points, max(points, later.points))
    rivals = later.rival_points if later.chance > worse.chance else worse.rival_points
    return worse._replace(chance=chance, points=points, rival_points=rivals)


def is_confirmed_mistake(name: str, found: JudgedDecision, again: JudgedDecision | None) -> bool:
    """Return True if a decision should be called a mistake, to the player's benefit.

    `found` compares it with the better move, `again` is the same comparison with other guesses about hidden cards; None
    if there is none. The other move must be better in both, clearly so in the first. The difference must also be large
    (`LARGE_DIFFERENCE`), or be explained by a reason of some value, and must not contradict the reasons: nobody learns
    from what cannot be explained, and nobody believes it. To have done nothing (`IS_PASS`) must be explained in any
    case. `name` is the game's name.
    """
    if again is None or not found.is_mistake or again.lead >= (0.0, 0.0) or found.contradicts_reasons:
        return False
    told = (*found.reasons, *(each for each in found.worse_reasons if each.is_caution))
    is_explained = not all(is_minor_reason(name, reason) for reason in told)
    is_large = found.cost >= LARGE_DIFFERENCE and not is_pass(name, GAMES[name].parse(found.other))
    return is_large or is_explained


def _chance(weighed: WeighedMove) -> float:
    """Return the chance to win after a move, rounded to the stored digits.

    A chance between 0 and 1 is never rounded to 0 or to 1.
    """
    least = 10**-DIGITS
    return round(min(1 - least, max(least, weighed.chance)), DIGITS) if 0 < weighed.chance < 1 else weighed.chance


def quick_lead(game: AnyGame, state: Any, decision: Decision) -> tuple[float, float]:
    """Return roughly by how much the move played is ahead of the move that `_compared` chooses, by a quick search.

    These are chances and points, like `JudgedDecision.lead` but without its limits. Both are 0.0 if there is no move to
    compare with.
    """
    played, seed = game.parse(decision.move), crc32(decision.move.encode())
    guess = game.guess(state, decision.seat, seed)
    estimator = estimator_for(game, guess.version, guess.seats)
    assert estimator is not None, "without one there is no survey"
    weighed = estimator.model.weigh_moves_quickly(game, guess, decision.seat, Chance(seed), estimator, [played])
    compared = _compared(game, weighed, played)
    if compared is None:
        return 0.0, 0.0
    mine, other = compared
    ahead = mine.chance - other.chance
    return (ahead, 0.0) if abs(ahead) > NOISE else (0.0, mine.points_ahead(other))


def _compared(
    game: AnyGame, weighed: Sequence[WeighedMove], played: Move, against: Move | None = None
) -> tuple[WeighedMove, WeighedMove] | None:
    """Return the move played and the move to compare it with, as they were weighed; None if there is no other one.

    Moves of the same choice (`CHOICE_GROUP`) differ only in what a menu fills in, such as the payment. Instead of
    `played`, the best move of the same choice is compared with the first of these that exists:

    1. `against`, if given.
    2. The best move in the order of hints, unless that is of the choice played.
    3. The first move with another idea (`HINT_GROUP`) than `played`, in the order of hints.

    Return None if there is none of them. `played` and `against` must be among `weighed`.
    """
    choice, idea = choice_group_of(game.name), hint_group_of(game.name)
    ranked = ranked_like_hints(weighed)
    itself = next(each for each in weighed if each.move == played)
    mine = ranked_like_hints([itself, *(each for each in ranked if choice(each.move) == choice(played))])[0]
    if against is not None:
        return mine, next(each for each in weighed if each.move == against)
    if choice(ranked[0].move) != choice(played):
        return mine, ranked[0]
    return next(((mine, each) for each in ranked if idea(each.move) != idea(played)), None)
