"""How a game shows itself in Discord: what each game brings so that tables, menus, hands and stories can be shown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

import msgspec

from cogs.panel import Button, Panel, Part, Picture, Row, Target, Text, rows, text
from cogs.signs import signed
from pictures.drawing import Drawing
from pictures.painters import PAINTERS, board, history
from rules import Illegal
from rules.contract import Event
from rules.records import Record
from tables.table import Look, Table
from words import Words
from words import tables as said


class Face(ABC):
    """One game's looks. Everything is made from a `Look`: never from a state."""

    game: ClassVar[str]
    colour: ClassVar[int]
    signs: Mapping[str, str] = {}
    """Emoji of our own by the usual ones they replace, once Discord has them."""

    @abstractmethod
    def board(self, look: Look, words: Words) -> list[Text]:
        """Show the whole table in words, as everybody sees it."""

    @abstractmethod
    def hand(self, look: Look, words: Words) -> list[Text]:
        """Show one seat in words what is its own."""

    def beside_board(self, look: Look, words: Words) -> str:
        """Say what the picture of the table does not show."""
        return ""

    def beside_hand(self, look: Look, words: Words) -> str:
        """Say what the picture of a hand does not show."""
        return ""

    @abstractmethod
    def menu(self, look: Look, words: Words) -> list[Part]:
        """Ask a seat that owes a decision, or may change one: text and the moves it can make."""

    @abstractmethod
    def asked(self, words: Words, decision: str) -> str:
        """Say what is asked, for pings: the end of a sentence."""

    @abstractmethod
    def story(self, words: Words, names: Sequence[str], events: Sequence[Event]) -> list[str]:
        """Tell what happened, line by line."""

    @abstractmethod
    def final(self, look: Look, words: Words, names: Sequence[str], events: Sequence[Event]) -> list[Part]:
        """Show how the game ended and how the scores came about. `events` are those of the last entry."""

    @abstractmethod
    def refusal(self, words: Words, no: Illegal) -> str:
        """Say why a move is not allowed."""

    @abstractmethod
    def options(self, words: Words, options: dict[str, int]) -> str:
        """Say by which options the table is played."""

    def lasting(self, look: Look) -> Look:
        """Return a look for a message that stays: without a sealed choice, which the next click may change."""
        if not look.sealed or not (look.owes or look.may_change):
            return look
        asked = next(iter(look.table.owed.values()))
        return msgspec.structs.replace(self.unsealed(look), owes=asked, may_change=False)

    def unsealed(self, look: Look) -> Look:
        """Return a look that shows nothing of what its seat has sealed."""
        return look

    # In pictures: a game whose painter is known has them

    def board_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Draw the whole table, as everybody sees it."""
        return board(self.game, look.view, _drawn_names(look), words) if self.game in PAINTERS else None

    def hand_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Draw what is a seat's own."""
        painter = PAINTERS.get(self.game)
        return painter.hand(look.view, _drawn_names(look), words) if painter else None

    def final_drawing(self, look: Look, words: Words, record: Record) -> Drawing | None:
        """Draw how the game ended and how the scores came about. Plays the record again: not on the event loop."""
        painter = PAINTERS.get(self.game)
        return painter.final(look.view, _drawn_names(look), words, history(record)) if painter else None


def _drawn_names(look: Look) -> list[str]:
    return [seat.name for seat in look.table.seats]


def names_at(table: Table, words: Words) -> list[str]:
    """Return the seats' names, marked where a computer plays."""
    return [said.person(words, seat.name, seat.person, seat.computer) for seat in table.seats]


def board_panel(face: Face, look: Look, words: Words, picture: Picture | None = None) -> Panel:
    """Return the message of a table: the board in a picture or in words, who is missing, and the buttons."""
    table = look.table
    parts = _shown(partial(face.board, look, words), picture, face.beside_board(look, words))
    if table.row.status == "playing":
        parts.append(text(*_missing(look, words)))
        parts.append(_table_row(table, words))
        if handover := _handover(table, words):
            parts.extend(handover)
    elif table.row.status == "closed":
        parts.append(Text(said.closed(words)))
    return signed(Panel(tuple(parts), face.colour), face.signs)


def _shown(words: Callable[[], list[Text]], picture: Picture | None, beside: str) -> list[Part]:
    """Return the picture and what it does not show, or all of it in words."""
    if picture is None:
        return [*words()]
    shown = msgspec.structs.replace(picture, words=words)
    return [shown, Text(beside, beside=True)] if beside else [shown]


def _missing(look: Look, words: Words) -> list[str]:
    table = look.table
    owed = table.owed
    names = [
        f"{said.person(words, seat.name, seat.person, seat.computer)}{' ⌛' if seat.overdue else ''}"
        for seat in table.seats
        if seat.seat in owed
    ]
    return [words.say("⏳ Waiting for {names}", names=words.both(names))] if names else []


def ways_on(table: Table, words: Words) -> list[Row]:
    """Return the buttons of a table that is being played."""
    return [_table_row(table, words)] if table.row.status == "playing" else []


def _table_row(table: Table, words: Words) -> Row:
    return Row(
        (
            Button(words.say("Play"), Target("play", table.id), "primary"),
            Button(words.say("My hand"), Target("hand", table.id)),
            Button(words.say("Log"), Target("log", table.id)),
            Button(words.say("Rules"), Target("rules", table.id, arg=table.row.game)),
            Button(words.say("More"), Target("more", table.id)),
        )
    )


def _handover(table: Table, words: Words) -> list[Part]:
    """Offer what can be done when somebody's time has run out or a computer plays a person's seat."""
    buttons = [
        Button(words.say("Computer for {name}", name=seat.name)[:80], Target("replace", table.id, arg=str(seat.seat)))
        for seat in table.seats
        if seat.overdue and not seat.computer
    ]
    if any(seat.person and seat.computer for seat in table.seats):
        buttons.append(Button(words.say("Take my seat back"), Target("back", table.id)))
    return list(rows(buttons))


def hand_panel(face: Face, look: Look, words: Words, picture: Picture | None = None) -> Panel:
    """Return a seat's own message: its hand in a picture or in words, and a way to play."""
    table = look.table
    parts: list[Part] = [Text("**" + said.title(words, table.row.game, table.id) + "**")]
    parts += _shown(partial(face.hand, look, words), picture, face.beside_hand(look, words))
    if look.owes and look.sealed:
        parts.append(text(words.say("👉 Open until all have chosen: {ask}", ask=face.asked(words, look.owes))))
    elif look.owes:
        parts.append(text(words.say("👉 Your turn: {ask}", ask=face.asked(words, look.owes))))
    elif look.may_change:
        parts.append(text(words.say("✅ You have chosen. With *Play* you can change it until all have chosen.")))
    elif table.row.status == "closed":
        parts.append(Text(said.closed(words)))
    parts += ways_on(table, words)
    return signed(Panel(tuple(parts), face.colour), face.signs)


def menu_panel(face: Face, look: Look, words: Words, note: str = "") -> Panel:
    """Return what somebody sees who wants to play: their menu, or what the table is waiting for."""
    table = look.table
    head: list[Part] = [Text(note)] if note else []
    if look.owes or look.may_change:
        parts = face.menu(look, words)
    else:
        parts = [
            *face.hand(look, words),
            text(words.say("You have nothing to decide right now."), *_missing(look, words)),
        ]
    if look.can_undo:
        undo = Button(words.say("Take back"), Target("undo", table.id, look.mark), emoji="↩️")
        parts.append(Row((undo,)))
    return signed(Panel((*head, *parts), face.colour, look.mark), face.signs)
