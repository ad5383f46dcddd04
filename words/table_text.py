"""Sentences about a table that do not depend on the game: lobby, start, pings, reminders, seats, the end.

In all functions `game` is the game's key, `table` the table's number, and `who`, `names` and `winners` are formatted
names. `person_id` and `people` are Discord user ids, which become mentions.
"""

from __future__ import annotations

from collections.abc import Sequence

from words.catalogue import Words, escaped_name
from words.ending_text import format_number
from words.games import TITLES


def seat_name(name: str, person_id: int | None, computer: str | None) -> str:
    """Return a seat's escaped name in bold, followed by 🤖 if a computer plays it.

    The emoji is in brackets if a person owns the seat. `name` is plain; `person_id` is None if no person owns the seat,
    `computer` is None if no computer plays it.
    """
    if computer is None:
        return f"**{escaped_name(name)}**"
    return f"**{escaped_name(name)}** 🤖" if person_id is None else f"**{escaped_name(name)}** (🤖)"


def title(words: Words, game: str, table: int) -> str:
    """Return a table's title: the game and the number."""
    return words.say("{game} · table #{table}", game=TITLES[game], table=table)


def thread_name(game: str, table: int, names: Sequence[str]) -> str:
    """Return the name of a table's thread as plain text, cut at 100 characters; here `names` are plain names."""
    return f"{TITLES[game]} #{table} · {', '.join(names)}"[:100]


def lobby_state(words: Words, status: str, free: int, *, started: bool = False, by_manager: bool = False) -> str:
    """Return a sentence for the lobby's message about its state: free seats, full, game running, or closed.

    `status` is the table's status: "lobby", "closed", or anything else for a game that has begun. `free` counts the
    free seats. For a closed table, `started` is True if the game had begun, and `by_manager` if a server manager closed
    it.
    """
    if status == "closed":
        return _closed_state(words, started=started, by_manager=by_manager)
    if status != "lobby":
        return words.say("The game has started. Play and watch in the thread.")
    if free == 0:
        return words.say("All seats are taken. The host can start.")
    return words.many("{n} seat is free. Press *Join*!", "{n} seats are free. Press *Join*!", free)


def _closed_state(words: Words, *, started: bool, by_manager: bool) -> str:
    """Return a sentence that says that a table was closed (if the game had `started`) or called off (if not).

    With `by_manager` it says that a server manager did it; otherwise it names nobody.
    """
    if started and by_manager:
        return words.say("A server manager or organiser has closed this table without a result.")
    if started:
        return words.say("This table was closed without a result.")
    if by_manager:
        return words.say("A server manager or organiser has cancelled this table.")
    return words.say("This table has been cancelled.")


def lobby_start(words: Words, missing: int) -> str:
    """Return a sentence that says whether a lobby with free seats can start already.

    `missing` is how many players are still needed; 0 or less if the host can start now.
    """
    if missing > 0:
        return words.many(
            "You need {n} more player to start: a person or a computer.",
            "You need {n} more players to start: people or computers.",
            missing,
        )
    return words.say("The host can also start now.")


def lobby_from_inside(words: Words, free: int, *, hosting: bool) -> str:
    """Return a sentence about a lobby for a reader who has a seat there.

    `free` counts the free seats. If it is 0, the sentence says who can start the game: the reader, if `hosting`, or
    else the host.
    """
    if free:
        return words.many(
            "You have a seat. {n} seat is still free.", "You have a seat. {n} seats are still free.", free
        )
    if hosting:
        return words.say("All seats are taken. You can start.")
    return words.say("All seats are taken. The host can start.")


def result_line(places: Sequence[tuple[str, int, int]]) -> str:
    """Return one line with the winners and everybody's score.

    `places` has the plain name, place and score of each player, best first.
    """
    winners = ", ".join(f"**{escaped_name(who)}**" for who, place, _ in places if place == 1)
    return f"🏆 {winners} · " + ", ".join(f"{escaped_name(who)} {format_number(score)}" for who, _, score in places)


def game_over(words: Words, winners: list[str], score: str, own: str = "", link: str = "") -> str:
    """Return a text for a player's hand and menu that says that the game is over and who won with which score.

    `winners` are formatted names and `score` has its unit; `own` is the score of a reader who has lost, otherwise "".
    `link` is the URL of the thread; "" if it is gone.
    """
    over = words.many(
        "🏁 The game is over: {names} won with {score}.",
        "🏁 The game is over: {names} won together with {score} each.",
        len(winners),
        names=words.join_and(winners),
        score=score,
    )
    lost = words.say("You finished with {score}.", score=own) if own else ""
    where = words.say("The final score is [in the thread]({link}).", link=link) if link else ""
    return " ".join(filter(None, (over, lost, where)))


def lobby_full(words: Words, host: int, table: int) -> str:
    """Return the ping that tells the host, a Discord user id, that all seats are taken."""
    return words.say("<@{host}>, table #{table} is full. Press *Start* when you're ready.", host=host, table=table)


def game_started(words: Words, game: str, seats: Sequence[str], clock: str, *, private: bool = False) -> str:
    """Return the first message in a game's thread: the players in seat order, the clock, and how to play.

    `seats` are formatted names, `clock` is the text of `clock_summary`. At a `private` table it says how to invite
    people to watch; otherwise that everybody may watch.
    """
    facts = {"game": TITLES[game], "seats": ", ".join(seats), "clock": clock}
    if private:
        return words.say(
            "## {game} begins\nSeating order: {seats}. Time: {clock}. When it's your turn, press *Play* "
            "below. `/table invite` lets others watch.",
            **facts,
        )
    return words.say(
        "## {game} begins\nSeating order: {seats}. Time: {clock}. When it's your turn, press *Play* "
        "below. Everybody can watch.",
        **facts,
    )


def ping(
    words: Words, people: Sequence[int], game: str, table: int, ask: str, until: int, each: Sequence[int] = ()
) -> str:
    """Return the message that asks people to decide, with their mentions.

    `ask` is the game's prompt. `until` is the common deadline as a Unix time, 0 without one. `each`, if not empty, has
    a deadline for each of `people` (0 without one), which is shown beside the mention.
    """
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
        "{who} · {game} #{table}: {ask} Deadline: <t:{until}:f> (<t:{until}:R>).",
        who=who,
        game=TITLES[game],
        table=table,
        ask=ask,
        until=until,
    )


def reminder(words: Words, person_id: int, game: str, table: int, ask: str, until: int) -> str:
    """Return the message that reminds one person to decide; `ask` is the game's prompt.

    `until` is their deadline as a Unix time. 0 means that their time is up; then the text also says what the others can
    do now.
    """
    if until:
        return words.say(
            "⏳ <@{who}> · {game} #{table}: {ask} Deadline: <t:{until}:R>.",
            who=person_id,
            game=TITLES[game],
            table=table,
            ask=ask,
            until=until,
        )
    return words.say(
        "⌛ <@{who}> · {game} #{table}: {ask} Your time is up, but you can still decide. Until you do, "
        "anybody at the table can give you more time, look for a substitute, or hand your seat to a "
        "computer. If a computer has your seat, you can take it back at any time.",
        who=person_id,
        game=TITLES[game],
        table=table,
        ask=ask,
    )


def move_taken_back(words: Words, who: str) -> str:
    """Return a sentence that says that a player took back their last move."""
    return words.say("↩️ {who} took back their last move.", who=who)


def with_plan_mark(words: Words, lines: Sequence[str]) -> list[str]:
    """Return the story lines of a move with the mark that its player had decided it in advance.

    It is added to the first line that is neither a heading nor small print; without such a line there is no mark.
    """
    marked = next((number for number, line in enumerate(lines) if not line.startswith(("#", "-#"))), -1)
    return [f"{line} · {planned(words)}" if number == marked else line for number, line in enumerate(lines)]


def planned(words: Words, who: str = "") -> str:
    """Return the mark of a move that a plan or standing answer made; with `who`, a formatted name, as small print."""
    mark = words.say("🗓️ *decided in advance*")
    return f"-# {who} · {mark}" if who else mark


def handed_over(words: Words, who: str) -> str:
    """Return a sentence that says that a computer plays on for `who`, who can come back until another gets the seat."""
    return words.say(
        "🤖 A computer is playing for {who} now. They can come back as long as nobody else has taken the seat.", who=who
    )


def taken_over(words: Words, who: str, seat: int) -> str:
    """Return a sentence that says that `who` takes over a seat; `seat` counts from 0 and is shown from 1."""
    return words.say("🪑 {who} takes over seat {seat}.", who=who, seat=seat + 1)


def came_back(words: Words, who: str) -> str:
    """Return a sentence that says that a seat's owner plays again."""
    return words.say("👋 {who} is back and playing again.", who=who)


def table_closed(words: Words, *, by_manager: bool) -> str:
    """Return a sentence that says that a table was closed without a result.

    With `by_manager` it says that a server manager closed it; otherwise it names nobody.
    """
    if by_manager:
        return words.say("A server manager or organiser has closed this table without a result. Thank you for playing!")
    return words.say("This table was closed without a result. Thank you for playing!")


def rematch_proposed(words: Words, who: str, table: int, channel: int) -> str:
    """Return a sentence that says that `who` wants a rematch, at which table, and where to join it.

    `who` is a formatted name, `channel` the Discord id of the new table's channel.
    """
    return words.say(
        "🔁 {who} wants a rematch: table #{table} in <#{channel}>. Press *Join* there.",
        who=who,
        table=table,
        channel=channel,
    )


def dms_closed(words: Words, who: str, button: str) -> str:
    """Return a message to a player who cannot receive direct messages.

    It says which button to press instead (`button` is its label) and how to turn the messages off.
    """
    return words.say(
        "📪 {who}, I can't send you direct messages. Press *{button}* here instead; only you will see it. `/settings "
        "messages` turns my direct messages off, or back on once you allow them.",
        who=who,
        button=button,
    )


def obsolete_ping(words: Words) -> str:
    """Return the text that replaces a ping that could not be deleted after the move it was about was taken back."""
    return words.say("-# ↩️ That move was taken back, so there is nothing to decide here.")


def why_direct_message(words: Words, place: int) -> str:
    """Return the small print of a direct message that asks a player to decide: why it does not come in the channel.

    The reason is that the bot cannot write in the channel; `place` is the Discord id of that channel.
    """
    return words.say("-# I can't write in <#{place}> right now, so I'm asking you here.", place=place)


def story_truncated(words: Words) -> str:
    """Return the small print that stands above a story whose earlier lines were left out."""
    return words.say("-# … More happened before this. Press *Log* to see everything.")


def channel_gone(words: Words, game: str, table: int) -> str:
    """Return the message to a host whose table's channel was deleted, with what they can do."""
    return words.say(
        "The channel for {game} #{table} is gone. Use `/table move` in the channel where you want to "
        "continue, and everybody will find the table there. Until then you can all play with `/tables`.",
        game=TITLES[game],
        table=table,
    )


def channel_gone_note(words: Words) -> str:
    """Return the note in a list of tables that a table's channel was deleted."""
    return words.say("its channel is gone; `/table move` brings the table to another one")


def table_moved(words: Words, game: str, table: int) -> str:
    """Return a sentence that says that a table continues in this channel."""
    return words.say("🚚 {game} #{table} continues here.", game=TITLES[game], table=table)


def board_moved(words: Words) -> str:
    """Return the text that replaces an old board message that could not be deleted: the new one is further down."""
    return words.say("-# ⬇️ The game has moved on. The current board is further down.")
