"""`/settings`: a person's language, notifications, time zone, active and quiet hours, holidays; deleting their data.

`settings` is the action of all controls on the settings page. `change`, the functions `set_…` and `announce_holiday`
are those of the commands. All of them show the settings page afterwards. `forget` deletes the person's data.
"""

from __future__ import annotations

from datetime import timedelta
from typing import get_args

import msgspec

from cogs.messages.panel import Button, Option, Panel, Part, Row, Select, Target, Text, text
from cogs.requests import dates
from cogs.requests.answers import are_you_sure
from cogs.requests.option_choices import HOW_NOTIFIED_CHOICES, WHEN_NOTIFIED_CHOICES
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from rules import GAMES
from tables.delivery import digests, posts
from tables.model.table_errors import Declined
from tables.notifications.preferences import By, WhenTold
from tables.runtime import people
from tables.seating import forgetting, invitations, lobby
from tables.time import holidays as stopping
from words import LANGUAGES
from words import time_text as time_words
from words.games import TITLES

WHEN_NOTIFIED: dict[str, WhenTold] = {each: each for each in get_args(WhenTold)}
"""The values of the setting "when", by the same text: for checking what a click sent."""
HOW_NOTIFIED: dict[str, By] = {each: each for each in get_args(By)}
_WHEN_LABELS = {choice.value: choice.name for choice in WHEN_NOTIFIED_CHOICES}
_HOW_LABELS = {choice.value: choice.name for choice in HOW_NOTIFIED_CHOICES}
_DEFAULT_QUIET_HOURS = ("22:00", "08:00")
"""What the button sets that switches quiet hours on."""

_SWITCHED = ("dms", "pictures", "signs", "suggestions", "stays_out")
"""The settings that a button switches."""
_SWITCHES = {f"{setting} {way}": way == "on" for setting in _SWITCHED for way in ("on", "off")}
"""The arguments of buttons that switch a setting, and the value each sets."""


async def settings(request: Request) -> Panel:
    """Change the setting that the clicked control of the settings page names, and show all settings.

    `request.arg` is the setting and, for a button, its new value, as in `dms off`; for a select the new value is in
    `request.values`. An empty or unknown `request.arg` changes nothing. Raises `Declined` like the function that stores
    the setting.
    """
    match request.arg.split(" "):
        case [what, _] if request.arg in _SWITCHES:
            return await change(request, **{what: _SWITCHES[request.arg]})
        case ["language"] if request.values:
            return await change(request, language=request.values[0])
        case ["zone", zone]:
            return await set_time(request, zone, None, None)
        case ["any_time"]:
            return await _set_hours(request, None, None, None)
        case ["told"] if request.values and request.values[0] in WHEN_NOTIFIED:
            return await set_pings(request, WHEN_NOTIFIED[request.values[0]], None)
        case ["by"] if request.values and request.values[0] in HOW_NOTIFIED:
            return await set_pings(request, None, HOW_NOTIFIED[request.values[0]])
        case ["quiet", "on"]:
            return await set_quiet(request, *_DEFAULT_QUIET_HOURS)
        case ["quiet", "off"]:
            return await set_quiet(request, None, None)
        case ["lobbies"] if request.server:
            await invitations.set_lobby_subscriptions(
                request.services, request.person_id, request.server, request.values
            )
        case ["back"]:
            await stopping.end_holidays(request.services, request.person_id)
    return await _settings_panel(request)


async def change(request: Request, **changes: bool | str | None) -> Panel:
    """Store new values of the person's settings and show the settings page. `request.person` must be loaded.

    `changes` are fields of the person's database row, such as `language` or `dms`. A language that is None or unknown
    means that of their Discord client. If `dms` is switched on, the bot tries direct messages again even if Discord
    refused them before. If `stays_out` is among them, lobbies where the person has a seat are edited.
    """
    assert request.person is not None
    if "language" in changes and changes["language"] not in LANGUAGES:
        changes["language"] = None
    person = msgspec.structs.replace(request.person, **changes)
    if person != request.person:
        await people.save(request.services, request.person, person)
    if "stays_out" in changes:
        await lobby.refresh_lobbies_of(request.services, request.person_id)
    if changes.get("dms"):
        await posts.reopen_dms(request.services, request.person_id)
    await request.load_person()
    return await _settings_panel(request)


async def set_time(request: Request, zone: str | None, begin: str | None, end: str | None) -> Panel:
    """Store the person's time zone and active hours, and show all settings. None leaves each of the three as it is.

    `begin` and `end` are times of day as typed, such as "8" or "08:30". Raises `Declined` for any other text, if only
    one of the two is given and the other is not stored, if both are equal, for an unknown zone, and for active hours
    without a time zone.
    """
    person = request.person
    assert person is not None
    first = person.hours_begin if begin is None else dates.parse_minutes(begin)
    last = person.hours_end if end is None else dates.parse_minutes(end)
    if (begin or end) and (first is None or last is None):
        raise Declined("no_such_hours")
    return await _set_hours(request, zone, first, last)


async def _set_hours(request: Request, zone: str | None, begin: int | None, end: int | None) -> Panel:
    """Store a time zone and active hours, reload the person, and show all settings.

    A `zone` of None leaves the time zone as it is. `begin` and `end` are minutes after midnight; if both are None, the
    person plays at any time. The deadlines of their running clocks are computed again. Raises `Declined` for an unknown
    zone, if `begin` equals `end`, and for active hours without a time zone.
    """
    assert request.person is not None
    await stopping.set_hours(request.services, request.person, zone or request.person.zone, begin, end)
    await request.load_person()
    return await _settings_panel(request)


async def set_pings(request: Request, when: WhenTold | None, how: By | None) -> Panel:
    """Store when and how the person is notified that they have to act, and show all settings.

    None leaves the old value. Notifications that were collected for a summary are sent earlier or later, or dropped, as
    the new settings say.
    """
    assert request.person is not None
    await digests.set_wishes(request.services, request.person, when, how)
    await request.load_person()
    return await _settings_panel(request)


async def set_quiet(request: Request, begin: str | None, end: str | None) -> Panel:
    """Store quiet hours, in which the person is not notified, and show all settings.

    `begin` and `end` are times of day as typed, such as "22" or "22:30"; if both are None or empty, quiet hours are
    removed. Notifications that were collected for later get a new time. Raises `Declined` for any other text, if only
    one of the two is given, for equal times, and if the person's time zone is unknown.
    """
    assert request.person is not None
    first, last = (dates.parse_minutes(each or "") for each in (begin, end))
    if (begin or end) and (first is None or last is None):
        raise Declined("no_such_hours")
    await digests.set_quiet(request.services, request.person, first, last)
    await request.load_person()
    return await _settings_panel(request)


async def announce_holiday(request: Request, first: str, last: str) -> Panel:
    """Store a holiday of the person, during which their clocks stop, and show all settings.

    `first` and `last` are days as typed, both included, in the person's time zone. If `first` is today, the holiday
    begins now. The deadlines of running clocks are computed again. Raises `Declined` if one of the texts is no date, if
    `last` is before `first` or past, or if the holiday is too far ahead, overlaps another one, or exceeds the days a
    year that this server allows.
    """
    person, now = request.person, request.services.now()
    day = dates.parse_day(first, dates.today(person, now))
    until = dates.parse_day(last, day) if day else None
    if day is None or until is None or until < day:
        raise Declined("no_such_holiday")
    most = (await people.server(request.services, request.server)).holidays
    begin, end = dates.start_of_day(person, day), dates.start_of_day(person, until + timedelta(1))
    await stopping.announce_holiday(request.services, request.person_id, begin, end, most)
    return await _settings_panel(request)


async def _settings_panel(request: Request) -> Panel:
    """Return the settings page: the values of all settings of the person, and controls to change them.

    It also has a button that shows everything stored about the person, and *Forget me*.
    """
    words, person = request.words, request.person
    assert person is not None
    options = (
        Option(words.say("Same as Discord"), "auto", chosen=person.language is None),
        *(Option(own, code, chosen=person.language == code) for code, own in LANGUAGES.items()),
    )
    facts = {
        "language": LANGUAGES.get(person.language or "", words.say("Same as Discord")),
        "dms": words.say("on") if person.dms else words.say("off"),
        "pictures": words.say("on") if person.pictures else words.say("off"),
        "signs": words.say("off") if person.signs else words.say("on"),
        "suggestions": words.say("on") if person.suggestions else words.say("off"),
        "shown": words.say("off") if person.stays_out else words.say("on"),
    }
    switch = words.say("Stop sending me my hand") if person.dms else words.say("Send me my hand")
    pictures = words.say("Show my hand as text") if person.pictures else words.say("Show my hand as a picture")
    signs = words.say("Text without emoji") if person.signs else words.say("Text with emoji")
    suggestions = words.say("No suggestions") if person.suggestions else words.say("Suggest moves")
    holidays = await stopping.upcoming_holidays(request.services, request.person_id)
    return Panel(
        (
            Text(
                words.say(
                    "## Your settings\nLanguage: **{language}** · My hand by direct message: **{dms}** · "
                    "My hand as a picture: **{pictures}** · Text without emoji: **{signs}** · "
                    "Suggestions at tables with hints: **{suggestions}** · Public statistics: **{shown}**",
                    **facts,
                )
            ),
            Select(Target("settings", arg="language"), words.say("Language"), options),
            Row(
                (
                    Button(switch, Target("settings", arg="dms off" if person.dms else "dms on")),
                    Button(pictures, Target("settings", arg="pictures off" if person.pictures else "pictures on")),
                    Button(signs, Target("settings", arg="signs off" if person.signs else "signs on")),
                    Button(
                        suggestions,
                        Target("settings", arg="suggestions off" if person.suggestions else "suggestions on"),
                        emoji="💡",
                    ),
                )
            ),
            *_notification_parts(request),
            text(*_time_lines(request, holidays)),
            *_time_buttons(request, holidays),
            *await _new_table_parts(request),
            Row(
                (
                    Button(
                        words.say("Show my statistics to everybody")
                        if person.stays_out
                        else words.say("Hide my statistics"),
                        Target("settings", arg="stays_out off" if person.stays_out else "stays_out on"),
                    ),
                    Button(words.say("What's stored about me"), Target("about_me")),
                )
            ),
            Row((Button(words.say("Forget me"), Target("forget"), "danger"),)),
        )
    )


def _notification_parts(request: Request) -> list[Part]:
    """Return the part of the settings page on notifications: a text, and selects for when and how they come.

    The select for how is left out if notifications come as a summary or never. The text also names the quiet hours.
    """
    words, person = request.words, request.person
    assert person is not None
    told = words.say(_WHEN_LABELS[person.told])
    quiet = words.say("none")
    if person.quiet_begin is not None and person.quiet_end is not None:
        quiet = time_words.hours_text(person.quiet_begin, person.quiet_end)
    when = tuple(Option(words.say(_WHEN_LABELS[key]), key, chosen=key == person.told) for key in WHEN_NOTIFIED)
    how = tuple(Option(words.say(_HOW_LABELS[key]), key, chosen=key == person.told_by) for key in HOW_NOTIFIED)
    parts: list[Part] = [
        Text(words.say("📬 Notify me on my turn: **{told}** · Quiet hours: **{quiet}**", told=told, quiet=quiet)),
        Select(Target("settings", arg="told"), words.say("When to notify you"), when),
    ]
    if person.told in ("now", "urgent"):  # Summaries always come by direct message.
        parts.append(Select(Target("settings", arg="by"), words.say("How to notify you"), how))
    return parts


async def _new_table_parts(request: Request) -> list[Part]:
    """Return the part of the settings page on new tables: a text, and a select of games.

    The person is notified of new tables of the chosen games on this server. Return [] in direct messages.
    """
    if not request.server:
        return []
    words = request.words
    wished = await invitations.lobby_subscriptions(request.services, request.person_id, request.server)
    named = ", ".join(TITLES[game] for game in wished) or words.say("off")
    said = words.say("📯 New-table notifications here: **{games}**", games=named)
    options = tuple(Option(TITLES[game], game, chosen=game in wished) for game in GAMES)
    games = Select(
        Target("settings", arg="lobbies"), words.say("Notify me about new tables for …"), options, 0, len(GAMES)
    )
    return [Text(said), games]


def _time_lines(request: Request, holidays: list[tuple[int, int]]) -> list[str]:
    """Return three lines of the settings page: time zone and active hours, holidays, and commands to change them.

    `holidays` are pairs of begin and end in Unix seconds; without any, the second line is "".
    """
    words, person = request.words, request.person
    assert person is not None
    playing = words.say("at any time")
    if person.hours_begin is not None and person.hours_end is not None:
        playing = time_words.hours_text(person.hours_begin, person.hours_end)
    away = [f"<t:{begin}:D> – <t:{end - 1}:D>" for begin, end in holidays]
    return [
        words.say(
            "🕗 Time zone: **{zone}** · Playing hours: **{hours}**",
            zone=person.zone or words.say("not set"),
            hours=playing,
        ),
        words.say("⛱️ Holidays: {spans}", spans=", ".join(away)) if away else "",
        words.say("-# Change with `/settings quiet`, `/settings time` or `/settings holiday`."),
    ]


def _time_buttons(request: Request, holidays: list[tuple[int, int]]) -> list[Row]:
    """Return one row of buttons about time, with those that apply to the person; [] if none does.

    They set a time zone that is guessed, set or remove quiet hours, remove active hours, and cancel all holidays.
    `holidays` are the announced ones, as pairs of begin and end in Unix seconds.
    """
    words, person = request.words, request.person
    assert person is not None
    buttons = []
    guess = dates.ZONE_BY_LOCALE.get(person.locale or "")
    if person.zone is None and guess:
        buttons.append(Button(words.say("My time zone is {zone}", zone=guess), Target("settings", arg=f"zone {guess}")))
    if person.quiet_begin is not None:
        buttons.append(Button(words.say("No quiet hours"), Target("settings", arg="quiet off")))
    elif person.zone is not None:
        label = words.say("Quiet from {begin} to {end}", begin=_DEFAULT_QUIET_HOURS[0], end=_DEFAULT_QUIET_HOURS[1])
        buttons.append(Button(label, Target("settings", arg="quiet on"), emoji="💤"))
    if person.hours_begin is not None:
        buttons.append(Button(words.say("I can play at any time"), Target("settings", arg="any_time")))
    if holidays:
        buttons.append(Button(words.say("Cancel my holiday"), Target("settings", arg="back")))
    return [Row(tuple(buttons))] if buttons else []


async def forget(request: Request) -> Panel:
    """Delete everything stored about the person, after asking whether they are sure.

    `request.arg` is `yes` once they have confirmed. Computers take their seats in running games, they leave lobbies,
    and results of finished games stay without their name. This cannot be undone. If it fails, the error is raised, and
    the bot tries again later by itself.
    """
    words = request.words
    if request.arg != "yes":
        question = words.say(
            "I'll delete everything I have stored about you: your name, settings, statistics and "
            "ratings. Computers will take over your seats in games in progress, and finished "
            "games will keep their scores without your name. What I have already posted stays as "
            "it is, with your name in it: messages and pictures in channels, threads and direct "
            "messages to others, and the names of threads. On a server, the people who run it can "
            "delete that. This can't be undone."
        )
        return are_you_sure(
            question, words.say("Yes, forget me"), Target("forget", arg="yes"), words.say("No, keep everything")
        )
    await forgetting.forget(request.services, request.person_id)
    request.person = None
    return Panel((Text(words.say("Done. I have forgotten you. You're welcome back any time.")),))


VERBS = (
    Verb("settings", settings),
    Verb("forget", forget),
)
