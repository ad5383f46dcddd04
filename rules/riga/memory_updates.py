"""Updating the memory of hidden cards (R27): one function `after_…` for each thing that can happen to a card.

Each of them returns the memory after it has happened. The rules do not call these functions directly. They pass them to
`state.note(after_…, facts)`, and the functions are called when the memory is read. `check_memory` compares the memory
with where the cards really are. `memory` explains the words *story*, *layer* and *possible world*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from rules.riga.data import GOODS
from rules.riga.memory import BIT, NO_WINTER_YET, CardMemory, Layer, PossibleWorld, SeatMemory, Story, bits
from rules.riga.state import State

# Buildings


def after_building_turned_up(memory: CardMemory, name: str) -> CardMemory:
    """R8: return the memory after a building was turned up on the display: everybody has seen it."""
    return memory.seen(BIT[name])


def after_building_drawn(memory: CardMemory, drawer: int, name: str) -> CardMemory:
    """R4, R24: return the memory after seat `drawer` drew a building to look at.

    The drawer knows now that it is in no hidden place. If others may believe it to be in some hand, the drawer adds it
    to `SeatMemory.elsewhere`. To the others the drawn card can be any building of the current pile.
    """
    bit = BIT[name]
    pile = len(memory.own(-1).piles) - 1
    seats, own = memory.seats, memory.seats[drawer]
    if own:
        own = own.without(bit)
        if memory.holders(bit):
            own = replace(own, elsewhere=own.elsewhere | bit)
        seats = (*seats[:drawer], own, *seats[drawer + 1 :])
    return CardMemory(memory.hands, (*memory.drawn, pile), seats)


def after_buildings_kept(memory: CardMemory, keeper: int, name: str | None, others: tuple[str, ...]) -> CardMemory:
    """R4, R24: return the memory after seat `keeper` decided on the buildings it had drawn.

    `name` went into the keeper's hand (None if no building was kept); every story of that hand gets an unseen card.
    `others` went face down to the discard. The keeper knows which they are; to other seats they can be any building of
    the piles from which the cards were drawn.
    """
    piles = tuple(sorted(set(memory.drawn)))
    if name is not None:
        hand = [_with_layer(story, Layer(unseen=(piles,))) for story in memory.hands[keeper]]
        memory = memory.with_hand(keeper, hand)
    if others:
        mine = bits(others)
        memory = memory.with_own(lambda seat, own: own.with_discard(mine if seat == keeper else own.pool(piles)))
    return memory


def _with_layer(story: Story, new: Layer) -> Story:
    """Return the story with the buildings of the layer `new` added to its newest layer.

    If a winter has closed the newest layer, or the story has no layers, `new` is added as a layer of its own.
    """
    if story and story[-1].left == NO_WINTER_YET:
        top = story[-1]
        return (*story[:-1], Layer(top.known | new.known, (*top.unseen, *new.unseen)))
    return (*story, new)


def after_drawn_cards_settled(memory: CardMemory) -> CardMemory:
    """R4, R24: return the memory after all drawn buildings were decided on: nobody is looking at any."""
    return CardMemory(memory.hands, (), memory.seats)


def after_buildings_shuffled(memory: CardMemory) -> CardMemory:
    """R8, R24: return the memory after the discarded buildings became the new pile.

    What could be in the discard can be in the new pile, and the discard is empty.
    """
    return memory.with_own(lambda _, own: SeatMemory((*own.piles, own.discard), 0, own.elsewhere, own.worlds))


def after_display_discarded(memory: CardMemory, names: tuple[str, ...]) -> CardMemory:
    """R8: return the memory after these buildings went from the display to the discard, seen by all."""
    gone = bits(names)
    return memory.with_own(lambda _, own: own.with_discard(gone))


def after_building_taken(memory: CardMemory, taker: int, name: str) -> CardMemory:
    """R12: return the memory after seat `taker` took a building openly from the display into the hand."""
    new = Layer(BIT[name])
    return memory.with_hand(taker, [_with_layer(story, new) for story in memory.hands[taker]])


def after_building_built(memory: CardMemory, builder: int, name: str, left: int) -> CardMemory:
    """R13: return the memory after seat `builder` built this building and has `left` buildings left in hand.

    Everybody has seen the building now. Stories by which it cannot have been in the hand are dropped; in the other
    stories it leaves the hand. If `left` is 0, the hand has a single story without layers. Riga buildings change
    nothing, because they are never hidden.
    """
    bit = BIT.get(name)
    if not bit:  # R5: Riga buildings are not hand cards.
        return memory
    hand = memory.hands[builder]
    # Every story says that it was taken openly since the last winter: there is nothing to infer.
    if all(_open_layer(story).known & bit for story in hand):
        stories = [(*story[:-1], Layer(story[-1].known & ~bit, story[-1].unseen)) for story in hand]
    else:
        spectator = memory.own(-1)
        stories = [
            shorter
            for story in hand
            for shorter in _stories_without(story, bit, spectator)
            if _max_buildings(shorter) >= left
        ]
        memory = memory.seen(bit)
    return memory.with_hand(builder, stories if left else [()])


def _open_layer(story: Story) -> Layer:
    """Return the top layer of the story if no winter has closed it, otherwise an empty layer."""
    return story[-1] if story and story[-1].left == NO_WINTER_YET else Layer()


def _stories_without(story: Story, bit: int, spectator: SeatMemory) -> list[Story]:
    """Return what the story becomes after the building with this bit left the hand.

    There is one new story for every way in which the hand can have got the building: openly in some layer, or as one of
    a layer's unseen cards. `spectator` is the memory that says what an unseen card can be. Return [] if the building
    cannot have been in this hand.
    """
    shorter = []
    for place, layer in enumerate(story):
        if layer.known & bit:
            shorter.append(_story_without(story, place, bit, layer.unseen))
        for number, piles in enumerate(layer.unseen):
            if spectator.pool(piles) & bit and piles not in layer.unseen[:number]:
                rest = (*layer.unseen[:number], *layer.unseen[number + 1 :])
                shorter.append(_story_without(story, place, bit, rest))
    return shorter


def _story_without(story: Story, lay: int, bit: int, unseen: tuple[tuple[int, ...], ...]) -> Story:
    """Return the story after the building with this bit has left the layer with index `lay` (0 is the oldest).

    `unseen` are the unseen cards that remain in that layer. `left` falls by one in this layer and in every newer one,
    except in a layer that no winter has closed yet. Layers of which no building is left are dropped.
    """
    return _without_empty_layers(
        [
            Layer(
                layer.known & ~bit,
                unseen if place == lay else layer.unseen,
                layer.left - (place >= lay and layer.left != NO_WINTER_YET),
            )
            for place, layer in enumerate(story)
        ]
    )


def _max_buildings(story: Story) -> int:
    """Return the largest number of buildings that a hand with this story can hold now."""
    most = 0
    for layer in story:
        most = min(layer.left, most + layer.known.bit_count() + len(layer.unseen))
    return most


def after_buildings_discarded(memory: CardMemory, loser: int, names: tuple[str, ...], left: int) -> CardMemory:
    """R11: return the memory after seat `loser` discarded these buildings face down in winter and has `left` left.

    The loser knows that they are in the discard. To everybody else, the discard may now contain any building that can
    have been in the hand. The newest layer of every story of the hand is closed: `left` becomes its `Layer.left`.
    Nothing changes if `names` is empty.
    """
    if not names:
        return memory
    layers = [layer for story in memory.hands[loser] for layer in story]
    known, mine = 0, bits(names)
    for layer in layers:
        known |= layer.known
    piles = {pile for layer in layers for numbers in layer.unseen for pile in numbers}
    hand = [_without_empty_layers([*story[:-1], replace(story[-1], left=left)]) for story in memory.hands[loser]]
    return memory.with_hand(loser, hand).with_own(
        lambda seat, own: own.with_discard(mine if seat == loser else known & ~own.elsewhere | own.pool(piles))
    )


def _without_empty_layers(layers: Sequence[Layer]) -> Story:
    """Return these layers as a story, without the layers that have no building left in the hand.

    These are the newest layer whose `left` is 0 and all older ones.
    """
    gone = max((place + 1 for place, layer in enumerate(layers) if not layer.left), default=0)
    return tuple(layers[gone:])


# Goods


def after_secret_good_spent(memory: CardMemory, seat: int, good: str) -> CardMemory:
    """R11, R14, R17: return the memory after `seat` discarded a good that must have come secretly from its Treasury.

    Other seats drop the possible worlds in which it did not have this good.
    """

    def after_spending(watcher: int, own: SeatMemory) -> SeatMemory:
        """Return what seat `watcher` knows after `seat` discarded the secret good; unchanged for `seat` itself.

        Worlds in which `seat` did not have the good are dropped; in the others the good leaves that hand.
        """
        if watcher == seat:
            return own
        worlds = [
            PossibleWorld(_without_good(world.hands, seat, good), world.drawn)
            for world in own.worlds
            if good in world.hands[seat]
        ]
        return replace(own, worlds=tuple(dict.fromkeys(worlds)))

    return memory.with_own(after_spending)


def after_good_kept(memory: CardMemory, keeper: int, others: tuple[str, ...]) -> CardMemory:
    """R25: return the memory after seat `keeper` kept a good unseen and discarded `others` openly.

    To other seats the kept good may be any good that their possible worlds allow. So each world is replaced by several:
    one for each such good. Their `PossibleWorld.drawn` is empty.
    """

    def after_keeping(seat: int, own: SeatMemory) -> SeatMemory:
        """Return what `seat` knows after the keeper kept a good; unchanged for the keeper.

        Each world is replaced by one world for each good that the kept one can be. Their `drawn` is empty.
        """
        if seat == keeper:
            return own
        worlds = [
            PossibleWorld(_with_good(world.hands, keeper, kept))
            for world in own.worlds
            for kept in GOODS
            if not world.drawn or not Counter(world.drawn) - Counter((*others, kept))
        ]
        return replace(own, worlds=tuple(dict.fromkeys(worlds)))

    return memory.with_own(after_keeping)


def after_goods_shuffled(
    memory: CardMemory, secrets: tuple[tuple[str, ...], ...], drawer: int | None, drawn: tuple[str, ...]
) -> CardMemory:
    """R7: return the memory after the goods pile had run out and the discard was shuffled.

    At this moment only two kinds of goods are hidden: those kept with a Treasury (`secrets`, by seat), and those that
    seat `drawer` has just drawn with a Treasury (`drawn`; `drawer` is None if nobody is drawing). So each seat can
    count which goods are hidden from it, and drops the possible worlds that contradict the count. In the worlds left,
    the hidden goods that are in no hand become `PossibleWorld.drawn`. If no good is hidden, nothing changes.
    """
    if not drawn and not any(secrets):
        return memory

    def after_counting(seat: int, own: SeatMemory) -> SeatMemory:
        """Return what `seat` knows after counting: only the worlds that fit the goods hidden from it now are left.

        In each of them, the hidden goods that are in no hand become `drawn`.
        """
        hidden = [*drawn] if drawer != seat else []
        for other, kept in enumerate(secrets):
            hidden += kept if other != seat else ()
        worlds = [
            PossibleWorld(world.hands, rest)
            for world in own.worlds
            if (rest := _unexplained_goods(hidden, world)) is not None
        ]
        return replace(own, worlds=tuple(worlds))

    return memory.with_own(after_counting)


def _unexplained_goods(hidden: Sequence[str], world: PossibleWorld) -> tuple[str, ...] | None:
    """Return the hidden goods, sorted, that are in nobody's hand in this world.

    Return None if the world needs goods that are not hidden, so that it is impossible.
    """
    rest = sorted(hidden)
    for hand in world.hands:
        for good in hand:
            if good not in rest:
                return None
            rest.remove(good)
    return tuple(rest)


def _with_good(hands: tuple[tuple[str, ...], ...], seat: int, good: str) -> tuple[tuple[str, ...], ...]:
    """Return the hands of a world with one more good in the hand of `seat`; that hand is sorted."""
    return (*hands[:seat], tuple(sorted((*hands[seat], good))), *hands[seat + 1 :])


def _without_good(hands: tuple[tuple[str, ...], ...], seat: int, good: str) -> tuple[tuple[str, ...], ...]:
    """Return the hands of a world with one good less in one seat's hand, which must have it."""
    hand = list(hands[seat])
    hand.remove(good)
    return (*hands[:seat], tuple(hand), *hands[seat + 1 :])


def check_memory(state: State) -> None:
    """Raise AssertionError if the memory of a seat rules out the place where a card really is.

    Do nothing if the state has no memory (version 1 of the rules).

    Not every contradiction about buildings in hands is found (see `_possible`).
    """
    if state.memory is None:
        return
    memory = state.memory.current()
    pile, discard = bits(state.buildings_pile), bits(state.buildings_discard)
    hands = [bits(player.buildings) for player in state.players]
    for seat, own in enumerate(memory.seats):
        if own is None:
            continue
        assert not pile & ~own.piles[-1], "a building that cannot be in the pile"
        assert not discard & ~own.discard, "a building that cannot be in the discard"
        for other, held in enumerate(hands):
            if other != seat:
                for story in memory.hands[other]:
                    if _possible(story, held, own):
                        break
                else:
                    raise AssertionError("buildings that cannot be in a hand")
        if own.worlds:
            secrets = tuple(tuple(sorted(p.secret)) if n != seat else () for n, p in enumerate(state.players))
            assert secrets in [world.hands for world in own.worlds], "goods that cannot be in a hand"


def _possible(story: Story, held: int, own: SeatMemory) -> bool:
    """Return True if a hand with this story may hold exactly the buildings `held` (bits), by what `own` knows.

    It only compares numbers of buildings, so it can be True for an impossible hand, but never False for a possible one.
    """
    below = 0
    for layer in story:
        known = layer.known & ~own.elsewhere
        below += (held & known).bit_count()
        if layer.unseen:
            unseen = held & ~known & own.pool([pile for piles in layer.unseen for pile in piles])
            below += min(unseen.bit_count(), len(layer.unseen))
        below = min(below, layer.left)
    return below >= held.bit_count()
