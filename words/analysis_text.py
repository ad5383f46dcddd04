"""The analysis of a finished game in words: how the chances went, and where it turned."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from words.catalogue import Words


class TurningPointText(msgspec.Struct, frozen=True):
    """A moment where the game turned, in words and numbers."""

    round: str
    """Empty where nobody counts rounds."""
    who: str
    move: str
    was: float
    became: float
    better: str = ""
    worth: float = 0.0
    """By how much the chance to win would have been higher."""
    reasons: Sequence[str] = ()


def analysis_progress(words: Words, title: str, percent: int) -> str:
    """Say how far the analysis has come."""
    return words.say("📈 I am analysing {title}: {percent}\N{NO-BREAK SPACE}% …", title=title, percent=percent)


def analysis_title(words: Words, table: str) -> str:
    """Head the analysis of a table."""
    return words.say("## 📈 How {table} went", table=table)


def turning_points(words: Words, turns: Sequence[TurningPointText]) -> str:
    """Tell where it turned."""
    if not turns:
        return words.say("No decision changed anybody's chances: there is nothing to show.")
    return "\n".join((words.say("**Where it turned**"), *(_moment(words, n, each) for n, each in enumerate(turns, 1))))


def _moment(words: Words, number: int, told: TurningPointText) -> str:
    moved = words.say("{was} → {became} to win", was=_shown(told.was), became=_shown(told.became))
    head = " · ".join(filter(None, (f"**{number}.** {told.who}", told.round, moved)))
    # Both as it is offered in a menu, which speaks to the player: so it is quoted.
    chosen = words.say("chosen: “{move}”", move=told.move)
    if not told.better:
        fate = words.say("luck, or what the others did: the alderman saw nothing clearly better")
        return f"{head}\n-# {chosen}\n-# {fate if told.became < told.was else words.say('that paid off')}"
    advised = words.say("the alderman would have advised: “{move}”", move=" · ".join((told.better, *told.reasons)))
    worth = words.say("as it looked then, {points} percentage points better", points=percent(told.worth))
    return f"{head}\n-# {chosen}\n-# {advised} · **{worth}**"


def _shown(chance: float) -> str:
    return f"{percent(chance)}\N{NO-BREAK SPACE}%"


def analysis_footnote(words: Words) -> str:
    """Say whose chances these are."""
    return words.say(
        "-# The alderman knows all hands when it judges the chances. Its advice uses only what that player could "
        "know then."
    )


def percent(chance: float) -> int:
    """Return a chance in percent; what is not certain is neither 0 nor 100."""
    rounded = round(100 * chance)
    return min(99, max(1, rounded)) if 0 < chance < 1 else rounded
