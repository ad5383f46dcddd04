"""A recap tells what happened since a player's last move, the weightiest first: `RecapLine` and `shorten_recap`.

`recap_by_event` makes a game's recap function from its story and the weight of each kind of event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from rules.contract import Event
from words.catalogue import Words

MAJOR_SWING = 10.0
"""Lines of at least this weight are always told."""

Story = Callable[[Words, Sequence[str], Iterable[Event]], list[str]]
"""The type of a game's `story` function."""


class RecapLine(msgspec.Struct, frozen=True):
    """One line of a recap: its text, the seat it is about (None for nobody), and its weight.

    `swing` is how many of the game's points were won or lost by it; the larger, the earlier the line comes.
    """

    text: str
    seat: int | None = None
    swing: float = 0.0


Recap = Callable[[Words, Sequence[str], Sequence[Event]], list[RecapLine]]
"""The type of a game's `recap` function: the lines that tell events, in their order."""


def recap_by_event(story: Story, swings: Mapping[type[Event], Callable[[Event], float] | float]) -> Recap:
    """Return a recap function. `swings` says which kinds of events it tells, and the weight of each kind.

    A weight is a number, or a function of the event. The text of a line is that of `story`; an event without text has
    no line. A line's `seat` is the event's seat if the text contains that player's name, else None. A player without
    any line gets one at the end, with weight 0: for the first event of another kind whose text names them. Headings and
    small print do not count for that.
    """

    def line_of(words: Words, names: Sequence[str], event: Event) -> RecapLine | None:
        """Return the line of an event; None if it has no text, or is a heading or in small print."""
        text = "\n".join(story(words, names, [event]))
        if not text or (text.startswith(("#", "-#")) and type(event) not in swings):
            return None
        seat, swing = getattr(event, "seat", None), swings.get(type(event), 0.0)
        named = seat is not None and names[seat] in text
        return RecapLine(text, seat if named else None, swing(event) if callable(swing) else swing)

    def recap(words: Words, names: Sequence[str], events: Sequence[Event]) -> list[RecapLine]:
        """Return the lines that tell the weighty ones of these events, in their order."""
        told = [(event, line_of(words, names, event)) for event in events]
        lines = [line for event, line in told if line and type(event) in swings]
        for _, line in told:
            if line and line.seat is not None and not any(each.seat == line.seat for each in lines):
                lines.append(line)
        return lines

    return recap


def weightiest(lines: Sequence[RecapLine]) -> list[RecapLine]:
    """Return each player's weightiest line, and with them all lines of at least `MAJOR_SWING`, by falling weight."""
    heads: dict[int | None, RecapLine] = {}
    for line in lines:
        if line.seat is not None and (line.seat not in heads or line.swing > heads[line.seat].swing):
            heads[line.seat] = line
    major = [line for line in lines if line.swing >= MAJOR_SWING and line is not heads.get(line.seat)]
    return sorted([*heads.values(), *major], key=lambda line: -line.swing)


def shorten_recap(
    lines: Sequence[RecapLine], fits: Callable[[str], bool], more: str, own_seat: int | None = None
) -> str:
    """Return a recap as text: one player's lines after the other's, each player's in the order of `lines`.

    The player with the weightiest line comes first, and lines about nobody come last. The `weightiest` lines are always
    there; others are added as long as `fits`, which returns True if a text is not too long, accepts it. Of these, lines
    about `own_seat` are tried first, and heavier ones before lighter ones. If a line with a weight is left out, the
    text ends with `more`, which says where to read it. Return "" if there are no lines.
    """
    first = weightiest(lines)
    rest = [line for line in lines if not any(line is head for head in first)]
    kept: list[RecapLine] = []
    players = list(dict.fromkeys(line.seat for line in first if line.seat is not None))

    def told(others: Sequence[RecapLine]) -> str:
        """Return the recap with the first lines and with `others`."""
        chosen = [line for line in lines if any(line is each for each in (*first, *others))]
        chosen.sort(key=lambda line: len(players) if line.seat is None else players.index(line.seat))
        said = [line.text for line in chosen]
        left_out = [] if {line.text for line in rest if line.swing} <= {*said} else [more]
        return "\n".join((*said, *left_out))

    for line in sorted(rest, key=lambda line: (line.seat != own_seat, -line.swing)):
        if not fits(told([*kept, line])):
            break
        kept.append(line)
    return told(kept) if lines else ""
