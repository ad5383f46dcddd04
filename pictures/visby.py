"""Visby in pictures: the three tracks and all players; the own cards; the end.

Who has chosen already is not drawn: it stands in the words below, so that a sealed choice needs no new picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pictures import chart, look
from pictures.drawing import Drawing, describe
from pictures.lettering import width, wrap
from pictures.shapes import (
    amount,
    amount_width,
    box,
    group,
    heading,
    lines,
    name_plate,
    page,
    symbol,
    tag,
    text,
)
from rules.visby.data import CARDS, RATES, TRACK_END
from rules.visby.view import PlayerView, View
from words import Words
from words.visby import terms

_MARGIN = 24
_CELL = 43
_CELLS_AT = look.WIDTH - _MARGIN - _CELL * (TRACK_END + 1)
_TRACK_HIGH = 52
_PLAYERS_AT = 316
_PLAYER_WIDE, _PLAYER_HIGH = 470, 144
_SMALL_WIDE, _SMALL_HIGH = 50, 62
_COLUMNS = (3, 3, 3, 3, 4, 3, 3, 4, 4)
"""Of the own cards, by how many there are: rows as even as can be."""
_GAP = 12


def drawn(view: View) -> View:
    """Return the view without what the board's picture does not show: two that are equal so have the same picture."""
    players = tuple(msgspec.structs.replace(player, chosen=False) for player in view.players)
    return msgspec.structs.replace(view, owed={}, players=players)


def board(view: View, names: Sequence[str], words: Words) -> Drawing:
    """Draw the table as everybody sees it."""
    rows = (view.seats + 1) // 2
    head = words.say("Round {round}", round=view.round) if view.result is None else words.say("Final score")
    svg = page(
        _PLAYERS_AT + rows * (_PLAYER_HIGH + 12) + 12,
        heading("Visby", head, words.say("to {n} seals", n=view.target)),
        *_tracks(view, words),
        *(
            _player(view, seat, names, words, _MARGIN + seat % 2 * 482, _PLAYERS_AT + seat // 2 * (_PLAYER_HIGH + 12))
            for seat in range(view.seats)
        ),
    )
    return Drawing(svg, describe(f"Visby. {head}.", _tracks_said(view, words), *_players_said(view, names, words)))


def _tracks(view: View, words: Words) -> Iterator[str]:
    yield _track("battle", words.say("Battle"), "seal", view.battle, look.BRICK, 84)
    yield _track("journey", words.say("Journey"), "ware", view.journey, look.SEA, 144)
    yield _track("market", words.say("Market"), None, view.market, look.LEAF, 204)
    yield _rates(view.market, 204 + _TRACK_HIGH + 4)


def _track(key: str, name: str, brings: str | None, at: int, colour: str, y: float) -> str:
    label = symbol(key, _MARGIN, y + 8, 36, colour, look.PARCHMENT)
    title = text(_MARGIN + 46, y + 36, name, 28, bold=True, room=_CELLS_AT - _MARGIN - 90)
    gift = symbol(brings, _CELLS_AT - 40, y + 9, 34, colour, look.PARCHMENT) if brings else ""
    cells = [
        group(
            box(1, 0, _CELL - 2, _TRACK_HIGH, look.PAPER if space <= at else look.FADED, look.LINE, bend=6),
            "" if space == at else text(_CELL / 2, 35, space, 24, fill=look.MUTED, anchor="middle"),
            x=_CELLS_AT + space * _CELL,
            y=y,
            space=space,
        )
        for space in range(TRACK_END + 1)
    ]
    marker = group(
        tag("circle", r=23, fill=colour, stroke=look.GOLD, stroke_width=4),
        text(0, 10, at, 28, bold=True, fill=look.PAPER, anchor="middle"),
        x=_CELLS_AT + at * _CELL + _CELL / 2,
        y=y + _TRACK_HIGH / 2,
        marker=key,
        at=at,
    )
    return group(label, title, gift, *cells, marker, track=key)


def _rates(market: int, y: float) -> str:
    """Show what the spaces of the Market offer: equal rates side by side are one piece."""
    pieces = []
    first = 0
    for space in range(1, TRACK_END + 2):
        if space <= TRACK_END and RATES[space] == RATES[first]:
            continue
        wide = (space - first) * _CELL
        open_now = first <= market
        pieces.append(
            group(
                box(1, 0, wide - 2, 34, look.LEAF if open_now else look.FADED, bend=6),
                text(
                    wide / 2,
                    26,
                    terms.rate(first),
                    24,
                    bold=open_now,
                    fill=look.PAPER if open_now else look.MUTED,
                    anchor="middle",
                ),
                x=_CELLS_AT + first * _CELL,
                y=y,
                rate=terms.rate(first),
                spaces=f"{first}-{space - 1}",
                open=int(open_now),
            )
        )
        first = space
    return "".join(
        (
            symbol("ware", _CELLS_AT - 106, y, 34, look.LEAF, look.PARCHMENT),
            text(_CELLS_AT - 61, y + 26, ":", 28, bold=True, anchor="middle"),
            symbol("seal", _CELLS_AT - 50, y, 34, look.LEAF, look.PARCHMENT),
            *pieces,
        )
    )


def _player(view: View, seat: int, names: Sequence[str], words: Words, x: float, y: float) -> str:
    player = view.players[seat]
    won = view.result is not None and seat in view.result.winners
    wares_at = _PLAYER_WIDE - 14 - amount_width(player.wares, 36)
    seals_at = wares_at - 16 - amount_width(player.seals, 36)
    crown = symbol("crown", seals_at - 46, 12, 36, look.BRASS) if won else ""
    return group(
        box(0, 0, _PLAYER_WIDE, _PLAYER_HIGH, look.PAPER, look.SEATS[seat], thick=3),
        name_plate(names, seat, words, 12, 10, seals_at - 24 - (46 if won else 0)),
        crown,
        amount("seal", player.seals, seals_at, 12, size=36, fill=look.BRICK, seals=player.seals),
        amount("ware", player.wares, wares_at, 12, size=36, fill=look.SEA, wares=player.wares),
        *(_small(player, card, 13 + number * 56) for number, card in enumerate(CARDS)),
        x=x,
        y=y,
        seat=seat,
    )


def _small(player: PlayerView, card: str, x: float) -> str:
    """Show one of a player's eight cards: in hand, played this round (raised), or discarded (only its place)."""
    if card in player.played:
        face = box(0, 0, _SMALL_WIDE, _SMALL_HIGH, look.BRICK, look.GOLD, bend=7, thick=4)
        return group(face, symbol(card, 6, 12, 38, look.PAPER, look.BRICK), x=x, y=62, card=card, where="played")
    if card in player.hand:
        face = box(0, 0, _SMALL_WIDE, _SMALL_HIGH, "#FFFFFF", look.INK, bend=7)
        return group(face, symbol(card, 6, 12, 38, look.INK, "#FFFFFF"), x=x, y=70, card=card, where="hand")
    place = box(0, 0, _SMALL_WIDE, _SMALL_HIGH, "none", look.LINE, bend=7, dashed=True)
    return group(place, symbol(card, 9, 15, 32, look.FADED), x=x, y=70, card=card, where="discard")


def _tracks_said(view: View, words: Words) -> str:
    return words.say(
        "Battle {battle}, Journey {journey}, Market {market} ({rate}).",
        battle=view.battle,
        journey=view.journey,
        market=view.market,
        rate=terms.rate(view.market),
    )


def _players_said(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    for seat, player in enumerate(view.players):
        facts = [terms.seals(words, player.seals), terms.wares(words, player.wares)]
        if player.played:
            facts.append(words.say("plays {cards}", cards=_cards(words, player.played)))
        if player.discard:
            facts.append(words.say("discarded: {cards}", cards=_cards(words, player.discard)))
        yield f"{names[seat]}: {', '.join(facts)}."


def _cards(words: Words, keys: Sequence[str]) -> str:
    return words.both([words.say(terms.CARDS[key]) for key in keys])


def hand(view: View, names: Sequence[str], words: Words) -> Drawing:
    """Draw the own cards: what each would do now, which are chosen, and which are discarded."""
    seat = view.seat
    assert seat is not None
    me = view.players[seat]
    picked = view.picked or ()
    effects = {card: terms.effect(words, view, seat, card) for card in me.hand}
    columns = _COLUMNS[len(me.hand)]
    wide = (look.WIDTH - 2 * _MARGIN - (columns - 1) * _GAP) / columns
    most = max((len(wrap(effect, wide - 24, look.LEAST)) for effect in effects.values()), default=0)
    high = 140 + most * look.LEAST * 1.2
    cards = [
        _card(
            words.say(terms.CARDS[card]),
            card,
            effects[card],
            _MARGIN + number % columns * (wide + _GAP),
            88 + number // columns * (high + _GAP),
            wide,
            high,
            words.say("chosen") if card in picked else "",
        )
        for number, card in enumerate(me.hand)
    ]
    below = 88 + -(-len(me.hand) // columns) * (high + _GAP)
    gone = [*me.discard, *me.played]
    wares_at = look.WIDTH - _MARGIN - amount_width(me.wares)
    seals_at = wares_at - 20 - amount_width(me.seals)
    svg = page(
        below + (96 if gone else 8),
        text(_MARGIN, 56, "Visby", 44, bold=True, fill=look.BRICK),
        name_plate(names, seat, words, 176, 22, seals_at - 196, size=30),
        amount("seal", me.seals, seals_at, 20, fill=look.BRICK, seals=me.seals),
        amount("ware", me.wares, wares_at, 20, fill=look.SEA, wares=me.wares),
        *cards,
        _gone(me, gone, words, below) if gone else "",
    )
    sentences = [f"{words.say(terms.CARDS[card])}: {effect}." for card, effect in effects.items()]
    chosen = words.say("You play {cards}.", cards=_cards(words, picked)) if picked else ""
    discarded = words.say("Discarded: {cards}", cards=_cards(words, gone)) + "." if gone else ""
    goods = words.say(
        "You have {seals} and {wares}.", seals=terms.seals(words, me.seals), wares=terms.wares(words, me.wares)
    )
    return Drawing(svg, describe(goods, chosen, *sentences, discarded))


def _card(name: str, card: str, effect: str, x: float, y: float, wide: float, high: float, mark: str) -> str:
    middle = wide / 2
    face = box(0, 0, wide, high, "#FFFFFF", look.GOLD if mark else look.INK, bend=14, thick=8 if mark else 2)
    ribbon = ""
    if mark:
        ribbon = box(0, 0, wide, 38, look.BRICK, look.GOLD, bend=14, thick=4) + text(
            middle, 28, mark, 26, bold=True, fill=look.PAPER, anchor="middle", room=wide - 20
        )
    size, top = (48, 46) if mark else (72, 16)
    return group(
        face,
        ribbon,
        symbol(card, middle - size / 2, top, size, look.BRICK, "#FFFFFF"),
        text(middle, 122, name, 28, bold=True, anchor="middle", room=wide - 16),
        lines(middle, 156, effect, wide - 24, anchor="middle", fill=look.MUTED),
        x=x,
        y=y,
        card=card,
        where="picked" if mark else "hand",
    )


def _gone(me: PlayerView, gone: Sequence[str], words: Words, y: float) -> str:
    title = words.say("Discarded")
    after = _MARGIN + min(420, width(title, 28)) + 16
    return text(_MARGIN, y + 46, title, 28, fill=look.MUTED, room=420) + "".join(
        group(
            box(0, 0, _SMALL_WIDE, _SMALL_HIGH, look.FADED, look.LINE, bend=7, dashed=card in me.discard),
            symbol(card, 6, 12, 38, look.MUTED, look.FADED),
            x=after + number * 58,
            y=y + 6,
            card=card,
            where="played" if card in me.played else "discard",
        )
        for number, card in enumerate(gone)
    )


def final(view: View, names: Sequence[str], words: Words, history: chart.History) -> Drawing:
    """Draw how the game ended and how the seals came in over the rounds."""
    return chart.final("Visby", view.result, names, words, history, "seal", words.say("Round"))


def standing(view: View) -> tuple[int, tuple[int, ...]]:
    """Return how many rounds are over and everybody's score, for the chart."""
    if view.result:
        return view.round, view.result.scores
    return view.round - 1, tuple(player.seals for player in view.players)
