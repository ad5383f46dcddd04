"""The choices of wares to buy or sell in Haithabu: on the market, and in bargains on the fields C and G.

`market_choices` and `bargain_choices` return the controls. `choose_ware` and `choose_different` return the draft
after a click on them. `price_of_cube` and `ware_option` also serve the choices of other fields.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.haithabu.draft_kinds import Placing, first_or_empty
from cogs.games.haithabu.menu_choices import select_or_button
from cogs.games.haithabu.seat_view import own_player, view_of
from cogs.games.haithabu.text_lines import cubes_of, join_fitting, outcome_facts
from cogs.messages.panel import Option, Part
from rules.haithabu import actions, quotes
from rules.haithabu.data import DATA, WARES
from tables.model.table import Look
from words import N_, Words
from words.haithabu import terms

_MAX_BARGAIN_WARES = DATA.bargain.wares


def market_choices(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Return the controls on the market: a choice of a ware to buy and one of a ware to sell (H16, H17).

    Only wares that the seat can buy or sell now are offered. If the draft has a ware already, return the choice of
    how many cubes instead. Numbers to buy that the warehouse cannot keep at the end of the round (H36) are in a second
    choice, which says what happens to the rest.
    """
    assert look.seat is not None
    view, me = view_of(look), own_player(look)
    verb, _, ware = placing.action.partition(" ")
    if ware in WARES:
        index = WARES.index(ware)
        most = me.post[index] if verb == "sell" else view.wares[index].market + view.wares[index].supply
        lines = _amount_options(look, words, placing.place, verb, ware, most)
        asked = N_("Sell {ware}: how many?") if verb == "sell" else N_("Buy {ware}: how many?")
        kept = len(lines) if verb == "sell" else max(0, quotes.store_limit(view, look.seat) - sum(me.warehouse))
        more = words.say("More than you can store …")
        question = words.say(asked, ware=words.say(terms.WARE[ware]))
        return [
            *select_or_button(look, "haithabu.act", ":", question, lines[:kept]),
            *select_or_button(look, "haithabu.act", "more:", more, lines[kept:]),
        ]
    sold, bought = (view.turn.sold, view.turn.bought) if view.turn else ((), ())
    buying = [
        ware_option(look, words, ware.key, "buy")
        for ware in view.wares
        if ware.key not in sold and ware.market + ware.supply and _can_afford(look, "market", "buy", ware.key, 1)
    ]
    selling = [
        ware_option(look, words, ware.key, "sell")
        for ware, have in zip(view.wares, me.post, strict=True)
        if have and ware.key not in bought
    ]
    return [
        *select_or_button(look, "haithabu.ware", "buy:", words.say("Buy …"), buying),
        *select_or_button(look, "haithabu.ware", "sell:", words.say("Sell …"), selling),
    ]


def choose_ware(placing: Placing, verb: str, values: Sequence[str]) -> Placing:
    """Return the unfinished draft that buys or sells the chosen ware; the menu asks for the number next."""
    return placing.with_action(verb, first_or_empty(values), unfinished=True)


def _deal(verb: str, ware: str, count: int) -> actions.Buy | actions.Sell:
    """Return the action that sells (`verb` "sell") or buys (any other `verb`) `count` cubes of one ware."""
    return (actions.Sell if verb == "sell" else actions.Buy)(cubes_of(ware, count))


def _can_afford(look: Look, place: str, verb: str, ware: str, count: int) -> bool:
    """Return True if the seat can pay for dealing in `count` cubes of a ware on a place, with loans if needed (H28).

    `verb` is "buy" or "sell".
    """
    assert look.seat is not None
    return quotes.quote_action(view_of(look), look.seat, place, _deal(verb, ware, count)).affordable


def price_of_cube(look: Look, place: str, verb: str, ware: str) -> int:
    """Return the silver, as a positive number, that one cube of a ware costs or brings the seat on a place.

    `verb` is "buy" or "sell".
    """
    assert look.seat is not None
    return abs(quotes.quote_action(view_of(look), look.seat, place, _deal(verb, ware, 1)).silver)


def _amount_options(
    look: Look, words: Words, place: str, verb: str, ware: str, max_cubes: int, *, named: bool = False
) -> list[Option]:
    """Return an option for each number of cubes of a ware, from 1 to `max_cubes`, that the seat can buy or sell.

    `verb` is "buy" or "sell"; numbers that the seat cannot afford are left out. An option's value is the action's text
    (`buy cloth:2`), and its description what the deal costs and brings. The label is the number; with `named` it also
    has the ware's name.
    """
    assert look.seat is not None
    return [
        Option(
            terms.ware_count(words, ware, n) if named else str(n),
            f"{verb} {ware}:{n}",
            join_fitting(outcome_facts(words, view_of(look), look.seat, place, _deal(verb, ware, n), signs=False)),
            terms.WARE_EMOJI[ware],
        )
        for n in range(1, max_cubes + 1)
        if _can_afford(look, place, verb, ware, n)
    ]


def ware_option(look: Look, words: Words, key: str, verb: str = "", place: str = "market") -> Option:
    """Return the option of a select for the ware with this key; its value is the key.

    If `verb` is "buy" or "sell", the description is the seat's price for one cube on `place`. If `verb` is "", there is
    no description.
    """
    price = terms.silver(words, price_of_cube(look, place, verb, key)) if verb else ""
    return Option(words.say(terms.WARE[key]), key, price, terms.WARE_EMOJI[key])


def bargain_choices(look: Look, words: Words, placing: Placing, *, verb: str) -> list[Part]:
    """Return the controls for a bargain: on field C the seat sells (H21), on field G it buys (H22).

    `verb` is "sell" or "buy". There are two choices: several different wares, one cube of each; and several cubes of
    one ware. The first is left out if fewer than two wares are possible. A ware bought in this turn cannot be sold, and
    a ware sold in this turn cannot be bought.
    """
    view, me, place = view_of(look), own_player(look), placing.place
    there = me.post if verb == "sell" else [ware.market + ware.supply for ware in view.wares]
    turn = view.turn
    barred: Sequence[str] = () if turn is None else turn.bought if verb == "sell" else turn.sold
    have = [0 if key in barred else count for key, count in zip(WARES, there, strict=True)]
    different = [
        ware_option(look, words, key, verb, place)
        for key, count in zip(WARES, have, strict=True)
        if count and _can_afford(look, place, verb, key, 1)
    ]
    equal = [
        line
        for key, count in zip(WARES, have, strict=True)
        for line in _amount_options(look, words, place, verb, key, min(count, _MAX_BARGAIN_WARES), named=True)
    ]
    several, same = (
        (N_("Sell up to {n} different …"), N_("Sell up to {n} of one kind …"))
        if verb == "sell"
        else (N_("Buy up to {n} different …"), N_("Buy up to {n} of one kind …"))
    )
    of_one_kind = select_or_button(look, "haithabu.act", "equal:", words.say(same, n=_MAX_BARGAIN_WARES), equal)
    if len(different) < 2:
        return of_one_kind
    question = words.say(several, n=_MAX_BARGAIN_WARES)
    return [
        *select_or_button(look, "haithabu.different", f"{verb}:", question, different, max_chosen=_MAX_BARGAIN_WARES),
        *of_one_kind,
    ]


def choose_different(placing: Placing, verb: str, wares: Sequence[str]) -> Placing:
    """Return the draft that buys or sells one cube of each chosen ware."""
    return placing.with_action(verb, *wares)
