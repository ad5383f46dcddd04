"""Outages of the database: one warning in the log when an outage begins, and one line when it is over.

The loss of our partition (`Unusable`) is suppressed in the same way, but is no outage: all work fails then, and
`bot.py` logs it once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from storage import Unreachable, Unusable

log = logging.getLogger("kontor.database")


def is_outage(problem: BaseException) -> bool:
    """Return True if the database cannot be reached, or no longer used by us, so that the traceback does not matter."""
    return isinstance(problem, Unreachable | Unusable)


class Outage:
    """Tracks whether the database is away, and logs when that begins and ends. `Services` makes it.

    Callers retry their failed work themselves.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._since: int | None = None
        self._missed = False
        """True if work failed since the last call of `check_over`."""

    @contextmanager
    def suppress(self, what: str) -> Iterator[None]:
        """Suppress `Unreachable` and `Unusable` in the body and note them as a failure of `what`."""
        try:
            yield
        except (Unreachable, Unusable) as problem:
            self.note(what, problem)

    def note(self, what: str, problem: Unreachable | Unusable) -> None:
        """Note that `what` failed because the database is away. Only the first failure of an outage is a warning.

        After the loss of our partition nothing is noted, since there is nothing left to retry.
        """
        if isinstance(problem, Unusable):
            log.debug("%s failed: %s", what, problem)
            return
        self._missed = True
        if self._since is None:
            self._since = self._now()
            log.warning(
                "%s failed: %s It is retried, like all other work, until the database is back.",
                what,
                problem,
            )
        else:
            log.debug("%s failed: %s", what, problem)

    def check_over(self) -> None:
        """End the outage, with a log line, if nothing failed since the last call. Called with every tick."""
        if self._since is not None and not self._missed:
            log.info("the database is back after about %d s", self._now() - self._since)
            self._since = None
        self._missed = False
