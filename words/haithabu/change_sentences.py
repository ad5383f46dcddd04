"""Haithabu: the text of each change since a player's last move; `change_text_of` is the entry point.

The other functions word one kind of change each. They return the full text, a sentence, and the brief one, a few words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.contract import Change, Event
from rules.haithabu import changes as facts
from rules.haithabu import events
from rules.haithabu.data import DATA
from words import change_text
from words.catalogue import Words
from words.change_text import ChangeText
from words.haithabu import terms


def change_text_of(words: Words, names: Sequence[str], change: Change) -> ChangeText:
    """Return the text of one change for the player whom it concerns.

    Kinds of changes that all games have are worded by `change_text.shared_change`. `names` are the seats' formatted
    names. The text is marked as a loss if `change.is_loss` is True.
    """
    text_of = _TEXTS.get(type(change))
    if text_of is None:
        return change_text.shared_change(words, names, change)
    full, brief = text_of(words, names, change)
    return ChangeText(full, brief, change.is_loss)


def player_affected(event: Event) -> int | None:
    """Return the seat that gets a gift or loses a character to another player by this event; None for other events."""
    match event:
        case events.Gave(to=to):
            return to
        case events.Recruited(owner=owner):
            return owner
    return None


def _character_taken(words: Words, names: Sequence[str], change: facts.CharacterTaken) -> tuple[str, str]:
    """Return the full and the brief text of losing a character to another player.

    The full one names the player who took it, and the silver that the loser got for it; the brief one is the
    character's name.
    """
    character = terms.character_term(words, change.character)
    full = words.say(
        "{who} took your {character}: +{silver}.",
        who=names[change.by],
        character=character,
        silver=terms.silver(words, change.silver),
    )
    return full, str(character)


def _character_gone(words: Words, names: Sequence[str], change: facts.CharacterGone) -> tuple[str, str]:
    """Return the full and the brief text of losing a character at night; the brief one is the character's name."""
    character = terms.character_term(words, change.character)
    return words.say("The night took your {character}.", character=character), str(character)


def _order_gone(words: Words, names: Sequence[str], change: facts.OrderGone) -> tuple[str, str]:
    """Return the full and the brief text of losing an order.

    The full one names the wares lost with it, if there are any; the brief one is the order's id.
    """
    if any(change.wares):
        wares = terms.ware_signs(change.wares)
        return words.say(
            "You lost your order {order} and the {wares} on it.", order=change.order, wares=wares
        ), change.order
    return words.say("You lost your order {order}.", order=change.order), change.order


def _loan_taken(words: Words, names: Sequence[str], change: facts.LoanTaken) -> tuple[str, str]:
    """Return the full and the brief text of having to take loans.

    The full one has the number of loans and the points that they cost unless they are repaid; the brief one is only the
    number of loans.
    """
    loans = terms.loans(words, change.loans)
    points = terms.points(words, -DATA.scoring.loan * change.loans)
    return words.say("You had to take {loans} (−{points} unless you repay).", loans=loans, points=points), loans


def _transport_gone(words: Words, names: Sequence[str], change: facts.TransportGone) -> tuple[str, str]:
    """Return the full and the brief text that tell a player that the storm took their cart or ship.

    The brief one only names the cart or ship.
    """
    what = terms.transport_term(words, change.transport)
    return words.say("The storm took your {transport}.", transport=what), str(what)


def _points_lost(words: Words, names: Sequence[str], change: facts.PointsLost) -> tuple[str, str]:
    """Return the full and the brief text of losing points to an event.

    The full one names the event and the points, the brief one only the points.
    """
    points = terms.points(words, change.points)
    happening = words.say(terms.EVENT[change.happening])
    return words.say("{happening}: −{points}.", happening=happening, points=points), points


def _wares_gone(words: Words, names: Sequence[str], change: facts.WaresGone) -> tuple[str, str]:
    """Return the full and the brief text of losing wares; the brief one shows them as numbers and emoji only."""
    return words.say("You lost {wares}.", wares=terms.wares(words, change.wares)), terms.ware_signs(change.wares)


def _billed(words: Words, names: Sequence[str], change: facts.Billed) -> tuple[str, str]:
    """Return the full and the brief text of paying silver for the event "Unpaid bill"; the brief one is the silver."""
    silver = terms.silver(words, change.silver)
    return words.say("Unpaid bill: −{silver}.", silver=silver), silver


def _fee_paid(words: Words, names: Sequence[str], change: facts.FeePaid) -> tuple[str, str]:
    """Return the full and the brief text of paying for storage; the brief one is only the silver."""
    silver = terms.silver(words, change.silver)
    return words.say("Storage: −{silver}.", silver=silver), silver


def _action_lapsed(words: Words, names: Sequence[str], change: facts.ActionLapsed) -> tuple[str, str]:
    """Return the full and the brief text of an action that an event made impossible.

    The full text names the place of the action; the brief text is only that name.
    """
    place = terms.place(words, change.place)
    return words.say("Your action was no longer possible: {place}.", place=place), place


def _given(words: Words, names: Sequence[str], change: facts.Given) -> tuple[str, str]:
    """Return the full and the brief text of a gift from another player: a ware, silver or points.

    The full one names the giver, the brief one only the gift.
    """
    if change.ware is not None:
        gift = terms.ware_count(words, change.ware)
    else:
        gift = terms.silver(words, change.silver) if change.silver else terms.points(words, change.points)
    return words.say("{who} gave you {gift}.", who=names[change.by], gift=gift), gift


def _point_taken(words: Words, names: Sequence[str], change: facts.PointTaken) -> tuple[str, str]:
    """Return the full and the brief text of points that the player's worker brought; the brief one is the points."""
    points = terms.points(words, change.points)
    return words.say("Your worker earned you {points}.", points=points), points


def _orders_moved(words: Words, names: Sequence[str], change: facts.OrdersMoved) -> tuple[str, str]:
    """Return the full and the brief text that say that the player's orders have moved on to their next places.

    If an order is now on the last place, the full text names it. Otherwise it gives the number of the last place, after
    which orders are lost.
    """
    full = words.say("Your orders moved on one place; after place {n} they are lost.", n=DATA.play.order_places)
    if change.last:
        full = words.say("Your orders moved on; {order} is now in last place.", order=change.last)
    return full, words.say("orders moved on")


_TEXTS: dict[type[Change], Callable[[Words, Sequence[str], Any], tuple[str, str]]] = {
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
"""The function that returns (full, brief) for each kind of change of this game."""
