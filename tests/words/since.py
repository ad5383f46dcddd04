"""A whole game seen from each seat at each of its decisions: what it saw then, and what has happened since.

`python -m tests.words.since` writes the golden texts again, when people are meant to read something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rules import GAMES, AnyGame, Event, records
from rules.contract import Change
from rules.haithabu import night, worker_turn
from rules.recent_changes import recent_changes
from rules.records import effective_entries
from words import Words, words_in
from words.change_text import News, news_lines
from words.games import GAME_WORDS

RECORDS = Path(__file__).parents[1] / "rules" / "golden"
FOLDER = Path(__file__).parent / "golden"
GOLDEN = ("visby-v2-4-players-with-undo", "riga-v2-3-players", "haithabu-v2-3-players-by-lot-with-loans-and-undo")
NAMES = ("Anna", "Bert", "Clara", "David", "Emil", "Frieda")


class Decision(NamedTuple):
    """A seat is asked again."""

    number: int
    """The entry of the log that it is about to make."""
    seat: int
    before: Any
    """What it saw when it decided last."""
    made: Any
    """The same once its own choice was carried out, before chance and others had their say."""
    after: Any
    told: list[tuple[int, list[Event]]]
    """As the seat may see it."""


class _Watch:
    """Remembers what a seat sees once its own choice is carried out: when a die is rolled, or its step is done."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.seat = -1
        self.seen: Any = None

    def look(self, state: Any) -> None:
        if self.seen is None:
            self.seen = self.game.view(state, self.seat)

    def play(self, state: Any, seat: int, text: str) -> tuple[Any, list[Event]]:
        """Do what `Game.play` does, and look in the midst of it."""
        self.seat, self.seen = seat, None
        game, move, emitted = self.game, self.game.parse(text), list[Event]()
        frame, step = game._turn(state, seat)
        step.check(state, frame, seat, move)
        kept = [
            (module, name, getattr(module, name))
            for module, name in ((worker_turn, "roll_event_dice"), (night, "resolve_event"))
        ]
        for module, name, real in kept:
            setattr(module, name, self._after_a_look(real))
        try:
            step.apply(state, frame, seat, move, emitted)
        finally:
            for module, name, real in kept:
                setattr(module, name, real)
        self.look(state)
        game._resume(state, emitted)
        return self.seen, emitted

    def _after_a_look(self, real: Any) -> Any:
        def looking(state: Any, *more: Any) -> Any:
            self.look(state)
            return real(state, *more)

        return looking


def decisions(record: records.Record) -> Iterator[Decision]:
    """Play a record again; yield every decision of every seat but its first, and the end as one more of each."""
    game = records.game_of(record)
    state, _ = game.opening(record.seats, record.seed, record.options, record.version)
    watch = _Watch(game)
    latest: dict[int, tuple[Any, Any]] = {}
    since: dict[int, list[tuple[int, list[Event]]]] = {}
    for number, entry in enumerate(effective_entries(record.log), 1):
        seat = entry.seat
        before = game.view(state, seat)
        if seat in latest:
            yield Decision(number, seat, *latest[seat], before, seen(game, since[seat], seat))
        made, events = watch.play(state, seat, entry.text)
        latest[seat] = (before, made)
        since[seat] = []
        for entries in since.values():
            entries.append((seat, events))
    for seat in sorted(latest):
        yield Decision(number + 1, seat, *latest[seat], game.view(state, seat), seen(game, since[seat], seat))


def seen(game: AnyGame, told: list[tuple[int, list[Event]]], seat: int) -> list[tuple[int, list[Event]]]:
    """Return what happened as a seat may see it."""
    return [(actor, [game.redact(event, seat) for event in events]) for actor, events in told]


def news(words: Words, game: AnyGame, each: Decision, found: list[Change], names: tuple[str, ...] = NAMES) -> News:
    """Return what a seat is told at a decision."""
    events = [event for _, events in each.told for event in events if not event.quiet]
    return GAME_WORDS[game.name].news(words, names, each.seat, found, events)


def golden(name: str, language: str) -> str:
    """Return what each seat of a golden game is told at each of its decisions."""
    record = records.read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    game, words = GAMES[record.game], words_in(language)
    written = []
    for each in decisions(record):
        shown = news_lines(words, news(words, game, each, recent_changes(game, each.before, each.after, each.told)))
        written.append("\n".join((f"{each.number} {NAMES[each.seat]}", *(f"  {line}" for line in shown or ["–"]))))
    return "\n".join(written) + "\n"


def file_of(name: str, language: str) -> Path:
    """Return where such a text is kept."""
    return FOLDER / f"{name}.{language}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in GOLDEN:
        for language in ("en", "de"):
            file_of(name, language).write_text(golden(name, language), encoding="utf-8")
