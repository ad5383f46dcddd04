"""What is offered while somebody types one of Riga's commands: legal choices only, each said in words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice
from typing import Any

import discord

from cogs.games.riga import payment_menu
from cogs.games.riga.move_text import other
from cogs.games.riga.seat_view import own_player, view_of
from cogs.games.riga.text_lines import display_line, how
from cogs.requests.autocomplete import Completion, ListOptions, complete_with
from rules.riga.data import COST, GOODS, KIND
from rules.riga.discards import discards as discards_of
from rules.riga.moves import Discard, Take, Use
from rules.riga.offers import payments as payments_for
from rules.riga.view import purse as purse_of
from tables.model.table import Look
from tables.thinking.table_advice import advice
from words import Words
from words.riga import terms
from words.riga.typed_cards import card_keys

_MOST_TRIED = 300
"""So many of the best payments or discards are searched for what is typed; any other can be typed in full."""

Offer = tuple[str, str]


def building(what: str, pay: str | None = None) -> str:
    """Return what is built and, if that is typed too, what pays for it; a Crane halves the dearest that none halves."""
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


def shortened(cards: Iterable[str]) -> str:
    """Return cards as briefly as they can be typed."""
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return " ".join(f"{count}x{card}" if count > 1 else card for card, count in counts.items())


def _completing(offers: ListOptions[str]) -> Completion[str]:
    """Return what completes an option, all in words: what is typed can show no signs of our own."""

    def unsigned(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
        return ((terms.unsigned(name), value) for name, value in offers(look, words, interaction))

    return complete_with(unsigned)


def _takes(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
    rows = view_of(look).rows
    for move in look.options:
        if isinstance(move, Take) and isinstance(move.what, int):
            row = rows[move.what - 1]
            goods = terms.goods(words, row.goods)
            yield f"{words.say('Row')} {move.what}: {goods} = {row.total}", f"row {move.what}"
        elif isinstance(move, Take):
            name = str(move.what)
            yield f"{display_line(words, name)} · {terms.does(words, name)}", name


def _builds(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
    """Offer single buildings first, then what can be paid together."""
    purse = purse_of(own_player(look))
    moves = sorted(payment_menu.best(look.options).values(), key=lambda move: len(move.buildings))
    for move in moves:
        names = " + ".join(terms.building(words, name) for name in move.buildings)
        cost = terms.ducats(words, sum(COST[name] for name in move.buildings))
        yield f"{names} · {cost}: {how(words, purse, move)}", " ".join(move.buildings)


def _payments(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
    """Offer the best payments for what is to be built of which nothing could be left out."""
    purse = purse_of(own_player(look))
    best = payment_menu.best(look.options).get(frozenset(card_keys(str(interaction.namespace.what or "")).split()))
    for move in islice(payments_for(purse, best.buildings), _MOST_TRIED) if best else ():
        cranes = (f"{crane}@{name}" for crane, name in move.cranes)
        yield how(words, purse, move), shortened((*move.goods, *move.money, *cranes))


def _uses(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
    for move in look.options:
        if isinstance(move, Use):
            yield f"{terms.building(words, move.building)} · {terms.does(words, move.building)}", move.building


def _discards(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
    """Offer first what the menu proposes, then what gives up the least."""
    me = own_player(look)
    if me.hand is None or me.must_discard is None:
        return
    goods = {good: me.hand.goods.count(good) for good in GOODS}
    proposed = [each.move for each in advice(look)[:1] if isinstance(each.move, Discard)]
    others = discards_of(goods, me.hand.buildings, *me.must_discard)
    for move in islice(chain(proposed, (move for move in others if move not in proposed)), _MOST_TRIED):
        yield terms.cards(words, (*move.goods, *move.buildings)), shortened(move.words())


def _others(look: Look, words: Words, interaction: discord.Interaction[Any]) -> Iterable[Offer]:
    for move in look.options:
        if name := other(look, words, move):
            yield name, str(move)


takes, builds, payments, uses, discards, others = map(
    _completing, (_takes, _builds, _payments, _uses, _discards, _others)
)
