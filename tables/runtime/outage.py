"""The database is away: the operator reads so once when that begins, and once when it is over."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from storage import Unreachable

log = logging.getLogger("kontor.house")


def is_outage(problem: BaseException) -> bool:
    """Say whether something went wrong only because the database is away: where in the code is no matter then."""
    return isinstance(problem, Unreachable)


class Outage:
    """Whether the database could not be reached lately. All that was not done is tried again by whoever does it."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._since: int | None = None
        self._missed = False
        """Something was not done since we last looked."""

    @property
    def lasts(self) -> bool:
        """Whether it is not known to be over."""
        return self._since is not None

    @contextmanager
    def noted(self, what: str) -> Iterator[None]:
        """Leave something undone for which the database is away; the first of all that is says so in the log."""
        try:
            yield
        except Unreachable as problem:
            self.note(what, problem)

    def note(self, what: str, problem: Unreachable) -> None:
        """Note that something was not done."""
        self._missed = True
        if self._since is None:
            self._since = self._now()
            log.warning(
                "%s not done: %s It is tried again, like all else that waits, until the database is back.",
                what,
                problem,
            )
        else:
            log.debug("%s not done: %s", what, problem)

    def look(self) -> None:
        """Say that it is over, if it is: nothing was left undone since the last look."""
        if self._since is not None and not self._missed:
            log.info("the database is back after about %d s", self._now() - self._since)
            self._since = None
        self._missed = False
