"""The messages every game has: its board, a seat's hand, the menu one plays in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from cogs.messages.app_emoji import with_app_emoji
from cogs.messages.game_display import GameDisplay
from cogs.messages.lesson_panels import finished_lesson_parts, with_lesson_guide
from cogs.messages.panel import MAX_COMPONENTS, Button, Panel, Part, Picture, Row, Target, Text, rows, text
from tables.model.table import Look, SeatTime, Table
from tables.model.time_left import HOUR
from tables.notifications.timing import IN_TIME
from words import Words, change_text, hint_text
from words import score_text as score_words
from words import seat_text as seat_words
from words import table_text as table_words
from words import time_text as time_words

_FOR_HINTS = 6
"""Components a menu must have room for, to offer hints: their row, two buttons, what the hint says, and two notes."""
_ON_TOP = 2
"""Components that a menu may get besides: what is refused, and a newcomer's tip."""


def names_at(table: Table) -> list[str]:
    """Return the seats' names, marked where a computer plays."""
    return [table_words.seat_name(seat.name, seat.person, seat.computer) for seat in table.seats]


def link_to(table: Table) -> str:
    """Return the address of a table."""
    return f"https://discord.com/channels/{table.row.server}/{table.place}"


def host_name(table: Table) -> str:
    """Return the host's name."""
    host = table.seat_of(table.row.host)
    return host.name if host else "–"


def guest_row(table: Table, words: Words) -> Row:
    """Return the buttons by which a guest answers an invitation."""
    return Row(
        (
            Button(words.say("Accept"), Target("accept", table.id), "success"),
            Button(words.say("Decline"), Target("decline", table.id)),
        )
    )


def board_panel(
    display: GameDisplay, look: Look, words: Words, picture: Picture | None = None, *, room: int = 0
) -> Panel:
    """Return the message of a table: the board in a picture or in words, who is missing, and the buttons.

    `room`: so many characters are needed for what else will stand there.
    """
    table = look.table
    parts = picture_or_text(partial(display.board, look, words), picture, display.board_caption(look, words))
    if table.row.status == "playing":
        scores = score_words.scores_line(words, names_at(table), look.standings)
        about_seats = (*_ladder(look, words), *_on_offer(table, words))
        parts.append(
            text(scores, *_missing(look, words), *_standing_still(look, words), *about_seats, _terms(table, words))
        )
        parts.append(_table_row(table, words))
        parts.extend(_about_time(look, words))
    elif table.row.status == "closed":
        parts.append(Text(table_words.table_closed(words, by_manager=table.row.closed_by_manager)))
    return with_app_emoji(Panel(tuple(parts), display.colour), display.emoji, room)


def picture_or_text(words: Callable[[], list[Text]], picture: Picture | None, caption: str) -> list[Part]:
    """Return the picture and what it does not show, or all of it in words."""
    if picture is None:
        return [*words()]
    worded = msgspec.structs.replace(picture, words=words)
    return [worded, Text(caption, caption=True)] if caption else [worded]


def _missing(look: Look, words: Words) -> list[str]:
    table = look.table
    owed = table.owed
    names = [
        table_words.seat_name(seat.name, seat.person, seat.computer) + _time(look, seat.seat, words)
        for seat in table.seats
        if seat.seat in owed
    ]
    return [words.say("⏳ Waiting for {names}", names=words.join_and(names))] if names else []


def _time(look: Look, seat: int, words: Words) -> str:
    """Return until when a seat has time: its end as Discord shows it to everybody in their own zone."""
    if look.table.seats[seat].overdue:
        return " ⌛"
    until = look.times.get(seat, SeatTime()).until
    return words.say(" (time ends {when})", when=f"<t:{until}:R>") if until else ""


def _standing_still(look: Look, words: Words) -> list[str]:
    """Tell whose clock stands still, and why."""
    table, names = look.table, names_at(look.table)
    lines = [
        time_words.on_holiday(words, names[seat], time.holiday_until)
        for seat, time in look.times.items()
        if time.holiday_until
    ]
    if table.row.paused:
        lines.append(time_words.paused(words))
    elif wanting := [names[seat.seat] for seat in table.people() if seat.wants_pause]:
        lines.append(time_words.wants_pause(words, wanting))
    return lines


def _ladder(look: Look, words: Words) -> list[str]:
    """Tell what happens when time is up that runs out soon, and what others can do once it is."""
    table, names = look.table, names_at(look.table)
    late = [names[seat.seat] for seat in table.people() if seat.overdue and not seat.helped]
    soon = [
        names[seat.seat]
        for seat in table.people()
        if not seat.overdue and look.times.get(seat.seat, SeatTime()).nearly_out
    ]
    lines = [seat_words.timeout_warning(words, soon, table.clock.out)] if soon else []
    return [*lines, seat_words.timeout_choices(words, late)] if late else lines


def _on_offer(table: Table, words: Words) -> list[str]:
    """Tell which seats are on offer, and who would like to end the game."""
    names = names_at(table)
    lines = [
        seat_words.offer_on_board(words, names[seat.seat], table.row.channel, seat.offered_name)
        for seat in table.seats
        if seat.offered_at
    ]
    if closing := [names[seat.seat] for seat in table.people() if seat.wants_close]:
        lines.append(seat_words.close_wishes(words, closing))
    return lines


def _terms(table: Table, words: Words) -> str:
    """Tell by which clock is played, and whether hints are allowed."""
    clock = [f"⏱️ {time_words.clock_summary(words, table.clock)}"] if table.clock.runs else []
    allowed = [] if table.row.lesson else [hint_text.hints_allowed(words, hints=table.hints_allowed)]
    return "-# " + " · ".join([*clock, *allowed]) if clock or allowed else ""


def table_buttons(table: Table, words: Words) -> list[Row]:
    """Return the buttons of a table that is being played, and the way back to how a lesson ended."""
    if table.row.status == "playing":
        return [_table_row(table, words)]
    return [Row((_back(table, words),))] if table.row.lesson and table.row.status == "finished" else []


def _table_row(table: Table, words: Words) -> Row:
    play = Button(words.say("Play"), Target("play", table.id), "primary")
    return Row(
        (
            _back(table, words) if table.row.lesson else play,
            Button(words.say("My hand"), Target("hand", table.id)),
            Button(words.say("Log"), Target("log", table.id)),
            Button(words.say("Rules"), Target("rules", table.id, arg=table.row.game)),
            Button(words.say("More"), Target("more", table.id)),
        )
    )


def _back(table: Table, words: Words) -> Button:
    """Return the way back to what a lesson explains: whatever is looked at there takes its menu's place."""
    return Button(words.say("Back"), Target("play", table.id), "primary", "⬅️")


def _about_time(look: Look, words: Words) -> list[Row]:
    """Offer what others can do when somebody's time is running out or up, or would like a pause or the end.

    Who comes back finds the way by *Play*.
    """
    table = look.table
    buttons = []
    for seat in table.people():
        time = look.times.get(seat.seat, SeatTime())
        if (seat.overdue or time.nearly_out) and len(table.people()) > 1:
            arg = f"{seat.seat} {time.until}"
            label = words.say("More time for {name}", name=seat.name)
            buttons.append(Button(label, Target("more_time", table.id, arg=arg)))
        if seat.overdue:
            label = words.say("Computer for {name}", name=seat.name)
            buttons.append(Button(label, Target("replace", table.id, arg=str(seat.seat))))
            if not seat.offered_at:
                label = words.say("Substitute for {name}", name=seat.name)
                buttons.append(Button(label, Target("substitute", table.id, arg=str(seat.seat))))
    if table.row.paused:
        buttons.append(Button(words.say("End the pause"), Target("go_on", table.id), emoji="▶️"))
    elif any(seat.wants_pause for seat in table.people()):
        buttons.append(Button(words.say("Agree to the pause"), Target("pause", table.id), emoji="⏸️"))
        buttons.append(Button(words.say("No pause"), Target("go_on", table.id)))
    if any(seat.wants_close for seat in table.people()):
        buttons.append(Button(words.say("Agree to close"), Target("close", table.id), "danger", "🚪"))
        buttons.append(Button(words.say("Play on"), Target("play_on", table.id), emoji="▶️"))
    return list(rows(buttons))


def hand_panel(display: GameDisplay, look: Look, words: Words, picture: Picture | None = None) -> Panel:
    """Return a seat's own message: its hand in a picture or in words, and a way to play."""
    table = look.table
    parts: list[Part] = [Text("**" + table_words.title(words, table.row.game, table.id) + "**")]
    if look.owes or not look.kept:
        parts += news_parts(display, look, words)
    parts += picture_or_text(partial(display.hand, look, words), picture, display.hand_caption(look, words))
    if table.row.status == "playing" and look.seat is not None and (look.owes or not look.kept):
        parts.append(text(score_words.own_score(words, table.row.game, look.standings, look.seat)))
    if look.owes:
        parts.append(text(_asks(look, words, display.asked(words, look.owes))))
    elif look.may_change:
        parts.append(text(words.say("✅ You have chosen. With *Play* you can change it until all have chosen.")))
    elif table.row.status == "closed":
        parts.append(Text(table_words.table_closed(words, by_manager=table.row.closed_by_manager)))
    elif table.winners:
        parts.append(Text(table_words.game_over(words, [names_at(table)[seat] for seat in table.winners])))
    if _played_by_computer(look):
        left = words.say(
            "🤖 A computer is playing here for you: this is how you left it. *{hand}* shows how it stands now.",
            hand=words.say("My hand"),
        )
        parts.append(Text(left))
    elif _may_be_behind(look):
        late = words.say(
            "What you do or get appears here the next time you are asked, or after {hours} hours. "
            "*{hand}* shows it at once.",
            hours=IN_TIME // HOUR,
            hand=words.say("My hand"),
        )
        parts.append(Text(f"-# {late}"))
    parts += table_buttons(table, words)
    said = tuple(part for part in parts if not isinstance(part, Text) or part.text)
    return with_app_emoji(Panel(said, display.colour), display.emoji)


def _asks(look: Look, words: Words, ask: str) -> str:
    """Say in a hand what its seat is asked. What is not changed when they have answered says when they were asked."""
    # Computers choose at once: against them alone there is no while in which one could change it. A kept hand stays as
    # it is for hours when all have chosen: what it says is true then, too.
    if look.sealed and any(seat.seat != look.seat for seat in look.table.people()):
        return words.say("👉 Until all have chosen: {ask} You can change it until then.", ask=ask)
    asked_at = look.table.seats[look.seat].asked_at if look.seat is not None else 0
    if _may_be_behind(look) and asked_at:
        return words.say("👉 You were asked {when}: {ask}", when=f"<t:{asked_at}:R>", ask=ask)
    return words.say("👉 Your turn: {ask}", ask=ask)


def _played_by_computer(look: Look) -> bool:
    """Say whether a hand is changed no more since somebody has left it to a computer: a message that stays."""
    played = look.seat is not None and look.table.seats[look.seat].computer is not None
    return look.kept and look.table.row.status == "playing" and played


def _may_be_behind(look: Look) -> bool:
    """Say whether a hand is not changed with every move of its seat: a message that stays, where hands are open."""
    return look.kept and look.table.row.status == "playing" and look.table.game.open_hands


def menu_panel(display: GameDisplay, look: Look, words: Words, note: str = "", picture: Picture | None = None) -> Panel:
    """Return what somebody sees who wants to play: their menu, or what the table is waiting for."""
    table = look.table
    if table.row.status == "finished" and look.guidance:
        parts: list[Part] = finished_lesson_parts(display, look, names_at(table), words)
    elif table.row.status == "finished":
        parts = [Text(words.say("The game is over. The final score is in the thread."))]
    elif look.owes or look.may_change:
        parts = [*([picture] if picture else []), *display.menu(look, words)]
    else:
        parts = [
            *display.hand(look, words),
            text(words.say("You have nothing to decide right now."), *_missing(look, words)),
        ]
    buttons = []
    if look.can_undo and not look.draft:  # What is half put together has *Back*; both at once are mistaken.
        buttons.append(Button(words.say("Take back"), Target("undo", table.id, look.mark), emoji="↩️"))
    if look.owes and table.hints_allowed and Panel(tuple(parts)).size + _FOR_HINTS <= MAX_COMPONENTS:
        buttons.append(Button(words.say("Hint"), Target("hint", table.id, look.mark), emoji="💡"))
    parts += rows(buttons)
    panel = _under_news(
        news_parts(display, look, words), Panel(tuple(parts), display.colour, look.mark).with_note(note)
    )
    return with_app_emoji(with_lesson_guide(panel, display, look, names_at(table), words, note), display.emoji)


def _under_news(news: list[Part], panel: Panel) -> Panel:
    """Return a menu with the news above it: in one that is full they lead nowhere, or stand with its first words."""
    if not news:
        return panel
    for parts in (news, news[:1]):
        if (whole := panel.under(*parts)).size <= MAX_COMPONENTS - _ON_TOP:
            return whole
    place, first = next((n, part) for n, part in enumerate(panel.parts) if isinstance(part, Text))
    said = Text("\n".join(part.text for part in (*news, first) if isinstance(part, Text)))
    return msgspec.structs.replace(panel, parts=(*panel.parts[:place], said, *panel.parts[place + 1 :]))


def news_parts(display: GameDisplay, look: Look, words: Words) -> list[Part]:
    """Return what changed for a seat since it last decided, with a way to the log at that point."""
    if look.since is None or look.guidance:  # A lesson tells what happened itself.
        return []
    table = look.table
    names = names_at(table)
    lines = change_text.news_lines(words, [display.change(words, names, change) for change in look.since.changes])
    log = Button(words.say("What happened"), Target("log", table.id, arg=f"@{look.since.n}"), emoji="📰")
    return [Text("\n".join(lines)), Row((log,))]
