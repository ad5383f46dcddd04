"""Makes the gallery: every kind of picture for every number of players, as the page `docs/gallery.md`.

`exhibits` yields the pictures, `make` writes them and the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from pictures import palette
from pictures.drawing import Drawing
from pictures.legend_picture import legend_picture
from pictures.painters import PAINTERS, history_from_views
from pictures.render import PNG_WIDTH, load_vips
from rules import GAMES, Event
from rules.chance import Chance
from words import LANGUAGES, words_in
from words.games import TITLES

DOCS = Path(__file__).parent.parent / "docs"
NAMES = ("Anna", "Bertram von Wisby", "Clara", "Großkaufmann Dietrich", "Елена", "Franziska")
"""The players' names: short, long, with umlauts, in Cyrillic."""
PHONE_WIDTH = 400
"""Pixels of a picture as a phone shows it."""
_SAME_FOR_ALL_SIZES = ("menu about", "signs")
"""Prefixes of kinds that look alike for any number of players: they are shown once."""
SAMPLED_GAMES, SAMPLE_EVERY = 6, 7
"""The fullest position is looked for in this many games, and in every `SAMPLE_EVERY`th position of each."""

_HEAD = """# Gallery

Every kind of picture the bot draws, for every number of players: the empty table, an ordinary one, and the fullest one
found in a few games; of the largest tables also as a phone shows them, 400 pixels wide. `make screenshots` makes this
page and its pictures anew; do not edit it.
"""


class Exhibit(NamedTuple):
    """One picture of the gallery, made by `exhibits`.

    `game` is the game's key, `seats` the number of players, `kind` a description in a few words such as "board empty",
    `width` the width of the PNG in pixels.
    """

    game: str
    seats: int
    kind: str
    language: str
    drawing: Drawing
    width: int = PNG_WIDTH

    @property
    def file(self) -> str:
        """Return the name of this picture's PNG file."""
        return f"{self.game}-{self.seats}-{self.kind.replace(' ', '-')}-{self.language}.png"

    @property
    def on_a_phone(self) -> Exhibit:
        """Return a copy of this exhibit with the same drawing at the width of a phone."""
        return self._replace(kind=f"{self.kind} on a phone", width=PHONE_WIDTH)


def exhibits() -> Iterator[Exhibit]:
    """Yield all pictures of the gallery, by game and number of players.

    A game's pictures for its largest number of players come in every language, and in one language also at the width of
    a phone. Pictures for other numbers come in one language each, which changes from picture to picture; kinds that
    look the same for any number of players are left out.
    """
    for game in PAINTERS:
        for seats in GAMES[game].players:
            largest = seats == GAMES[game].players[-1]
            for number, (kind, draw) in enumerate(_exhibit_kinds(game, seats)):
                if not largest and kind.startswith(_SAME_FOR_ALL_SIZES):
                    continue
                turn = list(LANGUAGES)[(number + seats) % len(LANGUAGES)]
                for language in LANGUAGES if largest else (turn,):
                    exhibit = Exhibit(game, seats, kind, language, draw(language))
                    yield exhibit
                    if largest and language == turn:
                        yield exhibit.on_a_phone


def _exhibit_kinds(game: str, seats: int) -> Iterator[tuple[str, Any]]:
    """Yield each kind of picture for a game and number of players: its description, and a function that draws it.

    The function takes a language code and returns a `Drawing`. The positions come from random games; the fullest
    position is the one with the longest SVG.
    """
    painter, names = PAINTERS[game], NAMES[:seats]
    robots = {1: False, 2: True}
    first, last_events = _random_game(game, seats, seats)
    boards = [view for view, _ in first]
    yield "board empty", lambda language: painter.board(boards[0], names, words_in(language))
    yield "board ordinary", lambda language: painter.board(boards[len(boards) // 2], names, words_in(language), robots)
    many = [pair for seed in range(SAMPLED_GAMES) for pair in _random_game(game, seats, 100 + seed)[0][::SAMPLE_EVERY]]
    going = [view for view, _ in many if view.result is None]
    board = max(going, key=lambda view: len(painter.board(view, names, words_in("de")).svg))
    yield "board fullest", lambda language: painter.board(board, names, words_in(language))
    yield "board at the end", lambda language: painter.board(boards[-1], names, words_in(language))
    hands = [hand for _, hand in first]
    yield "hand at first", lambda language: painter.hand(hands[0], names, words_in(language))
    yield "hand ordinary", lambda language: painter.hand(hands[len(hands) // 2], names, words_in(language))
    hand = max((hand for _, hand in many), key=lambda hand: len(painter.hand(hand, names, words_in("de")).svg))
    yield "hand fullest", lambda language: painter.hand(hand, names, words_in(language))
    for about, draw in painter.closeups.items():
        close = partial(draw, hands[len(hands) // 2])
        yield f"menu about {about}", lambda language, close=close: close(words_in(language))
    yield "signs", lambda language: legend_picture(game, words_in(language))
    history = history_from_views(game, boards, last_events)
    yield "final", lambda language: painter.final(boards[-1], names, words_in(language), history)


def _random_game(name: str, seats: int, seed: int) -> tuple[list[tuple[Any, Any]], list[Event]]:
    """Play random moves to the end of a game; return views of all its positions, and the events of the last move.

    `name` is the game's key; `seed` determines all moves. For every move there are two pairs of views, one before it
    and one after it; a pair is what a spectator sees and what the seat that moves sees.
    """
    game, chance = GAMES[name], Chance(seed)
    state = game.new(seats, chance.draw())
    seen, last_events = list[tuple[Any, Any]](), list[Event]()
    while owed := game.owed(state):
        seat = chance.choice(list(owed))
        seen.append((game.view(state, None), game.view(state, seat)))
        last_events = game.play(state, seat, game.sample(state, seat, chance))
        seen.append((game.view(state, None), game.view(state, seat)))
    return seen, last_events


def make(docs: Path = DOCS) -> int:
    """Write the page and its PNG files below `docs`, after deleting the old ones; return the number of pictures."""
    folder = docs / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    lines, count, heading = [_HEAD], 0, ""
    for exhibit in exhibits():
        (folder / exhibit.file).write_bytes(_small_png(exhibit.drawing.svg, exhibit.width))
        title = f"## {TITLES[exhibit.game]} for {exhibit.seats}"
        if title != heading:
            heading = title
            lines.append(f"{title}\n")
        caption = f"{exhibit.kind[0].upper()}{exhibit.kind[1:]}, {LANGUAGES[exhibit.language]}"
        alt = exhibit.drawing.alt.replace("[", "(").replace("]", ")")
        lines.append(f"{caption}:\n\n![{alt}](gallery/{exhibit.file})\n")
        count += 1
    (docs / "gallery.md").write_text("\n".join(lines), encoding="utf-8")
    return count


def _small_png(svg: str, width: int) -> bytes:
    """Return a drawing as a PNG with few colours, so that a page full of them loads fast; `width` is in pixels."""
    image = load_vips().Image.svgload_buffer(svg.encode(), scale=width / palette.WIDTH).flatten(background=255)
    small: bytes = image.pngsave_buffer(palette=True, dither=0, Q=60, effort=10, compression=9)
    return small
