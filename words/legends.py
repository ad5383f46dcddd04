"""Lines that the legends of several games share."""

from __future__ import annotations

from words.language import Words


def drawn(words: Words, name: str, drawing: str) -> str:
    """Say how a thing is drawn."""
    return f"{name} ({words.say(drawing)})"


def shields(words: Words) -> str:
    """Explain by what a player is known."""
    return words.say("**A, B, C …** on a shield: a player; the frame around what is theirs has the same colour")


def marks(words: Words) -> str:
    """Explain the marks on players."""
    return words.say("Flag: starting player; golden frame: whose turn it is; crown: who has won")
