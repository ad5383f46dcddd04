"""Riga: drafting and building with hidden hands, for 2 to 4 players. The rules are R1 to R32.

- `data` (with `riga.toml`): numbers, goods, cities and buildings. `state`, `moves`, `events`, `view`: the game's types.
- `setup`: first hands, starting player and buildings. `seasons`: spring, the order of turns. `winter`: discarding.
- `turn_step`: a turn. Its moves are in `take_and_swap`, `build_moves` and `building_functions`.
- `payment`: what a payment is worth and whether it is allowed (R14–R23). `payment_search`: which payments there are,
  the best first, with the algorithm of `best_first`; `winter_discards` uses it too. Both also work for menus.
- `memory`: what each seat can know about hidden cards; `memory_updates` keeps it up to date, move by move.
- `viewing`: state to view. `guessing` and `dealing`: a random state that agrees with a view and its memory.
- `scoring` and `display_points`: points, standings, the end. `changes`: what happened to a seat meanwhile.
- `lesson`: the guided first game.

Goods are named `cloth`, `glass`, `wine`, `grain`; a building is named by city and kind, `danzig:crane`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from rules.chance import Chance
from rules.contract import Change, Event, Frame, Game, Move, Result, SeenEvents, Standing, Step, Variant
from rules.early_answers import EarlyAnswers
from rules.riga import (
    building_functions,
    changes,
    events,
    guessing,
    memory_updates,
    moves,
    scoring,
    setup,
    turn_step,
    viewing,
    winter,
)
from rules.riga.data import BUILDINGS, CARDS, DATA, DECK, EXCHANGE, RIGA, SCHOOL
from rules.riga.early import RigaEarly
from rules.riga.lesson import LESSON
from rules.riga.state import (
    BuildersYard,
    NameStarter,
    Player,
    School,
    StartBuilding,
    State,
    Treasury,
    Turn,
    Winter,
)
from rules.riga.view import PlayerView, View

_DECK, _RIGA = set(DECK), sorted(RIGA)

AnyMove = moves.TurnMove | moves.Name | moves.Keep | moves.Choose | moves.Discard
"""Every move of Riga."""


class Riga(Game[State, AnyMove, View]):
    """The game Riga. Hands are hidden (R27).

    Start buildings (R4) and winter discards (R11) are chosen simultaneously; a choice stays secret until all have
    chosen. The base class `Game` explains the attributes and methods. Most methods only call a function in another
    module of this package.
    """

    name: ClassVar[str] = "riga"
    weight: ClassVar[int] = 2
    version: ClassVar[int] = 2
    """2: the state remembers what each seat can know about hidden cards."""
    players: ClassVar[tuple[int, ...]] = tuple(DATA.setup.years)
    variants: ClassVar[tuple[Variant, ...]] = (Variant("riga_buildings", (0, 1)),)  # R5
    state_type: ClassVar[type[State]] = State
    view_type: ClassVar[type[View] | None] = View
    move_types: ClassVar[tuple[type[Move], ...]] = (
        moves.Name,
        moves.Keep,
        moves.Take,
        moves.Swap,
        moves.Use,
        moves.Build,
        moves.Choose,
        moves.Fill,
        moves.Done,
        moves.Discard,
    )
    event_types: ClassVar[tuple[type[Event], ...]] = (
        events.TurnedUp,
        events.StarterAsked,
        events.StarterNamed,
        events.Drew,
        events.SealedStart,
        events.StartKept,
        events.YearBegan,
        events.Shuffled,
        events.RowLaid,
        events.BuildingsLaid,
        events.TurnBegan,
        events.NothingLies,
        events.TookRow,
        events.TookBuilding,
        events.Swapped,
        events.Built,
        events.PersonChosen,
        events.KeptBuilding,
        events.KeptGood,
        events.Filled,
        events.WinterBegan,
        events.SealedDiscard,
        events.Discarded,
        events.YearEnded,
        events.Finished,
    )
    steps: ClassVar[Mapping[type[Frame], Step[State, Any, Any]]] = {
        NameStarter: setup.NameStartPlayer(),
        StartBuilding: setup.KeepStartBuilding(),
        Turn: turn_step.TakeTurn(),
        BuildersYard: building_functions.KeepBuilding(),
        Treasury: building_functions.KeepGood(),
        School: building_functions.ChoosePerson(),
        Winter: winter.DiscardCards(),
    }
    early: ClassVar[EarlyAnswers | None] = RigaEarly()

    def begin(
        self, seats: int, chance: Chance, options: Mapping[str, int], version: int, emitted: list[Event]
    ) -> State:
        """R1, R2, R5: return a new state in which every player has drawn their first goods.

        The first decision is pending: the player whose goods have the smallest base value names the starting player
        (R3). `options["riga_buildings"]` is 1 for a game with Riga buildings, else 0. `version` is the version of the
        rules. The events of the set-up are appended to `emitted`.
        """
        return setup.begin(seats, chance, bool(options["riga_buildings"]), version, emitted)

    def view(self, state: State, seat: int | None) -> View:
        """Return what `seat` (None: a spectator) may know: all but hidden cards and the sealed choices of others (R27).

        Of another hand, the view has the number of cards and the goods that everybody has seen. After the end it shows
        all hands.
        """
        return viewing.view(state, seat, self.owed(state), self.result(state))

    def guess(self, state: State, seat: int, seed: int) -> State:
        """Return a new state that agrees with the seat's view; all cards hidden from the seat are dealt at random."""
        return guessing.guess(self.view(state, seat), state.version, seed)

    def result(self, state: State) -> Result | None:
        """R31, R32: return the ranking once the agenda is empty, None before."""
        return None if state.agenda else scoring.ranking(state)

    def standings(self, view: View) -> tuple[Standing, ...]:
        """R28–R31: return, by seat, the score that each player would have if the game ended now.

        The points are exact. The tie-break money may be too low: goods in a hand that the view does not show are not
        counted.
        """
        return scoring.standings(view)

    def final_standings(self, view: View, last_events: Iterable[Event]) -> tuple[Standing, ...]:
        """R28–R31: return each seat's final score in parts, from the event `Finished` in `last_events`.

        Return () if there is no such event. `view` is not used.
        """
        scores = (event.scores for event in last_events if isinstance(event, events.Finished))
        return tuple(scoring.standing(score) for score in next(scores, ()))

    def rounds_over(self, view: View) -> int:
        """R11: return the number of years that are over. A year is over when the next one begins or the game ends."""
        return view.year if view.result else max(0, view.year - 1)

    def belongings(self, view: View, seat: int) -> PlayerView:
        """Return this seat's part of the view: its hand, as far as it is shown, its buildings and its points."""
        return view.players[seat]

    def find_changes(self, before: View, after: View, seen_events: SeenEvents) -> list[Change]:
        """Return what winter and the other players did since the seat last decided."""
        return changes.find_changes(before, after, seen_events)

    def check_state(self, state: State) -> None:
        """Raise AssertionError if the state is impossible.

        That is: a card is missing or exists twice, a limit is exceeded, or the memory of a seat rules out the place
        where a hidden card really is. Each player's goods, buildings and used functions are checked too
        (`_check_player`).
        """
        buildings = [*state.new, *state.old, *state.buildings_pile, *state.buildings_discard]
        loose = [*state.goods_pile]
        for row in state.rows:
            assert row, "an empty row lies there"
            loose += row
        for frame in state.agenda:
            if isinstance(frame, StartBuilding):
                buildings += [name for drawn in frame.drawn for name in drawn]
            elif isinstance(frame, BuildersYard):
                buildings += frame.drawn
            elif isinstance(frame, Treasury):
                loose += frame.drawn
            elif isinstance(frame, Turn):
                assert len(frame.built) <= DATA.setup.builds_per_turn, "built too much in a turn"
                assert set(frame.built) <= set(state.players[frame.seat].built), "built what does not stand there"
        riga_buildings = bool(state.players[0].riga or not set(RIGA).isdisjoint(state.players[0].built))
        for player in state.players:
            buildings += player.buildings
            buildings += [name for name in player.built if name not in RIGA]
            _check_player(player, riga_buildings=riga_buildings)
        for good, cards in CARDS.items():
            held = sum([player.goods[good] for player in state.players])
            lying = loose.count(good) + state.goods_discard[good] + held
            assert lying == cards, f"{good} is lost or doubled"
        assert len(buildings) == len(_DECK), "a building is lost or doubled"
        assert set(buildings) == _DECK, "a building is lost or doubled"
        assert len(state.rows) <= state.seats + DATA.setup.rows_beyond_players, "too many rows"
        assert len(state.new) + len(state.old) <= state.seats + DATA.setup.display_beyond_players, "display too large"
        assert 0 <= state.year <= DATA.setup.years[state.seats], "too many years"
        assert 0 <= state.turn <= 2 * state.seats, "too many turns in a year"
        assert 0 <= state.starter < state.seats, "nobody starts"
        memory_updates.check_memory(state)


def _check_player(player: Player, *, riga_buildings: bool) -> None:
    """Raise AssertionError if a player's goods, Riga buildings, used functions, School or Exchange are inconsistent.

    `riga_buildings` is True if the game is played with Riga buildings (R5).
    """
    assert min(player.goods.values()) >= 0, "negative goods"
    if player.secret:
        assert all(player.secret.count(good) <= count for good, count in player.goods.items()), "secrets that are gone"
    own = player.riga + [name for name in player.built if name in RIGA]
    assert sorted(own) == (_RIGA if riga_buildings else []), "a Riga building is lost or doubled"
    assert len(set(player.used)) == len(player.used), "a function was used twice"
    assert set(player.used) <= set(player.built) <= BUILDINGS.keys(), "used what is not built"
    assert not player.person or SCHOOL in player.built, "a person without a School"
    assert not player.exchange or EXCHANGE in player.built, "ducats without an Exchange"


GAME = Riga()

__all__ = ["GAME", "LESSON", "Riga"]
