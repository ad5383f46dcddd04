"""A message as plain values: texts, rows of buttons, selects, pictures, files; and Discord's limits for them.

`cogs.messages.components` turns them into Discord's components.
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
MAX_OPTIONS = 25
"""Options of a select."""
MAX_CUSTOM_ID_CHARS = 100
MAX_LABEL_CHARS = 80
"""Characters on a button."""
MAX_OPTION_CHARS = 100
"""Characters of an option's label, and of its description."""
MAX_PLACEHOLDER_CHARS = 150
"""Characters of a select's placeholder."""

Style = Literal["primary", "secondary", "success", "danger"]

_ADDRESS = re.compile(r"[ks]:(?P<verb>[a-z_.]+):(?P<table>\d{1,18}):(?P<mark>[\d.]*):(?P<arg>.*)")


class Target(msgspec.Struct, frozen=True):
    """What a click on a control means. It is stored in the control's custom id."""

    verb: str
    """The name of the action."""
    table: int = 0
    """The table's number; 0 if the action is about none."""
    mark: str = ""
    """The decision, and the draft if one is shown, that the control belongs to; "" if it belongs to none."""
    arg: str = ""
    """The action's argument."""

    @classmethod
    def read(cls, custom_id: str) -> Target | None:
        """Return the target that a custom id encodes; None if this bot did not write the custom id."""
        match = _ADDRESS.fullmatch(custom_id)
        return cls(match["verb"], int(match["table"]), match["mark"], match["arg"]) if match else None

    @property
    def fits(self) -> bool:
        """True if the custom id does not exceed Discord's limit."""
        return len(self._text("k")) <= MAX_CUSTOM_ID_CHARS

    def custom_id(self, prefix: Literal["k", "s"]) -> str:
        """Return the custom id of a button (`k`) or a select (`s`); the target must fit."""
        assert self.fits, self
        return self._text(prefix)

    def _text(self, prefix: str) -> str:
        return f"{prefix}:{self.verb}:{self.table}:{self.mark}:{self.arg}"


class Text(msgspec.Struct, frozen=True):
    """Lines of Discord Markdown."""

    text: str
    caption: bool = False
    """True if the text only adds what a picture leaves out: without the picture it is left out."""


class Button(msgspec.Struct, frozen=True):
    """A button that triggers an action."""

    label: str
    target: Target
    style: Style = "secondary"
    emoji: str | None = None
    disabled: bool = False


class Link(msgspec.Struct, frozen=True):
    """A button that opens an address."""

    label: str
    url: str


class Row(msgspec.Struct, frozen=True):
    """Up to five buttons side by side."""

    buttons: tuple[Button | Link, ...]


class Option(msgspec.Struct, frozen=True):
    """One line of a select."""

    label: str
    value: str
    """What a click sends; it must differ from the values of the select's other options."""
    description: str = ""
    emoji: str | None = None
    chosen: bool = False
    """True if the line is preselected."""


class Select(msgspec.Struct, frozen=True):
    """A list from which `least` to `most` options are selected."""

    target: Target
    placeholder: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


class UserSelect(msgspec.Struct, frozen=True):
    """A list of the server's members from which up to `most` are selected; a click sends their user ids."""

    target: Target
    placeholder: str
    most: int = 1


class Picture(msgspec.Struct, frozen=True):
    """An image with a description and with texts that replace it where it cannot be shown."""

    name: str
    """The name of the attached file."""
    data: bytes | None
    """The image; None if the existing message already shows it, and it is rendered only if that proves wrong."""
    alt: str
    """The description for screen readers."""
    digest: str = ""
    """Identifies the drawing: equal drawings have equal digests."""
    words: Callable[[], Sequence[Text]] = tuple
    """Returns the texts that replace the picture."""
    render: Callable[[], Awaitable[bytes | None]] | None = None
    """Returns the image if `data` is None; returns None if it cannot be rendered."""


class File(msgspec.Struct, frozen=True):
    """A file to download."""

    name: str
    data: bytes


Part = Text | Row | Select | UserSelect | Picture | File


class Panel(msgspec.Struct, frozen=True):
    """A whole message."""

    parts: tuple[Part, ...]
    colour: int | None = None
    mark: str = ""
    """The decision whose menu this is; "" if the panel is no menu."""
    stamp: int = 0
    """A time in seconds that is stored in the message: when its table was opened, or when an ephemeral one was shown.

    It tells the buttons of a table from those of an earlier table with the same number.
    """

    def of_table_opened(self, seconds: int) -> Panel:
        """Return the panel stamped with the time at which its table was opened."""
        return msgspec.structs.replace(self, stamp=seconds)

    def shown_at(self, seconds: int) -> Panel:
        """Return the panel stamped with the time at which it is shown in an ephemeral message."""
        return msgspec.structs.replace(self, stamp=seconds)

    def plus(self, *parts: Part) -> Panel:
        """Return the panel with `parts` after its own."""
        return msgspec.structs.replace(self, parts=(*self.parts, *parts))

    def under(self, *parts: Part) -> Panel:
        """Return the panel with `parts` before its own."""
        return msgspec.structs.replace(self, parts=(*parts, *self.parts))

    def with_note(self, note: str) -> Panel:
        """Return the panel with `note` above its first row or select, or at its end; unchanged for an empty note."""
        if not note:
            return self
        pressed = (n for n, part in enumerate(self.parts) if isinstance(part, Row | Select | UserSelect))
        place = next(pressed, len(self.parts))
        return msgspec.structs.replace(self, parts=(*self.parts[:place], Text(note), *self.parts[place:]))

    @property
    def size(self) -> int:
        """The number of Discord components, with the container around them."""
        lists = sum(isinstance(part, Select | UserSelect) for part in self.parts)
        inside = (len(part.buttons) for part in self.parts if isinstance(part, Row))
        return 1 + len(self.parts) + lists + sum(inside)

    def has(self, target: Target) -> bool:
        """Return True if one of its buttons has this target; Discord rejects a message with two equal custom ids."""
        buttons = (button for part in self.parts if isinstance(part, Row) for button in part.buttons)
        return any(isinstance(button, Button) and button.target == target for button in buttons)

    @property
    def fits(self) -> bool:
        """True if Discord accepts the panel as one message, both with pictures and with their replacing texts."""
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
        """The digests of all pictures, joined; "" without pictures."""
        return "+".join(picture.digest for picture in self.pictures)

    def without_pictures(self) -> Panel:
        """Return the panel with each picture replaced by its texts, and without captions."""
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


def rows(buttons: Sequence[Button | Link], width: int = 5) -> tuple[Row, ...]:
    """Return the buttons in rows of at most `width`; no rows without buttons."""
    return tuple(Row(tuple(buttons[i : i + width])) for i in range(0, len(buttons), width))


def shorten(text: str, max_chars: int) -> str:
    """Return `text` if it has at most `max_chars` characters; otherwise cut it and end it with an ellipsis.

    The cut is at the end of a line if there is one in the second half. Return "" if not even the ellipsis fits.
    """
    if len(text) <= max_chars:
        return text
    if max_chars < 2:
        return ""
    cut = text[: max_chars - 1]
    return cut[: cut.rfind("\n") + 1 if "\n" in cut[max_chars // 2 :] else None] + "…"
