"""Visby: secret simultaneous cards for 2 to 6 players. The rules are V1 to V23."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from rules.chance import Chance
from rules.contract import Change, Event, Frame, Game, Move, Result, SeenEvents, Standing, Step, Variant
from rules.visby import changes, events, guessing, moves, scoring, setup, viewing
from rules.visby.data import CARDS, DATA, TRACK_END, WARES_LIMIT
from rules.visby.lesson import LESSON
from rules.visby.state import Choose, State, Trade
from rules.visby.steps import ChooseCards, TradeWares
from rules.visby.view import PlayerView, View


class Visby(Game[State, moves.Pick | moves.Trade, View]):
    """The door of Visby."""

    name: ClassVar[str] = "visby"
    weight: ClassVar[int] = 1
    version: ClassVar[int] = 2
    """2: several Merchants trade at the same time, and no wares are wasted (V15)."""
    players: ClassVar[tuple[int, ...]] = tuple(DATA.supply.spaces)
    variants: ClassVar[tuple[Variant, ...]] = (
        Variant("target", DATA.setup.targets, {DATA.setup.targets[-1]: DATA.setup.long_target_players}),  # V20
    )
    state_type: ClassVar[type[State]] = State
    view_type: ClassVar[type[View] | None] = View
    move_types: ClassVar[tuple[type[Move], ...]] = (moves.Pick, moves.Trade)
    event_types: ClassVar[tuple[type[Event], ...]] = (
        events.RoundBegan,
        events.Chose,
        events.Revealed,
        events.Shared,
        events.Paid,
        events.MarketOpened,
        events.SealedTrade,
        events.TradesShown,
        events.Traded,
        events.MarketClosed,
        events.PickedUp,
        events.RoundEnded,
        events.Finished,
    )
    steps: ClassVar[Mapping[type[Frame], Step[State, Choose, moves.Pick] | Step[State, Trade, moves.Trade]]] = {
        Choose: ChooseCards(),
        Trade: TradeWares(),
    }

    def begin(
        self, seats: int, chance: Chance, options: Mapping[str, int], version: int, emitted: list[Event]
    ) -> State:
        """V1, V2: markers on 1, eight cards each, as many wares as there are players."""
        return setup.begin(seats, chance, options["target"], version, emitted)

    def view(self, state: State, seat: int | None) -> View:
        """Show everything but the sealed choices of others."""
        return viewing.view(state, seat, self.owed(state), self.result(state))

    def guess(self, state: State, seat: int, seed: int) -> State:
        """Make up what others have sealed: any cards of their (public) hands, any trade they can afford."""
        return guessing.guess(state, seat, seed)

    def result(self, state: State) -> Result | None:
        """V22, once the agenda is empty."""
        return None if state.agenda else scoring.ranking(state)

    def standings(self, view: View) -> tuple[Standing, ...]:
        """V21: nothing is hidden that would count."""
        return scoring.standings(view)

    def final_standings(self, view: View, last_events: Iterable[Event]) -> tuple[Standing, ...]:
        """V21, V22, as `Finished` lists them."""
        scores = (event.scores for event in last_events if isinstance(event, events.Finished))
        return tuple(scoring.standing(score) for score in next(scores, ()))

    def rounds_over(self, view: View) -> int:
        """V4: a round is over when the next one begins."""
        return view.round if view.result else view.round - 1

    def belongings(self, view: View, seat: int) -> PlayerView:
        """Return what a player has, as the view shows it."""
        return view.players[seat]

    def find_changes(self, before: View, after: View, seen_events: SeenEvents) -> list[Change]:
        """Tell what others, chance and the end of a round brought."""
        return changes.find_changes(before, after, seen_events)

    def check_state(self, state: State) -> None:
        """Eight cards each, tracks and wares within their limits."""
        for track in (state.battle, state.journey, state.market):
            assert 0 <= track <= TRACK_END, "a marker left its track"
        for player, played in zip(state.players, state.played, strict=True):
            assert sorted([*player.hand, *player.discard, *played]) == sorted(CARDS), "a card is lost or doubled"
            assert 0 <= player.wares <= WARES_LIMIT, "wares out of limits"
            assert player.seals >= 0, "negative seals"
        assert state.agenda or any(player.seals >= state.target for player in state.players), "ended without a winner"


GAME = Visby()

__all__ = ["GAME", "LESSON", "Visby"]
