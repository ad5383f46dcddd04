"""Sentences about seats: time that runs out, offers of a seat, and closing a table by agreement.

In all functions `who`, `names` and `by` are formatted names, `game` is the game's key, `table` the table's number, and
`seat` counts from 0.
"""

from __future__ import annotations

from words.catalogue import N_, Words, escaped_name
from words.games import TITLES

_WHEN_OUT = {
    "others": N_(
        "-# If {who} runs out of time, the others can add time, hand the seat to a computer, or look for a substitute."
    ),
    "once": N_("-# If {who} runs out of time, a computer makes this one decision."),
    "lost": N_("-# If {who} runs out of time, a computer takes the seat for good."),
    "second": N_(
        "-# If {who} runs out of time, a computer makes this one decision. The second time, it takes the seat for good."
    ),
}


def timeout_warning(words: Words, names: list[str], on_timeout: str) -> str:
    """Return the board's small-print line about what happens when the time of these players runs out.

    `on_timeout` is the clock's setting: "others" (the other players decide), "once" (a computer decides once), "lost"
    (a computer gets the seat for good) or "second" (once the first time, for good the second time).
    """
    return words.say(_WHEN_OUT[on_timeout], who=words.join_and(names))


def timeout_choices(words: Words, names: list[str]) -> str:
    """Return the board's small-print line about what the others can do now that these players' time is up.

    `names` are formatted.
    """
    return words.say(
        "-# ⌛ {who} can still decide. Meanwhile anybody at the table can add time, hand the seat to a "
        "computer, or look for a substitute.",
        who=words.join_and(names),
    )


def offer_on_board(words: Words, who: str, channel: int, to: str) -> str:
    """Return the board's line about the seat of `who`, which is on offer.

    `to` is the plain name of the only person who may take it; "" if everybody in `channel`, a Discord id, may.
    """
    if to:
        return words.say(
            "🪑 {who}'s seat has been offered to {name}, who hasn't answered yet.", who=who, name=escaped_name(to)
        )
    return words.say("🪑 {who}'s seat is being offered in <#{channel}>.", who=who, channel=channel)


def public_offer(words: Words, game: str, table: int, who: str, seat: int, size: int, *, by_owner: bool) -> str:
    """Return the message that offers the seat of `who` to everybody in the channel.

    `seat` is the seat's number (from 0; the text counts from 1), `size` the number of seats. With `by_owner` the text
    says that the owner wants to give up the seat; otherwise it only asks who wants to take over.
    """
    if by_owner:
        return words.say(
            "🪑 **{game} · table #{table}**: {who} wants to give up their seat ({seat} of {size}). Who wants "
            "to take over?",
            game=TITLES[game],
            table=table,
            who=who,
            seat=seat + 1,
            size=size,
        )
    return words.say(
        "🪑 **{game} · table #{table}**: who wants to take over from {who} (seat {seat} of {size})?",
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
            "🪑 <@{person}> · {game} #{table}: {who} wants to give you their seat ({seat} of {size}). Do you "
            "want to take over?",
            **facts,
        )
    if not by:
        return words.say(
            "🪑 <@{person}> · {game} #{table}: do you want to take over from {who} (seat {seat} of {size})? A "
            "server manager or organiser is asking.",
            **facts,
        )
    return words.say(
        "🪑 <@{person}> · {game} #{table}: do you want to take over from {who} (seat {seat} of {size})? {by} is "
        "asking.",
        by=by,
        **facts,
    )


def offer_terms(words: Words, time: str) -> str:
    """Return the small print that says what a person gets with an offered seat.

    `time` is how much time they have at least for their first decision, as text; "" at a table without a clock.
    """
    if not time:
        return words.say("-# You take over the seat with everything that belongs to it.")
    return words.say(
        "-# You take over the seat with everything that belongs to it, and have at least {time} for your "
        "first decision.",
        time=time,
    )


def seat_replaced(words: Words, game: str, table: int, who: str) -> str:
    """Return the message that tells the former owner of a seat that `who`, a formatted name, has it now."""
    return words.say(
        "🪑 {game} #{table}: {who} has taken over your seat and everything that belongs to it. Thank you "
        "for playing! You can watch at any time.",
        game=TITLES[game],
        table=table,
        who=who,
    )


def offer_declined(words: Words, who: str) -> str:
    """Return a sentence that says that the offer of the seat of `who`, a formatted name, was declined.

    It also says how to ask others.
    """
    return words.say(
        "🪑 The offer of {who}'s seat was declined. `/table replace` asks somebody else, and `/table substitute` "
        "asks everybody in the channel.",
        who=who,
    )


def close_proposed(words: Words, who: str) -> str:
    """Return a message that says that `who` proposes to close the table without a result, and how to answer.

    `who` is a formatted name.
    """
    return words.say(
        "🚪 {who} wants to end this game without a result. It ends when everybody agrees: press *Agree to "
        "close* or *Play on* under the board.",
        who=who,
    )


def close_wishes(words: Words, names: list[str]) -> str:
    """Return the board's line that names the players who want to close the table."""
    return words.say("🚪 In favour of closing without a result: {names}", names=words.join_and(names))


def close_rejected(words: Words, who: str) -> str:
    """Return a sentence that says that `who` wants to play on, so the table stays open."""
    return words.say("▶️ {who} would rather play on: the table stays open.", who=who)
