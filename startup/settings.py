"""The settings: what the environment, or a file `.env`, says; each that cannot be used has a sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from storage import Address, PartitionLayout, address_of
from storage.engines.address import is_server

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
MOST = 4096
"""So many shards serve ten million servers."""
OURS = (
    *("DISCORD_TOKEN", "DISCORD_PROXY", "SENTRY_DSN", "KONTOR_DB", "KONTOR_LOG", "KONTOR_GUILD", "KONTOR_ALIVE"),
    *("KONTOR_METRICS", "KONTOR_SHARDS", "KONTOR_PROCESSES"),
)
"""The names of all settings."""


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
    layout: PartitionLayout = PartitionLayout()
    """How many of Discord's shards there are, and among how many processes they are divided."""


def read_settings(environment: dict[str, str], file: Path = Path(".env")) -> Settings:
    """Read the settings; what stands in the environment wins over the file."""
    found = {**_read_file(file), **{key: value for key in OURS if (value := _bare(environment.get(key, "")))}}
    level = found.get("KONTOR_LOG", "INFO").upper()
    if level not in LEVELS:
        raise BadSetting(f"KONTOR_LOG is {level!r}. It must be one of {', '.join(LEVELS)}.")
    guild = found.get("KONTOR_GUILD", "")
    if guild and not _is_number(guild, 2**63 - 1):
        raise BadSetting(f"KONTOR_GUILD is {guild!r}. It must be a server's number, or be left out.")
    token = found.get("DISCORD_TOKEN", "")
    if token and not re.fullmatch(r"[\w-]+(\.[\w-]+){2}", token, re.ASCII):
        raise BadSetting(
            "DISCORD_TOKEN does not look like a bot token. Copy it again from the Developer Portal, page Bot."
        )
    db = address_of(found.get("KONTOR_DB", "data/kontor.db"))
    if isinstance(db, Path) and _is_folder(db):
        raise BadSetting(f"KONTOR_DB is the folder {db}. It must be a file.")
    alive = Path(found["KONTOR_ALIVE"]) if "KONTOR_ALIVE" in found else None
    return Settings(
        *(token, db, level, _proxy(found.get("DISCORD_PROXY", "")), int(guild) if guild else None, alive),
        _address(found["KONTOR_METRICS"]) if "KONTOR_METRICS" in found else None,
        found.get("SENTRY_DSN", ""),
        _split(found.get("KONTOR_SHARDS", "1"), found.get("KONTOR_PROCESSES", "1"), db),
    )


def _is_number(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20 and 0 < int(text) <= most


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # Who opens it says why it cannot be used.
        return False


def _proxy(text: str) -> str | None:
    """Read a proxy's address; what is wrong with it is said without its password."""
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        good = False
    if text and not good:
        raise BadSetting("DISCORD_PROXY is no address of a proxy. It must be like http://host:8080, or be left out.")
    return text or None


def _split(shards: str, processes: str, db: Address) -> PartitionLayout:
    for name, text in (("KONTOR_SHARDS", shards), ("KONTOR_PROCESSES", processes)):
        if not _is_number(text, MOST):
            raise BadSetting(f"{name} is {text!r}. It must be a number from 1 to {MOST}, or be left out.")
    layout = PartitionLayout(int(shards), int(processes))
    if layout.processes > layout.shards:
        raise BadSetting(f"KONTOR_PROCESSES is {processes}, but there are only {shards} shards. Raise KONTOR_SHARDS.")
    if layout.processes > 1 and not is_server(db):
        raise BadSetting(
            f"KONTOR_PROCESSES is {processes}, but a file has one process. Set KONTOR_DB to postgresql://… instead."
        )
    return layout


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not _is_number(port, 65535):
        raise BadSetting(
            f"KONTOR_METRICS is {text!r}. It must be an address and a port, as 127.0.0.1:9464, or be left out."
        )
    return host.removeprefix("[").removesuffix("]"), int(port)


def _read_file(file: Path) -> dict[str, str]:
    try:
        # Some editors begin a file with a mark of their own, which is no part of the first name.
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
        if key.startswith("KONTOR_") and key not in OURS:
            raise BadSetting(f"{file}, line {number}: there is no setting {key}. .env.example names all there are.")
        if value := _bare(value):
            settings[key] = value
    return settings


def _bare(value: str) -> str:
    """Return a value without its quotes, or without a comment behind it: as Docker reads the same file."""
    quoted = re.fullmatch(r"""\s*(["'])(.*?)\1\s*(#.*)?""", value)
    return quoted[2] if quoted else re.sub(r"(^|\s)#.*", "", value).strip()
