"""The state of a game of Haithabu: `State`, `Player`, and the frames (pending decisions) on its agenda.

Wares, characters, orders and transports are indices into the tables of `data` and `card_data`; counts by ware are lists
or tuples in the order of the wares.
"""

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
    """What one player owns.

    `warehouse` and `post` (the trading post) are counts by ware. `orders` are the cards on places 1 to 5, `NOBODY` for
    an empty place, and `cubes` the wares delivered to each of them.
    """

    silver: int
    points: int
    loans: int
    warehouse: list[int]
    post: list[int]
    orders: list[int]
    cubes: list[Wares]
    transports: list[int]
    """The cart, then the ship; `NOBODY` for none."""
    completed: list[int]
    """The completed orders, the oldest first."""

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
    """H5: the pending decision in which one player picks a character at the start; one frame for each such player."""


class Round(contract.Frame):
    """H10: a whole round, as an entry of the agenda (the stack of pending decisions) until the round's end begins.

    It asks nobody itself; the turns are pushed on top of it. `waiting` are the seats that still have a turn in this
    phase, the next one first.
    """

    waiting: tuple[int, ...] = ()


class TurnRondel(contract.Frame):
    """H11: the Juggler's owner turns the rondel, before the first turn of a phase."""


class Turn(contract.Frame):
    """H10, H12: the pending decisions of a player's turn.

    `own` and `neutral` are True while the player's own worker or the neutral one is still to be placed.
    """

    seat: int
    own: bool = True
    neutral: bool = False
    hired: bool = False
    """True if a neutral worker was hired in this turn."""
    payable: int = 0
    """Used in version 1 of the rules only, always 0 in later versions: how many loans the seat could have repaid before
    its latest placement, with enough silver left for the event dice and the event."""


class Settle(contract.Frame):
    """H28: the pending decision after the last worker, while a loan can be repaid; the player ends the turn."""


class Act(contract.Frame):
    """H18: the pending action of a worker that `seat` placed on a night field; it acts after the event."""

    seat: int
    field: int
    """The index of the field in `FIELDS`."""
    event: int = 0
    """The face of the die whose event happened; 0 before the event, and always 0 in version 1 of the rules."""


class ChooseEvent(contract.Frame):
    """H18: the pending decision in which the roller chooses one of two events; `dice` are the two faces rolled."""

    dice: tuple[int, ...]


class Look(contract.Frame):
    """H19: the pending decision in which the Carpenter's owner takes a card of each of these stacks (indices).

    It must be one of the top cards, which the owner has seen.
    """

    stacks: tuple[int, ...]


class VikingGames(contract.Frame):
    """H29: the pending decision in which the other seats that have a choice each give the player `roller` something.

    They decide simultaneously. Each gift takes effect immediately, not when all have decided, because silver, wares and
    points are open (H44).
    """

    roller: int


class Assassination(contract.Frame):
    """H29: the pending decision in which the roller, who has several characters, chooses which one to give up."""


class Storm(contract.Frame):
    """H29: the pending decision in which the roller, who has a cart and a ship, chooses which one to give up."""


class Unrest(contract.Frame):
    """H29: the pending decision in which seats other than the roller each discard one ware, simultaneously.

    Only seats that have a choice are asked.
    """


class EndRound(contract.Frame):
    """H30–H39: the end of a round, as an entry of the agenda (the stack of pending decisions).

    It asks nobody itself; decisions of players are pushed on top of it. `stage` is the key of the stage that runs next
    (see `round_end`), `waiting` are the seats still to be asked in it.
    """

    stage: str
    waiting: tuple[int, ...] = ()


class ReturnCharacters(contract.Frame):
    """H32: the pending decision in which one player may return characters for points."""


class UseFunctions(contract.Frame):
    """H33: the pending decision in which a player uses the round-end functions of their characters.

    `functions` are the indices of the characters whose function is still unused.
    """

    functions: tuple[int, ...]


class DiscardSurplus(contract.Frame):
    """H36: the pending decision in which seats discard the wares that exceed the limit of a store, simultaneously.

    Only seats that have a choice are asked.
    """


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
    """The complete state of one game of Haithabu, secrets included; moves change it in place.

    Cards, characters and wares are indices. Piles and stacks are drawn from the end of their lists.
    """

    players: list[Player]
    round: int
    """The number of the round, from 1 to 8."""
    phase: int
    """The number of the phase, from 1 to 3; 0 before the first phase of a round."""
    starter: int
    """The seat of this round's starting player."""
    next_starter: int
    """The seat of the next round's starting player; equal to `starter` until another seat is named (H33)."""
    levels: list[int]
    """H7: the price level of each ware."""
    market: list[int]
    """The cubes of each ware on the market."""
    supply: list[int]
    """The cubes of each ware in the general supply."""
    dawn: int = 0
    """The index of the first of the four fields that are by day; the others follow clockwise."""
    standing: list[tuple[int, ...]]
    """The colours of the workers on the eight fields, then on the market's field of each ware: seats, or `NEUTRAL`."""
    hired: int = 0
    """The neutral workers hired in this round."""
    bought: int = 0
    """H14: the wares that the player to move has bought in this phase, as a bit set: bit 0 is mead."""
    sold: int = 0
    """H14: the wares that the player to move has sold in this phase, as a bit set like `bought`."""
    owners: list[int]
    """The seat that owns each character; `NOBODY` for none."""
    safe: list[bool]
    """H5, H20: whether each character has a safe marker."""
    pile: list[int]
    """The order pile. The top card is the last one, as in all stacks here."""
    discard: list[int]
    """The discarded orders, which become the pile when it is empty."""
    upper: list[int]
    """The upper row of the order display; `NOBODY` for a gap, as in `lower`."""
    lower: list[int]
    """The lower row of the order display."""
    lost: list[int]
    """The orders out of the game."""
    stacks: list[list[int]]
    """H8: the six stacks of transports."""
    gone: list[int]
    """The transports out of the game."""
    loans: int
    """The loans left in the bank."""
    known: list[list[int]] = msgspec.field(default_factory=list)
    """H19: by seat and stack, how many cards from the top the seat has seen: the open one, and its Carpenter's look.
    Empty in version 1 of the rules."""

    def copy(self) -> State:
        """Return an equal game state that shares no mutable object with this one."""
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
        """Return the faces (1 to 6) of this many dice, rolled with one number of the state's random generator."""
        number = self.chance.below(6**dice)
        rolled = []
        for _ in range(dice):
            number, face = divmod(number, 6)
            rolled.append(face + 1)
        return tuple(rolled)
