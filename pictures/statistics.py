"""What somebody has played in a picture: places, scores, and games with wins as bars, a rating as a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pictures import palette
from pictures.drawing import Drawing, describe
from pictures.lettering import writable
from pictures.shapes import box, group, page, tag, text
from words import Words

_TOP, _HIGH, _LATEST = 96, 330, 24
"""Where the charts begin, how high they are, and how many of the latest games they show."""
_MARGIN, _THICKEST = 24, 70


class Played(msgspec.Struct, frozen=True):
    """What is drawn: plain numbers."""

    head: str
    places: Mapping[int, int]
    """How often which place."""
    scores: Sequence[int]
    """Oldest first."""
    course: Sequence[int]
    """The rating, oldest first."""
    games: Sequence[tuple[str, int, int]]
    """Title, games and wins of each game."""


def drawn(played: Played, words: Words) -> Drawing:
    """Draw two or three charts side by side, of those there is something to show for."""
    charts: list[_Bars | _Line] = [_places(played, words)]
    if len(played.games) > 1:
        charts.append(_games(played, words))
    if played.scores:
        charts.append(_scores(played, words))
    if len(played.course) > 1:
        charts.append(_course(played, words))
    wide = (palette.WIDTH - _MARGIN * (len(charts) + 1)) / len(charts)
    boxes = [
        group(box(0, 0, wide, _HIGH, palette.PAPER, palette.LINE), chart.draw(wide), x=x, y=_TOP, chart=chart.kind)
        for chart, x in ((chart, _MARGIN + number * (wide + _MARGIN)) for number, chart in enumerate(charts))
    ]
    head = text(
        _MARGIN, 60, writable(played.head) or "?", 40, bold=True, fill=palette.BRICK, room=palette.WIDTH - 2 * _MARGIN
    )
    return Drawing(
        page(_TOP + _HIGH + _MARGIN, head, *boxes),
        describe(f"{played.head}.", *(f"{chart.title}: {chart.said}." for chart in charts)),
    )


class _Bars(msgspec.Struct, frozen=True):
    """Bars with a label below and a number above each; `part` of each is filled darker."""

    kind: str
    title: str
    bars: Sequence[tuple[str, int, int]]
    """Label, number, and how much of it is filled darker."""
    numbered: bool = True
    """Every bar has its number; else only those that are darker."""

    @property
    def said(self) -> str:
        parts = self.kind == "games"
        return ", ".join(
            f"{label} {number}{f' ({dark})' if parts else ''}".strip() for label, number, dark in self.bars
        )

    def draw(self, wide: float) -> str:
        low, high = min(0, *(n for _, n, _ in self.bars)), max(1, *(n for _, n, _ in self.bars))
        step, room = (wide - 32) / len(self.bars), _HIGH - 148
        scale = room / (high - low)
        zero, parts = 92 + high * scale, [_title(self.title, wide)]
        for place, (label, number, dark) in enumerate(self.bars):
            thick = min(step * 0.8, _THICKEST)
            x = 16 + place * step + (step - thick) / 2
            for amount, fill in ((number, palette.BRASS), (dark, palette.BRICK)):
                top = zero - max(0, amount) * scale
                parts.append(box(x, top, thick, abs(amount) * scale, fill, bend=3))
            if number and (self.numbered or dark):
                parts.append(text(x + thick / 2, zero - number * scale - 8, number, palette.LEAST, anchor="middle"))
            if label:
                parts.append(
                    text(
                        x + thick / 2, _HIGH - 16, label, palette.LEAST, fill=palette.MUTED, anchor="middle", room=step
                    )
                )
        return "".join(parts)


class _Line(msgspec.Struct, frozen=True):
    """A line over the games, with its first and last number."""

    kind: str
    title: str
    numbers: Sequence[int]

    @property
    def said(self) -> str:
        return " ".join(map(str, self.numbers))

    def draw(self, wide: float) -> str:
        low, high = min(self.numbers), max(self.numbers)
        left, right, top, bottom = 24, wide - 24, 76, _HIGH - 60
        points = [
            (
                left + (right - left) * place / (len(self.numbers) - 1),
                bottom - (bottom - top) * (number - low) / max(1, high - low),
            )
            for place, number in enumerate(self.numbers)
        ]
        line = tag(
            "polyline",
            points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points),
            fill="none",
            stroke=palette.SEA,
            stroke_width=5,
            stroke_linejoin="round",
            data_numbers=self.said,
        )
        return "".join(
            (
                _title(self.title, wide),
                line,
                text(left, _HIGH - 16, self.numbers[0], palette.LEAST, fill=palette.MUTED),
                text(right, _HIGH - 16, self.numbers[-1], palette.LEAST, bold=True, anchor="end"),
            )
        )


def _title(title: str, wide: float) -> str:
    return text(16, 42, title, palette.LEAST, bold=True, room=wide - 32)


def _places(played: Played, words: Words) -> _Bars:
    last = max(played.places, default=1)
    bars = [(f"{place}.", played.places.get(place, 0), 0) for place in range(1, max(2, last) + 1)]
    first, *others = bars
    return _Bars("places", words.say("Places"), [(first[0], first[1], first[1]), *others])


def _games(played: Played, words: Words) -> _Bars:
    return _Bars("games", words.say("Games and wins"), played.games)


def _scores(played: Played, words: Words) -> _Bars:
    latest = played.scores[-_LATEST:]
    best = max(latest)
    bars = [("", score, score if score == best else 0) for score in latest]
    return _Bars("scores", words.say("Scores"), bars, numbered=len(latest) <= 6)


def _course(played: Played, words: Words) -> _Line:
    return _Line("rating", words.say("Rating"), played.course[-_LATEST:])
