"""Visby's own commands: opening a table, choosing cards, trading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.actions import play
from cogs.actions.lobby import WantedClock, WantedLobby
from cogs.core.completing import clock_options, completes, level_option, lobby_options, my_tables, table_option
from cogs.core.language import LANGUAGE_CHOICES, L
from cogs.core.panel import Panel
from cogs.core.request import Action, Request
from cogs.games.base import GameCog
from rules.visby.moves import Trade
from rules.visby.view import View
from tables.table import Look
from words import Words
from words.visby import terms

Interaction = discord.Interaction[Any]


async def pick(request: Request) -> Panel:
    """Choose the cards that the select, or a command, names."""
    return await play.make(request, " ".join(("pick", *(request.values or request.arg.split()))))


def _cards(look: Look, words: Words, interaction: Interaction) -> Iterator[tuple[str, str]]:
    """Offer the cards that can be played, and say what each would do now."""
    return _hand(look, words, but=interaction.namespace.second)


def _second_cards(look: Look, words: Words, interaction: Interaction) -> Iterator[tuple[str, str]]:
    """Offer a second card where two are played (V5)."""
    assert isinstance(look.view, View)
    return _hand(look, words, but=interaction.namespace.card) if look.view.cards_to_choose > 1 else iter(())


def _hand(look: Look, words: Words, but: str | None) -> Iterator[tuple[str, str]]:
    assert isinstance(look.view, View)
    assert look.seat is not None
    if "trade" in look.view.owed.values() or not (look.owes or look.may_change):
        return
    for card in look.view.players[look.seat].hand:
        if card != but:
            yield f"{words.say(terms.CARDS[card])} · {terms.effect(words, look.view, look.seat, card)}", card


def _trades(look: Look, words: Words, _: Interaction) -> Iterator[tuple[str, int]]:
    """Offer the useful trades."""
    assert isinstance(look.view, View)
    for move in look.options:
        if isinstance(move, Trade):
            yield terms.trade(words, look.view, move.wares), move.wares


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
    @app_commands.autocomplete(card=completes(_cards), second=completes(_second_cards))
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
    @app_commands.autocomplete(wares=completes(_trades))
    @table_option(my_tables)
    async def trade(
        self, interaction: Interaction, wares: app_commands.Range[int, 0, 15], table: int | None = None
    ) -> None:
        """Trade wares for seals with your Merchant."""
        await self.ask(interaction, "move", table, f"trade {wares}")
