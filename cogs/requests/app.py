"""What every answer is made with: all that anybody asks of the bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

import discord
import msgspec

from cogs.connection.forwarding import Passing
from cogs.messages.game_display import GameDisplay
from cogs.requests.open_menus import OpenMenus
from pictures.render import Renderer
from tables.runtime.services import Services


class App(msgspec.Struct, frozen=True):
    """What every answer is made with: tables, the games' looks, pictures, the menus that are open, who else answers."""

    services: Services
    games: Mapping[str, GameDisplay]
    studio: Renderer
    menus: OpenMenus
    passing: Passing


class HasApp(Protocol):
    """All that is asked of the bot here."""

    app: App


def app_of(interaction: discord.Interaction[Any]) -> App:
    """Return what an answer to this is made with."""
    return cast(HasApp, interaction.client).app
