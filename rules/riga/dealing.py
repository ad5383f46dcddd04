"""The function `deal`: deal the cards hidden from a seat at random, to make a guess.

Cards go only where the seat's memory says they can be, or anywhere in version 1 of the rules, which has no memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from rules.chance import Chance
from rules.riga.data import CARDS, DECK, GOODS
from rules.riga.memory import BIT, CardMemory, PossibleWorld, SeatMemory, Story
from rules.riga.view import View

_TRIES = 50
"""How often dealing buildings by memory is tried before giving up. More than a few tries were never needed."""


class Hidden(msgspec.Struct):
    """A random place for every card that a seat does not see; `deal` makes it.

    The lists `goods`, `secret` and `buildings` have a list for each seat, which is empty if the view shows that seat's
    hand. Piles are drawn from the end of their lists, as in `State`.
    """

    goods: list[list[str]]
    """The goods in each hand."""
    secret: list[list[str]]
    """R25: by seat, those of the goods in hand that came from a Treasury, so that only their owner has seen them."""
    drawn_goods: list[str]
    """R25: the goods another player has drawn with a Treasury and not decided on yet."""
    goods_pile: list[str]
    buildings: list[list[str]]
    """The buildings in each hand."""
    drawn: list[list[str]]
    """R4, R24: by seat, the buildings that other players have drawn to look at; they have yet to decide on them."""
    buildings_pile: list[str]
    buildings_discard: list[str]


def deal(view: View, chance: Chance) -> Hidden:
    """Return a random place for every card that the view's seat does not see.

    The places agree with what the seat could have noted down (`view.memory`). If the view has no memory, a card can be
    in any place that is hidden from the seat. For the buildings, up to 50 random deals are tried; if none of them
    agrees with the memory, the buildings are dealt without it.
    """
    seats = range(view.seats)
    hidden = Hidden([[] for _ in seats], [[] for _ in seats], [], [], [[] for _ in seats], [[] for _ in seats], [], [])
    _deal_goods(view, hidden, chance)
    memory = view.memory
    if not memory or not any(_deal_remembered(view, memory, hidden, chance) for _ in range(_TRIES)):
        _deal_anywhere(view, hidden, chance)
    return hidden


def _looked_at(view: View, decision: str) -> int:
    """Return how many cards another seat has drawn for this decision and is looking at; 0 if nobody else owes it.

    `decision` is a name as in `View.owed`, for example `treasury`.
    """
    return view.drawn_count if decision in view.owed.values() and not view.drawn else 0


def _looking(view: View) -> list[int]:
    """R4, R24: return the other seats with drawn buildings that are neither in their hand nor on the discard yet."""
    if "start_building" in view.owed.values():  # R4: also those who have chosen already
        return [seat for seat in range(view.seats) if seat != view.seat]
    return list(view.owed) if _looked_at(view, "builders_yard") else []


# Goods


def _deal_goods(view: View, hidden: Hidden, chance: Chance) -> None:
    """Fill the lists of goods in `hidden`.

    One of the seat's possible worlds is drawn at random: it says which goods others keep from their Treasuries. All
    other hidden goods are then dealt at random. Without a memory there are no worlds, and all are dealt at random.
    """
    counts = {good: CARDS[good] - view.goods_discard[good] - view.drawn.count(good) for good in GOODS}
    for row in view.rows:
        for good in row.goods:
            counts[good] -= 1
    for player in view.players:
        for good in player.hand.goods if player.hand else player.open_goods:
            counts[good] -= 1
    others = [seat for seat, player in enumerate(view.players) if player.hand is None]
    if view.memory and view.seat is not None and others:
        world = _any_world(view.memory.own(view.seat).worlds, counts, chance)
        for good in world.drawn:
            counts[good] -= 1
            hidden.drawn_goods.append(good)
        for seat in others:
            for good in world.hands[seat]:
                counts[good] -= 1
            hidden.secret[seat] = list(world.hands[seat])
            hidden.goods[seat] = [*view.players[seat].open_goods, *world.hands[seat]]
    loose = [good for good in GOODS for _ in range(counts[good])]
    chance.shuffle(loose)
    for seat in others:
        hidden.goods[seat] += _take(loose, view.players[seat].goods - len(hidden.goods[seat]))
    hidden.drawn_goods += _take(loose, _looked_at(view, "treasury") - len(hidden.drawn_goods))
    hidden.goods_pile = loose


def _any_world(worlds: Sequence[PossibleWorld], counts: dict[str, int], chance: Chance) -> PossibleWorld:
    """Return one of the worlds at random; its probability is proportional to the number of deals that lead to it.

    `counts` is the number of cards of each good that the seat does not see. A world that needs more cards than that is
    never drawn. At least one of the worlds must be possible with these cards.
    """
    weights = [_ways((*world.drawn, *(good for hand in world.hands for good in hand)), counts) for world in worlds]
    at = chance.below(sum(weights))
    for world, weight in zip(worlds, weights, strict=True):
        at -= weight
        if at < 0:
            return world
    raise AssertionError("weights are above 0")


def _ways(goods: Iterable[str], counts: dict[str, int]) -> int:
    """Return the number of ways to draw these goods one by one; 0 if there are too few cards of a good.

    `counts` is the number of cards of each good that can be drawn.
    """
    ways = 1
    for good, count in Counter(goods).items():
        for taken in range(count):
            ways *= max(0, counts[good] - taken)
    return ways


def _take(cards: list[str], count: int) -> list[str]:
    """Remove the first `count` cards from the list and return them; none if `count` is negative."""
    taken = cards[: max(0, count)]
    del cards[: max(0, count)]
    return taken


# Buildings


def _unseen(view: View) -> list[str]:
    """Return the names of the buildings of the deck that the view shows nowhere, in the order of the deck.

    Riga buildings are not part of the deck.
    """
    seen = {*view.new, *view.old, *view.drawn}
    for player in view.players:
        seen.update([built.building for built in player.built])
        if player.hand:
            seen.update(player.hand.buildings)
    return [name for name in DECK if name not in seen]


def _deal_anywhere(view: View, hidden: Hidden, chance: Chance) -> None:
    """Fill the lists of buildings in `hidden` at random. Each list gets as many cards as the view says.

    What the seat remembers about them (`view.memory`) is ignored.
    """
    loose = _unseen(view)
    chance.shuffle(loose)
    for seat, player in enumerate(view.players):
        hidden.buildings[seat] = [] if player.hand else _take(loose, player.buildings)
    for seat in _looking(view):
        hidden.drawn[seat] = _take(loose, view.drawn_count)
    hidden.buildings_pile = _take(loose, view.buildings_pile)
    hidden.buildings_discard = loose


class Lot(msgspec.Struct):
    """A part of a hidden place to which buildings are dealt: how many it gets, and which buildings they can be.

    Each card of a hand is a separate lot; the whole discard is one lot.
    """

    bits: int
    """The possible buildings, as bits (see `memory.BIT`)."""
    count: int
    """How many buildings the lot gets."""
    place: list[str]
    """The list in `Hidden` to which the cards are added when all lots are full."""
    cards: list[str] = msgspec.field(default_factory=list)
    """The cards dealt so far."""


def _deal_remembered(view: View, memory: CardMemory, hidden: Hidden, chance: Chance) -> bool:
    """Fill the lists of buildings in `hidden` as the seat's memory allows; return False if this random try failed.

    The lists are cleared first, so the caller may try again. For every hidden hand a story is drawn: one way in which
    its buildings may have come there (see `memory`). It says which buildings each card can be. Then every unseen
    building is put into a `Lot` that allows it.
    """
    assert view.seat is not None
    own = memory.own(view.seat)
    hidden.buildings = [[] for _ in view.players]
    hidden.drawn = [[] for _ in view.players]
    hidden.buildings_pile, hidden.buildings_discard = [], []
    lots = [
        Lot(bits, 1, hidden.buildings[seat])
        for seat, player in enumerate(view.players)
        if player.hand is None
        for bits in _left(chance.choice(memory.hands[seat]), own, player.buildings, chance)
    ]
    for seat in _looking(view):
        piles = memory.drawn if len(memory.drawn) == view.drawn_count else memory.drawn[:1] * view.drawn_count
        lots += [Lot(own.piles[pile], 1, hidden.drawn[seat]) for pile in piles]
    lots.append(Lot(own.discard, view.buildings_discard, hidden.buildings_discard))
    lots.append(Lot(own.piles[-1], view.buildings_pile, hidden.buildings_pile))
    loose = _unseen(view)
    chance.shuffle(loose)
    if not _fill(lots, loose, chance):
        return False
    for lot in lots:
        lot.place += lot.cards
    chance.shuffle(hidden.buildings_pile)
    return True


def _left(story: Story, own: SeatMemory, count: int, chance: Chance) -> list[int]:
    """Return an entry for each of the `count` cards in a hidden hand: the buildings it can be, as bits.

    `story` says how buildings came into the hand (see `memory`). Which of them the hand has discarded since is drawn at
    random. `own` is what the seat that makes the guess knows.
    """
    held: list[int] = []
    for layer in story:
        known = layer.known & ~own.elsewhere
        while known:
            held.append(known & -known)
            known &= known - 1
        held += [own.pool(piles) for piles in layer.unseen]
        while len(held) > layer.left:
            chance.take(held)
    while len(held) > count:
        chance.take(held)
    return held


def _fill(lots: list[Lot], cards: list[str], chance: Chance) -> bool:
    """Put every card into a random lot that allows it; begin with the cards that the fewest lots allow.

    If all lots that allow a card are full, cards dealt before are moved to make room (`_squeeze`). Return False as soon
    as a card fits nowhere; the lots are then partly filled.
    """
    allowed = [(lot.bits, lot) for lot in lots]
    bits = [(card, BIT[card]) for card in cards]
    fitting = {card: [lot for fits, lot in allowed if fits & bit] for card, bit in bits}
    for card in sorted(cards, key=lambda card: len(fitting[card])):
        free = 0
        for lot in fitting[card]:
            free += lot.count - len(lot.cards)
        if not free:
            if not _squeeze(card, fitting, []):
                return False
            continue
        at = chance.below(free)
        for lot in fitting[card]:
            at -= lot.count - len(lot.cards)
            if at < 0:
                lot.cards.append(card)
                break
    return True


def _squeeze(card: str, fitting: dict[str, list[Lot]], tried: list[Lot]) -> bool:
    """Put a card into a lot, moving cards from one lot to another where necessary. Return True on success.

    `fitting` has, for each card, the lots that allow it. Lots in `tried` are skipped; every lot that is tried is added
    to it. If the result is False, all cards are where they were.
    """
    for lot in fitting[card]:
        if any(lot is other for other in tried):
            continue
        tried.append(lot)
        if len(lot.cards) < lot.count:
            lot.cards.append(card)
            return True
        for place, other in enumerate(lot.cards):
            lot.cards[place] = card
            if _squeeze(other, fitting, tried):
                return True
            lot.cards[place] = other
    return False
