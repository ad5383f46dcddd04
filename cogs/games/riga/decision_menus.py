"""What Riga asks besides turns: the start player, what to keep, the School's person, the winter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogs.games.riga.seat_view import own_player, view_of
from cogs.games.riga.text_lines import PROPOSAL, Choice, card_lines, goods_line, quote, to_choose
from cogs.messages.panel import MAX_OPTIONS, Button, Option, Part, Row, Select, Target, Text, text
from rules.riga.data import BASE, CITY, DATA, GOODS, KIND
from rules.riga.moves import NOTHING, PERSONS, Discard
from rules.riga.view import purse as purse_of
from tables.model.table import Look
from tables.model.table_errors import Stale
from tables.thinking.table_advice import advice
from words import Words
from words.riga import terms


def name_starter(look: Look, words: Words) -> list[Part]:
    """R3: everybody, oneself first."""
    seats = look.table.seats
    head = words.say(
        "**Who is the start player?** You had the smallest sum, so you decide. "
        "The start player has the first turn in summer and the last one in autumn."
    )
    assert look.seat is not None
    order = [(look.seat + step) % len(seats) for step in range(len(seats))]
    choices = [
        Choice(str(seat), words.say("I start") if seat == look.seat else seats[seat].name, emoji="🚩") for seat in order
    ]
    return [Text(head), *to_choose(look, ("move", "name"), "", choices)]


def start_building(look: Look, words: Words) -> list[Part]:
    """R4: one of those drawn, changeable until the last one has chosen."""
    view = view_of(look)
    if view.kept:
        head = words.say(
            "✅ You keep **{building}**. Until the last player has chosen you can change that.",
            building=terms.building(words, view.kept),
        )
    else:
        head = words.say(
            "**Which building do you keep?** Nobody sees it; the other one goes face down to the discard pile."
        )
    buttons = [
        Button(
            terms.place(words, name),
            Target("move", look.table.id, look.mark, f"keep {name}"),
            "success" if name == view.kept else "secondary",
            terms.CITY_EMOJI[CITY[name]],
        )
        for name in view.drawn
    ]
    return [Text(head), goods(look, words), drawn_buildings(look, words), Row(tuple(buttons))]


def builders_yard(look: Look, words: Words) -> list[Part]:
    """R24: one of those drawn, or none."""
    head = words.say("**Your Builders' Yard: which building do you keep?** Nobody else sees these cards.")
    choices = [
        Choice(name, terms.place(words, name), emoji=terms.CITY_EMOJI[CITY[name]]) for name in view_of(look).drawn
    ]
    none = Button(words.say("Keep none"), Target("move", look.table.id, look.mark, f"keep {NOTHING}"))
    keep = to_choose(look, ("move", "keep"), words.say("Keep …"), choices, style="primary")
    return [Text(head), goods(look, words), drawn_buildings(look, words), *keep, Row((none,))]


def treasury(look: Look, words: Words) -> list[Part]:
    """R25: one of the goods drawn."""
    view = view_of(look)
    head = words.say(
        "**Your Treasury: which good do you keep?** You drew {goods}. The others go to the open discard pile.",
        goods=terms.goods(words, view.drawn),
    )
    choices = [
        Choice(good, f"{words.say(terms.GOODS[good])} ({BASE[good]})", emoji=terms.GOOD_EMOJI[good])
        for good in GOODS
        if good in view.drawn
    ]
    return [Text(head), goods(look, words), *to_choose(look, ("move", "keep"), "", choices, style="primary")]


def school(look: Look, words: Words) -> list[Part]:
    """The person that stays."""
    me = own_player(look)
    head = words.say("**Your School is built. Whom does it train?** You cannot change that later.")
    have = words.say(
        "So far you have {merchants} and {knights}.",
        merchants=terms.merchants(words, me.merchants),
        knights=terms.knights(words, me.knights),
    )
    counts = [
        (kind, sum(KIND[each.building] == kind for each in me.built), words.say(terms.KINDS[kind]))
        for kind in ("bank", "tavern", "archive")
    ]
    helps = ", ".join(f"{name} ×{n}" for _, n, name in counts if n)
    choices = [Choice(person, words.say(terms.PERSONS[person]), emoji=terms.PERSON_EMOJI[person]) for person in PERSONS]
    mine = words.say("Your buildings that count people: {buildings}.", buildings=helps) if helps else ""
    return [text(head, have, mine), *to_choose(look, ("move", "choose"), "", choices, style="primary")]


def winter(look: Look, words: Words) -> list[Part]:
    """R11: a list of all cards, of which just so many may be chosen; sealed until the last one has chosen."""
    view, me = view_of(look), own_player(look)
    assert me.hand is not None
    assert me.must_discard is not None
    least, most = me.must_discard
    cards = [*me.hand.goods, *me.hand.buildings]
    sealed = [*view.discard.goods, *view.discard.buildings] if view.discard else []
    if view.discard:
        head = words.say(
            "✅ You discard {cards}. Nobody sees it until the last player has chosen; until then you can change it.",
            cards="**" + terms.cards(words, sealed) + "**",
        )
    elif least == most:
        head = words.many(
            "**Winter: discard {n} card.** You hold {cards} and may keep {limit}.",
            "**Winter: discard {n} cards.** You hold {cards} and may keep {limit}.",
            most,
            cards=len(cards),
            limit=DATA.setup.winter_limit,
        )
    elif not least:
        head = words.many(
            "**Winter: you may keep all {cards} cards**, or discard {n}.",
            "**Winter: you may keep all {cards} cards**, or discard up to {n}.",
            most,
            cards=len(cards),
        )
    else:
        head = words.say(
            "**Winter: discard {least} to {most} cards.** You hold {cards} and may keep up to {n}.",
            least=least,
            most=most,
            cards=len(cards),
            n=DATA.function.warehouse.keeps,
        )
    keeping = 2 * least > len(cards)
    parts: list[Part] = [Text(head), goods(look, words), _hand_buildings(look, words)]
    if keeping:
        kept = [card for card in cards if card not in BASE and card not in sealed]
        kept += [good for good in GOODS for _ in range(cards.count(good) - sealed.count(good))]
        options = _cards(look, words, cards, kept if view.discard else [])[::-1]
        target, least, most = Target("riga.winter", look.table.id, look.mark), len(cards) - most, len(cards) - least
        parts.append(Text(words.say("More than half must go, so choose what you **keep**; all the rest is discarded.")))
    else:
        options = _cards(look, words, cards, sealed)
        target = Target("move", look.table.id, look.mark, "discard")
    if len(options) > MAX_OPTIONS:
        left_out = len(options) - MAX_OPTIONS
        options = options[:MAX_OPTIONS]
        parts.append(
            Text(
                "-# "
                + words.many(
                    "{n} of your cards is not in this list; `/riga discard` knows them all.",
                    "{n} of your cards are not in this list; `/riga discard` knows them all.",
                    left_out,
                )
            )
        )
    parts.append(Select(target, _how_many(words, least, most, keeping=keeping), tuple(options), max(least, 1), most))
    advised = _advised(look)
    parts += _proposed_discard(look, words, advised) if advised else []
    if not least:
        keeps = advised is not None and advised.words() == (NOTHING,)
        nothing = Button(
            words.say("Discard nothing"),
            Target("move", look.table.id, look.mark, f"discard {NOTHING}"),
            "success" if keeps or (view.discard and not sealed) else "secondary",
            PROPOSAL if keeps else None,
        )
        parts.append(Row((nothing,)))
    return parts


def _advised(look: Look) -> Discard | None:
    """Return what is best discarded, as long as nothing is chosen; a lesson proposes by itself."""
    best = next(iter(advice(look)), None) if view_of(look).discard is None and not look.guidance else None
    return best.move if best and isinstance(best.move, Discard) else None


def _proposed_discard(look: Look, words: Words, advised: Discard) -> list[Part]:
    """Propose what to discard."""
    target = Target("move", look.table.id, look.mark, str(advised))
    discarded = [*advised.goods, *advised.buildings]
    if not target.fits or not discarded:
        return []
    cards = terms.cards(words, discarded)
    note = PROPOSAL + " " + words.say("Proposed: discard {cards}.", cards=cards)
    return [Text(note), Row((Button(words.say("Do as proposed"), target, "success", PROPOSAL),))]


def all_but(look: Look, values: Sequence[str]) -> str:
    """Return the move that discards everything but the cards chosen of the list."""
    me = own_player(look)
    rest = [*me.hand.goods, *me.hand.buildings] if me.hand else []
    for value in values:
        card = value.partition("#")[0]
        if card not in rest:
            raise Stale
        rest.remove(card)
    return " ".join(("discard", *rest)) if rest else f"discard {NOTHING}"


def _how_many(words: Words, least: int, most: int, *, keeping: bool) -> str:
    if keeping and least == most:
        return words.many("Choose {n} card to keep", "Choose {n} cards to keep", most)
    if keeping:
        return words.say("Keep {least} to {most} cards", least=least, most=most)
    least = max(least, 1)
    if least == most:
        return words.many("Choose {n} card to discard", "Choose {n} cards to discard", most)
    return words.say("Discard {least} to {most} cards", least=least, most=most)


def _cards(look: Look, words: Words, cards: list[str], chosen: list[str]) -> list[Option]:
    """List the cards one by one, those of least worth first; equal ones are numbered."""
    purse = purse_of(own_player(look))
    options = []
    for good in reversed(GOODS):
        count = cards.count(good)
        for number in range(1, count + 1):
            worth = words.say("base value {n}", n=BASE[good])
            held = words.say("you hold {n}", n=count) if count > 1 else ""
            options.append(
                Option(
                    words.say(terms.GOODS[good]),
                    f"{good}#{number}",
                    " · ".join(filter(None, (worth, held))),
                    terms.GOOD_EMOJI[good],
                    chosen=number <= chosen.count(good),
                )
            )
    for name in cards:
        if name not in BASE:
            options.append(
                Option(
                    terms.place(words, name),
                    name,
                    terms.unsigned(f"{terms.cost(words, name)} · {quote(words, purse, name)}"),
                    terms.CITY_EMOJI[CITY[name]],
                    chosen=name in chosen,
                )
            )
    return options


def goods(look: Look, words: Words) -> Text:
    """Show the goods in hand."""
    return Text(goods_line(words, own_player(look)))


def drawn_buildings(look: Look, words: Words) -> Text:
    """Show the buildings drawn: what each costs, brings and does, and whether it can be paid."""
    return text(*card_lines(words, own_player(look), view_of(look).drawn))


def _hand_buildings(look: Look, words: Words) -> Text:
    me = own_player(look)
    names = me.hand.buildings if me.hand else ()
    return text(words.say("Your buildings: {buildings}", buildings=terms.buildings(words, names)))


MENUS: dict[str, Callable[[Look, Words], list[Part]]] = {
    "name_starter": name_starter,
    "start_building": start_building,
    "builders_yard": builders_yard,
    "treasury": treasury,
    "school": school,
    "winter": winter,
}
"""The menu of every decision that is no turn."""
