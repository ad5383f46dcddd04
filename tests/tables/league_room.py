"""A room with leagues: it records the messages of seasons as Discord would, and can be killed at any commit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import pytest

from opponents.trader import trader
from storage import Address, Transaction
from storage.league_rows import SeasonFormat, SeasonMessageRow
from storage.queries import leagues as sql
from tables.delivery import versioned_delivery
from tables.leagues import organiser_acts, season_settings, season_signup
from tables.leagues.season_store import load
from tables.model.season import Season
from tables.model.table import Look
from tables.model.time_left import DAY
from tests.tables.room import CHANNEL, Room

ORGANISER = 800_000_000_000_000_001
PLAYERS = tuple(810_000_000_000_000_000 + number for number in range(1, 14))


class Killed(Exception):
    """The process was killed at a commit."""


class LeagueRoom(Room):
    """Services with seasons. `posted` counts how often each message was posted, `edited` how often it was edited."""

    def __init__(self, address: Address) -> None:
        super().__init__(address)
        self.posted: Counter[tuple[int, str, int]] = Counter()
        self.edited: Counter[tuple[int, str, int]] = Counter()
        self.by_nonce: dict[str, int] = {}
        """The message that was posted under each nonce."""
        self.commits_left: int | None = None
        """After so many commits the process is dead: nothing is committed any more. None: it lives on."""
        self.kept_last = False
        """True if the commit at which it died was carried out all the same."""
        self.leavers: set[int] = set()
        """The people who will drop out."""
        self.has_traders = False
        """True if traders choose the moves of people, otherwise any legal move is as good."""

    async def deliver_season_message(self, row: SeasonMessageRow, season: Season) -> None:
        about = (row.season, row.kind, row.number)
        if row.message:
            self.edited[about] += 1
            return
        nonce = await versioned_delivery.begin(self.services, row)
        if nonce not in self.by_nonce:  # Discord answers a repeated nonce with the first message.
            self.posted[about] += 1
            self.by_nonce[nonce] = len(self.by_nonce) + 1
        row.channel, row.message = season.row.channel, self.by_nonce[nonce]

    async def move(self, number: int, person: int, text: str = "", mark: str | None = None) -> Look:
        """Make a move: the given one, that of a trader, or any that is offered."""
        if self.has_traders and not text:
            table, seat = await self.load(number), await self.seat(number, person)
            text = str(trader(table.game, table.state, seat, self.rng.getrandbits(62)))
        return await super().move(number, person, text, mark)

    def mortal(self, patch: pytest.MonkeyPatch) -> None:
        """Let this process die at the commit that `commits_left` says."""
        commit, finish, room = Transaction.commit, Transaction.finish, self

        def dies() -> bool:
            if room.commits_left is None:
                return False
            room.commits_left -= 1
            return room.commits_left < 0

        async def mortal_commit(transaction: Transaction) -> None:
            if not (transaction._todo or transaction._begun):
                return
            if dies():
                if room.commits_left == -1 and room.kept_last:
                    await commit(transaction)
                raise Killed
            await commit(transaction)

        async def mortal_finish(transaction: Transaction, sql: str, parameters: Sequence[object] = ()) -> object:
            if dies():
                if room.commits_left == -1 and room.kept_last:
                    await finish(transaction, sql, parameters)
                raise Killed
            return await finish(transaction, sql, parameters)

        patch.setattr(Transaction, "commit", mortal_commit)
        patch.setattr(Transaction, "finish", mortal_finish)

    async def resurrect(self, away: int = 0) -> None:
        """Open the database again after a kill."""
        self.commits_left = None
        await self.crash(away)

    async def announced(
        self, people: Sequence[int], size: int = 4, as_format: SeasonFormat = "season", game: str = "visby"
    ) -> int:
        """Announce a season for which these people sign up; return its number."""
        row = await season_settings.draft(self.services, self.home, CHANNEL, ORGANISER, game, "Hanse", "en")
        await season_settings.change_draft(self.services, row.id, ORGANISER, size=size, as_format=as_format)
        await season_settings.announce(self.services, row.id, ORGANISER)
        for person in people:
            await season_signup.sign_up(self.services, row.id, person, f"<{person}>")
        await self.rest()
        return row.id

    async def started(
        self, people: Sequence[int], size: int = 4, as_format: SeasonFormat = "season", game: str = "visby"
    ) -> Season:
        """Start a season of these people at once, and return it."""
        number = await self.announced(people, size, as_format, game)
        await organiser_acts.start_now(self.services, number, ORGANISER)
        await self.rest()
        return await self.season(number)

    async def season(self, number: int) -> Season:
        return await load(self.services.db.reader, number)

    async def messages(self, number: int) -> list[SeasonMessageRow]:
        return await sql.messages(self.services.db.reader, number)

    async def play_tables(self, season: Season) -> None:
        """Play all open tables of a season to their end."""
        for fixture in season.fixtures:
            if fixture.status == "playing" and fixture.table_id:
                await self.play_on(fixture.table_id)

    async def next_round(self, number: int) -> Season:
        """Let the tick do what is due, twice, and return the season."""
        await self.later(60)
        await self.later(60)
        return await self.season(number)

    async def ended(self, number: int, most_days: int = 200) -> Season:
        """Let time pass until a season is over; everybody is away."""
        for _ in range(most_days):
            season = await self.season(number)
            if season.row.state in ("over", "cancelled"):
                return season
            with suppress(Killed):
                await self.later(DAY)
        raise AssertionError("the season does not end")
