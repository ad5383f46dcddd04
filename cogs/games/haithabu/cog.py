"""Haithabu's own commands, and what the buttons of its menus do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.actions import playing
from cogs.actions.lobby_message import WantedTable
from cogs.games.game_cog import GameCog
from cogs.games.haithabu import (
    action_lists,
    answer_confirmation,
    autocomplete_options,
    discard_menu,
    proposals,
    turn_menu,
    version_0_1_buttons,
)
from cogs.games.haithabu.display import orders
from cogs.games.haithabu.draft_kinds import ACT, Discarding, Placing, first, placing_of
from cogs.games.haithabu.seat_view import view_of
from cogs.games.haithabu.text_lines import ANSWER, split_choice
from cogs.games.new_table import opens_table
from cogs.messages.app_emoji import with_app_emoji
from cogs.messages.drafts import is_version_0_1_draft, names_shown_draft
from cogs.messages.panel import Panel
from cogs.messages.reader_language import L
from cogs.requests.autocomplete import my_tables, server_tables, table_option
from cogs.requests.request import Action, Request, parse_number
from cogs.requests.verbs import Verb
from rules.haithabu.data import BY_LOT, RECOMMENDED
from rules.haithabu.moves import Hire
from tables.model.table import Look
from tables.model.table_errors import Declined, Stale
from tables.play import lookup

Interaction = discord.Interaction[Any]


async def go(request: Request) -> Panel:
    """Send a worker to a place."""
    worker, places = split_choice(request.arg, request.values)
    return await playing.change_draft(request, lambda look: Placing(worker, first(places)))


def _putting_together(step: action_lists.Step) -> Action:
    """Return an action that goes a step further with the worker whose menu was clicked in."""

    async def action(request: Request) -> Panel:
        arg, lines = split_choice(request.arg, request.values)
        return await _put_together(request, lambda look: step(_placing(look, request), arg, lines))

    return action


async def _put_together(request: Request, further: Callable[[Look], Placing], *, proposed: bool = False) -> Panel:
    """Do what is whole and can be taken back; keep all else, to be gone on with or confirmed."""
    look = await lookup.look(request.services, request.table, request.person_id)
    is_open = look.owes and look.seat is not None and look.table.is_current_mark(look.seat, request.target.mark)
    if is_open and turn_menu.at_once(look, further(look), proposed=proposed):
        return await playing.make(request, lambda look: str(turn_menu.whole_move(look, further(look))))
    return await playing.change_draft(request, further)


async def propose(request: Request) -> Panel:
    """Do what is proposed, or ask once more where it needs a loan, rolls an event or cannot be taken back."""

    def further(look: Look) -> Placing:
        placing = proposals.begun(proposals.proposed(look, request.arg), look)
        if placing is None:
            raise Stale
        return placing

    look = await lookup.look(request.services, request.table, request.person_id)
    if look.owes and isinstance(proposals.proposed(look, request.arg), Hire):
        return await playing.make(request, lambda look: str(proposals.proposed(look, request.arg)))
    return await _put_together(request, further, proposed=True)


async def back(request: Request) -> Panel:
    """Go a step back: from what the worker does to where it stands, from there to where it goes."""

    def before(look: Look) -> Placing | None:
        placing = _placing(look, request)
        return Placing(placing.worker, placing.place) if placing.whole and placing.worker != ACT else None

    return await playing.change_draft(request, before)


async def confirm(request: Request) -> Panel:
    """Do what was put together, or answered: just what the button's menu shows."""

    def confirmed(look: Look) -> str:
        if answer := answer_confirmation.confirmed(look, request):
            return answer
        _placing(look, request)
        return turn_menu.confirmed(look)

    return await playing.make(request, confirmed)


async def option(request: Request) -> Panel:
    """Answer with what stands on the chosen line of all that can be done."""

    def chosen(look: Look) -> str:
        number = _chosen(request)
        if not 0 <= number < len(look.options):
            raise Stale
        return str(look.options[number])

    return await answer_confirmation.give_as(request, chosen)


async def discard(request: Request) -> Panel:
    """Choose some of what goes from a store that is too full; the rest follows (H36)."""

    def further(look: Look) -> Discarding:
        return discard_menu.more(discard_menu.begun_in(look, request.target), request.arg, request.values)

    return await playing.change_draft(request, further)


async def discard_last(request: Request) -> Panel:
    """Discard what was put together; with something chosen last that is asked once more if it lasts."""

    def last(look: Look) -> str:
        return discard_menu.last(discard_menu.begun_in(look, request.target), request.arg, request.values)

    return await (answer_confirmation.give_as(request, last) if request.values else playing.make(request, last))


def _chosen(request: Request) -> int:
    return parse_number(first(split_choice(request.arg, request.values)[1]), -1)


def _placing(look: Look, request: Request) -> Placing:
    """Return the worker that the menu shows which was clicked in; before anything is chosen, by night, that is none.

    Buttons of version 0.1 name no draft: they mean the one that was kept by it.
    """
    placing = placing_of(look)
    if placing is not None:
        if not names_shown_draft(request.target) and not is_version_0_1_draft(look):
            raise Stale
        return placing
    if look.owes != ACT:
        raise Stale
    return Placing(ACT, view_of(look).acting or "")


async def hire(request: Request) -> Panel:
    """Hire a neutral worker, with the loan that needs."""
    return await playing.make(request, _hiring)


def _hiring(look: Look) -> str:
    return next((str(move) for move in look.options if isinstance(move, Hire)), str(Hire()))


async def show_orders(request: Request) -> Panel:
    """Show all orders and transports."""
    look = await lookup.look(request.services, request.table, request.person_id)
    if look.view is None:
        raise Declined("not_started", table=request.table)
    display = request.display_of(look.table)
    return with_app_emoji(Panel(tuple(orders(look, request.words)), display.colour), display.emoji)


VERBS = (
    Verb("haithabu.go", go, "running"),
    Verb("haithabu.back", back, "running"),
    *(Verb(name, _putting_together(step), "running") for name, step in action_lists.STEPS.items()),
    Verb("haithabu.propose", propose, "running"),
    Verb("haithabu.confirm", confirm, "running"),
    Verb(ANSWER, answer_confirmation.give, "running"),
    Verb("haithabu.option", option, "running"),
    Verb("haithabu.discard", discard, "running"),
    Verb("haithabu.discard_last", discard_last, "running"),
    Verb("haithabu.hire", hire, "running"),
    Verb("haithabu.orders", show_orders, "running"),
    *version_0_1_buttons.VERBS,
)


class HaithabuCog(
    GameCog, group_name="haithabu", group_description=L("Haithabu: workers, wares and orders for 2 to 4 players")
):
    """`/haithabu …`."""

    game: ClassVar[str] = "haithabu"

    @app_commands.command(name=L("new"), description=L("Open a table of Haithabu"))
    @app_commands.rename(rondel=L("rondel"))
    @app_commands.describe(rondel=L("where it is day at the start: on A to D, as recommended, or drawn by lot"))
    @app_commands.choices(
        rondel=[
            app_commands.Choice(name=L("as recommended"), value=RECOMMENDED),
            app_commands.Choice(name=L("by lot"), value=BY_LOT),
        ]
    )
    @opens_table("haithabu", L("how many players, with you and computers (2 to 4)"))
    async def new(self, interaction: Interaction, wanted: WantedTable, rondel: int = RECOMMENDED) -> None:
        """Open a table of Haithabu."""
        await self.open(interaction, wanted, {"rondel": rondel})

    @app_commands.command(name=L("work"), description=L("Place a worker, or say what it does by night"))
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("where and what; leave it out to see a menu"))
    @app_commands.autocomplete(what=autocomplete_options.works)
    @table_option(my_tables)
    async def work(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Place a worker, or say what it does by night."""
        await self.play_typed(interaction, table, what)

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

    @app_commands.command(
        name=L("choose"), description=L("Anything else you are asked: event, character, gift, discard")
    )
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("one of the choices offered; leave it out to see a menu"))
    @app_commands.autocomplete(what=autocomplete_options.others)
    @table_option(my_tables)
    async def choose(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Decide whatever else is asked."""
        await self.play_typed(interaction, table, what)

    @app_commands.command(name=L("orders"), description=L("All orders and transports; only you see this answer"))
    @table_option(server_tables)
    async def orders(self, interaction: Interaction, table: int | None = None) -> None:
        """Show all orders and transports; only you see this answer."""
        await self.ask(interaction, "haithabu.orders", table)
