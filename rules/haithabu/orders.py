"""Orders: the display (H3, H38), a player's places for them (H25, H30), and delivering to them (H26)."""

from __future__ import annotations

from rules.contract import Event
from rules.errors import Illegal
from rules.haithabu import events
from rules.haithabu.card_data import ORDER, ORDERS
from rules.haithabu.data import DATA, NOTHING, SUPPLIER, Wares
from rules.haithabu.state import NOBODY, Player, State

COLUMNS = DATA.display.columns
"""The number of orders in each row of the display."""
LAST_PLACE = DATA.play.order_places - 1
"""The index of a player's last place for orders."""


# The display


def draw_order(state: State, emitted: list[Event]) -> int:
    """H38: return the top order of the pile; an empty pile is refilled by shuffling the discard.

    `NOBODY` if both are empty.
    """
    if not state.pile:
        if not state.discard:
            return NOBODY
        state.pile, state.discard = state.discard, []
        state.chance.shuffle(state.pile)
        emitted.append(events.OrdersShuffled(len(state.pile)))
    return state.pile.pop()


def fill_upper_row(state: State, emitted: list[Event]) -> None:
    """H3, H25, H38: fill every gap of the upper row from the pile, as far as there are cards."""
    turned = []
    for column in range(COLUMNS):
        if state.upper[column] == NOBODY:
            state.upper[column] = card = draw_order(state, emitted)
            if card != NOBODY:
                turned.append(ORDERS[card].id)
    if turned:
        emitted.append(events.OrdersTurned(tuple(turned)))


def move_rows(state: State, emitted: list[Event]) -> None:
    """H38: discard the lower row, move the upper row down and refill it."""
    state.discard += [card for card in state.lower if card != NOBODY]
    state.lower, state.upper = state.upper, [NOBODY] * COLUMNS
    fill_upper_row(state, emitted)


def on_display(state: State) -> list[int]:
    """Return the orders in the display, the lower row first."""
    return [card for card in (*state.lower, *state.upper) if card != NOBODY]


# A player's places


def take_order(state: State, seat: int, card: int, emitted: list[Event]) -> None:
    """H25: move an order of the display to the player's place 1 and refill the display.

    The block of cards from place 1 up to the first gap moves one place right; without a gap the last card is lost.
    """
    if card in state.lower:
        column = state.lower.index(card)
        state.lower[column] = state.upper[column]
    else:
        column = state.upper.index(card)
    state.upper[column] = NOBODY
    emitted.append(events.OrderTaken(seat, ORDERS[card].id))
    player = state.players[seat]
    gap = player.orders.index(NOBODY) if NOBODY in player.orders else LAST_PLACE
    if player.orders[gap] != NOBODY:
        lose_last(state, seat, emitted)
    del player.orders[gap], player.cubes[gap]
    player.orders.insert(0, card)
    player.cubes.insert(0, NOTHING)
    fill_upper_row(state, emitted)


def lose_last(state: State, seat: int, emitted: list[Event]) -> None:
    """H25, H30: remove the card on the player's last place from the game; its cubes go to the general supply."""
    player = state.players[seat]
    card, cubes = player.orders[LAST_PLACE], player.cubes[LAST_PLACE]
    player.orders[LAST_PLACE], player.cubes[LAST_PLACE] = NOBODY, NOTHING
    for ware, count in enumerate(cubes):
        state.supply[ware] += count
    state.lost.append(card)
    emitted.append(events.OrderLost(seat, ORDERS[card].id, cubes))


def move_orders(state: State, seat: int, emitted: list[Event]) -> None:
    """H30: move all orders of the player one place right, gaps included; a card on the last place is lost."""
    player = state.players[seat]
    if player.orders[LAST_PLACE] != NOBODY:
        lose_last(state, seat, emitted)
    player.orders.insert(0, player.orders.pop())
    player.cubes.insert(0, player.cubes.pop())


def missing_on_order(player: Player, place: int) -> Wares:
    """Return the wares still missing on the order at this place; nothing for an empty place."""
    card = player.orders[place]
    if card == NOBODY:
        return NOTHING
    return tuple([want - have for want, have in zip(ORDERS[card].wares, player.cubes[place], strict=True)])


def missing_overall(player: Player) -> list[int]:
    """Return, by ware, what all orders together still want beyond the trading post.

    Negative where there is too much.
    """
    wanted = [-count for count in player.post]
    for place in range(LAST_PLACE + 1):
        if player.orders[place] != NOBODY:
            for ware, count in enumerate(missing_on_order(player, place)):
                wanted[ware] += count
    return wanted


def check_on_display(state: State, order: str) -> None:
    """H25: raise `Illegal` unless the order is in one of the two rows."""
    card = ORDER.get(order)
    if card not in state.lower and card not in state.upper:
        raise Illegal("H25", "not_on_display", order=order)


def deliver(state: State, seat: int, card: int, wares: Wares, emitted: list[Event]) -> None:
    """H26: move wares from the trading post onto an order; a complete one scores points and silver at once.

    The Supplier's owner gets more (H9).
    """
    player = state.players[seat]
    place = player.orders.index(card)
    order = ORDERS[card]
    cubes = tuple([have + count for have, count in zip(player.cubes[place], wares, strict=True)])
    for ware, count in enumerate(wares):
        player.post[ware] -= count
    emitted.append(events.Delivered(seat, order.id, wares))
    if cubes != order.wares:
        player.cubes[place] = cubes
        return
    player.orders[place], player.cubes[place] = NOBODY, NOTHING
    for ware, count in enumerate(cubes):
        state.supply[ware] += count
    player.completed.append(card)
    supplier = state.owners[SUPPLIER] == seat
    points = order.points + supplier * DATA.character.supplier.points
    silver = order.silver + supplier * DATA.character.supplier.silver
    player.points += points
    player.silver += silver
    emitted.append(events.Completed(seat, order.id, points, silver))
