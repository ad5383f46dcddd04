"""What lies on the table in Haithabu. Wares, characters and cards are indices into the data."""

from __future__ import annotations

from copy import copy

import msgspec

from rules import contract
from rules.haithabu.data import DATA, FIELDS, Wares

NOBODY = -1
"""No seat, no card."""


_BY_DAY = [
    [(field - dawn) % len(FIELDS) < DATA.rondel.day for field in range(len(FIELDS))] for dawn in range(len(FIELDS))
]
_TURN_ORDERS = {
    seats: [tuple((starter + i) % seats for i in range(seats)) for starter in range(seats)]
    for seats in DATA.play.players
}


class Player(msgspec.Struct):
    """One player's goods. Orders lie on places 1 to 5; `cubes` are the wares delivered to each."""

    silver: int
    points: int
    loans: int
    warehouse: list[int]
    post: list[int]
    orders: list[int]
    cubes: list[Wares]
    transports: list[int]
    """The cart and the ship."""
    completed: list[int]

    def copy(self) -> Player:
        """Return an equal player that shares nothing changeable with this one."""
        twin = copy(self)
        twin.warehouse = self.warehouse.copy()
        twin.post = self.post.copy()
        twin.orders = self.orders.copy()
        twin.cubes = self.cubes.copy()
        twin.transports = self.transports.copy()
        twin.completed = self.completed.copy()
        return twin


class PickCharacter(contract.Frame):
    """H5: a character at the start."""


class Round(contract.Frame):
    """H10: a round up to its end; asks nobody itself. `waiting` are the seats still to have a turn in this phase."""

    waiting: tuple[int, ...] = ()


class TurnRondel(contract.Frame):
    """H11: the Juggler, before the first turn of a phase."""


class Turn(contract.Frame):
    """H10, H12: a player's turn; which workers are still to be placed."""

    seat: int
    own: bool = True
    neutral: bool = False
    hired: bool = False
    payable: int = 0
    """By the first rules: loans that could have been repaid before the latest placement without lacking silver for its
    dice and event."""


class Settle(contract.Frame):
    """H28: all workers are placed, but a loan can be repaid: the turn ends by the player's word."""


class Act(contract.Frame):
    """H18: the details of a night field, once its event is over."""

    seat: int
    field: int
    event: int = 0
    """The face whose event happened; 0 before. Not noted down by the first rules."""


class ChooseEvent(contract.Frame):
    """H18: one of two dice."""

    dice: tuple[int, ...]


class Look(contract.Frame):
    """H19: the Carpenter looks at the top cards of stacks and takes one of each."""

    stacks: tuple[int, ...]


class VikingGames(contract.Frame):
    """H29: the others give the roller something, each before all eyes: silver, wares and points are open (H44)."""

    roller: int


class Assassination(contract.Frame):
    """H29: the roller gives up a character."""


class Storm(contract.Frame):
    """H29: the roller gives up a transport."""


class Unrest(contract.Frame):
    """H29: the others discard a ware."""


class EndRound(contract.Frame):
    """H30–H39: the end of a round; asks nobody itself. `waiting` are the seats still to come in this stage."""

    stage: str
    waiting: tuple[int, ...] = ()


class ReturnCharacters(contract.Frame):
    """H32: characters for points."""


class UseFunctions(contract.Frame):
    """H33: a player's round-end functions that are still to be used."""

    functions: tuple[int, ...]


class DiscardSurplus(contract.Frame):
    """H36: everyone above a limit discards."""


AnyFrame = (
    PickCharacter
    | Round
    | TurnRondel
    | Turn
    | Settle
    | Act
    | ChooseEvent
    | Look
    | VikingGames
    | Assassination
    | Storm
    | Unrest
    | EndRound
    | ReturnCharacters
    | UseFunctions
    | DiscardSurplus
)


class State(contract.State[AnyFrame], kw_only=True):
    """One game of Haithabu."""

    players: list[Player]
    round: int
    phase: int
    starter: int
    next_starter: int
    levels: list[int]
    market: list[int]
    supply: list[int]
    dawn: int = 0
    """The first of the fields that lie by day."""
    standing: list[tuple[int, ...]]
    """Colours of the workers on the eight fields, then on the six wares of the market."""
    hired: int = 0
    """Neutral workers hired in this round."""
    bought: int = 0
    sold: int = 0
    """H14: what the player whose turn it is has bought and sold in this phase, one bit for each ware."""
    owners: list[int]
    """The seat that owns each character."""
    safe: list[bool]
    pile: list[int]
    """The top card is the last one, as in all stacks here."""
    discard: list[int]
    upper: list[int]
    lower: list[int]
    lost: list[int]
    """Orders out of the game."""
    stacks: list[list[int]]
    gone: list[int]
    """Transports out of the game."""
    loans: int
    """Left in the bank."""
    known: list[list[int]] = msgspec.field(default_factory=list)
    """H19: how many cards of each stack, from the top, each seat has seen: the open one, and what a look showed. Not
    noted down by the first rules."""

    def copy(self) -> State:
        """Return an equal state that shares nothing changeable with this one."""
        twin = copy(self)
        twin.chance = self.chance.copy()
        twin.agenda = []
        for frame in self.agenda:
            copied = copy(frame)
            copied.owes = frame.owes.copy()
            twin.agenda.append(copied)
        twin.tail = self.tail.copy()
        twin.players = [player.copy() for player in self.players]
        twin.levels = self.levels.copy()
        twin.market = self.market.copy()
        twin.supply = self.supply.copy()
        twin.standing = self.standing.copy()
        twin.owners = self.owners.copy()
        twin.safe = self.safe.copy()
        twin.pile = self.pile.copy()
        twin.discard = self.discard.copy()
        twin.upper = self.upper.copy()
        twin.lower = self.lower.copy()
        twin.lost = self.lost.copy()
        twin.stacks = [stack.copy() for stack in self.stacks]
        twin.gone = self.gone.copy()
        twin.known = [seen.copy() for seen in self.known]
        return twin

    def in_turn_order(self) -> tuple[int, ...]:
        """H10: the seats clockwise from the starting player."""
        return _TURN_ORDERS[self.seats][self.starter]

    def by_day(self, field: int) -> bool:
        """H11: whether a field of the rondel lies by day."""
        return _BY_DAY[self.dawn][field]

    def roll(self, dice: int) -> tuple[int, ...]:
        """Roll so many dice at once."""
        number = self.chance.below(6**dice)
        rolled = []
        for _ in range(dice):
            number, face = divmod(number, 6)
            rolled.append(face + 1)
        return tuple(rolled)
