"""`OpenMenus`: updates the private messages in which people play, and keeps them below the newest board.

A menu whose owner has to decide is sent again below each new board in its channel; so is, once, a menu shown just now
that offers to plan. Any other menu is edited. The menu of a person who has left the table is deleted. All of this is
kept in memory only, and is a convenience: Discord lets us edit a private answer for 15 minutes, and *Play* on the board
always opens a new menu.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import discord
import msgspec
from cachetools import LRUCache

from cogs.connection.discord_errors import SEND_ERRORS
from cogs.connection.discord_private import delete_follow_up, edit_response, send_follow_up
from cogs.messages.components import components_of, files_of, forget_message
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import Panel, Text
from cogs.messages.plan_parts import menu_with_plans
from cogs.messages.reader_language import words_for
from cogs.requests.menu_pictures import menu_picture
from cogs.requests.other_tables import with_next_table
from pictures.render import Renderer
from tables.coaching import hints, lesson_feedback
from tables.model.table import Look, Table
from tables.model.table_errors import Declined
from tables.play import lookup, since_last_move
from tables.play.rehearsals import is_rehearsal
from tables.play.seat_plans import questions_at
from tables.runtime import people
from tables.runtime.services import Services

log = logging.getLogger("kontor.menus")

MENU_LIFETIME_S = 14 * 60
"""How long a menu is kept current; Discord lets us edit an answer for 15 minutes."""

_OWNER_IS_THERE_S = 60
"""So long after a menu was shown we assume that its owner still looks at it."""

_MAX_TABLES = 5000
"""Tables whose newest board is remembered: more than get a new board within `MENU_LIFETIME_S`."""


class Menu(msgspec.Struct):
    """A person's open menu at a table: a private message that shows what they can do there.

    `Request.show` makes one when it has shown a panel with a mark. `interaction` is the click or command that the menu
    answers, `mark` names the decision that it shows, and `tip` is the tip for newcomers below it.
    """

    interaction: discord.Interaction[Any]
    mark: str
    boards_posted: int
    """The value of `OpenMenus.boards_posted` when the menu was asked for. Boards posted later are below the menu."""
    until: int
    """Unix seconds at which it can no longer be edited."""
    place: int = 0
    """Id of the thread or channel that its title links to; 0 if there is no such link."""
    tip: Text | None = None
    message: int | None = None
    """Id of the follow-up message that shows it; None if the interaction's first answer does."""
    clicked_in: int = 0
    """Id of the message that was clicked in and now shows the menu; 0 for a new message."""
    answer_to: int = 0
    """Id of the interaction that the clicked message was the answer to; 0 if unknown."""
    moved_from: Menu | None = None
    """The older copy that is being deleted after the menu was sent again."""
    panel: Panel | None = None
    """What it shows, to send it again unchanged; None if it has pictures or was not an answer."""
    waits: bool = False
    """True if the menu says that its owner has nothing to decide. Then it is not updated until that changes."""

    def is_apart_from(self, older: Menu) -> bool:
        """Return True if this menu is certainly not in the same message as an older menu of the same person."""
        if self.message or not self.clicked_in:
            return True  # It is shown in a new message.
        return self.answer_to != 0 and not older.is_shown_in(self.clicked_in, self.answer_to)

    def is_shown_in(self, message: int, answer_to: int) -> bool:
        """Return True if this menu is shown in the message with the id `message`.

        `answer_to` is the id of the interaction that this message answered. It is compared if the id of the menu's own
        message is unknown.
        """
        number = self.message or self.clicked_in
        return number == message if number else answer_to == self.interaction.id

    async def delete(self) -> None:
        """Delete this menu's message. Raises one of `SEND_ERRORS`."""
        if self.message:
            await delete_follow_up(self.interaction, self.message)
        else:
            await self.interaction.delete_original_response()

    async def edit(self, panel: Panel) -> None:
        """Replace what this menu's message shows by a panel. Raises one of `SEND_ERRORS`."""
        await edit_response(self.interaction, self.message, components_of(panel), files_of(panel))


class OpenMenus:
    """Holds the newest open menu of each person at each table, in memory. The process has one such object.

    `remember` adds a menu. `follow` and `follow_board` update a table's menus after a new board. `close` deletes one.
    `answering` postpones updates while a click in a menu is being answered.
    """

    def __init__(self, services: Services, games: Mapping[str, GameDisplay], renderer: Renderer) -> None:
        self.boards_posted = 0
        """Number of boards posted at all tables since the start."""
        self._services = services
        self._games = games
        self._renderer = renderer
        self._latest_board: LRUCache[int, int] = LRUCache(_MAX_TABLES)
        """By table: the value of `boards_posted` after its newest board."""
        self._open: dict[int, dict[int, Menu]] = {}
        """By table, then by person."""
        self._expiries: deque[tuple[int, int, int]] = deque()
        """When each menu expires (Unix seconds), its table and its person; the earliest first."""
        self._lobby_answers: LRUCache[tuple[int, int], Menu] = LRUCache(_MAX_TABLES)
        """By table and person: the latest answer to a click in the table's lobby that was no menu."""
        self._answering: Counter[tuple[int, int]] = Counter()
        """By table and person: the number of clicks in their menu that are being answered."""
        self._postponed: set[tuple[int, int]] = set()
        """Tables and persons whose menu was not brought up to date because a click was being answered."""

    @contextmanager
    def answering(self, table: int, person: int) -> Iterator[Menu | None]:
        """Within this context, do not update a person's menu at a table, because a click in it is being answered.

        Yields that menu and removes it from the open ones: the answer will add a new one. Yields None if the person has
        no open menu, or if another click in it is being answered. If an update was postponed meanwhile, it starts when
        the last such context ends.
        """
        key = table, person
        self._answering[key] += 1
        try:
            yield self._take(table, person)
        finally:
            self._answering[key] -= 1
            if not self._answering[key]:
                del self._answering[key]
                if key in self._postponed:
                    self._postponed.remove(key)
                    self._start_update(table)

    def of(self, table: int, person: int) -> Menu | None:
        """Return a person's open menu at a table; None if there is none or a click in it is being answered."""
        return self._open.get(table, {}).get(person)

    def _take(self, table: int, person: int) -> Menu | None:
        """Remove a person's menu at a table from the open ones and return it; None if there is none."""
        menus = self._open.get(table, {})
        menu = menus.pop(person, None)
        if not menus:
            self._open.pop(table, None)
        return menu

    async def close(self, table: int, person: int) -> None:
        """Delete the open menu of a person who no longer plays at the table, if there is one.

        Errors of sending are ignored.
        """
        if menu := self._take(table, person):
            with suppress(*SEND_ERRORS):
                await menu.delete()

    async def replace_lobby_answer(self, table: int, person: int, answer: Menu) -> None:
        """Remember `answer` as the latest private answer to a person's clicks in a lobby, and delete the former one.

        The former answer is not deleted if `answer` is shown in the same message. If `answer` has a mark, it is a menu:
        then it is not remembered here, but the former answer is still deleted. Errors of sending are ignored.
        """
        forget_message(answer.interaction)
        former = self._lobby_answers.pop((table, person), None)
        if not answer.mark:
            self._lobby_answers[table, person] = answer
        if former and former.until > self._services.now() and answer.is_apart_from(former):
            with suppress(*SEND_ERRORS):
                await former.delete()

    async def remember(self, table: int, person: int, menu: Menu, *, replace_older: bool) -> None:
        """Register a menu as the person's open one at a table.

        If a board was posted after the menu was asked for, its update is started. With `replace_older` the person's
        former menu there is deleted if it is shown in another message; errors of deleting are ignored. To save memory,
        all expired menus are dropped, and so is the clicked message in the new menu's interaction.
        """
        now = self._services.now()
        while self._expiries and self._expiries[0][0] <= now:
            _, *key = self._expiries.popleft()
            if (old := self.of(*key)) and old.until <= now:
                self._take(*key)
        # The clicked message is most of the interaction's memory, and is not needed after the answer.
        forget_message(menu.interaction)
        older = self.of(table, person)
        self._open.setdefault(table, {})[person] = menu
        self._expiries.append((menu.until, table, person))
        if self._is_above_board(table, menu):
            self._start_update(table)
        if older and replace_older and menu.is_apart_from(older):
            with suppress(*SEND_ERRORS):
                await older.delete()

    async def follow_board(self, table: int) -> None:
        """Note that a board was posted at a table, update the table's open menus, and wait for the update.

        If an earlier update is still running, this waits only for that one; the new update then runs in the background.
        """
        self.follow(table)
        await self._services.background.wait_for("menus", table)

    def follow(self, table: int) -> None:
        """Note that a table has a new board, or that its lesson went on, and start to update its open menus.

        The update runs in the background.
        """
        self.boards_posted += 1
        self._latest_board[table] = self.boards_posted
        if table in self._open:
            self._start_update(table)

    def _is_above_board(self, table: int, menu: Menu) -> bool:
        """Return True if a board was posted at the table after the menu was asked for."""
        return self._latest_board.get(table, 0) > menu.boards_posted

    def _is_new(self, menu: Menu) -> bool:
        """Return True if a menu was shown so recently that its owner is probably still there."""
        return menu.until > self._services.now() + MENU_LIFETIME_S - _OWNER_IS_THERE_S

    def _start_update(self, table: int) -> None:
        """Start `_update` for a table in the background."""
        self._services.background.start("menus", table, lambda: self._update(table))

    async def _update(self, number: int) -> None:
        """Update every open menu of the table with this number. Errors are logged.

        While a click in a menu is being answered, its update is postponed. A menu that has expired or was replaced is
        skipped. If the table does not exist any more, its menus are dropped.
        """
        menus = list(self._open.get(number, {}).items())
        try:
            table = await self._services.load(number)
        except Declined:
            self._open.pop(number, None)
            return
        for person, menu in menus:
            if self.of(number, person) is not menu or menu.until <= self._services.now():
                continue
            if self._answering[number, person]:
                self._postponed.add((number, person))
                continue
            try:
                with self._services.outage.suppress(f"menus table={number}"):
                    await self._update_menu(table, person, menu)
            except SEND_ERRORS as problem:
                log.info("table=%d menu not updated: %s", number, problem)
            except Exception:
                log.exception("table=%d menu failed", number)

    async def _update_menu(self, table: Table, person: int, menu: Menu) -> None:
        """Update a person's menu at a table; delete it if the person has no seat there any more.

        If they have to decide and the menu is in the same channel as the board, it is sent again below the board.
        So is, once, a menu shown just now that offers to plan: the board after its owner's own move has pushed it up.
        Otherwise it is edited. Nothing is done if the menu already shows the pending decision below the newest board,
        or still rightly says that they have nothing to decide. A menu whose title does not link to the table's thread
        yet is updated in any case. Raises one of `SEND_ERRORS`.
        """
        seat = table.seat_of(person)
        if seat is None:
            await self.close(table.id, person)
            return
        owes = seat.seat in table.owed and not seat.computer
        # A menu that is shown before the table's thread is open links to the channel at first.
        linked = menu.place in (0, table.place)
        if not owes and (menu.waits or is_rehearsal(menu.mark)) and table.open and linked:
            return
        above = self._is_above_board(table.id, menu)
        follows = owes or (above and self._is_new(menu) and bool(questions_at(table, seat.seat)))
        mark, below = table.shown_mark(seat.seat), follows and menu.interaction.channel_id == table.place
        if menu.mark == mark and linked and not (below and above):
            return
        if menu.mark == mark and menu.panel and linked and not owes:
            await self._move_down(table.id, person, menu, mark, menu.panel, waits=True)
            return
        look = await lookup.look_of_seat(self._services, table, seat.seat)
        look = await lesson_feedback.with_feedback(self._services, look)
        look = await hints.with_suggestions(
            self._services, await since_last_move.with_changes(self._services, look), person
        )
        panel = await self._panel(look, menu, person)
        if below:
            await self._move_down(table.id, person, menu, mark, panel, waits=not owes)
        else:
            menu.mark, menu.waits, menu.place = mark, not owes, panel.place
            await menu.edit(panel)

    async def _panel(self, look: Look, menu: Menu, person: int) -> Panel:
        """Return the panel that the menu should show now, with the tip that it showed before.

        It has a picture only if the person wants pictures and has something to decide, or may change a choice they
        made, or if their lesson is over.
        """
        display, words = self._games[look.table.row.game], words_for(self._services, menu.interaction)
        picture = None
        if look.owes or look.may_change or (look.guidance and look.table.row.status == "finished"):
            settings = await people.get(self._services, person)
            picture = await menu_picture(
                self._services, self._renderer, menu.interaction, settings, display, look, words
            )
        panel = menu_with_plans(display, look, words, picture=picture)
        panel = (await with_next_table(self._services, person, look, words, panel)).shown_at(self._services.now())
        return panel.plus(menu.tip) if menu.tip else panel

    async def _move_down(self, table: int, person: int, menu: Menu, mark: str, panel: Panel, *, waits: bool) -> None:
        """Send a person's menu again as the newest message, showing `panel`, and delete the older copy.

        `mark` names the decision that the panel shows; `waits` is True if there is none. If the person has clicked in
        the older copy meanwhile, the new copy is deleted instead, because their click is answered in the older one.
        """
        new = msgspec.structs.replace(
            menu, mark=mark, boards_posted=self.boards_posted, place=panel.place, panel=None, waits=waits
        )
        new.moved_from = menu
        new.message = await send_follow_up(menu.interaction, components_of(panel), files_of(panel))
        if self.of(table, person) is not menu:
            await new.delete()
            return
        self._open[table][person] = new
        try:
            await menu.delete()
        finally:
            new.moved_from = None
