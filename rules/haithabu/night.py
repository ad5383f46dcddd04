"""Night fields (H18): `roll_event_dice` rolls and starts the event before the worker acts.

`ChooseOneEvent` is the choice between two events, `ActByNight` the decision about the action afterwards.
"""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu import events, loans, moves
from rules.haithabu.actions import AnyAction
from rules.haithabu.data import DATA, EVENTS
from rules.haithabu.fields import PLACES
from rules.haithabu.night_events import resolve_event
from rules.haithabu.places import Place
from rules.haithabu.prices import loans_needed
from rules.haithabu.state import Act, ChooseEvent, State, Turn


def roll_event_dice(state: State, seat: int, dice: int, silver: int, emitted: list[Event]) -> None:
    """H18: roll one or two event dice for the seat and emit `Rolled`.

    If two dice show different events, the seat is asked which one happens (decision `ChooseEvent`). Otherwise the event
    happens at once. `silver` is what the seat has paid for the dice.
    """
    rolled = state.roll(dice)
    emitted.append(events.Rolled(seat, rolled, silver))
    if rolled[0] != rolled[-1]:
        state.push(ChooseEvent(owes=[seat], dice=rolled))
    else:
        resolve_event(state, seat, rolled[0], False, emitted)


class ChooseOneEvent(Step[State, ChooseEvent, moves.Happen]):
    """The decision after rolling two different event dice (H18): the roller chooses which event happens."""

    def options(self, state: State, frame: ChooseEvent, seat: int) -> list[moves.Happen]:
        """Two event dice (H18): return a move for each of the two events."""
        return [moves.Happen(DATA.event[face - 1].key) for face in frame.dice]

    def check(self, state: State, frame: ChooseEvent, seat: int, move: Move) -> None:
        """Two event dice (H18): raise `Illegal` unless the move names one of the two events rolled."""
        if not isinstance(move, moves.Happen):
            raise wrong_kind("H18", move)
        if EVENTS.get(move.event) not in frame.dice:
            raise Illegal("H18", "not_rolled", event=move.event)

    def apply(self, state: State, frame: ChooseEvent, seat: int, move: moves.Happen, emitted: list[Event]) -> None:
        """Two event dice (H18): end the seat's decision and carry out the event it chose."""
        frame.owes.remove(seat)
        resolve_event(state, seat, EVENTS[move.event], True, emitted)

    def resume(self, state: State, frame: ChooseEvent, emitted: list[Event]) -> None:
        """Pop the frame; the night action below continues."""
        state.agenda.pop()


def perform_action(state: State, seat: int, place: Place, action: AnyAction, emitted: list[Event]) -> None:
    """Take the cost of a legal action from the seat, with loans if needed, and carry the action out on the place.

    The events of taking loans come first (`loans.pay`), then those of the action.
    """
    cost = place.cost(state, seat, action)
    if cost:
        loans.pay(state, seat, cost, emitted)
    place.apply(state, seat, action, cost, emitted)


class ActByNight(Step[State, Act, moves.Act | moves.Repay]):
    """The decision of a worker on a night field after the event (H18): act there, or repay loans first (H28).

    Repaying never makes the action impossible: a loan repaid can be taken again, and one loan pays for something on
    every field.
    """

    def options(self, state: State, frame: Act, seat: int) -> list[moves.Act | moves.Repay]:
        """Night field (H18): return the actions offered on this field that need at most one loan, then repayments.

        There is one repayment for each possible number of loans, the largest first. Version 1 of the rules allows none
        here.
        """
        place, silver = PLACES[frame.field], state.players[seat].silver
        offered: list[moves.Act | moves.Repay] = [
            moves.Act(action, loans_needed(place.cost(state, seat, action), silver))
            for action in place.offered_actions(state, seat, loans.budget_with_one_loan(state, seat))
        ]
        return offered + [moves.Repay(count) for count in range(self._repayable_loans(state, seat), 0, -1)]

    def _repayable_loans(self, state: State, seat: int) -> int:
        """H28: return how many loans can be repaid now; 0 in version 1 of the rules."""
        return loans.repayable_loans(state, seat) if state.version >= 2 else 0

    def sample(self, state: State, frame: Act, seat: int, chance: Chance) -> moves.Act | moves.Repay:
        """Night field (H18): return a random move: an action that needs at most one loan, or repaying loans.

        If loans can be repaid, 1 of 16 draws repays a random number of them. If the field's `random_action` returns
        None, the move is chosen from all `options`.
        """
        place, bits = PLACES[frame.field], chance.draw()
        if not bits >> 60 and (most := self._repayable_loans(state, seat)):
            return moves.Repay((bits >> 48) % most + 1)
        action = place.random_action(state, seat, loans.budget_with_one_loan(state, seat), bits)
        if action is None:
            return chance.choice(self.options(state, frame, seat))
        return moves.Act(action, loans_needed(place.cost(state, seat, action), state.players[seat].silver))

    def check(self, state: State, frame: Act, seat: int, move: Move) -> None:
        """Night field (H18): raise `Illegal` unless the move is a legal action of this field or repays loans.

        The number of loans that the move takes or repays is checked too. Version 1 of the rules allows no repaying
        here.
        """
        if isinstance(move, moves.Repay) and state.version >= 2:
            loans.check_repaying(state, seat, move.loans)
            return
        if not isinstance(move, moves.Act):
            raise wrong_kind("H18", move)
        cost = PLACES[frame.field].check(state, seat, move.action)
        loans.check_loans(state, seat, cost, move.loans)

    def apply(self, state: State, frame: Act, seat: int, move: moves.Act | moves.Repay, emitted: list[Event]) -> None:
        """Night field (H18): repay loans, or carry out the action, as the move says.

        After repaying, the seat still owes the action. The action ends the decision; it is paid for first, with loans
        if needed.
        """
        if isinstance(move, moves.Repay):
            loans.repay(state, seat, move.loans, emitted)
            return
        state.agenda.pop()
        perform_action(state, seat, PLACES[frame.field], move.action, emitted)

    def resume(self, state: State, frame: Act, emitted: list[Event]) -> None:
        """Night field (H18): the event of the night is over, so ask the seat for its worker's action.

        In two cases the seat is not asked, and `frame` is removed from the agenda (the stack of pending decisions):

        1. The worker is on D or H, where nothing but the field's point is left to take: the seat gets it at once.
        2. No action is possible: `Lapsed` is emitted.

        In version 1 of the rules, `Turn.payable` of the running turn is first lowered to the number of loans that the
        seat can repay now, if it is above that number.
        """
        turn = state.agenda[-2]
        assert isinstance(turn, Turn)
        if state.version < 2:
            # H28 in version 1: silver spent on a second die or a bill could not have been used for repaying before.
            turn.payable = min(turn.payable, loans.repayable_loans(state, frame.seat))
        place = PLACES[frame.field]
        forced = place.forced_action(state, frame.seat)
        if forced is not None:
            state.agenda.pop()
            place.apply(state, frame.seat, forced, 0, emitted)
        elif place.can_act(state, frame.seat, loans.budget(state, frame.seat)):
            frame.owes = [frame.seat]
        else:
            state.agenda.pop()
            emitted.append(events.Lapsed(frame.seat, place.key))
