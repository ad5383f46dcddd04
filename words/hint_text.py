"""Sentences of a hint: proposed moves, their chances of winning, and reasons."""

from __future__ import annotations

from collections.abc import Sequence

from words.analysis_text import percent
from words.catalogue import Words


def hint_message(words: Words, proposals: Sequence[tuple[str, float | None, Sequence[str]]]) -> str:
    """Return the proposed moves as a Markdown list, best first, under a heading.

    Each proposal is the move's text, the chance of winning (None if it is unknown) and its reasons. The heading names
    the alderman if any chance is known.
    """
    sure = any(chance is not None for _, chance, _ in proposals)
    head = words.many("💡 **A hint for you alone**", "💡 **{n} hints for you alone**", len(proposals))
    by = (
        words.say(" · from the alderman, our strongest computer player; it knows only what you can know")
        if sure
        else ""
    )
    lines = [f"{head}{by}:"]
    for move, chance, reasons in proposals:
        line = f"- **{move}**"  # Not numbered: in a menu the numbers belong to its buttons.
        if chance is not None:
            line += " · " + words.say("{percent}\N{NO-BREAK SPACE}% chance of winning", percent=percent(chance))
        lines.append(f"{line} · {', '.join(reasons)}" if reasons else line)
    return "\n".join(lines)


def hints_allowed(words: Words, *, hints: bool) -> str:
    """Return whether players may ask for hints at a table, as a short note."""
    return words.say("💡 with hints") if hints else words.say("without hints")
