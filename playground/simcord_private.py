"""All private parts of simcord, which simulates Discord, that we use; each with the feature that needs it.

`QuietEnv` runs the bot, `PatchedPreview` is the page of a channel. simcord is made for tests with one page each. In the
playground several pages live for days beside a bot that acts by itself, and our tests need more details than simcord
offers. `tests/playground/test_simcord_private.py` fails if a new version of simcord changes these parts.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import discord
from aiohttp import web
from simcord import _dpy_internals, _runtime
from simcord._dpy_internals import _tasks_loop_self, is_tasks_loop_task
from simcord.actors import MemberActor, _component_interaction
from simcord.backend import Backend
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

from playground.still_pictures import still_picture

internals, runtime = _dpy_internals, _runtime
"""For `tests/discord/quick_simcord.py`, which makes simcord faster in tests."""

Page = _Page
"""One browser page that is open on a channel."""
Viewer = MemberActor | UserHandle
"""A person who views a channel: as a member of the server, or as a user in direct messages."""
Click = tuple[str, int]
"""The custom_id and the type of the button or select that is clicked."""

# The backend


def files_of(simulated: Backend) -> dict[str, bytes]:
    """Return the simulated Discord's own dict of the files that it serves, by address; changes to it take effect.

    Needed for avatars and for the bot's emoji, which simcord does not store, and to delete the files of old messages.
    """
    return simulated.cdn._blobs


def set_clock(simulated: Backend, now: datetime) -> None:
    """Set the simulated clock without running timers due until then; needed to start a kept world now."""
    simulated.clock._epoch += now - simulated.clock.now()


def channel_behind(handle: ChannelHandle) -> Channel:
    """Return the stored channel behind a handle. Tests read the permissions and the state of a channel from it."""
    return handle._channel


# The environment


class QuietEnv(Env):
    """simcord's environment, which runs a bot on a simulated Discord, with shorter idle waits.

    Errors that the bot leaves unhandled are passed to `log_error` instead of being raised. `settle_timeout_s` is how
    many seconds an action waits for the bot to finish its work.
    """

    max_idle_s = 0.005
    """Longest idle wait before the bot counts as settled. simcord's own 50 ms would be added to every click."""
    settling_disabled = False
    """While True, actions do not wait for the bot to settle, so that tests can make several happen at once."""

    def __init__(
        self, bot: discord.Client, simulated: Backend, *, settle_timeout_s: float, log_error: Callable[..., None]
    ) -> None:
        super().__init__(bot, check_errors=False, settle_timeout=settle_timeout_s)
        self.backend = simulated
        self._log_error = log_error

    @property
    def started(self) -> bool:
        """True while a bot is running in this environment. Tests shut down only what they started."""
        return self._started

    async def close_bot(self) -> None:
        """Close the bot and wait for it. simcord's own shutdown would only cancel the bot's tasks."""
        with self._bot_scope():
            await self.bot.close()

    @contextmanager
    def bot_scope(self) -> Iterator[None]:
        """Count tasks started in this block as the bot's, so that simcord waits for them; for tests of restarts."""
        with self._bot_scope():
            yield

    @contextmanager
    def exclusive_operation(self, name: str) -> Iterator[None]:
        """Run the block as one simcord operation of this name, which must not overlap with another; for tests."""
        self._begin_operation(name)
        try:
            yield
        finally:
            self._end_operation()

    async def settle_after(self, event: str) -> None:
        """Wait until the bot has finished its work after a gateway event of this name; for raw clicks in tests."""
        await self._settle_internal(dispatch=event)

    async def detach_bot(self) -> None:
        """Stop the bot without closing it, like a crash; for tests."""
        await self._detach_bot()

    async def attach_bot(self, bot: discord.Client) -> None:
        """Log another bot in to the same simulated Discord; for tests of restarts."""
        await _runtime._attach_bot(self, bot)

    def skip_to(self, now: datetime) -> None:
        """Set the simulated clock to a time, and let each of the bot's task loops run once for the skipped time.

        Without this, a loop would run once for every interval it has missed. Needed after the machine was asleep.
        """
        set_clock(self.backend, now)
        with self._bot_scope():
            for task in self._work.tasks:
                loop: Any = _tasks_loop_self(task)
                if is_tasks_loop_task(task) and loop._handle and not loop._handle.done():
                    loop._next_iteration = now
                    loop._handle.recalculate(now)

    # Called by simcord

    async def _settle_internal(self, *, idle: float = 0.05, **rest: Any) -> None:
        """Wait until the bot has settled, as simcord does, but with an idle wait of at most `max_idle_s`.

        Return at once if `settling_disabled`.
        """
        if not self.settling_disabled:
            await super()._settle_internal(idle=min(idle, self.max_idle_s), **rest)

    def _capture_errors(self) -> None:
        """Do nothing. simcord would replace the bot's error handlers here; the bot keeps its own."""

    def _record_error(self, error: BaseException) -> None:
        """Log an error that the bot left unhandled, instead of raising it in the next action."""
        self._log_error("something in the bot failed", exc_info=error)


# The page


class PatchedPreview(Preview):
    """simcord's page of a channel, changed for several viewers and for use over days; a base class.

    Needed because a simcord page has one link, lives for minutes, and refuses clicks made while the bot acts by itself.
    Subclasses implement the hooks. `shown` are simcord's options for the page's look; port 0 means any free port.
    """

    _MAX_PAGES = 64
    _PAGE_LEASE_SECONDS = 86_400.0

    def __init__(
        self, env: Env, channel: ChannelHandle, viewers: tuple[Viewer, ...], *, shown: Mapping[str, Any], port: int
    ) -> None:
        _validate_preview(env, channel, viewers, **shown, port=port)
        super().__init__(env, channel, viewers, **shown, assets=None, port=port)
        self._server = _Server(self, port)
        self._media_worker = StillPictures()

    # Hooks for subclasses

    def opening_viewer(self) -> Viewer:
        """Hook: return the viewer who opens a page in the running request."""
        raise NotImplementedError

    def is_valid_key(self, key: str) -> bool:
        """Hook: return True if a request with this key may view the page."""
        raise NotImplementedError

    def served_script(self, path: str, text: str) -> str:
        """Hook: return the text to serve for simcord's script at `path`; `text` is simcord's own."""
        raise NotImplementedError

    def is_outdated(self, page: Page) -> bool:
        """Hook: return True if a page must be drawn again before it is sent."""
        raise NotImplementedError

    def on_published(self, page: Page) -> None:
        """Hook, called after a page was drawn; it may change `page.snapshot`."""
        raise NotImplementedError

    async def handle_action(self, page_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Hook: run the action, such as a click, in a page's request `body`; return `run_simcord_action`'s result."""
        raise NotImplementedError

    def plan_action(self, page: Page, kind: str, body: Mapping[str, Any]) -> Any:
        """Hook: return a coroutine function that carries out an action of this kind; see `simcord_plan`."""
        raise NotImplementedError

    # For subclasses to call

    async def serve(self) -> None:
        """Start to serve the page; raise simcord's SetupError if the port is taken."""
        self.env._preview = None  # simcord allows only one preview per environment
        await self.__aenter__()

    @property
    def origin(self) -> str:
        """The address at which this page is served, without a path."""
        return self._origin

    @property
    def port(self) -> int:
        """The port on which this page is served; 0 before `serve`."""
        return self._server.port or 0

    @property
    def open_pages(self) -> set[str]:
        """The ids of all browser pages that are open on this channel."""
        return set(self._pages)

    def is_revision_bound(self, kind: str) -> bool:
        """Return True if simcord refuses this kind of action once the page was drawn again."""
        return kind in ACTION_SPECS and ACTION_SPECS[kind].revision_bound

    def page(self, page_id: str | None) -> Page:
        """Return an open page by its id; raise simcord's SetupError if there is none."""
        return self._get_page(page_id)

    def close_page(self, page: Page) -> None:
        """Close one page."""
        self._close_page(page.id)

    def message_of_page(self, page: Page, number: Any) -> Message:
        """Return the message with this id, as sent by a page; raise simcord's SetupError if the viewer sees none."""
        return self._target_message(page, self._target_id(number, page.viewer))

    def become_current(self) -> None:
        """Make this the preview that simcord notifies of events; it knows only one at a time."""
        self.env._preview = self

    async def run_simcord_action(self, page_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Run an action of a page as simcord does, and return its result."""
        return await super()._action(page_id, body)

    def simcord_plan(self, page: Page, kind: str, body: Mapping[str, Any]) -> Any:
        """Return simcord's coroutine function for an action."""
        return super()._prepare_action(page, kind, body)

    def plan_for_vanished_control(self, page: Page, message: Message, click: Click, values: Any) -> Any:
        """Return a coroutine function that sends the bot a click on a control that the message no longer has.

        `values` is the list of values chosen in a select; anything else is ignored.
        """
        data: dict[str, Any] = {"custom_id": click[0], "component_type": click[1]}
        if isinstance(values, list):
            data["values"] = [str(value) for value in values]
        return self.plan_for_interaction(page, lambda: _component_interaction(page.viewer, message, data))

    def plan_for_interaction(self, page: Page, interact: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Return a coroutine function that sends the bot an interaction: it awaits what `interact` returns."""

        async def hand_over(action: Any, cursor: int) -> dict[str, Any]:
            """Send the bot the interaction; return simcord's result.

            simcord calls this as it calls its own plans; `action` and `cursor` are only passed on to it.
            """
            return await self._run_interaction_action(page, action, cursor, interact())

        return hand_over

    # Called by simcord

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> Page:
        """Open a page for the given viewer, or for `opening_viewer` if `viewer_id` is None, with times as of now."""
        viewer = self._viewer(viewer_id) if viewer_id is not None else self.opening_viewer()
        if self._python is not None:
            self._python.target_id = self._initial_target(viewer, self.channel.id)
        self._advance_presentation_time()
        return super()._open_page(viewer.id, target_id)

    def _page_payload(self, page: Page) -> dict[str, Any]:
        """Return a page's content as JSON values; draw the page first if it is outdated.

        For a current page the content is not copied, and rights are not checked again: they never change here. That
        takes 0.02 instead of 4.4 ms for a page of three messages, and every open page asks several times a second.
        """
        if page is not self._python and self.is_outdated(page):
            self._advance_presentation_time()
            self._publish(page, reason="refresh")
        if page.status != "current":
            return super()._page_payload(page)
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
        """Draw a page, then call `on_published`."""
        super()._publish(page, **rest)
        self.on_published(page)

    async def _action(self, context_id: str | None, body: Any) -> dict[str, Any]:
        """Call `handle_action`, or answer 400 if the body is not a JSON object."""
        if not isinstance(body, dict):
            raise web.HTTPBadRequest(text="JSON object required")
        return await self.handle_action(context_id, body)

    def _prepare_action(self, page: Page, kind: str, body: Mapping[str, Any]) -> Any:
        """Call the hook `plan_action`."""
        return self.plan_action(page, kind, body)


class _Server(PreviewServer):
    """simcord's web server of a `PatchedPreview`: it accepts each viewer's own key, and serves patched scripts."""

    preview: PatchedPreview

    async def _static(self, request: Any) -> Any:
        """Answer with a file of simcord's page, as simcord does; scripts go through `preview.served_script` first."""
        response = await super()._static(request)
        path = request.path.removeprefix("/")
        if path.endswith(".js"):
            response.text = self.preview.served_script(path, response.text)
        return response

    def _authorized(self, request: Any, *, context: str | None = None) -> bool:
        """Return True if a request has a key that simcord's preview page accepts, and passes simcord's other checks."""
        if not self.preview.is_valid_key(request.headers.get("X-Simcord-Capability", "")):
            return False
        # simcord knows only one key for the whole page: put that in place of the viewer's.
        shown = request.clone(headers={**request.headers, "X-Simcord-Capability": self.preview.capability})
        return super()._authorized(shown, context=context)


class StillPictures(MediaWorker):
    """Accepts still pictures unchecked. simcord starts a process for each, and refuses one while eight are queued."""

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """Return the properties of a file: of a still picture at once, of anything else as simcord finds them."""
        found = None if self._closed else still_picture(blob)
        if found is None:
            return await super().validate(key, blob, media_time=media_time)
        kind, mime, width, height = found
        return MediaInfo(
            kind, width, height, 1, width * height * 4, blob, mime, capture=blob, poster=blob, memory_limited=True
        )


def controls(message: Message) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the controls of a message as (key, component); a page sends the key when the control is clicked.

    By the key that a page has shown, a clicked control is found even if the message has changed since.
    """
    for number, root in enumerate(message.components):
        for path, component in _component_paths(root, str(number)):
            key = _component_key(component, path, message.id)
            if key and component.get("custom_id"):
                yield key, component


# Functions that are replaced

Catalog = Callable[[Any, Any], dict[str, Any]]
Tokens = Callable[..., list[dict[str, Any]]]
Summary = Callable[..., str]

catalog: Catalog = _commands.build_catalog
"""simcord's function that lists the commands offered on a page."""
markdown_tokens: Tokens = _markdown.markdown_tokens
"""simcord's parser of message texts."""
markdown_summary: Summary = _markdown.markdown_summary
"""simcord's function that summarises a parsed text in one line."""


def use_catalog(ours: Catalog) -> None:
    """Replace simcord's `catalog` by `ours`, so that commands are shown in the viewer's language."""
    module: Any = _commands
    module.build_catalog = ours


def use_markdown(tokens: Tokens, summary: Summary) -> None:
    """Replace the functions with which simcord parses and summarises message texts; `markdown_cache` says why."""
    module: Any
    for module in (_component_projection, _messages, _queries, _snapshot):
        module.markdown_tokens = tokens
    module = _queries
    module.markdown_summary = summary
