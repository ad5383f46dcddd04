"""The menu that puts a payment together: one or several buildings of a city, and what pays for them, card by card.

`menu` shows the drafted payment. `begin`, `suggest`, `group`, `goods` and `functions` return the draft that follows a
click; they store nothing. `suggested_build` completes a typed build by a payment.
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
from rules.riga.payment_search import suggested_payment
from rules.riga.view import view_purse
from tables.model.table import Look
from tables.model.table_errors import Stale
from words import Words
from words.riga import refusals, terms

_CRANE = "crane@"
_UNFINISHED = ("too_little", "superfluous")
"""The errors that a draft of a payment may have; any other error refuses the click."""


def best_builds(options: Sequence[Move]) -> dict[frozenset[str], Build]:
    """Return, for each set of buildings that `options` can build together, the first `Build` of that set.

    The key is the set of the buildings' keys. `options` must be sorted best first, as a menu's options are, so that
    the first is the one with the best payment.
    """
    found: dict[frozenset[str], Build] = {}
    for move in options:
        if isinstance(move, Build):
            found.setdefault(frozenset(move.buildings), move)
    return found


def with_suggested_payment(look: Look, move: Build) -> Build:
    """Return a build of the same buildings with the payment that menus suggest; `move` if they cannot be paid."""
    return suggested_payment(view_purse(own_player(look)), move.buildings) or move


def suggested_build(look: Look, text: str) -> str:
    """Return the text of the move that builds what `text` names.

    `text` has keys of buildings and optionally a payment, which is used unchanged. Without a payment, the suggested
    one is used. If the seat cannot pay for these buildings, the move pays with everything the seat has; then the rules
    refuse it, and the refusal says what is missing. Raise `Unreadable` if `text` cannot be read as a build.
    """
    named = _read(f"build {text}")
    if named.goods or named.money or named.cranes:
        return str(named)
    move = best_builds(look.options).get(frozenset(named.buildings))
    if move is not None and len(move.buildings) == len(named.buildings):
        return str(with_suggested_payment(look, move))
    purse = view_purse(own_player(look))
    pays = prices(CITY[named.buildings[0]], purse.traders)
    goods = tuple(good for good in GOODS if good in pays for _ in range(purse.goods[good]))
    cranes = tuple(zip(purse.cranes, named.buildings, strict=False))
    return str(Build(named.buildings, goods, tuple(purse.money), cranes))


# The menu


def menu(look: Look, words: Words, move: Build, options: Sequence[Move]) -> list[Part]:
    """Return the menu of the drafted payment `move`: its cost, value and error, and the controls to change it.

    There are up to three selects: of goods, of money functions and Cranes, and of the buildings that are built
    together. A select without options is left out. The buttons are *Build* (disabled while the payment is not valid),
    *Suggested payment* and *Back*. `options` are the seat's legal moves.
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
        state = "✅ " + words.say("Enough, but {lapsed}.", lapsed=terms.overpaid(words, bill.lapsed))
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
            "-# " + words.say("A card's value in {city}: {goods}", city=terms.CITIES[city], goods=worth) + refused,
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
    """Return the *Back* button that deletes the draft."""
    return back_button(words, menu_target(look, "drop"), emoji="◀️")


def _goods_select(look: Look, words: Words, move: Build, purse: Purse) -> Select:
    """Return a select with an option for each good in the seat's hand that pays in the city of `move`.

    The goods with which `move` pays are preselected. Values are numbered (`cloth#2`). It may have no options.
    """
    pays = prices(CITY[move.buildings[0]], purse.traders)
    options = tuple(
        Option(
            words.say(terms.GOODS[good]),
            f"{good}#{number}",
            words.say("is worth {ducats}", ducats=terms.ducats(words, pays[good])),
            terms.GOOD_EMOJI[good],
            chosen=number <= move.goods.count(good),
        )
        for good in GOODS
        if good in pays
        for number in range(1, purse.goods[good] + 1)
    )
    target = menu_target(look, "riga.goods")
    return Select(target, words.say("Goods to pay with …"), options, least=0, most=len(options))


def _functions_select(look: Look, words: Words, move: Build, purse: Purse) -> Select:
    """Return a select of the ready money functions, and of a Crane for each building of `move` if a Crane is ready.

    Those that `move` uses are preselected. A Crane's value is `crane@` and the key of the building whose cost it
    halves. No more Cranes than are ready fit into a selection that has all money functions. The select may have no
    options.
    """
    options = [
        Option(
            terms.building_name(words, name),
            name,
            words.say("is worth {ducats}", ducats=terms.ducats(words, ducats)),
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
                words.say("Crane for {building}", building=terms.kind(words, name)),
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
    """Return a select that adds a building to those of `move`, or removes one of them.

    `options` are the seat's legal moves. A change is offered only if one of them builds exactly the resulting
    buildings. The select may have no options.
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
    name = words.say("Build several at once …") if len(group) == 1 else words.say("Add or remove a building …")
    return Select(menu_target(look, "riga.group"), name, tuple(lines))


# What a click makes of the draft


def begin(look: Look, name: str) -> Payment:
    """Return a new draft: the building `name` with its suggested payment; raise `Stale` if it cannot be built now."""
    return _suggested_payment(look, frozenset((name,)))


def suggest(look: Look, move: Build) -> Payment:
    """Return a draft of the buildings of `move` with the suggested payment; raise `Stale` if that is impossible now."""
    return _suggested_payment(look, frozenset(move.buildings))


def group(look: Look, move: Build, name: str) -> Payment:
    """Return a draft of the buildings of `move` with `name` added, or left out if it is one of them.

    The payment is the suggested one. Raise `Stale` if these buildings cannot be built together now.
    """
    return _suggested_payment(look, frozenset(move.buildings) ^ {name})


def goods(look: Look, move: Build, values: Sequence[str]) -> Payment:
    """Return the draft `move` with its goods replaced by the selected ones; money functions and Cranes stay.

    `values` are the values of `_goods_select`. The payment may be too small or too large; raise `Illegal` for other
    errors.
    """
    return _changed(
        look, move, (*_selected_goods(values), *move.money, *(f"{crane}@{name}" for crane, name in move.cranes))
    )


def functions(look: Look, move: Build, values: Sequence[str]) -> Payment:
    """Return the draft `move` with its money functions and Cranes replaced by the selected ones; its goods stay.

    `values` are the values of `_functions_select`. Cranes are used in the order in which they were built. A payment
    that is too small or too large is accepted. Raise `Illegal` for any other error, such as more Cranes than are ready.
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
    """Return the `Build` that the move text `text` (beginning with `build`) describes; raise `Unreadable` if none."""
    try:
        return Build.read(text.split()[1:])
    except ValueError as reason:
        raise Unreadable(text, str(reason)) from None


def _suggested_payment(look: Look, names: frozenset[str]) -> Payment:
    """Return a draft of the buildings with keys `names` and the suggested payment.

    Raise `Stale` if they cannot be built together now.
    """
    move = best_builds(look.options).get(names)
    if move is None:
        raise Stale
    return Payment(with_suggested_payment(look, move))


def _changed(look: Look, move: Build, words: Sequence[str]) -> Payment:
    """Return a draft of the buildings of `move`, paid with `words`: keys of goods and money, and `crane@building`.

    A payment that is too small or has superfluous parts is accepted, since the player is still changing it. Raise
    `Illegal` for any other error that the rules find, and `Unreadable` if `words` are no payment.
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
    """Return the error for which the rules refuse to build `move` with this purse; None if the payment is valid."""
    try:
        payment.check(purse, move)
    except Illegal as problem:
        return problem
    return None
