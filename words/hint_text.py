"""Sentences of a hint: `hint_message` lists proposed moves; `hints_allowed` says if a table has hints."""

from __future__ import annotations

from collections.abc import Sequence

from words.analysis_text import percent
from words.catalogue import Words


def hint_message(words: Words, proposals: Sequence[tuple[str, float | None, Sequence[str]]]) -> str:
    """Return the proposed moves as a Markdown list under a heading, in the order given (best first).

    Each proposal is the move's text, the chance of winning from 0 to 1 (None if it is unknown) and the reasons for the
    move. The heading names the alderman, the strongest computer player, if any chance is known.
    """
    sure = any(chance is not None for _, chance, _ in proposals)
    head = words.many("💡 **A hint, just for you**", "💡 **{n} hints, just for you**", len(proposals))
    by = words.say(" · from the alderman, our strongest computer player (it only knows what you know)") if sure else ""
    lines = [f"{head}{by}:"]
    for move, chance, reasons in proposals:
        line = f"- **{move}**"  # Not numbered: in a menu the numbers belong to its buttons.
        if chance is not None:
            line += " · " + words.say("{percent}% chance of winning", percent=percent(chance))
        lines.append(f"{line} · {', '.join(reasons)}" if reasons else line)
    return "\n".join(lines)


def hints_allowed(words: Words, *, hints: bool) -> str:
    """Return a short note: "💡 with hints" if players may ask for hints at the table, else "without hints"."""
    return words.say("💡 with hints") if hints else words.say("without hints")
