"""`/stats`, `/ratings` and `/settings stored`: statistics, a server's best rated players, and a person's stored data.

`stats` is the action of buttons that show statistics; the command `/stats` calls `show` and `show_server`. The other
actions are `show_ratings` and `about_me`.
"""

from __future__ import annotations

from functools import partial

import msgspec

from cogs.actions.lists import game_buttons
from cogs.messages.images import picture_within_timeout
from cogs.messages.panel import Button, File, Panel, Part, Row, Target, Text, rows, says, text
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from pictures import statistics_chart as pictures
from rules import GAMES
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.records import ratings, reliability_levels, statistics
from tables.records.statistics import GameFilter, ServerStatistics, Statistics
from words import Words
from words.catalogue import escaped_name
from words.ending_text import format_number, format_place
from words.games import TITLES
from words.lobby_text import level_name, reliability_line

_SERVER = "server"
"""Stands in a custom id in place of a person's id, for the statistics of the whole server."""


async def stats(request: Request) -> Panel:
    """Show the statistics that a button asks for: a person's or the server's.

    `request.arg` is `WHO GAME SIZE`. WHO is a person's Discord id or `server`. A missing or unknown GAME means all
    games, a missing SIZE or 0 all table sizes. Raises `Declined` like `show` and `show_server`.
    """
    who, game, size = (*request.arg.split(" "), "", "", "")[:3]
    if who == _SERVER:
        return await show_server(request, game, parse_number(size, 0, max_digits=2))
    return await show(request, parse_number(who, 0, max_digits=19), game, parse_number(size, 0, max_digits=2))


async def show(request: Request, person: int = 0, game: str = "", players: int = 0) -> Panel:
    """Show a person's statistics, with a picture if files are allowed here and it is drawn within half a second.

    `person` is a Discord id, 0 for the requester. An empty or unknown `game` means all games; `players` is the table
    size, 0 for all. If no game was finished, a sentence says so. The requester's own statistics cover all their games;
    those of somebody else only their public games on this server. On a server, a line says how reliable the person is
    there. Raises `Declined` if that person never played here or
    hides their statistics.
    """
    words, person = request.words, person or request.person_id
    own = person == request.person_id
    choice = GameFilter(game if game in GAMES else None, players or None, None if own else request.server or None)
    found, called = await statistics.of_person(request.services, person, request.person_id, choice)
    switch = _switch(request, str(person), choice)
    head = words.say("Your games") if own else words.say("{name}'s games on this server", name=escaped_name(called))
    chosen = _chosen(choice, words)
    title = " · ".join([head, *chosen])
    reliable = []
    if request.server:
        measured = await reliability_levels.measured(request.services.db.reader, request.server, [person])
        reliable = [reliability_line(words, measured[person], own=own)]
    if not found.games and not found.apart and not found.private:
        return Panel((_nothing(title, words), *map(Text, reliable), *switch))
    parts: list[Part] = [text(f"## {title}", *reliable, *_person_lines(found, words))]
    if found.games and request.interaction.app_permissions.attach_files:
        plain = words.say("Your games") if own else called
        played = pictures.PersonStatistics(
            " · ".join([plain, *chosen]),
            found.places,
            found.scores,
            found.course,
            [(TITLES[each], games, wins) for each, (games, wins) in found.by_game.items()] if not choice.game else [],
        )
        if picture := await picture_within_timeout(
            request.app.renderer, "statistics.png", partial(pictures.person_picture, played, words)
        ):
            parts.append(picture)
    if rivals := _rivals(found, words):
        parts.append(rivals)
    return Panel((*parts, *switch))


async def show_server(request: Request, game: str = "", players: int = 0) -> Panel:
    """Show the statistics of all public games on this server, with a picture if files are allowed here.

    An empty or unknown `game` means all games; `players` is the table size, 0 for all. The picture is left out if it is
    not drawn within half a second. If no game was finished, a sentence says so. Raises `Declined` outside of a server.
    """
    words = request.words
    if not request.server:
        raise Declined("only_in_server")
    choice = GameFilter(game if game in GAMES else None, players or None, request.server)
    found = await statistics.of_server(request.services, request.server, choice)
    switch = _switch(request, _SERVER, choice)
    title = " · ".join([words.say("Games on this server"), *_chosen(choice, words)])
    if not found.games and not found.apart:
        return Panel((_nothing(title, words), *switch))
    parts: list[Part] = [text(f"## {title}", *_server_lines(found, words))]
    if found.games and request.interaction.app_permissions.attach_files:
        games = [(TITLES[each], count) for each, count in found.by_game.items()]
        played = pictures.ServerStatistics(title, games, found.by_size, found.scores)
        draw = partial(pictures.server_picture, played, words)
        if picture := await picture_within_timeout(request.app.renderer, "statistics.png", draw):
            parts.append(picture)
    if found.winners:
        won = [
            words.say("**{name}** · won {wins} of {games}", name=escaped_name(who), wins=wins, games=games)
            for who, games, wins in found.winners
        ]
        parts.append(text(words.say("**Most wins**"), *won))
    return Panel((*parts, *switch))


def _nothing(title: str, words: Words) -> Text:
    """Return a text with `title` as its heading and a sentence that says that no game has been finished yet."""
    nothing = words.say(
        "No finished games yet. `/tables` shows your games in progress, and `/help` shows how to begin."
    )
    return text(f"## {title}", nothing)


def _chosen(choice: GameFilter, words: Words) -> list[str]:
    """Return the game and the table size to which `choice` limits the statistics, each in words; [] for no limit."""
    chosen = [TITLES[choice.game]] if choice.game else []
    return chosen + ([words.say("with {n} players", n=choice.size)] if choice.size else [])


def _switch(request: Request, who: str, choice: GameFilter) -> tuple[Row, ...]:
    """Return rows of buttons to the same statistics for other games and table sizes, and to other statistics.

    `who` says whose statistics are shown now: a person's id as text, or `server`. The first row has a button for each
    game and for all games. If a game is chosen, a row of its table sizes follows. Buttons of the game and size that are
    shown are disabled. The last row leads to the requester's own statistics and, on a server, to the server's
    statistics and the ratings; of these, the statistics that are shown now are left out.
    """
    words = request.words

    def at(game: str, size: int | None, who: str = who) -> Target:
        return Target("stats", arg=f"{who} {game} {size or 0}")

    games = [
        Button(words.say("All games"), at("all", None), disabled=choice.game is None),
        *(Button(TITLES[game], at(game, None), disabled=game == choice.game) for game in GAMES),
    ]
    sizes: list[Button] = []
    if choice.game:
        sizes = [
            Button(words.say("{n} players", n=n), at(choice.game, n), disabled=n == choice.size)
            for n in GAMES[choice.game].players
        ]
    others = []
    if who != str(request.person_id):
        others.append(Button(words.say("My games"), at(choice.game or "all", choice.size, str(request.person_id))))
    if request.server and who != _SERVER:
        others.append(Button(words.say("This server"), at(choice.game or "all", choice.size, _SERVER), emoji="🏘️"))
    if request.server:
        others.append(Button(words.say("Leaderboard"), Target("ratings", arg=choice.game or ""), emoji="🏆"))
    return (*rows(games), *rows(sizes), *rows(others))


def _person_lines(found: Statistics, words: Words) -> list[str]:
    """Return a person's statistics as lines of text. A line without anything to report is left out.

    The order is: games and wins, places, scores, a rating for each game, time per decision, games left early, private
    games, and last the games that do not count (against computers only, or closed without a result).
    """
    lines = []
    if found.games:
        lines.append(
            words.say(
                "Played: **{games}** · won: **{wins}** ({percent}%)",
                games=found.games,
                wins=found.wins,
                percent=round(100 * found.wins / found.games),
            )
        )
        places = " · ".join(f"{format_place(words, place)} × {n}" for place, n in found.places.items())
        lines.append(words.say("Finishes: {places}", places=places))
    lines += _score_lines(found, words)
    for row in found.ratings:
        lines.append(f"{TITLES[row.game]}: {rating(words, ratings.points(row.ordinal), row.games)}")
    lines += _speed_lines(found, words)
    if found.gone:
        lines.append(words.say("-# Left early, counted as losses: {n}", n=found.gone))
    if found.private:
        facts = {"n": found.private, "wins": found.private_wins}
        lines.append(words.say("-# 🔒 Private games, visible only to you: {n} ({wins} won)", **facts))
    alone = words.many(
        "{n} game against computers only ({wins} won)",
        "{n} games against computers only ({wins} won)",
        found.apart,
        wins=found.apart_wins,
    )
    return lines + _separate_lines(words, alone if found.apart else "", found.closed)


def _server_lines(found: ServerStatistics, words: Words) -> list[str]:
    """Return a server's statistics as lines of text. A line without anything to report is left out.

    The order is: games and players, scores, time per decision, and the games that do not count (against computers only,
    or closed without a result).
    """
    lines = []
    if found.games:
        lines.append(words.say("Finished: **{games}** · players: **{people}**", games=found.games, people=found.people))
    lines += _score_lines(found, words) + _speed_lines(found, words)
    alone = words.many("{n} game against computers only", "{n} games against computers only", found.apart)
    return lines + _separate_lines(words, alone if found.apart else "", found.closed)


def _score_lines(found: Statistics | ServerStatistics, words: Words) -> list[str]:
    """Return one line with the average and the best score; [] if none is known or several games are covered."""
    if found.mean is None or found.best is None:
        return []
    mean = format_number(round(found.mean, 1)).replace(".", "," if words.language == "de" else ".")
    return [words.say("Score: {mean} on average, best {best}", mean=mean, best=format_number(found.best))]


def _speed_lines(found: Statistics | ServerStatistics, words: Words) -> list[str]:
    """Return one line with the average time for a decision; [] if it is not known."""
    if found.seconds is None:
        return []
    return [words.say("Average time per decision: {time}", time=_duration(words, found.seconds))]


def _separate_lines(words: Words, alone: str, closed: int) -> list[str]:
    """Return one line about games that the other lines do not count; [] if there are none.

    `alone` says in words how many games were played against computers only; "" if none were. `closed` is the number of
    games that were closed without a result.
    """
    ended = words.many("{n} game closed without a result", "{n} games closed without a result", closed)
    apart = [each for each in (alone, ended if closed else "") if each]
    return [words.say("-# Also played: {games}", games=", ".join(apart))] if apart else []


def rating(words: Words, points: int, games: int) -> str:
    """Return a rating of `points` in words; after fewer than `ratings.PROVISIONAL_GAMES` `games` as provisional."""
    if games < ratings.PROVISIONAL_GAMES:
        return words.say("rating **{points}**, provisional ({games} of {enough} games)",
                         points=points, games=games, enough=ratings.PROVISIONAL_GAMES)  # fmt: skip
    return words.say("rating **{points}**", points=points)


def _duration(words: Words, seconds: int) -> str:
    """Return a duration in words: in seconds below 90 s, in minutes below 90 min, else in hours, rounded."""
    if seconds < 90:
        return words.say("{n} s", n=seconds)
    if seconds < 90 * 60:
        return words.say("{n} min", n=round(seconds / 60))
    return words.say("{n} h", n=round(seconds / 3600))


def _rivals(found: Statistics, words: Words) -> Text | None:
    """Return the list of a person's most frequent opponents; None if there are none.

    Each line says in how many of their common games the person was ahead of the opponent. An opponent who hides their
    statistics is called "a player", a computer is named by its level.
    """
    lines = []
    for rival in found.rivals:
        who = escaped_name(rival.name)
        if rival.computer:
            who = words.say("Computer ({level})", level=level_name(words, rival.computer))
        elif rival.hidden:
            who = words.say("a player")
        lines.append(
            words.say(
                "Against {name}: finished ahead in {ahead} of {games} games",
                name=who,
                ahead=rival.ahead,
                games=rival.games,
            )
        )
    return text(words.say("**Most frequent opponents**"), *lines) if lines else None


async def show_ratings(request: Request) -> Panel:
    """Show the best rated players of this server at a game, at most 15, and the computers' ratings for comparison.

    `request.arg` is the game's key. If it is empty, the game played in this channel is meant, or the first of all games
    if none is played here. People who hide their statistics are left out. The requester is marked, and so are people
    they have played with lately. Raises `Declined` outside of a server.
    """
    words = request.words
    if not request.server:
        raise Declined("only_in_server")
    game = request.arg or await lookup.game_in(request.services, request.channel) or ""
    game = game if game in GAMES else next(iter(GAMES))
    standings = await statistics.leaderboard(request.services, request.server, game, request.person_id)
    head = words.say("## {game}: leaderboard on this server", game=TITLES[game])
    mine = Button(words.say("My games"), Target("stats", arg=f"{request.person_id} {game} 0"))
    switch = Row((*game_buttons("ratings", game), mine))
    compared = words.say("-# Computers for comparison: {levels}", levels=computers(words, game))
    if not standings:
        nothing = words.say("Nobody has a rating yet. You get one by finishing a game with at least one other person.")
        return Panel((text(head, nothing, compared), switch))
    lines = []
    for place, one in enumerate(standings, 1):
        line = f"{place}. **{escaped_name(one.name)}** · {rating(words, one.points, one.games)}"
        if one.person == request.person_id:
            line += " · " + words.say("you")
        elif one.met:
            line += " · 🤝"
        lines.append(line)
    met = any(one.met for one in standings)
    legend = words.say("-# 🤝 You have played together recently.") if met else ""
    return Panel((text(head, *lines), text(compared, legend), switch))


def computers(words: Words, game: str) -> str:
    """Return one text that lists the computers' levels with their ratings at a game.

    Levels whose strength was not measured at this game come last, with the note that they count as strong as the level
    `trader`.
    """
    known = ratings.computer_levels(game)
    rated = [f"{level_name(words, one.player)} {one.points}" for one in known if one.measured]
    if others := [level_name(words, one.player) for one in known if not one.measured]:
        rated.append(words.say("{levels}: no rating yet, counted as a trader", levels=words.join_and(others)))
    return ", ".join(rated)


async def about_me(request: Request) -> Panel:
    """Show the person a JSON file with everything that is stored about them. Only they see it.

    If files may not be attached here, a sentence asks them to use a direct message instead.
    """
    words = request.words
    found = await statistics.export_person(request.services, request.person_id)
    data = msgspec.json.format(msgspec.json.encode(found), indent=2)
    if not request.interaction.app_permissions.attach_files:
        return says(words.say("I'm not allowed to attach files here. Please ask me again by direct message."))
    return Panel((Text(words.say("This is everything I have stored about you.")), File("kontor.json", data)))


VERBS = (
    Verb("stats", stats),
    Verb("ratings", show_ratings),
    Verb("about_me", about_me),
)
