"""`Verb`: declares what a button or a slash command asks for, with the action that does it and the tables it is for."""

from __future__ import annotations

import msgspec

from cogs.requests.request import Action
from tables.play.lookup import TableScope


class Verb(msgspec.Struct, frozen=True):
    """Everything the dispatcher knows about one verb: its name in custom ids, its action, and where it may be used.

    Each module of `cogs/actions/` and each game's cog lists its verbs as `VERBS`, below the functions that do them.
    """

    name: str
    """Stands in custom ids (`k:NAME:…`), in the log and in metrics. A game's own verbs are called `game.name`."""
    action: Action
    scope: TableScope = "any"
    """The tables it is for. It decides which table a command means that names none."""
    none_found: str = "no_table_of_yours"
    """Key of the refusal for a command that names no table when no table is in its scope."""
    works_on_old_boards: bool = False
    """True if its button also works in a message that no longer shows it. Only for verbs that change nothing."""
    leads_back: bool = False
    """True for a *Back* in a half-built move: a click in an outdated menu shows the current menu without a refusal."""
    manager_may_use: bool = False
    """True if server managers and organisers may use it at tables of their server that they do not see."""

    @property
    def is_for_lobby(self) -> bool:
        """True if it is only for tables that have not started."""
        return self.scope in ("lobby", "lobby_to_join")
