"""`LeagueMessages`: posts and edits the messages of leagues. `league_line` names the league of a table."""

from __future__ import annotations

import msgspec

from cogs.delivery.sending import MessageSender
from cogs.delivery.versioned_posts import Place, VersionedPosts
from cogs.messages import league_panels, league_text
from cogs.messages.images import with_pictures_rendered
from cogs.messages.league_text import Links, plain_title
from cogs.messages.panel import Panel
from cogs.messages.reader_language import words_of_person
from cogs.requests.app import App
from tables.leagues import season_lookup
from tables.leagues.season_lookup import SeasonMessage
from tables.model.season import Season, entrant_of_message
from tables.model.table import Table
from tables.runtime.services import Services
from words import Words, words_in
from words.catalogue import escaped_name

_POSTED_ANEW = ("announcement", "division")
"""Messages that are posted again if somebody has deleted them, or if they were edited too often."""
_MAX_PINGS = 100
"""Discord allows this many pings in a message."""


class _Act(msgspec.Struct):
    """The facts of a message about an organiser's act, or about an event, such as the start of a season.

    `what` is the key of the act. `until` is the new end of an extended season in Unix seconds; otherwise 0.
    """

    what: str
    until: int = 0


async def league_line(services: Services, table: Table, words: Words) -> str:
    """Return the line of Markdown that names the league and division of a table; "" if the table is not of a league."""
    found = await season_lookup.of_table(services, table)
    return f"-# 🏆 {escaped_name(plain_title(found[0], words, found[1]))}" if found else ""


class LeagueMessages:
    """Posts and edits the messages of seasons. A message is worded when it is sent, from the season as it is then."""

    def __init__(self, app: App, sending: MessageSender) -> None:
        self.app = app
        self.services = app.services
        self.posts = VersionedPosts(sending)

    async def deliver(self, row: SeasonMessage, season: Season) -> None:
        """Post or edit a message of a season; see `Frontend.deliver_season_message`."""
        with self.posts.outcome(row):
            await self._deliver(row, season)

    async def _deliver(self, row: SeasonMessage, season: Season) -> None:
        """Edit a message of a season if it was posted; else send it to its person, or post it in the season's channel.

        A message that was deleted is posted again only if its kind is in `_POSTED_ANEW`. Nothing is done for a call to
        check in that comes too late, and for a list of tables whose player is no longer in the season.
        """
        words = words_in(season.row.language)
        if row.kind == "checkin" and not row.message and season.row.state != "checkin":
            return  # It is too late to ask.
        if row.kind == "tables":
            if season.entrant_of(row.person or 0) is None:
                return
            words = await words_of_person(self.services, row.person or 0, words)
        panel = await with_pictures_rendered(await self._panel(row, season, words))
        place = Place(season.row.server, season.row.channel)
        if row.message:
            may_post_anew = row.kind in _POSTED_ANEW
            if not await self.posts.edit(row, place, panel, may_post_anew=may_post_anew) and may_post_anew:
                await self.posts.post_anew(row, place, panel)
            return
        if row.kind == "tables":
            await self.posts.write_to(row.person or 0, row, place, panel)
            return
        ping = [each.person for each in season.entrants if each.person] if row.kind == "checkin" else []
        await self.posts.post(row, place, panel, ping=ping[:_MAX_PINGS])

    async def _panel(self, row: SeasonMessage, season: Season, words: Words) -> Panel:
        """Return what the message `row` of a season shows now; its kind decides."""
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
