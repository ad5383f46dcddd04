"""`ChannelServer` serves one channel, thread or direct-message channel as a web page on a port of its own.

Importing this module makes simcord use our command catalogue and our cache of parsed texts.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from asyncio import Lock
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.enums import ComponentType

from playground import command_catalog, context_menu, markdown_cache, page_patches
from playground.local_links import rewrite_links
from playground.simcord_private import Click, Page, PatchedPreview, Viewer, controls
from playground.simulated import PlaygroundEnv

command_catalog.install()
markdown_cache.install()

Controls = dict[str, Click]
"""Buttons and selects that a page shows, by the key with which the page names one in a click."""

_current_opener: ContextVar[Viewer | None] = ContextVar("opener", default=None)
"""The viewer whose link the running request used; None if no valid key was sent."""

_TRACKED_COMPONENTS = (ComponentType.BUTTON, ComponentType.STRING_SELECT)

_MAX_REMEMBERED_REVISIONS = 30
"""How many revisions of a page's controls are remembered: a click follows a drawing within a few seconds."""


class ChannelServer(PatchedPreview):
    """Serves the page of one channel to everybody who can view it, each with a link and a language of their own.

    `turn` is the playground's lock, which is held during every action. `on_settled` is called after each action.
    `local_address` returns a playground address for a person's id and a channel id, or None. `secret` is the world's
    secret, from which the viewers' keys are made.
    """

    def __init__(
        self,
        running: PlaygroundEnv,
        channel: ChannelHandle,
        viewers: tuple[Viewer, ...],
        *,
        turn: Lock,
        on_settled: Callable[[], None],
        local_address: Callable[[int, int], str | None],
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
            "timezone": _local_zone(),
            "presentation_time": None,
        }
        super().__init__(running, channel, viewers, shown=shown, port=port)
        self._turn = turn
        self._locales = running.backend.locales
        self._on_settled = on_settled
        self._local_address = local_address
        self._keys = {viewer.id: _viewer_key(secret, channel.id, viewer.id) for viewer in viewers}
        self._shown_controls: dict[str, dict[int, Controls]] = {}
        self._drawn_digests: dict[str, str] = {}
        self._current_digest = ""

    async def stop(self) -> None:
        """Stop serving this channel."""
        await super().close()

    async def close(self) -> None:
        """Do nothing. simcord calls this for the page's *End preview session*, which must not end the server."""

    def link_for(self, person: int) -> str | None:
        """Return the link with which a person views this channel, with a secret key; None if they may not view it."""
        return f"{self.origin}/#{self._keys[person]}" if person in self._keys else None

    def mark_changed(self) -> None:
        """Note the channel's current content, so that pages that show older content are drawn again when they ask."""
        self._current_digest = self._content_digest()

    def _content_digest(self) -> str:
        """Return a digest of the channel's messages and of all people's languages."""
        messages = self.env.backend.messages.get(self.channel.id, {})
        return hashlib.sha256(repr((messages, self._locales)).encode()).hexdigest()

    # Called by PatchedPreview

    def is_valid_key(self, key: str) -> bool:
        """Return True if this is the key of a viewer's link; then remember that viewer for the running request."""
        for viewer in self.viewers:
            if hmac.compare_digest(self._keys[viewer.id].encode(), key.encode("utf-8", "replace")):
                _current_opener.set(viewer)
                return True
        return False

    def opening_viewer(self) -> Viewer:
        """Return the viewer whose link the running request used; without one, the first viewer."""
        found: Viewer = _current_opener.get() or self.viewers[0]
        return found

    def served_script(self, path: str, text: str) -> str:
        """Return the text of simcord's script at `path` with the patches of `page_patches` applied, if it has any."""
        for old, new in page_patches.PATCHES.get(path, ()):
            text = text.replace(old, new)
        return text

    def is_outdated(self, page: Page) -> bool:
        """Return True if the channel has changed since the page was drawn, and no action is running."""
        return self._drawn_digests.get(page.id) != self._current_digest and not self._turn.locked()

    def on_published(self, page: Page) -> None:
        """Change the snapshot of a page that was just drawn, and remember the controls that it shows.

        The snapshot gets local links, translated names of commands, the viewer's language, and what one can do with a
        person whose name is pressed. The remembered controls of closed pages are dropped.
        """
        page.snapshot["messages"] = rewrite_links(
            page.snapshot.get("messages", {}), partial(self._local_address, page.viewer.id)
        )
        command_catalog.translate_command_headers(self, page, page.snapshot["messages"])
        page.snapshot["personMenus"] = context_menu.menus_for(self, page)
        if page.snapshot["personMenus"]:
            context_menu.mark_people(page.snapshot["messages"], {str(viewer.id) for viewer in self.viewers})
        page.snapshot["language"] = self._locales[page.viewer.id].partition("-")[0]
        page.snapshot["profile"]["locale"] = self._locales[page.viewer.id]  # for dates and times
        shown = self._shown_controls.setdefault(page.id, {})
        shown[page.revision] = {
            key: (component["custom_id"], int(component["type"]))
            for number in page.snapshot.get("messages", {})
            for key, component in _controls(self.env.backend.get_message(page.channel_id, int(number)))
        }
        for revision in sorted(shown)[:-_MAX_REMEMBERED_REVISIONS]:
            del shown[revision]
        self._drawn_digests[page.id] = self._content_digest()
        for gone in self._shown_controls.keys() - self.open_pages - {page.id}:
            del self._shown_controls[gone], self._drawn_digests[gone]

    async def handle_action(self, page_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Run an action of a page, such as a click, and return simcord's result.

        `body` is the page's request. Only one action runs at a time in all channels; `on_settled` is called after it,
        unless it raises. simcord would refuse a click if the page was drawn again after the person saw it. Here such a
        click is accepted, and goes to the control that the person saw. The action `close` also closes the page here.
        Raises simcord's SetupError if no page with this id is open.
        """
        async with self._turn:
            self.become_current()
            page = self.page(page_id)
            kind = str(body["kind"]) if "kind" in body else ""
            if self.is_revision_bound(kind):
                aimed = self._clicked_control(page, body)
                body = {**body, "published_revision": page.revision, "clicked_control": aimed}
                if aimed is not None:
                    body["target_id"] = self._clicked_message(body.get("target_id"), aimed[0])
            result = await self.run_simcord_action(page_id, body)
            if kind == "close" and not result["rejected"]:
                self.close_page(page)
            self._on_settled()
        return result

    def _clicked_control(self, page: Page, body: Mapping[str, Any]) -> Click | None:
        """Return the control that a click was aimed at; None if that is not known.

        It is the control that the page showed under the click's key in the revision the person saw. If that revision
        had no such key, it is the one in the latest earlier revision that had it.
        """
        seen, key = body.get("seen", body.get("published_revision")), body.get("control_key")
        shown = self._shown_controls.get(page.id, {})
        if not isinstance(seen, int) or not isinstance(key, str):
            return None
        return next(
            (shown[then][key] for then in sorted(shown, reverse=True) if then <= seen and key in shown[then]), None
        )

    def _clicked_message(self, number: Any, custom_id: str) -> Any:
        """Return the id of the message that a click should go to; `number` is the id that the page sent.

        That is `number` itself unless the message was deleted. Then it is the newest message with the control
        `custom_id`, else the newest message of all; ephemeral ones are left out. Without any, it is `number` again.
        """
        messages = self.env.backend.messages.get(self.channel.id, {})
        if not str(number).isdecimal() or int(number) in messages:
            return number
        left = [message for message in messages.values() if not message.is_ephemeral]
        same = [message for message in left if any(item["custom_id"] == custom_id for _, item in _controls(message))]
        return str((same or left)[-1].id) if left else number

    def plan_action(self, page: Page, kind: str, body: Mapping[str, Any]) -> Any:
        """Return a coroutine function that carries out an action of a page.

        A click on a control that has moved goes to its new key. A click on one that is gone or disabled is sent to the
        bot as it was made; the bot answers such clicks. In what is typed for a command, `@Anna` becomes a mention.
        A command with a `person` is an entry of that person's context menu. Everything else is left to simcord.
        """
        if kind == "run_command" and "person" in body:
            return context_menu.plan(self, page, body)
        if kind == "run_command" and isinstance(body.get("options"), Mapping):
            options = {name: self._with_mentions(value) for name, value in body["options"].items()}
            return self.simcord_plan(page, kind, {**body, "options": options})
        aimed = body.get("clicked_control")
        if kind not in ("click", "select") or aimed is None:
            return self.simcord_plan(page, kind, body)
        message = self.message_of_page(page, body.get("target_id"))
        now = {item["custom_id"]: key for key, item in _controls(message) if not item.get("disabled")}
        if key := now.get(aimed[0]):
            return self.simcord_plan(page, kind, {**body, "control_key": key})
        return self.plan_for_vanished_control(page, message, aimed, body.get("values"))

    def _with_mentions(self, typed: Any) -> Any:
        """Return the text typed for an option with a mention in place of `@` and a viewer's name, as Discord makes one.

        Anything but a text is returned unchanged.
        """
        if isinstance(typed, str):
            for viewer in self.viewers:
                typed = re.sub(rf"@{re.escape(viewer.name)}\b", f"<@{viewer.id}>", typed, flags=re.IGNORECASE)
        return typed


def _controls(message: Message) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the buttons and string selects of a message, each as (key, component); see `simcord_private.controls`."""
    return ((key, component) for key, component in controls(message) if component["type"] in _TRACKED_COMPONENTS)


def _local_zone() -> str:
    """Return the name of this machine's time zone, as `Europe/Berlin`; "UTC" if it cannot be found out."""
    name = os.environ.get("TZ", "").removeprefix(":") or str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    try:
        return ZoneInfo(name).key
    except (KeyError, ValueError):
        return "UTC"


def _viewer_key(secret: str, place: int, person: int) -> str:
    """Return the secret key in the link with which a person views the channel `place`; it is equal in every run."""
    return hmac.new(secret.encode(), f"{place}/{person}".encode(), hashlib.sha256).hexdigest()
