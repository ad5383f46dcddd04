"""simcord made quicker, with the same outcome: copying JSON, checking components once more, its clock, its lists.

And how it finds out whether the bot has come to rest: it looks at every task of the bot's again and again.
"""

from __future__ import annotations

import asyncio
import copy
import functools
import marshal
from collections.abc import Iterable
from types import BuiltinMethodType, SimpleNamespace
from typing import Any

import discord
from simcord import components, gateway, results
from simcord.backend import serializers
from simcord.http import router

from playground.simcord_private import internals, runtime

CHANGED = "simcord has changed: tests/discord/quick_simcord.py finds no {} in {}"

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
        return {key: _copied_by_hand(value) for key, value in thing.items()}
    if kind is list:
        return [_copied_by_hand(value) for value in thing]
    return thing if kind in _UNCHANGING else _deepcopy(thing)


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


def install() -> None:
    """Let simcord use these."""
    for module in (components, results, serializers):
        _put(module, "deepcopy", copied)
    for module in (gateway, router):
        _put(module, "copy", SimpleNamespace(deepcopy=copied))
    _put(components, "validate_components", validated)
    _put(components, "walk_components", walked)
    # Whatever the bot calls is on a list until it is called: found there by what it is, not by comparing all it holds.
    _put(runtime._CallbackRecord, "__eq__", object.__eq__)
    _put(internals, "_clock_monotonic", monotonic)
    _put(internals, "is_wait_for_listener", is_wait_for_listener)
    _put(internals, "is_view_wait_future", is_view_wait_future)
    _put(internals, "view_expiry_task", view_expiry_task)
    _put(internals, "composed_tasks", composed_tasks)


def _put(module: Any, name: str, new: object) -> None:
    assert hasattr(module, name), CHANGED.format(name, module.__name__)
    setattr(module, name, new)
