"""Analysis of a finished game: chances over time, each person's costliest and best decisions, and turning points.

It is made in three steps, each small enough to run in another process: `survey_game` estimates the chances at every
position and selects decisions of people to search; `appraisal.appraise_decision` searches one of them; `conclude`
chooses what is shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from opponents.alderman_hints import hint_group_of
from opponents.appraisal import DIGITS, Decision, JudgedDecision, TurningPoint, quick_lead
from opponents.model_loading import estimator_for
from rules import AnyGame, records
from rules.records import Record

MAX_SEARCHED_DECISIONS = 60
"""How many decisions are searched, shared equally between the people; each one's last decision may be added."""
BEST_DECISIONS_SHARE = 4
"""One in this many of a person's searched decisions is searched because it looks good; the others look costly."""
MAX_MISTAKES = 3
"""How many costly decisions of each person are kept."""
MAX_TURNING_POINTS = 4
"""How many turning points are shown. There may be none in an uneventful game."""
MIN_PRAISED_IDEAS = 3
"""A decision between fewer ideas (`HINT_GROUP`) was too easy to be praised as somebody's best one."""
MIN_SWING = 0.05
"""The smallest change of a seat's chance to win that is a turning point."""
MAJOR_SWING = 0.25
"""A change of at least this decides the game: it may be a turning point whoever's it is, and at the end too."""
METHOD_VERSION = 18
"""Version of this method. Raise it when results change, so that stored analyses are made again."""

Chances = tuple[float, ...]


class CurvePoint(msgspec.Struct, frozen=True):
    """Each seat's chance to win at one position of a game, a point of the curve that is shown.

    `position` is the number of moves made before it, those taken back not counted.
    """

    position: int
    chances: Chances


class Survey(msgspec.Struct, frozen=True):
    """The result of `survey_game`: the chances over a game, and all its decisions.

    `searched` are the decisions of people for which a search looks for better moves next. `last` are the seats
    that came last and did not win.
    """

    curve: tuple[CurvePoint, ...]
    decisions: tuple[Decision, ...]
    searched: tuple[Decision, ...]
    last: frozenset[int]


class Analysis(msgspec.Struct, frozen=True):
    """The stored analysis of one finished game: everybody's chances, people's notable decisions, and turning points.

    `method` is the `METHOD_VERSION` that made it.
    """

    curve: tuple[CurvePoint, ...]
    turns: tuple[TurningPoint, ...]
    """The turning points, in the order of the game."""
    decisions: tuple[JudgedDecision, ...] = ()
    """Costly decisions, the costliest first, at most `MAX_MISTAKES` of each person; then everybody's best decision."""
    method: int = 1

    def chance_after(self, decision: JudgedDecision) -> float | None:
        """Return the chance of a decision's seat on the curve once the decision had taken effect; None without a curve.

        It is estimated with open hands, so it includes luck and what the others decided at the same time.
        """
        later = (point for point in self.curve if point.position > decision.position)
        return next((point.chances[decision.seat] for point in later), None)


def survey_game(record: Record, deciders: Sequence[int]) -> Survey | None:
    """Replay a finished game, estimate each seat's chances over its course, and select the decisions to search.

    `deciders` has for each move that was not taken back the person who made it, or 0 for a computer; only decisions of
    people are searched. Positions that the network was not trained on, or where only some seats have sealed a choice,
    are left out of the curve. Its chances are estimated from the full states, hidden cards included; the last point has
    the shares of the victory. A move without an alternative is no decision, and of a sealed choice that was changed
    only the last version is one. Return None if the alderman has no model for this game, version and number of players.
    Raise `BadRecord` if the record cannot be replayed.
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
        run, latest = run + (entry.seat != latest or game.is_sealed_choice(state)), entry.seat
        # A sealed choice may be changed: only the last version counts as the decision.
        key = (game.current_frame_id(state), entry.seat) if game.is_sealed_choice(state) else (-place, entry.seat)
        was, became = _points_around(game, states, curve, place)
        chances = was.chances[entry.seat], became.chances[entry.seat]
        decided[key] = Decision(
            place, entry.seat, entry.text, *chances, deciders[place], run, was.position, became.position
        )
    decisions = tuple([each for each in decided.values() if len(game.menu(states[each.position], each.seat)) > 1])
    searched = _decisions_to_search(game, states, decisions)
    return Survey(curve, decisions, tuple(searched), _seats_that_came_last(game, states[-1]))


def _decisions_to_search(game: AnyGame, states: Sequence[Any], decisions: Sequence[Decision]) -> list[Decision]:
    """Return the decisions of people to search, in the order of the game, with `ideas` and `snapshot` filled in.

    `MAX_SEARCHED_DECISIONS` is divided into equal quotas for the people. If a person made more decisions than their
    quota, a quick search ranks these by cost. One in `BEST_DECISIONS_SHARE` of the quota is filled with the least
    costly decisions, the rest with the costliest. The person's last decision is added, because a quick search does not
    see the end of the game. What happened after a decision does not count.
    """
    of_person: dict[int, list[Decision]] = defaultdict(list)
    for each in decisions:
        if each.decider > 0:
            of_person[each.decider].append(each)
    chosen: list[Decision] = []
    share = MAX_SEARCHED_DECISIONS // max(1, len(of_person))
    for own in of_person.values():
        if len(own) > share:
            leads = {each.position: quick_lead(game, states[each.position], each) for each in own}
            ranked = sorted(own, key=lambda each: leads[each.position])
            good = share // BEST_DECISIONS_SHARE
            selected = [*ranked[: share - good], *ranked[len(own) - good :]]
            own = selected if own[-1] in selected else [*selected, own[-1]]
        chosen += own
    idea = hint_group_of(game.name)
    return [
        msgspec.structs.replace(
            each,
            ideas=len({idea(move) for move in game.menu(states[each.position], each.seat)}),
            snapshot=game.encode(states[each.position]),
        )
        for each in sorted(chosen, key=lambda each: each.position)
    ]


def _is_partly_sealed(game: AnyGame, states: Sequence[Any], place: int) -> bool:
    """Return True if at this position some seats have sealed their choice while others still choose.

    `place` is an index into `states`. Such a position is no point of the curve: sealed choices have no effect yet.
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


def _seats_that_came_last(game: AnyGame, state: Any) -> frozenset[int]:
    """Return the seats with the worst place in a finished game; none if everybody has won."""
    result = game.result(state)
    assert result is not None
    worst = max(result.places)
    return frozenset(seat for seat, place in enumerate(result.places) if place == worst > 1)


def _rounded(chances: Sequence[float]) -> Chances:
    """Return the chances rounded to the digits that are stored."""
    return tuple(round(chance, DIGITS) for chance in chances)


Judged = tuple[Decision, JudgedDecision | None]
"""A searched decision with what `appraise_decision` found."""


def mistakes_to_confirm(judged: Sequence[Judged]) -> list[tuple[Decision, JudgedDecision]]:
    """Return the decisions that look like mistakes, each with its judgement, the costliest first.

    Decisions without a judgement (None) are left out. What happened in the game after a decision does not count.
    """
    costly = [(each, found) for each, found in judged if found and found.is_mistake]
    return sorted(costly, key=lambda pair: pair[1].lead)


def conclude(survey: Survey, judged: Sequence[Judged], mistakes: Sequence[JudgedDecision]) -> Analysis:
    """Return the analysis of a game: its curve, the turning points, and each person's mistakes and best decision.

    `judged` are the searched decisions. `mistakes` are those of them that a second search has confirmed, the costliest
    first, and all of them are kept. A person's best decision is the one that was furthest ahead of the move it is
    compared with (`JudgedDecision.lead`), among at least `MIN_PRAISED_IDEAS`, unless the reasons contradict that; a
    person may have none. What luck and the other players made of a decision afterwards does not count.
    """
    best: dict[int, JudgedDecision] = {}
    for decision, found in judged:
        if not found or found.contradicts_reasons:
            continue
        least = best[decision.decider].lead if decision.decider in best else (0.0, 0.0)
        if found.lead > least and decision.ideas >= MIN_PRAISED_IDEAS:
            best[decision.decider] = found
    turns = _turning_points(survey, {each.position for each in mistakes})
    return Analysis(survey.curve, tuple(turns), (*mistakes, *best.values()), METHOD_VERSION)


def _turning_points(survey: Survey, mistakes: Collection[int]) -> list[TurningPoint]:
    """Return the decisions that changed their seat's chance to win most, in the order of the game.

    There are at most `MAX_TURNING_POINTS`, each with a change of at least `MIN_SWING`. `mistakes` are the positions of
    confirmed mistakes. Of overlapping decisions (`Decision.overlaps`) only one is kept: preferably a mistake, then one
    that raised its seat's chance, then the one with the largest change. Also left out are:

    - a decision that raised the chance of a seat that came last, by less than `MAJOR_SWING`;
    - a computer's decision that lowered its chance;
    - a winner's decision that lowered its chance by less than `MAJOR_SWING`, unless it was a mistake;
    - a decision after which the chance equals the final result, unless it was a mistake or changed the chance by
      `MAJOR_SWING`.
    """
    end = survey.curve[-1].chances
    turned = [
        each
        for each in sorted(survey.decisions, key=lambda each: (-abs(each.swing), each.position))
        if abs(each.swing) >= MIN_SWING
        and ((each.seat not in survey.last or each.swing >= MAJOR_SWING) if each.swing > 0 else each.decider != 0)
        and (each.became != end[each.seat] or each.position in mistakes or abs(each.swing) >= MAJOR_SWING)
        and (each.swing > 0 or each.swing <= -MAJOR_SWING or each.position in mistakes or end[each.seat] == 0)
    ]
    chosen: list[Decision] = []
    for each in turned:
        together = [other for other in turned if other.overlaps(each)]
        shown = min(together, key=lambda other: (other.position not in mistakes, other.swing < 0, -abs(other.swing)))
        if len(chosen) < MAX_TURNING_POINTS and not any(
            one.overlaps(other) for one in (each, shown) for other in chosen
        ):
            chosen.append(shown)
    return [
        TurningPoint(each.position, each.seat, each.move, each.was, each.became)
        for each in sorted(chosen, key=lambda each: each.position)
    ]
