"""What must be true after a run: the promises of docs/design.md and docs/delivery.md, each as one function.

| function | promise |
|---|---|
| `_lost_and_doubled_moves` | a confirmed move is never lost; a click acts once |
| `_contradictions` | log and seed lead to the stored state |
| `_left_in_outbox` | everything is delivered once every channel accepts it again |
| `_unasked` | a player who has to act because of somebody else's move is pinged |
| `_asked_twice` | and only once, if the retry fell into the time in which Discord remembers a nonce |
| `_untold` | every line of the story is posted where the table lives |
| `_doubled_boards` | a table has one board |
| `_doubled_messages` | a table has one lobby, and one hand for each player |
| `_outdated` | boards and hands are right, `REFRESH_BOUND_S` after the last change at the latest |
| `_unannounced_plans` | whoever has planned, or has a standing answer, learns once what was played |
| `_wrong_answers` | a standing answer is what its policy promises, and its owner is asked only where nothing fits |
| `PlanWatch.note_commit` | a plan is played once, a standing answer given once, without a ping and not during a pause |
| `noticed_secret` | no secret, and no time that depends on one, in what others receive |
| `LeaseWatch.note_acts` | at most one process commits, begins a request, or believes that it may, for a partition |
| `WayOut.begin_delivery` | nobody begins a request who knows that the connection with the lock is broken |
| `OutboxWatch.note_post` | a message's nonce is stored in every row that it covers, before it is sent |
| `OutboxWatch.note_commit` | a row whose nonce is empty was certainly not sent |
| `OutboxWatch.note_attempt` | while nothing is wrong, a row is attempted at once when it is due |
| `OutboxWatch.note_attempt` | a board or hand is refreshed at the latest a minute after the first change |
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from itertools import zip_longest

from cogs.games import GAMES
from cogs.messages.table_messages import names_at
from rules.records import UNDO, replay
from storage.queries import outbox as sql_outbox
from storage.queries import tables as sql
from storage.rows import LogRow
from tables.delivery import outbox, posts
from tables.delivery.posts import LiveKind
from tables.model.table import Table
from tables.notifications import pending
from tables.notifications.kinds import BoardChanged, HandChanged, Notification
from tables.play import game_log
from tables.play.table_writer import NUDGE_DELAY_S
from tables.play.verify import verify
from tables.runtime.services import Services
from tests.rules.haithabu.given_away import expected_answer
from tests.simulation.chat import Message, Ping, Received, dm_of, is_dm
from tests.simulation.findings import Finding, Secret
from tests.simulation.machine import MAX_OFFSET_S, START
from tests.simulation.world import REFRESH_BOUND_S, World
from words import table_text, words_in

_DISPLAYS = {game.name: game.display() for game in GAMES}
Observed = list[Received]
"""What people have received, in order."""
SECRETS = "nobody notices what is hidden from them"
_TO_ACT = re.compile("^⏳ (Waiting for|.* (is|are) thinking …)", re.MULTILINE)
"""The line of a board that names the players to act."""
_PLAN_PLAYED, _ANSWERED = "your plan was played", "I answered for you"
"""Words of the messages to the owners of a played plan and of a standing answer."""
_RECENTLY_S = 60
"""Somebody who is asked again within this time of their last ping is asked without a sound."""


async def findings(world: World) -> list[Finding]:
    """Return every promise that the run has broken; [] if it has kept all. Nothing goes on afterwards."""
    world.stop_spares()
    machine = world.machines[0]
    if machine.services and world.plan.twin_differs_in:
        world.observed = await machine.run(_observations(world, machine.services))
    await asyncio.sleep(REFRESH_BOUND_S)
    found = await wrong_messages(world)
    if any(setup.computers for setup in world.plan.tables):
        await asyncio.sleep(NUDGE_DELAY_S)
    for machine in world.machines:
        if machine.services:
            found += await machine.run(_other_findings(world, machine.services))
    found += _doubled_messages(world)
    return found + [Finding("no exception is unhandled", str(error)) for error in world.loop.errors]


async def wrong_messages(world: World) -> list[Finding]:
    """Return the boards and hands that are wrong. Afterwards all are right: they are refreshed to find out."""
    found: list[Finding] = []
    for machine in world.machines:
        if machine.services:
            found += await machine.run(_wrong_messages(world, machine.services))
    return found


async def _wrong_messages(world: World, services: Services) -> list[Finding]:
    found = []
    for table in await _tables(services):
        if table.row.status == "playing":
            found += _doubled_boards(world, table)
            found += await _outdated(world, services, table)
    return found


async def _other_findings(world: World, services: Services) -> list[Finding]:
    found = [Finding("the log leads to the stored state", fault) for fault in (await verify(services)).faults]
    for table in await _tables(services):
        log = await sql.log(services.db.reader, table.id)
        found += _lost_and_doubled_moves(world, table, log)
        found += _wrong_answers(world, table, log)
        if waiting := await sql_outbox.of_table(services.db.reader, table.id):
            rows = [(row.kind, row.due - START) for row in waiting]
            found.append(Finding("the outbox becomes empty", f"table {table.id} still has {rows}"))
        if table.row.status == "playing":
            found += _unasked(world, table, log)
            found += _asked_twice(world, table, log)
            found += await _untold(world, services, table)
    return found + _unannounced_plans(world)


async def _tables(services: Services) -> list[Table]:
    """Return all tables of a process's partition."""
    numbers = await sql.numbers(services.db.reader, ("lobby", "playing", "finished", "closed"))
    tables = [await services.load(number) for number in numbers]
    return [table for table in tables if services.partition.contains(table.row.server)]


def _lost_and_doubled_moves(world: World, table: Table, log: list[LogRow]) -> list[Finding]:
    found = []
    for made in world.made:
        if made.press.table == table.id:
            row = next((row for row in reversed(log[: made.version]) if not row.planned), None)
            if row is None or (row.seat, row.text) != (made.press.seat, made.press.move):
                found.append(Finding("a confirmed move is never lost", f"{made}; the log has {row}"))
    presses = Counter(press.seat for press in {press._replace(move="") for press in world.pressed}
                      if press.table == table.id)  # fmt: skip
    moves = Counter(row.seat for row in log if row.person and row.text != UNDO and not row.planned)
    for seat, count in moves.items():
        if count > presses[seat]:
            detail = f"table {table.id}: seat {seat} has {count} moves in the log and pressed {presses[seat]} buttons"
            found.append(Finding("a click acts once", detail))
    return found


def _unasked(world: World, table: Table, log: list[LogRow]) -> list[Finding]:
    """Find the people who have to act because of somebody else's move and have never heard a sound for it.

    Somebody who is asked again within a minute hears nothing. That minute begins when the bot learns of the message.
    """
    missing = []
    for seat in table.human_seats():
        if seat.seat not in table.owed or not seat.person:
            continue
        before = [row for row in log if row.at <= seat.asked_at]
        has_acted_since = any(row.seat == seat.seat and row.at >= seat.asked_at and not row.planned for row in log)
        has_started = seat.person == table.row.host and seat.asked_at == table.row.started
        is_own_turn = before and before[-1].seat == seat.seat and not before[-1].planned
        if has_acted_since or has_started or is_own_turn:
            continue
        since = seat.asked_at - START - _RECENTLY_S
        heard = [
            ping
            for ping in world.chat.pings
            if ping.person == seat.person and (ping.at >= since or since <= ping.message.answered_at < float("inf"))
        ]
        if not any(_is_about(ping.message, table) for ping in heard):
            detail = f"table {table.id}: person {seat.person} has to act and was never pinged for it"
            missing.append(Finding("every player to act is pinged", detail))
    return missing


def _asked_twice(world: World, table: Table, log: list[LogRow]) -> list[Finding]:
    """Find people who heard two sounds while nothing happened at the table.

    The second is excused if it repeats the first one's nonce: Discord had forgotten it. So is a direct message if no
    process knew of the first one yet: it is sent if the channel refuses us by then.
    """
    found, changes = [], sorted([row.at - START for row in log] + [(table.row.started or 0) - START])
    heard: dict[int, Ping] = {}
    for ping in world.chat.pings:
        if not _is_about(ping.message, table):
            continue
        before, heard[ping.person] = heard.get(ping.person), ping
        if before is None or before.message.nonce == ping.message.nonce:
            continue
        if is_dm(ping.message.channel) and ping.at < before.message.answered_at:
            continue
        # The log has whole seconds, by the clock of one machine, and a message is a while on its way.
        if not any(before.at - 60 < change <= ping.at + 1 + MAX_OFFSET_S for change in changes):
            detail = f"table {table.id}: person {ping.person} at {before.at:.2f} and at {ping.at:.2f}"
            found.append(Finding("nobody is pinged twice for the same", detail))
    return found


def _is_about(message: Message, table: Table) -> bool:
    """Return True if a message named a table when it was posted. A link to a channel begins with # too."""
    return re.search(rf"#{table.id}\b", message.heard) is not None


async def _untold(world: World, services: Services, table: Table) -> list[Finding]:
    """Find the lines of the story so far that nobody could read where the table lives.

    A story that was too long for its message is not checked.
    """
    words, display = words_in(table.row.language), _DISPLAYS[table.row.game]
    posted = [each for each in world.chat.messages.values() if each.channel in (table.place, table.row.channel)]
    heard = "\n".join(message.heard for message in posted)
    story = await game_log.story_events(services, table, None, upto=table.row.told)
    lines = [line for _, events in story for line in display.story(words, names_at(table), events)]
    missing = [line for line in lines if line not in heard]
    if not missing or table_text.story_truncated(words) in heard:
        return []
    return [Finding("what happened is told", f"table {table.id}: {missing[0]!r} and {len(missing) - 1} more")]


def _unannounced_plans(world: World) -> list[Finding]:
    """Find people who were told more or less often than their plans or standing answers were played.

    Less is right if their messages were closed.
    """
    heard: dict[int, set[str]] = defaultdict(set)
    for message in world.chat.messages.values():
        if _PLAN_PLAYED in message.heard or _ANSWERED in message.heard:
            heard[message.channel].add(message.nonce)
    found = []
    for person in world.people:
        notified, played = len(heard[dm_of(person)]), world.plans.played[person]
        if notified > played or (notified < played and all(step.kind != "closed" for step in world.plan.steps)):
            detail = (
                f"person {person} heard {notified} times that a move was made for them, which happened {played} times"
            )
            found.append(Finding("the owner of a played plan is notified once", detail))
    return found


def _wrong_answers(world: World, table: Table, log: list[LogRow]) -> list[Finding]:
    """Find standing answers that are not what their policy promises, and people who were asked in spite of one.

    Find also those given again to a question whose answer their owner took back.
    """
    found, answered = [], dict[tuple[int, int], int]()
    for case in world.plans.cases:
        if case.table != table.id:
            continue
        state = replay(table.record(log[: case.length]))
        right = expected_answer(state, case.seat, case.decision, case.policy)
        given = log[case.length].text if case.is_answered else ""
        if given != right:
            detail = f"table {table.id}: {given!r} instead of {right!r}, {case}"
            found.append(Finding("a standing answer is what its policy promises", detail))
        if case.is_answered:
            question = case.seat, table.game.current_frame_id(state)
            since = log[answered.get(question, case.length) : case.length]
            if since and all(row.seat == case.seat for row in since if row.text == UNDO):
                detail = f"table {table.id}: {case}, answered before entry {since[0].n}"
                found.append(Finding("a standing answer that was taken back is not given again", detail))
            answered[question] = case.length
    return found


def _doubled_boards(world: World, table: Table) -> list[Finding]:
    """Find boards beside each other. One that was sent again after Discord had forgotten its nonce is excused."""
    nonces = Counter(message.nonce for message in world.chat.messages.values())
    boards = [
        message
        for message in world.chat.in_channel(table.place)
        if _TO_ACT.search(message.text) and (_is_about(message, table) or table.row.thread)
    ]
    if len(boards) < 2 or any(nonces[message.nonce] > 1 for message in boards):
        return []
    return [Finding("a table has one board", f"table {table.id} has messages {[message.id for message in boards]}")]


def _doubled_messages(world: World) -> list[Finding]:
    """Find lobbies and hands beside each other; excuse those sent again after Discord had forgotten their nonce.

    They stay excused if a moderator deletes one of the two, so that it is posted anew. Excused is also a hand of which
    nobody knows: its answer was lost, and its player's direct messages were closed before the next attempt.
    """
    closes = any(step.kind == "closed" for step in world.plan.steps)
    times_sent = Counter(message.nonce for message in world.chat.messages.values())
    there: dict[tuple[str, int], set[str]] = defaultdict(set)
    for message in world.chat.messages.values():
        if message.deleted or times_sent[message.nonce] > 1:
            continue
        if closes and is_dm(message.channel) and message.answered_at == float("inf"):
            continue
        if message.shows.startswith(("hand ", "lobby ")):
            there[message.shows, message.channel].add(message.nonce)
    return [
        Finding("a table has one lobby and one hand per player", f"{shows} in {channel}: {sorted(nonces)}")
        for (shows, channel), nonces in there.items()
        if len(nonces) > 1
    ]


async def _outdated(world: World, services: Services, table: Table) -> list[Finding]:
    """Find the live messages of a table that are missing or that another refresh would change."""
    wrong = []
    kinds: list[tuple[LiveKind, int]] = [("board", 0), *(("hand", seat.person or 0) for seat in table.human_seats())]
    before = {}
    for kind, person in kinds:
        message = await _live_message(world, services, table, kind, person)
        if message and not message.deleted:
            before[kind, person] = message.text
        elif kind == "board" and table.place not in world.moderated:
            wrong.append(Finding("boards and hands are right", f"table {table.id}: the board is missing"))
    refresh: list[Notification] = [BoardChanged(), *(HandChanged(seat=seat.seat) for seat in table.human_seats())]
    async with services.db.transaction() as db:
        await pending.write(db, table, refresh)
    outbox.wake(services, table.id)
    await services.background.wait_for("tell", table.id)
    for (kind, person), text in before.items():
        message = await _live_message(world, services, table, kind, person)
        now = message.text if message else "nothing"
        if now != text:
            detail = f"table {table.id}: {kind} {person or ''}\n{text}\n-- instead of --\n{now}"
            wrong.append(Finding("boards and hands are right", detail))
    return wrong


async def _live_message(world: World, services: Services, table: Table, kind: LiveKind, person: int) -> Message | None:
    post = await posts.find(services, table.id, kind, person)
    return world.chat.messages.get(post.message) if post else None


async def _observations(world: World, services: Services) -> Observed:
    """Return what everybody but the person with the secret has received until it was revealed."""
    secret = world.secret
    if secret is None:
        return []
    table, log = await services.load(secret.table), await sql.log(services.db.reader, secret.table)
    until = min((row.at for row in log[secret.entry :] if _is_shown(table, log[: row.n], secret)), default=0)
    return [
        each
        for each in world.chat.received
        if each.channel != dm_of(secret.person) and each.at < (until - START if until else each.at + 1)
    ]


def _is_shown(table: Table, log: list[LogRow], secret: Secret) -> bool:
    """Return True if the secret shows after these log entries, as `Secret` says."""
    state = replay(table.record(log))
    if not secret.decision:
        return table.game.current_frame_id(state) != secret.frame
    asked = [decision for seat, decision in table.game.owed(state).items() if table.seats[seat].person == secret.person]
    return secret.decision in asked if secret.is_standing else bool(asked)


def noticed_secret(observed: Observed, otherwise: Observed) -> list[Finding]:
    """Compare what others received in two runs that differ in a secret only."""
    for one, other in zip_longest(observed, otherwise):
        if one != other:
            return [Finding(SECRETS, f"{one}\n-- or, with another choice --\n{other}")]
    return []
