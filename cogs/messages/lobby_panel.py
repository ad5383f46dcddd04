"""The message about a table that everybody in its channel sees (`lobby_panel`), and the lobby's private *Options*.

Before the start the message is the lobby with its buttons; afterwards it shows the players and the table's state.
`options_panel` builds what *Options* shows one person. `level_line` words the level of the table's computers.
"""

from __future__ import annotations

from collections.abc import Mapping

from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import Button, Option, Panel, Part, Row, Select, Style, Target, Text, text
from matching.reliability import Level
from tables.model.table import Table
from tables.seating import invitations, lobby
from tables.thinking.computers import LEVELS
from words import Words, hint_text, lobby_text
from words import table_text as table_words
from words import time_text as time_words
from words.lobby_text import computers_line, level_description, level_name, reliability_note, required_line
from words.refusal_text import refusal_sentence


def lobby_panel(
    display: GameDisplay,
    table: Table,
    words: Words,
    outcome: str = "",
    league: str = "",
    levels: Mapping[int, Level] | None = None,
) -> Panel:
    """Return the message about a table that everybody in its channel sees: options, clock, seats, guests and state.

    While the table is a lobby, the message also lists free seats and has one row of buttons: to join, add a computer,
    start, open the options (see `options_panel`) and read the rules. Buttons that fill a seat are disabled when all
    seats are taken, *Start* while there are too few players for the game.

    `outcome` replaces the line about the table's state; "" keeps that line. `league` is the line that names the table's
    league; "" for none. With a league the message is shorter, since many tables are posted at once. `levels` has how
    reliable people are, by person; a lobby shows it beside their names. People without a level show none.
    """
    row = table.row
    if league:
        return _league_card(display, table, words, league, outcome)
    seats = []
    for number in range(max(row.size, len(table.seats))):
        if number < len(table.seats):
            seat = table.seats[number]
            host = " 👑" if seat.person == row.host else ""
            plays = f" · {level_name(words, seat.computer)}" if seat.computer else ""
            if row.status == "lobby" and levels and (level := levels.get(seat.person or 0)) is not None:
                plays = f" · {reliability_note(words, level)}"
            who = table_words.seat_name(seat.name, seat.person, seat.computer)
            seats.append(f"{number + 1}. {who}{host}{plays}")
        elif row.status == "lobby":
            seats.append(f"{number + 1}. *{words.say('free')}*")
    parts: list[Part] = [
        text("## " + table_words.title(words, row.game, row.id), _facts_line(display, table, words)),
        Text("\n".join(seats) or "–"),
        text(
            *_guest_lines(table, words),
            _state_line(table, words, outcome),
            *_settings_lines(table, words, level=any(seat.computer for seat in table.seats)),
            lobby_text.private_note(words) if row.private else "",
        ),
    ]
    if row.status == "lobby":
        # Everybody sees the same message. Green marks the next step: for the host *Start* as soon as it is possible.
        full = len(table.seats) >= row.size
        few = len(table.seats) < table.game.players[0]
        join: Style = "success" if few else "secondary" if full else "primary"
        add = Target("computer", row.id, lobby.computers_mark(table), "1")
        buttons = (
            Button(words.say("Join"), Target("join", row.id), join, disabled=full),
            Button(words.say("+ Computer"), add, emoji="🤖", disabled=full),
            Button(words.say("Start"), Target("start", row.id), "secondary" if few else "success", disabled=few),
            options_button(words, row.id),
            Button(words.say("Rules"), Target("rules", row.id, arg=row.game)),
        )
        parts.append(Row(buttons))
    return Panel(tuple(parts), display.colour)


def options_button(words: Words, table: int) -> Button:
    """Return the button *Options* of the lobby with this table number."""
    return Button(words.say("Options"), Target("lobby_options", table))


def options_panel(display: GameDisplay, table: Table, words: Words, person: int, *, may_cancel: bool) -> Panel:
    """Return the private message of a lobby's *Options*: the table's settings, and what this person may change.

    Everybody with a seat may choose the computers' level, remove a computer and leave; the host may also invite people
    and turn hints on or off. A person without a seat reads how to get one. *Cancel the table* is there if `may_cancel`.
    """
    row = table.row
    parts: list[Part] = [
        text(
            f"**{table_words.title(words, row.game, row.id)}** · {words.say('Options')}",
            _facts_line(display, table, words),
            *_settings_lines(table, words, level=True),
        )
    ]
    cancel = (Button(words.say("Cancel the table"), Target("cancel", row.id), "danger"),) if may_cancel else ()
    if not table.seat_of(person):
        parts.append(Text(refusal_sentence(words, "no_seat_yet", {"table": row.id})))
        return Panel((*parts, Row(cancel)) if cancel else tuple(parts), display.colour)
    levels = tuple(
        Option(level_name(words, each).capitalize(), each, level_description(words, each), "🤖", each == row.level)
        for each in LEVELS
    )
    computers = lobby.computers_mark(table)
    remove = Target("computer", row.id, computers, "-1")
    buttons = [Button(words.say("− Computer"), remove, emoji="🤖", disabled=computers == "0")]
    if person == row.host:
        hints = words.say("Turn hints off") if table.hints_allowed else words.say("Turn hints on")
        allow = Target("allow_hints", row.id, arg="0" if table.hints_allowed else "1")
        nobody_can_come = not invitations.may_invite(table, person)
        buttons += [
            Button(words.say("Invite"), Target("invite", row.id), emoji="✉️", disabled=nobody_can_come),
            Button(hints, allow, emoji="💡"),
        ]
    leave = Button(words.say("Leave"), Target("leave", row.id))
    select = Select(Target("level", row.id), words.say("Computer level"), levels)
    return Panel((*parts, select, Row(tuple(buttons)), Row((leave, *cancel))), display.colour)


def _facts_line(display: GameDisplay, table: Table, words: Words) -> str:
    """Return a line of small print with the game's options and the clock."""
    options, clock = display.describe_options(words, table.row.options), time_words.clock_summary(words, table.clock)
    return f"-# {options} · {clock}"


def _league_card(display: GameDisplay, table: Table, words: Words, league: str, outcome: str) -> Panel:
    """Return the short message about a league's table: title, the line `league`, players, and the table's state.

    `outcome` replaces the line about the state; "" keeps that line.
    """
    names = [table_words.seat_name(seat.name, seat.person, seat.computer) for seat in table.seats]
    title = f"**{table_words.title(words, table.row.game, table.id)}**"
    return Panel((text(title, league, ", ".join(names), _state_line(table, words, outcome)),), display.colour)


def _guest_lines(table: Table, words: Words) -> list[str]:
    """Return the lines that name the guests who have not answered, and those who declined.

    Return [] if there are no such guests, or if the table is no longer a lobby.
    """
    if table.row.status != "lobby":
        return []
    asked, declined = (
        [guest.name for guest in table.invited if guest.answer == answer] for answer in ("asked", "declined")
    )
    return lobby_text.guest_lines(words, asked, declined)


def _settings_lines(table: Table, words: Words, *, level: bool) -> list[str]:
    """Return lines about a lobby: who may join, how well its computers play, and whether hints are allowed.

    The first one is left out if everybody may join, the second one unless `level`. Return [] if the table is no longer
    a lobby.
    """
    if table.row.status != "lobby":
        return []
    required = table.row.required_level
    lines = [] if required is None else [required_line(words, Level(required))]
    if level:
        lines.append(level_line(table, words))
    return [*lines, f"-# {hint_text.hints_allowed(words, hints=table.hints_allowed)}"]


def level_line(table: Table, words: Words) -> str:
    """Return the line that names the table's level: how well its computers play.

    If a computer of another level has a seat already, the line says that the level is for computers added from now on.
    """
    others = any(seat.computer not in (None, table.row.level) for seat in table.seats)
    return computers_line(words, table.row.level, others=others)


def _state_line(table: Table, words: Words, outcome: str) -> str:
    """Return the line about the table's state: free seats, full, running or closed. `outcome` replaces it unless "".

    In a lobby that starts when full, a sentence says so. In any other lobby with free seats, a sentence says how many
    more players are needed to start. Without a host, a sentence says who becomes host. The line of a finished or closed
    table ends with a link to its thread, if it has one.
    """
    row = table.row
    free, started = row.size - len(table.seats), row.started is not None
    state = outcome or table_words.lobby_state(
        words, row.status, free, started=started, by_manager=row.closed_by_manager
    )
    if row.status == "lobby" and row.starts_full:
        state += " " + lobby_text.autostart_note(words)
    elif row.status == "lobby" and free:
        state += " " + table_words.lobby_start(words, table.game.players[0] - len(table.seats))
    if row.status == "lobby" and not row.host:
        state += " " + lobby_text.hostless_note(words)
    return f"{state} · <#{row.thread}>" if row.thread and not table.open else state
