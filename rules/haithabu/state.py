"""The state of a game of Haithabu. Wares, characters and cards are indices into the data."""

from __future__ import annotations

from copy import copy

import msgspec

from rules import contract
from rules.haithabu.data import DATA, FIELDS, Wares

NOBODY = -1
"""The index of no seat or no card."""


_BY_DAY = [
    [(field - dawn) % len(FIELDS) < DATA.rondel.day for field in range(len(FIELDS))] for dawn in range(len(FIELDS))
]
"""Whether each field is by day, by the index of the first field by day."""
_TURN_ORDERS = {
    seats: [tuple((starter + i) % seats for i in range(seats)) for starter in range(seats)]
    for seats in DATA.play.players
}
"""The seats in turn order, by number of players and starting player."""


class Player(msgspec.Struct):
    """One player's goods. `orders` are the cards on places 1 to 5, `cubes` the wares delivered to each of them."""

    silver: int
    points: int
    loans: int
    warehouse: list[int]
    post: list[int]
    orders: list[int]
    cubes: list[Wares]
    transports: list[int]
    """The cart and the ship; `NOBODY` for none."""
    completed: list[int]
    """The completed orders."""

    def copy(self) -> Player:
        """Return an equal player that shares no mutable object with this one."""
        twin = copy(self)
        twin.warehouse = self.warehouse.copy()
        twin.post = self.post.copy()
        twin.orders = self.orders.copy()
        twin.cubes = self.cubes.copy()
        twin.transports = self.transports.copy()
        twin.completed = self.completed.copy()
        return twin


class PickCharacter(contract.Frame):
    """H5: a player picks a character at the start."""


class Round(contract.Frame):
    """H10: a round up to its end; it asks nobody itself.

    `waiting` are the seats that still have a turn in this phase.
    """

    waiting: tuple[int, ...] = ()


class TurnRondel(contract.Frame):
    """H11: the Juggler's owner turns the rondel, before the first turn of a phase."""


class Turn(contract.Frame):
    """H10, H12: a player's turn; `own` and `neutral` tell which workers are still to be placed."""

    seat: int
    own: bool = True
    neutral: bool = False
    hired: bool = False
    """True if a neutral worker was hired in this turn."""
    payable: int = 0
    """In version 1 of the rules: loans that could have been repaid before the latest placement without lacking silver
    for its dice and event. Always 0 since."""


class Settle(contract.Frame):
    """H28: all workers are placed, but a loan can be repaid; the turn ends when the player says so."""


class Act(contract.Frame):
    """H18: a worker of `seat` was placed on a night field; it acts after the event."""

    seat: int
    field: int
    """The index of the field."""
    event: int = 0
    """The face of the die whose event happened; 0 before it, and always in version 1 of the rules."""


class ChooseEvent(contract.Frame):
    """H18: the roller chooses one of these two dice."""

    dice: tuple[int, ...]


class Look(contract.Frame):
    """H19: the Carpenter's owner takes one of the top cards of each of these stacks."""

    stacks: tuple[int, ...]


class VikingGames(contract.Frame):
    """H29: the others give the roller something. Not sealed: silver, wares and points are open (H44)."""

    roller: int


class Assassination(contract.Frame):
    """H29: the roller gives up a character."""


class Storm(contract.Frame):
    """H29: the roller gives up a transport."""


class Unrest(contract.Frame):
    """H29: the others discard a ware."""


class EndRound(contract.Frame):
    """H30–H39: the end of a round; it asks nobody itself.

    `stage` is the current stage (see `round_end`), `waiting` are the seats still to be asked in it.
    """

    stage: str
    waiting: tuple[int, ...] = ()


class ReturnCharacters(contract.Frame):
    """H32: a player may return characters for points."""


class UseFunctions(contract.Frame):
    """H33: a player uses round-end functions; `functions` are those left, as indices of characters."""

    functions: tuple[int, ...]


class DiscardSurplus(contract.Frame):
    """H36: everyone above a store's limit discards."""


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
    """One game of Haithabu: the rondel, the market, orders, transports, characters and players."""

    players: list[Player]
    round: int
    phase: int
    starter: int
    next_starter: int
    levels: list[int]
    """H7: the price level of each ware."""
    market: list[int]
    """The cubes of each ware on the market."""
    supply: list[int]
    """The cubes of each ware in the general supply."""
    dawn: int = 0
    """The index of the first of the fields that are by day."""
    standing: list[tuple[int, ...]]
    """The colours of the workers on the eight fields, then on the market's field of each ware: seats, or `NEUTRAL`."""
    hired: int = 0
    """The neutral workers hired in this round."""
    bought: int = 0
    """H14: the wares that the player whose turn it is has bought in this phase, one bit for each."""
    sold: int = 0
    """H14: the wares that player has sold in this phase, one bit for each."""
    owners: list[int]
    """The seat that owns each character; `NOBODY` for none."""
    safe: list[bool]
    """H5, H20: whether each character has a safe marker."""
    pile: list[int]
    """The order pile. The top card is the last one, as in all stacks here."""
    discard: list[int]
    upper: list[int]
    """The upper row of the order display; `NOBODY` for a gap, as in `lower`."""
    lower: list[int]
    lost: list[int]
    """The orders out of the game."""
    stacks: list[list[int]]
    """H8: the six stacks of transports."""
    gone: list[int]
    """The transports out of the game."""
    loans: int
    """The loans left in the bank."""
    known: list[list[int]] = msgspec.field(default_factory=list)
    """H19: by seat and stack, how many cards from the top the seat has seen: the open one, and what a look showed.
    Empty in version 1 of the rules."""

    def copy(self) -> State:
        """Return an equal state that shares no mutable object with this one."""
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
        """H10: return the seats clockwise from the starting player."""
        return _TURN_ORDERS[self.seats][self.starter]

    def by_day(self, field: int) -> bool:
        """H11: return True if this field of the rondel is by day."""
        return _BY_DAY[self.dawn][field]

    def roll(self, dice: int) -> tuple[int, ...]:
        """Return the faces of this many dice, rolled with one random number."""
        number = self.chance.below(6**dice)
        rolled = []
        for _ in range(dice):
            number, face = divmod(number, 6)
            rolled.append(face + 1)
        return tuple(rolled)
