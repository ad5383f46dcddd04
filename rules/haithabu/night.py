"""Night fields (H18): the event dice are rolled first, then the worker acts."""

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
    """H18: roll one or two event dice. Two different faces are for the roller to choose from, else the event happens.

    `silver` is what was paid for the dice.
    """
    rolled = state.roll(dice)
    emitted.append(events.Rolled(seat, rolled, silver))
    if rolled[0] != rolled[-1]:
        state.push(ChooseEvent(owes=[seat], dice=rolled))
    else:
        resolve_event(state, seat, rolled[0], False, emitted)


class ChooseOneEvent(Step[State, ChooseEvent, moves.Happen]):
    """H18: the roller chooses one of two events."""

    def options(self, state: State, frame: ChooseEvent, seat: int) -> list[moves.Happen]:
        """Return both events."""
        return [moves.Happen(DATA.event[face - 1].key) for face in frame.dice]

    def check(self, state: State, frame: ChooseEvent, seat: int, move: Move) -> None:
        """Raise `Illegal` for an event that was not rolled."""
        if not isinstance(move, moves.Happen):
            raise wrong_kind("H18", move)
        if EVENTS.get(move.event) not in frame.dice:
            raise Illegal("H18", "not_rolled", event=move.event)

    def apply(self, state: State, frame: ChooseEvent, seat: int, move: moves.Happen, emitted: list[Event]) -> None:
        """Carry out the event chosen; the seat owes nothing more here."""
        frame.owes.remove(seat)
        resolve_event(state, seat, EVENTS[move.event], True, emitted)

    def resume(self, state: State, frame: ChooseEvent, emitted: list[Event]) -> None:
        """Pop the frame; the night action below continues."""
        state.agenda.pop()


def perform_action(state: State, seat: int, place: Place, action: AnyAction, emitted: list[Event]) -> None:
    """Pay for an action, with loans if needed, and carry it out."""
    cost = place.cost(state, seat, action)
    if cost:
        loans.pay(state, seat, cost, emitted)
    place.apply(state, seat, action, cost, emitted)


class ActByNight(Step[State, Act, moves.Act | moves.Repay]):
    """H18: the worker acts after the event; the field was fixed before. H28: loans can be repaid before acting.

    Repaying never makes the action impossible: a loan repaid can be taken again, and one loan pays for something on
    every field.
    """

    def options(self, state: State, frame: Act, seat: int) -> list[moves.Act | moves.Repay]:
        """Return what the field offers with at most one loan, then repaying loans, the most first."""
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
        """Return a random action of the field that needs at most one loan; now and then, repaying loans."""
        place, bits = PLACES[frame.field], chance.draw()
        if not bits >> 60 and (most := self._repayable_loans(state, seat)):
            return moves.Repay((bits >> 48) % most + 1)
        action = place.random_action(state, seat, loans.budget_with_one_loan(state, seat), bits)
        if action is None:
            return chance.choice(self.options(state, frame, seat))
        return moves.Act(action, loans_needed(place.cost(state, seat, action), state.players[seat].silver))

    def check(self, state: State, frame: Act, seat: int, move: Move) -> None:
        """Raise `Illegal` for an action not possible on this field, and a wrong number of loans taken or repaid."""
        if isinstance(move, moves.Repay) and state.version >= 2:
            loans.check_repaying(state, seat, move.loans)
            return
        if not isinstance(move, moves.Act):
            raise wrong_kind("H18", move)
        cost = PLACES[frame.field].check(state, seat, move.action)
        loans.check_loans(state, seat, cost, move.loans)

    def apply(self, state: State, frame: Act, seat: int, move: moves.Act | moves.Repay, emitted: list[Event]) -> None:
        """Carry out the action and pop the frame; after repaying, the seat still owes the action."""
        if isinstance(move, moves.Repay):
            loans.repay(state, seat, move.loans, emitted)
            return
        state.agenda.pop()
        perform_action(state, seat, PLACES[frame.field], move.action, emitted)

    def resume(self, state: State, frame: Act, emitted: list[Event]) -> None:
        """The event is over: ask for the action, or emit `Lapsed` if it is impossible now.

        If only the point of D or H is left, it is taken without asking.
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
