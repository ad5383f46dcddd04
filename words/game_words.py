"""What a game brings to be told: every game's package here declares it once, as `WORDS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.contract import Change, Event, Move
from rules.errors import Fact, Illegal
from words import change_text
from words.catalogue import N_, Words
from words.change_text import ChangeText


def _untold(words: Words, key: str, facts: Mapping[str, Fact]) -> str:
    return ""


class Proposal(msgspec.Struct, frozen=True):
    """What a lesson proposes, and where its learner stands."""

    move: Move
    view: Any
    options: Sequence[Move]
    made: Sequence[Move] = ()
    """What the learner has done so far."""
    following: Sequence[Move] = ()
    """What is written for them after it; nothing once they have done otherwise."""


def _unwritten(words: Words, proposal: Proposal) -> str | None:
    return None


def _round(words: Words, number: int) -> str:
    return words.say("Round {round}", round=number)


class GlossaryEntry(msgspec.Struct, frozen=True):
    """Something that can be looked up."""

    key: str
    """Its name in the rules."""
    name: str
    kind: str
    lines: tuple[str, ...]
    """What it does, costs and brings, line by line."""
    sign: str = ""
    """The name of the sign we draw for it, if there is one."""
    since: int = 1
    until: int | None = None
    """The versions of the rules by which it is in the game; None: also the newest."""


def _nothing(words: Words) -> Sequence[GlossaryEntry]:
    return ()


def _nowhere(words: Words, view: Any, names: Sequence[str], key: str) -> Sequence[str]:
    return ()


@dataclass(frozen=True, kw_only=True)
class GameWords:
    """One game in words. Its rulebooks and its German sentences are files beside the declaration."""

    title: str
    """The same in every language."""
    authors: tuple[str, ...]
    """Who made the game; nobody if it is our own."""
    rule_letter: str
    """What the numbers of its rules begin with: the rulebooks cite them, and players read them without."""
    signs: Mapping[str, str]
    """The usual emoji of its things, by the names of the signs we draw for them."""
    prompt: Callable[[Words, str], str]
    """Say what a decision asks: the end of a sentence that begins with the game's name."""
    story: Callable[[Words, Sequence[str], Iterable[Event]], list[str]]
    """Tell what happened, line by line; the names are those of the seats."""
    omittable: Sequence[type[Event]] = ()
    """What a story can do without where there is little room, since the board shows it: the first ones go first."""
    refusal: Callable[[Words, Illegal], str]
    """Say why a move is not allowed and what to do instead; its rule's number leads to a topic of the rulebook."""
    legend: Callable[[Words], Iterable[str]]
    """Say what the signs, letters and numbers on the board mean, in the order in which the eye meets them."""
    score_parts: Mapping[str, str] = field(default_factory=dict)
    """What the parts of a score and what decides ties are called, by their keys, in one or two words."""
    change: Callable[[Words, Sequence[str], Change], ChangeText] = change_text.shared_change
    """Tell one thing that changed for a seat since it last decided; the names are those of the seats."""
    reason: Callable[[Words, str, Mapping[str, Fact]], str] = _untold
    """Say in a few words why a move is advised, for beside it: by the reason's key and facts; empty for no reason."""
    glossary: Callable[[Words], Sequence[GlossaryEntry]] = _nothing
    """Return all that can be looked up."""
    whereabouts: Callable[[Words, Any, Sequence[str], str], Iterable[str]] = _nowhere
    """Say where a thing is now, from somebody's view; the names are those of the seats."""
    round_name: Callable[[Words, int], str] = _round
    """Name a round: what the game's painter counts as one."""
    round_label: str = N_("Round")
    """What its rounds are called where they are numbered side by side."""
    lesson_reason: Callable[[Words, Proposal], str | None] = _unwritten
    """Say why a lesson proposes a move; None: whatever the advice says, empty: nothing."""
    lesson_facts: Mapping[str, int] = field(default_factory=dict)
    """The numbers that its lesson names, by the names they have there."""
