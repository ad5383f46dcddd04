"""What is kept in mind of the database, so that it is not asked with every click and edit.

Whoever writes one of these there writes it here too, and nobody else writes it unnoticed: a file is locked while we
have it open; on a server tables are written by who holds their partition, and what others write besides that, they say
(`others`). So it cannot be stale.
"""

from __future__ import annotations

from cachetools import LRUCache

from opponents.advice import Advice
from storage.rows import OriginRow, PersonRow, PostRow, Span
from tables.model.history import Course
from tables.model.table import LogEntry, MenuMoves, Since


class Caches:
    """People, places, messages and entries of logs that somebody has asked for lately."""

    def __init__(self) -> None:
        self.people: LRUCache[int, PersonRow] = LRUCache(20_000)
        """By their number. Written by `persons` with every change of settings."""
        self.holidays: LRUCache[int, list[Span]] = LRUCache(20_000)
        """By whose they are. Written by `stopping`."""
        self.origins: LRUCache[int, OriginRow] = LRUCache(5000)
        """Where tables live. Written by `moving`: nothing else of it ever changes."""
        self.posts: LRUCache[tuple[int, str, int], PostRow | None] = LRUCache(20_000)
        """Where messages stand, by table, kind and person; None: there is none. Written by `posts`."""
        self.closed_dms: LRUCache[tuple[int, int], bool] = LRUCache(20_000)
        """Whether a table has told a person that their direct messages are closed. Written by `posts`."""
        self.log_entries: LRUCache[tuple[int, int], LogEntry] = LRUCache(8_000_000, LogEntry.size)
        """Entries of logs, by table and number, within some megabytes: once committed, none of it ever changes."""
        self.seen: LRUCache[tuple[int, int, int], bytes] = LRUCache(4_000_000, len)
        """What seats saw, by table, seat and the log's length by then, within some megabytes: it never changes."""
        self.generation = 0
        """How often something was forgotten because others have written it: what was read before is not kept then."""

        # What is worked out of what cannot change is never forgotten.
        self.menu_moves: LRUCache[tuple[str, bytes, int], MenuMoves] = LRUCache(300)
        """What seats are offered, by game, snapshot and seat."""
        self.hints: LRUCache[tuple[str, bytes, int], list[Advice]] = LRUCache(300)
        """What was hinted, by game, snapshot and seat."""
        self.news: LRUCache[tuple[int, int, int, int], Since | None] = LRUCache(1000)
        """What changed for seats, by table, version, seat and since when."""
        self.courses: LRUCache[tuple[int, int], Course] = LRUCache(16)
        """The course of games, by table and version."""

    def forget_all(self) -> None:
        """Keep nothing that stands in the database: perhaps it stands there otherwise."""
        self.generation += 1
        for cache in (
            *(self.people, self.holidays, self.origins, self.posts, self.closed_dms),
            *(self.log_entries, self.seen),
        ):
            cache.clear()

    def forget_settings(self, person: int) -> None:
        """Keep nothing of what a person has set: another process has just written it."""
        self.generation += 1
        self.people.pop(person, None)
        self.holidays.pop(person, None)
        for closed in [key for key in self.closed_dms if key[1] == person]:
            del self.closed_dms[closed]

    def forget_person(self, person: int) -> None:
        """Keep nothing of a person who has just been removed from the file."""
        self.forget_settings(person)
        for post in [key for key in self.posts if key[2] == person]:
            del self.posts[post]
