"""`/… log`, a command of every game: the story of a game in pages that fit a phone.

The story of a game is its log in words, as far as the reader may see it, under headings for days, rounds and turns. The
action `log` shows a page. `entries_in_words` words the log, and `paginate` cuts it into pages.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cogs.messages.app_emoji import for_reader
from cogs.messages.game_display import GameDisplay
from cogs.messages.menu_controls import back_button
from cogs.messages.panel import Button, Option, Panel, Part, Row, Select, Target, Text, shorten
from cogs.messages.table_messages import names_at, table_buttons
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from rules.contract import Event
from tables.model.table_errors import Declined
from tables.play import game_log, lookup
from tables.play.game_log import VisibleEntry
from words import Words
from words import table_text as table_words

_MAX_PAGE_CHARACTERS = 1100
_MAX_PAGE_LINES, _LINE_CHARACTERS = 22, 40
"""Lines, and characters of a line, that a phone shows without much scrolling."""
_BODY_CHARACTERS, _BODY_LINES = _MAX_PAGE_CHARACTERS - 100, _MAX_PAGE_LINES - 1
"""The limits of a page without its top line, which names the day and the round."""
_DAY_HEADING, _ROUND_HEADING = "**<t:", "### "
"""How the headings of days and rounds begin."""
_DAY_S = 24 * 3600
_EVERYBODY = "all"
_MAX_REPLAY_PLACE_CHARS = 20
"""The longest place in the replay viewer that a control names. Forged ones are cut, so that custom ids stay short."""


class StoryEntry(msgspec.Struct, frozen=True):
    """One entry of a table's log in words, or a part of an entry that is too long for a page."""

    n: int
    """Number of the log entry; 0 for the opening of the game, before any move."""
    text: str
    """The entry's lines, beginning with the headings of a day, round or turn that begins with it."""
    above: str = ""
    """The day and the round to name at the top of a page that begins with this entry.

    What the entry's own headings name is left out; "" if that is everything.
    """


class ReadingPlace(msgspec.Struct, frozen=True):
    """Which page of a game's story a click asks for, and of which seat; `read` makes it from the clicked control."""

    page: int | None = 0
    """The page's number; 0 is the newest page. None means the first page after the log entry `after`."""
    after: int | None = None
    """Number of a log entry: the entries after it begin on a new page. None for no such break.

    If `replay` is "", it is the last entry before the reader's news, which are what happened since their last move.
    """
    seat: int | None = None
    """The seat (from 0) to which the story is limited; None for all seats."""
    replay: str = ""
    """The argument of `replay` that shows the step from which the story was opened; "" if it was opened elsewhere."""

    @classmethod
    def read(cls, arg: str, values: tuple[str, ...]) -> ReadingPlace:
        """Return the place that a clicked control names.

        `arg` is the control's argument: `PAGE@ENTRY.SEAT.REPLAY`, in which every part may be missing. `@ENTRY` without
        PAGE means the first page after that entry. `values` is what was chosen in the select of seats: a seat or "all".
        A choice there replaces SEAT and leads to the newest page. An argument that cannot be read means the newest page
        of all seats.
        """
        where, seat, replay = (*arg.split(".", 2), "", "")[:3]
        page, at, entry = where.partition("@")
        replay = replay[:_MAX_REPLAY_PLACE_CHARS]
        chosen = values[0] if values else seat
        only = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 3 else None
        if values:
            return cls(seat=only, replay=replay)
        after = parse_number(entry, 0) if at else None
        return cls(parse_number(page, 0) if page or not at else None, after, only, replay)

    def target(self, table: int) -> Target:
        """Return the target of a control that shows this place in the story of the table with the number `table`."""
        where = ("" if self.page is None else f"{self.page}") + ("" if self.after is None else f"@{self.after}")
        seat = "" if self.seat is None else str(self.seat)
        return Target("log", table, arg=f"{where}.{seat}.{self.replay}".rstrip("."))

    def at_page(self, page: int) -> ReadingPlace:
        """Return the place of another page of the same story."""
        return msgspec.structs.replace(self, page=page)


async def log(request: Request) -> Panel:
    """Show a page of the game's story as the person may see it: by default the newest page, of all seats.

    `ReadingPlace.read` reads the page and the seat from `request.arg` and `request.values`. A page with what happened
    since the person's last move says so at its top. Below the story are buttons to older and newer pages, and a select
    that limits the story to one seat. If the story was opened from the replay viewer, *Back* leads there; otherwise a
    finished game has the button *Replay*. Raises `Declined` before the start of the game.
    """
    look = await lookup.look(request.services, request.table, request.person_id)
    if look.view is None:
        raise Declined("not_started", table=request.table)
    words, table = request.words, look.table
    display = request.display_of(table)
    names = names_at(table)
    place = ReadingPlace.read(request.arg, tuple(request.values))
    if place.seat is not None and place.seat >= len(names):
        place = ReadingPlace(replay=place.replay)
    chapters = await game_log.visible_entries(request.services, table, look.seat)
    pages, fresh = paginate(entries_in_words(display, words, names, chapters, place.seat), place.after)
    page = max(0, fresh - 1 if place.page is None else min(place.page, len(pages) - 1))
    older = place.at_page(page + 1).target(table.id)
    newer = place.at_page(max(0, page - 1)).target(table.id)
    title = f"**{table_words.title(words, table.row.game, table.id)}**"
    if page < fresh and not place.replay:
        title += "\n" + words.say("📰 **Since your last move:**")
    above = [f"-# {lines.above}" for lines in pages[page][:1] if lines.above]
    parts: list[Part] = [Text(title), Text("\n".join((*above, *(lines.text for lines in pages[page]))) or "–")]
    if len(pages) > 1:
        parts.append(
            Row(
                (
                    Button(words.say("Older"), older, emoji="◀️", disabled=page + 1 >= len(pages)),
                    Button(words.say("Newer"), newer, emoji="▶️", disabled=page == 0),
                )
            )
        )
    parts.append(_seat_select(words, table.id, [seat.name for seat in table.seats], place))
    ending: Sequence[Part] = table_buttons(table, words)
    if place.replay:
        ending = back_to_replay(words, table.id, place.replay)
    elif table.row.status == "finished" and not table.row.lesson:
        ending = [Row((Button(words.say("Replay"), Target("replay", table.id), emoji="🎞️"),))]
    return for_reader(Panel((*parts, *ending), display.colour), display, words, table)


def back_to_replay(words: Words, table: int, place: str) -> list[Row]:
    """Return one row with a button *Back* to a table's replay viewer; [] if `place` is "".

    `place` is the argument of `replay` that shows the step again.
    """
    target = Target("replay", table, arg=place[:_MAX_REPLAY_PLACE_CHARS])
    return [Row((back_button(words, target),))] if place else []


def _seat_select(words: Words, table: int, names: list[str], place: ReadingPlace) -> Select:
    """Return the select that limits the story to one seat or shows all. `names` are the players' names by seat.

    The current seat of `place`, or *Everybody*, is preselected.
    """
    chosen = place.seat
    options = (
        Option(words.say("Everybody"), _EVERYBODY, chosen=chosen is None),
        *(Option(name, str(seat), chosen=chosen == seat) for seat, name in enumerate(names)),
    )
    target = Target("log", table, arg=f"..{place.replay}" if place.replay else "")
    return Select(target, words.say("One player's moves …"), options)


def entries_in_words(
    display: GameDisplay, words: Words, names: list[str], chapters: list[VisibleEntry], seat: int | None = None
) -> list[StoryEntry]:
    """Return the log entries `chapters` in words, with headings where a new day (UTC) or another player's turn begins.

    `names` are the players' names by seat. With a `seat`, only events about that seat are kept; the heading of a round
    then comes once, before the first kept event of the round. None keeps all events. Entries without words are left
    out. A move that the reader may know to be planned is marked.

    Two kinds of entries are nobody's turn and have no player's name above them: a choice that all players made
    secretly, and an entry that begins with the heading of a round.
    """
    found: list[StoryEntry] = []
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
        if chapter.is_planned and _is_sealed_choice(chapter.events):
            # The choice itself is shown later, in the entry that reveals all choices.
            lines = [table_words.planned(words, names[chapter.seat]), *lines]
        elif chapter.is_planned:
            lines = table_words.with_plan_mark(words, lines)
        if not lines:
            continue
        head = []
        if chapter.at // _DAY_S != day:
            day = chapter.at // _DAY_S
            head.append(f"**<t:{chapter.at}:D>**")
        first = next((event for event in events if not event.quiet), None)
        if (first and first.heading) or _is_sealed_choice(chapter.events):
            turn = -1  # A choice of all players is nobody's turn.
        elif chapter.seat not in (-1, turn):
            turn = chapter.seat
            head.append(f"▸ {names[turn]}")
        found.append(StoryEntry(chapter.n, "\n".join((*head, *lines))))
    return found


def _is_sealed_choice(events: Sequence[Event]) -> bool:
    """Return True if `events`, those of one log entry, begin with a sealed choice: a quiet event with a private part.

    All players who chose decided what such an entry reveals, so it is nobody's turn.
    """
    return bool(events) and events[0].quiet and hasattr(events[0], "private")


def paginate(entries: list[StoryEntry], after: int | None = None) -> tuple[list[list[StoryEntry]], int]:
    """Return the entries in pages, and how many of the pages hold entries after the log entry `after`.

    The newest page comes first; within a page the oldest entry comes first. The entries after `after` begin on a new
    page. Pages are filled from the newest entry backwards, so only the oldest page and the first page after `after` may
    be short. An entry that is too long for a page is split between lines. Without entries there is one empty page. If
    `after` is None, the number is 0.
    """
    pages: list[list[StoryEntry]] = [[]]
    room, left, fresh = _BODY_CHARACTERS, _BODY_LINES, 0
    for lines in reversed(_with_context([short for each in entries for short in _split(each)])):
        size, high = len(lines.text) + 1, _height(lines.text)
        begins_news = after is not None and pages[-1] and lines.n <= after < pages[-1][0].n
        if begins_news or (pages[-1] and (size > room or high > left)):
            pages.append([])
            room, left = _BODY_CHARACTERS, _BODY_LINES
        pages[-1].insert(0, lines)
        room, left = room - size, left - high
        fresh = len(pages) if after is not None and lines.n > after else fresh
    return pages, fresh


def _with_context(entries: list[StoryEntry]) -> list[StoryEntry]:
    """Return copies of the entries, oldest first, with `above` set to the day and the round in which each begins.

    A day or round that the entry's own first headings name is left out of `above`.
    """
    found, day, turn = list[StoryEntry](), "", ""
    for lines in entries:
        first, *rest = lines.text.split("\n")
        new_day = first.startswith(_DAY_HEADING)
        first_lines = rest[:1] if new_day else [first]
        above = " · ".join(
            each for each in ("" if new_day else day, "" if any(map(_round_named_in, first_lines)) else turn) if each
        )
        found.append(StoryEntry(lines.n, lines.text, above))
        for line in (first, *rest):
            day = line.strip("*") if line.startswith(_DAY_HEADING) else day
            turn = _round_named_in(line) or turn
    return found


def _round_named_in(line: str) -> str:
    """Return the heading of a round in `line`, without its markup; "" if the line is none.

    A heading counts as that of a round if it contains a digit.
    """
    named = line.startswith(_ROUND_HEADING) and any(map(str.isdigit, line))
    return line.removeprefix(_ROUND_HEADING) if named else ""


def _height(text: str) -> int:
    """Return how many lines a text takes on a phone, which wraps lines at 40 characters."""
    return sum(-(-max(1, len(line)) // _LINE_CHARACTERS) for line in text.split("\n"))


def _too_long(text: str) -> bool:
    """Return True if a text does not fit on one page."""
    return len(text) > _BODY_CHARACTERS or _height(text) > _BODY_LINES


def _split(lines: StoryEntry) -> list[StoryEntry]:
    """Return a story entry as one or more entries that each fit on a page, split between its lines.

    A single line that is too long for a page is shortened.
    """
    pieces: list[list[str]] = [[]]
    for line in lines.text.split("\n"):
        short = shorten(line, _BODY_CHARACTERS)
        if pieces[-1] and _too_long("\n".join((*pieces[-1], short))):
            pieces.append([])
        pieces[-1].append(short)
    return [StoryEntry(lines.n, "\n".join(piece)) for piece in pieces]


VERBS = (Verb("log", log, works_on_old_boards=True),)
