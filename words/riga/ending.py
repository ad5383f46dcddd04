"""Riga: texts about the end of a game.

`score_line` lists the parts of one player's score. `deciding_sentence` says what decided the game, for everybody or for
one player. `score_basis` says what counts if the game ended now.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Event, Standing
from rules.riga import events
from rules.riga.data import DATA
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
    "buildings": N_("for buildings"),
    "lodges": N_("for Lodges"),
    "archives": N_("for Archives"),
    "hand": N_("for buildings left in hand"),
    "riga": N_("for Riga buildings not built"),
}
"""Untranslated names of the parts of a score as they are used in `deciding_sentence`."""


def score_basis(words: Words, standings: Sequence[Standing]) -> str:
    """Return what a score counts if the game ended now (R28); Riga buildings only if somebody has one to build."""
    if any(dict(standing.parts).get("riga") for standing in standings):
        return words.say("buildings, minus {n} for each one in hand or unbuilt in Riga", n=DATA.setup.penalty)
    return words.say("buildings, minus {n} for each one in hand", n=DATA.setup.penalty)


def deciding_sentence(words: Words, names: Sequence[str], all_events: Sequence[Event], seat: int | None = None) -> str:
    """Return one sentence that says what decided the game: money that broke a tie, a shared victory, or the scores.

    If `seat` is None, the sentence compares the winner with the runner-up. Otherwise it addresses the player of that
    seat and compares them with the best of the others. If the totals differ, the sentence names the parts of the score
    that made the difference. `all_events` are all events of a finished game; `names` are the seats' formatted names.
    """
    end = ending_text.last_event(all_events, events.Finished)
    one = end.winners[0] if seat is None else seat
    others = [other for other in range(len(end.scores)) if other != one]
    rival = max(others, key=lambda other: (end.scores[other].total, end.scores[other].money))
    mine, theirs = end.scores[one], end.scores[rival]
    if (mine.total, mine.money) == (theirs.total, theirs.money):
        return words.say("Tied on points and money: the victory is shared.")
    if mine.total == theirs.total:
        winner, loser = sorted((one, rival), key=lambda each: -end.scores[each].money)
        return words.say(
            "Tied on points: {winner} wins with more money, {mine} to {theirs}.",
            winner=names[winner],
            mine=end.scores[winner].money,
            theirs=terms.ducats(words, end.scores[loser].money),
        )
    lead = mine.total - theirs.total
    margin = terms.points(words, abs(lead))
    parts = [(words.say(what), getattr(mine, part), getattr(theirs, part)) for part, what in _PARTS.items()]
    if seat is None:
        return ending_text.deciding_sentence(words, names[one], names[rival], lead, margin, parts)
    return ending_text.own_deciding_sentence(words, names[rival], lead, margin, parts)
