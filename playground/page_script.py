"""What is changed in the scripts of simcord's page, so that it loses no click and stays with the news."""

from __future__ import annotations

from pathlib import Path

_DISPATCH = "function dispatch(kind, extra = {}, metadata = null) {\n"

_WAIT = """\
    const click = ["click", "select"].includes(kind) && !uncertain;
    const again = () => { if (click) setTimeout(() => dispatch(kind, extra, metadata), 30); };
    if (click) extra = { seen: context.observedRevision || context.publishedRevision, ...extra };
"""
"""A click while another one is under way waits for it, and remembers what it was aimed at; simcord drops it."""

_BUSY = "if (pageAction(kind)) pageIntent(kind, extra);"
_AWAITING = "&& awaitingRevision > context.publishedRevision) return;\n"
_END = "\nbootstrap();\n"

PATCHES: dict[str, tuple[tuple[str, str], ...]] = {
    "actions.js": (
        (_DISPATCH, _DISPATCH + _WAIT),
        (_BUSY, f"{_BUSY} else again();"),
        (_AWAITING, _AWAITING.replace("return;", "{ again(); return; }")),
    ),
    "app.js": ((_END, _END + Path(__file__).with_name("clicks.js").read_text("utf-8")),),
}
"""For each script, texts that stand in it once, and what takes their place."""
