"""Haithabu: SVG of the cards on display: orders, stacks of transports, characters.

`y` is always the upper edge of the part.
"""

from __future__ import annotations

from pictures import palette
from pictures.haithabu.elements import MARGIN, Cube, cubes, free_places, given_places, order_cubes
from pictures.labels import shield
from pictures.shapes import box, boxes, group, symbol, symbol_copies, text
from rules.haithabu.card_data import ORDER, ORDERS, STACK, STACKS
from rules.haithabu.view import CharacterView, StackView, View

_INSIDE = palette.WIDTH - 2 * MARGIN
_GAP = 6
_COLUMNS = 4
_ORDER_WIDTH, _ORDER_HEIGHT = (_INSIDE - (_COLUMNS - 1) * _GAP) / _COLUMNS, 104
_OF_A_KIND = 3
_STACK_WIDTH, _STACK_HEIGHT = (_INSIDE - (_OF_A_KIND - 1) * _GAP) / _OF_A_KIND, 90
ORDERS_HEIGHT = 2 * (_ORDER_HEIGHT + _GAP) + 2
STACKS_HEIGHT = 2 * (_STACK_HEIGHT + _GAP) + 2
CHARACTERS_HEIGHT = 73


def orders(view: View, y: float) -> str:
    """Return the SVG of the two rows of orders to take; all cubes of one ware are a single path."""
    shapes, lying, corners = list[str](), list[Cube](), list[tuple[float, float]]()
    for row, names in enumerate((view.upper, view.lower)):
        for column, name in enumerate(names):
            x, top = MARGIN + column * (_ORDER_WIDTH + _GAP), y + row * (_ORDER_HEIGHT + _GAP)
            shapes.append(_order(name, column, row, x, top))
            lying += order_cubes(name, x + 7, top + 11, 40, 3) if name else ()
            corners += [(x, top)] if name else []
    points = symbol_copies("points", ((x + 142, top + 6) for x, top in corners), 28, palette.BRICK)
    silver = symbol_copies("coin", ((x + 142, top + 39) for x, top in corners), 27, palette.BRASS)
    ground = boxes(corners, _ORDER_WIDTH, _ORDER_HEIGHT, palette.PAPER, palette.LINE)
    return "".join((ground, *shapes, cubes(lying), points, silver))


def _order(order: str | None, column: int, row: int, x: float, y: float) -> str:
    """Return the SVG of the texts of an order on display: points, silver and id.

    An empty place (None) gives a dashed box. `column` and `row` become `data-` attributes, which tests read; `x` and
    `y` are the top left corner.
    """
    if order is None:
        return box(x, y, _ORDER_WIDTH, _ORDER_HEIGHT, "none", palette.LINE, dashed=True)
    card = ORDERS[ORDER[order]]
    return group(
        text(176, 31, card.points, 30, bold=True),
        text(176, 63, card.silver, 28),
        text(142, 95, order, 28, fill=palette.MUTED),
        x=x,
        y=y,
        order=order,
        column=column,
        row=row,
    )


def stacks(view: View, y: float) -> str:
    """Return the SVG of the stacks of transports, carts above ships; `y` is the upper edge."""
    shapes, lying, corners = list[str](), list[Cube](), list[tuple[float, float]]()
    for number, stack in enumerate(view.stacks):
        x = MARGIN + number % _OF_A_KIND * (_STACK_WIDTH + _GAP)
        top = y + number // _OF_A_KIND * (_STACK_HEIGHT + _GAP)
        shapes.append(_stack(stack, x, top))
        lying += given_places(stack.top, x + 8, top + 48, 34) if stack.top else ()
        corners.append((x, top))
    costs = symbol_copies("coin", ((x + 74, top + 9) for x, top in corners), 29, palette.BRASS)
    piles = symbol_copies("cards", ((x + 176, top + 9) for x, top in corners), 28, palette.MUTED)
    ground = boxes(corners, _STACK_WIDTH, _STACK_HEIGHT, palette.PAPER, palette.LINE)
    return "".join((ground, *shapes, cubes(lying), costs, piles))


def _stack(stack: StackView, x: float, y: float) -> str:
    """Return the SVG of a stack: the free places of its top card, the price, and the number of cards left.

    An empty stack has no places. Places for a certain ware are drawn by `stacks`. `x` and `y` are its top left corner.
    """
    kind = STACKS[STACK[stack.key]].kind
    return group(
        symbol(kind, 8, 4, 38, palette.SEA),
        text(108, 34, stack.cost, 30, bold=True),
        text(210, 34, stack.cards, 28),
        free_places(stack.top, 8, 48, 34) if stack.top else "",
        x=x,
        y=y,
        stack=stack.key,
        top=stack.top or "",
        cards=stack.cards,
    )


def characters(view: View, y: float) -> str:
    """Return the SVG of the characters side by side, each with its owner's shield; `y` is the upper edge."""
    corners = [(MARGIN + number * 106.5, y) for number in range(len(view.characters))]
    ground = boxes(corners, 100, 62, palette.PAPER, palette.LINE)
    return ground + "".join(_character(card, *at) for card, at in zip(view.characters, corners, strict=True))


def _character(character: CharacterView, x: float, y: float) -> str:
    """Return the SVG of a character and its owner's shield, if it has an owner; a safe one has a golden frame.

    `x` and `y` are its top left corner.
    """
    safe = character.safe
    return group(
        box(0, 0, 100, 62, "none", palette.GOLD, line_width=6) if safe else "",
        symbol(character.key, 8, 10, 42, palette.BRICK),
        shield(character.owner, 56, 13, 38) if character.owner is not None else "",
        x=x,
        y=y,
        character=character.key,
        owner="" if character.owner is None else character.owner,
        safe=int(safe),
    )
