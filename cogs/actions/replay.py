"""The replay viewer: a game step by step in a private message, a moment of it posted for all, its record as a file.

The viewer keeps nothing in memory: its custom ids hold the point of view (a seat's, the spectators', or with all hands
open) and the step. So it works after a restart.
"""

from __future__ import annotations

import asyncio

from cogs.messages.app_emoji import with_app_emoji
from cogs.messages.images import PICTURE_TIMEOUT_S, wants_pictures
from cogs.messages.panel import MAX_OPTIONS, Button, File, Option, Panel, Part, Row, Select, Target, Text
from cogs.messages.replay_parts import Pictures, moment_heading, moment_parts, moment_pictures
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from tables.model.history import SPECTATORS, Moment, Viewpoint
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.play import replays as replaying
from words import replay_text
from words import table_text as table_words
from words.refusal_text import refusal_sentence


async def replay(request: Request) -> Panel:
    """Open the viewer from the person's own viewpoint, or show the step that its button leads to.

    `arg` is empty, or holds the viewpoint, a step and one of `first`, `back`, `on` and `last`.
    """
    table = await request.services.load(request.table)
    if not request.arg:
        mine = table.seat_of(request.person_id)
        viewpoint = Viewpoint(mine.seat) if mine else SPECTATORS
        return await _viewer(request, table, await _moment(request, table, viewpoint, _opening_step(table)))
    viewpoint, step, way = _parse_arg(request.arg)
    ways: dict[str, int | None] = {"first": 0, "back": step - 1, "on": step + 1, "last": None}
    return await _viewer(request, table, await _moment(request, table, viewpoint, ways.get(way, step)))


def _opening_step(table: Table) -> int | None:
    """Return the step at which the viewer opens: the first of a finished game, None (the latest) of a running one."""
    return 0 if table.row.status == "finished" else None


async def replay_round(request: Request) -> Panel:
    """Show the first step of the round that was chosen."""
    table = await request.services.load(request.table)
    viewpoint, step, _ = _parse_arg(request.arg)
    step = parse_number(request.values[0], step) if request.values else step
    return await _viewer(request, table, await _moment(request, table, viewpoint, step))


async def replay_viewpoint(request: Request) -> Panel:
    """Show the same moment from the viewpoint that was chosen. Raises `Declined` if the person may not."""
    table = await request.services.load(request.table)
    viewpoint, step, _ = _parse_arg(request.arg)
    other = Viewpoint.parse(request.values[0]) if request.values else None
    if other is None:
        raise Declined("old_menu")
    then = await _moment(request, table, viewpoint, step)
    same = await replaying.same_moment(request.services, table, then, request.person_id, other)
    return await _viewer(request, table, same)


async def replay_show(request: Request) -> Panel:
    """Post the moment in the table's thread for all, and say in the viewer that this was done, or why not."""
    words = request.words
    table = await request.services.load(request.table)
    viewpoint, step, undos = _parse_arg(request.arg)
    then = await _moment(request, table, viewpoint, step)
    try:
        await replaying.show(
            request.services, table.id, request.person_id, then, parse_number(undos, -1), request.managed_server
        )
        note = words.say("📣 Everybody can see this moment now: <#{place}>.", place=table.place)
    except Declined as no:
        note = refusal_sentence(words, no.key, no.facts)
    return await _viewer(request, table, then, note)


async def record(request: Request) -> Panel:
    """Return a finished game as a text file with its seed, options and moves, which `python -m rules replay` reads."""
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


async def _moment(request: Request, table: Table, viewpoint: Viewpoint, step: int | None) -> Moment:
    """Return a step (None: the latest) from a viewpoint. Raises `Declined` if the person may not use it."""
    return await replaying.moment(request.services, table, request.person_id, viewpoint, step)


def _parse_arg(arg: str) -> tuple[Viewpoint, int, str]:
    """Return the viewpoint, the step and the last word of a control's argument. Raises `Declined` if it is forged."""
    text, _, rest = arg.partition(" ")
    step, _, more = rest.partition(" ")
    viewpoint = Viewpoint.parse(text)
    if viewpoint is None:
        raise Declined("old_menu")
    return viewpoint, parse_number(step, 0), more


async def _viewer(request: Request, table: Table, moment: Moment, note: str = "") -> Panel:
    """Return the viewer with a moment of the game; `note` is shown above its controls."""
    words, display = request.words, request.display_of(table)
    parts: list[Part] = [
        Text(moment_heading(display, moment, words)),
        *moment_parts(display, moment, words, await _pictures(request, table, moment)),
        _step_buttons(request, table, moment),
    ]
    if rounds := _round_select(request, table, moment):
        parts.append(rounds)
    if viewpoints := _viewpoint_select(request, table, moment):
        parts.append(viewpoints)
    if others := _other_buttons(request, table, moment):
        parts.append(Row(tuple(others)))
    return with_app_emoji(Panel(tuple(parts), display.colour).with_note(note), display.emoji)


async def _pictures(request: Request, table: Table, moment: Moment) -> Pictures:
    """Return the pictures of a moment; none if the person wants none. Defers the answer if drawing takes long."""
    if not wants_pictures(request.interaction, request.person):
        return ()
    drawing = asyncio.ensure_future(
        moment_pictures(request.app.renderer, request.display_of(table), moment, request.words)
    )
    if not (await asyncio.wait({drawing}, timeout=PICTURE_TIMEOUT_S))[0]:
        await request.defer_in_place()
    return await drawing


def _target(verb: str, table: Table, moment: Moment, more: object = "") -> Target:
    """Return the target of a control of the viewer: the moment it shows, and `more` as the last word."""
    return Target(verb, table.id, arg=f"{moment.viewpoint} {moment.number} {more}".rstrip())


def _step_buttons(request: Request, table: Table, moment: Moment) -> Row:
    """Return the buttons *First*, *Back*, *Next* and *Last* (*Now* while the game runs).

    *Back* and *Next* skip steps that show nothing new from this viewpoint: they hold the step next to their target.
    """
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
                Target("replay", table.id, arg=f"{moment.viewpoint} {start} {way}"),
                "primary" if way == "on" else "secondary",
                sign,
                off,
            )
            for way, start, label, sign, off in ways
        )
    )


def _round_select(request: Request, table: Table, moment: Moment) -> Select | None:
    """Return a select of the rounds, of more than 25 those around the current one; None for fewer than two."""
    steps, words = moment.steps, request.words
    begins = steps.round_starts()
    if len(begins) < 2:
        return None
    here = steps.rounds[moment.number]
    middle = next(place for place, (round_, _) in enumerate(begins) if round_ == here)
    first = max(0, min(middle - MAX_OPTIONS // 2, len(begins) - MAX_OPTIONS))
    listed = begins[first : first + MAX_OPTIONS]
    game_words = request.display_of(table).words
    options = tuple(
        Option(game_words.round_name(words, round_), str(step), chosen=round_ == here) for round_, step in listed
    )
    name = replay_text.jump_placeholder(words, first + 1, first + len(listed), len(begins))
    return Select(_target("replay_round", table, moment), name, options)


def _viewpoint_select(request: Request, table: Table, moment: Moment) -> Select | None:
    """Return a select of the viewpoints this person may use; None if there is only one."""
    words = request.words
    allowed = replaying.allowed_viewpoints(table, request.person_id)
    if len(allowed) < 2:
        return None
    options = tuple(
        Option(
            replay_text.viewpoint(
                words, str(viewpoint), "" if viewpoint.seat is None else table.seats[viewpoint.seat].name
            ),
            str(viewpoint),
            emoji="👁️",
            chosen=viewpoint == moment.viewpoint,
        )
        for viewpoint in allowed
    )
    return Select(_target("replay_eyes", table, moment), words.say("Through whose eyes?"), options)


def _other_buttons(request: Request, table: Table, moment: Moment) -> list[Button]:
    """Return the buttons to show the moment to everybody, and, of a finished game, to get its animation and record."""
    words, buttons = request.words, []
    if replaying.may_show(table, request.person_id, request.managed_server):
        show = _target("replay_show", table, moment, table.row.undos)
        buttons.append(Button(words.say("Show this moment to everybody"), show, emoji="📣"))
    if table.row.status == "finished":
        buttons.append(Button(words.say("As an animated picture"), Target("film", table.id), emoji="🎞️"))
        buttons.append(Button(words.say("Record"), Target("record", table.id), emoji="📄"))
    return buttons


VERBS = (
    Verb("replay", replay, "finished_or_running", none_found="none_to_replay"),
    Verb("replay_round", replay_round),
    Verb("replay_eyes", replay_viewpoint),
    Verb("replay_show", replay_show),
    Verb("record", record, "finished", none_found="none_to_record"),
)
