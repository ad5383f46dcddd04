"""Visby's own slash commands (`VisbyCog`: open a table, choose cards, trade), and its actions `pick` and `trade`.

`VERBS` declares these. `pick` is for the select of cards and `/visby play`, `trade` for menus in which a trade is
confirmed.
"""

from __future__ import annotations

from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.actions import playing
from cogs.actions.lobby_actions import WantedTable
from cogs.games.game_cog import GameCog
from cogs.games.new_table import opens_table
from cogs.games.visby import autocomplete_options
from cogs.messages.app_emoji import for_reader
from cogs.messages.menu_controls import back_button, move_button
from cogs.messages.panel import Panel, Row, Target, text
from cogs.messages.reader_language import L
from cogs.requests.autocomplete import my_tables, table_option
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from tables.play import lookup
from words.visby import typed_cards

Interaction = discord.Interaction[Any]


async def pick(request: Request) -> Panel:
    """Choose the cards that the menu's select or the command `/visby play` names, and return the menu after it.

    The select's values are in `request.values`. Without them, the words of `request.arg` are the typed names. Raises
    `Refused` for a wrong number of cards, or cards that are not in the hand.
    """
    cards = request.values or tuple(map(typed_cards.card_key, request.arg.split()))
    return await playing.make(request, " ".join(("pick", *cards)))


async def trade(request: Request) -> Panel:
    """Ask to confirm the trade that the menu's button or select names, because it cannot be taken back.

    If it could be taken back, it is made at once. Raises `Stale` for a button that was made for an earlier decision,
    and `Refused` if the rules do not allow the trade.
    """
    text_of_move = playing.named_move(request)
    look = await lookup.look(request.services, request.table, request.person_id)
    is_open = look.owes == "trade" and look.seat is not None
    if not (is_open and look.table.is_current_mark(look.seat or 0, request.target.mark)):
        return await playing.make(request, text_of_move)
    move = look.table.game.parse(text_of_move)
    if not lookup.is_irrevocable(look, move):
        return await playing.make(request, text_of_move)
    words, display = request.words, request.display_of(look.table)
    question = text(f"**{display.proposal(look, words, move)}**", words.say("You can't undo this trade."))
    confirm = move_button(look, words.say("Confirm"), move, "success", "✔️")
    back = back_button(words, Target("play", look.table.id))
    return for_reader(Panel((question, Row((confirm, back))), display.colour, look.mark), display, words, look.table)


VERBS = (Verb("visby.pick", pick, "running"), Verb("visby.trade", trade, "running"))


class VisbyCog(GameCog, group_name="visby", group_description=L("Visby: secret cards for 2 to 6 players")):
    """The slash commands `/visby …`: those that every game has, and `new`, `play` and `trade`."""

    game: ClassVar[str] = "visby"

    @app_commands.command(name=L("new"), description=L("Open a table for Visby"))
    @app_commands.rename(target=L("target"))
    @app_commands.describe(target=L("seals that end the game; 45 only with 2 or 3 players"))
    @app_commands.choices(target=[app_commands.Choice(name="30", value=30), app_commands.Choice(name="45", value=45)])
    @opens_table("visby", L("number of players, including you and computers (2 to 6)"))
    async def new(self, interaction: Interaction, wanted: WantedTable, target: int = 30) -> None:
        """Handle `/visby new`: open a table of Visby in which `target` seals end the game. For the rest see `open`."""
        await self.open(interaction, wanted, {"target": target})

    @app_commands.command(name=L("play"), description=L("Choose your cards for this round"))
    @app_commands.rename(card=L("card"), second=L("second"))
    @app_commands.describe(
        card=L("the card you play; leave it out to see the menu"), second=L("the second card, with 2 or 3 players")
    )
    @app_commands.autocomplete(card=autocomplete_options.cards, second=autocomplete_options.second_cards)
    @table_option(my_tables)
    async def play(
        self, interaction: Interaction, card: str | None = None, second: str | None = None, table: int | None = None
    ) -> None:
        """Handle `/visby play`: choose `card`, or `card` and `second` where two cards are played, for this round.

        Without `card` show the person's menu. Cards are typed by name. For `table` see `GameCog.ask`.
        """
        await self.play_typed(interaction, table, card and f"{card} {second or ''}".strip(), "visby.pick")

    @app_commands.command(name=L("trade"), description=L("Trade wares for seals with your Merchant"))
    @app_commands.rename(wares=L("wares"))
    @app_commands.describe(wares=L("how many wares to trade; 0 for no trade"))
    @app_commands.autocomplete(wares=autocomplete_options.trades)
    @table_option(my_tables)
    async def trade(
        self, interaction: Interaction, wares: app_commands.Range[int, 0, 15], table: int | None = None
    ) -> None:
        """Handle `/visby trade`: give `wares` wares for seals with the seat's Merchant; 0 means no trade.

        The rate follows from the market. For `table` see `GameCog.ask`.
        """
        await self.ask(interaction, "move", table, f"trade {wares}")
