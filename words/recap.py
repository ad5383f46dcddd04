"""Recaps: lines about what happened since a player's last move, each with a weight that says how much it mattered.

`RecapLine` is one line, and `shorten_recap` makes a text of limited length from lines; `stress_losses` makes sure that
it does not leave out what its reader lost. `recap_by_event` makes a game's recap function from its story and the weight
of each kind of event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from rules.contract import Event
from words.catalogue import Words

MAJOR_SWING = 10.0
"""Lines with at least this weight are never left out of a recap."""

Story = Callable[[Words, Sequence[str], Iterable[Event]], list[str]]
"""The type of a game's `story` function."""


class RecapLine(msgspec.Struct, frozen=True):
    """One line of a recap: its text, the seat of the player it is about (None for nobody), its weight, and who lost.

    `swing`, the weight, is how many of the game's points the event won or lost somebody. Lines with a larger weight are
    preferred when space is short. `loser` is the seat of the player who lost something without choosing it; None if
    nobody did.
    """

    text: str
    seat: int | None = None
    swing: float = 0.0
    loser: int | None = None


Recap = Callable[[Words, Sequence[str], Sequence[Event]], list[RecapLine]]
"""The type of a game's `recap` function: the lines that tell events, in their order."""


def _nobody(event: Event) -> int | None:
    """Return None: the default for games in which nobody loses anything."""
    return None


def recap_by_event(
    story: Story,
    swings: Mapping[type[Event], Callable[[Event], float] | float],
    loser: Callable[[Event], int | None] = _nobody,
) -> Recap:
    """Return a recap function, which makes lines for the kinds of events in `swings`.

    `swings` maps a kind of event to the weight of its line: a number, or a function that returns it for an event. The
    text of a line is the one that `story` gives the event; an event without text has no line. A line's `seat` is the
    event's seat if the text contains that player's name, else None. `loser` returns the seat that lost something by an
    event without choosing it, or None.

    A player without any line still gets one, after all others: that of the first event of another kind whose text names
    them. Its weight is 0. Headings and small print are not used for that.
    """

    def line_of(words: Words, names: Sequence[str], event: Event) -> RecapLine | None:
        """Return the recap line of one event, of any kind; its weight is 0 if `swings` does not have the kind.

        Return None if the story has no text for the event. Return None also for a heading or small print, unless
        `swings` has the kind.
        """
        text = "\n".join(story(words, names, [event]))
        if not text or (text.startswith(("#", "-#")) and type(event) not in swings):
            return None
        seat, swing = getattr(event, "seat", None), swings.get(type(event), 0.0)
        named = seat is not None and names[seat] in text
        weight = swing(event) if callable(swing) else swing
        return RecapLine(text, seat if named else None, weight, loser(event))

    def recap(words: Words, names: Sequence[str], events: Sequence[Event]) -> list[RecapLine]:
        """Return the lines of the events whose kinds are in `swings`, in the order of the events.

        After them comes one further line for each player whom none of them is about, if another event names that
        player.
        """
        told = [(event, line_of(words, names, event)) for event in events]
        lines = [line for event, line in told if line and type(event) in swings]
        for _, line in told:
            if line and line.seat is not None and not any(each.seat == line.seat for each in lines):
                lines.append(line)
        return lines

    return recap


def stress_losses(lines: Sequence[RecapLine], seat: int) -> list[RecapLine]:
    """Return the lines, with at least the weight `MAJOR_SWING` for those about a loss of the player at `seat`."""
    return [
        msgspec.structs.replace(line, swing=max(line.swing, MAJOR_SWING)) if line.loser == seat else line
        for line in lines
    ]


def weightiest(lines: Sequence[RecapLine]) -> list[RecapLine]:
    """Return each player's weightiest line, and all other lines of at least `MAJOR_SWING`, heaviest first."""
    heads: dict[int | None, RecapLine] = {}
    for line in lines:
        if line.seat is not None and (line.seat not in heads or line.swing > heads[line.seat].swing):
            heads[line.seat] = line
    major = [line for line in lines if line.swing >= MAJOR_SWING and line is not heads.get(line.seat)]
    return sorted([*heads.values(), *major], key=lambda line: -line.swing)


def shorten_recap(
    lines: Sequence[RecapLine], fits: Callable[[str], bool], more: str, own_seat: int | None = None
) -> str:
    """Return a recap as text of limited length: player after player, each player's lines in the order of `lines`.

    `fits` returns True if a text is short enough. The player with the weightiest line comes first, and lines about
    nobody come last. The lines that `weightiest` returns are always included, even if the text does not fit. Other
    lines are added as long as the text fits, those about `own_seat` first, heavier ones before lighter ones. If a line
    with a weight above 0 is left out, the text ends with `more`, a line that says where to read it. Return "" if there
    are no lines.
    """
    first = weightiest(lines)
    rest = [line for line in lines if not any(line is head for head in first)]
    kept: list[RecapLine] = []
    players = list(dict.fromkeys(line.seat for line in first if line.seat is not None))

    def told(others: Sequence[RecapLine]) -> str:
        """Return the text of the recap with the lines that are always included, `others`, and `more` if needed."""
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
