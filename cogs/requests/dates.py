"""Days, hours and time zones as people type them, and what commands complete meanwhile."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import available_timezones

import discord
from discord import app_commands

from cogs.messages.reader_language import words_for
from cogs.requests.app import app_of
from tables.model.time_left import zone_of
from tables.runtime.people import Person
from words import time_text as time_words

MOST_CHOICES = 25
_CITIES = re.compile(r"(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/|UTC$")
"""Zones that are named after a place; the others are there for old programs."""

GUESSES = {
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
"""Where people probably live who have set Discord to these languages: a proposal, no more."""

_YEARS = range(1970, 2201)
"""Of days that one can name: each has a begin and an end everywhere."""


@cache
def zone_names() -> tuple[str, ...]:
    """Return the time zones one can choose."""
    return tuple(sorted(name for name in available_timezones() if _CITIES.match(name)))


async def zones(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Complete with time zones: what was typed may be anywhere in the name."""
    wanted = current.strip().casefold().replace(" ", "_")
    guess = GUESSES.get(str(interaction.locale))
    names = [name for name in ((guess, *zone_names()) if guess else zone_names()) if wanted in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in dict.fromkeys(names)][:MOST_CHOICES]


async def times_of_day(_: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Complete with the hours of the day."""
    hours = [time_words.time_of_day(60 * hour) for hour in range(24)]
    return [app_commands.Choice(name=hour, value=hour) for hour in hours if current.strip() in hour]


async def days(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Complete with the next days, from the first one on if that is named already."""
    services = app_of(interaction).services
    words, person = words_for(services, interaction), services.caches.people.get(interaction.user.id)
    first = read_day(str(interaction.namespace.first or ""), today(person, services.now()))
    begin = first or today(person, services.now())
    typed = read_day(current, begin)
    offered = [typed] if typed else [begin + timedelta(n) for n in range(60)]
    named = [(time_words.date_text(words, day), day.isoformat()) for day in offered]
    wanted = "" if typed else current.casefold()
    return [app_commands.Choice(name=name, value=day) for name, day in named if wanted in name.casefold()][
        :MOST_CHOICES
    ]


def read_minutes(text: str) -> int | None:
    """Read a time of the day ("8", "08:30") as minutes after midnight; None if it is none."""
    match = re.fullmatch(r"\s*([0-9]{1,2})(?:[:.]([0-9]{2}))?\s*", text)
    if not match:
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    return 60 * hour + minute if hour < 24 and minute < 60 else None


def read_day(text: str, after: date) -> date | None:
    """Read a day ("2026-11-24", "24.11.2026", "24.11."); without a year it is the next one from that day on.

    None if it is none, or so far off that nobody means it.
    """
    day = _day(text.strip(), after)
    return day if day and day.year in _YEARS else None


def _day(text: str, after: date) -> date | None:
    try:
        if match := re.fullmatch(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})", text):
            return date(*(int(part) for part in match.groups()))
        if match := re.fullmatch(r"([0-9]{1,2})\.\s?([0-9]{1,2})\.(?:\s?([0-9]{4}))?", text):
            day, month = int(match[1]), int(match[2])
            if match[3]:
                return date(int(match[3]), month, day)
            this_year = date(after.year, month, day)
            return this_year if this_year >= after else date(after.year + 1, month, day)
    except ValueError:
        return None
    return None


def today(person: Person | None, now: int) -> date:
    """Return which day it is where a person lives."""
    return datetime.fromtimestamp(now, zone_of(_zone(person))).date()


def begin_of(person: Person | None, day: date) -> int:
    """Return when a day begins where a person lives."""
    return int(datetime.combine(day, time(), zone_of(_zone(person))).astimezone(UTC).timestamp())


def _zone(person: Person | None) -> str:
    return (person and person.zone) or "UTC"
