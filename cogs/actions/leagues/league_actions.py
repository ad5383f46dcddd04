"""Actions of leagues: signing up, checking in, reading standings and schedules, and managing a season.

A season is one run of a league, in divisions or as a knockout cup. The argument of every verb begins with the season's
id; without one `_season` chooses a season. `manage`, `start_now`, `extend`, `move` and `cancel` are for organisers, the
others for everybody who sees the season's channel. `league_setup` has the actions that announce a new season.
"""

from __future__ import annotations

import discord

from cogs.actions.server import missing_permissions
from cogs.messages import league_panels, league_text
from cogs.messages.images import wants_pictures
from cogs.messages.league_text import season_title
from cogs.messages.panel import MAX_TEXT_CHARS, Button, Panel, Part, Row, Target, Text, says, shorten, text
from cogs.requests.answers import are_you_sure
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from tables.leagues import organiser_acts, season_lookup, season_signup
from tables.model.season import Season
from tables.model.table_errors import Declined
from tables.play import lookup
from words.catalogue import N_
from words.games import TITLES

_MAX_DIVISIONS_SHOWN = 6
_MAX_SEASONS_SHOWN = 15


# Taking part


async def join(request: Request) -> Panel:
    """Sign the person up for a season, and confirm it. During the check-in this also checks them in.

    The season's announcement is updated. Raises `Declined` in the cases of `season_signup.sign_up` and `_season`.
    """
    season = await _season(request)
    season = await season_signup.sign_up(request.services, season.id, request.person_id, request.name)
    if season.row.state == "checkin":
        return _checked_in(request, season)
    return says_about(
        request,
        season,
        N_(
            "You're signed up. **{name}** starts on <t:{starts}:F>. I'll ask you the day before to confirm with *I'm "
            "in*. Your name, division and results will be public here."
        ),
    )


async def leave(request: Request) -> Panel:
    """Withdraw the person's entry for a season that has not started, and confirm it. The announcement is updated.

    Raises `Declined` if they have not signed up or the season has started, and in the cases of `_season`.
    """
    season = await _season(request)
    season = await season_signup.withdraw(request.services, season.id, request.person_id)
    return says_about(
        request,
        season,
        N_("You're no longer signed up for **{name}**. You can sign up again until <t:{starts}:F>."),
    )


async def check_in(request: Request) -> Panel:
    """Check the person in for a season that starts soon, and say whether they play or are on the reserve list.

    Somebody who has not signed up yet is signed up too. The announcement is updated. Raises `Declined` in the cases of
    `season_signup.check_in` and `_season`.
    """
    season = await _season(request)
    season = await season_signup.check_in(request.services, season.id, request.person_id, request.name)
    return _checked_in(request, season)


def _checked_in(request: Request, season: Season) -> Panel:
    """Return the confirmation for a person who has checked in: they play, or they are on the reserve list."""
    if season.entrant_of(request.person_id) in season.starters():
        said = N_("You're in! **{name}** starts on <t:{starts}:F>, and I'll send you your tables then.")
    else:
        said = N_("You're on the reserve list for **{name}**. You'll play if somebody withdraws before <t:{starts}:F>.")
    return says_about(request, season, said)


async def drop_out(request: Request) -> Panel:
    """Take the person out of a running season for good, after asking for a confirmation.

    Computers play their seats from then on. `request.arg` ends with ` sure` once the person has confirmed. Raises
    `Declined` if they do not play in the season or it is not running, and in the cases of `_season`.
    """
    season, words = await _season(request), request.words
    if request.arg.endswith(" sure"):
        await season_signup.drop_out(request.services, season.id, request.person_id)
        said = N_(
            "You've dropped out of **{name}**. You keep the points from finished tables; computers take your other "
            "seats."
        )
        return says_about(request, season, said)
    question = words.say(
        "Drop out of **{name}**? Computers take all your seats for good, and you get no points for those tables.",
        name=season_title(season, words),
    )
    sure = Target("league_drop", arg=f"{season.id} sure")
    return are_you_sure(question, words.say("Drop out"), sure, words.say("Play on"))


# Reading


async def standings(request: Request) -> Panel:
    """Show the standings of the first six divisions of a season, each as a picture or else in words.

    If there are more, a sentence says so. Before the start the texts of the announcement are shown instead. Otherwise
    the answer is deferred. Raises `Declined` in the cases of `_season`.
    """
    season, words = await _season(request), request.words
    colour = request.app.games[season.row.game].colour
    if not season.division_numbers:
        shown = league_panels.announcement_panel(season, words, colour)
        return Panel(tuple(part for part in shown.parts if isinstance(part, Text)), colour)
    places = await season_lookup.table_places(request.services, season)
    links = league_text.links(season, places, words)
    parts: list[Part] = []
    await request.defer()
    for division in season.division_numbers[:_MAX_DIVISIONS_SHOWN]:
        picture = None
        if wants_pictures(request.interaction, request.person):
            picture = await league_panels.division_picture(request.app.renderer, season, division, words)
        panel = league_panels.standings_panel(season, division, words, colour, links, picture)
        parts += [part for part in panel.parts if not isinstance(part, Row)]
    if more := season.division_numbers[_MAX_DIVISIONS_SHOWN:]:
        said = words.many(
            "{n} more division: see <#{channel}>.",
            "{n} more divisions: see <#{channel}>.",
            len(more),
            channel=season.row.channel,
        )
        parts.append(Text(said))
    return Panel(tuple(parts), colour)


async def schedule(request: Request) -> Panel:
    """Show the tables of a season with links and who plays at each. Before the start, show the start date instead.

    Raises `Declined` in the cases of `_season`.
    """
    season, words = await _season(request), request.words
    if not season.fixtures:
        return says_about(
            request, season, N_("**{name}** hasn't started yet. I'll assign the tables on <t:{starts}:F>.")
        )
    places = await season_lookup.table_places(request.services, season)
    links = league_text.links(season, places, words)
    said = []
    for division in season.division_numbers:
        if len(season.division_numbers) > 1:
            said.append(f"**{words.say('Division {number}', number=division)}**")
        said.append(league_text.schedule_text(season, division, words, links))
    head = Text(f"## 🗓️ {season_title(season, words)}")
    return Panel((head, Text(shorten("\n".join(said), MAX_TEXT_CHARS - 300))))


async def mine(request: Request) -> Panel:
    """Show up to six seasons of this server for which the person has signed up and which are not over.

    For a season that has not started, show its start, with buttons to withdraw or check in. For a running one, show the
    person's tables there and whose turn it is, with the button *Drop out*. If there is no season, a sentence says so.
    Raises `Declined` outside of a server.
    """
    words = request.words
    if not request.server:
        raise Declined("only_in_server")
    found = await season_lookup.of_person(request.services, request.person_id, request.server)
    if not found:
        return says(words.say("You aren't in a league here. `/league standings` shows the leagues on this server."))
    looks = await lookup.looks_of_person(request.services, request.person_id)
    turns = {look.table.id: league_text.turn_text(look, words) for look in looks if look.table.row.season}
    parts: list[Part] = []
    shown = found[:_MAX_DIVISIONS_SHOWN]
    for season in shown:
        entrant = season.entrant_of(request.person_id)
        assert entrant is not None
        head = f"### 🏆 {season_title(season, words)}"
        if season.row.state != "playing":
            parts.append(text(head, league_text.entry_text(season, entrant, words)))
            entered = entrant.checked_in or season.row.state == "signup"
            parts.append(league_panels.entry_row(season, words, entered=entered))
        elif not entrant.division:
            parts.append(text(head, words.say("You aren't playing this time.")))
        else:
            places = await season_lookup.table_places(request.services, season)
            links = league_text.links(season, places, words)
            said = league_text.schedule_text(season, entrant.division, words, links, entrant.n, turns)
            gone = league_text.dropped_text(season, entrant, words)
            ends = league_text.end_text(season, words)
            parts.append(text(head, ends, gone, shorten(said, (MAX_TEXT_CHARS - 600) // len(shown))))
            if not entrant.dropped:
                drop = Button(words.say("Drop out"), Target("league_drop", arg=str(season.id)), "danger")
                parts.append(Row((drop,)))
    return Panel(tuple(parts))


async def history(request: Request) -> Panel:
    """Show the latest 15 seasons of this server that are over, each with the winners of its first division.

    If there is none, a sentence says so. Raises `Declined` outside of a server.
    """
    words = request.words
    if not request.server:
        raise Declined("only_in_server")
    found = await season_lookup.finished(request.services, request.server)
    if not found:
        return says(words.say("No season or cup has ended on this server yet."))
    lines = []
    for season in found[:_MAX_SEASONS_SHOWN]:
        lines.append(
            words.say(
                "**{name}** · {game} · ended <t:{ended}:D> · {won}",
                name=season_title(season, words),
                game=TITLES[season.row.game],
                ended=season.row.ended,
                won=league_text.winners_text(season, 1, words),
            )
        )
    return Panel((Text(words.say("## Past seasons and cups")), Text("\n".join(lines))))


# What organisers do


async def manage(request: Request) -> Panel:
    """Show an organiser up to six seasons of this server, with buttons to start, extend, move or cancel each.

    The seasons are those that are announced and not over; without any, a sentence says so. Raises `Declined` in the
    cases of `require_organiser`.
    """
    await require_organiser(request)
    words = request.words
    rows = await season_lookup.open_seasons(request.services, request.server)
    if not rows:
        return says(words.say("There is no open league here. `/league new` starts one."))
    parts: list[Part] = []
    for row in rows[:_MAX_DIVISIONS_SHOWN]:
        season, arg = await season_lookup.find(request.services, request.server, row.id), str(row.id)
        cancel = Button(words.say("Call it off"), Target("league_cancel", arg=arg), "danger")
        if row.state == "playing":
            first = Button(words.say("Extend by a week"), Target("league_extend", arg=f"{arg} {row.ends}"))
        else:
            first = Button(words.say("Start now"), Target("league_start", arg=arg), "primary")
        title = f"**{season_title(season, words)}** · <#{row.channel}>"
        here = Button(words.say("Move it here"), Target("league_move", arg=arg))
        buttons = (first, cancel) if row.channel == request.channel else (first, here, cancel)
        parts += [text(title, league_text.numbers_text(season, words)), Row(buttons)]
    return Panel(tuple(parts))


async def start_now(request: Request) -> Panel:
    """Start a season at once instead of on its date, for an organiser, and confirm it. The answer is deferred.

    Raises `Declined` if it has started or was called off, if too few people would play, and in the cases of
    `require_organiser` and `_season`.
    """
    await require_organiser(request)
    season = await _season(request)
    await request.defer()
    season = await organiser_acts.start_now(request.services, season.id, request.person_id)
    return says_about(request, season, N_("**{name}** has started. I'm opening its tables now."))


async def extend(request: Request) -> Panel:
    """Make a running season end a week later, for an organiser, and confirm it.

    `request.arg` is `SEASON END`: the season's id, and the end that the organiser saw, in Unix seconds. Raises
    `Declined` if the end has changed since, so that two clicks extend it once. Also raises it if the season is not
    running or its end has passed, and in the cases of `require_organiser` and `_season`.
    """
    await require_organiser(request)
    season, seen = await _season(request), request.arg.partition(" ")[2]
    number = parse_number(seen, 0, max_digits=12)
    season = await organiser_acts.extend(request.services, season.id, request.person_id, number)
    return says_about(request, season, N_("**{name}** now ends on <t:{ends}:D>."))


async def move(request: Request) -> Panel:
    """Move a season to the request's channel, for an organiser, and confirm it. Its open tables stay where they are.

    The season's old channel may be deleted. Raises `Declined` if the season is in this channel already, is over or was
    called off, if tables are not allowed here, and in the cases of `require_organiser` and `require_league_channel`.
    """
    await require_organiser(request)
    require_league_channel(request)
    season = await season_lookup.find(request.services, request.server, season_number(request))
    season = await organiser_acts.move(request.services, season.id, request.person_id, request.channel)
    return says_about(request, season, N_("**{name}** continues in <#{channel}>. Its open tables stay where they are."))


async def cancel(request: Request) -> Panel:
    """Call a season off, for an organiser, after asking for a confirmation. Its running tables become ordinary ones.

    `request.arg` ends with ` sure` once the organiser has confirmed. Raises `Declined` if the season is over or called
    off already, and in the cases of `require_organiser` and `_season`.
    """
    await require_organiser(request)
    season, words = await _season(request), request.words
    if request.arg.endswith(" sure"):
        await organiser_acts.call_off(request.services, season.id, request.person_id)
        return says_about(request, season, N_("**{name}** has been called off."))
    question = words.say("Call off **{name}**?", name=season_title(season, words))
    if season.row.state == "playing":
        question += " " + words.say("Tables in progress continue as ordinary games.")
    sure = Target("league_cancel", arg=f"{season.id} sure")
    return are_you_sure(question, words.say("Call it off"), sure, words.say("Keep it"))


def says_about(request: Request, season: Season, sentence: str) -> Panel:
    """Return a panel with the sentence `sentence` about a season, in the person's language.

    `sentence` is an English text of the catalogue. It may contain `{name}`, `{channel}` (its id), and `{starts}` and
    `{ends}` (in Unix seconds), which are filled in.
    """
    row = season.row
    facts = {"name": season_title(season, request.words), "channel": row.channel, "starts": row.starts}
    return says(request.words.say(sentence, **facts, ends=row.ends))


def season_number(request: Request) -> int:
    """Return the season's id in a verb's argument; 0 without one."""
    return parse_number(request.arg.partition(" ")[0], 0, max_digits=15)


async def _season(request: Request) -> Season:
    """Return the season whose id begins the request's argument; without an id, choose one of this server.

    That is the newest running season; if none is running, the newest that is over; else the newest that has not
    started. Raises `Declined` outside of a server, if there is no such season, or if the person does not see its
    channel.
    """
    if not request.server:
        raise Declined("only_in_server")
    season = await season_lookup.find(request.services, request.server, season_number(request))
    if not request.sees_channel(season.row.server, season.row.channel):
        raise Declined("no_season")
    return season


def require_league_channel(request: Request) -> None:
    """Raise `Declined` if the request's channel is a thread, or the bot may not write or open public threads in it."""
    if isinstance(request.interaction.channel, discord.Thread):
        raise Declined("league_in_thread")
    needed = ("view_channel", "send_messages", "create_public_threads", "send_messages_in_threads")
    if names := missing_permissions(request, needed):
        raise Declined("not_allowed_here", names=names)


async def require_organiser(request: Request) -> None:
    """Raise `Declined` outside of a server, and if the person is neither manager nor organiser of this server."""
    if not request.server:
        raise Declined("only_in_server")
    if not (await request.authority()).runs(request.server):
        raise Declined("organisers_only")


VERBS = (
    Verb("league_join", join),
    Verb("league_leave", leave),
    Verb("league_checkin", check_in),
    Verb("league_drop", drop_out),
    Verb("league_standings", standings),
    Verb("league_schedule", schedule),
    Verb("league_mine", mine),
    Verb("league_history", history),
    Verb("league_manage", manage),
    Verb("league_start", start_now),
    Verb("league_extend", extend),
    Verb("league_move", move),
    Verb("league_cancel", cancel),
)
