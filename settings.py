"""The settings: what the environment, or a file `.env`, says; each that cannot be used has a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from storage import Address, Split, address_of
from storage.address import is_server

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
MOST = 4096
"""So many shards serve ten million servers."""


class BadSetting(Exception):
    """A setting cannot be used; the sentence says which and what to do."""


class Settings(NamedTuple):
    """What the environment, or a file `.env` beside it, says."""

    token: str
    db: Address
    log: str
    proxy: str | None
    guild: int | None
    alive: Path | None
    metrics: tuple[str, int] | None = None
    """Where they are served."""
    reports: str = ""
    """Where errors are reported: an address that holds a key."""
    split: Split = Split()
    """How many of Discord's shards there are, and among how many processes they are split."""


def read_settings(environment: dict[str, str], file: Path = Path(".env")) -> Settings:
    """Read the settings; what stands in the environment wins over the file."""
    found = {**_read_file(file), **{key: value for key, value in environment.items() if value}}
    level = found.get("KONTOR_LOG", "INFO").upper()
    if level not in LEVELS:
        raise BadSetting(f"KONTOR_LOG is {level!r}. It must be one of {', '.join(LEVELS)}.")
    guild = found.get("KONTOR_GUILD", "")
    if guild and not (guild.isascii() and guild.isdigit()):
        raise BadSetting(f"KONTOR_GUILD is {guild!r}. It must be a server's number, or be left out.")
    token = found.get("DISCORD_TOKEN", "")
    if token and token.count(".") != 2:
        raise BadSetting(
            "DISCORD_TOKEN does not look like a bot token. Copy it again from the Developer Portal, page Bot."
        )
    db = address_of(found.get("KONTOR_DB", "data/kontor.db"))
    if isinstance(db, Path) and db.is_dir():
        raise BadSetting(f"KONTOR_DB is the folder {db}. It must be a file.")
    alive = Path(found["KONTOR_ALIVE"]) if "KONTOR_ALIVE" in found else None
    return Settings(
        *(token, db, level, found.get("DISCORD_PROXY"), int(guild) if guild else None, alive),
        _address(found["KONTOR_METRICS"]) if "KONTOR_METRICS" in found else None,
        found.get("SENTRY_DSN", ""),
        _split(found.get("KONTOR_SHARDS", "1"), found.get("KONTOR_PROCESSES", "1"), db),
    )


def _split(shards: str, processes: str, db: Address) -> Split:
    for name, text in (("KONTOR_SHARDS", shards), ("KONTOR_PROCESSES", processes)):
        if not (text.isascii() and text.isdigit() and 0 < int(text) <= MOST):
            raise BadSetting(f"{name} is {text!r}. It must be a number from 1 to {MOST}, or be left out.")
    split = Split(int(shards), int(processes))
    if split.processes > split.shards:
        raise BadSetting(f"KONTOR_PROCESSES is {processes}, but there are only {shards} shards. Raise KONTOR_SHARDS.")
    if split.processes > 1 and not is_server(db):
        raise BadSetting(
            f"KONTOR_PROCESSES is {processes}, but a file has one process. Set KONTOR_DB to postgresql://… instead."
        )
    return split


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 1 << 16):
        raise BadSetting(
            f"KONTOR_METRICS is {text!r}. It must be an address and a port, as 127.0.0.1:9464, or be left out."
        )
    return host.removeprefix("[").removesuffix("]"), int(port)


def _read_file(file: Path) -> dict[str, str]:
    if not file.exists():
        return {}
    settings = {}
    try:
        # Some editors begin a file with a mark of their own, which is no part of the first name.
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadSetting(f"{file} is not written in UTF-8. Save it as UTF-8.") from None
    for number, line in enumerate(text.splitlines(), 1):
        key, equals, value = line.strip().partition("=")
        if not key or key.startswith("#"):
            continue
        if not equals:
            raise BadSetting(f"{file}, line {number}: expected NAME=value.")
        if value.strip():
            settings[key.strip()] = value.strip().strip("\"'")
    return settings
