"""Haithabu's board (`board`): rondel, market, orders and transports to take, characters, all players.

It marks the players who have to decide, but not what they have to decide. The mark costs no extra picture, because
their decision changes the picture anyway. `visible_part` reduces a view to what the picture shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.haithabu import card_rows, player_panel
from pictures.haithabu.elements import MARGIN
from pictures.haithabu.market_panel import ROW_HEIGHT, market
from pictures.haithabu.rondel import rondel
from pictures.labels import Robots, amount, drawable_name
from pictures.lettering import text_width
from pictures.shapes import band_break, page, text
from rules.haithabu.data import DATA
from rules.haithabu.view import View
from words import Words
from words.haithabu import terms

TOP = 84
MARKET_AT = 424
_CARDS_AT = TOP + 6 * ROW_HEIGHT + 6
_STACKS_AT = _CARDS_AT + card_rows.ORDERS_HEIGHT
_CHARACTERS_AT = _STACKS_AT + card_rows.STACKS_HEIGHT
_PLAYERS_AT = _CHARACTERS_AT + card_rows.CHARACTERS_HEIGHT
_PITCH = player_panel.PANEL_HEIGHT + 14
_LEFT_AT = 690


def visible_part(view: View) -> View:
    """Return a copy of the view with only what the board's picture shows.

    Left out are what each player has to decide (but not who has to decide), which functions of characters are left, and
    surplus wares. Views with equal results have the same picture.
    """
    return msgspec.structs.replace(view, owed=dict.fromkeys(view.owed, ""), functions=(), surplus={})


def board(view: View, names: Sequence[str], words: Words, robots: Robots | None = None) -> Drawing:
    """Return the drawing of the table as everybody sees it; `robots` are the seats that computers play.

    `names` are plain names by seat.
    """
    rows = (view.seats + 1) // 2
    head = _head(view, words)
    svg = page(
        _PLAYERS_AT + rows * _PITCH,
        _heading(view, head),
        band_break(TOP - 4),
        rondel(view, TOP),
        market(view, MARKET_AT, TOP),
        band_break(_CARDS_AT - 4),
        card_rows.orders(view, _CARDS_AT),
        band_break(_STACKS_AT - 6),
        card_rows.stacks(view, _STACKS_AT),
        band_break(_CHARACTERS_AT - 5),
        card_rows.characters(view, _CHARACTERS_AT),
        *(_players(view, row, names, words, robots or {}) for row in range(rows)),
    )
    return Drawing(svg, alt_text(f"Haithabu. {head}.", *_description(view, names, words)))


def _players(view: View, row: int, names: Sequence[str], words: Words, robots: Robots) -> str:
    """Return the SVG of one row of players, two side by side, as a band of its own; rows count from 0."""
    y = _PLAYERS_AT + row * _PITCH
    pair = range(2 * row, min(2 * row + 2, view.seats))
    panels = (player_panel.panel(view, seat, names, words, MARGIN + seat % 2 * 482, y, robots) for seat in pair)
    return band_break(y - 8) + "".join(panels)


def _head(view: View, words: Words) -> str:
    """Return the text beside the title: round and phase, "Before the first round", or "Final score"."""
    if view.result:
        return words.say("Final score")
    if not view.phase:
        return words.say("Before the first round")
    rounds = DATA.play.rounds
    return words.say("Round {round} of {rounds} · phase {phase}", round=view.round, rounds=rounds, phase=view.phase)


def _heading(view: View, head: str) -> str:
    """Return the SVG of the head of the board: the title, the text `head`, and what is left of three supplies.

    These are neutral workers in the inn, loans in the bank, and orders in the pile.
    """
    title = text_width("Haithabu", 44, bold=True)
    left = (("worker", "inn", view.inn), ("loan", "bank", view.loans), ("order", "pile", view.pile))
    signs = [
        amount(
            sign,
            count,
            _LEFT_AT + number * 97.5,
            25,
            size=38,
            fill=palette.MUTED,
            ground=palette.PARCHMENT,
            **{fact: count},
        )
        for number, (sign, fact, count) in enumerate(left)
    ]
    return "".join(
        (
            text(MARGIN, 56, "Haithabu", 44, bold=True, fill=palette.BRICK),
            text(MARGIN + title + 20, 56, head, 30, room=_LEFT_AT - MARGIN - title - 40),
            *signs,
        )
    )


def _description(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    """Yield the sentences that describe the board: day fields, market, each player, orders to take.

    A player's sentence names points, silver, loans, orders and characters.
    """
    day = ", ".join(field.key for field in view.rondel if field.day)
    yield words.say("In daylight: {fields}.", fields=day)
    prices = ", ".join(f"{words.say(terms.WARE[ware.key])} {ware.price} ({ware.market})" for ware in view.wares)
    yield words.say("Market, prices and wares: {prices}.", prices=prices)
    for seat, player in enumerate(view.players):
        facts = [terms.points(words, player.points), terms.silver(words, player.silver)]
        facts += [terms.loans(words, player.loans)] if player.loans else []
        facts.append(words.say("orders {orders}", orders=" ".join(order.order for order in player.orders) or "–"))
        if player.characters:
            facts.append(terms.characters(words, player.characters))
        yield f"{drawable_name(names, seat, words)}: {', '.join(facts)}."
    orders = " ".join(order for order in (*view.upper, *view.lower) if order)
    yield words.say("You can take these orders: {orders}.", orders=orders or "–")
