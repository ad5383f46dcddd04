"""Noticing: what everybody, and each seat alone, learns about hidden cards from all that happens (R27)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from rules.riga.data import GOODS
from rules.riga.memory import ANY, BIT, CardMemory, Layer, PossibleWorld, SeatMemory, Story, bits
from rules.riga.state import State

# Buildings


def turned_up(state: State, name: str) -> None:
    """R8: a building of the pile lies open."""
    if state.memory:
        state.memory = state.memory.seen(BIT[name])


def drew(state: State, drawer: int, name: str) -> None:
    """R4, R24: one looks at the top card of the pile; to the others it can be any that can lie there."""
    memory = state.memory
    if not memory:
        return
    bit = BIT[name]
    pile = len(memory.own(-1).piles) - 1
    seats, own = memory.seats, memory.seats[drawer]
    if own:
        own = own.without(bit)
        if memory.holders(bit):
            own = replace(own, elsewhere=own.elsewhere | bit)
        seats = (*seats[:drawer], own, *seats[drawer + 1 :])
    state.memory = CardMemory(memory.hands, (*memory.drawn, pile), seats)


def kept(state: State, keeper: int, name: str | None, others: Sequence[str]) -> None:
    """R4, R24: one of the cards drawn went into the hand, or none; the others lie face down."""
    memory = state.memory
    if not memory:
        return
    piles = tuple(sorted(set(memory.drawn)))
    if name is not None:
        hand = [_added(story, Layer(unseen=(piles,))) for story in memory.hands[keeper]]
        memory = memory.with_hand(keeper, hand)
    if others:
        mine = bits(others)
        memory = memory.with_own(lambda seat, own: own.with_discard(mine if seat == keeper else own.pool(piles)))
    state.memory = memory


def _added(story: Story, new: Layer) -> Story:
    """Put what came into a hand onto the layer that has lost nothing yet."""
    if story and story[-1].left == ANY:
        top = story[-1]
        return (*story[:-1], Layer(top.known | new.known, (*top.unseen, *new.unseen)))
    return (*story, new)


def looked(state: State) -> None:
    """R4, R24: all have decided on the cards they drew."""
    if state.memory:
        state.memory = CardMemory(state.memory.hands, (), state.memory.seats)


def shuffled_buildings(state: State) -> None:
    """R8: what lay in the discard is a new pile."""
    if state.memory:
        state.memory = state.memory.with_own(
            lambda _, own: SeatMemory((*own.piles, own.discard), 0, own.elsewhere, own.worlds)
        )


def laid_down(state: State, names: Sequence[str]) -> None:
    """R8: buildings of the display went to the discard."""
    if state.memory and names:
        gone = bits(names)
        state.memory = state.memory.with_own(lambda _, own: own.with_discard(gone))


def took(state: State, taker: int, name: str) -> None:
    """R12: a building went openly into a hand."""
    if state.memory:
        new = Layer(BIT[name])
        state.memory = state.memory.with_hand(taker, [_added(story, new) for story in state.memory.hands[taker]])


def built(state: State, builder: int, name: str) -> None:
    """R13: a building came out of a hand."""
    memory, bit = state.memory, BIT.get(name)
    if not memory or not bit:  # An own Riga building is no card of a hand (R5).
        return
    left, hand = len(state.players[builder].buildings), memory.hands[builder]
    if all(_top(story).known & bit for story in hand):  # It was surely there.
        stories = [(*story[:-1], Layer(story[-1].known & ~bit, story[-1].unseen)) for story in hand]
    else:
        spectator = memory.own(-1)
        stories = [shorter for story in hand for shorter in _taken_out(story, bit, spectator) if _most(shorter) >= left]
        memory = memory.seen(bit)
    state.memory = memory.with_hand(builder, stories if left else [()])


def _top(story: Story) -> Layer:
    """Return the layer that has lost nothing yet."""
    return story[-1] if story and story[-1].left == ANY else Layer()


def _taken_out(story: Story, bit: int, spectator: SeatMemory) -> list[Story]:
    """Take a building out of the layer it lay in; if it can have lain in several, return a story for each."""
    shorter = []
    for place, layer in enumerate(story):
        if layer.known & bit:
            shorter.append(_without(story, place, bit, layer.unseen))
        for number, piles in enumerate(layer.unseen):
            if spectator.pool(piles) & bit and piles not in layer.unseen[:number]:
                rest = (*layer.unseen[:number], *layer.unseen[number + 1 :])
                shorter.append(_without(story, place, bit, rest))
    return shorter


def _without(story: Story, lay: int, bit: int, unseen: tuple[tuple[int, ...], ...]) -> Story:
    """Return the story once a building has left its layer."""
    return _standing(
        [
            Layer(
                layer.known & ~bit,
                unseen if place == lay else layer.unseen,
                layer.left - (place >= lay and layer.left != ANY),
            )
            for place, layer in enumerate(story)
        ]
    )


def _most(story: Story) -> int:
    """Return how many buildings can be left at most."""
    most = 0
    for layer in story:
        most = min(layer.left, most + layer.known.bit_count() + len(layer.unseen))
    return most


def lost(state: State, loser: int, names: Sequence[str]) -> None:
    """R11: a hand lost buildings in winter, face down; only their number is known to others."""
    memory = state.memory
    if not memory or not names:
        return
    layers = [layer for story in memory.hands[loser] for layer in story]
    known, mine = 0, bits(names)
    for layer in layers:
        known |= layer.known
    piles = {pile for layer in layers for numbers in layer.unseen for pile in numbers}
    left = len(state.players[loser].buildings)
    hand = [_standing([*story[:-1], replace(story[-1], left=left)]) for story in memory.hands[loser]]
    state.memory = memory.with_hand(loser, hand).with_own(
        lambda seat, own: own.with_discard(mine if seat == loser else known & ~own.elsewhere | own.pool(piles))
    )


def _standing(layers: Sequence[Layer]) -> Story:
    """Return the layers of which anything can be left."""
    gone = max((place + 1 for place, layer in enumerate(layers) if not layer.left), default=0)
    return tuple(layers[gone:])


# Goods


def spent(state: State, seat: int, good: str) -> None:
    """R11, R14, R17: a good that only a Treasury can have kept was given from a hand."""
    memory = state.memory
    assert memory is not None, "nobody knows that it was a secret"
    state.players[seat].secret.remove(good)

    def see(watcher: int, own: SeatMemory) -> SeatMemory:
        if watcher == seat:
            return own
        worlds = [
            PossibleWorld(_out(world.hands, seat, good), world.drawn)
            for world in own.worlds
            if good in world.hands[seat]
        ]
        return replace(own, worlds=tuple(dict.fromkeys(worlds)))

    state.memory = memory.with_own(see)


def kept_good(state: State, keeper: int, good: str, others: Sequence[str]) -> None:
    """R25: one of the goods drawn went into the hand unseen, the others lie open."""
    memory = state.memory
    if not memory:
        return
    state.players[keeper].secret.append(good)

    def wonder(seat: int, own: SeatMemory) -> SeatMemory:
        if seat == keeper:
            return own
        worlds = [
            PossibleWorld(_into(world.hands, keeper, kept))
            for world in own.worlds
            for kept in GOODS
            if not world.drawn or not Counter(world.drawn) - Counter((*others, kept))
        ]
        return replace(own, worlds=tuple(dict.fromkeys(worlds)))

    state.memory = memory.with_own(wonder)


def shuffled_goods(state: State, drawer: int | None, drawn: Sequence[str]) -> None:
    """R7: the pile ran out, perhaps while somebody draws: now all goods are seen but what Treasuries kept and drew."""
    memory = state.memory
    if not memory or not (drawn or any(player.secret for player in state.players)):
        return

    def count(seat: int, own: SeatMemory) -> SeatMemory:
        hidden = [*drawn] if drawer != seat else []
        for other, player in enumerate(state.players):
            hidden += player.secret if other != seat else ()
        worlds = [
            PossibleWorld(world.hands, rest) for world in own.worlds if (rest := _rest(hidden, world)) is not None
        ]
        return replace(own, worlds=tuple(worlds))

    state.memory = memory.with_own(count)


def _rest(hidden: Sequence[str], world: PossibleWorld) -> tuple[str, ...] | None:
    """Return what is left of hidden goods beside those in hands; None if the world wants others."""
    rest = sorted(hidden)
    for hand in world.hands:
        for good in hand:
            if good not in rest:
                return None
            rest.remove(good)
    return tuple(rest)


def _into(hands: tuple[tuple[str, ...], ...], seat: int, good: str) -> tuple[tuple[str, ...], ...]:
    """Return hands with a good more in one of them, each in order: worlds that are alike are equal."""
    return (*hands[:seat], tuple(sorted((*hands[seat], good))), *hands[seat + 1 :])


def _out(hands: tuple[tuple[str, ...], ...], seat: int, good: str) -> tuple[tuple[str, ...], ...]:
    """Return hands with a good less in one of them."""
    hand = list(hands[seat])
    hand.remove(good)
    return (*hands[:seat], tuple(hand), *hands[seat + 1 :])


def check(state: State) -> None:
    """Raise AssertionError if somebody remembers something that is not so."""
    if not state.memory:
        return
    pile, discard = bits(state.buildings_pile), bits(state.buildings_discard)
    hands = [bits(player.buildings) for player in state.players]
    for seat, own in enumerate(state.memory.seats):
        if own is None:
            continue
        assert not pile & ~own.piles[-1], "a building that cannot be in the pile"
        assert not discard & ~own.discard, "a building that cannot be in the discard"
        for other, held in enumerate(hands):
            if other != seat:
                for story in state.memory.hands[other]:
                    if _possible(story, held, own):
                        break
                else:
                    raise AssertionError("buildings that cannot be in a hand")
        if own.worlds:
            secrets = tuple(tuple(sorted(p.secret)) if n != seat else () for n, p in enumerate(state.players))
            assert secrets in [world.hands for world in own.worlds], "goods that cannot be in a hand"


def _possible(story: Story, held: int, own: SeatMemory) -> bool:
    """Say whether so many of these buildings can be left of each layer and those below it."""
    below = 0
    for layer in story:
        known = layer.known & ~own.elsewhere
        below += (held & known).bit_count()
        if layer.unseen:
            unseen = held & ~known & own.pool([pile for piles in layer.unseen for pile in piles])
            below += min(unseen.bit_count(), len(layer.unseen))
        below = min(below, layer.left)
    return below >= held.bit_count()
