"""The state of a game of Riga: `State` with everything on the table, and `Player`.

There is one class of frames (pending decisions) for each kind of decision: `NameStarter`, `StartBuilding`, `Turn`,
`BuildersYard`, `Treasury`, `School` and `Winter`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVarTuple

import msgspec

from rules import contract
from rules.riga.data import GOODS
from rules.riga.memory import CardMemory, DeferredMemory
from rules.riga.moves import Discard

Facts = TypeVarTuple("Facts")


class Player(msgspec.Struct):
    """One player's hand and built buildings. Buildings are listed by name, such as `danzig:crane`."""

    goods: dict[str, int]
    """The number of each good in hand; all four goods are keys."""
    buildings: list[str]
    """The buildings in hand, in the order they came."""
    riga: list[str]
    """R5: the player's Riga buildings not built yet. They are not hand cards."""
    built: list[str] = msgspec.field(default_factory=list)
    """The buildings in the display, in the order built."""
    used: list[str] = msgspec.field(default_factory=list)
    """R19: the built ones whose function is used up."""
    person: str = ""
    """The School's person, `knight` or `merchant`; "" before it is chosen."""
    exchange: bool = False
    """True if the Exchange is full."""
    secret: list[str] = msgspec.field(default_factory=list)
    """R25: the goods in hand that others have not seen, kept by a Treasury. Always empty in version 1 of the rules."""

    def cards(self) -> int:
        """R11: return the number of hand cards, goods and buildings."""
        return sum(self.goods.values()) + len(self.buildings)

    def copy(self) -> Player:
        """Return an equal player that shares no mutable object with this one."""
        return Player(
            self.goods.copy(),
            self.buildings.copy(),
            self.riga.copy(),
            self.built.copy(),
            self.used.copy(),
            self.person,
            self.exchange,
            self.secret.copy(),
        )


class NameStarter(contract.Frame):
    """R3: the pending decision of the player with the smallest sum: who is the starting player."""


class StartBuilding(contract.Frame):
    """R4: the pending decision in which everyone keeps one of the buildings drawn.

    `drawn` are the cards drawn, by seat; `kept` are the sealed choices, by seat, None before a choice.
    """

    drawn: tuple[tuple[str, ...], ...]
    kept: list[str | None]


class Turn(contract.Frame):
    """R12, R13: the turn of `seat`, a pending decision until that player ends it.

    The player takes, builds and uses functions.
    """

    seat: int
    taken: bool = False
    """True once the player has taken something (R12), and from the start if nothing is on display."""
    swapped: tuple[int, ...] = ()
    """R26: the two rows, numbered from 1, one of which must be taken; empty if nothing was swapped."""
    built: list[str] = msgspec.field(default_factory=list)
    """R13, R18: what was built in this turn; it gives nothing yet."""


class BuildersYard(contract.Frame):
    """R24: the pending decision after using a Builders' Yard: which of the buildings `drawn` to keep, if any.

    `building` is the name of the Builders' Yard used.
    """

    building: str
    drawn: tuple[str, ...]


class Treasury(contract.Frame):
    """R25: the pending decision after using the Treasury `building`: which one of the goods `drawn` to keep."""

    building: str
    drawn: tuple[str, ...]


class School(contract.Frame):
    """The pending decision after a School was built: the player chooses a knight or a merchant for it."""


class Winter(contract.Frame):
    """R11: the pending decision which cards to discard in winter.

    `asked` are the seats that must or may discard; `discards` are the sealed choices by seat, None before a choice and
    for seats not asked. The cards stay in the hands until all have chosen.
    """

    asked: tuple[int, ...]
    discards: list[Discard | None]


AnyFrame = NameStarter | StartBuilding | Turn | BuildersYard | Treasury | School | Winter


class State(contract.State[AnyFrame]):
    """One game of Riga: everything on the table and in the hands. Piles are drawn from the end of their lists."""

    year: int
    """The current year, from 1; 0 before the first one."""
    turn: int
    """R9, R10: the number of the current turn in this year, from 0."""
    starter: int
    """This year's starting player; provisional until R3 is decided."""
    rows: list[list[str]]
    """R6: the rows of goods, the oldest first, none of them empty."""
    new: list[str]
    """R8: the buildings on display that were turned up this year (above the separator)."""
    old: list[str]
    """R8: the buildings on display left from last year (below the separator); the next spring discards them."""
    goods_pile: list[str]
    goods_discard: dict[str, int]
    """The open discard: the number of each good; all four goods are keys."""
    buildings_pile: list[str]
    buildings_discard: list[str]
    """The face-down discard."""
    players: list[Player]
    memory: DeferredMemory | None = None
    """What each seat can know about hidden cards; None in version 1 of the rules."""

    def note(self, change: Callable[[CardMemory, *Facts], CardMemory], *facts: *Facts) -> None:
        """Note a change for the memory of hidden cards, which will become `change(memory, *facts)`.

        `change` is a function of `memory_updates`. It is called later, when the memory is read, so the facts must be
        immutable. Do nothing if the state has no memory (version 1 of the rules).
        """
        if self.memory is not None:
            self.memory.changes.append((change, facts))

    def copy(self) -> State:
        """Return an equal state of Riga that shares no mutable object with this one."""
        return State(
            seats=self.seats,
            chance=self.chance.copy(),
            version=self.version,
            agenda=[_copy_frame(frame) for frame in self.agenda],
            frames=self.frames,
            tail=self.tail.copy(),
            year=self.year,
            turn=self.turn,
            starter=self.starter,
            rows=[row.copy() for row in self.rows],
            new=self.new.copy(),
            old=self.old.copy(),
            goods_pile=self.goods_pile.copy(),
            goods_discard=self.goods_discard.copy(),
            buildings_pile=self.buildings_pile.copy(),
            buildings_discard=self.buildings_discard.copy(),
            players=[player.copy() for player in self.players],
            memory=self.memory and self.memory.copy(),
        )


def no_goods() -> dict[str, int]:
    """Return a new count of goods: {good: 0} for all four goods."""
    return dict.fromkeys(GOODS, 0)


def _copy_frame(frame: AnyFrame) -> AnyFrame:
    """Return an equal frame that shares no mutable object with this one."""
    owes = frame.owes.copy()
    match frame:
        case Turn():
            return Turn(
                id=frame.id,
                owes=owes,
                seat=frame.seat,
                taken=frame.taken,
                swapped=frame.swapped,
                built=frame.built.copy(),
            )
        case Winter():
            return Winter(id=frame.id, owes=owes, asked=frame.asked, discards=frame.discards.copy())
        case BuildersYard():
            return BuildersYard(id=frame.id, owes=owes, building=frame.building, drawn=frame.drawn)
        case Treasury():
            return Treasury(id=frame.id, owes=owes, building=frame.building, drawn=frame.drawn)
        case StartBuilding():
            return StartBuilding(id=frame.id, owes=owes, drawn=frame.drawn, kept=frame.kept.copy())
        case NameStarter():
            return NameStarter(id=frame.id, owes=owes)
        case School():
            return School(id=frame.id, owes=owes)
