"""The settings of a new table (`NewTable`), the clocks to choose from (`CLOCKS`), and the checks before it is opened.

`check_new_table` makes all checks. Others check a part: the options, the levels, the limit of tables per person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from matching.reliability import Level
from rules import GAMES
from storage.database import Reader
from storage.queries import people
from storage.queries import tables as sql
from storage.rows import SeatRow
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR, Clock
from tables.runtime import people as persons
from tables.runtime.services import Services
from tables.seating import server_limits
from tables.seating.guests import Invitee
from tables.thinking.computers import COMPUTER_NAMES, DEFAULT_LEVEL, LEVELS

CLOCKS = {
    "3d": Clock(kind="decision", time=3 * DAY),
    "1h": Clock(kind="decision", time=HOUR),
    "6h": Clock(kind="decision", time=6 * HOUR),
    "12h": Clock(kind="decision", time=12 * HOUR),
    "1d": Clock(kind="decision", time=DAY),
    "2d": Clock(kind="decision", time=2 * DAY),
    "7d": Clock(kind="decision", time=7 * DAY),
    "5d+12h": Clock(kind="bank", stock=5 * DAY, time=12 * HOUR, most=7 * DAY),
    "1d+3h": Clock(kind="bank", stock=DAY, time=3 * HOUR, most=2 * DAY),
    "none": Clock(),
}
"""The clocks that can be chosen, by name, the default first."""
MAX_TABLES_PER_PERSON = 25
MAX_TABLES_PER_SERVER = 2000


class NewTable(msgspec.Struct, kw_only=True):
    """The settings of a table to be opened by `lobby.open_table`. `size` counts all seats, computers included."""

    game: str
    size: int
    computers: int = 0
    """How many computer players sit there from the start."""
    level: str = DEFAULT_LEVEL
    computer_seats: Sequence[tuple[str, str]] = ()
    """Name ("" for a new one) and level of each computer; empty if all have new names and play at `level`."""
    options: Mapping[str, int] = {}
    clock: Clock = CLOCKS["3d"]
    language: str = "en"
    server: int
    channel: int
    starts_full: bool = False
    """True if the game starts by itself when the last seat is taken."""
    guests: Sequence[Invitee] = ()
    private: bool = False
    """True if `channel` is a private thread."""
    requested_in: int = 0
    """The channel in which a private table was asked for; the server's settings apply to it."""
    required_level: Level | None = None
    """How reliable people must be who join without an invitation; None: anybody may."""
    lesson: int | None = None
    """The lesson from whose last page it is opened. There is at most one such table per lesson."""


async def check_new_table(
    services: Services, person: int, wanted: NewTable, again: Table | None = None
) -> dict[str, int]:
    """Return the options of a table to be opened, with defaults filled in. Raise `Declined` if it cannot be opened.

    These are checked: the channel, the number of computers, their levels, the options, and the limits of tables,
    threads and invitations per server and person. `again` is the table of which the new one is the rematch: then the
    channel is not checked.
    """
    settings = await people.server(services.db.reader, wanted.server)
    if not again:
        persons.check_channel(settings, wanted.requested_in or wanted.channel)
    if wanted.computers + 1 > wanted.size:
        raise Declined("too_many_computers", most=wanted.size - 1)
    check_levels(wanted.level, *(level for _, level in wanted.computer_seats))
    options = complete_options(wanted.game, wanted.options, wanted.size)
    if await sql.count_of_server(services.db.reader, wanted.server) >= MAX_TABLES_PER_SERVER:
        raise Declined("server_full", most=MAX_TABLES_PER_SERVER)
    await check_table_limit(services.db.reader, person)
    await server_limits.check_opening(services.db.reader, person, wanted.server, services.now())
    await server_limits.check_inviting(
        services.db.reader, person, wanted.server, 0 if again else len(wanted.guests), services.now()
    )
    return options


def complete_options(game: str, options: Mapping[str, int], seats: int) -> dict[str, int]:
    """Return a game's options with defaults filled in. Raise `Declined` if one is invalid or does not fit `seats`.

    `options` has the chosen values by the key of the variant; `seats` is the number of players.
    """
    for variant in GAMES[game].variants:
        value = options.get(variant.key, variant.values[0])
        if value in variant.only_seats and seats not in variant.only_seats[value]:
            fits = " ".join(map(str, variant.only_seats[value]))
            raise Declined("option_does_not_fit", game=game, option=variant.key, value=value, fits=fits, seats=seats)
    try:
        return GAMES[game].complete_options(seats, options)
    except ValueError:
        raise Declined("options_do_not_fit", game=game, seats=seats) from None


def check_levels(*levels: str) -> None:
    """Raise `Declined` if one of these levels does not exist."""
    if not set(levels) <= set(LEVELS):
        raise Declined("no_such_level")


async def check_table_limit(db: Reader, person: int) -> None:
    """Raise `Declined` if a person sits at the maximum number of tables. Call it in the transaction that seats them."""
    if await at_table_limit(db, [person]):
        raise Declined("too_many_tables", most=MAX_TABLES_PER_PERSON)


async def at_table_limit(db: Reader, people: Sequence[int]) -> set[int]:
    """Return those of these people who sit at the maximum number of tables."""
    counts = await sql.counts_of_people(db, people)
    return {person for person, count in counts.items() if count >= MAX_TABLES_PER_PERSON}


def computer_name(seats: list[SeatRow]) -> str:
    """Return the first name of `COMPUTER_NAMES` that no seat has, for a new computer. At least one must be free."""
    taken = {seat.name for seat in seats}
    return next(name for name in COMPUTER_NAMES if name not in taken)
