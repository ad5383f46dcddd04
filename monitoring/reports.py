"""Reports of errors to Sentry: which error, where in the code, and nothing of who was playing what.

A report is put together here from what may be in it, instead of taking out of a full one what may not: the kinds of
the exceptions, the places in the code they went through, and the text of the log's line before anything was filled in.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import walk_tb
from types import FrameType
from typing import Any

import sentry_sdk
from sentry_sdk.types import Event, Hint
from sentry_sdk.utils import BadDsn

from monitoring.meters import CannotWatch

_OURS = ("__main__", "bot", "cogs", "monitoring", "opponents", "pictures", "rules", "storage", "tables", "words")
_MAY_BE_SENT = (
    "event_id", "timestamp", "level", "logger", "platform", "release", "environment", "exception", "logentry", "tags",
    "sdk",
)  # fmt: skip
_NUMBER = re.compile("[0-9a-f]{8}")
_DEEPEST = 10
"""So many exceptions that led to each other are reported."""
_NOT_OURS_TO_REPORT = ("sentry_sdk", "urllib3")
"""What goes wrong while reporting: to report that would never end."""
_PATIENCE = 2.0
"""Seconds that the last reports have when we end."""


@contextmanager
def reporting(dsn: str, version: str, but: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """Report what is logged as an error, and what ends this, but for what is expected to."""
    try:
        client = sentry_sdk.Client(
            dsn=dsn,
            release=f"kontor@{version}",
            default_integrations=False,
            auto_enabling_integrations=False,
            auto_session_tracking=False,
            send_client_reports=False,
            include_local_variables=False,
            include_source_context=False,
            max_breadcrumbs=0,
            server_name="",
            before_send=_only_what_may_be_sent,
        )
    except (BadDsn, ValueError):  # The second is said of what is no port.
        raise CannotWatch(
            "SENTRY_DSN is no address of a Sentry project. Copy it again from the project's settings, page Client Keys."
        ) from None
    reports = Reports(client)
    logging.getLogger().addHandler(reports)
    try:
        yield
    except but:
        raise
    except Exception as crash:
        reports.report("kontor", "stopped by an error", crash)
        raise
    finally:
        logging.getLogger().removeHandler(reports)
        client.close(timeout=_PATIENCE)


class Reports(logging.Handler):
    """Reports what is logged as an error."""

    def __init__(self, client: sentry_sdk.Client) -> None:
        super().__init__(logging.ERROR)
        self._client = client

    def emit(self, record: logging.LogRecord) -> None:
        """Report a line of the log."""
        if record.name.startswith(_NOT_OURS_TO_REPORT):
            return
        try:
            # Ours are written out in the code, and what is filled in stands apart: see the test. Others' may not be.
            said = str(record.msg) if record.name.partition(".")[0] == "kontor" else ""
            problem = record.exc_info[1] if record.exc_info else None
            self.report(record.name, said, problem, getattr(record, "number", ""))
        except Exception:
            self.handleError(record)

    def report(self, logger: str, said: str, problem: BaseException | None, number: str = "") -> None:
        """Send a report; `number` is what the person was told."""
        event: Event = {"level": "error", "logger": logger, "logentry": {"message": said or "an error", "params": []}}
        if problem is not None:
            event["exception"] = {"values": [_described(each) for each in _led_to(problem)]}
        if _NUMBER.fullmatch(number):
            event["tags"] = {"error": number}
        self._client.capture_event(event)


def _only_what_may_be_sent(event: Event, hint: Hint) -> Event:
    """Drop what the library has added of its own accord."""
    for key in [key for key in event if key not in _MAY_BE_SENT]:
        del event[key]  # type: ignore[misc]
    return event


def _led_to(problem: BaseException) -> list[BaseException]:
    """Return an exception and those that it came of, the first of them first."""
    found: list[BaseException] = []
    each: BaseException | None = problem
    while each is not None and each not in found and len(found) < _DEEPEST:
        found.append(each)
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
    return found[::-1]


def _described(problem: BaseException) -> dict[str, Any]:
    """Describe an exception by its kind and its way through the code. What it says may hold a name or a move."""
    frames = [_place(frame, line) for frame, line in walk_tb(problem.__traceback__)]
    kind = type(problem)
    return {"type": kind.__qualname__, "module": kind.__module__, "stacktrace": {"frames": frames}}


def _place(frame: FrameType, line: int) -> dict[str, Any]:
    module = str(frame.f_globals.get("__name__", "?"))
    room = module.partition(".")[0]
    return {"module": module, "function": frame.f_code.co_qualname, "lineno": line, "in_app": room in _OURS}
