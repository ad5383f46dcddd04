"""What a run may find (`Finding`), who finds it, and the choice that its twin makes otherwise (`Secret`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from tests.simulation.world import World


class Finding(NamedTuple):
    """A promise that was broken."""

    promise: str
    """Which promise, in a few words that are the same for every run."""
    detail: str

    def __str__(self) -> str:
        return f"{self.promise}: {self.detail}"


class Secret(NamedTuple):
    """A sealed choice, a plan or a standing answer, which nobody but `person` may notice yet.

    A choice may show when its frame is over, a plan when its owner is asked anything, and a standing answer when its
    owner is asked what it answers.
    """

    table: int
    frame: int
    person: int
    entry: int
    """Its number in the log, or a lower one; of a plan or answer, the length of the log when it was made."""
    decision: str = ""
    """Of a plan or a standing answer: what it answers. Empty: it is a sealed choice."""
    is_standing: bool = False
    """True if it is a standing answer."""


class Oracles(Protocol):
    """The module `oracles`."""

    async def findings(self, world: World) -> list[Finding]:
        """Check everything, at the end of a run."""

    async def wrong_messages(self, world: World) -> list[Finding]:
        """Check boards and hands, at any time at which they must be right."""
