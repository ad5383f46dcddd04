"""Why a move in Riga is good: `reasons` from a view, `turn_reasons` if the rest of the turn is known.

`is_minor_reason` says which reasons explain little.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from opponents.advice import Reason
from opponents.riga.build_payments import purse_after
from opponents.riga.evaluation import POINTS_PER_DUCAT
from opponents.riga.hand_value import (
    MAX_BUILDS,
    after_taking,
    buildable,
    plan_builds,
    points_for,
    turns_left,
    turns_left_this_year,
)
from rules import Move
from rules.errors import Fact
from rules.riga.data import BASE, DATA, GOODS, KIND, WAREHOUSE
from rules.riga.display_points import built_points
from rules.riga.moves import Build, Choose, Discard, Done, Fill, Keep, Name, Swap, Take, Use
from rules.riga.payment import bill, persons
from rules.riga.payment_search import best_payment, missing_ducats, suggested_payment
from rules.riga.view import PlayerView, View, view_purse
from rules.riga.winter import discard_range

MIN_WASTE = 2
"""Ducats that a payment must waste to speak for ending the turn instead."""
_ONLY_SCORING = ("lodge", "archive")
"""Kinds of buildings that do nothing but score points."""


def reasons(view: View, move: Move) -> tuple[Reason, ...]:
    """Return what speaks for a move of the view's seat; empty if there is nothing to say.

    - Taking or keeping a card: what can be built only after it, or else its ducats or points; both for a good kept. For
      a row that allows no building now it is the building in hand that it helps to pay most.
    - Building: the points, what a single building does in later turns, the goods kept if it costs none, and the
      functions kept that the menu would pay with.
    - Filling the Exchange: the ducats that it then holds.
    - Ending the turn: see `_reasons_to_end_turn`.
    - Discarding: what the goods that are left are worth in later turns.
    - Using a function: how many cards are drawn. Choosing a person: what that person brings.
    - Naming the starting player: when the seat has its turns.
    """
    assert view.seat is not None
    me = view.players[view.seat]
    match move:
        case Take():
            names = _new_builds(view, me, move)
            if names == (move.what,):
                return (Reason("payable"), *_later_reason(me, *names), *_effect_reasons(view, names))
            if names:
                return (Reason("build", {"buildings": names}),)
            if isinstance(move.what, int):
                return (_reason_for_goods(me, view.rows[move.what - 1].goods),)
            return (*_later_reason(me, move.what), *_effect_reasons(view, (move.what,)))
        case Build():
            points = points_for(me, move.buildings)
            scores = (Reason("points", {"points": points}),) if points > 0 else ()
            return (
                *scores,
                *_effect_reasons(view, move.buildings),
                *(_keeping_reason(view, me) if not move.goods else ()),
                *_kept_functions_reason(me, move),
            )
        case Fill() if turns_left(view):
            return (Reason("fills", {"ducats": DATA.function.exchange.holds}),)
        case Done():
            return _reasons_to_end_turn(view, me)
        case Use(building):
            kind = KIND[building]
            return (Reason(kind, {"n": getattr(DATA.function, kind).draws}),)
        case Keep(card=str(good)) if good in BASE:
            return _reasons_to_keep_good(view, me, good)
        case Keep(card=str(name)):
            return _reasons_to_keep_building(view, me, name)
        case Choose(person):
            return _person_reasons(me, person)
        case Name(starter):
            before = (view.seat - starter) % len(view.players)
            return (Reason("goes_after", {"n": before}) if before else Reason("goes_first"),)
        case Discard(goods=given) if me.hand and me.hand.goods and turns_left(view):
            left = sum(BASE[good] for good in me.hand.goods) - sum(BASE[good] for good in given)
            return (Reason("keeps", {"ducats": left}),) if left else ()
    return ()


def turn_reasons(view: View, move: Move, rest: Sequence[Move]) -> tuple[Reason, ...]:
    """Return what speaks for a move of the view's seat if it makes the moves in `rest` afterwards, in the same turn.

    For taking or keeping a card these are its ducats, or its points and what it does, and what is built after it in
    `rest`: nothing that could be built, but is not. If nothing is, goods are explained by a building in hand that they
    help to pay for. A swap is explained by the row that is taken after it. For other moves they are those of `reasons`.
    """
    assert view.seat is not None
    me = view.players[view.seat]
    built = tuple(name for later in rest if isinstance(later, Build) for name in later.buildings)
    then = (Reason("then_build", {"buildings": built}),) if built else ()
    match move:
        case Take(what=int(row)):
            goods = view.rows[row - 1].goods
            if not then:
                return (_reason_for_goods(me, goods) if turns_left(view) else Reason("breaks_ties"),)
            return (_goods_reason(goods), *then)
        case Keep(card=str(good)) if good in BASE:
            return (_goods_reason((good,)), *then)
        case Swap() if rest and isinstance(rest[0], Take) and isinstance(number := rest[0].what, int):
            later = then or (_reason_for_goods(me, _swapped_row(view, move, number)),)
            return (Reason("then_row", {"row": number}), *later)
        case Take(what=str(name)) | Keep(card=str(name)):
            then = (Reason("builds_it"),) if built == (name,) else then
            return (*_later_reason(me, name), *_effect_reasons(view, (name,)), *then)
    return reasons(view, move)


def is_minor_reason(reason: Reason) -> bool:
    """Return True if a reason is only about goods kept, or about goods or ducats that are worth less than a point."""
    if reason.key == "keeps":
        return True
    ducats = reason.facts.get("ducats") if reason.key != "toward" else None
    return isinstance(ducats, int) and ducats * POINTS_PER_DUCAT < 1


def _new_builds(view: View, me: PlayerView, move: Take) -> tuple[str, ...]:
    """Return the buildings that the player can build in this turn after this take, but not without it."""
    before, after = (
        [name for built in plan_builds(purse, buildings, MAX_BUILDS) for name in built.buildings]
        for purse, buildings in ((view_purse(me), buildable(me)), after_taking(view, me, move))
    )
    payable = {name for name in buildable(me) if missing_ducats(view_purse(me), name) <= 0}
    return tuple(name for name in after if name not in before and name not in payable)


def _goods_kept(view: View, me: PlayerView) -> list[str]:
    """Return the goods that the player can have in the next turn without taking any, the most valuable first.

    Before winter these are only as many as may be kept beside all buildings in hand.
    """
    assert me.hand is not None
    goods = sorted(me.hand.goods, key=lambda good: -BASE[good])
    if turns_left_this_year(view):
        return goods
    least, _ = discard_range(len(goods) + len(me.hand.buildings), WAREHOUSE in [each.building for each in me.built])
    return goods[: max(0, len(goods) - least)]


def _keeping_reason(view: View, me: PlayerView) -> tuple[Reason, ...]:
    """Return what the goods that the player keeps are worth in later turns; () if there are none, or no such turn."""
    kept = _goods_kept(view, me) if turns_left(view) else []
    return (Reason("keeps", {"ducats": sum(BASE[good] for good in kept)}),) if kept else ()


def _swapped_row(view: View, move: Swap, number: int) -> list[str]:
    """Return the goods of the row with this number after a swap."""
    goods = [*view.rows[number - 1].goods]
    given = {move.row: (move.good, move.other_good), move.other_row: (move.other_good, move.good)}
    if number in given:
        gone, new = given[number]
        goods[goods.index(gone)] = new
    return goods


def _kept_functions_reason(me: PlayerView, move: Build) -> tuple[Reason, ...]:
    """Return the functions that the payment of a menu would use for these buildings, and this one keeps; () if none."""
    usual = suggested_payment(view_purse(me), move.buildings)
    spent, usually = ({*build.money, *dict(build.cranes)} for build in (move, usual or move))
    kept = tuple(sorted(usually - spent))
    return (Reason("keeps_functions", {"buildings": kept}),) if kept else ()


def _goods_reason(goods: Sequence[str]) -> Reason:
    """Return the reason that says what these goods are worth, in ducats."""
    return Reason("goods", {"ducats": sum(BASE[good] for good in goods)})


def _reasons_to_end_turn(view: View, me: PlayerView) -> tuple[Reason, ...]:
    """Return what speaks for ending the turn; () if there is nothing to say.

    If another building can be paid, it is what is lost by building the dearest one: how much farther away the nearest
    other building would be, the ducats that would be wasted, and the functions that would be used up. Otherwise, or if
    nothing is, it is what the goods that are kept are worth in later turns, and the building that they come nearest to
    paying, with the ducats missing.
    """
    keeping = _keeping_reason(view, me)
    if not keeping:
        return ()
    purse = view_purse(me)
    missing = {name: missing_ducats(purse, name) for name in buildable(me)}
    nearest = min((name for name, short in missing.items() if short > 0), key=missing.__getitem__, default=None)
    most = view.turn.can_build if view.turn else 0
    payable = next((each.buildings for each in plan_builds(purse, buildable(me), most)), ())
    build = suggested_payment(purse, payable) if payable else None
    if build is None:
        saving = (Reason("saves_for", {"short": missing[nearest], "buildings": (nearest,)}),) if nearest else ()
        return (*keeping, *saving)
    after = missing_ducats(purse_after(purse, build), nearest) if nearest else 0
    lost = []
    if nearest and after > missing[nearest]:
        facts: dict[str, Fact] = {"short": missing[nearest], "building": nearest, "after": after, "instead_of": payable}
        lost.append(Reason("saves_instead", facts))
    if (wasted := bill(purse, build).lapsed) >= MIN_WASTE:
        lost.append(Reason("wastes", {"ducats": wasted, "instead_of": payable}))
    if kept := tuple(sorted({*build.money, *dict(build.cranes)})):
        lost.append(Reason("keeps_functions", {"buildings": kept}))
    return tuple(lost) or keeping


def _reason_for_goods(me: PlayerView, goods: Sequence[str]) -> Reason:
    """Return the reason that says what taking these goods is good for.

    It names the building in hand that the player cannot pay for yet and that lacks the smallest share of its missing
    ducats then. If the goods help to pay none, it is what the goods are worth.
    """
    purse, best = view_purse(me), (0.0, _goods_reason(goods))
    after = msgspec.structs.replace(purse, goods={good: purse.goods[good] + goods.count(good) for good in GOODS})
    for name in buildable(me):
        missing = missing_ducats(purse, name)
        covered = missing - max(0, missing_ducats(after, name))
        if missing > 0 and (share := covered / missing) > best[0]:
            best = share, Reason("toward", {"building": name, "covered": covered, "ducats": missing})
    return best[1]


def _later_reason(me: PlayerView, name: str) -> tuple[Reason, ...]:
    """Return the one reason for a building that is built later: the points it scores; empty if it would score none."""
    points = points_for(me, (name,))
    return (Reason("later", {"points": points}),) if points else ()


def _effect_reasons(view: View, names: Sequence[str]) -> tuple[Reason, ...]:
    """Return the reason that says what a building does for its owner, besides scoring; () for several at once.

    It is left out if the building does nothing, if no turn is left to use it, or if it pays for knights or merchants
    and the seat's player has none.
    """
    if len(names) != 1 or not turns_left(view) or KIND[names[0]] in _ONLY_SCORING:
        return ()
    me = view.players[view.seat or 0]
    if {"tavern": me.knights, "bank": me.merchants}.get(KIND[names[0]], 1) == 0:
        return ()
    return (Reason("effect", {"building": names[0]}),)


def _reasons_to_keep_good(view: View, me: PlayerView, good: str) -> tuple[Reason, ...]:
    """Return the reasons to keep this good of those drawn: what it additionally allows to build, and its worth.

    The first, about this turn, is left out if it is nothing. The worth tells goods apart that allow the same.
    """
    purse, hand, most = view_purse(me), buildable(me), view.turn.can_build if view.turn else 0
    more = msgspec.structs.replace(purse, goods={**purse.goods, good: purse.goods[good] + 1})
    before, after = (
        [name for built in plan_builds(each, hand, most) for name in built.buildings] for each in (purse, more)
    )
    if new := tuple(name for name in after if name not in before):
        return (Reason("build", {"buildings": new}), _goods_reason((good,)))
    return (_goods_reason((good,)),)


def _reasons_to_keep_building(view: View, me: PlayerView, name: str) -> tuple[Reason, ...]:
    """Return the reasons to keep this building of those drawn.

    If it can be built in this turn, that is the only one. Otherwise they are the points it will score, if any, that the
    player could pay for it, if that is true, and what it does in later turns.
    """
    payable = best_payment(view_purse(me), (name,)) is not None
    if payable and view.turn and view.turn.can_build:
        return (Reason("build", {"buildings": (name,)}),)
    can_pay = (Reason("payable"),) if payable else ()
    return (*_later_reason(me, name), *can_pay, *_effect_reasons(view, (name,)))


def _person_reasons(me: PlayerView, person: str) -> tuple[Reason, ...]:
    """Return a tuple of one reason to choose this person (`knight` or `merchant`) for the School.

    It is the points gained, or else the ducats from unused Banks or Taverns, or else the new numbers of merchants and
    knights.
    """
    built = [each.building for each in me.built]
    if points := sum(built_points(built, person)) - sum(built_points(built, "")):
        return (Reason("points", {"points": points}),)
    kind, each = ("bank", DATA.function.bank.each) if person == "merchant" else ("tavern", DATA.function.tavern.each)
    if paying := tuple(each.building for each in me.built if KIND[each.building] == kind and not each.used):
        return (Reason("pays", {"ducats": each * len(paying), "buildings": paying}),)
    merchants, knights = persons(built, person)
    return (Reason("persons", {"merchants": merchants, "knights": knights}),)
