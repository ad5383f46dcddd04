"""Places one can look into: the channel, threads, everyone's direct messages; each a page of simcord on its own port.

simcord means one page for one test. Here several pages live for days beside a bot that acts by itself, so all that is
bent about simcord's pages is bent in this file.
"""

from __future__ import annotations

import hashlib
import hmac
from asyncio import Lock
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any

from babel.localtime import LOCALTZ
from simcord.actors import MemberActor, _component_interaction
from simcord.backend.models import Message
from simcord.builders import ChannelHandle, UserHandle
from simcord.enums import ComponentType
from simcord.preview import Preview, _validate_preview
from simcord.preview._action_plans import _component_key, _component_paths
from simcord.preview._actions import ACTION_SPECS
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from playground import catalog, page_script, parsed
from playground.pictures import Pictures
from playground.simulated import Running

catalog.install()
parsed.install()

Viewer = MemberActor | UserHandle
Controls = dict[str, tuple[str, int]]
"""The buttons and selects a page shows (custom_id and type), by the key under which it sends a click on them."""

_opener: ContextVar[Viewer | None] = ContextVar("opener", default=None)
"""Through whose link the page that is asking was opened."""

_OURS = (ComponentType.BUTTON, ComponentType.STRING_SELECT)

_KEPT = 30
"""So many states of a page are remembered: a click comes at most a few seconds after what it was aimed at."""


class Place(Preview):
    """One place, open to everybody who can see it, each through a link of their own."""

    _MAX_PAGES = 64
    _PAGE_LEASE_SECONDS = 86_400.0

    def __init__(
        self,
        running: Running,
        channel: ChannelHandle,
        viewers: tuple[Viewer, ...],
        *,
        turn: Lock,
        settled: Callable[[], None],
        secret: str,
        locale: str,
        port: int,
    ) -> None:
        look: dict[str, Any] = {
            "layout": "channel",
            "display": "responsive",
            "width": 960,
            "height": 720,
            "locale": locale,
            "timezone": getattr(LOCALTZ, "key", "UTC"),
            "presentation_time": None,
        }
        _validate_preview(running, channel, viewers, **look, port=port)
        super().__init__(running, channel, viewers, **look, assets=None, port=port)
        self._turn = turn
        self._settled = settled
        self._keys = {viewer.id: _key(secret, channel.id, viewer.id) for viewer in viewers}
        self._server = _Server(self, port)
        self._media_worker = Pictures()
        self._shown: dict[str, dict[int, Controls]] = {}
        self._drawn: dict[str, str] = {}
        self._news = ""

    async def open(self) -> None:
        """Begin to serve; raise simcord's SetupError if the port is taken."""
        self.env._preview = None
        await self.__aenter__()

    async def shut(self) -> None:
        """Stop serving."""
        await super().close()

    async def close(self) -> None:
        """Do nothing: *End preview session* ends the page that asked for it, not the place."""

    def link(self, person: int) -> str | None:
        """Return where this person looks into the place, if they may: an address as secret as the start page's."""
        return f"{self._origin}/#{self._keys[person]}" if person in self._keys else None

    @property
    def port(self) -> int:
        """The port it is served on."""
        return self._server.port or 0

    def person_of(self, key: str) -> Viewer | None:
        """Return whose link this is."""
        for viewer in self.viewers:
            if hmac.compare_digest(self._keys[viewer.id].encode(), key.encode("utf-8", "replace")):
                found: Viewer = viewer
                return found
        return None

    def look_again(self) -> None:
        """See whether anything has happened here: pages that ask are then drawn anew, and only then."""
        self._news = self._looks()

    def _looks(self) -> str:
        messages = self.env.backend.messages.get(self.channel.id, {})
        return hashlib.sha256(repr(messages).encode()).hexdigest()

    # What simcord calls

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        viewer = self._viewer(viewer_id) if viewer_id is not None else _opener.get() or self.viewers[0]
        if self._python is not None:
            self._python.target_id = self._initial_target(viewer, self.channel.id)
        self._advance_presentation_time()
        return super()._open_page(viewer.id, target_id)

    def _page_payload(self, page: _Page) -> dict[str, Any]:
        """Return a page, drawn anew if something has happened; in the midst of something it stays as it is."""
        if page is not self._python and self._drawn.get(page.id) != self._news and not self._turn.locked():
            self._advance_presentation_time()
            self._publish(page, reason="refresh")
        if page.status != "current":
            return super()._page_payload(page)
        # As simcord has it, without the copy and the second look at everybody's rights: those never change here.
        kept = {number: page.assets[number].to_wire() for number in page.snapshot["assets"] if number in page.assets}
        for asset in kept.values():
            asset.pop("diagnostic", None)
        return {
            **page.snapshot,
            "assets": kept,
            "lastAction": self._receipt_payload(page, page.last_action, allowed=True),
            "activity": [self._receipt_payload(page, receipt, allowed=True) for receipt in page.activity],
        }

    def _publish(self, page: _Page, **rest: Any) -> None:
        super()._publish(page, **rest)
        shown = self._shown.setdefault(page.id, {})
        shown[page.revision] = {
            key: (component["custom_id"], int(component["type"]))
            for number in page.snapshot.get("messages", {})
            for key, component in _controls(self.env.backend.get_message(page.channel_id, int(number)))
        }
        for revision in sorted(shown)[:-_KEPT]:
            del shown[revision]
        self._drawn[page.id] = self._looks()
        for gone in self._shown.keys() - self._pages.keys() - {page.id}:
            del self._shown[gone], self._drawn[gone]

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Let one thing happen at a time, here and in all places; whatever happened meanwhile, a click is not lost.

        simcord refuses a click if the page has been drawn anew since. We admit it and look for what was clicked on.
        """
        async with self._turn:
            self.env._preview = self
            page = self._get_page(context_id)
            kind = str(body["kind"]) if "kind" in body else ""
            if kind in ACTION_SPECS and ACTION_SPECS[kind].revision_bound:
                aimed = self._aimed_at(page, body)
                body = {**body, "published_revision": page.revision, "aimed_at": aimed}
                if aimed is not None:
                    body["target_id"] = self._still_there(body.get("target_id"), aimed[0])
            result = await super()._action(context_id, body)
            if kind == "close" and not result["rejected"]:
                self._close_page(page.id)
            self._settled()
        return result

    def _aimed_at(self, page: _Page, body: Mapping[str, Any]) -> tuple[str, int] | None:
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

    def _prepare_action(self, page: _Page, kind: str, body: Mapping[str, Any]) -> Any:
        aimed = body.get("aimed_at")
        if kind in ("click", "select") and aimed is not None:
            message = self._target_message(page, self._target_id(body.get("target_id"), page.viewer))
            now = {item["custom_id"]: key for key, item in _controls(message) if not item.get("disabled")}
            if key := now.get(aimed[0]):
                return super()._prepare_action(page, kind, {**body, "control_key": key})
            return self._too_late(page, message, aimed, body.get("values"))
        return super()._prepare_action(page, kind, body)

    def _too_late(self, page: _Page, message: Message, aimed: tuple[str, int], values: Any) -> Any:
        """Return how to hand the bot a click on what was there a moment ago: it has an answer for that."""

        async def click(action: Any, cursor: int) -> dict[str, Any]:
            data: dict[str, Any] = {"custom_id": aimed[0], "component_type": aimed[1]}
            if isinstance(values, list):
                data["values"] = [str(value) for value in values]
            clicked = _component_interaction(page.viewer, message, data)
            return await self._run_interaction_action(page, action, cursor, clicked)

        return click


class _Server(PreviewServer):
    """Tells by the link through whom a page was opened, and serves the page so that it loses no click."""

    preview: Place

    async def _static(self, request: Any) -> Any:
        response = await super()._static(request)
        for text, instead in page_script.PATCHES.get(request.path.removeprefix("/"), ()):
            response.text = response.text.replace(text, instead)
        return response

    def _authorized(self, request: Any, *, context: str | None = None) -> bool:
        viewer = self.preview.person_of(request.headers.get("X-Simcord-Capability", ""))
        if viewer is None:
            return False
        _opener.set(viewer)
        # simcord asks for the place's one key; whoever has a key of their own has shown it.
        shown = request.clone(headers={**request.headers, "X-Simcord-Capability": self.preview.capability})
        return super()._authorized(shown, context=context)


def _controls(message: Message) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, root in enumerate(message.components):
        for path, component in _component_paths(root, str(number)):
            key = _component_key(component, path, message.id)
            if key and component.get("custom_id") and component["type"] in _OURS:
                yield key, component


def _key(secret: str, place: int, person: int) -> str:
    return hmac.new(secret.encode(), f"{place}/{person}".encode(), hashlib.sha256).hexdigest()
