"""Visby: texts about the end of a game.

`score_line` words one player's final seals. `deciding_sentence` says what decided the game, for everybody or for one
player, and `tie_breaks` how ties were broken. `score_basis` says what counts if the game ended now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from rules.contract import Event, Standing
from rules.visby import events
from rules.visby.data import DATA
from words import ending_text
from words.catalogue import N_, Words
from words.visby import terms


def score_line(words: Words, end: events.Score) -> str:
    """Return one player's final seals, and the wares and cards left, which break ties.

    If wares were turned into seals at the end, it says how many seals they brought.
    """
    cards = words.many("{n} card", "{n} cards", end.cards)
    kept = words.say("{wares} and {cards} left", wares=terms.wares(words, end.wares), cards=cards)
    bought = words.say("({seals} + {bought} for wares)", seals=end.seals, bought=end.bought) if end.bought else ""
    return f"**{terms.seals(words, end.total)}** {bought}".rstrip() + f" · {kept}"


_SOURCES = {
    "battle": N_("from the Battle"),
    "toll": N_("from the Tollkeeper"),
    "trade": N_("from trading"),
    "rest": N_("for wares left at the end"),
}
"""Untranslated names of the sources of seals, by key."""


def score_basis(words: Words, _: Sequence[Standing]) -> str:
    """Return what a score counts if the game ended now (V21)."""
    return words.say("seals, plus 1 for every {n} wares left", n=DATA.setup.rest_rate)


def deciding_sentence(words: Words, names: Sequence[str], all_events: Sequence[Event], seat: int | None = None) -> str:
    """Return one sentence that says what decided the game: a tie and how it was broken, or sources of seals.

    If `seat` is None, the sentence compares the winner with the runner-up. Otherwise it addresses the player of that
    seat and compares them with the best of the others. `all_events` are all events of a finished game; `names` are the
    seats' formatted names.
    """
    end = ending_text.last_event(all_events, events.Finished)
    ranks = [(score.total, score.wares, score.cards) for score in end.scores]
    one = end.winners[0] if seat is None else seat
    rival = max((other for other in range(len(ranks)) if other != one), key=ranks.__getitem__)
    mine, theirs, winner = end.scores[one], end.scores[rival], names[max(one, rival, key=ranks.__getitem__)]
    if ranks[one] == ranks[rival]:
        return words.say("Tied on seals, wares and cards in hand: the victory is shared.")
    if mine.total == theirs.total and mine.wares != theirs.wares:
        return words.say("Tied on seals: {winner} wins with more wares left.", winner=winner)
    if mine.total == theirs.total:
        return words.say("Tied on seals and wares left: {winner} wins with more cards in hand.", winner=winner)
    came = _seals_by_source(all_events)
    came["rest"] = {one: mine.bought, rival: theirs.bought}
    lead = mine.total - theirs.total
    margin = terms.seals(words, abs(lead))
    parts = [(words.say(what), came[key].get(one, 0), came[key].get(rival, 0)) for key, what in _SOURCES.items()]
    if seat is None:
        return ending_text.deciding_sentence(words, names[one], names[rival], lead, margin, parts)
    return ending_text.own_deciding_sentence(words, names[rival], lead, margin, parts)


def _seals_by_source(all_events: Iterable[Event]) -> dict[str, dict[int, int]]:
    """Return how many seals each seat got from each source, by source and then by seat; zeros may be missing.

    Sources are the keys of `_SOURCES`. The source "rest" is always empty here: the caller fills it in.
    """
    came: dict[str, dict[int, int]] = {key: {} for key in _SOURCES}

    def add(key: str, seat: int, n: int) -> None:
        """Add `n` seals to a seat's count for one source."""
        came[key][seat] = came[key].get(seat, 0) + n

    for event in all_events:
        if isinstance(event, events.Shared) and event.card in ("troops", "knight"):
            for seat, kept in zip(event.seats, event.kept, strict=True):
                add("battle", seat, kept)
        elif isinstance(event, events.Paid) and event.card == "tollkeeper":
            add("toll", event.seat, event.kept)
        elif isinstance(event, events.Traded):
            add("trade", event.seat, event.seals)
    return came


def tie_breaks(words: Words, scores: Sequence[events.Score]) -> list[str]:
    """Return sentences on how ties below the highest total were broken (V22); [] if none was.

    There is one sentence if wares broke a tie and one if cards did. They state the rule and name no player.
    """
    first = max(score.total for score in scores)
    scores = [score for score in scores if score.total < first]
    ties = [(one, other) for one, other in combinations(scores, 2) if one.total == other.total]
    lines = []
    if any(one.wares != other.wares for one, other in ties):
        lines.append(words.say("Tied on seals: more wares left wins."))
    if any(one.wares == other.wares and one.cards != other.cards for one, other in ties):
        lines.append(words.say("Tied on seals and wares left: more cards in hand wins."))
    return lines
