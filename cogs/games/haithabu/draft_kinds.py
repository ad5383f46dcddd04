"""Haithabu's kinds of drafts: a worker's action, a discard from two stores, an answer that waits for confirmation.

Drafts are stored as JSON until the move is made. The functions read the selected lines of the menus that build them.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.messages.drafts import Draft, DraftReader, is_version_0_1_draft
from rules.haithabu import actions
from rules.haithabu.data import NOTHING, WARES, Wares
from rules.haithabu.moves import WAREHOUSE
from tables.model.table import Look
from tables.model.table_errors import Stale

ACT = "act"
"""Stands for the worker of a `Placing` that was placed before its action is chosen: on a night field (H18).

It is also the name of that decision.
"""


class Placing(Draft, frozen=True):
    """A worker, its place, and its action there as far as it is chosen."""

    worker: str
    place: str
    action: str = ""
    """The action's text as in a move; "" if nothing is chosen yet."""
    unfinished: bool = False
    """True if something is still to be chosen although `action` already reads like a complete action."""

    @property
    def whole(self) -> actions.AnyAction | None:
        """The action if it is complete, else None."""
        return None if self.unfinished else read_action(self.action)


class Discarding(Draft, frozen=True):
    """The wares to discard from each store (H36), as far as they are chosen."""

    warehouse: Wares = NOTHING
    post: Wares = NOTHING

    def of(self, store: str) -> Wares:
        """Return the wares to discard from a store."""
        return self.warehouse if store == WAREHOUSE else self.post

    @property
    def any(self) -> bool:
        """True if any ware is chosen."""
        return any((*self.warehouse, *self.post))


class Answering(Draft, frozen=True):
    """An answer that cannot be taken back and waits for confirmation."""

    move: str
    """The text of the move."""


def read_action(text: str) -> actions.AnyAction | None:
    """Return the action that `text` describes; None if it describes no complete action."""
    try:
        return actions.read_action(text.split())
    except ValueError:
        return None


def selected_wares(values: Sequence[str]) -> list[str]:
    """Return the wares that selected lines name, without the numbers of equal cubes (`cloth#2`)."""
    return [value.partition("#")[0] for value in values]


def count_selected(values: Sequence[str]) -> Wares:
    """Return how many cubes of each ware the selected lines name."""
    chosen = selected_wares(values)
    return tuple(chosen.count(key) for key in WARES)


def first_or_empty(values: Sequence[str]) -> str:
    """Return the first selected line; "" if a forged click selects none."""
    return values[0] if values else ""


def _of_0_1(text: str) -> Placing | Discarding | None:
    """Return the draft that version 0.1 stored as text; None if it cannot be read.

    The text is `worker|place|action`, with `?` before an unfinished action, or `discard warehouse …`.
    """
    if text.startswith("discard warehouse "):
        return Discarding(count_selected(text.split()[2:]))
    worker, _, rest = text.partition("|")
    place, _, action = rest.partition("|")
    return Placing(worker, place, action.removeprefix("?"), unfinished=action.startswith("?")) if place else None


draft_of: DraftReader[Placing | Discarding | Answering] = DraftReader(Placing | Discarding | Answering, _of_0_1)


def placing_of(look: Look) -> Placing | None:
    """Return the draft if it places a worker, else None."""
    draft = draft_of(look)
    return draft if isinstance(draft, Placing) else None


def step_of_0_1(look: Look, arg: str, values: Sequence[str]) -> Placing | Discarding | None:
    """Return the draft that follows a click on a select of version 0.1; None to drop the draft.

    `arg` is the draft's text before the selected values; with `=` it is empty, and with `+` it extends the stored
    draft. Raise `Stale` for `+` if the stored draft is not of version 0.1.
    """
    begin = "" if arg.startswith("=") else arg
    if arg.startswith("+"):
        if not is_version_0_1_draft(look):
            raise Stale
        begin = f"{look.draft} {arg.removeprefix('+')}"
    return _of_0_1(" ".join((begin, *selected_wares(values))).strip())
