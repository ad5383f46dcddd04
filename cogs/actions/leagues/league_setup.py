"""Setting up a league: `/league new`, and the controls in the preview of a draft. Only for organisers.

A draft is a season that is not announced yet. Its preview has selects, a form for name and dates, and *Announce*.
"""

from __future__ import annotations

import re
from typing import Any

from cogs.actions.leagues.league_actions import require_league_channel, require_organiser, says_about, season_number
from cogs.messages import league_panels
from cogs.messages.panel import Panel, Text
from cogs.requests import dates
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from rules import GAMES
from tables.leagues import season_settings
from tables.leagues.season_lookup import SeasonFormat, SeasonRow
from tables.model.season import Season
from tables.model.table_errors import Declined
from tables.runtime import people
from words.catalogue import N_
from words.games import TITLES
from words.refusal_text import refusal_sentence

MAX_NAME_CHARS = 60
MAX_PLAYERS = 200


async def new(request: Request, game: str, name: str = "", starts: str = "", ends: str = "", players: int = 0) -> Panel:
    """Store a draft of a new season with default settings, and show its organiser a private preview of it.

    `name`, the days `starts` and `ends` (as typed) and `players` (the maximum) replace the defaults unless they are
    empty or 0. Raises `Declined` for an unknown game, for a text that is no day, if the season cannot have these dates,
    and in the cases of `require_organiser` and `require_league_channel`.
    """
    await require_organiser(request)
    require_league_channel(request)
    if game not in GAMES:
        raise Declined("no_such_game")
    settings = await people.server(request.services, request.server)
    language = settings.language or request.words.language
    called = _clean(name) or _default_name(request, game, "season")
    first, last = _day(request, starts), _day(request, ends)
    row = await season_settings.draft(
        request.services, request.server, request.channel, request.person_id, game, called, language
    )
    change = season_settings.change_draft
    row = await change(request.services, row.id, request.person_id, starts=first, ends=last, most=players or None)
    return _preview(request, row)


def _default_name(request: Request, game: str, form: SeasonFormat) -> str:
    """Return what a league is called unless its organiser names it; a cup like its game, as its title says "cup"."""
    return TITLES[game] if form == "cup" else request.words.say("{game} league", game=TITLES[game])


def _clean(name: str) -> str:
    """Return the name of a league without line breaks and repeated spaces, and not too long."""
    return re.sub(r"\s+", " ", name).strip()[:MAX_NAME_CHARS]


def _day(request: Request, day: str) -> int | None:
    """Return when a typed day begins for the person, in Unix seconds; None for a blank text.

    Raises `Declined` if the text is no day.
    """
    if not day.strip():
        return None
    found = dates.parse_day(day, dates.today(request.person, request.services.now()))
    if found is None:
        raise Declined("no_such_day")
    return dates.start_of_day(request.person, found)


def _preview(request: Request, row: SeasonRow) -> Panel:
    season = Season(row, [], [])
    return league_panels.preview_panel(season, request.words, request.app.games[row.game].colour)


async def _change(request: Request, **changes: Any) -> Panel:
    """Change the draft that the request names, and return its preview.

    `changes` are arguments of `season_settings.change_draft`. If that raises `Declined`, return the unchanged preview
    with the reason above it. Raises `Declined` if the person has no such draft.
    """
    try:
        number = season_number(request)
        row = await season_settings.change_draft(request.services, number, request.person_id, **changes)
    except Declined as no:
        return await _unchanged(request, no)
    return _preview(request, row)


async def _unchanged(request: Request, no: Declined) -> Panel:
    """Return the preview of the request's draft, and above it the reason `no` why the draft was not changed.

    Raises `Declined` if the person has no such draft.
    """
    shown = _preview(request, await _draft(request))
    return shown.under(Text(f"⚠️ {refusal_sentence(request.words, no.key, no.facts)}"))


async def _draft(request: Request) -> SeasonRow:
    """Return the draft that the request names. Raises `Declined` if the person has no such draft."""
    return await season_settings.own_draft(request.services, season_number(request), request.person_id)


async def set_format(request: Request) -> Panel:
    """Change the format of a draft to the chosen one, season or cup, and show its preview.

    If the draft still has its default name, it gets the default name of the new format. Raises `Declined` if the person
    has no such draft.
    """
    chosen: SeasonFormat = "cup" if request.values[:1] == ("cup",) else "season"
    row = await _draft(request)
    is_default = row.name == _default_name(request, row.game, row.format)
    name = _default_name(request, row.game, chosen) if is_default else None
    return await _change(request, as_format=chosen, name=name)


async def set_size(request: Request) -> Panel:
    """Change the size of a draft's tables, as chosen, and show it again."""
    return await _change(request, size=parse_number(request.values[0] if request.values else "", 0))


async def set_clock(request: Request) -> Panel:
    """Change the clock of a draft's tables, as chosen, and show it again."""
    return await _change(request, clock=request.values[0] if request.values else "")


async def edit(request: Request) -> None:
    """Open the form in which the organiser changes a draft's name, dates and maximum number of players.

    Raises `Declined` if the person has no such draft.
    """
    row = await _draft(request)
    first, last = (dates.typed_day(request.words, request.person, moment) for moment in (row.starts, row.ends))
    await request.ask(league_panels.draft_form(row, first, last, request.words))


async def edited(request: Request) -> Panel:
    """Change a draft to what was typed in the form of `edit`, and show its preview.

    If something typed is not allowed, nothing is changed, and the reason is shown above the preview. Raises `Declined`
    if the person has no such draft, or if the form was opened by an older version of the bot.
    """
    if len(request.values) != league_panels.DRAFT_FIELDS:
        raise Declined("old_menu")
    name, first, last, most = request.values
    try:
        days = {"starts": _day(request, first), "ends": _day(request, last)}
        players = _players(most)
    except Declined as no:
        return await _unchanged(request, no)
    return await _change(request, name=_clean(name) or None, most=players, **days)


def _players(typed: str) -> int:
    """Return the maximum number of players that was typed; 0 (no limit) for a blank text.

    Raises `Declined` if the text is not a number from 2 to `MAX_PLAYERS`, or 0.
    """
    found = parse_number(typed.strip() or "0", -1)
    if found and found not in range(2, MAX_PLAYERS + 1):
        raise Declined("no_number")
    return found


async def announce(request: Request) -> Panel:
    """Announce a draft in its channel, so that people can sign up for the season, and confirm it.

    Raises `Declined` if the draft is not the person's own, and in the cases of `require_organiser`.
    """
    await require_organiser(request)
    row = await season_settings.announce(request.services, season_number(request), request.person_id)
    return says_about(
        request,
        Season(row, [], []),
        N_(
            "**{name}** is announced in <#{channel}>. People can sign up there until <t:{starts}:F>; the rest is "
            "automatic. Use `/league manage` to start it now, extend it or call it off."
        ),
    )


VERBS = (
    Verb("league_format", set_format),
    Verb("league_size", set_size),
    Verb("league_clock", set_clock),
    Verb("league_edit", edit),
    Verb("league_edited", edited),
    Verb("league_announce", announce),
)
