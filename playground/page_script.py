"""What is changed in the scripts of simcord's page: it loses nothing, leads on, comes back, speaks one language."""

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
_FAILURE = "  failure: (error) => {\n"

_THREAD = """\
    "div",
    "thread-summary",
"""
_ARCHIVED = 'if (thread.archived) summary.append(node("span", "thread-archived", "Archived"));'
_LED = 'Object.assign(summary, { href: thread.url, target: "_blank" });'

_MENTION = """\
      target.append(node("span", token.type === "mention" ? "mention" : "command-mention", token.label || ""));
"""
_LEADING_MENTION = """\
      const kind = token.type === "mention" ? "mention" : "command-mention";
      const named = node(token.url ? "a" : "span", kind, token.label || "");
      if (token.url) Object.assign(named, { href: token.url, target: "_blank" });
      target.append(named);
"""

_EMOJI = (
    ('const image = node("img", "custom-emoji");', 'const image = node("span", "custom-emoji", "\\u2060");'),
    (
        'image.alt = String(emoji.name || label || "Custom emoji");',
        (
            'image.style.cssText = "padding-left: 20px; background: center / contain no-repeat";'
            ' image.setAttribute("role", "img"); image.ariaLabel = String(emoji.name || label);'
        ),
    ),
    ("image.src = url;", 'image.style.backgroundImage = `url("${url}")`;'),
)
"""A browser breaks lines beside a picture whatever stands there; a letter with a background is held, as on phones."""

_ELLIPSIS = 'if (optional) item.append(node("span", "command-suggestion-ellipsis", "…"));'

_OPTION_NAMES = (
    (_ELLIPSIS, _ELLIPSIS.replace("ellipsis", "meta").replace('"…"', 'value.description || ""')),
    ("? [focused.name, focused.description", "? [focused.label, focused.description"),
    ("({ name: option.name, value: option.name, desc", "({ name: option.label, value: option.name, desc"),
    ('node("span", "command-pill-label", option.name)', 'node("span", "command-pill-label", option.label)'),
)
"""An option is shown by its name in the reader's language, and what it is for; it is sent by the name the bot knows."""

_OPENED = "    state.dropdown = {\n"
_OUT_OF_SIGHT = "      if (rect.bottom <= 0 || rect.top >= viewportHeight) {\n"
_BROUGHT_BACK = """\
        if (performance.now() - (state.dropdown?.opened ?? 0) < 1000) {
          trigger.scrollIntoView({ block: "nearest" });
          continue;
        }
"""
"""A list closes when what it belongs to is scrolled away; but on a phone, opening it draws the page anew, elsewhere."""


_SELECTS = "export function initSelectDrafts("
_OBSERVED = "    state.snapshot = snapshot;\n    state.publishedRevision = snapshot.publishedRevision;\n"
_SAME = 'state.candidateFingerprints.get(scope) || ""'
_TOUCHED = "if (state.dropdown) state.dropdown.highlight = id;"
_CHANGED = "const changed = "
_HELD_UP = "if (state.pendingAction || state.blocked) {"

_CHOSEN = (
    (_OBSERVED, f"    asTheBotSays(state, snapshot);\n{_OBSERVED}"),
    (_SAME, f'({_SAME}) + (state.drawnAnew?.get(scope) ?? "")'),
    (_TOUCHED, "if (state.dropdown) Object.assign(state.dropdown, { highlight: id, touched: true });"),
    (_CHANGED, f"{_CHANGED}dropdown.touched || "),
    (_HELD_UP, _HELD_UP.replace("if (", "if (dropdown.modal && (").replace(") {", ")) {")),
)
"""What was chosen is sent, also the same again, and while something else is under way: `_WAIT` sees to that."""

_LOW = ("const desired = Math.min(list.scrollHeight, 220);", "const height = Math.min(220, available);")
_DRAFT = 'actions.append(node("span", "", "SimCord selection draft"));'
"""A list is as tall as there is room for, as on a phone; what it says to people who test a bot is left out."""


def added(name: str) -> str:
    """Return a script of ours."""
    return Path(__file__).with_name(name).read_text("utf-8")


PATCHES: dict[str, tuple[tuple[str, str], ...]] = {
    "actions.js": (
        (_DISPATCH, _DISPATCH + _WAIT),
        (_BUSY, f"{_BUSY} else again();"),
        (_AWAITING, _AWAITING.replace("return;", "{ again(); return; }")),
    ),
    "app.js": (
        (_END, _END + added("clicks.js") + added("staying.js") + added("frame.js")),
        (_FAILURE, _FAILURE + "    void comeBack();\n"),
    ),
    "commands.js": _OPTION_NAMES,
    "messages.js": (
        (_THREAD, _THREAD.replace('"div"', 'thread.url ? "a" : "div"')),
        (_ARCHIVED, f"{_ARCHIVED}\n  if (thread.url) {_LED}"),
    ),
    "select-drafts.js": (
        (_SELECTS, added("chosen.js") + _SELECTS),
        *_CHOSEN,
        *((low, low.replace("220", "420")) for low in _LOW),
        (_OPENED, f"{_OPENED}      opened: performance.now(),\n"),
        (_OUT_OF_SIGHT, _OUT_OF_SIGHT + _BROUGHT_BACK),
    ),
    "selects.js": ((_DRAFT, 'actions.append(node("span"));'),),
    "text.js": ((_MENTION, _LEADING_MENTION), *_EMOJI),
}
"""For each script, texts that stand in it once, and what takes their place."""
