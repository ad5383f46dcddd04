"""What is said about lobbies: invitations, new ones, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence

from words.catalogue import Words, escaped_name
from words.games import TITLES


def invitation(words: Words, people: Sequence[int], host: str, game: str, table: int) -> str:
    """Invite people to a table, where all can read it."""
    who = " ".join(f"<@{person}>" for person in people)
    facts = {"who": who, "host": escaped_name(host), "game": TITLES[game], "table": table}
    return words.say("✉️ {who}: **{host}** invites you to {game}, table #{table}. Would you like to play?", **facts)


def direct_invitation(words: Words, host: str, game: str, table: int) -> str:
    """Invite somebody to a table, in a message of their own."""
    facts = {"host": escaped_name(host), "game": TITLES[game], "table": table}
    return words.say("✉️ **{host}** invites you to {game}, table #{table}. Would you like to play?", **facts)


def watch_invitation(words: Words, people: Sequence[int], host: str, game: str, table: int) -> str:
    """Invite people to a private game that is being played."""
    facts = {"host": escaped_name(host), "game": TITLES[game], "table": table}
    if people:
        who = " ".join(f"<@{person}>" for person in people)
        return words.say("👀 {who}: **{host}** invites you to watch {game}, table #{table}.", who=who, **facts)
    return words.say("👀 **{host}** invites you to watch {game}, table #{table}.", **facts)


def private_note(words: Words) -> str:
    """Say who sees a private table."""
    return words.say(
        "-# 🔒 Private: only people who are invited see this table. Anybody with *Manage Threads* on this server "
        "can read it too."
    )


def manager_note(words: Words) -> str:
    """Say why somebody who manages a server sees private tables of others in a list."""
    return words.say("-# 🔒 Private tables: you see them because you manage this server. `/table close` closes one.")


def new_lobby(words: Words, people: Sequence[int], game: str, table: int, free: int) -> str:
    """Tell people of a new lobby, where it stands."""
    who = " ".join(f"<@{person}>" for person in people)
    facts = {"who": who, "game": TITLES[game], "table": table}
    return words.many(
        "📯 {who}: {game}, table #{table} is new. {n} seat is free.",
        "📯 {who}: {game}, table #{table} is new. {n} seats are free.",
        free,
        **facts,
    )


def direct_new_lobby(words: Words, host: str, game: str, table: int, free: int) -> str:
    """Tell somebody of a new lobby, in a message of their own."""
    return words.many(
        "📯 **{host}** has opened {game}, table #{table}. {n} seat is free.",
        "📯 **{host}** has opened {game}, table #{table}. {n} seats are free.",
        free,
        host=escaped_name(host),
        game=TITLES[game],
        table=table,
    )


def guest_lines(words: Words, asked: Sequence[str], declined: Sequence[str]) -> list[str]:
    """Say in a lobby who is invited, and who does not come."""
    lines = []
    if asked:
        lines.append(words.say("✉️ Invited: {names}", names=", ".join(map(escaped_name, asked))))
    if declined:
        lines.append(words.say("-# Not this time: {names}", names=", ".join(map(escaped_name, declined))))
    return lines


def autostart_note(words: Words) -> str:
    """Say that a game begins by itself."""
    return words.say("The game begins as soon as all seats are taken.")
