"""The board of a table: one live message, under the latest that happened, which asks whoever has to decide."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from cogs.delivery.live_messages import LiveMessages
from cogs.delivery.pings import LONGEST_QUESTION, Asking
from cogs.messages.game_display import GameDisplay
from cogs.messages.images import picture_of
from cogs.messages.panel import Panel, Picture, Text
from cogs.messages.table_messages import board_panel
from cogs.requests.app import App
from tables.delivery import channel_retries, posts, prompts
from tables.delivery.posts import Post
from tables.model.players_to_act import PromptPlan
from tables.model.table import Look, Table
from tables.notifications.kinds import BoardChanged, Ping
from tables.notifications.outgoing import Outgoing
from tables.play import lookup
from words import Words


class Board(NamedTuple):
    """How things stand at a table, ready to be shown."""

    look: Look
    panel: Panel

    @classmethod
    def of(cls, display: GameDisplay, look: Look, words: Words, picture: Picture | None, story: str) -> Board:
        """Word it so that there is room for what happened and for a line that asks everybody."""
        return cls(look, board_panel(display, look, words, picture, room=len(story) + LONGEST_QUESTION))

    def with_story(self, story: str) -> Panel:
        """Return the message in which this stands under what happened."""
        return self.panel.under(Text(story)) if story else self.panel

    def has_room(self, story: str) -> bool:
        """Say whether this, what happened, and a line that asks everybody fit into one message."""
        return self.with_story(story).with_note("…" * LONGEST_QUESTION).fits


class Boards:
    """Shows everybody how things stand. There is one live board: the story stays where it was told."""

    def __init__(self, app: App, live: LiveMessages, asking: Asking) -> None:
        self.app = app
        self.services = app.services
        self.live = live
        self.asking = asking

    async def show(self, outgoing: Outgoing, table: Table, words: Words, display: GameDisplay) -> None:
        """Edit the live board; once the story has gone on, post a new one below it."""
        old = await posts.find(self.services, table.id, "board")
        if not (old and _stays(old, table)):
            behind = await outgoing.behind()
            if now := await self._as_it_is(table):
                table = now
            else:
                behind = []
            await self._post(outgoing, table, words, await self._board(table, words, display, ""), behind)
            return
        board = await self._board(table, words, display, old.story, old.picture)
        panel = board.with_story(old.story)
        still = await prompts.asked_by(self.services, table, old.message)
        asks = panel.with_note(await self.asking.line(board.look, words, still))
        moved = partial(prompts.note_asked_by, table=table, newly=PromptPlan([], []), still=still, old=old.message)
        await self.live.update(
            outgoing,
            table,
            "board",
            asks,
            None,
            also=lambda post: [partial(moved, new=post, now=self.services.now())],
        )

    async def tell(self, outgoing: Outgoing, table: Table, words: Words, display: GameDisplay, story: str) -> bool:
        """Tell what happened in one message with the board, if that comes next, and with who is asked then.

        Return False if it has to be told by itself: while the board stays where it is, and where we were refused, since
        fewer words get through sooner.
        """
        old = await posts.find(self.services, table.id, "board")
        if old and _stays(old, table):
            return False
        if any([await channel_retries.known(self.services, place) for place in {table.place, table.row.channel}]):
            return False
        behind = await outgoing.behind()
        first = behind[0] if behind else None
        if first is None or not isinstance(first.notice, BoardChanged) or first.again:
            return False
        now = await self._as_it_is(table)
        if now is None:
            return False
        table = now
        board = await self._board(table, words, display, story)
        if not board.has_room(story):
            return False
        outgoing.along.append(first)
        await self._post(outgoing, table, words, board, behind[1:], story)
        return True

    async def _as_it_is(self, table: Table) -> Table | None:
        """Return a table at least as new as what was found behind; None if the story has gone on meanwhile.

        What is told along is crossed out: so nothing older than that may be shown.
        """
        now = await self.services.load(table.id)
        return now if now.row.told == table.row.told else None

    async def _board(self, table: Table, words: Words, display: GameDisplay, story: str, shown: str = "") -> Board:
        look = await lookup.look_of_seat(self.services, table, None)
        picture = await picture_of(self.app.renderer, "board.png", partial(display.board_drawing, look, words), shown)
        return Board.of(display, look, words, picture, story)

    async def _post(
        self,
        outgoing: Outgoing,
        table: Table,
        words: Words,
        board: Board,
        behind: list[Outgoing],
        story: str = "",
    ) -> None:
        """Post a new board, with what happened and who is asked, and retire the old one."""
        newly, room = PromptPlan([], []), board.has_room(story)
        if room and behind and (ping := _ping(behind[0], outgoing.nonce)):
            outgoing.along.append(behind[0])
            newly = await self.asking.ping_with_board(behind[0], ping, table, words)
        old = await posts.find(self.services, table.id, "board")
        before = await prompts.asked_by(self.services, table, old.message) if old and room else []
        still = [seat for seat in before if seat not in newly.seats]
        line = await self.asking.line(board.look, words, sorted((*newly.seats, *still), key=lambda seat: seat.seat))
        moved = partial(prompts.note_asked_by, table=table, newly=newly, still=still, old=old.message if old else 0)
        new = await self.live.post(
            outgoing,
            table,
            "board",
            board.with_story(story).with_note(line),
            None,
            old,
            ping=[seat.person for seat in newly.ping if seat.person],
            story=story,
            also=lambda post: [partial(moved, new=post, now=self.services.now())],
        )
        await self.app.menus.follow_board(table.id)
        if old:
            await self.live.retire(outgoing, table, old, new)


def _ping(behind: Outgoing, nonce: str) -> Ping | None:
    """Return the ping that comes next, unless it has perhaps arrived already, in another message."""
    return behind.notice if isinstance(behind.notice, Ping) and (not behind.again or behind.nonce == nonce) else None


def _stays(board: Post, table: Table) -> bool:
    """Say whether a board is edited where it stands: the story has not gone on since it was posted."""
    return board.told == table.row.told and table.open
