"""All that is used of simcord though it is not meant for others: here alone, under names that others may use.

simcord means one page for one test. In the playground several pages live for days beside a bot that acts by itself,
and tests look closer than simcord does. `tests/playground/test_simcord_private.py` says what a new simcord changes.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import discord
from aiohttp import web
from simcord import _dpy_internals, _runtime
from simcord._dpy_internals import _tasks_loop_self, is_tasks_loop_task
from simcord.actors import MemberActor, _component_interaction
from simcord.backend import Backend
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Channel, Message
from simcord.builders import ChannelHandle, UserHandle
from simcord.env import Env
from simcord.preview import (
    Preview,
    _commands,
    _component_projection,
    _markdown,
    _messages,
    _queries,
    _snapshot,
    _validate_preview,
)
from simcord.preview._action_plans import _component_key, _component_paths
from simcord.preview._actions import ACTION_SPECS
from simcord.preview._media import MediaInfo, MediaWorker
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from playground.image_cache import still_picture

internals, runtime = _dpy_internals, _runtime
"""For tests that make simcord quicker."""

Page = _Page
Viewer = MemberActor | UserHandle
Click = tuple[str, int]
"""What is clicked on: the custom_id and the type of a button or select."""

# The simulated Discord


def files_of(simulated: Backend) -> dict[str, bytes]:
    """Return the files that the simulated Discord serves, by their addresses; to be written into."""
    return simulated.cdn._blobs


def emoji_address(number: int) -> str:
    """Return where a page looks for the picture of an emoji."""
    return f"{CDN_BASE}/emojis/{number}.png"


def uploaded_picture(simulated: Backend, name: str) -> bytes | None:
    """Return the picture that was just sent under a name; other requests may have come since."""
    bodies = (request.json for request in reversed(simulated.http_requests))
    said = next((body for body in bodies if isinstance(body, dict) and body.get("name") == name), {})
    _, comma, picture = str(said.get("image", "")).partition(";base64,")
    return b64decode(picture) if comma else None


def set_clock(simulated: Backend, now: datetime) -> None:
    """Make it this late there, without anything happening on the way."""
    simulated.clock._epoch += now - simulated.clock.now()


def channel_behind(handle: ChannelHandle) -> Channel:
    """Return the channel itself."""
    return handle._channel


# The bot in it


class QuietEnv(Env):
    """simcord's engine without its idle waits; errors are left to the bot, and what it leaves over is logged."""

    longest_idle = 0.005
    holding = False
    """Do not wait for the bot to come to rest: so several things happen at once."""

    def __init__(
        self, bot: discord.Client, simulated: Backend, *, patience: float, failed: Callable[..., None]
    ) -> None:
        super().__init__(bot, check_errors=False, settle_timeout=patience)
        self.backend = simulated
        self._failed = failed

    @property
    def started(self) -> bool:
        """Whether there is a bot."""
        return self._started

    async def close_bot(self) -> None:
        """Let the bot end in order."""
        with self._bot_scope():
            await self.bot.close()

    @contextmanager
    def as_the_bot(self) -> Iterator[None]:
        """Count what is begun in here as work of the bot's."""
        with self._bot_scope():
            yield

    @contextmanager
    def one_thing(self, name: str) -> Iterator[None]:
        """Do something that must not happen in the midst of something else."""
        self._begin_operation(name)
        try:
            yield
        finally:
            self._end_operation()

    async def after(self, event: str) -> None:
        """Wait until the bot has come to rest after this event."""
        await self._settle_internal(dispatch=event)

    async def detach_bot(self) -> None:
        """Stop the bot where it stands."""
        await self._detach_bot()

    async def attach_bot(self, bot: discord.Client) -> None:
        """Let another bot log in."""
        await _runtime._attach_bot(self, bot)

    def leap(self, now: datetime) -> None:
        """Skip a long time: discord.py's loops run once after it, not once for each interval they have missed."""
        set_clock(self.backend, now)
        with self._bot_scope():
            for task in self._work.tasks:
                loop: Any = _tasks_loop_self(task)
                if is_tasks_loop_task(task) and loop._handle and not loop._handle.done():
                    loop._next_iteration = now
                    loop._handle.recalculate(now)

    # What simcord calls

    async def _settle_internal(self, *, idle: float = 0.05, **rest: Any) -> None:
        if not self.holding:
            await super()._settle_internal(idle=min(idle, self.longest_idle), **rest)

    def _capture_errors(self) -> None:
        """Leave errors to the bot: it answers for itself, and discord.py logs the rest."""

    def _record_error(self, error: BaseException) -> None:
        self._failed("something in the bot failed", exc_info=error)


# A page that shows a place


class OpenPreview(Preview):
    """simcord's page for several people and for days; what a place decides itself has a name without an underscore."""

    _MAX_PAGES = 64
    _PAGE_LEASE_SECONDS = 86_400.0

    def __init__(
        self, env: Env, channel: ChannelHandle, viewers: tuple[Viewer, ...], *, shown: Mapping[str, Any], port: int
    ) -> None:
        _validate_preview(env, channel, viewers, **shown, port=port)
        super().__init__(env, channel, viewers, **shown, assets=None, port=port)
        self._server = _Server(self, port)
        self._media_worker = StillPictures()

    # What a place decides

    def opener(self) -> Viewer:
        """Return who opens a page just now."""
        raise NotImplementedError

    def admit(self, key: str) -> bool:
        """Say whether this is somebody's key."""
        raise NotImplementedError

    def script(self, path: str, text: str) -> str:
        """Return a file of the page as it is served."""
        raise NotImplementedError

    def is_outdated(self, page: Page) -> bool:
        """Say whether a page must be drawn anew."""
        raise NotImplementedError

    def published(self, page: Page) -> None:
        """Note that a page was drawn."""
        raise NotImplementedError

    async def act(self, page_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Do what somebody did on a page; `carry_out` does it as simcord would."""
        raise NotImplementedError

    def prepare(self, page: Page, kind: str, body: Mapping[str, Any]) -> Any:
        """Return how to do it; `prepared` is how simcord would."""
        raise NotImplementedError

    # What it may ask for

    async def serve(self) -> None:
        """Begin to serve; raise simcord's SetupError if the port is taken."""
        self.env._preview = None
        await self.__aenter__()

    @property
    def origin(self) -> str:
        """Where it is served."""
        return self._origin

    @property
    def port(self) -> int:
        """The port it is served on."""
        return self._server.port or 0

    @property
    def open_pages(self) -> set[str]:
        """The pages that somebody looks at."""
        return set(self._pages)

    def is_bound(self, kind: str) -> bool:
        """Say whether simcord refuses such an action if the page has been drawn anew meanwhile."""
        return kind in ACTION_SPECS and ACTION_SPECS[kind].revision_bound

    def page(self, page_id: str | None) -> Page:
        """Return one page."""
        return self._get_page(page_id)

    def end(self, page: Page) -> None:
        """Close one page."""
        self._close_page(page.id)

    def message_on(self, page: Page, number: Any) -> Message:
        """Return the message of this number on a page."""
        return self._target_message(page, self._target_id(number, page.viewer))

    def take_the_word(self) -> None:
        """Be the place that simcord tells of what happens: it knows one at a time."""
        self.env._preview = self

    async def carry_out(self, page_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Do what somebody did on a page, as simcord does it."""
        return await super()._action(page_id, body)

    def prepared(self, page: Page, kind: str, body: Mapping[str, Any]) -> Any:
        """Return how simcord does it."""
        return super()._prepare_action(page, kind, body)

    def clicked(self, page: Page, message: Message, click: Click, values: Any) -> Any:
        """Return how to hand the bot a click on what is no longer on the page."""

        async def hand_over(action: Any, cursor: int) -> dict[str, Any]:
            data: dict[str, Any] = {"custom_id": click[0], "component_type": click[1]}
            if isinstance(values, list):
                data["values"] = [str(value) for value in values]
            interaction = _component_interaction(page.viewer, message, data)
            return await self._run_interaction_action(page, action, cursor, interaction)

        return hand_over

    # What simcord calls

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> Page:
        viewer = self._viewer(viewer_id) if viewer_id is not None else self.opener()
        if self._python is not None:
            self._python.target_id = self._initial_target(viewer, self.channel.id)
        self._advance_presentation_time()
        return super()._open_page(viewer.id, target_id)

    def _page_payload(self, page: Page) -> dict[str, Any]:
        """Return a page, drawn anew if it is outdated; in the midst of something it stays as it is."""
        if page is not self._python and self.is_outdated(page):
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

    def _publish(self, page: Page, **rest: Any) -> None:
        super()._publish(page, **rest)
        self.published(page)

    async def _action(self, context_id: str | None, body: Any) -> dict[str, Any]:
        if not isinstance(body, dict):
            raise web.HTTPBadRequest(text="JSON object required")
        return await self.act(context_id, body)

    def _prepare_action(self, page: Page, kind: str, body: Mapping[str, Any]) -> Any:
        return self.prepare(page, kind, body)


class _Server(PreviewServer):
    """Tells by the link through whom a page was opened, and serves the page's files as the place wants them."""

    preview: OpenPreview

    async def _static(self, request: Any) -> Any:
        response = await super()._static(request)
        path = request.path.removeprefix("/")
        if path.endswith(".js"):
            response.text = self.preview.script(path, response.text)
        return response

    def _authorized(self, request: Any, *, context: str | None = None) -> bool:
        if not self.preview.admit(request.headers.get("X-Simcord-Capability", "")):
            return False
        # simcord asks for the place's one key; whoever has a key of their own has shown it.
        shown = request.clone(headers={**request.headers, "X-Simcord-Capability": self.preview.capability})
        return super()._authorized(shown, context=context)


class StillPictures(MediaWorker):
    """Shows still pictures as they are: simcord starts a process to check each, and drops the ninth at once."""

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """Say what is in a file. Pages may ask for dozens at once: what is known at once does not queue."""
        found = None if self._closed else still_picture(blob)
        if found is None:
            return await super().validate(key, blob, media_time=media_time)
        kind, mime, width, height = found
        return MediaInfo(
            kind, width, height, 1, width * height * 4, blob, mime, capture=blob, poster=blob, memory_limited=True
        )


def controls(message: Message) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what can be clicked on in a message, each with the key under which a page sends the click."""
    for number, root in enumerate(message.components):
        for path, component in _component_paths(root, str(number)):
            key = _component_key(component, path, message.id)
            if key and component.get("custom_id"):
                yield key, component


# Functions of simcord's that are replaced

Catalog = Callable[[Any, Any], dict[str, Any]]
Tokens = Callable[..., list[dict[str, Any]]]
Summary = Callable[..., str]

catalog: Catalog = _commands.build_catalog
"""Lists the commands that are offered on a page."""
markdown_tokens: Tokens = _markdown.markdown_tokens
"""Parses a text."""
markdown_summary: Summary = _markdown.markdown_summary
"""Says in a line what a text says."""


def use_catalog(ours: Catalog) -> None:
    """Let simcord list commands by our function."""
    module: Any = _commands
    module.build_catalog = ours


def use_markdown(tokens: Tokens, summary: Summary) -> None:
    """Let simcord parse texts, and list them, by our functions wherever it draws."""
    module: Any
    for module in (_component_projection, _messages, _queries, _snapshot):
        module.markdown_tokens = tokens
    module = _queries
    module.markdown_summary = summary
