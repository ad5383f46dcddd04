"""A message as plain parts: text, buttons, a select, pictures. `components` turns them into Discord's."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

import msgspec

MAX_TEXT_CHARS = 4000
MAX_COMPONENTS = 40
MAX_OPTIONS = 25
MAX_CUSTOM_ID_CHARS = 100
MAX_LABEL_CHARS = 80
"""Characters on a button."""
MAX_OPTION_CHARS = 100
"""Characters of a line in a list, and of what stands below it."""
MAX_PLACEHOLDER_CHARS = 150
"""Characters of a list's name."""

Style = Literal["primary", "secondary", "success", "danger"]

_ADDRESS = re.compile(r"[ks]:(?P<verb>[a-z_.]+):(?P<table>\d{1,18}):(?P<mark>[\d.]*):(?P<arg>.*)")


class Target(msgspec.Struct, frozen=True):
    """What a click is about: what to do, at which table, for which decision, with what."""

    verb: str
    table: int = 0
    mark: str = ""
    arg: str = ""

    @classmethod
    def read(cls, custom_id: str) -> Target | None:
        """Return what the text means that came back with a click; None if it is not of ours."""
        match = _ADDRESS.fullmatch(custom_id)
        return cls(match["verb"], int(match["table"]), match["mark"], match["arg"]) if match else None

    @property
    def fits(self) -> bool:
        """Whether a button can carry all of it."""
        return len(self._text("k")) <= MAX_CUSTOM_ID_CHARS

    def custom_id(self, prefix: Literal["k", "s"]) -> str:
        """Return the text that comes back with a click: `k` for a button, `s` for a select."""
        assert self.fits, self
        return self._text(prefix)

    def _text(self, prefix: str) -> str:
        return f"{prefix}:{self.verb}:{self.table}:{self.mark}:{self.arg}"


class Text(msgspec.Struct, frozen=True):
    """Some lines of Discord Markdown."""

    text: str
    caption: bool = False
    """It says what a picture leaves out; without the picture it is left out itself."""


class Button(msgspec.Struct, frozen=True):
    """A button that does something."""

    label: str
    target: Target
    style: Style = "secondary"
    emoji: str | None = None
    disabled: bool = False


class Link(msgspec.Struct, frozen=True):
    """A button that leads somewhere."""

    label: str
    url: str


class Row(msgspec.Struct, frozen=True):
    """Up to five buttons side by side."""

    buttons: tuple[Button | Link, ...]


class Option(msgspec.Struct, frozen=True):
    """One entry of a select."""

    label: str
    value: str
    description: str = ""
    emoji: str | None = None
    chosen: bool = False


class Select(msgspec.Struct, frozen=True):
    """A list to choose from."""

    target: Target
    placeholder: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


class UserSelect(msgspec.Struct, frozen=True):
    """A list of the server's people to choose from; their numbers come back."""

    target: Target
    placeholder: str
    most: int = 1


class Picture(msgspec.Struct, frozen=True):
    """An image with its description in words."""

    name: str
    data: bytes | None
    """None: the message shows it already, as far as we know, and it is rendered only if it does not."""
    alt: str
    digest: str = ""
    """Equal pictures have equal ones: by it a message knows whether its picture is still right."""
    words: Callable[[], Sequence[Text]] = tuple
    """Returns what stands in its place where it cannot be shown."""
    render: Callable[[], Awaitable[bytes | None]] | None = None


class File(msgspec.Struct, frozen=True):
    """Something to be downloaded."""

    name: str
    data: bytes


Part = Text | Row | Select | UserSelect | Picture | File


class Panel(msgspec.Struct, frozen=True):
    """A whole message."""

    parts: tuple[Part, ...]
    colour: int | None = None
    mark: str = ""
    """The decision that this is somebody's menu for; empty if it is none."""
    moment: int = 0
    """When the table was opened that it is about: so its buttons are known from those of another of the same number.
    Of what only one person sees: when it was shown."""

    def about(self, opened: int) -> Panel:
        """Return the panel as one about the table that was opened at this moment."""
        return msgspec.structs.replace(self, moment=opened)

    def shown(self, now: int) -> Panel:
        """Return the panel as one that is shown to one person now."""
        return msgspec.structs.replace(self, moment=now)

    def plus(self, *parts: Part) -> Panel:
        """Return the panel with more parts at its end."""
        return msgspec.structs.replace(self, parts=(*self.parts, *parts))

    def under(self, *parts: Part) -> Panel:
        """Return the panel with more parts before its own."""
        return msgspec.structs.replace(self, parts=(*parts, *self.parts))

    def with_note(self, note: str) -> Panel:
        """Return the panel with a note where one looks who has just pressed something: above the first thing to press.

        Without a note it is the same.
        """
        if not note:
            return self
        pressed = (n for n, part in enumerate(self.parts) if isinstance(part, Row | Select | UserSelect))
        place = next(pressed, len(self.parts))
        return msgspec.structs.replace(self, parts=(*self.parts[:place], Text(note), *self.parts[place:]))

    @property
    def size(self) -> int:
        """How many components it has, with the box around them."""
        lists = sum(isinstance(part, Select | UserSelect) for part in self.parts)
        inside = (len(part.buttons) for part in self.parts if isinstance(part, Row))
        return 1 + len(self.parts) + lists + sum(inside)

    def has(self, target: Target) -> bool:
        """Say whether one of its buttons does this: Discord takes no message with two such."""
        buttons = (button for part in self.parts if isinstance(part, Row) for button in part.buttons)
        return any(isinstance(button, Button) and button.target == target for button in buttons)

    @property
    def fits(self) -> bool:
        """Whether Discord takes it as one message, as it is and with words in the place of pictures."""
        return all(
            panel.size <= MAX_COMPONENTS
            and sum(len(part.text) for part in panel.parts if isinstance(part, Text)) <= MAX_TEXT_CHARS
            for panel in (self, self.plain())
        )

    @property
    def pictures(self) -> list[Picture]:
        """The pictures shown."""
        return [part for part in self.parts if isinstance(part, Picture)]

    @property
    def files(self) -> list[File]:
        """What can be downloaded."""
        return [part for part in self.parts if isinstance(part, File)]

    @property
    def digest(self) -> str:
        """Name the pictures shown; empty without any."""
        return "+".join(picture.digest for picture in self.pictures)

    def plain(self) -> Panel:
        """Return the panel with words in the place of pictures."""
        parts: list[Part] = []
        for part in self.parts:
            if isinstance(part, Picture):
                parts += part.words()
            elif not (isinstance(part, Text) and part.caption):
                parts.append(part)
        return msgspec.structs.replace(self, parts=tuple(parts))


def text(*lines: str) -> Text:
    """Return lines as one part, without empty ones."""
    return Text("\n".join(line for line in lines if line))


def says(sentence: str) -> Panel:
    """Return a message of one sentence."""
    return Panel((Text(sentence),))


def rows(buttons: Sequence[Button | Link], width: int = 5) -> tuple[Row, ...]:
    """Lay buttons out in rows."""
    return tuple(Row(tuple(buttons[i : i + width])) for i in range(0, len(buttons), width))


def shorten(text: str, most: int) -> str:
    """Return the text, cut at a line's end with an ellipsis if it is too long."""
    if len(text) <= most:
        return text
    if most < 2:
        return ""
    cut = text[: most - 1]
    return cut[: cut.rfind("\n") + 1 if "\n" in cut[most // 2 :] else None] + "…"
