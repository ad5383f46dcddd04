"""Placing a worker: which one, where, what it does there, and what that costs and brings. Confirmed, then done."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.core.panel import MOST_OPTIONS, Button, Option, Part, Row, Target, rows, text
from cogs.games.haithabu import ways, where
from cogs.games.haithabu.drafts import ACT, Placing, placing_of
from cogs.games.haithabu.parts import (
    doing,
    hindrance,
    only,
    outcome,
    own,
    quote,
    resources,
    seen,
    select,
)
from rules.haithabu import actions, moves
from rules.haithabu.data import WARES
from tables.errors import Stale
from tables.table import Look
from words import Words
from words.haithabu import terms

_MOST_SUGGESTED = 5

_STEPS_FIRST = ("market", "D", "H")
"""Where whole actions stand below: one comes for a ware, or for an order rather than the point or a sale alone."""

_GOING_ON = ("E", "H")
"""Where something may be added to an action that is whole already."""


def menu(look: Look, words: Words) -> list[Part]:
    """Ask for the next thing that is missing."""
    view, placing = seen(look), placing_of(look)
    if look.owes == ACT:
        place = view.acting or ""
        fits = placing is not None and (placing.worker, placing.place) == (ACT, place)
        details = _details(look, words, placing if placing and fits else Placing(ACT, place))
        return [*details, *rows(where.repaying(look, words))]
    if placing is None or view.turn is None or placing.worker not in view.turn.workers:
        return where.places(look, words)
    field = next((field for field in view.rondel if field.key == placing.place), None)
    if field is not None and not field.day:
        return where.dice(look, words, placing.worker, placing.place)
    return _details(look, words, placing)


def _details(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Show what can be done on a place: the best whole actions, and a way to put another one together."""
    view, place = seen(look), placing.place
    assert look.seat is not None
    parts: list[Part] = [text(f"**{terms.place(words, place)}**", *resources(look, words))]
    whole = placing.whole
    if whole is not None:
        hindered = hindrance(words, view, look.seat, place, whole)
        parts += _confirm(look, words, place, whole, hindered)
        if hindered or place in _GOING_ON:
            parts += ways.onwards(look, words, placing)
    else:
        lines = [
            Option(doing(words, view, each), str(number), outcome(words, view, look.seat, place, each))
            for number, each in enumerate(offered(look, placing))
        ]
        at_once: list[Part] = []
        if lines and not placing.action:
            hint = words.say("… or at once") if place == "market" else words.say("What do you do?")
            at_once.append(select(look, "haithabu.do", "", hint, lines))
        steps = ways.onwards(look, words, placing)
        parts += steps + at_once if place in _STEPS_FIRST else at_once + steps
    if placing.worker != ACT or placing.action:
        parts.append(Row((Button(words.say("Back"), Target("haithabu.back", look.table.id, look.mark), emoji="⬅️"),)))
    return parts


def offered(look: Look, placing: Placing) -> Sequence[actions.AnyAction]:
    """Return the actions worth offering for a worker on a place, the best first.

    An order with all that can come with it makes long lists: it is put together in two steps instead. So is a deal on
    the market, but for the few that suggest themselves.
    """
    here = [
        move.action
        for move in look.options
        if isinstance(move, moves.Act)
        or (isinstance(move, moves.Work) and (move.worker, move.place) == (placing.worker, placing.place))
    ]
    if placing.place == "market":
        return [action for action in here if action in _suggested(look)][:_MOST_SUGGESTED]
    return [action for action in here if action and not isinstance(action, actions.TakeOrder)][:MOST_OPTIONS]


def _suggested(look: Look) -> list[actions.AnyAction]:
    """Return what suggests itself on the market: to buy what own orders lack, to sell all that none of them wants."""
    me = own(look)
    missing = [terms.missing(order.order, order.cubes) for order in me.orders]
    wanted = [sum(each) for each in zip(*missing, strict=True)] or [0] * len(WARES)
    deals: list[actions.AnyAction] = []
    for key, want, there, stored in zip(WARES, wanted, me.post, me.warehouse, strict=True):
        if want > there + stored:
            deals.append(actions.Buy(only(key, want - there - stored)))
        elif there and not want:
            deals.append(actions.Sell(only(key, there)))
    return deals


def whole_move(look: Look, placing: Placing, action: actions.AnyAction) -> str:
    """Return the text of the move that does it, with the loans it needs (H28)."""
    assert look.seat is not None
    loans = quote(seen(look), look.seat, placing.place, action).loans
    if placing.worker == ACT:
        return str(moves.Act(action, loans))
    return str(moves.Work(placing.worker, placing.place, action, 0, loans))


def chosen(look: Look, placing: Placing, number: int) -> str:
    """Return the text of the move that stands on a line of the list of offers."""
    offers = offered(look, placing)
    if not 0 <= number < len(offers):
        raise Stale
    return whole_move(look, placing, offers[number])


def confirmed(look: Look) -> str:
    """Return the text of the move that was put together."""
    placing = placing_of(look)
    whole = placing.whole if placing else None
    if placing is None or whole is None:
        raise Stale
    return whole_move(look, placing, whole)


def _confirm(look: Look, words: Words, place: str, action: actions.AnyAction, hindered: str) -> list[Part]:
    view = seen(look)
    assert look.seat is not None
    if hindered:
        return [text(doing(words, view, action), hindered)]
    lines = (doing(words, view, action), outcome(words, view, look.seat, place, action))
    button = Button(words.say("Confirm"), Target("haithabu.confirm", look.table.id, look.mark), "success", "✔️")
    return [text(*lines), Row((button,))]
