"""Sentences about lobbies: invitations, announcements, guests, private tables, levels of computers, reliability.

In all functions `people` are Discord user ids, which become mentions; `host` is a plain name, `game` the game's key and
`table` the table's number.
"""

from __future__ import annotations

from collections.abc import Sequence

from matching.reliability import MIN_GAMES, Level, Reliability
from words.catalogue import N_, Words, escaped_name
from words.games import TITLES
from words.time_text import time_of_day, weekday_name

_LEVELS = {"novice": N_("novice"), "trader": N_("trader"), "alderman": N_("alderman")}
_LINES = {
    "novice": N_("plays random legal moves: for your first game"),
    "trader": N_("looks a round ahead: solid and quick"),
    "alderman": N_("trained on thousands of games: hard to beat"),
}
_RELIABILITY = {
    Level.RELIABLE: N_("reliable"),
    Level.MOSTLY_RELIABLE: N_("mostly reliable"),
    Level.NEW: N_("new"),
    Level.OFTEN_ABSENT: N_("often absent"),
}

_PEOPLE = {
    Level.RELIABLE: N_("reliable people"),
    Level.MOSTLY_RELIABLE: N_("people who are at least mostly reliable"),
    Level.NEW: N_("people who aren't often absent"),
    Level.OFTEN_ABSENT: N_("anybody"),
}
"""Who meets a required level."""


def invitation(words: Words, people: Sequence[int], host: str, game: str, table: int) -> str:
    """Return a public invitation to a table, which mentions the invited `people`.

    `host` is the plain name of the person who invites, and `game` the key of the game.
    """
    who = " ".join(f"<@{person}>" for person in people)
    facts = {"who": who, "host": escaped_name(host), "game": TITLES[game], "table": table}
    return words.say("✉️ {who}: **{host}** invites you to {game}, table #{table}. Do you want to play?", **facts)


def direct_invitation(words: Words, host: str, game: str, table: int) -> str:
    """Return an invitation to a table for a direct message, which mentions nobody.

    `host` is the plain name of the person who invites.
    """
    facts = {"host": escaped_name(host), "game": TITLES[game], "table": table}
    return words.say("✉️ **{host}** invites you to {game}, table #{table}. Do you want to play?", **facts)


def watch_invitation(words: Words, people: Sequence[int], host: str, game: str, table: int) -> str:
    """Return an invitation to watch a running private game, which mentions `people`.

    If `people` is empty it mentions nobody, as in a direct message.
    """
    facts = {"host": escaped_name(host), "game": TITLES[game], "table": table}
    if people:
        who = " ".join(f"<@{person}>" for person in people)
        return words.say("👀 {who}: **{host}** invites you to watch {game}, table #{table}.", who=who, **facts)
    return words.say("👀 **{host}** invites you to watch {game}, table #{table}.", **facts)


def private_note(words: Words) -> str:
    """Return the small print that says who can see a private table."""
    return words.say(
        "-# 🔒 Private: only invited people and anybody with *Manage Threads* on this server can see this table."
    )


def manager_note(words: Words) -> str:
    """Return the small print that says why a server manager sees other people's private tables in a list."""
    return words.say(
        "-# 🔒 You can see private tables because you're a server manager or organiser. `/table close` closes one."
    )


def new_lobby(words: Words, people: Sequence[int], role: int, game: str, table: int, free: int) -> str:
    """Return the public announcement of a new lobby, which mentions `people` and the role with the id `role`.

    A `role` of 0 is none. `free` is the number of free seats.
    """
    who = " ".join([*([f"<@&{role}>"] if role else []), *(f"<@{person}>" for person in people)])
    facts = {"who": who, "game": TITLES[game], "table": table}
    return words.many(
        "📯 {who}: {game}, table #{table} is open. {n} seat is free.",
        "📯 {who}: {game}, table #{table} is open. {n} seats are free.",
        free,
        **facts,
    )


def direct_new_lobby(words: Words, host: str, game: str, table: int, free: int) -> str:
    """Return the announcement of a new lobby for a direct message: it mentions nobody. `free` counts the free seats.

    `host` is "" if the table has no host yet.
    """
    if not host:
        return words.many(
            "📯 {game}, table #{table} is open. {n} seat is free.",
            "📯 {game}, table #{table} is open. {n} seats are free.",
            free,
            game=TITLES[game],
            table=table,
        )
    return words.many(
        "📯 **{host}** has opened {game}, table #{table}. {n} seat is free.",
        "📯 **{host}** has opened {game}, table #{table}. {n} seats are free.",
        free,
        host=escaped_name(host),
        game=TITLES[game],
        table=table,
    )


def weekly_table(words: Words, *, game: str, size: int, weekday: int, minute: int, channel: int) -> str:
    """Return what opens every week, such as "every Friday at 18:00: <game> for 4 in #games".

    `weekday` 0 is Monday, `minute` counts from midnight, and `channel` is an id.
    """
    return words.say(
        "every {weekday} at {time}: {game} for {size} players in <#{channel}>",
        weekday=weekday_name(words, weekday),
        time=time_of_day(minute),
        game=TITLES[game],
        size=size,
        channel=channel,
    )


_NOT_OPENED = {
    "channel": N_("I can't see that channel, or can't write or open threads there, or it has been deleted."),
    "not_allowed": N_("Tables are no longer allowed in that channel (`/kontor setup`)."),
    "full": N_("This server has too many open tables."),
}


def not_opened(words: Words, reason: str) -> str:
    """Return why a weekly table cannot open. Raises `KeyError` for an unknown key."""
    return words.say(_NOT_OPENED[reason])


def sent_away(words: Words, host: str, game: str, table: int) -> str:
    """Return the message that tells a person that the host (a plain name) has sent them away from a lobby."""
    return words.say(
        "👋 {game}, table #{table}: **{host}** has removed you from the table. You have no seat there and can't "
        "join again. `/watch` lists other tables.",
        game=TITLES[game],
        table=table,
        host=escaped_name(host),
    )


def guest_lines(words: Words, invited: Sequence[str], declined: Sequence[str]) -> list[str]:
    """Return up to two lines for the lobby message: who is invited and has not answered, and who declined.

    `invited` and `declined` are plain names. A line without names is left out.
    """
    lines = []
    if invited:
        lines.append(words.say("✉️ Invited: {names}", names=", ".join(map(escaped_name, invited))))
    if declined:
        lines.append(words.say("-# Declined: {names}", names=", ".join(map(escaped_name, declined))))
    return lines


def autostart_note(words: Words) -> str:
    """Return a sentence that says that the game starts by itself once all seats are taken."""
    return words.say("The game starts as soon as all seats are taken.")


def hostless_note(words: Words) -> str:
    """Return a sentence that says who becomes host of a lobby without one."""
    return words.say("Whoever joins first is the host.")


def level_name(words: Words, player: str) -> str:
    """Return the name of a computer player's level (`player` is its key); an unknown key is returned as it is."""
    return words.say(_LEVELS[player]) if player in _LEVELS else player


def level_description(words: Words, player: str) -> str:
    """Return how well computers of a level play (`player` is its key). Raises `KeyError` for an unknown level."""
    return words.say(_LINES[player])


def computers_line(words: Words, player: str, *, others: bool = False) -> str:
    """Return a small-print line that says at which level the table's computers play, and how good that is.

    `player` is the key of the level. With `others`, computers of another level already have seats, so the line speaks
    of new computers only. Raises `KeyError` for an unknown level.
    """
    line = level_description(words, player)
    if others:
        return words.say(
            "-# 🤖 Level of new computers: **{level}** ({line})", level=level_name(words, player), line=line
        )
    return words.say("-# 🤖 Computer level: **{level}** ({line})", level=level_name(words, player), line=line)


def reliability_name(words: Words, level: Level) -> str:
    """Return the name of a level of reliability."""
    return words.say(_RELIABILITY[level])


def reliability_note(words: Words, level: Level) -> str:
    """Return how a lobby shows a level beside a person's name."""
    return words.say("new here") if level == Level.NEW else reliability_name(words, level)


def required_people(words: Words, required: Level) -> str:
    """Return which people meet a required level, as in "for reliable people"."""
    return words.say(_PEOPLE[required])


def required_line(words: Words, required: Level) -> str:
    """Return the small-print line of a lobby that says who can join."""
    return words.say("-# Only for {people}, or by invitation", people=required_people(words, required))


def reliability_line(words: Words, found: Reliability, *, own: bool) -> str:
    """Return the line about somebody's reliability on a server, for their statistics.

    In their `own` statistics it also has the percentage, rounded down, or says when they are no longer new.
    """
    level = reliability_name(words, found.level)
    if not own:
        return words.say("Reliability: **{level}**", level=level)
    if found.share is None:
        return words.say(
            "Reliability on this server: **{level}** (fewer than {n} games that count)", level=level, n=MIN_GAMES
        )
    percent = int(100 * found.share)
    return words.say("Reliability on this server: **{level}** ({percent}%)", level=level, percent=percent)
