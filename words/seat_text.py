"""Sentences about seats: running out of time, offering a seat, and closing a table by agreement.

`who`, `names` and `by` are formatted names; `game` is the game's key; `seat` counts from 0.
"""

from __future__ import annotations

from words.catalogue import N_, Words, escaped_name
from words.games import TITLES

_WHEN_OUT = {
    "others": N_(
        "-# When the time of {who} is up, the others can give more, let a computer play on, or ask for a substitute."
    ),
    "once": N_("-# When the time of {who} is up, a computer decides this once."),
    "lost": N_("-# When the time of {who} is up, a computer has the seat for good."),
}


def timeout_warning(words: Words, names: list[str], on_timeout: str) -> str:
    """Return what will happen when the time of these players runs out.

    `on_timeout` is the clock's setting: `others`, `once` or `lost`.
    """
    return words.say(_WHEN_OUT[on_timeout], who=words.join_and(names))


def timeout_choices(words: Words, names: list[str]) -> str:
    """Return what the others can do now that these players' time is up."""
    return words.say(
        "-# ⌛ {who} can still decide. Until then anybody at the table can give more time, let a computer play on, "
        "or ask for a substitute.",
        who=words.join_and(names),
    )


def offer_on_board(words: Words, who: str, channel: int, to: str) -> str:
    """Return the board's line about a seat on offer.

    `to` is the plain name of the only person who may take it, "" if everybody in `channel` may.
    """
    if to:
        return words.say(
            "🪑 {who}: the seat is offered to {name}, who has not answered yet.", who=who, name=escaped_name(to)
        )
    return words.say("🪑 {who}: the seat is on offer in <#{channel}>.", who=who, channel=channel)


def public_offer(words: Words, game: str, table: int, who: str, seat: int, size: int, *, by_owner: bool) -> str:
    """Return the message that offers a seat to everybody; `by_owner`: its owner offers it."""
    if by_owner:
        return words.say(
            "🪑 **{game} · table #{table}**: {who} would like to hand over their seat ({seat} of {size}). Who would "
            "like to play on?",
            game=TITLES[game],
            table=table,
            who=who,
            seat=seat + 1,
            size=size,
        )
    return words.say(
        "🪑 **{game} · table #{table}**: who would like to play on for {who} (seat {seat} of {size})?",
        game=TITLES[game],
        table=table,
        who=who,
        seat=seat + 1,
        size=size,
    )


def personal_offer(words: Words, person: int, game: str, table: int, who: str, by: str, seat: int, size: int) -> str:
    """Return the message that offers a seat to one person, whom it mentions.

    `by` is who asks: the owner (`who`), another player, or "" for a server manager.
    """
    facts = {"person": person, "game": TITLES[game], "table": table, "who": who, "seat": seat + 1, "size": size}
    if by == who:
        return words.say(
            "🪑 <@{person}> · {game} #{table}: {who} would like to hand over their seat ({seat} of {size}) to you. "
            "Would you like to play on?",
            **facts,
        )
    if not by:
        return words.say(
            "🪑 <@{person}> · {game} #{table}: would you like to play on for {who} (seat {seat} of {size})? "
            "Somebody who manages this server is asking.",
            **facts,
        )
    return words.say(
        "🪑 <@{person}> · {game} #{table}: would you like to play on for {who} (seat {seat} of {size})? "
        "{by} is asking.",
        by=by,
        **facts,
    )


def offer_terms(words: Words, time: str) -> str:
    """Return what comes with a seat; `time` is the least time for the first decision as text, "" without a clock."""
    if not time:
        return words.say("-# You get the seat with everything that belongs to it.")
    return words.say(
        "-# You get the seat with everything that belongs to it, and at least {time} for your first decision.",
        time=time,
    )


def seat_replaced(words: Words, game: str, table: int, who: str) -> str:
    """Return the message to a former owner that `who` has their seat now."""
    return words.say(
        "🪑 {game} #{table}: {who} has your seat now and plays on with everything that belonged to it. "
        "Thank you for playing; you can watch at any time.",
        game=TITLES[game],
        table=table,
        who=who,
    )


def offer_declined(words: Words, who: str) -> str:
    """Return that the offered seat of `who` was declined, and how to ask others."""
    return words.say(
        "🪑 The offered seat of {who} was declined. `/table replace` asks somebody else, `/table substitute` everybody "
        "in the channel.",
        who=who,
    )


def close_proposed(words: Words, who: str) -> str:
    """Return that `who` proposes to close the table without a result."""
    return words.say(
        "🚪 {who} would like to end this game without a result. It ends once all players agree: press *Agree to "
        "close* or *Play on* under the board.",
        who=who,
    )


def close_wishes(words: Words, names: list[str]) -> str:
    """Return the board's line that names the players who want to close the table."""
    return words.say("🚪 Would like to end without a result: {names}", names=words.join_and(names))


def close_rejected(words: Words, who: str) -> str:
    """Return that `who` wants to play on, so the table stays open."""
    return words.say("▶️ {who} would rather play on: the table stays open.", who=who)
