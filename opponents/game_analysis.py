"""Analysis of a finished game: each seat's chances over time, and the turning points.

It is made in three steps, each small enough to run in another process: `survey_game` estimates the chances at every
position and selects decisions to search; `appraise_decision` searches one of them; `select_turning_points` chooses what
is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import msgspec

from opponents.advice import Reason, advise
from opponents.alderman import weigh_moves
from opponents.alderman_hints import reasons_for
from opponents.model_loading import estimator_for
from rules import GAMES, AnyGame, records
from rules.records import Record

MAX_SEARCHED_DECISIONS = 40
"""How many decisions are searched: those after which the chances moved most."""
MAX_CONFIRMED_DECISIONS = 8
"""How many of the worst decisions are searched again, with other guesses.

So no move is blamed because of one unlucky guess.
"""
MIN_TURNING_POINTS, MAX_TURNING_POINTS = 3, 5
"""Limits on the number of turning points shown. There may be fewer than the minimum in an uneventful game."""
MAX_SWING_POINTS = 2
"""How many turning points are the biggest swings rather than mistakes."""
MIN_WORTH = 0.02
"""The smallest change in the chance to win that is shown; anything below is noise."""
MIN_SWING = 0.05
"""A decision with a smaller swing is shown only if no decision has a larger one."""
METHOD_VERSION = 3
"""Version of this method. Raise it when results change, so that stored analyses are made again."""

_DIGITS = 4
Chances = tuple[float, ...]


class CurvePoint(msgspec.Struct, frozen=True):
    """Each seat's chance to win at one position of a game, a point of the curve that is shown.

    `position` is the number of moves made before it, those taken back not counted.
    """

    position: int
    chances: Chances


class Decision(msgspec.Struct, frozen=True):
    """One decision of a seat in a finished game, with the seat's chances to win around it.

    `was` is the chance before it and `became` the chance after its effect; `move` is the move's text.
    """

    position: int
    """The position at which it was made."""
    seat: int
    move: str
    was: float
    became: float
    run: int = 0
    """The same number for consecutive decisions of one seat."""
    snapshot: bytes = b""
    """The encoded state in which it was made."""
    since: int = -1
    until: int = -1
    """The positions at which `was` and `became` were estimated."""


class Survey(msgspec.Struct, frozen=True):
    """The result of `survey_game`: the chances over a game, and the decisions to search, the biggest swing first."""

    curve: tuple[CurvePoint, ...]
    decisions: tuple[Decision, ...]


class Appraisal(msgspec.Struct, frozen=True):
    """What the alderman's search says about one decision, from what the seat could know.

    The default values mean that nothing better was found.
    """

    better: str = ""
    """The text of a better move; empty if the move played was as good."""
    worth: float = 0.0
    """How much the better move would have added to the chance to win."""
    reasons: tuple[Reason, ...] = ()


class TurningPoint(msgspec.Struct, frozen=True):
    """A decision that is shown in the analysis, and a better move if the decision cost something."""

    position: int
    """How many entries of the log came before it."""
    seat: int
    move: str
    was: float
    """The seat's chance to win before the move (0 to 1)."""
    became: float
    """The seat's chance to win after it."""
    better: str = ""
    """A better move; empty if none was found or the chance did not fall."""
    worth: float = 0.0
    """How much the better move would have added to the chance."""
    reasons: tuple[Reason, ...] = ()
    """Why the better move is better."""


class Analysis(msgspec.Struct, frozen=True):
    """The stored analysis of one finished game: the curve of everybody's chances, and the turning points.

    `method` is the `METHOD_VERSION` that made it.
    """

    curve: tuple[CurvePoint, ...]
    turns: tuple[TurningPoint, ...]
    """In the order of the game."""
    method: int = 1


def survey_game(record: Record) -> Survey | None:
    """Replay a finished game, estimate each seat's chances over its course, and select the decisions to search.

    Positions that the network was not trained on, or where only some seats have sealed a choice, are left out. The
    chances are estimated from the full states, hidden cards included. Of a sealed choice that was changed, only the
    last version counts as a decision. Return None if the alderman has no model for this game, version and number of
    players. Raise `BadRecord` if the record cannot be replayed.
    """
    game = records.game_of(record)
    estimator = estimator_for(game, record.version, record.seats)
    if estimator is None:
        return None
    entries, states = [], []
    for entry, state, _ in records.positions(record):
        entries.append(entry)
        states.append(state.copy())
    can_estimate = estimator.model.can_estimate
    places = [
        place
        for place, state in enumerate(states)
        if not state.agenda or (can_estimate(state) and not _is_partly_sealed(game, states, place))
    ]
    running = [place for place in places if states[place].agenda]
    judged = (
        dict(zip(running, estimator.chances([states[place] for place in running]).tolist(), strict=True))
        if running
        else {}
    )
    curve = tuple(
        CurvePoint(place, _rounded(judged.get(place) or _final_shares(game, states[place]))) for place in places
    )
    decided: dict[tuple[int, int], Decision] = {}
    run, latest = 0, -1
    for place, (state, entry) in enumerate(zip(states, entries[1:], strict=False)):
        assert entry is not None
        run, latest = run + (entry.seat != latest), entry.seat
        # A sealed choice may be changed: only the last version counts as the decision.
        key = (game.current_frame_id(state), entry.seat) if game.is_sealed_choice(state) else (-place, entry.seat)
        was, became = _points_around(game, states, curve, place)
        chances = was.chances[entry.seat], became.chances[entry.seat]
        decided[key] = Decision(place, entry.seat, entry.text, *chances, run, b"", was.position, became.position)
    return Survey(curve, tuple(_decisions_to_search(game, states, [*decided.values()])))


def _decisions_to_search(game: AnyGame, states: Sequence[Any], decisions: Sequence[Decision]) -> list[Decision]:
    """Return at most `MAX_SEARCHED_DECISIONS` of the decisions, biggest swing first, with their snapshots filled in.

    Decisions without an alternative and those after which the chance did not change are left out. `states` are those of
    the game by position.
    """
    found: list[Decision] = []
    for each in sorted(decisions, key=lambda each: (-abs(each.became - each.was), each.position)):
        state = states[each.position]
        if len(found) < MAX_SEARCHED_DECISIONS and each.became != each.was and len(game.menu(state, each.seat)) > 1:
            found.append(msgspec.structs.replace(each, snapshot=game.encode(state)))
    return found


def _is_partly_sealed(game: AnyGame, states: Sequence[Any], place: int) -> bool:
    """Return True if at this position some seats have sealed their choice while others still choose.

    No chance has moved yet there. `place` is an index into `states`.
    """
    state = states[place]
    return (
        place > 0
        and game.is_sealed_choice(state)
        and game.current_frame_id(states[place - 1]) == game.current_frame_id(state)
    )


def _points_around(
    game: AnyGame, states: Sequence[Any], curve: Sequence[CurvePoint], place: int
) -> tuple[CurvePoint, CurvePoint]:
    """Return the last curve point up to the decision at `place`, and the first one after it has taken effect.

    A sealed choice takes effect when all choices are opened. Without a point before the decision, the curve's first
    point is returned for it.
    """
    after = place + 1
    if game.is_sealed_choice(states[place]):
        while game.current_frame_id(states[after]) == game.current_frame_id(states[place]):
            after += 1
    before = next((point for point in reversed(curve) if point.position <= place), curve[0])
    return before, next(point for point in curve if point.position >= after)


def _final_shares(game: AnyGame, state: Any) -> list[float]:
    """Return each seat's share of the victory in a finished game."""
    result = game.result(state)
    assert result is not None
    return [(place == 1) / len(result.winners) for place in result.places]


def _rounded(chances: Sequence[float]) -> Chances:
    """Return the chances rounded to the digits that are stored."""
    return tuple(round(chance, _DIGITS) for chance in chances)


def appraise_decision(name: str, decision: Decision, against: str = "") -> Appraisal:
    """Search the position of a decision as the seat saw it, and return what would have been better.

    `name` is the game's name. With `against`, the text of a move, the decision is compared with that move alone. Return
    an empty appraisal if the alderman has no model or would have played the same, if the rule of thumb proposed the
    move, or if the gain is below `MIN_WORTH`. The same view gives the same result.
    """
    game, seat = GAMES[name], decision.seat
    seed = crc32(f"{decision.position} {seat} {against}".encode())
    guess = game.guess(game.decode(decision.snapshot), seat, seed)
    played = game.parse(decision.move)
    required = [played, game.parse(against)] if against else [played]
    weighed = weigh_moves(game, guess, seat, seed, required)
    view = game.view(guess, seat)
    if not weighed or played in (weighed[0].move, advise(name, view, game.menu(guess, seat))[0].move):
        return Appraisal()
    chances = {each.move: min(1.0, max(0.0, each.chance)) for each in weighed}
    best = next(each for each in weighed if each.move == required[-1]) if against else weighed[0]
    worth = round(_chance_lost(chances[played], chances[best.move], decision.became), _DIGITS)
    if worth < MIN_WORTH:
        return Appraisal()
    return Appraisal(str(best.move), worth, best.reasons or reasons_for(name)(view, best.move))


def _chance_lost(played: float, best: float, became: float) -> float:
    """Return how much the best move would have added to the chance to win; 0 if it is no better.

    `played` and `best` are the chances after the two moves, estimated from guesses; `became` is the chance after the
    move played, estimated with all hands known. The result is the smaller of two numbers: the plain difference, and the
    same fraction of what was left to win (`1 - became`).
    """
    gain = best - played
    return min(gain, gain / (1 - played) * (1 - became)) if gain > 0 else 0.0


def indices_to_confirm(appraisals: Sequence[Appraisal]) -> list[int]:
    """Return the indices of the appraisals to search a second time: the costliest mistakes, worst first.

    There are at most `MAX_CONFIRMED_DECISIONS` of them, and all have a better move.
    """
    worst = sorted(range(len(appraisals)), key=lambda place: -appraisals[place].worth)
    return [place for place in worst[:MAX_CONFIRMED_DECISIONS] if appraisals[place].better]


def combine_appraisals(first: Appraisal, second: Appraisal) -> Appraisal:
    """Return one appraisal for two searches of the same decision: the first one's better move, with the average worth.

    Return an empty appraisal if the second search found nothing better. The first one must have found something.
    """
    if not second.better:
        return Appraisal()
    return msgspec.structs.replace(first, worth=round((first.worth + second.worth) / 2, _DIGITS))


def select_turning_points(survey: Survey, appraisals: Sequence[Appraisal]) -> Analysis:
    """Return the analysis of a game: its curve, and the decisions chosen as turning points, in the order of the game.

    Chosen are the decisions with the biggest swings, and those that gave most away, together at most
    `MAX_TURNING_POINTS`. `appraisals` belong to `survey.decisions`, one each. A better move is named only where the
    seat's chance fell. Of overlapping decisions one is shown. Swings below `MIN_SWING` are considered only if there is
    nothing else to choose.
    """
    decided = [
        (each, found if each.became < each.was else Appraisal())
        for each, found in zip(survey.decisions, appraisals, strict=True)
    ]
    turned = [(each, found) for each, found in decided if round(abs(each.became - each.was), _DIGITS) >= MIN_SWING]
    end = survey.curve[-1].chances
    turns = (
        TurningPoint(
            each.position, each.seat, each.move, each.was, each.became, found.better, found.worth, found.reasons
        )
        for each, found in _choose_turning_points(turned, end) or _choose_turning_points(decided, end)
    )
    return Analysis(survey.curve, tuple(turns), METHOD_VERSION)


def _choose_turning_points(
    decided: Sequence[tuple[Decision, Appraisal]], end: Chances
) -> list[tuple[Decision, Appraisal]]:
    """Choose turning points among the decisions, and return them with their appraisals in the order of the game.

    `decided` has the biggest swing first; `end` are the final shares of the victory, by seat. It takes the biggest
    swings (`MAX_SWING_POINTS`), then the worst mistakes up to `MAX_TURNING_POINTS` in all, then further swings if there
    are fewer than `MIN_TURNING_POINTS`. A swing that overlaps with a mistake is replaced by that mistake. Swings below
    `MIN_WORTH` and decisions that only reveal the result count only as mistakes.
    """
    # The last decision only reveals the result. It is no turning point, unless there was a better move.
    weightiest = [
        (each, found)
        for each, found in decided
        if found.better or (each.became != end[each.seat] and abs(each.became - each.was) >= MIN_WORTH)
    ]
    worst = sorted((pair for pair in decided if pair[1].better), key=lambda pair: -pair[1].worth)
    chosen: dict[int, tuple[Decision, Appraisal]] = {}
    for most, listed in ((MAX_SWING_POINTS, weightiest), (MAX_TURNING_POINTS, worst), (MIN_TURNING_POINTS, weightiest)):
        for moved, so_far in listed:
            each, found = next((pair for pair in worst if _overlap(pair[0], moved)), (moved, so_far))
            if len(chosen) < most and not any(
                _overlap(one, other) for one in (each, moved) for other, _ in chosen.values()
            ):
                chosen[each.position] = each, found
    return [chosen[position] for position in sorted(chosen)]


def _overlap(one: Decision, other: Decision) -> bool:
    """Return True if one seat made both decisions in a row, or both swings were measured over the same positions."""
    return one.run == other.run or (one.since < other.until and other.since < one.until)
