"""Sentences about scores and results that all games share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from rules.contract import Event, Result
from words.catalogue import Words

E = TypeVar("E", bound=Event)


def scores_so_far(names: Sequence[str], amounts: Sequence[int], notes: Sequence[str] = ()) -> str:
    """Return "Anna 5 · Bert 3", the highest amount first. `notes`, by seat, are appended to each number."""
    order = sorted(range(len(amounts)), key=lambda seat: -amounts[seat])
    return " · ".join(f"{names[seat]} {format_number(amounts[seat])}{notes[seat] if notes else ''}" for seat in order)


def last_event(all_events: Sequence[Event], kind: type[E]) -> E:
    """Return the last event of a kind. Raises `StopIteration` if there is none."""
    return next(event for event in reversed(all_events) if isinstance(event, kind))


def winner_heading(words: Words, game: str, winners: Sequence[str]) -> str:
    """Return a Markdown heading that names the winners; `game` is the game's title."""
    return words.many(
        "## 🏆 {winners} wins {game}",
        "## 🏆 {winners} win {game} together",
        len(winners),
        winners=words.join_and(list(winners)),
        game=game,
    )


def ranking_lines(result: Result, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield each seat, best first, with the text "**place.** name"."""
    for seat in sorted(range(len(names)), key=lambda seat: (result.places[seat], seat)):
        yield seat, f"**{result.places[seat]}.** {names[seat]}"


def deciding_sentence(
    words: Words, winner: str, second: str, margin: str, parts: Sequence[tuple[str, int, int]]
) -> str:
    """Return which part of the score decided the game: the one with the largest lead of the winner over the second.

    Each of `parts` is a label, the winner's points and the second's points. `margin` is the difference of the totals as
    text.
    """
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
    """Return a number with the typographic minus sign if it is negative."""
    return f"−{-n}" if n < 0 else str(n)
