"""Sentences of the analysis of a finished game: chances of winning, and turning points.

`TurningPointText` is one turning point; `turning_points` lists them. `percent` converts a chance to whole percent.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from words.catalogue import Words


class TurningPointText(msgspec.Struct, frozen=True):
    """One turning point of a finished game, ready to be worded. Chances are between 0 and 1.

    The analysis page makes one for each turning point and passes them to `turning_points`.
    """

    round: str
    """The name of the round; "" if the game counts no rounds."""
    who: str
    """The player's name, formatted."""
    move: str
    """The move that was made, as a menu offers it."""
    was: float
    """The player's chance of winning before the move."""
    became: float
    """The player's chance of winning after the move."""
    better: str = ""
    """The move the alderman advises instead; "" if it saw nothing clearly better."""
    worth: float = 0.0
    """How much higher the chance would be with the better move, between 0 and 1; 0 if there is no better move."""
    reasons: Sequence[str] = ()
    """Why the better move is better, each in a few words."""


def analysis_progress(words: Words, title: str, percent: int) -> str:
    """Return a sentence that says how far the analysis is; `percent` is 0 to 100.

    `title` is the table's title.
    """
    return words.say("📈 Analysing {title}: {percent}% …", title=title, percent=percent)


def analysis_title(words: Words, table: str) -> str:
    """Return the heading of an analysis; `table` is the table's title."""
    return words.say("## 📈 Analysis of {table}", table=table)


def turning_points(words: Words, turns: Sequence[TurningPointText]) -> str:
    """Return the turning points as numbered Markdown under a heading.

    Without turning points, return a sentence that says that there is nothing to show.
    """
    if not turns:
        return words.say("No decision changed anybody's chances, so there is nothing to show.")
    return "\n".join((words.say("**Turning points**"), *(_moment(words, n, each) for n, each in enumerate(turns, 1))))


def _moment(words: Words, number: int, turn: TurningPointText) -> str:
    """Return the Markdown of one turning point, in three lines; `number` is its position in the list, from 1.

    The lines are: player, round and change of the chance; the move made; the better move. Without a better move the
    last line says that it was luck, or that the move paid off.
    """
    was, became = percent_text(words, turn.was), percent_text(words, turn.became)
    moved = words.say("chance of winning {was} → {became}", was=was, became=became)
    head = " · ".join(filter(None, (f"**{number}.** {turn.who}", turn.round, moved)))
    # Menus address the player ("take your …"), so both moves are quoted.
    chosen = words.say("played: “{move}”", move=turn.move)
    if not turn.better:
        fate = words.say("bad luck or strong play by the others: the alderman saw nothing clearly better")
        return f"{head}\n-# {chosen}\n-# {fate if turn.became < turn.was else words.say('it paid off')}"
    advised = words.say("better: “{move}”", move=" · ".join((turn.better, *turn.reasons)))
    worth = words.say("looked {points} percentage points better at the time", points=percent(turn.worth))
    return f"{head}\n-# {chosen}\n-# {advised} · **{worth}**"


def percent_text(words: Words, chance: float) -> str:
    """Return a chance between 0 and 1 as the language writes it: "42%" in English, "42 %" in German."""
    return words.say("{n}%", n=percent(chance))


def analysis_footnote(words: Words) -> str:
    """Return the footnote that says what the alderman knows when it judges chances and when it advises."""
    return words.say(
        "-# The chances are calculated with all cards face up. The advice only uses what the player "
        "could know at the time."
    )


def percent(chance: float) -> int:
    """Return a chance between 0 and 1 as whole percent.

    A chance that is neither 0 nor 1 is never rounded to 0 or 100: it gives 1 to 99.
    """
    rounded = round(100 * chance)
    return min(99, max(1, rounded)) if 0 < chance < 1 else rounded
