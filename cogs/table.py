"""What can be done at a running table, whatever is played: play, look, read, take back, hand over."""

from __future__ import annotations

from collections.abc import Callable

from cogs.easel import framed_soon
from cogs.face import board_panel, hand_panel, menu_panel, names_at, ways_on
from cogs.lists import game_buttons
from cogs.panel import Button, Option, Panel, Part, Picture, Row, Select, Target, Text, rows, shorten, text
from cogs.signs import signed
from cogs.visit import Visit
from pictures.drawing import Drawing
from rules import GAMES, Illegal, NotYours, Refused
from tables import play as playing
from tables import reading, seats
from tables.errors import Declined, Stale
from tables.table import Look
from words import rulebook
from words import tables as said
from words.language import name
from words.legends import legend
from words.refusals import TITLES, declined

_LOG_PAGE = 3000


async def play(visit: Visit) -> Panel:
    """Open the menu of what this person can decide now."""
    look = await reading.look(visit.house, visit.table, visit.person_id)
    playing.sitting(look.table, visit.person_id)
    return menu_panel(visit.bot.faces[look.table.row.game], look, visit.words)


async def move(visit: Visit) -> Panel:
    """Make the move that the button names, or the button's words and then the lines chosen of a list.

    Lines must differ: equal cards are numbered, `cloth#1` and `cloth#2`.
    """
    return await make(visit, " ".join((visit.arg, *(value.partition("#")[0] for value in visit.values))))


async def make(visit: Visit, text: str | Callable[[Look], str]) -> Panel:
    """Make a move, given as its text (or how to make it from what lies there), and show what follows."""
    look = await playing.play(visit.house, visit.table, visit.person_id, text, visit.mark)
    return await after(visit, look)


async def after(visit: Visit, look: Look, note: str = "") -> Panel:
    """Show where somebody stands after a move of theirs; `note` says what else there is to say of it."""
    words, table = visit.words, look.table
    face = visit.bot.faces[table.row.game]
    if table.row.status == "finished":
        last = words.say("That was the last move. The final score is in the thread.")
        return Panel((text(note, last),), face.colour)
    news = words.say("✔️ Done. The thread tells what happened.") if table.row.told == table.row.version else ""
    return menu_panel(face, look, words, "\n".join(filter(None, (note, news))))


async def undo(visit: Visit) -> Panel:
    """Take the latest move back."""
    look = await playing.take_back(visit.house, visit.table, visit.person_id, visit.mark)
    note = visit.words.say("↩️ Taken back. Decide again:")
    return menu_panel(visit.bot.faces[look.table.row.game], look, visit.words, note)


async def start_over(visit: Visit) -> Panel:
    """Take back the whole turn so far."""
    look = await playing.take_back(visit.house, visit.table, visit.person_id, visit.mark, all_=True)
    note = visit.words.say("↩️ Taken back, as far as nothing was revealed. Decide again:")
    return menu_panel(visit.bot.faces[look.table.row.game], look, visit.words, note)


async def draft(visit: Visit, body: str | Callable[[Look], str], note: str = "") -> Panel:
    """Keep a half-built move and show the menu as it is with it. The menus of a game are built on this."""
    look = await playing.keep_draft(visit.house, visit.table, visit.person_id, visit.target.mark, body)
    return menu_panel(visit.bot.faces[look.table.row.game], look, visit.words, note)


async def hand(visit: Visit) -> Panel:
    """Show somebody their own hand."""
    look = await reading.look(visit.house, visit.table, visit.person_id)
    if look.seat is None:
        raise Declined("not_seated", table=visit.table)
    if look.view is None:
        raise Declined("not_started", table=visit.table)
    face = visit.bot.faces[look.table.row.game]
    picture = await _picture(visit, "hand.png", lambda: face.hand_drawing(look, visit.words))
    return hand_panel(face, look, visit.words, picture)


async def board(visit: Visit) -> Panel:
    """Show the table, in this person's language; in words if they ask for that."""
    look = await reading.look(visit.house, visit.table)
    if look.view is None:
        raise Declined("not_started", table=visit.table)
    face = visit.bot.faces[look.table.row.game]
    picture = None
    if visit.arg != "words":
        picture = await _picture(visit, "board.png", lambda: face.board_drawing(look, visit.words))
    return board_panel(face, look, visit.words, picture)


async def _picture(visit: Visit, name: str, draw: Callable[[], Drawing | None]) -> Picture | None:
    """Return a picture for somebody who wants them, if it can be had at once."""
    wanted = visit.person is None or visit.person.pictures
    if not wanted or not visit.interaction.app_permissions.attach_files:
        return None
    return await framed_soon(visit.bot.studio, name, draw)


async def log(visit: Visit) -> Panel:
    """Tell the story so far, the newest page first."""
    look = await reading.look(visit.house, visit.table, visit.person_id)
    if look.view is None:
        raise Declined("not_started", table=visit.table)
    words, table = visit.words, look.table
    face = visit.bot.faces[table.row.game]
    names = names_at(table, words)
    lines: list[str] = []
    for _, events in await reading.story(visit.house, table, look.seat):
        lines += face.story(words, names, events)
    pages = _pages(lines)
    page = min(_number(visit.arg, 0), len(pages) - 1)
    turn = [
        Button(
            words.say("Older"), Target("log", table.id, arg=str(page + 1)), emoji="⬅️", disabled=page + 1 >= len(pages)
        ),
        Button(words.say("Newer"), Target("log", table.id, arg=str(page - 1)), emoji="➡️", disabled=page == 0),
    ]
    parts: list[Part] = [Text("**" + said.title(words, table.row.game, table.id) + "**"), Text(pages[page])]
    if len(pages) > 1:
        parts.append(Row(tuple(turn)))
    return signed(Panel((*parts, *ways_on(table, words)), face.colour), face.signs)


def _number(arg: str, otherwise: int) -> int:
    """Read a number that came back with a click; it may be forged."""
    return int(arg) if arg.isascii() and arg.isdigit() and len(arg) < 6 else otherwise


def _pages(lines: list[str]) -> list[str]:
    """Return the story in pages, the newest first and full, each of whole lines."""
    pages: list[str] = [""]
    for line in reversed(lines):
        if len(pages[-1]) + len(line) > _LOG_PAGE:
            pages.append("")
        pages[-1] = shorten(line, _LOG_PAGE) + "\n" + pages[-1]
    return [page or "–" for page in pages]


async def rules(visit: Visit) -> Panel:
    """Show a topic of a game's rules, and all the others to choose from."""
    words = visit.words
    game, _, key = visit.arg.partition("/")
    game = game or await reading.game_in(visit.house, visit.channel) or next(iter(GAMES))
    if visit.values:
        key = visit.values[0]
    topics = rulebook.topics(game, words.language)
    if not topics:
        raise Declined("no_such_topic")
    topic = next((topic for topic in topics if topic.key == key), topics[0])
    options = tuple(Option(other.title, other.key, chosen=other.key == topic.key) for other in topics)
    return Panel(
        (
            Text(f"## {TITLES[game]} · {topic.title}\n{topic.text}"),
            Select(Target("rules", visit.table, arg=game), words.say("Another topic"), options),
            *(() if visit.table else rows(game_buttons("rules", game))),
        ),
        visit.bot.faces[game].colour if game in visit.bot.faces else None,
    )


async def more(visit: Visit) -> Panel:
    """Show what is seldom needed at a table: its board in one's own language, leaving, closing."""
    words = visit.words
    table = await visit.house.load(visit.table)
    if not table.open:
        raise Declined(table.row.status, table=visit.table)
    buttons = [
        Button(words.say("Board"), Target("board", table.id), emoji="🗺️"),
        Button(words.say("Board in words"), Target("board", table.id, arg="words"), emoji="📃"),
    ]
    if legend(words, table.row.game):
        buttons.append(Button(words.say("What do the signs mean?"), Target("signs", table.id), emoji="🔎"))
    if seat := table.seat_of(visit.person_id):
        if seat.computer:
            buttons.append(Button(words.say("Take my seat back"), Target("back", table.id)))
        else:
            buttons.append(Button(words.say("Leave my seat to a computer"), Target("resign", table.id), emoji="🤖"))
    if table.row.host == visit.person_id or table.run_by(visit.admin_of):
        buttons.append(Button(words.say("Close the table"), Target("close", table.id), "danger"))
    return Panel((Text("**" + said.title(words, table.row.game, table.id) + "**"), *rows(buttons)))


async def signs(visit: Visit) -> Panel:
    """Explain what stands on the board of a table."""
    words = visit.words
    table = await visit.house.load(visit.table)
    face = visit.bot.faces[table.row.game]
    lines = legend(words, table.row.game)
    if not lines:
        raise Declined("no_such_topic")
    head = words.say("## {game} · What the signs mean", game=TITLES[table.row.game])
    return signed(Panel((Text("\n".join((head, *lines))), *ways_on(table, words)), face.colour), face.signs)


async def resign(visit: Visit) -> Panel:
    """Ask before a seat is left, with what follows from it; a second press does it, if still the same follows."""
    words = visit.words
    last = await seats.last_to_resign(visit.house, visit.table, visit.person_id)
    if visit.arg != ("close" if last else "computer"):
        if last:
            question = words.say("You are the last person here: the table would be closed without a result. Sure?")
            sure = Button(words.say("Leave and close"), Target("resign", visit.table, arg="close"), "danger")
        else:
            question = words.say(
                "A computer would play on for you at once, also what you are asked right now. "
                "You can take your seat back as long as nobody else was given it. Sure?"
            )
            sure = Button(words.say("Leave my seat"), Target("resign", visit.table, arg="computer"), "danger")
        keep = Button(words.say("Keep my seat"), Target("keep", visit.table))
        return Panel((Text(question), Row((sure, keep))))
    table = await seats.resign(visit.house, visit.table, visit.person_id)
    if not table.open:
        return Panel((Text(words.say("You were the last person here, so the table was closed.")),))
    back = Button(words.say("Take my seat back"), Target("back", table.id))
    note = words.say("A computer plays on for you. You can come back as long as nobody else was given your seat.")
    return Panel((Text(note), Row((back,))))


async def back(visit: Visit) -> Panel:
    """Take the own seat back from the computer."""
    await seats.come_back(visit.house, visit.table, visit.person_id)
    return await play(visit)


async def replace(visit: Visit) -> Panel:
    """Hand a seat whose time has run out to a computer."""
    seat = _number(visit.arg, -1)
    table = await seats.give_to_computer(visit.house, visit.table, visit.person_id, seat, admin_of=visit.admin_of)
    return Panel((Text(visit.words.say("A computer plays on for {name}.", name=name(table.seats[seat].name))),))


async def close(visit: Visit) -> Panel:
    """Ask before a running table is closed; a second press does it."""
    words = visit.words
    if visit.arg != "yes":
        table = await visit.house.load(visit.table)
        if not table.open:
            raise Declined(table.row.status, table=visit.table)
        sure = Button(
            words.say("Close table #{table}", table=visit.table), Target("close", visit.table, arg="yes"), "danger"
        )
        keep = Button(words.say("Keep it"), Target("keep", visit.table))
        return Panel((Text(words.say("Nobody can play on when it is closed. Are you sure?")), Row((sure, keep))))
    await seats.close(visit.house, visit.table, visit.person_id, admin_of=visit.admin_of)
    return Panel((Text(words.say("Table #{table} is closed.", table=visit.table)),))


async def keep(visit: Visit) -> Panel:
    """Leave everything as it is, after a question whether one is sure."""
    return Panel((Text(visit.words.say("All right, everything stays as it is.")),))


async def too_late(visit: Visit) -> Panel:
    """Do nothing: the menu that was clicked in shows something else by now."""
    raise Stale


# What the other ways of answering need


async def which(visit: Visit, note: Text) -> Panel:
    """Ask which of several tables a command means; the answer goes on with what was asked for.

    It means what is being decided there now. What is too long for a button has to be asked for again: the answer is
    then the menu.
    """
    words = visit.words
    looks = await reading.meant(visit.house, visit.person_id, visit.game, visit.target.verb)
    buttons = []
    for look in looks:
        asked = Target(visit.target.verb, look.table.id, look.mark, visit.arg)
        buttons.append(
            Button(
                said.title(words, look.table.row.game, look.table.id),
                asked if asked.fits else Target("play", look.table.id),
                "primary" if look.owes else "secondary",
            )
        )
    return Panel((note, *rows(buttons)))


async def fresh_menu(visit: Visit, note: Text) -> Panel:
    """Return the note and, if the person still sits at a running table, the menu as it is now."""
    try:
        return (await play(visit)).under(note)
    except Declined as no:
        return Panel((note, Text(declined(visit.words, no.key, no.facts))))


async def refusal(visit: Visit, no: Refused) -> str:
    """Say why the rules refuse a move."""
    words = visit.words
    if isinstance(no, Illegal):
        table = await visit.house.load(visit.table)
        return "❌ " + visit.bot.faces[table.row.game].refusal(words, no)
    if isinstance(no, NotYours):
        return words.say("You have nothing to decide right now.")
    return words.say("I do not understand that move. Please use the menu:")


ACTIONS = {
    "play": play,
    "move": move,
    "undo": undo,
    "over": start_over,
    "hand": hand,
    "board": board,
    "log": log,
    "rules": rules,
    "more": more,
    "signs": signs,
    "resign": resign,
    "back": back,
    "replace": replace,
    "close": close,
    "keep": keep,
}
