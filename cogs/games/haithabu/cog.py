"""Haithabu's own slash commands (`HaithabuCog`), and the actions of the buttons and selects in its menus (`VERBS`).

The actions draft the placing of a worker step by step, make or confirm the drafted move, answer other decisions,
discard wares, hire a worker, and show the orders.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.actions import playing
from cogs.actions.lobby_actions import WantedTable
from cogs.games.game_cog import GameCog
from cogs.games.haithabu import (
    action_lists,
    answer_confirmation,
    autocomplete_options,
    discard_menu,
    turn_menu,
    version_0_1_buttons,
)
from cogs.games.haithabu.display import order_parts
from cogs.games.haithabu.draft_kinds import ACT, Discarding, Placing, first_or_empty, placing_of
from cogs.games.haithabu.menu_choices import ANSWER
from cogs.games.haithabu.seat_view import view_of
from cogs.games.new_table import opens_table
from cogs.messages.app_emoji import for_reader
from cogs.messages.drafts import is_version_0_1_draft, names_shown_draft
from cogs.messages.menu_controls import split_choice
from cogs.messages.panel import Panel
from cogs.messages.reader_language import L
from cogs.requests.autocomplete import my_tables, server_tables, table_option
from cogs.requests.request import Action, Request, parse_number
from cogs.requests.verbs import Verb
from rules.haithabu.data import BY_LOT, RECOMMENDED
from rules.haithabu.moves import Hire
from tables.model.table import Look
from tables.model.table_errors import Declined, Stale
from tables.play import lookup, rehearsals

Interaction = discord.Interaction[Any]


async def go(request: Request) -> Panel:
    """Store the draft of sending a worker to the chosen place, and return the menu of that place.

    The clicked control names the worker; a select's value or the button itself names the place. Raise `Stale` for a
    click in an outdated menu.
    """
    worker, places = split_choice(request.arg, request.values)
    return await playing.change_draft(request, lambda look: Placing(worker, first_or_empty(places)))


def _choosing(step: action_lists.Step) -> Action:
    """Return an action that applies `step`, one of `action_lists.STEPS`, to the drafted placing in the clicked menu.

    The action makes the resulting move at once if it needs no confirmation, and otherwise stores it as the new draft.
    It returns the menu after that, and raises `Stale` for a click in an outdated menu.
    """

    async def action(request: Request) -> Panel:
        arg, lines = split_choice(request.arg, request.values)
        return await _make_or_draft(request, lambda look: step(_shown_placing(look, request), arg, lines))

    return action


async def _make_or_draft(request: Request, next_draft: Callable[[Look], Placing]) -> Panel:
    """Make the move of the draft that `next_draft` returns if it needs no confirmation; otherwise store that draft.

    Return the menu after it; raise `Stale` for a click in an outdated menu.
    """
    look = await rehearsals.look(request.services, request.table, request.person_id, request.mark)
    is_open = look.owes and look.seat is not None and look.table.is_current_mark(look.seat, request.target.mark)
    if is_open and turn_menu.needs_no_confirmation(look, next_draft(look), request.target.verb):
        return await playing.make(request, lambda look: str(turn_menu.complete_move(look, next_draft(look))))
    return await playing.change_draft(request, next_draft)


async def back(request: Request) -> Panel:
    """Go one step back in the drafted placing that the clicked menu shows, and return the menu after it.

    If the draft has an action, complete or not, the action is removed, and the menu of its place is shown again. If it
    has none, or if the worker acts by night, the whole draft is deleted. Raise `Stale` if the clicked menu does not
    show the stored draft.
    """

    def before(look: Look) -> Placing | None:
        """Return the draft one step back: the same worker and place without the action; None to delete the draft."""
        placing = _shown_placing(look, request)
        return Placing(placing.worker, placing.place) if placing.action and placing.worker != ACT else None

    return await playing.change_draft(request, before)


async def confirm(request: Request) -> Panel:
    """Make the move of the draft (an answer or a placing) that the clicked menu shows, and return the menu after it.

    Raise `Stale` if that menu does not show the stored draft, or the draft is incomplete.
    """

    def confirmed(look: Look) -> str:
        """Return the text of the move that the draft in the clicked menu describes.

        Raise `Stale` if the clicked menu does not show the stored draft, or the draft is incomplete.
        """
        if answer := answer_confirmation.confirmed_answer(look, request):
            return answer
        _shown_placing(look, request)
        return turn_menu.confirmed_move(look)

    return await playing.make(request, confirmed)


async def option(request: Request) -> Panel:
    """Answer the pending decision with the option whose number was chosen, and return the menu after it.

    The number counts the look's options from 0. A move that could not be taken back has to be confirmed first. Raise
    `Stale` if there is no option with that number.
    """

    def chosen(look: Look) -> str:
        """Return the text of the look's option with the number that the click names; raise `Stale` if there is none."""
        number = _chosen_number(request)
        if not 0 <= number < len(look.options):
            raise Stale
        return str(look.options[number])

    return await answer_confirmation.answer_with(request, chosen)


async def discard(request: Request) -> Panel:
    """Add the selected cubes to the drafted discard (H36), store it, and return the menu for what else must go.

    If the clicked menu shows no drafted discard, a new one begins. Raise `Stale` for a click in an outdated menu.
    """

    def next_draft(look: Look) -> Discarding:
        """Return the drafted discard that the clicked menu shows, with the selected cubes added."""
        shown = discard_menu.shown_discard(look, request.target)
        return discard_menu.with_more(shown, request.arg, request.values)

    return await playing.change_draft(request, next_draft)


async def discard_last(request: Request) -> Panel:
    """Complete the drafted discard with the cubes selected last, make the move, and return the menu after it.

    If cubes were selected and the move could not be taken back, it has to be confirmed first. The button *Discard
    these* selects no cubes and needs no confirmation. Raise `Stale` if the clicked menu shows no drafted discard.
    """

    def last(look: Look) -> str:
        """Return the text of the move that discards the drafted cubes and those just selected."""
        shown = discard_menu.shown_discard(look, request.target)
        return discard_menu.completed_discard(shown, request.arg, request.values)

    return await (answer_confirmation.answer_with(request, last) if request.values else playing.make(request, last))


def _chosen_number(request: Request) -> int:
    """Return the number that the clicked control's value is; -1 if the click has no value, or it is no number."""
    return parse_number(first_or_empty(split_choice(request.arg, request.values)[1]), -1)


def _shown_placing(look: Look, request: Request) -> Placing:
    """Return the drafted placing that the clicked menu shows.

    If nothing is drafted and the seat has to choose an action by night, return a placing of the acting worker on its
    field, without an action. Raise `Stale` in these cases:

    - No placing is drafted, and the seat does not have to act by night.
    - A placing is drafted, but the clicked control belongs to a menu without a draft. Buttons of version 0.1 are
      accepted if the stored draft is of version 0.1 too.
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
    """Hire a neutral worker, taking the loans that this needs, and return the menu after it.

    Raise `Refused` if the rules do not allow it now.
    """
    return await playing.make(request, _hire_move)


def _hire_move(look: Look) -> str:
    """Return the text of the legal `Hire`; without one that of a plain `Hire`, which the rules then refuse."""
    return next((str(move) for move in look.options if isinstance(move, Hire)), str(Hire()))


async def show_orders(request: Request) -> Panel:
    """Return a panel with the orders and transports on display and each player's orders. It changes nothing.

    Raise `Declined` if the game has not started.
    """
    look = await lookup.look(request.services, request.table, request.person_id)
    if look.view is None:
        raise Declined("not_started", table=request.table)
    display, words = request.display_of(look.table), request.words
    return for_reader(Panel(tuple(order_parts(look, words)), display.colour), display, words, look.table)


VERBS = (
    Verb("haithabu.go", go, "running"),
    Verb("haithabu.back", back, "running", leads_back=True),
    *(Verb(name, _choosing(step), "running") for name, step in action_lists.STEPS.items()),
    Verb("haithabu.propose", playing.outdated, "running"),  # on buttons of versions 0.1 and 0.2
    Verb("haithabu.confirm", confirm, "running"),
    Verb(ANSWER, answer_confirmation.answer, "running"),
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
    """The slash commands `/haithabu …`: those that every game has, and Haithabu's own.

    Haithabu's own commands are `new`, `work`, `hire`, `loan`, `choose` and `orders`.
    """

    game: ClassVar[str] = "haithabu"

    @app_commands.command(name=L("new"), description=L("Open a table for Haithabu"))
    @app_commands.rename(rondel=L("rondel"))
    @app_commands.describe(rondel=L("where it is day at the start"))
    @app_commands.choices(
        rondel=[
            app_commands.Choice(name=L("recommended (A to D)"), value=RECOMMENDED),
            app_commands.Choice(name=L("random"), value=BY_LOT),
        ]
    )
    @opens_table("haithabu", L("number of players, including you and computers (2 to 4)"))
    async def new(self, interaction: Interaction, wanted: WantedTable, rondel: int = RECOMMENDED) -> None:
        """Handle `/haithabu new`: open a table; `rondel` decides on which fields it is day at the start.

        `rondel` is `RECOMMENDED` or `BY_LOT`. For the other parameters see `GameCog.open`.
        """
        await self.open(interaction, wanted, {"rondel": rondel})

    @app_commands.command(name=L("work"), description=L("Place a worker, or choose what it does at night"))
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("where your worker goes and what it does; leave it out to see the menu"))
    @app_commands.autocomplete(what=autocomplete_options.works)
    @table_option(my_tables)
    async def work(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Handle `/haithabu work`: make the move typed in `what`; without it show the person's menu.

        The move places a worker, says what a placed one does by night, or sets one aside. It is not confirmed first.
        For `table` see `GameCog.ask`.
        """
        await self.play_typed(interaction, table, what)

    @app_commands.command(name=L("hire"), description=L("Hire a neutral worker for this turn"))
    @table_option(my_tables)
    async def hire(self, interaction: Interaction, table: int | None = None) -> None:
        """Handle `/haithabu hire`: hire a neutral worker for this turn, taking the loans that this needs.

        For `table` see `GameCog.ask`.
        """
        await self.ask(interaction, "haithabu.hire", table)

    @app_commands.command(name=L("loan"), description=L("Repay loans (you take one when you can't pay for something)"))
    @app_commands.rename(repay=L("repay"))
    @app_commands.describe(repay=L("how many loans to repay"))
    @table_option(my_tables)
    async def loan(
        self, interaction: Interaction, repay: app_commands.Range[int, 1, 16], table: int | None = None
    ) -> None:
        """Handle `/haithabu loan`: repay `repay` loans. For `table` see `GameCog.ask`.

        There is no command to take a loan: moves that need loans take them by themselves.
        """
        await self.ask(interaction, "move", table, f"repay {repay}")

    @app_commands.command(
        name=L("choose"), description=L("Make any other choice: event, character, gift or what to discard")
    )
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("one of your options; leave it out to see the menu"))
    @app_commands.autocomplete(what=autocomplete_options.others)
    @table_option(my_tables)
    async def choose(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Handle `/haithabu choose`: make a decision that no other command makes: event, character, gift, discard.

        `what` is the typed move, which is not confirmed first; without it show the person's menu. For `table` see
        `GameCog.ask`.
        """
        await self.play_typed(interaction, table, what)

    @app_commands.command(name=L("orders"), description=L("Show all orders and transports; only you can see them"))
    @table_option(server_tables)
    async def orders(self, interaction: Interaction, table: int | None = None) -> None:
        """Handle `/haithabu orders`: show the orders and transports on display, and each player's orders.

        The answer is ephemeral. For `table` see `GameCog.ask`.
        """
        await self.ask(interaction, "haithabu.orders", table)
