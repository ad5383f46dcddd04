"""What a person reads: messages as text, their buttons and choices, and the answer to a click or command."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction, Message

from words.line_breaks import NO_BREAK_SPACE, WORD_JOINER

if TYPE_CHECKING:
    from tests.discord.kit import World

BUTTON, STRING_SELECT, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 2, 3, 9, 10, 11, 12, 13, 14
SELECTS = (3, 5, 6, 7, 8)


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every component of a message or modal, outer before inner, in the order they are shown."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for only in ("accessory", "component"):
            if isinstance(component.get(only), dict):
                yield from walk([component[only]])


def plain(content: str | None, embeds: list[dict[str, Any]], components: list[dict[str, Any]]) -> str:
    """Return all text of a message, line by line, without its buttons and choices."""
    lines = [content or ""]
    for embed in embeds:
        lines += [embed.get("title") or "", embed.get("description") or ""]
        lines += [f"{part['name']}: {part['value']}" for part in embed.get("fields") or []]
        lines += [(embed.get("footer") or {}).get("text") or ""]
    for component in walk(components):
        match component["type"]:
            case 10:
                lines.append(component["content"])
            case 11:
                lines.append(component.get("description") or "")
            case 12:
                lines += [item.get("description") or "" for item in component.get("items") or []]
    return seen("\n".join(line for line in lines if line))


def seen(text: str) -> str:
    """Return a text as it is seen, without the characters that forbid line breaks."""
    return text.replace(NO_BREAK_SPACE, " ").replace(WORD_JOINER, "")


def face(button: dict[str, Any]) -> str:
    """Return a button's text, its emoji first."""
    return seen(" ".join(word for word in ((button.get("emoji") or {}).get("name"), button.get("label")) if word))


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a select menu."""

    label: str
    value: str
    description: str


@dataclass(frozen=True, slots=True)
class Seen:
    """A message as it is now in the simulated Discord."""

    world: World
    channel_id: int
    id: int

    @property
    def stored(self) -> Message:
        return self.world.discord.get_message(self.channel_id, self.id)

    @property
    def exists(self) -> bool:
        try:
            return self.stored is not None
        except BackendError:
            return False

    @property
    def components(self) -> list[dict[str, Any]]:
        return list(walk(self.stored.components))

    @property
    def text(self) -> str:
        message = self.stored
        return plain(message.content, message.embeds, message.components)

    @property
    def buttons(self) -> list[str]:
        """The faces of the buttons that can be pressed."""
        return [face(item) for item in self.components if item["type"] == BUTTON and not item.get("disabled")]

    @property
    def custom_ids(self) -> list[str]:
        return [item["custom_id"] for item in self.components if item.get("custom_id")]

    @property
    def choices(self) -> list[Choice]:
        """The lines of all select menus."""
        return [
            Choice(seen(line["label"]), line["value"], seen(line.get("description") or ""))
            for item in self.components
            if item["type"] == STRING_SELECT and not item.get("disabled")
            for line in item["options"]
        ]

    @property
    def files(self) -> list[str]:
        return [str(file["filename"]) for file in self.stored.attachments]

    @property
    def ephemeral(self) -> bool:
        return self.stored.is_ephemeral

    @property
    def place(self) -> str:
        return self.world.discord.get_channel(self.channel_id).name or "dm"

    def button(self, what: str) -> dict[str, Any]:
        """Return the one button with this face, this label or this beginning of its custom_id."""
        buttons = [item for item in self.components if item["type"] == BUTTON]
        return self._one(what, buttons, (face, lambda item: seen(item.get("label") or "")))

    def select(self, what: str | None) -> dict[str, Any]:
        """Return the one select menu, or the one with this placeholder or this beginning of its custom_id."""
        menus = [item for item in self.components if item["type"] in SELECTS]
        if what is None:
            assert len(menus) == 1, f"{len(menus)} menus, say which, in:\n{self}"
            return menus[0]
        return self._one(what, menus, (lambda item: seen(item.get("placeholder") or ""),))

    def _one(self, what: str, items: list[dict[str, Any]], names: tuple[Any, ...]) -> dict[str, Any]:
        by_name = [[item for item in items if name(item) == what] for name in names]
        by_id = [item for item in items if item.get("custom_id") == what]
        by_beginning = [item for item in items if str(item.get("custom_id") or "").startswith(what)]
        for found in (*by_name, by_id, by_beginning):
            if len(found) == 1:
                assert not found[0].get("disabled"), f"{what!r} is disabled in:\n{self}"
                return found[0]
            assert not found, f"{what!r} is there {len(found)} times in:\n{self}"
        raise AssertionError(f"no {what!r} in:\n{self}")

    def __str__(self) -> str:
        lines = [self.text]
        for item in self.components:
            if item["type"] == BUTTON:
                lines.append(f"[{face(item)}]" + (" (disabled)" if item.get("disabled") else ""))
            elif item["type"] in SELECTS:
                lines.append(f"<{seen(item.get('placeholder') or '')}>: " + " | ".join(c.label for c in self.choices))
        return "\n".join(lines)


class Answer:
    """The bot's answer to a command or click, as it was when the bot had become idle."""

    def __init__(self, world: World, record: Interaction, who: str, did: str) -> None:
        self.world = world
        self.record = record
        self.who = who
        self.did = did
        self.message: Seen | None = None
        self.followups: list[Seen] = []
        self.text = ""
        self.finished = False

    def finish(self, *, must_answer: bool) -> None:
        """Keep what can be read now. Fail if nothing was answered, unless the test expects that."""
        record = self.record
        seen = [Seen(self.world, record.channel_id, number) for number in record.followup_ids]
        self.followups = [message for message in seen if message.exists]
        if record.message_id is not None:
            message = Seen(self.world, record.channel_id, record.message_id)
            if message.exists:
                self.message = message
            elif self.followups:
                self.message = self.followups.pop()  # a menu that had to follow the news
            elif gone := self.world.discord.deleted.get(message.id):
                self.text = plain(gone.content, gone.embeds, gone.components)
        if self.message is not None and record.response_kind != "deferred_update":
            self.text = self.message.text
        self.text = "\n".join(filter(None, [self.text, *(message.text for message in self.followups)]))
        self.finished = True
        if must_answer:
            assert self.acknowledged, f"{self.who} {self.did}: the bot did not answer"
            assert not record.loading, f"{self.who} {self.did}: the bot is still thinking"

    @property
    def acknowledged(self) -> bool:
        return self.record.responded

    @property
    def ephemeral(self) -> bool:
        """True if only the person themselves sees the answer."""
        return bool(self.message and self.message.exists and self.message.ephemeral)

    @property
    def kind(self) -> str:
        """One of: message, update, deferred, deferred_update, modal, autocomplete, or "" for no answer."""
        return str(self.record.response_kind or "nothing")

    @property
    def modal(self) -> dict[str, Any] | None:
        return self.record.modal

    @property
    def shown(self) -> Seen:
        """The message that carries the answer, to click on."""
        assert self.message is not None, f"{self.who} {self.did}: there is no message in the answer ({self.kind})"
        return self.message

    def __str__(self) -> str:
        return f"{self.who} {self.did}: {self.kind} {self.text!r}"


#: All that can be clicked on.
Clickable = Seen | Answer | discord.Message
