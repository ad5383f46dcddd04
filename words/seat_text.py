"""What is said about who sits where: what others can do when time is up, seats on offer, closing by agreement."""

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


def timeout_warning(words: Words, names: list[str], then: str) -> str:
    """Say what happens when time is up that runs out soon."""
    return words.say(_WHEN_OUT[then], who=words.join_and(names))


def timeout_choices(words: Words, names: list[str]) -> str:
    """Say what can be done now that time is up."""
    return words.say(
        "-# ⌛ {who} can still decide. Until then anybody at the table can give more time, let a computer play on, "
        "or ask for a substitute.",
        who=words.join_and(names),
    )


def offer_on_board(words: Words, who: str, channel: int, to: str) -> str:
    """Say on a board that a seat is on offer, to somebody by name or to all."""
    if to:
        return words.say(
            "🪑 {who}: the seat is offered to {name}, who has not answered yet.", who=who, name=escaped_name(to)
        )
    return words.say("🪑 {who}: the seat is on offer in <#{channel}>.", who=who, channel=channel)


def public_offer(words: Words, game: str, table: int, who: str, seat: int, size: int, *, own: bool) -> str:
    """Offer a seat to all."""
    if own:
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
    """Offer a seat to somebody by name; `by` is empty if it is who manages the server."""
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
    """Say what belongs to a seat that is taken over; `time` is what there is at least for the first decision."""
    if not time:
        return words.say("-# You get the seat with everything that belongs to it.")
    return words.say(
        "-# You get the seat with everything that belongs to it, and at least {time} for your first decision.",
        time=time,
    )


def seat_replaced(words: Words, game: str, table: int, who: str) -> str:
    """Tell somebody that their seat is another's now."""
    return words.say(
        "🪑 {game} #{table}: {who} has your seat now and plays on with everything that belonged to it. "
        "Thank you for playing; you can watch at any time.",
        game=TITLES[game],
        table=table,
        who=who,
    )


def offer_declined(words: Words, who: str) -> str:
    """Tell that somebody does not take a seat they were offered."""
    return words.say(
        "🪑 The offered seat of {who} was declined. `/table replace` asks somebody else, `/table substitute` everybody "
        "in the channel.",
        who=who,
    )


def close_proposed(words: Words, who: str) -> str:
    """Tell that somebody would like to close the table."""
    return words.say(
        "🚪 {who} would like to end this game without a result. It ends once all players agree: press *Agree to "
        "close* or *Play on* under the board.",
        who=who,
    )


def close_wishes(words: Words, names: list[str]) -> str:
    """Say on a board who would like to close the table."""
    return words.say("🚪 Would like to end without a result: {names}", names=words.join_and(names))


def close_rejected(words: Words, who: str) -> str:
    """Tell that the table stays open."""
    return words.say("▶️ {who} would rather play on: the table stays open.", who=who)
