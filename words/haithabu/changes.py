"""What happened to a player of Haithabu since their last move, told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.contract import Change
from rules.haithabu import changes as facts
from rules.haithabu.data import DATA
from words import change_text
from words.catalogue import Words
from words.change_text import ChangeText
from words.haithabu import terms


def change_text_of(words: Words, names: Sequence[str], change: Change) -> ChangeText:
    """Tell one change."""
    tell = _TELLERS.get(type(change))
    if tell is None:
        return change_text.shared_change(words, names, change)
    full, brief = tell(words, names, change)
    return ChangeText(full, brief, change.is_loss)


def _character_taken(words: Words, names: Sequence[str], change: facts.CharacterTaken) -> tuple[str, str]:
    character = terms.character(words, change.character)
    full = words.say(
        "{who} took your {character}: +{silver}.",
        who=names[change.by],
        character=character,
        silver=terms.silver(words, change.silver),
    )
    return full, character


def _character_gone(words: Words, names: Sequence[str], change: facts.CharacterGone) -> tuple[str, str]:
    character = terms.character(words, change.character)
    return words.say("The night took your {character}.", character=character), character


def _order_gone(words: Words, names: Sequence[str], change: facts.OrderGone) -> tuple[str, str]:
    if any(change.wares):
        wares = terms.cubes(change.wares)
        return words.say("Your order {order} is lost, with {wares}.", order=change.order, wares=wares), change.order
    return words.say("Your order {order} is lost.", order=change.order), change.order


def _loan_taken(words: Words, names: Sequence[str], change: facts.LoanTaken) -> tuple[str, str]:
    loans = terms.loans(words, change.loans)
    points = terms.points(words, -DATA.scoring.loan * change.loans)
    return words.say("You had to take {loans} (−{points} unless repaid).", loans=loans, points=points), loans


def _transport_gone(words: Words, names: Sequence[str], change: facts.TransportGone) -> tuple[str, str]:
    what = terms.transport(words, change.transport)
    return words.say("The storm took your {transport}.", transport=what), what


def _points_lost(words: Words, names: Sequence[str], change: facts.PointsLost) -> tuple[str, str]:
    points = terms.points(words, change.points)
    happening = words.say(terms.EVENT[change.happening])
    return words.say("{happening}: −{points}.", happening=happening, points=points), points


def _wares_gone(words: Words, names: Sequence[str], change: facts.WaresGone) -> tuple[str, str]:
    return words.say("You lost {wares}.", wares=terms.wares(words, change.wares)), terms.cubes(change.wares)


def _billed(words: Words, names: Sequence[str], change: facts.Billed) -> tuple[str, str]:
    silver = terms.silver(words, change.silver)
    return words.say("An unpaid bill: −{silver}.", silver=silver), silver


def _fee_paid(words: Words, names: Sequence[str], change: facts.FeePaid) -> tuple[str, str]:
    silver = terms.silver(words, change.silver)
    return words.say("Storage: −{silver}.", silver=silver), silver


def _action_lapsed(words: Words, names: Sequence[str], change: facts.ActionLapsed) -> tuple[str, str]:
    place = terms.place(words, change.place)
    return words.say("Nothing more could be done: {place}.", place=place), place


def _given(words: Words, names: Sequence[str], change: facts.Given) -> tuple[str, str]:
    if change.ware is not None:
        gift = terms.counted(words, change.ware)
    else:
        gift = terms.silver(words, change.silver) if change.silver else terms.points(words, change.points)
    return words.say("{who} gave you {gift}.", who=names[change.by], gift=gift), gift


def _point_taken(words: Words, names: Sequence[str], change: facts.PointTaken) -> tuple[str, str]:
    points = terms.points(words, change.points)
    return words.say("Your worker brought {points}.", points=points), points


def _orders_moved(words: Words, names: Sequence[str], change: facts.OrdersMoved) -> tuple[str, str]:
    full = words.say("Your orders moved on one place; after place {n} they are lost.", n=DATA.play.order_places)
    if change.last:
        full = words.say("Your orders moved on; {order} is on the last place.", order=change.last)
    return full, words.say("orders moved on")


_TELLERS: dict[type[Change], Callable[[Words, Sequence[str], Any], tuple[str, str]]] = {
    facts.CharacterTaken: _character_taken,
    facts.CharacterGone: _character_gone,
    facts.OrderGone: _order_gone,
    facts.LoanTaken: _loan_taken,
    facts.TransportGone: _transport_gone,
    facts.PointsLost: _points_lost,
    facts.WaresGone: _wares_gone,
    facts.Billed: _billed,
    facts.FeePaid: _fee_paid,
    facts.ActionLapsed: _action_lapsed,
    facts.Given: _given,
    facts.PointTaken: _point_taken,
    facts.OrdersMoved: _orders_moved,
}
