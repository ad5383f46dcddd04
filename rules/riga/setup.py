"""The beginning of Riga: first hands (R1, R2), the start player (R3), the start buildings (R4, R5)."""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.riga import events, moves, noticing, seasons
from rules.riga.data import CARDS, DATA, DECK, GOODS, RIGA
from rules.riga.memory import blank
from rules.riga.state import NameStarter, Player, StartBuilding, State, no_goods

_SETUP = DATA.setup


def begin(seats: int, chance: Chance, riga_buildings: bool, version: int, emitted: list[Event]) -> State:
    """R1, R2, R5: shuffle, draw a provisional start player, turn up everybody's first goods."""
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
        memory=blank(seats) if version >= 2 else None,
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
    """R3: whoever has the smallest sum names the start player freely."""

    def options(self, state: State, frame: NameStarter, seat: int) -> list[moves.Name]:
        """Offer everybody, oneself first."""
        return [moves.Name((seat + step) % state.seats) for step in range(state.seats)]

    def check(self, state: State, frame: NameStarter, seat: int, move: Move) -> None:
        """Want a player of this game."""
        if not isinstance(move, moves.Name):
            raise wrong_kind("R3", move)
        if not 0 <= move.starter < state.seats:
            raise Illegal("R3", "no_such_seat", seat=move.starter)

    def apply(self, state: State, frame: NameStarter, seat: int, move: moves.Name, emitted: list[Event]) -> None:
        """Name the start player."""
        state.starter = move.starter
        frame.owes.clear()
        emitted.append(events.StarterNamed(seat, move.starter))

    def resume(self, state: State, frame: NameStarter, emitted: list[Event]) -> None:
        """R4: everyone draws buildings."""
        state.agenda.pop()
        drawn = []
        for seat in range(state.seats):
            cards = tuple(state.buildings_pile.pop() for _ in range(_SETUP.start_draw))
            drawn.append(cards)
            for card in cards:
                noticing.drew(state, seat, card)
            emitted.append(events.Drew(seat, None, len(cards), cards))
        state.push(StartBuilding(owes=list(range(state.seats)), drawn=tuple(drawn), kept=[None] * state.seats))


class KeepStartBuilding(Step[State, StartBuilding, moves.Keep]):
    """R4: everyone keeps one, secretly, and may choose anew until the last one has chosen."""

    def options(self, state: State, frame: StartBuilding, seat: int) -> list[moves.Keep]:
        """Offer what was drawn."""
        return [moves.Keep(card) for card in frame.drawn[seat]]

    def may_change(self, state: State, frame: StartBuilding, seat: int) -> bool:
        """Let everybody choose again."""
        return 0 <= seat < state.seats

    def check(self, state: State, frame: StartBuilding, seat: int, move: Move) -> None:
        """Want one of the buildings drawn."""
        if not isinstance(move, moves.Keep):
            raise wrong_kind("R4", move)
        if move.card is None:
            raise Illegal("R4", "must_keep")
        if move.card not in frame.drawn[seat]:
            raise Illegal("R4", "not_drawn", card=move.card)

    def apply(self, state: State, frame: StartBuilding, seat: int, move: moves.Keep, emitted: list[Event]) -> None:
        """Seal the choice."""
        emitted.append(events.SealedStart(seat, move.card))
        frame.kept[seat] = move.card
        if seat in frame.owes:
            frame.owes.remove(seat)

    def resume(self, state: State, frame: StartBuilding, emitted: list[Event]) -> None:
        """Lay the others face down on the discard; the first year begins."""
        state.agenda.pop()
        for seat, (drawn, kept) in enumerate(zip(frame.drawn, frame.kept, strict=True)):
            for card in drawn:
                (state.players[seat].buildings if card == kept else state.buildings_discard).append(card)
            noticing.kept(state, seat, kept, [card for card in drawn if card != kept])
        noticing.looked(state)
        emitted.append(events.StartKept(len(state.buildings_discard)))
        seasons.spring(state, emitted)
