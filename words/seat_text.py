"""Sentences about seats: time that runs out, offers of a seat, and closing a table by agreement.

In all functions `who`, `names` and `by` are formatted names, `game` is the game's key, `table` the table's number, and
`seat` counts from 0.
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
    """Return the board's small-print line about what happens when the time of these players runs out.

    `on_timeout` is the clock's setting: "others" (the other players decide), "once" (a computer decides once) or "lost"
    (a computer gets the seat for good).
    """
    return words.say(_WHEN_OUT[on_timeout], who=words.join_and(names))


def timeout_choices(words: Words, names: list[str]) -> str:
    """Return the board's small-print line about what the others can do now that these players' time is up."""
    return words.say(
        "-# ⌛ {who} can still decide. Until then anybody at the table can give more time, let a computer play on, "
        "or ask for a substitute.",
        who=words.join_and(names),
    )


def offer_on_board(words: Words, who: str, channel: int, to: str) -> str:
    """Return the board's line about the seat of `who`, which is on offer.

    `to` is the plain name of the only person who may take it; "" if everybody in `channel`, a Discord id, may.
    """
    if to:
        return words.say(
            "🪑 {who}: the seat is offered to {name}, who has not answered yet.", who=who, name=escaped_name(to)
        )
    return words.say("🪑 {who}: the seat is on offer in <#{channel}>.", who=who, channel=channel)


def public_offer(words: Words, game: str, table: int, who: str, seat: int, size: int, *, by_owner: bool) -> str:
    """Return the message that offers the seat of `who` to everybody in the channel.

    `size` is the number of seats at the table. With `by_owner` it says that the owner wants to hand over the seat.
    """
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
    """Return the message that offers the seat of `who` to one person, a Discord id that it mentions.

    `by` is the formatted name of whoever makes the offer: the owner (equal to `who`), another player, or "" for a
    server manager. `size` is the number of seats at the table.
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
    """Return the small print that says what comes with an offered seat.

    `time` is the least time for the first decision, as text; "" at a table without a clock.
    """
    if not time:
        return words.say("-# You get the seat with everything that belongs to it.")
    return words.say(
        "-# You get the seat with everything that belongs to it, and at least {time} for your first decision.",
        time=time,
    )


def seat_replaced(words: Words, game: str, table: int, who: str) -> str:
    """Return the message that tells the former owner of a seat that `who` has it now."""
    return words.say(
        "🪑 {game} #{table}: {who} has your seat now and plays on with everything that belonged to it. "
        "Thank you for playing; you can watch at any time.",
        game=TITLES[game],
        table=table,
        who=who,
    )


def offer_declined(words: Words, who: str) -> str:
    """Return a sentence that says that the offered seat of `who` was declined, and how to ask others."""
    return words.say(
        "🪑 The offered seat of {who} was declined. `/table replace` asks somebody else, `/table substitute` everybody "
        "in the channel.",
        who=who,
    )


def close_proposed(words: Words, who: str) -> str:
    """Return a message that says that `who` proposes to close the table without a result, and how to answer."""
    return words.say(
        "🚪 {who} would like to end this game without a result. It ends once all players agree: press *Agree to "
        "close* or *Play on* under the board.",
        who=who,
    )


def close_wishes(words: Words, names: list[str]) -> str:
    """Return the board's line that names the players who want to close the table."""
    return words.say("🚪 Would like to end without a result: {names}", names=words.join_and(names))


def close_rejected(words: Words, who: str) -> str:
    """Return a sentence that says that `who` wants to play on, so the table stays open."""
    return words.say("▶️ {who} would rather play on: the table stays open.", who=who)
