"""The log on standard error: `set_up_logging`. Lines are text or JSON, with milliseconds and without secrets."""

from __future__ import annotations

import json
import logging
import os
import sys
from datetime import datetime
from types import TracebackType

from monitoring.redaction import redact

_COLOURS = {logging.WARNING: "\x1b[33m", logging.ERROR: "\x1b[31m", logging.CRITICAL: "\x1b[31m"}
"""The terminal codes that begin yellow and red, by log level."""
_PLAIN = "\x1b[0m"
"""The terminal code that ends a colour."""


class TextFormatter(logging.Formatter):
    """Formats a record as `[2026-11-18 09:30:00.123+00:00] [INFO    ] kontor.bot: …`, without secrets.

    A traceback follows on lines of its own. With `coloured`, the level of warnings and errors has a colour.
    """

    def __init__(self, *, coloured: bool = False) -> None:
        super().__init__("[{asctime}] [{levelname:<8}] {name}: {message}", style="{")
        self._coloured = coloured

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """Return the record's local time, with milliseconds and the time zone's offset."""
        return _time_of(record, " ")

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text without secrets, with its traceback if there is one, and its level in colour."""
        line = redact(super().format(record))
        if self._coloured and record.levelno in _COLOURS:
            level = f"{record.levelname:<8}"
            line = line.replace(level, f"{_COLOURS[record.levelno]}{level}{_PLAIN}", 1)
        return line


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON, without secrets.

    Its keys are `time`, `level`, `logger` and `message`; `exception` with the traceback, if there is one; and `error`
    with the error id that a player was shown, if there is one.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line of JSON without secrets; the class says which keys it has."""
        fields = {
            "time": _time_of(record, "T"),
            "level": record.levelname,
            "logger": record.name,
            # Secrets are removed first: afterwards that could remove the backslash of an escaped character.
            "message": redact(record.getMessage()),
        }
        if record.exc_info:
            fields["exception"] = redact(self.formatException(record.exc_info))
        if number := getattr(record, "number", ""):
            fields["error"] = str(number)
        return json.dumps(fields, ensure_ascii=False)


def set_up_logging(level: int, form: str = "text") -> None:
    """Write the log to standard error from now on. An exception that ends the process is logged, too.

    `level` is that of our own loggers, `form` is `text` or `json`. Levels have colours only in a terminal, and not if
    the environment variable NO_COLOR is set. Call it once: every call adds a handler.
    """
    coloured = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter(coloured=coloured))
    logging.getLogger().addHandler(handler)
    hush_libraries(level)
    sys.excepthook = _log_crash


def hush_libraries(level: int) -> None:
    """Set the log level of our own loggers to `level`, and that of libraries to the higher of `level` and WARNING.

    Libraries log much, and their messages may contain secrets.
    """
    logging.getLogger("kontor").setLevel(level)
    for library in ("", "discord", "aiosqlite", "pyvips"):
        logging.getLogger(library).setLevel(max(level, logging.WARNING))


def _log_crash(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> None:
    """Log the exception that ends the process. Python itself would print it with the secrets in its text."""
    logging.getLogger("kontor").critical("stopped by an error", exc_info=(kind, problem, trace))


def _time_of(record: logging.LogRecord, separator: str) -> str:
    """Return a record's local time in ISO format, with milliseconds and offset; `separator` is before the hour."""
    return datetime.fromtimestamp(record.created).astimezone().isoformat(separator, "milliseconds")
