"""The rows of leagues as plain structs: seasons, entrants, fixtures and messages. Times are in seconds since 1970."""

from __future__ import annotations

from typing import Literal

import msgspec

from storage.message_rows import VersionedMessageRow

SeasonState = Literal["draft", "signup", "checkin", "playing", "over", "cancelled"]
"""Being set up; people sign up; they confirm that they play; tables are played; it has ended; it was called off."""
SeasonFormat = Literal["season", "cup"]
"""Everybody in a division plays the same number of games; or knockout."""
FixtureStatus = Literal["waiting", "playing", "finished", "closed"]
"""Its table is not open yet; is played; was played to its end; was closed without a result."""
SeasonMessageKind = Literal["announcement", "checkin", "division", "tables", "end", "act"]
"""The announcement with *Sign up*; the call to check in; the standings of a division; one player's tables; how the
season ended; what an organiser did."""


class SeasonRow(msgspec.Struct, kw_only=True):
    """One season of a league, or one cup. `starts` and `ends` are times; `server` and `channel` are Discord ids."""

    id: int = 0
    league: int = 0
    """The id of the first season of the same league."""
    number: int = 1
    """The number of the season in its league, from 1."""
    server: int
    channel: int
    game: str
    name: str
    format: SeasonFormat = "season"
    size: int
    """The number of players at a table."""
    clock: str
    """The clock of its tables, a JSON object that only `tables` reads."""
    language: str
    most: int = 0
    """The most players; 0: no limit."""
    organiser: int
    """The person who set it up; 0: their data was removed."""
    state: SeasonState = "draft"
    starts: int
    ends: int
    extended: int = 0
    """By how many seconds organisers have put off the end of the season, or of a cup's present round."""
    created: int
    ended: int = 0
    """When it ended or was cancelled; 0 before."""
    round: int = 0
    """The round of a cup, from 1; 1 in a season that has started; 0 before."""
    due: int = 0
    """When its next task is due."""


class EntrantRow(msgspec.Struct, kw_only=True):
    """A person who has signed up for a season. `n` is their number from 1, in the order of signing up."""

    n: int
    person: int | None
    """None: their data was removed."""
    name: str
    checked_in: bool = False
    division: int = 0
    """From 1, the best division first; 0: they do not play, or the season has not started."""
    seed: int = 0
    """Their rank when divisions and tables were drawn (by last season's places, or by rating), from 1; 0 before."""
    rating: float = 0.0
    """The number that ranks their rating on this server (`RatingRow.ordinal`), as it was before the start."""
    dropped: bool = False
    """They have dropped out of the running season."""
    place: int = 0
    """Their place in the division at the end, or in the cup; 0 before."""


class FixtureRow(msgspec.Struct, kw_only=True):
    """A table that a season has planned: who plays there, and what came of it.

    `n` is its number in the season. `players` are numbers of entrants (`EntrantRow.n`), in the order of the seats once
    the table is open. `table_id` is the table, None before it is opened.
    """

    n: int
    round: int = 1
    division: int
    players: list[int]
    status: FixtureStatus = "waiting"
    table_id: int | None = None
    pace: int = 0
    """0: the season's clock. 1: 12 hours for a decision. 2: computers of the level `alderman` play to the end."""
    places: list[int] = []
    """The places of `players`, in their order; empty unless the table was played to its end."""
    absent: list[int] = []
    """The entrants who get no points here, because a computer has their seat for good."""
    closed_by: int = 0
    """The person who closed the table; 0: nobody, or their data was removed."""


class SeasonMessageRow(VersionedMessageRow, kw_only=True):
    """A message of a season, which is posted once and then edited."""

    TABLE = "season_messages"
    NONCE_PREFIX = "s"
    season: int
    kind: SeasonMessageKind
    number: int = 0
    """The number of the division, entrant or act that it is about; 0 for kinds with one message per season."""
    facts: str = "{}"
    """A JSON object that only `tables` reads."""
