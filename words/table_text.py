"""What is said about a table, whatever is played on it: lobby, pings, reminders, seats, the end."""

from __future__ import annotations

from collections.abc import Sequence

from words.catalogue import Words, escaped_name
from words.ending_text import format_number
from words.games import TITLES


def seat_name(name: str, person_id: int | None, computer: str | None) -> str:
    """Return a seat's name: a person's, or a computer's with a mark."""
    if computer is None:
        return f"**{escaped_name(name)}**"
    return f"**{escaped_name(name)}** 🤖" if person_id is None else f"**{escaped_name(name)}** (🤖)"


def title(words: Words, game: str, table: int) -> str:
    """Return the headline of a table."""
    return words.say("{game} · table #{table}", game=TITLES[game], table=table)


def thread_name(game: str, table: int, names: Sequence[str]) -> str:
    """Return the name of a table's thread: Discord shows it as plain text."""
    return f"{TITLES[game]} #{table} · {', '.join(names)}"[:100]


def lobby_state(words: Words, status: str, free: int, *, started: bool = False, by_manager: bool = False) -> str:
    """Say how a lobby stands, also after the game has begun; `by_manager`: who manages the server has closed it."""
    if status == "closed":
        return _closed_state(words, started=started, by_manager=by_manager)
    if status != "lobby":
        return words.say("The game is on. Players and spectators meet in the thread.")
    if free == 0:
        return words.say("All seats are taken. The host can start.")
    return words.many("{n} seat is free. Press *Join*!", "{n} seats are free. Press *Join*!", free)


def _closed_state(words: Words, *, started: bool, by_manager: bool) -> str:
    if started and by_manager:
        return words.say("Somebody who manages this server has closed this table without a result.")
    if started:
        return words.say("This table was closed without a result.")
    if by_manager:
        return words.say("Somebody who manages this server has called off this table.")
    return words.say("This table was called off.")


def lobby_start(words: Words, missing: int) -> str:
    """Say when a lobby with free seats can begin."""
    if missing > 0:
        return words.many(
            "{n} more player is needed to start: a person or a computer.",
            "{n} more players are needed to start: people or computers.",
            missing,
        )
    return words.say("The host can also start now.")


def lobby_from_inside(words: Words, free: int, *, hosting: bool) -> str:
    """Say how a lobby stands to somebody who has a seat there."""
    if free:
        return words.many("You have a seat. {n} is still free.", "You have a seat. {n} are still free.", free)
    if hosting:
        return words.say("All seats are taken. You can start.")
    return words.say("All seats are taken. The host can start.")


def result_line(places: Sequence[tuple[str, int, int]]) -> str:
    """Return who has won and all scores, from name, place and score of each, the best first."""
    winners = ", ".join(f"**{escaped_name(who)}**" for who, place, _ in places if place == 1)
    return f"🏆 {winners} · " + ", ".join(f"{escaped_name(who)} {format_number(score)}" for who, _, score in places)


def game_over(words: Words, winners: list[str]) -> str:
    """Say in somebody's hand how the game ended; the names are formatted already."""
    return words.many(
        "🏁 The game is over: {names} has won. The final score is in the thread.",
        "🏁 The game is over: {names} have won together. The final score is in the thread.",
        len(winners),
        names=words.join_and(winners),
    )


def lobby_full(words: Words, host: int, table: int) -> str:
    """Tell the host that everybody is there."""
    return words.say("<@{host}>, table #{table} is full. Press *Start* when you are ready.", host=host, table=table)


def game_started(words: Words, game: str, seats: Sequence[str], clock: str, *, private: bool = False) -> str:
    """Open the table."""
    facts = {"game": TITLES[game], "seats": ", ".join(seats), "clock": clock}
    if private:
        return words.say(
            "## {game} begins\nSeats in order: {seats}. Time: {clock}. "
            "Press *Play* below whenever it is your turn. `/table invite` lets others watch.",
            **facts,
        )
    return words.say(
        "## {game} begins\nSeats in order: {seats}. Time: {clock}. "
        "Press *Play* below whenever it is your turn. Everybody may watch.",
        **facts,
    )


def ping(
    words: Words, people: Sequence[int], game: str, table: int, ask: str, until: int, each: Sequence[int] = ()
) -> str:
    """Ask those who owe something; `each` says until when each of them has time, where that differs."""
    if each:
        who = " ".join(
            f"<@{person_id}> (<t:{end}:R>)" if end else f"<@{person_id}>"
            for person_id, end in zip(people, each, strict=True)
        )
    else:
        who = " ".join(f"<@{person_id}>" for person_id in people)
    if not until:
        return words.say("{who} · {game} #{table}: {ask}", who=who, game=TITLES[game], table=table, ask=ask)
    return words.say(
        "{who} · {game} #{table}: {ask} Until <t:{until}:f> (<t:{until}:R>).",
        who=who,
        game=TITLES[game],
        table=table,
        ask=ask,
        until=until,
    )


def reminder(words: Words, person_id: int, game: str, table: int, ask: str, until: int) -> str:
    """Remind somebody while there is time, and at the end tell everybody what can be done."""
    if until:
        return words.say(
            "⏳ <@{who}> · {game} #{table}: {ask} Your time ends <t:{until}:R>.",
            who=person_id,
            game=TITLES[game],
            table=table,
            ask=ask,
            until=until,
        )
    return words.say(
        "⌛ <@{who}> · {game} #{table}: {ask} Your time is up. You can still decide; until then anybody at the "
        "table may give you more time, ask for a substitute, or let a computer play on. You can take your seat "
        "back from a computer.",
        who=person_id,
        game=TITLES[game],
        table=table,
        ask=ask,
    )


def move_taken_back(words: Words, who: str) -> str:
    """Tell that a move was taken back."""
    return words.say("↩️ {who} took back their last move.", who=who)


def handed_over(words: Words, who: str) -> str:
    """Tell that a computer plays on."""
    return words.say(
        "🤖 A computer plays on for {who}, who can come back as long as nobody else has been given the seat.", who=who
    )


def taken_over(words: Words, who: str, seat: int) -> str:
    """Tell that somebody else sits there now."""
    return words.say("🪑 {who} takes over seat {seat}.", who=who, seat=seat + 1)


def came_back(words: Words, who: str) -> str:
    """Tell that the owner is back."""
    return words.say("👋 {who} is back and plays again.", who=who)


def table_closed(words: Words, *, by_manager: bool) -> str:
    """Tell that a table ended without a result; `by_manager`: who manages the server has closed it."""
    if by_manager:
        return words.say(
            "Somebody who manages this server has closed this table without a result. Thank you for playing!"
        )
    return words.say("This table was closed without a result. Thank you for playing!")


def rematch_proposed(words: Words, who: str, table: int, channel: int) -> str:
    """Tell that somebody would like to play again, and where."""
    return words.say(
        "🔁 {who} would like a rematch: table #{table} in <#{channel}>. Press *Join* there.",
        who=who,
        table=table,
        channel=channel,
    )


def dms_closed(words: Words, who: str, button: str) -> str:
    """Tell, once and without contents, that somebody gets no direct messages. `button`: as it is labelled there."""
    return words.say(
        "📪 {who}, I cannot send you direct messages. Press *{button}* here instead; only you will see it. "
        "`/settings messages` turns the messages off, or on again once you accept them.",
        who=who,
        button=button,
    )


def obsolete_ping(words: Words) -> str:
    """Stand where a ping was that could not be deleted, though nobody is asked that any more."""
    return words.say("-# ↩️ That was taken back, so nobody has to decide this any more.")


def why_direct_message(words: Words, place: int) -> str:
    """Explain why somebody is asked by direct message."""
    return words.say("-# I cannot write in <#{place}> at the moment, so I am asking you here.", place=place)


def story_truncated(words: Words) -> str:
    """Begin a story of which only the latest part is told."""
    return words.say("-# … More happened before this: *Log* shows all of it.")


def channel_gone(words: Words, game: str, table: int) -> str:
    """Tell a host that the table's channel is gone, and what they can do."""
    return words.say(
        "The channel of {game} #{table} is gone. Type `/table move` in the channel where it should go on: "
        "everybody will find it there. Until then you can all play on with `/tables`.",
        game=TITLES[game],
        table=table,
    )


def channel_gone_note(words: Words) -> str:
    """Tell in a list that a table's channel is gone."""
    return words.say("its channel is gone; `/table move` moves it to another one")


def table_moved(words: Words, game: str, table: int) -> str:
    """Tell that a table goes on in another place."""
    return words.say("🚚 {game} #{table} goes on here.", game=TITLES[game], table=table)


def board_moved(words: Words) -> str:
    """Stand where an older board was that could not be deleted."""
    return words.say("-# ⬇️ The game went on. The current board is further down.")
