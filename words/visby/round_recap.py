"""Visby's `recap`: what happened, as lines with weights (`RecapLine`).

One line for each player names the cards they played and all that the cards brought; others tell of the Market and of
the end of a round. Lessons and the news "Since your last move" show these lines.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.contract import Event
from rules.visby import events
from rules.visby.data import DATA
from words.catalogue import Words
from words.recap import RecapLine
from words.visby import story, terms


class _Gain(msgspec.Struct):
    """The cards that a player played in the rounds of a recap, and all that these cards brought together.

    `seals` and `wares` are what the player got and could keep, and `lost` the wares for which the store had no room.
    `traded` are the wares given to the Market, and `bought` the seals got for them. `took_back` is True if the player
    took the played cards back into the hand. `acted` is False until one of the latest cards has taken effect, and
    `latest` are these cards.
    """

    cards: tuple[str, ...]
    seals: int = 0
    wares: int = 0
    lost: int = 0
    traded: int = 0
    bought: int = 0
    took_back: bool = False
    acted: bool = False
    latest: tuple[str, ...] = ()


def recap(words: Words, names: Sequence[str], new_events: Sequence[Event]) -> list[RecapLine]:
    """Return a line for each player whose cards these events show, then lines about the Market and the seals so far.

    The events may cover several rounds. A player's line has all cards played in them and what these have brought so
    far. Its weight is the number of seals got; wares count as the seals that they buy at the worst rate. A player whose
    store had no room for wares has lost something.
    """
    gains: dict[int, _Gain] = {}
    others: list[RecapLine] = []
    for event in new_events:
        match event:
            case events.Revealed():
                for seat, cards in enumerate(event.played):
                    gain = gains.setdefault(seat, _Gain(()))
                    gain.cards, gain.latest, gain.acted = (*gain.cards, *cards), cards, False
            case events.Shared():
                for seat, kept in zip(event.seats, event.kept, strict=True):
                    _add(gains.setdefault(seat, _Gain((event.card,))), event.card, event.each, kept)
            case events.Paid():
                _add(gains.setdefault(event.seat, _Gain((event.card,))), event.card, event.amount, event.kept)
            case events.Traded():
                gain = gains.setdefault(event.seat, _Gain(("merchant",)))
                gain.traded, gain.bought, gain.acted = gain.traded + event.wares, gain.bought + event.seals, True
            case events.PickedUp():
                gains.setdefault(event.seat, _Gain(("mendicant",))).took_back = True
            case events.MarketOpened() | events.RoundEnded():
                others += [RecapLine(line) for line in story.story(words, names, [event])]
    return [*_lines(words, names, gains), *others]


def _add(gain: _Gain, card: str, amount: int, kept: int) -> None:
    """Add what a card brought to a player's `gain`, and note that the card has taken effect.

    `card` decides whether these are seals or wares. `amount` is how many it brought, and `kept` how many of them the
    player had room for.
    """
    gain.acted = True
    if card in ("troops", "knight", "tollkeeper"):
        gain.seals += kept
    else:
        gain.wares += kept
        gain.lost += amount - kept


def _lines(words: Words, names: Sequence[str], gains: dict[int, _Gain]) -> list[RecapLine]:
    """Return each player's line, in seat order."""
    return [
        RecapLine(
            f"{names[seat]} · {terms.cards(words, gain.cards)}: {_brought(words, gain)}",
            seat,
            gain.seals + gain.bought + gain.wares / DATA.setup.rest_rate,
            seat if gain.lost else None,
        )
        for seat, gain in sorted(gains.items())
    ]


def _brought(words: Words, gain: _Gain) -> str:
    """Return what a player's cards have brought, in a few words.

    Before they take effect, it is "about to trade" for a Merchant and "still to come" for other cards.
    """
    parts = []
    if gain.traded:
        traded, bought = terms.wares(words, gain.traded), terms.seals(words, gain.bought)
        parts.append(words.say("trades {wares} for {seals}", wares=traded, seals=f"**{bought}**"))
    if gain.seals:
        parts.append(f"**+{terms.seals(words, gain.seals)}**")
    if gain.wares:
        parts.append(f"+{terms.wares(words, gain.wares)}")
    if gain.lost:
        parts.append(words.say("{wares} lost: the store is full", wares=terms.wares(words, gain.lost)))
    if gain.took_back:
        parts.append(words.say("all cards back"))
    if parts or gain.acted:
        return ", ".join(parts) or words.say("nothing")
    return words.say("about to trade") if "merchant" in gain.latest else words.say("still to come")
