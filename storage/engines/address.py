"""Addresses of databases: a file's path, or a URL of a PostgreSQL server."""

from __future__ import annotations

import re
from pathlib import Path

from storage.database import Unusable

Address = str | Path
"""The path of a file, or a URL that begins with `postgresql://`."""
EXAMPLE = "postgresql://user:password@host/database"


def address_of(text: str) -> Address:
    """Return the address in a text: a URL of PostgreSQL unchanged, any text that is no URL as a file's path.

    Raises `Unusable` for a URL of anything else.
    """
    if is_server(text):
        return text
    scheme, elsewhere, _ = text.partition("://")
    if elsewhere:  # The rest may contain a password.
        raise Unusable(f"Not an address: {scheme}://…. It must be a file's path, or like {EXAMPLE}.")
    return Path(text)


def is_server(address: Address) -> bool:
    """Return True if an address is a PostgreSQL server rather than a file."""
    return isinstance(address, str) and address.lower().startswith(("postgresql://", "postgres://"))


def shown(address: Address) -> str:
    """Return an address for people and logs: without a password, or anything that may be a part of one.

    A file's path stays as it is. Of a URL only scheme, user, host, port and database are left, or only the scheme if it
    is unclear where the password ends.
    """
    if not is_server(address):
        return str(address)
    scheme, _, rest = str(address).partition("://")
    login, _, place = rest.rpartition("@")
    if re.search("[?#]", login):  # The @ may belong to a password in the query, or the ? to one in the login.
        return f"{scheme}://…"
    place = re.split(r"[?#]", place)[0]
    if not login:  # A port that is not a number may be a password whose @ was forgotten.
        place = re.sub(r":(?!\d+(?:[/,]|$))[^/]*", "", place)
    user = login.partition(":")[0]
    return f"{scheme}://{user}@{place}" if user else f"{scheme}://{place}"
