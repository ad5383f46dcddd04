"""Riga's own commands, and what the buttons of its menus do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

import discord
from discord import app_commands

from cogs import table as tables_
from cogs.commands import LANGUAGE_CHOICES, PACE_CHOICES, L, my_tables, table_option
from cogs.face import Face
from cogs.game import GameCog
from cogs.panel import Panel
from cogs.riga import choices, plan, turn, typed
from cogs.riga.face import RigaFace
from cogs.visit import Action, Visit
from rules.riga.moves import Done
from tables import play as playing
from tables.table import Look

if TYPE_CHECKING:
    from cogs.kontor import Kontor

    Interaction = discord.Interaction[Kontor]
else:
    Interaction = discord.Interaction

_MOST_TYPED = 400


async def take(visit: Visit) -> Panel:
    """Take what is named. If nothing is left to do after that, end the turn too, as *Done* would."""
    look = await playing.play(visit.house, visit.table, visit.person_id, f"take {_line(visit)}", visit.mark)
    if not turn.nothing_left(look):
        return await tables_.after(visit, look)
    look = await playing.play(visit.house, visit.table, visit.person_id, str(Done()), look.mark)
    return await tables_.after(visit, look, visit.words.say("🏁 You can build nothing now, so your turn is over."))


async def winter(visit: Visit) -> Panel:
    """Discard everything but what is chosen."""
    return await tables_.make(visit, lambda look: choices.all_but(look, visit.values))


async def build(visit: Visit) -> Panel:
    """Build what is named, paid as suggested."""
    names = " ".join(visit.values) or visit.arg
    return await tables_.make(visit, lambda look: plan.suggested(look, names))


async def pay(visit: Visit) -> Panel:
    """Build with the payment that was put together."""
    return await tables_.make(visit, lambda look: plan.ready(look, visit.arg))


async def drop(visit: Visit) -> Panel:
    """Throw away what was being put together."""
    return await tables_.draft(visit, "")


def _drafting(change: Callable[[Look, Visit], str]) -> Action:
    """Return an action that changes what is being put together."""

    async def action(visit: Visit) -> Panel:
        return await tables_.draft(visit, lambda look: change(look, visit))

    return action


def _line(visit: Visit) -> str:
    """Return the one line chosen of a list."""
    return visit.values[0] if visit.values else visit.arg


class RigaCog(GameCog, group_name="riga", group_description=L("Riga: trading and building for 2 to 4 players")):
    """`/riga …`."""

    game: ClassVar[str] = "riga"
    face: ClassVar[Face] = RigaFace()
    actions: ClassVar[Mapping[str, Action]] = {
        "riga.take": take,
        "riga.winter": winter,
        "riga.build": build,
        "riga.pay": pay,
        "riga.drop": drop,
        "riga.swap": _drafting(lambda look, visit: turn.first_swap(look, _line(visit))),
        "riga.plan": _drafting(lambda look, visit: plan.begin(look, _line(visit))),
        "riga.suggest": _drafting(lambda look, visit: plan.suggest(look, visit.arg)),
        "riga.group": _drafting(lambda look, visit: plan.group(look, visit.arg, _line(visit))),
        "riga.goods": _drafting(lambda look, visit: plan.goods(look, visit.arg, visit.values)),
        "riga.functions": _drafting(lambda look, visit: plan.functions(look, visit.arg, visit.values)),
    }

    @app_commands.command(name=L("new"), description=L("Open a table of Riga"))
    @app_commands.rename(
        seats=L("seats"),
        computers=L("computers"),
        riga_buildings=L("riga_buildings"),
        pace=L("pace"),
        language=L("language"),
    )
    @app_commands.describe(
        seats=L("how many players, with you and computers (2 to 4)"),
        computers=L("how many of them are computers"),
        riga_buildings=L("everybody also has four buildings of their own"),
        pace=L("how long one may think about a decision"),
        language=L("the language of the table"),
    )
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.choices(language=LANGUAGE_CHOICES)
    async def new(
        self,
        interaction: Interaction,
        seats: app_commands.Range[int, 2, 4] = 3,
        computers: app_commands.Range[int, 0, 3] = 0,
        riga_buildings: bool = False,
        pace: int = 3,
        language: str | None = None,
    ) -> None:
        """Open a table of Riga."""
        options = {"riga_buildings": int(riga_buildings)}
        wish = {"seats": seats, "computers": computers, "options": options, "pace": pace, "language": language}
        await self.open(interaction, wish)

    @app_commands.command(name=L("take"), description=L("Take a row of goods or a building"))
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("a row or a building; leave it out to see a menu"))
    @app_commands.autocomplete(what=typed.takes)
    @table_option(my_tables)
    async def take(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Take a row of goods or a building."""
        if what is None:
            await self.ask(interaction, "play", table)
        else:
            await self.ask(interaction, "riga.take", table, typed.spelled(what)[:_MOST_TYPED])

    @app_commands.command(name=L("build"), description=L("Build one building, or several of one city"))
    @app_commands.rename(what=L("what"), pay=L("pay"))
    @app_commands.describe(
        what=L("which building, or which of one city together; leave it out to see a menu"),
        pay=L("what you pay with, if not as suggested"),
    )
    @app_commands.autocomplete(what=typed.builds, pay=typed.payments)
    @table_option(my_tables)
    async def build(
        self, interaction: Interaction, what: str | None = None, pay: str | None = None, table: int | None = None
    ) -> None:
        """Build one building, or several of one city."""
        if what is None or pay is not None:
            await self._move(interaction, table, "build", what and f"{what} pay {pay}")
        else:
            await self.ask(interaction, "riga.build", table, typed.spelled(what)[:_MOST_TYPED])

    @app_commands.command(name=L("use"), description=L("Use a Builders' Yard or a Treasury"))
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("which building; leave it out to see a menu"))
    @app_commands.autocomplete(what=typed.uses)
    @table_option(my_tables)
    async def use(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Use a Builders' Yard or a Treasury."""
        await self._move(interaction, table, "use", what)

    @app_commands.command(name=L("done"), description=L("End your turn"))
    @table_option(my_tables)
    async def done(self, interaction: Interaction, table: int | None = None) -> None:
        """End your turn."""
        await self.ask(interaction, "move", table, "done")

    @app_commands.command(name=L("discard"), description=L("Choose what you discard for the winter"))
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("which cards; leave it out to see a menu"))
    @app_commands.autocomplete(what=typed.discards)
    @table_option(my_tables)
    async def discard(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Choose what you discard for the winter."""
        await self._move(interaction, table, "discard", what)

    @app_commands.command(
        name=L("choose"), description=L("Whatever else is asked: start player, what to keep, Monastery, Exchange")
    )
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("one of the choices offered; leave it out to see a menu"))
    @app_commands.autocomplete(what=typed.others)
    @table_option(my_tables)
    async def choose(self, interaction: Interaction, what: str | None = None, table: int | None = None) -> None:
        """Decide whatever else is asked."""
        await self._move(interaction, table, "", what)

    async def _move(self, interaction: Interaction, table: int | None, verb: str, what: str | None) -> None:
        """Make a typed move; show the menu if nothing was typed."""
        if what is None:
            await self.ask(interaction, "play", table)
        else:
            await self.ask(interaction, "move", table, f"{verb} {typed.spelled(what)}".strip()[:_MOST_TYPED])
