"""Haithabu: story lines of the night: the dice, the night's event that they bring (such as Storm), and its effects.

`NIGHT_LINES` maps each class of events in the rules' log to the function that returns the line for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.contract import Event
from rules.haithabu import events
from words.catalogue import N_, Words
from words.haithabu import terms

_EVENT_EFFECT = {
    "viking_games": N_("everybody else gives {who} a ware, 10 silver or a point."),
    "assassination": N_("{who} must give up a character. Without one, they lose a point."),
    "fog": N_("nothing happens."),
    "unpaid_bill": N_(
        "{who} must pay the price of one mead for each player. Without enough silver, they lose a point."
    ),
    "storm": N_("{who} must give up a cart or ship. Without one, they lose a point."),
    "unrest": N_("everybody else must discard a ware. Without one, they lose a point."),
}
"""What an event does, for the story."""
_EVENT_PENALTY = {
    "assassination": N_("{who} has no character and loses {points}."),
    "unpaid_bill": N_("{who} doesn't have enough silver and loses {points}."),
    "storm": N_("{who} has no cart or ship and loses {points}."),
    "unrest": N_("{who} has no wares and loses {points}."),
}
"""What the story says if a player lacks what an event demands."""


def _rolled(words: Words, names: Sequence[str], event: events.Rolled) -> str:
    """Return the story line that says which dice a player rolls, and what the second die costs if it is not free."""
    dice = " ".join(f"🎲{die}" for die in event.dice)
    line = words.say("🌙 {who} rolls {dice}.", who=names[event.seat], dice=dice)
    if event.silver:
        line += " " + words.say("The second die costs {silver}.", silver=terms.silver(words, event.silver))
    return line


def _happened(words: Words, names: Sequence[str], event: events.Happened) -> str:
    """Return the story line with the name of the night's event, such as Storm, and what it does."""
    effect = words.say(_EVENT_EFFECT[event.happening], who=names[event.seat])
    return f"**{words.say(terms.EVENT[event.happening])}**: {effect}"


def _gave(words: Words, names: Sequence[str], event: events.Gave) -> str:
    """Return the line that says what a player gives another in the Viking games, and whether they had a choice."""
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
    """Return the story line that says which character a player gives up."""
    return words.say(
        "🗡️ {who} gives up the {character}.",
        who=names[event.seat],
        character=terms.character_term(words, event.character),
    )


def _billed(words: Words, names: Sequence[str], event: events.Billed) -> str:
    """Return the story line that says what a player pays for the unpaid bill."""
    return words.say("🧾 {who} pays {silver}.", who=names[event.seat], silver=terms.silver(words, event.silver))


def _discarded(words: Words, names: Sequence[str], event: events.Discarded) -> str:
    """Return the story line that says which wares a player discards, from both stores together."""
    wares = tuple(a + b for a, b in zip(event.warehouse, event.post, strict=True))
    return words.say("🗑️ {who} discards {wares}.", who=names[event.seat], wares=terms.wares(words, wares))


def _punished(words: Words, names: Sequence[str], event: events.Punished) -> str:
    """Return the story line that says how many points a player loses because they lack what the event takes."""
    return words.say(
        _EVENT_PENALTY[event.happening],
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
