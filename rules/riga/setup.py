"""The set-up of Riga: first hands (R1, R2), the starting player (R3), and the start buildings (R4, R5).

`begin` makes the state; the steps `NameStartPlayer` and `KeepStartBuilding` are the two decisions that follow.
"""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.riga import events, memory_updates, moves, seasons
from rules.riga.data import CARDS, DATA, DECK, GOODS, RIGA
from rules.riga.memory import DeferredMemory, initial_memory
from rules.riga.state import NameStarter, Player, StartBuilding, State, no_goods

_SETUP = DATA.setup


def begin(seats: int, chance: Chance, riga_buildings: bool, version: int, emitted: list[Event]) -> State:
    """R1, R2, R5: return a new, shuffled state in which every player has drawn first goods openly.

    The first decision is pending: the player whose goods have the smallest base value names the starting player (R3).
    Ties are broken clockwise from a provisional starting player drawn at random, who is `state.starter` until then.
    `riga_buildings` is True if every player gets the four Riga buildings (R5). In version 1 of the rules the state has
    no memory of hidden cards. `TurnedUp` for each seat and `StarterAsked` are appended to `emitted`.
    """
    goods = [good for good in GOODS for _ in range(CARDS[good])]
    buildings = list(DECK)
    chance.shuffle(goods)
    chance.shuffle(buildings)
    provisional = chance.below(seats)
    state = State(
        seats=seats,
        chance=chance,
        version=version,
        year=0,
        turn=0,
        starter=provisional,
        rows=[],
        new=[],
        old=[],
        goods_pile=goods,
        goods_discard=no_goods(),
        buildings_pile=buildings,
        buildings_discard=[],
        players=[Player(no_goods(), [], list(RIGA) if riga_buildings else []) for _ in range(seats)],
        memory=DeferredMemory(initial_memory(seats)) if version >= 2 else None,
    )
    clockwise = [(provisional + step) % seats for step in range(seats)]
    totals = {}
    for seat in clockwise:
        turned_up: list[str] = []
        totals[seat] = seasons.deal(state, turned_up, _SETUP.hand_value, emitted)
        for good in turned_up:
            state.players[seat].goods[good] += 1
        emitted.append(events.TurnedUp(seat, tuple(turned_up), totals[seat]))
    tied = [seat for seat in clockwise if totals[seat] == min(totals.values())]
    emitted.append(events.StarterAsked(tied[0], tuple(sorted(tied))))
    state.push(NameStarter(owes=[tied[0]]))  # R3: clockwise from the provisional starting player
    return state


class NameStartPlayer(Step[State, NameStarter, moves.Name]):
    """R3: the player whose first goods have the smallest base value decides who is the starting player."""

    def options(self, state: State, frame: NameStarter, seat: int) -> list[moves.Name]:
        """R3: return a move to name each seat as starting player, `seat` itself first, then clockwise."""
        return [moves.Name((seat + step) % state.seats) for step in range(state.seats)]

    def check(self, state: State, frame: NameStarter, seat: int, move: Move) -> None:
        """R3: raise `Illegal` unless the move names a seat of this game as starting player."""
        if not isinstance(move, moves.Name):
            raise wrong_kind("R3", move)
        if not 0 <= move.starter < state.seats:
            raise Illegal("R3", "no_such_seat", seat=move.starter)

    def apply(self, state: State, frame: NameStarter, seat: int, move: moves.Name, emitted: list[Event]) -> None:
        """R3: set the starting player and emit `StarterNamed`. The decision is no longer pending."""
        state.starter = move.starter
        frame.owes.clear()
        emitted.append(events.StarterNamed(seat, move.starter))

    def resume(self, state: State, frame: NameStarter, emitted: list[Event]) -> None:
        """R4: the starting player is named: let every player draw two buildings, and ask all together which they keep.

        On the agenda, the decision `StartBuilding` replaces the one in `frame`. `Drew` is emitted for each seat, and
        the memory of hidden cards is updated.
        """
        state.agenda.pop()
        drawn = []
        for seat in range(state.seats):
            cards = tuple(state.buildings_pile.pop() for _ in range(_SETUP.start_draw))
            drawn.append(cards)
            for card in cards:
                state.note(memory_updates.after_building_drawn, seat, card)
            emitted.append(events.Drew(seat, None, len(cards), cards))
        state.push(StartBuilding(owes=list(range(state.seats)), drawn=tuple(drawn), kept=[None] * state.seats))


class KeepStartBuilding(Step[State, StartBuilding, moves.Keep]):
    """R4: the decision at the start: everyone keeps one of two buildings, secretly.

    A choice may be changed until the last player has chosen.
    """

    def options(self, state: State, frame: StartBuilding, seat: int) -> list[moves.Keep]:
        """R4: return a move to keep each of the start buildings that this seat has drawn."""
        return [moves.Keep(card) for card in frame.drawn[seat]]

    def may_change(self, state: State, frame: StartBuilding, seat: int) -> bool:
        """R4: return True for every seat of the game: it may replace its choice until the last seat has chosen."""
        return 0 <= seat < state.seats

    def check(self, state: State, frame: StartBuilding, seat: int, move: Move) -> None:
        """R4: raise `Illegal` unless the move keeps one of the start buildings that this seat has drawn."""
        if not isinstance(move, moves.Keep):
            raise wrong_kind("R4", move)
        if move.card is None:
            raise Illegal("R4", "must_keep")
        if move.card not in frame.drawn[seat]:
            raise Illegal("R4", "not_drawn", card=move.card)

    def apply(self, state: State, frame: StartBuilding, seat: int, move: moves.Keep, emitted: list[Event]) -> None:
        """R4: seal the start building the seat keeps, replacing an earlier choice, and emit `SealedStart`.

        The seat has then decided. The cards move only when all seats have.
        """
        emitted.append(events.SealedStart(seat, move.card))
        frame.kept[seat] = move.card
        if seat in frame.owes:
            frame.owes.remove(seat)

    def resume(self, state: State, frame: StartBuilding, emitted: list[Event]) -> None:
        """R4: all have chosen: put the kept buildings into the hands, the others face down on the discard.

        The memory of hidden cards is updated and `StartKept` emitted. Then the first year begins.
        """
        state.agenda.pop()
        for seat, (drawn, kept) in enumerate(zip(frame.drawn, frame.kept, strict=True)):
            for card in drawn:
                (state.players[seat].buildings if card == kept else state.buildings_discard).append(card)
            others = tuple([card for card in drawn if card != kept])
            state.note(memory_updates.after_buildings_kept, seat, kept, others)
        state.note(memory_updates.after_drawn_cards_settled)
        emitted.append(events.StartKept(len(state.buildings_discard)))
        seasons.spring(state, emitted)
