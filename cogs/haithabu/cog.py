"""Haithabu's own commands, and what the buttons of its menus do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

import discord
from discord import app_commands

from cogs import table as tables_
from cogs.commands import LANGUAGE_CHOICES, PACE_CHOICES, L, my_tables, server_tables, table_option
from cogs.face import Face
from cogs.game import GameCog
from cogs.haithabu import turn, typed
from cogs.haithabu.face import HaithabuFace, orders
from cogs.panel import Panel
from cogs.visit import Action, Visit
from rules.haithabu.moves import Hire
from tables import reading
from tables.errors import Declined
from tables.table import Look

if TYPE_CHECKING:
    from cogs.kontor import Kontor

    Interaction = discord.Interaction[Kontor]
else:
    Interaction = discord.Interaction

_MOST_TYPED = 400


async def draft(visit: Visit) -> Panel:
    """Go a step further in putting an action together, or a step back."""
    return await tables_.draft(visit, lambda look: turn.drafted(look, visit.arg, visit.values))


async def offer(visit: Visit) -> Panel:
    """Do what stands on the chosen line."""
    return await tables_.make(visit, lambda look: turn.chosen(look, visit.arg, visit.values))


async def last(visit: Visit) -> Panel:
    """Do what was put together, with the lines just chosen."""
    return await tables_.make(visit, lambda look: turn.drafted(look, visit.arg, visit.values))


async def confirm(visit: Visit) -> Panel:
    """Do what was put together."""
    return await tables_.make(visit, turn.confirmed)


async def hire(visit: Visit) -> Panel:
    """Hire a neutral worker, with the loan that needs."""
    return await tables_.make(visit, _hiring)


def _hiring(look: Look) -> str:
    return next((str(move) for move in look.options if isinstance(move, Hire)), str(Hire()))


async def show_orders(visit: Visit) -> Panel:
    """Show all orders and transports."""
    look = await reading.look(visit.house, visit.table, visit.person_id)
    if look.view is None:
        raise Declined("not_started", table=visit.table)
    return Panel(tuple(orders(look, visit.words)), HaithabuFace.colour)


class HaithabuCog(
    GameCog, group_name="haithabu", group_description=L("Haithabu: workers, wares and orders for 2 to 4 players")
):
    """`/haithabu …`."""

    game: ClassVar[str] = "haithabu"
    face: ClassVar[Face] = HaithabuFace()
    actions: ClassVar[Mapping[str, Action]] = {
        "haithabu.draft": draft,
        "haithabu.offer": offer,
        "haithabu.last": last,
        "haithabu.confirm": confirm,
        "haithabu.hire": hire,
        "haithabu.orders": show_orders,
    }

    @app_commands.command(name=L("new"), description=L("Open a table of Haithabu"))
    @app_commands.rename(seats=L("seats"), computers=L("computers"), pace=L("pace"), language=L("language"))
    @app_commands.describe(
        seats=L("how many players, with you and computers (2 to 4)"),
        computers=L("how many of them are computers"),
        pace=L("how long one may think about a decision"),
        language=L("the language of the table"),
    )
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.choices(language=LANGUAGE_CHOICES)
    async def new(
        self,
        interaction: Interaction,
        seats: app_commands.Range[int, 2, 4] = 3,
        computers: app_commands.Range[int, 0, 3] = 0,
        pace: int = 3,
        language: str | None = None,
    ) -> None:
        """Open a table of Haithabu."""
        wish = {"seats": seats, "computers": computers, "options": {}, "pace": pace, "language": language}
        await self.open(interaction, wish)

    @app_commands.command(name=L("work"), description=L("Place a worker, or say what it does by night"))
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("where and what; leave it out to see a menu"))
    @app_commands.autocomplete(what=typed.works)
    @table_option(my_tables)
    async def work(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Place a worker, or say what it does by night."""
        await self._move(interaction, table, what)

    @app_commands.command(name=L("hire"), description=L("Hire a neutral worker for this turn"))
    @table_option(my_tables)
    async def hire(self, interaction: Interaction, table: int | None = None) -> None:
        """Hire a neutral worker for this turn."""
        await self.ask(interaction, "haithabu.hire", table)

    @app_commands.command(name=L("loan"), description=L("Repay loans; you take them when you pay for something"))
    @app_commands.rename(repay=L("repay"))
    @app_commands.describe(repay=L("how many loans you repay"))
    @table_option(my_tables)
    async def loan(
        self, interaction: Interaction, repay: app_commands.Range[int, 1, 16], table: int | None = None
    ) -> None:
        """Repay loans; they are taken with what needs them."""
        await self.ask(interaction, "move", table, f"repay {repay}")

    @app_commands.command(name=L("choose"), description=L("Whatever else is asked: event, character, gift, discard"))
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("one of the choices offered; leave it out to see a menu"))
    @app_commands.autocomplete(what=typed.others)
    @table_option(my_tables)
    async def choose(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Decide whatever else is asked."""
        await self._move(interaction, table, what)

    @app_commands.command(name=L("orders"), description=L("All orders and transports; only you see this answer"))
    @table_option(server_tables)
    async def orders(self, interaction: Interaction, table: int | None = None) -> None:
        """Show all orders and transports; only you see this answer."""
        await self.ask(interaction, "haithabu.orders", table)

    async def _move(self, interaction: Interaction, table: int | None, what: str | None) -> None:
        """Make a typed move; show the menu if nothing was typed."""
        if what is None:
            await self.ask(interaction, "play", table)
        else:
            await self.ask(interaction, "move", table, what[:_MOST_TYPED])
