"""Visby: names and signs of things, what a card would do now, what is asked."""

from __future__ import annotations

from collections.abc import Iterable

from rules.visby.data import BEGGED, BEST, LIMITS, PAYS, RATES, WARES_LIMIT
from rules.visby.view import View
from words.catalogue import N_, Words
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
"""Every sign of the table, by the name of its drawing."""

PARTS = {
    "seals": N_("seals"),
    "rest": N_("for wares left"),
    "wares": N_("wares left"),
    "cards": N_("cards in hand"),
}
"""What a score is made of, and what decides ties."""

_PROMPTS = {"choose": N_("choose what you play this round."), "trade": N_("decide how many wares you trade.")}


def card(words: Words, key: str) -> str:
    """Return a card's name with its sign."""
    return f"{CARD_EMOJI[key]} {words.say(CARDS[key])}"


def cards(words: Words, keys: Iterable[str]) -> str:
    """Return several cards."""
    return ", ".join(card(words, key) for key in keys)


def seals(words: Words, n: int) -> str:
    """Return a number of seals."""
    return words.many("{n} seal", "{n} seals", n)


def wares(words: Words, n: int) -> str:
    """Return a number of wares."""
    return words.many("{n} ware", "{n} wares", n)


def rate(space: int) -> str:
    """Return what a space of the Market offers: wares to seals."""
    return "{}:{}".format(*RATES[space])


def prompt(words: Words, decision: str) -> str:
    """Say what is asked: the end of a sentence that begins with the game's name."""
    return words.say(_PROMPTS[decision])


def effect(words: Words, view: View, seat: int, key: str) -> str:
    """Say in one sentence what a card would do now, as far as anybody can know."""
    if key in LIMITS and not _most(view, key):
        return words.say("nothing lies there now")
    if key in LIMITS:
        amount = _drawn(words, view, key)
        line = words.say("up to {amount}, split with others who play the same card", amount=amount)
        return line + _no_room(words, view, seat, key)
    if key == "blacksmith":
        line = words.say(
            "{wares} for each Knight and {more} for each Troops card the others play",
            wares=wares(words, PAYS[key]["knight"]),
            more=PAYS[key]["troops"],
        )
        return line + _no_room(words, view, seat, key)
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
            return _too_few(words, view, me.wares)
        return words.say(
            "trade at {rate}, up to {seals} for your {wares}",
            rate=rate(view.market),
            wares=wares(words, me.wares),
            seals=seals(words, best),
        )
    line = words.say(
        "all your cards back and {wares}, {more} more per Merchant of the others",
        wares=wares(words, _begged(view, seat)),
        more=PAYS[key]["merchant"],
    )
    return line + _no_room(words, view, seat, key)


def brief(words: Words, view: View, seat: int, key: str) -> str:
    """Say the same so briefly that it fits on one line of a phone."""
    if key in LIMITS and not _most(view, key):
        return words.say("nothing lies there now")
    if key in LIMITS:
        line = words.say("up to {amount}, split", amount=_drawn(words, view, key))
        return line + _no_room(words, view, seat, key)
    if key == "blacksmith":
        line = words.say(
            "{wares} per Knight, {more} per Troops card",
            wares=wares(words, PAYS[key]["knight"]),
            more=PAYS[key]["troops"],
        )
        return line + _no_room(words, view, seat, key)
    if key == "tollkeeper":
        return words.say(
            "{seals} per Ship, {more} per Fleet", seals=seals(words, PAYS[key]["ship"]), more=PAYS[key]["fleet"]
        )
    me = view.players[seat]
    if key == "merchant":
        best = BEST[view.market][me.wares]
        if not best:
            return words.say("{rate}, {wares}: too few", rate=rate(view.market), wares=wares(words, me.wares))
        return words.say(
            "{rate}, up to {seals} for your {wares}",
            rate=rate(view.market),
            wares=wares(words, me.wares),
            seals=seals(words, best),
        )
    line = words.say(
        "cards back, {wares}, {more} per Merchant",
        wares=wares(words, _begged(view, seat)),
        more=PAYS[key]["merchant"],
    )
    return line + _no_room(words, view, seat, key)


def _drawn(words: Words, view: View, key: str) -> str:
    amount = seals if key in ("troops", "knight") else wares
    return amount(words, _most(view, key))


def _most(view: View, key: str) -> int:
    """Return what a card can draw from its track at most."""
    return min(LIMITS[key], view.battle if key in ("troops", "knight") else view.journey)


def _begged(view: View, seat: int) -> int:
    return BEGGED[min(len(view.players[seat].discard) + view.cards_to_choose, len(BEGGED) - 1)]


def _no_room(words: Words, view: View, seat: int, key: str) -> str:
    """V3: say how much of what a card may bring can be kept; nothing if that is all."""
    if key in ("troops", "knight"):
        return ""
    room = WARES_LIMIT - view.players[seat].wares
    sure = _most(view, key) if key in LIMITS else _begged(view, seat) if key == "mendicant" else 0
    if sure > room:
        return words.say(" · gets {room} of {wares} (store full)", room=room, wares=wares(words, sure))
    if key in LIMITS or sure + _from_another(view, seat, key) <= room:
        return ""
    return words.say(" · room for {room}", room=room) if room else words.say(" · no room (store full)")


def _from_another(view: View, seat: int, key: str) -> int:
    """Return the most that a card can be paid for one card that somebody else still holds."""
    others = [player for other, player in enumerate(view.players) if other != seat]
    return max((PAYS[key].get(card, 0) for player in others for card in player.hand), default=0)


def _too_few(words: Words, view: View, owned: int) -> str:
    """V19: of two cards, one that acts before the Merchant may bring what is missing."""
    have = wares(words, owned)
    if view.cards_to_choose == 1:
        return words.say("trade at {rate}; you have {wares}, too few for a seal", rate=rate(view.market), wares=have)
    return words.say(
        "trade at {rate}; you have {wares}, too few for a seal unless your other card brings more first",
        rate=rate(view.market),
        wares=have,
    )


def trade(words: Words, view: View, given: int) -> str:
    """Name a trade."""
    if not given:
        return words.say("No trade")
    return words.say("{wares} → {seals}", wares=wares(words, given), seals=seals(words, BEST[view.market][given]))
