"""Whom a finished game counts for, and as what: one rule for statistics and ratings alike. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from storage.queries.records import COMPUTER, FORGOTTEN
from storage.rows import ResultRow, ShareRow


class Counted(msgspec.Struct, frozen=True):
    """Somebody, or a computer player, for whom a result counts."""

    seat: int
    person: int | None
    computer: str | None
    name: str
    place: int
    score: int
    gone: bool = False
    """They left the seat: it counts as the last place."""
    decisions: int = 0
    seconds: int = 0


def whom_it_counts_for(results: Sequence[ResultRow], shares: Iterable[ShareRow]) -> list[Counted]:
    """Return for whom a finished game counts, in the order of seats.

    A seat belongs to who made at least half of its decisions. Who left, lost or resigned it has lost, whoever goes on.
    One that was handed over by agreement counts for nobody but who finished it. Each person is counted once: who left a
    seat and took another has lost.
    """
    by_seat: dict[int, list[ShareRow]] = {result.seat: [] for result in results}
    for share in shares:
        by_seat[share.seat].append(share)
    last = len(results)
    counted = [one for result in results for one in _at_seat(result, by_seat[result.seat], last)]
    lost = {one.person for one in counted if one.gone}
    once: dict[int, Counted] = {}
    for one in counted:
        if one.person is not None and (one.gone or one.person not in lost):
            once.setdefault(one.person, one)
    return [one for one in counted if one.person is None or once.get(one.person) is one]


def against_computers_only(counted: Sequence[Counted]) -> bool:
    """Say whether a game is counted apart, because fewer than two people played it."""
    return sum(one.person is not None for one in counted) < 2


def _at_seat(result: ResultRow, shares: Sequence[ShareRow], last: int) -> list[Counted]:
    found = [
        Counted(result.seat, share.person, None, share.name, last, result.score, True, share.count, share.seconds)
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
        computer, name = (
            result.computer,
            "" if result.person else result.name,
        )  # Whoever has left does not lend it theirs.
    return [*found, Counted(result.seat, person, computer, name, result.place, result.score, False, *mine)]


def _owner(result: ResultRow, shares: Sequence[ShareRow]) -> int:
    """Return whose the seat is: a person, a computer, or somebody forgotten, which also stands for nobody."""
    sits_there = COMPUTER if result.computer or result.person is None else result.person
    half = sum(share.count for share in shares) / 2
    enough = [share.person for share in shares if share.count >= half]
    agreed = sits_there != COMPUTER and any(share.gone == "agreed" for share in shares)
    if agreed or not half or sits_there in enough:
        return sits_there
    return next(iter(enough), FORGOTTEN)
