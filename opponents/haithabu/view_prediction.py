"""The view of Haithabu after hiring a worker or after an action, as far as it is known before.

`view_after_hiring` and `view_after_action` compute it, for comparing plans without a state.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from opponents.haithabu.position import position_after_action, position_of
from rules.haithabu import actions, moves
from rules.haithabu.data import CHARACTERS, NEUTRAL, PRICES, WARES
from rules.haithabu.quotes import Quote
from rules.haithabu.view import PlayerView, View
from rules.haithabu.viewing import player_view


def view_after_hiring(view: View, seat: int, deal: Quote) -> View:
    """Return the view after the seat has hired a neutral worker (H12) in its turn at the price `deal`.

    Loans are not taken: `deal` must need none.
    """
    assert view.turn is not None
    me = view.players[seat]
    turn = replace(view.turn, workers=(*view.turn.workers, moves.NEUTRAL), hired=True)
    players = _replace_player(view.players, seat, replace(me, silver=me.silver + deal.silver))
    return replace(view, turn=turn, players=players, inn=view.inn - 1, hired=view.hired + 1)


def view_after_action(view: View, seat: int, worker: str, place: str, action: actions.AnyAction) -> View:
    """Return the view after the seat's `worker` was placed on `place` and carried out the action.

    `worker` is `own` or `neutral`, as in `rules.haithabu.moves`. Cards that the action would reveal are left out: a
    gap stays in the order display, and a stack bought from counts as empty. Other players, the loans in the bank and
    the general supply stay as they are. The free ware of field D counts as bought.
    """
    assert view.turn is not None
    after = position_after_action(view, seat, position_of(view, seat), place, action)
    workers = list(view.turn.workers)
    workers.remove(worker)
    colour = seat if worker == moves.OWN else NEUTRAL
    bought, sold = _wares_traded(action)
    fetched = action.stacks if isinstance(action, actions.Fetch) else ()
    taken = action.order if isinstance(action, actions.TakeOrder) else ""
    return replace(
        view,
        players=_replace_player(
            view.players, seat, player_view(after.player, tuple(CHARACTERS[card] for card in after.owned))
        ),
        wares=tuple(
            replace(ware, level=level, price=PRICES[i][level], market=max(0, ware.market - bought[i] + sold[i]))
            for i, (ware, level) in enumerate(zip(view.wares, after.levels, strict=True))
        ),
        rondel=tuple(
            replace(field, workers=(*field.workers, colour)) if field.key == place else field for field in view.rondel
        ),
        characters=tuple(
            replace(card, owner=seat) if isinstance(action, actions.Recruit) and card.key == action.character else card
            for card in view.characters
        ),
        upper=tuple(None if order == taken else order for order in view.upper),
        lower=tuple(None if order == taken else order for order in view.lower),
        stacks=tuple(replace(stack, top=None, cards=0) if stack.key in fetched else stack for stack in view.stacks),
        turn=replace(
            view.turn,
            workers=tuple(workers),
            bought=(*view.turn.bought, *_ware_keys(bought)),
            sold=(*view.turn.sold, *_ware_keys(sold)),
        ),
    )


def _replace_player(players: Sequence[PlayerView], seat: int, player: PlayerView) -> tuple[PlayerView, ...]:
    """Return the players with that of one seat replaced."""
    return (*players[:seat], player, *players[seat + 1 :])


def _wares_traded(action: actions.AnyAction) -> tuple[Sequence[int], Sequence[int]]:
    """Return two amounts by ware: what an action takes from the market, and what it sells there.

    Both are zeros for actions that trade nothing.
    """
    nothing = (0,) * len(WARES)
    match action:
        case actions.Buy(wares):
            return wares, nothing
        case actions.Sell(wares):
            return nothing, wares
        case actions.TakeOrder(_, gain, sale):
            return [int(key == gain) for key in WARES], [int(key == sale) for key in WARES]
    return nothing, nothing


def _ware_keys(wares: Sequence[int]) -> list[str]:
    """Return the keys of the wares with a count above 0."""
    return [key for key, count in zip(WARES, wares, strict=True) if count]
