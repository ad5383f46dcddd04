"""Open menus: whoever is asked has the private menu they play in below the newest board, without asking for it.

Who is asked no more sees so in it, and who has left the table keeps none.

A convenience only: it lives in memory, for as long as Discord lets us write into an answer. *Play* is always there.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import discord
import msgspec
from cachetools import LRUCache

from cogs.connection.discord_errors import TROUBLE
from cogs.connection.discord_private import delete_follow_up, edit_answer, follow_up
from cogs.messages.components import components_of, files_of, forget_message
from cogs.messages.game_display import GameDisplay
from cogs.messages.images import picture_for_reader
from cogs.messages.panel import Panel, Text
from cogs.messages.reader_language import words_for
from cogs.messages.table_messages import menu_panel
from pictures.render import Renderer
from tables.model.table import Look, Table
from tables.model.table_errors import Declined
from tables.play import lookup, since_last_move
from tables.runtime import people
from tables.runtime.services import Services

log = logging.getLogger("kontor.menus")

LASTS = 14 * 60
"""Seconds; Discord lets us write into an answer for a quarter of an hour."""

_MANY_TABLES = 5000
"""More than have a new board while a menu lasts."""
_MANY_CLICKS = 500
"""More than are answered at a time."""


class Menu(msgspec.Struct):
    """A menu that somebody has open."""

    interaction: discord.Interaction[Any]
    mark: str
    since: int
    """How many boards had been posted when it was asked for: later ones stand below it."""
    until: int
    tip: Text | None = None
    message: int | None = None
    """The number of the message in which it stands now; None: it is the answer itself."""
    clicked_in: int = 0
    """The number of the message that was clicked in, if the answer stands there; of a new answer it is not known."""
    answers: int = 0
    """Which interaction that message was the answer to, if it was one."""
    moved_from: Menu | None = None
    """Where it stood before: that is being taken away."""
    waits: bool = False
    """It says that its owner is asked nothing: that stays right until they are asked again, or the game is over."""

    def is_apart_from(self, older: Menu) -> bool:
        """Say whether it certainly stands in another message than an older one."""
        if self.message or not self.clicked_in:
            return True  # It is a message of its own.
        return self.answers != 0 and not older.stands_in(self.clicked_in, self.answers)

    def stands_in(self, message: int, answers: int) -> bool:
        """Say whether it stands in the message of this number, an answer to this interaction."""
        number = self.message or self.clicked_in
        return number == message if number else answers == self.interaction.id

    async def delete(self) -> None:
        """Take it away."""
        if self.message:
            await delete_follow_up(self.interaction, self.message)
        else:
            await self.interaction.delete_original_response()

    async def edit(self, panel: Panel) -> None:
        """Show something else in it."""
        await edit_answer(self.interaction, self.message, components_of(panel), files_of(panel))


class OpenMenus:
    """The newest open menu of everybody at every table."""

    def __init__(self, services: Services, games: Mapping[str, GameDisplay], studio: Renderer) -> None:
        self.posted = 0
        """How many boards were posted since we are here, at all tables."""
        self._house = services
        self._games = games
        self._studio = studio
        self._boards: LRUCache[int, int] = LRUCache(_MANY_TABLES)
        """Which of them was the latest one at each table."""
        self._open: dict[int, dict[int, Menu]] = {}
        """By table, then by person: nobody looks through those of all tables."""
        self._ending: deque[tuple[int, int, int]] = deque()
        """Until when menus of which table and person last, those shown first in front."""
        self._clicked: LRUCache[tuple[int, int], Menu] = LRUCache(_MANY_CLICKS)
        """Those in which somebody has clicked, and is answered: they stay before them."""
        self._answering: Counter[tuple[int, int]] = Counter()
        """How many clicks in somebody's menu are being answered."""
        self._put_off: set[tuple[int, int]] = set()
        """Whose menu was left where it is meanwhile."""

    @contextmanager
    def answering(self, table: int, person: int) -> Iterator[Menu | None]:
        """Leave somebody's menu where it is while a click in it is answered: of two at once, the second has none."""
        whose = table, person
        self._answering[whose] += 1
        try:
            yield self._take(table, person)
        finally:
            self._answering[whose] -= 1
            if not self._answering[whose]:
                del self._answering[whose]
                if whose in self._put_off:
                    self._put_off.remove(whose)
                    self._start(table)

    def of(self, table: int, person: int) -> Menu | None:
        """Return the menu that somebody has open, if it is not being clicked in."""
        return self._open.get(table, {}).get(person)

    def _take(self, table: int, person: int) -> Menu | None:
        """Return a menu and leave it alone from now on."""
        menus = self._open.get(table, {})
        menu = menus.pop(person, None)
        if not menus:
            self._open.pop(table, None)
        if menu:
            self._clicked[table, person] = menu
        return menu

    async def close(self, table: int, person: int) -> None:
        """Take away the menu of somebody who plays there no more."""
        if menu := self._take(table, person):
            with suppress(*TROUBLE):
                await menu.delete()

    async def remember(self, table: int, person: int, menu: Menu, *, alone: bool) -> None:
        """Remember a menu; bring it below a board that was posted while it was made. `alone`: no older one stays."""
        now = self._house.now()
        while self._ending and self._ending[0][0] <= now:
            _, *whose = self._ending.popleft()
            if (old := self.of(*whose)) and old.until <= now:
                self._take(*whose)
        # What was clicked on is most of what would be kept, and has been answered.
        forget_message(menu.interaction)
        self._clicked.pop((table, person), None)
        older = self.of(table, person)
        self._open.setdefault(table, {})[person] = menu
        self._ending.append((menu.until, table, person))
        if self._above(table, menu):
            self._start(table)
        if older and alone and menu.is_apart_from(older):
            with suppress(*TROUBLE):
                await older.delete()

    async def follow_board(self, table: int) -> None:
        """Bring the menus of those who are asked below the new board: they are there, and come before all others."""
        self.follow(table)
        await self._house.background.done("menus", table)

    def follow(self, table: int) -> None:
        """Show in open menus what has happened since they were shown."""
        self.posted += 1
        self._boards[table] = self.posted
        if table in self._open:
            self._start(table)

    def open_until(self, table: int, channel: int, person: int) -> int:
        """Return until when a person's menu in this channel follows each new board; 0 if they have none there."""
        menu = self.of(table, person) or self._clicked.get((table, person))
        return menu.until if menu and menu.interaction.channel_id == channel else 0

    def _above(self, table: int, menu: Menu) -> bool:
        return self._boards.get(table, 0) > menu.since

    def _start(self, table: int) -> None:
        self._house.background.start("menus", table, lambda: self._follow(table))

    async def _follow(self, number: int) -> None:
        """Bring all menus of a table up to date; those shown meanwhile are. If it goes on, this is begun once more."""
        menus = list(self._open.get(number, {}).items())
        try:
            table = await self._house.load(number)
        except Declined:
            self._open.pop(number, None)
            return
        for person, menu in menus:
            if self.of(number, person) is not menu or menu.until <= self._house.now():
                continue
            if self._answering[number, person]:
                self._put_off.add((number, person))
                continue
            try:
                with self._house.outage.noted(f"menus table={number}"):
                    await self._ask(table, person, menu)
            except TROUBLE as problem:
                log.info("table=%d a menu cannot follow: %s", number, problem)
            except Exception:
                log.exception("table=%d a menu cannot be made", number)

    async def _ask(self, table: Table, person: int, menu: Menu) -> None:
        seat = table.seat_of(person)
        if seat is None:
            await self.close(table.id, person)
            return
        owes = seat.seat in table.owed and not seat.computer
        if not owes and menu.waits and table.open:
            return
        mark, below = table.shown_mark(seat.seat), owes and menu.interaction.channel_id == table.place
        if menu.mark == mark and not (below and self._above(table.id, menu)):
            return
        look = await since_last_move.with_changes(self._house, await lookup.through(self._house, table, seat.seat))
        panel = await self._panel(look, menu, person)
        if below:
            await self._move_down(table.id, person, menu, mark, panel)
        else:
            menu.mark, menu.waits = mark, not owes
            await menu.edit(panel)

    async def _panel(self, look: Look, menu: Menu, person: int) -> Panel:
        """Return a menu as it is now, with its picture."""
        display, words = self._games[look.table.row.game], words_for(self._house, menu.interaction)
        picture = None
        if look.owes or look.may_change:
            settings = await people.get(self._house, person)
            draw = partial(display.menu_drawing, look, words)
            picture = await picture_for_reader(self._studio, menu.interaction, settings, "menu.png", draw)
        panel = menu_panel(display, look, words, picture=picture).shown(self._house.now())
        return panel.plus(menu.tip) if menu.tip else panel

    async def _move_down(self, table: int, person: int, menu: Menu, mark: str, panel: Panel) -> None:
        """Show a menu anew below all other messages, and take it away where it stood."""
        new = msgspec.structs.replace(menu, mark=mark, since=self.posted, waits=False, moved_from=menu)
        new.message = await follow_up(menu.interaction, components_of(panel), files_of(panel))
        if self.of(table, person) is not menu:
            await new.delete()  # They have clicked in it meanwhile, and are answered there.
            return
        self._open[table][person] = new
        try:
            await menu.delete()
        finally:
            new.moved_from = None
