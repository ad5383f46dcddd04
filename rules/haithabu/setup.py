"""The set-up of Haithabu (H1–H6): `begin` makes the first state, `PickOneCharacter` is the first decision (H5)."""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu import events, moves
from rules.haithabu.card_data import ORDERS, STACKS, TRANSPORTS, all_transports, pile_orders, start_orders
from rules.haithabu.data import CHARACTER, CHARACTERS, DATA, FIELDS, KINDS, NOTHING, STARTER
from rules.haithabu.orders import COLUMNS, fill_upper_row
from rules.haithabu.phases import DAY_FIELDS
from rules.haithabu.state import NOBODY, PickCharacter, Player, Round, State

_PLAY = DATA.play


def begin(seats: int, chance: Chance, by_lot: bool, version: int, emitted: list[Event]) -> State:
    """H1–H6: return a new state, ready for the first decision, and append `Dealt` and the other events to `emitted`.

    The starting player is drawn by lot and owns the character Starting Player, with a safe marker. All others will be
    asked, one by one, to pick a character. Start orders that nobody got are the first cards of the lower row of the
    display. `by_lot` is True to draw the rondel's start by lot, False for the recommended start. `version` is the
    version of the rules.
    """
    starter = chance.below(seats)
    start, pile = list(start_orders(version)), list(pile_orders(version))
    chance.shuffle(start)
    chance.shuffle(pile)
    transports = all_transports(version)
    stacks = [[card for card in transports if TRANSPORTS[card].stack is stack] for stack in STACKS]
    for stack in stacks:  # H6
        chance.shuffle(stack)
    state = State(
        seats=seats,
        chance=chance,
        version=version,
        players=[_player(start[seat]) for seat in range(seats)],
        round=1,
        phase=0,
        starter=starter,
        next_starter=starter,
        levels=[ware.level.start for ware in DATA.ware],
        market=[ware.market for ware in DATA.ware],
        supply=[_PLAY.cubes - ware.market for ware in DATA.ware],
        standing=[()] * (len(FIELDS) + KINDS),
        owners=[starter if index == STARTER else NOBODY for index in range(len(CHARACTERS))],
        safe=[index == STARTER for index in range(len(CHARACTERS))],
        pile=pile,
        discard=[],
        upper=[NOBODY] * COLUMNS,
        lower=start[seats:],
        lost=[],
        stacks=stacks,
        gone=[],
        loans=DATA.loan.count,
        known=[[1] * len(stacks) for _ in range(seats)] if version >= 2 else [],
    )
    for player in state.players:
        for ware, count in enumerate(player.warehouse):
            state.supply[ware] -= count
    state.lower += [pile.pop() for _ in range(COLUMNS - len(state.lower))]
    emitted.append(events.Dealt(starter, tuple(ORDERS[card].id for card in start[:seats])))
    fill_upper_row(state, emitted)
    if by_lot:  # H1
        state.dawn = chance.below(len(FIELDS))
        emitted.append(events.RondelDrawn(DAY_FIELDS[state.dawn]))
    state.push(Round())
    for step in range(1, seats):  # H5: the right neighbour picks first, so that frame is pushed last
        state.push(PickCharacter(owes=[(starter + step) % seats]))
    return state


def _player(card: int) -> Player:
    """H2, H3: return a new player with the start order `card` (an index) on place 1 and its wares in the warehouse.

    The player has the silver and points of the start. The caller takes the wares out of the general supply.
    """
    places = _PLAY.order_places
    return Player(
        silver=_PLAY.silver,
        points=_PLAY.points,
        loans=0,
        warehouse=list(ORDERS[card].wares),
        post=[0] * KINDS,
        orders=[card] + [NOBODY] * (places - 1),
        cubes=[NOTHING] * places,
        transports=[NOBODY, NOBODY],
        completed=[],
    )


class PickOneCharacter(Step[State, PickCharacter, moves.Pick]):
    """The decision at the start (H5): each player but the starting player picks a character, which gets a safe marker.

    The starting player's right neighbour picks first; the others follow counter-clockwise.
    """

    def options(self, state: State, frame: PickCharacter, seat: int) -> list[moves.Pick]:
        """Return all unowned characters."""
        return [moves.Pick(key) for key, owner in zip(CHARACTERS, state.owners, strict=True) if owner == NOBODY]

    def check(self, state: State, frame: PickCharacter, seat: int, move: Move) -> None:
        """First character (H5): raise `Illegal` unless the move names a character that nobody owns."""
        if not isinstance(move, moves.Pick):
            raise wrong_kind("H5", move)
        index = CHARACTER.get(move.character)
        if index is None:
            raise Illegal("H9", "no_such_character", character=move.character)
        if state.owners[index] != NOBODY:
            raise Illegal("H5", "character_is_taken", character=move.character, owner=state.owners[index])

    def apply(self, state: State, frame: PickCharacter, seat: int, move: moves.Pick, emitted: list[Event]) -> None:
        """First character (H5): give the character to the seat, with a safe marker, and end the seat's decision.

        Emits `Picked`.
        """
        frame.owes.remove(seat)
        index = CHARACTER[move.character]
        state.owners[index] = seat
        state.safe[index] = True
        emitted.append(events.Picked(seat, move.character))

    def resume(self, state: State, frame: PickCharacter, emitted: list[Event]) -> None:
        """Pop the frame; the next player, or the first phase, follows."""
        state.agenda.pop()
