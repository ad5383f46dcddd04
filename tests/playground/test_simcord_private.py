"""What we use of simcord's inside is still there, and one file alone uses it."""

from __future__ import annotations

import ast
import importlib
import inspect
import pickle
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from simcord.http.router import dispatch

from playground.simcord_private import files_of
from playground.simulated import SimulatedDiscord, emoji_address

ROOT = Path(__file__).parents[2]
FILE = "playground/simcord_private.py"

CALLED = {
    "simcord._runtime._attach_bot": "self bot",
    "simcord._dpy_internals._tasks_loop_self": "task",
    "simcord._dpy_internals.is_tasks_loop_task": "task",
    "simcord.actors._component_interaction": "actor stored data",
    "simcord.env.Env._bot_scope": "self",
    "simcord.env.Env._begin_operation": "self label",
    "simcord.env.Env._end_operation": "self",
    "simcord.env.Env._settle_internal": "self timeout idle dispatch _deadline",
    "simcord.env.Env._detach_bot": "self",
    "simcord.env.Env._capture_errors": "self",
    "simcord.env.Env._record_error": "self error",
    "simcord.preview._validate_preview": "env channel viewers width height locale timezone presentation_time assets "
    "sku_presentations port layout display",
    "simcord.preview.Preview.__init__": "self env channel viewers layout display width height locale timezone "
    "presentation_time assets sku_presentations port",
    "simcord.preview.Preview._open_page": "self viewer_id target_id",
    "simcord.preview.Preview._page_payload": "self page",
    "simcord.preview.Preview._publish": "self page reason",
    "simcord.preview.Preview._action": "self context_id body",
    "simcord.preview.Preview._prepare_action": "self page kind body",
    "simcord.preview.Preview._viewer": "self viewer_id",
    "simcord.preview.Preview._initial_target": "self viewer channel_id",
    "simcord.preview.Preview._advance_presentation_time": "self",
    "simcord.preview.Preview._receipt_payload": "self page receipt allowed",
    "simcord.preview.Preview._get_page": "self context_id",
    "simcord.preview.Preview._close_page": "self context_id",
    "simcord.preview.Preview._target_message": "self page target_id",
    "simcord.preview.Preview._target_id": "self target_id viewer denied_fallback",
    "simcord.preview.Preview._run_interaction_action": "self page action cursor awaited republish_all",
    "simcord.preview._action_plans._component_key": "component path message_id",
    "simcord.preview._action_plans._component_paths": "value path",
    "simcord.preview._server.PreviewServer._static": "self request",
    "simcord.preview._server.PreviewServer._authorized": "self request context",
    "simcord.preview._media.MediaWorker._decode": "self key blob media_time",
    "simcord.preview._media.MediaInfo": "format width height frames decoded_bytes normalized content_type kind "
    "duration capture poster source_codecs display_codecs transformation quality_differences effective_media_time "
    "waveform memory_limited",
    "simcord.preview._markdown.markdown_summary": "tokens max_graphemes",
    "simcord.preview._commands.build_catalog": "preview page",
    "simcord.preview._markdown.markdown_tokens": "value profile context",
    "simcord.preview._component_projection.markdown_tokens": "value profile context",
    "simcord.preview._messages.markdown_tokens": "value profile context",
    "simcord.preview._queries.markdown_tokens": "value profile context",
    "simcord.preview._snapshot.markdown_tokens": "value profile context",
}
"""Functions we call, override or replace, and their parameters."""

HELD = {
    "simcord.env.Env": "_started _work _preview",
    "simcord.preview.Preview": "_MAX_PAGES _PAGE_LEASE_SECONDS _origin _server _media_worker _python _pages capability",
    "simcord.preview._pages._Page": "assets snapshot status revision viewer channel_id target_id last_action activity",
    "simcord.preview._server.PreviewServer": "port",
    "simcord.preview._actions.ActionSpec": "revision_bound",
    "simcord.backend.cdn.CdnStore": "_blobs",
    "simcord._clock.Clock": "_epoch",
    "simcord.builders.ChannelHandle": "_channel",
    "discord.ext.tasks.Loop": "_handle _next_iteration",
    "discord.ext.tasks.SleepHandle": "recalculate done",
}
"""What we read or set of their objects."""


def found(path: str) -> Any:
    """Return what a path names; None if it is not there."""
    parts = path.split(".")
    for split in range(len(parts), 0, -1):
        try:
            thing: Any = importlib.import_module(".".join(parts[:split]))
        except ImportError:
            continue
        for part in parts[split:]:
            thing = getattr(thing, part, None)
        return thing
    return None


def changed(path: str, parameters: str) -> str:
    """Say what has changed about a function; nothing if nothing has."""
    library = path.partition(".")[0]
    function = found(path)
    if function is None:
        return f"{library} {version(library)} has no {path} any more: see what {FILE} wants of it"
    now = " ".join(inspect.signature(function).parameters)
    if now != parameters:
        return f"{path} of {library} {version(library)} takes ({now}), not ({parameters}): see how {FILE} uses it"
    return ""


def lost(path: str, name: str) -> str:
    """Say that an object has something no longer; nothing if it has."""
    library = {"discord": "discord.py"}.get(path.partition(".")[0], path.partition(".")[0])
    kind = found(path)
    if kind is None:
        return f"{library} {version(library)} has no {path} any more: see what {FILE} wants of it"
    source = inspect.getsource(kind)
    if hasattr(kind, name) or f"self.{name}" in source or f" {name}:" in source:
        return ""
    return f"{path} of {library} {version(library)} has no {name} any more: see what {FILE} wants of it"


@pytest.mark.parametrize("path", CALLED)
def test_what_we_call_is_there_and_takes_what_we_give(path: str) -> None:
    assert not changed(path, CALLED[path]), changed(path, CALLED[path])


@pytest.mark.parametrize(("path", "name"), [(path, name) for path, names in HELD.items() for name in names.split()])
def test_what_we_read_is_there(path: str, name: str) -> None:
    assert not lost(path, name), lost(path, name)


def test_a_change_is_told_in_a_sentence() -> None:
    now = f"simcord {version('simcord')}"
    assert changed("simcord.env.Env._gone", "self") == (
        f"{now} has no simcord.env.Env._gone any more: see what {FILE} wants of it"
    )
    assert changed("simcord._gone.anything", "") == (
        f"{now} has no simcord._gone.anything any more: see what {FILE} wants of it"
    )
    assert "takes (self label), not (self)" in changed("simcord.env.Env._begin_operation", "self")
    assert lost("simcord.env.Env", "_gone").startswith(f"simcord.env.Env of {now} has no _gone any more")


def private_imports(source: str) -> list[str]:
    """Return what a file imports of simcord's inside, or reads of an object that is not its own."""
    breaches = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("simcord"):
            names = [*(node.module or "").split("."), *(each.name for each in node.names)]
            breaches += [name for name in names if name.startswith("_")]
    return breaches


FILES = [
    file.relative_to(ROOT).as_posix()
    for folder in ("playground", "tests/discord", "tests/playground", "bench")
    for file in (ROOT / folder).glob("*.py")
]


def test_no_other_file_imports_simcords_inside() -> None:
    found = {file: private_imports((ROOT / file).read_text(encoding="utf-8")) for file in FILES if file != FILE}
    assert not any(found.values()), {file: names for file, names in found.items() if names}


def test_a_breach_would_be_found() -> None:
    assert private_imports("from simcord.preview import Preview, _markdown") == ["_markdown"]
    assert private_imports("from simcord._runtime import attach") == ["_runtime"]
    assert private_imports((ROOT / FILE).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "path",
    [
        "playground.channel_server.ChannelServer",
        "playground.simulated.SimulatedDiscord",
        "playground.simulated.PlaygroundEnv",
        "tests.discord.wire.RememberingDiscord",
        "tests.discord.running.QuickEnv",
    ],
)
def test_classes_of_ours_use_and_override_only_what_has_a_plain_name(path: str) -> None:
    ours = found(path)
    inside = [kind for kind in ours.__mro__ if kind.__module__.startswith(("simcord", "playground.simcord_private"))]
    assert inside
    theirs = {name for kind in inside for name in {*vars(kind), *of_self(inspect.getsource(found(kind.__module__)))}}
    own = {*vars(ours), *of_self(inspect.getsource(ours))}
    assert not {name for name in own & theirs if name.startswith("_") and not name.startswith("__")}


def of_self(source: str) -> set[str]:
    """Return what a class uses of itself."""
    return {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }


def test_the_picture_of_a_bots_own_emoji_is_kept_and_served() -> None:
    simulated = SimulatedDiscord()
    said = {"name": "visby_troops_ab12", "image": "data:image/png;base64,aGVsbG8="}
    made = dispatch(simulated, "POST", "/applications/1/emojis", json=said)
    assert files_of(simulated)[emoji_address(int(made["id"]))] == b"hello"
    assert pickle.loads(pickle.dumps(simulated)).application_emojis.keys() == {int(made["id"])}
