"""What can be half put together in Haithabu: what a worker does, what goes from two stores, a last answer."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.messages.drafts import Draft, DraftReader, is_version_0_1_draft
from rules.haithabu import actions
from rules.haithabu.data import NOTHING, WARES, Wares
from rules.haithabu.moves import WAREHOUSE
from tables.model.table import Look
from tables.model.table_errors import Stale

ACT = "act"
"""The worker of an action that is chosen after the worker was placed: on a night field (H18)."""


class Placing(Draft, frozen=True):
    """A worker, where it goes, and what it does there as far as that is chosen."""

    worker: str
    place: str
    action: str = ""
    """In the words of a move."""
    unfinished: bool = False
    """Something is still to be chosen, though the action reads like a whole one."""

    @property
    def whole(self) -> actions.AnyAction | None:
        """The action, if it is whole."""
        return None if self.unfinished else read_action(self.action)


class Discarding(Draft, frozen=True):
    """H36: what goes from each store, as far as that is chosen."""

    warehouse: Wares = NOTHING
    post: Wares = NOTHING

    def of(self, store: str) -> Wares:
        """Return what goes from a store."""
        return self.warehouse if store == WAREHOUSE else self.post

    @property
    def any(self) -> bool:
        """Whether anything is chosen."""
        return any((*self.warehouse, *self.post))


class Answering(Draft, frozen=True):
    """An answer that could not be taken back: it waits to be confirmed."""

    move: str
    """Its text."""


def read_action(text: str) -> actions.AnyAction | None:
    """Return an action; None if the text is none."""
    try:
        return actions.read_action(text.split())
    except ValueError:
        return None


def cubes(values: Sequence[str]) -> list[str]:
    """Return the wares behind the lines of a list, where equal cubes are numbered: `cloth#2`."""
    return [value.partition("#")[0] for value in values]


def counted(values: Sequence[str]) -> Wares:
    """Return how many of each ware the lines of a list are."""
    chosen = cubes(values)
    return tuple(chosen.count(key) for key in WARES)


def first(values: Sequence[str]) -> str:
    """Return the one line chosen of a list; a forged click may bring none."""
    return values[0] if values else ""


def _of_0_1(text: str) -> Placing | Discarding | None:
    """Read what version 0.1 kept: `worker|place|action` with `?` before an unfinished one, or `discard warehouse …`."""
    if text.startswith("discard warehouse "):
        return Discarding(counted(text.split()[2:]))
    worker, _, rest = text.partition("|")
    place, _, action = rest.partition("|")
    return Placing(worker, place, action.removeprefix("?"), unfinished=action.startswith("?")) if place else None


draft_of: DraftReader[Placing | Discarding | Answering] = DraftReader(Placing | Discarding | Answering, _of_0_1)


def placing_of(look: Look) -> Placing | None:
    """Return the worker that somebody has half placed."""
    draft = draft_of(look)
    return draft if isinstance(draft, Placing) else None


def step_of_0_1(look: Look, arg: str, values: Sequence[str]) -> Placing | Discarding | None:
    """Return the draft that a list of version 0.1 leads to: `=…` is followed by a whole one, `+…` adds to it."""
    begin = "" if arg.startswith("=") else arg
    if arg.startswith("+"):
        if not is_version_0_1_draft(look):
            raise Stale
        begin = f"{look.draft} {arg.removeprefix('+')}"
    return _of_0_1(" ".join((begin, *cubes(values))).strip())
