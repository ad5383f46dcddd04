"""Unpredictable seeds for dealing games and for computer players."""

from __future__ import annotations

import secrets


def new() -> int:
    """Return a random seed of 62 bits from the operating system, so that nobody can predict a deal."""
    return secrets.randbits(62)
