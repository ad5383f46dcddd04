"""What each seat could have noted down about hidden cards (R27): `CardMemory`, with a `SeatMemory` for each seat.

The guesses of computer players agree with it; `memory_updates` updates it. Goods are dealt, taken and discarded openly,
so everybody knows the goods of a hand, except those that a Treasury kept (`Player.secret`). About these few cards a
seat remembers every *possible world*: every distribution that the cards it has seen still allow.

A hidden building is in the pile, in the discard, among the cards that somebody is looking at, or in a hand. A building
in a hand was either taken openly, or drawn unseen from one of the building piles of the game (each shuffle makes a new
pile). A *story* says how the buildings of a hand came there. It is a sequence of *layers*, one for each time between
two winters. When a building is built that may have come into the hand in several ways, there is one story for each.

A set of buildings is an integer with one bit for each building, in the order of the deck. This is fast: the sets change
with every card turned up, and computer players simulate thousands of games.

A state holds a `DeferredMemory`, which is brought up to date only when it is read. Simulated games never read it.
Version 1 of the rules remembers nothing: `State.memory` is None there.
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

    It is a part of a story (see the module). A winter in which the hand discards buildings closes the layer: `left` is
    set, and buildings that come into the hand later belong to a new layer. Sets of buildings are bits (see `BIT`).
    """

    known: int = 0
    """The buildings taken openly, as bits."""
    unseen: tuple[tuple[int, ...], ...] = ()
    """One entry for each building drawn and kept: the numbers of the piles it can have come from. There are two if a
    pile ran out while the cards were drawn."""
    left: int = NO_WINTER_YET
    """How many buildings of this and all older layers were in the hand after the winter that closed this layer, less
    those built since; `NO_WINTER_YET` while the layer is open."""


Story = tuple[Layer, ...]
"""How the buildings in a hand came there: its layers, the oldest first."""


class PossibleWorld(msgspec.Struct, frozen=True, array_like=True):
    """One possible distribution of goods that a seat has not seen: those that others may keep from their Treasuries."""

    hands: tuple[tuple[str, ...], ...]
    """The goods that Treasuries kept, by seat, each sorted; empty for the seat itself."""
    drawn: tuple[str, ...] = ()
    """R25: what another seat, now drawing with a Treasury, drew before the pile ran out; () if it did not run out."""


class SeatMemory(msgspec.Struct, frozen=True, array_like=True):
    """What one seat, or a spectator, knows about hidden cards beyond what everybody knows. Immutable."""

    piles: tuple[int, ...]
    """For each building pile of the game, the current one last: its buildings that this seat has not seen since, as
    bits."""
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
        """Return, as bits, the buildings that a card can be that somebody else drew from one of these piles.

        `piles` are the numbers of piles; 0 is the first building pile of the game.
        """
        found = 0
        for pile in piles:
            found |= self.piles[pile]
        return found


class CardMemory(msgspec.Struct, frozen=True, array_like=True):
    """What everybody knows about hidden cards, and what each seat knows in addition. Immutable."""

    hands: tuple[tuple[Story, ...], ...]
    """R27: for each seat, every story of its buildings that can be true."""
    drawn: tuple[int, ...]
    """R4, R24: for each building that somebody is looking at, the number of the pile it came from."""
    seats: tuple[SeatMemory | None, ...]
    """What each seat knows; None for seats whose knowledge a view hides. The last entry is the spectator's."""

    def of(self, seat: int) -> CardMemory:
        """Return this memory as the view of `seat` shows it: what other seats know is replaced by None.

        What everybody knows, what this seat knows and what a spectator knows stay.
        """
        kept = (seat, len(self.seats) - 1)
        return replace(self, seats=tuple([own if other in kept else None for other, own in enumerate(self.seats)]))

    def own(self, seat: int) -> SeatMemory:
        """Return what `seat` knows beyond what everybody knows; -1 stands for a spectator.

        Raise AssertionError if this memory comes from another seat's view, where that part is None.
        """
        own = self.seats[seat]
        assert own is not None, "somebody else's memory"
        return own

    def with_hand(self, seat: int, stories: Iterable[Story]) -> CardMemory:
        """Return this memory with `stories` as the stories of this seat's hand; equal stories are kept only once."""
        hand = tuple(dict.fromkeys(stories))
        return CardMemory((*self.hands[:seat], hand, *self.hands[seat + 1 :]), self.drawn, self.seats)

    def with_own(self, change: Callable[[int, SeatMemory], SeatMemory]) -> CardMemory:
        """Return this memory with the `SeatMemory` of every seat replaced by `change(seat, its SeatMemory)`.

        The spectator's is replaced too; `seat` is then the number of players. Entries that are None stay None.
        """
        seats = tuple([own if own is None else change(seat, own) for seat, own in enumerate(self.seats)])
        return CardMemory(self.hands, self.drawn, seats)

    def seen(self, bit: int) -> CardMemory:
        """Return this memory after everybody has seen the building with this bit, for example on the display.

        It is in no hidden place any more: it is removed from all piles, from the discard, and from the known buildings
        of every hand.
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

    Until then the changes are kept in a list. Stored states contain the up-to-date `CardMemory` instead, and two
    deferred memories are equal if their up-to-date memories are.
    """

    __slots__ = ("_memory", "changes")

    def __init__(self, memory: CardMemory) -> None:
        """Make one that is `memory` now and has no pending changes."""
        self._memory = memory
        self.changes: list[tuple[Callable[..., CardMemory], tuple[Any, ...]]] = []
        """The pending changes, in order: (function, its arguments after the memory). The arguments are immutable."""

    def current(self) -> CardMemory:
        """Apply the changes noted since the last call, and return the memory, now up to date."""
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
