"""Carts and ships: `FieldA`, where they are bought (H19), and `FieldF`, where they carry wares (H27).

`TakeAfterLook` is the Carpenter's decision after looking at covered cards. `take_transport` and `remove_transport` give
a seat a transport and take it away. A parameter `kind` is 0 for the cart and 1 for the ship.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import ClassVar

from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu import events
from rules.haithabu.actions import KINDS_OF_TRANSPORT, AnyAction, Fetch, Load
from rules.haithabu.card_data import STACK, STACKS, TRANSPORT, TRANSPORTS
from rules.haithabu.data import CARPENTER, DATA, KINDS, STEVEDORE, WARES, Wares
from rules.haithabu.moves import Take
from rules.haithabu.orders import missing_overall
from rules.haithabu.places import Place, check_amounts
from rules.haithabu.prices import free_places, full_load, places_missing
from rules.haithabu.state import NOBODY, Look, Player, State

_LOOK = DATA.character.carpenter.look
_SHIPS = len(STACKS) // 2
"""The index of the first stack of ships; those before it are carts."""


def buy_transports(state: State, seat: int, stacks: Sequence[int], silver: int, emitted: list[Event]) -> None:
    """H19: give the seat a card of each of these stacks, which it has paid for.

    Without the Carpenter it gets the open cards (see `take_transport` for the events). The Carpenter's owner is first
    shown the top cards (`Looked`) and then asked which to take (decision `Look`), unless every stack has only one card.
    From version 2 of the rules on, `State.known` remembers what was seen. `stacks` are indices; `silver` is the price
    of all cards together.
    """
    if state.owners[CARPENTER] == seat and any(len(state.stacks[stack]) > 1 for stack in stacks):
        seen = tuple(tuple(TRANSPORTS[card].id for card in top_cards(state, stack)) for stack in stacks)
        for stack in stacks if state.known else ():
            state.known[seat][stack] = max(state.known[seat][stack], _LOOK)
        emitted.append(events.Looked(seat, tuple(STACKS[stack].key for stack in stacks), silver, seen))
        state.push(Look(owes=[seat], stacks=tuple(stacks)))
        return
    for stack in stacks:
        take_transport(state, seat, stack, state.stacks[stack][-1], STACKS[stack].cost, emitted)


def top_cards(state: State, stack: int) -> list[int]:
    """H19: return the top three cards of a stack, or all if fewer are left, as indices, the open one first."""
    return state.stacks[stack][-_LOOK:][::-1]


def known_card_count(state: State, seat: int, stack: int) -> int:
    """Return how many cards of a stack, counted from the top, the seat has seen: the open one and those of a look.

    In version 1 of the rules, cards of a look count only until its decision is made. Return 0 for an empty stack.
    """
    cards, frame = state.stacks[stack], state.agenda[-1] if state.agenda else None
    if state.known:
        return min(len(cards), state.known[seat][stack])
    looking = isinstance(frame, Look) and frame.owes == [seat] and stack in frame.stacks
    return min(len(cards), _LOOK if looking else 1)


def take_transport(state: State, seat: int, stack: int, card: int, silver: int, emitted: list[Event]) -> None:
    """H19: move a card from its stack to the seat. If the seat has a transport of the same kind, that one is removed.

    `stack` and `card` are indices. `silver` is the price for the event `Fetched`; 0 after the Carpenter's look, because
    `Looked` has the price. The number of cards that each seat knows in this stack is updated. If the stack has a new
    open card, `StackTurned` names it.
    """
    cards = state.stacks[stack]
    was_open = cards[-1] == card
    above = len(cards) - cards.index(card) - 1
    for seen in state.known:
        if above < seen[stack]:
            seen[stack] = max(1, seen[stack] - 1)  # The new top card is open to everybody.
    cards.remove(card)
    emitted.append(events.Fetched(seat, TRANSPORTS[card].id, silver))
    kind = stack >= _SHIPS
    player = state.players[seat]
    if player.transports[kind] != NOBODY:
        remove_transport(state, seat, kind, "replaced", emitted)
    player.transports[kind] = card
    if was_open and cards:
        emitted.append(events.StackTurned(STACKS[stack].key, TRANSPORTS[cards[-1]].id))


def remove_transport(state: State, seat: int, kind: int, why: str, emitted: list[Event]) -> None:
    """Remove the seat's cart (`kind` 0) or ship (`kind` 1) from the game and emit `TransportGone`.

    The seat must have one. `why` is noted in the event: `replaced`, `used` or `storm`.
    """
    player = state.players[seat]
    card = player.transports[kind]
    player.transports[kind] = NOBODY
    state.gone.append(card)
    emitted.append(events.TransportGone(seat, TRANSPORTS[card].id, why))


def check_stack(state: State, key: str) -> int:
    """H19: return the index of the stack with this key; raise `Illegal` if there is none or it is empty."""
    stack = STACK.get(key)
    if stack is None:
        raise Illegal("H19", "no_such_stack", stack=key)
    if not state.stacks[stack]:
        raise Illegal("H19", "stack_is_empty", stack=key)
    return stack


class FieldA(Place):
    """Field A (H19): buy one cart, one ship, or both."""

    key: ClassVar[str] = "A"
    rule: ClassVar[str] = "H19"

    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """Field A: return True if an open cart or ship costs at most `budget`."""
        return any(cards and stack.cost <= budget for stack, cards in zip(STACKS, state.stacks, strict=True))

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Field A: return what the cards of the stacks named cost together in silver.

        Raise `Illegal` for another action, and if no stack is named, one is unknown or empty, or two are of the same
        kind (cart or ship). The seat's silver is not checked.
        """
        if not isinstance(action, Fetch):
            raise self.wrong_action(action)
        kinds = [check_stack(state, key) >= _SHIPS for key in action.stacks]
        if not kinds:
            raise Illegal("H19", "nothing_named")
        if len(set(kinds)) != len(kinds):
            raise Illegal("H19", "same_kind_twice", stacks=action.stacks)
        return self.cost(state, seat, action)

    def cost(self, state: State, seat: int, action: AnyAction) -> int:
        """Field A: return the silver for one card of each stack named."""
        assert isinstance(action, Fetch)
        return sum(STACKS[STACK[key]].cost for key in action.stacks)

    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Field A: give the seat the open card of each stack named; the Carpenter's owner looks and chooses first.

        The cost has been paid. The events are those of `buy_transports`.
        """
        assert isinstance(action, Fetch)
        stacks = [STACK[key] for key in action.stacks]
        buy_transports(state, seat, stacks, cost, emitted)

    def offered_actions(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Field A: return every pair of a cart and a ship within `budget` silver, then every single cart or ship."""
        open_stacks = [stack for stack, cards in zip(STACKS, state.stacks, strict=True) if cards]
        carts = [stack for stack in open_stacks if stack.kind == "cart"]
        ships = [stack for stack in open_stacks if stack.kind == "ship"]
        both = [(cart.key, ship.key) for cart in carts for ship in ships if cart.cost + ship.cost <= budget]
        return [Fetch(keys) for keys in (*both, *((stack.key,) for stack in open_stacks if stack.cost <= budget))]

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Field A: draw a cart, a ship or both by `bits`, and return the action that buys them.

        Return None if a stack drawn is empty, or if the cards cost more than `budget`.
        """
        cart, ship = bits % _SHIPS, _SHIPS + (bits >> 8) % _SHIPS
        chosen = [(cart, ship), (cart,), (ship,)][(bits >> 16) % 3]
        if not all(state.stacks[stack] for stack in chosen) or sum(STACKS[i].cost for i in chosen) > budget:
            return None
        return Fetch(tuple(STACKS[stack].key for stack in chosen))


class FieldF(Place):
    """Field F (H27): carry wares from the warehouse to the trading post with a cart or ship, which is then used up."""

    key: ClassVar[str] = "F"
    rule: ClassVar[str] = "H27"

    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """Field F: return True if the seat has a cart or ship and at least one ware in the warehouse."""
        player = state.players[seat]
        return any(player.warehouse) and player.transports != [NOBODY, NOBODY]

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Field F: return 0, the cost; raise `Illegal` unless the seat can carry these wares with this transport.

        It must own the transport and have the wares, at least one, in the warehouse, and all of them must find a place.
        """
        if not isinstance(action, Load):
            raise self.wrong_action(action)
        check_amounts(self.rule, action.wares)
        player = state.players[seat]
        if action.kind not in KINDS_OF_TRANSPORT:
            raise Illegal("H27", "no_such_transport", kind=action.kind)
        card = player.transports[KINDS_OF_TRANSPORT.index(action.kind)]
        if card == NOBODY:
            raise Illegal("H27", "no_transport", kind=action.kind)
        check_in_warehouse(player, action.wares, self.rule)
        beyond = places_missing(action.wares, TRANSPORTS[card], state.owners[STEVEDORE] == seat)
        if beyond:
            raise Illegal("H27", "no_place_for_that", transport=TRANSPORTS[card].id, beyond=beyond)
        return 0

    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Field F: move the wares from the warehouse to the trading post and remove the transport from the game.

        Emits `Transported` and `TransportGone`.
        """
        assert isinstance(action, Load)
        kind = KINDS_OF_TRANSPORT.index(action.kind)
        card = state.players[seat].transports[kind]
        move_to_post(state.players[seat], action.wares)
        emitted.append(events.Transported(seat, action.wares, TRANSPORTS[card].id))
        remove_transport(state, seat, kind, "used", emitted)

    def offered_actions(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Field F: return up to seven full loads for each transport of the seat, without duplicates.

        One load is filled first with what the seat's orders still need; the others each prefer one of the six wares.
        The list is empty without a transport or with an empty warehouse.
        """
        player = state.players[seat]
        if not any(player.warehouse):
            return []
        loads: dict[Load, None] = {}
        for kind in (0, 1):
            if player.transports[kind] != NOBODY:
                for wish in range(-1, KINDS):
                    loads[self._load(state, seat, kind, wish)] = None
        return list(loads)

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Field F: return one of the offered loads, chosen by `bits`; None if the seat has no transport or no wares."""
        player = state.players[seat]
        kind = bits & 1
        if player.transports[kind] == NOBODY:
            kind = 1 - kind
        if player.transports[kind] == NOBODY or not any(player.warehouse):
            return None
        return self._load(state, seat, kind, (bits >> 8) % (KINDS + 1) - 1)

    def _load(self, state: State, seat: int, kind: int, wish: int) -> Load:
        """Return the action that loads the seat's cart (`kind` 0) or ship (`kind` 1) with as many wares as possible.

        `wish` is the index of the ware preferred on the free places; -1 prefers the wares that the seat's orders need
        and its trading post lacks. The seat must have that transport.
        """
        player = state.players[seat]
        transport = TRANSPORTS[player.transports[kind]]
        wanted = missing_overall(player) if wish < 0 else [99 * (ware == wish) for ware in range(KINDS)]
        places = free_places(transport, state.owners[STEVEDORE] == seat)
        return Load(KINDS_OF_TRANSPORT[kind], full_load(player.warehouse, wanted, transport, places))


def check_in_warehouse(player: Player, wares: Wares, rule: str) -> None:
    """Raise `Illegal`, citing `rule`, if the player's warehouse holds fewer of any ware than `wares` names."""
    for ware, count in enumerate(wares):
        if count > player.warehouse[ware]:
            raise Illegal(rule, "not_in_warehouse", ware=WARES[ware], wanted=count, owned=player.warehouse[ware])


def move_to_post(player: Player, wares: Wares) -> None:
    """Move wares, which must be there, from the player's warehouse to the player's trading post."""
    for ware, count in enumerate(wares):
        if count:
            player.warehouse[ware] -= count
            player.post[ware] += count


class TakeAfterLook(Step[State, Look, Take]):
    """The decision after the Carpenter's look (H19): its owner takes one card of each stack looked at.

    The cards not taken stay in the stack, in the same order.
    """

    def options(self, state: State, frame: Look, seat: int) -> list[Take]:
        """Carpenter's look (H19): return a move for every way to take one of the top three cards of each stack.

        The stacks are those bought from (`frame.stacks`).
        """
        looks = [[TRANSPORTS[card].id for card in top_cards(state, stack)] for stack in frame.stacks]
        return [Take(cards) for cards in product(*looks)]

    def check(self, state: State, frame: Look, seat: int, move: Move) -> None:
        """Carpenter's look (H19): raise `Illegal` unless the move names one of the top three cards of each stack.

        Only the stacks bought from (`frame.stacks`) count. The cards may be named in any order.
        """
        if not isinstance(move, Take):
            raise wrong_kind("H19", move)
        if len(move.transports) != len(frame.stacks):
            raise Illegal("H19", "one_of_each_stack", wanted=len(frame.stacks), given=len(move.transports))
        for card, stack in zip(self._by_stack(frame, move), frame.stacks, strict=True):
            if TRANSPORT.get(card, NOBODY) not in top_cards(state, stack):
                raise Illegal("H19", "not_seen_there", transport=card, stack=STACKS[stack].key)

    def _by_stack(self, frame: Look, move: Take) -> list[str]:
        """Return the ids of the cards that the move names, sorted in the order of the stacks in `frame.stacks`.

        Unknown cards, and cards of other stacks, come last.
        """
        order = {STACKS[stack].key: place for place, stack in enumerate(frame.stacks)}

        def place(card: str) -> int:
            """Return a sort key: the index of the card's stack in `frame.stacks`; a larger number for other cards."""
            index = TRANSPORT.get(card)
            return len(order) if index is None else order.get(TRANSPORTS[index].stack.key, len(order))

        return sorted(move.transports, key=place)

    def apply(self, state: State, frame: Look, seat: int, move: Take, emitted: list[Event]) -> None:
        """Carpenter's look (H19): give the seat the cards named, which have been paid for, and end its decision."""
        frame.owes.remove(seat)
        for card, stack in zip(self._by_stack(frame, move), frame.stacks, strict=True):
            take_transport(state, seat, stack, TRANSPORT[card], 0, emitted)

    def resume(self, state: State, frame: Look, emitted: list[Event]) -> None:
        """Pop the frame; the interrupted turn or round end continues."""
        state.agenda.pop()
