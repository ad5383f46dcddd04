"""Night fields (H18): the event dice first, then what the worker does."""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu import events, loans, moves
from rules.haithabu.actions import AnyAction
from rules.haithabu.data import DATA, EVENTS
from rules.haithabu.fields import PLACES
from rules.haithabu.happenings import happen
from rules.haithabu.places import Place
from rules.haithabu.prices import loans_needed
from rules.haithabu.state import Act, ChooseEvent, State, Turn


def roll(state: State, seat: int, dice: int, silver: int, emitted: list[Event]) -> None:
    """H18: one or two event dice; of two different ones the roller chooses."""
    rolled = state.roll(dice)
    emitted.append(events.Rolled(seat, rolled, silver))
    if rolled[0] != rolled[-1]:
        state.push(ChooseEvent(owes=[seat], dice=rolled))
    else:
        happen(state, seat, rolled[0], False, emitted)


class ChooseOneEvent(Step[State, ChooseEvent, moves.Happen]):
    """H18: one of two dice."""

    def options(self, state: State, frame: ChooseEvent, seat: int) -> list[moves.Happen]:
        """Offer both."""
        return [moves.Happen(DATA.event[face - 1].key) for face in frame.dice]

    def check(self, state: State, frame: ChooseEvent, seat: int, move: Move) -> None:
        """Want one that was rolled."""
        if not isinstance(move, moves.Happen):
            raise wrong_kind("H18", move)
        if EVENTS.get(move.event) not in frame.dice:
            raise Illegal("H18", "not_rolled", event=move.event)

    def apply(self, state: State, frame: ChooseEvent, seat: int, move: moves.Happen, emitted: list[Event]) -> None:
        """Let it happen."""
        frame.owes.remove(seat)
        happen(state, seat, EVENTS[move.event], True, emitted)

    def resume(self, state: State, frame: ChooseEvent, emitted: list[Event]) -> None:
        """Go on below."""
        state.agenda.pop()


def act(state: State, seat: int, place: Place, action: AnyAction, emitted: list[Event]) -> None:
    """Pay for an action and carry it out."""
    cost = place.cost(state, seat, action)
    if cost:
        loans.pay(state, seat, cost, emitted)
    place.apply(state, seat, action, cost, emitted)


class ActByNight(Step[State, Act, moves.Act | moves.Repay]):
    """H18: the field was fixed before the roll, the details come after it. H28: loans can be repaid between the two.

    That never makes the action impossible: a loan repaid can be taken again, and it pays for something everywhere.
    """

    def options(self, state: State, frame: Act, seat: int) -> list[moves.Act | moves.Repay]:
        """Offer what the field offers now, then repaying."""
        place, silver = PLACES[frame.field], state.players[seat].silver
        offered: list[moves.Act | moves.Repay] = [
            moves.Act(action, loans_needed(place.cost(state, seat, action), silver))
            for action in place.offers(state, seat, loans.modest_budget(state, seat))
        ]
        return offered + [moves.Repay(count) for count in range(self._payable(state, seat), 0, -1)]

    def _payable(self, state: State, seat: int) -> int:
        """H28: how many loans can be repaid now; none by the first rules."""
        return loans.payable(state, seat) if state.version >= 2 else 0

    def sample(self, state: State, frame: Act, seat: int, chance: Chance) -> moves.Act | moves.Repay:
        """Draw at the field; list all only if that fails. Repay now and then."""
        place, bits = PLACES[frame.field], chance.draw()
        if not bits >> 60 and (most := self._payable(state, seat)):
            return moves.Repay((bits >> 48) % most + 1)
        action = place.draw(state, seat, loans.modest_budget(state, seat), bits)
        if action is None:
            return chance.choice(self.options(state, frame, seat))
        return moves.Act(action, loans_needed(place.cost(state, seat, action), state.players[seat].silver))

    def check(self, state: State, frame: Act, seat: int, move: Move) -> None:
        """Want an action of that field, or a number of loans that can be repaid."""
        if isinstance(move, moves.Repay) and state.version >= 2:
            loans.check_repaying(state, seat, move.loans)
            return
        if not isinstance(move, moves.Act):
            raise wrong_kind("H18", move)
        cost = PLACES[frame.field].check(state, seat, move.action)
        loans.check_loans(state, seat, cost, move.loans)

    def apply(self, state: State, frame: Act, seat: int, move: moves.Act | moves.Repay, emitted: list[Event]) -> None:
        """Act, or repay and be asked again."""
        if isinstance(move, moves.Repay):
            loans.repay(state, seat, move.loans, emitted)
            return
        state.agenda.pop()
        act(state, seat, PLACES[frame.field], move.action, emitted)

    def resume(self, state: State, frame: Act, emitted: list[Event]) -> None:
        """The event is over: ask, or let the action lapse; the lonely point of D and H needs no asking."""
        turn = state.agenda[-2]
        assert isinstance(turn, Turn)
        if state.version < 2:
            # H28: who repaid before the dice lacked the silver for a second die or a bill: what they left over counted.
            turn.payable = min(turn.payable, loans.payable(state, frame.seat))
        place = PLACES[frame.field]
        forced = place.last_resort(state, frame.seat)
        if forced is not None:
            state.agenda.pop()
            place.apply(state, frame.seat, forced, 0, emitted)
        elif place.possible(state, frame.seat, loans.budget(state, frame.seat)):
            frame.owes = [frame.seat]
        else:
            state.agenda.pop()
            emitted.append(events.Lapsed(frame.seat, place.key))
