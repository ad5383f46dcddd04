"""The function `view`, which builds the `View` of a seat or spectator of Riga from a state, field by field."""

from __future__ import annotations

from rules import contract
from rules.riga import seasons, winter
from rules.riga.data import BASE, DATA, GOODS, WAREHOUSE
from rules.riga.display_points import built_points
from rules.riga.payment import persons
from rules.riga.state import BuildersYard, Player, StartBuilding, State, Treasury, Turn, Winter
from rules.riga.view import BuiltView, Hand, PlayerView, RowView, TurnView, View


def view(state: State, seat: int | None, owed: dict[int, str], result: contract.Result | None) -> View:
    """Return what `seat`, or a spectator (None), may know.

    Other hands are shown only by their sizes and the goods seen by all; after the end all hands are shown. Of cards
    that others have drawn only the number is shown, of sealed choices only that they were made. `owed` and `result` are
    what `Game.owed` and `Game.result` return for this state.
    """
    top = state.agenda[-1] if state.agenda else None
    turn = next((frame for frame in state.agenda if isinstance(frame, Turn)), None)
    sealed: list[bool] = [False] * state.seats
    asked: tuple[int, ...] = ()
    function, count, kept, discard = None, 0, None, None
    drawn: tuple[str, ...] = ()
    match top:
        case StartBuilding():
            sealed = [card is not None for card in top.kept]
            count = len(top.drawn[0])
            if seat is not None:
                drawn, kept = top.drawn[seat], top.kept[seat]
        case BuildersYard() | Treasury():
            function, count = top.building, len(top.drawn)
            if seat in top.owes:
                drawn = top.drawn
        case Winter():
            sealed = [move is not None for move in top.discards]
            asked = top.asked
            if seat is not None:
                discard = top.discards[seat]
    return View(
        seats=state.seats,
        seat=seat,
        owed=owed,
        year=state.year,
        years=DATA.setup.years[state.seats],
        season=seasons.season(state) if turn else None,
        turn_of_year=state.turn,
        starter=state.starter,
        turn=_turn(turn) if turn else None,
        rows=tuple(RowView(tuple(row), sum(BASE[good] for good in row)) for row in state.rows),
        new=tuple(state.new),
        old=tuple(state.old),
        goods_pile=len(state.goods_pile),
        goods_discard=state.goods_discard.copy(),
        buildings_pile=len(state.buildings_pile),
        buildings_discard=len(state.buildings_discard),
        players=tuple(
            _player(
                player,
                shown=number == seat or not state.agenda,
                fresh=turn.built if turn and turn.seat == number else [],
                chosen=sealed[number],
                asked=number in asked,
                remembered=state.memory is not None,
            )
            for number, player in enumerate(state.players)
        ),
        function=function,
        drawn_count=count,
        drawn=drawn,
        kept=kept,
        discard=discard,
        memory=state.memory.current().of(seat) if seat is not None and state.memory is not None else None,
        result=result,
    )


def _turn(turn: Turn) -> TurnView:
    """Return the public view of the running turn, with the number of buildings that may still be built in it."""
    return TurnView(
        seat=turn.seat,
        taken=turn.taken,
        swapped=turn.swapped,
        built=tuple(turn.built),
        can_build=DATA.setup.builds_per_turn - len(turn.built),
    )


def _player(
    player: Player, *, shown: bool, fresh: list[str], chosen: bool, asked: bool, remembered: bool
) -> PlayerView:
    """Return the view of one player. The cards of the hand are included only if `shown` is True.

    `fresh` are the buildings built in the running turn. `chosen` is True if the player has sealed a choice, `asked` if
    they must or may discard in this winter, `remembered` if the state has a memory of hidden cards (version 2 of the
    rules). Without a memory `open_goods` is empty.
    """
    goods = tuple(good for good in GOODS for _ in range(player.goods[good]))
    merchants, knights = persons(player.built, player.person)
    open_goods = list(goods) if remembered else []
    for good in player.secret:
        open_goods.remove(good)
    return PlayerView(
        goods=len(goods),
        buildings=len(player.buildings),
        hand=Hand(goods, tuple(player.buildings)) if shown else None,
        open_goods=tuple(open_goods),
        riga=tuple(player.riga),
        built=tuple(BuiltView(name, name in player.used, name in fresh) for name in player.built),
        person=player.person,
        exchange=player.exchange,
        merchants=merchants,
        knights=knights,
        points=sum(built_points(player.built, player.person)),
        chosen=chosen,
        must_discard=winter.discard_range(player.cards(), WAREHOUSE in player.built) if asked else None,
    )
