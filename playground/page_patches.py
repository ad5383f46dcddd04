"""Patches of the scripts of simcord's page (`PATCHES`), which make it fit for people who play rather than test.

With them no click is lost, links lead to other channels, the page reconnects after a restart, and all of it is in the
viewer's language. Each patch replaces a piece of a script's text by another.
"""

from __future__ import annotations

from pathlib import Path

_DISPATCH = "function dispatch(kind, extra = {}, metadata = null) {\n"

_WAIT = """\
    const click = ["click", "select"].includes(kind) && !uncertain;
    const again = () => { if (click) setTimeout(() => dispatch(kind, extra, metadata), 30); };
    if (click) extra = { seen: context.observedRevision || context.publishedRevision, ...extra };
"""
"""A click during another action waits for it and remembers which revision it was aimed at; simcord would drop it."""

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
      const named = node(token.person ? "button" : token.url ? "a" : "span", kind, token.label || "");
      if (token.person) Object.assign(named, { type: "button" }).dataset.person = token.person;
      else if (token.url) Object.assign(named, { href: token.url, target: "_blank" });
      target.append(named);
"""

_AUTHOR = "    applyRoleColor(author, message.author);\n"
_PRESSABLE_AUTHOR = """\
    const { person } = message.author || {};
    if (person) Object.assign(author, { tabIndex: 0, role: "button" }).dataset.person = person;
"""
"""`person-menus.js` opens the context menu of the person in `data-person`, here and in mentions."""

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
"""A browser may break a line beside an image; it does not beside a character with a background image."""

_ELLIPSIS = 'if (optional) item.append(node("span", "command-suggestion-ellipsis", "…"));'

_OPTION_NAMES = (
    (_ELLIPSIS, _ELLIPSIS.replace("ellipsis", "meta").replace('"…"', 'value.description || ""')),
    ("? [focused.name, focused.description", "? [focused.label, focused.description"),
    ("({ name: option.name, value: option.name, desc", "({ name: option.label, value: option.name, desc"),
    ('node("span", "command-pill-label", option.name)', 'node("span", "command-pill-label", option.label)'),
)
"""Show an option by its name in the viewer's language, with its description; it is sent by its English name."""

_BOOLEANS = (
    (
        '[{ name: "True", value: true }, { name: "False", value: false }]',
        "[true, false].map((value) => ({ name: option.booleans[Number(value)], value }))",
    ),
    ('(value.raw ? "True" : "False")', "option.booleans[Number(value.raw)]"),
    (
        'option.type === "boolean" && /^(true|false)$/i.test(field.value)',
        "option.booleans?.some((name) => name.toLowerCase() === field.value.toLowerCase())",
    ),
    ('? field.value.toLowerCase() === "true" :', "? field.value.toLowerCase() === option.booleans[1].toLowerCase() :"),
)
"""Show and read the value of a yes/no option in the viewer's language (see `command_catalog`)."""

_FIELD_WIDTH = "`${Math.min(24, Math.max(2, [...field.value].length + 1))}ch`"
_WIDE_FIELD = (_FIELD_WIDTH, f"`calc(${{{_FIELD_WIDTH[3:-4]}}}ch + 16px)`")
"""Make the field of an option wide enough for its text beside the padding of 16 pixels."""

_OPENED = "    state.dropdown = {\n"
_OUT_OF_SIGHT = "      if (rect.bottom <= 0 || rect.top >= viewportHeight) {\n"
_BROUGHT_BACK = """\
        if (performance.now() - (state.dropdown?.opened ?? 0) < 1000) {
          trigger.scrollIntoView({ block: "nearest" });
          continue;
        }
"""
"""simcord closes a list when its select is scrolled out of sight.

On a phone, opening the list scrolls the page, so in the first second the select is scrolled back into view instead.
"""

_FOLLOWS = "if (!intent || ui.channel.hidden) return;"
_STAYS = _FOLLOWS.replace(") return", ' || (state.dropdown && intent.policy !== "anchor")) return')
"""While a list is open the page does not follow new messages, which would scroll its select out of sight."""

_SELECTS = "export function initSelectDrafts("
_OBSERVED = "    state.snapshot = snapshot;\n    state.publishedRevision = snapshot.publishedRevision;\n"
_SAME = 'state.candidateFingerprints.get(scope) || ""'
_TOUCHED = "if (state.dropdown) state.dropdown.highlight = id;"
_CHANGED = "const changed = "
_HELD_UP = "if (state.pendingAction || state.blocked) {"

_CHOSEN = (
    (_OBSERVED, f"    adoptBotDefaults(state, snapshot);\n{_OBSERVED}"),
    (_SAME, f'({_SAME}) + (state.redraws?.get(scope) ?? "")'),
    (_TOUCHED, "if (state.dropdown) Object.assign(state.dropdown, { highlight: id, touched: true });"),
    (_CHANGED, f"{_CHANGED}dropdown.touched || "),
    (_HELD_UP, _HELD_UP.replace("if (", "if (dropdown.modal && (").replace(") {", ")) {")),
)
"""Send every choice: also the same one again, and also while another action is running (see `_WAIT`)."""

_LOW = ("const desired = Math.min(list.scrollHeight, 220);", "const height = Math.min(220, available);")
"""Limits the height of a list to 220 pixels, which the patch raises to 420."""
_DRAFT = 'actions.append(node("span", "", "SimCord selection draft"));'
"""A label for testers, which the patch removes."""


def added(name: str) -> str:
    """Return the content of one of our scripts, a file of this folder such as `clicks.js`."""
    return Path(__file__).with_name(name).read_text("utf-8")


_ADDED = ("clicks.js", "reconnect.js", "frame-language.js", "person-menus.js")

PATCHES: dict[str, tuple[tuple[str, str], ...]] = {
    "actions.js": (
        (_DISPATCH, _DISPATCH + _WAIT),
        (_BUSY, f"{_BUSY} else again();"),
        (_AWAITING, _AWAITING.replace("return;", "{ again(); return; }")),
    ),
    "app.js": (
        (_END, _END + "".join(map(added, _ADDED))),
        (_FAILURE, _FAILURE + "    void reloadWhenBack();\n"),
    ),
    "commands.js": (*_OPTION_NAMES, *_BOOLEANS, _WIDE_FIELD),
    "messages.js": (
        (_THREAD, _THREAD.replace('"div"', 'thread.url ? "a" : "div"')),
        (_AUTHOR, _AUTHOR + _PRESSABLE_AUTHOR),
        (_ARCHIVED, f"{_ARCHIVED}\n  if (thread.url) {_LED}"),
    ),
    "select-drafts.js": (
        (_SELECTS, added("select-sync.js") + _SELECTS),
        *_CHOSEN,
        *((low, low.replace("220", "420")) for low in _LOW),
        (_OPENED, f"{_OPENED}      opened: performance.now(),\n"),
        (_OUT_OF_SIGHT, _OUT_OF_SIGHT + _BROUGHT_BACK),
    ),
    "selects.js": ((_DRAFT, 'actions.append(node("span"));'),),
    "timeline.js": ((_FOLLOWS, _STAYS),),
    "text.js": ((_MENTION, _LEADING_MENTION), *_EMOJI),
}
"""By name of simcord's script: pairs of a text that occurs in it exactly once, and its replacement."""
