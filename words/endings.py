"""How any game ended, in words: who won, what decided it."""

from __future__ import annotations

from collections.abc import Sequence

from words.language import Words


def won(words: Words, game: str, winners: Sequence[str]) -> str:
    """Say who has won, as a heading; `game` is its title."""
    return words.many(
        "## 🏆 {winners} wins {game}",
        "## 🏆 {winners} win {game} together",
        len(winners),
        winners=words.both(list(winners)),
        game=game,
    )


def decided(words: Words, winner: str, second: str, margin: str, parts: Sequence[tuple[str, int, int]]) -> str:
    """Say what decided a game: of the parts of both scores, each with what it is for, that which differs most."""
    what, mine, theirs = max(parts, key=lambda part: part[1] - part[2])
    return words.say(
        "{winner} finished {margin} ahead of {second}: {mine} to {theirs} {what}.",
        winner=winner,
        second=second,
        margin=margin,
        mine=signed(mine),
        theirs=signed(theirs),
        what=what,
    )


def signed(n: float) -> str:
    """Return a number with a proper minus."""
    return f"−{-n}" if n < 0 else str(n)
