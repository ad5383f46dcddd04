"""A recap tells a learner what happened since their last move, the weightiest first: `RecapLine` and `shorten_recap`.

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

    `swing` is how much the game has moved by it, in the game's points; the larger, the sooner it is told.
    """

    text: str
    seat: int | None = None
    swing: float = 0.0


Recap = Callable[[Words, Sequence[str], Sequence[Event]], list[RecapLine]]
"""The type of a game's `recap` function: the lines that tell events, in their order."""


def recap_by_event(story: Story, swings: Mapping[type[Event], Callable[[Event], float] | float]) -> Recap:
    """Return a recap function with one line for each event of a kind in `swings`, which has the weight of each kind.

    A weight is a number or a function of the event; events of other kinds are left out. The text is that of `story`.
    """

    def recap(words: Words, names: Sequence[str], events: Sequence[Event]) -> list[RecapLine]:
        """Return the lines that tell the weighty ones of these events, in their order."""
        lines = []
        for event in events:
            swing = swings.get(type(event))
            if swing is not None and (text := "\n".join(story(words, names, [event]))):
                lines.append(RecapLine(text, getattr(event, "seat", None), swing(event) if callable(swing) else swing))
        return lines

    return recap


def shorten_recap(lines: Sequence[RecapLine], own_seat: int, fits: Callable[[str], bool], more: str) -> str:
    """Return a recap as text: each player's weightiest line first, the weightiest of these on top, then the others.

    The first lines are always there, and with them all lines of at least `MAJOR_SWING`. The others keep their order;
    they are added as long as `fits` accepts the text, those about `own_seat` first, then the weightiest. If one that
    has a weight does not fit, `more`, which says where to read it, is added at the end. Return "" without lines.
    """
    heads: dict[int | None, RecapLine] = {}
    for line in lines:
        if line.seat is not None and (line.seat not in heads or line.swing > heads[line.seat].swing):
            heads[line.seat] = line
    major = [line for line in lines if line.swing >= MAJOR_SWING and line is not heads.get(line.seat)]
    first = sorted([*heads.values(), *major], key=lambda line: -line.swing)
    rest = [line for line in lines if not any(line is head for head in first)]
    kept: list[RecapLine] = []

    def told(others: Sequence[RecapLine]) -> str:
        """Return the text with these other lines, in the order of the recap."""
        chosen = [line.text for line in rest if any(line is each for each in others)]
        weighty = [line.text for line in rest if line.swing]
        left_out = [] if {*weighty} <= {*chosen} else [more]
        return "\n".join((*(line.text for line in first), *chosen, *left_out))

    for line in sorted(rest, key=lambda line: (line.seat != own_seat, -line.swing)):
        if not fits(told([*kept, line])):
            break
        kept.append(line)
    return told(kept) if lines else ""
