"""What a game declares for its sentences: `WORDS = GameWords(…)` in `words/<game>/__init__.py`.

Besides the class `GameWords` there are the types its functions use: `Proposal`, a move that a lesson proposes, and
`GlossaryEntry`, a thing that can be looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.contract import Change, Event, Move, Standing
from rules.errors import Fact, Illegal
from words import change_text
from words.catalogue import N_, Words
from words.change_text import ChangeText, News
from words.ending_text import format_number
from words.recap import Recap
from words.signs import SignName


def _untold(words: Words, key: str, facts: Mapping[str, Fact]) -> str:
    """Return "": the default for games that give no reasons."""
    return ""


class Proposal(msgspec.Struct, frozen=True):
    """A move that a lesson proposes to a learner, and the position it is proposed in.

    The lesson guide makes it, and a game's `lesson_reason` words why the move is proposed.
    """

    move: Move
    """The proposed move."""
    view: Any
    """What the learner's seat sees."""
    options: Sequence[Move]
    """All legal moves of the learner."""
    made: Sequence[Move] = ()
    """The learner's moves so far, oldest first."""
    following: Sequence[Move] = ()
    """The learner's moves that the lesson's script has after this one; empty once the learner left the script."""


def _unwritten(words: Words, proposal: Proposal) -> str | None:
    """Return None: the default for lessons without reasons of their own."""
    return None


def _undecided(words: Words, names: Sequence[str], all_events: Sequence[Event], seat: int | None) -> str:
    """Return "": the default for games that do not say what decided them."""
    return ""


def _nobody(event: Event) -> int | None:
    """Return None: the default for games in which nobody does anything to another player."""
    return None


def _points(words: Words, n: int) -> str:
    """Return "N points", the default unit of a score, with a typographic minus if it is negative."""
    return words.many("{n} point", "{n} points", n, n=format_number(n))


def _no_basis(words: Words, standings: Sequence[Standing]) -> str:
    """Return "": the default for games whose score needs no explanation."""
    return ""


def _round(words: Words, number: int) -> str:
    """Return "Round N", the default name of a round."""
    return words.say("Round {round}", round=number)


def _no_part(words: Words, view: Any) -> str:
    """Return "": the default for games whose rounds have no parts with names."""
    return ""


class GlossaryEntry(msgspec.Struct, frozen=True):
    """Something a player can look up: a card, building, ware, field or character, for example.

    A game's `glossary` function makes them in the reader's language.
    """

    key: str
    """Its key in the rules."""
    name: str
    """Its name in the reader's language."""
    kind: str
    """What sort of thing it is, in the reader's language: "Card", "Building"."""
    lines: tuple[str, ...]
    """What it does, costs and brings, as Discord Markdown."""
    sign: str = ""
    """The name of its drawn sign in `pictures`; "" if it has none."""
    since: int = 1
    """The first version of the rules that has it."""
    until: int | None = None
    """The last version of the rules that has it; None if the newest still has it."""


def _nothing(words: Words) -> Sequence[GlossaryEntry]:
    """Return no entries: the default for games without a glossary."""
    return ()


def _nowhere(words: Words, view: Any, names: Sequence[str], key: str) -> Sequence[str]:
    """Return no lines: the default for games that do not say where things are."""
    return ()


@dataclass(frozen=True, kw_only=True)
class GameWords:
    """The sentences of one game: functions and tables that turn the game's keys and events into text.

    Each game's package `words/<game>` makes one, as `WORDS`. Its rulebooks, lessons and German catalogue are files
    beside the declaration. In every function `names` are the seats' names in seat order, formatted for Discord.
    """

    title: str
    """The game's name, the same in every language."""
    authors: tuple[str, ...]
    """Who made the game; empty for a game of our own."""
    rule_letter: str
    """The letter before the game's rule numbers (V7). Rulebooks cite them; players do not see them."""
    signs: Mapping[str, str]
    """The Unicode emoji of each sign on this game's table, by the name of its drawing."""
    sign_names: Mapping[str, SignName] = field(default_factory=dict)
    """What a sign stands for, as an untranslated singular and plural, by the name of the sign's drawing.

    Texts without emoji use them. Needed for signs that replace a word ("2🧵") and for marks after a name ("Anna 🤖").
    """
    prompt: Callable[[Words, str], str]
    """Return what a pending decision asks for: the second half of a sentence that begins with the game's name."""
    story: Callable[[Words, Sequence[str], Iterable[Event]], list[str]]
    """Return one line for each event worth telling, in order."""
    recap: Recap | None = None
    """Return lines about events for lessons and news, each with its weight. None only for a game without a lesson."""
    refusal: Callable[[Words, Illegal], str]
    """Return why a move is illegal and what to do instead."""
    legend: Callable[[Words], Iterable[str]]
    """Return what the signs, letters and numbers on the board mean, one line each, in reading order of the board."""
    score_parts: Mapping[str, str] = field(default_factory=dict)
    """Untranslated names of the parts of a score and of the tie-breakers, by key, in one or two words."""
    score_basis: Callable[[Words, Sequence[Standing]], str] = _no_basis
    """Return in a few words what the score counts if the game ended now; "" if that needs no explanation."""
    score_with_unit: Callable[[Words, int], str] = _points
    """Return a score with its unit: "5 points", or as the game calls its points."""
    terms: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """For each fact that translations inflect, as in `{character:den}`: all untranslated names that it can have."""
    change: Callable[[Words, Sequence[str], Change], ChangeText] = change_text.shared_change
    """Return the text of one change since a seat's last decision."""
    reason: Callable[[Words, str, Mapping[str, Fact]], str] = _untold
    """Return in a few words why a move is advised, from the reason's key and facts; "" if there is nothing to say."""
    deciding_sentence: Callable[[Words, Sequence[str], Sequence[Event], int | None], str] = _undecided
    """Return what decided a game, from all its events; for a seat, why its player is ahead of or behind the others."""
    glossary: Callable[[Words], Sequence[GlossaryEntry]] = _nothing
    """Return everything that can be looked up, for all versions of the rules."""
    whereabouts: Callable[[Words, Any, Sequence[str], str], Iterable[str]] = _nowhere
    """Return where a glossary entry (by key) is now, as far as the given view knows; one line per place."""
    round_name: Callable[[Words, int], str] = _round
    """Return the name of a round by its number, "Round 3"."""
    part_of_round: Callable[[Words, Any], str] = _no_part
    """Return the part of the round in which a view was taken, "phase 2"; "" if it has no name."""
    round_label: str = N_("Round")
    """Untranslated word for a round, as the label of an axis."""
    lesson_reason: Callable[[Words, Proposal], str | None] = _unwritten
    """Return why a lesson proposes a move; None: use the general advice, "": give no reason."""
    lesson_facts: Mapping[str, int] = field(default_factory=dict)
    """The numbers that the lesson's text uses in braces, by name."""

    player_affected: Callable[[Event], int | None] = _nobody
    """Return the seat to which another player did something in this event, if its changes name that; else None."""

    def news(
        self, words: Words, names: Sequence[str], seat: int, changes: Sequence[Change], events: Sequence[Event]
    ) -> News:
        """Return the news for the player at `seat`: what changed for them, and what the others did in these events.

        Events in which another player did something to this player are left out of the second part, because the changes
        name them already.
        """
        done = [event for event in events if self.player_affected(event) != seat]
        recap = self.recap(words, names, done) if self.recap else []
        return change_text.news_of([self.change(words, names, change) for change in changes], recap, seat)
