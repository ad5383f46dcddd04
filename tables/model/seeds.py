"""Chance that nobody can guess: by which a table is dealt, and with which its computers think."""

from __future__ import annotations

import secrets


def new() -> int:
    """Return a seed for something that happens by chance."""
    return secrets.randbits(62)
