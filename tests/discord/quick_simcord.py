"""Makes simcord faster without changing results: copying JSON, checking components, its clock, its lists.

It also replaces how simcord finds out whether the bot is idle, which looked at every task again and again.
"""

from __future__ import annotations

import asyncio
import contextvars
import copy
import functools
import marshal
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import BuiltinMethodType, SimpleNamespace
from typing import Any

import discord
from simcord import components, env, gateway, results
from simcord.backend import Backend, serializers
from simcord.http import router
from simcord.types import HttpLogEntry

from playground.simcord_private import internals, runtime

CHANGED = "simcord has changed: tests/discord/quick_simcord.py finds no {} in {}"

MANY = 1000
"""After so many turns of the loop somebody has to look whether it takes too long."""
_Places = list[tuple[int, str]]

_deepcopy = copy.deepcopy
_UNCHANGING = {str, int, float, bool, bytes, type(None)}
_validate = components.validate_components
_clock = internals._clock_monotonic
_scope = runtime._BOT_SCOPE
_waits_for_listener = internals.is_wait_for_listener
_is_view_wait = internals.is_view_wait_future
_is_view_expiry = internals.view_expiry_task
_parts_of = internals.composed_tasks
_VIEW_EXPIRES: Any = internals._view.BaseView._BaseView__timeout_task_impl.__code__  # type: ignore[attr-defined]
_WAITING = {
    function.__code__
    for place, name in (
        *((asyncio, "wait"), (asyncio.tasks, "_wait"), (asyncio.TaskGroup, "__aexit__"), (asyncio.TaskGroup, "_aexit")),
    )
    if (function := getattr(place, name, None))
}
"""What a task runs while it waits for several others."""


def copied(thing: Any) -> Any:
    """Return a deep copy."""
    try:
        return marshal.loads(marshal.dumps(thing))
    except ValueError:  # It holds more than JSON does.
        return _copied_by_hand(thing)


def _copied_by_hand(thing: Any) -> Any:
    kind = type(thing)
    if kind is dict:
        return {key: value if type(value) in _UNCHANGING else copied(value) for key, value in thing.items()}
    if kind is list:
        return [copied(value) for value in thing]
    return _deepcopy(thing)


def validated(parts: Any, *, flags: int = 0) -> list[dict[str, Any]]:
    """Do what simcord's `validate_components` does: check components and return them in full, as a copy."""
    try:
        packed = marshal.dumps(parts)
    except ValueError:
        return _validate(parts, flags=flags)
    found: list[dict[str, Any]] = marshal.loads(_known(packed, int(flags)))
    return found


def walked(parts: Any) -> list[dict[str, Any]]:
    """Do what simcord's `walk_components` does: find all components, in order; without a generator for each."""
    found: list[dict[str, Any]] = []
    _walk((parts,) if isinstance(parts, dict) else parts, found)
    return found


def _walk(parts: Iterable[Any], found: list[dict[str, Any]]) -> None:
    for part in parts:
        if isinstance(part, dict):
            found.append(part)
            if isinstance(below := part.get("components"), list):
                _walk(below, found)
            for key in ("accessory", "component"):
                if isinstance(below := part.get(key), dict):
                    _walk((below,), found)


@functools.lru_cache(2000)
def _known(packed: bytes, flags: int) -> bytes:
    return marshal.dumps(_validate(marshal.loads(packed), flags=flags))


def dispatch(backend: Backend, method: str, path: str, **rest: Any) -> Any:
    """Do what simcord's does: note a request down and let Discord answer it."""
    body, params, reason = rest.get("json"), rest.get("params"), rest.get("reason")
    backend.http_requests.append(HttpLogEntry(method, path, copied(params or {}), copied(body), reason))
    backend.transcript.append(("HTTP", f"{method} {path}", body if isinstance(body, dict) else None))
    return answered(backend, method, path, **rest)


def answered(
    backend: Backend,
    method: str,
    path: str,
    *,
    params: dict[str, Any] | None = None,
    files: list[Any] | None = None,
    **rest: Any,
) -> Any:
    """Do what simcord's `dispatch` does after it has noted a request down: find who answers it, and let them."""
    router._check_faults(backend, method, path)
    segments = path.strip("/").split("/")
    best: tuple[int, dict[str, str], router.Handler] | None = None
    for literals, names, handler in _answerers(method, len(segments), segments[0]):
        if (best is None or len(literals) > best[0]) and all(segments[place] == word for place, word in literals):
            best = len(literals), {name: segments[place] for place, name in names}, handler
    if best is None:
        raise router.RouteNotImplemented(method, path)
    args, handler = best[1:]
    return handler(
        router.RequestContext(backend, args, params=params or {}, files=files or [], method=method, path=path, **rest)
    )


@functools.cache
def _answerers(method: str, length: int, first: str) -> list[tuple[_Places, _Places, router.Handler]]:
    """Return simcord's routes for paths that are so long and begin so: literal words, names, and who answers."""
    found: list[tuple[_Places, _Places, router.Handler]] = []
    for template, handler in router._ROUTES.get(method, ()):
        named = [word.startswith("{") and word.endswith("}") for word in template]
        if len(template) == length and (named[0] or template[0] == first):
            literals = [(place, word) for place, word in enumerate(template) if not named[place]]
            names = [(place, word[1:-1]) for place, word in enumerate(template) if named[place]]
            found.append((literals, names, handler))
    return found


def monotonic() -> float:
    """Do what simcord's `_clock_monotonic` does: tell the bot its own time, and everybody else the real one."""
    now: float = internals.real_monotonic() if _scope.get() is None else _clock()
    return now


def is_wait_for_listener(client: discord.Client, task: asyncio.Task[Any]) -> bool:
    """Do what simcord's does: where nobody listens, no task waits for it."""
    return bool(client._listeners) and _waits_for_listener(client, task)


def is_view_wait_future(client: discord.Client, waiter: Any) -> bool:
    """Do what simcord's does: where no view is kept, nobody waits for one."""
    return _keeps_views(client) and _is_view_wait(client, waiter)


def view_expiry_task(client: discord.Client, task: asyncio.Task[Any], waiter: Any) -> bool:
    """Do what simcord's does, in the same way."""
    expires = _keeps_views(client) or getattr(task.get_coro(), "cr_code", None) is _VIEW_EXPIRES
    return expires and _is_view_expiry(client, task, waiter)


def _keeps_views(client: discord.Client) -> bool:
    store = client._connection._view_store
    return bool(store._views or store._modals)


def composed_tasks(task: asyncio.Task[Any], waiter: Any) -> list[Any]:
    """Do what simcord's does: nearly every task waits for a plain future, which has no parts."""
    callbacks = getattr(waiter, "_callbacks", None) or ()
    if type(waiter) is asyncio.Future and all(type(callback) is BuiltinMethodType for callback, _ in callbacks):
        coroutine: Any = task.get_coro()
        while coroutine is not None and getattr(coroutine, "cr_code", None) not in _WAITING:
            coroutine = getattr(coroutine, "cr_await", None)
        if coroutine is None:
            return []
    return _parts_of(task, waiter)


class Call:
    """What the bot wants called: simcord's record of it and the function that calls it, in one."""

    __slots__ = ("__simcord_original_callback__", "_called", "_failed", "_work", "handle", "real_handle", "when")

    def __init__(self, callback: Any, when: float | None, work: Any, failed: Callable[[BaseException], None]) -> None:
        self.__simcord_original_callback__ = callback
        self.when = when
        self.handle: asyncio.Handle | None = None
        self.real_handle: asyncio.TimerHandle | None = None
        self._work = work
        self._failed = failed
        self._called = False

    @property
    def label(self) -> str:
        callback = self.__simcord_original_callback__
        name = getattr(callback, "__qualname__", None) or getattr(callback, "__name__", type(callback).__name__)
        return str(name)

    def put_down(self, handle: asyncio.Handle) -> asyncio.Handle:
        """Remember by what it can be called off; until it is called it is on the list."""
        self.handle = handle
        if not self._called:
            self._work.callbacks.append(self)
        return handle

    def __call__(self, *args: Any) -> None:
        self._called = True
        if self.real_handle is not None:
            self.real_handle.cancel()
        if self.handle is not None:
            with suppress(ValueError):
                self._work.callbacks.remove(self)
        try:
            self.__simcord_original_callback__(*args)
        except BaseException as error:
            self._failed(error)
            raise


def track_callback(
    work: Any,
    original: Any,
    callback: Any,
    args: tuple[Any, ...],
    *,
    identity: tuple[Any, int],
    loop: asyncio.AbstractEventLoop,
    context_for_scope: Callable[..., contextvars.Context],
    record_error: Callable[[BaseException], None],
    schedule_timer: Callable[..., None],
    context: contextvars.Context | None,
    when: float | None,
    schedule_args: tuple[Any, ...] = (),
) -> asyncio.Handle:
    """Do what simcord's `_track_callback` does, with one new thing for each call instead of four."""
    scope: tuple[Any, int] | None
    task = getattr(callback, "__self__", None)
    if isinstance(task, asyncio.Task):
        # Whoever goes on does so in the very context in which they stopped.
        if (owned := work.tasks.get(task)) is not None:
            scope = identity[0], owned.generation
        else:
            scope = context.get(_scope) if context is not None else None
    else:
        scope = _scope.get()
        if context is not None:
            scope = context.get(_scope) if scope is None else scope
            context = context_for_scope(context, scope)
    if scope is None or scope != identity:
        handle: asyncio.Handle = original(*schedule_args, callback, *args, context=context)
        return handle
    call = Call(callback, when, work, record_error)
    if when is None:
        return call.put_down(original(*schedule_args, call, *args, context=context))
    timer = asyncio.TimerHandle(when, call, args, loop, context=context)
    schedule_timer(call, callback, args, context)
    return call.put_down(timer)


async def sleep(seconds: float) -> None:
    """Sleep as asyncio does; for no time at all: until nothing is left that can be done at once.

    simcord looks at every task after each turn of the loop. While anything is to be called, the bot is not at rest.
    """
    await asyncio.sleep(seconds)
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    turns = MANY if not seconds else 0
    while ready and turns:
        turns -= 1
        await asyncio.sleep(0)


def install() -> None:
    """Let simcord use these."""
    for module in (components, results, serializers):
        _put(module, "deepcopy", copied)
    _put(gateway, "copy", SimpleNamespace(deepcopy=copied))
    _put(router, "dispatch", dispatch)
    _put(components, "validate_components", validated)
    _put(components, "walk_components", walked)
    _put(runtime, "_track_callback", track_callback)
    _put(env, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": sleep}))
    _put(internals, "_clock_monotonic", monotonic)
    _put(internals, "is_wait_for_listener", is_wait_for_listener)
    _put(internals, "is_view_wait_future", is_view_wait_future)
    _put(internals, "view_expiry_task", view_expiry_task)
    _put(internals, "composed_tasks", composed_tasks)

    for name in ("RouteNotImplemented", "RequestContext", "_ROUTES", "_check_faults"):
        assert hasattr(router, name), CHANGED.format(name, router.__name__)


def _put(module: Any, name: str, new: object) -> None:
    assert hasattr(module, name), CHANGED.format(name, module.__name__)
    setattr(module, name, new)
