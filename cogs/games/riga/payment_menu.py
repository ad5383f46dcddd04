"""The menu that puts a payment together: one or several buildings of a city, and what pays for them, card by card.

`menu` shows the draft; `begin`, `suggest`, `group`, `goods` and `functions` return the draft that follows a
click.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.riga.draft_kinds import Payment
from cogs.games.riga.seat_view import own_player
from cogs.games.riga.text_lines import PROPOSAL
from cogs.messages.menu_controls import back_button, menu_target
from cogs.messages.panel import Button, Option, Part, Row, Select, Text, text
from rules import Illegal
from rules.contract import Move
from rules.errors import Unreadable
from rules.riga import payment
from rules.riga.data import CITY, COST, GOODS
from rules.riga.moves import Build
from rules.riga.payment import Purse, prices
from rules.riga.view import view_purse
from tables.model.table import Look
from tables.model.table_errors import Stale
from words import Words
from words.riga import refusals, terms

_CRANE = "crane@"
_UNFINISHED = ("too_little", "superfluous")
"""The errors that a draft of a payment may have; any other error refuses the click."""


def best_builds(options: Sequence[Move]) -> dict[frozenset[str], Build]:
    """Return the best-paid `Build` for each set of buildings that can be built together now.

    `options` must be sorted best first, as a menu's options are.
    """
    found: dict[frozenset[str], Build] = {}
    for move in options:
        if isinstance(move, Build):
            found.setdefault(frozenset(move.buildings), move)
    return found


def suggested_build(look: Look, text: str) -> str:
    """Return the text of the move that builds the buildings in `text`, paid as `text` says or else as suggested.

    If the seat cannot pay, the move pays with everything it has, so that the rules' refusal states the amount.
    Raise `Unreadable` for a text that is no build.
    """
    named = _read(f"build {text}")
    if named.goods or named.money or named.cranes:
        return str(named)
    move = best_builds(look.options).get(frozenset(named.buildings))
    if move is not None and len(move.buildings) == len(named.buildings):
        return str(move)
    purse = view_purse(own_player(look))
    pays = prices(CITY[named.buildings[0]], purse.traders)
    goods = tuple(good for good in GOODS if good in pays for _ in range(purse.goods[good]))
    cranes = tuple(zip(purse.cranes, named.buildings, strict=False))
    return str(Build(named.buildings, goods, tuple(purse.money), cranes))


# The menu


def menu(look: Look, words: Words, move: Build, options: Sequence[Move]) -> list[Part]:
    """Return the menu of a drafted payment: its cost and value, what is wrong with it, and selects to change it.

    *Build* is disabled while the payment is not valid.
    """
    purse = view_purse(own_player(look))
    bill = payment.bill(purse, move)
    problem = _problem(purse, move)
    city = CITY[move.buildings[0]]
    pays = prices(city, purse.traders)
    names = " + ".join(f"{terms.kind(words, name)} ({COST[name]})" for name in move.buildings)
    cost = words.say("Cost: **{ducats}**", ducats=terms.ducats(words, bill.cost))
    if bill.cost != bill.full_cost:
        cost += " " + words.say("instead of {n}", n=bill.full_cost)
    if problem:
        state = "❌ " + refusals.refusal(words, problem)
    elif bill.lapsed:
        state = "✅ " + words.say("Enough; {lapsed}.", lapsed=terms.overpaid(words, bill.lapsed))
    else:
        state = "✅ " + words.say("Exactly enough.")
    worth = ", ".join(f"{terms.good(words, good)} {pays[good]}" for good in GOODS if good in pays)
    useless = [terms.good(words, good) for good in GOODS if good not in pays]
    refused = " · " + words.say("not accepted: {goods}", goods=", ".join(useless)) if useless else ""
    parts: list[Part] = [
        text(
            f"### {terms.CITY_EMOJI[city]} {terms.CITIES[city]}: {names}",
            cost,
            words.say(
                "You pay: {payment} = **{ducats}**",
                payment=terms.payment(words, move, purse),
                ducats=terms.ducats(words, bill.paid),
            ),
            state,
            "-# " + words.say("In {city} a card pays: {goods}", city=terms.CITIES[city], goods=worth) + refused,
        )
    ]
    for select in (_goods_select(look, words, move, purse), _functions_select(look, words, move, purse)):
        if any(option.chosen for option in select.options):  # A preselected line hides the select's placeholder.
            parts.append(Text(f"-# {select.placeholder.rstrip(' …')}:"))
        if select.options:
            parts.append(select)
    together = _group_select(look, words, move, options)
    if together.options:
        parts.append(together)
    parts.append(
        Row(
            (
                Button(
                    words.say("Build"), menu_target(look, "riga.pay"), "success", "🔨", disabled=problem is not None
                ),
                Button(words.say("Suggested payment"), menu_target(look, "riga.suggest"), emoji=PROPOSAL),
                drop_button(look, words),
            )
        )
    )
    return parts


def drop_button(look: Look, words: Words) -> Button:
    """Return the *Back* button that drops the draft."""
    return back_button(words, menu_target(look, "drop"), emoji="◀️")


def _goods_select(look: Look, words: Words, move: Build, purse: Purse) -> Select:
    """Return the select of all own goods that pay in the city of `move`; those it pays with are preselected."""
    pays = prices(CITY[move.buildings[0]], purse.traders)
    options = tuple(
        Option(
            words.say(terms.GOODS[good]),
            f"{good}#{number}",
            words.say("pays {ducats}", ducats=terms.ducats(words, pays[good])),
            terms.GOOD_EMOJI[good],
            chosen=number <= move.goods.count(good),
        )
        for good in GOODS
        if good in pays
        for number in range(1, purse.goods[good] + 1)
    )
    target = menu_target(look, "riga.goods")
    return Select(target, words.say("Goods you pay with …"), options, least=0, most=len(options))


def _functions_select(look: Look, words: Words, move: Build, purse: Purse) -> Select:
    """Return the select of the money functions and of a Crane on each building; those in use are preselected.

    At most as many Cranes can be selected as are ready.
    """
    options = [
        Option(
            terms.building_name(words, name),
            name,
            words.say("pays {ducats}", ducats=terms.ducats(words, ducats)),
            terms.CITY_EMOJI[CITY[name]],
            chosen=name in move.money,
        )
        for name, ducats in purse.money.items()
        if ducats
    ]
    halved = [building for _, building in move.cranes]
    if purse.cranes:
        options += [
            Option(
                words.say("Crane on {building}", building=terms.kind(words, name)),
                f"{_CRANE}{name}",
                words.say("saves {ducats}", ducats=terms.ducats(words, payment.SAVES[name])),
                "🏗️",
                chosen=name in halved,
            )
            for name in move.buildings
        ]
    most = len(options) - max(0, len(move.buildings) - len(purse.cranes)) if purse.cranes else len(options)
    target = menu_target(look, "riga.functions")
    return Select(target, words.say("Money and Cranes …"), tuple(options), least=0, most=most)


def _group_select(look: Look, words: Words, move: Build, options: Sequence[Move]) -> Select:
    """Return the select that adds a building which can be paid together with the others, or leaves one out.

    Without such a building it has no options.
    """
    me = own_player(look)
    group = frozenset(move.buildings)
    payable = best_builds(options)
    names = [*(me.hand.buildings if me.hand else ()), *me.riga]
    lines = [
        Option(
            words.say("together with {building}", building=terms.kind(words, name)),
            name,
            terms.building_cost(words, name),
            "➕",
        )
        for name in names
        if name not in group and group | {name} in payable
    ]
    lines += [
        Option(
            words.say("without {building}", building=terms.kind(words, name)),
            name,
            terms.building_cost(words, name),
            "➖",
        )
        for name in move.buildings
        if len(group) > 1 and group - {name} in payable
    ]
    name = words.say("Build several at once …") if len(group) == 1 else words.say("Add one or leave one out …")
    return Select(menu_target(look, "riga.group"), name, tuple(lines))


# What a click makes of the draft


def begin(look: Look, name: str) -> Payment:
    """Return a new draft: one building with its suggested payment. Raise `Stale` if it cannot be built now."""
    return _suggested_payment(look, frozenset((name,)))


def suggest(look: Look, move: Build) -> Payment:
    """Return the draft of the same buildings with the suggested payment."""
    return _suggested_payment(look, frozenset(move.buildings))


def group(look: Look, move: Build, name: str) -> Payment:
    """Return the draft with building `name` added, or left out if it is in `move`, and with the suggested payment."""
    return _suggested_payment(look, frozenset(move.buildings) ^ {name})


def goods(look: Look, move: Build, values: Sequence[str]) -> Payment:
    """Return the draft that pays with the selected goods; its money functions and Cranes stay as in `move`."""
    return _changed(
        look, move, (*_selected_goods(values), *move.money, *(f"{crane}@{name}" for crane, name in move.cranes))
    )


def functions(look: Look, move: Build, values: Sequence[str]) -> Payment:
    """Return the draft that pays with the selected money functions and Cranes; its goods stay as in `move`.

    The Cranes are used in the order in which they were built. Raise `Illegal` for more Cranes than are ready.
    """
    halved = [value.removeprefix(_CRANE) for value in values if value.startswith(_CRANE)]
    cranes = view_purse(own_player(look)).cranes
    if len(halved) > len(cranes):
        raise Illegal("R21", "doubled", building=cranes[0] if cranes else halved[0])
    money = [value for value in values if not value.startswith(_CRANE)]
    return _changed(
        look, move, (*move.goods, *money, *(f"{crane}@{name}" for crane, name in zip(cranes, halved, strict=False)))
    )


def _read(text: str) -> Build:
    """Return the `Build` that `text` describes; raise `Unreadable` if it describes none."""
    try:
        return Build.read(text.split()[1:])
    except ValueError as reason:
        raise Unreadable(text, str(reason)) from None


def _suggested_payment(look: Look, names: frozenset[str]) -> Payment:
    """Return the draft of these buildings with the suggested payment; raise `Stale` if they cannot be built now."""
    move = best_builds(look.options).get(names)
    if move is None:
        raise Stale
    return Payment(move)


def _changed(look: Look, move: Build, words: Sequence[str]) -> Payment:
    """Return the draft of the same buildings paid with `words`, the tokens of a payment.

    A payment that is too small or has superfluous parts is kept as a draft; raise `Illegal` for any other error.
    """
    changed = _read(" ".join(("build", *move.buildings, "pay", *words)))
    problem = _problem(view_purse(own_player(look)), changed)
    if problem and problem.key not in _UNFINISHED:
        raise problem
    return Payment(changed)


def _selected_goods(values: Sequence[str]) -> list[str]:
    """Return the goods that the selected lines name, without the numbers of equal cards (`cloth#2`)."""
    return [value.partition("#")[0] for value in values]


def _problem(purse: Purse, move: Build) -> Illegal | None:
    """Return the error that the rules find in a payment; None if it is valid."""
    try:
        payment.check(purse, move)
    except Illegal as problem:
        return problem
    return None
