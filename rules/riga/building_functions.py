"""The building functions that a player uses with a separate move; money functions and Cranes are part of a payment.

Builders' Yard (R24) and Treasury (R25) are used with `use`; the steps `KeepBuilding` and `KeepGood` then ask which card
to keep. `ChoosePerson` asks for the School's person. `fill` fills the Exchange (R17).
"""

from __future__ import annotations

from rules.contract import Event, Move, Step, wrong_kind
from rules.errors import Illegal
from rules.riga import events, memory_updates, moves, payment_search, seasons
from rules.riga.data import BASE, DATA, EXCHANGE, GOODS, KIND
from rules.riga.payment import check_owned, is_ready, refusal_if_unready
from rules.riga.state import BuildersYard, Player, School, State, Treasury, Turn

_DRAWS = {"builders_yard": DATA.function.builders_yard.draws, "treasury": DATA.function.treasury.draws}
_IN_PAYMENTS = ("trading_post", "bank", "tavern", "exchange", "crane")
_WANTS = DATA.function.exchange.wants
_HOLDS = DATA.function.exchange.holds


def uses(state: State, frame: Turn, player: Player) -> list[moves.Use]:
    """Return a move for every Builders' Yard and Treasury that the player can use now.

    Its building must have been built before this turn, its function must be unused, and there must be a card to draw.
    """
    return [
        moves.Use(name)
        for name in player.built
        if KIND[name] in _DRAWS and name not in player.used and name not in frame.built and _drawable(state, name)
    ]


def _drawable(state: State, name: str) -> bool:
    """Return True if the Treasury or Builders' Yard with this name could draw at least one card.

    A Treasury draws goods, a Builders' Yard buildings. The discard counts, because it is shuffled into an empty pile.
    """
    if KIND[name] == "treasury":
        return bool(state.goods_pile) or any(state.goods_discard.values())
    return bool(state.buildings_pile or state.buildings_discard)


def check_use(state: State, frame: Turn, player: Player, move: moves.Use) -> None:
    """R17, R24, R25: raise `Illegal` unless the player may use the move's Builders' Yard or Treasury now.

    The player must have built it before this turn and not used its function yet, and there must be a card to draw.
    """
    kind = KIND.get(move.building)
    if kind not in _DRAWS:
        if kind == "monastery":
            raise Illegal("R26", "say_what_to_swap")
        raise Illegal("R17", "only_in_payments" if kind in _IN_PAYMENTS else "no_function", building=move.building)
    if refusal := refusal_if_unready(move.building, player.built, player.used, frame.built):
        raise refusal
    if not _drawable(state, move.building):
        raise Illegal("R25" if kind == "treasury" else "R24", "nothing_to_draw", building=move.building)


def use(state: State, frame: Turn, player: Player, move: moves.Use, emitted: list[Event]) -> None:
    """R24, R25: carry out `use`: draw the cards, mark the function as used, and ask which card to keep.

    That decision (`BuildersYard` or `Treasury`) interrupts the turn. `Drew` is emitted, and the memory of hidden cards
    is updated. An empty pile is refilled from its discard; fewer cards are drawn if both run out.
    """
    seat, kind = frame.seat, KIND[move.building]
    drawn: list[str] = []
    for _ in range(_DRAWS[kind]):
        if kind == "treasury":
            card = seasons.draw_good(state, emitted, seat, drawn)
        else:
            card = seasons.draw_building(state, emitted)
            if card is not None:
                state.note(memory_updates.after_building_drawn, seat, card)
        if card is not None:
            drawn.append(card)
    player.used.append(move.building)
    emitted.append(events.Drew(seat, move.building, len(drawn), tuple(drawn)))
    asked = Treasury if kind == "treasury" else BuildersYard
    state.push(asked(owes=[seat], building=move.building, drawn=tuple(drawn)))


class KeepBuilding(Step[State, BuildersYard, moves.Keep]):
    """R24: the decision after using a Builders' Yard: which of the buildings drawn to keep, or none."""

    def options(self, state: State, frame: BuildersYard, seat: int) -> list[moves.Keep]:
        """R24: return a move to keep each of the buildings drawn with the Builders' Yard, then one to keep none."""
        return [*(moves.Keep(card) for card in frame.drawn), moves.Keep(None)]

    def check(self, state: State, frame: BuildersYard, seat: int, move: Move) -> None:
        """R24: raise `Illegal` unless the move keeps nothing or one of the buildings drawn with the Builders' Yard."""
        if not isinstance(move, moves.Keep):
            raise wrong_kind("R24", move)
        if move.card is not None and move.card not in frame.drawn:
            raise Illegal("R24", "not_drawn", card=move.card)

    def apply(self, state: State, frame: BuildersYard, seat: int, move: moves.Keep, emitted: list[Event]) -> None:
        """R24: put the kept building, if any, into the seat's hand and the others face down on the discard.

        The memory of hidden cards is updated and `KeptBuilding` emitted. The decision is no longer pending.
        """
        for card in frame.drawn:
            (state.players[seat].buildings if card == move.card else state.buildings_discard).append(card)
        others = tuple([card for card in frame.drawn if card != move.card])
        state.note(memory_updates.after_buildings_kept, seat, move.card, others)
        state.note(memory_updates.after_drawn_cards_settled)
        kept = int(move.card is not None)
        emitted.append(events.KeptBuilding(seat, frame.building, kept, len(frame.drawn) - kept, move.card))
        frame.owes.clear()

    def resume(self, state: State, frame: BuildersYard, emitted: list[Event]) -> None:
        """The Builders' Yard is done: pop its frame, so that the player's turn continues."""
        state.agenda.pop()


class KeepGood(Step[State, Treasury, moves.Keep]):
    """R25: the decision after using a Treasury: which one of the goods drawn to keep. One must be kept."""

    def options(self, state: State, frame: Treasury, seat: int) -> list[moves.Keep]:
        """R25: return a move to keep each kind of good drawn with the Treasury, the most valuable first."""
        return [moves.Keep(good) for good in GOODS if good in frame.drawn]

    def check(self, state: State, frame: Treasury, seat: int, move: Move) -> None:
        """R25: raise `Illegal` unless the move keeps one of the goods drawn with the Treasury."""
        if not isinstance(move, moves.Keep):
            raise wrong_kind("R25", move)
        if move.card is None:
            raise Illegal("R25", "must_keep")
        if move.card not in frame.drawn:
            raise Illegal("R25", "not_drawn", card=move.card)

    def apply(self, state: State, frame: Treasury, seat: int, move: moves.Keep, emitted: list[Event]) -> None:
        """R25: put the kept good into the seat's hand and the others openly on the discard.

        The kept good is secret from the others: `Player.secret` and the memory of hidden cards are updated, except in
        version 1 of the rules, which has no memory. `KeptGood` is emitted. The decision is no longer pending.
        """
        assert move.card is not None
        others = list(frame.drawn)
        others.remove(move.card)
        state.players[seat].goods[move.card] += 1
        for good in others:
            state.goods_discard[good] += 1
        if state.memory is not None:
            state.players[seat].secret.append(move.card)
            state.note(memory_updates.after_good_kept, seat, tuple(others))
        emitted.append(events.KeptGood(seat, frame.building, tuple(others), move.card))
        frame.owes.clear()

    def resume(self, state: State, frame: Treasury, emitted: list[Event]) -> None:
        """The Treasury is done: pop its frame, so that the player's turn continues."""
        state.agenda.pop()


class ChoosePerson(Step[State, School, moves.Choose]):
    """The decision when a School is built: one knight or one merchant, for the rest of the game."""

    def options(self, state: State, frame: School, seat: int) -> list[moves.Choose]:
        """Return a move for each person that a School can have, the knight first."""
        return [moves.Choose(person) for person in moves.PERSONS]

    def check(self, state: State, frame: School, seat: int, move: Move) -> None:
        """Raise `Illegal` unless the move chooses a knight or a merchant for the School."""
        if not isinstance(move, moves.Choose):
            raise wrong_kind("R5", move)
        if move.person not in moves.PERSONS:
            raise Illegal("R5", "no_such_person", person=move.person)

    def apply(self, state: State, frame: School, seat: int, move: moves.Choose, emitted: list[Event]) -> None:
        """Set the person of the seat's School and emit `PersonChosen`. The decision is no longer pending."""
        state.players[seat].person = move.person
        emitted.append(events.PersonChosen(seat, move.person))
        frame.owes.clear()

    def resume(self, state: State, frame: School, emitted: list[Event]) -> None:
        """The School's person is chosen: pop the frame, so that the player's turn continues."""
        state.agenda.pop()


def fills(frame: Turn, player: Player) -> list[moves.Fill]:
    """R17: return the ways to fill the player's empty Exchange, those that waste the least base value first.

    Only minimal ways are returned: if any one of the cards were left out, the value would be too low. Return [] if the
    player has no empty, unused Exchange built before this turn, has taken nothing in this turn yet, or has too few
    goods.
    """
    if not frame.taken or player.exchange or not is_ready(EXCHANGE, player.built, player.used, frame.built):
        return []
    coins = [(BASE[good], player.goods[good], good) for good in GOODS if player.goods[good]]
    coins.sort(reverse=True)
    ways = payment_search.minimal_coin_counts([(value, count) for value, count, _ in coins], _WANTS)
    ways.sort(key=lambda way: way[1])
    return [
        moves.Fill(tuple(good for (_, _, good), count in zip(coins, counts, strict=False) for _ in range(count)))
        for counts, _ in ways
    ]


def check_fill(state: State, frame: Turn, player: Player, move: moves.Fill) -> None:
    """R17: raise `Illegal` unless the player may fill the Exchange with these goods now.

    The player must already have taken a row or a building in this turn, have an empty, unused Exchange built in an
    earlier turn, and own the goods. The goods must reach the base value required, and no card may be superfluous.
    """
    if refusal := refusal_if_unready(EXCHANGE, player.built, player.used, frame.built):
        raise refusal
    if player.exchange:
        raise Illegal("R17", "exchange_full", holds=_HOLDS)
    if not frame.taken:
        raise Illegal("R12", "take_first")
    check_owned(player.goods, move.goods, "R17")
    total = sum(BASE[good] for good in move.goods)
    if total < _WANTS:
        raise Illegal("R17", "exchange_wants_more", wanted=_WANTS, total=total)
    idle = tuple(good for good in GOODS if good in move.goods and total - BASE[good] >= _WANTS)
    if idle:
        raise Illegal("R17", "superfluous", what=idle, lapsed=total - _WANTS)


def fill(state: State, frame: Turn, player: Player, move: moves.Fill, emitted: list[Event]) -> None:
    """R17: carry out `fill`: discard the goods, fill the player's Exchange, end the turn and emit `Filled`."""
    for good in move.goods:
        seasons.discard_good(state, frame.seat, good)
    player.exchange = True
    frame.owes.clear()
    emitted.append(events.Filled(frame.seat, move.goods, sum(BASE[good] for good in move.goods), _HOLDS))
