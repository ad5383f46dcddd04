"""Haithabu: names, emoji and amounts, places, effects, and prompts.

Constants hold untranslated names and sentences by key; the functions return them translated, with amounts and emoji.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.haithabu.card_data import ORDER, ORDERS, STACK, STACKS, TRANSPORT, TRANSPORTS
from rules.haithabu.data import DATA, VIKING_GAMES, WARES
from rules.haithabu.order_plans import is_end_of_round
from rules.haithabu.view import View
from words.catalogue import N_, N_many, Term, Words
from words.ending_text import format_number
from words.signs import SEAT_SIGNS, SHARED_SIGNS, without_signs

WARE = {
    "mead": N_("Mead"),
    "cloth": N_("Cloth"),
    "ceramics": N_("Ceramics"),
    "tools": N_("Tools"),
    "weapons": N_("Weapons"),
    "spices": N_("Spices"),
}
ONE = {"tools": N_("Tool"), "weapons": N_("Weapon"), "spices": N_("Spice")}
"""The name of a single ware, where it differs from the plural; it spells out a sign."""
WARE_COUNT = {
    "mead": N_many("{n} {sign} Mead", "{n} {sign} Mead"),
    "cloth": N_many("{n} {sign} Cloth", "{n} {sign} Cloth"),
    "ceramics": N_many("{n} {sign} Ceramics", "{n} {sign} Ceramics"),
    "tools": N_many("{n} {sign} Tool", "{n} {sign} Tools"),
    "weapons": N_many("{n} {sign} Weapon", "{n} {sign} Weapons"),
    "spices": N_many("{n} {sign} Spice", "{n} {sign} Spices"),
}
"""An amount of a ware, in the singular and the plural."""
WARE_EMOJI = {"mead": "🍯", "cloth": "🧵", "ceramics": "🏺", "tools": "🔨", "weapons": "🪓", "spices": "🌶️"}
KIND_EMOJI = {"cart": "🛒", "ship": "⛵"}
CHARACTER_EMOJI = {
    "starter": "🔔",
    "juggler": "🤹",
    "innkeeper": "🍺",
    "trader": "⚖️",
    "seer": "🔮",
    "carpenter": "🪚",
    "supplier": "💰",
    "stevedore": "🏋️",
    "steward": "🔑",
}
EVENT_EMOJI = {
    "viking_games": "🏹",
    "assassination": "🗡️",
    "fog": "🌫️",
    "unpaid_bill": "🧾",
    "storm": "⛈️",
    "unrest": "🔥",
}
FIELD_SIGN = {
    "A": "cart",
    "B": "character",
    "C": "sell",
    "D": "order",
    "E": "deliver",
    "F": "load",
    "G": "buy",
    "H": "order_sale",
}
"""The sign of each field of the rondel, by the name of its drawing."""
DAY, NIGHT, MARKET, WORKER_SIGN, NEUTRAL_SIGN, DONE = "☀️", "🌙", "🏪", "♟️", "⚪", "🏵️"
SIGNS = {
    **WARE_EMOJI,
    **KIND_EMOJI,
    **CHARACTER_EMOJI,
    **EVENT_EMOJI,
    **SHARED_SIGNS,
    **dict(list(SEAT_SIGNS.items())[: DATA.play.players[-1]]),
    "neutral": NEUTRAL_SIGN,
    "worker": WORKER_SIGN,
    "points": "⭐",
    "coin": "🪙",
    "loan": "🏦",
    "order": "📜",
    "seal": DONE,
    "warehouse": "🏠",
    "post": "⛺",
    "market": MARKET,
    "supply": "🧺",
    "cards": "🎴",
    "character": "👤",
    "deliver": "📦",
    "sell": "🔼",
    "buy": "🔽",
    "load": "🛶",
    "order_sale": "📑",
    "sun": DAY,
    "moon": NIGHT,
}
"""The emoji of every sign on the table, by the name of its drawing."""

CHARACTER = {
    "starter": N_("Starting Player"),
    "juggler": N_("Juggler"),
    "innkeeper": N_("Innkeeper"),
    "trader": N_("Trader"),
    "seer": N_("Seer"),
    "carpenter": N_("Carpenter"),
    "supplier": N_("Supplier"),
    "stevedore": N_("Stevedore"),
    "steward": N_("Steward"),
}
CHARACTER_EFFECT = {
    "starter": N_("decides who starts the next round"),
    "juggler": N_("turns the rondel by 0, 1 or 2 fields before each phase"),
    "innkeeper": N_("neutral workers cost half as much"),
    "trader": N_("buys one level cheaper, sells one level higher"),
    "seer": N_("rolls a second event die for free; can change a price at the end of a round"),
    "carpenter": N_("chooses from the top three transports; can buy one at the end of a round"),
    "supplier": N_("1 extra point and 10 extra silver for each order you complete"),
    "stevedore": N_("carts and ships carry 2 more wares; moves up to 2 to your trading post when a round ends"),
    "steward": N_("both stores hold 15, no storage costs"),
}
"""What each character does."""
EVENT = {
    "viking_games": N_("Viking games"),
    "assassination": N_("Assassination"),
    "fog": N_("Fog"),
    "unpaid_bill": N_("Unpaid bill"),
    "storm": N_("Storm"),
    "unrest": N_("Unrest"),
}
EVENT_EFFECT = {
    "viking_games": N_("everybody else gives you a ware, 10 silver or a point"),
    "assassination": N_("you give up a character; without one, you lose a point"),
    "fog": N_("nothing happens"),
    "unpaid_bill": N_("you pay the price of one mead for each player; if you can't, you lose a point"),
    "storm": N_("you give up a cart or ship; without one, you lose a point"),
    "unrest": N_("everybody else discards a ware; without one, they lose a point"),
}
"""What an event does, for the player who chooses it."""
BILL_NOW = N_("you pay the price of one mead for each player, {silver} now; if you can't, you lose a point")
"""The effect of the unpaid bill when its amount is known."""
PLACE = {
    "market": N_("Market"),
    "A": N_("A · Cart and ship"),
    "B": N_("B · Recruit a character"),
    "C": N_("C · Sell for more"),
    "D": N_("D · Order and free ware"),
    "E": N_("E · Deliver to orders"),
    "F": N_("F · Transport wares"),
    "G": N_("G · Buy for less"),
    "H": N_("H · Order and sale"),
}
"""Names of the places for workers: the market, and fields by letter."""
PLACE_PURPOSE = {
    "market": N_("Buy for your warehouse or sell from your trading post: one kind of ware, as many as you like"),
    "A": N_("Buy a cart, a ship or both: each carries wares to your trading post once"),
    "B": N_("Recruit a character (lasting advantage, 2 points at the end): free, or 10 silver to its owner"),
    "C": N_("Sell up to 3 wares from your trading post, one price level higher"),
    "D": N_("Take an order on display and a free ware, or take 1 point"),
    "E": N_("Put wares from your trading post on your orders; a completed order earns you points and silver"),
    "F": N_("Use a cart or ship once to bring wares from your warehouse to your trading post"),
    "G": N_("Buy up to 3 wares for your warehouse, one price level lower"),
    "H": N_("Take an order on display, sell one ware, or both; or take 1 point"),
}
"""What a worker does on a place, for the list of places."""
OBSTACLE = {
    "own_stands": N_("your worker is already there"),
    "own_may_be_joined": N_("your worker is already there; a neutral one can join it"),
    "neutral_stands": N_("a neutral worker is there"),
    "too_dear": N_("not enough silver"),
    "no_transport_left": N_("no transports left"),
    "no_character": N_("no character available"),
    "empty_post": N_("your trading post is empty"),
    "bought_now": N_("you bought these wares in this phase"),
    "no_order": N_("you don't have an order"),
    "not_wanted": N_("your orders need nothing from your trading post"),
    "no_transport": N_("you don't have a cart or ship"),
    "empty_warehouse": N_("your warehouse is empty"),
    "inn_is_empty": N_("none left this round"),
    "hired_already": N_("only one per turn"),
}
"""Why a place cannot be used now, or no worker be hired, in a few words."""
CLOSED = {
    "both": N_("Not possible right now: {places}"),
    "own": N_("Only for the neutral worker: {places}"),
    "neutral": N_("Only for your own worker: {places}"),
}
"""Which places cannot be used, by the worker the sentence is about: both, own, or neutral."""
AT_ROUND_END = {
    "seer": N_("Seer: change the price of a ware by one level, if you like."),
    "stevedore": N_("Stevedore: bring up to {n} wares from your warehouse to your trading post for free."),
    "carpenter": N_("Carpenter: buy a cart or a ship, if you like."),
}
"""What a character may do at the end of a round."""
WORKER = {"own": N_("your worker"), "neutral": N_("the neutral worker")}
GOES = {"own": N_("Where does your worker go?"), "neutral": N_("The neutral worker goes …")}
FETCH = {"cart": N_("Buy a cart"), "ship": N_("Buy a ship")}
AND_FETCH = {"cart": N_("And a cart …"), "ship": N_("And a ship …")}
LOADING = {"cart": N_("Load the cart"), "ship": N_("Load the ship")}
LOAD = {"cart": N_("Load the cart yourself …"), "ship": N_("Load the ship yourself …")}
REPLACED = {"cart": N_("replaces your cart"), "ship": N_("replaces your ship")}
STORE = {"warehouse": N_("warehouse"), "post": N_("trading post")}
STORE_CONTENTS = {
    "warehouse": N_("Warehouse ({n} of {limit}): {wares}"),
    "post": N_("Trading post ({n} of {limit}): {wares}"),
}
"""What a store holds."""
STORE_SURPLUS = {
    "warehouse": N_("{n} over the warehouse limit"),
    "post": N_("{n} over the trading post limit"),
}
"""How many wares a store cannot keep at the end of the round."""
KIND = {"cart": N_("cart"), "ship": N_("ship")}
TERMS = {
    "character": tuple(CHARACTER.values()),
    "characters": tuple(CHARACTER.values()),
    "kind": tuple(KIND.values()),
    "transport": tuple(KIND.values()),
    "ware": tuple(WARE.values()),
    "what": (*CHARACTER.values(), *KIND.values()),
}
"""The untranslated names that can fill a fact of a sentence, for facts that translations show in several forms."""
DIRECTION = {"up": N_("one level up"), "down": N_("one level down")}
SEASONS = (N_("spring"), N_("summer"), N_("autumn"), N_("winter"))

PARTS = {
    "points": N_("points collected"),
    "completed": N_("bonus for completed orders"),
    "characters": N_("characters"),
    "silver": N_("silver (40 for 1)"),
    "cubes": N_("wares on open orders"),
    "transports": N_("carts and ships"),
    "loans": N_("loans"),
}
"""Names of the parts of a score."""

_PROMPTS = {
    "pick_character": N_("choose your first character."),
    "turn_rondel": N_("your Juggler turns the rondel."),
    "turn": N_("place a worker."),
    "settle": N_("you can repay loans before your turn ends."),
    "act": N_("choose what your worker does there."),
    "choose_event": N_("choose one of the two events."),
    "look": N_("your Carpenter chooses a transport."),
    "viking_games": N_("Viking games: choose what to give."),
    "assassination": N_("Assassination: choose a character to give up."),
    "storm": N_("Storm: choose a cart or ship to give up."),
    "unrest": N_("Unrest: choose a ware to discard."),
    "return_characters": N_("you can return characters for points."),
    "use_functions": N_("use your characters at the end of the round."),
    "discard_surplus": N_("you have more wares than you can store: choose what to discard."),
}


# Names and amounts


def ware(words: Words, key: str) -> str:
    """Return a ware's emoji and name."""
    return f"{WARE_EMOJI[key]} {words.say(WARE[key])}"


def ware_count(words: Words, key: str, count: int = 1) -> str:
    """Return a number, a ware's emoji and its name in the form that fits the number: "2 🍯 Mead", "1 🪓 Weapon"."""
    return words.many(*WARE_COUNT[key], count, sign=WARE_EMOJI[key])


def wares(words: Words, counts: Sequence[int]) -> str:
    """Return each ware's number, emoji and name as a list; "nothing" for none. `counts` is in the order of `WARES`."""
    named = [ware_count(words, key, count) for key, count in zip(WARES, counts, strict=True) if count]
    return ", ".join(named) or words.say("nothing")


def ware_names(words: Words, counts: Sequence[int]) -> str:
    """Return each ware's number and name, without emoji; "nothing" for none. `counts` is in the order of `WARES`."""
    return without_signs(wares(words, counts), SIGNS)


def ware_signs(counts: Sequence[int]) -> str:
    """Return each ware's number and emoji, "2🍯 1🧵"; "–" for none. `counts` is in the order of `WARES`."""
    return " ".join(f"{count}{WARE_EMOJI[key]}" for key, count in zip(WARES, counts, strict=True) if count) or "–"


def store_contents(words: Words, store: str, counts: Sequence[int], limit: int) -> str:
    """Return what a store holds and its limit, with wares as emoji: "Warehouse (3 of 10): 3🍯".

    `store` is "warehouse" or "post"; `counts` has one number for each of `WARES`.
    """
    return words.say(STORE_CONTENTS[store], n=sum(counts), limit=limit, wares=ware_signs(counts))


def silver(words: Words, n: int) -> str:
    """Return a sum of silver with its unit: "3 silver"."""
    return words.say("{n} silver", n=n)


def points(words: Words, n: int) -> str:
    """Return a number of points with its unit, "3 points", and a typographic minus if it is negative."""
    return words.many("{n} point", "{n} points", n, n=format_number(n))


def take_points_label(words: Words) -> str:
    """Return the label of the button that takes points instead of an order, with their number."""
    return words.say("Just take {points}", points=points(words, DATA.pittance.points))


def loans(words: Words, n: int) -> str:
    """Return a number of loans with its unit: "2 loans"."""
    return words.many("{n} loan", "{n} loans", n)


def character(words: Words, key: str) -> str:
    """Return a character's name."""
    return words.say(CHARACTER[key])


def character_term(words: Words, key: str) -> Term:
    """Return a character's name with its grammatical forms."""
    return words.term(CHARACTER[key])


def recruit_label(words: Words, key: str) -> str:
    """Return the label for recruiting a character."""
    return words.say("Recruit the {character}", character=character_term(words, key))


def event_effect(words: Words, key: str, bill: int) -> str:
    """Return in a few words what an event would do to the player who chooses it after rolling two dice.

    `key` is the event's key. `bill` is the silver that the event "Unpaid bill" would cost the player now.
    """
    if key == "unpaid_bill":
        return words.say(BILL_NOW, silver=silver(words, bill))
    return words.say(EVENT_EFFECT[key])


def characters(words: Words, keys: Iterable[str]) -> str:
    """Return several characters' names separated by commas; "–" for none."""
    return ", ".join(character(words, key) for key in keys) or "–"


def characters_term(words: Words, keys: Iterable[str]) -> Term:
    """Return several characters' names as a list joined by "and", with its grammatical forms."""
    return words.join_terms([character_term(words, key) for key in keys])


def order(words: Words, key: str) -> str:
    """Return an order's id in bold, the wares it wants as emoji, and the points and silver it brings."""
    card = ORDERS[ORDER[key]]
    brings = f"{points(words, card.points)}, {silver(words, card.silver)}"
    return f"**{key}** {ware_signs(card.wares)} → {brings}"


def order_summary(words: Words, key: str, *, signs: bool) -> str:
    """Return the wares an order wants and the points and silver it brings, without Markdown.

    `key` is the order's id. Wares are shown as emoji if `signs`, else by name.
    """
    card = ORDERS[ORDER[key]]
    wanted = ware_signs(card.wares) if signs else ware_names(words, card.wares)
    return f"{wanted} → {points(words, card.points)}, {silver(words, card.silver)}"


def order_reward(key: str) -> str:
    """Return the points and silver that an order brings, each with its emoji: "5⭐ 40🪙"."""
    card = ORDERS[ORDER[key]]
    return f"{card.points}⭐ {card.silver}🪙"


def missing_wares(key: str, delivered: Sequence[int]) -> tuple[int, ...]:
    """Return how many of each ware an order still needs, in the order of `WARES`.

    `key` is the order's id, `delivered` how many of each ware already lie on it.
    """
    return tuple(want - there for want, there in zip(ORDERS[ORDER[key]].wares, delivered, strict=True))


def kind(words: Words, key: str) -> str:
    """Return the emoji and name of a kind of transport, "cart" or "ship"."""
    return f"{KIND_EMOJI[key]} {words.say(KIND[key])}"


def transport(words: Words, key: str, *, signs: bool = True) -> str:
    """Return a transport's kind and its places for wares, "🛒 cart (any 2 + 1🍯)"; `key` is its id.

    The places before the plus can carry any ware, those after it only the ware shown. Without `signs` wares are named
    and there is no emoji.
    """
    return str(transport_term(words, key, signs=signs))


def transport_term(words: Words, key: str, *, signs: bool = True) -> Term:
    """Return what `transport` returns, with its grammatical forms: "🛒 einen Karren (2 beliebige + 1🍯)".

    Without `signs` it has no emoji, and the wares are named.
    """
    card = TRANSPORTS[TRANSPORT[key]]
    wares = ware_signs(card.given) if signs else ware_names(words, card.given)
    given = f" + {wares}" if any(card.given) else ""
    sign = f"{KIND_EMOJI[card.stack.kind]} " if signs else ""
    free = words.say("any {n}", n=card.free)
    return words.term(KIND[card.stack.kind]).changed(lambda name: f"{sign}{name} ({free}{given})")


def transport_places(words: Words, key: str) -> str:
    """Return a transport's kind and its places for wares in words: "cart (any 2 wares + 1 Mead)"; `key` is its id."""
    card = TRANSPORTS[TRANSPORT[key]]
    given = [ware_names(words, card.given)] if any(card.given) else []
    return f"{words.say(KIND[card.stack.kind])} ({' + '.join((words.say('any {n} wares', n=card.free), *given))})"


def stack(words: Words, key: str) -> str:
    """Return the kind of transport that a stack sells, with its emoji, and the price; `key` is the stack's key."""
    card = STACKS[STACK[key]]
    return words.say("{kind} for {silver}", kind=kind(words, card.kind), silver=silver(words, card.cost))


def place(words: Words, key: str) -> str:
    """Return a place's name: the market, or a field's letter and purpose."""
    return words.say(PLACE[key])


def field(words: Words, key: str) -> str:
    """Return a field's letter in bold and its purpose: "**A** Cart and ship"."""
    return f"**{key}** {words.say(PLACE[key]).partition(' · ')[2]}"


def prompt(words: Words, decision: str) -> str:
    """Return what a decision (by its key) asks for, such as "place a worker.", to follow the game's name."""
    return words.say(_PROMPTS[decision])


def standing_policy(words: Words, policy: str) -> str:
    """Return what a standing answer (by the key of its policy) gives away at Viking games or Unrest (H29)."""
    given = {
        "silver": words.say("{silver}, otherwise a ware no order needs", silver=silver(words, VIKING_GAMES.silver)),
        "spare": words.say("The cheapest ware that no order needs"),
        "any": words.say("The cheapest ware, if possible one no order needs"),
    }
    return given[policy]


def part_of_round(words: Words, view: View) -> str:
    """Return "phase 2", or "end of the round" for its decisions after the last phase; "" before the first phase."""
    if is_end_of_round(view):
        return words.say("end of the round")
    return words.say("phase {phase}", phase=view.phase) if view.phase else ""


def season(words: Words, number: int) -> str:
    """Return the name of the season of round `number`, from 1; the four seasons repeat."""
    return words.say(SEASONS[(number - 1) % len(SEASONS)])
