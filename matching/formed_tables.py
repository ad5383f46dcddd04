"""Who plays with whom: the tables that a server's wishes make possible (`tables_for`).

People are taken in the order of waiting. The first person for whom a table can be formed becomes its host. The other
seats go to the people who have waited longest among those who fit together. Then the next host is looked for, and so
on.

For speed, a set of small numbers is represented as one integer here: its bit `n` is 1 if the set contains `n`. People
are numbered in the order of waiting, and clocks, languages and channels in the order of the server's choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from statistics import fmean
from typing import NamedTuple, TypeVar

import msgspec

from matching.reliability import meets
from matching.wishes import NEW_PLAYER_POINTS, Owner, Wish

MAX_TRIES = 1_000
"""How many people are tried for the seats of one host's tables.

Only hundreds of avoid lists that are made for it need more: people who want six seats and avoid each other in five
groups would otherwise be tried in all combinations.
"""

_Value = TypeVar("_Value")


class Kind(NamedTuple):
    """A game and how many seats its table has, computers' included; at least two."""

    game: str
    size: int


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What tables on a server can be like. Of several values that suit everybody at a table, the first one is used.

    Between games that the same people would play at a table of the same size, the host's wish decides (`_turn`).
    """

    kinds: Sequence[Kind]
    clocks: Sequence[str]
    languages: Sequence[str]
    channels: Sequence[int]
    """The channels in which tables may be opened."""
    computers: Mapping[str, Mapping[str, int]]
    """By game: the levels of computer players, each with its rating in points; at least one level."""


class FormedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that can be opened for people who look for a game."""

    kind: Kind
    clock: str
    language: str
    channel: int
    """The channel in which it is opened. All its persons can see it."""
    persons: tuple[int, ...]
    """Whoever has waited longest comes first, and is the host. As many seats as are left have computers."""
    computer_level: str
    """The level of its computers, also of those that take a seat over later: nearest to its persons' mean rating."""
    to_confirm: tuple[int, ...] = ()
    """Those of its persons who must confirm their wish before the game starts, in the order of `persons`."""

    @property
    def computers(self) -> int:
        """How many seats have computers from the start."""
        return self.kind.size - len(self.persons)


def tables_for(wishes: Iterable[Wish], owners: Mapping[int, Owner], choices: Choices, now: int) -> list[FormedTable]:
    """Return the tables that the wishes of a server's people make possible; first that of the longest-waiting host.

    `owners` has every person with a wish. Raise ValueError if a person has two wishes. The result does not depend on
    the order of `wishes`; of two wishes made in the same second that of the lower person number counts as older.

    Only wishes that are waiting count (`Wish.is_waiting`). Promised:

    - A table suits the wishes of all its persons, and none of them avoids another one. At least two people sit there.
      Computers sit only where all persons accept them.
    - Nobody sits at two tables.
    - Whoever waited longer goes first. Somebody without a seat, or at a later table of the list, could not sit here in
      place of a computer or of a person who waited less long: the table would then no longer suit everybody there.
    - The people who are left cannot form a table among themselves.

    Not promised: the most tables or the most people seated. A host whose table takes more than `MAX_TRIES` to find is
    passed over. Ratings do not decide who plays with whom.

    The caller opens the tables without `to_confirm` and deletes the wishes of their persons. It asks the persons in
    `to_confirm` whose wish is not `is_asked`, and stores `asked_at`. Nothing needs to be reserved: called again when a
    wish is made, confirmed or deleted, and `ANSWER_S` after a question, this returns the same table, or another one in
    place of those who did not answer.
    """
    waiting = sorted((wish for wish in wishes if wish.is_waiting(now)), key=lambda wish: (wish.made_at, wish.person))
    if len({wish.person for wish in waiting}) < len(waiting):
        raise ValueError("a person has two wishes")
    crowd = _Crowd(waiting, owners, choices)
    free, tables = (1 << len(waiting)) - 1, []
    for host in range(len(waiting)):
        if free >> host & 1 and (found := crowd.first_table(host, free)):
            kind, seated = found
            free &= ~sum(1 << each for each in seated)
            terms = reduce(_agreed, (crowd.terms[each] for each in seated))
            tables.append(_formed(kind, [waiting[each] for each in seated], terms, owners, choices, now))
    return tables


def table_with_computers(wish: Wish, owner: Owner, choices: Choices) -> FormedTable | None:
    """Return a table for one person and computers near their strength, to offer when nobody was found in time.

    It suits the wish, except that `wish.computers` is ignored. None if there is no such table.
    """
    kinds = [kind for kind in choices.kinds if wish.accepts(*kind)]
    [terms] = _terms([wish], [owner], choices)
    if not kinds or not all(terms):
        return None
    equal = [kind for kind in kinds if kind.size == kinds[0].size]
    return _formed(equal[_turn(wish) % len(equal)], [wish], terms, {wish.person: owner}, choices, wish.made_at)


def _turn(wish: Wish) -> int:
    """Return a number that differs from host to host and from wish to wish, so that no game is always preferred."""
    return wish.made_at + wish.person


class _Terms(NamedTuple):
    """The clocks, languages and channels that somebody accepts: sets of indices in the server's choices, as bits."""

    clocks: int
    languages: int
    channels: int


def _formed(
    kind: Kind, seated: Sequence[Wish], terms: _Terms, owners: Mapping[int, Owner], choices: Choices, now: int
) -> FormedTable:
    """Return the table of the people `seated`, the host first, who fit together at this kind of table.

    `terms` are what all of them accept. Who must confirm the wish depends on `now`.
    """
    strength = fmean(owners[wish.person].ratings.get(kind.game, NEW_PLAYER_POINTS) for wish in seated)
    levels = choices.computers[kind.game]
    return FormedTable(
        kind=kind,
        clock=choices.clocks[_lowest(terms.clocks)],
        language=choices.languages[_lowest(terms.languages)],
        channel=choices.channels[_lowest(terms.channels)],
        persons=tuple(wish.person for wish in seated),
        computer_level=min(levels, key=lambda level: abs(levels[level] - strength)),
        to_confirm=tuple(wish.person for wish in seated if wish.needs_confirmation(now)),
    )


def _terms(wishes: Sequence[Wish], owners: Sequence[Owner], choices: Choices) -> list[_Terms]:
    """Return for each person what they accept. `wishes` and `owners` are in the same order, and so is the result."""
    clocks, languages, channels = map(_index_sets, (choices.clocks, choices.languages, choices.channels))
    return [
        _Terms(
            sum(clocks.get(each, 0) for each in wish.clocks or clocks),
            sum(languages.get(each, 0) for each in wish.languages or languages),
            sum(channels.get(each, 0) for each in owner.channels),
        )
        for wish, owner in zip(wishes, owners, strict=True)
    ]


def _index_sets(values: Sequence[_Value]) -> dict[_Value, int]:
    """Return for each value the set of its index only."""
    return {value: 1 << index for index, value in enumerate(values)}


class _Crowd:
    """The people who wait, numbered in the order of waiting, and which of them can sit together."""

    def __init__(self, waiting: Sequence[Wish], owners: Mapping[int, Owner], choices: Choices) -> None:
        known = [owners[wish.person] for wish in waiting]
        self._takers = {kind: _set(wish.accepts(*kind) for wish in waiting) for kind in choices.kinds}
        self._accepts_computers = _set(wish.computers for wish in waiting)
        self.terms = _terms(waiting, known, choices)
        self._partners = _partners(waiting, known, self.terms)
        self._turns = [_turn(wish) for wish in waiting]
        self._tries_left = 0

    def first_table(self, host: int, free: int) -> tuple[Kind, list[int]] | None:
        """Return the first kind of table that can be formed for a host, and who sits there, in the order of waiting.

        People are numbers in the order of waiting. The others at the table are from the set `free` (bits) and have
        waited less long than the host. Tables without computers are tried first. None if no table can be formed.
        If the same people would sit there with other games and as many seats, one of these games may be returned.
        """
        self._tries_left = MAX_TRIES
        younger = free & self._partners[host] & (-1 << host)
        kinds = [(kind, takers & younger) for kind, takers in self._takers.items() if takers >> host & 1]
        with_computers = self._accepts_computers if self._accepts_computers >> host & 1 else 0
        for seat_people, allowed in ((self._fill, free), (self._gather, with_computers)):
            for n, (kind, candidates) in enumerate(kinds):
                if others := seat_people(kind.size - 1, candidates & allowed, self.terms[host]):
                    equal = [kind] + [
                        other
                        for other, takers in kinds[n + 1 :]
                        if other.size == kind.size
                        and seat_people(kind.size - 1, takers & allowed, self.terms[host]) == others
                    ]
                    return equal[self._turns[host] % len(equal)], [host, *others]
        return None

    def _fill(self, seats: int, candidates: int, terms: _Terms) -> list[int]:
        """Return the people who fill exactly this many seats of a table together; [] if none can, or no tries are left.

        Of several such groups, the first one in the order of waiting is returned. `candidates` is the set (as bits) of
        the people with whom everybody already seated can sit. `terms` is what everybody already seated accepts.
        """
        while candidates.bit_count() >= seats and self._tries_left:
            self._tries_left -= 1
            person = _lowest(candidates)
            candidates &= candidates - 1
            agreed = _agreed(terms, self.terms[person])
            if all(agreed):
                if seats == 1:
                    return [person]
                if others := self._fill(seats - 1, candidates & self._partners[person], agreed):
                    return [person, *others]
        return []

    def _gather(self, seats: int, candidates: int, terms: _Terms) -> list[int]:
        """Return people for at most this many seats of a table; the result may be empty.

        Candidates are taken in the order of waiting. Each who can sit with all those taken before gets a seat.
        `candidates` (as bits) and `terms` are those of `_fill`.
        """
        seated: list[int] = []
        while candidates and len(seated) < seats:
            person = _lowest(candidates)
            candidates &= candidates - 1
            agreed = _agreed(terms, self.terms[person])
            if all(agreed):
                seated.append(person)
                candidates, terms = candidates & self._partners[person], agreed
        return seated


def _partners(waiting: Sequence[Wish], known: Sequence[Owner], terms: Sequence[_Terms]) -> list[int]:
    """Return, for each person, the set (as bits) of those with whom they could share some table.

    Which game is played there is not considered. The three sequences have the same order, that of waiting.
    """
    reliable = {
        required: _set(meets(owner.level, required) for owner in known)
        for required in {wish.required_level for wish in waiting}
    }
    content = {
        level: _set(meets(level, wish.required_level) for wish in waiting) for level in {owner.level for owner in known}
    }
    partners = [
        reliable[wish.required_level] & content[owner.level] & ~(1 << person)
        for person, (wish, owner) in enumerate(zip(waiting, known, strict=True))
    ]
    for accepted in zip(*terms, strict=True):
        for person, sharing in enumerate(_sharing(accepted)):
            partners[person] &= sharing
    number = {wish.person: person for person, wish in enumerate(waiting)}
    for person, owner in enumerate(known):
        for avoided in owner.avoids & number.keys():
            partners[person] &= ~(1 << number[avoided])
            partners[number[avoided]] &= ~(1 << person)
    return partners


def _sharing(accepted: Sequence[int]) -> list[int]:
    """Return, for each person, the set (as bits) of the people who accept at least one of the same values.

    `accepted` has the set of accepted values for each person, as bits. It must not be empty.
    """
    takers = [_set(each >> value & 1 for each in accepted) for value in range(max(accepted).bit_length())]
    sharing = {
        each: reduce(or_, (people for value, people in enumerate(takers) if each >> value & 1), 0)
        for each in set(accepted)
    }
    return [sharing[each] for each in accepted]


def _agreed(terms: _Terms, others: _Terms) -> _Terms:
    """Return what both accept."""
    return _Terms(terms[0] & others[0], terms[1] & others[1], terms[2] & others[2])


def _set(flags: Iterable[object]) -> int:
    """Return the set of the indices whose flag is true."""
    return sum(1 << index for index, flag in enumerate(flags) if flag)


def _lowest(numbers: int) -> int:
    """Return the lowest number of a set that is not empty."""
    return (numbers & -numbers).bit_length() - 1
