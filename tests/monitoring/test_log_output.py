"""The log on standard error: text or JSON, with time zone and milliseconds, in colours only in a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

LOGS = """
import logging
from monitoring import set_up_logging

set_up_logging(logging.INFO, {form!r})
log = logging.getLogger("kontor.request")
log.info("table=%d Grüße", 3)
logging.getLogger("discord").info("many words of a library")
try:
    raise LookupError("https://user:geheim@host/")
except LookupError:
    log.exception("error=%s", "0123abcd", extra={{"number": "0123abcd"}})
raise SystemError("wss://user:geheim@host/")
"""


def write_log(form: str = "text", terminal: bool = False, **environment: str) -> str:
    """Return what a process logs that ends with an exception; `terminal`: its standard error is one."""
    ours, theirs = pty.openpty() if terminal else os.pipe()
    done = subprocess.run(
        [sys.executable, "-c", LOGS.format(form=form)],
        cwd=Path(__file__).parents[2],
        env={"PATH": os.environ["PATH"], "TZ": "Europe/Berlin", **environment},
        stderr=theirs,
    )
    assert done.returncode == 1
    os.close(theirs)
    written = b""
    try:
        while more := os.read(ours, 65536):
            written += more
    except OSError:  # A terminal whose other end is closed.
        pass
    os.close(ours)
    return written.decode()


def test_a_line_of_text_has_time_zone_and_milliseconds_and_no_secret() -> None:
    text = write_log()
    assert re.match(
        r"\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\+0[12]:00] \[INFO    ] kontor\.request: table=3 Grüße\n", text
    )
    assert "LookupError: https://…@host/" in text
    assert "[CRITICAL] kontor: stopped by an error\nTraceback" in text, "what ends the process is logged like all else"
    assert "SystemError: wss://…@host/" in text
    assert "many words" not in text
    assert "geheim" not in text


def test_every_line_of_json_is_an_object() -> None:
    first, second, last = map(json.loads, write_log("json").splitlines())
    when = datetime.fromisoformat(first.pop("time"))
    assert when.utcoffset()
    assert when.microsecond % 1000 == 0
    assert first == {"level": "INFO", "logger": "kontor.request", "message": "table=3 Grüße"}
    assert (second["level"], second["message"], second["error"]) == ("ERROR", "error=0123abcd", "0123abcd")
    assert second["exception"].endswith("LookupError: https://…@host/")
    assert last["exception"].endswith("SystemError: wss://…@host/")


@pytest.mark.thorough
def test_colours_are_for_terminals_whose_owner_wants_them() -> None:
    assert "[\x1b[31mERROR   \x1b[0m]" in write_log(terminal=True)
    assert "\x1b" not in write_log(terminal=True, NO_COLOR="1")
    assert "\x1b" not in write_log()
