"""What buttons of version 0.1 do: their addresses carry a draft in words. To be dropped when none can be left."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.actions import playing
from cogs.games.haithabu import discard_menu, proposals
from cogs.games.haithabu.draft_kinds import Discarding, Placing, step_of_0_1
from cogs.games.haithabu.seat_view import own_player
from cogs.games.haithabu.text_lines import only
from cogs.games.haithabu.turn_menu import whole_move
from cogs.messages.panel import MAX_OPTIONS, Panel
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from rules.haithabu import actions, moves, quotes
from rules.haithabu.data import WARES
from rules.haithabu.moves import POST
from tables.model.table import Look
from tables.model.table_errors import Stale

_MOST_SUGGESTED = 5


async def draft(request: Request) -> Panel:
    """Go a step further in putting an action together, or a step back."""
    return await playing.change_draft(request, lambda look: step_of_0_1(look, request.arg, request.values))


async def offer(request: Request) -> Panel:
    """Do what stands on the chosen line, of a place or of all that can be done."""

    def chosen(look: Look) -> str:
        line = parse_number(request.values[0] if request.values else "", -1)
        worker, _, place = request.arg.partition("|")
        if place:
            return line_chosen(look, Placing(worker, place.rstrip("|")), line)
        if not 0 <= line < len(look.options):
            raise Stale
        return str(look.options[line])

    return await playing.make(request, chosen)


async def last(request: Request) -> Panel:
    """Do what was put together, with the lines just chosen."""

    def whole(look: Look) -> str:
        begun = step_of_0_1(look, look.draft, ())
        if not isinstance(begun, Discarding):
            raise Stale
        return discard_menu.last(begun, POST, request.values)

    return await playing.make(request, whole)


def line_chosen(look: Look, placing: Placing, number: int) -> str:
    """Return the text of the move that stood on a line of a list of offers in version 0.1."""
    offers = _offers(look, placing)
    if not 0 <= number < len(offers):
        raise Stale
    action = offers[number]
    return str(whole_move(look, Placing(placing.worker, placing.place, " ".join((action.verb, *action.words())))))


def _offers(look: Look, placing: Placing) -> Sequence[actions.AnyAction]:
    here = [
        move.action
        for move in look.options
        if isinstance(move, moves.Work | moves.Act) and proposals.here(move, placing)
    ]
    offered = [action for action in here if action is not None]
    if placing.place == moves.MARKET:
        return [action for action in offered if action in _deals(look)][:_MOST_SUGGESTED]
    return [action for action in offered if not isinstance(action, actions.TakeOrder)][:MAX_OPTIONS]


def _deals(look: Look) -> list[actions.AnyAction]:
    """Return what suggested itself on the market: to buy what own orders lack, to sell all that none of them wants."""
    me = own_player(look)
    missing = [quotes.missing(order) for order in me.orders]
    wanted = [sum(each) for each in zip(*missing, strict=True)] or [0] * len(WARES)
    deals: list[actions.AnyAction] = []
    for key, want, there, stored in zip(WARES, wanted, me.post, me.warehouse, strict=True):
        if want > there + stored:
            deals.append(actions.Buy(only(key, want - there - stored)))
        elif there and not want:
            deals.append(actions.Sell(only(key, there)))
    return deals


VERBS = (
    Verb("haithabu.draft", draft, "running"),
    Verb("haithabu.offer", offer, "running"),
    Verb("haithabu.last", last, "running"),
)
