"""`opens_table`, a decorator that adds the options which every game has to a game's command `/<game> new`.

`TIME_UP_CHOICES` are the choices of one of these options.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeVar, cast, get_type_hints

from discord import app_commands
from msgspec import structs

from cogs.actions.lobby_actions import WantedTable
from cogs.messages.reader_language import LANGUAGE_CHOICES, L
from cogs.requests.autocomplete import level_option
from cogs.requests.option_choices import CLOCK_CHOICES
from matching.reliability import Level
from rules import GAMES

TIME_UP_CHOICES = [
    app_commands.Choice(name=L("the others decide what happens"), value="others"),
    app_commands.Choice(name=L("a computer makes this one decision"), value="once"),
    app_commands.Choice(name=L("a computer takes the seat for good"), value="lost"),
]

_RELIABILITY_CHOICES = [
    app_commands.Choice(name=L("anybody"), value=int(Level.OFTEN_ABSENT)),
    app_commands.Choice(name=L("people who aren't often absent"), value=int(Level.NEW)),
    app_commands.Choice(name=L("people who are at least mostly reliable"), value=int(Level.MOSTLY_RELIABLE)),
    app_commands.Choice(name=L("reliable people"), value=int(Level.RELIABLE)),
]

_GAME_OPTIONS_BEFORE = "clock"
"""The common option before which the game's own options are listed."""

New = TypeVar("New", bound=Callable[..., Coroutine[Any, Any, None]])


def opens_table(game: str, how_many: app_commands.locale_str) -> Callable[[New], New]:
    """Return a decorator for a game's method `new` that adds the options which every game has.

    `game` is the game's key and `how_many` the description of the option `seats`. The decorated method receives the
    common options as one `WantedTable`, its third parameter; the parameters after that are the game's own options.
    """

    def decorate(new: New) -> New:
        """Return the command made of `new`: it has the game's own options and those of every game.

        It calls `new` with the common options collected in a `WantedTable`.
        """

        @wraps(new)
        async def command(cog: Any, interaction: Any, **chosen: Any) -> None:
            """Call `new` with the common options in `chosen` collected in a `WantedTable`, and the others unchanged."""
            wanted = WantedTable(**{name: chosen.pop(name) for name in WantedTable.__struct_fields__})
            await new(cog, interaction, wanted, **chosen)

        written = signature(new, eval_str=True)
        cog, interaction, _, *game_options = written.parameters.values()
        options = _common_options(GAMES[game].players)
        at = [option.name for option in options].index(_GAME_OPTIONS_BEFORE)
        whole = written.replace(parameters=[cog, interaction, *options[:at], *game_options, *options[at:]])
        command.__signature__ = whole  # type: ignore[attr-defined]
        return cast(New, _described(command, how_many))

    return decorate


def _common_options(players: tuple[int, ...]) -> list[Parameter]:
    """Return the fields of `WantedTable`, in their order, as parameters of a command, with types and defaults.

    `players` are the possible numbers of players in ascending order: they limit `seats` and `computers`, and the middle
    one is the default of `seats`.
    """
    kinds = get_type_hints(WantedTable) | {
        "seats": app_commands.Range[int, players[0], players[-1]],
        "computers": app_commands.Range[int, 0, players[-1] - 1],
    }
    usual = {field.name: field.default for field in structs.fields(WantedTable)} | {"seats": players[len(players) // 2]}
    return [
        Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=usual[name], annotation=kinds[name])
        for name in WantedTable.__struct_fields__
    ]


def _described(command: New, how_many: app_commands.locale_str) -> New:
    """Set the names, descriptions and choices of the common options of `command`, and return it.

    `how_many` is the description of the option `seats`.
    """
    command = app_commands.rename(
        seats=L("seats"),
        computers=L("computers"),
        clock=L("clock"),
        language=L("language"),
        playing_hours=L("playing_hours"),
        time_up=L("time_up"),
        holidays=L("holidays"),
        guests=L("with"),
        start_when_full=L("start_when_full"),
        private=L("private"),
        reliability=L("reliability"),
    )(command)
    command = app_commands.describe(
        seats=how_many,
        computers=L("how many of the players are computers"),
        clock=L("how much time players have"),
        language=L("the language of the table"),
        playing_hours=L("clocks only run during each player's playing hours (/settings time)"),
        time_up=L("what happens when the time is up"),
        holidays=L("clocks stop on holidays (/settings holiday)"),
        guests=L("people to invite: @Anna @Bert"),
        start_when_full=L("start the game as soon as all seats are taken"),
        private=L("play in a private thread that only invited people can see"),
        reliability=L("who can join without an invitation"),
    )(command)
    command = app_commands.choices(clock=CLOCK_CHOICES, time_up=TIME_UP_CHOICES, language=LANGUAGE_CHOICES)(command)
    command = app_commands.choices(reliability=_RELIABILITY_CHOICES)(command)
    return level_option(command)
