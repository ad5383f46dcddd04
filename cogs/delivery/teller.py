"""Telling: turns what is in the outbox into messages, edits and pings.

Every message is worded here, at the moment it is sent, from a view of whoever will read it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Literal, assert_never

from cogs.connection.discord_errors import CANNOT_WRITE_TO
from cogs.delivery.boards import Boards
from cogs.delivery.live_messages import LiveMessages
from cogs.delivery.lobby_invitations import Inviting
from cogs.delivery.pings import Asking
from cogs.delivery.port import DeliveryFailure, DeliveryPort, NotAttempted, Rejected
from cogs.delivery.seat_offers import Offering
from cogs.delivery.sending import Sending
from cogs.messages.app_emoji import with_app_emoji
from cogs.messages.game_display import GameDisplay
from cogs.messages.images import picture_drawn_in_thread, picture_of
from cogs.messages.lobby_panel import lobby_panel
from cogs.messages.panel import Button, Panel, Row, Target, Text, says, shorten
from cogs.messages.reader_language import words_of_person
from cogs.messages.replay_parts import moment_heading, moment_parts, moment_pictures
from cogs.messages.table_messages import hand_panel, names_at
from cogs.requests.app import App
from tables.coaching import analysis
from tables.delivery import digests, outbox, posts
from tables.model.table import Table
from tables.notifications.kinds import (
    BoardChanged,
    DmsClosed,
    Ended,
    Gathered,
    HandChanged,
    Happening,
    LessonWentOn,
    LobbyChanged,
    LobbyFull,
    MomentShown,
    Moved,
    News,
    Outdated,
    Ping,
    PingsGone,
    PlaceGone,
    Rematch,
    Reminder,
    Started,
    Story,
    TakenBack,
)
from tables.notifications.lobby_kinds import Invited, LobbyOpened
from tables.notifications.outgoing import Outgoing
from tables.notifications.preferences import how_to_tell, wishes_of
from tables.notifications.seat_kinds import (
    CameBack,
    CloseUnwanted,
    CloseWanted,
    HandedOver,
    MoreTime,
    OfferDeclined,
    OffersChanged,
    OutOfTime,
    Paused,
    PauseOver,
    PauseWanted,
    SeatGone,
    SeatOffered,
    TakenOver,
)
from tables.play import lookup, since_last_move
from tables.play import replays as replaying
from tables.runtime import people
from tables.runtime.services import Frontend, Mute, NotNow, TellLater
from words import Words, replay_text, words_in
from words import seat_text as seat_words
from words import table_text as table_words
from words import time_text as time_words

log = logging.getLogger("kontor.telling")

_STORY_LENGTH = 3800


class DiscordTeller(Frontend):
    """Tells what happened at all tables, by Discord."""

    def __init__(self, port: DeliveryPort, app: App) -> None:
        self.app = app
        self.services = app.services
        self.sending = Sending(port, app.services, {game: display.colour for game, display in app.games.items()})
        self.live = LiveMessages(self.sending)
        self.asking = Asking(app, self.sending)
        self.boards = Boards(app, self.live, self.asking)
        self.inviting = Inviting(app.services, self.sending)
        self.offering = Offering(app.services, self.sending, self.live)

    async def tell(self, outgoing: Outgoing, table: Table) -> None:
        """Tell one thing; what can work later is tried later, what never can is given up with a line in the log.

        Raises `TellLater`, and `Mute` if it waits for a place.
        """
        kind = outgoing.notice.kind
        try:
            await self._tell(outgoing, table, words_in(table.row.language), self.app.games[table.row.game])
        except Rejected as problem:
            if problem.is_temporary:
                raise TellLater(f"{problem.status} {problem.code}") from problem
            log.warning("table=%d kind=%s refused: %s", table.id, kind, problem)
            outgoing.along.clear()
        except NotAttempted as problem:
            raise NotNow(str(problem)) from problem
        except DeliveryFailure as problem:
            raise TellLater(str(problem)) from problem
        except (TimeoutError, OSError) as problem:
            raise TellLater(type(problem).__name__) from problem

    async def _tell(self, outgoing: Outgoing, table: Table, words: Words, display: GameDisplay) -> None:
        """Tell one thing in its own way."""
        if isinstance(outgoing.notice, SeatOffered | TakenOver) and table.row.private:
            chair = table.seats[outgoing.notice.seat]
            await self.inviting.let_in(table, [chair.person, chair.offered_to])
        match outgoing.notice:
            case LobbyChanged():
                await self._show_lobby(outgoing, table, words, display)
            case BoardChanged():
                await self.boards.show(outgoing, table, words, display)
            case HandChanged(seat=seat):
                await self._show_hand(outgoing, table, seat, words, display)
            case Started():
                await self._tell_start(outgoing, table, words, display)
            case (
                Story()
                | News()
                | TakenBack()
                | HandedOver()
                | TakenOver()
                | CameBack()
                | MoreTime()
                | PauseWanted()
                | Paused()
                | PauseOver()
                | OfferDeclined()
                | CloseWanted()
                | CloseUnwanted() as happening
            ):
                await self._tell_happened(outgoing, happening, table, words, display)
            case Ended():
                await self._tell_end(outgoing, table, words, display)
            case Moved():
                await self._tell_moved(outgoing, table, words)
            case Rematch(seat=seat, new=new):
                # Only for those who are still in the thread; in the channel they see the lobby itself.
                if table.row.thread:
                    who = names_at(table)[seat]
                    await self._say(outgoing, table, table_words.rematch_proposed(words, who, new, table.row.channel))
            case MomentShown() as notice:
                await self._show_moment(outgoing, notice, table, words, display)
            case DmsClosed(seat=seat):
                await self._tell_dms_closed(outgoing, table, seat, words)
            case LessonWentOn():
                self.app.menus.follow(table.id)
            case OutOfTime(seat=seat, then=then):
                await self._tell_out_of_time(outgoing, table, seat, then, words)
            case Invited() as invited:
                await self.inviting.tell_invited(outgoing, invited, table, words)
            case LobbyOpened():
                await self.inviting.tell_opened(outgoing, table, words)
            case LobbyFull():
                await self.asking.tell_lobby_full(outgoing, table, words)
            case Ping() as ping:
                await self.asking.ping(outgoing, ping, table, words)
            case Reminder() as reminder:
                await self.asking.remind(outgoing, reminder, table, words)
            case Gathered() as gathered:
                await self.asking.tell_gathered(outgoing, gathered, table, words)
            case PingsGone():
                await self.asking.take_away(outgoing, table)
            case OffersChanged():
                await self.offering.show(outgoing, table, words)
            case SeatOffered() as offered:
                await self.offering.ask(outgoing, offered, table, words)
            case SeatGone() as gone:
                await self.offering.tell_former(outgoing, gone, table, words)
            case Outdated() as outdated:
                await self.sending.take_away(table, outdated)
            case PlaceGone():
                await self.asking.tell_place_gone(outgoing, table, words)
            case nobody_tells_it:
                assert_never(nobody_tells_it)

    # Messages that are kept up to date

    async def _show_lobby(self, outgoing: Outgoing, table: Table, words: Words, display: GameDisplay) -> None:
        outcome = ""
        if table.row.status == "finished":
            ended = await lookup.results(self.services, table.id)
            outcome = table_words.result_line([(result.name, result.place, result.score) for result in ended])
        panel = lobby_panel(display, table, words, outcome)
        # Where a game has its own thread nobody needs a lobby that was deleted.
        anew = table.row.status != "playing" or not table.row.thread or table.row.private
        await self.live.update(outgoing, table, "lobby", panel, table.row.channel, anew=anew)

    async def _show_hand(
        self, outgoing: Outgoing, table: Table, number: int, words: Words, display: GameDisplay
    ) -> None:
        """Keep somebody's hand up to date in their direct messages: silently, and only if they want it."""
        # What is remembered here belongs to the person: whoever had the seat before is sent nothing of it any more.
        seat = table.seats[number]
        if seat.person is None or await posts.dms_closed(self.services, table.id, seat.person):
            return
        person = await people.get(self.services, seat.person)
        post = await posts.find(self.services, table.id, "hand", seat.person)
        if (person and not person.dms) or not (post or table.open):
            return
        theirs = await words_of_person(self.services, seat.person, words)
        look = await since_last_move.with_changes(
            self.services, await lookup.look_of_seat(self.services, table, seat.seat, kept=True)
        )
        look = display.for_permanent_message(look)
        picture = None
        if person is None or person.pictures:
            shown = post.picture if post else ""
            picture = await picture_of(
                self.app.renderer, "hand.png", partial(display.hand_drawing, look, theirs), shown
            )
        panel = hand_panel(display, look, theirs, picture)
        try:
            channel = post.channel if post else await self.sending.port.open_dm(seat.person)
            await self.live.update(outgoing, table, "hand", panel, channel, person=seat.person, silent=True)
        except Rejected as problem:
            if problem.code not in CANNOT_WRITE_TO:
                raise
            if not table.open:
                return
            # Told once for each table, without contents: that it was is written before the message is sent.
            await posts.note_dms_closed(self.services, table.id, seat.person)
            try:
                await self._tell_dms_closed(outgoing, table, number, words)
            except Mute:
                await outbox.write_also(self.services, table, [DmsClosed(seat=number)])

    async def _tell_dms_closed(self, outgoing: Outgoing, table: Table, number: int, words: Words) -> None:
        """Tell somebody at the table that they get no direct messages."""
        if person := table.seats[number].person:
            theirs = await words_of_person(self.services, person, words)
            told = table_words.dms_closed(theirs, f"<@{person}>", words.say("My hand"))
            loud = how_to_tell("end", wishes_of(await people.get(self.services, person)), self.services.now()).now
            await self._say(outgoing, table, told, [person] if loud else None)

    # What happened

    async def _tell_start(self, outgoing: Outgoing, table: Table, words: Words, display: GameDisplay) -> None:
        title = table_words.thread_name(table.row.game, table.id, [seat.name for seat in table.seats])
        await self.sending.open_thread(table, title)
        names = names_at(table)
        said = Text(_begins(table, words, names))
        signs = await picture_of(self.app.renderer, "signs.png", partial(display.legend_drawing, words))
        await self.sending.send(outgoing, table, Panel((said, *([signs] if signs else ())), display.colour), None)

    async def _tell_moved(self, outgoing: Outgoing, table: Table, words: Words) -> None:
        title = table_words.thread_name(table.row.game, table.id, [seat.name for seat in table.seats])
        await self.sending.open_thread(table, title)
        await self._say(outgoing, table, table_words.table_moved(words, table.row.game, table.id))

    async def _lines(self, happening: Happening, table: Table, words: Words, display: GameDisplay) -> list[str]:
        names = names_at(table)
        match happening:
            case Story(after=after, upto=upto):
                told = await lookup.story_events(self.services, table, None, after, upto)
                return [line for _, events in told for line in display.story(words, names, events)]
            case TakenBack(seat=seat):
                return [table_words.move_taken_back(words, names[seat])]
            case HandedOver(seat=seat):
                who = table_words.seat_name(table.seats[seat].name, None, None)  # One robot is enough.
                return [table_words.handed_over(words, who)]
            case TakenOver(seat=seat):
                return [table_words.taken_over(words, names[seat], seat)]
            case CameBack(seat=seat):
                return [table_words.came_back(words, names[seat])]
            case MoreTime(seat=seat, by=by, until=until):
                return [time_words.more_time(words, names[seat], names[by] if by >= 0 else "", until)]
            case PauseWanted(seat=seat):
                return [time_words.pause_wanted(words, names[seat])]
            case Paused():
                return [time_words.pause_begins(words)]
            case PauseOver(seat=seat, unwanted=unwanted):
                return [time_words.pause_ended(words, names[seat], unwanted=unwanted)]
            case OfferDeclined(seat=seat):
                return [seat_words.offer_declined(words, names[seat])]
            case CloseWanted(seat=seat):
                return [seat_words.close_proposed(words, names[seat])]
            case CloseUnwanted(seat=seat):
                return [seat_words.close_rejected(words, names[seat])]
            case nobody_words_it:
                assert_never(nobody_words_it)

    async def _tell_happened(
        self, outgoing: Outgoing, happening: Happening | News, table: Table, words: Words, display: GameDisplay
    ) -> None:
        """Tell what happened, in one message with the board if that comes next. Of very much that waited the latest."""
        parts = happening.parts if isinstance(happening, News) else (happening,)
        lines = [line for part in parts for line in await self._lines(part, table, words, display)]
        room, shown = _STORY_LENGTH, len(lines)
        while isinstance(happening, News) and shown and room > len(lines[shown - 1]):
            shown -= 1
            room -= 1 + len(lines[shown])
        if isinstance(happening, News) and shown:
            lines = [table_words.story_truncated(words), *lines[shown:]]
        if not lines:
            return
        told = with_app_emoji(says(shorten("\n".join(lines), _STORY_LENGTH)), display.emoji)
        (story,) = (part.text for part in told.parts if isinstance(part, Text))
        if not await self.boards.tell(outgoing, table, words, display, story):
            await self.sending.say(outgoing, table, story)

    async def _tell_end(self, outgoing: Outgoing, table: Table, words: Words, display: GameDisplay) -> None:
        look = await lookup.look_of_seat(self.services, table, None)
        told = await lookup.story_events(self.services, table, None)
        events = [event for _, happened in told for event in happened]
        again = Button(words.say("Rematch"), Target("rematch", table.id), "success", "🔁")
        replay = Button(words.say("Replay"), Target("replay", table.id), emoji="🎞️")
        buttons = [again, replay]
        if analysis.may_be_analysed(table):
            buttons.append(Button(words.say("Analyse"), Target("analyse", table.id), emoji="📈"))
        record = await lookup.record(self.services, table)
        drawn = partial(display.final_drawing, look, words, record)
        picture = await picture_drawn_in_thread(self.app.renderer, "final.png", drawn)
        final = display.final(look, words, names_at(table), events)
        panel = Panel((*final, Row(tuple(buttons))), display.colour)
        panel = with_app_emoji(panel, display.emoji)
        await self.sending.send(outgoing, table, panel.under(picture) if picture else panel, None)

    async def _show_moment(
        self, outgoing: Outgoing, notice: MomentShown, table: Table, words: Words, display: GameDisplay
    ) -> None:
        """Show a moment of the game; one that was taken back meanwhile is not shown."""
        moment = await replaying.shown(self.services, table, notice)
        if moment is None:
            return
        who = "" if notice.by is None else names_at(table)[notice.by]
        head = f"{replay_text.shared_moment(words, who)}\n{moment_heading(display, moment, words)}"
        pictures = await moment_pictures(self.app.renderer, display, moment, words)
        panel = Panel((Text(head), *moment_parts(display, moment, words, pictures)), display.colour)
        await self.sending.send(outgoing, table, with_app_emoji(panel, display.emoji), None)

    async def _tell_out_of_time(
        self, outgoing: Outgoing, table: Table, number: int, then: Literal["once", "lost"], words: Words
    ) -> None:
        """Tell all that somebody's time has run out, and them as they wish."""
        seat = table.seats[number]
        if seat.person is None:
            return
        word = time_words.decided_once if then == "once" else time_words.seat_lost
        how = how_to_tell("out", wishes_of(await people.get(self.services, seat.person)), self.services.now())
        told = word(words, seat.person, table.row.game, table.id)
        await self._say(outgoing, table, told, [seat.person] if how.here else None)
        digests.add_direct_message(self.services, table, seat.person, "out", how, outgoing)

    async def _say(
        self, outgoing: Outgoing, table: Table, sentence: str, ping: list[int] | None = None, colour: int | None = None
    ) -> None:
        await self.sending.send(outgoing, table, Panel((Text(sentence),), colour), None, ping=ping)


def _begins(table: Table, words: Words, names: Sequence[str]) -> str:
    clock = time_words.clock_summary(words, table.clock)
    return table_words.game_started(words, table.row.game, names, clock, private=table.row.private)
