"""For whom the result of a finished game counts, and with which place: `credited_players`. Pure functions.

Statistics and ratings use this one rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from storage.queries.records import COMPUTER, FORGOTTEN
from storage.result_rows import DecisionCountRow, ResultRow


class CreditedPlayer(msgspec.Struct, frozen=True):
    """A person or a computer player for whom a result counts, with the place and score it counts as.

    `person` is None for a computer. `computer` is a computer's level, and None for a person.
    """

    seat: int
    person: int | None
    computer: str | None
    name: str
    place: int
    score: int
    gone: bool = False
    """True if they left the seat: it counts as the last place."""
    decisions: int = 0
    """How many decisions they made at the seat."""
    seconds: int = 0
    """How long they took for them, together."""


def credited_players(results: Sequence[ResultRow], shares: Iterable[DecisionCountRow]) -> list[CreditedPlayer]:
    """Return the players for whom a finished game counts, in the order of seats.

    `shares` says how many decisions each person and computer made at each seat, and how they left it. The rules:

    - A seat's result counts for the player who made at least half of its decisions.
    - A person who left, lost or resigned a seat gets the last place, no matter who played on.
    - A seat that was handed over by agreement counts only for the person who finished.
    - Each person counts once. A person who left one seat and took another has lost.
    """
    by_seat: dict[int, list[DecisionCountRow]] = {result.seat: [] for result in results}
    for share in shares:
        by_seat[share.seat].append(share)
    last = len(results)
    counted = [one for result in results for one in _credited_at_seat(result, by_seat[result.seat], last)]
    lost = {one.person for one in counted if one.gone}
    once: dict[int, CreditedPlayer] = {}
    for one in counted:
        if one.person is not None and (one.gone or one.person not in lost):
            once.setdefault(one.person, one)
    return [one for one in counted if one.person is None or once.get(one.person) is one]


def against_computers_only(counted: Sequence[CreditedPlayer]) -> bool:
    """Return True if fewer than two people are credited. Such a game is counted apart and never rated."""
    return sum(one.person is not None for one in counted) < 2


def _credited_at_seat(result: ResultRow, shares: Sequence[DecisionCountRow], last: int) -> list[CreditedPlayer]:
    """Return the people who left a seat, with the place `last`, followed by the player for whom its result counts.

    `shares` has the number of decisions that each player made at this seat. The result counts for nobody in these
    cases:

    - `_owner` returns a person who has left the seat or whose data was removed.
    - `_owner` returns the computer, but no computer has the seat at the end of the game.
    """
    found = [
        CreditedPlayer(
            result.seat, share.person, None, share.name, last, result.score, True, share.count, share.seconds
        )
        for share in shares
        if share.gone == "left" and share.person > 0
    ]
    owner = _owner(result, shares)
    share = next((share for share in shares if share.person == owner), None)
    if owner == FORGOTTEN or (share and share.gone) or (owner == COMPUTER and result.computer is None):
        return found
    mine = (share.count, share.seconds) if share else (0, 0)
    person, computer, name = owner or None, None, result.name
    if owner == COMPUTER:
        # A computer that plays for a person must not appear under that person's name.
        computer, name = result.computer, "" if result.person else result.name
    return [*found, CreditedPlayer(result.seat, person, computer, name, result.place, result.score, False, *mine)]


def _owner(result: ResultRow, shares: Sequence[DecisionCountRow]) -> int:
    """Return for whom a seat's result counts: a person's id, `COMPUTER`, or `FORGOTTEN` for nobody we know.

    It counts for the player who has the seat at the end of the game in each of these cases:

    - They made at least half of the decisions.
    - Nobody made any decision.
    - They are a person, and the seat was handed over by agreement.

    Otherwise it counts for another player who made at least half, if there is one.
    """
    sits_there = COMPUTER if result.computer or result.person is None else result.person
    half = sum(share.count for share in shares) / 2
    enough = [share.person for share in shares if share.count >= half]
    agreed = sits_there != COMPUTER and any(share.gone == "agreed" for share in shares)
    if agreed or not half or sits_there in enough:
        return sits_there
    return next(iter(enough), FORGOTTEN)
