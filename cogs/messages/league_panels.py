"""The messages of leagues as panels: from the preview of a season and its announcement to its end.

Season stands for a cup too: both are a `Season`, and `row.format` tells them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from cogs.messages.images import picture_drawn_in_thread
from cogs.messages.league_text import (
    Links,
    end_text,
    plain_title,
    schedule_text,
    season_title,
    standings_text,
    table_lines,
    winners_text,
)
from cogs.messages.panel import (
    MAX_TEXT_CHARS,
    Button,
    Field,
    Form,
    Option,
    Panel,
    Part,
    Picture,
    Row,
    Select,
    Target,
    Text,
    shorten,
    text,
)
from pictures.league_table import standings_picture
from pictures.render import Renderer
from rules import GAMES
from tables.leagues.season_lookup import SeasonRow
from tables.leagues.season_settings import CLOCK_NAMES, clock_name
from tables.model.season import OVERTIME_S, Season
from tables.seating.table_settings import CLOCKS
from words import Words
from words import time_text as time_words
from words.catalogue import N_, escaped_name
from words.games import TITLES

_MAX_NAMES_CHARS = 1500


async def division_picture(renderer: Renderer, season: Season, division: int, words: Words) -> Picture | None:
    """Return the picture of a division's standings, with texts that can replace it.

    Return None for a cup, and if the picture cannot be drawn.
    """
    if season.row.format == "cup":
        return None
    lines = season.lines(division)
    draw = partial(standings_picture, plain_title(season, words, division), table_lines(lines, words), words)
    picture = await picture_drawn_in_thread(renderer, "standings.png", draw)
    if picture is None:
        return None
    return msgspec.structs.replace(picture, words=lambda: (Text(standings_text(lines, words)),))


def _facts(season: Season, words: Words) -> str:
    """Return the line with the game, the format (season or cup), the table size, the time per decision and the maximum.

    The maximum number of players is left out if there is none.
    """
    row = season.row
    form = words.say("knockout cup") if row.format == "cup" else words.say("season in divisions")
    tables = words.say("tables of {size}", size=row.size)
    clock = msgspec.structs.replace(season.clock, out="others")  # `_rules` says what happens when time is up.
    facts = [TITLES[row.game], form, tables, time_words.clock_summary(words, clock)]
    if row.most:
        facts.append(words.say("at most {most} players", most=row.most))
    return " · ".join(facts)


def _dates(season: Season, words: Words) -> str:
    """Return a line with the start and the end of a season; once it is played, with its end and what happens then.

    The end of a cup is that of its first round or, once it is played, of the present round.
    """
    row = season.row
    if row.state == "playing":
        then = words.say(
            "From then on, players have 12 hours per decision; from <t:{last}:D> on, computers finish what is left.",
            last=row.ends + OVERTIME_S,
        )
        return f"{end_text(season, words)} {then}"
    if row.format == "cup":
        sentence = N_("Starts on <t:{starts}:F>, and the first round ends on <t:{ends}:D>.")
    else:
        sentence = N_("Starts on <t:{starts}:F>, ends on <t:{ends}:D>.")
    return words.say(sentence, starts=row.starts, ends=row.ends)


def _rules(season: Season, words: Words) -> str:
    """Return what people should know before they sign up.

    That is how many games each player has (in a cup: who reaches the next round), the minimum number of players, and
    what happens when a player's time runs out.
    """
    if season.row.format == "cup":
        games = words.say("The top half of each table goes on to the next round.")
    elif season.row.size == 2:
        games = words.say("You play everybody in your division once, all games at the same time.")
    else:
        games = words.say("Everybody plays {n} games, all at the same time.", n=season.games_each)
    least = words.say("At least {least} players are needed.", least=season.min_players)
    return f"{games} {least} {_time_rule(words)}"


def _time_rule(words: Words) -> str:
    """Return the sentence that tells players of a league what happens when their time runs out."""
    return words.say(
        "If your time runs out, a computer makes that decision for you. The second time at the same table, it "
        "takes your seat for good."
    )


def preview_panel(season: Season, words: Words, colour: int | None) -> Panel:
    """Return the private preview of a draft for its organiser, with controls to change it and the button *Announce*.

    A draft is a season that is not announced yet. `colour` is the game's accent colour; None for none.
    """
    row, arg = season.row, str(season.id)
    sizes = [
        Option(words.say("Tables of {size}", size=size), str(size), chosen=size == row.size)
        for size in GAMES[row.game].players
    ]
    clocks = [
        Option(time_words.clock_summary(words, CLOCKS[name]), name, chosen=name == clock_name(season.clock))
        for name in CLOCK_NAMES
    ]
    forms = [
        Option(words.say("Season: all tables at once"), "season", chosen=row.format == "season"),
        Option(words.say("Cup: knockout"), "cup", chosen=row.format == "cup"),
    ]
    return Panel(
        (
            text(
                f"## 🏆 {season_title(season, words)}",
                _facts(season, words),
                _dates(season, words),
                _rules(season, words),
            ),
            Text(words.say("-# Only you see this. *Announce* posts it in <#{channel}>.", channel=row.channel)),
            Select(Target("league_format", arg=arg), words.say("Season or cup"), tuple(forms)),
            Select(Target("league_size", arg=arg), words.say("Players at a table"), tuple(sizes)),
            Select(Target("league_clock", arg=arg), words.say("Time per decision"), tuple(clocks)),
            Row(
                (
                    Button(words.say("Announce"), Target("league_announce", arg=arg), "success"),
                    Button(words.say("Name and dates"), Target("league_edit", arg=arg), emoji="✏️"),
                )
            ),
        ),
        colour,
    )


DRAFT_FIELDS = 4
"""The number of fields of `draft_form`."""


def draft_form(row: SeasonRow, first: str, last: str, words: Words) -> Form:
    """Return the form in which a draft's name, first and last day, and maximum number of players are changed.

    `first` and `last` are the draft's current days, written as a person would type them.
    """
    fields = (
        Field(words.say("Name"), row.name, required=True),
        Field(words.say("Starts on"), first, 20, required=True),
        Field(words.say("Ends on"), last, 20, required=True),
        Field(words.say("Maximum players (empty: no limit)"), str(row.most or ""), 3),
    )
    return Form(Target("league_edited", arg=str(row.id)), words.say("Name and dates"), fields)


def announcement_panel(season: Season, words: Words, colour: int | None) -> Panel:
    """Return the public announcement of a season in its present state.

    Before the start it has the rules, the names of those who signed up, and the buttons of `entry_row`. Then it says
    how many people play and, after the end, when the season ended; both have buttons such as *Standings* and
    *Schedule*. If the season was called off, it says only that.
    """
    row = season.row
    head = f"## 🏆 {season_title(season, words)}\n{_facts(season, words)}"
    if row.state == "cancelled":
        return Panel((Text(f"{head}\n{words.say('⛔ Called off.')}"),), colour)
    if row.state == "over":
        said = words.say("🏁 Ended on <t:{ended}:D>.", ended=row.ended)
        return Panel((Text(f"{head}\n{said}"), _reading_row(season, words)), colour)
    parts: list[Part] = [Text(f"{head}\n{_dates(season, words)}")]
    if row.state == "playing":
        playing = sum(each.division > 0 for each in season.entrants)
        said = words.many("{n} player is taking part.", "{n} players are taking part.", playing)
        return Panel((*parts, Text(said), _reading_row(season, words)), colour)
    parts += [Text(_rules(season, words)), Text(_entrant_lines(season, words))]
    parts.append(
        Text(
            words.say(
                "-# If you sign up, your name, division and results are public here, even with `/settings private`."
            )
        )
    )
    return Panel((*parts, entry_row(season, words)), colour)


def _entrant_lines(season: Season, words: Words) -> str:
    """Return a line with the names of the people who have signed up, or a sentence that nobody has.

    During the check-in there are up to three lines: those who play, those who have not confirmed, and the reserves.
    """
    starters = season.starters()
    if season.row.state == "checkin":
        ready = {each.n for each in starters}
        missing = [each.name for each in season.entrants if not each.checked_in]
        reserves = [each.name for each in season.entrants if each.checked_in and each.n not in ready]
        lines = [
            words.say("✅ Playing ({n}): {names}", n=len(starters), names=_names([each.name for each in starters]))
            if starters
            else words.say("Nobody has confirmed yet."),
            words.say("⏳ Not confirmed ({n}): {names}", n=len(missing), names=_names(missing)) if missing else "",
            words.say("🪑 Reserves ({n}): {names}", n=len(reserves), names=_names(reserves)) if reserves else "",
        ]
        return "\n".join(filter(None, lines))
    if not season.entrants:
        return words.say("Nobody has signed up yet.")
    names = _names([each.name for each in season.entrants])
    return words.say("Signed up ({n}): {names}", n=len(season.entrants), names=names)


def _names(names: Sequence[str]) -> str:
    """Return names for a list in Markdown, cut if there are too many."""
    return shorten(", ".join(map(escaped_name, names)), _MAX_NAMES_CHARS)


def check_in_panel(season: Season, words: Words, colour: int | None) -> Panel:
    """Return the message that asks people to check in, with the buttons of `entry_row`.

    It mentions everybody who has not checked in yet. Once the check-in is over, it is only a sentence that says so.
    """
    waiting = " ".join(f"<@{each.person}>" for each in season.entrants if each.person and not each.checked_in)
    said = words.say(
        "⏰ **{name}** starts on <t:{starts}:F>. Please press *I'm in* before then. If you don't, you won't play.",
        name=season_title(season, words),
        starts=season.row.starts,
    )
    if season.row.state != "checkin":
        return Panel(
            (Text(words.say("It's too late to confirm for **{name}**.", name=season_title(season, words))),), colour
        )
    return Panel((Text(shorten(f"{said}\n{waiting}", MAX_TEXT_CHARS)), entry_row(season, words)), colour)


def entry_row(season: Season, words: Words, *, entered: bool = False) -> Row:
    """Return the row of buttons before a season starts: *Sign up* (during the check-in *I'm in*) and *Withdraw*.

    If `entered` is True, there is only *Withdraw*: the reader has signed up or, during the check-in, has checked in.
    """
    arg = str(season.id)
    join = Button(words.say("Sign up"), Target("league_join", arg=arg), "success")
    ready = Button(words.say("I'm in"), Target("league_checkin", arg=arg), "success", "✅")
    withdraw = Button(words.say("Withdraw"), Target("league_leave", arg=arg))
    return Row((withdraw,) if entered else (ready if season.row.state == "checkin" else join, withdraw))


def standings_panel(
    season: Season, division: int, words: Words, colour: int | None, links: Links, picture: Picture | None
) -> Panel:
    """Return the standings of a division: `picture`, or words if that is None. For a cup it is the schedule in words.

    Below are notes about closed tables and players who dropped out (not for a cup), and the buttons *Standings*,
    *Schedule* and *My tables*. `links` maps a table's number to its title with a link.
    """
    title = f"### 🏆 {escaped_name(plain_title(season, words, division))}"
    if season.row.format == "cup":
        said = shorten(schedule_text(season, division, words, links), MAX_TEXT_CHARS - 400)
        return Panel((Text(title), Text(said), _reading_row(season, words)), colour)
    lines = season.lines(division)
    shown: Part = picture or Text(standings_text(lines, words))
    return Panel((Text(title), shown, *_notes(season, division, words, links), _reading_row(season, words)), colour)


def _notes(season: Season, division: int, words: Words, links: Links) -> list[Text]:
    """Return one text that names the tables of a division that were closed, and the players who have dropped out.

    Return [] if there are neither. `links` maps a table's number to its title with a link.
    """
    notes = [
        words.say(
            "{table} was closed by {who}: half a point for everybody there.",
            table=links.get(each.table_id or 0, f"#{each.table_id}"),
            who=f"<@{each.closed_by}>" if each.closed_by else words.say("a server manager"),
        )
        for each in season.division_fixtures(division)
        if each.status == "closed"
    ]
    if gone := [escaped_name(each.name) for each in season.players(division) if each.dropped]:
        notes.append(words.say("Dropped out: {names}.", names=words.join_and(gone)))
    return [Text("\n".join(f"-# {note}" for note in notes))] if notes else []


def _reading_row(season: Season, words: Words) -> Row:
    """Return the row of the buttons *Standings*, *Schedule* and *My tables* of a season."""
    arg = str(season.id)
    return Row(
        (
            Button(words.say("Standings"), Target("league_standings", arg=arg), emoji="📊"),
            Button(words.say("Schedule"), Target("league_schedule", arg=arg), emoji="🗓️"),
            Button(words.say("My tables"), Target("league_mine", arg=arg), emoji="🪑"),
        )
    )


def tables_panel(season: Season, n: int, words: Words, colour: int | None, links: Links) -> Panel:
    """Return the message that tells an entrant their tables; it is sent when a season, or a round of a cup, begins.

    `n` is the entrant's number in the season. The message also names their division, if there are several, the season's
    dates, and what happens when time runs out. `links` maps a table's number to its title with a link.
    """
    division = season.entrant(n).division
    head = words.say("## 🏆 {name} has begun", name=season_title(season, words))
    if len(season.division_numbers) > 1:
        head += "\n" + words.say("You play in division {number}.", number=division)
    rules = f"{_time_rule(words)} {_dates(season, words)}"
    said = schedule_text(season, division, words, links, only=n)
    return Panel((Text(head), Text(shorten(said, MAX_TEXT_CHARS - 1500)), Text(rules)), colour)


def end_panel(season: Season, words: Words, colour: int | None, following: int, picture: Picture | None) -> Panel:
    """Return the announcement of a season's end: who has won each division, and the standings as `picture` unless None.

    `following` is the id of the league's next season: a button signs up for it. It is 0 if there is none.
    """
    lines = [words.say("## 🏁 {name} is over", name=season_title(season, words))]
    for division in season.division_numbers:
        won = winners_text(season, division, words)
        several = len(season.division_numbers) > 1
        lines.append(f"{words.say('Division {number}', number=division)}: {won}" if several else won)
    has_winner = any(season.winners(division) for division in season.division_numbers)
    congratulations = words.say("Congratulations, and thank you for playing!")
    lines.append(congratulations if has_winner else words.say("Thank you for playing!"))
    parts: list[Part] = [Text(shorten("\n".join(lines), MAX_TEXT_CHARS - 1000)), *([picture] if picture else [])]
    if following:
        is_cup = season.row.format == "cup"
        label = words.say("Sign up for the next cup") if is_cup else words.say("Sign up for the next season")
        parts.append(Row((Button(label, Target("league_join", arg=str(following)), "success"),)))
    return Panel(tuple(parts), colour)


def act_panel(season: Season, words: Words, what: str, who: str, until: int) -> Panel:
    """Return the message that says what was done with a season, and by whom.

    `what` is "started", "extended", "moved" or "cancelled"; anything else means that the season was called off because
    too few players were ready. `until` is the new end after "extended", in Unix seconds; otherwise it is not used.
    `who` is a mention of the organiser; "" if that is unknown.
    """
    name, who = season_title(season, words), who or words.say("A server manager")
    match what:
        case "started":
            said = words.say("▶️ {who} has started **{name}**.", who=who, name=name)
        case "extended":
            said = words.say("🗓️ {who} has extended **{name}** until <t:{until}:D>.", who=who, name=name, until=until)
        case "moved":
            said = words.say("📍 {who} has moved **{name}** to this channel.", who=who, name=name)
        case "cancelled":
            said = words.say("⛔ {who} has called off **{name}**.", who=who, name=name)
            if season.fixtures:
                said += " " + words.say("Tables in progress continue as ordinary games.")
        case _:
            said = words.say(
                "⛔ **{name}** was called off: fewer than {least} players were ready. `/league new` starts another.",
                name=name,
                least=season.min_players,
            )
    return Panel((Text(said),))
