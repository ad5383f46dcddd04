"""Haithabu: a rondel, workers and a market for 2 to 4 players. The rules are H1 to H44."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import le
from typing import Any, ClassVar

from rules.chance import Chance
from rules.contract import Change, Event, Frame, Game, Move, Result, SeenEvents, Standing, Step, Variant
from rules.haithabu import changes, end_events, events, guessing, moves, scoring, setup, viewing
from rules.haithabu import state as frames
from rules.haithabu.cards import ORDERS, TRANSPORTS, orders_by
from rules.haithabu.data import BY_LOT, CHARACTERS, DATA, FIELDS, KINDS, RECOMMENDED, TOP_LEVEL
from rules.haithabu.functions import ReturnSome, UseOwnFunctions
from rules.haithabu.happenings import DiscardOne, GiveSomething, LoseCharacter, LoseTransport
from rules.haithabu.lesson import LESSON
from rules.haithabu.night import ActByNight, ChooseOneEvent
from rules.haithabu.round_end import FinishRound
from rules.haithabu.rounds import PlayRound, TurnTheRondel
from rules.haithabu.setup import PickOneCharacter
from rules.haithabu.state import NOBODY, State
from rules.haithabu.storing import DiscardDown
from rules.haithabu.transports import TakeAfterLook
from rules.haithabu.turns import SettleLoans, TakeTurn
from rules.haithabu.view import PlayerView, View

_NOTHING = (0,) * KINDS
_TRANSPORTS = list(range(len(TRANSPORTS)))


class Haithabu(Game[State, Move, View]):
    """The door of Haithabu."""

    name: ClassVar[str] = "haithabu"
    weight: ClassVar[int] = 3
    version: ClassVar[int] = 3
    """2: loans can be repaid at any moment of the own turn (H28), the rondel's start can be drawn by lot (H1), and the
    state remembers what a Carpenter has seen (H19). 3: some orders are
    replaced by others that want the same and bring other points (H8)."""
    players: ClassVar[tuple[int, ...]] = DATA.play.players
    variants: ClassVar[tuple[Variant, ...]] = (Variant("rondel", (RECOMMENDED, BY_LOT), since=2),)  # H1
    open_hands: ClassVar[bool] = True
    state_type: ClassVar[type[State]] = State
    view_type: ClassVar[type[View] | None] = View
    move_types: ClassVar[tuple[type[Move], ...]] = (
        moves.Pick,
        moves.TurnBy,
        moves.Hire,
        moves.Work,
        moves.Act,
        moves.Aside,
        moves.Repay,
        moves.Happen,
        moves.Give,
        moves.Lose,
        moves.Discard,
        moves.Take,
        moves.Return,
        moves.Starter,
        moves.Seer,
        moves.Stevedore,
        moves.Carpenter,
        moves.Done,
    )
    event_types: ClassVar[tuple[type[Event], ...]] = (
        events.Dealt,
        events.RondelDrawn,
        events.Picked,
        events.RoundBegan,
        events.PhaseBegan,
        events.Hired,
        events.Placed,
        events.LaidAside,
        events.Borrowed,
        events.Repaid,
        events.PriceMoved,
        events.Bought,
        events.Sold,
        events.Looked,
        events.Fetched,
        events.TransportGone,
        events.StackTurned,
        events.Recruited,
        events.OrderTaken,
        events.OrderLost,
        events.OrdersTurned,
        events.OrdersShuffled,
        events.Gained,
        events.PointTaken,
        events.Delivered,
        events.Completed,
        events.Transported,
        events.Rolled,
        events.Happened,
        events.Gave,
        events.CharacterLost,
        events.Billed,
        events.Discarded,
        events.Punished,
        events.Lapsed,
        end_events.RoundEnded,
        end_events.Returned,
        end_events.StarterNamed,
        end_events.Foretold,
        end_events.WantedNoMore,
        end_events.Arrived,
        end_events.PricesRolled,
        end_events.FeePaid,
        end_events.RoundSettled,
        end_events.Finished,
    )
    steps: ClassVar[Mapping[type[Frame], Step[State, Any, Any]]] = {
        frames.PickCharacter: PickOneCharacter(),
        frames.Round: PlayRound(),
        frames.TurnRondel: TurnTheRondel(),
        frames.Turn: TakeTurn(),
        frames.Settle: SettleLoans(),
        frames.Act: ActByNight(),
        frames.ChooseEvent: ChooseOneEvent(),
        frames.Look: TakeAfterLook(),
        frames.VikingGames: GiveSomething(),
        frames.Assassination: LoseCharacter(),
        frames.Storm: LoseTransport(),
        frames.Unrest: DiscardOne(),
        frames.EndRound: FinishRound(),
        frames.ReturnCharacters: ReturnSome(),
        frames.UseFunctions: UseOwnFunctions(),
        frames.DiscardSurplus: DiscardDown(),
    }

    def begin(
        self, seats: int, chance: Chance, options: Mapping[str, int], version: int, emitted: list[Event]
    ) -> State:
        """H1–H6."""
        return setup.begin(seats, chance, options.get("rondel") == BY_LOT, version, emitted)

    def view(self, state: State, seat: int | None) -> View:
        """Show everything but the order pile, the covered transports and another's look (H44)."""
        return viewing.view(state, seat, self.owed(state), self.result(state))

    def guess(self, state: State, seat: int, seed: int) -> State:
        """Make up the order of all cards that the seat has not seen; which ones they are, everybody can work out."""
        return guessing.guess(state, seat, seed)

    def result(self, state: State) -> Result | None:
        """H43, once the agenda is empty."""
        return None if state.agenda else scoring.ranking(state)

    def standings(self, view: View) -> tuple[Standing, ...]:
        """H40–H42; nothing is hidden that would count."""
        return scoring.standings(view)

    def final_standings(self, view: View, last_events: Iterable[Event]) -> tuple[Standing, ...]:
        """H40–H42, as `Finished` lists them."""
        scores = (event.scores for event in last_events if isinstance(event, end_events.Finished))
        return tuple(scoring.standing(score) for score in next(scores, ()))

    def rounds_over(self, view: View) -> int:
        """H39: a round is over when the next one begins."""
        return view.round if view.result else max(0, view.round - 1)

    def belongings(self, view: View, seat: int) -> PlayerView:
        """Return what a player has, as the view shows it."""
        return view.players[seat]

    def find_changes(self, before: View, after: View, seen_events: SeenEvents) -> list[Change]:
        """Tell what others, chance and the end of a round brought."""
        return changes.find_changes(before, after, seen_events)

    def check_state(self, state: State) -> None:
        """Nothing lost, doubled or negative; every limit kept."""
        stores: list[Sequence[int]] = [state.market, state.supply]
        for player in state.players:
            stores += (player.warehouse, player.post, *player.cubes)
        assert {*map(len, stores)} == {KINDS}, "a store of too few or too many kinds"
        assert {*map(sum, zip(*stores, strict=True))} == {DATA.play.cubes}, "a cube is lost or doubled"
        assert 1 <= min(state.levels) <= max(state.levels) <= TOP_LEVEL, "a price left its scale"
        assert min(*state.market, *state.supply) >= 0, "cubes below nothing"
        orders = [*state.pile, *state.discard, *state.lost]
        orders += [card for card in (*state.upper, *state.lower) if card != NOBODY]
        transports = [*state.gone, *(card for stack in state.stacks for card in stack)]
        for player in state.players:
            orders += [*player.completed, *(card for card in player.orders if card != NOBODY)]
            transports += [card for card in player.transports if card != NOBODY]
            assert min(player.silver, player.loans, *player.warehouse, *player.post) >= 0, "a player has below nothing"
            for card, cubes_there in zip(player.orders, player.cubes, strict=True):
                wanted = ORDERS[card].wares if card != NOBODY else _NOTHING
                fitting = min(cubes_there) >= 0 and all(map(le, cubes_there, wanted))
                assert fitting, "cubes where none are wanted"
        assert sorted(orders) == orders_by(state.version), "an order is lost or doubled"
        assert sorted(transports) == _TRANSPORTS, "a transport is lost or doubled"
        assert state.loans + sum(player.loans for player in state.players) == DATA.loan.count, "loans do not add up"
        assert state.loans >= 0, "more loans than there are"
        assert len(state.owners) == len(state.safe) == len(CHARACTERS), "characters are not nine"
        for owner, safe in zip(state.owners, state.safe, strict=True):
            assert NOBODY <= owner < state.seats, "a character has no place"
            assert not (safe and owner == NOBODY), "a safe marker on the display"
        for workers in state.standing[: len(FIELDS)]:
            assert len(set(workers)) == len(workers), "two workers of a colour on a field"
        assert 0 <= state.hired <= DATA.inn.workers[state.seats], "more hired than there are"
        assert 1 <= state.round <= DATA.play.rounds, "a round too many"
        assert 0 <= state.phase <= DATA.play.workers, "a phase too many"


GAME = Haithabu()

__all__ = ["GAME", "LESSON", "Haithabu"]
