"""The messages that every game has: a table's board, a seat's hand, and the menu in which a seat decides.

`board_panel`, `hand_panel` and `menu_panel` build them from the parts that a game's `GameDisplay` returns, and add what
is the same in every game: scores, whom the table waits for, deadlines, what players ask of each other, and buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import msgspec

from cogs.messages import advice_parts
from cogs.messages.app_emoji import for_reader
from cogs.messages.game_display import GameDisplay
from cogs.messages.lesson_pages import finished_lesson_parts
from cogs.messages.lesson_panels import lines_on_a_phone, with_lesson_guide
from cogs.messages.menu_controls import back_button, what_happened_button
from cogs.messages.panel import (
    MAX_COMPONENTS,
    MAX_ROW_BUTTONS,
    Button,
    Link,
    Panel,
    Part,
    Picture,
    Row,
    Target,
    Text,
    rows,
    text,
)
from tables.coaching import analysis
from tables.model.table import Look, SeatTime, Table
from words import Words, change_text, hint_text
from words import score_text as score_words
from words import seat_text as seat_words
from words import table_text as table_words
from words import time_text as time_words
from words.games import GAME_WORDS

_HINT_LINES = 38
"""Lines on a phone (`lines_on_a_phone`) above which a lesson's menu with a hint is too tall: about 900 pixels."""
_TALLEST_HINT_LINES = 48
"""Lines on a phone above which such a menu leaves out what the menu before has shown (`Look.brief`)."""
_NEWS_LINES = 42
"""Lines on a phone above which a menu that answers *Hint* leaves out the news."""
_HINT_COMPONENTS = advice_parts.COMPONENTS + 4
"""Components that a menu with *Hint* needs room for: what it will suggest, a row with two buttons, and a note."""
_OVERDUE_MARK = " ⌛"
_MAX_PLAYED_LINES = 5
"""So many lines about what plans have done are shown above the news."""
_RESERVED_COMPONENTS = 2
"""Components kept free for what may be added to a menu: a refusal, and a tip for a newcomer."""


def names_at(table: Table) -> list[str]:
    """Return the names of a table's seats in Markdown, by seat, with a robot sign where a computer plays."""
    return [table_words.seat_name(seat.name, seat.person, seat.computer) for seat in table.seats]


def link_to(table: Table) -> str:
    """Return the URL of the thread in which a table is, or of its channel if it has no thread."""
    return f"https://discord.com/channels/{table.row.server}/{table.place}"


def linked_title(table: Table, words: Words) -> str:
    """Return a table's title as a link to its thread; without a link if the table's channel was deleted."""
    title = table_words.title(words, table.row.game, table.id)
    return title if table.row.place_gone else f"[{title}]({link_to(table)})"


def host_name(table: Table) -> str:
    """Return the name that a table's host plays under; "–" if the host has no seat any more."""
    host = table.seat_of(table.row.host)
    return host.name if host else "–"


def guest_row(table: Table, words: Words) -> Row:
    """Return the row of the buttons *Accept* and *Decline*, by which a guest answers an invitation to a table."""
    return Row(
        (
            Button(words.say("Accept"), Target("accept", table.id), "success"),
            Button(words.say("Decline"), Target("decline", table.id)),
        )
    )


def board_panel(
    display: GameDisplay, look: Look, words: Words, picture: Picture | None = None, *, room: int = 0
) -> Panel:
    """Return the message that shows a table's board: as `picture`, or as texts if `picture` is None.

    While the game is played, the message also has the scores, whom the table waits for, stopped clocks, timeouts, seats
    on offer, whether hints are allowed, and buttons. For a closed table it says that it was closed. `room` is the
    number of characters that the caller will add: texts get application emoji, which are long, only if so much room is
    left.
    """
    table = look.table
    parts = picture_or_text(partial(display.board, look, words), picture, display.board_caption(look, words))
    if table.row.status == "playing":
        scores = score_words.scores_line(words, table.row.game, names_at(table), look.standings)
        about_seats = (*_timeout_lines(look, words), *_offer_lines(table, words))
        stopped = _stopped_clock_lines(look, words)
        parts.append(text(scores, *_waiting_line(look, words), *stopped, *about_seats, _terms_line(table, words)))
        parts.append(_table_row(table, words))
        parts.extend(_board_request_rows(look, words))
    elif table.row.status == "closed":
        parts.append(Text(table_words.table_closed(words, by_manager=table.row.closed_by_manager)))
    return for_reader(Panel(tuple(parts), display.colour), display, words, table, room)


def picture_or_text(words: Callable[[], list[Text]], picture: Picture | None, caption: str) -> list[Part]:
    """Return `picture` and below it `caption` (if not ""); if `picture` is None, return the texts that `words` makes.

    The returned picture stores `words`, so that these texts can still replace it later.
    """
    if picture is None:
        return [*words()]
    worded = msgspec.structs.replace(picture, words=words)
    return [worded, Text(caption, caption=True)] if caption else [worded]


def _waiting_line(look: Look, words: Words) -> list[str]:
    """Return one line with the players who have to decide and their deadlines; [] if nobody has to.

    If only computers decide, it says that they are thinking. If all of them have the same deadline, it comes once,
    after the names. A mark follows the name of a player whose time is up.
    """
    table = look.table
    names = {seat: name for seat, name in enumerate(names_at(table)) if seat in table.owed}
    if names and all(table.seats[seat].computer for seat in names):
        thinking = words.join_and([*names.values()])
        return [words.many("⏳ {names} is thinking …", "⏳ {names} are thinking …", len(names), names=thinking)]
    ends = {seat: _time_left(look, seat, words) for seat in names}
    common = next(iter(ends.values())) if len({*ends.values()}) == 1 else ""
    common = "" if common == _OVERDUE_MARK else common
    listed = words.join_and([name if common else name + ends[seat] for seat, name in names.items()])
    return [words.say("⏳ Waiting for {names}", names=listed) + common] if names else []


def _time_left(look: Look, seat: int, words: Words) -> str:
    """Return the words that follow the name of a player who has to decide, such as " (deadline in 3 hours)".

    The time is a timestamp that Discord localises; the words are true before and after it. Return " ⌛" if the time is
    up, and "" if there is no deadline.
    """
    if look.table.seats[seat].overdue:
        return _OVERDUE_MARK
    until = look.times.get(seat, SeatTime()).until
    return time_words.deadline_note(words, until)


def _stopped_clock_lines(look: Look, words: Words) -> list[str]:
    """Return the board's lines about stopped clocks: one for each player on holiday, and one about a pause.

    The line about a pause says that the game is paused, or which players would like a pause. Return [] if nobody is on
    holiday and there is no pause to report.
    """
    table, names = look.table, names_at(look.table)
    lines = [
        time_words.on_holiday(words, names[seat], time.holiday_until)
        for seat, time in look.times.items()
        if time.holiday_until
    ]
    if table.row.paused:
        lines.append(time_words.paused(words))
    elif wanting := [names[seat.seat] for seat in table.human_seats() if seat.wants_pause]:
        lines.append(time_words.wants_pause(words, wanting))
    return lines


def _timeout_lines(look: Look, words: Words) -> list[str]:
    """Return up to two lines: which players' time is nearly up, and which players' time is up; [] if nobody's is.

    The first says what will happen when the time is up, the second what the other players can do now. A player for whom
    a computer makes this one decision (`helped`) is not named in the second.
    """
    table, names = look.table, names_at(look.table)
    late = [names[seat.seat] for seat in table.human_seats() if seat.overdue and not seat.helped]
    soon = [
        names[seat.seat]
        for seat in table.human_seats()
        if not seat.overdue and look.times.get(seat.seat, SeatTime()).nearly_out
    ]
    lines = [seat_words.timeout_warning(words, soon, table.clock.out)] if soon else []
    return [*lines, seat_words.timeout_choices(words, late)] if late else lines


def _offer_lines(table: Table, words: Words) -> list[str]:
    """Return a line for each seat that is on offer, and a line that names the players who want to close the table.

    Return [] if no seat is on offer and nobody wants to close it.
    """
    names = names_at(table)
    lines = [
        seat_words.offer_on_board(words, names[seat.seat], table.row.channel, seat.offered_name)
        for seat in table.seats
        if seat.offered_at
    ]
    if closing := [names[seat.seat] for seat in table.human_seats() if seat.wants_close]:
        lines.append(seat_words.close_wishes(words, closing))
    return lines


def _terms_line(table: Table, words: Words) -> str:
    """Return a line in small print that says whether hints are allowed; "" in a lesson.

    It does not name the clock, because the line about whom the table waits for has the deadlines.
    """
    return "" if table.row.lesson else "-# " + hint_text.hints_allowed(words, hints=table.hints_allowed)


def table_buttons(table: Table, words: Words) -> list[Row]:
    """Return the rows of buttons at the end of a message about a table.

    While the game is played, it is one row: *Play*, *My hand*, *Log*, *Rules*, *More*. For a finished lesson it is one
    row with *Back* to its last page. For any other table it is [].
    """
    if table.row.status == "playing":
        return [_table_row(table, words)]
    return [Row((_back_to_lesson(table, words),))] if table.row.lesson and table.row.status == "finished" else []


def _table_row(table: Table, words: Words) -> Row:
    """Return the row of buttons *Play*, *My hand*, *Log*, *Rules*, *More*; in a lesson *Back* replaces *Play*."""
    play = Button(words.say("Play"), Target("play", table.id), "primary")
    return Row(
        (
            _back_to_lesson(table, words) if table.row.lesson else play,
            Button(words.say("My hand"), Target("hand", table.id)),
            Button(words.say("Log"), Target("log", table.id)),
            Button(words.say("Rules"), Target("rules", table.id, arg=table.row.game)),
            Button(words.say("More"), Target("more", table.id)),
        )
    )


def _back_to_lesson(table: Table, words: Words) -> Button:
    """Return the *Back* button that shows a lesson's menu again, in a message that has replaced that menu."""
    return back_button(words, Target("play", table.id), "primary")


def _board_request_rows(look: Look, words: Words) -> list[Row]:
    """Return the board's rows of buttons with which players react to each other; [] if there is none to show.

    If a player's time is nearly or already up, and other people play there, a button gives more time. If it is up,
    other buttons give the seat to a computer or, unless it is on offer already, offer it to a substitute. Further
    buttons end a pause, agree to a pause or reject it, and agree to close the table or reject that. A league's table
    has none of them.
    """
    table = look.table
    if table.row.season is not None:
        return []
    buttons = []
    for seat in table.human_seats():
        time = look.times.get(seat.seat, SeatTime())
        if (seat.overdue or time.nearly_out) and len(table.human_seats()) > 1:
            arg = f"{seat.seat} {time.until}"
            label = words.say("More time for {name}", name=seat.name)
            buttons.append(Button(label, Target("more_time", table.id, arg=arg)))
        if seat.overdue:
            label = words.say("Computer for {name}", name=seat.name)
            buttons.append(Button(label, Target("replace", table.id, arg=str(seat.seat))))
            if not seat.offered_at:
                label = words.say("Substitute for {name}", name=seat.name)
                buttons.append(Button(label, Target("substitute", table.id, arg=str(seat.seat))))
    if table.row.paused:
        buttons.append(Button(words.say("End the pause"), Target("go_on", table.id), emoji="▶️"))
    elif any(seat.wants_pause for seat in table.human_seats()):
        buttons.append(Button(words.say("Agree to pause"), Target("pause", table.id), emoji="⏸️"))
        buttons.append(Button(words.say("No pause"), Target("go_on", table.id)))
    if any(seat.wants_close for seat in table.human_seats()):
        buttons.append(Button(words.say("Agree to close"), Target("close", table.id), "danger", "🚪"))
        buttons.append(Button(words.say("Play on"), Target("play_on", table.id), emoji="▶️"))
    return list(rows(buttons))


def hand_panel(display: GameDisplay, look: Look, words: Words, picture: Picture | None = None) -> Panel:
    """Return the message for the look's seat: news, its hand, score, the decision it has to make, and buttons.

    The hand is shown as `picture`, or as texts if that is None. If the seat has nothing to decide, the message may
    instead say that it can still change its choice, that the table was closed, or who has won. A message that stays in
    the channel (`look.kept`) shows news and score only if the seat has to decide; it also says if a computer plays the
    seat of a running game.
    """
    table = look.table
    parts: list[Part] = [Text("**" + table_words.title(words, table.row.game, table.id) + "**")]
    if look.owes or not look.kept:
        parts += news_parts(display, look, words)
    parts += picture_or_text(partial(display.hand, look, words), picture, display.hand_caption(look, words))
    if table.row.status == "playing" and look.seat is not None and (look.owes or not look.kept):
        parts.append(text(score_words.own_score(words, table.row.game, look.standings, look.seat)))
    if look.owes:
        parts.append(text(_question_line(look, words, display.question(look, words))))
    elif look.may_change:
        chosen = words.say(
            "✅ You have chosen. Until everybody has chosen, you can press *Play* to change your choice."
        )
        parts.append(text(chosen))
    elif table.row.status == "closed":
        parts.append(Text(table_words.table_closed(words, by_manager=table.row.closed_by_manager)))
    elif table.winners:
        parts.append(_game_over(look, words))
    if _is_left_to_computer(look):
        left = words.say(
            "🤖 A computer is playing for you. This is your seat as you left it; *{hand}* shows how it looks now.",
            hand=words.say("My hand"),
        )
        parts.append(Text(left))
    parts += table_buttons(table, words)
    said = tuple(part for part in parts if not isinstance(part, Text) or part.text)
    return for_reader(Panel(said, display.colour), display, words, table)


def final_buttons(table: Table, words: Words) -> Row:
    """Return the row of buttons about a finished game: *Rematch*, *Replay*, and *Analyse* if it may be analysed."""
    buttons = [
        Button(words.say("Rematch"), Target("rematch", table.id), "success", "🔁"),
        Button(words.say("Replay"), Target("replay", table.id), emoji="🎞️"),
    ]
    if analysis.may_be_analysed(table):
        buttons.append(_analyse_button(table, words))
    return Row(tuple(buttons))


def _analyse_button(table: Table, words: Words) -> Button:
    """Return the button that analyses a finished game."""
    return Button(words.say("Analyse"), Target("analyse", table.id), emoji="📈")


def _game_over(look: Look, words: Words) -> Text:
    """Return the text that says who has won a finished game, with the winner's score and the reader's."""
    table, result = look.table, look.table.result
    assert result is not None, "the game is finished"
    names = [names_at(table)[seat] for seat in result.winners]
    score, *own = (
        GAME_WORDS[table.row.game].score_with_unit(words, result.scores[seat])
        for seat in (result.winners[0], look.seat)
        if seat is not None
    )
    mine = "" if look.seat in result.winners else "".join(own)
    return Text(table_words.game_over(words, names, score, mine, "" if table.row.place_gone else link_to(table)))


def _question_line(look: Look, words: Words, ask: str) -> str:
    """Return the line in a hand that asks the player to decide; `ask` says what, as the end of a sentence.

    The line begins with "Your turn". For a sealed decision with other people at the table it begins with the words that
    the choice can be changed until everybody has chosen.
    """
    # Against computers alone, which choose at once, a secret choice cannot be changed. A kept hand says the same before
    # and after the seat has chosen: this sentence is true then too.
    if look.sealed and any(seat.seat != look.seat for seat in look.table.human_seats()):
        return words.say("👉 Until everybody has chosen, you can change your mind: {ask}", ask=ask)
    return words.say("👉 Your turn: {ask}", ask=ask)


def _is_left_to_computer(look: Look) -> bool:
    """Return True if a computer plays the look's seat in a running game, and `look.kept` is True.

    `look.kept` means a message that stays in the channel. In this case it is not updated any more.
    """
    played = look.seat is not None and look.table.seats[look.seat].computer is not None
    return look.kept and look.table.row.status == "playing" and played


def menu_panel(display: GameDisplay, look: Look, words: Words, note: str = "", picture: Picture | None = None) -> Panel:
    """Return the answer to *Play*: the menu of a seat that has to decide or may change its choice.

    If the seat has nothing to decide, it is the seat's hand and whom the table waits for. After the end of the game it
    says who has won, above the button *Analyse*, or it is the last page of a lesson. From top to bottom the menu has:

    - the table's title (not in a lesson) and the news since the seat's last decision,
    - `picture`, unless it is None,
    - the game's menu, with suggested moves (and without other buttons for them) and `note` (if not "") above its first
      control,
    - *Undo*, if the last move can be taken back and no draft is shown, and
    - *Hint*, if the seat has to decide, hints are allowed, nothing is suggested yet, and there is room.

    In a lesson the texts leave out what the picture shows, and `with_lesson_guide` changes the menu. There only the
    best two suggested moves are shown if the third makes the menu too tall for a phone, and if it is still too tall, it
    is brief (`Look.brief`). In other games, a hint that would be too tall leaves out the news, which the menu before
    has shown. A menu that answers *Hint* has no row with a single button if that button fits into another row. The
    panel has the look's mark.
    """
    panel = _menu_panel(display, look, words, note, picture)
    if look.hinted and not look.guidance and lines_on_a_phone(panel) > _NEWS_LINES:
        return _menu_panel(display, msgspec.structs.replace(look, since=None), words, note, picture)
    if look.guidance and len(look.advised) > 2 and lines_on_a_phone(panel) > _HINT_LINES:
        look = msgspec.structs.replace(look, advised=look.advised[:2])
        panel = _menu_panel(display, look, words, note, picture)
    if look.guidance and look.advised and lines_on_a_phone(panel) > _TALLEST_HINT_LINES:
        panel = _menu_panel(display, msgspec.structs.replace(look, brief=True), words, note, picture)
    return panel


def _menu_panel(display: GameDisplay, look: Look, words: Words, note: str, picture: Picture | None) -> Panel:
    """Return the answer to *Play* with all suggested moves (see `menu_panel`)."""
    table = look.table
    if table.row.status == "finished" and look.guidance:
        parts: list[Part] = finished_lesson_parts(display, look, names_at(table), words, picture)
    elif table.row.status == "finished":
        parts = [_game_over(look, words)]
        if analysis.may_be_analysed(table):
            parts.append(Row((_analyse_button(table, words),)))
    elif look.owes or look.may_change:
        if picture and look.guidance and not look.draft:
            picture = msgspec.structs.replace(picture, words=partial(display.hand, look, words))
            look = msgspec.structs.replace(look, pictured=True)
        parts = [*([picture] if picture else []), *display.menu(look, words)]
    else:
        parts = [
            *display.hand(look, words),
            text(words.say("You have nothing to decide right now."), *_waiting_line(look, words)),
        ]
    suggested = advice_parts.advice_parts(display, look, words)
    if suggested:
        parts = [*_beside_suggestions(parts, suggested)]
    buttons = []
    if look.can_undo and not look.draft:  # The menu of a draft has *Back*, which people would mistake for *Undo*.
        buttons.append(Button(words.say("Undo"), Target("undo", table.id, look.mark), emoji="↩️"))
    has_room = Panel(tuple(parts)).size + _HINT_COMPONENTS <= MAX_COMPONENTS
    if look.owes and table.hints_allowed and not suggested and has_room:
        buttons.append(Button(words.say("Hint"), Target("hint", table.id, look.mark), emoji="💡"))
    parts += rows(buttons)
    menu = Panel(tuple(parts), display.colour, look.mark).above_controls(*suggested).with_note(note)
    panel = _under_news(news_parts(display, look, words), menu, brief=look.hinted)
    if not table.row.lesson:  # A lesson has its own headings.
        panel = msgspec.structs.replace(_under_title(linked_title(table, words), panel), place=table.place)
    panel = with_lesson_guide(panel, display, look, names_at(table), words, note)
    return for_reader(advice_parts.with_packed_rows(panel) if look.hinted else panel, display, words, table)


def _beside_suggestions(parts: Sequence[Part], suggested: Sequence[Part]) -> Iterator[Part]:
    """Yield the parts of a menu as they are shown beside `suggested`, the parts with the suggested moves.

    A button with the same label as a suggested move is left out. Blue buttons lose their colour, so that suggestions
    stand out. A row without a button is dropped.
    """
    labels = {button.label for row in suggested if isinstance(row, Row) for button in row.buttons}
    for part in parts:
        if not isinstance(part, Row):
            yield part
        elif others := [button for button in part.buttons if button.label not in labels]:
            yield Row(
                tuple(
                    msgspec.structs.replace(button, style="secondary")
                    if isinstance(button, Button) and button.style == "primary"
                    else button
                    for button in others
                )
            )


def _under_title(title: str, panel: Panel) -> Panel:
    """Return the panel of a menu with `title` in small print at its top.

    If the panel begins with a text, the title becomes the first line of that text. If it begins with something else but
    has no room for another component, the title is put above its first text.
    """
    head = f"-# {title}"
    place = next((n for n, part in enumerate(panel.parts) if isinstance(part, Text)), None)
    if place is None or (place and panel.size < MAX_COMPONENTS - _RESERVED_COMPONENTS):
        return panel.under(Text(head))
    first = panel.parts[place]
    assert isinstance(first, Text)
    titled = msgspec.structs.replace(first, text=f"{head}\n{first.text}")
    return msgspec.structs.replace(panel, parts=(*panel.parts[:place], titled, *panel.parts[place + 1 :]))


def _under_news(news: tuple[Text, Row] | tuple[()], panel: Panel, *, brief: bool = False) -> Panel:
    """Return the panel of a menu with `news` above it: a text, and a row with a button to the log. () adds nothing.

    If the menu would have too many components, the button moves to a row of the menu that has room; without such a row
    it is left out. If that is not enough, the text of the news is joined with the menu's first text. If `brief` is
    True, the button always moves to such a row if there is one.
    """
    if not news:
        return panel
    room = MAX_COMPONENTS - _RESERVED_COMPONENTS
    said, log = news
    if brief and (packed := _with_button(panel, log.buttons[0])) is not panel and packed.under(said).size <= room:
        return packed.under(said)
    if (whole := panel.under(said, log)).size <= room:
        return whole
    if panel.size < room:
        panel = _with_button(panel, log.buttons[0])
    if (whole := panel.under(said)).size <= room:
        return whole
    place, first = next((n, part) for n, part in enumerate(panel.parts) if isinstance(part, Text))
    joined = Text(f"{said.text}\n{first.text}")
    return msgspec.structs.replace(panel, parts=(*panel.parts[:place], joined, *panel.parts[place + 1 :]))


def _with_button(panel: Panel, button: Button | Link) -> Panel:
    """Return the panel with `button` added to the last of its rows that has room; unchanged if no row has room."""
    for place, part in reversed(list(enumerate(panel.parts))):
        if advice_parts.takes_buttons(part) and len(part.buttons) < MAX_ROW_BUTTONS:
            longer = Row((*part.buttons, button))
            return msgspec.structs.replace(panel, parts=(*panel.parts[:place], longer, *panel.parts[place + 1 :]))
    return panel


def news_parts(display: GameDisplay, look: Look, words: Words) -> tuple[Text, Row] | tuple[()]:
    """Return a text with what happened since the seat's last decision, and a row with a button to the log.

    It begins with what the seat's own plans and standing answers have done, except in a hand: that stays as it is while
    sealed choices change.

    The button opens the log right after that decision. Return () if nothing is to report, for a spectator, and in a
    lesson, which tells what happened in its own way.
    """
    if look.since is None or look.seat is None or look.guidance:
        return ()
    table = look.table
    lines = change_text.news_lines(words, display.news(words, names_at(table), look.seat, look.since))
    played = look.since.played if not look.kept else ()
    if played and (done := display.planned_story(words, names_at(table), played)):
        lines = [words.say("🗓️ **Already played for you:**"), *done[:_MAX_PLAYED_LINES], *lines]
    return (Text("\n".join(lines)), Row((what_happened_button(words, table.id, look.since.n),))) if lines else ()
