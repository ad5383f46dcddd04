"""How any game stands after a round, and how it ended, in words: who won, who came in where, what decided it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from rules.contract import Event, Result
from words.catalogue import Words

E = TypeVar("E", bound=Event)


def scores_so_far(names: Sequence[str], amounts: Sequence[int], notes: Sequence[str] = ()) -> str:
    """Return what everybody has after a round, who has most first; `notes`: what is to be said of each seat besides."""
    order = sorted(range(len(amounts)), key=lambda seat: -amounts[seat])
    return " · ".join(f"{names[seat]} {format_number(amounts[seat])}{notes[seat] if notes else ''}" for seat in order)


def last_event(told: Sequence[Event], kind: type[E]) -> E:
    """Return the event with which a game has ended; `told` is all that has happened in it."""
    return next(event for event in reversed(told) if isinstance(event, kind))


def winner_heading(words: Words, game: str, winners: Sequence[str]) -> str:
    """Say who has won, as a heading; `game` is its title."""
    return words.many(
        "## 🏆 {winners} wins {game}",
        "## 🏆 {winners} win {game} together",
        len(winners),
        winners=words.join_and(list(winners)),
        game=game,
    )


def ranking_lines(result: Result, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield every seat, the best first, with its place and name."""
    for seat in sorted(range(len(names)), key=lambda seat: (result.places[seat], seat)):
        yield seat, f"**{result.places[seat]}.** {names[seat]}"


def deciding_sentence(
    words: Words, winner: str, second: str, margin: str, parts: Sequence[tuple[str, int, int]]
) -> str:
    """Say what decided a game: of the parts of both scores, each with what it is for, that which differs most."""
    what, mine, theirs = max(parts, key=lambda part: part[1] - part[2])
    return words.say(
        "{winner} finished {margin} ahead of {second}: {mine} to {theirs} {what}.",
        winner=winner,
        second=second,
        margin=margin,
        mine=format_number(mine),
        theirs=format_number(theirs),
        what=what,
    )


def format_number(n: float) -> str:
    """Return a number with a proper minus."""
    return f"−{-n}" if n < 0 else str(n)
