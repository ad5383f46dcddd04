"""Posts and edits the messages of leagues (`LeagueMessages.deliver`), and names the league of a table."""

from __future__ import annotations

import logging
from contextlib import suppress

import msgspec

from cogs.connection.discord_errors import (
    CANNOT_EDIT,
    CANNOT_SPEAK,
    CANNOT_WRITE_TO,
    TOO_MANY_EDITS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from cogs.delivery.port import DeliveryFailure, Rejected
from cogs.delivery.port import NotAttempted as RequestNotAttempted
from cogs.delivery.sending import MessageSender
from cogs.messages import league_panels, league_text
from cogs.messages.images import with_pictures_rendered
from cogs.messages.league_text import Links, plain_title
from cogs.messages.panel import Panel, Text
from cogs.messages.reader_language import words_of_person
from cogs.requests.app import App
from tables.delivery import channel_retries
from tables.leagues import season_delivery, season_lookup
from tables.leagues.season_lookup import SeasonMessage
from tables.model.season import Season, entrant_of_message
from tables.model.table import Table
from tables.runtime.services import ChannelBlocked, NotAttempted, RetryLater, Services
from words import Words, words_in
from words.catalogue import escaped_name

log = logging.getLogger("kontor.leagues")

_POSTED_ANEW = ("announcement", "division")
"""Messages that are posted again if somebody has deleted them."""
_MAX_PINGS = 100
"""Discord allows this many pings in a message."""


class _Act(msgspec.Struct):
    """The facts of a message about what was done with a season."""

    what: str
    until: int = 0


async def league_line(services: Services, table: Table, words: Words) -> str:
    """Return the line that names the league and division of a table, in Markdown; "" for an ordinary table."""
    found = await season_lookup.of_table(services, table)
    return f"-# 🏆 {escaped_name(plain_title(found[0], words, found[1]))}" if found else ""


class LeagueMessages:
    """Sends the messages of seasons. Every message is worded when it is sent, from the season as it is then."""

    def __init__(self, app: App, sending: MessageSender) -> None:
        self.app = app
        self.services = app.services
        self.sending = sending

    async def deliver(self, row: SeasonMessage, season: Season) -> None:
        """Post or edit a message of a season; see `Frontend.deliver_season_message`."""
        try:
            await self._deliver(row, season)
        except Rejected as problem:
            if problem.is_temporary:
                raise RetryLater(f"{problem.status} {problem.code}") from problem
            log.warning("season=%d kind=%s refused: %s", season.id, row.kind, problem)
        except RequestNotAttempted as problem:
            raise NotAttempted(str(problem)) from problem
        except DeliveryFailure as problem:
            raise RetryLater(str(problem)) from problem

    async def _deliver(self, row: SeasonMessage, season: Season) -> None:
        """Edit the message if it is there, else post it: to its person, or to the season's channel."""
        words = words_in(season.row.language)
        if row.kind == "checkin" and not row.message and season.row.state != "checkin":
            return  # It is too late to ask.
        if row.kind == "tables":
            if season.entrant_of(row.person or 0) is None:
                return
            words = await words_of_person(self.services, row.person or 0, words)
        panel = await with_pictures_rendered(await self._panel(row, season, words))
        if row.message:
            if await self._edit(row, season, panel) or row.kind not in _POSTED_ANEW:
                return
            old, row.message = (row.channel, row.message), 0
            await self._post(row, season, panel, season.row.channel)
            with suppress(DeliveryFailure):  # One that cannot be deleted stays.
                await self.sending.port.delete(*old)
            return
        if row.kind == "tables":
            try:
                await self._post(row, season, panel, await self.sending.port.open_dm(row.person or 0))
                return
            except Rejected as problem:
                if problem.code not in CANNOT_WRITE_TO:
                    raise
            panel = panel.under(Text(f"<@{row.person}>"))
            await self._post(row, season, panel, season.row.channel, ping=[row.person or 0])
            return
        ping = [each.person for each in season.entrants if each.person] if row.kind == "checkin" else []
        await self._post(row, season, panel, season.row.channel, ping=ping[:_MAX_PINGS])

    async def _edit(self, row: SeasonMessage, season: Season, panel: Panel) -> bool:
        """Edit a message and return True; False if it is gone, or was edited too often.

        Raise `ChannelBlocked` if we may not edit it now.
        """
        panel = self.sending.attaching.without_forbidden_pictures(panel, row.channel)
        try:
            await self.sending.port.edit(row.channel, row.message, panel)
        except Rejected as problem:
            if problem.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, TOO_MANY_EDITS):
                return False
            if problem.code not in CANNOT_EDIT:
                raise
            await self._block(row.channel, season, problem)
        row.picture = panel.digest
        return True

    async def _post(
        self, row: SeasonMessage, season: Season, panel: Panel, channel: int, ping: list[int] | None = None
    ) -> None:
        """Post a message and set in `row` where it is; do nothing if the channel was deleted.

        Raise `ChannelBlocked` if the channel refuses us.
        """
        blocked = await channel_retries.find(self.services, channel)
        if blocked and blocked.code == UNKNOWN_CHANNEL:
            return  # It was deleted, and that was logged.
        if blocked and channel_retries.is_too_early(self.services, blocked):
            raise ChannelBlocked(await channel_retries.next_attempt_at(self.services, [channel]))
        panel = self.sending.attaching.without_forbidden_pictures(panel, channel)
        nonce = await season_delivery.begin(self.services, row)
        try:
            with channel_retries.trying(self.services, blocked):
                row.channel, row.message, _ = await self.sending.port.send(channel, panel, nonce, mention=ping)
        except Rejected as problem:
            if problem.code not in CANNOT_SPEAK:
                raise
            if problem.code == UNKNOWN_CHANNEL:
                await channel_retries.note_blocked(self.services, channel, season.row.server, problem.code)
                return
            await self._block(channel, season, problem)
        if blocked:
            await channel_retries.note_open(self.services, channel)
        row.picture = panel.digest

    async def _block(self, channel: int, season: Season, problem: Rejected) -> None:
        """Note that a channel refuses us, and raise `ChannelBlocked`."""
        await channel_retries.note_blocked(self.services, channel, season.row.server, problem.code)
        raise ChannelBlocked(await channel_retries.next_attempt_at(self.services, [channel])) from problem

    async def _panel(self, row: SeasonMessage, season: Season, words: Words) -> Panel:
        """Return what a message of a season shows now."""
        colour = self.app.games[season.row.game].colour
        match row.kind:
            case "announcement":
                return league_panels.announcement_panel(season, words, colour)
            case "checkin":
                return league_panels.check_in_panel(season, words, colour)
            case "division":
                links = await self._links(season, words)
                picture = await league_panels.division_picture(self.app.renderer, season, row.number, words)
                return league_panels.standings_panel(season, row.number, words, colour, links, picture)
            case "tables":
                links = await self._links(season, words)
                return league_panels.tables_panel(season, entrant_of_message(row.number), words, colour, links)
            case "end":
                following = await season_lookup.open_successor(self.services, season)
                picture = await league_panels.division_picture(self.app.renderer, season, 1, words)
                return league_panels.end_panel(season, words, colour, following, picture)
            case "act":
                act = msgspec.json.decode(row.facts, type=_Act)
                who = f"<@{row.person}>" if row.person else ""
                return league_panels.act_panel(season, words, act.what, who, act.until)

    async def _links(self, season: Season, words: Words) -> Links:
        return league_text.links(season, await season_lookup.table_places(self.services, season), words)
