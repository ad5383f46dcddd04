"""The replay viewer: a game step by step in a message that only the person sees.

The actions are `replay` (open the viewer, or go to another step), `replay_round`, `replay_viewpoint`, `replay_show`
(post a step for everybody) and `record` (the game as a file). A viewpoint is that of a seat, that of spectators, or one
with all hands open. The viewer keeps nothing in memory, so it works after a restart: the custom ids of its controls
hold the viewpoint, the step, and the page to which *Back* leads.
"""

from __future__ import annotations

import asyncio

from cogs.actions.listed_decisions import quotes_at
from cogs.actions.story_page import ReadingPlace, back_to_replay
from cogs.messages.app_emoji import for_reader
from cogs.messages.images import PICTURE_TIMEOUT_S, wants_pictures
from cogs.messages.lesson_pages import OWN_MOVES, WHOLE_GAME
from cogs.messages.menu_controls import back_button
from cogs.messages.panel import MAX_OPTIONS, Button, File, Option, Panel, Part, Row, Select, Target, Text
from cogs.messages.replay_parts import (
    FROM_ANALYSIS,
    FROM_OWN_MOVES,
    FROM_WHOLE_GAME,
    Pictures,
    moment_heading,
    moment_parts,
    moment_pictures,
)
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from tables.model.history import SPECTATORS, Moment, Viewpoint
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.play import game_log
from tables.play import replays as replaying
from words import replay_text
from words import table_text as table_words
from words.refusal_text import refusal_sentence

_QUOTE_BUTTONS = 2
"""How many buttons, *Back* and *Log*, follow *Previous* and *Next* below what the analysis says about a step."""
_ANALYSIS_PAGES = {FROM_ANALYSIS: "", FROM_OWN_MOVES: OWN_MOVES, FROM_WHOLE_GAME: WHOLE_GAME}
"""The page of the analysis from which the viewer was opened (the argument of `analyse`), by the letter for it."""


async def replay(request: Request) -> Panel:
    """Open the replay viewer, or show the step to which the clicked button of the viewer leads.

    If `request.arg` is empty, the viewer opens from the person's own seat, or as a spectator sees the game if they have
    no seat. A finished game opens at its first step, a running one at its latest.

    Otherwise `request.arg` is `VIEWPOINT STEP WAY`. WAY is `first`, `last`, `back` (the step before STEP) or `on` (the
    step after it); without a WAY, STEP itself is shown. A letter before VIEWPOINT says from which page the viewer was
    opened.

    Raises `Declined` before the start of the game, and for a viewpoint that the person may not use.
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
    """Return the step at which the viewer opens: 0 for a finished game, None (the latest step) for a running one."""
    return 0 if table.row.status == "finished" else None


async def replay_round(request: Request) -> Panel:
    """Show the first step of the round that was chosen in the viewer's select.

    `request.values` holds the number of that step. If it is empty, the viewer stays at the step in `request.arg`, which
    is `VIEWPOINT STEP`. Raises `Declined` for a viewpoint that the person may not use.
    """
    table = await request.services.load(request.table)
    viewpoint, step, _ = _parse_arg(request.arg)
    step = parse_number(request.values[0], step) if request.values else step
    return await _viewer(request, table, await _moment(request, table, viewpoint, step))


async def replay_viewpoint(request: Request) -> Panel:
    """Show the current step of the viewer from the viewpoint that was chosen in its select.

    `request.arg` is the current `VIEWPOINT STEP`, `request.values` holds the chosen viewpoint. If the move of this step
    was taken back meanwhile, the viewer keeps its old viewpoint. Raises `Declined` if no viewpoint was chosen or the
    person may not use it.
    """
    table = await request.services.load(request.table)
    viewpoint, step, _ = _parse_arg(request.arg)
    other = Viewpoint.parse(request.values[0]) if request.values else None
    if other is None:
        raise Declined("old_menu")
    then = await _moment(request, table, viewpoint, step)
    same = await replaying.same_moment(request.services, table, then, request.person_id, other)
    return await _viewer(request, table, same)


async def replay_show(request: Request) -> Panel:
    """Let the outbox post the current step of the viewer in the table's thread, for everybody.

    A note in the viewer says that it was posted, or why not. While the game runs, the step is posted as a spectator
    sees it. `request.arg` is `VIEWPOINT STEP UNDOS`. UNDOS is how often moves had been taken back when the viewer was
    shown: if that has changed, nothing is posted. Only people with a seat and server managers can do this, once a
    minute. Raises `Declined` only before the start and for a viewpoint that the person may not use.
    """
    words = request.words
    table = await request.services.load(request.table)
    viewpoint, step, undos = _parse_arg(request.arg)
    then = await _moment(request, table, viewpoint, step)
    try:
        await replaying.show(
            request.services, table.id, request.person_id, then, parse_number(undos, -1), await request.authority()
        )
        note = words.say("📣 Everybody can see this moment now: <#{place}>.", place=table.place)
    except Declined as no:
        note = refusal_sentence(words, no.key, no.facts)
    return await _viewer(request, table, then, note)


async def record(request: Request) -> Panel:
    """Return a finished game as a text file with its seed, options and moves, which `python -m rules replay` reads.

    `request.arg` is the viewer's `VIEWPOINT STEP` to which *Back* leads; if it is empty, there is no *Back*. If the bot
    may not attach files here, a sentence says so. Raises `Declined` if the game is not finished.
    """
    words = request.words
    table = await request.services.load(request.table)
    if table.row.status != "finished":
        raise Declined("no_record_yet", table=table.id)
    name = f"{table.row.game}-{table.id}.txt"
    title = table_words.title(words, table.row.game, table.id)
    text = f"# {title} · python -m rules replay {name}\n{await game_log.record(request.services, table)}"
    if not request.interaction.app_permissions.attach_files:
        no = Text(words.say("I'm not allowed to attach files here. Please ask me by direct message."))
        return Panel((no, *back_to_replay(words, table.id, request.arg)))
    said = words.say(
        "Here's the whole game to keep: seed, options and moves. `python -m rules replay {name}` replays it.", name=name
    )
    return Panel(
        (Text(f"**{title}**\n{said}"), File(name, text.encode()), *back_to_replay(words, table.id, request.arg))
    )


async def _moment(request: Request, table: Table, viewpoint: Viewpoint, step: int | None) -> Moment:
    """Return the step with the number `step` (None for the latest) of the table's game, as seen from `viewpoint`.

    Raises `Declined` if the game has not started or the person may not use this viewpoint.
    """
    return await replaying.moment(request.services, table, request.person_id, viewpoint, step)


def _parse_arg(arg: str) -> tuple[Viewpoint, int, str]:
    """Split the argument `[ORIGIN]VIEWPOINT STEP REST` of a viewer's control; return viewpoint, step and REST.

    REST is "" if it is missing; a STEP that is no number becomes 0. Raises `Declined` if the viewpoint cannot be read,
    which happens only if the argument is forged.
    """
    text, _, rest = arg.removeprefix(_origin(arg)).partition(" ")
    step, _, more = rest.partition(" ")
    viewpoint = Viewpoint.parse(text)
    if viewpoint is None:
        raise Declined("old_menu")
    return viewpoint, parse_number(step, 0), more


def _origin(arg: str) -> str:
    """Return the letter of a viewer control's argument that says where the viewer was opened from; "" for none."""
    return arg[:1] if arg[:1] in _ANALYSIS_PAGES else ""


async def _viewer(request: Request, table: Table, moment: Moment, note: str = "") -> Panel:
    """Return the viewer's panel for one step of the game: what it shows, then `note`, then the controls.

    The controls are the step buttons, a select of rounds and a select of viewpoints (each only if there are several),
    and other buttons. If the viewer was opened from an analysis that lists a decision at this step, the panel quotes
    what the analysis says about it, and of the controls it has only *Previous*, *Next*, *Back* and *Log*. All others
    are one step away.
    """
    words, display, origin = request.words, request.display_of(table), _origin(request.arg)
    quote = await quotes_at(request, table, moment, brief=origin == FROM_OWN_MOVES) if origin else ""
    steps = _step_buttons(request, table, moment)
    others = Row(tuple(await _other_buttons(request, table, moment)))
    selects = filter(None, (_round_select(request, table, moment), _viewpoint_select(request, table, moment)))
    parts: list[Part] = [
        Text(moment_heading(display, moment, words)),
        *moment_parts(display, moment, words, await _pictures(request, table, moment, one=bool(quote)), quote),
    ]
    if quote:  # Picture and quote fill a phone's screen.
        parts.append(Row((*steps.buttons[1:3], *others.buttons[:_QUOTE_BUTTONS])))
    else:
        parts += [steps, *selects, others]
    return for_reader(Panel(tuple(parts), display.colour).with_note(note), display, words, table)


async def _pictures(request: Request, table: Table, moment: Moment, *, one: bool) -> Pictures:
    """Return the pictures of one step of the game; () if the person wants none or files may not be attached.

    `one` asks for a single picture if a single hand is shown (see `moment_pictures`).
    If drawing takes longer than `PICTURE_TIMEOUT_S`, the answer is deferred, and drawing goes on.
    """
    if not wants_pictures(request.interaction, request.person):
        return ()
    drawing = asyncio.ensure_future(
        moment_pictures(request.app.renderer, request.display_of(table), moment, request.words, one=one)
    )
    if not (await asyncio.wait({drawing}, timeout=PICTURE_TIMEOUT_S))[0]:
        await request.defer_in_place()
    return await drawing


def _place(request: Request, moment: Moment) -> str:
    """Return the argument of `replay` that shows this moment again: `[ORIGIN]VIEWPOINT STEP`."""
    return f"{_origin(request.arg)}{moment.viewpoint} {moment.number}"


def _target(verb: str, request: Request, moment: Moment, more: object = "") -> Target:
    """Return the target of a control of the viewer, with the moment's `_place` and `more` as its argument."""
    return Target(verb, request.table, arg=f"{_place(request, moment)} {more}".rstrip())


def _step_buttons(request: Request, table: Table, moment: Moment) -> Row:
    """Return the row of the buttons *First*, *Previous*, *Next* and *Last* (*Now* while the game runs).

    *Previous* and *Next* skip steps that show nothing new from this viewpoint. `replay` moves by one from the step in a
    button's argument, so the argument of *Next* holds the step before the one to show, and that of *Previous* the step
    after it. Buttons that lead nowhere are disabled.
    """
    words, steps, here = request.words, moment.steps, moment.number
    at_first, at_last = here == 0, here == steps.last
    final = words.say("Last") if table.row.status == "finished" else words.say("Now")
    ways = (
        ("first", here, words.say("First"), "⏮️", at_first),
        ("back", steps.before(here) + 1, words.say("Previous"), "◀️", at_first),
        ("on", steps.after(here) - 1, words.say("Next"), "▶️", at_last),
        ("last", here, final, "⏭️", at_last),
    )
    return Row(
        tuple(
            Button(
                label,
                Target("replay", table.id, arg=f"{_origin(request.arg)}{moment.viewpoint} {start} {way}"),
                "primary" if way == "on" else "secondary",
                sign,
                off,
            )
            for way, start, label, sign, off in ways
        )
    )


def _round_select(request: Request, table: Table, moment: Moment) -> Select | None:
    """Return a select of rounds, which leads to the first step of the chosen one; None with fewer than two rounds.

    It lists at most 25 rounds, those around the current one. Rounds that have not begun yet do not count.
    """
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
    return Select(_target("replay_round", request, moment), name, options)


def _viewpoint_select(request: Request, table: Table, moment: Moment) -> Select | None:
    """Return a select of the viewpoints this person may use at the table; None if there is only one."""
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
    return Select(_target("replay_eyes", request, moment), words.say("Whose view?"), options)


async def _other_buttons(request: Request, table: Table, moment: Moment) -> list[Button]:
    """Return the viewer's other buttons: *Back*, *Log*, *Show this moment to everybody*, *Animation* and *Record*.

    *Back* is there if the viewer was opened from an analysis, or if the game is a lesson. *Show this moment to
    everybody* is there if the person may use it, *Animation* and *Record* if the game is finished. The pages that
    *Log*, *Animation* and *Record* open have a *Back* that leads to this step.
    """
    words, origin, buttons = request.words, _origin(request.arg), list[Button]()
    if origin:
        buttons.append(back_button(words, Target("analyse", table.id, arg=_ANALYSIS_PAGES[origin])))
    elif table.row.lesson:
        buttons.append(back_button(words, Target("play", table.id)))
    log_page = ReadingPlace(page=None, after=max(0, moment.entry - 1), replay=_place(request, moment))
    buttons.append(Button(words.say("Log"), log_page.target(table.id), emoji="📰"))
    if replaying.may_show(table, request.person_id, await request.authority()):
        show = _target("replay_show", request, moment, table.row.undos)
        buttons.append(Button(words.say("Show this moment to everybody"), show, emoji="📣"))
    if table.row.status == "finished":
        buttons.append(Button(words.say("Animation"), _target("film", request, moment), emoji="🎞️"))
        buttons.append(Button(words.say("Record"), _target("record", request, moment), emoji="📄"))
    return buttons


VERBS = (
    Verb("replay", replay, "finished_or_running", none_found="none_to_replay"),
    Verb("replay_round", replay_round),
    Verb("replay_eyes", replay_viewpoint),
    Verb("replay_show", replay_show),
    Verb("record", record, "finished", none_found="none_to_record"),
)
