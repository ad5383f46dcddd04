"""A small bot for tests of the kit itself: a lobby, a menu, a thread, direct messages, a timer."""

from __future__ import annotations

import asyncio
import io
import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands, tasks

CARDS = ("knight", "knave", "ship")
Interaction = discord.Interaction["SampleBot"]


@dataclass
class Shelf:
    """What outlives the bot, in place of a database."""

    clicks: dict[int, int] = field(default_factory=dict)
    picks: dict[int, str] = field(default_factory=dict)
    reminders: list[datetime] = field(default_factory=list)


def view(text: str, *items: ui.Item[Any]) -> ui.LayoutView:
    """A text with a row of buttons or menus; stopped before it is sent, so that discord.py keeps nothing of it."""
    made = ui.LayoutView(timeout=None)
    made.stop()
    box: ui.Container[ui.LayoutView] = ui.Container(ui.TextDisplay(text))
    for item in items:
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        row.add_item(item)
        box.add_item(row)
    made.add_item(box)
    return made


class Play(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"play:(?P<table>\d+)"):
    """Opens the menu, for this person only."""

    def __init__(self, table: int) -> None:
        self.table = table
        super().__init__(ui.Button(label="Play", custom_id=f"play:{table}"))

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str]) -> Play:
        return cls(int(match["table"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self.table != 1:
            await interaction.response.send_message("No such table.", ephemeral=True)
            return
        bot = interaction.client
        count = bot.shelf.clicks.get(interaction.user.id, 0)
        await asyncio.to_thread(lambda: None)
        bot.shelf.clicks[interaction.user.id] = count + 1
        hello = "Wähle" if interaction.locale is discord.Locale.german else "Choose"
        await interaction.response.send_message(view=view(f"{hello} a card", Pick(self.table)), ephemeral=True)


class Pick(ui.DynamicItem[ui.Select[ui.LayoutView]], template=r"pick:(?P<table>\d+)"):
    """The menu: a choice is kept, shown, and can be changed."""

    def __init__(self, table: int, menu: ui.Select[ui.LayoutView] | None = None) -> None:
        self.table = table
        lines = [discord.SelectOption(label=card.capitalize(), value=card) for card in CARDS]
        super().__init__(menu or ui.Select(custom_id=f"pick:{table}", placeholder="A card", options=lines))

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str]) -> Pick:
        return cls(int(match["table"]), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        card = self.item.values[0]
        interaction.client.shelf.picks[interaction.user.id] = card
        await interaction.response.edit_message(view=view(f"You chose {card}", Pick(self.table)))
        await interaction.client.show_hand(interaction.user.id, card)


class Breaks(ui.DynamicItem[ui.Button[ui.LayoutView]], template="breaks"):
    """A button whose callback fails."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Break", custom_id="breaks"))

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str]) -> Breaks:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        raise RuntimeError("broken on purpose")


class SampleBot(commands.Bot):
    """Takes its memory from a shelf that a restart does not touch."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(
            commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.shelf = shelf
        self.joined: list[str] = []
        self.closed_in_order = False

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Play, Pick, Breaks)
        self.tree.add_command(visby)
        await self.tree.sync()
        self.remind.start()

    async def close(self) -> None:
        self.remind.cancel()
        self.closed_in_order = True
        await super().close()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.joined.append(guild.name)

    @tasks.loop(hours=12)
    async def remind(self) -> None:
        self.shelf.reminders.append(discord.utils.utcnow())

    async def show_hand(self, person: int, card: str) -> None:
        try:
            dm = await self.create_dm(discord.Object(person))
            await dm.send(view=view(f"Your hand: {card}", Play(1)), silent=True)
        except discord.Forbidden:
            pass

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer clicks that no item claims."""
        if interaction.type is not discord.InteractionType.component or interaction.data is None:
            return
        claimed = re.fullmatch(r"play:\d+|pick:\d+|breaks", str(interaction.data.get("custom_id")))
        if not claimed:
            await interaction.response.send_message("This menu is old.", ephemeral=True)


visby = app_commands.Group(name="visby", description="Play Visby")


@visby.command(name="new", description="Open a table")
async def new(interaction: Interaction, seats: app_commands.Range[int, 2, 4] = 4) -> None:
    await interaction.response.send_message(view=view(f"A table for {seats}", Play(1), Breaks()))


@visby.command(name="start", description="Open the thread of the table")
async def start(interaction: Interaction, guest: discord.Member) -> None:
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    await interaction.response.defer(ephemeral=True)
    try:
        thread = await channel.create_thread(name="Visby 1", type=discord.ChannelType.public_thread)
    except discord.Forbidden:
        await interaction.followup.send("I may not open threads here.")
        return
    board = discord.File(io.BytesIO(b"picture"), "board.png", description="The board")
    await thread.send(view=view("The board", Play(1)), nonce=1)
    await thread.send(
        f"{guest.mention}, your turn", file=board, nonce=2, allowed_mentions=discord.AllowedMentions(users=[guest])
    )
    await interaction.followup.send("The table is in the thread.")


@visby.command(name="say", description="Send or change the message in the thread")
async def say(interaction: Interaction, text: str, change: bool = False) -> None:
    assert isinstance(interaction.channel, discord.Thread)
    try:
        if change:
            messages = [message async for message in interaction.channel.history(limit=5, oldest_first=True)]
            await messages[0].edit(view=view(text, Play(1)))
        else:
            await interaction.channel.send(text, nonce=77)
    except discord.HTTPException as trouble:
        await interaction.response.send_message(f"{trouble.status} {trouble.code}", ephemeral=True)
    else:
        await interaction.response.send_message("Said.", ephemeral=True)


@visby.command(name="play", description="Play a card")
async def play(interaction: Interaction, card: str) -> None:
    interaction.client.shelf.picks[interaction.user.id] = card
    await interaction.response.send_message(f"Played {card}.", ephemeral=True)


@play.autocomplete("card")
async def cards(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=card, value=card) for card in CARDS if card.startswith(typed)]
