"""Winter (R11): hands are reduced, all at once and secretly, and a year ends."""

from __future__ import annotations

from itertools import combinations, islice, product

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.riga import events, moves, noticing, scoring, seasons
from rules.riga.data import BASE, BUILDINGS, DATA, GOODS, WAREHOUSE
from rules.riga.discards import discards
from rules.riga.payment import check_owned
from rules.riga.state import Player, State, Winter
from rules.riga.values import points_of

_LIMIT = DATA.setup.winter_limit
_WAREHOUSE_LIMIT = DATA.function.warehouse.keeps
_PROPOSED = 100
"""As many discards as a menu is made of: there can be ten thousands."""


def must_discard(cards: int, warehouse: bool) -> tuple[int, int]:
    """R11: how many cards at least and at most go; with a Warehouse there is a choice."""
    most = max(0, cards - _LIMIT)
    return (max(0, cards - _WAREHOUSE_LIMIT) if warehouse else most), most


def _span(player: Player) -> tuple[int, int]:
    return must_discard(player.cards(), WAREHOUSE in player.built)


class DiscardCards(Step[State, Winter, moves.Discard]):
    """R11: everyone who holds too many cards chooses, and may choose anew until the last one has chosen."""

    def options(self, state: State, frame: Winter, seat: int) -> list[moves.Discard]:
        """Offer every choice; first those that give up the least base value of goods and points of buildings."""
        player = state.players[seat]
        least, most = _span(player)
        listed = []
        for counts in product(*(range(player.goods[good] + 1) for good in GOODS)):
            given = sum(counts)
            if given > most:
                continue
            goods = tuple(good for good, count in zip(GOODS, counts, strict=True) for _ in range(count))
            value = sum(BASE[good] for good in goods)
            for size in range(max(0, least - given), min(most - given, len(player.buildings)) + 1):
                for buildings in combinations(player.buildings, size):
                    lost = value + sum(BUILDINGS[name].points for name in buildings)
                    listed.append((lost, moves.Discard(goods, buildings)))
        listed.sort(key=lambda pair: pair[0])
        return [move for _, move in listed]

    def menu(self, state: State, frame: Winter, seat: int) -> list[moves.Discard]:
        """Offer the first of them."""
        player = state.players[seat]
        return list(islice(discards(player.goods, player.buildings, *_span(player)), _PROPOSED))

    def sample(self, state: State, frame: Winter, seat: int, chance: Chance) -> moves.Discard:
        """Draw the cards one by one."""
        player = state.players[seat]
        least, most = _span(player)
        count = least + chance.below(most - least + 1)
        hand = [good for good in GOODS for _ in range(player.goods[good])] + player.buildings
        gone = [chance.take(hand) for _ in range(count)]
        goods = tuple([good for good in GOODS for _ in range(gone.count(good))])
        return moves.Discard(goods, tuple([name for name in player.buildings if name in gone]))

    def may_change(self, state: State, frame: Winter, seat: int) -> bool:
        """Let everybody who was asked choose again."""
        return seat in frame.asked

    def check(self, state: State, frame: Winter, seat: int, move: Move) -> None:
        """Want own cards, and neither too few nor too many of them."""
        if not isinstance(move, moves.Discard):
            raise wrong_kind("R11", move)
        player = state.players[seat]
        check_owned(player.goods, move.goods, "R11")
        for name in move.buildings:
            if name not in player.buildings:
                raise Illegal("R11", "not_in_hand", building=name)
            if move.buildings.count(name) > 1:
                raise Illegal("R11", "named_twice", building=name)
        least, most = _span(player)
        given = len(move.goods) + len(move.buildings)
        if given < least:
            raise Illegal("R11", "too_few_discarded", least=least, given=given)
        if given > most:
            raise Illegal("R11", "too_many_discarded", most=most, given=given)

    def apply(self, state: State, frame: Winter, seat: int, move: moves.Discard, emitted: list[Event]) -> None:
        """Seal the choice; the cards stay in the hand until all have chosen."""
        emitted.append(events.SealedDiscard(seat, (*move.goods, *move.buildings)))
        frame.discards[seat] = move
        if seat in frame.owes:
            frame.owes.remove(seat)

    def resume(self, state: State, frame: Winter, emitted: list[Event]) -> None:
        """Open the goods, lay the buildings face down; then the next year or the end."""
        state.agenda.pop()
        for seat, discard in enumerate(frame.discards):
            if discard is None:
                continue
            player = state.players[seat]
            for good in discard.goods:
                seasons.discard_good(state, seat, good)
            for name in discard.buildings:
                player.buildings.remove(name)
                state.buildings_discard.append(name)
            noticing.lost(state, seat, discard.buildings)
            emitted.append(events.Discarded(seat, discard.goods, len(discard.buildings)))
        state.starter = (state.starter + 1) % state.seats
        if state.year < DATA.setup.years[state.seats]:
            points = tuple([sum(points_of(player.built, player.person)) for player in state.players])
            emitted.append(events.YearEnded(state.year, points))
            seasons.spring(state, emitted)
        else:
            scoring.finish(state, emitted)
