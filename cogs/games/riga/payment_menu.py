"""Putting a payment together: several buildings of a city at once, and what pays for them, card by card."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.riga.draft_kinds import Payment
from cogs.games.riga.seat_view import own_player
from cogs.messages.panel import Button, Option, Part, Row, Select, Target, Text, text
from rules import Illegal
from rules.contract import Move
from rules.errors import Unreadable
from rules.riga import payment
from rules.riga.data import CITY, COST, GOODS
from rules.riga.moves import Build
from rules.riga.payment import Purse, prices
from rules.riga.view import purse as purse_of
from tables.model.table import Look
from tables.model.table_errors import Stale
from words import Words
from words.riga import refusals, terms

_CRANE = "crane@"
_UNFINISHED = ("too_little", "superfluous")
"""What may be wrong with a payment that is still being put together."""


def best(options: Sequence[Move]) -> dict[frozenset[str], Build]:
    """Return the best payment for everything that can be built now: options come best first."""
    found: dict[frozenset[str], Build] = {}
    for move in options:
        if isinstance(move, Build):
            found.setdefault(frozenset(move.buildings), move)
    return found


def suggested(look: Look, text: str) -> str:
    """Return the move that builds what is named: with the payment that is named too, else with the suggested one.

    If it cannot be paid, pay with all there is: so the refusal says how much that comes to.
    """
    named = _read(f"build {text}")
    if named.goods or named.money or named.cranes:
        return str(named)
    move = best(look.options).get(frozenset(named.buildings))
    if move is not None and len(move.buildings) == len(named.buildings):
        return str(move)
    purse = purse_of(own_player(look))
    pays = prices(CITY[named.buildings[0]], purse.traders)
    goods = tuple(good for good in GOODS if good in pays for _ in range(purse.goods[good]))
    cranes = tuple(zip(purse.cranes, named.buildings, strict=False))
    return str(Build(named.buildings, goods, tuple(purse.money), cranes))


# The menu


def menu(look: Look, words: Words, move: Build, options: Sequence[Move]) -> list[Part]:
    """Show the payment as it is, what is missing or too much, and everything that could be changed."""
    purse = purse_of(own_player(look))
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
        state = "✅ " + words.say("Enough; {lapsed}.", lapsed=terms.lapsed(words, bill.lapsed))
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
    for select in (_goods(look, words, move, purse), _functions(look, words, move, purse)):
        if any(option.chosen for option in select.options):  # what is chosen covers the list's name
            parts.append(Text(f"-# {select.placeholder.rstrip(' …')}:"))
        if select.options:
            parts.append(select)
    together = _together(look, words, move, options)
    if together.options:
        parts.append(together)
    parts.append(
        Row(
            (
                Button(words.say("Build"), _target(look, "pay"), "success", "🔨", disabled=problem is not None),
                Button(words.say("Suggested payment"), _target(look, "suggest"), emoji="💡"),
                back(look, words),
            )
        )
    )
    return parts


def back(look: Look, words: Words) -> Button:
    """Throw the draft away."""
    return Button(words.say("Back"), Target("drop", look.table.id, look.mark), emoji="◀️")


def _target(look: Look, verb: str) -> Target:
    return Target(f"riga.{verb}", look.table.id, look.mark)


def _goods(look: Look, words: Words, move: Build, purse: Purse) -> Select:
    """List every card that pays in this city, the ones given now chosen."""
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
    return Select(_target(look, "goods"), words.say("Goods you pay with …"), options, least=0, most=len(options))


def _functions(look: Look, words: Words, move: Build, purse: Purse) -> Select:
    """List the money functions, and a Crane for each building as far as there are Cranes."""
    options = [
        Option(
            terms.place(words, name),
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
    # More Cranes than stand ready cannot be chosen.
    most = len(options) - max(0, len(move.buildings) - len(purse.cranes)) if purse.cranes else len(options)
    return Select(_target(look, "functions"), words.say("Money and Cranes …"), tuple(options), least=0, most=most)


def _together(look: Look, words: Words, move: Build, options: Sequence[Move]) -> Select:
    """Offer to add a building of the same city that can be paid with the others, or to leave one out."""
    me = own_player(look)
    group = frozenset(move.buildings)
    payable = best(options)
    names = [*(me.hand.buildings if me.hand else ()), *me.riga]
    lines = [
        Option(
            words.say("together with {building}", building=terms.kind(words, name)),
            name,
            terms.cost(words, name),
            "➕",
        )
        for name in names
        if name not in group and group | {name} in payable
    ]
    lines += [
        Option(words.say("without {building}", building=terms.kind(words, name)), name, terms.cost(words, name), "➖")
        for name in move.buildings
        if len(group) > 1 and group - {name} in payable
    ]
    name = words.say("Build several at once …") if len(group) == 1 else words.say("Add one or leave one out …")
    return Select(_target(look, "group"), name, tuple(lines))


# What the buttons do: each returns the draft that follows


def begin(look: Look, name: str) -> Payment:
    """Start with the suggested payment for one building."""
    return _suggest(look, frozenset((name,)))


def suggest(look: Look, move: Build) -> Payment:
    """Go back to the suggested payment."""
    return _suggest(look, frozenset(move.buildings))


def group(look: Look, move: Build, name: str) -> Payment:
    """Add a building or leave it out, with the suggested payment for them all."""
    return _suggest(look, frozenset(move.buildings) ^ {name})


def goods(look: Look, move: Build, values: Sequence[str]) -> Payment:
    """Pay with these goods."""
    return _changed(look, move, (*_named(values), *move.money, *(f"{crane}@{name}" for crane, name in move.cranes)))


def functions(look: Look, move: Build, values: Sequence[str]) -> Payment:
    """Pay with these functions; of equal Cranes the first ones built are used."""
    halved = [value.removeprefix(_CRANE) for value in values if value.startswith(_CRANE)]
    cranes = purse_of(own_player(look)).cranes
    if len(halved) > len(cranes):
        raise Illegal("R21", "doubled", building=cranes[0] if cranes else halved[0])
    money = [value for value in values if not value.startswith(_CRANE)]
    return _changed(
        look, move, (*move.goods, *money, *(f"{crane}@{name}" for crane, name in zip(cranes, halved, strict=False)))
    )


def _read(text: str) -> Build:
    try:
        return Build.read(text.split()[1:])
    except ValueError as reason:
        raise Unreadable(text, str(reason)) from None


def _suggest(look: Look, names: frozenset[str]) -> Payment:
    move = best(look.options).get(names)
    if move is None:
        raise Stale
    return Payment(move)


def _changed(look: Look, move: Build, words: Sequence[str]) -> Payment:
    changed = _read(" ".join(("build", *move.buildings, "pay", *words)))
    problem = _problem(purse_of(own_player(look)), changed)
    if problem and problem.key not in _UNFINISHED:
        raise problem
    return Payment(changed)


def _named(values: Sequence[str]) -> list[str]:
    """Return the goods behind the lines of a list, where equal cards are numbered."""
    return [value.partition("#")[0] for value in values]


def _problem(purse: Purse, move: Build) -> Illegal | None:
    try:
        payment.check(purse, move)
    except Illegal as problem:
        return problem
    return None
