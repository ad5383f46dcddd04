"""The set-up of Riga: first hands (R1, R2), the start player (R3), and the start buildings (R4, R5)."""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.riga import events, memory_updates, moves, seasons
from rules.riga.data import CARDS, DATA, DECK, GOODS, RIGA
from rules.riga.memory import initial_memory
from rules.riga.state import NameStarter, Player, StartBuilding, State, no_goods

_SETUP = DATA.setup


def begin(seats: int, chance: Chance, riga_buildings: bool, version: int, emitted: list[Event]) -> State:
    """R1, R2, R5: return a shuffled game in which everybody has drawn first goods.

    A frame asks for the start player (R3). A provisional start player is drawn at random; ties for the smallest sum are
    broken clockwise from there.
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
        memory=initial_memory(seats) if version >= 2 else None,
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
    state.push(NameStarter(owes=[tied[0]]))  # R3: clockwise from the provisional start player
    return state


class NameStartPlayer(Step[State, NameStarter, moves.Name]):
    """R3: the player with the smallest sum names the start player freely."""

    def options(self, state: State, frame: NameStarter, seat: int) -> list[moves.Name]:
        """Return all seats, the own one first, then clockwise."""
        return [moves.Name((seat + step) % state.seats) for step in range(state.seats)]

    def check(self, state: State, frame: NameStarter, seat: int, move: Move) -> None:
        """Raise `Illegal` for a seat that is not in this game."""
        if not isinstance(move, moves.Name):
            raise wrong_kind("R3", move)
        if not 0 <= move.starter < state.seats:
            raise Illegal("R3", "no_such_seat", seat=move.starter)

    def apply(self, state: State, frame: NameStarter, seat: int, move: moves.Name, emitted: list[Event]) -> None:
        """Set the start player; the seat owes nothing more here."""
        state.starter = move.starter
        frame.owes.clear()
        emitted.append(events.StarterNamed(seat, move.starter))

    def resume(self, state: State, frame: NameStarter, emitted: list[Event]) -> None:
        """R4: let everyone draw two buildings, and ask all which one they keep."""
        state.agenda.pop()
        drawn = []
        for seat in range(state.seats):
            cards = tuple(state.buildings_pile.pop() for _ in range(_SETUP.start_draw))
            drawn.append(cards)
            for card in cards:
                memory_updates.note_building_drawn(state, seat, card)
            emitted.append(events.Drew(seat, None, len(cards), cards))
        state.push(StartBuilding(owes=list(range(state.seats)), drawn=tuple(drawn), kept=[None] * state.seats))


class KeepStartBuilding(Step[State, StartBuilding, moves.Keep]):
    """R4: everyone keeps one of two buildings, secretly, and may change it until the last one has chosen."""

    def options(self, state: State, frame: StartBuilding, seat: int) -> list[moves.Keep]:
        """Return the buildings this seat has drawn."""
        return [moves.Keep(card) for card in frame.drawn[seat]]

    def may_change(self, state: State, frame: StartBuilding, seat: int) -> bool:
        """Return True for every seat."""
        return 0 <= seat < state.seats

    def check(self, state: State, frame: StartBuilding, seat: int, move: Move) -> None:
        """Raise `Illegal` for keeping nothing and for a building that this seat has not drawn."""
        if not isinstance(move, moves.Keep):
            raise wrong_kind("R4", move)
        if move.card is None:
            raise Illegal("R4", "must_keep")
        if move.card not in frame.drawn[seat]:
            raise Illegal("R4", "not_drawn", card=move.card)

    def apply(self, state: State, frame: StartBuilding, seat: int, move: moves.Keep, emitted: list[Event]) -> None:
        """Seal the seat's choice, replacing an earlier one; the cards move when all have chosen."""
        emitted.append(events.SealedStart(seat, move.card))
        frame.kept[seat] = move.card
        if seat in frame.owes:
            frame.owes.remove(seat)

    def resume(self, state: State, frame: StartBuilding, emitted: list[Event]) -> None:
        """Put the kept buildings into the hands, the others face down on the discard; then begin the first year."""
        state.agenda.pop()
        for seat, (drawn, kept) in enumerate(zip(frame.drawn, frame.kept, strict=True)):
            for card in drawn:
                (state.players[seat].buildings if card == kept else state.buildings_discard).append(card)
            memory_updates.note_buildings_kept(state, seat, kept, [card for card in drawn if card != kept])
        memory_updates.note_drawn_cards_settled(state)
        emitted.append(events.StartKept(len(state.buildings_discard)))
        seasons.spring(state, emitted)
