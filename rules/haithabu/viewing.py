"""`view` builds a `View` of Haithabu from a state; `player_view` builds the part about one player."""

from __future__ import annotations

from rules import contract
from rules.haithabu.card_data import ORDERS, STACKS, TRANSPORTS
from rules.haithabu.data import CHARACTERS, DATA, FIELDS, KINDS, PRICES, WARES
from rules.haithabu.moves import NEUTRAL as NEUTRAL_WORKER
from rules.haithabu.moves import OWN
from rules.haithabu.state import (
    NOBODY,
    Act,
    ChooseEvent,
    DiscardSurplus,
    Look,
    Player,
    State,
    Turn,
    UseFunctions,
)
from rules.haithabu.storage_limits import surplus
from rules.haithabu.transports import known_card_count, top_cards
from rules.haithabu.view import CharacterView, FieldView, OrderView, PlayerView, StackView, TurnView, View, WareView
from rules.haithabu.worker_turn import neutral_workers_left


def view(state: State, seat: int | None, owed: dict[int, str], result: contract.Result | None) -> View:
    """Return what the seat may know of the state; `seat` None is a spectator.

    Covered cards are only in `look`, for the seat whose Carpenter looks at them now, and in `known`, for the seat that
    has seen them. `owed` are the pending decisions by seat and `result` the final result or None; both are copied into
    the view.
    """
    frame = state.agenda[-1] if state.agenda else None
    fields = len(FIELDS)
    return View(
        seats=state.seats,
        seat=seat,
        owed=owed,
        round=state.round,
        phase=state.phase,
        starter=state.starter,
        next_starter=state.next_starter,
        wares=tuple(
            WareView(
                key,
                state.levels[ware],
                PRICES[ware][state.levels[ware]],
                state.market[ware],
                state.supply[ware],
                state.standing[fields + ware],
            )
            for ware, key in enumerate(WARES)
        ),
        rondel=tuple(FieldView(key, state.by_day(i), state.standing[i]) for i, key in enumerate(FIELDS)),
        characters=tuple(
            CharacterView(key, None if owner == NOBODY else owner, safe)
            for key, owner, safe in zip(CHARACTERS, state.owners, state.safe, strict=True)
        ),
        upper=tuple(_order(card) for card in state.upper),
        lower=tuple(_order(card) for card in state.lower),
        pile=len(state.pile),
        discard=tuple(ORDERS[card].id for card in state.discard),
        lost=tuple(ORDERS[card].id for card in state.lost),
        stacks=tuple(
            StackView(stack.key, stack.cost, TRANSPORTS[cards[-1]].id if cards else None, len(cards))
            for stack, cards in zip(STACKS, state.stacks, strict=True)
        ),
        gone=tuple(TRANSPORTS[card].id for card in state.gone),
        inn=neutral_workers_left(state),
        hired=state.hired,
        loans=state.loans,
        players=tuple(player_view(player, _characters(state, seat)) for seat, player in enumerate(state.players)),
        turn=_turn(state),
        acting=next((FIELDS[below.field] for below in state.agenda if isinstance(below, Act)), None),
        rolled=tuple(DATA.event[face - 1].key for face in frame.dice) if isinstance(frame, ChooseEvent) else (),
        look=tuple(tuple(TRANSPORTS[card].id for card in top_cards(state, stack)) for stack in frame.stacks)
        if isinstance(frame, Look) and frame.owes == [seat]
        else None,
        known=tuple(_covered(state, seat, stack) for stack in range(len(STACKS))),
        functions=tuple(CHARACTERS[i] for i in frame.functions) if isinstance(frame, UseFunctions) else (),
        surplus={asked: surplus(state, asked) for asked in frame.owes} if isinstance(frame, DiscardSurplus) else {},
        result=result,
        happened=next(
            (DATA.event[below.event - 1].key for below in state.agenda if isinstance(below, Act) and below.event), None
        ),
    )


def _order(card: int) -> str | None:
    """Return an order's id; None for no card."""
    return None if card == NOBODY else ORDERS[card].id


def _transport(card: int) -> str | None:
    """Return a transport's id; None for no card."""
    return None if card == NOBODY else TRANSPORTS[card].id


def _covered(state: State, seat: int | None, stack: int) -> tuple[str, ...]:
    """Return the ids of the covered cards of a stack that the seat has seen, from the top; () for a spectator."""
    seen = known_card_count(state, seat, stack) if seat is not None else 1
    return tuple(TRANSPORTS[card].id for card in reversed(state.stacks[stack][-seen:-1]))


def player_view(player: Player, characters: tuple[str, ...]) -> PlayerView:
    """Return what everybody sees of a player; `characters` are the keys of the player's characters."""
    return PlayerView(
        silver=player.silver,
        points=player.points,
        loans=player.loans,
        warehouse=tuple(player.warehouse),
        post=tuple(player.post),
        orders=tuple(
            OrderView(place, ORDERS[card].id, cubes)
            for place, (card, cubes) in enumerate(zip(player.orders, player.cubes, strict=True), 1)
            if card != NOBODY
        ),
        completed=tuple(ORDERS[card].id for card in player.completed),
        cart=_transport(player.transports[0]),
        ship=_transport(player.transports[1]),
        characters=characters,
    )


def _characters(state: State, seat: int) -> tuple[str, ...]:
    """Return the keys of a seat's characters."""
    return tuple(key for key, owner in zip(CHARACTERS, state.owners, strict=True) if owner == seat)


def _turn(state: State) -> TurnView | None:
    """Return the view of the running turn, with the wares bought and sold in this phase; None if no turn is running."""
    frame = next((frame for frame in state.agenda if isinstance(frame, Turn)), None)
    if frame is None:
        return None
    return TurnView(
        seat=frame.seat,
        workers=tuple(worker for worker, there in ((OWN, frame.own), (NEUTRAL_WORKER, frame.neutral)) if there),
        hired=frame.hired,
        bought=tuple(WARES[ware] for ware in range(KINDS) if state.bought >> ware & 1),
        sold=tuple(WARES[ware] for ware in range(KINDS) if state.sold >> ware & 1),
    )
