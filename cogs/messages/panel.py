"""A message as plain values, independent of discord.py, and Discord's limits as constants.

A message is a `Panel` of parts: `Text`, `Row` (of `Button` and `Link`), `Select`, `UserSelect`, `Picture` and `File`. A
`Target` says what a click on a control means. A `Form` is a dialog that a click opens. The functions `text`, `says`,
`rows` and `shorten` help to build parts. `cogs.messages.components` turns a panel into Discord's components.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

import msgspec

MAX_TEXT_CHARS = 4000
"""Characters of all texts of a message together."""
MAX_COMPONENTS = 40
"""Components of a message, nested ones and the container included."""
MAX_ROW_BUTTONS = 5
MAX_OPTIONS = 25
"""Options of a select."""
MAX_CUSTOM_ID_CHARS = 100
MAX_LABEL_CHARS = 80
"""Characters on a button."""
MAX_OPTION_CHARS = 100
"""Characters of an option's label, and of its description."""
MAX_PLACEHOLDER_CHARS = 150
"""Characters of a select's placeholder."""

MAX_FIELDS = 5
"""Fields of a form."""
MAX_FIELD_LABEL_CHARS = 45
"""Characters of a form's title, and of a field's label."""

Style = Literal["primary", "secondary", "success", "danger"]

_ADDRESS = re.compile(r"[ksf]:(?P<verb>[a-z_.]+):(?P<table>\d{1,18}):(?P<mark>[\d.]*):(?P<arg>.*)")


class Target(msgspec.Struct, frozen=True):
    """The meaning of a click on a button or select, or of sending a form: which action to run, and for what.

    `custom_id` encodes it as the control's custom id, `read` decodes it, and `fits` checks that it is not too long.
    """

    verb: str
    """The name of the action."""
    table: int = 0
    """The table's number; 0 if the action is about none."""
    mark: str = ""
    """Identifies the decision, and the draft if one is shown, for which the control was made; "" for none."""
    arg: str = ""
    """The action's argument."""

    @classmethod
    def read(cls, custom_id: str) -> Target | None:
        """Return the target encoded in a custom id; None if the custom id does not have this bot's format.

        All prefixes are accepted: `k:` of a button, `s:` of a select and `f:` of a form.
        """
        match = _ADDRESS.fullmatch(custom_id)
        return cls(match["verb"], int(match["table"]), match["mark"], match["arg"]) if match else None

    @property
    def fits(self) -> bool:
        """True if the encoded target does not exceed `MAX_CUSTOM_ID_CHARS`."""
        return len(self._text("k")) <= MAX_CUSTOM_ID_CHARS

    def custom_id(self, prefix: Literal["k", "s", "f"]) -> str:
        """Return this target as the custom id of a button (`prefix` "k"), a select ("s") or a form ("f").

        The caller must make sure that the target `fits`: a longer one fails an assertion.
        """
        assert self.fits, self
        return self._text(prefix)

    def _text(self, prefix: str) -> str:
        return f"{prefix}:{self.verb}:{self.table}:{self.mark}:{self.arg}"


class Text(msgspec.Struct, frozen=True):
    """A part of a message that shows text in Discord's Markdown, on one or several lines."""

    text: str
    caption: bool = False
    """True for a text that adds what a picture does not show. If texts replace the picture, it is left out."""


class Button(msgspec.Struct, frozen=True):
    """A button of a message. A click on it runs the action that `target` names. A disabled one cannot be clicked."""

    label: str
    target: Target
    style: Style = "secondary"
    emoji: str | None = None
    disabled: bool = False


class Link(msgspec.Struct, frozen=True):
    """A button that opens the web address `url` and sends no click to the bot."""

    label: str
    url: str


class Row(msgspec.Struct, frozen=True):
    """A part of a message: up to five buttons side by side. The caller must not pass more."""

    buttons: tuple[Button | Link, ...]


class Option(msgspec.Struct, frozen=True):
    """One option of a `Select`, shown as a line with a `label` and below it a `description`."""

    label: str
    value: str
    """What is sent if this option is selected; it must differ from the values of the select's other options."""
    description: str = ""
    emoji: str | None = None
    chosen: bool = False
    """True if the option is preselected."""


class Select(msgspec.Struct, frozen=True):
    """A part of a message: a list from which a person selects between `least` and `most` options.

    Then the action of `target` runs, with the values of the selected options. `placeholder` is shown while nothing is
    selected.
    """

    target: Target
    placeholder: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


class Field(msgspec.Struct, frozen=True):
    """A field of a `Form`, into which a person types one line."""

    label: str
    """At most `MAX_FIELD_LABEL_CHARS` characters."""
    value: str = ""
    """The text that is in the field when the form opens."""
    max_chars: int = 60
    required: bool = False
    """True if the form cannot be sent while this field is empty."""


class Form(msgspec.Struct, frozen=True):
    """A dialog with 1 to `MAX_FIELDS` fields, which `Request.ask` opens. Sending it runs the action of `target`.

    The action finds what was typed in `Request.values`, in the order of the fields.
    """

    target: Target
    title: str
    """At most `MAX_FIELD_LABEL_CHARS` characters."""
    fields: tuple[Field, ...]


class UserSelect(msgspec.Struct, frozen=True):
    """A part of a message: a list of the server's members from which a person selects 1 to `most`.

    Then the action of `target` runs, with the user ids of the selected members. `placeholder` is shown while nobody is
    selected.
    """

    target: Target
    placeholder: str
    most: int = 1


class Picture(msgspec.Struct, frozen=True):
    """A part of a message: an image, its description, and the texts that replace it where it cannot be shown."""

    name: str
    """The name of the attached file."""
    data: bytes | None
    """The image; None if it is not rendered because the message to be edited should show it already."""
    alt: str
    """The description for screen readers."""
    digest: str = ""
    """Identifies the drawing: equal drawings have equal digests."""
    words: Callable[[], Sequence[Text]] = tuple
    """Returns the texts that replace the picture."""
    render: Callable[[], Awaitable[bytes | None]] | None = None
    """Makes the image if `data` is None and the image is needed after all; returns None if that fails."""


class File(msgspec.Struct, frozen=True):
    """A part of a message: an attached file to download."""

    name: str
    data: bytes


Part = Text | Row | Select | UserSelect | Picture | File


class Panel(msgspec.Struct, frozen=True):
    """A whole message as plain values, before `components_of` turns it into a Discord payload.

    Methods such as `plus`, `with_note` and `without_pictures` return changed copies. The properties are the panel's
    size, whether it keeps Discord's limits, and its pictures and files.
    """

    parts: tuple[Part, ...]
    colour: int | None = None
    """The accent colour as 0xRRGGBB; None for none."""
    mark: str = ""
    """The mark of the decision whose menu this panel is (see `Target.mark`); "" if the panel is no menu."""
    place: int = 0
    """Id of the thread or channel that the title of this menu links to; 0 if there is no such link."""
    stamp: int = 0
    """A Unix time in seconds that is stored in the message; 0 for none.

    In a public message it is when the table was opened, in an ephemeral one when the message was shown. It tells the
    buttons of a table from those of an earlier table with the same number.
    """

    def of_table_opened(self, seconds: int) -> Panel:
        """Return a copy of this panel whose stamp is the time, in seconds, at which its table was opened."""
        return msgspec.structs.replace(self, stamp=seconds)

    def shown_at(self, seconds: int) -> Panel:
        """Return a copy of this ephemeral panel whose stamp is the time, in seconds, at which it is shown."""
        return msgspec.structs.replace(self, stamp=seconds)

    def plus(self, *parts: Part) -> Panel:
        """Return a copy of this panel with `parts` added at its end."""
        return msgspec.structs.replace(self, parts=(*self.parts, *parts))

    def under(self, *parts: Part) -> Panel:
        """Return a copy of this panel with `parts` added at its top."""
        return msgspec.structs.replace(self, parts=(*parts, *self.parts))

    def with_note(self, note: str) -> Panel:
        """Return a copy of this panel with the text `note` inserted above its first row or select.

        In a panel without rows and selects the note is added at the end. If `note` is "", return this panel unchanged.
        """
        return self.above_controls(Text(note)) if note else self

    def above_controls(self, *parts: Part) -> Panel:
        """Return a copy of this panel with `parts` inserted above its first row or select.

        In a panel without rows and selects they are added at the end.
        """
        pressed = (n for n, part in enumerate(self.parts) if isinstance(part, Row | Select | UserSelect))
        place = next(pressed, len(self.parts))
        return msgspec.structs.replace(self, parts=(*self.parts[:place], *parts, *self.parts[place:]))

    @property
    def size(self) -> int:
        """The number of Discord components that this panel needs, including the container around all parts.

        Each part counts as one. Each button in a row counts as one more, and so does a select, since it is inside a
        row.
        """
        lists = sum(isinstance(part, Select | UserSelect) for part in self.parts)
        inside = (len(part.buttons) for part in self.parts if isinstance(part, Row))
        return 1 + len(self.parts) + lists + sum(inside)

    def has(self, target: Target) -> bool:
        """Return True if one of this panel's buttons (not selects) has exactly this target.

        Callers check this before they add a button, because Discord rejects a message in which two custom ids are
        equal.
        """
        buttons = (button for part in self.parts if isinstance(part, Row) for button in part.buttons)
        return any(isinstance(button, Button) and button.target == target for button in buttons)

    @property
    def fits(self) -> bool:
        """True if this panel keeps Discord's limits for the components and text characters of one message.

        Both the panel itself and its version in which texts replace the pictures must keep them.
        """
        return all(
            panel.size <= MAX_COMPONENTS
            and sum(len(part.text) for part in panel.parts if isinstance(part, Text)) <= MAX_TEXT_CHARS
            for panel in (self, self.without_pictures())
        )

    @property
    def pictures(self) -> list[Picture]:
        """The panel's pictures, in order."""
        return [part for part in self.parts if isinstance(part, Picture)]

    @property
    def files(self) -> list[File]:
        """The panel's files to download, in order."""
        return [part for part in self.parts if isinstance(part, File)]

    @property
    def digest(self) -> str:
        """The digests of this panel's pictures, joined with "+"; "" without pictures."""
        return "+".join(picture.digest for picture in self.pictures)

    def without_pictures(self) -> Panel:
        """Return a copy of this panel in which texts replace the pictures. Texts that are captions are left out."""
        parts: list[Part] = []
        for part in self.parts:
            if isinstance(part, Picture):
                parts += part.words()
            elif not (isinstance(part, Text) and part.caption):
                parts.append(part)
        return msgspec.structs.replace(self, parts=tuple(parts))


def text(*lines: str) -> Text:
    """Return the non-empty lines as one text."""
    return Text("\n".join(line for line in lines if line))


def says(sentence: str) -> Panel:
    """Return a panel that consists of one text."""
    return Panel((Text(sentence),))


def rows(buttons: Sequence[Button | Link], width: int = MAX_ROW_BUTTONS) -> tuple[Row, ...]:
    """Return the buttons in rows of at most `width`; no rows without buttons."""
    return tuple(Row(tuple(buttons[i : i + width])) for i in range(0, len(buttons), width))


def shorten(text: str, max_chars: int) -> str:
    """Return `text` if it has at most `max_chars` characters; otherwise cut it and end it with "…".

    The result, including "…", has at most `max_chars` characters. If the second half of what fits contains a line
    break, the text is cut after the last one; otherwise in the middle of a line. If a text has to be cut and
    `max_chars` is below 2, return "".
    """
    if len(text) <= max_chars:
        return text
    if max_chars < 2:
        return ""
    cut = text[: max_chars - 1]
    return cut[: cut.rfind("\n") + 1 if "\n" in cut[max_chars // 2 :] else None] + "…"
