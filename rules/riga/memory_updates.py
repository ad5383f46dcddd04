"""Updating the memory of hidden cards (R27): one function `note_…` for each thing that can happen to a card.

Each of them replaces `state.memory`; without a memory (version 1 of the rules) it does nothing. They are called after
the cards have moved in the state, except where the docstring says otherwise. `check_memory` compares the memory with
where the cards really are. The words *story*, *layer* and *possible world* are explained in `memory`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from rules.riga.data import GOODS
from rules.riga.memory import BIT, NO_WINTER_YET, CardMemory, Layer, PossibleWorld, SeatMemory, Story, bits
from rules.riga.state import State

# Buildings


def note_building_turned_up(state: State, name: str) -> None:
    """R8: update `state.memory`, if any, after a building was turned up on the display: everybody has seen it."""
    if state.memory:
        state.memory = state.memory.seen(BIT[name])


def note_building_drawn(state: State, drawer: int, name: str) -> None:
    """R4, R24: update `state.memory`, if any, after seat `drawer` drew a building to look at.

    The drawer has seen it, and also notes it as `elsewhere` if others may believe it to be in some hand. To others it
    can be any building of the current pile.
    """
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


def note_buildings_kept(state: State, keeper: int, name: str | None, others: Sequence[str]) -> None:
    """R4, R24: update `state.memory`, if any, after seat `keeper` decided on the buildings it had drawn.

    `name` (None if none) went into the keeper's hand, whose stories get an unseen card. `others` went face down to the
    discard: the keeper knows which, to other seats they can be any building of the piles drawn from.
    """
    memory = state.memory
    if not memory:
        return
    piles = tuple(sorted(set(memory.drawn)))
    if name is not None:
        hand = [_with_layer(story, Layer(unseen=(piles,))) for story in memory.hands[keeper]]
        memory = memory.with_hand(keeper, hand)
    if others:
        mine = bits(others)
        memory = memory.with_own(lambda seat, own: own.with_discard(mine if seat == keeper else own.pool(piles)))
    state.memory = memory


def _with_layer(story: Story, new: Layer) -> Story:
    """Return the story with the buildings of the layer `new` added to its top layer.

    If a winter has closed the top layer, or there is none, `new` becomes the top layer.
    """
    if story and story[-1].left == NO_WINTER_YET:
        top = story[-1]
        return (*story[:-1], Layer(top.known | new.known, (*top.unseen, *new.unseen)))
    return (*story, new)


def note_drawn_cards_settled(state: State) -> None:
    """R4, R24: update `state.memory`, if any, after all drawn buildings were decided on: nobody is looking at any."""
    if state.memory:
        state.memory = CardMemory(state.memory.hands, (), state.memory.seats)


def note_buildings_shuffled(state: State) -> None:
    """R8, R24: update `state.memory`, if any, when the discarded buildings become the new pile.

    What can be in the discard can be in the new pile then, and the discard is empty. It is called before they move.
    """
    if state.memory:
        state.memory = state.memory.with_own(
            lambda _, own: SeatMemory((*own.piles, own.discard), 0, own.elsewhere, own.worlds)
        )


def note_display_discarded(state: State, names: Sequence[str]) -> None:
    """R8: update `state.memory`, if any, after these buildings went from the display to the discard, seen by all."""
    if state.memory and names:
        gone = bits(names)
        state.memory = state.memory.with_own(lambda _, own: own.with_discard(gone))


def note_building_taken(state: State, taker: int, name: str) -> None:
    """R12: update `state.memory`, if any, after seat `taker` took a building openly from the display into the hand."""
    if state.memory:
        new = Layer(BIT[name])
        state.memory = state.memory.with_hand(taker, [_with_layer(story, new) for story in state.memory.hands[taker]])


def note_building_built(state: State, builder: int, name: str) -> None:
    """R13: update `state.memory`, if any, after seat `builder` built this building.

    Everybody has seen it now. Stories of the hand in which it cannot have been there are dropped; in the others it
    leaves the hand. A hand without buildings has one empty story. Riga buildings are ignored.
    """
    memory, bit = state.memory, BIT.get(name)
    if not memory or not bit:  # R5: Riga buildings are not hand cards.
        return
    left, hand = len(state.players[builder].buildings), memory.hands[builder]
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
    state.memory = memory.with_hand(builder, stories if left else [()])


def _open_layer(story: Story) -> Layer:
    """Return the top layer of the story if no winter has closed it, otherwise an empty layer."""
    return story[-1] if story and story[-1].left == NO_WINTER_YET else Layer()


def _stories_without(story: Story, bit: int, spectator: SeatMemory) -> list[Story]:
    """Return the story after the building `bit` left the hand: one new story for every place it can have been in.

    A place is a layer's known buildings or one of its unseen cards; `spectator` says what an unseen card can be. Return
    [] if the building cannot have been in this hand.
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
    """Return the story after the building `bit` has left layer number `lay`.

    `unseen` are the remaining unseen cards of that layer. That layer and the newer ones count one building less as
    left, where a winter has closed them; layers of which nothing is left are dropped.
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
    """Return the largest number of buildings that a hand with this story can have left."""
    most = 0
    for layer in story:
        most = min(layer.left, most + layer.known.bit_count() + len(layer.unseen))
    return most


def note_buildings_discarded(state: State, loser: int, names: Sequence[str]) -> None:
    """R11: replace `state.memory`, if any, after seat `loser` discarded these buildings face down in winter.

    The loser knows that they are in the discard; for everybody else, any building that can have been in the hand may be
    there now. In every story of the hand (each way in which its buildings can have come there) the newest layer is
    closed: it notes how many buildings are left, and later buildings begin a new layer. Nothing changes if `names` is
    empty.
    """
    memory = state.memory
    if not memory or not names:
        return
    layers = [layer for story in memory.hands[loser] for layer in story]
    known, mine = 0, bits(names)
    for layer in layers:
        known |= layer.known
    piles = {pile for layer in layers for numbers in layer.unseen for pile in numbers}
    left = len(state.players[loser].buildings)
    hand = [_without_empty_layers([*story[:-1], replace(story[-1], left=left)]) for story in memory.hands[loser]]
    state.memory = memory.with_hand(loser, hand).with_own(
        lambda seat, own: own.with_discard(mine if seat == loser else known & ~own.elsewhere | own.pool(piles))
    )


def _without_empty_layers(layers: Sequence[Layer]) -> Story:
    """Return a story of these layers, without all up to the last one whose `left` is 0: no building of them is left."""
    gone = max((place + 1 for place, layer in enumerate(layers) if not layer.left), default=0)
    return tuple(layers[gone:])


# Goods


def note_secret_good_spent(state: State, seat: int, good: str) -> None:
    """R11, R14, R17: update memory and secret goods after a seat gave a good that can only be one kept by its Treasury.

    The good is removed from the player's secret goods. Others drop the worlds in which the seat did not have it. Unlike
    the other functions, this one needs a memory (AssertionError).
    """
    memory = state.memory
    assert memory is not None, "nobody knows that it was a secret"
    state.players[seat].secret.remove(good)

    def after_spending(watcher: int, own: SeatMemory) -> SeatMemory:
        """Return what seat `watcher` knows after `seat` spent the good; unchanged for `seat` itself.

        Worlds in which `seat` did not have the good are dropped; in the others it leaves that hand.
        """
        if watcher == seat:
            return own
        worlds = [
            PossibleWorld(_without_good(world.hands, seat, good), world.drawn)
            for world in own.worlds
            if good in world.hands[seat]
        ]
        return replace(own, worlds=tuple(dict.fromkeys(worlds)))

    state.memory = memory.with_own(after_spending)


def note_good_kept(state: State, keeper: int, good: str, others: Sequence[str]) -> None:
    """R25: update memory and secret goods after `keeper` kept a good unseen and discarded `others` openly.

    The good becomes one of the player's secret goods. To other seats it may be any good that their possible worlds
    (`PossibleWorld`) allow: each world becomes one world for each such good, with `drawn` emptied. No effect without a
    memory (version 1), not even on the secret goods.
    """
    memory = state.memory
    if not memory:
        return
    state.players[keeper].secret.append(good)

    def after_keeping(seat: int, own: SeatMemory) -> SeatMemory:
        """Return what `seat` knows after the keeper kept a good; unchanged for the keeper.

        Each world becomes one world for each good that it can be, with an empty `drawn`.
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

    state.memory = memory.with_own(after_keeping)


def note_goods_shuffled(state: State, drawer: int | None, drawn: Sequence[str]) -> None:
    """R7: update `state.memory`, if any, when the goods pile has run out. It is called before the discard is shuffled.

    At this moment all goods are known but those kept or being drawn with a Treasury. Seat `drawer` (None for nobody)
    has drawn the goods `drawn` so far. Each seat drops the worlds that contradict the count; in those left, the hidden
    goods that are in no hand become `PossibleWorld.drawn`. If no good is kept or being drawn, nothing changes.
    """
    memory = state.memory
    if not memory or not (drawn or any(player.secret for player in state.players)):
        return

    def after_counting(seat: int, own: SeatMemory) -> SeatMemory:
        """Return what `seat` knows after counting: only the worlds that fit the goods hidden from it now are left.

        In each of them, the hidden goods that are in no hand become `drawn`.
        """
        hidden = [*drawn] if drawer != seat else []
        for other, player in enumerate(state.players):
            hidden += player.secret if other != seat else ()
        worlds = [
            PossibleWorld(world.hands, rest)
            for world in own.worlds
            if (rest := _unexplained_goods(hidden, world)) is not None
        ]
        return replace(own, worlds=tuple(worlds))

    state.memory = memory.with_own(after_counting)


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
    """Raise AssertionError if a seat's memory rules out where a card really is. Without a memory do nothing.

    Not every contradiction about buildings in hands is found (see `_possible`).
    """
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
    """Return True if, as far as `own` knows, a hand with this story may hold exactly the buildings `held` (bits).

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
