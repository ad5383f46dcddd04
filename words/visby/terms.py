"""Visby: names and signs of things, what a card would do now, what is asked."""

from __future__ import annotations

from collections.abc import Iterable

from rules.visby.data import BEGGED, BEST, DATA, RATES, WARES_LIMIT
from rules.visby.view import View
from words.language import N_, Words

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

EMOJI = {
    "troops": "⚔️",
    "knight": "🐴",
    "blacksmith": "🔨",
    "fleet": "⛵",
    "ship": "🚢",
    "tollkeeper": "🪙",
    "merchant": "⚖️",
    "mendicant": "🙏",
}

_LIMITS = {card.key: card.draws.limit for card in DATA.card if card.draws}
_PAYS = {card.key: card.pays.for_each for card in DATA.card if card.pays}
_ASKED = {"choose": N_("choose what you play this round."), "trade": N_("decide how many wares you trade.")}


def card(words: Words, key: str) -> str:
    """Return a card's name with its sign."""
    return f"{EMOJI[key]} {words.say(CARDS[key])}"


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


def asked(words: Words, decision: str) -> str:
    """Say what is asked: the end of a sentence that begins with the game's name."""
    return words.say(_ASKED[decision])


def effect(words: Words, view: View, seat: int, key: str) -> str:
    """Say in one line what a card would do now, as far as anybody can know."""
    me = view.players[seat]
    room = WARES_LIMIT - me.wares
    if key in ("troops", "knight"):
        most = min(_LIMITS[key], view.battle)
        return words.say("up to {seals} from the Battle, shared with equal cards", seals=seals(words, most))
    if key in ("fleet", "ship"):
        most = min(_LIMITS[key], view.journey)
        line = words.say("up to {wares} from the Journey, shared with equal cards", wares=wares(words, most))
        return line if most <= room else line + words.say(" (you have room for {room})", room=room)
    if key == "blacksmith":
        return words.say(
            "{wares} for each Knight and {more} for each Troops the others play",
            wares=wares(words, _PAYS[key]["knight"]),
            more=_PAYS[key]["troops"],
        )
    if key == "tollkeeper":
        return words.say(
            "{seals} for each Ship and {more} for each Fleet the others play",
            seals=seals(words, _PAYS[key]["ship"]),
            more=_PAYS[key]["fleet"],
        )
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
    count = min(len(me.discard) + view.cards_to_choose, len(BEGGED) - 1)
    return words.say(
        "all your cards back and {wares}, {more} more for each Merchant the others play",
        wares=wares(words, BEGGED[count]),
        more=_PAYS[key]["merchant"],
    )


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
