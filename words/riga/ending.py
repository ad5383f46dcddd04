"""Riga: texts about the end of a game: `score_line` for one score, `deciding_sentence` for what decided it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Event
from rules.riga import events
from words import ending_text
from words.catalogue import N_, Words
from words.ending_text import format_number
from words.riga import terms


def score_line(words: Words, end: events.Score, *, tied: bool) -> str:
    """Return the parts of a player's score on one line: buildings, and other parts that are not 0.

    If `tied`, the player's money follows, which breaks ties.
    """
    parts = [
        words.say("buildings {n}", n=end.buildings),
        words.say("Lodges {n}", n=end.lodges) if end.lodges else "",
        words.say("Archives {n}", n=end.archives) if end.archives else "",
        words.say("in hand {n}", n=format_number(end.hand)) if end.hand else "",
        words.say("Riga buildings not built: {n}", n=format_number(end.riga)) if end.riga else "",
        words.say("money {n}", n=end.money) if tied else "",
    ]
    return " · ".join(filter(None, parts))


_PARTS = {
    "buildings": N_("for buildings other than Lodges and Archives"),
    "lodges": N_("for Lodges"),
    "archives": N_("for Archives"),
    "hand": N_("for buildings left in hand"),
    "riga": N_("for Riga buildings not built"),
}
"""Untranslated names of the parts of a score as they are used in `deciding_sentence`."""


def deciding_sentence(words: Words, names: Sequence[str], all_events: Sequence[Event]) -> str:
    """Return one sentence that says what decided the game.

    That is a shared victory, more money at equal points, or the part of the score that put the winner ahead.
    `all_events` are all events of a finished game; `names` are the seats' formatted names.
    """
    end = ending_text.last_event(all_events, events.Finished)
    if len(end.winners) > 1:
        return words.say("Tied on points and money: the victory is shared.")
    winner = end.winners[0]
    others = [seat for seat in range(len(end.scores)) if seat != winner]
    second = max(others, key=lambda seat: (end.scores[seat].total, end.scores[seat].money))
    mine, theirs = end.scores[winner], end.scores[second]
    if mine.total == theirs.total:
        return words.say(
            "Tied on points: {winner} wins with more money, {mine} to {theirs}.",
            winner=names[winner],
            mine=mine.money,
            theirs=terms.ducats(words, theirs.money),
        )
    parts = [(words.say(what), getattr(mine, part), getattr(theirs, part)) for part, what in _PARTS.items()]
    return ending_text.deciding_sentence(
        words, names[winner], names[second], terms.points(words, mine.total - theirs.total), parts
    )
