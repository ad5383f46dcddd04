"""The rule of thumb for Haithabu: score every move by its immediate effect, in points, and give reasons for it.

`rule_of_thumb` ranks moves from a view with a `MoveScorer`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import add

from opponents.advice import Advice, Reason
from opponents.haithabu.action_reasons import ActionReasons
from opponents.haithabu.answer_reasons import answer_reasons, event_risks
from opponents.haithabu.candidate_actions import candidate_actions, missing_wares
from opponents.haithabu.hiring_reasons import Deed, hiring_reasons
from opponents.haithabu.position import (
    Position,
    carry_wares,
    final_score,
    position_after_action,
    position_of,
    remove_wares,
    take_transport,
)
from opponents.haithabu.view_prediction import view_after_action, view_after_hiring
from rules import Move
from rules.haithabu import actions, moves, quotes, scoring
from rules.haithabu.card_data import TRANSPORT, TRANSPORTS
from rules.haithabu.data import CHARACTER, DATA, NEUTRAL, WARES
from rules.haithabu.prices import clamp_level
from rules.haithabu.state import NOBODY
from rules.haithabu.view import View

EVENT_COST = 0.5
"""Points that an event costs on average."""
SECOND_DIE_GAIN = 0.4
"""Points that the choice between two events brings."""
MIN_HIRING_GAIN = 2.0
"""Points that a second action must bring beyond the price of hiring."""
COMPLETION_BONUS = 2.0
"""Points added for each order completed now rather than later."""
RIVAL_LOSS = 1.0
"""Points added for a character taken from the only rival; with more rivals each gains less from it."""
SILVER_RESERVE = 60
"""Silver that must be left when loans are repaid before the last round."""
_SILVER_PER_POINT = DATA.scoring.silver_for_point
_WORST_SCORE = float("-inf")


def rule_of_thumb(view: View, options: Sequence[Move]) -> list[Advice]:
    """Return all options of the view's seat, and some legal moves not listed, as advice with reasons, best first.

    Moves with equal scores stay in the order of `options`, followed by the moves not listed.
    """
    scorer = MoveScorer(view, exact=True)
    scores = scorer.scores(options)
    return [Advice(move, reasons=scorer.reasons(move), worth=scores[move]) for move in scores]


class MoveScorer:
    """Scores the moves of the seat whose view it gets, in points (`scores`), and finds `reasons` for them.

    With `exact`, moves of the seat's last worker are scored by the final result. The alderman was trained without
    `exact`.
    """

    def __init__(self, view: View, *, exact: bool = False) -> None:
        """Value the view's seat now (AssertionError for a spectator); `exact` scores its last worker by the result."""
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        self.now = position_of(view, self.seat)
        if view.turn and view.turn.seat == self.seat and view.turn.workers and view.acting is None:
            self.now.turns -= 1  # every move scored here places a worker
        self._is_last_worker = exact and self.now.turns == 0
        self._everybody = scoring.view_holdings(view) if self._is_last_worker else []
        self._exact = exact
        self.value_now = self._position_value(self.now)
        self._action_scores: dict[tuple[str, actions.AnyAction], float] = {}
        self._best_by_place: dict[str, tuple[float, actions.AnyAction | None]] = {}
        self._action_reasons = ActionReasons(view, self.seat)

    def ranked_moves(self, options: Sequence[Move]) -> list[Move]:
        """Return all options and the unlisted moves of the seat, best first; of equal ones the rules' order stays."""
        return list(self.scores(options))

    def scores(self, options: Sequence[Move]) -> dict[Move, float]:
        """Return all options and the unlisted moves of the seat with the points each should bring, best first."""
        scores = {move: self.score(move) for move in dict.fromkeys([*options, *self.unlisted_moves(options)])}
        self.adjust_scores(scores)
        return {move: scores[move] for move in sorted(scores, key=lambda move: -scores[move])}

    def _position_value(self, position: Position) -> float:
        """Return the points that the seat should have at the end of the game, from this position.

        It is the final score if this scorer was made with `exact` and the seat places its last worker of the game.
        """
        return final_score(self._everybody, self.seat, position) if self._is_last_worker else position.expected_points

    def unlisted_moves(self, options: Sequence[Move]) -> list[Move]:
        """Return the candidate actions of the seat as legal moves, also those that the rules do not list as options.

        The rules list no options with large amounts, which orders often want. By day there are moves for each worker
        and place that occur in `options`; by night for the worker that is about to act.
        """
        by_day = {field.key for field in self.view.rondel if field.day} | {moves.MARKET}
        places = dict.fromkeys(
            (move.worker, move.place) for move in options if isinstance(move, moves.Work) and move.place in by_day
        )
        found: list[Move] = [
            moves.Work(worker, place, action, 0, quotes.quote_action(self.view, self.seat, place, action).loans)
            for worker, place in places
            for action in candidate_actions(self.view, self.seat, place)
        ]
        if any(isinstance(move, moves.Act) for move in options):
            place = self.view.acting or ""
            found += [
                moves.Act(action, quotes.quote_action(self.view, self.seat, place, action).loans)
                for action in candidate_actions(self.view, self.seat, place)
            ]
        return found

    def score(self, move: Move) -> float:
        """Return how many points a move of the seat should bring.

        A worker by night scores the best action on its place, minus what the event and the dice cost. Naming the next
        starting player scores 1 for the seat itself, else 0. Hiring, repaying and laying a worker aside score minus
        infinity here; `adjust_scores` corrects the first two.
        """
        match move:
            case moves.Work() if move.action:
                return self._action_score(move.place, move.action)
            case moves.Work():
                price = -quotes.quote_dice(self.view, self.seat, move.dice).silver / _SILVER_PER_POINT
                return self.best_on_place(move.place)[0] - EVENT_COST + SECOND_DIE_GAIN * (move.dice - 1) - price
            case moves.Act():
                return self._action_score(self.view.acting or "", move.action)
            case moves.Happen():
                return self._event_score(move.event)
            case moves.TurnBy():
                return self._rondel_score(move.fields)
            case moves.Starter():
                return float(move.starter == self.seat)
            case moves.Repay() | moves.Hire() | moves.Aside():
                return _WORST_SCORE  # see adjust_scores
        after = self.now.copy()
        self._apply_answer(after, move)
        return self._position_value(after) - self.value_now

    def adjust_scores(self, scores: dict[Move, float]) -> None:
        """Change, in place, the scores of moves that depend on other moves: hiring and repaying.

        - Hiring becomes the best move if it pays off (`hiring_plan`).
        - Once a worker is hired, the move for the best action of a worker (`best_action`) becomes the best.
        - Repaying is compared with ending the turn, where that is an option. It is better in the last round, or if
          `SILVER_RESERVE` is left; else it is worse. Where the turn cannot be ended, it keeps the worst score.
        """
        first = max((worth for move, worth in scores.items() if isinstance(move, moves.Work)), default=_WORST_SCORE)
        if self.view.turn and self.view.turn.hired and self.view.acting is None and (best_action := self.best_action):
            _, worker, place, action = best_action
            there = [
                move
                for move in scores
                if isinstance(move, moves.Work)
                and (move.worker, move.place) == (worker, place)
                and move.action in (None, action)
            ]
            for planned in sorted(there, key=scores.__getitem__)[-1:]:
                scores[planned] = first = first + 1
        for move in scores:
            if isinstance(move, moves.Hire) and self.hiring_plan:
                scores[move] = first + 1
            elif isinstance(move, moves.Repay) and moves.Done() in scores:
                left = self.now.player.silver + quotes.quote_move(self.view, self.seat, move).silver
                scores[move] = scores[moves.Done()] + (
                    move.loans if left >= SILVER_RESERVE or self._is_last_round else -1
                )

    @cached_property
    def hiring_plan(self) -> tuple[Deed, ...]:
        """The deeds at two places for which hiring a neutral worker pays off, the better one first; () if it does not.

        The second one must bring `MIN_HIRING_GAIN` points more than hiring costs. Hiring never pays off if no worker
        is to be placed, the inn is empty, or hiring would need a loan.
        """
        deal, turn = quotes.quote_hire(self.view, self.seat), self.view.turn
        if deal is None or deal.loans or turn is None or not turn.workers:
            return ()
        view = view_after_hiring(self.view, self.seat, deal)
        first = MoveScorer(view, exact=self._exact).best_action
        if first is None:
            return ()
        _, worker, place, action = first
        second = MoveScorer(view_after_action(view, self.seat, worker, place, action), exact=self._exact).best_action
        if second is None or second[2] == place or second[0] <= MIN_HIRING_GAIN - deal.silver / _SILVER_PER_POINT:
            return ()
        return Deed(place, action), Deed(*second[2:])

    @property
    def best_action(self) -> tuple[float, str, str, actions.AnyAction] | None:
        """The best action of a worker not yet placed, as (points, worker, place, action).

        It is None if no action gains anything. Only while a turn is running (AssertionError otherwise).
        """
        assert self.view.turn is not None
        found = None
        for worker in self.view.turn.workers:
            for place in self._open_places(worker):
                worth, doing = self.best_on_place(place)
                worth -= self._event_cost(place)
                if doing and worth > 0 and (found is None or worth > found[0]):
                    found = worth, worker, place, doing
        return found

    def _open_places(self, worker: str) -> list[str]:
        """Return the places where a worker (`own` or `neutral`) may go: those without a worker of its colour (H13).

        The market is always one of them.
        """
        colour = self.seat if worker == moves.OWN else NEUTRAL
        return [moves.MARKET, *(field.key for field in self.view.rondel if colour not in field.workers)]

    def _event_cost(self, place: str) -> float:
        """Return `EVENT_COST` for a place by night, else 0."""
        return EVENT_COST if any(field.key == place and not field.day for field in self.view.rondel) else 0.0

    @property
    def _is_last_round(self) -> bool:
        return self.view.round == DATA.play.rounds

    def _action_score(self, place: str, action: actions.AnyAction) -> float:
        """Return the points that an action on a place should bring: what it adds to the position, plus two bonuses.

        They are `COMPLETION_BONUS` for each completed order (not for the last worker) and what a rival loses. The
        result is cached, because it is the same for either worker.
        """
        if (place, action) not in self._action_scores:
            after = position_after_action(self.view, self.seat, self.now, place, action)
            done = len(after.player.completed) - len(self.now.player.completed)
            sooner = 0.0 if self._is_last_worker else COMPLETION_BONUS * done
            self._action_scores[place, action] = (
                self._position_value(after) - self.value_now + sooner + self._rival_loss(action)
            )
        return self._action_scores[place, action]

    def _rival_loss(self, action: actions.AnyAction) -> float:
        """Return the points that an action is worth because it takes a character from a rival; 0 for all other actions.

        These are `RIVAL_LOSS` divided by the number of rivals.
        """
        if not isinstance(action, actions.Recruit):
            return 0.0
        owner = next(card.owner for card in self.view.characters if card.key == action.character)
        return 0.0 if owner is None else RIVAL_LOSS / (self.view.seats - 1)

    def best_on_place(self, place: str) -> tuple[float, actions.AnyAction | None]:
        """Return (points, action) of the best candidate action on a place; (0, None) if there is none.

        The event that comes first by night is ignored. The result is cached.
        """
        if place not in self._best_by_place:
            worth = {
                action: self._action_score(place, action) for action in candidate_actions(self.view, self.seat, place)
            }
            best_action = max(worth, key=worth.__getitem__, default=None)
            self._best_by_place[place] = (worth[best_action] if best_action else 0.0, best_action)
        return self._best_by_place[place]

    def _event_score(self, event: str) -> float:
        """Return the points that an event (H29) brings the player who rolled it; negative if it costs some.

        `event` is its key. A bill that the player cannot pay scores -1, and so does a storm or an assassination if the
        player has nothing to lose. Events without a rule here score 0.
        """
        view, me = self.view, self.view.players[self.seat]
        match event:
            case "viking_games":
                return 0.3 * (view.seats - 1)
            case "unrest":
                return 0.2 * (view.seats - 1)
            case "unpaid_bill":
                bill = quotes.unpaid_bill(view)
                return -bill / _SILVER_PER_POINT if bill <= me.silver else -1.0
            case "storm" | "assassination":
                owned = me.characters if event == "assassination" else _owned_transport_kinds(self.now)
                return max((self.score(moves.Lose(what)) for what in owned), default=-1.0)
        return 0.0

    def _rondel_score(self, fields: int) -> float:
        """Return the points of the best field after turning the rondel by this many fields (H11).

        For fields where it is night then, `EVENT_COST` is subtracted.
        """
        keys = [field.key for field in self.view.rondel]
        dawn = next(i for i, field in enumerate(self.view.rondel) if field.day and not self.view.rondel[i - 1].day)
        by_day = {keys[(dawn - fields + i) % len(keys)] for i in range(DATA.rondel.day)}
        return max(self.best_on_place(key)[0] - EVENT_COST * (key not in by_day) for key in keys)

    def _apply_answer(self, after: Position, move: Move) -> None:
        """Change the position in place by the immediate effect of a move that answers an event or a question.

        Taking a transport also adds a point for each place on it that is useful to the seat. Moves without a known
        effect change nothing.
        """
        player = after.player
        match move:
            case moves.Pick(character):
                after.owned.append(CHARACTER[character])
            case moves.Return(characters):
                after.owned = [each for each in after.owned if each not in {CHARACTER[key] for key in characters}]
                player.points += DATA.returning.points * len(characters)
            case moves.Lose(what) if what in CHARACTER:
                after.owned.remove(CHARACTER[what])
            case moves.Lose(what):
                player.transports[actions.KINDS_OF_TRANSPORT.index(what)] = NOBODY
            case moves.Give("silver"):
                player.silver -= 10
            case moves.Give("point"):
                player.points -= 1
            case moves.Give(store, str(ware)):
                remove_wares(_store(after, store), [int(key == ware) for key in WARES])
            case moves.Discard(warehouse, post):
                remove_wares(player.warehouse, warehouse)
                remove_wares(player.post, post)
            case moves.Take(transports):
                for card in transports:
                    transport = TRANSPORTS[TRANSPORT[card]]
                    player.transports[actions.KINDS_OF_TRANSPORT.index(transport.stack.kind)] = TRANSPORT[card]
                    player.points += self._useful_capacity(card)
            case moves.Seer(ware, direction):
                index = WARES.index(ware)
                shift = DATA.character.seer.round_end_levels * (1 if direction == "up" else -1)
                after.levels[index] = clamp_level(after.levels[index] + shift)
            case moves.Stevedore(wares):
                carry_wares(player, wares)
            case moves.Carpenter(stack):
                after.apply_quote(quotes.quote_transports(self.view, self.seat, (stack,)))
                take_transport(self.view, player, stack)

    def _useful_capacity(self, card: str) -> int:
        """Return how many places of a transport card are useful to the seat.

        These are the free ones, and those fixed for wares that are in the warehouse or wanted by orders.
        """
        transport, me = TRANSPORTS[TRANSPORT[card]], self.view.players[self.seat]
        wanted = missing_wares(self.view, self.seat)
        given = [
            min(count, stored + max(0, want))
            for count, stored, want in zip(transport.given, me.warehouse, wanted, strict=True)
        ]
        return transport.free + sum(given)

    def reasons(self, move: Move) -> tuple[Reason, ...]:
        """Return what speaks for a move of the seat, the most important first; empty if there is nothing to say.

        A worker placed by night is explained by the best action on its place, with a warning of what the event before
        may cost. Hiring is explained by `hiring_plan`.
        """
        match move:
            case moves.Work() if move.action:
                return self._action_reasons.for_action(move.action)
            case moves.Act():
                return self._action_reasons.for_action(move.action)
            case moves.Work():
                best_action = self.best_on_place(move.place)[1]
                why = self._action_reasons.for_planned_action(best_action) if best_action else ()
                return (*why, *event_risks(self.view, self.seat))
            case moves.Hire():
                return hiring_reasons(self.view, self.hiring_plan, is_planned=True)
            case moves.Pick(character):
                return self._action_reasons.for_character(character)
            case moves.Stevedore(wares):
                return self._action_reasons.for_carried_wares(wares)
            case moves.Give(ware=str(ware)):
                return self._action_reasons.for_lost_wares(tuple(int(key == ware) for key in WARES))
            case moves.Discard(warehouse, post):
                return self._action_reasons.for_discarded_wares(tuple(map(add, warehouse, post)))
        return answer_reasons(self.view, self.seat, move, missing_wares(self.view, self.seat))


def _owned_transport_kinds(now: Position) -> list[str]:
    """Return the kinds of transport (`cart`, `ship`) that the player of this position has."""
    kinds = zip(actions.KINDS_OF_TRANSPORT, now.player.transports, strict=True)
    return [kind for kind, card in kinds if card != NOBODY]


def _store(after: Position, store: str) -> list[int]:
    """Return the list of the warehouse or of the trading post, by its key."""
    return after.player.warehouse if store == moves.WAREHOUSE else after.player.post
