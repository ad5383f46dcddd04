"""Looking at a game again: step by step for one's own eyes, a moment of it for all, its record as a file.

All that the viewer needs stands in its buttons, so it works after a restart, and on another day.
"""

from __future__ import annotations

import asyncio

from cogs.messages.app_emoji import with_app_emoji
from cogs.messages.images import PICTURE_TIMEOUT_S, wants_pictures
from cogs.messages.panel import MAX_OPTIONS, Button, File, Option, Panel, Part, Row, Select, Target, Text
from cogs.messages.replay_parts import Pictures, moment_heading, moment_parts, moment_pictures
from cogs.requests.request import Action, Request, number
from tables.model.history import SPECTATORS, Eyes, Moment
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.play import replays as replaying
from words import replay_text
from words import table_text as table_words
from words.refusal_text import refusal_sentence


async def replay(request: Request) -> Panel:
    """Open the viewer, or go where its button leads: to the first step, back, on, to the last."""
    table = await request.services.load(request.table)
    if not request.arg:
        mine = table.seat_of(request.person_id)
        eyes = Eyes(mine.seat) if mine else SPECTATORS
        return await _viewer(request, table, await _moment(request, table, eyes, _begin(table)))
    eyes, step, way = _read(request.arg)
    ways: dict[str, int | None] = {"first": 0, "back": step - 1, "on": step + 1, "last": None}
    return await _viewer(request, table, await _moment(request, table, eyes, ways.get(way, step)))


def _begin(table: Table) -> int | None:
    """A game that is over is looked at from its beginning, one that goes on from where it is now."""
    return 0 if table.row.status == "finished" else None


async def jump(request: Request) -> Panel:
    """Go to the first step of a round."""
    table = await request.services.load(request.table)
    eyes, step, _ = _read(request.arg)
    step = number(request.values[0], step) if request.values else step
    return await _viewer(request, table, await _moment(request, table, eyes, step))


async def look_through(request: Request) -> Panel:
    """Look at the same moment through other eyes."""
    table = await request.services.load(request.table)
    eyes, step, _ = _read(request.arg)
    other = Eyes.read(request.values[0]) if request.values else None
    if other is None:
        raise Declined("old_menu")
    then = await _moment(request, table, eyes, step)
    same = await replaying.same_moment(request.services, table, then, request.person_id, other)
    return await _viewer(request, table, same)


async def show_to_all(request: Request) -> Panel:
    """Show the moment to all where the table lives."""
    words = request.words
    table = await request.services.load(request.table)
    eyes, step, undos = _read(request.arg)
    then = await _moment(request, table, eyes, step)
    try:
        await replaying.show(request.services, table.id, request.person_id, then, number(undos, -1), request.admin_of)
        note = words.say("📣 Everybody can see this moment now: <#{place}>.", place=table.place)
    except Declined as no:
        note = refusal_sentence(words, no.key, no.facts)
    return await _viewer(request, table, then, note)


async def record(request: Request) -> Panel:
    """Give a finished game as a text file: seed, options, moves."""
    words = request.words
    table = await request.services.load(request.table)
    if table.row.status != "finished":
        raise Declined("no_record_yet", table=table.id)
    name = f"{table.row.game}-{table.id}.txt"
    title = table_words.title(words, table.row.game, table.id)
    text = f"# {title} · python -m rules replay {name}\n{await lookup.record(request.services, table)}"
    if not request.interaction.app_permissions.attach_files:
        return Panel((Text(words.say("I am not allowed to attach files here. Please ask me by direct message.")),))
    said = words.say(
        "The whole game to keep: seed, options and moves. `python -m rules replay {name}` plays it again.", name=name
    )
    return Panel((Text(f"**{title}**\n{said}"), File(name, text.encode())))


async def _moment(request: Request, table: Table, eyes: Eyes, step: int | None) -> Moment:
    return await replaying.moment(request.services, table, request.person_id, eyes, step)


def _read(arg: str) -> tuple[Eyes, int, str]:
    """Read what a button of the viewer says: eyes, step, and one word more; it may be forged."""
    eyes, _, rest = arg.partition(" ")
    step, _, more = rest.partition(" ")
    seen = Eyes.read(eyes)
    if seen is None:
        raise Declined("old_menu")
    return seen, number(step, 0), more


async def _viewer(request: Request, table: Table, moment: Moment, note: str = "") -> Panel:
    """Return the viewer as it shows a moment."""
    words, display = request.words, request.display_of(table)
    parts: list[Part] = [
        Text(moment_heading(display, moment, words)),
        *moment_parts(display, moment, words, await _pictures(request, table, moment)),
        _ways(request, table, moment),
    ]
    if rounds := _rounds(request, table, moment):
        parts.append(rounds)
    if eyes := _eyes(request, table, moment):
        parts.append(eyes)
    if others := _others(request, table, moment):
        parts.append(Row(tuple(others)))
    return with_app_emoji(Panel(tuple(parts), display.colour).with_note(note), display.emoji)


async def _pictures(request: Request, table: Table, moment: Moment) -> Pictures:
    """Draw for who wants pictures. If that takes longer than a moment, Discord is told that the answer comes."""
    if not wants_pictures(request.interaction, request.person):
        return ()
    drawing = asyncio.ensure_future(
        moment_pictures(request.app.studio, request.display_of(table), moment, request.words)
    )
    if not (await asyncio.wait({drawing}, timeout=PICTURE_TIMEOUT_S))[0]:
        await request.hold()
    return await drawing


def _target(verb: str, table: Table, moment: Moment, more: object = "") -> Target:
    return Target(verb, table.id, arg=f"{moment.eyes} {moment.number} {more}".rstrip())


def _ways(request: Request, table: Table, moment: Moment) -> Row:
    """Return where to go from here; what shows nothing new is passed by: back leads from the step after, on before."""
    words, steps, here = request.words, moment.steps, moment.number
    at_first, at_last = here == 0, here == steps.last
    final = words.say("Last") if table.row.status == "finished" else words.say("Now")
    ways = (
        ("first", here, words.say("First"), "⏮️", at_first),
        ("back", steps.before(here) + 1, words.say("Back"), "◀️", at_first),
        ("on", steps.after(here) - 1, words.say("Next"), "▶️", at_last),
        ("last", here, final, "⏭️", at_last),
    )
    return Row(
        tuple(
            Button(
                label,
                Target("replay", table.id, arg=f"{moment.eyes} {start} {way}"),
                "primary" if way == "on" else "secondary",
                sign,
                off,
            )
            for way, start, label, sign, off in ways
        )
    )


def _rounds(request: Request, table: Table, moment: Moment) -> Select | None:
    """Return a list of the rounds; of very many those around this one."""
    steps, words = moment.steps, request.words
    begins = steps.begins()
    if len(begins) < 2:
        return None
    here = steps.rounds[moment.number]
    middle = next(place for place, (round_, _) in enumerate(begins) if round_ == here)
    first = max(0, min(middle - MAX_OPTIONS // 2, len(begins) - MAX_OPTIONS))
    listed = begins[first : first + MAX_OPTIONS]
    told = request.display_of(table).words
    options = tuple(Option(told.round_name(words, round_), str(step), chosen=round_ == here) for round_, step in listed)
    name = replay_text.jump_placeholder(words, first + 1, first + len(listed), len(begins))
    return Select(_target("replay_round", table, moment), name, options)


def _eyes(request: Request, table: Table, moment: Moment) -> Select | None:
    """Return a list of the eyes this person may look through, if there are several."""
    words = request.words
    allowed = replaying.eyes_for(table, request.person_id)
    if len(allowed) < 2:
        return None
    options = tuple(
        Option(
            replay_text.viewpoint(words, str(eyes), "" if eyes.seat is None else table.seats[eyes.seat].name),
            str(eyes),
            emoji="👁️",
            chosen=eyes == moment.eyes,
        )
        for eyes in allowed
    )
    return Select(_target("replay_eyes", table, moment), words.say("Through whose eyes?"), options)


def _others(request: Request, table: Table, moment: Moment) -> list[Button]:
    """Return what else can be done with this moment and this game."""
    words, buttons = request.words, []
    if replaying.may_show(table, request.person_id, request.admin_of):
        show = _target("replay_show", table, moment, table.row.undos)
        buttons.append(Button(words.say("Show this moment to everybody"), show, emoji="📣"))
    if table.row.status == "finished":
        buttons.append(Button(words.say("As an animated picture"), Target("film", table.id), emoji="🎞️"))
        buttons.append(Button(words.say("Record"), Target("record", table.id), emoji="📄"))
    return buttons


ACTIONS: dict[str, Action] = {
    "replay": replay,
    "replay_round": jump,
    "replay_eyes": look_through,
    "replay_show": show_to_all,
    "record": record,
}
