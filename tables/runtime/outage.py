"""Outages of the database: one log line when an outage begins, and one when it is over."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from storage import Unreachable

log = logging.getLogger("kontor.database")


def is_outage(problem: BaseException) -> bool:
    """Return True if an error means that the database cannot be reached, so that its traceback does not matter."""
    return isinstance(problem, Unreachable)


class Outage:
    """Tracks whether the database is away, and logs when that begins and ends. `Services` makes it.

    Callers retry their failed work themselves.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._since: int | None = None
        self._missed = False
        """True if work failed since the last call of `check_over`."""

    @property
    def is_ongoing(self) -> bool:
        """True from the first failure until `check_over` finds that the database is back."""
        return self._since is not None

    @contextmanager
    def suppress(self, what: str) -> Iterator[None]:
        """Suppress `Unreachable` in the body and note it as a failure of `what`."""
        try:
            yield
        except Unreachable as problem:
            self.note(what, problem)

    def note(self, what: str, problem: Unreachable) -> None:
        """Note that `what` failed because the database is away. Only the first failure of an outage is a warning."""
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
