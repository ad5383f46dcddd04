"""Visby: a card game with secret simultaneous choices for 2 to 6 players. The rules are V1 to V23.

- `data` (with `visby.toml`): numbers and cards. `state`, `moves`, `events`, `view`: the game's types.
- `setup`: the start. `steps`: the two decisions, choosing cards (V5) and trading as a Merchant (V15).
- `rounds`: everything that happens between decisions: supply, reveal, and the eight steps of a round (V4–V19).
- `scoring`: the end and the standings (V20–V22). `viewing`: state to view. `guessing`: made-up sealed choices.
- `early`: trades and cards that are decided before they are asked for.
- `changes`: what a player's cards brought. `lesson`: the guided first game.

Everything is public but the sealed choices. Cards are named by their keys, `knight`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from rules.chance import Chance
from rules.contract import Change, Event, Frame, Game, Move, Result, SeenEvents, Standing, Step, Variant
from rules.early_answers import EarlyAnswers
from rules.visby import changes, events, guessing, moves, scoring, setup, viewing
from rules.visby.data import CARDS, DATA, TRACK_END, WARES_LIMIT
from rules.visby.early import VisbyEarly
from rules.visby.lesson import LESSON
from rules.visby.state import Choose, State, Trade
from rules.visby.steps import ChooseCards, TradeWares
from rules.visby.view import PlayerView, View


class Visby(Game[State, moves.Pick | moves.Trade | moves.Buy, View]):
    """The game Visby.

    Cards are chosen simultaneously, and a choice stays secret until all have chosen (V5); so do the trades of several
    Merchants (V15). The base class `Game` explains the attributes and methods. Most methods only call a function in
    another module of this package.
    """

    name: ClassVar[str] = "visby"
    weight: ClassVar[int] = 1
    version: ClassVar[int] = 2
    """2: several Merchants trade at the same time, and wares cannot be wasted (V15)."""
    players: ClassVar[tuple[int, ...]] = tuple(DATA.supply.spaces)
    variants: ClassVar[tuple[Variant, ...]] = (
        Variant("target", DATA.setup.targets, {DATA.setup.targets[-1]: DATA.setup.long_target_players}),  # V20
    )
    state_type: ClassVar[type[State]] = State
    view_type: ClassVar[type[View] | None] = View
    move_types: ClassVar[tuple[type[Move], ...]] = (moves.Pick, moves.Trade, moves.Buy)
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
    early: ClassVar[EarlyAnswers | None] = VisbyEarly()
    steps: ClassVar[
        Mapping[type[Frame], Step[State, Choose, moves.Pick] | Step[State, Trade, moves.Trade | moves.Buy]]
    ] = {
        Choose: ChooseCards(),
        Trade: TradeWares(),
    }

    def begin(
        self, seats: int, chance: Chance, options: Mapping[str, int], version: int, emitted: list[Event]
    ) -> State:
        """V1, V2: return a new state in which the first round has begun and all seats must choose cards.

        `options["target"]` is the number of seals that ends the game (V20). `version` is the version of the rules. The
        events are appended to `emitted`.
        """
        return setup.begin(seats, chance, options["target"], version, emitted)

    def view(self, state: State, seat: int | None) -> View:
        """Return what `seat` (None: a spectator) may know: everything but the sealed choices of other seats."""
        return viewing.view(state, seat, self.owed(state), self.result(state))

    def guess(self, state: State, seat: int, seed: int) -> State:
        """Return a copy of the state in which the cards or trades that other seats have sealed are random.

        Everything else is public in Visby. The random cards come from the seat's public hand; a random trade is one
        that the seat can afford. They are drawn with `seed`.
        """
        return guessing.guess(state, seat, seed)

    def result(self, state: State) -> Result | None:
        """V22: return the ranking once the agenda is empty, None before."""
        return None if state.agenda else scoring.ranking(state)

    def standings(self, view: View) -> tuple[Standing, ...]:
        """V21: return each seat's score if the game ended now; nothing that counts is hidden."""
        return scoring.standings(view)

    def final_standings(self, view: View, last_events: Iterable[Event]) -> tuple[Standing, ...]:
        """V21, V22: return each seat's final score in parts, from the event `Finished` in `last_events`.

        Return () if there is no such event. `view` is not used.
        """
        scores = (event.scores for event in last_events if isinstance(event, events.Finished))
        return tuple(scoring.standing(score) for score in next(scores, ()))

    def rounds_over(self, view: View) -> int:
        """V4: return the number of rounds that are over; the current one is, once the next begins or the game ends."""
        return view.round if view.result else view.round - 1

    def belongings(self, view: View, seat: int) -> PlayerView:
        """Return this seat's part of the view: hand, discard, cards played, seals, wares, and whether it has chosen."""
        return view.players[seat]

    def find_changes(self, before: View, after: View, seen_events: SeenEvents) -> list[Change]:
        """Return what the cards played by the seat of `after` brought since it last decided.

        Trades are left out, because the seat chose them itself; a Merchant who could buy nothing is reported.
        """
        return changes.find_changes(before, after, seen_events)

    def check_state(self, state: State) -> None:
        """Raise AssertionError if the state is impossible.

        That is: a card is missing or exists twice, an amount is outside its limits, or the game has ended although
        nobody has reached the target.
        """
        for track in (state.battle, state.journey, state.market):
            assert 0 <= track <= TRACK_END, "a marker left its track"
        for player, played in zip(state.players, state.played, strict=True):
            assert sorted([*player.hand, *player.discard, *played]) == sorted(CARDS), "a card is lost or doubled"
            assert 0 <= player.wares <= WARES_LIMIT, "wares out of limits"
            assert player.seals >= 0, "negative seals"
        assert state.agenda or any(player.seals >= state.target for player in state.players), "ended without a winner"


GAME = Visby()

__all__ = ["GAME", "LESSON", "Visby"]
