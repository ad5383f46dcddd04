"""Notifications about lobbies to people without a seat: invitations, new lobbies, and that they were sent away."""

from __future__ import annotations

from tables.notifications.base import AnyNotification


class Invited(AnyNotification, frozen=True, kw_only=True, tag="invited"):
    """These guests are told that they are invited; `guests` are their numbers among the table's guests."""

    asks = True
    guests: tuple[int, ...]


class LobbyOpened(AnyNotification, frozen=True, kw_only=True, tag="opened"):
    """People who subscribed to new lobbies are told of this one, and a role of the server is pinged.

    The people are stored as guests of the table. `role` is Discord's id of the role; 0: none is pinged.
    """

    lane_name = "new lobby"
    role: int = 0


class DirectInvitation(AnyNotification, frozen=True, kw_only=True, tag="direct_invitation"):
    """A guest gets a direct message about a lobby; a message in the table's channel if they accept none.

    `guest` is their number among the table's guests. `new_lobby` is True if they are not invited but subscribed to new
    lobbies, `besides` if they are notified in the channel too.
    """

    lane_name = "invitation {guest}"
    asks = True
    guest: int
    new_lobby: bool = False
    besides: bool = False


class SentAway(AnyNotification, frozen=True, kw_only=True, tag="sent_away"):
    """A person is told, by direct message or else in the channel, that the host has sent them away from the lobby."""

    lane_name = "sent away {person}"
    person: int
