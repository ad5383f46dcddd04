"""The final picture of any game: places, the parts of the scores, and a line chart of the scores over the rounds.

`final_picture` draws it from a `ScoreHistory`. `seat_line` and `line_end_shields` are used by other charts too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.labels import amount, amount_width, drawable_name, heading, name_plate, shield
from pictures.lettering import display_text, text_width, wrap_text
from pictures.shapes import box, group, page, symbol, tag, text
from rules.contract import Result, Standing
from words import Words
from words import score_text as score_words
from words.ending_text import format_number

RoundScores = Sequence[tuple[int, tuple[int, ...]]]
"""Pairs of the number of finished rounds and everybody's score then, in order."""


class ScoreHistory(msgspec.Struct, frozen=True):
    """Everybody's score after each round of a finished game, and the parts of the final scores.

    `painters.score_history` makes it.
    """

    game: str
    """The game's key."""
    rounds: RoundScores
    """Everybody's score after each round."""
    standings: tuple[Standing, ...] = ()
    """The final score of each seat with its parts; empty if the game does not tell the parts."""


_LEFT, _RIGHT, _TOP = 482, 916, 110
_MIN_HEIGHT = 640
_BELOW = 84
"""Space below the chart for its axis."""
_ROW = 76
_LINE, _NEXT = 42, 34
"""Height of a part in the table of parts, and of each further line of its label."""
_EDGE = 414
"""The right edge of that table."""
_SHIELD, _GAP = 32, 12
_APART = 34
"""The least distance between shields at the ends of the lines."""


def first_scores_by_round(course: Iterable[tuple[int, tuple[int, ...]]]) -> list[tuple[int, tuple[int, ...]]]:
    """Return each number of finished rounds with everybody's scores at the first position that has it, in order.

    `course` has a pair (number of finished rounds, everybody's scores) for each position of a game. Later positions
    with the same number are ignored, because they belong to the next round.
    """
    rounds: dict[int, tuple[int, ...]] = {}
    for number, scores in course:
        rounds.setdefault(number, scores)
    return list(rounds.items())


def final_picture(
    game: str,
    result: Result | None,
    names: Sequence[str],
    words: Words,
    history: ScoreHistory,
    sign: str,
    axis: str,
    counts: str = "",
) -> Drawing:
    """Return the drawing of winners, places, parts of the scores and chart, with its description.

    `game` is the game's title, `names` are plain names. `sign` is the name of the sign that is drawn beside a score,
    `axis` the translated label below the chart, `counts` a caption for what the lines count ("" for none). Raises
    `AssertionError` if `result` is None.
    """
    assert result is not None
    order = sorted(range(len(names)), key=lambda seat: (result.places[seat], seat))
    winners = words.join_and([drawable_name(names, seat, words) for seat in result.winners])
    won = words.many("{names} wins", "{names} win together", len(result.winners), names=winners)
    parts = score_words.score_rows(words, history.game, history.standings)
    table, ends = _parts_table(parts, order, 96 + len(order) * _ROW + 8)
    height = max(_MIN_HEIGHT, ends + 16)
    rounds, bottom = history.rounds, height - _BELOW
    svg = page(
        height,
        heading(game, won),
        *(_placing(result, seat, names, words, sign, 96 + row * _ROW) for row, seat in enumerate(order)),
        table,
        _axes(rounds, axis, bottom),
        text(_LEFT, _TOP - 20, counts, 28, fill=palette.MUTED) if counts else "",
        *(_score_line(rounds, seat, bottom) for seat in range(len(names))),
        *line_end_shields([(_y(rounds, score, bottom), seat) for score, seat in _last_scores(rounds)], _RIGHT, bottom),
    )
    places = [f"{result.places[seat]}. {names[seat]}: {format_number(result.scores[seat])}." for seat in order]
    made = [f"{row.label}: {', '.join(f'{names[seat]} {row.shown(seat)}' for seat in order)}." for row in parts]
    over = words.say("Score by round:") if rounds else ""
    over = f"{counts}. {over}" if counts and over else over
    lines = [f"{names[seat]} {' '.join(format_number(scores[seat]) for _, scores in rounds)}." for seat in order]
    return Drawing(svg, alt_text(f"{game}.", *places, *made, over, *(lines if rounds else ())))


def _parts_table(parts: Sequence[score_words.ScoreRow], order: Sequence[int], y: float) -> tuple[str, float]:
    """Return the SVG of the table of the scores' parts, one row per part and one column per seat, and its lower edge.

    `order` are the seats from left to right, `y` is the upper edge. If a label would be cut beside its numbers, all
    labels stand above their numbers. Without parts the result is "" and `y`.
    """
    if not parts:
        return "", y
    widest = max(text_width(display_text(amount), palette.MIN_TEXT_SIZE) for row in parts for amount in row.amounts)
    labelled = max(text_width(row.label, palette.MIN_TEXT_SIZE) for row in parts)
    # Columns are as wide as the room beside the longest label allows, and wide enough that numbers do not touch.
    least = min(max(_SHIELD, widest) + _GAP, (_EDGE - 24) / len(order))
    width = max(least, min(60, (_EDGE - 24 - 32 - labelled) / len(order)))
    columns = {seat: _EDGE - width * (len(order) - place) + width / 2 for place, seat in enumerate(order)}
    beside = _EDGE - width * len(order) - 24 - 8
    # If a label would be cut beside its numbers, all labels go above them.
    above = any("…" in line for row in parts for line in wrap_text(row.label, beside, palette.MIN_TEXT_SIZE, lines=2))
    drawn = [shield(seat, x - _SHIELD / 2, 0, _SHIELD) for seat, x in columns.items()]
    at = _LINE
    for row in parts:
        labels = wrap_text(row.label, _EDGE - 24 if above else beside, palette.MIN_TEXT_SIZE, lines=1 if above else 2)
        ink = palette.MUTED if row.tie else palette.INK
        stands = at + 31 + (_NEXT if above else 0)
        cells = [
            text(x, stands, amount, palette.MIN_TEXT_SIZE, anchor="middle", fill=ink, seat=seat, amount=amount)
            for seat, x in columns.items()
            for amount in (row.amounts[seat],)
        ]
        rule = tag("path", d=f"M24 {at}H{_EDGE}", stroke=palette.LINE, stroke_width=2)
        said = [text(24, at + 31 + _NEXT * n, label, palette.MIN_TEXT_SIZE, fill=ink) for n, label in enumerate(labels)]
        drawn.append(group(rule, *said, *cells, part=row.key))
        at += _LINE + _NEXT * (1 if above else len(labels) - 1)
    return group(*drawn, y=y), y + at


def _placing(result: Result, seat: int, names: Sequence[str], words: Words, sign: str, y: float) -> str:
    """Return the SVG of a seat's box: place (a cup for the first), name and score.

    `sign` is the name of the symbol drawn beside the score. `y` is the box's upper edge.
    """
    score = result.scores[seat]
    score_at = 404 - amount_width(score, 36)
    first = result.places[seat] == 1
    return group(
        box(
            24, 0, 390, _ROW - 12, palette.PAPER, palette.BRASS if first else palette.LINE, line_width=4 if first else 2
        ),
        symbol("winner", 32, 14, 36, palette.BRASS)
        if first
        else text(50, 42, result.places[seat], 28, anchor="middle"),
        name_plate(names, seat, words, 76, 12, score_at - 86),
        amount(sign, score, score_at, 14, size=36, fill=palette.BRICK, score=score),
        y=y,
        place=result.places[seat],
        seat=seat,
    )


def _scale(rounds: RoundScores) -> tuple[int, int, int]:
    """Return the lowest and the highest value on the y axis, and the step between its lines (at most about 7 lines).

    Both values are multiples of the step; the axis always includes 0 and 1.
    """
    scores = [score for _, row in rounds for score in row] or [0]
    low, high = min(0, *scores, 0), max(1, *scores, 1)
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**6) if (high - low) / step <= 6)
    return low // step * step, -(-high // step) * step, step


def _x(rounds: RoundScores, column: int) -> float:
    """Return the x coordinate of a round in the chart; `column` is the round's index in `rounds`."""
    return _LEFT + (_RIGHT - _LEFT) * column / max(1, len(rounds) - 1)


def _y(rounds: RoundScores, score: int, bottom: float) -> float:
    """Return the y coordinate of a score in the chart; `bottom` is that of the lowest value."""
    low, high, _ = _scale(rounds)
    return bottom - (bottom - _TOP) * (score - low) / (high - low)


def _axes(rounds: RoundScores, axis: str, bottom: float) -> str:
    """Return the SVG of the horizontal lines with their values, the rounds' numbers below, and the label `axis`.

    If not all rounds' numbers fit, only every second, third … is drawn. `bottom` is the y of the lowest value.
    """
    low, high, step = _scale(rounds)
    across = [
        tag("path", d=f"M{_LEFT} {_y(rounds, value, bottom):.1f}H{_RIGHT}", stroke=palette.LINE, stroke_width=2)
        + text(_LEFT - 10, _y(rounds, value, bottom) + 9, value, 28, fill=palette.MUTED, anchor="end")
        for value in range(low, high + 1, step)
    ]
    widest = max((text_width(str(number), 28) for number, _ in rounds), default=0) + 14
    every = max(1, -(-int(widest * max(1, len(rounds) - 1)) // (_RIGHT - _LEFT)))
    shown = [column for column in range(len(rounds)) if column % every == 0]
    down = [
        text(_x(rounds, column), bottom + 32, rounds[column][0], 28, fill=palette.MUTED, anchor="middle")
        for column in shown
    ]
    title = text((_LEFT + _RIGHT) / 2, bottom + 70, axis, 28, fill=palette.MUTED, anchor="middle")
    return "".join((*across, *down, title))


def _score_line(rounds: RoundScores, seat: int, bottom: float) -> str:
    """Return the SVG of a seat's line through its scores; `bottom` is the y of the lowest value."""
    points = [(_x(rounds, column), _y(rounds, scores[seat], bottom)) for column, (_, scores) in enumerate(rounds)]
    return seat_line(seat, points, data_scores=" ".join(str(scores[seat]) for _, scores in rounds))


def seat_line(seat: int, points: Iterable[tuple[float, float]], **data: str) -> str:
    """Return the SVG of a line through the points in the seat's colour and dashes; `data` become SVG attributes."""
    return tag(
        "polyline",
        points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points),
        fill="none",
        stroke=palette.SEAT_COLOURS[seat],
        stroke_width=5,
        stroke_linejoin="round",
        stroke_dasharray=palette.SEAT_DASHES[seat],
        data_line=seat,
        **data,
    )


def _last_scores(rounds: RoundScores) -> list[tuple[int, int]]:
    """Return (score, seat) for each seat after the last round; [] without rounds."""
    return [(score, seat) for seat, score in enumerate(rounds[-1][1])] if rounds else []


def line_end_shields(lines: Sequence[tuple[float, int]], right: float, bottom: float) -> list[str]:
    """Return the SVG of each seat's shield at the end of its line, moved apart where lines end close together.

    Each shield comes with a stroke that joins it to its line; the topmost is first. `lines` are pairs (y where a line
    ends, its seat); `right` is the x where all lines end. No shield has its middle below y = `bottom`.
    """
    low = float("-inf")
    places = []
    for wanted, seat in sorted(lines):
        low = max(wanted, low + _APART)
        places.append((low, wanted, seat))
    for place in reversed(range(len(places))):  # Shields that would lie too low push up those above them.
        at, wanted, seat = places[place]
        places[place] = (min(at, bottom), wanted, seat)
        bottom = places[place][0] - _APART
    return [
        tag(
            "path",
            d=f"M{right} {wanted:.1f}L{right + 26} {at:.1f}",
            stroke=palette.SEAT_COLOURS[seat],
            stroke_width=3,
        )
        + shield(seat, right + 26, at - 15, _SHIELD)
        for at, wanted, seat in places
    ]
