"""Visby: a player's own cards, large, and the discarded ones (`hand`).

What each card would do now is in the description and the menu, not in the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.labels import amount, amount_width, hand_owner
from pictures.lettering import text_width
from pictures.shapes import band_break, box, group, page, piece, symbol, text
from pictures.visby.board import MARGIN, SMALL_HEIGHT, SMALL_WIDTH, card_names
from pictures.visby.symbols import SIGN_COLOURS
from rules.visby.view import PlayerView, View
from words import Words
from words.visby import terms

_COLUMNS = (3, 3, 3, 3, 4, 3, 3, 4, 4)
"""Cards per row by the number of cards: rows as even as possible."""
_GAP = 12.5
_CARD_WIDTHS = {3: 307.5, 4: 227.5}
"""The width of a card by the number of cards per row."""
_CARD_HEIGHT = 190
_TOP, _ROW = 90, 205
"""Where the first row of cards begins, and the distance to the next; each row is a band of its own."""


def hand(view: View, names: Sequence[str], words: Words) -> Drawing:
    """Return the drawing of the cards of the view's seat; cards chosen for this round are marked.

    Discarded and played cards follow, small. The description says what each card in hand would do now. The view must be
    that of a seat.
    """
    seat = view.seat
    assert seat is not None
    me = view.players[seat]
    picked = view.picked or ()
    columns = _COLUMNS[len(me.hand)]
    width = _CARD_WIDTHS[columns]
    rows = [
        band_break(_TOP + row * _ROW - 5)
        + "".join(
            _card(
                words.say(terms.CARDS[card]),
                card,
                MARGIN + number * (width + _GAP),
                _TOP + row * _ROW,
                width,
                words.say("chosen") if card in picked else "",
            )
            for number, card in enumerate(me.hand[at : at + columns])
        )
        for row, at in enumerate(range(0, len(me.hand), columns))
    ]
    end = _TOP + len(rows) * _ROW - 5
    gone = [*me.discard, *me.played]
    wares_at = palette.WIDTH - MARGIN - amount_width(me.wares)
    seals_at = wares_at - 20 - amount_width(me.seals)
    svg = page(
        end + (95 if gone else 5),
        text(MARGIN, 56, "Visby", 44, bold=True, fill=palette.BRICK),
        hand_owner(names, seat, words, 175, seals_at - 20),
        amount("seal", me.seals, seals_at, 20, fill=palette.BRICK, ground=palette.PARCHMENT, seals=me.seals),
        amount("ware", me.wares, wares_at, 20, fill=palette.SEA, ground=palette.PARCHMENT, wares=me.wares),
        *rows,
        band_break(end) + _discard_row(me, gone, words, end) if gone else "",
    )
    sentences = [f"{words.say(terms.CARDS[card])}: {terms.card_effect(words, view, seat, card)}." for card in me.hand]
    chosen = words.say("You play {cards}.", cards=card_names(words, picked)) if picked else ""
    discarded = words.say("Discarded: {cards}", cards=card_names(words, gone)) + "." if gone else ""
    goods = words.say(
        "You have {seals} and {wares}.", seals=terms.seals(words, me.seals), wares=terms.wares(words, me.wares)
    )
    return Drawing(svg, alt_text(goods, chosen, *sentences, discarded))


@lru_cache(maxsize=256)
def _card(name: str, card: str, x: float, y: float, width: float, mark: str) -> str:
    """Return the SVG of a large card; if `mark` is not "", with a ribbon that shows it. Cached.

    `name` is the card's translated name, `card` its key; `x` and `y` are the top left corner.
    """
    middle = width / 2
    face = box(
        0,
        0,
        width,
        _CARD_HEIGHT,
        "#FFFFFF",
        palette.GOLD if mark else palette.INK,
        radius=14,
        line_width=8 if mark else 2,
    )
    ribbon = ""
    if mark:
        ribbon = box(0, 0, width, 42, palette.BRICK, palette.GOLD, radius=14, line_width=4) + text(
            middle, 31, mark, 28, bold=True, fill=palette.PAPER, anchor="middle", room=width - 20
        )
    size, top = (76, 54) if mark else (104, 22)
    shown = group(
        face,
        ribbon,
        symbol(card, middle - size / 2, top, size, SIGN_COLOURS[card], "#FFFFFF"),
        text(middle, _CARD_HEIGHT - 22, name, 34, bold=True, anchor="middle", room=width - 16),
        x=5,
        y=5,
        card=card,
        where="picked" if mark else "hand",
    )
    return piece(x - 5, y - 5, width + 10, _CARD_HEIGHT + 10, palette.PARCHMENT, shown)


def _discard_row(me: PlayerView, gone: Sequence[str], words: Words, y: float) -> str:
    """Return the SVG of the row of small cards that are discarded or played this round; `y` is its upper edge.

    `gone` are the keys of all these cards. Discarded cards are dashed, cards played this round are not.
    """
    title = words.say("Discarded")
    after = MARGIN + min(420, text_width(title, 28)) + 16
    return text(MARGIN, y + 46, title, 28, fill=palette.MUTED, room=420) + "".join(
        piece(after + number * 57.5, y + 5, 55, 67.5, palette.PARCHMENT, _small_card(card, card in me.discard))
        for number, card in enumerate(gone)
    )


@cache
def _small_card(card: str, gone: bool) -> str:
    """Return the SVG of a small card: dashed if it is discarded (`gone`), not if it is played this round. Cached."""
    face = box(0, 0, SMALL_WIDTH, SMALL_HEIGHT, palette.FADED, palette.LINE, radius=7, dashed=gone)
    sign = symbol(card, 6, 12, 38, palette.MUTED, palette.FADED)
    return group(face, sign, x=2.5, y=2.5, card=card, where="discard" if gone else "played")
