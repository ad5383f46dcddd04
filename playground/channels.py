"""Places one can look into: the channel, threads, everyone's direct messages; each a page on its own port."""

from __future__ import annotations

import hashlib
import hmac
from asyncio import Lock
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from functools import partial
from typing import Any

from babel.localtime import LOCALTZ
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.enums import ComponentType

from playground import catalog, page_script, parsed
from playground.links import leading
from playground.simcord_private import Click, OpenPreview, Page, Viewer, controls
from playground.simulated import Running

catalog.install()
parsed.install()

Controls = dict[str, Click]
"""The buttons and selects a page shows, by the key under which it sends a click on them."""

_opener: ContextVar[Viewer | None] = ContextVar("opener", default=None)
"""Through whose link the page that is asking was opened."""

_OURS = (ComponentType.BUTTON, ComponentType.STRING_SELECT)

_KEPT = 30
"""So many states of a page are remembered: a click comes at most a few seconds after what it was aimed at."""


class OpenPlace(OpenPreview):
    """One place, open to everybody who can see it, each through a link of their own and in their own language."""

    def __init__(
        self,
        running: Running,
        channel: ChannelHandle,
        viewers: tuple[Viewer, ...],
        *,
        turn: Lock,
        settled: Callable[[], None],
        go: Callable[[int, int], str | None],
        secret: str,
        locale: str,
        port: int,
    ) -> None:
        shown: dict[str, Any] = {
            "layout": "channel",
            "display": "responsive",
            "width": 960,
            "height": 720,
            "locale": locale,
            "timezone": getattr(LOCALTZ, "key", "UTC"),
            "presentation_time": None,
        }
        super().__init__(running, channel, viewers, shown=shown, port=port)
        self._turn = turn
        self._locales = running.backend.locales
        self._settled = settled
        self._go = go
        self._keys = {viewer.id: _key(secret, channel.id, viewer.id) for viewer in viewers}
        self._shown: dict[str, dict[int, Controls]] = {}
        self._drawn: dict[str, str] = {}
        self._news = ""

    async def shut(self) -> None:
        """Stop serving."""
        await super().close()

    async def close(self) -> None:
        """Do nothing: *End preview session* ends the page that asked for it, not the place."""

    def link(self, person: int) -> str | None:
        """Return where this person looks into the place, if they may: an address as secret as the start page's."""
        return f"{self.origin}/#{self._keys[person]}" if person in self._keys else None

    def look_again(self) -> None:
        """See whether anything has happened here: pages that ask are then drawn anew, and only then."""
        self._news = self._looks()

    def _looks(self) -> str:
        messages = self.env.backend.messages.get(self.channel.id, {})
        return hashlib.sha256(repr((messages, self._locales)).encode()).hexdigest()

    # What a page asks

    def admit(self, key: str) -> bool:
        """Say whether this is the key of somebody's link, and remember whose."""
        for viewer in self.viewers:
            if hmac.compare_digest(self._keys[viewer.id].encode(), key.encode("utf-8", "replace")):
                _opener.set(viewer)
                return True
        return False

    def opener(self) -> Viewer:
        """Return through whose link a page is being opened."""
        found: Viewer = _opener.get() or self.viewers[0]
        return found

    def script(self, path: str, text: str) -> str:
        """Return a script of the page, with what we have changed in it."""
        for old, new in page_script.PATCHES.get(path, ()):
            text = text.replace(old, new)
        return text

    def is_outdated(self, page: Page) -> bool:
        """Say whether something has happened since the page was drawn, and nothing is under way."""
        return self._drawn.get(page.id) != self._news and not self._turn.locked()

    def published(self, page: Page) -> None:
        """Remember what a page shows from now on, and let it lead to the other places."""
        page.snapshot["messages"] = leading(page.snapshot.get("messages", {}), partial(self._go, page.viewer.id))
        catalog.name_typed(self, page, page.snapshot["messages"])
        page.snapshot["language"] = self._locales[page.viewer.id].partition("-")[0]
        page.snapshot["profile"]["locale"] = self._locales[page.viewer.id]  # Dates and times are written in it.
        shown = self._shown.setdefault(page.id, {})
        shown[page.revision] = {
            key: (component["custom_id"], int(component["type"]))
            for number in page.snapshot.get("messages", {})
            for key, component in _controls(self.env.backend.get_message(page.channel_id, int(number)))
        }
        for revision in sorted(shown)[:-_KEPT]:
            del shown[revision]
        self._drawn[page.id] = self._looks()
        for gone in self._shown.keys() - self.open_pages - {page.id}:
            del self._shown[gone], self._drawn[gone]

    async def act(self, page_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Let one thing happen at a time, here and in all places; whatever happened meanwhile, a click is not lost.

        simcord refuses a click if the page has been drawn anew since. We admit it and look for what was clicked on.
        """
        async with self._turn:
            self.take_the_word()
            page = self.page(page_id)
            kind = str(body["kind"]) if "kind" in body else ""
            if self.is_bound(kind):
                aimed = self._aimed_at(page, body)
                body = {**body, "published_revision": page.revision, "aimed_at": aimed}
                if aimed is not None:
                    body["target_id"] = self._still_there(body.get("target_id"), aimed[0])
            result = await self.carry_out(page_id, body)
            if kind == "close" and not result["rejected"]:
                self.end(page)
            self._settled()
        return result

    def _aimed_at(self, page: Page, body: Mapping[str, Any]) -> Click | None:
        """Return what a click was aimed at: what the page showed under that key then, or last before."""
        seen, key = body.get("seen", body.get("published_revision")), body.get("control_key")
        shown = self._shown.get(page.id, {})
        if not isinstance(seen, int) or not isinstance(key, str):
            return None
        return next(
            (shown[then][key] for then in sorted(shown, reverse=True) if then <= seen and key in shown[then]), None
        )

    def _still_there(self, number: Any, custom_id: str) -> Any:
        """Return the message that was clicked on; if it has just been deleted the newest, best with the same button."""
        messages = self.env.backend.messages.get(self.channel.id, {})
        if not str(number).isdecimal() or int(number) in messages:
            return number
        left = [message for message in messages.values() if not message.is_ephemeral]
        same = [message for message in left if any(item["custom_id"] == custom_id for _, item in _controls(message))]
        return str((same or left)[-1].id) if left else number

    def prepare(self, page: Page, kind: str, body: Mapping[str, Any]) -> Any:
        """Return how to carry out a click: on what it was aimed at, or too late; the bot has an answer for that."""
        aimed = body.get("aimed_at")
        if kind not in ("click", "select") or aimed is None:
            return self.prepared(page, kind, body)
        message = self.message_on(page, body.get("target_id"))
        now = {item["custom_id"]: key for key, item in _controls(message) if not item.get("disabled")}
        if key := now.get(aimed[0]):
            return self.prepared(page, kind, {**body, "control_key": key})
        return self.clicked(page, message, aimed, body.get("values"))


def _controls(message: Message) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((key, component) for key, component in controls(message) if component["type"] in _OURS)


def _key(secret: str, place: int, person: int) -> str:
    return hmac.new(secret.encode(), f"{place}/{person}".encode(), hashlib.sha256).hexdigest()
