"""Conversion of panels to payloads of Discord components, and functions that read the payload of a click.

`components_of`, `files_of` and `modal_of` make what is sent. The other public functions read an interaction: the
clicked control and its message, the values that were selected or typed, and how old the message is.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import ui

from cogs.connection.discord_private import RAW_MESSAGE, RawView
from cogs.messages.panel import (
    MAX_COMPONENTS,
    MAX_FIELD_LABEL_CHARS,
    MAX_FIELDS,
    MAX_LABEL_CHARS,
    MAX_OPTION_CHARS,
    MAX_OPTIONS,
    MAX_PLACEHOLDER_CHARS,
    MAX_TEXT_CHARS,
    Button,
    File,
    Form,
    Link,
    Option,
    Panel,
    Picture,
    Row,
    Select,
    Target,
    Text,
    UserSelect,
    shorten,
)
from words.line_breaks import prevent_breaks

log = logging.getLogger("kontor.components")

_ROW, _BUTTON, _SELECT, _PEOPLE, _TEXT, _GALLERY, _FILE, _BOX = (
    kind.value
    for kind in (
        discord.ComponentType.action_row,
        discord.ComponentType.button,
        discord.ComponentType.string_select,
        discord.ComponentType.user_select,
        discord.ComponentType.text_display,
        discord.ComponentType.media_gallery,
        discord.ComponentType.file,
        discord.ComponentType.container,
    )
)
_LINK = discord.ButtonStyle.link.value
_ID_LIMIT = 1 << 31
"""Ids of components are below this number. A panel's stamp is stored as the container's id, modulo this number."""
_MAX_AUTOMATIC_ID = 1000
"""Discord numbers components without an id from 1 on, and stays below this number."""
_STYLES: dict[str, int] = {
    name: discord.ButtonStyle[name].value for name in ("primary", "secondary", "success", "danger")
}


def components_of(message: Panel) -> RawView:
    """Return the view with which a panel is sent: one container that holds all parts in order.

    Texts get no-break spaces where a line should not break, and empty texts are left out. Texts, labels and
    placeholders that exceed Discord's limits are shortened, and surplus options of a select are left out. If that
    happens to a control, an error is logged. The panel's stamp, if it is not 0, becomes the container's id. Attachments
    are not included (see `files_of`). Raise `ValueError` for more than `MAX_COMPONENTS` components.
    """
    parts: list[dict[str, Any]] = []
    texts = _fitted([prevent_breaks(part.text) for part in message.parts if isinstance(part, Text)])
    for part in message.parts:
        if isinstance(part, Text):
            if shown := next(texts):
                parts.append({"type": _TEXT, "content": shown})
        elif isinstance(part, Picture):
            media = {"media": {"url": f"attachment://{part.name}"}, "description": part.alt[:1024], "spoiler": False}
            parts.append({"type": _GALLERY, "items": [media]})
        elif isinstance(part, File):
            parts.append({"type": _FILE, "file": {"url": f"attachment://{part.name}"}, "spoiler": False})
        else:
            parts.append({"type": _ROW, "components": _items(part)})
    count = 1 + len(parts) + sum(len(part.get("components", ())) for part in parts)
    if count > MAX_COMPONENTS:
        raise ValueError(f"{count} components in one message")
    box = {"type": _BOX, "accent_color": message.colour, "spoiler": False, "components": parts}
    return RawView([box | ({"id": message.stamp % _ID_LIMIT} if message.stamp else {})])


def _fitted(texts: list[str]) -> Iterator[str]:
    """Yield the texts of a message, in order, shortened so that together they have at most `MAX_TEXT_CHARS`.

    The longest text is shortened first, because the shorter ones after it say who has to decide. If that does not
    suffice, the last texts are shortened too. A text for which no room is left becomes "".
    """
    over = sum(map(len, texts)) - MAX_TEXT_CHARS
    longest = max(texts, key=len, default="")
    room = MAX_TEXT_CHARS
    for each in texts:
        shown = shorten(each, min(room, len(each) - over if over > 0 and each is longest else room))
        room -= len(shown)
        yield shown


def _items(part: Row | Select | UserSelect) -> list[dict[str, Any]]:
    """Return the payloads of the components inside an action row: the row's buttons, or one select."""
    if isinstance(part, Select):
        return [_select(part)]
    if isinstance(part, UserSelect):
        placeholder = _fitting(part.placeholder, MAX_PLACEHOLDER_CHARS, part.target.verb)
        custom_id = part.target.custom_id("s")
        limits = {"min_values": 1, "max_values": part.most, "disabled": False}
        return [{"type": _PEOPLE, "custom_id": custom_id, "placeholder": placeholder, **limits}]
    return [_button(each) for each in part.buttons]


def _button(button: Button | Link) -> dict[str, Any]:
    """Return the payload of a button or of a link. A label that is too long is cut, which is logged as an error."""
    if isinstance(button, Link):
        label = _fitting(button.label, MAX_LABEL_CHARS, "link")
        return {"type": _BUTTON, "style": _LINK, "label": label, "url": button.url, "disabled": False}
    made = {
        "type": _BUTTON,
        "style": _STYLES[button.style],
        "label": _fitting(button.label, MAX_LABEL_CHARS, button.target.verb),
        "custom_id": button.target.custom_id("k"),
        "disabled": button.disabled,
    }
    return made | _emoji_field(button.emoji)


def _select(select: Select) -> dict[str, Any]:
    """Return the payload of a select with its first `MAX_OPTIONS` options.

    If the select has more options, the others are left out and an error is logged.
    """
    verb = select.target.verb
    if len(select.options) > MAX_OPTIONS:
        log.error("verb=%s a list shows %d of its %d lines", verb, MAX_OPTIONS, len(select.options))
    return {
        "type": _SELECT,
        "custom_id": select.target.custom_id("s"),
        "placeholder": _fitting(select.placeholder, MAX_PLACEHOLDER_CHARS, verb),
        "min_values": select.least,
        "max_values": select.most,
        "disabled": False,
        "options": [_option(option, verb) for option in select.options[:MAX_OPTIONS]],
    }


def _option(option: Option, verb: str) -> dict[str, Any]:
    """Return the payload of one option of a select; a label or description that is too long is cut.

    `verb` is the verb of the select's target. It is only used in the error that is logged for a cut.
    """
    label = _fitting(option.label, MAX_OPTION_CHARS, verb)
    made: dict[str, Any] = {"label": label, "value": option.value, "default": option.chosen}
    if option.description:
        made["description"] = _fitting(option.description, MAX_OPTION_CHARS, verb)
    return made | _emoji_field(option.emoji)


def _fitting(text: str, max_chars: int, verb: str) -> str:
    """Return `text` in at most `max_chars` characters, with no-break spaces where lines should not break.

    If no-break spaces would make it too long, return it without them. If it is too long even so, cut it and end it with
    "…". A cut is a programming error: it is logged with `verb`, the action of the control, but without the text, which
    may be secret.
    """
    if len(held := prevent_breaks(text)) <= max_chars:
        return held
    if len(text) <= max_chars:
        return text
    log.error("verb=%s a text of %d characters is cut to %d", verb, len(text), max_chars)
    return text[: max_chars - 1] + "…"


def _emoji_field(emoji: str | None) -> dict[str, Any]:
    """Return {"emoji": …}, the payload field for a button's or option's emoji; {} for None or "".

    `emoji` is a Unicode emoji or an application emoji in the form `<:name:id>`.
    """
    if not emoji:
        return {}
    if emoji.startswith("<:"):
        name, number = emoji[2:-1].split(":")
        return {"emoji": {"id": number, "name": name}}
    return {"emoji": {"id": None, "name": emoji}}


def modal_of(form: Form) -> ui.Modal:
    """Return the modal that shows a form. A title or label that is too long is cut, which is logged as an error.

    The modal is stopped at once, so discord.py does not store it: when it is sent, its custom id names the action.
    """
    assert 1 <= len(form.fields) <= MAX_FIELDS, form.target
    verb = form.target.verb
    modal = ui.Modal(title=_fitting(form.title, MAX_FIELD_LABEL_CHARS, verb), custom_id=form.target.custom_id("f"))
    for number, field in enumerate(form.fields):
        line: ui.TextInput[Any] = ui.TextInput(
            custom_id=str(number), default=field.value or None, max_length=field.max_chars, required=field.required
        )
        modal.add_item(ui.Label(text=_fitting(field.label, MAX_FIELD_LABEL_CHARS, verb), component=line))
    modal.stop()
    return modal


def clicked_target(interaction: discord.Interaction[Any]) -> Target | None:
    """Return the target of the clicked control or sent form; None if the custom id does not have this bot's format."""
    return Target.read(str(_click_data(interaction).get("custom_id", "")))


def selected_values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Return the values of the options selected in a select, or the ids of the selected members; () for a button."""
    return tuple(_click_data(interaction).get("values", ()))


def typed_values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Return what was typed in the fields of a form that was sent, in the order of the fields."""
    return tuple(str(line["component"].get("value", "")) for line in _click_data(interaction).get("components", ()))


def is_control_still_shown(interaction: discord.Interaction[Any]) -> bool:
    """Return True if the clicked message, in its current version, still has the clicked control."""
    return _contains_control(_clicked_message(interaction).get("components", ()), _click_data(interaction))


def is_ephemeral(interaction: discord.Interaction[Any]) -> bool:
    """Return True if the clicked message is ephemeral: visible to this person only."""
    return bool(_clicked_message(interaction).get("flags", 0) & _EPHEMERAL)


def may_be_about_table(interaction: discord.Interaction[Any], opened: int) -> bool:
    """Return False if the clicked message is certainly about an earlier table with the same number; else True.

    `opened` is the Unix time at which the current table was opened. A public message is about this table if its stamp
    equals `opened`, an ephemeral one if its stamp is not before `opened`. A message without a stamp, as older versions
    of the bot sent them, counts as being about this table.
    """
    if is_ephemeral(interaction):
        return may_be_shown_since(interaction, opened)
    stamp = _stamp(interaction)
    return stamp <= _MAX_AUTOMATIC_ID or stamp == opened % _ID_LIMIT


def may_be_shown_since(interaction: discord.Interaction[Any], since: int) -> bool:
    """Return False if the clicked ephemeral message was certainly shown before `since`; else True.

    `since` is a Unix time, compared with the message's stamp. For a message without a stamp, as older versions of the
    bot sent them, return True.
    """
    stamp = _stamp(interaction)
    return stamp <= _MAX_AUTOMATIC_ID or (stamp - since) % _ID_LIMIT < _ID_LIMIT // 2


def _stamp(interaction: discord.Interaction[Any]) -> int:
    """Return the component id of the clicked message's container; 0 if the message has no container or no id.

    If the panel was sent with a stamp, this is the stamp. Otherwise it is an id that Discord gave, at most
    `_MAX_AUTOMATIC_ID`.
    """
    box: dict[str, Any] = next(iter(_clicked_message(interaction).get("components", ())), {})
    return box.get("id") or 0


def clicked_message_ids(interaction: discord.Interaction[Any]) -> tuple[int, int]:
    """Return the id of the clicked message, and the id of the interaction to which that message was the answer.

    The second is 0 if the message answered no interaction. Both are 0 if the interaction is a command.
    """
    message = _clicked_message(interaction)
    return int(message.get("id", 0)), int((message.get("interaction_metadata") or {}).get("id", 0))


_EPHEMERAL = discord.MessageFlags(ephemeral=True).value


def forget_message(interaction: discord.Interaction[Any]) -> None:
    """Remove the clicked message from the interaction's data, to free its memory.

    Functions of this module that read the clicked message then behave as for a command, which has none.
    """
    _click_data(interaction).pop(RAW_MESSAGE, None)


def _clicked_message(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    """Return Discord's payload of the clicked message; {} for a command, or after `forget_message`."""
    message: dict[str, Any] = _click_data(interaction).get(RAW_MESSAGE) or {}
    return message


def _click_data(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    """Return the `data` dictionary of an interaction as Discord sent it; {} if it has none. It is not a copy."""
    clicked: Any = interaction.data
    return clicked or {}


def _contains_control(components: Sequence[dict[str, Any]], clicked: dict[str, Any]) -> bool:
    """Return True if `components`, or components nested in them, contain the control that was clicked.

    `clicked` is the data of the click. A control is the clicked one if its component type and custom id are the same.
    """
    return any(
        (component["type"] == clicked.get("component_type") and component["custom_id"] == clicked.get("custom_id"))
        if "custom_id" in component
        else _contains_control(component.get("components", ()), clicked)
        for component in components
    )


def files_of(message: Panel) -> list[discord.File]:
    """Return the attachments of a panel as new `discord.File` objects: first its pictures, then its files.

    All pictures must be rendered already; an assertion fails if one has no data.
    """
    pictures = [(each, each.data) for each in message.pictures if each.data is not None]
    assert len(pictures) == len(message.pictures), "a picture is not rendered"
    return [
        *(discord.File(io.BytesIO(data), each.name, description=each.alt[:1024]) for each, data in pictures),
        *(discord.File(io.BytesIO(each.data), each.name) for each in message.files),
    ]
