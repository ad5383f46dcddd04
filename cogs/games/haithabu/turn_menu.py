"""Placing a worker: which one, where, what it does there, and what that costs and brings."""

from __future__ import annotations

from cogs.games.haithabu import action_lists, place_menu, proposals
from cogs.games.haithabu.draft_kinds import ACT, Placing, placing_of
from cogs.games.haithabu.seat_view import view_of
from cogs.games.haithabu.text_lines import asks_nothing, doing, hindrance, outcome, resources
from cogs.messages.panel import Button, Part, Row, Target, rows, text
from rules import Illegal, Move
from rules.haithabu import actions, moves, quotes
from tables.model.table import Look
from tables.model.table_errors import Stale
from tables.play import lookup
from words import Words
from words.haithabu import refusals, terms

_LISTS_FIRST = ("C", "G")
"""Where two lists say all there is to say: proposals stand below them."""

_ABOUT = {
    "market": "market",
    "A": "transports",
    "B": "characters",
    "C": "market",
    "D": "orders",
    "E": "own",
    "F": "own",
    "G": "market",
    "H": "orders",
}
"""What one decides about on a place."""

_GOING_ON = ("A", "E", "H")
"""Where something may be added to an action that is whole already."""


def menu(look: Look, words: Words) -> list[Part]:
    """Ask for the next thing that is missing."""
    view, placing = view_of(look), placing_of(look)
    if look.owes == ACT:
        place = view.acting or ""
        fits = placing is not None and (placing.worker, placing.place) == (ACT, place)
        details = _details(look, words, placing if placing and fits else Placing(ACT, place))
        return [*details, *place_menu.repay_warnings(look, words), *rows(place_menu.repaying(look, words))]
    if placing is None or view.turn is None or placing.worker not in view.turn.workers:
        return place_menu.places(look, words)
    field = next((field for field in view.rondel if field.key == placing.place), None)
    if field is not None and not field.day:
        return place_menu.dice(look, words, placing.worker, placing.place)
    return _details(look, words, placing)


def about(look: Look) -> str:
    """Return what the menu is about, for its picture: where to go, or what is done there; nothing before the dice.

    With the six events to read, a menu with a picture would be taller than a phone.
    """
    view, placing = view_of(look), placing_of(look)
    if look.owes == ACT:
        return _ABOUT[view.acting or ""]
    if placing is None or view.turn is None or placing.worker not in view.turn.workers:
        return "places"
    by_night = any(field.key == placing.place and not field.day for field in view.rondel)
    return "" if by_night else _ABOUT[placing.place]


def _details(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Show what can be done on a place: what is worth doing, and a way to put anything else together."""
    view, place = view_of(look), placing.place
    assert look.seat is not None
    whole = placing.whole
    head = terms.place(words, place)
    if placing.worker == moves.NEUTRAL:
        head = words.say("The neutral worker · {place}", place=head)
    parts: list[Part] = [
        text(
            f"**{head}**",
            _rolled(words, view.happened) if placing.worker == ACT else "",
            *resources(look, words),
            "" if whole else action_lists.so_far(look, words, placing),
        )
    ]
    back = Button(words.say("Back"), Target("haithabu.back", look.table.id, look.mark), emoji="⬅️")
    if whole is not None:
        hindered = hindrance(view, look.seat, place, whole)
        parts += _confirm(look, words, placing, whole, hindered, back)
        if hindered or place in _GOING_ON:
            parts += action_lists.onwards(look, words, placing)
        return parts
    lists = action_lists.onwards(look, words, placing)
    advised = proposals.of_place(look, words, placing) if not placing.action else []
    parts += lists + advised if place in _LISTS_FIRST else advised + lists
    return [*parts, Row((back,))] if placing.worker != ACT or placing.action else parts


def _rolled(words: Words, event: str | None) -> str:
    """Say which event went before."""
    if event is None:
        return ""
    return words.say(
        "🌙 You rolled **{event}**: {effect}.",
        event=words.say(terms.EVENT[event]),
        effect=words.say(terms.EVENT_EFFECT[event]),
    )


def whole_move(look: Look, placing: Placing) -> Move:
    """Return the move that does what was put together, with the loans it needs (H28)."""
    action = placing.whole
    if action is None or look.seat is None:
        raise Stale
    loans = quotes.acting(view_of(look), look.seat, placing.place, action).loans
    if placing.worker == ACT:
        return moves.Act(action, loans)
    return moves.Work(placing.worker, placing.place, action, 0, loans)


def confirmed(look: Look) -> str:
    """Return the text of the move that was put together."""
    placing = placing_of(look)
    if placing is None:
        raise Stale
    return str(whole_move(look, placing))


def at_once(look: Look, placing: Placing, *, proposed: bool = False) -> bool:
    """Say whether what was put together is done without asking again: it is all, needs no loan, can be taken back.

    A proposal is one press, by day and by night: all it costs and brings stands beside its button.
    """
    action = placing.whole
    going_on = placing.place in _GOING_ON and not isinstance(action, actions.Point)
    if action is None or look.seat is None or (going_on and not proposed):
        return False
    if not asks_nothing(view_of(look), look.seat, placing.place, action):
        return False
    return proposed or not lookup.lasts(look, whole_move(look, placing))


def _confirm(
    look: Look, words: Words, placing: Placing, action: actions.AnyAction, hindered: Illegal | None, back: Button
) -> list[Part]:
    """Say what will be done and what follows from it; ask once."""
    assert look.seat is not None
    what = f"**{doing(look, words, action, formatted=True)}**"
    if hindered:
        return [text(what, refusals.refusal(words, hindered)), Row((back,))]
    facts = " · ".join(outcome(words, view_of(look), look.seat, placing.place, action))
    lasts = lookup.lasts(look, whole_move(look, placing))
    warning = words.say("This cannot be taken back.") if lasts else ""
    # Where something may be added, somebody has to say that this is all: that is no question.
    owing = quotes.acting(view_of(look), look.seat, placing.place, action).loans
    label = words.say("Confirm") if lasts or owing else words.say("Do that")
    button = Button(label, Target("haithabu.confirm", look.table.id, look.mark), "success", "✔️")
    return [text(what, facts, warning), Row((button, back))]
