"""What could have been noted down about cards that lie hidden: a guess keeps to all of it.

Goods are dealt, taken and given openly: a hand is known but for what a Treasury kept there (`Player.secret`). For these
few cards every *world* is remembered that the open cards still allow. A hidden building can lie in the pile, in the
discard, among cards that somebody is just looking at, or in a hand: there it was taken openly, or it came unseen from
one of the piles there have been. Where it cannot be told which of several a built one was, there is a *story* for each.
Sets of buildings are the bits of a number, in the order of the deck: they change with
every card that is turned up, in thousands of games that computers imagine.

By the first rules nothing was remembered: then there is no memory in the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from rules.riga.data import DECK

BIT: dict[str, int] = {name: 1 << number for number, name in enumerate(DECK)}
ALL = (1 << len(DECK)) - 1
ANY = len(DECK)
"""More buildings than a hand can lose."""


class Layer(msgspec.Struct, frozen=True, array_like=True):
    """Buildings that came into a hand between two winters in which it lost some."""

    known: int = 0
    """Taken openly."""
    unseen: tuple[tuple[int, ...], ...] = ()
    """Drawn and kept: for each, the numbers of the piles it can have come from; two if one ran out meanwhile."""
    left: int = ANY
    """How many of this layer and all below it the last winter left, less those built since."""


Story = tuple[Layer, ...]
"""How the buildings in a hand came there, the oldest layer first."""


class PossibleWorld(msgspec.Struct, frozen=True, array_like=True):
    """One way in which the goods can lie that a seat has not seen."""

    hands: tuple[tuple[str, ...], ...]
    """What Treasuries kept, by seat; nothing for the own one."""
    drawn: tuple[str, ...] = ()
    """R25: the last cards of the old pile, if it ran out while somebody else is drawing."""


class SeatMemory(msgspec.Struct, frozen=True, array_like=True):
    """What one seat knows, who has seen its own cards; or a spectator, who has seen none."""

    piles: tuple[int, ...]
    """For each pile there has been, the buildings of it that were not seen since: the last one is the pile of now."""
    discard: int
    """The buildings that can lie in the discard."""
    elsewhere: int
    """Buildings that others may take for lost or still in a hand, but this seat has drawn them itself since."""
    worlds: tuple[PossibleWorld, ...]
    """Nothing for a spectator."""

    def without(self, bit: int) -> SeatMemory:
        """Forget where a building can lie that is seen now."""
        rest = ~bit
        piles = tuple([pile & rest for pile in self.piles])
        return SeatMemory(piles, self.discard & rest, self.elsewhere & rest, self.worlds)

    def with_discard(self, buildings: int) -> SeatMemory:
        """Remember that these buildings, too, can lie in the discard."""
        return SeatMemory(self.piles, self.discard | buildings, self.elsewhere, self.worlds)

    def pool(self, piles: Iterable[int]) -> int:
        """Return which buildings of some piles a hidden one can be."""
        found = 0
        for pile in piles:
            found |= self.piles[pile]
        return found


class CardMemory(msgspec.Struct, frozen=True, array_like=True):
    """What everybody knows, and what each seat knows besides."""

    hands: tuple[tuple[Story, ...], ...]
    """R27: by seat, every story of its buildings that can be true."""
    drawn: tuple[int, ...]
    """R24: for each building that somebody is looking at, the number of the pile it came from."""
    seats: tuple[SeatMemory | None, ...]
    """None for a seat that is only imagined; the last one is the spectator's."""

    def of(self, seat: int) -> CardMemory:
        """Return what one seat knows."""
        kept = (seat, len(self.seats) - 1)
        return replace(self, seats=tuple([own if other in kept else None for other, own in enumerate(self.seats)]))

    def own(self, seat: int) -> SeatMemory:
        """Return what one seat knows besides; -1 is the spectator."""
        own = self.seats[seat]
        assert own is not None, "somebody else's memory"
        return own

    def with_hand(self, seat: int, stories: Iterable[Story]) -> CardMemory:
        """Remember a hand otherwise, each story once."""
        hand = tuple(dict.fromkeys(stories))
        return CardMemory((*self.hands[:seat], hand, *self.hands[seat + 1 :]), self.drawn, self.seats)

    def with_own(self, change: Callable[[int, SeatMemory], SeatMemory]) -> CardMemory:
        """Let each seat remember something else."""
        seats = tuple([own if own is None else change(seat, own) for seat, own in enumerate(self.seats)])
        return CardMemory(self.hands, self.drawn, seats)

    def seen(self, bit: int) -> CardMemory:
        """Forget where a building can lie: everybody sees it."""
        seats = tuple([own if own is None else own.without(bit) for own in self.seats])
        memory = CardMemory(self.hands, self.drawn, seats)
        for seat in self.holders(bit):
            hand = [[replace(layer, known=layer.known & ~bit) for layer in story] for story in self.hands[seat]]
            memory = memory.with_hand(seat, map(tuple, hand))
        return memory

    def holders(self, bit: int) -> list[int]:
        """Return the seats in whose hands a building can be that was taken openly."""
        found = []
        for seat, hand in enumerate(self.hands):
            for story in hand:
                for layer in story:
                    if layer.known & bit and seat not in found:
                        found.append(seat)
        return found


def blank(seats: int) -> CardMemory:
    """Return what everybody knows before anything was dealt: all buildings are in the pile."""
    own, spectator = SeatMemory((ALL,), 0, 0, (PossibleWorld(((),) * seats),)), SeatMemory((ALL,), 0, 0, ())
    return CardMemory((((),),) * seats, (), ((own,) * seats) + (spectator,))


def bits(names: Iterable[str]) -> int:
    """Return buildings as one number."""
    return sum([BIT[name] for name in names])
