"""A finished game looked at again: everybody's chances over it, and where it turned. Made in plain pieces."""

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
"""Decisions that are thought about: those with which the chances moved most."""
MAX_CONFIRMED_DECISIONS = 8
"""Of these the worst are thought about once more, with other guesses: so nobody is blamed for bad luck in thinking."""
MIN_TURNING_POINTS, MAX_TURNING_POINTS = 3, 5
"""Moments that are told."""
MAX_SWING_POINTS = 2
"""So many of them are those with which it moved most, whoever could have known."""
MIN_WORTH = 0.02
"""A chance to win, given away or moved, that is worth telling; what is less is noise."""
MIN_SWING = 0.05
"""With less than this a game has not turned: it is told only where nothing else is."""
METHOD_VERSION = 3
"""How an analysis is made: raised when it comes to something else, so that what was kept is made again."""

_DIGITS = 4
Chances = tuple[float, ...]


class CurvePoint(msgspec.Struct, frozen=True):
    """Everybody's chance to win at a position, counted in entries that are in force."""

    position: int
    chances: Chances


class Decision(msgspec.Struct, frozen=True):
    """Something a seat decided, and how its chance to win moved with that and with what followed at once."""

    position: int
    """Where it was decided."""
    seat: int
    move: str
    was: float
    became: float
    run: int = 0
    """Equal for what one seat decided in a row."""
    snapshot: bytes = b""
    """The state there."""
    since: int = -1
    until: int = -1
    """Between which positions its chance moved so."""


class Survey(msgspec.Struct, frozen=True):
    """A game at a glance: the chances over it, and the decisions worth thinking about, the weightiest first."""

    curve: tuple[CurvePoint, ...]
    decisions: tuple[Decision, ...]


class Appraisal(msgspec.Struct, frozen=True):
    """What the alderman thinks of a decision, with what the seat could know."""

    better: str = ""
    """What it would have played; empty: the same, or something as good."""
    worth: float = 0.0
    """How much more that brought, as a chance to win: never more than was left to be won."""
    reasons: tuple[Reason, ...] = ()


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment where the game turned."""

    position: int
    seat: int
    move: str
    was: float
    became: float
    better: str = ""
    worth: float = 0.0
    reasons: tuple[Reason, ...] = ()


class Analysis(msgspec.Struct, frozen=True):
    """All that is kept of a game that was looked at again."""

    curve: tuple[CurvePoint, ...]
    turns: tuple[TurningPoint, ...]
    """In the order of the game."""
    method: int = 1


def survey_game(record: Record) -> Survey | None:
    """Work out the chances over a game, on the full states; None where nothing is learned that fits."""
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
        # Who changes a sealed choice has decided with the last of them.
        key = (game.current_frame_id(state), entry.seat) if game.is_sealed_choice(state) else (-place, entry.seat)
        was, became = _points_around(game, states, curve, place)
        chances = was.chances[entry.seat], became.chances[entry.seat]
        decided[key] = Decision(place, entry.seat, entry.text, *chances, run, b"", was.position, became.position)
    return Survey(curve, tuple(_decisions_to_search(game, states, [*decided.values()])))


def _decisions_to_search(game: AnyGame, states: Sequence[Any], decisions: Sequence[Decision]) -> list[Decision]:
    """Return the decisions with which the chances moved most, without those that left no choice."""
    found: list[Decision] = []
    for each in sorted(decisions, key=lambda each: (-abs(each.became - each.was), each.position)):
        state = states[each.position]
        if len(found) < MAX_SEARCHED_DECISIONS and each.became != each.was and len(game.menu(state, each.seat)) > 1:
            found.append(msgspec.structs.replace(each, snapshot=game.encode(state)))
    return found


def _is_partly_sealed(game: AnyGame, states: Sequence[Any], place: int) -> bool:
    """Say whether some have sealed what others still choose: until all have, nothing has moved."""
    state = states[place]
    return (
        place > 0
        and game.is_sealed_choice(state)
        and game.current_frame_id(states[place - 1]) == game.current_frame_id(state)
    )


def _points_around(
    game: AnyGame, states: Sequence[Any], curve: Sequence[CurvePoint], place: int
) -> tuple[CurvePoint, CurvePoint]:
    """Return the chances before what was decided at a position, and once that had its effect."""
    after = place + 1
    if game.is_sealed_choice(states[place]):
        while game.current_frame_id(states[after]) == game.current_frame_id(states[place]):
            after += 1
    before = next((point for point in reversed(curve) if point.position <= place), curve[0])
    return before, next(point for point in curve if point.position >= after)


def _final_shares(game: AnyGame, state: Any) -> list[float]:
    """Return everybody's part of the victory."""
    result = game.result(state)
    assert result is not None
    return [(place == 1) / len(result.winners) for place in result.places]


def _rounded(chances: Sequence[float]) -> Chances:
    return tuple(round(chance, _DIGITS) for chance in chances)


def appraise_decision(name: str, decision: Decision, against: str = "") -> Appraisal:
    """Say what the alderman would have played, from what the seat could know then; or compare with one move alone.

    The same view gives the same answer. What our menus propose, and what the alderman itself would have played, is
    nobody's mistake.
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
    """Return what something better would have added to the chance as it became, which knows all hands.

    The two chances come from guesses, so their difference may be more than was left: then it counts as a part of that.
    """
    gain = best - played
    return min(gain, gain / (1 - played) * (1 - became)) if gain > 0 else 0.0


def indices_to_confirm(appraisals: Sequence[Appraisal]) -> list[int]:
    """Return the places of the worst decisions: they are worth a second thought."""
    worst = sorted(range(len(appraisals)), key=lambda place: -appraisals[place].worth)
    return [place for place in worst[:MAX_CONFIRMED_DECISIONS] if appraisals[place].better]


def combine_appraisals(first: Appraisal, second: Appraisal) -> Appraisal:
    """Return what two thoughts about the same decision come to: only what both say is sure."""
    if not second.better:
        return Appraisal()
    return msgspec.structs.replace(first, worth=round((first.worth + second.worth) / 2, _DIGITS))


def select_turning_points(survey: Survey, appraisals: Sequence[Appraisal]) -> Analysis:
    """Choose the moments to tell: those with which it moved most, and those that gave most away.

    Of decisions that belong together one tells enough: the one that gave most away. With what gave something away the
    chance also fell: nobody reads of a mistake where things went well.
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
    """Choose among decisions, and return them in the order of the game."""
    # With the last decision the result comes out: it turned nothing, unless there was something better.
    weightiest = [
        (each, found)
        for each, found in decided
        if found.better or (each.became != end[each.seat] and abs(each.became - each.was) >= MIN_WORTH)
    ]
    worst = sorted((pair for pair in decided if pair[1].better), key=lambda pair: -pair[1].worth)
    told: dict[int, tuple[Decision, Appraisal]] = {}
    for most, listed in ((MAX_SWING_POINTS, weightiest), (MAX_TURNING_POINTS, worst), (MIN_TURNING_POINTS, weightiest)):
        for moved, so_far in listed:
            each, found = next((pair for pair in worst if _overlap(pair[0], moved)), (moved, so_far))
            if len(told) < most and not any(
                _overlap(one, other) for one in (each, moved) for other, _ in told.values()
            ):
                told[each.position] = each, found
    return [told[position] for position in sorted(told)]


def _overlap(one: Decision, other: Decision) -> bool:
    """Say whether two decisions belong together: made in a row, or both a part of the same movement."""
    return one.run == other.run or (one.since < other.until and other.since < one.until)
