"""Where a database is: the address alone says which engine it is."""

from __future__ import annotations

import re
from pathlib import Path

from storage.database import Unusable

Address = str | Path
"""The path of a file, or what begins with `postgresql://`."""
EXAMPLE = "postgresql://user:password@host/database"


def address_of(text: str) -> Address:
    """Read what somebody has written as an address; raise `Unusable` if it is another program's."""
    if is_server(text):
        return text
    scheme, elsewhere, _ = text.partition("://")
    if elsewhere:  # What stands behind that may be a password.
        raise Unusable(f"Not an address: {scheme}://…. It must be a file's path, or like {EXAMPLE}.")
    return Path(text)


def is_server(address: Address) -> bool:
    """Say whether an address leads to a PostgreSQL server, not to a file."""
    return isinstance(address, str) and address.lower().startswith(("postgresql://", "postgres://"))


def shown(address: Address) -> str:
    """Return an address as people and logs may see it: nothing that could be a password, or a part of one."""
    if not is_server(address):
        return str(address)
    scheme, _, rest = str(address).partition("://")
    login, _, place = rest.rpartition("@")
    if re.search("[?#]", login):  # That @ may belong to a password behind the address, or a ? to one within it.
        return f"{scheme}://…"
    place = re.split(r"[?#]", place)[0]
    if not login:  # What looks like a port and is none may be a password whose @ was forgotten.
        place = re.sub(r":(?!\d+(?:[/,]|$))[^/]*", "", place)
    user = login.partition(":")[0]
    return f"{scheme}://{user}@{place}" if user else f"{scheme}://{place}"
