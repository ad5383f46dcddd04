"""What each seat could have noted down about hidden cards (R27): `CardMemory`, with a `SeatMemory` for each seat.

Guesses agree with it; `memory_updates` maintains it. Goods are dealt, taken and given openly, so a hand's goods are
known except those kept by a Treasury (`Player.secret`). For these few cards a seat remembers every *possible world*
that the open cards still allow.

A hidden building is in the pile, in the discard, among cards that somebody is looking at, or in a hand. In a hand, it
was either taken openly, or kept unseen from one of the piles there have been. A *story* says how the buildings of a
hand came there; it is a sequence of *layers*, one for each time between two winters. Where a building that was built
may have come from several places, there is one story for each.

Sets of buildings are the bits of an integer, in the order of the deck, because they change with every card turned up,
in thousands of games that computers imagine.

A state holds a `DeferredMemory`, which is brought up to date only when somebody asks: in the games that computers
imagine nobody does. Version 1 of the rules remembers nothing; the state then has no memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.riga.data import DECK
from rules.stored_values import StoredAsOther

BIT: dict[str, int] = {name: 1 << number for number, name in enumerate(DECK)}
"""The bit of each building."""
ALL_BUILDINGS = (1 << len(DECK)) - 1
"""All bits: every building of the deck."""
NO_WINTER_YET = len(DECK)
"""The value of `Layer.left` before the layer's first winter; more buildings than a hand can lose."""


class Layer(msgspec.Struct, frozen=True, array_like=True):
    """The buildings that came into one hand between two winters in which that hand discarded buildings.

    It is a part of a story (see the module). After a winter a layer is closed: its `left` is a number of buildings, and
    what comes into the hand later belongs to a new layer. Sets of buildings are bits (see `BIT`).
    """

    known: int = 0
    """The buildings taken openly, as bits."""
    unseen: tuple[tuple[int, ...], ...] = ()
    """One entry for each building drawn and kept: the numbers of the piles it can have come from, two if one ran out
    while drawing."""
    left: int = NO_WINTER_YET
    """How many buildings of this and all older layers were in the hand after the winter that closed this layer, less
    those built since; `NO_WINTER_YET` while the layer is open."""


Story = tuple[Layer, ...]
"""How the buildings in a hand came there: its layers, the oldest first."""


class PossibleWorld(msgspec.Struct, frozen=True, array_like=True):
    """One possible distribution of the goods that a seat has not seen: what others may hold from their Treasuries."""

    hands: tuple[tuple[str, ...], ...]
    """The goods that Treasuries kept, by seat, each sorted; empty for the seat itself."""
    drawn: tuple[str, ...] = ()
    """R25: what another seat, now drawing with a Treasury, drew before the pile ran out; () if it did not run out."""


class SeatMemory(msgspec.Struct, frozen=True, array_like=True):
    """What one seat, or a spectator, knows about hidden cards beyond what everybody knows. Immutable."""

    piles: tuple[int, ...]
    """For each building pile there has been, the buildings in it not seen since, as bits. The last is the current pile.
    """
    discard: int
    """The buildings that can be in the discard, as bits."""
    elsewhere: int
    """Buildings, as bits, that others may believe to be in some hand, but that this seat has drawn itself since."""
    worlds: tuple[PossibleWorld, ...]
    """All worlds that are still possible; empty for a spectator."""

    def without(self, bit: int) -> SeatMemory:
        """Return this memory after the seat has seen the building with this bit.

        The building is then in no pile, not in the discard and not `elsewhere`.
        """
        rest = ~bit
        piles = tuple([pile & rest for pile in self.piles])
        return SeatMemory(piles, self.discard & rest, self.elsewhere & rest, self.worlds)

    def with_discard(self, buildings: int) -> SeatMemory:
        """Return this memory with these buildings, as bits, added to those that can be in the discard."""
        return SeatMemory(self.piles, self.discard | buildings, self.elsewhere, self.worlds)

    def pool(self, piles: Iterable[int]) -> int:
        """Return which buildings an unseen card can be that was drawn from one of these piles, as bits.

        `piles` are numbers of piles; 0 is the first building pile of the game.
        """
        found = 0
        for pile in piles:
            found |= self.piles[pile]
        return found


class CardMemory(msgspec.Struct, frozen=True, array_like=True):
    """What everybody knows about hidden cards, and what each seat knows besides. Immutable."""

    hands: tuple[tuple[Story, ...], ...]
    """R27: for each seat, every story of its buildings that can be true."""
    drawn: tuple[int, ...]
    """R4, R24: for each building that somebody is looking at, the number of the pile it came from."""
    seats: tuple[SeatMemory | None, ...]
    """What each seat knows; None for seats whose knowledge a view hides. The last entry is the spectator's."""

    def of(self, seat: int) -> CardMemory:
        """Return this memory as the view of `seat` shows it: only with what that seat and the spectator know.

        What other seats know is None in it.
        """
        kept = (seat, len(self.seats) - 1)
        return replace(self, seats=tuple([own if other in kept else None for other, own in enumerate(self.seats)]))

    def own(self, seat: int) -> SeatMemory:
        """Return what one seat knows besides the common knowledge; seat -1 is the spectator.

        Raise AssertionError if that part is hidden, because this memory comes from another seat's view.
        """
        own = self.seats[seat]
        assert own is not None, "somebody else's memory"
        return own

    def with_hand(self, seat: int, stories: Iterable[Story]) -> CardMemory:
        """Return this memory with the stories of one seat's hand replaced by these; equal stories are merged."""
        hand = tuple(dict.fromkeys(stories))
        return CardMemory((*self.hands[:seat], hand, *self.hands[seat + 1 :]), self.drawn, self.seats)

    def with_own(self, change: Callable[[int, SeatMemory], SeatMemory]) -> CardMemory:
        """Return this memory with every seat's own part replaced by `change(seat, part)`.

        The spectator's part is changed too; its number is the number of players. Parts that are None stay None.
        """
        seats = tuple([own if own is None else change(seat, own) for seat, own in enumerate(self.seats)])
        return CardMemory(self.hands, self.drawn, seats)

    def seen(self, bit: int) -> CardMemory:
        """Return this memory after everybody has seen the building with this bit: it is in no hidden place any more.

        It is removed from all piles, from the discard, and from what hands are known to hold.
        """
        seats = tuple([own if own is None else own.without(bit) for own in self.seats])
        memory = CardMemory(self.hands, self.drawn, seats)
        for seat in self.holders(bit):
            hand = [[replace(layer, known=layer.known & ~bit) for layer in story] for story in self.hands[seat]]
            memory = memory.with_hand(seat, map(tuple, hand))
        return memory

    def holders(self, bit: int) -> list[int]:
        """Return the seats, ascending, that took the building with this bit openly and may still hold it in hand."""
        found = []
        for seat, hand in enumerate(self.hands):
            for story in hand:
                for layer in story:
                    if layer.known & bit and seat not in found:
                        found.append(seat)
        return found


class DeferredMemory(StoredAsOther):
    """A `CardMemory` that is brought up to date only when it is asked for.

    Until then the changes are kept as a list. It is stored as its up-to-date `CardMemory`, and compared by it.
    """

    __slots__ = ("_memory", "changes")

    def __init__(self, memory: CardMemory) -> None:
        """Make one that is `memory` now and has no pending changes."""
        self._memory = memory
        self.changes: list[tuple[Callable[..., CardMemory], tuple[Any, ...]]] = []
        """The pending changes, in order: (function, its arguments after the memory). The arguments are immutable."""

    def current(self) -> CardMemory:
        """Carry out the pending changes, and return the memory."""
        if self.changes:
            memory = self._memory
            for change, facts in self.changes:
                memory = change(memory, *facts)
            self._memory, self.changes = memory, []
        return self._memory

    def copy(self) -> DeferredMemory:
        """Return an equal memory that shares no mutable object with this one."""
        copied = DeferredMemory(self._memory)
        if self.changes:
            copied.changes = self.changes.copy()
        return copied

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeferredMemory) and self.current() == other.current()

    def stored_form(self) -> CardMemory:
        """Return the up-to-date memory."""
        return self.current()

    @classmethod
    def restored(cls, form: object) -> DeferredMemory:
        """Return the memory with the stored form `form`; raise `msgspec.ValidationError` if it is no `CardMemory`."""
        return cls(msgspec.convert(form, CardMemory))


def initial_memory(seats: int) -> CardMemory:
    """Return the memory at the start of a game: all buildings are in the pile, and nobody has a hidden good.

    `seats` is the number of players.
    """
    own, spectator = (
        SeatMemory((ALL_BUILDINGS,), 0, 0, (PossibleWorld(((),) * seats),)),
        SeatMemory((ALL_BUILDINGS,), 0, 0, ()),
    )
    return CardMemory((((),),) * seats, (), ((own,) * seats) + (spectator,))


def bits(names: Iterable[str]) -> int:
    """Return a set of buildings, given by their different names, as the bits of one integer."""
    return sum([BIT[name] for name in names])
