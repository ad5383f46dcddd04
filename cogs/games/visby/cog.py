"""Visby's own commands: opening a table, choosing cards, trading."""

from __future__ import annotations

from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.actions import play
from cogs.actions.lobby import WantedClock, WantedLobby
from cogs.core.app import app_of
from cogs.core.completing import clock_options, level_option, lobby_options, look_here, my_tables, table_option
from cogs.core.language import LANGUAGE_CHOICES, L, words_for
from cogs.core.panel import Panel
from cogs.core.request import Action, Request
from cogs.games.base import GameCog
from rules.visby.moves import Trade
from rules.visby.view import View
from words.visby import terms

Interaction = discord.Interaction[Any]


async def pick(request: Request) -> Panel:
    """Choose the cards that the select, or a command, names."""
    return await play.make(request, " ".join(("pick", *(request.values or request.arg.split()))))


async def _cards(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Complete with the cards that can be played, and what each would do now."""
    look = await look_here(interaction)
    if look is None or look.seat is None or not isinstance(look.view, View) or _trading(look.view):
        return []
    words = words_for(app_of(interaction).house, interaction)
    taken = {interaction.namespace.card, interaction.namespace.second}
    choices = []
    for card in look.view.players[look.seat].hand:
        label = f"{words.say(terms.CARDS[card])} · {terms.effect(words, look.view, look.seat, card)}"[:100]
        if current.casefold() in label.casefold() and (card not in taken or current == card):
            choices.append(app_commands.Choice(name=label, value=card))
    return choices if look.owes or look.may_change else []


def _trading(view: View) -> bool:
    return "trade" in view.owed.values()


async def _second_cards(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Complete with a second card where two are played (V5)."""
    look = await look_here(interaction)
    two = look is not None and isinstance(look.view, View) and look.view.cards_to_choose > 1
    return await _cards(interaction, current) if two else []


async def _trades(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the useful trades."""
    look = await look_here(interaction)
    if look is None or not isinstance(look.view, View) or not _trading(look.view):
        return []
    words = words_for(app_of(interaction).house, interaction)
    trades = [
        (terms.trade(words, look.view, move.wares), move.wares) for move in look.options if isinstance(move, Trade)
    ]
    return [app_commands.Choice(name=name, value=given) for name, given in trades if current in name][:25]


ACTIONS: dict[str, Action] = {"visby.pick": pick}


class VisbyCog(GameCog, group_name="visby", group_description=L("Visby: secret cards for 2 to 6 merchants")):
    """`/visby …`."""

    game: ClassVar[str] = "visby"

    @app_commands.command(name=L("new"), description=L("Open a table of Visby"))
    @app_commands.rename(seats=L("seats"), computers=L("computers"), target=L("target"), language=L("language"))
    @app_commands.describe(
        seats=L("how many players, with you and computers (2 to 6)"),
        computers=L("how many of them are computers"),
        target=L("seals that end the game; 45 only with 2 or 3 players"),
        language=L("the language of the table"),
    )
    @app_commands.choices(target=[app_commands.Choice(name="30", value=30), app_commands.Choice(name="45", value=45)])
    @app_commands.choices(language=LANGUAGE_CHOICES)
    @clock_options
    @lobby_options
    @level_option
    async def new(
        self,
        interaction: Interaction,
        seats: app_commands.Range[int, 2, 6] = 4,
        computers: app_commands.Range[int, 0, 5] = 0,
        level: str = "trader",
        target: int = 30,
        clock: str = "3d",
        language: str | None = None,
        own_hours: bool = False,
        time_up: str = "others",
        holidays: bool = True,
        guests: str = "",
        start_when_full: bool = False,
        private: bool = False,
    ) -> None:
        """Open a table of Visby."""
        options = {"target": target}
        wanted = WantedClock(clock, own_hours, time_up, holidays)
        filling = WantedLobby(guests, start_when_full, private)
        await self.open(interaction, seats, computers, options, wanted, language, level, filling)

    @app_commands.command(name=L("play"), description=L("Choose the cards you play this round"))
    @app_commands.rename(card=L("card"), second=L("second"))
    @app_commands.describe(
        card=L("the card you play; leave it out to see a menu"), second=L("the second card, with 2 or 3 players")
    )
    @app_commands.autocomplete(card=_cards, second=_second_cards)
    @table_option(my_tables)
    async def play(
        self, interaction: Interaction, card: str | None = None, second: str | None = None, table: int | None = None
    ) -> None:
        """Choose the cards you play this round."""
        if card is None:
            await self.ask(interaction, "play", table)
        else:
            await self.ask(interaction, "visby.pick", table, f"{card} {second or ''}".strip()[:60])

    @app_commands.command(name=L("trade"), description=L("Trade wares for seals with your Merchant"))
    @app_commands.rename(wares=L("wares"))
    @app_commands.describe(wares=L("how many wares you give; 0 for no trade"))
    @app_commands.autocomplete(wares=_trades)
    @table_option(my_tables)
    async def trade(
        self, interaction: Interaction, wares: app_commands.Range[int, 0, 15], table: int | None = None
    ) -> None:
        """Trade wares for seals with your Merchant."""
        await self.ask(interaction, "move", table, f"trade {wares}")
