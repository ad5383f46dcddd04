"""Error reports to Sentry that contain nothing about people or games: `reporting`.

A report is built from a list of harmless parts instead of being cleaned afterwards: the types of the exceptions, the
functions in their tracebacks, and the log message before its arguments are filled in.
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

from monitoring.meters import MonitoringError

_OUR_PACKAGES = (
    "__main__", "bot", "cluster", "cogs", "monitoring", "opponents", "pictures", "rules",
    "startup", "storage", "tables", "words",
)  # fmt: skip
_MAY_BE_SENT = (
    "event_id", "timestamp", "level", "logger", "platform", "release", "environment", "exception", "logentry", "tags",
    "sdk",
)  # fmt: skip
_ERROR_NUMBER = re.compile("[0-9a-f]{8}")
_MAX_CHAINED_EXCEPTIONS = 10
_UNREPORTED_LOGGERS = ("sentry_sdk", "urllib3")
"""Reporting an error of the reporting itself would never end."""
_FLUSH_TIMEOUT_S = 2.0
"""How long the end of the bot waits for the last reports to be sent."""


@contextmanager
def reporting(dsn: str, version: str, but: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """Within this context, report logged errors to Sentry, and the exception that ends the context.

    An exception of a type in `but` is not reported. Every exception is raised again. `version` is the bot's. Raises
    `MonitoringError` if `dsn` is not a Sentry address. At its end the context waits up to 2 s for the last reports to
    be sent.
    """
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
            before_send=_drop_other_keys,
        )
    except (BadDsn, ValueError):  # A ValueError comes from a wrong port.
        raise MonitoringError(
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
        client.close(timeout=_FLUSH_TIMEOUT_S)


class Reports(logging.Handler):
    """A log handler that sends every record of level ERROR or above to Sentry, as a report without its arguments."""

    def __init__(self, client: sentry_sdk.Client) -> None:
        super().__init__(logging.ERROR)
        self._client = client

    def emit(self, record: logging.LogRecord) -> None:
        """Report a log record to Sentry. Records of the reporting libraries themselves are skipped.

        A record of a library's logger is reported without its message. If reporting fails, the error goes to
        `handleError`, as for every log handler.
        """
        if record.name.startswith(_UNREPORTED_LOGGERS):
            return
        try:
            # Our own messages are literals, with arguments apart (a test checks that); those of libraries may not be.
            message = str(record.msg) if record.name.partition(".")[0] == "kontor" else ""
            problem = record.exc_info[1] if record.exc_info else None
            self.report(record.name, message, problem, getattr(record, "number", ""))
        except Exception:
            self.handleError(record)

    def report(self, logger: str, message: str, problem: BaseException | None, number: str = "") -> None:
        """Send a report to Sentry: the logger's name, a message, and an exception with its causes, if there is one.

        Of exceptions only type and traceback are sent. `number` is the error id of 8 hex digits that the person was
        shown; anything else is left out.
        """
        event: Event = {
            "level": "error",
            "logger": logger,
            "logentry": {"message": message or "an error", "params": []},
        }
        if problem is not None:
            event["exception"] = {"values": [_exception_entry(each) for each in _chain_of(problem)]}
        if _ERROR_NUMBER.fullmatch(number):
            event["tags"] = {"error": number}
        self._client.capture_event(event)


def _drop_other_keys(event: Event, hint: Hint) -> Event:
    """Remove from an event, in place, every key that is not in `_MAY_BE_SENT`; return the event. Sentry calls this."""
    for key in [key for key in event if key not in _MAY_BE_SENT]:
        del event[key]  # type: ignore[misc]
    return event


def _chain_of(problem: BaseException) -> list[BaseException]:
    """Return an exception after those it was raised from or while handling, the earliest first.

    If there are more than ten, only the last ten are returned.
    """
    found: list[BaseException] = []
    each: BaseException | None = problem
    while each is not None and each not in found and len(found) < _MAX_CHAINED_EXCEPTIONS:
        found.append(each)
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
    return found[::-1]


def _exception_entry(problem: BaseException) -> dict[str, Any]:
    """Return Sentry's entry for an exception: its type and traceback.

    Its text is left out, because it may contain a name or a move.
    """
    frames = [_frame_entry(frame, line) for frame, line in walk_tb(problem.__traceback__)]
    kind = type(problem)
    return {"type": kind.__qualname__, "module": kind.__module__, "stacktrace": {"frames": frames}}


def _frame_entry(frame: FrameType, line: int) -> dict[str, Any]:
    """Return Sentry's entry for one frame: module, function, line, and whether it is our code.

    It has no variables and no source.
    """
    module = str(frame.f_globals.get("__name__", "?"))
    return {
        "module": module,
        "function": frame.f_code.co_qualname,
        "lineno": line,
        "in_app": module.partition(".")[0] in _OUR_PACKAGES,
    }
