"""Pictures of the statistics of a person (`person_picture`) or a server (`server_picture`): bar and line charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.lettering import drawable_text
from pictures.shapes import box, group, page, tag, text
from words import Words
from words.ending_text import format_place

_TOP, _HEIGHT, _MAX_GAMES = 96, 340, 24
"""Where the charts begin, their height, and the most games they show."""
_MARGIN, _MAX_BAR_WIDTH = 24, 100
_SIZE = 38
"""Text size; larger than the minimum, because there is room."""


class PersonStatistics(msgspec.Struct, frozen=True):
    """The numbers that are drawn for a person: places, scores, ratings, and games played and won.

    The statistics page makes it from the finished games.
    """

    head: str
    """The heading."""
    places: Mapping[int, int]
    """How often the person got each place, by place from 1."""
    scores: Sequence[int]
    """The person's scores, oldest first."""
    course: Sequence[int]
    """The person's rating after each game, oldest first."""
    games: Sequence[tuple[str, int, int]]
    """For each game (not each table) its title, how often the person played it, and how often they won."""


class ServerStatistics(msgspec.Struct, frozen=True):
    """The numbers that are drawn for a server: games played, by game and by number of players, and winning scores.

    The statistics page makes it from the finished games.
    """

    head: str
    """The heading."""
    games: Sequence[tuple[str, int]]
    """For each game (not each table) its title and how often it was played."""
    sizes: Mapping[int, int]
    """How many games were played, by number of players."""
    scores: Sequence[int]
    """The winners' scores, oldest first."""


def person_picture(played: PersonStatistics, words: Words) -> Drawing:
    """Return the drawing of a person's statistics: places, games and wins, scores, and rating.

    The chart of places is always drawn. The charts of games and of the rating are left out with fewer than two values,
    the chart of scores without a score.
    """
    charts: list[_BarChart | _LineChart] = [_places(played, words)]
    if len(played.games) > 1:
        charts.append(_BarChart("games", words.say("Games and wins"), played.games))
    if played.scores:
        charts.append(_scores(played.scores, words.say("Scores")))
    if len(played.course) > 1:
        charts.append(_course(played, words))
    return _arrange(played.head, charts)


def server_picture(played: ServerStatistics, words: Words) -> Drawing:
    """Return the drawing of a server's statistics: games, players per game, and winning scores.

    The chart of players per game is always drawn. The chart of games is left out with fewer than two games, the chart
    of scores without a score.
    """
    sizes = [(str(size), games, 0) for size, games in played.sizes.items()]
    charts: list[_BarChart | _LineChart] = [_BarChart("sizes", words.say("Players per game"), sizes)]
    if len(played.games) > 1:
        games = [(title, games, 0) for title, games in played.games]
        charts.insert(0, _BarChart("games", words.say("Games"), games))
    if played.scores:
        charts.append(_scores(played.scores, words.say("Winning scores")))
    return _arrange(played.head, charts)


def _arrange(head: str, charts: Sequence[_BarChart | _LineChart]) -> Drawing:
    """Return a drawing with the heading `head` and the charts: two in the first row, the others below.

    Three in a row would be too narrow to read on a phone. A heading that our fonts cannot draw becomes "?".
    """
    boxes, y = [], _TOP
    for row in (charts[:2], charts[2:]):
        width = (palette.WIDTH - _MARGIN * (len(row) + 1)) / max(1, len(row))
        for number, chart in enumerate(row):
            x, frame = _MARGIN + number * (width + _MARGIN), box(0, 0, width, _HEIGHT, palette.PAPER, palette.LINE)
            boxes.append(group(frame, chart.draw(width), x=x, y=y, chart=chart.kind))
        y += _HEIGHT + _MARGIN if row else 0
    title = text(
        _MARGIN, 64, drawable_text(head) or "?", 44, bold=True, fill=palette.BRICK, room=palette.WIDTH - 2 * _MARGIN
    )
    return Drawing(page(y, title, *boxes), alt_text(f"{head}.", *(f"{chart.title}: {chart.alt}." for chart in charts)))


class _BarChart(msgspec.Struct, frozen=True):
    """A bar chart with a label below and a number above each bar. The functions of this module make and draw them.

    `draw` returns its SVG, `alt` describes it. Bars start at 0; those of negative numbers go down.
    """

    kind: str
    """A key for tests; "games" also puts the darker part into the description."""
    title: str
    bars: Sequence[tuple[str, int, int]]
    """Label, number, and how much of that number is drawn darker (0 for none)."""
    numbered: bool = True
    """True if every bar has its number; otherwise only bars with a darker part."""

    @property
    def alt(self) -> str:
        """Return the bars as text, "label number, label number".

        In the chart of games, the number of wins follows in brackets.
        """
        parts = self.kind == "games"
        return ", ".join(
            f"{label} {number}{f' ({dark})' if parts else ''}".strip() for label, number, dark in self.bars
        )

    def draw(self, width: float) -> str:
        """Return the SVG of this chart: its title, the bars, their numbers, and labels below; `width` is in units.

        A bar of 0 has no number. Unless `numbered`, only bars with a dark part have one.
        """
        low, high = min(0, *(n for _, n, _ in self.bars)), max(1, *(n for _, n, _ in self.bars))
        step, room = (width - 32) / len(self.bars), _HEIGHT - 168
        scale = room / (high - low)
        zero, parts = 106 + high * scale, [_title(self.title, width)]
        for place, (label, number, dark) in enumerate(self.bars):
            thick = min(step * 0.8, _MAX_BAR_WIDTH)
            x = 16 + place * step + (step - thick) / 2
            for amount, fill in ((number, palette.BRASS), (dark, palette.BRICK)):
                top = zero - max(0, amount) * scale
                parts.append(box(x, top, thick, abs(amount) * scale, fill, radius=3))
            if number and (self.numbered or dark):
                parts.append(text(x + thick / 2, zero - number * scale - 8, number, _SIZE, anchor="middle"))
            if label:
                parts.append(
                    text(x + thick / 2, _HEIGHT - 18, label, _SIZE, fill=palette.MUTED, anchor="middle", room=step - 8)
                )
        return "".join(parts)


class _LineChart(msgspec.Struct, frozen=True):
    """A line through one number per game, with its first and last number below. It needs at least two numbers.

    `kind` is a key for tests. `draw` returns its SVG, `alt` describes it. The scale goes from the lowest to the highest
    number, not from 0.
    """

    kind: str
    title: str
    numbers: Sequence[int]

    @property
    def alt(self) -> str:
        """Return the numbers separated by spaces."""
        return " ".join(map(str, self.numbers))

    def draw(self, width: float) -> str:
        """Return the SVG of this chart: its title, the line, and the first and last number below its ends.

        `width` is in units.
        """
        low, high = min(self.numbers), max(self.numbers)
        left, right, top, bottom = 24, width - 24, 84, _HEIGHT - 76
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
            data_numbers=self.alt,
        )
        return "".join(
            (
                _title(self.title, width),
                line,
                text(left, _HEIGHT - 18, self.numbers[0], _SIZE, fill=palette.MUTED),
                text(right, _HEIGHT - 18, self.numbers[-1], _SIZE, bold=True, anchor="end"),
            )
        )


def _title(title: str, width: float) -> str:
    """Return the SVG of the title of a chart of this width."""
    return text(16, 50, title, _SIZE, bold=True, room=width - 32)


def _places(played: PersonStatistics, words: Words) -> _BarChart:
    """Return the chart of how often a person got each place; the bar of the first place is dark.

    At least the first two places are shown.
    """
    last = max(played.places, default=1)
    bars = [(format_place(words, place), played.places.get(place, 0), 0) for place in range(1, max(2, last) + 1)]
    first, *others = bars
    return _BarChart("places", words.say("Finishes"), [(first[0], first[1], first[1]), *others])


def _scores(scores: Sequence[int], title: str) -> _BarChart:
    """Return the chart of the latest `_MAX_GAMES` scores, of which there must be at least one.

    The best scores are dark. All bars are numbered if there are at most 6, otherwise only the best.
    """
    latest = scores[-_MAX_GAMES:]
    best = max(latest)
    bars = [("", score, score if score == best else 0) for score in latest]
    return _BarChart("scores", title, bars, numbered=len(latest) <= 6)


def _course(played: PersonStatistics, words: Words) -> _LineChart:
    """Return the chart of a person's rating after the latest `_MAX_GAMES` games."""
    return _LineChart("rating", words.say("Rating"), played.course[-_MAX_GAMES:])
