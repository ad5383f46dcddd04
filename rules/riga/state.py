"""What lies on the table in Riga."""

from __future__ import annotations

import msgspec

from rules import contract
from rules.riga.data import GOODS
from rules.riga.memory import CardMemory
from rules.riga.moves import Discard


class Player(msgspec.Struct):
    """One player's hand and buildings."""

    goods: dict[str, int]
    """How many cards of each good are in hand; all four are named."""
    buildings: list[str]
    """In hand."""
    riga: list[str]
    """R5: the own Riga buildings not yet built. No hand cards."""
    built: list[str] = msgspec.field(default_factory=list)
    used: list[str] = msgspec.field(default_factory=list)
    """R19: the built ones whose function is used up."""
    person: str = ""
    """What the School teaches: a knight, a merchant, or nothing yet."""
    exchange: bool = False
    """The Exchange is full."""
    secret: list[str] = msgspec.field(default_factory=list)
    """Goods in hand that others have not seen: what a Treasury kept (R25). Not noted down by the first rules."""

    def cards(self) -> int:
        """R11: how many hand cards there are, goods and buildings."""
        return sum(self.goods.values()) + len(self.buildings)

    def copy(self) -> Player:
        """Return an equal player that shares nothing changeable with this one."""
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
    """R3: the smallest sum names the start player."""


class StartBuilding(contract.Frame):
    """R4: everyone keeps one of the buildings drawn. `kept` are the sealed choices by seat."""

    drawn: tuple[tuple[str, ...], ...]
    kept: list[str | None]


class Turn(contract.Frame):
    """R12, R13: a player's turn."""

    seat: int
    taken: bool = False
    """R12 is done, or skipped since nothing lies there."""
    swapped: tuple[int, ...] = ()
    """R26: the two rows, counted from 1, of which one must be taken."""
    built: list[str] = msgspec.field(default_factory=list)
    """R13, R18: what was built in this turn; it gives nothing yet."""


class BuildersYard(contract.Frame):
    """R24: one of the buildings drawn may be kept."""

    building: str
    drawn: tuple[str, ...]


class Treasury(contract.Frame):
    """R25: one of the goods drawn must be kept."""

    building: str
    drawn: tuple[str, ...]


class School(contract.Frame):
    """The School was built: knight or merchant."""


class Winter(contract.Frame):
    """R11: who was asked to discard, and the sealed choices by seat. The cards still lie in the hands."""

    asked: tuple[int, ...]
    discards: list[Discard | None]


AnyFrame = NameStarter | StartBuilding | Turn | BuildersYard | Treasury | School | Winter


class State(contract.State[AnyFrame]):
    """One game of Riga. Piles are drawn from their end."""

    year: int
    turn: int
    """R9, R10: which turn of the year it is, from 0."""
    starter: int
    rows: list[list[str]]
    """R6: the oldest first, none empty."""
    new: list[str]
    old: list[str]
    """R8: the display above and below the separator."""
    goods_pile: list[str]
    goods_discard: dict[str, int]
    """Open: how many cards of each good; all four are named."""
    buildings_pile: list[str]
    buildings_discard: list[str]
    """Face down."""
    players: list[Player]
    memory: CardMemory | None = None
    """What each seat can know of hidden cards; nothing by the first rules."""

    def copy(self) -> State:
        """Return an equal state that shares nothing changeable with this one."""
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
            memory=self.memory,
        )


def no_goods() -> dict[str, int]:
    """Return an empty count of goods."""
    return dict.fromkeys(GOODS, 0)


def _copy_frame(frame: AnyFrame) -> AnyFrame:
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
