"""The end of any game in a picture: the placings, and everybody's score over the rounds as lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pictures import palette
from pictures.drawing import Drawing, describe
from pictures.lettering import width
from pictures.shapes import (
    amount,
    amount_width,
    badge,
    box,
    group,
    heading,
    name_plate,
    page,
    shown_name,
    symbol,
    tag,
    text,
)
from rules.contract import Result
from words import Words

History = Sequence[tuple[int, tuple[int, ...]]]
"""How many rounds were over, and everybody's score then, in order."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 482, 916, 110, 556
_ROW = 76
_APART = 34
"""So far apart stand the shields at the lines' ends."""


def by_round(course: Iterable[tuple[int, tuple[int, ...]]]) -> list[tuple[int, tuple[int, ...]]]:
    """Keep of all scores the first after each round: what the next one brings does not count for it."""
    rounds: dict[int, tuple[int, ...]] = {}
    for number, scores in course:
        rounds.setdefault(number, scores)
    return list(rounds.items())


def final(
    game: str,
    result: Result | None,
    names: Sequence[str],
    words: Words,
    history: History,
    sign: str,
    axis: str,
) -> Drawing:
    """Draw the placings and the chart."""
    assert result is not None
    order = sorted(range(len(names)), key=lambda seat: (result.places[seat], seat))
    winners = words.both([shown_name(names, seat, words) for seat in result.winners])
    won = words.many("{names} wins", "{names} win together", len(result.winners), names=winners)
    svg = page(
        640,
        heading(game, won),
        *(_placing(result, seat, names, words, sign, 96 + row * _ROW) for row, seat in enumerate(order)),
        _frame(history, axis),
        *(_line(history, seat) for seat in range(len(names))),
        *_ends(history),
    )
    places = [f"{result.places[seat]}. {names[seat]}: {result.scores[seat]}." for seat in order]
    over = words.say("Scores over the rounds:") if history else ""
    lines = [f"{names[seat]} {' '.join(str(scores[seat]) for _, scores in history)}." for seat in order]
    return Drawing(svg, describe(f"{game}.", *places, over, *(lines if history else ())))


def _placing(result: Result, seat: int, names: Sequence[str], words: Words, sign: str, y: float) -> str:
    score = result.scores[seat]
    score_at = 404 - amount_width(score, 36)
    first = result.places[seat] == 1
    return group(
        box(24, 0, 390, _ROW - 12, palette.PAPER, palette.BRASS if first else palette.LINE, thick=4 if first else 2),
        symbol("winner", 32, 14, 36, palette.BRASS)
        if first
        else text(50, 42, result.places[seat], 28, anchor="middle"),
        name_plate(names, seat, words, 76, 12, score_at - 86),
        amount(sign, score, score_at, 14, size=36, fill=palette.BRICK, score=score),
        y=y,
        place=result.places[seat],
        seat=seat,
    )


def _scale(history: History) -> tuple[int, int, int]:
    """Return the lowest and highest line of the frame and the step between lines."""
    scores = [score for _, row in history for score in row] or [0]
    low, high = min(0, *scores, 0), max(1, *scores, 1)
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**6) if (high - low) / step <= 6)
    return low // step * step, -(-high // step) * step, step


def _x(history: History, column: int) -> float:
    return _LEFT + (_RIGHT - _LEFT) * column / max(1, len(history) - 1)


def _y(history: History, score: int) -> float:
    low, high, _ = _scale(history)
    return _BOTTOM - (_BOTTOM - _TOP) * (score - low) / (high - low)


def _frame(history: History, axis: str) -> str:
    low, high, step = _scale(history)
    across = [
        tag("path", d=f"M{_LEFT} {_y(history, value):.1f}H{_RIGHT}", stroke=palette.LINE, stroke_width=2)
        + text(_LEFT - 10, _y(history, value) + 9, value, 28, fill=palette.MUTED, anchor="end")
        for value in range(low, high + 1, step)
    ]
    widest = max((width(str(number), 28) for number, _ in history), default=0) + 14
    every = max(1, -(-int(widest * max(1, len(history) - 1)) // (_RIGHT - _LEFT)))
    shown = [column for column in range(len(history)) if column % every == 0]
    down = [
        text(_x(history, column), _BOTTOM + 32, history[column][0], 28, fill=palette.MUTED, anchor="middle")
        for column in shown
    ]
    title = text((_LEFT + _RIGHT) / 2, _BOTTOM + 70, axis, 28, fill=palette.MUTED, anchor="middle")
    return "".join((*across, *down, title))


def _line(history: History, seat: int) -> str:
    points = " ".join(
        f"{_x(history, column):.1f},{_y(history, scores[seat]):.1f}" for column, (_, scores) in enumerate(history)
    )
    return tag(
        "polyline",
        points=points,
        fill="none",
        stroke=palette.SEATS[seat],
        stroke_width=5,
        stroke_linejoin="round",
        stroke_dasharray=palette.DASHES[seat],
        data_line=seat,
        data_scores=" ".join(str(scores[seat]) for _, scores in history),
    )


def _ends(history: History) -> list[str]:
    """Put every seat's shield where its line ends, moved apart where lines end close together."""
    if not history:
        return []
    ends = sorted(((_y(history, score), seat) for seat, score in enumerate(history[-1][1])))
    low = float("-inf")
    places = []
    for wanted, seat in ends:
        low = max(wanted, low + _APART)
        places.append((low, wanted, seat))
    over = max(0.0, places[-1][0] - _BOTTOM)
    return [
        tag(
            "path",
            d=f"M{_RIGHT} {wanted:.1f}L{_RIGHT + 26} {at - over:.1f}",
            stroke=palette.SEATS[seat],
            stroke_width=3,
        )
        + badge(seat, _RIGHT + 26, at - over - 15, 32)
        for at, wanted, seat in places
    ]
