"""Haithabu: story lines of the night: the dice, the event they bring, and its effects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.contract import Event
from rules.haithabu import events
from words.catalogue import Words
from words.haithabu import terms


def _rolled(words: Words, names: Sequence[str], event: events.Rolled) -> str:
    """Return which dice a player rolls, and what the second die costs if it is not free."""
    dice = " ".join(f"🎲{die}" for die in event.dice)
    line = words.say("🌙 {who} rolls {dice}.", who=names[event.seat], dice=dice)
    if event.silver:
        line += " " + words.say("The second die costs {silver}.", silver=terms.silver(words, event.silver))
    return line


def _happened(words: Words, names: Sequence[str], event: events.Happened) -> str:
    """Return the event's name and effect."""
    effect = words.say(terms.EVENT_TOLD[event.happening], who=names[event.seat])
    return f"**{words.say(terms.EVENT[event.happening])}**: {effect}"


def _gave(words: Words, names: Sequence[str], event: events.Gave) -> str:
    """Return what a player gives another in the Viking games, and whether they had a choice."""
    if event.ware is not None:
        gift = terms.ware_count(words, event.ware)
    elif event.what == "silver":
        gift = terms.silver(words, 10)
    else:
        gift = terms.points(words, 1)
    if event.asked:
        return words.say("🎁 {who} gives {to} {gift}.", who=names[event.seat], to=names[event.to], gift=gift)
    return words.say(
        "🎁 {who} has no choice and gives {to} {gift}.", who=names[event.seat], to=names[event.to], gift=gift
    )


def _character_lost(words: Words, names: Sequence[str], event: events.CharacterLost) -> str:
    """Return which character a player gives up."""
    return words.say(
        "🗡️ {who} gives up the character {character}.",
        who=names[event.seat],
        character=terms.character(words, event.character),
    )


def _billed(words: Words, names: Sequence[str], event: events.Billed) -> str:
    """Return what a player pays for the unpaid bill."""
    return words.say("🧾 {who} pays {silver}.", who=names[event.seat], silver=terms.silver(words, event.silver))


def _discarded(words: Words, names: Sequence[str], event: events.Discarded) -> str:
    """Return the wares a player discards from both stores."""
    wares = tuple(a + b for a, b in zip(event.warehouse, event.post, strict=True))
    return words.say("🗑️ {who} discards {wares}.", who=names[event.seat], wares=terms.wares(words, wares))


def _punished(words: Words, names: Sequence[str], event: events.Punished) -> str:
    """Return how many points a player loses for lacking what the event demands."""
    return words.say(
        terms.EVENT_PENALTY[event.happening],
        who=names[event.seat],
        points=terms.points(words, abs(event.points)),
    )


NIGHT_LINES: dict[type[Event], Callable[[Words, Sequence[str], Any], str]] = {
    events.Rolled: _rolled,
    events.Happened: _happened,
    events.Gave: _gave,
    events.CharacterLost: _character_lost,
    events.Billed: _billed,
    events.Discarded: _discarded,
    events.Punished: _punished,
}
"""The function that returns the line of each kind of event of the night."""
