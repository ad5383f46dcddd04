"""`DiscordDelivery`: delivers every kind of notification on Discord, as a message, an edit, a deletion or a ping.

Every message is worded when it is sent, and shows only what its readers may know.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Literal, assert_never

from cogs.connection.discord_errors import CANNOT_WRITE_TO
from cogs.delivery.boards import BoardMessages
from cogs.delivery.digest_messages import DigestMessages
from cogs.delivery.league_messages import LeagueMessages, league_line
from cogs.delivery.live_messages import LiveMessages
from cogs.delivery.lobby_invitations import GuestInvitations
from cogs.delivery.pings import PlayerPrompts
from cogs.delivery.plan_messages import tell_plan_played
from cogs.delivery.port import DeliveryFailure, DeliveryPort, Rejected
from cogs.delivery.port import NotAttempted as RequestNotAttempted
from cogs.delivery.seat_offers import SeatOffers
from cogs.delivery.sending import MessageSender
from cogs.delivery.wish_messages import WishMessages
from cogs.messages.app_emoji import with_app_emoji
from cogs.messages.game_display import GameDisplay
from cogs.messages.images import picture_drawn_in_thread, picture_of
from cogs.messages.lobby_panel import lobby_panel
from cogs.messages.panel import Panel, Text, says, shorten, text
from cogs.messages.reader_language import words_of_person
from cogs.messages.replay_parts import moment_heading, moment_parts, moment_pictures
from cogs.messages.table_messages import final_buttons, hand_panel, names_at
from cogs.requests.app import App
from tables.delivery import digests, posts
from tables.delivery.prompts import Prompts
from tables.leagues.season_lookup import SeasonMessage
from tables.matching.wish_store import WishMessage, WishRow
from tables.model.season import Season
from tables.model.table import Table
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import (
    BoardChanged,
    ChannelDeleted,
    Digest,
    DirectPrompt,
    DmsClosed,
    Ended,
    HandChanged,
    Happening,
    LessonWentOn,
    LobbyChanged,
    LobbyFull,
    MomentShown,
    Moved,
    News,
    ObsoleteMessage,
    ObsoletePings,
    Ping,
    Rematch,
    Reminder,
    Started,
    Story,
    TakenBack,
)
from tables.notifications.lobby_kinds import DirectInvitation, Invited, LobbyOpened, SentAway
from tables.notifications.preferences import choose_way, preferences_of
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
    PlanPlayed,
    SeatGone,
    SeatOffered,
    TakenOver,
)
from tables.play import game_log, lookup, since_last_move
from tables.play import replays as replaying
from tables.records import reliability_levels
from tables.runtime import people
from tables.runtime.services import Frontend, NotAttempted, RetryLater
from words import Words, replay_text, words_in
from words import seat_text as seat_words
from words import table_text as table_words
from words import time_text as time_words

log = logging.getLogger("kontor.telling")

_STORY_LENGTH = 3800


class DiscordDelivery(Frontend):
    """Delivers the notifications of all tables on Discord; `deliver` handles every kind."""

    def __init__(self, port: DeliveryPort, app: App) -> None:
        self.app = app
        self.services = app.services
        self.sending = MessageSender(port, app.services, {game: display.colour for game, display in app.games.items()})
        self.live = LiveMessages(self.sending)
        self.asking = PlayerPrompts(app, self.sending)
        self.digests = DigestMessages(app, self.sending)
        self.boards = BoardMessages(app, self.live, self.asking)
        self.inviting = GuestInvitations(app.services, self.sending)
        self.offering = SeatOffers(app.services, self.sending, self.live)
        self.leagues = LeagueMessages(app, self.sending)
        self.wishes = WishMessages(app, self.sending)

    async def deliver_season_message(self, row: SeasonMessage, season: Season) -> None:
        """Post or edit a message of a league's season; see `Frontend.deliver_season_message`."""
        await self.leagues.deliver(row, season)

    async def deliver_wish_message(self, row: WishMessage, wishes: Sequence[WishRow]) -> None:
        """Post, edit or delete a message about people who look for a game; see `Frontend.deliver_wish_message`."""
        await self.wishes.deliver(row, wishes)

    async def can_see(self, server: int, channel: int, person: int) -> bool:
        """Return True if a person sees a channel; see `Frontend.can_see`."""
        try:
            return await self.sending.port.can_see(server, channel, person)
        except DeliveryFailure as problem:
            raise RetryLater(str(problem)) from problem

    async def can_write(self, server: int, channel: int) -> bool:
        """Return True if we may write in a channel of a server; see `Frontend.can_write`."""
        try:
            return await self.sending.port.can_write(server, channel)
        except DeliveryFailure as problem:
            raise RetryLater(str(problem)) from problem

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        """Deliver a notification; see `Frontend.deliver`. One that Discord refuses for good is logged and given up.

        After such a refusal `attempt.delivered_along` is empty: the later notifications that the same message would
        have delivered stay in the outbox. Raises `RetryLater` after a temporary refusal, an unanswered request or a
        broken connection, and its subclass `NotAttempted` if the request was not begun because the partition may be
        lost.
        `ChannelBlocked` and `Replaced` are raised as they are.
        """
        kind = attempt.notification.kind
        try:
            await self._deliver(attempt, table, words_in(table.row.language), self.app.games[table.row.game])
        except Rejected as problem:
            if problem.is_temporary:
                raise RetryLater(f"{problem.status} {problem.code}") from problem
            log.warning("table=%d kind=%s refused: %s", table.id, kind, problem)
            attempt.delivered_along.clear()
        except RequestNotAttempted as problem:
            raise NotAttempted(str(problem)) from problem
        except DeliveryFailure as problem:
            raise RetryLater(str(problem)) from problem
        except (TimeoutError, OSError) as problem:
            raise RetryLater(type(problem).__name__) from problem

    async def _deliver(self, attempt: Attempt, table: Table, words: Words, display: GameDisplay) -> None:
        """Deliver a notification by the method for its kind. `words` has the table's language, for public messages.

        At a private table the people named by a `SeatOffered` or `TakenOver` are added to the private thread first. A
        `Rematch` is posted only if the table has a thread. `LessonWentOn` posts nothing; it only updates open menus.
        """
        if isinstance(attempt.notification, SeatOffered | TakenOver) and table.row.private:
            chair = table.seats[attempt.notification.seat]
            await self.inviting.let_in(table, [chair.person, chair.offered_to])
        match attempt.notification:
            case LobbyChanged():
                await self._show_lobby(attempt, table, words, display)
            case BoardChanged():
                await self.boards.refresh(attempt, table, words, display)
            case HandChanged(seat=seat):
                await self._show_hand(attempt, table, seat, words, display)
            case Started():
                await self._tell_start(attempt, table, words, display)
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
                await self._tell_happened(attempt, happening, table, words, display)
            case Ended():
                await self._tell_end(attempt, table, words, display)
            case Moved():
                await self._tell_moved(attempt, table, words)
            case Rematch(seat=seat, new=new):
                # Only for those who are still in the thread; in the channel they see the lobby itself.
                if table.row.thread:
                    who = names_at(table)[seat]
                    await self._say(attempt, table, table_words.rematch_proposed(words, who, new, table.row.channel))
            case MomentShown() as notification:
                await self._show_moment(attempt, notification, table, words, display)
            case DmsClosed(seat=seat):
                await self._tell_dms_closed(attempt, table, seat, words)
            case LessonWentOn():
                self.app.menus.follow(table.id)
            case OutOfTime(seat=seat, then=then):
                await self._tell_out_of_time(attempt, table, seat, then, words)
            case Invited() as invited:
                await self.inviting.invite(attempt, invited, table, words)
            case LobbyOpened(role=role):
                await self.inviting.announce_lobby(attempt, table, words, role)
            case DirectInvitation() as invitation:
                await self.inviting.invite_directly(attempt, invitation, table, words)
            case SentAway(person=person):
                await self.inviting.send_away(attempt, person, table)
            case (LobbyFull() | Ping() | Reminder()) as asks:
                await self.asking.ask(attempt, asks, table, words)
            case DirectPrompt() as asks:
                await self.asking.ask_directly(attempt, asks, table, words)
            case Digest() as gathered:
                await self.digests.deliver(attempt, gathered, table, words)
            case ObsoletePings():
                (await Prompts.load(self.services, table)).remove_obsolete(attempt.effects)
            case OffersChanged():
                await self.offering.show(attempt, table, words)
            case SeatOffered() as offered:
                await self.offering.ask(attempt, offered, table, words)
            case PlanPlayed() as plan:
                await tell_plan_played(self.sending, attempt, plan, table, words, display)
            case SeatGone() as gone:
                await self.offering.notify_former_owner(attempt, gone, table)
            case ObsoleteMessage() as outdated:
                await self.sending.remove(attempt, table, outdated)
            case ChannelDeleted():
                await self.asking.notify_channel_deleted(attempt, table, words)
            case nobody_tells_it:
                assert_never(nobody_tells_it)

    # Messages that are kept up to date

    async def _show_lobby(self, attempt: Attempt, table: Table, words: Words, display: GameDisplay) -> None:
        """Edit the lobby's message in the table's channel; once the game is finished, it shows the result.

        A missing message is posted again, except for a table that is over, and while a public game is played in a
        thread. Invitations that were answered are removed too.
        """
        outcome = ""
        if table.row.status == "finished":
            ended = await lookup.results(self.services, table.id)
            outcome = table_words.result_line([(result.name, result.place, result.score) for result in ended])
        league = await league_line(self.services, table, words)
        levels = await reliability_levels.levels_in_lobby(self.services, table)
        panel = lobby_panel(display, table, words, outcome, league, levels)
        # Where a game has its own thread nobody needs a lobby that was deleted.
        anew = table.row.status != "playing" or not table.row.thread or table.row.private
        await self.live.update(attempt, table, "lobby", panel, table.row.channel, anew=anew)
        await self.inviting.remove_answered(attempt, table)

    async def _show_hand(self, attempt: Attempt, table: Table, number: int, words: Words, display: GameDisplay) -> None:
        """Post or edit, silently, the hand of the seat `number` in the direct messages of its player.

        Nothing is done for a seat without a person, for a person who wants no direct messages or has refused one of
        this table, and, after the game has ended, if no hand was posted. If Discord refuses the direct message of an
        open table, that is stored and a `DmsClosed` is queued, which tells the player so where the table is played.
        """
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
            await self.live.update(attempt, table, "hand", panel, channel, person=seat.person, silent=True)
        except Rejected as problem:
            if problem.code not in CANNOT_WRITE_TO:
                raise
            if not table.open:
                return
            attempt.effects.dms_closed.append(seat.person)
            attempt.effects.follow_up(DmsClosed(seat=number))

    async def _tell_dms_closed(self, attempt: Attempt, table: Table, number: int, words: Words) -> None:
        """Tell the player at the seat `number` that their direct messages are closed, and how to see their hand.

        It is posted where the table is played. They are pinged only if they want to be notified now. Nothing is sent if
        the seat has no person.
        """
        if person := table.seats[number].person:
            theirs = await words_of_person(self.services, person, words)
            told = table_words.dms_closed(theirs, f"<@{person}>", words.say("My hand"))
            loud = choose_way("end", preferences_of(await people.get(self.services, person)), self.services.now()).now
            await self._say(attempt, table, told, [person] if loud else None)

    # What happened

    async def _tell_start(self, attempt: Attempt, table: Table, words: Words, display: GameDisplay) -> None:
        """Open the table's thread and post that the game has begun, with the legend of the board if it has one."""
        title = table_words.thread_name(table.row.game, table.id, [seat.name for seat in table.seats])
        await self.sending.open_thread(attempt, table, title)
        names = names_at(table)
        said = text(_begins(table, words, names), await league_line(self.services, table, words))
        signs = await picture_of(self.app.renderer, "signs.png", partial(display.legend_drawing, words))
        await self.sending.send(attempt, table, Panel((said, *([signs] if signs else ())), display.colour), None)

    async def _tell_moved(self, attempt: Attempt, table: Table, words: Words) -> None:
        """Post that the table has moved to another channel.

        A thread for the table is opened there first; if that is not possible, the message goes to the channel itself.
        """
        title = table_words.thread_name(table.row.game, table.id, [seat.name for seat in table.seats])
        await self.sending.open_thread(attempt, table, title)
        await self._say(attempt, table, table_words.table_moved(words, table.row.game, table.id))

    async def _lines(self, happening: Happening, table: Table, words: Words, display: GameDisplay) -> list[str]:
        """Return the lines that describe one event at a table, in the language of `words`; a `Story` may have none."""
        names = names_at(table)
        match happening:
            case Story(after=after, upto=upto):
                told = await game_log.story_events(self.services, table, None, after, upto)
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
        self, attempt: Attempt, happening: Happening | News, table: Table, words: Words, display: GameDisplay
    ) -> None:
        """Post what happened at a table, in one message with the board if a `BoardChanged` is next in the outbox.

        Nothing is posted if there are no lines. `News` joins several events that had to wait; if its text is too long,
        the latest lines are kept, below a line that says that earlier ones are missing. Any other text that is too long
        is cut at its end.
        """
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
        if not await self.boards.post_with_story(attempt, table, words, display, story):
            await self.sending.say(attempt, table, story)

    async def _tell_end(self, attempt: Attempt, table: Table, words: Words, display: GameDisplay) -> None:
        """Post the final scores of a finished game with its final picture, and the buttons *Rematch* and *Replay*.

        *Analyse* is added if the game may be analysed.
        """
        look = await lookup.look_of_seat(self.services, table, None)
        told = await game_log.story_events(self.services, table, None)
        events = [event for _, happened in told for event in happened]
        record = await game_log.record(self.services, table)
        drawn = partial(display.final_drawing, look, words, record)
        picture = await picture_drawn_in_thread(self.app.renderer, "final.png", drawn)
        final = display.final(look, words, names_at(table), events)
        panel = Panel((*final, final_buttons(table, words)), display.colour)
        panel = with_app_emoji(panel, display.emoji)
        await self.sending.send(attempt, table, panel.under(picture) if picture else panel, None)

    async def _show_moment(
        self, attempt: Attempt, notification: MomentShown, table: Table, words: Words, display: GameDisplay
    ) -> None:
        """Post a past position of the game that somebody has shared; nothing if its move was taken back meanwhile."""
        moment = await replaying.shown(self.services, table, notification)
        if moment is None:
            return
        who = "" if notification.by is None else names_at(table)[notification.by]
        head = f"{replay_text.shared_moment(words, who)}\n{moment_heading(display, moment, words)}"
        pictures = await moment_pictures(self.app.renderer, display, moment, words)
        panel = Panel((Text(head), *moment_parts(display, moment, words, pictures)), display.colour)
        await self.sending.send(attempt, table, with_app_emoji(panel, display.emoji), None)

    async def _tell_out_of_time(
        self, attempt: Attempt, table: Table, number: int, then: Literal["once", "lost"], words: Words
    ) -> None:
        """Post that the time of the seat `number` has run out, and notify its player as they prefer.

        `then` says what happened: a computer decided once ("once") or has the seat from now on ("lost"). The player's
        settings decide whether this post pings them, and whether an entry for a direct message is stored: it is sent at
        once or in a digest. Nothing is posted if the seat has no person.
        """
        seat = table.seats[number]
        if seat.person is None:
            return
        who, game = seat.person, table.row.game
        if then == "once":
            told = time_words.decided_once(words, who, game, table.id, then_lost=table.clock.out == "second")
        else:
            told = time_words.seat_lost(words, who, game, table.id)
        how = choose_way("out", preferences_of(await people.get(self.services, seat.person)), self.services.now())
        await self._say(attempt, table, told, [seat.person] if how.here else None)
        digests.add_direct_message(self.services, table, seat.person, "out", how, attempt.effects)

    async def _say(
        self, attempt: Attempt, table: Table, sentence: str, ping: list[int] | None = None, colour: int | None = None
    ) -> None:
        """Send a sentence as a message to where the table is played; only the people in `ping` are pinged."""
        await self.sending.send(attempt, table, Panel((Text(sentence),), colour), None, ping=ping)


def _begins(table: Table, words: Words, names: Sequence[str]) -> str:
    clock = time_words.clock_summary(words, table.clock)
    return table_words.game_started(words, table.row.game, names, clock, private=table.row.private)
