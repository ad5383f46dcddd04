"""`PlayerPrompts`: sends prompts, messages that ask players for decisions, in the table's channel or directly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from cogs.delivery.sending import MessageSender
from cogs.messages.app_emoji import replace_emoji
from cogs.messages.panel import Panel, Text, says
from cogs.messages.reader_language import words_of_person
from cogs.messages.table_messages import link_to, names_at, table_buttons
from cogs.requests.app import App
from rules.recent_changes import without_secret
from tables.delivery import digests, prompts
from tables.delivery.prompts import Prompts, Seat
from tables.model.players_to_act import PendingDecision, PromptPlan, is_pinged_for
from tables.model.table import Look, Since, Table
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import DirectPrompt, LobbyFull, ObsoleteMessage, Ping, PromptKind, Reminder
from tables.notifications.preferences import choose_way, preferences_of
from tables.play import lookup, since_last_move
from tables.runtime import people as persons
from tables.runtime.services import ChannelBlocked
from words import Words, change_text
from words import table_text as table_words

LONGEST_QUESTION = 900
"""The most characters of a prompt for up to six people."""

Sentence = Callable[[Words, Sequence[int], bool], str]
"""Returns the text that asks people, in a language; True if it is private, so that it may contain secrets."""


class _Question(NamedTuple):
    """What a notification asks the players, and which of them.

    `kind` is why they are asked. `plan` has the seats that still have to be asked, each either with a ping or silently.
    """

    kind: PromptKind
    plan: PromptPlan
    asking: int
    """Number of the pending decision that is asked about (`Table.frame_id`); 0 in a lobby."""
    until: Mapping[int, int]
    """The deadline of each seat in Unix seconds; 0 if it has none, or if it has passed."""

    def directly(self, seat: Seat, *, besides: bool = False, wished: bool = True) -> DirectPrompt:
        """Return the notification that asks a seat by direct message; it is silent if `plan` asks the seat silently.

        `besides` is True if the player is asked in the channel too. `wished` is False if the player prefers the channel
        and gets a direct message only because the channel is blocked.
        """
        return DirectPrompt(
            seat=seat.seat,
            what=self.kind,
            asking=self.asking,
            until=self.until[seat.seat],
            silent=seat in self.plan.quietly,
            besides=besides,
            wished=wished,
        )


class PlayerPrompts:
    """Asks players for decisions and reminds them of deadlines. No prompt is repeated for the same decision.

    A player is asked in the table's channel, by direct message (a `DirectPrompt` of its own), both ways, or in a
    digest. In the same ways the host of a full lobby is asked to start the game.
    """

    def __init__(self, app: App, sending: MessageSender) -> None:
        self.app = app
        self.services = app.services
        self.sending = sending

    async def ask(self, attempt: Attempt, asks: Ping | Reminder | LobbyFull, table: Table, words: Words) -> None:
        """Ask the players of a notification who still have to be asked, and store which message asks them.

        They are asked in one message in the channel. Players who prefer a direct message or a digest get that instead.
        If nobody has to be asked any more, a message that an earlier attempt may have sent is removed. While the
        channel is blocked, players who accept direct messages are asked that way. If other players remain,
        `ChannelBlocked` is raised, and a `Ping` is limited to them.
        """
        existing = await Prompts.load(self.services, table)
        question = self._question_of(asks, table, existing)
        if not question.plan.seats:
            await self._take_back(attempt, table, words, None)
            return
        here = await self._choose_ways(attempt, question, table, existing)
        if not here.seats:
            return
        sentence = await self._sentence(question.kind, table, here.seats, question.until)
        panel = says(sentence(words, _people(here.seats), False))
        try:
            sent = await self.sending.send(attempt, table, panel, None, ping=_people(here.ping))
        except ChannelBlocked:
            left = await self._ask_directly_instead(attempt, question, here, table)
            if not left:
                return
            if isinstance(asks, Ping):
                attempt.effects.rest = _only(asks, left)
            raise
        if isinstance(asks, Ping):
            here = self.without_unpinged(attempt, asks, here, sent.mentioned)
        existing.note_asked(here, question.kind, sent.channel, sent.message, attempt.effects)

    async def ask_with_board(self, attempt: Attempt, ping: Ping, table: Table, existing: Prompts) -> PromptPlan:
        """Return the seats that a board which is about to be posted has to ask, each either with a ping or silently.

        They are those seats of `ping` that still have to be asked and prefer to be asked in the channel. For the
        others, direct messages and digest entries are added to the attempt's effects. `existing` are the prompts sent
        so far.
        """
        return await self._choose_ways(attempt, self._question_of(ping, table, existing), table, existing)

    def without_unpinged(self, attempt: Attempt, ping: Ping, plan: PromptPlan, mentioned: Sequence[int]) -> PromptPlan:
        """Return `plan` without those seats that it should have pinged but the message did not mention.

        `mentioned` are the people the message mentions. If an earlier attempt may have been delivered, Discord may have
        answered with its message, which may mention fewer people. For the seats left out another `Ping` is queued.
        """
        unpinged = [seat for seat in plan.ping if attempt.may_have_arrived and seat.person not in mentioned]
        if unpinged:
            attempt.effects.follow_up(_only(ping, [seat.seat for seat in unpinged]))
        return PromptPlan([seat for seat in plan.ping if seat not in unpinged], plan.quietly)

    async def ask_directly(self, attempt: Attempt, asks: DirectPrompt, table: Table, words: Words) -> None:
        """Ask a player by direct message, and store with the effects which message asks them.

        If they accept none, they are asked in the channel, unless another message there asks them already (`besides`).
        If they have decided or were asked already, nobody is asked, and a message that an earlier attempt may have sent
        is removed.
        """
        seat, existing = table.seats[asks.seat], await Prompts.load(self.services, table)
        kind = f"{asks.what}_dm" if asks.besides else asks.what
        if not self._is_asked(asks.what, seat, asks.asking, asks.until, table) or existing.has_prompt(seat, kind):
            await self._take_back(attempt, table, words, seat.person)
            return
        assert seat.person is not None
        sentence = await self._sentence(asks.what, table, [seat], {seat.seat: asks.until})
        theirs = await words_of_person(self.services, seat.person, words)
        why = link_to(table) if asks.wished else table_words.why_direct_message(theirs, table.place)
        panel = Panel((Text(f"{sentence(theirs, [seat.person], True)}\n{why}"), *table_buttons(table, theirs)))
        sent = await self.sending.send_directly(attempt, table, panel, seat.person, silent=asks.silent)
        if sent is None and not asks.besides:
            panel = says(sentence(words, [seat.person], False))
            loud = [] if asks.silent else [seat.person]
            sent = await self.sending.send(attempt, table, panel, None, ping=loud)
        if sent:
            plan = PromptPlan([], [seat]) if asks.silent else PromptPlan([seat], [])
            existing.note_asked(plan, kind, sent.channel, sent.message, attempt.effects)

    async def notify_channel_deleted(self, attempt: Attempt, table: Table, words: Words) -> None:
        """Tell the host by direct message that the table's channel was deleted, and what they can do.

        Nothing is sent if the table is over or has a channel again, or if the host accepts no direct messages at all.
        Raises `ChannelBlocked` while the host's direct messages are blocked.
        """
        if not table.row.place_gone or not table.open or not table.row.host:
            return
        theirs = await words_of_person(self.services, table.row.host, words)
        panel = Panel((Text(table_words.channel_gone(theirs, table.row.game, table.id)), *table_buttons(table, theirs)))
        wished = choose_way(
            "end", preferences_of(await persons.get(self.services, table.row.host)), self.services.now()
        )
        await self.sending.send_directly(attempt, table, panel, table.row.host, silent=not wished.now, waits=True)

    # How each player is asked

    async def _choose_ways(self, attempt: Attempt, question: _Question, table: Table, existing: Prompts) -> PromptPlan:
        """Return who to ask in the table's channel. Queue a direct message or a digest for others, as they prefer.

        Players who want both the channel and direct messages are asked both ways; those who want neither are left out.
        Nobody gets a second direct message for the same decision: `existing` are the prompts sent so far.
        """
        plan, here = question.plan, PromptPlan([], [])
        ways = await digests.decide_now_or_later(
            self.services, table, _people(plan.seats), question.kind, attempt.effects
        )
        for seat in plan.seats:
            how = ways[seat.person or 0]
            kind = f"{question.kind}_dm" if how.here else question.kind
            if how.directly and not existing.has_prompt(seat, kind):
                attempt.effects.follow_up(question.directly(seat, besides=how.here))
            if how.here:
                (here.quietly if seat in plan.quietly else here.ping).append(seat)
        return here

    async def _ask_directly_instead(
        self, attempt: Attempt, question: _Question, here: PromptPlan, table: Table
    ) -> list[int]:
        """Queue direct messages to those seats of `here` that accept them, because the channel is blocked.

        Return the numbers of the seats that do not accept them. A seat for which a direct message is queued already
        gets no second one and is not returned.
        """
        asked = {each.seat for each, _ in attempt.effects.follow_ups if isinstance(each, DirectPrompt)}
        seats = [seat for seat in here.seats if seat.seat not in asked]
        left = [seat.seat for seat in seats if not await prompts.accepts_dms(self.services, table, seat)]
        attempt.effects.follow_up(*(question.directly(seat, wished=False) for seat in seats if seat.seat not in left))
        return left

    async def _take_back(self, attempt: Attempt, table: Table, words: Words, person: int | None) -> None:
        """Remove a prompt that an earlier attempt may have sent, because nobody has to be asked any more.

        Does nothing if no earlier attempt can have sent it. Otherwise a short silent text is sent under the same nonce:
        to `person` directly, or with None to the channel. If the prompt had arrived, Discord posts nothing and answers
        with the prompt. In either case an `ObsoleteMessage` is queued that deletes the message with which Discord
        answered.
        """
        if not attempt.may_have_arrived:
            return
        panel, sent = says(table_words.obsolete_ping(words)), None
        if person is None:
            sent = await self.sending.send(attempt, table, panel, None, silent=True)
        else:
            sent = await self.sending.send_directly(attempt, table, panel, person, silent=True)
        if sent:
            attempt.effects.follow_up(ObsoleteMessage(channel=sent.channel, message=sent.message, asks_in_vain=True))
            attempt.effects.is_withdrawn = True

    # What is asked

    def _question_of(self, asks: Ping | Reminder | LobbyFull, table: Table, existing: Prompts) -> _Question:
        """Return what a notification asks, and which seats still have to be asked.

        Seats that no longer owe this decision are left out, and for a `Ping` also seats that one of the prompts sent so
        far (`existing`) already asks. A reminder at half of the time asks nobody after the deadline.
        """
        if isinstance(asks, Ping):
            return _Question("ping", existing.to_ask(asks.seats, asks.asking), asks.asking, _ends(asks))
        if isinstance(asks, Reminder):
            kind: PromptKind = "half" if asks.until else "end"
            seats, asking, until = [table.seats[asks.seat]], asks.asking, asks.until
        else:
            kind, asking, until = "full", 0, 0
            seats = [seat for seat in table.seats if seat.person == table.row.host]
        asked = [seat for seat in seats if self._is_asked(kind, seat, asking, until, table)]
        return _Question(kind, PromptPlan(asked, []), asking, {seat.seat: until for seat in seats})

    def _is_asked(self, kind: PromptKind, seat: Seat, asking: int, until: int, table: Table) -> bool:
        """Return True if the player at a seat still has to be asked.

        For the kind "full" they must be the host of a lobby. For every other kind a person must own the seat, and must
        still owe the pending decision with the number `asking`. In addition, for "ping" that decision must be the one
        for which the seat is stored as pinged, and for "half" the deadline `until` must not have passed.
        """
        if kind == "full":
            return table.row.status == "lobby" and seat.person == table.row.host
        late = kind == "half" and until <= self.services.now()
        if not seat.person or late or table.frame_id != asking or seat.seat not in table.owed:
            return False
        return kind != "ping" or is_pinged_for(seat, PendingDecision.of(table))

    async def _sentence(
        self, kind: PromptKind, table: Table, seats: Sequence[Seat], until: Mapping[int, int]
    ) -> Sentence:
        """Return a function that words the question of a kind to these seats. `until` has each seat's deadline.

        "ping" asks all seats for their decision, as `_question` words it. "half" and "end" remind the first seat of its
        deadline. "full" asks the host to start the game.
        """
        display, owed = self.app.games[table.row.game], next(iter(table.owed.values()), "")
        match kind:
            case "ping":
                return await self._question(table, seats, until)
            case "full":
                return lambda words, people, _: table_words.lobby_full(words, people[0], table.id)
            case _:
                return lambda words, people, _: table_words.reminder(
                    words, people[0], table.row.game, table.id, display.prompt(words, owed), until[seats[0].seat]
                )

    async def line(self, look: Look, words: Words, seats: Sequence[Seat]) -> str:
        """Return the text in which a board asks these seats to act; "" if all of them are computers' own seats.

        It also says in brief what has changed for each player since their last decision, without secrets. It has no
        deadlines: the board shows them in another line.
        """
        people = [seat.person for seat in seats if seat.person]
        if not people:
            return ""
        return (await self._question(look.table, seats, {seat.seat: 0 for seat in seats}))(words, people, False)

    async def _question(self, table: Table, seats: Sequence[Seat], ends: Mapping[int, int]) -> Sentence:
        """Return a function that words the question to these seats: what they have to decide, and until when.

        `ends` has each seat's deadline in Unix seconds, 0 for none. Below the question, a short line for each player
        says what has changed since their last decision.
        """
        display = self.app.games[table.row.game]
        owed = next(iter(table.owed.values()), "")
        news = {seat.person: await self._news(table, seat.seat) for seat in seats}

        def sentence(spoken: Words, people: Sequence[int], private: bool) -> str:
            """Return the question to `people` in the language of `spoken`, with the bot's own emoji if there is room.

            Secret changes are left out unless the message is `private`.
            """
            asked = [seat for seat in seats if seat.person in people]
            each = [ends[seat.seat] for seat in asked]
            until, each = (each[0], []) if len(set(each)) == 1 else (0, each)
            ask = display.prompt(spoken, owed) if owed else ""
            asks = table_words.ping(spoken, people, table.row.game, table.id, ask, until, each)
            names = names_at(table)
            lines = []
            for seat in asked:
                found = news[seat.person]
                if found and not private:
                    found = msgspec.structs.replace(found, changes=tuple(map(without_secret, found.changes)))
                short = found and change_text.news_summary(spoken, display.news(spoken, names, seat.seat, found))
                if short:
                    lines.append(f"-# 📰 {names[seat.seat]}: {short}" if len(people) > 1 else f"-# 📰 {short}")
            said = "\n".join((asks, *lines))
            ours = replace_emoji(said, display.emoji)
            return ours if len(ours) <= LONGEST_QUESTION else said

        return sentence

    async def _news(self, table: Table, seat: int) -> Since | None:
        """Return what has happened since a seat's last decision; None if nothing did, or that is not known."""
        return await since_last_move.since(self.services, await lookup.look_of_seat(self.services, table, seat))


def _people(seats: Sequence[Seat]) -> list[int]:
    return [seat.person for seat in seats if seat.person]


def _ends(ping: Ping) -> dict[int, int]:
    """Return the deadline of each seat that is pinged."""
    return dict(zip(ping.seats, ping.each or [ping.until] * len(ping.seats), strict=True))


def _only(ping: Ping, seats: Sequence[int]) -> Ping:
    """Return a copy of a ping for only these of its seats, which keep their deadlines."""
    until = _ends(ping)
    each = tuple(until[seat] for seat in seats) if ping.each else ()
    return msgspec.structs.replace(ping, seats=tuple(seats), each=each)
