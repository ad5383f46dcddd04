"""Days, times of day and time zones as people type them: parsing (`parse_day`, `parse_minutes`) and completions."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import available_timezones

import discord
from discord import app_commands

from cogs.messages.reader_language import words_for
from cogs.requests.app import app_of
from cogs.requests.autocomplete import MAX_CHOICES
from tables.model.time_left import time_zone
from tables.runtime.people import Person
from words import Words
from words import time_text as time_words

_ZONE_OF_A_PLACE = re.compile(r"(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/|UTC$")
"""Matches zones that are named after a place; the others exist for old programs."""

ZONE_BY_LOCALE = {
    "de": "Europe/Berlin",
    "en-GB": "Europe/London",
    "fr": "Europe/Paris",
    "it": "Europe/Rome",
    "pl": "Europe/Warsaw",
    "nl": "Europe/Amsterdam",
    "da": "Europe/Copenhagen",
    "sv-SE": "Europe/Stockholm",
    "no": "Europe/Oslo",
    "fi": "Europe/Helsinki",
    "cs": "Europe/Prague",
    "hu": "Europe/Budapest",
    "ja": "Asia/Tokyo",
    "ko": "Asia/Seoul",
}
"""The time zone that is suggested to people who have set Discord to this locale."""

_MAX_YEARS_TO_LEAP_DAY = 8
"""The 29th of February comes after at most this many years: 2100 has none."""
_ALLOWED_YEARS = range(1970, 2201)
"""Years of the days that can be typed: in all zones their days can be computed."""


@cache
def zone_names() -> tuple[str, ...]:
    """Return the names of all time zones that can be chosen, in alphabetical order."""
    return tuple(sorted(name for name in available_timezones() if _ZONE_OF_A_PLACE.match(name)))


async def complete_zone(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Complete with at most 25 time zones whose names contain what was typed.

    Case does not matter, and a typed space stands for "_". The zone that fits the person's Discord language comes first
    if its name contains the text too; the others are in alphabetical order.
    """
    wanted = current.strip().casefold().replace(" ", "_")
    guess = ZONE_BY_LOCALE.get(str(interaction.locale))
    names = [name for name in ((guess, *zone_names()) if guess else zone_names()) if wanted in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in dict.fromkeys(names)][:MAX_CHOICES]


async def complete_time(_: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Complete with those full hours of the day, such as "08:00", that contain what was typed."""
    hours = [time_words.time_of_day(60 * hour) for hour in range(24)]
    return [app_commands.Choice(name=hour, value=hour) for hour in hours if current.strip() in hour]


async def complete_day(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Complete with the typed date; if the text is no date, with the days whose name contains it.

    These are at most 25 of 60 days. The first day is today in the person's time zone, or the day in the command's
    option `first` or `starts` if that is a date. Values are ISO dates.
    """
    services = app_of(interaction).services
    words, person = words_for(services, interaction), services.caches.people.get(interaction.user.id)
    chosen = interaction.namespace.first or interaction.namespace.starts or ""
    first = parse_day(str(chosen), today(person, services.now()))
    begin = first or today(person, services.now())
    typed = parse_day(current, begin)
    offered = [typed] if typed else [begin + timedelta(n) for n in range(60)]
    named = [(time_words.date_text(words, day), day.isoformat()) for day in offered]
    wanted = "" if typed else current.casefold()
    return [app_commands.Choice(name=name, value=day) for name, day in named if wanted in name.casefold()][:MAX_CHOICES]


def parse_minutes(text: str) -> int | None:
    """Return a time of day ("8", "08:30", "8.30") as minutes after midnight; None if the text is no such time."""
    match = re.fullmatch(r"\s*([0-9]{1,2})(?:[:.]([0-9]{2}))?\s*", text)
    if not match:
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    return 60 * hour + minute if hour < 24 and minute < 60 else None


def parse_day(text: str, after: date) -> date | None:
    """Return the date in a text such as "2026-11-24", "24.11.2026" or "24.11." (without a year).

    Without a year it is the next such day, `after` itself included. None if the text is no date, or its year is not
    from 1970 to 2200.
    """
    day = _parse_date(text.strip(), after)
    return day if day and day.year in _ALLOWED_YEARS else None


def _parse_date(text: str, after: date) -> date | None:
    """Return the date in a text without outer spaces, such as "2026-11-24", "24.11.2026" or "24.11."; else None.

    Without a year it is the next such day, `after` itself included. Any year is accepted.
    """
    try:
        if match := re.fullmatch(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})", text):
            return date(*(int(part) for part in match.groups()))
        if match := re.fullmatch(r"([0-9]{1,2})\.\s?([0-9]{1,2})\.(?:\s?([0-9]{4}))?", text):
            day, month = int(match[1]), int(match[2])
            if match[3]:
                return date(int(match[3]), month, day)
            return _next_day(day, month, after)
    except ValueError:
        return None
    return None


def _next_day(day: int, month: int, after: date) -> date | None:
    """Return the next date with this day and month, `after` itself included; None if no year has such a date.

    For the 29th of February that is in the next leap year.
    """
    for year in range(after.year, after.year + _MAX_YEARS_TO_LEAP_DAY + 1):
        with suppress(ValueError):
            if (found := date(year, month, day)) >= after:
                return found
    return None


def today(person: Person | None, now: int) -> date:
    """Return the current date in the person's time zone (UTC if unknown); `now` is in Unix seconds."""
    return datetime.fromtimestamp(now, time_zone(_zone_of(person))).date()


def typed_day(words: Words, person: Person | None, moment: int) -> str:
    """Return the date of a moment in the person's time zone, as people of this language type it; `parse_day` reads it.

    `moment` is in Unix seconds.
    """
    day = today(person, moment)
    return f"{day:%d.%m.%Y}" if words.language == "de" else day.isoformat()


def start_of_day(person: Person | None, day: date) -> int:
    """Return when a day begins in the person's time zone (UTC if unknown), in Unix seconds."""
    return int(datetime.combine(day, time(), time_zone(_zone_of(person))).astimezone(UTC).timestamp())


def _zone_of(person: Person | None) -> str:
    return (person and person.zone) or "UTC"
