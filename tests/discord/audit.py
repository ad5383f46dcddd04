"""Compares every message that somebody can see with its table: boards, hands, menus, lobbies, pings, the story."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import Any

from cogs.delivery.boards import Board
from cogs.delivery.discord_delivery import DiscordDelivery
from cogs.messages.components import components_of
from cogs.messages.game_display import GameDisplay
from cogs.messages.images import picture_of
from cogs.messages.lobby_panel import lobby_panel
from cogs.messages.panel import Panel
from cogs.messages.standing_parts import standing_panel
from cogs.messages.table_messages import hand_panel, menu_panel, names_at
from rules import Move
from rules.records import effective_entries
from storage.rows import OutboxRow
from tables.delivery import posts
from tables.delivery.prompts import Prompts
from tables.model.players_to_act import RECENTLY_PINGED_S
from tables.model.table import Look, Table
from tables.notifications.timing import MAX_REFRESH_DELAY_S
from tables.play import lookup, seat_answers, since_last_move
from tables.play.table_writer import NUDGE_DELAY_S
from tables.time.timers import TICK_INTERVAL_S
from tests.discord import plan_audit
from tests.discord.bot import Operator
from tests.discord.people import Person
from tests.discord.playing import Sitting, moves_on
from tests.discord.reading import Seen, plain, seen, walk
from tests.discord.wire import Sent
from words import Words, words_in
from words import table_text as table_words
from words.games import TITLES

REMINDS = re.compile("[⏳⌛] <@")


def _confirmed_move(offered: list[dict[str, Any]], look: Look) -> Move | None:
    """Return the move that a page only asks to confirm, given its controls; None if it is another page.

    Such a page is no draft, so `menu_panel` does not show it. Its only control makes the move.
    """
    if len(offered) != 1 or offered[0].get("label") != "Confirm":
        return None
    arg = offered[0]["custom_id"].split(":", 4)[4]
    return next((move for move in look.options if str(move) == arg), None)


class Audit:
    """What is wrong with what people see, at one table."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.operator: Operator = sitting.operator
        self.world = sitting.world
        self.asked_since: dict[str, datetime] = {}
        """Since when people are asked what they owe, by somebody else; not who brought it about themselves."""
        self.compared: Counter[str] = Counter()
        """How many messages of each kind were looked at."""
        self.gone = 0
        """The entries of the log up to here were told in a place that was deleted since, with all that stood there."""
        self.question_since: dict[str, datetime] = {}
        """Since when people owe what they owe, whoever brought that about."""
        self.planning: dict[str, tuple[Seen, tuple[int, str]]] = {}
        """Menus in which people have planned, each with the length of the log and their plans at that time."""
        self.setting: dict[str, tuple[Seen, tuple[int, str]]] = {}
        """The same of the pages on which people have set automatic answers."""
        self._asked: tuple[int, str, frozenset[str]] = (0, "", frozenset())
        self._read: dict[int, tuple[object, str]] = {}
        self._sent_before: dict[str, int] = {}
        """How much was sent until people had acted: what they are asked since then comes after that."""

    async def empty(self) -> bool:
        """Say whether nothing is left to be told, but for boards and hands that wait for further changes.

        Nor is a computer about to decide: while we compare it would go on.
        """
        table = await self.operator.table(self.sitting.number)
        return not table.row.thinking and await self.operator.rows(table.id) == await self._waiting(table)

    async def note(self, actor: Person | None) -> None:
        """Remember who is newly asked, after somebody has done something."""
        if actor:
            self._sent_before[actor.name] = len(self.world.sent)
        table = await self.operator.table(self.sitting.number)
        owing = frozenset(person.name for person in await self.sitting.owing())
        decision = next(iter(table.owed.values()), "")
        before, self._asked = self._asked, (table.frame_id, decision, owing)
        anew = before[:2] != self._asked[:2]
        for name in list(self.asked_since):
            if name not in owing or (actor and name == actor.name):
                del self.asked_since[name]
        for name in owing:
            if anew or name not in before[2]:
                self.question_since[name] = self.world.now
                if not (actor and name == actor.name):
                    self.asked_since[name] = self.world.now

    async def faults(self, *, shown: bool = True) -> list[str]:
        """Return everything that somebody sees and that is not so, once everything is told.

        `shown`: something can be shown where the table lives.
        """
        table = await self.operator.table(self.sitting.number)
        words = words_in(table.row.language)
        display: GameDisplay = self.world.bot.app.games[table.row.game]
        found: list[str] = []
        found += [fault async for fault in self._hands(table, words, display)]
        found += [fault async for fault in self._menus(table, words, display)]
        found += [fault async for fault in self._pings(table)]
        found += [fault async for fault in self._plans(table, words, display)]
        if shown:
            found += [fault async for fault in self._boards(table, words, display)]
            found += [fault async for fault in self._story(table, words, display)]
            found += self._lobby(table, words, display)
        return found

    # ---------------------------------------------------------------- where they are

    def _public(self) -> list[Seen]:
        """What everybody sees; not in a thread that was closed for good, where nothing can be changed any more."""
        places = [self.world.channel, *(thread for thread in self.world.threads if not self._locked(thread.id))]
        return [message for place in places for message in self.world.messages(place) if not message.ephemeral]

    def _text_of(self, message: Seen) -> str:
        """Read a message; one that has not changed since is not read again."""
        shown = message.stored.components
        known = self._read.get(message.id)
        if known is None or known[0] is not shown:
            known = self._read[message.id] = (shown, message.text)
        return known[1]

    def _locked(self, place: int) -> bool:
        thread = self.world.discord.channels[place].thread_metadata
        return thread is not None and thread.archived and thread.locked

    def _same(self, message: Seen, panel: Panel) -> bool:
        return any(
            (message.text, message.custom_ids) == (_text(each), _ids(each))
            for each in (panel, panel.without_pictures())
        )

    # ---------------------------------------------------------------- what they say

    async def _boards(self, table: Table, words: Words, display: GameDisplay) -> AsyncIterator[str]:
        look = await lookup.look_of_seat(self.operator.services, table, None)
        renderer = self.world.bot.app.renderer
        picture = await picture_of(renderer, "board.png", partial(display.board_drawing, look, words))
        post = await posts.find(self.operator.services, table.id, "board")
        still = (await Prompts.load(self.operator.services, table)).asked_by(post.message) if post else []
        teller = self.operator.services.frontend
        assert isinstance(teller, DiscordDelivery)
        line = await teller.asking.line(look, words, still)
        story = post.story if post else ""
        right = Board.of(display, look, words, picture, story).with_story(story).with_note(line)
        boards = [message for message in self._public() if f"k:play:{table.id}::" in message.custom_ids]
        if table.row.status == "playing" and len(boards) != 1:
            yield f"{len(boards)} boards: {[message.id for message in boards]}"
        self.compared["board"] += len(boards)
        waits = any(row.kind == "board" for row in await self._waiting(table))
        for board in boards:
            if table.row.status != "playing" or not (waits or self._same(board, right)):
                yield f"a board is not right:\n{board}\nIt should be:\n{_text(right)}"

    async def _waiting(self, table: Table) -> list[OutboxRow]:
        """Return the boards and hands that wait for further changes, and not for too long."""
        latest = self.operator.now() - MAX_REFRESH_DELAY_S
        return [row for row in await self.operator.rows(table.id) if row.since >= latest]

    async def _hands(self, table: Table, words: Words, display: GameDisplay) -> AsyncIterator[str]:
        renderer = self.world.bot.app.renderer
        head = table_words.title(words, table.row.game, table.id)
        waiting = {row.seat for row in await self._waiting(table) if row.kind == "hand"}
        for person in self.sitting.people:
            seat = table.seat_of(person.id)
            hands = [
                each for each in person.dms if not each.ephemeral and self._text_of(each).startswith(f"**{head}**")
            ]
            closed = person.id in self.world.wire.closed_dms
            if seat is None or (closed and not hands):
                continue
            if len(hands) != 1:
                yield f"{person.name} has {len(hands)} hands"
            seen = await lookup.look_of_seat(self.operator.services, table, seat.seat, kept=True)
            look = display.for_permanent_message(await since_last_move.with_changes(self.operator.services, seen))
            picture = await picture_of(renderer, "hand.png", partial(display.hand_drawing, look, words))
            right = hand_panel(display, look, words, picture)
            self.compared["hand"] += len(hands)
            for hand in hands:
                if seat.seat not in waiting and not self._same(hand, right):
                    yield f"{person.name}'s hand is not right:\n{hand}\nIt should be:\n{_text(right)}"

    async def _menus(self, table: Table, words: Words, display: GameDisplay) -> AsyncIterator[str]:
        for person in self.sitting.people:
            seat = table.seat_of(person.id)
            if seat is None:
                continue
            look: Look = await lookup.look_of_seat(self.operator.services, table, seat.seat)
            for menu in person.ephemerals:
                offered = moves_on(menu, table.row.game)
                marks = {item["custom_id"].split(":")[3] for item in offered}
                if not offered or look.mark not in marks:
                    continue  # Nothing in it does anything any more.
                self.compared["menu"] += 1
                if confirmed := _confirmed_move(offered, look):
                    what = display.proposal(look, words, confirmed)
                    if f"**{seen(what)}**" not in menu.text or not lookup.is_irrevocable(look, confirmed):
                        yield f"{person.name} is asked to confirm another move than the button makes:\n{menu}"
                    continue
                right = menu_panel(display, look, words)
                if {item["custom_id"] for item in offered} - set(_ids(right)):
                    yield f"{person.name}'s menu offers what cannot be done:\n{menu}"
                if Counter(_text(right).splitlines()) - Counter(menu.text.splitlines()):  # A note may stand beside it.
                    yield f"{person.name}'s menu is not right:\n{menu}\nIt should be:\n{_text(right)}"

    async def _plans(self, table: Table, words: Words, display: GameDisplay) -> AsyncIterator[str]:
        """Nobody but its owner sees anything of a plan or automatic answer; what the owner sees is what is stored."""
        for fault in plan_audit.public_faults(display, words, table, self._public()):
            yield fault
        log = await self.operator.log(table.id)
        for person in self.sitting.people:
            messages = [(each, self._text_of(each)) for each in (*person.dms, *person.ephemerals)]
            for fault in plan_audit.private_faults(display, words, table, person, messages):
                yield fault
            seat = table.seat_of(person.id)
            if seat is None:
                continue
            for fault in plan_audit.message_faults(display, words, table, log, person, seat.seat):
                yield fault
            now = (table.row.version, seat.plans)
            menu, page = self.planning.get(person.name), self.setting.get(person.name)
            if menu and menu[0].exists and menu[1] == now and not seat.computer:
                self.compared["plan"] += 1
                look = await lookup.look_of_seat(self.operator.services, table, seat.seat)
                for fault in plan_audit.menu_faults(display, words, look, person, menu[0]):
                    yield fault
            if page and page[0].exists and page[1] == now and table.row.status == "playing" and not seat.computer:
                self.compared["automatic answer"] += 1
                shown = await seat_answers.shown(self.operator.services, table.id, person.id)
                right = standing_panel(display, table, words, shown)
                for fault in plan_audit.page_faults(person, page[0], right):
                    yield fault

    async def note_planning(self, person: Person, menu: Seen) -> None:
        """Remember the menu in which somebody has planned, and how the table was then."""
        self.planning[person.name] = menu, await self._stored_now(person)

    async def note_setting(self, person: Person, page: Seen) -> None:
        """Remember the page on which somebody has set an automatic answer, and how the table was then."""
        self.setting[person.name] = page, await self._stored_now(person)

    async def _stored_now(self, person: Person) -> tuple[int, str]:
        """Return how long the log is, and what is stored of a person's plans."""
        table = await self.operator.table(self.sitting.number)
        seat = table.seat_of(person.id)
        return table.row.version, seat.plans if seat else ""

    def _lobby(self, table: Table, words: Words, display: GameDisplay) -> list[str]:
        head = f"## {table_words.title(words, table.row.game, table.id)}\n"
        lobbies = [
            message for message in self.world.messages(self.world.channel) if self._text_of(message).startswith(head)
        ]
        if table.row.status != "playing":
            return []
        right = lobby_panel(display, table, words)
        found = [] if len(lobbies) == 1 else [f"{len(lobbies)} lobbies"]
        return found + [f"the lobby is not right:\n{lobby}" for lobby in lobbies if not self._same(lobby, right)]

    async def _story(self, table: Table, words: Words, display: GameDisplay) -> AsyncIterator[str]:
        """Every line of what happened was told, and none more often than it happened."""
        log = await self.operator.log(table.id)
        # What waited and is too long for one message says so, and leads to the log: that was told then.
        shortened = [each.at for each in self.world.sent if table_words.story_truncated(words) in each.text]
        kept = {
            row.n
            for row in effective_entries(log)
            if self.gone < row.n <= table.row.told and not (shortened and row.at <= shortened[-1].timestamp())
        }
        names = names_at(table)
        least: Counter[str] = Counter()
        most: Counter[str] = Counter()
        _, opening = table.game.opening(table.row.size, table.row.seed, table.row.options)
        for number, events in [(0, opening), *((row.n, table.game.decode_events(row.events)) for row in log)]:
            seen = [table.game.redact(event, None) for event in events]
            lines = Counter("\n".join(display.story(words, names, seen)).splitlines())
            most += lines
            if number in kept:
                least += lines
        told = Counter(line for message in self._public() for line in self._text_of(message).splitlines())
        for line, count in (least - told).items():
            yield f"not told {count} times: {line}"
        for line, count in (told - most).items():
            if line in most:
                yield f"told {count} times too often: {line}"

    # ---------------------------------------------------------------- pings

    def _asking(self, table: Table) -> list[tuple[Seen, Sent]]:
        """All messages that stand and ask somebody at the table something, and how they were sent."""
        face = f"· {TITLES[table.row.game]} #{table.id}: "
        sent = {each.message_id: each for each in self.world.sent if each.message_id}
        dms = [message for person in self.sitting.people for message in person.dms]
        read = [(message, self._text_of(message)) for message in (*self._public(), *dms)]
        return [(message, sent[message.id]) for message, text in read if face in text and "<@" in text]

    async def _pings(self, table: Table) -> AsyncIterator[str]:
        owing = {person.name for person in await self.sitting.owing()}
        acted = {person.name: await self._acted(table, person) for person in self.sitting.people}
        standing = self._asking(table)
        self.compared["ping that stands"] += len(standing)
        board = await posts.find(self.operator.services, table.id, "board")
        waits = any(row.kind == "board" for row in await self._waiting(table))
        for message, sent in standing:
            if waits and board and message.id == board.message:
                continue  # Its line goes with the next refresh.
            people = [person for person in self.sitting.people if person.mention in self._text_of(message)]
            if not any(person.name in owing or _after(acted[person.name], sent.at) for person in people):
                yield f"a ping stands for nothing, sent {sent.at}:\n{message}"
        for person in self.sitting.people:
            # Within one second the log's times do not say whether a ping came before or after what they did.
            since, fresh = acted[person.name], self.world.sent[self._sent_before.get(person.name, 0) :]
            numbers = {sent.message_id for sent in fresh}
            mine = [
                sent
                for message, sent in standing
                if sent.message_id in numbers and person.mention in self._text_of(message) and _after(sent.at, since)
            ]
            if len(mine) > 1:
                yield f"{person.name} is asked by {len(mine)} messages"
            asked = self.asked_since.get(person.name)
            if asked and not mine and self.world.now >= asked + self._time_to_ping(table):
                yield f"{person.name} is asked since {asked} and was never told"
            pings = [sent for sent in fresh if person.id in sent.pings]
            loud = [sent for sent in pings if f"#{table.id}: " in sent.text and _after(sent.at, since)]
            begun = self.question_since.get(person.name)
            now = [sent for sent in loud if _after(sent.at, begun) and not REMINDS.search(sent.text)]
            if person.name in owing and len(now) > 1:
                yield f"{person.name} is pinged {len(now)} times for one question, at {[sent.at for sent in now]}"
            for first, second in pairwise(loud):
                if (second.at - first.at).total_seconds() < RECENTLY_PINGED_S:
                    yield f"{person.name} is pinged twice within a minute, at {first.at} and {second.at}"

    @staticmethod
    def _time_to_ping(table: Table) -> timedelta:
        """Whom a computer asks right after their own move is pinged a little later, if they have not answered."""
        return timedelta(seconds=NUDGE_DELAY_S + TICK_INTERVAL_S if any(seat.computer for seat in table.seats) else 0)

    async def _acted(self, table: Table, person: Person) -> datetime | None:
        seat = table.seat_of(person.id)
        entries = [row for row in await self.operator.log(table.id) if seat and row.seat == seat.seat]
        return datetime.fromtimestamp(entries[-1].at, self.world.now.tzinfo) if entries else None


def _after(at: datetime | None, other: datetime | None) -> bool:
    return at is not None and (other is None or at >= other)


def _text(panel: Panel) -> str:
    return plain(None, [], _made(panel))


def _ids(panel: Panel) -> list[str]:
    return [item["custom_id"] for item in walk(_made(panel)) if item.get("custom_id")]


def _made(panel: Panel) -> list[dict[str, Any]]:
    return components_of(panel).to_components()
