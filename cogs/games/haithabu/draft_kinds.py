"""Haithabu's kinds of drafts: `Placing` (a worker's action), `Discarding`, and `Answering` (waits for confirmation).

A draft is a move that a player has not made yet; it is stored as JSON until then. `draft_of` returns the draft of a
look's seat. Other functions read action texts, selected values of menus, and drafts stored by version 0.1.
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
    """A drafted placing: a worker, the place where it goes, and its action there as far as it is chosen.

    `worker` is "own", "neutral", or `ACT` for a worker that is already on its field and acts by night. `place` is
    "market" or the letter of a field.
    """

    worker: str
    place: str
    action: str = ""
    """The action's text as in a move; "" if nothing is chosen yet."""
    unfinished: bool = False
    """True if something is still to be chosen although `action` already reads like a complete action."""

    @property
    def whole(self) -> actions.AnyAction | None:
        """The drafted action if it is complete; None if something is still to be chosen."""
        return None if self.unfinished else read_action(self.action)

    def with_action(self, *words: str, unfinished: bool = False) -> Placing:
        """Return a draft for this worker and place with the action text that `words` make, joined by spaces.

        `unfinished` means that something is still to be chosen even if the text reads like a complete action.
        """
        return Placing(self.worker, self.place, " ".join(words), unfinished)


class Discarding(Draft, frozen=True):
    """A drafted discard from stores that are too full (H36): how many cubes of each ware, as far as they are chosen.

    `warehouse` and `post` (the trading post) are the two stores.
    """

    warehouse: Wares = NOTHING
    post: Wares = NOTHING

    def of(self, store: str) -> Wares:
        """Return the wares that this draft discards from the store with key `store`."""
        return self.warehouse if store == WAREHOUSE else self.post

    @property
    def any(self) -> bool:
        """True if this draft discards at least one cube."""
        return any((*self.warehouse, *self.post))


class Answering(Draft, frozen=True):
    """A drafted move that cannot be taken back, so it waits for a confirmation.

    It answers a decision that is not about placing a worker or discarding in several steps.
    """

    move: str
    """The text of the move."""


def read_action(text: str) -> actions.AnyAction | None:
    """Return the action that `text` (for example `buy cloth:2`) describes; None if it is not a complete action."""
    try:
        return actions.read_action(text.split())
    except ValueError:
        return None


def selected_wares(values: Sequence[str]) -> list[str]:
    """Return the wares that selected lines name, without the numbers of equal cubes (`cloth#2`)."""
    return [value.partition("#")[0] for value in values]


def count_selected(values: Sequence[str]) -> Wares:
    """Return how many cubes of each ware, in the order of `WARES`, the selected values name.

    `values` are like `cloth` or, numbered, `cloth#2`.
    """
    chosen = selected_wares(values)
    return tuple(chosen.count(key) for key in WARES)


def first_or_empty(values: Sequence[str]) -> str:
    """Return the first selected line; "" if a forged click selects none."""
    return values[0] if values else ""


def _read_version_0_1(text: str) -> Placing | Discarding | None:
    """Return the draft that version 0.1 stored as text; None if the text cannot be read.

    The text of a placing is `worker|place|action`, with `?` before an unfinished action. The text of a discard is
    `discard warehouse` followed by the wares.
    """
    if text.startswith("discard warehouse "):
        return Discarding(count_selected(text.split()[2:]))
    worker, _, rest = text.partition("|")
    place, _, action = rest.partition("|")
    return Placing(worker, place, action.removeprefix("?"), unfinished=action.startswith("?")) if place else None


draft_of: DraftReader[Placing | Discarding | Answering] = DraftReader(
    Placing | Discarding | Answering, _read_version_0_1
)


def placing_of(look: Look) -> Placing | None:
    """Return the stored draft of the look's seat if it places a worker; None for another kind, or without a draft."""
    draft = draft_of(look)
    return draft if isinstance(draft, Placing) else None


def next_version_0_1_draft(look: Look, arg: str, values: Sequence[str]) -> Placing | Discarding | None:
    """Return the draft that follows a click on a control of version 0.1; None to delete the draft.

    `arg` is the control's argument, and the wares in the selected `values` are always added at the end:

    - If `arg` begins with "+", its rest is added to the stored draft. Raise `Stale` if that is not of version 0.1.
    - If `arg` begins with "=", the draft has nothing but the selected wares.
    - Any other `arg` is itself the text of a draft, which replaces the stored one.
    """
    begin = "" if arg.startswith("=") else arg
    if arg.startswith("+"):
        if not is_version_0_1_draft(look):
            raise Stale
        begin = f"{look.draft} {arg.removeprefix('+')}"
    return _read_version_0_1(" ".join((begin, *selected_wares(values))).strip())
