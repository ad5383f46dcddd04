"""Visby's board (`board`): the three tracks and all players.

It does not show who has made a sealed choice, so that a choice needs no new picture; the text below the board says it.
`visible_part` reduces a view to what the picture shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import msgspec

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.labels import Robots, amount, amount_width, computer_mark, heading, name_plate
from pictures.shapes import band_break, box, boxes, group, page, piece, symbol, tag, text
from pictures.visby.symbols import SIGN_COLOURS
from rules.visby.data import CARDS, RATES, TRACK_END
from rules.visby.view import PlayerView, View
from words import Words
from words.visby import terms

MARGIN = 25
_CELL = 42
_CELLS_AT = palette.WIDTH - MARGIN - _CELL * (TRACK_END + 1)
_TRACK_HEIGHT = 52
_PLAYERS_AT = 315
_PLAYER_WIDTH, _PLAYER_HEIGHT = 470, 145
_ACROSS, _DOWN = _PLAYER_WIDTH + 10, _PLAYER_HEIGHT + 10
"""The distances from one player to the next."""
SMALL_WIDTH, SMALL_HEIGHT = 50, 62


def visible_part(view: View) -> View:
    """Return a copy of the view with only what the board's picture shows: without who has to decide or has decided.

    Views with equal results have the same picture.
    """
    players = tuple(msgspec.structs.replace(player, chosen=False) for player in view.players)
    return msgspec.structs.replace(view, owed={}, players=players)


def board(view: View, names: Sequence[str], words: Words, robots: Robots | None = None) -> Drawing:
    """Return the drawing of the table as everybody sees it; `robots` are the seats that computers play.

    `names` are plain names by seat.
    """
    rows = (view.seats + 1) // 2
    head = words.say("Round {round}", round=view.round) if view.result is None else words.say("Final score")
    svg = page(
        _PLAYERS_AT + rows * _DOWN + 15,
        heading("Visby", head, words.say("to {n} seals", n=view.target)),
        *_tracks(view, words),
        *(_players(view, row, names, words, robots or {}) for row in range(rows)),
    )
    return Drawing(
        svg, alt_text(f"Visby. {head}.", _tracks_description(view, words), *_players_description(view, names, words))
    )


def _tracks(view: View, words: Words) -> Iterator[str]:
    """Yield the SVG of the three tracks, each as a band of its own, then the Market's rates."""
    yield band_break(80) + _track("battle", words.say("Battle"), "seal", view.battle, palette.BRICK, 84)
    yield band_break(140) + _track("journey", words.say("Journey"), "ware", view.journey, palette.SEA, 144)
    yield band_break(200) + _track("market", words.say("Market"), None, view.market, palette.LEAF, 204)
    yield _rates(view.market, 204 + _TRACK_HEIGHT + 4)


def _players(view: View, row: int, names: Sequence[str], words: Words, robots: Robots) -> str:
    """Return the SVG of one row of players, two side by side, as a band of its own; rows count from 0."""
    y = _PLAYERS_AT + row * _DOWN
    pair = range(2 * row, min(2 * row + 2, view.seats))
    panels = (_player(view, seat, names, words, MARGIN + seat % 2 * _ACROSS, y, robots) for seat in pair)
    return band_break(y - 5) + "".join(panels)


@lru_cache(maxsize=256)
def _track(key: str, name: str, gift_sign: str | None, at: int, colour: str, y: float) -> str:
    """Return the SVG of a track with its name, its spaces, and its marker on space `at`. Cached.

    `key` is the name of the track's sign, `name` its translated name, `y` its upper edge. `gift_sign` is the sign of
    what the track gives, None if it gives nothing.
    """
    label = symbol(key, MARGIN, y + 8, 36, colour, palette.PARCHMENT)
    title = text(MARGIN + 46, y + 36, name, 28, bold=True, room=_CELLS_AT - MARGIN - 88)
    gift = symbol(gift_sign, _CELLS_AT - 40, y + 9, 34, colour, palette.PARCHMENT) if gift_sign else ""
    corners = [(_CELLS_AT + space * _CELL + 1, y) for space in range(TRACK_END + 1)]
    ground = boxes(corners[: at + 1], _CELL - 2, _TRACK_HEIGHT, palette.PAPER, palette.LINE, radius=6)
    ground += boxes(corners[at + 1 :], _CELL - 2, _TRACK_HEIGHT, palette.FADED, palette.LINE, radius=6)
    cells = [
        group(
            "" if space == at else text(_CELL / 2, 36, space, 28, fill=palette.MUTED, anchor="middle"),
            x=_CELLS_AT + space * _CELL,
            y=y,
            space=space,
        )
        for space in range(TRACK_END + 1)
    ]
    marker = group(
        tag("circle", r=23, fill=colour, stroke=palette.GOLD, stroke_width=4),
        text(0, 10, at, 28, bold=True, fill=palette.PAPER, anchor="middle"),
        x=_CELLS_AT + at * _CELL + _CELL / 2,
        y=y + _TRACK_HEIGHT / 2,
        marker=key,
        at=at,
    )
    return group(label, title, gift, ground, *cells, marker, track=key)


@cache
def _rates(market: int, y: float) -> str:
    """Return the SVG of the trading rates below the Market's spaces; `market` is the space of its marker. Cached.

    Neighbouring spaces with equal rates share one box. Boxes up to the marker are coloured, later ones faded.
    """
    pieces = []
    first = 0
    for space in range(1, TRACK_END + 2):
        if space <= TRACK_END and RATES[space] == RATES[first]:
            continue
        width = (space - first) * _CELL
        open_now = first <= market
        pieces.append(
            group(
                box(1, 0, width - 2, 34, palette.LEAF if open_now else palette.FADED, radius=6),
                text(
                    width / 2,
                    27,
                    terms.rate(first),
                    28,
                    fill=palette.PAPER if open_now else palette.MUTED,
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
            symbol("ware", _CELLS_AT - 106, y, 34, palette.SEA, palette.PARCHMENT),
            text(_CELLS_AT - 61, y + 26, ":", 28, bold=True, anchor="middle"),
            symbol("seal", _CELLS_AT - 50, y, 34, palette.BRICK, palette.PARCHMENT),
            *pieces,
        )
    )


def _player(view: View, seat: int, names: Sequence[str], words: Words, x: float, y: float, robots: Robots) -> str:
    """Return the SVG of a player's panel: name, seals, wares, and the eight cards.

    Signs mark the winner and a computer. `x` and `y` are its top left corner.
    """
    player = view.players[seat]
    won = view.result is not None and seat in view.result.winners
    wares_at = _PLAYER_WIDTH - 14 - amount_width(player.wares, 36)
    seals_at = wares_at - 16 - amount_width(player.seals, 36)
    left = seals_at - (46 if won else 0)
    won_mark = symbol("winner", left, 12, 36, palette.BRASS) if won else ""
    left -= 70 if seat in robots else 0
    return group(
        box(0, 0, _PLAYER_WIDTH, _PLAYER_HEIGHT, palette.PAPER, palette.SEAT_COLOURS[seat], line_width=3),
        name_plate(names, seat, words, 12.5, 10, left - 25, ground=palette.PAPER),
        won_mark,
        computer_mark(robots, seat, left - 4, 12),
        amount(
            "seal", player.seals, seals_at, 12.5, size=36, fill=palette.BRICK, ground=palette.PAPER, seals=player.seals
        ),
        amount(
            "ware", player.wares, wares_at, 12.5, size=36, fill=palette.SEA, ground=palette.PAPER, wares=player.wares
        ),
        *(_small_card(number, card, _card_place(player, card)) for number, card in enumerate(CARDS)),
        x=x,
        y=y,
        seat=seat,
    )


def _card_place(player: PlayerView, card: str) -> str:
    """Return where a player's card is: "played", "hand" or "discard"."""
    return "played" if card in player.played else "hand" if card in player.hand else "discard"


@cache
def _small_card(number: int, card: str, where: str) -> str:
    """Return the SVG of one of a player's eight cards in a panel; `number` is its position, from 0. Cached.

    `where` is "hand" (white), "played" (this round; in the card's colour and raised) or "discard" (an outline).
    """
    if where == "played":
        face = box(0, 0, SMALL_WIDTH, SMALL_HEIGHT, SIGN_COLOURS[card], palette.GOLD, radius=7, line_width=4)
        sign = symbol(card, 6, 12, 38, palette.PAPER, SIGN_COLOURS[card])
    elif where == "hand":
        face = box(0, 0, SMALL_WIDTH, SMALL_HEIGHT, "#FFFFFF", palette.INK, radius=7)
        sign = symbol(card, 6, 12, 38, SIGN_COLOURS[card], "#FFFFFF")
    else:
        face = box(0, 0, SMALL_WIDTH, SMALL_HEIGHT, "none", palette.LINE, radius=7, dashed=True)
        sign = symbol(card, 9, 15, 32, palette.FADED)
    shown = group(face, sign, x=2.5, y=2.5 if where == "played" else 10, card=card, where=where)
    return piece(7.5 + number * 57.5, 60, 55, 80, palette.PAPER, shown)


def _tracks_description(view: View, words: Words) -> str:
    """Return the sentence that describes the three tracks, for the alt text."""
    return words.say(
        "Battle {battle}, Journey {journey}, Market {market} ({rate}).",
        battle=view.battle,
        journey=view.journey,
        market=view.market,
        rate=terms.rate(view.market),
    )


def _players_description(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    """Yield a sentence for each player: seals, wares, played and discarded cards."""
    for seat, player in enumerate(view.players):
        facts = [terms.seals(words, player.seals), terms.wares(words, player.wares)]
        if player.played:
            facts.append(words.say("plays {cards}", cards=card_names(words, player.played)))
        if player.discard:
            facts.append(words.say("discarded: {cards}", cards=card_names(words, player.discard)))
        yield f"{names[seat]}: {', '.join(facts)}."


def card_names(words: Words, keys: Sequence[str]) -> str:
    """Return the names of cards, without emoji, joined by "and"."""
    return words.join_and([words.say(terms.CARDS[key]) for key in keys])
