"""`App`: the services that answering a request needs. `app_of` finds them through the interaction's client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

import discord
import msgspec

from cogs.connection.interaction_forwarding import InteractionForwarder
from cogs.messages.game_display import GameDisplay
from cogs.requests.arrival_delays import ArrivalDelays
from cogs.requests.open_menus import OpenMenus
from pictures.render import Renderer
from tables.runtime.services import Services


class App(msgspec.Struct, frozen=True):
    """The parts of the bot that actions use; the bot makes one `App` at its start.

    They are the services of tables, the display of each game by its key, the renderer of pictures, the open menus, the
    forwarder of interactions to other processes, and the delays with which interactions reach us.
    """

    services: Services
    games: Mapping[str, GameDisplay]
    renderer: Renderer
    menus: OpenMenus
    forwarder: InteractionForwarder
    arrivals: ArrivalDelays = msgspec.field(default_factory=ArrivalDelays)


class HasApp(Protocol):
    """A client with an `App`: our bot, as requests see it."""

    app: App


def app_of(interaction: discord.Interaction[Any]) -> App:
    """Return the `App` of the bot that received an interaction."""
    return cast(HasApp, interaction.client).app
