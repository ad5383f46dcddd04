"""`DigestMessages`: sends a person one direct message about everything at their tables that waits for them."""

from __future__ import annotations

from cogs.delivery.sending import MessageSender
from cogs.messages.panel import Button, Panel, Row, Target, Text, says
from cogs.messages.reader_language import words_of_person
from cogs.messages.table_messages import guest_row, host_name, link_to
from cogs.requests.app import App
from tables.delivery import digests
from tables.delivery.digests import Summary
from tables.delivery.prompts import Prompts, Seat
from tables.model.players_to_act import PromptPlan
from tables.model.table import Table
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import Digest
from tables.runtime import people as persons
from words import Words, lobby_text, time_text, words_in
from words import table_text as table_words

MAX_TABLES_NAMED = 20
"""The most tables that are named in one message."""


class DigestMessages:
    """Sends digests; `deliver` is the only public method."""

    def __init__(self, app: App, sending: MessageSender) -> None:
        self.app = app
        self.services = app.services
        self.sending = sending

    async def deliver(self, attempt: Attempt, gathered: Digest, table: Table, words: Words) -> None:
        """Send a person the digest `gathered` by direct message, or else ping them at their most urgent table.

        They are pinged if they do not accept direct messages, or have turned off both hands and notifications by direct
        message. The digest leaves out new lobbies in channels that they cannot see. The direct message also leaves out
        invitations from hosts on their avoid list. Nothing is sent if every entry is obsolete or left out, or if the
        person's data was removed. In their quiet hours nothing is sent either; the entries are stored again for the end
        of the quiet hours.
        """
        person = digests.whom(table, gathered)
        summary = await digests.make_summary(self.services, person, gathered) if person else None
        if person is None or summary is None:
            return
        seen = [
            table
            for table in summary.opened
            if await self.sending.port.can_see(table.row.server, table.row.channel, person)
        ]
        if not seen and all(what == "lobby" for _, what, _ in gathered.news):
            return
        summary = summary._replace(opened=seen)
        known = await persons.get(self.services, person)
        if known is None or known.dms or known.told_by != "thread":
            wanted = [each for each in summary.invited if each.id not in summary.unwanted]
            news = [what for number, what, _ in gathered.news if what != "invited" or number not in summary.unwanted]
            if not (news and (summary.waits or summary.full or summary.out or wanted or seen)):
                return
            panel = self._all_that_waits(
                summary._replace(invited=wanted), await words_of_person(self.services, person, words)
            )
            if await self.sending.send_directly(attempt, table, panel, person):
                return
        await self._tell_most_urgent(attempt, summary, person)

    def _all_that_waits(self, summary: Summary, words: Words) -> Panel:
        """Return the message of a digest: a line for each table, and the buttons *Next table* and *My tables*.

        The order is: tables where it is the person's turn (most urgent first), full lobbies that they host, tables
        where a computer decided for them, invitations, new lobbies. At most `MAX_TABLES_NAMED` lines are shown; one
        more line says how many are missing. *Next table* is left out if it is their turn nowhere.
        """
        lines = [
            self._line(each.table, self.app.games[each.table.row.game].prompt(words, each.owes), words, each.until)
            for each in summary.waits
        ]
        lines += [self._line(table, words.say("all seats are taken: you can start"), words) for table in summary.full]
        lines += [
            self._line(table, words.say("your time ran out, so a computer decided"), words) for table in summary.out
        ]
        lines += [self._line(table, words.say("you're invited"), words) for table in summary.invited]
        lines += [self._line(table, words.say("a new table with a free seat"), words) for table in summary.opened]
        count = len(summary.waits)
        head = words.many("📬 It's your turn at {n} table:", "📬 It's your turn at {n} tables:", count)
        if len(lines) > MAX_TABLES_NAMED:
            lines[MAX_TABLES_NAMED:] = [words.say("… and {n} more.", n=len(lines) - MAX_TABLES_NAMED)]
        buttons = [Button(words.say("My tables"), Target("tables"))]
        if count:
            buttons.insert(0, Button(words.say("Next table ({n})", n=count), Target("next"), "primary", "⏭️"))
        shown = Text("\n".join((head if count else words.say("📬 News from your tables:"), *lines)))
        return Panel((shown, Row(tuple(buttons))))

    def _line(self, table: Table, what: str, words: Words, until: int = 0) -> str:
        """Return a list item: a table's name as a link, the text `what`, and how long it is until a deadline.

        `until` is the deadline in Unix seconds; 0 for none.
        """
        title = table_words.title(words, table.row.game, table.id)
        deadline = time_text.deadline_note(words, until)
        return f"- [{title}]({link_to(table)}): {what.removesuffix('.') + deadline if deadline else what}"

    async def _tell_most_urgent(self, attempt: Attempt, summary: Summary, person: int) -> None:
        """Ping a person at one table, about one thing: the first of the following that the digest has.

        1. It is their turn.
        2. A lobby that they host is full.
        3. They are invited; without a ping if they avoid the host.
        4. A new lobby was opened.

        Nothing is sent if the digest only says that a computer decided for them: a message at the table said so when it
        happened.
        """
        table, words = summary.first, words_in(summary.first.row.language)
        if summary.waits:
            first = summary.waits[0]
            ask = self.app.games[table.row.game].prompt(words, first.owes)
            asks = table_words.ping(words, [person], table.row.game, table.id, ask, first.until)
            more = words.say("-# `/next` takes you to the next table where it's your turn.")
            said = says(f"{asks}\n{more}")
            await self._ask(attempt, table, said, first.seat, "ping")
        elif summary.full:
            full = says(table_words.lobby_full(words, person, table.id))
            host = table.seat_of(person)
            assert host is not None
            await self._ask(attempt, table, full, host, "full")
        elif summary.invited:
            table = summary.invited[0]
            words = words_in(table.row.language)
            asks = lobby_text.invitation(words, [person], host_name(table), table.row.game, table.id)
            panel = Panel((Text(asks), guest_row(table, words)))
            # Others see the same message whether or not its host is on the person's avoid list.
            ping = [] if table.id in summary.unwanted else [person]
            await self.sending.send(attempt, table, panel, None, ping=ping)
        elif summary.opened:
            table = summary.opened[0]
            free = table.row.size - len(table.seats)
            news = lobby_text.new_lobby(words_in(table.row.language), [person], 0, table.row.game, table.id, free)
            await self.sending.send(attempt, table, says(news), None, ping=[person])

    async def _ask(self, attempt: Attempt, table: Table, panel: Panel, seat: Seat, kind: str) -> None:
        """Send `panel` to where the table is played, ping the player at `seat`, and store that this message asks them.

        `kind` is the kind under which that is stored: "ping" (their turn) or "full" (their lobby is full).
        """
        existing = await Prompts.load(self.services, table)
        sent = await self.sending.send(attempt, table, panel, None, ping=[seat.person or 0])
        existing.note_asked(PromptPlan([seat], []), kind, sent.channel, sent.message, attempt.effects)
