"""Plans: answers to questions that are not asked yet, given by a player from their own view.

A player *rehearses* an answer on an imagined state (`rehearse`). The result becomes a `Wish` of a `Plan` (`wish_from`).
When the question is really asked, `planned_moves` returns the moves to make, if the plan still applies. Nothing here
uses anything that the player cannot know: the functions take guesses (`Game.guess`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from rules import AnyGame
from rules.contract import Event
from rules.early_answers import Question
from rules.errors import Refused

MAX_WISHES = 6
"""How many alternatives a plan may list."""


class Wish(msgspec.Struct, frozen=True):
    """One way to answer a question: moves in their order, as texts of the rules' move language."""

    moves: tuple[str, ...]
    context: str = ""
    """What the moves refer to (`EarlyAnswers.context`)."""
    shown: str = ""
    """The events about the player that were shown with it, as JSON; empty if they need not be the same."""


class Plan(msgspec.Struct, frozen=True):
    """A player's early answer to one decision: the first wish that is still possible is carried out."""

    decision: str
    period: int
    """The period for which it was made (`EarlyAnswers.period`)."""
    version: int
    """The version of the rules under which it was made."""
    wishes: tuple[Wish, ...]


class Rehearsal(NamedTuple):
    """Moves that a player has tried on an imagined state."""

    state: Any
    """The imagined state after the moves."""
    moves: tuple[str, ...]
    """The moves that can be planned. If chance stops the last one, it is left out here."""
    events: tuple[Event, ...]
    """What followed from them, as the player may see it."""
    is_complete: bool
    """True if the question is answered."""
    is_stopped: bool
    """True if the last move was left out because chance would decide with it, or show something before the answer ends.
    """


def questions_ahead(game: AnyGame, state: Any, seat: int) -> dict[str, Question]:
    """Return the questions that a seat can answer early, by decision; {} while it has to act, and after the end.

    The imagined states agree with the seat's view and with nothing else. `state` is not changed.
    """
    if game.early is None or not state.agenda or seat in game.owed(state):
        return {}
    return game.early.questions(game.guess(state, seat, 0), seat)


def rehearse(game: AnyGame, question: Question, seat: int, texts: Sequence[str]) -> Rehearsal:
    """Return what becomes of an imagined state if the seat makes these moves. `question` is not changed.

    Stop at the first move with which chance decides or shows something while the answer goes on, and when the question
    is answered. In decisions of `EarlyAnswers.exact`, stop also if chance decides with the last move of the answer.
    Raise `Refused` if a move is not allowed or cannot be read.
    """
    assert game.early is not None
    exact = game.owed(question.state).get(seat) in game.early.exact
    state, done, events = question.state.copy(), list[str](), list[Event]()
    for text in texts:
        before = state.copy()
        emitted = game.play(state, seat, game.parse(text))
        answered = _is_answered(game, state, seat, question.frame)
        if (not state.tail and not answered) or (exact and state.chance.at != before.chance.at):
            return Rehearsal(before, tuple(done), tuple(events), is_complete=False, is_stopped=True)
        done.append(text)
        events += [game.redact(event, seat) for event in emitted]
        if answered:
            return Rehearsal(state, tuple(done), tuple(events), is_complete=True, is_stopped=False)
    return Rehearsal(state, tuple(done), tuple(events), is_complete=False, is_stopped=False)


def _is_answered(game: AnyGame, state: Any, seat: int, frame: int) -> bool:
    """Return True if the seat has answered the question of this frame, with everything that belongs to the answer."""
    assert game.early is not None
    if frame in {each.id for each in state.agenda}:
        return state.agenda[-1].id == frame and seat not in state.agenda[-1].owes
    return game.owed(state).get(seat) not in game.early.follow_ups


def wish_from(game: AnyGame, question: Question, decision: str, seat: int, rehearsal: Rehearsal) -> Wish:
    """Return the wish that carries out a rehearsal of this question."""
    assert game.early is not None
    shown = _about(game, rehearsal.events, seat) if decision in game.early.exact else ""
    return Wish(rehearsal.moves, game.early.context(question.state), shown)


def _about(game: AnyGame, events: Sequence[Event], seat: int) -> str:
    """Return those of the events that are about a seat, as JSON."""
    return game.encode_events([event for event in events if event.is_about(seat)]).decode()


def has_shown_effects(game: AnyGame, rehearsal: Rehearsal, seat: int, wish: Wish) -> bool:
    """Return True if a rehearsal of a wish costs and brings exactly what was shown with the wish, or need not do so."""
    return not wish.shown or wish.shown == _about(game, rehearsal.events, seat)


def planned_moves(game: AnyGame, state: Any, seat: int, plan: Plan) -> tuple[str, ...]:
    """Return the moves with which a plan answers the question that the seat is being asked; () if it does not apply.

    It applies if it was made for this decision and period under the same rules, all its moves are allowed now, and in
    decisions of `EarlyAnswers.exact` they have exactly the effects that were shown. The moves are tried on a guess.
    """
    question = asked_question(game, state, seat, plan)
    if question is None:
        return ()
    return next(filter(None, (_attempt(game, question, seat, wish)[0] for wish in plan.wishes)), ())


def why_not(game: AnyGame, state: Any, seat: int, plan: Plan) -> Refused | str:
    """Return why a plan with one wish does not apply to what the seat is being asked.

    That is the refusal of one of its moves, "gone" if what it refers to is gone, or "effects" if it would not have
    exactly the effects that were shown. It is "" for another reason, or if the plan has several wishes. It is found on
    a guess, so it depends only on what the seat can know.
    """
    question = asked_question(game, state, seat, plan)
    if question is None or len(plan.wishes) != 1:
        return ""
    _, why = _attempt(game, question, seat, plan.wishes[0])
    return why


def asked_question(game: AnyGame, state: Any, seat: int, plan: Plan) -> Question | None:
    """Return the question that the seat is being asked, on a guess; None if it is not the one of the plan."""
    early = game.early
    if early is None or game.owed(state).get(seat) != plan.decision:
        return None
    if (plan.period, plan.version) != (early.period(state), state.version):
        return None
    guess = early.isolated(game.guess(state, seat, 0), plan.decision, seat)
    return Question(guess, early.frame_of(guess, plan.decision))


def _attempt(game: AnyGame, question: Question, seat: int, wish: Wish) -> tuple[tuple[str, ...], Refused | str]:
    """Return the moves that carry out a wish. If that is not possible, return () and why, as `why_not` does."""
    assert game.early is not None
    moves = game.early.adapted(wish.moves, wish.context, question.state, seat)
    if not moves:
        return (), "gone"
    try:
        tried = rehearse(game, question, seat, moves)
    except Refused as refused:
        return (), refused
    if tried.moves != tuple(moves):
        return (), ""
    if not has_shown_effects(game, tried, seat, wish):
        return (), "effects"
    return tried.moves, ""
