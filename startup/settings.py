"""The settings of the bot, from the environment or the file `.env`: `read_settings` returns them as `Settings`.

If a setting cannot be used, `BadSetting` says in a sentence which one and what to do.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from storage import Address, PartitionLayout, address_of
from storage.engines.address import is_server

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMATS = ("text", "json")
MAX_SHARDS = 4096
"""Enough for ten million servers."""
DEFAULT_DB = "data/kontor.db"
"""The value of KONTOR_DB if it is not set."""
NAMES = (
    *("DISCORD_TOKEN", "DISCORD_PROXY", "SENTRY_DSN", "KONTOR_DB", "KONTOR_LOG", "KONTOR_GUILD", "KONTOR_ALIVE"),
    *("KONTOR_LOG_FORMAT", "KONTOR_METRICS", "KONTOR_SHARDS", "KONTOR_PROCESSES"),
)
"""The names of all settings."""


class BadSetting(Exception):
    """Raised if a setting cannot be used. Its text is a sentence that says which one and what to do.

    `bot.py` raises it, too, for other expected reasons to end.
    """


class Settings(NamedTuple):
    """All settings of the bot, checked: for Discord, database, log, monitoring and partitions.

    `read_settings` makes it. A setting that is not set has its default.
    """

    token: str
    """The bot's Discord token; empty if none is set."""
    db: Address
    """The database: a file's path, or the address of a PostgreSQL server."""
    log: str
    """The log level, one of `LEVELS`."""
    proxy: str | None
    """URL of the proxy for requests to Discord."""
    guild: int | None
    """Id of the only server that gets the slash commands; None for all servers."""
    alive: Path | None
    """A file that is touched regularly while the bot works; None for no such file."""
    metrics: tuple[str, int] | None = None
    """Host and port at which metrics are served; None: not at all."""
    reports: str = ""
    """The Sentry address, which contains a key; empty: no reports."""
    layout: PartitionLayout = PartitionLayout()
    """The numbers of Discord shards and of processes."""
    log_format: str = "text"
    """The form of log lines, one of `LOG_FORMATS`."""


def read_settings(environment: dict[str, str], file: Path = Path(".env")) -> Settings:
    """Return the settings from the environment's variables and the file; the environment wins over the file.

    An empty value counts as not set, and the file may be missing. Raises `BadSetting` if a value cannot be used, or
    `Unusable` if KONTOR_DB is a URL of something else than PostgreSQL.
    """
    found = {**_read_file(file), **{key: value for key in NAMES if (value := _bare(environment.get(key, "")))}}
    level = found.get("KONTOR_LOG", "INFO").upper()
    if level not in LEVELS:
        raise BadSetting(f"KONTOR_LOG is {level!r}. It must be one of {', '.join(LEVELS)}.")
    log_format = found.get("KONTOR_LOG_FORMAT", "text").lower()
    if log_format not in LOG_FORMATS:
        raise BadSetting(f"KONTOR_LOG_FORMAT is {log_format!r}. It must be one of {', '.join(LOG_FORMATS)}.")
    guild = found.get("KONTOR_GUILD", "")
    if guild and not _is_number(guild, 2**63 - 1):
        raise BadSetting(f"KONTOR_GUILD is {guild!r}. It must be a server's number, or be left out.")
    token = found.get("DISCORD_TOKEN", "")
    if token and not re.fullmatch(r"[\w-]+(\.[\w-]+){2}", token, re.ASCII):
        raise BadSetting(
            "DISCORD_TOKEN does not look like a bot token. Copy it again from the Developer Portal, page Bot."
        )
    db = address_of(found.get("KONTOR_DB", DEFAULT_DB))
    if isinstance(db, Path) and _is_folder(db):
        raise BadSetting(f"KONTOR_DB is the folder {db}. It must be a file.")
    alive = Path(found["KONTOR_ALIVE"]) if "KONTOR_ALIVE" in found else None
    return Settings(
        *(token, db, level, _proxy(found.get("DISCORD_PROXY", "")), int(guild) if guild else None, alive),
        _address(found["KONTOR_METRICS"]) if "KONTOR_METRICS" in found else None,
        found.get("SENTRY_DSN", ""),
        _layout(found.get("KONTOR_SHARDS", "1"), found.get("KONTOR_PROCESSES", "1"), db),
        log_format,
    )


def _is_number(text: str, most: int) -> bool:
    """Return True if a text consists of digits only and is a number from 1 to `most`."""
    return text.isascii() and text.isdigit() and len(text) < 20 and 0 < int(text) <= most


def _is_folder(path: Path) -> bool:
    """Return True if a path is an existing folder; False also if that cannot be found out."""
    try:
        return path.is_dir()
    except OSError:  # Opening it will say why.
        return False


def _proxy(text: str) -> str | None:
    """Return the proxy's URL unchanged; None for an empty text.

    Raises `BadSetting` if it is no http or https URL. The error does not quote the text, which may contain a password.
    """
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        good = False
    if text and not good:
        raise BadSetting("DISCORD_PROXY is no address of a proxy. It must be like http://host:8080, or be left out.")
    return text or None


def _layout(shards: str, processes: str, db: Address) -> PartitionLayout:
    """Return the partition layout for the texts of KONTOR_SHARDS and KONTOR_PROCESSES.

    Raises `BadSetting` if one is no number from 1 to 4096, if there are more processes than shards, or if a database
    file would have several processes.
    """
    for name, text in (("KONTOR_SHARDS", shards), ("KONTOR_PROCESSES", processes)):
        if not _is_number(text, MAX_SHARDS):
            raise BadSetting(f"{name} is {text!r}. It must be a number from 1 to {MAX_SHARDS}, or be left out.")
    layout = PartitionLayout(int(shards), int(processes))
    if layout.processes > layout.shards:
        raise BadSetting(f"KONTOR_PROCESSES is {processes}, but KONTOR_SHARDS is only {shards}. Raise KONTOR_SHARDS.")
    if layout.processes > 1 and not is_server(db):
        raise BadSetting(
            f"KONTOR_PROCESSES is {processes}, but a file has one process. Set KONTOR_DB to postgresql://… instead."
        )
    return layout


def _address(text: str) -> tuple[str, int]:
    """Return the host and the port of the text `host:port`; an IPv6 host may be in brackets.

    Raises `BadSetting` if the text has another form.
    """
    host, _, port = text.rpartition(":")
    if not host or not _is_number(port, 65535):
        raise BadSetting(
            f"KONTOR_METRICS is {text!r}. It must be an address and a port, as 127.0.0.1:9464, or be left out."
        )
    return host.removeprefix("[").removesuffix("]"), int(port)


def _read_file(file: Path) -> dict[str, str]:
    """Return the values in a file of `NAME=value` lines by name, without empty ones; {} if there is no file.

    A line may begin with `export`. Empty lines and lines that begin with `#` are skipped. Raises `BadSetting` if the
    file cannot be read, for a line of another form, and for an unknown `KONTOR_…` name.
    """
    try:
        # Some editors begin a file with a byte order mark.
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        raise BadSetting(f"{file} is not written in UTF-8. Save it as UTF-8.") from None
    except OSError as problem:
        raise BadSetting(
            f"{file} cannot be read: {problem.strerror}. It must be a file that Kontor may read."
        ) from None
    settings = {}
    for number, line in enumerate(text.replace("\0", "").splitlines(), 1):
        key, equals, value = line.strip().removeprefix("export ").partition("=")
        key = key.strip()
        if not key or key.startswith("#"):
            continue
        if not equals:
            raise BadSetting(f"{file}, line {number}: expected NAME=value.")
        if key.startswith("KONTOR_") and key not in NAMES:
            raise BadSetting(f"{file}, line {number}: there is no setting {key}. .env.example names all there are.")
        if value := _bare(value):
            settings[key] = value
    return settings


def _bare(value: str) -> str:
    """Return a setting's value without the quotes around it. A value without quotes loses a comment after it.

    Docker reads the same file in this way.
    """
    quoted = re.fullmatch(r"""\s*(["'])(.*?)\1\s*(#.*)?""", value)
    return quoted[2] if quoted else re.sub(r"(^|\s)#.*", "", value).strip()
