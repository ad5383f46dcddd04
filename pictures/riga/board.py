"""Riga's board (`board`): rows of goods, buildings to take, players' quarters, the piles.

A quarter is the area with a player's name, points and buildings. The board does not show who has made a sealed choice,
so that a choice needs no new picture; the text below the board says it. `visible_part` reduces a view to what the
picture shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.labels import Robots, amount, amount_width, computer_mark, heading, name_plate
from pictures.lettering import text_width
from pictures.riga.elements import (
    CITY_COLOURS,
    MARGIN,
    TILE_SIZE,
    built_tile,
    card_edge,
    good,
    persons,
    prices,
    unbuilt_tile,
    without_emoji,
)
from pictures.shapes import band_break, box, group, next_band_line, page, symbol, text
from rules.riga.data import BUILDINGS, CITY, EXCHANGE, GOODS, KIND, PAYS
from rules.riga.view import BuiltView, PlayerView, RowView, View
from words import Words
from words.riga import terms

_TOP = 84
_ROW = 60
_ROW_WIDTH = 372
_CARDS_AT = 402
CARD_WIDTH, CARD_HEIGHT = 283, 116
_QUARTER_WIDTH, _QUARTER_PITCH = 470, 482
_MANY_GOODS = 4
"""From this many kinds of goods on, the prices on a small card move closer together."""
_PER_LINE = 7
_PITCH = TILE_SIZE + 3
_SEALED = ("start_building", "winter")
"""Decisions that all players make at the same time."""


def visible_part(view: View) -> View:
    """Return a copy of the view with only what the board's picture shows.

    Left out are who has made or still owes a sealed choice, what must be discarded, the function in use, and how many
    cards are drawn. Views with equal results have the same picture.
    """
    players = tuple(msgspec.structs.replace(player, chosen=False, must_discard=None) for player in view.players)
    owed = {seat: decision for seat, decision in view.owed.items() if decision not in _SEALED}
    return msgspec.structs.replace(view, owed=owed, players=players, function=None, drawn_count=0)


def board(view: View, names: Sequence[str], words: Words, robots: Robots | None = None) -> Drawing:
    """Return the drawing of the table as everybody sees it; `robots` are the seats that computers play.

    `names` are plain names by seat.
    """
    ends = _TOP + display_height(view)
    quarters, bottom = _quarters(view, names, words, next_band_line(ends), robots or {})
    head = _head(view, words)
    svg = page(
        bottom + 58,
        heading("Riga", head),
        band_break(_TOP - 4),
        display(view, words, _TOP),
        *quarters,
        band_break(bottom) + _piles(view, words, bottom + 4),
    )
    return Drawing(svg, alt_text(f"Riga. {head}.", *_description(view, names, words)))


def _head(view: View, words: Words) -> str:
    """Return the text beside the title: year and season, "Before the first year", or "Final score"."""
    if not view.year:
        return words.say("Before the first year")
    if view.result:
        return words.say("Final score")
    season = without_emoji(words.say(terms.SEASONS[view.season])) if view.season else words.say("Winter")
    return words.say("Year {year} of {years} · {season}", year=view.year, years=view.years, season=season)


def display(view: View, words: Words, top: float) -> str:
    """Return the SVG of what can be taken: rows of goods, and the buildings beside them; `top` is its upper edge."""
    cards = (*view.new, *view.old)
    return group(
        *(_row(row, number, view) for number, row in enumerate(view.rows, 1)),
        *(
            small_card(name, _CARDS_AT + n % 2 * (CARD_WIDTH + 8), n // 2 * (CARD_HEIGHT + 8), words, name in view.old)
            for n, name in enumerate(cards)
        ),
        y=top,
    )


def display_height(view: View) -> float:
    """Return the height of what `display` draws."""
    return max(len(view.rows) * _ROW, (len(view.new) + len(view.old) + 1) // 2 * (CARD_HEIGHT + 8)) - 3


def _row(row: RowView, number: int, view: View) -> str:
    """Return the SVG of a row of goods with its number (from 1) and value.

    The row has a thick frame if its goods were swapped this turn.
    """
    swapped = view.turn is not None and number in view.turn.swapped
    total = str(row.total)
    return group(
        box(
            0,
            0,
            _ROW_WIDTH,
            _ROW - 6,
            palette.PAPER,
            palette.BRASS if swapped else palette.LINE,
            line_width=5 if swapped else 2,
        ),
        text(22, 37, number, 28, bold=True, fill=palette.MUTED, anchor="middle"),
        *(good(key, 40 + number * 51, 3) for number, key in enumerate(row.goods)),
        text(_ROW_WIDTH - 12, 37, total, 30, bold=True, anchor="end"),
        text(_ROW_WIDTH - 20 - text_width(total, 30, bold=True), 37, "=", 28, fill=palette.MUTED, anchor="end"),
        x=MARGIN,
        y=(number - 1) * _ROW,
        row=number,
        total=total,
        swapped=int(swapped),
    )


def small_card(name: str, x: float, y: float, words: Words, old: bool = False) -> str:
    """Return the SVG of a building: kind, cost, points, merchants and knights, and what each good is worth as payment.

    `name` is its key. `old` means that it is on display for the last time, so it has a dashed frame and a clock.
    """
    building = BUILDINGS[name]
    colour = CITY_COLOURS[CITY[name]]
    worth = "*" if KIND[name] in ("lodge", "archive") else str(building.points)
    clock = symbol("clock", CARD_WIDTH - 35, 82, 28, palette.BRICK) if old else ""
    return group(
        box(0, 0, CARD_WIDTH, CARD_HEIGHT, palette.PAPER, colour, line_width=3, dashed=old),
        card_edge(name, 54, CARD_HEIGHT),
        text(61, 34, terms.kind(words, name), 28, bold=True, room=CARD_WIDTH - 64),
        symbol("coin", 61, 45, 28, palette.BRASS),
        text(93, 69, building.cost, 28, bold=True),
        symbol("points", 136, 44, 29, palette.BRICK),
        text(168, 69, worth, 28, bold=True),
        persons(name, 204, 45, 28),
        prices(name, 62, 81, 30, 58 if len(PAYS[CITY[name]]) < _MANY_GOODS else 54),
        clock,
        x=x,
        y=y,
        display=name,
        old=int(old),
    )


def _quarters(view: View, names: Sequence[str], words: Words, line: int, robots: Robots) -> tuple[list[str], int]:
    """Return the SVG of all players' quarters below y = `line`, two in each band, and the y where they end."""
    quarters = []
    for first in range(0, view.seats, 2):
        pair = range(first, min(first + 2, view.seats))
        height = _quarter_height([view.players[seat] for seat in pair])
        quarters.append(band_break(line))
        for seat in pair:
            quarters.append(
                _quarter(view, seat, names, words, MARGIN + seat % 2 * _QUARTER_PITCH, line + 6, height, robots)
            )
        line = next_band_line(line + 6 + height + 6)
    return quarters, line


def quarter(
    view: View, seat: int, names: Sequence[str], words: Words, y: float, robots: Robots, *, right: bool = False
) -> tuple[str, float]:
    """Return the SVG of one player's quarter in the left half of the picture, and its height; `y` is its upper edge.

    With `right` it is in the right half.
    """
    height = _quarter_height([view.players[seat]])
    return _quarter(view, seat, names, words, MARGIN + _QUARTER_PITCH * right, y, height, robots), height


def _quarter_height(players: Sequence[PlayerView]) -> int:
    """Return the height of the quarters of these players, who are drawn side by side."""
    lines = max(1, *(-(-_tile_count(player) // _PER_LINE) for player in players))
    return 112 + lines * (TILE_SIZE + 6) + 6


def _tile_count(player: PlayerView) -> int:
    """Return the number of tiles in a player's quarter: built buildings, and Riga buildings that are not built yet."""
    return len(player.built) + len(player.riga)


def _quarter(
    view: View, seat: int, names: Sequence[str], words: Words, x: float, y: float, height: float, robots: Robots
) -> str:
    """Return the SVG of a player's quarter: name, points, merchants, knights, size of the hand, and buildings.

    The buildings are the built ones, then those of Riga that the player may still build. The frame is golden in the
    player's turn, and golden and dashed if they have to decide while it is not their turn; sealed choices are not
    marked. Signs mark the winner, the starting player and a computer. `x` and `y` are its top left corner.
    """
    player = view.players[seat]
    turn = view.turn is not None and view.turn.seat == seat
    asked = not turn and view.result is None and view.owed.get(seat, _SEALED[0]) not in _SEALED
    points_at = _QUARTER_WIDTH - 14 - amount_width(player.points, 36)
    starts = view.starter == seat and view.year > 0 and view.result is None
    won = view.result is not None and seat in view.result.winners
    mark_at = points_at - 46
    mark = symbol("winner" if won else "start", mark_at, 12, 34, palette.BRASS) if won or starts else ""
    left = mark_at if mark else points_at
    left -= 70 if seat in robots else 0
    glow = box(-3, -3, _QUARTER_WIDTH + 6, height + 6, "none", palette.GOLD, radius=13, line_width=6, dashed=asked)
    built = [
        built_tile(each.building, *_tile_position(number), state=_function_state(each, player), person=player.person)
        for number, each in enumerate(player.built)
    ]
    unbuilt = [unbuilt_tile(name, *_tile_position(len(built) + number)) for number, name in enumerate(player.riga)]
    return group(
        glow if turn or asked else "",
        box(0, 0, _QUARTER_WIDTH, height, palette.PAPER, palette.SEAT_COLOURS[seat], line_width=3),
        name_plate(names, seat, words, 12, 10, left - 22),
        mark,
        computer_mark(robots, seat, left, 12),
        amount("points", player.points, points_at, 12, size=36, fill=palette.BRICK, points=player.points),
        amount("merchants", player.merchants, 16, 62, size=36, merchants=player.merchants),
        amount("knights", player.knights, 116, 62, size=36, knights=player.knights),
        _hand_size(player),
        *built,
        *unbuilt,
        x=x,
        y=y,
        seat=seat,
        turn=int(turn),
        asked=int(asked),
        starter=int(starts),
    )


def _hand_size(player: PlayerView) -> str:
    """R27: return the SVG of how many goods and buildings a player holds."""
    return "".join(
        (
            symbol("cards", 226, 62, 34, palette.MUTED, palette.PAPER),
            amount("ware", player.goods, 272, 62, size=34, fill=palette.SEA, goods=player.goods),
            amount("building", player.buildings, 368, 62, size=34, fill=palette.BRICK, buildings=player.buildings),
        )
    )


def _tile_position(number: int) -> tuple[float, float]:
    """Return the top left corner (x, y) of a tile in its quarter; `number` is the tile's index."""
    return 11 + number % _PER_LINE * _PITCH, 110 + number // _PER_LINE * (TILE_SIZE + 6)


def _function_state(each: BuiltView, player: PlayerView) -> str:
    """Return the state of a built building's function, or "".

    - "fresh": the building was built this turn.
    - "full": it is an Exchange that holds money.
    - "used" or "ready": the function can be used once, and was or was not used.
    - "": the function is permanent, the building only scores, or it is an Exchange without money.
    """
    if each.fresh:
        return "fresh"
    if each.building == EXCHANGE:
        return "full" if player.exchange else ""
    if KIND[each.building] in terms.SINGLE_USE_KINDS:
        return "used" if each.used else "ready"
    return ""


def _piles(view: View, words: Words, y: float) -> str:
    """Return the SVG of the bottom line: the cards left in both piles, and the discarded goods and buildings.

    Everything is a sign with a number; `y` is the upper edge.
    """
    x = float(MARGIN)
    shapes = [amount("ware", view.goods_pile, x, y, fill=palette.SEA, goods_pile=view.goods_pile)]
    x += 120
    shapes.append(amount("building", view.buildings_pile, x, y, fill=palette.BRICK, buildings_pile=view.buildings_pile))
    x += 130
    title = words.say("Discarded")
    shapes.append(text(x, y + 30, title, 28, fill=palette.MUTED, room=190))
    x += min(190.0, text_width(title, 28)) + 18
    for key in GOODS:
        count = view.goods_discard[key]
        shapes.append(
            group(good(key, 0, 2, 36), text(44, 30, count, 28, bold=True), x=x, y=y, discard=key, count=count)
        )
        x += 96
    count = view.buildings_discard
    shapes.append(amount("building", count, x, y, size=36, fill=palette.MUTED, buildings_discard=count))
    return "".join(shapes)


def _description(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    """Yield the sentences that describe the board: rows, buildings to take, each player.

    A player's sentence names points, size of the hand, and what is built, with " (used up)" or " (new)".
    """
    for number, row in enumerate(view.rows, 1):
        goods = without_emoji(terms.goods(words, row.goods))
        yield words.say("Row {row}: {goods} ({total}).", row=number, goods=goods, total=row.total)
    display = ", ".join(terms.building_name(words, name) for name in (*view.new, *view.old))
    if display:
        yield words.say("On display: {buildings}.", buildings=display)
    for seat, player in enumerate(view.players):
        facts = [terms.points(words, player.points), terms.hand_size(words, player.goods, player.buildings)]
        built = ", ".join(
            f"{terms.building_name(words, each.building)}{_state_note(words, _function_state(each, player))}"
            for each in player.built
        )
        if built:
            facts.append(words.say("built {buildings}", buildings=built))
        yield f"{names[seat]}: {', '.join(facts)}."


def _state_note(words: Words, state: str) -> str:
    """Return " (used up)" or " (new)" for the description; "" for other states."""
    if state == "used":
        return " " + words.say("(used up)")
    return " " + words.say("(new)") if state == "fresh" else ""
