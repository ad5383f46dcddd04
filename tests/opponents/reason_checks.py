"""Checks that what speaks for a move is true, one function for each game.

They compute it again from the rules: they play the move, or count what is on the table. They import nothing of the code
that finds reasons. Each takes the state, the seat, the move and one reason's key and facts, and fails if it is false.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice, permutations
from typing import Any

import msgspec

from rules import GAMES, Move
from rules.chance import Chance
from rules.haithabu import actions as deeds
from rules.haithabu import moves as haithabu
from rules.haithabu.card_data import ORDER, ORDERS, STACK, STACKS
from rules.haithabu.data import DATA, WARES
from rules.riga import moves as riga
from rules.riga.data import BASE, EXCHANGE, KIND
from rules.riga.data import DATA as RIGA_DATA
from rules.riga.events import Built
from rules.visby import moves as visby
from rules.visby.data import CARDS
from rules.visby.data import DATA as VISBY_DATA
from tests.opponents.answer_checks import ANSWER_REASONS, check_answer
from tests.opponents.character_checks import CHARACTER_REASONS, check_character

Facts = Mapping[str, Any]


ALWAYS = 2
"""The `certainty` of a gain that is the same whatever the others choose."""


def _played(game: str, state: Any, seat: int, move: Move) -> Any:
    after = state.copy()
    GAMES[game].play(after, seat, move)
    return after


# Visby


def check_visby(state: Any, seat: int, move: Move, key: str, facts: Facts) -> None:
    me = state.players[seat]
    if isinstance(move, visby.Trade):
        assert facts["wares"] == me.wares - move.wares
        if key == "sells":
            assert facts["seals"] == _most_seals(state.market, move.wares)
        else:
            assert not move.wares
            top = max(space for rate in VISBY_DATA.rate for space in rate.spaces)
            assert (key == "saves") == (state.market < top)
        return
    assert key == "brings"
    assert isinstance(move, visby.Pick)
    lows, highs = _gains(state, seat, move)
    for name, low, high in zip(("seals", "wares"), lows, highs, strict=True):
        assert low - 1 <= facts[name] <= high + 1, (name, low, high)
        if facts["certainty"] == ALWAYS and low > -99 and "merchant" not in move.cards:
            assert max(0, low) == max(0, facts[name]) == max(0, high), (name, low, high)
    assert facts["cards"] == (len(me.discard) if "mendicant" in move.cards else 0)


def _most_seals(market: int, wares: int) -> int:
    """Return the most seals for so many wares at the rates of the Market's space and all below it (V15)."""
    rates = [(rate.wares, rate.seals) for rate in VISBY_DATA.rate if min(rate.spaces) <= market]
    best = [0] * (wares + 1)
    for have in range(1, wares + 1):
        deals = [best[have - cost] + seals for cost, seals in rates if cost <= have]
        best[have] = max([best[have - 1], *deals])
    return best[wares]


def _gains(state: Any, seat: int, move: Move, tries: int = 5) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the least and the most seals and wares that cards bring, over what others may play and trade.

    Others play the same card wherever they have it, one card after the other, and then at random. Anything is possible
    where the round may end the game.
    """
    game, chance, found = GAMES["visby"], Chance(1), []
    me = state.players[seat]
    for liked in (*CARDS, *[""] * tries):
        for sells in (True, False):
            after = state.copy()
            played = after.agenda[-1].id
            game.play(after, seat, move)
            while after.agenda and after.agenda[-1].id == played:
                other = next(iter(game.owed(after)))
                options = game.options(after, other)
                game.play(after, other, chance.choice([each for each in options if liked in each.cards] or options))
            while after.agenda and type(after.agenda[-1]).__name__ == "Trade":
                other = next(iter(game.owed(after)))
                game.play(after, other, game.options(after, other)[0 if sells or other != seat else -1])
            now = after.players[seat]
            # At the end of the game all wares are sold; last cards are played without a choice, in one more round.
            if not after.agenda or after.round > state.round + 1:
                return (-99, -99), (99, 99)
            found.append((now.seals - me.seals, now.wares - me.wares))
    seals, wares = zip(*found, strict=True)
    return (min(seals), min(wares)), (max(seals), max(wares))


# Riga


def check_riga(state: Any, seat: int, move: Any, key: str, facts: Facts) -> None:
    game = GAMES["riga"]
    before = game.view(state, seat).players[seat]
    match key:
        case "build" | "then_build":
            after = _played("riga", state, seat, move)
            assert _can_build(after, seat, facts["buildings"]), facts
            had = (*before.hand.buildings, *before.riga)
            if key == "build":
                assert all(name not in had or not _payments(state, seat, name) for name in facts["buildings"])
        case "builds_it":
            after = _played("riga", state, seat, move)
            assert _can_build(after, seat, (move.what if move.verb == riga.Take.verb else move.card,))
        case "goods":
            rows = [(str(move.card),)] if isinstance(move, riga.Keep) else _rows_for(state, seat, move)
            assert facts["ducats"] in [sum([BASE[good] for good in row]) for row in rows]
        case "points":
            assert facts["points"] > 0
            after = _played("riga", state, seat, move)
            assert facts["points"] == game.view(after, seat).players[seat].points - before.points
        case "later":
            name = move.what if move.verb == riga.Take.verb else move.card
            assert facts["points"] == _points_when_built(state, seat, name) - before.points
        case "toward":
            goods = [*before.hand.goods]
            assert facts["building"] in (*before.hand.buildings, *before.riga)
            has = _missing_for(state, seat, goods, facts["building"])
            assert facts["ducats"] == has > 0
            covers = [
                has - _missing_for(state, seat, [*goods, *row], facts["building"])
                for row in _rows_for(state, seat, move)
            ]
            assert facts["covered"] in covers
            assert facts["covered"] > 0
        case "saves_instead":
            assert isinstance(move, riga.Done)
            has, goods = facts["building"], [*before.hand.goods]
            assert facts["short"] == _missing_for(state, seat, goods, has) > 0
            left = [
                _missing_for(after, seat, [*game.view(after, seat).players[seat].hand.goods], has)
                for payment in _payments(state, seat, *facts["instead_of"])
                for after in [_played("riga", state, seat, payment)]
            ]
            assert facts["after"] in left
            assert facts["after"] > facts["short"]
        case "wastes":
            assert isinstance(move, riga.Done)
            assert facts["ducats"] in [
                _overpaid(state, seat, each) for each in _payments(state, seat, *facts["instead_of"])
            ]
            assert facts["ducats"] > 0
        case "keeps_functions":
            if isinstance(move, riga.Build):
                assert {*move.money, *dict(move.cranes)}.isdisjoint(facts["buildings"])
            assert {*facts["buildings"]} <= {each.building for each in before.built if not each.used}
        case "breaks_ties":
            assert isinstance(move, riga.Take)
            assert not _has_turn_later_this_year(state, seat)
            assert state.year == game.view(state, seat).years
        case "then_row":
            after = _played("riga", state, seat, move)
            assert riga.Take(facts["row"]) in game.options(after, seat)
        case "saves_for":
            (name,) = facts["buildings"]
            assert isinstance(move, riga.Done)
            assert name in (*before.hand.buildings, *before.riga)
            assert facts["short"] == _missing_for(state, seat, [*before.hand.goods], name) > 0
        case "payable":
            assert _payments(state, seat, move.what if move.verb == riga.Take.verb else move.card)
        case "keeps":
            assert isinstance(move, riga.Done | riga.Discard) or not move.goods
            goods = [*before.hand.goods]
            for good in getattr(move, "goods", ()):
                goods.remove(good)
            later = _has_turn_later_this_year(state, seat)
            if not isinstance(move, riga.Discard) and not later:  # Winter comes before the seat's next turn.
                limit = 8 if "riga:warehouse" in [each.building for each in before.built] else 6
                goods = sorted(goods, key=lambda good: BASE[good])[max(0, before.goods + before.buildings - limit) :]
            assert facts["ducats"] == sum(BASE[good] for good in goods) > 0
            assert later or state.year < game.view(state, seat).years
        case "goes_first" | "goes_after":
            after = game.view(_played("riga", state, seat, move), seat)
            summer = [(after.starter + steps) % state.seats for steps in range(state.seats)]
            assert summer.index(seat) == facts.get("n", 0)
        case "fills":
            from rules.riga.view import view_purse

            after = game.view(_played("riga", state, seat, move), seat).players[seat]
            assert facts["ducats"] == view_purse(after).money[EXCHANGE]
        case "persons":
            me = game.view(_played("riga", state, seat, move), seat).players[seat]
            assert facts == {"merchants": me.merchants, "knights": me.knights}
        case "pays":
            assert set(facts["buildings"]) <= {each.building for each in before.built}
        case "effect":
            name = facts["building"]
            assert (name,) == getattr(move, "buildings", (getattr(move, "what", getattr(move, "card", "")),))
            assert KIND[name] not in ("lodge", "archive"), "they only score"
            assert _has_turn_later_this_year(state, seat) or state.year < game.view(state, seat).years
        case "treasury" | "builders_yard":
            assert facts["n"] == getattr(RIGA_DATA.function, key).draws
        case _:
            raise AssertionError(f"unknown reason {key}")


def _can_build(state: Any, seat: int, names: tuple[str, ...]) -> bool:
    """Return True if the seat can build these one after the other, in some order and with some payments."""
    if not names:
        return True
    game = GAMES["riga"]
    for each in game.options(state, seat) if seat in game.owed(state) else ():
        if isinstance(each, riga.Choose | riga.Take):  # Choose the School's person, or take, before building.
            return _can_build(_played("riga", state, seat, each), seat, names)
        if isinstance(each, riga.Build) and set(each.buildings) <= set(names):
            left = tuple(name for name in names if name not in each.buildings)
            if _can_build(_played("riga", state, seat, each), seat, left):
                return True
    return False


def _has_turn_later_this_year(state: Any, seat: int) -> bool:
    order = [*range(state.seats), *reversed(range(state.seats))]
    return (seat - state.starter) % state.seats in order[state.turn + 1 :]


def _rows_for(state: Any, seat: int, move: Move) -> list[tuple[str, ...]]:
    """Return the goods of the row that is taken, or of both rows between which goods are swapped, after the swap."""
    if isinstance(move, riga.Swap):
        rows = GAMES["riga"].view(_played("riga", state, seat, move), seat).rows
        return [rows[number - 1].goods for number in (move.row, move.other_row)]
    assert isinstance(move, riga.Take)
    assert isinstance(move.what, int)
    return [GAMES["riga"].view(state, seat).rows[move.what - 1].goods]


def _missing_for(state: Any, seat: int, goods: list[str], name: str) -> int:
    """Return how many ducats a seat would lack for a building if it had these goods."""
    from rules.riga.payment_search import missing_ducats
    from rules.riga.view import view_purse

    purse = view_purse(GAMES["riga"].view(state, seat).players[seat])
    counts = {good: goods.count(good) for good in BASE}
    return max(0, missing_ducats(msgspec.structs.replace(purse, goods=counts), name))


def _points_when_built(state: Any, seat: int, name: str) -> int:
    """Return the points of the seat's display with one building more, as the rules count them."""
    from rules.riga.display_points import built_points

    me = GAMES["riga"].view(state, seat).players[seat]
    return sum(built_points([*(each.building for each in me.built), name], me.person))


def _payments(state: Any, seat: int, *names: str) -> list[riga.Build]:
    """Return some of the seat's minimal payments for these buildings; [] if it cannot pay."""
    from rules.riga.payment_search import iter_payments
    from rules.riga.view import view_purse

    return [*islice(iter_payments(view_purse(GAMES["riga"].view(state, seat).players[seat]), names), 200)]


def _overpaid(state: Any, seat: int, payment: riga.Build) -> int:
    """Return the ducats that a payment gives too many, by the sentence of the story."""
    after = state.copy()
    (built,) = [event for event in GAMES["riga"].play(after, seat, payment) if isinstance(event, Built)]
    return built.lapsed


# Haithabu


def check_haithabu(state: Any, seat: int, move: Any, key: str, facts: Facts) -> None:
    game = GAMES["haithabu"]
    view = game.view(state, seat)
    me = view.players[seat]
    missing = {
        order.order: [want - there for want, there in zip(ORDERS[ORDER[order.order]].wares, order.cubes, strict=True)]
        for order in me.orders
    }
    action: Any = move.action if isinstance(move, haithabu.Work | haithabu.Act) else None
    moved: Any = action.wares if isinstance(action, deeds.Buy | deeds.Sell | deeds.Load) else ()
    if isinstance(move, haithabu.Stevedore):
        moved = move.wares
    if isinstance(move, haithabu.Give) and move.ware:
        moved = [int(ware == move.ware) for ware in WARES]
    if isinstance(move, haithabu.Discard):
        moved = [sum(counts) for counts in zip(move.warehouse, move.post, strict=True)]
    carried = isinstance(action, deeds.Load) or isinstance(move, haithabu.Stevedore)
    stock = [there + stored for there, stored in zip(me.post, me.warehouse, strict=True)]
    have = me.post if carried else stock
    wanted = [sum(each) for each in zip(*missing.values(), strict=True)] or [0] * len(WARES)
    amounts = [0] * len(WARES)
    for text in facts.get("amounts", ()):
        count, ware = text.split()
        amounts[WARES.index(ware)] = int(count)
    if key in CHARACTER_REASONS and not isinstance(action, deeds.Fetch):
        check_character(view, seat, move, key, facts)
        return
    if isinstance(move, haithabu.Work) and action is None and not key.startswith(("then_", "event_")):
        # What is done there follows after the dice: only the orders that it is for are named.
        named = {*facts.get("orders", ()), *filter(None, (facts.get("order"),))}
        assert named
        assert named <= {*missing, *view.lower, *view.upper}
        return
    if key in ANSWER_REASONS:
        check_answer(state, seat, move, key, facts, wanted)
        return
    match key:
        case "completes":
            after = game.view(_played("haithabu", state, seat, move), seat).players[seat]
            assert set(facts["orders"]) <= set(after.completed)
        case "ready" | "all_for":
            together = [sum(each) for each in zip(*(missing[order] for order in facts["orders"]), strict=True)]
            assert all(want <= had + new for want, had, new in zip(together, have, moved, strict=True))
            assert all(any(map(min, missing[order], moved)) for order in facts["orders"]), "the wares help each of them"
            assert any(want > had and new for want, had, new in zip(wanted, have, moved, strict=True)), "all had enough"
        case "for_orders":
            (order,) = facts["orders"]
            assert all(new <= want for new, want in zip(moved, missing[order], strict=True))
            assert any(moved)
        case "for_order":
            assert all(count <= want for count, want in zip(amounts, missing[facts["order"]], strict=True))
            assert all(count <= new for count, new in zip(amounts, moved, strict=True))
            assert any(amounts)
            for count, want, had in zip(amounts, wanted, have, strict=True):
                assert not count or want > had, "without it something would be missing"
        case "still_needs":
            bought = moved if isinstance(action, deeds.Buy) else [0] * len(WARES)
            (place,) = [each.place for each in me.orders if each.order == facts["order"]]
            there = [post + new for post, new in zip(me.post, moved if carried else [0] * len(WARES), strict=True)]
            ready = _completed_from(state, seat, there, missing)
            sooner = [missing[each.order] for each in me.orders if each.place > place or each.order in ready]
            kept = [sum(counts) for counts in zip([0] * len(WARES), *sooner, strict=True)]
            lacks = [
                max(0, want - max(0, had + new - other))
                for want, had, new, other in zip(missing[facts["order"]], stock, bought, kept, strict=True)
            ]
            has_all = all(
                had + new >= want for want, had, new in zip(missing[facts["order"]], stock, bought, strict=True)
            )
            assert amounts == lacks or (has_all and not any(amounts)), "another order may get its wares"
            loaded = moved if carried else [0] * len(WARES)
            waits = any(
                want > max(0, there + new - other)
                for want, there, new, other in zip(missing[facts["order"]], me.post, loaded, kept, strict=True)
            )
            assert bool(facts["kinds"]) == (waits and not me.cart and not me.ship)
            assert facts["n"] == 1 + min(DATA.play.rounds - view.round, DATA.play.order_places - place)
            assert any(amounts) or facts["kinds"]
        case "surplus":
            for count, want, had, new in zip(amounts, wanted, have, moved, strict=True):
                assert count <= new
                assert not count or want <= had + new - count, "all orders have enough without it"
        case "cheap":
            assert max(ware.level for ware, count in zip(view.wares, moved, strict=True) if count) <= 3
        case "dear":
            assert min(ware.level for ware, count in zip(view.wares, moved, strict=True) if count) >= 8
        case "unwanted":
            assert not any(map(min, wanted, moved))
        case "spare":
            assert all(not sold or want <= had - sold for sold, want, had in zip(moved, wanted, stock, strict=True))
        case "to_sell" | "to_sell_later":
            assert all(not new or want <= had for new, want, had in zip(moved, wanted, have, strict=True))
        case "needed":
            sold = moved or [int(ware == action.sale) for ware in WARES]
            assert all(any(map(min, missing[order], sold)) for order in facts["orders"])
        case "too_late":
            for order in facts["orders"]:
                lacks = missing.get(order) or list(ORDERS[ORDER[order]].wares)
                place = next((each.place for each in me.orders if each.order == order), 1)
                assert _cannot_be_done(state, seat, lacks, place)
        case "at_hand":
            gained = [int(ware == action.gain) for ware in WARES]
            spare = [max(0, had + new - want) for had, new, want in zip(stock, gained, wanted, strict=True)]
            assert facts["n"] == sum(map(min, ORDERS[ORDER[facts["order"]]].wares, spare))
            assert facts["total"] == sum(ORDERS[ORDER[facts["order"]]].wares)
        case "pushes_out":
            assert facts["order"] in missing
            after = game.view(_played("haithabu", state, seat, move), seat).players[seat]
            assert facts["order"] not in {order.order for order in after.orders}
        case "cheapest":
            assert isinstance(move, haithabu.Discard)
            prices = [ware.price for ware in view.wares]
            each = sorted(price for price, count in zip(prices, stock, strict=True) for _ in range(count))
            assert facts["silver"] == sum(price * count for price, count in zip(prices, moved, strict=True))
            assert facts["silver"] == sum(each[: sum(moved)])
        case "too_many":
            assert carried
            limit = DATA.storing.limit if "steward" not in me.characters else 15
            assert facts["n"] == sum(me.post) + sum(moved) - limit > 0
        case "no_function_helps":
            assert isinstance(move, haithabu.Done)
            for option in GAMES["haithabu"].options(state, seat):
                assert not isinstance(option, haithabu.Stevedore)
                assert not isinstance(option, haithabu.Carpenter) or me.cart or me.ship
                assert not isinstance(option, haithabu.Seer) or stock == wanted
        case "nothing_to_carry_with":
            assert not me.cart
            assert not me.ship
        case "two_things" | "e_g_two_things":
            by_night = {field.key for field in view.rondel if not field.day}
            places = tuple(deed.split()[1] for deed in facts["deeds"])
            assert key == "e_g_two_things" or by_night.isdisjoint(places), "an event may make it impossible"
            assert _can_do_both(_played("haithabu", state, seat, move), seat, facts["deeds"])
        case "event_risk":
            assert isinstance(move, haithabu.Work)
            assert move.dice
            bill = state.seats * view.wares[0].price
            may_lose = {
                f"{bill} silver": me.silver >= bill,
                "1 character": bool(me.characters),
                "1 cart": me.cart is not None,
                "1 ship": me.ship is not None,
                "1 point": me.silver < bill or not me.characters or not (me.cart or me.ship),
            }
            assert set(facts["losses"]) == {what for what, lost in may_lose.items() if lost}
        case "second_action":
            assert isinstance(move, haithabu.Hire)
            placed = GAMES["haithabu"].options(_played("haithabu", state, seat, move), seat)
            assert {each.worker for each in placed if isinstance(each, haithabu.Work)} == {"own", "neutral"}
        case "counts":
            kinds = {STACKS[STACK[stack]].kind for stack in action.stacks} - {
                kind for kind, card in (("cart", me.cart), ("ship", me.ship)) if card
            }
            assert facts["n"] == len(kinds) * DATA.scoring.transport > 0
        case "then_order":
            assert facts["order"] in (*view.lower, *view.upper)
        case "then_recruit":
            (card,) = [card for card in view.characters if card.key == facts["character"]]
            assert card.owner != seat
        case "then_buy":
            assert all(ware.market + ware.supply for ware in view.wares if ware.key in facts["wares"])
        case "then_sell":
            assert all(me.post[WARES.index(ware)] for ware in facts["wares"])
        case "then_fetch":
            assert set(facts["kinds"]) <= {STACKS[STACK[stack.key]].kind for stack in view.stacks if stack.cards}
        case "then_point" | "then_deliver" | "then_load":
            assert isinstance(move, haithabu.Work)
        case _:
            raise AssertionError(f"unknown reason {key}")


def _completed_from(state: Any, seat: int, post: list[int], missing: Mapping[str, list[int]]) -> set[str]:
    """Return the orders that these wares in the trading post complete, those that are lost sooner first."""
    completed, left = set(), post
    for each in sorted(GAMES["haithabu"].view(state, seat).players[seat].orders, key=lambda order: -order.place):
        after = [there - want for there, want in zip(left, missing[each.order], strict=True)]
        if min(after) >= 0 and not _cannot_be_done(state, seat, missing[each.order], each.place):
            completed.add(each.order)
            left = after
    return completed


def _cannot_be_done(state: Any, seat: int, lacks: list[int], place: int) -> bool:
    """Return True if the workers left, each with a hired one, cannot buy, carry and deliver what an order lacks."""
    me = state.players[seat]
    view = GAMES["haithabu"].view(state, seat)
    carry = any(want > there for want, there in zip(lacks, me.post, strict=True))
    buy = any(want > one + two for want, one, two in zip(lacks, me.post, me.warehouse, strict=True))
    phases = DATA.play.workers
    rounds = min(DATA.play.rounds - view.round, DATA.play.order_places - place)
    if "stevedore" in view.players[seat].characters and (rounds or view.turn is None):
        carry = False
    mine = 0
    if view.turn is not None and view.turn.seat == seat:
        mine = max(0, len(view.turn.workers) - 1) + 1  # Those that wait, and one that may still be hired.
    elif view.turn is not None and seat in (order := state.in_turn_order())[order.index(view.turn.seat) :]:
        mine = 2
    return bool(1 + carry + buy > mine + 2 * (phases - view.phase + phases * rounds))


def _can_do_both(state: Any, seat: int, deeds: tuple[str, ...]) -> bool:
    """Return True if the two workers of the seat may do these things ("deliver E"), in one order or the other.

    By night any action may follow. The first one's work may make the second's possible: what is loaded on F can be
    delivered on E.
    """
    game = GAMES["haithabu"]
    for first, second in permutations(deeds):
        for move in game.options(state, seat):
            if _is_deed(move, first):
                after = _played("haithabu", state, seat, move)
                following = game.options(after, seat) if seat in game.owed(after) else []
                is_asked_before = not any(isinstance(each, haithabu.Work) for each in following)  # Such as an event.
                if is_asked_before or any(_is_deed(each, second) for each in following):
                    return first.split()[1] != second.split()[1]
    return False


def _is_deed(move: Move, deed: str) -> bool:
    """Return True if the move places a worker for this verb and place ("deliver E"), or there by night."""
    verb, place = deed.split()
    return isinstance(move, haithabu.Work) and move.place == place and (move.action is None or move.action.verb == verb)


CHECKS: Mapping[str, Callable[[Any, int, Move, str, Facts], None]] = {
    "visby": check_visby,
    "riga": check_riga,
    "haithabu": check_haithabu,
}
