"""Winter (R11): the step `DiscardCards`, in which all with too many cards secretly discard at the same time.

After it the year ends. `discard_range` says how many cards a hand must and may discard.
"""

from __future__ import annotations

from itertools import combinations, islice, product

from rules.chance import Chance
from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.riga import events, memory_updates, moves, scoring, seasons
from rules.riga.data import BASE, BUILDINGS, DATA, GOODS, WAREHOUSE
from rules.riga.display_points import built_points
from rules.riga.payment import check_owned
from rules.riga.state import Player, State, Winter
from rules.riga.winter_discards import discards_by_value

_HAND_LIMIT = DATA.setup.winter_limit
_WAREHOUSE_HAND_LIMIT = DATA.function.warehouse.keeps
_MAX_MENU_DISCARDS = 100
"""The number of discards in a menu; there can be tens of thousands."""


def discard_range(cards: int, warehouse: bool) -> tuple[int, int]:
    """R11: return (least, most), the numbers of cards to discard from a hand of `cards` cards.

    Both are 0 for a hand within the limit. They differ only if `warehouse` is True: the owner of a Warehouse may keep
    more cards, but need not.
    """
    most = max(0, cards - _HAND_LIMIT)
    return (max(0, cards - _WAREHOUSE_HAND_LIMIT) if warehouse else most), most


def _discard_range(player: Player) -> tuple[int, int]:
    """Return the least and the largest number of cards that this player discards in winter (R11)."""
    return discard_range(player.cards(), WAREHOUSE in player.built)


class DiscardCards(Step[State, Winter, moves.Discard]):
    """R11: the decision in winter: everyone who holds too many cards chooses what to discard, secretly.

    A choice may be changed until the last player has chosen.
    """

    def options(self, state: State, frame: Winter, seat: int) -> list[moves.Discard]:
        """R11: return every winter discard allowed to the seat, sorted by value, the lowest first.

        The value is the base value of the goods plus the points of the buildings. There can be tens of thousands.
        """
        player = state.players[seat]
        least, most = _discard_range(player)
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
        """R11: return the winter discards of the seat with the lowest value, at most a hundred, the lowest first."""
        player = state.players[seat]
        return list(
            islice(discards_by_value(player.goods, player.buildings, *_discard_range(player)), _MAX_MENU_DISCARDS)
        )

    def sample(self, state: State, frame: Winter, seat: int, chance: Chance) -> moves.Discard:
        """R11: return a random winter discard of the seat: the number of cards is drawn first, then the cards."""
        player = state.players[seat]
        least, most = _discard_range(player)
        count = least + chance.below(most - least + 1)
        hand = [good for good in GOODS for _ in range(player.goods[good])] + player.buildings
        gone = [chance.take(hand) for _ in range(count)]
        goods = tuple([good for good in GOODS for _ in range(gone.count(good))])
        return moves.Discard(goods, tuple([name for name in player.buildings if name in gone]))

    def may_change(self, state: State, frame: Winter, seat: int) -> bool:
        """R11: return True if the seat was asked to discard this winter; it may then replace its choice, once made."""
        return seat in frame.asked

    def check(self, state: State, frame: Winter, seat: int, move: Move) -> None:
        """R11: raise `Illegal` unless the move discards an allowed number of cards, all from the seat's hand.

        A building may not be named twice.
        """
        if not isinstance(move, moves.Discard):
            raise wrong_kind("R11", move)
        player = state.players[seat]
        check_owned(player.goods, move.goods, "R11")
        for name in move.buildings:
            if name not in player.buildings:
                raise Illegal("R11", "not_in_hand", building=name)
            if move.buildings.count(name) > 1:
                raise Illegal("R11", "named_twice", building=name)
        least, most = _discard_range(player)
        given = len(move.goods) + len(move.buildings)
        if given < least:
            raise Illegal("R11", "too_few_discarded", least=least, given=given)
        if given > most:
            raise Illegal("R11", "too_many_discarded", most=most, given=given)

    def apply(self, state: State, frame: Winter, seat: int, move: moves.Discard, emitted: list[Event]) -> None:
        """R11: seal what the seat discards, replacing an earlier choice, and emit `SealedDiscard`.

        The seat has then decided. The cards stay in its hand until all seats have.
        """
        emitted.append(events.SealedDiscard(seat, (*move.goods, *move.buildings)))
        frame.discards[seat] = move
        if seat in frame.owes:
            frame.owes.remove(seat)

    def resume(self, state: State, frame: Winter, emitted: list[Event]) -> None:
        """R11: all have chosen: carry out the winter discards, goods openly and buildings face down.

        `Discarded` is emitted for each seat that was asked, and the memory of hidden cards is updated. The starting
        player's left neighbour becomes the starting player. Then `YearEnded` is emitted and the next year begins; after
        the last year the game ends instead.
        """
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
            left = len(player.buildings)
            state.note(memory_updates.after_buildings_discarded, seat, discard.buildings, left)
            emitted.append(events.Discarded(seat, discard.goods, len(discard.buildings)))
        state.starter = (state.starter + 1) % state.seats
        if state.year < DATA.setup.years[state.seats]:
            points = tuple([sum(built_points(player.built, player.person)) for player in state.players])
            emitted.append(events.YearEnded(state.year, points))
            seasons.spring(state, emitted)
        else:
            scoring.finish(state, emitted)
