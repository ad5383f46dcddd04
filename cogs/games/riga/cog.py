"""Riga's own slash commands (`RigaCog`), and the actions of the buttons and selects in its menus (`VERBS`).

The actions take, build, pay, swap goods, discard for the winter, and change a drafted payment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.actions import playing as play
from cogs.actions.lobby_actions import WantedTable
from cogs.games.game_cog import GameCog
from cogs.games.new_table import opens_table
from cogs.games.riga import autocomplete_options, decision_menus, payment_menu, swap_menu
from cogs.games.riga.draft_kinds import Payment, payment_of
from cogs.messages.drafts import Draft
from cogs.messages.panel import Panel
from cogs.messages.reader_language import L
from cogs.requests.autocomplete import my_tables, table_option
from cogs.requests.request import Action, Request
from cogs.requests.verbs import Verb
from rules.riga.moves import Build
from tables.model.table import Look
from tables.play import rehearsals as playing
from words.riga.typed_cards import card_keys

Interaction = discord.Interaction[Any]


async def take(request: Request) -> Panel:
    """Take the row of goods or the building that a click or a command names, and return the menu after it.

    If nothing but ending the turn is left to do then, end the turn too. Raise `Refused`, `Stale` or `Declined` like
    `rehearsals.play`.
    """
    look = await playing.play(
        request.services, request.table, request.person_id, f"take {_line(request)}", request.mark
    )
    return await play.complete_turn(request, look)


async def winter(request: Request) -> Panel:
    """Discard all cards of the hand except the selected ones, and return the menu after it.

    Raise `Stale` if a selected card is not in the hand or the menu is outdated, and `Refused` if too few or too many
    cards are left.
    """
    return await play.make(request, lambda look: decision_menus.discard_all_but(look, request.values))


async def build(request: Request) -> Panel:
    """Build the buildings that a click or a command names, and return the menu after it.

    The argument may name a payment; otherwise the suggested payment is used. If nothing but ending the turn is left to
    do then, end the turn too. Raise `Refused` if that payment is not valid.
    """
    names = " ".join(request.values) or request.arg
    return await _building(request, lambda look: payment_menu.suggested_build(look, names))


async def _building(request: Request, move: Callable[[Look], str]) -> Panel:
    """Make the move whose text `move` returns for the current look, and return the menu after it.

    If nothing but ending the turn is left to do then, end the turn too. Raise `Refused`, `Stale` or `Declined` like
    `rehearsals.play`.
    """
    look = await playing.play(request.services, request.table, request.person_id, move, request.mark)
    return await play.complete_turn(request, look)


async def pay(request: Request) -> Panel:
    """Build and pay as the draft that the clicked menu shows, and return the menu after it.

    If nothing but ending the turn is left to do then, end the turn too. Raise `Stale` if the draft has changed since,
    and `Refused` if its payment is not valid.
    """
    return await _building(request, lambda look: str(payment_of(look, request.target)))


def _drafting(change: Callable[[Look, Request], Draft]) -> Action:
    """Return an action that stores the draft returned by `change` and shows the menu with that draft.

    The arguments of `change` are the current look and the request.
    """

    async def action(request: Request) -> Panel:
        return await play.change_draft(request, lambda look: change(look, request))

    return action


def _paying(change: Callable[[Look, Build, Request], Payment]) -> Action:
    """Return an action that changes the drafted payment, and shows the menu with the new draft.

    `change` returns the new draft. Its arguments are the current look, the drafted `Build` that the clicked menu shows,
    and the request.
    """
    return _drafting(lambda look, request: change(look, payment_of(look, request.target), request))


def _line(request: Request) -> str:
    """Return the first value selected in a select, or, for a button or a command, the request's argument."""
    return request.values[0] if request.values else request.arg


VERBS = (
    Verb("riga.take", take, "running"),
    Verb("riga.proposed", play.outdated, "running"),  # on buttons of versions 0.1 and 0.2
    Verb("riga.winter", winter, "running"),
    Verb("riga.build", build, "running"),
    Verb("riga.pay", pay, "running"),
    Verb("riga.swap", _drafting(lambda look, request: swap_menu.draft_first_good(look, _line(request))), "running"),
    Verb("riga.plan", _drafting(lambda look, request: payment_menu.begin(look, _line(request))), "running"),
    Verb("riga.suggest", _paying(lambda look, move, request: payment_menu.suggest(look, move)), "running"),
    Verb("riga.group", _paying(lambda look, move, request: payment_menu.group(look, move, _line(request))), "running"),
    Verb("riga.goods", _paying(lambda look, move, request: payment_menu.goods(look, move, request.values)), "running"),
    Verb(
        "riga.functions",
        _paying(lambda look, move, request: payment_menu.functions(look, move, request.values)),
        "running",
    ),
    Verb("riga.drop", play.drop_draft, "running"),  # on buttons of version 0.1
)


class RigaCog(GameCog, group_name="riga", group_description=L("Riga: trading and building for 2 to 4 players")):
    """The slash commands `/riga …`: those that every game has, and Riga's own.

    Riga's own commands are `new`, `take`, `build`, `use`, `done`, `discard` and `choose`.
    """

    game: ClassVar[str] = "riga"

    @app_commands.command(name=L("new"), description=L("Open a table for Riga"))
    @app_commands.rename(riga_buildings=L("riga_buildings"))
    @app_commands.describe(riga_buildings=L("everybody also has four buildings of their own"))
    @opens_table("riga", L("number of players, including you and computers (2 to 4)"))
    async def new(self, interaction: Interaction, wanted: WantedTable, riga_buildings: bool = False) -> None:
        """Handle `/riga new`: open a table of Riga; `riga_buildings` gives each player four buildings of their own.

        For the other parameters see `GameCog.open`.
        """
        await self.open(interaction, wanted, {"riga_buildings": int(riga_buildings)})

    @app_commands.command(name=L("take"), description=L("Take a row of goods or a building"))
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("a row or a building; leave it out to see the menu"))
    @app_commands.autocomplete(what=autocomplete_options.takes)
    @table_option(my_tables)
    async def take(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Handle `/riga take`: take the row of goods or the building typed in `what`; without it show the menu.

        If nothing but ending the turn is left to do then, the turn ends too. For `table` see `GameCog.ask`.
        """
        await self.play_typed(interaction, table, what and card_keys(what), "riga.take")

    @app_commands.command(name=L("build"), description=L("Build one building, or several in one city"))
    @app_commands.rename(what=L("what"), pay=L("pay"))
    @app_commands.describe(
        what=L("a building, or several in one city; leave it out to see the menu"),
        pay=L("what to pay with; leave it out to pay as suggested"),
    )
    @app_commands.autocomplete(what=autocomplete_options.builds, pay=autocomplete_options.payments)
    @table_option(my_tables)
    async def build(
        self, interaction: Interaction, what: str | None = None, pay: str | None = None, table: int | None = None
    ) -> None:
        """Handle `/riga build`: build one building, or several of one city.

        `what` are the typed names of the buildings; without it show the person's menu. `pay` is the typed payment;
        without it pay as suggested, and end the turn too if nothing else is left to do. For `table` see `GameCog.ask`.
        """
        argument = what and autocomplete_options.build_argument(what, pay)
        if pay is None:
            await self.play_typed(interaction, table, argument, "riga.build")
        else:
            await self.play_typed(interaction, table, argument and f"build {argument}")

    @app_commands.command(name=L("use"), description=L("Use a Builders' Yard or a Treasury"))
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("which building; leave it out to see the menu"))
    @app_commands.autocomplete(what=autocomplete_options.uses)
    @table_option(my_tables)
    async def use(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Handle `/riga use`: use the function of the Builders' Yard or the Treasury typed in `what`.

        Without `what` show the person's menu. For `table` see `GameCog.ask`.
        """
        await self.play_typed(interaction, table, what and f"use {card_keys(what)}")

    @app_commands.command(name=L("done"), description=L("End your turn"))
    @table_option(my_tables)
    async def done(self, interaction: Interaction, table: int | None = None) -> None:
        """Handle `/riga done`: end the person's turn. For `table` see `GameCog.ask`."""
        await self.ask(interaction, "move", table, "done")

    @app_commands.command(name=L("discard"), description=L("Choose what to discard in winter"))
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("which cards; leave it out to see the menu"))
    @app_commands.autocomplete(what=autocomplete_options.discards)
    @table_option(my_tables)
    async def discard(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Handle `/riga discard`: discard the cards typed in `what` for the winter; without it show the menu.

        Cards are typed by name, `2xcloth` for two. For `table` see `GameCog.ask`.
        """
        await self.play_typed(interaction, table, what and f"discard {card_keys(what, counting=True)}")

    @app_commands.command(
        name=L("choose"), description=L("Make any other choice: starting player, what to keep, Monastery, Exchange")
    )
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("one of your options; leave it out to see the menu"))
    @app_commands.autocomplete(what=autocomplete_options.others)
    @table_option(my_tables)
    async def choose(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Handle `/riga choose`: make a decision that no other command makes, as typed in `what`.

        These are the starting player, cards to keep, the School's person, the Monastery's swap and filling the
        Exchange. Without `what` show the person's menu. For `table` see `GameCog.ask`.
        """
        await self.play_typed(interaction, table, what and card_keys(what))
