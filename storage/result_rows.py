"""The rows of finished games as plain structs: results, how people decided, ratings, and who played against whom."""

from __future__ import annotations

import msgspec

from storage.rows import Gone


class ResultRow(msgspec.Struct, kw_only=True):
    """The place and score of one seat of a finished table.

    `person` owned it at the end (None: nobody, or their data was removed); `computer` is the level that decided there.
    """

    seat: int
    person: int | None
    name: str
    computer: str | None
    place: int
    score: int


class DecisionCountRow(msgspec.Struct, kw_only=True):
    """How often a person has decided at a seat, how many seconds that took in all, and how they gave the seat up.

    `in_time` and `late` count for their reliability, so only at tables with a clock.
    """

    seat: int
    person: int
    """0: a computer; -1: a person whose data was removed."""
    name: str
    count: int = 0
    seconds: int = 0
    gone: Gone = ""
    """How they gave the seat up; empty: they did not."""
    in_time: int = 0
    """How many decisions they made before their time was up."""
    late: int = 0
    """How many times it was up first, whether they decided afterwards, or somebody else did."""


class OutcomeRow(msgspec.Struct, kw_only=True):
    """One finished game as it counts for one player: in statistics and, unless `apart`, in ratings.

    `person` is None for a computer, whose level is `computer`, and for somebody whose data was removed. `decisions` is
    how often they decided at the seat, `seconds` how long that took in all.
    """

    n: int = 0
    """The number of the game, in the order in which games ended, from 1. `nth` numbers its outcomes from 0."""
    nth: int = 0
    table_id: int
    game: str
    server: int
    size: int
    ended: int
    seat: int
    person: int | None
    computer: str | None
    name: str
    place: int
    score: int
    gone: bool = False
    """They gave the seat up, which counts as a loss."""
    apart: bool = False
    """Not rated: a game against computers only, or a private one."""
    private: bool = False
    """A private game, which nobody else sees."""
    decisions: int = 0
    seconds: int = 0
    mu: float | None = None
    """The rating over all servers before the game; None: the game is not rated, or not yet."""
    sigma: float | None = None
    here_mu: float | None = None
    """The rating on this server before the game."""
    here_sigma: float | None = None


class RatingRow(msgspec.Struct, kw_only=True):
    """A person's rating at a game, on one server or over all: openskill's `mu` and `sigma`, after `games` games.

    `ordinal` is the single number by which ratings are ranked.
    """

    server: int
    """0: over all servers."""
    game: str
    person: int
    name: str
    mu: float
    sigma: float
    ordinal: float
    games: int


class RivalRow(msgspec.Struct, kw_only=True, frozen=True):
    """An opponent, person or computer, of the person whose statistics are shown; `games` are those played together."""

    person: int | None
    """None: a computer of the level `computer`, or `hidden`."""
    computer: str | None
    name: str
    games: int
    ahead: int
    """In how many of the games the person had a better place than this rival."""
    hidden: bool
    """The rival hides their statistics, or their data was removed."""
