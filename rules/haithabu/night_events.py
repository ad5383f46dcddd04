"""The six events of the night (H29): `resolve_event` carries out the event of a face of the die.

Each event has a function for its effect, such as `_storm`. It asks the seats that have a choice; for all others the
event takes effect at once. The steps of these decisions are `GiveSomething`, `LoseCharacter`, `LoseTransport` and
`DiscardOne`. The *roller* is the seat that rolled the event.
"""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu import events, moves
from rules.haithabu.actions import KINDS_OF_TRANSPORT
from rules.haithabu.data import (
    ASSASSINATION,
    CHARACTER,
    CHARACTERS,
    DATA,
    KINDS,
    NOTHING,
    PRICES,
    STORM,
    UNPAID_BILL,
    UNREST,
    VIKING_GAMES,
    WARE,
    WARES,
    NightEvent,
)
from rules.haithabu.market import single_ware
from rules.haithabu.moves import POST, STORES, WAREHOUSE
from rules.haithabu.state import NOBODY, Act, Assassination, Player, State, Storm, Unrest, VikingGames
from rules.haithabu.transports import remove_transport

_GIFT = VIKING_GAMES.silver


def resolve_event(state: State, roller: int, face: int, chosen: bool, emitted: list[Event]) -> None:
    """H29: emit `Happened` and carry out the event on this face of the die (1 to 6); `roller` is who rolled it.

    If seats have a choice, a new pending decision asks them. `chosen` is True if the roller chose the event from two
    dice. From version 2 of the rules on, the face is also stored in `Act.event`, in the pending action of the roller's
    worker.
    """
    emitted.append(events.Happened(roller, DATA.event[face - 1].key, chosen))
    for frame in state.agenda:
        if isinstance(frame, Act) and state.version >= 2:
            frame.event = face
    _EFFECTS[face - 1](state, roller, emitted)


def _penalise(state: State, seat: int, event: NightEvent, emitted: list[Event]) -> None:
    """H29: take an event's penalty points from a seat that cannot comply, and emit `Punished`.

    Its points may fall below 0.
    """
    state.players[seat].points += event.points
    emitted.append(events.Punished(seat, event.key, -event.points))


def store_of(player: Player, store: str) -> list[int]:
    """Return the player's warehouse (`warehouse`) or trading post (`post`): the list itself, so changes take effect."""
    return player.warehouse if store == WAREHOUSE else player.post


def owned_wares(player: Player) -> list[tuple[str, int]]:
    """Return a pair (store, ware index) for each kind of ware in each of the player's stores, from mead to spices.

    A store is `warehouse` or `post`; of the same ware the warehouse comes first.
    """
    owned = []
    for ware in range(KINDS):
        if player.warehouse[ware]:
            owned.append((WAREHOUSE, ware))
        if player.post[ware]:
            owned.append((POST, ware))
    return owned


def _fog(state: State, roller: int, emitted: list[Event]) -> None:
    """H29, Fog: nothing happens."""


# Viking games


def _viking_games(state: State, roller: int, emitted: list[Event]) -> None:
    """H29, Viking games: ask all seats but the roller, at the same time, for a gift to the roller.

    A seat without wares and with too little silver gives a point without being asked.
    """
    asked = []
    for seat, player in enumerate(state.players):
        if seat != roller:
            if player.silver >= _GIFT or any(player.warehouse) or any(player.post):
                asked.append(seat)
            else:
                give_gift(state, seat, roller, moves.Give("point"), False, emitted)
    if asked:
        state.push(VikingGames(owes=asked, roller=roller))


def give_gift(state: State, seat: int, roller: int, gift: moves.Give, asked: bool, emitted: list[Event]) -> None:
    """H29, Viking games: move a ware, 10 silver or a point from the seat to the roller, and emit `Gave`.

    A ware goes into the roller's warehouse. `asked`, noted in the event, is False for a seat that had no choice.
    """
    giver, taker = state.players[seat], state.players[roller]
    if gift.what == "silver":
        giver.silver -= _GIFT
        taker.silver += _GIFT
    elif gift.ware is None:
        giver.points += VIKING_GAMES.points
        taker.points -= VIKING_GAMES.points
    else:
        store_of(giver, gift.what)[WARE[gift.ware]] -= 1
        taker.warehouse[WARE[gift.ware]] += 1
    emitted.append(events.Gave(seat, roller, gift.what, gift.ware, asked))


class GiveSomething(Step[State, VikingGames, moves.Give]):
    """The decision of Viking games (H29): a seat gives the roller a ware, 10 silver or a point.

    All seats but the roller are asked at the same time, except those that can only give a point.
    """

    def options(self, state: State, frame: VikingGames, seat: int) -> list[moves.Give]:
        """Viking games (H29): return giving silver (if the seat has enough), then wares, then a point.

        There is one move for each kind of ware in the warehouse, and one for each in the trading post. A point can
        always be given.
        """
        player = state.players[seat]
        silver = [moves.Give("silver")] if player.silver >= _GIFT else []
        wares = [moves.Give(store, WARES[ware]) for store, ware in owned_wares(player)]
        return [*silver, *wares, moves.Give("point")]

    def check(self, state: State, frame: VikingGames, seat: int, move: Move) -> None:
        """Viking games (H29): raise `Illegal` unless the seat can give what the move says.

        That is a ware from a store that holds it, silver if the seat has at least 10, or a point.
        """
        if not isinstance(move, moves.Give):
            raise wrong_kind("H29", move)
        player = state.players[seat]
        if move.what in STORES:
            ware = WARE.get(move.ware or "")
            if ware is None or not store_of(player, move.what)[ware]:
                raise Illegal("H29", "no_such_ware_there", store=move.what, ware=move.ware or "")
        elif move.ware is not None or move.what not in ("silver", "point"):
            raise Illegal("H29", "no_such_gift", what=move.what)
        elif move.what == "silver" and player.silver < _GIFT:
            raise Illegal("H29", "not_enough_silver", cost=_GIFT, silver=player.silver)

    def apply(self, state: State, frame: VikingGames, seat: int, move: moves.Give, emitted: list[Event]) -> None:
        """Viking games (H29): move the gift from the seat to the roller at once, and end the seat's decision."""
        frame.owes.remove(seat)
        give_gift(state, seat, frame.roller, move, True, emitted)

    def resume(self, state: State, frame: VikingGames, emitted: list[Event]) -> None:
        """All have given: pop the frame."""
        state.agenda.pop()


# Assassination and Storm


def _assassination(state: State, roller: int, emitted: list[Event]) -> None:
    """H29, Assassination: the roller loses a character.

    The only one is lost at once. A roller with several is asked which one; a roller without one is penalised.
    """
    owned = [index for index, owner in enumerate(state.owners) if owner == roller]
    if not owned:
        _penalise(state, roller, ASSASSINATION, emitted)
    elif len(owned) == 1:
        lose_character(state, roller, owned[0], False, emitted)
    else:
        state.push(Assassination(owes=[roller]))


def lose_character(state: State, seat: int, index: int, asked: bool, emitted: list[Event]) -> None:
    """H29: return a character of the seat to the display without its safe marker; emit `CharacterLost`.

    `index` is its index in `CHARACTERS`. `asked`, noted in the event, is False if the seat had no choice.
    """
    state.owners[index] = NOBODY
    state.safe[index] = False
    emitted.append(events.CharacterLost(seat, CHARACTERS[index], asked))


class LoseCharacter(Step[State, Assassination, moves.Lose]):
    """The decision of an assassination (H29): the roller, who has several characters, chooses which one to lose."""

    def options(self, state: State, frame: Assassination, seat: int) -> list[moves.Lose]:
        """Assassination (H29): return a move for each character that the seat owns."""
        return [moves.Lose(CHARACTERS[index]) for index, owner in enumerate(state.owners) if owner == seat]

    def check(self, state: State, frame: Assassination, seat: int, move: Move) -> None:
        """Assassination (H29): raise `Illegal` unless the move names a character that the seat owns."""
        if not isinstance(move, moves.Lose):
            raise wrong_kind("H29", move)
        check_own_character(state, seat, move.what, "H29")

    def apply(self, state: State, frame: Assassination, seat: int, move: moves.Lose, emitted: list[Event]) -> None:
        """Assassination (H29): return the character named to the display, and end the seat's decision."""
        frame.owes.remove(seat)
        lose_character(state, seat, CHARACTER[move.what], True, emitted)

    def resume(self, state: State, frame: Assassination, emitted: list[Event]) -> None:
        """Pop the frame; the night action below continues."""
        state.agenda.pop()


def check_own_character(state: State, seat: int, character: str, rule: str) -> None:
    """Raise `Illegal`, citing `rule`, unless the seat owns the character with this key."""
    index = CHARACTER.get(character)
    if index is None or state.owners[index] != seat:
        raise Illegal(rule, "not_your_character", character=character)


def _storm(state: State, roller: int, emitted: list[Event]) -> None:
    """H29, Storm: the roller loses a transport.

    The only one is lost at once. A roller with a cart and a ship is asked which one; a roller without any is penalised.
    """
    owned = [kind for kind, card in enumerate(state.players[roller].transports) if card != NOBODY]
    if not owned:
        _penalise(state, roller, STORM, emitted)
    elif len(owned) == 1:
        remove_transport(state, roller, owned[0], STORM.key, emitted)
    else:
        state.push(Storm(owes=[roller]))


class LoseTransport(Step[State, Storm, moves.Lose]):
    """The decision of a storm (H29): the roller, who has a cart and a ship, chooses which one to lose."""

    def options(self, state: State, frame: Storm, seat: int) -> list[moves.Lose]:
        """Storm (H29): return losing the cart, then losing the ship."""
        return [moves.Lose(kind) for kind in KINDS_OF_TRANSPORT]

    def check(self, state: State, frame: Storm, seat: int, move: Move) -> None:
        """Storm (H29): raise `Illegal` unless the move names `cart` or `ship`; the seat has both."""
        if not isinstance(move, moves.Lose):
            raise wrong_kind("H29", move)
        if move.what not in KINDS_OF_TRANSPORT:
            raise Illegal("H29", "not_a_transport", what=move.what)

    def apply(self, state: State, frame: Storm, seat: int, move: moves.Lose, emitted: list[Event]) -> None:
        """Storm (H29): remove the seat's cart or ship from the game, and end the seat's decision."""
        frame.owes.remove(seat)
        remove_transport(state, seat, KINDS_OF_TRANSPORT.index(move.what), STORM.key, emitted)

    def resume(self, state: State, frame: Storm, emitted: list[Event]) -> None:
        """Pop the frame; the night action below continues."""
        state.agenda.pop()


# Unpaid bill and Unrest


def _unpaid_bill(state: State, roller: int, emitted: list[Event]) -> None:
    """H29, Unpaid bill: the roller pays the bank the price of mead times the number of players.

    A roller with less silver pays nothing and is penalised. No loan is taken. Emits `Billed` or `Punished`.
    """
    due = PRICES[0][state.levels[0]] * state.seats
    player = state.players[roller]
    if player.silver >= due:
        player.silver -= due
        emitted.append(events.Billed(roller, due))
    else:
        _penalise(state, roller, UNPAID_BILL, emitted)


def _unrest(state: State, roller: int, emitted: list[Event]) -> None:
    """H29, Unrest: ask all seats but the roller, at the same time, to discard one ware.

    A seat whose wares are all of one kind and in one store has no choice and discards one without being asked. A seat
    without wares is penalised.
    """
    asked = []
    for seat, player in enumerate(state.players):
        if seat != roller:
            wares = owned_wares(player)
            if not wares:
                _penalise(state, seat, UNREST, emitted)
            elif len(wares) == 1:
                discard_wares(state, seat, _discard_one(*wares[0]), False, emitted)
            else:
                asked.append(seat)
    if asked:
        state.push(Unrest(owes=asked))


def _discard_one(store: str, ware: int) -> moves.Discard:
    """Return the move that discards one ware from a store."""
    return moves.Discard(single_ware(ware, 1)) if store == WAREHOUSE else moves.Discard(NOTHING, single_ware(ware, 1))


def check_discard(player: Player, move: moves.Discard, rule: str) -> None:
    """Raise `Illegal`, citing `rule`, unless the wares that the move names for each store are in that store.

    The counts must be valid. How many wares are named is not checked; there may be none.
    """
    for store, wares, stock in ((WAREHOUSE, move.warehouse, player.warehouse), (POST, move.post, player.post)):
        if len(wares) != KINDS or min(wares) < 0:
            raise Illegal(rule, "no_wares")
        for ware, count in enumerate(wares):
            if count > stock[ware]:
                raise Illegal(rule, "no_such_ware_there", store=store, ware=WARES[ware])


def discard_wares(state: State, seat: int, move: moves.Discard, asked: bool, emitted: list[Event]) -> None:
    """Move the wares that `move` names from the seat's stores to the general supply, and emit `Discarded`.

    `asked`, noted in the event, is False if the seat had no choice.
    """
    player = state.players[seat]
    for ware in range(KINDS):
        player.warehouse[ware] -= move.warehouse[ware]
        player.post[ware] -= move.post[ware]
        state.supply[ware] += move.warehouse[ware] + move.post[ware]
    emitted.append(events.Discarded(seat, move.warehouse, move.post, asked))


class DiscardOne(Step[State, Unrest, moves.Discard]):
    """The decision of Unrest (H29): a seat discards one ware from either store.

    All seats but the roller are asked at the same time, except those without a choice.
    """

    def options(self, state: State, frame: Unrest, seat: int) -> list[moves.Discard]:
        """Unrest (H29): return a move for each ware in each store of the seat, discarding one of it; mead first."""
        return [_discard_one(store, ware) for store, ware in owned_wares(state.players[seat])]

    def sample(self, state: State, frame: Unrest, seat: int, chance: Chance) -> moves.Discard:
        """Unrest (H29): return one of the options at random, all equally likely, however many of the ware there are."""
        return _discard_one(*chance.choice(owned_wares(state.players[seat])))

    def check(self, state: State, frame: Unrest, seat: int, move: Move) -> None:
        """Unrest (H29): raise `Illegal` unless the move discards exactly one ware that the seat has in that store."""
        if not isinstance(move, moves.Discard):
            raise wrong_kind("H29", move)
        check_discard(state.players[seat], move, "H29")
        count = sum(move.warehouse) + sum(move.post)
        if count != 1:
            raise Illegal("H29", "discard_one", given=count)

    def apply(self, state: State, frame: Unrest, seat: int, move: moves.Discard, emitted: list[Event]) -> None:
        """Unrest (H29): move the ware to the general supply at once, and end the seat's decision."""
        frame.owes.remove(seat)
        discard_wares(state, seat, move, True, emitted)

    def resume(self, state: State, frame: Unrest, emitted: list[Event]) -> None:
        """All have discarded: pop the frame."""
        state.agenda.pop()


_EFFECTS = (_viking_games, _assassination, _fog, _unpaid_bill, _storm, _unrest)
"""The effect of each face of the event die."""
