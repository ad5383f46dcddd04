"""Visby's own commands: opening a table, choosing cards, trading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import discord
from discord import app_commands

from cogs.actions import play
from cogs.actions.lobby import WantedTable
from cogs.core.completing import completes, my_tables, table_option
from cogs.core.language import L
from cogs.core.panel import Panel
from cogs.core.request import Action, Request
from cogs.games.base import GameCog
from cogs.games.opening import opens_table
from cogs.games.visby.parts import own, view_of
from rules.visby.moves import Trade
from tables.table import Look
from words import Words
from words.visby import naming, terms

Interaction = discord.Interaction[Any]


async def pick(request: Request) -> Panel:
    """Choose the cards that the select, or a command, names."""
    cards = request.values or tuple(map(naming.card, request.arg.split()))
    return await play.make(request, " ".join(("pick", *cards)))


def _cards(look: Look, words: Words, interaction: Interaction) -> Iterator[tuple[str, str]]:
    """Offer the cards that can be played, and say what each would do now."""
    return _hand(look, words, but=naming.card(interaction.namespace.second or ""))


def _second_cards(look: Look, words: Words, interaction: Interaction) -> Iterator[tuple[str, str]]:
    """Offer a second card where two are played (V5)."""
    two = view_of(look).cards_to_choose > 1
    return _hand(look, words, but=naming.card(interaction.namespace.card or "")) if two else iter(())


def _hand(look: Look, words: Words, but: str) -> Iterator[tuple[str, str]]:
    assert look.seat is not None
    view = view_of(look)
    if "trade" in view.owed.values() or not (look.owes or look.may_change):
        return
    for card in own(look).hand:
        if card != but:
            yield f"{words.say(terms.CARDS[card])} · {terms.effect(words, view, look.seat, card)}", card


def _trades(look: Look, words: Words, _: Interaction) -> Iterator[tuple[str, int]]:
    """Offer the useful trades."""
    for move in look.options:
        if isinstance(move, Trade):
            yield terms.trade(words, view_of(look), move.wares), move.wares


ACTIONS: dict[str, Action] = {"visby.pick": pick}


class VisbyCog(GameCog, group_name="visby", group_description=L("Visby: secret cards for 2 to 6 merchants")):
    """`/visby …`."""

    game: ClassVar[str] = "visby"

    @app_commands.command(name=L("new"), description=L("Open a table of Visby"))
    @app_commands.rename(target=L("target"))
    @app_commands.describe(target=L("seals that end the game; 45 only with 2 or 3 players"))
    @app_commands.choices(target=[app_commands.Choice(name="30", value=30), app_commands.Choice(name="45", value=45)])
    @opens_table("visby", L("how many players, with you and computers (2 to 6)"))
    async def new(self, interaction: Interaction, wanted: WantedTable, target: int = 30) -> None:
        """Open a table of Visby."""
        await self.open(interaction, wanted, {"target": target})

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
        await self.play_typed(interaction, table, card and f"{card} {second or ''}".strip(), "visby.pick")

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
