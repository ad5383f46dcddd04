"""Texts about leagues, for messages and pictures: titles, schedules, standings, winners, numbers for organisers.

Season stands for a cup too: both are a `Season`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from pictures.league_table import TableLine, is_final
from tables.leagues.season_lookup import EntrantRow
from tables.model.season import Line, Season
from tables.model.table import Look
from words import Words
from words import table_text as table_words
from words.catalogue import N_, escaped_name

Links = Mapping[int, str]
"""For each table of a season its title with a link, by the table's number."""


def season_title(season: Season, words: Words) -> str:
    """Return the name of a season or cup with its number, in Markdown."""
    return f"{escaped_name(season.row.name)} · {_number_text(season, words)}"


def plain_title(season: Season, words: Words, division: int = 0) -> str:
    """Return a season's name and number, without Markdown. With a `division`, add that division's number.

    The division is left out if it is 0 or the season's only one.
    """
    parts = [season.row.name, _number_text(season, words)]
    if division and len(season.division_numbers) > 1:
        parts.append(words.say("division {number}", number=division))
    return " · ".join(parts)


def _number_text(season: Season, words: Words) -> str:
    number, is_cup = season.row.number, season.row.format == "cup"
    return words.say("cup {number}", number=number) if is_cup else words.say("season {number}", number=number)


def links(season: Season, places: Mapping[int, int], words: Words) -> Links:
    """Return the title of each table of a season as a Markdown link, by the table's number.

    `places` maps a table's number to the id of the thread or channel in which it is played.
    """
    return {
        table: f"[{table_words.title(words, season.row.game, table)}]"
        f"(https://discord.com/channels/{season.row.server}/{place})"
        for table, place in places.items()
    }


def end_text(season: Season, words: Words) -> str:
    """Return a sentence that says when a running season, or the present round of a cup, ends."""
    ends = season.row.ends
    if season.row.format == "cup":
        return words.say("This round ends on <t:{ends}:D>.", ends=ends)
    return words.say("Ends on <t:{ends}:D>.", ends=ends)


def entry_text(season: Season, entrant: EntrantRow, words: Words) -> str:
    """Return sentences for an entrant before the start: when the season starts, and their own state.

    The state is: signed up, or during the check-in asked to confirm, playing, or on the reserve list.
    """
    starts = words.say("Starts on <t:{starts}:F>.", starts=season.row.starts)
    if season.row.state == "signup":
        return f"{starts} {words.say('You are signed up.')}"
    if not entrant.checked_in:
        confirm = words.say("Please press *I'm in* before then.")
        return f"{starts} {confirm}"
    in_play = entrant in season.starters()
    return f"{starts} {words.say('You are in.') if in_play else words.say('You are on the reserve list.')}"


def dropped_text(season: Season, entrant: EntrantRow, words: Words) -> str:
    """Return a sentence for a player who has dropped out, or who counts as such but still plays at some tables.

    Return "" for everybody else.
    """
    if not entrant.dropped:
        return ""
    if any(each.status == "playing" and entrant.n not in each.absent for each in season.fixtures_of(entrant.n)):
        return words.say(
            "A computer has taken over one of your seats, so you've dropped out of the running and can't win. You "
            "still get points at your other tables."
        )
    return words.say("You've dropped out.")


def numbers_text(season: Season, words: Words) -> str:
    """Return what an organiser wants to know of a season that is not over.

    Before the start: when it starts, how many people have signed up and confirmed, and how many are needed. Later: when
    it ends, and how many tables are open and finished.
    """
    row, signed_up, starters = season.row, len(season.entrants), len(season.starters())
    if row.state == "playing":
        is_open = [each.status in ("waiting", "playing") for each in season.fixtures if len(each.players) > 1]
        said = words.say("Tables: {open} open, {ended} finished.", open=sum(is_open), ended=is_open.count(False))
        return f"{end_text(season, words)} {said}"
    if row.state == "checkin":
        reserve = sum(each.checked_in for each in season.entrants) - starters
        said = words.say(
            "Signed up: {n}. Confirmed: {ready}. On the reserve list: {reserve}.",
            n=signed_up,
            ready=starters,
            reserve=reserve,
        )
    else:
        said = words.say("Signed up: {n}.", n=signed_up)
    least = words.say("At least {least} players are needed.", least=season.min_players)
    return f"{words.say('Starts on <t:{starts}:F>.', starts=row.starts)} {said} {least}"


def schedule_text(
    season: Season,
    division: int,
    words: Words,
    links: Links,
    only: int = 0,
    turns: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """Return the tables of a division, one line for each: its state, its link, who plays there, and who has won.

    `links` maps a table's number to its title with a link. `only` is the number of an entrant: only their tables are
    listed; 0 lists all. `turns` maps a table's number to a text about whose turn it is, which ends the table's line. In
    a cup each round begins with a heading.
    """
    lines, round_shown = [], 0
    for fixture in season.division_fixtures(division):
        if only and only not in fixture.players:
            continue
        if season.row.format == "cup" and fixture.round != round_shown:
            round_shown = fixture.round
            lines.append(f"**{words.say('Round {number}', number=round_shown)}**")
        names = [escaped_name(season.entrant(n).name) for n in fixture.players]
        if len(names) == 1:
            lines.append(words.say("{name} has a bye", name=names[0]))
            continue
        table = links.get(fixture.table_id or 0, words.say("Not open yet"))
        state = {"finished": "🏁", "closed": "⛔", "playing": "▶️"}.get(fixture.status, "⏳")
        said = words.join_and(names)
        if fixture.places:
            won = [
                words.say("a computer in {name}'s seat", name=name) if player in fixture.absent else name
                for player, name, place in zip(fixture.players, names, fixture.places, strict=True)
                if place == 1
            ]
            said = words.say("{players}. Won by {winners}", players=said, winners=words.join_and(won))
        turn = turns.get(fixture.table_id or 0)
        lines.append(f"{state} {table}: {said}" + (f" · {turn}" if turn else ""))
    return "\n".join(lines)


def turn_text(look: Look, words: Words) -> str:
    """Return "your turn" if the look's seat has to decide, else for whom the table waits; "" if for nobody."""
    if look.owes:
        return words.say("👉 your turn")
    names = [escaped_name(look.table.seats[seat].name) for seat in look.table.owed]
    return words.say("waiting for {names}", names=words.join_and(names)) if names else ""


def points_text(points: Fraction, words: Words) -> str:
    """Return points with at most two decimals; in German with a decimal comma."""
    shown = f"{float(points):.2f}".rstrip("0").rstrip(".")
    return shown.replace(".", ",") if words.language == "de" else shown


def table_lines(lines: Sequence[Line], words: Words) -> list[TableLine]:
    """Return the rows for the picture of a division's standings, in the order of `lines`."""
    return [
        TableLine(
            place=line.standing.place,
            name=line.entrant.name,
            points=points_text(line.standing.points, words),
            wins=line.standing.victories,
            games_left=line.standing.games_left,
            span=str(line.best) if line.best == line.worst else f"{line.best}–{line.worst}",
            dropped=line.entrant.dropped,
        )
        for line in lines
    ]


def standings_text(lines: Sequence[Line], words: Words) -> str:
    """Return a division's standings in words, one line for each player, in the order of `lines`.

    A line has the place, the points, the games left and the places that the player can still reach; once nobody has a
    game left, the victories instead of the latter two.
    """
    shown = table_lines(lines, words)
    if is_final(shown):
        sentence = N_("{place}. **{name}** · points: {points} · games won: {won}")
    else:
        sentence = N_("{place}. **{name}** · points: {points} · games left: {left} · possible places: {span}")
    said = [
        words.say(
            sentence,
            place=line.place,
            name=escaped_name(line.name),
            points=line.points,
            won=line.wins,
            left=line.games_left,
            span=line.span,
        )
        + (f" · {words.say('dropped out')}" if line.dropped else "")
        for line in shown
    ]
    return "\n".join(said)


def winners_text(season: Season, division: int, words: Words) -> str:
    """Return the names of those who won a division (or the cup) with a medal, or a sentence that nobody won.

    Nobody wins if everybody has dropped out.
    """
    won = [escaped_name(each.name) for each in season.winners(division)]
    return f"🥇 **{words.join_and(won)}**" if won else words.say("Nobody won: everybody dropped out.")
