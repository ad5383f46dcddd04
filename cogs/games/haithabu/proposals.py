"""What is worth doing in a turn of Haithabu: a few proposals with what they bring and why, each a button."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from cogs.core.panel import MOST_LABEL, Button, Part, Row, Target, text
from cogs.games.haithabu.drafts import ACT, Placing
from cogs.games.haithabu.parts import doing, outcome, seen, warnings
from rules import Move
from rules.haithabu import actions, moves, quotes
from tables.advice import Advice, advice
from tables.errors import Stale
from tables.table import Look
from words import Words
from words.haithabu import reasons, terms

MOST = 3
_NUMBERS = ("1️⃣", "2️⃣", "3️⃣")
_SHORT = 40
"""Characters on a button that a phone shows whole."""
_FOR_ORDERS = {"all_for", "for_orders", "ready", "completes"}


def for_turn(look: Look) -> list[Advice]:
    """Return the best move on each of the best places, and hiring where it comes first; a lesson proposes by itself."""
    if look.guidance:
        return []
    chosen: dict[str, Advice] = {}
    for each in advice(look):
        if isinstance(each.move, moves.Hire) and not chosen:
            chosen["hire"] = each
        elif isinstance(each.move, moves.Work):
            chosen.setdefault(each.move.place, each)
    return list(chosen.values())[:MOST]


def of_place(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Propose the best of what a worker could do where it is: with every order once; first a lesson does by itself."""
    if look.guidance and not look.draft:
        return []
    chosen: dict[object, Advice] = {}
    for each in advice(look):
        move = each.move
        if isinstance(move, moves.Work | moves.Act) and move.action and here(move, placing):
            action = move.action
            chosen.setdefault(action.order if isinstance(action, actions.TakeOrder) else action, each)
    return shown(look, words, list(chosen.values())[:MOST], at_a_place=True)


def here(move: Move, placing: Placing) -> bool:
    """Say whether a move is one of this worker on this place."""
    return isinstance(move, moves.Act) or (
        isinstance(move, moves.Work) and (move.worker, move.place) == (placing.worker, placing.place)
    )


def shown(look: Look, words: Words, advised: Sequence[Advice], *, at_a_place: bool = False) -> list[Part]:
    """Show proposals: a line and a button for each."""
    if not advised:
        return []
    for_orders = all({reason.key for reason in each.reasons} & _FOR_ORDERS for each in advised)
    head = words.say("**For your orders**") if at_a_place and for_orders else words.say("**Worth doing now**")
    lines = [
        f"{number} {_told(look, words, each, at_a_place)}" for number, each in zip(_NUMBERS, advised, strict=False)
    ]
    buttons = tuple(
        Button(
            _label(look, words, each.move, at_a_place),
            Target("haithabu.propose", look.table.id, look.mark, _mark_of(each.move)),
            "success" if number == _NUMBERS[0] else "primary",
            number,
        )
        for number, each in zip(_NUMBERS, advised, strict=False)
    )
    return [text(head, *lines), Row(buttons)]


def _told(look: Look, words: Words, each: Advice, at_a_place: bool) -> str:
    """Say where, what, what that costs and brings, and why."""
    view, move = seen(look), each.move
    assert look.seat is not None
    why = [reasons.reason(words, reason.key, reason.facts) for reason in each.reasons]
    match move:
        case moves.Work() if move.action:
            what = doing(look, words, move.action, formatted=True)
            facts = outcome(words, view, look.seat, move.place, move.action)
        case moves.Act():
            what = doing(look, words, move.action, formatted=True)
            facts = outcome(words, view, look.seat, view.acting or "", move.action)
        case moves.Hire():
            deal = quotes.hiring(view, look.seat)
            what, facts = (
                f"{terms.WORKER_SIGN} {hire_label(words, -deal.silver if deal else 0)}",
                warnings(words, view, look.seat, move),
            )
        case _:
            what, facts = words.say("roll an event first"), []
    if isinstance(move, moves.Work) and not at_a_place:
        place = terms.place(words, move.place) if move.place == moves.MARKET else move.place
        what = f"{_sign(look, move.place)} **{place}**{_worker(look, words, move)}: {what}"
    return " · ".join((what, *facts, *why))


def hire_label(words: Words, price: int) -> str:
    """Say that a neutral worker is hired, and for how much."""
    return words.say("Hire a neutral worker ({price})", price=terms.silver(words, price))


def _worker(look: Look, words: Words, move: moves.Work) -> str:
    """Say that the neutral worker is meant, if two wait."""
    turn = seen(look).turn
    both = turn is not None and len(turn.workers) > 1
    return f" ({words.say(terms.WORKER[move.worker])})" if both and move.worker == moves.NEUTRAL else ""


def _sign(look: Look, place: str) -> str:
    field = next((field for field in seen(look).rondel if field.key == place), None)
    return terms.MARKET if field is None else terms.DAY if field.day else terms.NIGHT


def _label(look: Look, words: Words, move: Move, at_a_place: bool) -> str:
    """Return what stands on the button: what is done, or where if that is too long or one is still to go there."""
    if isinstance(move, moves.Hire):
        return words.say("Hire a worker")
    assert isinstance(move, moves.Work | moves.Act)
    place = move.place if isinstance(move, moves.Work) else seen(look).acting or ""
    if move.action and (at_a_place or place == moves.MARKET):
        label = doing(look, words, move.action)
        if len(label) <= _SHORT:
            return label
    label = terms.place(words, place)
    assert len(label) <= MOST_LABEL
    return label


def _mark_of(move: Move) -> str:
    """Name a move in few characters: its text may be too long for a button."""
    return str(crc32(str(move).encode()))


def proposed(look: Look, arg: str) -> Move:
    """Return the move that a proposal's button means; it may be proposed no longer."""
    found = next((each.move for each in advice(look) if _mark_of(each.move) == arg), None)
    if found is None:
        raise Stale
    return found


def begun(move: Move, look: Look) -> Placing | None:
    """Return a proposal as something put together: to be confirmed, or rolled for. None if there is nothing to it."""
    match move:
        case moves.Work():
            action = " ".join((move.action.verb, *move.action.words())) if move.action else ""
            return Placing(move.worker, move.place, action)
        case moves.Act():
            return Placing(ACT, seen(look).acting or "", " ".join((move.action.verb, *move.action.words())))
    return None
