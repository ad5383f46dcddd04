"""`WishMessages`: posts, edits and deletes the messages about wishes, the searches of people for a game."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.delivery.sending import MessageSender
from cogs.delivery.versioned_posts import Place, VersionedPosts
from cogs.messages.reader_language import words_of_person
from cogs.messages.wish_panels import computers_panel, overview_panel, question_panel
from cogs.requests.app import App
from tables.matching import wish_store
from tables.matching.wish_store import WishMessage, WishRow
from tables.runtime import people
from words import words_in


class WishMessages:
    """Sends the messages about wishes (people who look for a game). Each is worded from the wishes at that time."""

    def __init__(self, app: App, sending: MessageSender) -> None:
        self.services = app.services
        self.posts = VersionedPosts(sending)

    async def deliver(self, row: WishMessage, wishes: Sequence[WishRow]) -> None:
        """Post, edit or delete a message; see `Frontend.deliver_wish_message`."""
        with self.posts.outcome(row):
            if row.kind == "overview":
                await self._show_overview(row, [each for each in wishes if each.state == "looking"])
            elif wish := next((each for each in wishes if each.person == row.person), None):
                await self._write(row, wish)

    async def _show_overview(self, row: WishMessage, looking: Sequence[WishRow]) -> None:
        """Post or edit a server's overview of the people who look for a game; delete it if nobody does.

        `looking` are their wishes. The overview is in the server's language; in English if the server has chosen none.
        An overview that cannot be edited is posted anew.
        """
        if not looking:
            if row.message:
                await self.posts.delete(row)
            return
        settings = await people.server(self.services, row.server)
        panel = overview_panel(looking, words_in(settings.language or "en"))
        channel = await wish_store.message_channel(self.services, row.server, looking[0].channel)
        place = Place(row.server, channel)
        if not row.message:
            await self.posts.post(row, place, panel)
        elif not await self.posts.edit(row, place, panel):
            await self.posts.post_anew(row, place, panel)

    async def _write(self, row: WishMessage, wish: WishRow) -> None:
        """Send a person a message about their wish: whether they still look, or the offer to play with computers.

        Nothing is sent if it was sent already, or if the question or offer no longer fits the wish.
        """
        if row.message:
            return
        words = await words_of_person(self.services, wish.person, words_in(wish.language))
        if row.kind == "question":
            if wish.state != "looking" or wish.asked_at <= wish.confirmed_at:
                return
            panel = question_panel(wish, words)
        else:
            if wish.state != "over":
                return
            panel = computers_panel(wish, words)
        place = Place(row.server, await wish_store.message_channel(self.services, row.server, wish.channel))
        await self.posts.write_to(wish.person, row, place, panel)
