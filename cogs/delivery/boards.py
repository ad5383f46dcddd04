"""`BoardMessages`: posts and edits the board of a table, a message that is kept up to date.

The same message has the story, the text of what happened before, above the board, and a line that asks players to act.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from cogs.delivery.live_messages import LiveMessages
from cogs.delivery.pings import LONGEST_QUESTION, PlayerPrompts
from cogs.messages.game_display import GameDisplay
from cogs.messages.images import picture_of
from cogs.messages.panel import Panel, Picture, Text
from cogs.messages.table_messages import board_panel
from cogs.requests.app import App
from tables.delivery import channel_retries, posts
from tables.delivery.posts import Post
from tables.delivery.prompts import Prompts, seats_at_position
from tables.model.players_to_act import PromptPlan
from tables.model.table import Look, Table
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import BoardChanged, Ping
from tables.play import lookup
from words import Words


class Board(NamedTuple):
    """The position of a table as spectators see it (`look`), and a panel that shows it without story and question."""

    look: Look
    panel: Panel

    @classmethod
    def of(cls, display: GameDisplay, look: Look, words: Words, picture: Picture | None, story: str) -> Board:
        """Make a board that leaves room for the story and for the longest line that asks players to act."""
        return cls(look, board_panel(display, look, words, picture, room=len(story) + LONGEST_QUESTION))

    def with_story(self, story: str) -> Panel:
        """Return the panel with the story above the board."""
        return self.panel.under(Text(story)) if story else self.panel

    def has_room(self, story: str) -> bool:
        """Return True if board, story and the longest line that asks players to act fit into one message."""
        return self.with_story(story).with_note("…" * LONGEST_QUESTION).fits


class BoardMessages:
    """Posts and edits boards. Only the newest board of a table is kept up to date.

    The message of an older board is reduced to its story, or deleted if it has none.
    """

    def __init__(self, app: App, live: LiveMessages, asking: PlayerPrompts) -> None:
        self.app = app
        self.services = app.services
        self.live = live
        self.asking = asking

    async def refresh(self, attempt: Attempt, table: Table, words: Words, display: GameDisplay) -> None:
        """Deliver `BoardChanged`: edit the live board; post a new one if there is none or it cannot be edited.

        An edited board keeps its story, and still asks the players it asked before, except those who have acted.
        If Discord refuses the edit, it is posted anew.
        """
        old = await posts.find(self.services, table.id, "board")
        if not (old and _can_be_edited(old, table)):
            if attempt.next_in_lane:
                table = await self.services.load(table.id)
            await self._post(attempt, table, words, await self._board(table, words, display, ""), attempt.next_in_lane)
            return
        board, prompts = await self._board(table, words, display, old.story, old.picture), await self._prompts(table)
        still = prompts.asked_by(old.message)
        panel = board.with_story(old.story).with_note(await self.asking.line(board.look, words, still))
        new = await self.live.update(attempt, table, "board", panel, None)
        if new:
            prompts.note_asked_by_board(PromptPlan([], []), still, old.message, new, attempt.effects)

    async def post_with_story(
        self, attempt: Attempt, table: Table, words: Words, display: GameDisplay, story: str
    ) -> bool:
        """Post `story` and a new board in one message, and return True. It also pings if a `Ping` comes after it.

        The notification that follows `attempt` in the outbox must be a `BoardChanged`. It, and a `Ping` that follows
        it, are added to `attempt.delivered_along`, because this message delivers them too. Nothing is done and False
        is returned if the story has to be posted alone:

        - The next notification is of another kind, or may have been sent already.
        - The live board can still be edited, so no new one is needed.
        - The table's thread or channel is blocked. A story alone gets through sooner.
        - Story and board do not fit into one message.
        """
        old = await posts.find(self.services, table.id, "board")
        if old and _can_be_edited(old, table):
            return False
        if any([await channel_retries.find(self.services, place) for place in {table.place, table.row.channel}]):
            return False
        first = attempt.next_in_lane[0] if attempt.next_in_lane else None
        if first is None or not isinstance(first.notification, BoardChanged) or not attempt.can_deliver_along(first):
            return False
        # The board and ping rows are acknowledged with this message: it must not show anything older than they do.
        table = await self.services.load(table.id)
        board = await self._board(table, words, display, story)
        if not board.has_room(story):
            return False
        attempt.delivered_along.append(first)
        await self._post(attempt, table, words, board, attempt.next_in_lane[1:], story)
        return True

    async def _prompts(self, table: Table) -> Prompts:
        return await Prompts.load(self.services, table)

    async def _board(self, table: Table, words: Words, display: GameDisplay, story: str, shown: str = "") -> Board:
        """Return the board as spectators see it now, with its picture.

        It leaves room for `story` and for the line that asks players to act. `shown` is the digest of the picture in
        the message that is to be edited, "" for a new message. A picture with the same digest is not rendered again.
        """
        look = await lookup.look_of_seat(self.services, table, None)
        picture = await picture_of(self.app.renderer, "board.png", partial(display.board_drawing, look, words), shown)
        return Board.of(display, look, words, picture, story)

    async def _post(
        self, attempt: Attempt, table: Table, words: Words, board: Board, following: list[Attempt], story: str = ""
    ) -> None:
        """Post a new board below `story`, with the line that asks players to act, and update the open menus.

        `following` are the next notifications in the outbox. If the first is a `Ping` and the message has room for its
        question, this message pings in its place, and the `Ping` is added to `attempt.delivered_along`. If the old
        board asks players who have not acted, they are named again, without a ping. An `ObsoleteMessage` is queued that
        deletes the old board or reduces it to its story.

        If an earlier attempt may have been delivered, Discord may answer with its message. Then a `Ping` is queued for
        the players that it does not mention; those that it mentions count as pinged.
        """
        prompts, newly, room = await self._prompts(table), PromptPlan([], []), board.has_room(story)
        ping = following[0].notification if following and attempt.can_deliver_along(following[0]) else None
        if room and isinstance(ping, Ping):
            attempt.delivered_along.append(following[0])
            newly = await self.asking.ask_with_board(attempt, ping, table, prompts)
        old = await posts.find(self.services, table.id, "board")
        before = prompts.asked_by(old.message) if old and room else []
        still = [seat for seat in before if seat not in newly.seats]
        line = await self.asking.line(board.look, words, sorted((*newly.seats, *still), key=lambda seat: seat.seat))
        loud = [seat.person for seat in newly.ping if seat.person]
        panel = board.with_story(story).with_note(line)
        # Without a story the row may be newer than the message that was sent: then nobody knows who has acted since.
        then = await seats_at_position(self.services, table, attempt) if story and attempt.may_have_arrived else None
        new, sent = await self.live.post(attempt, table, "board", panel, None, old, ping=loud, story=story)
        if isinstance(ping, Ping):
            newly = self.asking.without_unpinged(attempt, ping, newly, sent.mentioned)
        prompts.note_asked_by_board(newly, still, old.message if old else 0, new, attempt.effects)
        if then:
            asked = {seat.person for seat in (*newly.seats, *still)}
            prompts.note_was_pinged(then, set(sent.mentioned) - asked, attempt.effects)
        await self.app.menus.follow_board(table.id)


def _can_be_edited(board: Post, table: Table) -> bool:
    """Return True if the live board is to be edited, False if a new one has to be posted.

    A new one is posted once the table's story goes on after the one in the board's message, and for a table that was
    closed without a result.
    """
    return board.told == table.row.told and table.row.status != "closed"
