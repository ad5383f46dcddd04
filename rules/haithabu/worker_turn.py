"""A player's turn: hiring (H12), placing workers (H10, H13, H15), repaying loans (H28).

`TakeTurn` is the decision about hiring and placing workers, `SettleLoans` the one about loans after the last worker.
"""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.haithabu import end_events, events, loans, moves
from rules.haithabu.actions import AnyAction, Buy, Sell
from rules.haithabu.data import DATA, INNKEEPER, NEUTRAL, SEER
from rules.haithabu.fields import MARKET, PLACE, PLACES
from rules.haithabu.moves import NEUTRAL as NEUTRAL_WORKER
from rules.haithabu.moves import OWN
from rules.haithabu.night import perform_action, roll_event_dice
from rules.haithabu.prices import dice_price, hiring_price, loans_needed
from rules.haithabu.state import Act, Settle, State, Turn

_DICE = (1, 2)
_MAX_DRAWS = 16
"""How often a random move is drawn before all moves are listed instead."""
_MARKET_WEIGHT = 4
"""How many times as often as one field the market is drawn."""
TurnMove = moves.Hire | moves.Work | moves.Aside | moves.Repay
"""The moves of a turn."""


def workers_to_place(frame: Turn) -> list[str]:
    """Return the workers that this turn still has to place: `own`, `neutral`, both or none, in this order."""
    return [worker for worker, there in ((OWN, frame.own), (NEUTRAL_WORKER, frame.neutral)) if there]


def can_stand(state: State, colour: int, place: int) -> bool:
    """H13: return True if no worker of this colour is on the place yet; always True for the market."""
    return place == MARKET or colour not in state.standing[place]


def possible_places(state: State, seat: int, colour: int) -> list[int]:
    """H15: return the indices of the places where a worker of that colour could act for the seat now.

    Fields with a worker of that colour are left out (H13). The seat may spend its silver and that of all loans left in
    the bank. The colour is a seat or `NEUTRAL`.
    """
    budget = loans.budget(state, seat)
    return [
        place
        for place in range(len(PLACES))
        if can_stand(state, colour, place) and PLACES[place].can_act(state, seat, budget)
    ]


def neutral_workers_left(state: State) -> int:
    """H4, H12: return how many neutral workers are still in the inn."""
    return DATA.inn.workers[state.seats] - state.hired


class TakeTurn(Step[State, Turn, TurnMove]):
    """The decision of a turn (H10, H12): place one's own worker, and a neutral one if hired before, in either order.

    The seat may hire one neutral worker before it places its own, and repay loans before and between placements.
    """

    def options(self, state: State, frame: Turn, seat: int) -> list[TurnMove]:
        """Turn (H10): return the placements worth offering of each worker to be placed, then hiring, then repaying.

        A worker that can do nothing anywhere can only be laid aside. One neutral worker may be hired, before the seat's
        own is placed. Of the repayments, the largest comes first. Moves that need more than one loan are left out.
        """
        offered: list[TurnMove] = []
        for worker in workers_to_place(frame):
            offered += self._placements(state, seat, worker) or [moves.Aside(worker)]
        if frame.own and not frame.hired and neutral_workers_left(state):
            price = self._hiring_price(state, seat)
            if price <= loans.budget_with_one_loan(state, seat):
                offered.append(moves.Hire(loans_needed(price, state.players[seat].silver)))
        offered += [moves.Repay(count) for count in range(loans.repayable_loans(state, seat), 0, -1)]
        return offered

    def _placements(self, state: State, seat: int, worker: str) -> list[TurnMove]:
        """Return the moves that place this worker (`own` or `neutral`): by day one for each offered action.

        On a night field there is one move for each affordable number of event dice, 1 or 2. Moves that need more than
        one loan are left out.
        """
        colour = seat if worker == OWN else NEUTRAL
        silver, budget = state.players[seat].silver, loans.budget_with_one_loan(state, seat)
        offered: list[TurnMove] = []
        for index in possible_places(state, seat, colour):
            place = PLACES[index]
            if index == MARKET or state.by_day(index):
                for action in place.offered_actions(state, seat, budget):
                    cost = place.cost(state, seat, action)
                    needed = loans_needed(cost, silver) if cost > silver else 0
                    offered.append(moves.Work(worker, place.key, action, 0, needed))
            else:
                for dice in _DICE:
                    cost = dice_price(dice, state.owners[SEER] == seat)
                    if cost <= budget and place.can_act(state, seat, budget - cost):
                        offered.append(moves.Work(worker, place.key, None, dice, loans_needed(cost, silver)))
        return offered

    def sample(self, state: State, frame: Turn, seat: int, chance: Chance) -> TurnMove:
        """Turn (H10): return a random legal move that needs at most one loan.

        It is drawn directly, without listing the options; after 16 failed draws it is chosen from all options. Not all
        moves are equally likely: the market is drawn four times as often as one field.
        """
        silver, budget = state.players[seat].silver, loans.budget_with_one_loan(state, seat)
        for _ in range(_MAX_DRAWS):
            bits = chance.draw()
            if not bits & 15 and frame.own and not frame.hired and neutral_workers_left(state):
                price = self._hiring_price(state, seat)
                if price <= budget:
                    return moves.Hire(loans_needed(price, silver))
            if not bits & 0xF0 and (most := loans.repayable_loans(state, seat)):
                return moves.Repay((bits >> 16) % most + 1)
            index = (bits >> 24) % (MARKET + _MARKET_WEIGHT)
            own = frame.own and not (frame.neutral and bits & 0x100)
            if index < MARKET:
                if (seat if own else NEUTRAL) in state.standing[index]:
                    continue
                if not state.by_day(index):
                    dice = 1 + (bits >> 12 & 1)
                    cost = dice_price(dice, state.owners[SEER] == seat)
                    if cost <= budget and PLACES[index].can_act(state, seat, budget - cost):
                        worker = OWN if own else NEUTRAL_WORKER
                        return moves.Work(worker, PLACES[index].key, None, dice, loans_needed(cost, silver))
                    continue
            else:
                index = MARKET
            place = PLACES[index]
            action = place.random_action(state, seat, budget, bits >> 32)
            if action is not None:
                cost = place.cost(state, seat, action)
                worker = OWN if own else NEUTRAL_WORKER
                return moves.Work(worker, place.key, action, 0, loans_needed(cost, silver) if cost > silver else 0)
        return chance.choice(self.options(state, frame, seat))

    def check(self, state: State, frame: Turn, seat: int, move: Move) -> None:
        """Turn (H10): raise `Illegal` unless the move is allowed now.

        It may place a worker, hire one neutral worker before its own is placed (H12), repay loans (H28), or lay
        aside a worker that could do nothing anywhere (H15). The loans it names must be exactly those it needs.
        """
        if isinstance(move, moves.Work):
            self._check_work(state, frame, seat, move)
        elif isinstance(move, moves.Hire):
            if not frame.own:
                raise Illegal("H12", "own_worker_is_placed")
            if frame.hired:
                raise Illegal("H12", "one_a_turn")
            if not neutral_workers_left(state):
                raise Illegal("H12", "inn_is_empty")
            loans.check_loans(state, seat, self._hiring_price(state, seat), move.loans)
        elif isinstance(move, moves.Repay):
            loans.check_repaying(state, seat, move.loans)
        elif isinstance(move, moves.Aside):
            self._check_waiting(frame, move.worker)
            places = possible_places(state, seat, seat if move.worker == OWN else NEUTRAL)
            if places:
                raise Illegal("H15", "must_be_placed", worker=move.worker, places=tuple(PLACES[i].key for i in places))
        else:
            raise wrong_kind("H10", move)

    def _check_waiting(self, frame: Turn, worker: str) -> None:
        """H10: raise `Illegal` unless this worker, `own` or `neutral`, is still to be placed in this turn."""
        if not (frame.own if worker == OWN else frame.neutral and worker == NEUTRAL_WORKER):
            raise Illegal("H10", "no_such_worker_waits", worker=worker)

    def _check_work(self, state: State, frame: Turn, seat: int, move: moves.Work) -> None:
        """H10, H13, H15, H18, H28: raise `Illegal` unless the worker may be placed as the move says.

        - The worker must not be placed yet, and no other of its colour may be on that field.
        - By day and on the market the move must name a legal action and no dice.
        - On a night field it must name one or two dice and no action, and the seat must be able to act there after
          paying for the dice.
        - The number of loans named must be exactly what the seat needs.
        """
        self._check_waiting(frame, move.worker)
        index = PLACE.get(move.place)
        if index is None:
            raise Illegal("H10", "no_such_place", place=move.place)
        if not can_stand(state, seat if move.worker == OWN else NEUTRAL, index):
            raise Illegal("H13", "colour_stands_there", place=move.place, worker=move.worker)
        place = PLACES[index]
        if index == MARKET or state.by_day(index):
            if move.dice:
                raise Illegal("H18", "no_dice_by_day", place=move.place)
            if move.action is None:
                raise Illegal("H18", "action_comes_at_once", place=move.place)
            loans.check_loans(state, seat, place.check(state, seat, move.action), move.loans)
            return
        if move.action is not None:
            raise Illegal("H18", "event_comes_first", place=move.place)
        if move.dice not in _DICE:
            raise Illegal("H18", "one_or_two_dice", dice=move.dice)
        cost = dice_price(move.dice, state.owners[SEER] == seat)
        loans.check_loans(state, seat, cost, move.loans)
        if not place.can_act(state, seat, loans.budget(state, seat) - cost):
            raise Illegal("H15", "nothing_to_do_there", place=move.place)

    def apply(self, state: State, frame: Turn, seat: int, move: TurnMove, emitted: list[Event]) -> None:
        """Turn (H10): place or lay aside the worker, hire a neutral one, or repay loans, as the move says.

        A worker placed by day or on the market acts at once; on a night field its event dice are rolled. What the move
        costs is paid at once, with loans if needed. The decision ends when no worker is left to be placed.
        """
        if isinstance(move, moves.Work):
            self._remove_worker(state, frame, move.worker)
            self._place_worker(state, seat, move, emitted)
        elif isinstance(move, moves.Hire):
            price = self._hiring_price(state, seat)
            loans.pay(state, seat, price, emitted)
            frame.neutral = frame.hired = True
            state.hired += 1
            emitted.append(events.Hired(seat, price))
        elif isinstance(move, moves.Repay):
            loans.repay(state, seat, move.loans, emitted)
        else:
            self._remove_worker(state, frame, move.worker)
            emitted.append(events.LaidAside(seat, move.worker))

    def _remove_worker(self, state: State, frame: Turn, worker: str) -> None:
        """Mark the worker (`own` or `neutral`) as placed. If it was the last one, the decision of the turn is complete.

        In version 1 of the rules it first stores in `frame.payable` how many loans the seat can repay now, before the
        placement takes effect.
        """
        if state.version < 2:
            frame.payable = loans.repayable_loans(state, frame.seat)
        if worker == OWN:
            frame.own = False
        else:
            frame.neutral = False
        if not frame.own and not frame.neutral:
            frame.owes.clear()

    def _place_worker(self, state: State, seat: int, move: moves.Work, emitted: list[Event]) -> None:
        """Put the worker on its place, emit `Placed`, and pay for and carry out its action or roll the event dice.

        On the market it stands on the field of the ware traded. On a night field the move has no action yet: the seat
        pays for a second die if it wants one, the dice are rolled, and the action is decided later (decision `Act`).
        """
        index = PLACE[move.place]
        place = PLACES[index]
        spot = MARKET + _traded_ware(move.action) if index == MARKET else index
        state.standing[spot] += (seat if move.worker == OWN else NEUTRAL,)
        emitted.append(events.Placed(seat, move.worker, move.place))
        if move.action is not None:
            perform_action(state, seat, place, move.action, emitted)
            return
        cost = dice_price(move.dice, state.owners[SEER] == seat)
        if cost:
            loans.pay(state, seat, cost, emitted)
        state.push(Act(seat=seat, field=index))
        roll_event_dice(state, seat, move.dice, cost, emitted)

    def _hiring_price(self, state: State, seat: int) -> int:
        """Return the silver that the seat pays for the next neutral worker; half of it with the Innkeeper."""
        return hiring_price(state.hired, state.owners[INNKEEPER] == seat)

    def resume(self, state: State, frame: Turn, emitted: list[Event]) -> None:
        """Turn (H10): all workers are placed, so end the turn; ask about repaying (H28) first if a loan can be repaid.

        In version 1 of the rules it asks only if more loans can be repaid than before the last placement.
        """
        state.agenda.pop()
        # Version 1 asked only if more loans could be repaid now than before the last placement (`payable`).
        if loans.repayable_loans(state, frame.seat) > frame.payable:
            state.push(Settle(owes=[frame.seat]))


def _traded_ware(action: AnyAction | None) -> int:
    """Return the index of the ware bought or sold on the market; the worker stands on that ware's market field.

    The action must be a `Buy` or `Sell`.
    """
    assert isinstance(action, (Buy, Sell))
    return action.wares.index(max(action.wares))


class SettleLoans(Step[State, Settle, moves.Repay | moves.Done]):
    """The decision after the last worker of a turn (H28): repay loans, or end the turn."""

    def options(self, state: State, frame: Settle, seat: int) -> list[moves.Repay | moves.Done]:
        """After the last worker (H28): return ending the turn, then repaying as many loans as possible, down to one."""
        return [moves.Done(), *(moves.Repay(count) for count in range(loans.repayable_loans(state, seat), 0, -1))]

    def check(self, state: State, frame: Settle, seat: int, move: Move) -> None:
        """After the last worker (H28): raise `Illegal` unless the move ends the turn (`done`) or repays loans.

        The seat must have the loans that it repays, and the silver for them.
        """
        if isinstance(move, moves.Repay):
            loans.check_repaying(state, seat, move.loans)
        elif not isinstance(move, moves.Done):
            raise wrong_kind("H28", move)

    def apply(
        self, state: State, frame: Settle, seat: int, move: moves.Repay | moves.Done, emitted: list[Event]
    ) -> None:
        """After the last worker (H28): repay the loans that the move names, or end the turn.

        After repaying, the seat is asked again if it can repay more; in version 1 of the rules it is asked only once.
        Ending the turn (`done`) emits `WantedNoMore`.
        """
        if isinstance(move, moves.Repay):
            loans.repay(state, seat, move.loans, emitted)
        else:
            emitted.append(end_events.WantedNoMore(seat))
        # Version 1 asked only once.
        if isinstance(move, moves.Done) or not loans.repayable_loans(state, seat) or state.version < 2:
            frame.owes.remove(seat)

    def resume(self, state: State, frame: Settle, emitted: list[Event]) -> None:
        """Pop the frame; the next turn follows."""
        state.agenda.pop()
