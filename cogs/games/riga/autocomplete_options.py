"""The autocompletion of Riga's commands: it offers only legal values, each with a name in words.

Each function `_…_options` yields pairs of the name shown and the value sent. The constants at the end of the module
(`takes`, `builds`, `payments`, `uses`, `discards`, `others`) are the autocompletion callbacks made of them.
`build_argument` turns what was typed for `/riga build` into the text of a move.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import discord

from cogs.games.riga import payment_menu
from cogs.games.riga.move_text import other_move_text
from cogs.games.riga.seat_view import own_player, view_of
from cogs.games.riga.text_lines import display_line, payment_text
from cogs.messages.menu_controls import label_text
from cogs.requests.autocomplete import Completion, ListOptions, complete_with
from rules.riga.data import COST, GOODS, KIND
from rules.riga.moves import Take, Use
from rules.riga.payment_search import iter_payments
from rules.riga.view import view_purse
from rules.riga.winter_discards import discards_by_value
from tables.model.table import Look
from words import Words
from words.riga import terms
from words.riga.typed_cards import card_keys

_MAX_SEARCHED = 300
"""How many payments or discards, best first, are searched for the typed text; others must be typed in full."""

Offer = tuple[str, str]
"""The name shown and the value sent."""


def build_argument(what: str, pay: str | None = None) -> str:
    """Return the text of a build move without its verb: the keys of the buildings, then "pay" and the payment's keys.

    `what` are the buildings as typed by name, `pay` the payment as typed; without `pay` the text has the buildings
    only. A Crane for which no building is typed is assigned to the most expensive building that has no Crane yet.
    """
    buildings, _, payment = card_keys(f"{what} pay {pay or ''}", counting=True).removesuffix(" pay").partition(" pay ")
    if not payment:
        return buildings
    parts = payment.removeprefix("pay ").split()
    whole = sorted(buildings.split(), key=lambda name: -COST.get(name, 0))
    for halved in (part.partition("@")[2] for part in parts):
        if halved in whole:
            whole.remove(halved)
    parts = [f"{part}@{whole.pop(0)}" if KIND.get(part) == "crane" and whole else part for part in parts]
    return " ".join((buildings, "pay", *parts))


def _counted(cards: Iterable[str]) -> str:
    """Return the keys of cards as one text in which equal cards are counted: `2xcloth wine`.

    The kinds are in the order of their first card.
    """
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return " ".join(f"{count}x{card}" if count > 1 else card for card, count in counts.items())


def _completing(offers: ListOptions[str]) -> Completion[str]:
    """Return an autocompletion callback that offers the pairs of name and value that `offers` yields.

    The names lose the game's signs, which autocompletion cannot show (see `label_text`).
    """

    def plain(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
        return ((label_text(look, name), value) for name, value in offers(look, words, interaction))

    return complete_with(plain)


def _take_options(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
    """Yield what the seat can take now: each row of goods (value `row 1`) and each building (value: its key).

    The name describes the row's goods and their sum, or the building's cost, points and effects.
    """
    rows = view_of(look).rows
    for move in look.options:
        if isinstance(move, Take) and isinstance(move.what, int):
            row = rows[move.what - 1]
            goods = terms.goods(words, row.goods)
            yield f"{words.say('Row')} {move.what}: {goods} = {row.total}", f"row {move.what}"
        elif isinstance(move, Take):
            name = str(move.what)
            yield f"{display_line(words, name)} · {terms.building_effects(words, name)}", name


def _build_options(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
    """Yield the sets of buildings that the seat can pay together now; single buildings come first.

    The name lists the buildings, their cost and the suggested payment; the value is the buildings' keys.
    """
    purse = view_purse(own_player(look))
    moves = sorted(payment_menu.best_builds(look.options).values(), key=lambda move: len(move.buildings))
    for move in moves:
        names = " + ".join(terms.building(words, name) for name in move.buildings)
        cost = terms.ducats(words, sum(COST[name] for name in move.buildings))
        yield (
            f"{names} · {cost}: {payment_text(words, purse, payment_menu.with_suggested_payment(look, move))}",
            " ".join(move.buildings),
        )


def _payment_options(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
    """Yield payments for the buildings typed in the option `what`, best first, at most `_MAX_SEARCHED`.

    The name is the payment in words, the value the payment by keys. A payment from which something could be left out is
    not offered. Yield nothing if these buildings cannot be built together now.
    """
    purse = view_purse(own_player(look))
    wanted = card_keys(str(interaction.namespace.what or "")).split()
    best = payment_menu.best_builds(look.options).get(frozenset(wanted))
    for move in islice(iter_payments(purse, best.buildings), _MAX_SEARCHED) if best else ():
        cranes = (f"{crane}@{name}" for crane, name in move.cranes)
        yield payment_text(words, purse, move), _counted((*move.goods, *move.money, *cranes))


def _use_options(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
    """Yield the buildings whose function the seat can use now: name with its effects, and the building's key."""
    for move in look.options:
        if isinstance(move, Use):
            yield (
                f"{terms.building(words, move.building)} · {terms.building_effects(words, move.building)}",
                move.building,
            )


def _discard_options(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
    """Yield the discards that are possible for the winter, the least valuable first, at most `_MAX_SEARCHED`.

    A discard is worth the base value of its goods plus the points of its buildings. Each pair has the cards in words as
    its name, and their keys as the value sent. Yield nothing if the seat has nothing to discard now.
    """
    me = own_player(look)
    if me.hand is None or me.must_discard is None:
        return
    goods = {good: me.hand.goods.count(good) for good in GOODS}
    for move in islice(discards_by_value(goods, me.hand.buildings, *me.must_discard), _MAX_SEARCHED):
        yield terms.cards(words, (*move.goods, *move.buildings)), _counted(move.words())


def _other_options(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
    """Yield the moves for `/riga choose`, which no other command makes: the move in words, and the move's text."""
    for move in look.options:
        if name := other_move_text(look, words, move):
            yield name, str(move)


takes, builds, payments, uses, discards, others = map(
    _completing,
    (_take_options, _build_options, _payment_options, _use_options, _discard_options, _other_options),
)
