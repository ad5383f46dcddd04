"""Texts about scores and results that all games share.

`scores_so_far`, `winner_heading`, `ranking_lines`, `deciding_sentence` and `own_deciding_sentence` make texts;
`last_event` finds the event that ended a game; `format_place` writes ordinal and `format_number` negative numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from rules.contract import Event, Result
from words.catalogue import N_, Words

E = TypeVar("E", bound=Event)

_FIRST_PLACES = {1: N_("1st"), 2: N_("2nd"), 3: N_("3rd")}

MAX_NAMED_SOURCES = 4
"""How many sources of points `own_deciding_sentence` names; of more, the smallest differences are added up."""
_MIN_NAMED_LEAD = 2
"""The smallest difference in one part of the score that `deciding_sentence` names."""


def scores_so_far(names: Sequence[str], amounts: Sequence[int], notes: Sequence[str] = ()) -> str:
    """Return everybody's amounts on one line, "Anna 5 · Bert 3", the highest first, equal ones in seat order.

    `names` and `amounts` are by seat. `notes` are texts by seat that follow the number; empty for no notes.
    """
    order = sorted(range(len(amounts)), key=lambda seat: -amounts[seat])
    return " · ".join(f"{names[seat]} {format_number(amounts[seat])}{notes[seat] if notes else ''}" for seat in order)


def last_event(all_events: Sequence[Event], kind: type[E]) -> E:
    """Return the last event of a kind. Raises `StopIteration` if there is none."""
    return next(event for event in reversed(all_events) if isinstance(event, kind))


def winner_heading(words: Words, game: str, winners: Sequence[str]) -> str:
    """Return a Markdown heading that names the winners, who are formatted names; `game` is the game's title."""
    return words.many(
        "## 🏆 {winners} wins {game}",
        "## 🏆 {winners} win {game} together",
        len(winners),
        winners=words.join_and(list(winners)),
        game=game,
    )


def ranking_lines(result: Result, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield (seat, "**place.** name") for each seat, best place first. `names` are formatted and by seat."""
    for seat in sorted(range(len(names)), key=lambda seat: (result.places[seat], seat)):
        yield seat, f"**{result.places[seat]}.** {names[seat]}"


def deciding_sentence(
    words: Words, winner: str, second: str, lead: int, margin: str, parts: Sequence[tuple[str, int, int]]
) -> str:
    """Return a sentence that says which parts of the score decided the game between `winner` and `second`.

    `winner` and `second` are formatted names; `second` is the runner-up. `lead` is the difference of their totals and
    `margin` the same as text. Each of `parts` is a label, the winner's points and the runner-up's. The sentence names
    the part with the winner's largest lead, and the part with the runner-up's largest lead if that is at least
    `_MIN_NAMED_LEAD`. If these do not add up to `lead`, it says "mainly". It names no part if the winner's largest lead
    is less than `_MIN_NAMED_LEAD` or less than half of `lead`.
    """
    ranked = sorted(parts, key=lambda part: part[2] - part[1])
    largest = ranked[0][1] - ranked[0][2]
    if largest < _MIN_NAMED_LEAD or 2 * largest < lead:
        return words.say("{winner} finished {margin} ahead of {second}.", winner=winner, second=second, margin=margin)
    named = [ranked[0], *(part for part in ranked[:0:-1][:1] if part[2] - part[1] >= _MIN_NAMED_LEAD)]
    told = [_compared(words, *part) for part in named]
    why = told[0] if len(told) == 1 else words.say("{why}, despite {against}", why=told[0], against=told[1])
    sentence = N_("{winner} finished {margin} ahead of {second} by {why}.")
    if sum(mine - theirs for _, mine, theirs in named) != lead:
        sentence = N_("{winner} finished {margin} ahead of {second}, mainly by {why}.")
    return words.say(sentence, winner=winner, second=second, margin=margin, why=why)


def _compared(words: Words, what: str, mine: int, theirs: int) -> str:
    """Return a phrase that compares two players' points of one part of the score: "scoring more from orders (9 to 5)".

    `what` is the part's label. A part that only costs points is compared as a loss, without minus signs.
    """
    if mine <= 0 and theirs <= 0:
        phrase = N_("losing less {what} ({mine} to {theirs})")
        if mine < theirs:
            phrase = N_("losing more {what} ({mine} to {theirs})")
        return words.say(phrase, what=what, mine=-mine, theirs=-theirs)
    phrase = N_("scoring less {what} ({mine} to {theirs})")
    if mine > theirs:
        phrase = N_("scoring more {what} ({mine} to {theirs})")
    return words.say(phrase, what=what, mine=format_number(mine), theirs=format_number(theirs))


def own_deciding_sentence(
    words: Words, rival: str, lead: int, margin: str, parts: Sequence[tuple[str, int, int]]
) -> str:
    """Return a sentence that tells a player from which sources they have more or fewer points than `rival`.

    `rival` is a formatted name. `lead` is how many points the player is ahead, negative if behind; it must not be 0.
    `margin` is the same number without its sign, as text with its unit. Each of `parts` is a source, the player's
    points and the rival's. The largest differences are named, and the rest is summed up as other sources. Differences
    in favour of whoever is ahead come first.
    """
    named = [(mine - theirs, what) for what, mine, theirs in parts if mine != theirs]
    named.sort(key=lambda part: -abs(part[0]))
    if len(named) > MAX_NAMED_SOURCES:
        del named[MAX_NAMED_SOURCES - 1 :]
    named.append((lead - sum(points for points, _ in named), words.say("from other sources")))
    more = [words.say("{n} more {what}", n=points, what=what) for points, what in named if points > 0]
    fewer = [words.say("{n} fewer {what}", n=-points, what=what) for points, what in named if points < 0]
    for_it, against_it = (more, fewer) if lead > 0 else (fewer, more)
    why = words.join_and(for_it)
    if against_it:
        why = words.say("{why}, but {against}", why=why, against=words.join_and(against_it))
    if lead > 0:
        return words.say("You finished {margin} ahead of {rival}: {why}.", margin=margin, rival=rival, why=why)
    return words.say("You finished {margin} behind {rival}: {why}.", margin=margin, rival=rival, why=why)


def format_place(words: Words, place: int) -> str:
    """Return a place from 1 to 20 as an ordinal number: "1st", in German "1."."""
    return words.say(_FIRST_PLACES.get(place, N_("{n}th")), n=place)


def format_number(n: float) -> str:
    """Return a number as text, with the typographic minus sign "−" if it is negative."""
    return f"−{-n}" if n < 0 else str(n)
