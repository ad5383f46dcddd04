"""Notifications about lobbies to people without a seat: invitations, new lobbies, and that they were sent away."""

from __future__ import annotations

from tables.notifications.base import AnyNotification


class Invited(AnyNotification, frozen=True, kw_only=True, tag="invited"):
    """These guests of the table are invited, by their numbers there."""

    asks = True
    guests: tuple[int, ...]


class LobbyOpened(AnyNotification, frozen=True, kw_only=True, tag="opened"):
    """A lobby is new: the guests of the table who subscribed to new lobbies are notified."""

    lane_name = "new lobby"


class DirectInvitation(AnyNotification, frozen=True, kw_only=True, tag="direct_invitation"):
    """A guest gets a direct message about a lobby; a message in the table's channel if they accept none.

    `guest` is their number among the table's guests. `new_lobby`: they are not invited, but subscribed to new lobbies.
    `besides`: they are notified in the channel too.
    """

    lane_name = "invitation {guest}"
    asks = True
    guest: int
    new_lobby: bool = False
    besides: bool = False


class SentAway(AnyNotification, frozen=True, kw_only=True, tag="sent_away"):
    """The host has sent a person away from the lobby: they learn that by direct message, else in the channel."""

    lane_name = "sent away {person}"
    person: int
