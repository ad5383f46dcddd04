"""A person's own settings: how they are spoken to, when they play, holidays, and being forgotten."""

from __future__ import annotations

from datetime import timedelta
from typing import get_args

import msgspec

from cogs.messages.panel import Button, Option, Panel, Part, Row, Select, Target, Text, text
from cogs.requests import dates
from cogs.requests.answers import are_you_sure
from cogs.requests.autocomplete import BY_CHOICES, TOLD_CHOICES
from cogs.requests.request import Action, Request
from rules import GAMES
from tables.delivery import digests, posts
from tables.model.table_errors import Declined
from tables.notifications.preferences import By, WhenTold
from tables.runtime import people
from tables.seating import forgetting, invitations
from tables.time import holidays as stopping
from words import LANGUAGES
from words import time_text as time_words
from words.games import TITLES

TOLD: dict[str, WhenTold] = {each: each for each in get_args(WhenTold)}
BY: dict[str, By] = {each: each for each in get_args(By)}
_TOLD_WORDS = {choice.value: choice.name for choice in TOLD_CHOICES}
_BY_WORDS = {choice.value: choice.name for choice in BY_CHOICES}
_NIGHT = ("22:00", "08:00")
"""When most people want their peace: one press."""

_SWITCHES = {f"{setting} {way}": way == "on" for setting in ("dms", "pictures", "stays_out") for way in ("on", "off")}
"""What the buttons that switch something say."""


async def settings(request: Request) -> Panel:
    """Show a person's settings, and change the one that was pressed."""
    match request.arg.split(" "):
        case ["dms" | "pictures" | "stays_out" as what, _] if request.arg in _SWITCHES:
            return await change(request, **{what: _SWITCHES[request.arg]})
        case ["language"] if request.values:
            return await change(request, language=request.values[0])
        case ["zone", zone]:
            return await set_time(request, zone, None, None)
        case ["any_time"]:
            return await _set_hours(request, None, None, None)
        case ["told"] if request.values and request.values[0] in TOLD:
            return await set_pings(request, TOLD[request.values[0]], None)
        case ["by"] if request.values and request.values[0] in BY:
            return await set_pings(request, None, BY[request.values[0]])
        case ["quiet", "on"]:
            return await set_quiet(request, *_NIGHT)
        case ["quiet", "off"]:
            return await set_quiet(request, None, None)
        case ["lobbies"] if request.server:
            await invitations.set_wished(request.services, request.person_id, request.server, request.values)
        case ["back"]:
            await stopping.end_holidays(request.services, request.person_id)
    return await _shown(request)


async def change(request: Request, **wishes: bool | str | None) -> Panel:
    """Change what is wished, by the setting's name, and show the settings. A language we do not speak: Discord's."""
    assert request.person is not None
    if "language" in wishes and wishes["language"] not in LANGUAGES:
        wishes["language"] = None
    person = msgspec.structs.replace(request.person, **wishes)
    if person != request.person:
        await people.save(request.services, request.person, person)
    if wishes.get("dms"):
        await posts.reopen_dms(request.services, request.person_id)
    await request.meet()
    return await _shown(request)


async def set_time(request: Request, zone: str | None, begin: str | None, end: str | None) -> Panel:
    """Set time zone and hours; what is left out stays as it is."""
    person = request.person
    assert person is not None
    first = person.hours_begin if begin is None else dates.read_minutes(begin)
    last = person.hours_end if end is None else dates.read_minutes(end)
    if (begin or end) and (first is None or last is None):
        raise Declined("no_such_hours")
    return await _set_hours(request, zone, first, last)


async def _set_hours(request: Request, zone: str | None, begin: int | None, end: int | None) -> Panel:
    assert request.person is not None
    await stopping.set_hours(request.services, request.person, zone or request.person.zone, begin, end)
    await request.meet()
    return await _shown(request)


async def set_pings(request: Request, told: WhenTold | None, by: By | None) -> Panel:
    """Choose when and how one is told; what is left out stays as it is."""
    assert request.person is not None
    await digests.set_wishes(request.services, request.person, told, by)
    await request.meet()
    return await _shown(request)


async def set_quiet(request: Request, begin: str | None, end: str | None) -> Panel:
    """Set the hours at which nothing pings somebody; without any there are none."""
    assert request.person is not None
    first, last = (dates.read_minutes(each or "") for each in (begin, end))
    if (begin or end) and (first is None or last is None):
        raise Declined("no_such_hours")
    await digests.set_quiet(request.services, request.person, first, last)
    await request.meet()
    return await _shown(request)


async def announce(request: Request, first: str, last: str) -> Panel:
    """Announce holidays, both days included, where the person lives."""
    person, now = request.person, request.services.now()
    day = dates.read_day(first, dates.today(person, now))
    until = dates.read_day(last, day) if day else None
    if day is None or until is None or until < day:
        raise Declined("no_such_holiday")
    most = (await people.server(request.services, request.server)).holidays
    begin, end = dates.begin_of(person, day), dates.begin_of(person, until + timedelta(1))
    await stopping.announce(request.services, request.person_id, begin, end, most)
    return await _shown(request)


async def _shown(request: Request) -> Panel:
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
        "shown": words.say("off") if person.stays_out else words.say("on"),
    }
    switch = words.say("Stop sending me my hand") if person.dms else words.say("Send me my hand")
    pictures = words.say("Show my hand as text") if person.pictures else words.say("Show my hand as a picture")
    holidays = await stopping.holidays(request.services, request.person_id)
    return Panel(
        (
            Text(
                words.say(
                    "## Your settings\nLanguage: **{language}** · Hand by direct message: **{dms}** · "
                    "Pictures of your hand: **{pictures}** · Others see your statistics: **{shown}**",
                    **facts,
                )
            ),
            Select(Target("settings", arg="language"), words.say("Language"), options),
            Row(
                (
                    Button(switch, Target("settings", arg="dms off" if person.dms else "dms on")),
                    Button(pictures, Target("settings", arg="pictures off" if person.pictures else "pictures on")),
                )
            ),
            *_pings(request),
            text(*_times(request, holidays)),
            *_time_buttons(request, holidays),
            *await _lobbies(request),
            Row(
                (
                    Button(
                        words.say("Show my statistics to others")
                        if person.stays_out
                        else words.say("Keep my statistics to myself"),
                        Target("settings", arg="stays_out off" if person.stays_out else "stays_out on"),
                    ),
                    Button(words.say("What is stored about me"), Target("about_me")),
                )
            ),
            Row((Button(words.say("Forget me"), Target("forget"), "danger"),)),
        )
    )


def _pings(request: Request) -> list[Part]:
    """Say when and how a person is told that it is their turn, and let them choose."""
    words, person = request.words, request.person
    assert person is not None
    told = words.say(_TOLD_WORDS[person.told])
    quiet = words.say("none")
    if person.quiet_begin is not None and person.quiet_end is not None:
        quiet = time_words.hours_text(person.quiet_begin, person.quiet_end)
    when = tuple(Option(words.say(_TOLD_WORDS[key]), key, chosen=key == person.told) for key in TOLD)
    how = tuple(Option(words.say(_BY_WORDS[key]), key, chosen=key == person.told_by) for key in BY)
    parts: list[Part] = [
        Text(
            words.say(
                "📬 You are told that it is your turn: **{told}** · Quiet hours: **{quiet}**", told=told, quiet=quiet
            )
        ),
        Select(Target("settings", arg="told"), words.say("When you are told"), when),
    ]
    if person.told in ("now", "urgent"):  # What is told together comes by direct message.
        parts.append(Select(Target("settings", arg="by"), words.say("How you are told"), how))
    return parts


async def _lobbies(request: Request) -> list[Part]:
    """Let a person choose of which new tables they hear: on the server where they ask."""
    if not request.server:
        return []
    words = request.words
    wished = await invitations.wished(request.services, request.person_id, request.server)
    named = ", ".join(TITLES[game] for game in wished) or words.say("none")
    said = words.say("📯 New tables on this server I tell you about: **{games}**", games=named)
    options = tuple(Option(TITLES[game], game, chosen=game in wished) for game in GAMES)
    games = Select(
        Target("settings", arg="lobbies"), words.say("Tell me about new tables of …"), options, 0, len(GAMES)
    )
    return [Text(said), games]


def _times(request: Request, holidays: list[tuple[int, int]]) -> list[str]:
    """Say when a person plays, and how to change that."""
    words, person = request.words, request.person
    assert person is not None
    playing = words.say("at any time")
    if person.hours_begin is not None and person.hours_end is not None:
        playing = time_words.hours_text(person.hours_begin, person.hours_end)
    away = [f"<t:{begin}:D> – <t:{end - 1}:D>" for begin, end in holidays]
    return [
        words.say(
            "🕗 Time zone: **{zone}** · You play: **{hours}**",
            zone=person.zone or words.say("not known"),
            hours=playing,
        ),
        words.say("⛱️ Holidays: {spans}", spans=", ".join(away)) if away else "",
        words.say("-# `/settings quiet`, `/settings time` and `/settings holiday` set hours and holidays."),
    ]


def _time_buttons(request: Request, holidays: list[tuple[int, int]]) -> list[Row]:
    words, person = request.words, request.person
    assert person is not None
    buttons = []
    guess = dates.GUESSES.get(person.locale or "")
    if person.zone is None and guess:
        buttons.append(Button(words.say("My time zone is {zone}", zone=guess), Target("settings", arg=f"zone {guess}")))
    if person.quiet_begin is not None:
        buttons.append(Button(words.say("No quiet hours"), Target("settings", arg="quiet off")))
    elif person.zone is not None:
        label = words.say("Quiet from {begin} to {end}", begin=_NIGHT[0], end=_NIGHT[1])
        buttons.append(Button(label, Target("settings", arg="quiet on"), emoji="💤"))
    if person.hours_begin is not None:
        buttons.append(Button(words.say("I play at any time"), Target("settings", arg="any_time")))
    if holidays:
        buttons.append(Button(words.say("Cancel my holidays"), Target("settings", arg="back")))
    return [Row(tuple(buttons))] if buttons else []


async def forget(request: Request) -> Panel:
    """Ask once, then remove all that is stored about a person."""
    words = request.words
    if request.arg != "yes":
        question = words.say(
            "I would remove everything I have stored about you: your name, your settings, statistics and ratings. "
            "Computers would take your seats in games that are being played, and finished games would keep their "
            "scores without your name. This cannot be undone."
        )
        return are_you_sure(question, words.say("Yes, forget me"), Target("forget", arg="yes"), words.say("No, stay"))
    await forgetting.forget(request.services, request.person_id)
    request.person = None
    return Panel((Text(words.say("Done. I have forgotten you. You are welcome to come back at any time.")),))


ACTIONS: dict[str, Action] = {"settings": settings, "forget": forget}
