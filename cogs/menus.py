"""Open menus: the private menu somebody plays in comes below the news by itself as soon as they are asked again.

A convenience only: it lives in memory, for as long as Discord lets us edit an answer. *Play* is always there.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import msgspec

from cogs.clicks import view_of
from cogs.face import menu_panel
from cogs.panel import Part
from tables import reading
from tables.errors import Declined
from words import Words

if TYPE_CHECKING:
    from cogs.kontor import Kontor

log = logging.getLogger("kontor.menus")

_LASTS = 14 * 60
"""Seconds; Discord takes edits for a quarter of an hour."""


class Menu(msgspec.Struct):
    """A menu that somebody has open."""

    interaction: discord.Interaction[Any]
    words: Words
    mark: str
    told: int
    """Up to where the story had been told, or was about to be, when it was shown."""
    until: int = 0
    hint: Part | None = None
    message: discord.WebhookMessage | None = None
    """Where it stands now; None: it is the answer itself."""

    async def move_down(self, view: discord.ui.LayoutView) -> None:
        """Show it anew below all other messages, and take it away where it stood."""
        old, self.message = self.message, await self.interaction.followup.send(view=view, ephemeral=True, wait=True)
        await (old.delete() if old else self.interaction.delete_original_response())

    async def renew(self, view: discord.ui.LayoutView) -> None:
        """Show it anew where it stands."""
        if self.message is None:
            await self.interaction.edit_original_response(view=view)
        else:
            await self.message.edit(view=view)


class Menus:
    """The newest open menu of everybody at every table."""

    def __init__(self, bot: Kontor) -> None:
        self.bot = bot
        self._open: dict[tuple[int, int], Menu] = {}
        self._boards: dict[int, int] = {}
        """At each table: the number of the latest new board, counted over all tables."""
        self.posted = 0
        """How many new boards there have been since we are here."""

    def used(self, table: int, person: int) -> None:
        """Leave a menu alone while a click in it is attended to."""
        self._open.pop((table, person), None)

    def shown(self, table: int, person: int, menu: Menu, since: int) -> None:
        """Remember a menu. If a board was posted there after the first `since` boards, the menu has to follow."""
        now = self.bot.house.now()
        for key in [key for key, other in self._open.items() if other.until <= now]:
            del self._open[key]
        menu.until = now + _LASTS
        self._open[table, person] = menu
        if self._boards.get(table, 0) > since:
            self._start(table)

    def board_posted(self, table: int) -> None:
        """Bring the menus of those who are asked below the new board."""
        self.posted += 1
        self._boards[table] = self.posted
        if any(key[0] == table for key in self._open):
            self._start(table)

    def _start(self, table: int) -> None:
        self.bot.house.start("menus", table, lambda: self._follow(table))

    async def _follow(self, table: int) -> None:
        for key in [key for key in self._open if key[0] == table]:
            try:
                await self._ask(*key)
            except Declined:
                self._open.pop(key, None)
            except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as problem:
                log.info("table=%d a menu cannot follow: %s", table, problem)

    async def _ask(self, table: int, person: int) -> None:
        look = await reading.look(self.bot.house, table, person)
        menu = self._open.get((table, person))
        if menu is None or not look.owes or menu.until <= self.bot.house.now():
            return
        here = menu.interaction.channel_id == look.table.place
        if menu.mark == look.mark and not (here and menu.told == look.table.row.told):
            return
        menu.mark, menu.told = look.mark, look.table.row.told
        panel = menu_panel(self.bot.faces[look.table.row.game], look, menu.words)
        view = view_of(panel.plus(menu.hint) if menu.hint else panel)
        await (menu.move_down(view) if here else menu.renew(view))
