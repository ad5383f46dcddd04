"""A rule of thumb for Haithabu: every move is weighed by what it leads to at once, and says what speaks for it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property

from opponents.advice import Advice, Reason
from opponents.haithabu.foresight import hired, placed
from opponents.haithabu.ideas import ideas, lacking
from opponents.haithabu.position import Position, act, carry, fetch, final, position, take
from opponents.haithabu.reasons import Reasons
from rules import Move
from rules.haithabu import actions, moves, quotes, scoring
from rules.haithabu.cards import STACK, STACKS, TRANSPORT, TRANSPORTS
from rules.haithabu.data import CHARACTER, DATA, NEUTRAL, WARES
from rules.haithabu.prices import bounded
from rules.haithabu.state import NOBODY
from rules.haithabu.view import View

NIGHT = 0.5
"""Points that an event costs on average."""
SECOND_DIE = 0.4
"""Points that choosing between two events brings."""
HIRING = 2.0
"""Points that a second action must bring beyond its price."""
SOONER = 2.0
"""Points that a completed order is worth more than one that could be completed later."""
RESERVE = 60
"""Silver that stays at hand when loans are repaid."""
_SILVER = DATA.scoring.silver_for_point
_LAST = float("-inf")


def rule_of_thumb(view: View, options: Sequence[Move]) -> list[Advice]:
    """Return all options, best first, and what suggests itself besides; of equal ones the rules' own order stays."""
    scales = Scales(view, exact=True)
    weighed = scales.weighed(options)
    return [Advice(move, reasons=scales.reasons(move), worth=weighed[move]) for move in weighed]


def reasons(view: View, move: Move) -> tuple[Reason, ...]:
    """Say what speaks for a move."""
    return Scales(view, exact=True).reasons(move)


def gist(move: Move) -> Hashable:
    """Return what a move is about: a place, and what is done there with what, whichever worker does it, how much."""
    match move:
        case moves.Work(place=place, action=None):
            return place
        case moves.Work(place=place, action=action):
            return (place, _about(action))
        case moves.Act(action):
            return _about(action)
    return move


def _about(action: actions.AnyAction | None) -> Hashable:
    match action:
        case actions.Buy(wares) | actions.Sell(wares):
            return (action.verb, tuple(map(bool, wares)))
        case actions.TakeOrder(order):
            return (action.verb, order)
        case actions.Fetch(stacks):
            return (action.verb, frozenset(STACKS[STACK[key]].kind for key in stacks))
        case actions.Deliver(loads):
            return (action.verb, frozenset(dict(loads)))
        case actions.Load(kind):
            return (action.verb, kind)
    return action


class Scales:
    """Weighs the moves of the player whose view this is, in points.

    `exact`: with one's last worker, by what the game ends with. The alderman learned without that.
    """

    def __init__(self, view: View, *, exact: bool = False) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        self.now = position(view, self.seat)
        if view.turn and view.turn.seat == self.seat and view.turn.workers and view.acting is None:
            self.now.turns -= 1  # whatever is done, a worker is placed
        self._ends = exact and self.now.turns == 0
        self._everybody = scoring.holdings_of_all(view) if self._ends else []
        self._exact = exact
        self.worth = self._worth(self.now)
        self._actions: dict[tuple[str, actions.AnyAction], float] = {}
        self._nights: dict[str, tuple[float, actions.AnyAction | None]] = {}
        self._reasons = Reasons(view, self.seat)

    def ranked(self, options: Sequence[Move]) -> list[Move]:
        """Return all options and what suggests itself besides, best first; of equal ones the rules' own order stays."""
        return list(self.weighed(options))

    def weighed(self, options: Sequence[Move]) -> dict[Move, float]:
        """Return the same with the points that each should bring."""
        weighed = {move: self.weigh(move) for move in dict.fromkeys([*options, *self.besides(options)])}
        self.weigh_together(weighed)
        return {move: weighed[move] for move in sorted(weighed, key=lambda move: -weighed[move])}

    def _worth(self, position: Position) -> float:
        """Return the points to be expected in the end; those that the game ends with if nothing is left to do."""
        return final(self._everybody, self.seat, position) if self._ends else position.worth

    def besides(self, options: Sequence[Move]) -> list[Move]:
        """Return moves that the rules allow but do not list: what orders lack is often more than a few wares."""
        by_day = {field.key for field in self.view.rondel if field.day} | {moves.MARKET}
        places = dict.fromkeys(
            (move.worker, move.place) for move in options if isinstance(move, moves.Work) and move.place in by_day
        )
        found: list[Move] = [
            moves.Work(worker, place, action, 0, quotes.acting(self.view, self.seat, place, action).loans)
            for worker, place in places
            for action in ideas(self.view, self.seat, place)
        ]
        if any(isinstance(move, moves.Act) for move in options):
            place = self.view.acting or ""
            found += [
                moves.Act(action, quotes.acting(self.view, self.seat, place, action).loans)
                for action in ideas(self.view, self.seat, place)
            ]
        return found

    def weigh(self, move: Move) -> float:
        """Return how many points a move should bring."""
        match move:
            case moves.Work() if move.action:
                return self._act(move.place, move.action)
            case moves.Work():
                price = -quotes.rolling(self.view, self.seat, move.dice).silver / _SILVER
                return self._night(move.place)[0] - NIGHT + SECOND_DIE * (move.dice - 1) - price
            case moves.Act():
                return self._act(self.view.acting or "", move.action)
            case moves.Happen():
                return self._event(move.event)
            case moves.TurnBy():
                return self._rondel(move.fields)
            case moves.Starter():
                return float(move.starter == self.seat)
            case moves.Repay() | moves.Hire() | moves.Aside():
                return _LAST  # weighed when all others are
        after = self.now.copy()
        self._answer(after, move)
        return self._worth(after) - self.worth

    def weigh_together(self, weighed: dict[Move, float]) -> None:
        """Weigh what takes no worker: hiring, if two things are worth doing, and repaying, if enough silver is left.

        Whoever has hired for two places is proposed these.
        """
        first = max((worth for move, worth in weighed.items() if isinstance(move, moves.Work)), default=_LAST)
        if self.view.turn and self.view.turn.hired and self.view.acting is None and (best := self.best):
            _, worker, place, action = best
            there = [
                move
                for move in weighed
                if isinstance(move, moves.Work)
                and (move.worker, move.place) == (worker, place)
                and move.action in (None, action)
            ]
            for planned in sorted(there, key=weighed.__getitem__)[-1:]:
                weighed[planned] = first = first + 1
        for move in weighed:
            if isinstance(move, moves.Hire) and self.two_places:
                weighed[move] = first + 1
            elif isinstance(move, moves.Repay) and moves.Done() in weighed:
                left = self.now.player.silver + quotes.moving(self.view, self.seat, move).silver
                weighed[move] = weighed[moves.Done()] + (move.loans if left >= RESERVE or self._last_round else -1)

    @cached_property
    def two_places(self) -> tuple[str, ...]:
        """Two places that are both worth a worker, the second one also what it costs to hire; none if there are not.

        They are what would be proposed next, one after the other: so whoever hires for them finds them there.
        """
        deal, turn = quotes.hiring(self.view, self.seat), self.view.turn
        if deal is None or deal.loans or turn is None or not turn.workers:
            return ()
        view = hired(self.view, self.seat, deal)
        first = Scales(view, exact=self._exact).best
        if first is None:
            return ()
        _, worker, place, action = first
        second = Scales(placed(view, self.seat, worker, place, action), exact=self._exact).best
        if second is None or second[2] == place or second[0] <= HIRING - deal.silver / _SILVER:
            return ()
        return place, second[2]

    @property
    def best(self) -> tuple[float, str, str, actions.AnyAction] | None:
        """The best that a waiting worker could do: what it is worth, the worker, the place, and what it does there."""
        assert self.view.turn is not None
        found = None
        for worker in self.view.turn.workers:
            for place in self._open(worker):
                worth, doing = self._night(place)
                worth -= self._event_first(place)
                if doing and worth > 0 and (found is None or worth > found[0]):
                    found = worth, worker, place, doing
        return found

    def _open(self, worker: str) -> list[str]:
        """The places where a worker can go: none of its colour stands there (H15)."""
        colour = self.seat if worker == moves.OWN else NEUTRAL
        return [moves.MARKET, *(field.key for field in self.view.rondel if colour not in field.workers)]

    def _event_first(self, place: str) -> float:
        return NIGHT if any(field.key == place and not field.day for field in self.view.rondel) else 0.0

    @property
    def _last_round(self) -> bool:
        return self.view.round == DATA.play.rounds

    def _act(self, place: str, action: actions.AnyAction) -> float:
        """Weigh an action: the same one by either worker is weighed once."""
        if (place, action) not in self._actions:
            after = act(self.view, self.seat, self.now, place, action)
            done = len(after.player.completed) - len(self.now.player.completed)
            sooner = 0.0 if self._ends else SOONER * done
            self._actions[place, action] = self._worth(after) - self.worth + sooner
        return self._actions[place, action]

    def _night(self, place: str) -> tuple[float, actions.AnyAction | None]:
        """Return the best that could be done on a place before an event changes it, and what that would bring."""
        if place not in self._nights:
            worth = {action: self._act(place, action) for action in ideas(self.view, self.seat, place)}
            best = max(worth, key=worth.__getitem__, default=None)
            self._nights[place] = (worth[best] if best else 0.0, best)
        return self._nights[place]

    def _event(self, event: str) -> float:
        """Weigh an event (H29) by what it costs or brings whoever rolled it."""
        view, me = self.view, self.view.players[self.seat]
        match event:
            case "viking_games":
                return 0.3 * (view.seats - 1)
            case "unrest":
                return 0.2 * (view.seats - 1)
            case "unpaid_bill":
                bill = quotes.bill(view)
                return -bill / _SILVER if bill <= me.silver else -1.0
            case "storm" | "assassination":
                owned = me.characters if event == "assassination" else _kinds(self.now)
                return max((self.weigh(moves.Lose(what)) for what in owned), default=-1.0)
        return 0.0

    def _rondel(self, fields: int) -> float:
        """Weigh a turn of the rondel (H11) by the best field, those by night without what an event costs."""
        keys = [field.key for field in self.view.rondel]
        dawn = next(i for i, field in enumerate(self.view.rondel) if field.day and not self.view.rondel[i - 1].day)
        by_day = {keys[(dawn - fields + i) % len(keys)] for i in range(DATA.rondel.day)}
        return max(self._night(key)[0] - NIGHT * (key not in by_day) for key in keys)

    def _answer(self, after: Position, move: Move) -> None:
        """Change a position by whatever else can be decided."""
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
                take(_store(after, store), [int(key == ware) for key in WARES])
            case moves.Discard(warehouse, post):
                take(player.warehouse, warehouse)
                take(player.post, post)
            case moves.Take(transports):
                for card in transports:
                    transport = TRANSPORTS[TRANSPORT[card]]
                    player.transports[actions.KINDS_OF_TRANSPORT.index(transport.stack.kind)] = TRANSPORT[card]
                    player.points += self._useful(card)
            case moves.Seer(ware, direction):
                index = WARES.index(ware)
                shift = DATA.character.seer.round_end_levels * (1 if direction == "up" else -1)
                after.levels[index] = bounded(after.levels[index] + shift)
            case moves.Stevedore(wares):
                carry(player, wares)
            case moves.Carpenter(stack):
                after.pay(quotes.fetching(self.view, self.seat, (stack,)))
                fetch(self.view, player, stack)

    def _useful(self, card: str) -> int:
        """Return how many of a transport's places are of use: free ones, and given ones for wares at hand or wanted."""
        transport, me = TRANSPORTS[TRANSPORT[card]], self.view.players[self.seat]
        wanted = lacking(self.view, self.seat)
        given = [
            min(count, stored + max(0, want))
            for count, stored, want in zip(transport.given, me.warehouse, wanted, strict=True)
        ]
        return transport.free + sum(given)

    def reasons(self, move: Move) -> tuple[Reason, ...]:
        """Say what speaks for a move."""
        match move:
            case moves.Work() if move.action:
                return self._reasons.of_action(move.action)
            case moves.Act():
                return self._reasons.of_action(move.action)
            case moves.Work():
                best = self._night(move.place)[1]
                return self._reasons.of_plan(best) if best else ()
            case moves.Hire() if self.two_places:
                return (Reason("two_things", {"places": self.two_places}),)
            case moves.Stevedore(wares):
                return self._reasons.of_wares(wares)
        return ()


def _kinds(now: Position) -> list[str]:
    """Return the kinds of transport that a player has."""
    kinds = zip(actions.KINDS_OF_TRANSPORT, now.player.transports, strict=True)
    return [kind for kind, card in kinds if card != NOBODY]


def _store(after: Position, store: str) -> list[int]:
    return after.player.warehouse if store == moves.WAREHOUSE else after.player.post
