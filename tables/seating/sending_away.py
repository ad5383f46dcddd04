"""Sending a person away from a lobby. They are stored as a guest who was sent away, so that they cannot join again."""

from __future__ import annotations

import logging

from storage.queries import guests as sql_guests
from storage.queries import tables as sql
from tables.delivery import outbox
from tables.model.table import require_lobby
from tables.model.table_errors import Declined
from tables.notifications import pending
from tables.notifications.recipients import after_sending_away
from tables.runtime.services import Services
from tables.seating import guests

log = logging.getLogger("kontor.lobby")


async def send_away(services: Services, table_id: int, by: int, person: int) -> str:
    """Take away a person's seat or invitation in a lobby, and return the name they had there.

    They are notified once, and can join again only if the host invites them. The lobby's message is updated. Raise
    `Declined` if `by` is not the host or wants to send themselves away, if the person has neither seat nor invitation
    there, or if the table has left the lobby.
    """
    async with services.at(table_id) as table:
        require_lobby(table)
        if table.row.host != by:
            raise Declined("host_sends_away", table=table_id)
        if person == by:
            raise Declined("not_yourself_away", table=table_id)
        seat = table.seat_of(person)
        there = seat or next((guest for guest in table.invited if guest.person == person), None)
        if there is None:
            raise Declined("nobody_to_send_away", table=table_id)
        table.seats = [each for each in table.seats if each is not seat]
        for number, each in enumerate(table.seats):
            each.seat = number
        guest = guests.add_sent_away(table, person, there.name)
        async with services.db.transaction() as db:
            await sql.save_seats(db, table_id, table.seats)
            await sql_guests.save(db, table_id, [guest])
            await pending.write(db, table, after_sending_away(person))
        log.info("table=%d somebody was sent away", table_id)
    outbox.wake(services, table_id)
    return there.name
