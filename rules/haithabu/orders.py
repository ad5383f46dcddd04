"""Orders: the display (H3, H38), a player's five places for them (H25, H30), and delivering to them (H26).

Main functions: `take_order`, `move_orders`, `deliver`, `move_rows`. Cards are indices into `card_data.ORDERS`.
"""

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
    """H38: remove the top order from the pile and return its index; `NOBODY` if pile and discard are both empty.

    If only the pile is empty, the discard is shuffled first and becomes the pile, and `OrdersShuffled` is emitted.
    """
    if not state.pile:
        if not state.discard:
            return NOBODY
        state.pile, state.discard = state.discard, []
        state.chance.shuffle(state.pile)
        emitted.append(events.OrdersShuffled(len(state.pile)))
    return state.pile.pop()


def fill_upper_row(state: State, emitted: list[Event]) -> None:
    """H3, H25, H38: fill every gap in the upper row of the display from the pile; emit `OrdersTurned` for new cards.

    An empty pile is renewed from the discard (see `draw_order`). Gaps stay where both are used up.
    """
    turned = []
    for column in range(COLUMNS):
        if state.upper[column] == NOBODY:
            state.upper[column] = card = draw_order(state, emitted)
            if card != NOBODY:
                turned.append(ORDERS[card].id)
    if turned:
        emitted.append(events.OrdersTurned(tuple(turned)))


def move_rows(state: State, emitted: list[Event]) -> None:
    """H38: put the lower row of the display on the discard, move the upper row down, and fill the upper row again.

    Only filling emits events (see `fill_upper_row`).
    """
    state.discard += [card for card in state.lower if card != NOBODY]
    state.lower, state.upper = state.upper, [NOBODY] * COLUMNS
    fill_upper_row(state, emitted)


def on_display(state: State) -> list[int]:
    """Return the indices of all orders on display, the lower row first."""
    return [card for card in (*state.lower, *state.upper) if card != NOBODY]


# A player's places


def take_order(state: State, seat: int, card: int, emitted: list[Event]) -> None:
    """H25: move an order from the display to place 1 of the seat, and refill the display.

    The seat's cards from place 1 up to the first gap move one place right; without a gap the card on the last place is
    lost. A gap in the lower row is filled by the card above it, one in the upper row from the pile. Emits `OrderTaken`,
    then `OrderLost` for a lost card and `OrdersTurned` for a card from the pile.
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
    """H25, H30: remove the card on the seat's last place from the game; its cubes go to the general supply.

    There must be a card on that place. Emits `OrderLost`.
    """
    player = state.players[seat]
    card, cubes = player.orders[LAST_PLACE], player.cubes[LAST_PLACE]
    player.orders[LAST_PLACE], player.cubes[LAST_PLACE] = NOBODY, NOTHING
    for ware, count in enumerate(cubes):
        state.supply[ware] += count
    state.lost.append(card)
    emitted.append(events.OrderLost(seat, ORDERS[card].id, cubes))


def move_orders(state: State, seat: int, emitted: list[Event]) -> None:
    """H30: move all orders of the seat, with their cubes, one place right; gaps move too.

    A card on the last place is lost (see `lose_last`), and place 1 becomes empty.
    """
    player = state.players[seat]
    if player.orders[LAST_PLACE] != NOBODY:
        lose_last(state, seat, emitted)
    player.orders.insert(0, player.orders.pop())
    player.cubes.insert(0, player.cubes.pop())


def missing_on_order(player: Player, place: int) -> Wares:
    """Return, by ware, what the order on the player's place (an index from 0) still needs; all 0 for an empty place."""
    card = player.orders[place]
    if card == NOBODY:
        return NOTHING
    return tuple([want - have for want, have in zip(ORDERS[card].wares, player.cubes[place], strict=True)])


def missing_overall(player: Player) -> list[int]:
    """Return, by ware, what all orders of the player still need, less what is in the trading post.

    A number is negative if the trading post holds more of that ware than the orders need.
    """
    wanted = [-count for count in player.post]
    for place in range(LAST_PLACE + 1):
        if player.orders[place] != NOBODY:
            for ware, count in enumerate(missing_on_order(player, place)):
                wanted[ware] += count
    return wanted


def check_on_display(state: State, order: str) -> None:
    """H25: raise `Illegal` unless the order with this id is in one of the two rows of the display."""
    card = ORDER.get(order)
    if card not in state.lower and card not in state.upper:
        raise Illegal("H25", "not_on_display", order=order)


def deliver(state: State, seat: int, card: int, wares: Wares, emitted: list[Event]) -> None:
    """H26: move wares from the seat's trading post onto one of its orders, and score the order if it is complete.

    A complete order brings points and silver, with the Supplier's extra (H9); its cubes go to the general supply, its
    place becomes empty, and the card joins the player's completed orders. Emits `Delivered`, and `Completed` for a
    complete order. The order must need these wares, and the trading post must hold them.
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
