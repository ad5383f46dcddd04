"""Visby: names, emoji and amounts, what a card would do now, and prompts.

Constants hold untranslated names by key; the functions return them translated, with amounts and emoji.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.visby.data import BEGGED, BEST, LIMITS, PAYS, RATES, WARES_LIMIT
from rules.visby.view import View
from words.catalogue import N_, Term, Words
from words.signs import SEAT_SIGNS, SHARED_SIGNS

CARDS = {
    "troops": N_("Troops"),
    "knight": N_("Knight"),
    "blacksmith": N_("Blacksmith"),
    "fleet": N_("Fleet"),
    "ship": N_("Ship"),
    "tollkeeper": N_("Tollkeeper"),
    "merchant": N_("Merchant"),
    "mendicant": N_("Mendicant"),
}
"""Untranslated card names by key."""

CARD_EMOJI = {
    "troops": "⚔️",
    "knight": "🐴",
    "blacksmith": "🔨",
    "fleet": "⚓",
    "ship": "⛵",
    "tollkeeper": "💰",
    "merchant": "⚖️",
    "mendicant": "🥣",
}
"""The emoji of each card."""
SIGNS = {
    **CARD_EMOJI,
    **SEAT_SIGNS,
    "robot": SHARED_SIGNS["robot"],
    "winner": SHARED_SIGNS["winner"],
    "seal": "🏵️",
    "ware": "🛢️",
    "battle": "🏰",
    "journey": "🌊",
    "market": "🏪",
}
"""The emoji of every sign on the table, by the name of its drawing."""

PARTS = {
    "seals": N_("seals"),
    "rest": N_("for wares left"),
    "wares": N_("wares left"),
    "cards": N_("cards in hand"),
}
"""Untranslated names of the parts of a score and of the tie-breakers."""

_PROMPTS = {"choose": N_("choose what to play this round."), "trade": N_("decide how many wares to trade.")}
"""Untranslated prompts by decision."""


def card(words: Words, key: str) -> str:
    """Return a card's emoji and name."""
    return f"{CARD_EMOJI[key]} {words.say(CARDS[key])}"


def counted_card(words: Words, key: str, n: int) -> Term:
    """Return `n` cards of a kind as a term, with the card's emoji: "Ship", "Ship ×2"; only one card has an article."""
    one = words.term(CARDS[key]).changed(lambda name: f"{CARD_EMOJI[key]} {name}")
    several = f"{one} ×{n}"
    return one if n == 1 else Term(several, dict.fromkeys(one.forms, several))


def cards(words: Words, keys: Iterable[str]) -> str:
    """Return several cards' emoji and names, separated by commas."""
    return ", ".join(card(words, key) for key in keys)


def seals(words: Words, n: int) -> str:
    """Return a number of seals with its unit: "3 seals"."""
    return words.many("{n} seal", "{n} seals", n)


def wares(words: Words, n: int) -> str:
    """Return a number of wares with its unit: "3 wares"."""
    return words.many("{n} ware", "{n} wares", n)


def rate(space: int) -> str:
    """Return the rate of a Market space, "3:1" for 3 wares per seal."""
    return "{}:{}".format(*RATES[space])


def explained_rate(words: Words, space: int) -> str:
    """Return the rate of a Market space with what it means: "3:1 (3 wares for 1 seal)"."""
    given, bought = RATES[space]
    return words.say(
        "{rate} ({wares} for {seals})", rate=rate(space), wares=wares(words, given), seals=seals(words, bought)
    )


def prompt(words: Words, decision: str) -> str:
    """Return what a decision (by its key) asks for, "choose what you play this round.", to follow the game's name."""
    return words.say(_PROMPTS[decision])


def card_effect(words: Words, view: View, seat: int, key: str) -> str:
    """Return in a few words what a card would do now for a seat, as far as the view shows; `key` is the card.

    The text adds a note if the seat's store may not have room for all wares that the card brings.
    """
    if key in LIMITS and not _largest_draw(view, key):
        return words.say("nothing there right now")
    if key in LIMITS:
        amount = _draw_amount(words, view, key)
        line = words.say("up to {amount}, split with others who play the same card", amount=amount)
        return line + _storage_note(words, view, seat, key)
    if key == "blacksmith":
        line = words.say(
            "{wares} for each Knight and {more} for each Troops card the others play",
            wares=wares(words, PAYS[key]["knight"]),
            more=PAYS[key]["troops"],
        )
        return line + _storage_note(words, view, seat, key)
    if key == "tollkeeper":
        return words.say(
            "{seals} for each Ship and {more} for each Fleet the others play",
            seals=seals(words, PAYS[key]["ship"]),
            more=PAYS[key]["fleet"],
        )
    me = view.players[seat]
    if key == "merchant":
        best = BEST[view.market][me.wares]
        if not best:
            return _too_few_wares(words, view, me.wares)
        given, bought = RATES[view.market]
        return words.say(
            "trade {given} for {bought} at a time, up to {seals} for your {wares}",
            given=wares(words, given),
            bought=seals(words, bought),
            wares=wares(words, me.wares),
            seals=seals(words, best),
        )
    line = words.say(
        "all your cards back and {wares}, plus {more} for each Merchant the others play",
        wares=wares(words, _mendicant_wares(view, seat)),
        more=PAYS[key]["merchant"],
    )
    return line + _storage_note(words, view, seat, key)


def short_card_effect(words: Words, view: View, seat: int, key: str) -> str:
    """Return what a card would do now for a seat, short enough for one line on a phone; `key` is the card.

    It is the short form of `card_effect`, with the same note about the store.
    """
    if key in LIMITS and not _largest_draw(view, key):
        return words.say("nothing there right now")
    if key in LIMITS:
        line = words.say("up to {amount}, split", amount=_draw_amount(words, view, key))
        return line + _storage_note(words, view, seat, key)
    if key == "blacksmith":
        line = words.say(
            "{wares} per Knight, {more} per Troops card",
            wares=wares(words, PAYS[key]["knight"]),
            more=PAYS[key]["troops"],
        )
        return line + _storage_note(words, view, seat, key)
    if key == "tollkeeper":
        return words.say(
            "{seals} per Ship, {more} per Fleet", seals=seals(words, PAYS[key]["ship"]), more=PAYS[key]["fleet"]
        )
    me = view.players[seat]
    if key == "merchant":
        best = BEST[view.market][me.wares]
        if not best:
            needed = next(n for n, bought in enumerate(BEST[view.market]) if bought)
            return words.say("needs {wares}, you have {n}", wares=wares(words, needed), n=me.wares)
        return words.say(
            "up to {seals} for your {wares}",
            wares=wares(words, me.wares),
            seals=seals(words, best),
        )
    line = words.say(
        "cards back, {wares}, {more} per Merchant",
        wares=wares(words, _mendicant_wares(view, seat)),
        more=PAYS[key]["merchant"],
    )
    return line + _storage_note(words, view, seat, key)


def _draw_amount(words: Words, view: View, key: str) -> str:
    """Return the most that a card can take from its track now, with its unit."""
    amount = seals if key in ("troops", "knight") else wares
    return amount(words, _largest_draw(view, key))


def _largest_draw(view: View, key: str) -> int:
    """Return the most seals or wares that a card can take from its track now.

    `key` must be a card of `LIMITS`, one that takes from a track.
    """
    return min(LIMITS[key], view.battle if key in ("troops", "knight") else view.journey)


def _mendicant_wares(view: View, seat: int) -> int:
    """Return how many wares the Mendicant itself would bring a seat now, without the payment for others' Merchants.

    The number depends on how many cards the seat will have discarded, including those it plays in this round.
    """
    return BEGGED[min(len(view.players[seat].discard) + view.cards_to_choose, len(BEGGED) - 1)]


def _storage_note(words: Words, view: View, seat: int, key: str) -> str:
    """Return a note that the seat's store may not hold all wares that a card brings (V3); "" if there is room.

    For a card that takes wares from a track, the most that it can take is counted. For any other card it is what the
    card brings for certain, plus the largest payment that a single card of another player may add. The result is "" for
    Troops and Knight, which take seals.
    """
    if key in ("troops", "knight"):
        return ""
    room = WARES_LIMIT - view.players[seat].wares
    sure = _largest_draw(view, key) if key in LIMITS else _mendicant_wares(view, seat) if key == "mendicant" else 0
    if sure > room > 0:
        return words.say(" · room for {room} of {wares}", room=room, wares=wares(words, sure))
    if sure <= room and (key in LIMITS or sure + _best_single_payment(view, seat, key) <= room):
        return ""
    return words.say(" · room for {room}", room=room) if room else words.say(" · no room (store full)")


def _best_single_payment(view: View, seat: int, key: str) -> int:
    """Return the largest amount that the card `key` is paid for one card of another player.

    Only cards that the other players still have in hand count. Return 0 if it would be paid for none of them.
    """
    others = [player for other, player in enumerate(view.players) if other != seat]
    return max((PAYS[key].get(card, 0) for player in others for card in player.hand), default=0)


def _too_few_wares(words: Words, view: View, owned: int) -> str:
    """Return a text that says that `owned` wares do not buy a seal at the present rate (V19).

    If two cards are chosen this round, it adds that the other card may bring more wares first.
    """
    have = wares(words, owned)
    if view.cards_to_choose == 1:
        return words.say("trade at {rate}; you have {wares}, not enough for a seal", rate=rate(view.market), wares=have)
    return words.say(
        "trade at {rate}; you have {wares}, not enough for a seal unless your other card gets you more first",
        rate=rate(view.market),
        wares=have,
    )


def trade_label(words: Words, view: View, given: int) -> str:
    """Return the label of a trade, "6 wares → 2 seals"; "No trade" if `given`, the number of wares, is 0."""
    if not given:
        return words.say("No trade")
    return words.say("{wares} → {seals}", wares=wares(words, given), seals=seals(words, BEST[view.market][given]))
