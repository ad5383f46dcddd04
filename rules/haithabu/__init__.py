"""Haithabu: a rondel, workers and a market for 2 to 4 players. The rules are H1 to H44.

- `data` (`haithabu.toml`), `card_data` (`cards.toml`): numbers, orders, transports. `prices`: costs and gains.
- `state`, `moves`, `actions`, `events`, `end_events`, `view`: the types. A move that places a worker holds an *action*.
- `setup`: the start. `phases`: rondel and order of turns. `worker_turn`: hiring and placing workers. `loans`: paying,
  taking loans and repaying them.
- `places`: the base class of a place for workers; `fields` lists all nine. Their rules: `transports` (A, F),
  `characters` (B), `market` (market, C, G), `order_fields` (D, H), `delivery_field` (E). `orders`: the order cards.
- `night`: the event dice of night fields (H18); `night_events`: what each event does (H29).
- `round_end`: the end of a round stage by stage (H30–H39); `round_end_choices` and `storage_limits`: its decisions.
- `scoring`: the end (H40–H43). `quotes`: costs and gains computed from a view, for menus. `packing`, `best_packing`:
  complete loads and deliveries to choose from, for computers and for menus.
- `viewing` builds views, `guessing` shuffles hidden cards for computer players, `changes` finds what happened to a
  player, and `lesson` is the recorded game of the tutorial.

In a state, wares, characters and cards are indices into the data, and a set of wares is a tuple of counts (`Wares`); in
events, views and moves they are named by their keys (`mead`, `trader`, `O07`, `cart20-3`). A card that was changed got
a new number (`since_3`, `since_4` and `transports_since_4` in `cards.toml`), so that only dealing depends on the
version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import le
from typing import Any, ClassVar

from rules.chance import Chance
from rules.contract import Change, Event, Frame, Game, Move, Result, SeenEvents, Standing, Step, Variant
from rules.early_answers import EarlyAnswers
from rules.haithabu import changes, end_events, events, guessing, moves, scoring, setup, viewing
from rules.haithabu import state as frames
from rules.haithabu.card_data import ORDERS, all_orders, all_transports
from rules.haithabu.data import BY_LOT, CHARACTERS, DATA, FIELDS, KINDS, RECOMMENDED, TOP_LEVEL
from rules.haithabu.early import HaithabuEarly
from rules.haithabu.lesson import LESSON
from rules.haithabu.night import ActByNight, ChooseOneEvent
from rules.haithabu.night_events import DiscardOne, GiveSomething, LoseCharacter, LoseTransport
from rules.haithabu.phases import PlayRound, TurnTheRondel
from rules.haithabu.round_end import FinishRound
from rules.haithabu.round_end_choices import ReturnSome, UseOwnFunctions
from rules.haithabu.setup import PickOneCharacter
from rules.haithabu.state import NOBODY, State
from rules.haithabu.storage_limits import DiscardDown
from rules.haithabu.transports import TakeAfterLook
from rules.haithabu.view import PlayerView, View
from rules.haithabu.worker_turn import SettleLoans, TakeTurn

_NOTHING = (0,) * KINDS


class Haithabu(Game[State, Move, View]):
    """The game Haithabu; `GAME` is its only instance. Only covered cards, and what a Carpenter saw, are secret (H44).

    It lists the game's moves, events and steps (a step holds the rules of one kind of frame, that is, of one decision);
    its methods mostly call the modules that do the work.
    """

    name: ClassVar[str] = "haithabu"
    weight: ClassVar[int] = 3
    version: ClassVar[int] = 4
    """The newest version of the rules.

    - Version 2: loans can be repaid at any moment of one's turn (H28), the rondel's start can be drawn by lot (H1), and
      the state remembers what a Carpenter has seen (H19).
    - Version 3: some orders are replaced by others that need the same wares and bring other points (H8).
    - Version 4: carts and ships are replaced by others with more free places, start orders and some more orders by
      others that bring more points (H8).
    """
    players: ClassVar[tuple[int, ...]] = DATA.play.players
    variants: ClassVar[tuple[Variant, ...]] = (Variant("rondel", (RECOMMENDED, BY_LOT), since=2),)  # H1
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
    early: ClassVar[EarlyAnswers | None] = HaithabuEarly()

    def begin(
        self, seats: int, chance: Chance, options: Mapping[str, int], version: int, emitted: list[Event]
    ) -> State:
        """H1–H6: return the state after the set-up, and append its events to `emitted`.

        The first decisions are pending: each player but the starting player picks a character. The option `rondel` says
        whether the rondel's start is the recommended one or drawn by lot. `version` is the version of the rules.
        """
        return setup.begin(seats, chance, options.get("rondel") == BY_LOT, version, emitted)

    def view(self, state: State, seat: int | None) -> View:
        """Return what the seat may know of the state (`seat` None: a spectator): all but covered cards (H44).

        Covered cards that the seat's own Carpenter has seen are included.
        """
        return viewing.view(state, seat, self.owed(state), self.result(state))

    def guess(self, state: State, seat: int, seed: int) -> State:
        """Return a copy of the state in which the cards that the seat has not seen are shuffled by `seed`.

        Which cards these are is public; only their order is secret.
        """
        return guessing.guess(state, seat, seed)

    def result(self, state: State) -> Result | None:
        """H43: return the ranking once the agenda is empty, None before."""
        return None if state.agenda else scoring.ranking(state)

    def standings(self, view: View) -> tuple[Standing, ...]:
        """H40–H42: return each seat's score if the game ended now; nothing that counts is hidden."""
        return scoring.standings(view)

    def final_standings(self, view: View, last_events: Iterable[Event]) -> tuple[Standing, ...]:
        """H40–H42: return each seat's final score in parts, from the event `Finished` in `last_events`.

        Return () if there is no such event. `view` is not used.
        """
        scores = (event.scores for event in last_events if isinstance(event, end_events.Finished))
        return tuple(scoring.standing(score) for score in next(scores, ()))

    def rounds_over(self, view: View) -> int:
        """H39: return the number of rounds that are over; the current one is, once the next begins or the game ends."""
        return view.round if view.result else max(0, view.round - 1)

    def belongings(self, view: View, seat: int) -> PlayerView:
        """Return the player's part of the view."""
        return view.players[seat]

    def find_changes(self, before: View, after: View, seen_events: SeenEvents) -> list[Change]:
        """Return what others, the events of the night and the end of a round did to the seat since it last decided."""
        return changes.find_changes(before, after, seen_events)

    def check_state(self, state: State) -> None:
        """Raise AssertionError if a cube, card or loan is missing or counted twice, or a number is out of its range.

        Also checked are the cubes on orders, the owners and safe markers of characters, and the colours of workers on a
        field.
        """
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
        assert sorted(orders) == all_orders(state.version), "an order is lost or doubled"
        assert sorted(transports) == [*all_transports(state.version)], "a transport is lost or doubled"
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
