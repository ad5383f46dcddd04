"""Visby: glossary entries of the eight cards (`entries`), and who holds a card at a table (`whereabouts`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.visby.data import BEGGED, CARDS, DATA, LIMITS, PAYS, STEP
from rules.visby.view import View
from words.catalogue import Words
from words.game_words import GlossaryEntry
from words.visby import terms


def entries(words: Words) -> list[GlossaryEntry]:
    """Return an entry for each of the eight cards: what it does, and in which step of a round it acts."""
    return [
        GlossaryEntry(
            key,
            words.say(terms.CARDS[key]),
            words.say("Card"),
            (_does(words, key), words.say("Takes effect in step {n} of {steps}.", n=STEP[key], steps=len(CARDS))),
            key,
        )
        for key in CARDS
    ]


def _does(words: Words, key: str) -> str:
    """Return one or two sentences that say what a card does, with the numbers of the rules; `key` is the card."""
    match key:
        case "troops" | "knight":
            return words.say(
                "Takes up to {n} seals from the Battle. Players who play the same card share evenly; any remainder "
                "stays.",
                n=LIMITS[key],
            )
        case "fleet":
            return words.say(
                "Takes up to {n} wares from the Journey. Players who play the same card share evenly; any remainder "
                "stays.",
                n=LIMITS[key],
            )
        case "ship":
            return words.say(
                "Takes all wares from the Journey. Players who play the same card share evenly; any remainder stays."
            )
        case "blacksmith":
            return words.say(
                "Gives you {knight} wares for each Knight and {troops} for each Troops card the others play.",
                **PAYS[key],
            )
        case "tollkeeper":
            return words.say(
                "Gives you {ship} seal for each Ship and {fleet} seals for each Fleet the others play.", **PAYS[key]
            )
        case "merchant":
            return words.say(
                "Trades wares for seals at the Market's rate; then the Market drops to 0. Each additional "
                "Merchant first pushes it back {n} spaces.",
                n=DATA.merchant.crowding,
            )
    return words.say(
        "Brings back all your cards and gives you {least} to {most} wares, plus {merchant} for "
        "each Merchant the others play.",
        least=BEGGED[1],
        most=BEGGED[-1],
        **PAYS[key],
    )


def whereabouts(words: Words, view: View, names: Sequence[str], key: str) -> Iterator[str]:
    """Yield up to two lines: who has a card in hand, and who has played it and not yet taken it back.

    `key` is the card; `names` are the seats' formatted names.
    """
    held = [names[seat] for seat, player in enumerate(view.players) if key in player.hand]
    gone = [names[seat] for seat, player in enumerate(view.players) if key not in player.hand]
    if held:
        yield words.say("In hand: {names}", names=words.join_and(held))
    if gone:
        yield words.say("Played: {names}", names=words.join_and(gone))
