"""The actions of buttons and selects that version 0.1 has left in messages; their arguments carry a draft as text.

`VERBS` declares the actions `draft`, `offer` and `last`. Remove this module when no such message can exist any more.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.actions import playing
from cogs.games.haithabu import discard_menu
from cogs.games.haithabu.draft_kinds import Discarding, Placing, next_version_0_1_draft
from cogs.games.haithabu.seat_view import own_player
from cogs.games.haithabu.text_lines import cubes_of
from cogs.games.haithabu.turn_menu import complete_move
from cogs.messages.panel import MAX_OPTIONS, Panel
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from rules.haithabu import actions, moves, quotes
from rules.haithabu.data import WARES
from rules.haithabu.moves import POST
from tables.model.table import Look
from tables.model.table_errors import Stale

_MAX_SUGGESTED_DEALS = 5


async def draft(request: Request) -> Panel:
    """Store the draft to which the clicked control of version 0.1 leads, one step on or back, and return its menu."""
    return await playing.change_draft(request, lambda look: next_version_0_1_draft(look, request.arg, request.values))


async def offer(request: Request) -> Panel:
    """Make the move on the line that was selected in a list of version 0.1, and return the menu after it.

    If the control's argument is `worker|place|`, the list had the actions on that place; otherwise it had all options
    of the decision. Raise `Stale` if the list has no such line.
    """

    def chosen(look: Look) -> str:
        """Return the text of the move on the selected line; raise `Stale` if the list has no such line."""
        line = parse_number(request.values[0] if request.values else "", -1)
        worker, _, place = request.arg.partition("|")
        if place:
            return line_chosen(look, Placing(worker, place.rstrip("|")), line)
        if not 0 <= line < len(look.options):
            raise Stale
        return str(look.options[line])

    return await playing.make(request, chosen)


async def last(request: Request) -> Panel:
    """Discard the cubes of the draft that version 0.1 stored and the cubes just selected; return the menu after it.

    The cubes just selected are from the trading post. Raise `Stale` if no discard of version 0.1 is stored.
    """

    def whole(look: Look) -> str:
        """Return the text of the whole discard; raise `Stale` if the stored draft is not a discard of version 0.1."""
        begun = next_version_0_1_draft(look, look.draft, ())
        if not isinstance(begun, Discarding):
            raise Stale
        return discard_menu.completed_discard(begun, POST, request.values)

    return await playing.make(request, whole)


def line_chosen(look: Look, placing: Placing, number: int) -> str:
    """Return the text of the move on line `number`, from 0 on, of the list that version 0.1 showed for a place.

    `placing` is the worker and the place. Raise `Stale` if there is no such line, or the action is incomplete.
    """
    offers = _offers(look, placing)
    if not 0 <= number < len(offers):
        raise Stale
    action = offers[number]
    return str(complete_move(look, Placing(placing.worker, placing.place, " ".join((action.verb, *action.words())))))


def _offers(look: Look, placing: Placing) -> Sequence[actions.AnyAction]:
    """Return the actions that version 0.1 listed for the worker and place of `placing`, in the same order.

    On the market these are the suggested deals (`_deals`), at most `_MAX_SUGGESTED_DEALS`. On a field they are all
    actions that take no order, at most as many as a select may have.
    """
    here = [move.action for move in look.options if isinstance(move, moves.Work | moves.Act) and _is_at(move, placing)]
    offered = [action for action in here if action is not None]
    if placing.place == moves.MARKET:
        return [action for action in offered if action in _deals(look)][:_MAX_SUGGESTED_DEALS]
    return [action for action in offered if not isinstance(action, actions.TakeOrder)][:MAX_OPTIONS]


def _is_at(move: moves.Work | moves.Act, placing: Placing) -> bool:
    """Return True if `move` is an action by night, or sends the draft's worker to the draft's place."""
    return isinstance(move, moves.Act) or (move.worker, move.place) == (placing.worker, placing.place)


def _deals(look: Look) -> list[actions.AnyAction]:
    """Return the market deals that version 0.1 suggested for the look's seat, one at most for each ware.

    If its orders need more cubes of a ware than its stores have, the deal buys the difference. If no order needs a
    ware, the deal sells all cubes of it in the trading post.
    """
    me = own_player(look)
    missing = [quotes.missing_wares(order) for order in me.orders]
    wanted = [sum(each) for each in zip(*missing, strict=True)] or [0] * len(WARES)
    deals: list[actions.AnyAction] = []
    for key, want, there, stored in zip(WARES, wanted, me.post, me.warehouse, strict=True):
        if want > there + stored:
            deals.append(actions.Buy(cubes_of(key, want - there - stored)))
        elif there and not want:
            deals.append(actions.Sell(cubes_of(key, there)))
    return deals


VERBS = (
    Verb("haithabu.draft", draft, "running"),
    Verb("haithabu.offer", offer, "running"),
    Verb("haithabu.last", last, "running"),
)
