"""Sentences about time: clocks, holidays, pauses, time that runs out; and dates and hours as text.

Moments are Unix times, durations seconds. `who`, `by` and `names` are formatted names.
"""

from __future__ import annotations

from datetime import date
from typing import Protocol

from words.catalogue import N_, Words
from words.games import TITLES

_DAY_S, _HOUR_S = 86400, 3600


class ClockSettings(Protocol):
    """The settings of a table's clock that `clock_summary` words; `tables.model.time_left.Clock` has them.

    `kind` is "none", "decision" or "bank". `time` is the seconds for each decision and `stock` the seconds in the bank
    at the start. `window` is True if the clock stops outside a player's active hours. `holidays` is how many days of
    holiday a year stop it. `out` is what happens when time is up:

    - "others": nothing by itself, but the other players may give the seat away.
    - "once": a computer decides once.
    - "lost": a computer gets the seat.
    - "second": a computer decides the first time, and gets the seat the second time.
    """

    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def time(self) -> int: ...  # noqa: D102
    @property
    def stock(self) -> int: ...  # noqa: D102
    @property
    def window(self) -> bool: ...  # noqa: D102
    @property
    def holidays(self) -> int: ...  # noqa: D102
    @property
    def out(self) -> str: ...  # noqa: D102


_OUT = {
    "once": N_("out of time: a computer makes one decision"),
    "lost": N_("out of time: a computer takes the seat"),
    "second": N_("when time is up, a computer makes that decision; the second time, it takes the seat"),
}


def duration(words: Words, seconds: int) -> str:
    """Return a number of seconds as days if it is a multiple of a day, else as whole hours, rounded down."""
    if seconds % _DAY_S == 0:
        return words.many("{n} day", "{n} days", seconds // _DAY_S)
    return words.many("{n} hour", "{n} hours", seconds // _HOUR_S)


def deadline_note(words: Words, until: int) -> str:
    """Return the words that follow what somebody has to do, such as " (deadline in 3 hours)"; "" if `until` is 0.

    `until` is a Unix time. Discord shows how long that is, and keeps it up to date.
    """
    return words.say(" (deadline {when})", when=f"<t:{until}:R>") if until else ""


def clock_summary(words: Words, chosen: ClockSettings) -> str:
    """Return a clock's settings in a few words, separated by commas: "3 days per decision", or "no time limit".

    The text has these parts, each only if it applies:

    - the time for each decision, and the time in the bank;
    - that the clock runs only during each player's active hours;
    - that the clock keeps running during holidays, if `holidays` is 0;
    - what a computer does when time is up; nothing if `out` is "others".
    """
    if chosen.kind == "none":
        return words.say("no time limit")
    time = duration(words, chosen.time)
    if chosen.kind == "bank":
        parts = [
            words.say("{stock} for the game, plus {time} per decision", stock=duration(words, chosen.stock), time=time)
        ]
    else:
        parts = [words.say("{time} per decision", time=time)]
    if chosen.window:
        parts.append(words.say("only during each player's playing hours"))
    if not chosen.holidays:
        parts.append(words.say("clocks keep running during holidays"))
    if chosen.out in _OUT:
        parts.append(words.say(_OUT[chosen.out]))
    return ", ".join(parts)


def on_holiday(words: Words, who: str, until: int) -> str:
    """Return the board's line that says that a player is on holiday; `until` is the last moment as a Unix time."""
    return words.say("⛱️ {who}: on holiday until <t:{until}:D>", who=who, until=until)


def paused(words: Words) -> str:
    """Return the text that says that a table is paused: all clocks stand still, but everybody may still play."""
    return words.say("⏸️ Pause: all clocks are stopped. You can still play.")


def wants_pause(words: Words, names: list[str]) -> str:
    """Return the board's line that names the players who want a pause."""
    return words.say("⏸️ In favour of a pause: {names}", names=words.join_and(names))


def pause_wanted(words: Words, who: str) -> str:
    """Return a message that says that `who`, a formatted name, proposes a pause, and how the others can agree."""
    return words.say(
        "⏸️ {who} suggests a pause: all clocks stop until one of you ends it. If you agree, press *Agree "
        "to pause* under the board.",
        who=who,
    )


def pause_begins(words: Words) -> str:
    """Return a message that says that all players agreed, the pause begins, and which button ends it."""
    return words.say(
        "⏸️ Everybody agrees: the table is paused and all clocks are stopped. *End the pause* restarts them."
    )


def pause_ended(words: Words, who: str, *, unwanted: bool) -> str:
    """Return a sentence that says that `who` ended the pause.

    With `unwanted` there was no pause yet: the sentence says that `who` rejected the pause that another player had
    proposed.
    """
    if unwanted:
        return words.say("▶️ {who} would rather play on: no pause for now.", who=who)
    return words.say("▶️ {who} ended the pause: the clocks are running again.", who=who)


def more_time(words: Words, who: str, by: str, until: int) -> str:
    """Return a sentence that says that a player has more time, until when, and who gave it.

    `until` is the new deadline as a Unix time. If `by` is "", nobody is named as the giver.
    """
    if not by:
        return words.say("⏱️ {who} has more time: until <t:{until}:f> (<t:{until}:R>).", who=who, until=until)
    return words.say("⏱️ {by} gave {who} more time: until <t:{until}:f> (<t:{until}:R>).", by=by, who=who, until=until)


def decided_once(words: Words, person_id: int, game: str, table: int, *, then_lost: bool) -> str:
    """Return the message that tells a person, with a mention, that their time ran out and a computer decides once.

    With `then_lost` it also says that they lose their seat the next time.
    """
    said = words.say(
        "⌛ <@{who}> · {game} #{table}: your time ran out, so a computer makes this one decision for you. "
        "The next one is yours again.",
        who=person_id,
        game=TITLES[game],
        table=table,
    )
    if then_lost:
        said += " " + words.say("If your time runs out once more at this table, a computer takes your seat for good.")
    return said


def seat_lost(words: Words, person_id: int, game: str, table: int) -> str:
    """Return the message that tells a person, with a mention, that their time ran out and a computer has their seat.

    It has the seat until the end of the game.
    """
    return words.say(
        "⌛ <@{who}> · {game} #{table}: your time ran out, so a computer has taken over your seat for good. This table "
        "had that rule from the start.",
        who=person_id,
        game=TITLES[game],
        table=table,
    )


_WEEKDAYS = N_("Mon Tue Wed Thu Fri Sat Sun")
_WHOLE_WEEKDAYS = N_("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
_MONTHS = N_("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")


def date_text(words: Words, which: date) -> str:
    """Return a date in the format of the language: "Tue 17 Nov 2026" in English."""
    return words.say(
        "{weekday} {day} {month} {year}",
        weekday=words.say(_WEEKDAYS).split()[which.weekday()],
        day=which.day,
        month=words.say(_MONTHS).split()[which.month - 1],
        year=which.year,
    )


def weekday_name(words: Words, weekday: int) -> str:
    """Return the name of a weekday; 0 is Monday."""
    return words.say(_WHOLE_WEEKDAYS).split()[weekday]


def hours_text(begin: int, end: int) -> str:
    """Return a range of hours, "08:00–22:00"; `begin` and `end` are minutes after midnight."""
    return f"{time_of_day(begin)}–{time_of_day(end)}"


def time_of_day(after_midnight: int) -> str:
    """Return a time of day, "08:00"; `after_midnight` is in minutes."""
    return f"{after_midnight // 60:02}:{after_midnight % 60:02}"
