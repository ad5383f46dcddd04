"""The own cards of Visby: what each would do now, which are chosen, and which are discarded."""

from __future__ import annotations

from collections.abc import Sequence

from pictures import palette
from pictures.drawing import Drawing, describe
from pictures.lettering import width, wrap
from pictures.shapes import amount, amount_width, box, group, lines, name_plate, page, symbol, text
from pictures.visby.board import MARGIN, SMALL_HIGH, SMALL_WIDE, named
from rules.visby.view import PlayerView, View
from words import Words
from words.visby import terms

_COLUMNS = (3, 3, 3, 3, 4, 3, 3, 4, 4)
"""Of the own cards, by how many there are: rows as even as can be."""
_GAP = 12


def hand(view: View, names: Sequence[str], words: Words) -> Drawing:
    """Draw the own cards: what each would do now, which are chosen, and which are discarded."""
    seat = view.seat
    assert seat is not None
    me = view.players[seat]
    picked = view.picked or ()
    effects = {card: terms.effect(words, view, seat, card) for card in me.hand}
    columns = _COLUMNS[len(me.hand)]
    wide = (palette.WIDTH - 2 * MARGIN - (columns - 1) * _GAP) / columns
    most = max((len(wrap(effect, wide - 24, palette.LEAST)) for effect in effects.values()), default=0)
    high = 140 + most * palette.LEAST * 1.2
    cards = [
        _card(
            words.say(terms.CARDS[card]),
            card,
            effects[card],
            MARGIN + number % columns * (wide + _GAP),
            88 + number // columns * (high + _GAP),
            wide,
            high,
            words.say("chosen") if card in picked else "",
        )
        for number, card in enumerate(me.hand)
    ]
    below = 88 + -(-len(me.hand) // columns) * (high + _GAP)
    gone = [*me.discard, *me.played]
    wares_at = palette.WIDTH - MARGIN - amount_width(me.wares)
    seals_at = wares_at - 20 - amount_width(me.seals)
    svg = page(
        below + (96 if gone else 8),
        text(MARGIN, 56, "Visby", 44, bold=True, fill=palette.BRICK),
        name_plate(names, seat, words, 176, 22, seals_at - 196, size=30),
        amount("seal", me.seals, seals_at, 20, fill=palette.BRICK, seals=me.seals),
        amount("ware", me.wares, wares_at, 20, fill=palette.SEA, wares=me.wares),
        *cards,
        _gone(me, gone, words, below) if gone else "",
    )
    sentences = [f"{words.say(terms.CARDS[card])}: {effect}." for card, effect in effects.items()]
    chosen = words.say("You play {cards}.", cards=named(words, picked)) if picked else ""
    discarded = words.say("Discarded: {cards}", cards=named(words, gone)) + "." if gone else ""
    goods = words.say(
        "You have {seals} and {wares}.", seals=terms.seals(words, me.seals), wares=terms.wares(words, me.wares)
    )
    return Drawing(svg, describe(goods, chosen, *sentences, discarded))


def _card(name: str, card: str, effect: str, x: float, y: float, wide: float, high: float, mark: str) -> str:
    middle = wide / 2
    face = box(0, 0, wide, high, "#FFFFFF", palette.GOLD if mark else palette.INK, bend=14, thick=8 if mark else 2)
    ribbon = ""
    if mark:
        ribbon = box(0, 0, wide, 38, palette.BRICK, palette.GOLD, bend=14, thick=4) + text(
            middle, 28, mark, 26, bold=True, fill=palette.PAPER, anchor="middle", room=wide - 20
        )
    size, top = (48, 46) if mark else (72, 16)
    return group(
        face,
        ribbon,
        symbol(card, middle - size / 2, top, size, palette.BRICK, "#FFFFFF"),
        text(middle, 122, name, 28, bold=True, anchor="middle", room=wide - 16),
        lines(middle, 156, effect, wide - 24, anchor="middle", fill=palette.MUTED),
        x=x,
        y=y,
        card=card,
        where="picked" if mark else "hand",
    )


def _gone(me: PlayerView, gone: Sequence[str], words: Words, y: float) -> str:
    title = words.say("Discarded")
    after = MARGIN + min(420, width(title, 28)) + 16
    return text(MARGIN, y + 46, title, 28, fill=palette.MUTED, room=420) + "".join(
        group(
            box(0, 0, SMALL_WIDE, SMALL_HIGH, palette.FADED, palette.LINE, bend=7, dashed=card in me.discard),
            symbol(card, 6, 12, 38, palette.MUTED, palette.FADED),
            x=after + number * 58,
            y=y + 6,
            card=card,
            where="played" if card in me.played else "discard",
        )
        for number, card in enumerate(gone)
    )
