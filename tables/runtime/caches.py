"""In-memory caches of database contents, so that clicks and edits do not read the database each time.

They cannot go stale. Code that writes to the database updates the cache too. No other process writes unnoticed: a
database file is locked while we use it; on a server only the holder of a partition writes its tables, and other changes
are announced to all processes (`tables.delivery.peers`).
"""

from __future__ import annotations

from cachetools import LRUCache

from opponents.advice import Advice
from storage.rows import OriginRow, PersonRow, PostRow, Span
from tables.model.history import GameHistory
from tables.model.table import LogEntry, MenuMoves, OwnDecision, Since


class Caches:
    """All caches of one process, made by `Services`. Each keeps the entries used most recently."""

    def __init__(self) -> None:
        self.people: LRUCache[int, PersonRow] = LRUCache(20_000)
        """Settings of people, by person. Written by `tables.runtime.people`."""
        self.holidays: LRUCache[int, list[Span]] = LRUCache(20_000)
        """Holidays, past ones included, by person. Written by `tables.time.holidays`."""
        self.origins: LRUCache[int, OriginRow] = LRUCache(5000)
        """The game, server and channel of tables, by table. Only `tables.seating.relocation` changes the channel."""
        self.posts: LRUCache[tuple[int, str, int], PostRow | None] = LRUCache(20_000)
        """Where live messages are, by table, kind and person; None if there is none. Written by `delivery.posts`."""
        self.closed_dms: LRUCache[tuple[int, int], bool] = LRUCache(20_000)
        """True if a table has told a person that their direct messages are closed. Written by `delivery.posts`."""
        self.log_entries: LRUCache[tuple[int, int], LogEntry] = LRUCache(8_000_000, LogEntry.size)
        """Log entries, by table and number, up to about 8 MB. A committed entry never changes."""
        self.seen: LRUCache[tuple[int, int, int], bytes] = LRUCache(4_000_000, len)
        """Encoded views that seats had, by table, seat and length of the log then, up to 4 MB. They never change."""
        self.generation = 0
        """Counts how often entries were dropped. If it changes while a row is read, the row must not be cached."""

        # The following are computed from data that cannot change, so `forget_all` keeps them.
        self.menu_moves: LRUCache[tuple[str, bytes, int], MenuMoves] = LRUCache(300)
        """The menu moves of seats, by game, snapshot and seat."""
        self.advice: LRUCache[tuple[str, bytes, int], list[Advice]] = LRUCache(300)
        """Advice, by game, snapshot and seat. Written by `tables.thinking.table_advice`."""
        self.late_ideas: LRUCache[tuple[int, int], str] = LRUCache(300)
        """For each lesson, by table and version: the idea that the learner's latest move used unexplained, or ""."""
        self.judged: LRUCache[tuple[int, int], OwnDecision | None] = LRUCache(300)
        """Feedback on a learner's latest decision, by table and version. Written by `coaching.lesson_feedback`."""
        self.feedback_shown: LRUCache[tuple[int, int], int] = LRUCache(300)
        """The version of a lesson's table at which feedback was last shown, by table and number of the decision."""
        self.news: LRUCache[tuple[int, int, int, int], Since | None] = LRUCache(1000)
        """What changed for a seat since its last decision, by table, version, seat and log length at that decision."""
        self.histories: LRUCache[tuple[int, int], GameHistory] = LRUCache(16)
        """Histories for replays, by table and version."""

    def forget_all(self) -> None:
        """Drop everything that was read from the database, since it may have changed, and raise `generation` by 1.

        So a read that began before this call is recognised as outdated. What was computed from data that cannot change
        is kept: menu moves, advice, feedback, changes and histories.
        """
        self.generation += 1
        for cache in (
            *(self.people, self.holidays, self.origins, self.posts, self.closed_dms),
            *(self.log_entries, self.seen),
        ):
            cache.clear()

    def forget_settings(self, person: int) -> None:
        """Drop a person's settings, their holidays, and what is known of their closed direct messages.

        They may have changed in the database. Raises `generation` by 1.
        """
        self.generation += 1
        self.people.pop(person, None)
        self.holidays.pop(person, None)
        for closed in [key for key in self.closed_dms if key[1] == person]:
            del self.closed_dms[closed]

    def forget_person(self, person: int) -> None:
        """Drop everything about a person, including the ids of messages sent to them. Their data was removed."""
        self.forget_settings(person)
        for post in [key for key in self.posts if key[2] == person]:
            del self.posts[post]
