"""`DiscordPort`: the delivery port (`port.py`) implemented with discord.py."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord
from discord import AllowedMentions

from cogs.connection.channel_permissions import missing_in
from cogs.connection.discord_errors import is_temporary
from cogs.connection.discord_private import edit_message, open_thread_under, send_with_nonce
from cogs.connection.guild_cache import guild_cache_of
from cogs.delivery.port import Delivered, DeliveryFailure, NotAttempted, Rejected, Unanswered
from cogs.messages.components import components_of, files_of
from cogs.messages.panel import Panel
from cogs.requests.members import can_person_see
from tables.model.table_errors import NotBegun

log = logging.getLogger("kontor.sending")


@contextmanager
def _delivery_failures() -> Iterator[None]:
    """Within this context, turn errors of a request to Discord into `DeliveryFailure`s.

    An error answer from Discord becomes `Rejected`, a broken connection or a timeout `Unanswered`, and a request that
    was not begun `NotAttempted`.
    """
    try:
        yield
    except discord.HTTPException as problem:
        raise Rejected(problem.status, problem.code, str(problem), is_temporary=is_temporary(problem)) from problem
    except (TimeoutError, aiohttp.ClientError, OSError) as problem:
        failure: type[DeliveryFailure] = NotAttempted if isinstance(problem, NotBegun) else Unanswered
        raise failure(type(problem).__name__) from problem


class DiscordPort:
    """Implements `DeliveryPort` with a discord.py client. Every coroutine may raise `DeliveryFailure`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(
        self,
        channel: int,
        panel: Panel,
        nonce: str,
        *,
        mention: list[int] | None = None,
        mention_role: int = 0,
        silent: bool = False,
    ) -> Delivered:
        """Post a new message; return where it is and who it mentions. See `DeliveryPort.send`.

        Only the people in `mention` are pinged, and the role `mention_role` (0: none) if Discord allows us to ping it.
        A `silent` message makes no push notification. If a message was sent under the same `nonce` in the last few
        minutes, Discord returns that message and posts no other.
        """
        people = [discord.Object(person) for person in mention or ()]
        roles = [discord.Object(mention_role)] if mention_role else False
        mentions = AllowedMentions(everyone=False, roles=roles, users=people)
        with _delivery_failures():
            return Delivered(
                *await send_with_nonce(
                    self._client, channel, components_of(panel), files_of(panel), nonce, mentions, silent=silent
                )
            )

    async def edit(self, channel: int, message: int, panel: Panel, *, keep_pictures: bool = False) -> None:
        """Replace a message's contents by `panel` without pinging anybody; see `DeliveryPort.edit`.

        Its attachments are replaced too, unless `keep_pictures`.
        """
        with _delivery_failures():
            if keep_pictures:
                await edit_message(self._client, channel, message, components_of(panel))
            else:
                await edit_message(self._client, channel, message, components_of(panel), files_of(panel))

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message; a missing one raises `Rejected` with status 404."""
        with _delivery_failures():
            await self._client.get_partial_messageable(channel).get_partial_message(message).delete()

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        """Open a public thread called `name` under a message of a channel, and return its id."""
        with _delivery_failures():
            return await open_thread_under(self._client, channel, message, name)

    async def open_dm(self, person: int) -> int:
        """Return the id of the direct-message channel with a person, which is opened if needed.

        Raises a `DeliveryFailure` if Discord refuses or does not answer.
        """
        with _delivery_failures():
            return (await self._client.create_dm(discord.Object(person))).id

    async def add_to_thread(self, thread: int, people: list[int]) -> None:
        """Add people to a private thread. Nobody is added if `thread` is no thread, or Discord refuses to show it.

        A person that Discord refuses to add is logged and skipped. Raises `DeliveryFailure` only for temporary errors.
        """
        with _delivery_failures():
            found = await self._thread(thread)
            if found is None:
                return
            for person in people:
                try:
                    await found.add_user(discord.Object(person))
                except discord.HTTPException as problem:
                    if is_temporary(problem):
                        raise
                    log.warning("thread=%d cannot add a guest: %s", thread, problem)

    async def remove_from_thread(self, thread: int, person: int) -> None:
        """Remove a person from a private thread. Nothing happens if `thread` is no thread, or Discord refuses.

        A refusal is logged. Raises `DeliveryFailure` only for temporary errors.
        """
        with _delivery_failures():
            try:
                if found := await self._thread(thread):
                    await found.remove_user(discord.Object(person))
            except discord.HTTPException as problem:
                if is_temporary(problem):
                    raise
                log.warning("thread=%d cannot remove a person: %s", thread, problem)

    async def _thread(self, thread: int) -> discord.Thread | None:
        """Return the thread with this id, cached or fetched; None if it is no thread or Discord refuses to show it."""
        try:
            found = self._client.get_channel(thread) or await self._client.fetch_channel(thread)
        except discord.HTTPException as problem:
            if is_temporary(problem):
                raise
            return None
        return found if isinstance(found, discord.Thread) else None

    async def can_see(self, server: int, channel: int, person: int) -> bool:
        """Return True if the person is on the server and sees this channel or thread.

        A private thread counts as unseen. See `can_person_see`.
        """
        with _delivery_failures():
            return await can_person_see(self._client, server, channel, person)

    async def can_write(self, server: int, channel: int) -> bool:
        """Return True if we are on the server and may see this channel and write there; False also if it was deleted.

        Raises `Unanswered` while the server is unavailable.
        """
        with _delivery_failures():
            guild = await guild_cache_of(self._client).get_or_fetch(server)
        if guild is not None and guild.unavailable:
            raise Unanswered("server unavailable")
        return guild is not None and missing_in(guild, channel, ("view_channel", "send_messages")) == []

    def may_attach(self, channel: int) -> bool | None:
        """Return True if the bot may attach files in a channel, by cached permissions; None if they are unknown.

        They are unknown for direct messages and for channels that are not in the cache.
        """
        found = self._client.get_channel(channel)
        if not isinstance(found, discord.TextChannel | discord.Thread):
            return None
        try:
            return found.permissions_for(found.guild.me).attach_files
        except discord.ClientException:  # A thread whose channel is not in the cache.
            return None
