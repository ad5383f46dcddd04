"""Haithabu: texts about the end of a game.

`score_line` lists the parts of one player's score. `deciding_sentence` says what decided the game, for everybody or for
one player. `score_basis` says what counts if the game ended now.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Event, Standing
from rules.haithabu import end_events, events
from words import ending_text
from words.catalogue import N_, Words
from words.haithabu import terms


def score_line(words: Words, end: end_events.Score) -> str:
    """Return the parts of a player's score that are not 0 on one line: "+30 during the game · −4 loans"; "" if none."""
    parts = [
        (end.points, words.say("during the game")),
        (end.for_completed, words.say("bonus for completed orders")),
        (end.for_characters, words.say("characters")),
        (end.for_silver, words.say("for {silver}", silver=terms.silver(words, end.silver))),
        (end.for_cubes, words.say("wares on open orders")),
        (end.for_transports, words.say("carts and ships")),
        (end.for_loans, words.say("loans")),
    ]
    return " · ".join(f"{points:+d} {what}" for points, what in parts if points).replace("-", "−")


_PARTS = {
    "orders": N_("from orders"),
    "returned": N_("for returned characters"),
    "on_the_way": N_("from starting points, fields and events"),
    "for_completed": N_("from the bonus for completed orders"),
    "for_characters": N_("for characters at the end"),
    "for_silver": N_("for leftover silver"),
    "for_cubes": N_("for wares on open orders"),
    "for_transports": N_("for carts and ships"),
    "for_loans": N_("for unpaid loans"),
}
"""Untranslated names of the parts of a score as they are used in `deciding_sentence`."""


def score_basis(words: Words, _: Sequence[Standing]) -> str:
    """Return what a score counts if the game ended now (H40 to H42)."""
    return words.say("points so far, plus silver, wares, characters, transports and orders, minus loans")


def deciding_sentence(words: Words, names: Sequence[str], all_events: Sequence[Event], seat: int | None = None) -> str:
    """Return one sentence that says what decided the game: a shared victory, or parts of the score.

    If `seat` is None, the sentence compares the winner with the runner-up. Otherwise it addresses the player of that
    seat and compares them with the best of the others. `all_events` are all events of a finished game; `names` are the
    seats' formatted names.
    """
    end = ending_text.last_event(all_events, end_events.Finished)
    one = end.winners[0] if seat is None else seat
    rival = max((other for other in range(len(end.scores)) if other != one), key=lambda each: end.scores[each].total)
    mine, theirs = end.scores[one], end.scores[rival]
    if mine.total == theirs.total:
        return words.say("Tied on points: the victory is shared.")
    own_parts, rival_parts = (_parts(all_events, each, end.scores[each]) for each in (one, rival))
    lead = mine.total - theirs.total
    margin = terms.points(words, abs(lead))
    parts = [(words.say(what), own_parts[key], rival_parts[key]) for key, what in _PARTS.items()]
    if seat is None:
        return ending_text.deciding_sentence(words, names[one], names[rival], lead, margin, parts)
    return ending_text.own_deciding_sentence(words, names[rival], lead, margin, parts)


def _parts(all_events: Sequence[Event], seat: int, score: end_events.Score) -> dict[str, int]:
    """Return the points of a seat by the keys of `_PARTS`; they add up to its total.

    Points scored during the game are divided into "orders", those for completed orders, "returned", those for returned
    characters (H32), and "on_the_way", all others.
    """
    orders = sum(event.points for event in all_events if isinstance(event, events.Completed) and event.seat == seat)
    returned = sum(
        event.points for event in all_events if isinstance(event, end_events.Returned) and event.seat == seat
    )
    parts = {key: getattr(score, key) for key in _PARTS if key.startswith("for_")}
    return {**parts, "orders": orders, "returned": returned, "on_the_way": score.points - orders - returned}
