"""Haithabu: story lines of the end of a round: characters, new wares and prices, storage, points.

`ROUND_END_LINES` maps each class of events to the function that returns the line for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.contract import Event
from rules.haithabu import end_events
from rules.haithabu.data import WARES
from words import ending_text
from words.catalogue import Words
from words.haithabu import terms


def _round_ended(words: Words, names: Sequence[str], event: end_events.RoundEnded) -> str:
    """Return the heading of the end of a round, and the line that says that orders move on and no character is safe."""
    return words.say(
        "### End of round {round}\nAll orders move on one place, and no character is protected any more.",
        round=event.round,
    )


def _returned(words: Words, names: Sequence[str], event: end_events.Returned) -> str:
    """Return the story line that says which characters a player returns for points."""
    return words.say(
        "{who} returns {characters} for {points}.",
        who=names[event.seat],
        characters=terms.characters_term(words, event.characters),
        points=terms.points(words, event.points),
    )


def _starter_named(words: Words, names: Sequence[str], event: end_events.StarterNamed) -> str:
    """Return the story line that says who starts the next round, and who decided it if that is another player."""
    if event.seat == event.starter:
        return words.say("🚩 {who} starts the next round.", who=names[event.seat])
    return words.say(
        "🚩 {who} decides: {starter} starts the next round.", who=names[event.seat], starter=names[event.starter]
    )


def foretold(words: Words, names: Sequence[str], event: end_events.Foretold, price: int | None = None) -> str:
    """Return the story line that says that the Seer moves the price of a ware.

    `price` is the new price, which the line names; None if it is not known.
    """
    who, ware = names[event.seat], terms.ware(words, event.ware)
    if price is None:
        return words.say("🔮 {who} changes the price of {ware}.", who=who, ware=ware)
    return words.say("🔮 {who} changes the price of {ware} to {price}.", who=who, ware=ware, price=price)


def _arrived(words: Words, names: Sequence[str], event: end_events.Arrived) -> str:
    """Return the story line with the wares that are new on the market, and the dice that brought them."""
    dice = " ".join(f"🎲{die}" for die in event.dice)
    return words.say("🏪 New wares for the market ({dice}): {wares}.", dice=dice, wares=terms.wares(words, event.wares))


def _prices_rolled(words: Words, names: Sequence[str], event: end_events.PricesRolled) -> str:
    """Return the story line with the price dice, one per ware."""
    dice = " ".join(f"{terms.WARE_EMOJI[key]}{die}" for key, die in zip(WARES, event.dice, strict=True))
    return words.say("🎲 Price dice: {dice}", dice=dice)


def _fee_paid(words: Words, names: Sequence[str], event: end_events.FeePaid) -> str:
    """Return the story line that says what a player pays for storage."""
    return words.say(
        "{who} pays {silver} for storage.", who=names[event.seat], silver=terms.silver(words, event.silver)
    )


def _round_settled(words: Words, names: Sequence[str], event: end_events.RoundSettled) -> str:
    """Return the small-print line with everybody's points after a round, the most first, and their loans."""
    owed = [f" ({terms.loans(words, loans)})" if loans else "" for loans in event.loans]
    standings = ending_text.scores_so_far(names, event.points, owed)
    return "-# " + words.say("Points after round {round}: {standings}", round=event.round, standings=standings)


ROUND_END_LINES: dict[type[Event], Callable[[Words, Sequence[str], Any], str]] = {
    end_events.RoundEnded: _round_ended,
    end_events.Returned: _returned,
    end_events.StarterNamed: _starter_named,
    end_events.Foretold: foretold,
    end_events.Arrived: _arrived,
    end_events.PricesRolled: _prices_rolled,
    end_events.FeePaid: _fee_paid,
    end_events.RoundSettled: _round_settled,
}
"""The function that returns the line of each kind of event at the end of a round."""
