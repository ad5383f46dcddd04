"""The story so far, in pages that fit a phone: under days, rounds and whose turn it was, of all seats or of one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cogs.messages.app_emoji import with_app_emoji
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import Button, Option, Panel, Part, Row, Select, Target, Text, shorten
from cogs.messages.table_messages import names_at, table_buttons
from cogs.requests.request import Action, Request, number
from rules.contract import Event
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.play.lookup import Chapter
from words import Words
from words import table_text as table_words

_PAGE = 1100
"""Characters at most."""
_LINES, _WIDE = 22, 40
"""Lines of so many characters: what one sees of a message on a phone without scrolling much."""
_ROOM, _HIGH = _PAGE - 100, _LINES - 1
"""The same without what stands at the top of a page: its day and its round."""
_OF_DAY, _HEADING = "**<t:", "### "
"""How headings begin."""
_DAY = 24 * 3600
_ALL = "all"


class Lines(msgspec.Struct, frozen=True):
    """What an entry of the log is told by, with the headings above it."""

    n: int
    text: str
    above: str = ""
    """The day and the round it belongs to, where its own headings do not say that: for the top of a page."""


class ReadingPlace(msgspec.Struct, frozen=True):
    """Where somebody reads: a page, the newest is 0, or the page after an entry of the log; all seats or one."""

    page: int = 0
    after: int | None = None
    seat: int | None = None

    @classmethod
    def read(cls, arg: str, values: tuple[str, ...]) -> ReadingPlace:
        """Read what a button or the list of seats says."""
        where, _, seat = arg.partition(".")
        chosen = values[0] if values else seat
        only = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 3 else None
        if values:
            return cls(seat=only)
        if where.startswith("@"):
            return cls(after=number(where[1:], 0), seat=only)
        return cls(page=number(where, 0), seat=only)

    def target(self, table: int, page: int) -> Target:
        """Return where a button leads that shows another page of the same."""
        return Target("log", table, arg=f"{page}" if self.seat is None else f"{page}.{self.seat}")


async def log(request: Request) -> Panel:
    """Tell the story so far, the newest page first."""
    look = await lookup.look(request.services, request.table, request.person_id)
    if look.view is None:
        raise Declined("not_started", table=request.table)
    words, table = request.words, look.table
    display = request.display_of(table)
    names = names_at(table)
    place = ReadingPlace.read(request.arg, tuple(request.values))
    if place.seat is not None and place.seat >= len(names):
        place = ReadingPlace()
    chapters = await lookup.chapters(request.services, table, look.seat)
    pages = paged(told(display, words, names, chapters, place.seat))
    page = _page_after(pages, place.after) if place.after is not None else max(0, min(place.page, len(pages) - 1))
    older = place.target(table.id, page + 1)
    newer = place.target(table.id, page - 1)
    title = f"**{table_words.title(words, table.row.game, table.id)}**"
    above = [f"-# {lines.above}" for lines in pages[page][:1] if lines.above]
    parts: list[Part] = [Text(title), Text("\n".join((*above, *(lines.text for lines in pages[page]))) or "–")]
    if len(pages) > 1:
        parts.append(
            Row(
                (
                    Button(words.say("Older"), older, emoji="⬅️", disabled=page + 1 >= len(pages)),
                    Button(words.say("Newer"), newer, emoji="➡️", disabled=page == 0),
                )
            )
        )
    parts.append(_seats(words, table.id, [seat.name for seat in table.seats], place.seat))
    return with_app_emoji(Panel((*parts, *table_buttons(table, words)), display.colour), display.emoji)


def _seats(words: Words, table: int, names: list[str], chosen: int | None) -> Select:
    options = (
        Option(words.say("Everybody"), _ALL, chosen=chosen is None),
        *(Option(name, str(seat), chosen=chosen == seat) for seat, name in enumerate(names)),
    )
    return Select(Target("log", table), words.say("Only one player's moves …"), options)


def told(
    display: GameDisplay, words: Words, names: list[str], chapters: list[Chapter], seat: int | None = None
) -> list[Lines]:
    """Tell each entry, under a heading for each new day and for whose turn it was; of one seat what is about it."""
    found: list[Lines] = []
    day, turn = -1, -1
    headings: list[Event] = []
    for chapter in chapters:
        events = chapter.events
        if seat is not None:
            kept = []
            for event in events:
                if event.is_about(seat):
                    kept += [*headings, event]
                    headings = []
                elif event.heading:
                    headings = [event]
            events = kept
        lines = display.story(words, names, events)
        if not lines:
            continue
        head = []
        if chapter.at // _DAY != day:
            day = chapter.at // _DAY
            head.append(f"**<t:{chapter.at}:D>**")
        first = next((event for event in events if not event.quiet), None)
        if (first and first.heading) or _sealed(chapter.events):
            turn = -1  # What all have decided together is nobody's turn.
        elif chapter.seat not in (-1, turn):
            turn = chapter.seat
            head.append(f"▸ {names[turn]}")
        found.append(Lines(chapter.n, "\n".join((*head, *lines))))
    return found


def _sealed(events: Sequence[Event]) -> bool:
    """Say whether somebody chose in secret here: what follows was decided by all who did, not by the last of them."""
    return bool(events) and events[0].quiet and hasattr(events[0], "private")


def paged(told: list[Lines]) -> list[list[Lines]]:
    """Return what is told in pages, the newest first and full; what is too long for one is cut at a line's end."""
    pages: list[list[Lines]] = [[]]
    room, left = _ROOM, _HIGH
    for lines in reversed(_placed([short for each in told for short in _cut(each)])):
        size, high = len(lines.text) + 1, _high(lines.text)
        if pages[-1] and (size > room or high > left):
            pages.append([])
            room, left = _ROOM, _HIGH
        pages[-1].insert(0, lines)
        room, left = room - size, left - high
    return pages


def _placed(told: list[Lines]) -> list[Lines]:
    """Return them with the day and the round that each begins in."""
    found, day, turn = list[Lines](), "", ""
    for lines in told:
        first, *rest = lines.text.split("\n")
        new_day = first.startswith(_OF_DAY)
        said = rest[:1] if new_day else [first]
        above = " · ".join(each for each in ("" if new_day else day, "" if any(map(_round, said)) else turn) if each)
        found.append(Lines(lines.n, lines.text, above))
        for line in (first, *rest):
            day = line.strip("*") if line.startswith(_OF_DAY) else day
            turn = _round(line) or turn
    return found


def _round(line: str) -> str:
    """Return the round that a line is the heading of: such headings have a number."""
    named = line.startswith(_HEADING) and any(map(str.isdigit, line))
    return line.removeprefix(_HEADING) if named else ""


def _high(text: str) -> int:
    """Return how many lines a text has on a phone."""
    return sum(-(-max(1, len(line)) // _WIDE) for line in text.split("\n"))


def _too_long(text: str) -> bool:
    return len(text) > _ROOM or _high(text) > _HIGH


def _cut(lines: Lines) -> list[Lines]:
    """Return long lines in pieces that fit on a page."""
    pieces: list[list[str]] = [[]]
    for line in lines.text.split("\n"):
        short = shorten(line, _ROOM)
        if pieces[-1] and _too_long("\n".join((*pieces[-1], short))):
            pieces.append([])
        pieces[-1].append(short)
    return [Lines(lines.n, "\n".join(piece)) for piece in pieces]


def _page_after(pages: list[list[Lines]], entry: int) -> int:
    """Return the page where what comes after an entry begins."""
    later = [page for page, lines in enumerate(pages) if any(each.n > entry for each in lines)]
    return max(later, default=0)


ACTIONS: dict[str, Action] = {"log": log}
