"""The menus of Riga's decisions other than a turn, one function for each; `MENUS` maps decisions to functions.

The decisions are the starting player, the first building, what to keep of the cards drawn by a Builders' Yard or a
Treasury, the School's person, and the discard for the winter. `discard_all_but` reads a selection of cards to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogs.games.riga.move_text import move_label
from cogs.games.riga.seat_view import own_player, view_of
from cogs.games.riga.text_lines import card_lines, goods_line, payment_lines, quote
from cogs.messages.menu_controls import choice_parts, label_text, menu_target, move_button
from cogs.messages.panel import MAX_OPTIONS, Option, Part, Row, Select, Style, Text, text
from rules.riga.data import BASE, CITY, DATA, GOODS, KIND
from rules.riga.moves import NOTHING, PERSONS, Discard
from rules.riga.view import view_purse
from tables.model.table import Look
from tables.model.table_errors import Stale
from words import Words
from words.catalogue import escaped_name as escaped
from words.riga import terms


def name_starter(look: Look, words: Words) -> list[Part]:
    """Return the menu in which a seat names the starting player (R3): a button for each seat, its own first.

    The other seats follow in clockwise order. The text names the players whose goods are worth as little, if any.
    """
    seats, players = look.table.seats, view_of(look).players
    assert look.seat is not None
    worth = [sum(BASE[good] for good in player.open_goods) for player in players]
    tied = [seats[seat].name for seat, each in enumerate(worth) if each == worth[look.seat] and seat != look.seat]
    head = words.say(
        "**Who will be the starting player?** Your goods are worth the least, so you decide. The starting player goes "
        "first in summer and last in autumn."
    )
    if tied and any(worth):  # In version 1 of the rules, views have no open goods.
        head = words.say(
            "**Who will be the starting player?** Your goods and those of {players} are worth the least, and "
            "you were picked at random to decide. The starting player goes first in summer and last in "
            "autumn.",
            players=words.join_and([escaped(name) for name in tied]),
        )
    order = [(look.seat + step) % len(seats) for step in range(len(seats))]
    options = [
        Option(words.say("I'll start") if seat == look.seat else seats[seat].name, str(seat), emoji="🚩")
        for seat in order
    ]
    return [Text(head), *choice_parts(look, "move", "name ", "", options)]


def start_building(look: Look, words: Words) -> list[Part]:
    """Return the menu in which a seat keeps one of the two buildings it has drawn (R4), with a button for each.

    The choice is secret and may be changed until all seats have chosen. The button of the building chosen so far is
    green.
    """
    view = view_of(look)
    if view.kept:
        head = words.say(
            "✅ You keep **{building}**. You can still change that until everybody has chosen.",
            building=terms.building(words, view.kept),
        )
    else:
        head = words.say(
            "**Which building do you want to keep?** Nobody else sees it. The other one is discarded face down."
        )
    buttons = [
        move_button(
            look,
            terms.building_name(words, name),
            f"keep {name}",
            "success" if name == view.kept else "secondary",
            terms.CITY_EMOJI[CITY[name]],
        )
        for name in view.drawn
    ]
    return [Text(head), *_goods_text(look, words), _drawn_buildings(look, words), Row(tuple(buttons))]


def builders_yard(look: Look, words: Words) -> list[Part]:
    """Return the menu after using a Builders' Yard (R24): keep one of the buildings drawn, or none of them."""
    head = words.say("**Your Builders' Yard: which building do you want to keep?** Nobody else sees these cards.")
    options = [
        Option(terms.building_name(words, name), name, emoji=terms.CITY_EMOJI[CITY[name]])
        for name in view_of(look).drawn
    ]
    none = move_button(look, words.say("Keep none"), f"keep {NOTHING}")
    keep = choice_parts(look, "move", "keep ", words.say("Keep …"), options, style="primary")
    return [Text(head), *_goods_text(look, words), _drawn_buildings(look, words), *keep, Row((none,))]


def treasury(look: Look, words: Words) -> list[Part]:
    """Return the menu after using a Treasury (R25): keep one of the goods drawn; equal goods are offered once."""
    view = view_of(look)
    head = words.say(
        "**Your Treasury: which good do you want to keep?** You drew {goods}. The others are discarded face up.",
        goods=terms.goods(words, view.drawn),
    )
    options = [
        Option(f"{words.say(terms.GOODS[good])} ({BASE[good]})", good, emoji=terms.GOOD_EMOJI[good])
        for good in GOODS
        if good in view.drawn
    ]
    return [Text(head), *_goods_text(look, words), *choice_parts(look, "move", "keep ", "", options, style="primary")]


def school(look: Look, words: Words) -> list[Part]:
    """Return the menu after building the School: two buttons, to train a merchant or a knight.

    The text says how many merchants and knights the seat has, and which of its buildings score by them.
    """
    me = own_player(look)
    head = words.say("**Your School is built. Which person do you want to train?** You can't change that later.")
    have = words.say(
        "You have {merchants} and {knights} so far.",
        merchants=terms.merchants(words, me.merchants),
        knights=terms.knights(words, me.knights),
    )
    counts = [
        (kind, sum(KIND[each.building] == kind for each in me.built), words.say(terms.KINDS[kind]))
        for kind in ("bank", "tavern", "archive")
    ]
    helps = ", ".join(f"{name} ×{n}" for _, n, name in counts if n)
    options = [
        Option(words.say(terms.TRAINING[person]), person, emoji=terms.PERSON_EMOJI[person]) for person in PERSONS
    ]
    mine = words.say("Your buildings that use merchants or knights: {buildings}.", buildings=helps) if helps else ""
    return [text(head, have, mine), *choice_parts(look, "move", "choose ", "", options, style="primary")]


def winter(look: Look, words: Words) -> list[Part]:
    """Return the menu for the winter's discard (R11): a select of the seat's cards to discard.

    If more than half of the cards must go, the select asks for the cards to keep instead (verb `riga.winter`). The
    numbers of cards that may be selected follow from the rules. The select has at most 25 cards; a note says how many
    are missing in it. A discard already chosen is preselected and may be changed until all seats have chosen. If the
    seat may keep all cards, the button *Discard nothing* comes below the select.
    """
    view, me = view_of(look), own_player(look)
    assert me.hand is not None
    assert me.must_discard is not None
    least, most = me.must_discard
    cards = [*me.hand.goods, *me.hand.buildings]
    sealed = [*view.discard.goods, *view.discard.buildings] if view.discard else []
    if view.discard:
        head = words.say(
            "✅ You discard {cards}. Your choice stays secret until everybody has chosen, and you "
            "can still change it until then.",
            cards="**" + terms.cards(words, sealed) + "**",
        )
    elif least == most:
        head = words.many(
            "**Winter: discard {n} card.** You have {cards} and can keep {limit}.",
            "**Winter: discard {n} cards.** You have {cards} and can keep {limit}.",
            most,
            cards=len(cards),
            limit=DATA.setup.winter_limit,
        )
    elif not least:
        head = words.many(
            "**Winter: you can keep all {cards} cards** or discard {n}.",
            "**Winter: you can keep all {cards} cards** or discard up to {n}.",
            most,
            cards=len(cards),
        )
    else:
        head = words.say(
            "**Winter: discard {least} to {most} cards.** You have {cards} and can keep up to {n}.",
            least=least,
            most=most,
            cards=len(cards),
            n=DATA.function.warehouse.keeps,
        )
    keeping = 2 * least > len(cards)
    parts: list[Part] = [Text(head), *_goods_text(look, words), *_hand_buildings(look, words)]
    if keeping:
        kept = [card for card in cards if card not in BASE and card not in sealed]
        kept += [good for good in GOODS for _ in range(cards.count(good) - sealed.count(good))]
        options = _card_options(look, words, cards, kept if view.discard else [])[::-1]
        target, least, most = menu_target(look, "riga.winter"), len(cards) - most, len(cards) - least
        parts.append(
            Text(
                words.say("You must discard more than half, so choose what you **keep**. Everything else is discarded.")
            )
        )
    else:
        options = _card_options(look, words, cards, sealed)
        target = menu_target(look, "move", "discard")
    if len(options) > MAX_OPTIONS:
        left_out = len(options) - MAX_OPTIONS
        options = options[:MAX_OPTIONS]
        parts.append(
            Text(
                "-# "
                + words.many(
                    "{n} of your cards isn't in this list; `/riga discard` lists them all.",
                    "{n} of your cards aren't in this list; `/riga discard` lists them all.",
                    left_out,
                )
            )
        )
    question = _winter_question(words, least, most, keeping=keeping)
    parts.append(Select(target, question, tuple(options), max(least, 1), most))
    if not least:
        style: Style = "success" if view.discard and not sealed else "secondary"
        nothing = move_button(look, move_label(look, words, Discard((), ())), f"discard {NOTHING}", style)
        parts.append(Row((nothing,)))
    return parts


def discard_all_but(look: Look, values: Sequence[str]) -> str:
    """Return the text of the move that discards all cards of the seat's hand except those selected to keep.

    `values` are the selected values of the winter's select, in which equal goods are numbered (`cloth#2`). If all cards
    are kept, the move discards nothing. Raise `Stale` if a value names a card that the seat does not hold.
    """
    me = own_player(look)
    rest = [*me.hand.goods, *me.hand.buildings] if me.hand else []
    for value in values:
        card = value.partition("#")[0]
        if card not in rest:
            raise Stale
        rest.remove(card)
    return " ".join(("discard", *rest)) if rest else f"discard {NOTHING}"


def _winter_question(words: Words, least: int, most: int, *, keeping: bool) -> str:
    """Return the placeholder of the winter's select: how many cards to choose, from `least` to `most`.

    It asks for cards to keep if `keeping`, otherwise for cards to discard. To discard, it says at least one, since a
    select cannot be sent empty.
    """
    if keeping and least == most:
        return words.many("Choose {n} card to keep", "Choose {n} cards to keep", most)
    if keeping:
        return words.say("Keep {least} to {most} cards", least=least, most=most)
    least = max(least, 1)
    if least == most:
        return words.many("Choose {n} card to discard", "Choose {n} cards to discard", most)
    return words.say("Discard {least} to {most} cards", least=least, most=most)


def _card_options(look: Look, words: Words, cards: list[str], chosen: list[str]) -> list[Option]:
    """Return an option for each of `cards`: first the goods, from the lowest base value on, then the buildings.

    `cards` and `chosen` are keys of goods and buildings. The values of goods are numbered (`cloth#1`), those of
    buildings are their keys. Cards in `chosen` are preselected. The description of a good has its base value, that of a
    building its cost and how the seat could pay for it.
    """
    purse = view_purse(own_player(look))
    options = []
    for good in reversed(GOODS):
        count = cards.count(good)
        for number in range(1, count + 1):
            worth = words.say("base value {n}", n=BASE[good])
            held = words.say("you have {n}", n=count) if count > 1 else ""
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
                    terms.building_name(words, name),
                    name,
                    label_text(look, f"{terms.building_cost(words, name)} · {quote(words, purse, name)}"),
                    terms.CITY_EMOJI[CITY[name]],
                    chosen=name in chosen,
                )
            )
    return options


def _goods_text(look: Look, words: Words) -> list[Text]:
    """Return a text that lists the goods in the hand of the look's seat; [] if a lesson's picture shows them."""
    return [] if look.pictured else [Text(goods_line(words, own_player(look)))]


def _drawn_buildings(look: Look, words: Words) -> Text:
    """Return a text about the buildings drawn: cost, points, function, how to pay, and prices in their cities.

    If a lesson's picture is above the menu, the text only says how each building could be paid.
    """
    lines = payment_lines if look.pictured else card_lines
    return text(*lines(words, own_player(look), view_of(look).drawn))


def _hand_buildings(look: Look, words: Words) -> list[Text]:
    """Return a text that lists the buildings in the hand of the look's seat; [] if a lesson's picture shows them."""
    if look.pictured:
        return []
    me = own_player(look)
    names = me.hand.buildings if me.hand else ()
    return [text(words.say("In hand: {buildings}", buildings=terms.buildings(words, names)))]


MENUS: dict[str, Callable[[Look, Words], list[Part]]] = {
    "name_starter": name_starter,
    "start_building": start_building,
    "builders_yard": builders_yard,
    "treasury": treasury,
    "school": school,
    "winter": winter,
}
"""The menu of each decision except `turn`, by the decision's name."""
