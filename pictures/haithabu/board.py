"""Haithabu's board: rondel, market, orders and transports to take, characters, and all players.

Who owes a decision is not drawn: it stands in the words below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pictures import palette
from pictures.drawing import Drawing, describe
from pictures.haithabu import players
from pictures.haithabu.parts import COLOURS, MARGIN, cube, order_cubes, places, worker
from pictures.haithabu.rondel import rondel
from pictures.lettering import width
from pictures.shapes import amount, badge, box, group, page, shown_name, symbol, tag, text
from rules.haithabu.cards import ORDER, ORDERS, STACK, STACKS
from rules.haithabu.data import DATA, TOP_LEVEL
from rules.haithabu.view import CharacterView, StackView, View, WareView
from words import Words
from words.haithabu import terms

_TOP = 84
_MARKET_AT, _MARKET_WIDE, _ROW = 424, 552, 69
_LEVEL = 14
_CARDS_AT = _TOP + 6 * _ROW + 6
_ORDER_WIDE, _ORDER_HIGH = 150, 94
_STACKS_AT, _STACK_WIDE, _STACK_HIGH = 640, 164, 60
_CHARACTERS_AT = _CARDS_AT + 2 * (_ORDER_HIGH + 4) + 2
_PLAYERS_AT = _CHARACTERS_AT + 68


def drawn(view: View) -> View:
    """Return the view without what the picture does not show: whom the table waits for, and what for."""
    return msgspec.structs.replace(view, owed={}, functions=(), surplus={})


def board(view: View, names: Sequence[str], words: Words) -> Drawing:
    """Draw the table as everybody sees it."""
    rows = (view.seats + 1) // 2
    head = _head(view, words)
    svg = page(
        _PLAYERS_AT + rows * (players.HIGH + 12) + 6,
        _heading(view, head),
        rondel(view),
        *(_ware(ware, _TOP + number * _ROW) for number, ware in enumerate(view.wares)),
        *(_order(order, number, 0) for number, order in enumerate(view.upper)),
        *(_order(order, number, 1) for number, order in enumerate(view.lower)),
        *(_stack(stack, number) for number, stack in enumerate(view.stacks)),
        *(_character(character, number) for number, character in enumerate(view.characters)),
        *(
            players.panel(
                view, seat, names, words, MARGIN + seat % 2 * 482, _PLAYERS_AT + seat // 2 * (players.HIGH + 12)
            )
            for seat in range(view.seats)
        ),
    )
    return Drawing(svg, describe(f"Haithabu. {head}.", *_said(view, names, words)))


def _head(view: View, words: Words) -> str:
    if view.result:
        return words.say("Final score")
    if not view.round:
        return words.say("Before the first round")
    rounds = DATA.play.rounds
    if not view.phase:
        return words.say("Round {round} of {rounds}", round=view.round, rounds=rounds)
    return words.say("Round {round} of {rounds} · phase {phase}", round=view.round, rounds=rounds, phase=view.phase)


def _heading(view: View, head: str) -> str:
    """Return the head, and at its right what the inn, the bank and the pile of orders have left."""
    title = width("Haithabu", 44, bold=True)
    left = (("worker", "inn", view.inn), ("loan", "bank", view.loans), ("archive", "pile", view.pile))
    signs = [
        amount(sign, count, 706 + number * 92, 24, size=38, fill=palette.MUTED, **{fact: count})
        for number, (sign, fact, count) in enumerate(left)
    ]
    return "".join(
        (
            text(MARGIN, 56, "Haithabu", 44, bold=True, fill=palette.BRICK),
            text(MARGIN + title + 20, 56, head, 30, room=706 - MARGIN - title - 40),
            *signs,
        )
    )


def _ware(ware: WareView, y: float) -> str:
    """Show a ware: its price and level, what lies on the market and in the supply, and who works there."""
    colour = COLOURS[ware.key]
    grid = "".join(f"M{145 + level * _LEVEL} 18v32" for level in range(1, TOP_LEVEL))
    return group(
        box(0, 0, _MARKET_WIDE, _ROW - 5, palette.PAPER, palette.LINE),
        cube(ware.key, 8, 9, 46),
        symbol("coin", 62, 18, 28, palette.BRASS),
        text(94, 42, ware.price, 28, bold=True),
        box(145, 18, TOP_LEVEL * _LEVEL, 32, palette.FADED, bend=0),
        box(145, 18, ware.level * _LEVEL, 32, colour, bend=0),
        tag("path", d=grid, stroke=palette.PAPER, stroke_width=2),
        symbol("market", 294, 18, 28, palette.INK),
        text(326, 42, ware.market, 28, bold=True),
        symbol("supplier", 372, 18, 28, palette.MUTED),
        text(403, 42, ware.supply, 28, fill=palette.MUTED),
        *(
            worker(each, 446 + n % 3 * 34, (16 if len(ware.workers) < 4 else n // 3 * 32))
            for n, each in enumerate(ware.workers)
        ),
        x=_MARKET_AT,
        y=y,
        ware=ware.key,
        price=ware.price,
        level=ware.level,
        market=ware.market,
        supply=ware.supply,
        workers=" ".join(map(str, ware.workers)),
    )


def _order(order: str | None, column: int, row: int) -> str:
    x, y = MARGIN + column * (_ORDER_WIDE + 4), _CARDS_AT + row * (_ORDER_HIGH + 4)
    if order is None:
        return box(x, y, _ORDER_WIDE, _ORDER_HIGH, "none", palette.LINE, dashed=True)
    card = ORDERS[ORDER[order]]
    return group(
        box(0, 0, _ORDER_WIDE, _ORDER_HIGH, palette.PAPER, palette.LINE),
        order_cubes(order, 5, 6, 25, 3),
        symbol("points", 89, 6, 22, palette.BRICK),
        text(114, 26, card.points, 24, bold=True),
        symbol("coin", 86, 35, 20, palette.BRASS),
        text(106, 54, card.silver, 24),
        text(8, 87, order, 24, fill=palette.MUTED),
        x=x,
        y=y,
        order=order,
        column=column,
        row=row,
    )


def _stack(stack: StackView, number: int) -> str:
    """Show a stack of transports: its open card's places, what one costs, and how many there are."""
    kind = STACKS[STACK[stack.key]].kind
    return group(
        box(0, 0, _STACK_WIDE, _STACK_HIGH, palette.PAPER, palette.LINE),
        symbol(kind, 5, 3, 28, palette.SEA),
        symbol("coin", 40, 6, 22, palette.BRASS),
        text(64, 27, stack.cost, 24, bold=True),
        symbol("cards", 104, 5, 24, palette.MUTED),
        text(131, 27, stack.cards, 24),
        places(stack.top, 6, 33, 22) if stack.top else "",
        x=_STACKS_AT + number // 3 * (_STACK_WIDE + 8),
        y=_CARDS_AT + number % 3 * (_STACK_HIGH + 5),
        stack=stack.key,
        top=stack.top or "",
        cards=stack.cards,
    )


def _character(character: CharacterView, number: int) -> str:
    """Show a character and whose it is; a safe one has a golden frame."""
    return group(
        box(
            0,
            0,
            98,
            58,
            palette.PAPER,
            palette.GOLD if character.safe else palette.LINE,
            thick=6 if character.safe else 2,
        ),
        symbol(character.key, 9, 10, 38, palette.INK),
        badge(character.owner, 56, 12, 34) if character.owner is not None else "",
        x=MARGIN + number * 106.75,
        y=_CHARACTERS_AT,
        character=character.key,
        owner="" if character.owner is None else character.owner,
        safe=int(character.safe),
    )


def _said(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    day = ", ".join(field.key for field in view.rondel if field.day)
    yield words.say("By day: {fields}.", fields=day)
    prices = ", ".join(f"{words.say(terms.WARE[ware.key])} {ware.price} ({ware.market})" for ware in view.wares)
    yield words.say("Market, price and wares: {prices}.", prices=prices)
    for seat, player in enumerate(view.players):
        facts = [terms.points(words, player.points), terms.silver(words, player.silver)]
        facts += [terms.loans(words, player.loans)] if player.loans else []
        facts.append(words.say("orders {orders}", orders=" ".join(order.order for order in player.orders) or "–"))
        if player.characters:
            facts.append(terms.characters(words, player.characters))
        yield f"{shown_name(names, seat, words)}: {', '.join(facts)}."
    orders = " ".join(order for order in (*view.upper, *view.lower) if order)
    yield words.say("Orders to take: {orders}.", orders=orders or "–")
