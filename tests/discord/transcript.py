"""What people see, as text to read and compare: messages, edits, private answers, pictures, pings.

It leaves out what nobody sees: custom ids, nonces, and Discord ids (people and places have names instead).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from tests.discord.kit import World
from tests.discord.reading import BUTTON, GALLERY, SELECTS, SEPARATOR, TEXT, Seen, face
from tests.discord.wire import SILENT_FLAG, Sent, Upload

ROW, BOX = 1, 17
STYLES = {1: "primary", 2: "", 3: "success", 4: "danger", 5: "link"}
EPHEMERAL = 1 << 6
NUMBER = re.compile(r"\d{17,20}")
LONGEST_SUMMARY = 50


class Transcript:
    """All that was sent in a world since the last look, as lines."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._upto = 0
        self._messages: dict[int, int] = {}
        self._described: set[str] = set()
        self._with_files: set[int | None] = set()
        self._shown_now: set[str] = set()
        self._others: dict[str, str] = {}

    def skip(self) -> None:
        """Leave out what was sent so far."""
        self._upto = len(self.world.sent)

    def new(self, actor: str = "", *, brief: bool = False, by_place: bool = False) -> Iterator[str]:
        """Yield what was sent since the last look: answers, the actor's own first, then what was told, in its order.

        Whether an answer comes before or after what is told, and which of two people's comes first, is left to the
        moment. `by_place`: so is the order of what is told in different places, and about different lobbies. `brief`:
        a line for each message, with the digest of all that it shows.
        """
        news = self.world.sent[self._upto :]
        self.skip()
        rooms: dict[tuple[str, str, int], list[Sent]] = {}
        for sent in news:
            lobby = (sent.message_id or 0) if sent.place == self.world.channel.name else 0
            told = ("", sent.place, lobby) if by_place else ("", "", 0)
            rooms.setdefault((sent.to, sent.place, 0) if sent.answer else told, []).append(sent)
        for _, several in sorted(rooms.items(), key=lambda room: (room[0][0] != actor, not room[0][0], room[0])):
            for sent in several:
                head = f"--- {sent.to} · {self._place(sent.place)} · {sent.deed}{self._message(sent)}"
                lines = [self._named(line) for line in self._shown(sent)]
                if brief:
                    yield f"{head} · {digest(lines)} {_summary(lines)}".rstrip() if lines else head
                else:
                    yield head
                    yield from lines

    def _place(self, name: str) -> str:
        """Where it is: threads have long names, which are told in full when they are opened."""
        return name.partition(" · ")[0] if name in [thread.name for thread in self.world.threads] else name

    def number(self, message: int) -> int:
        """The number by which a message goes here: they are counted as they come up."""
        return self._messages.setdefault(message, len(self._messages) + 1)

    def _message(self, sent: Sent) -> str:
        return f" #{self.number(sent.message_id)}" if sent.message_id else ""

    def _named(self, text: str) -> str:
        """The text with names instead of Discord's numbers."""

        def name(found: re.Match[str]) -> str:
            number = int(found[0])
            if number in self.world.wire.names:
                return self.world.wire.names[number]
            if number in self._messages:
                return f"#{self._messages[number]}"
            channel = self.world.discord.channels.get(number)
            if channel is not None and channel.name:
                return channel.name
            return self._others.setdefault(found[0], f"number {len(self._others) + 1}")

        return NUMBER.sub(name, text)

    def standing(self, message: Seen) -> Iterator[str]:
        """Yield how a message stands now, without its files."""
        for component in message.stored.components:
            yield from (self._named(line) for line in self._component(component, ()))

    # ---------------------------------------------------------------- one message

    def _shown(self, sent: Sent) -> Iterator[str]:
        body = json.loads(sent.text)
        if sent.deed == "thread":
            yield f"| {body['name']} (for {body['auto_archive_duration']} minutes)"
            return
        if not isinstance(body, dict):
            return
        if sent.deed == "autocomplete":
            yield from (f"| - {choice['name']}" for choice in body["data"]["choices"])
            return
        message = body.get("data") if "type" in body else body
        if not isinstance(message, dict):
            return
        yield from self._flags(message, sent)
        self._shown_now.clear()
        if message.get("content"):
            yield from _lines(message["content"])
        for component in message.get("components") or ():
            yield from self._component(component, sent.uploads)
        yield from self._files(message, sent)

    @staticmethod
    def _flags(message: dict[str, Any], sent: Sent) -> Iterator[str]:
        flags = int(message.get("flags") or 0)
        new = sent.deed in ("message", "thinking")
        words = [word for word, flag in (("private", EPHEMERAL), ("silent", SILENT_FLAG)) if new and flags & flag]
        if sent.pings:
            words.append("pings " + ", ".join(map(str, sent.pings)))
        if "allowed_mentions" not in message:
            words.append("may ping anybody" if sent.deed == "message" else "")
        elif allowed := {key: value for key, value in message["allowed_mentions"].items() if value}:
            words.append(f"may ping {allowed}")
        if told := ", ".join(filter(None, words)):
            yield f"  ({told})"

    def _component(self, component: dict[str, Any], uploads: Sequence[Upload]) -> Iterator[str]:
        kind = component["type"]
        if kind == BOX:
            if component.get("accent_color") is not None:
                yield f"| (colour {component['accent_color']:06x})"
            for part in component["components"]:
                yield from self._component(part, uploads)
        elif kind == TEXT:
            yield from _lines(component["content"])
        elif kind == SEPARATOR:
            yield "| ────"
        elif kind == GALLERY:
            for item in component["items"]:
                yield from self._picture(item, uploads)
        elif kind == ROW and component["components"][0]["type"] == BUTTON:
            yield "| " + " ".join(map(_button, component["components"]))
        elif kind == ROW:
            yield from _select(component["components"][0])
        else:
            raise AssertionError(f"a component that the transcript does not know: {component}")

    def _picture(self, item: dict[str, Any], uploads: Sequence[Upload]) -> Iterator[str]:
        """A picture, with the digest of what was drawn if it is sent anew, and its description once."""
        url, alt = item["media"]["url"], item.get("description") or ""
        name = url.rpartition("/")[2]
        drawn = next((digest([upload.data]) for upload in uploads if upload.name == name), "as it was")
        told = digest([alt])
        shown = f"{name} · {drawn} · words {told}"
        self._shown_now.add(shown)
        yield f"| 🖼 {shown}{' · spoiler' if item.get('spoiler') else ''}"
        if told not in self._described:
            self._described.add(told)
            yield from (f"|    {line}" for line in alt.splitlines())

    def _files(self, message: dict[str, Any], sent: Sent) -> Iterator[str]:
        """The files that come with a message, and that those it had are gone."""
        for upload in sent.uploads:
            file = f"{upload.name} · {digest([upload.data])} · words {digest([upload.description or ''])}"
            if file not in self._shown_now:
                yield f"  file {file}, not shown as a picture"
        if sent.uploads:
            self._with_files.add(sent.message_id)
        elif sent.message_id in self._with_files and not message.get("attachments", True):
            self._with_files.remove(sent.message_id)
            yield "  without its files"


def _lines(text: str) -> Iterator[str]:
    return (f"| {line}".rstrip() for line in text.split("\n"))


def _button(button: dict[str, Any]) -> str:
    style = STYLES[button["style"]]
    link = f" → {button['url']}" if button.get("url") else ""
    return f"[{style and style + ': '}{face(button)}{link}]{'(off)' if button.get('disabled') else ''}"


def _select(select: dict[str, Any]) -> Iterator[str]:
    assert select["type"] in SELECTS
    off = " (off)" if select.get("disabled") else ""
    yield f"| ▾ {select.get('placeholder') or ''} ({select.get('min_values', 1)}–{select.get('max_values', 1)}){off}"
    for option in select.get("options") or ():
        told = f" — {option['description']}" if option.get("description") else ""
        yield f"|   {'◉' if option.get('default') else '○'} {face(option)}{told}"


def digest(parts: Sequence[str | bytes]) -> str:
    """A short name for what is equal."""
    whole = b"\n".join(part.encode() if isinstance(part, str) else part for part in parts)
    return hashlib.sha256(whole).hexdigest()[:12]


def _summary(lines: Sequence[str]) -> str:
    """The beginning of a message's text."""
    said = next((line[2:] for line in lines if re.match(r"\| [^(🖼 ]", line)), "")
    return said if len(said) <= LONGEST_SUMMARY else said[: LONGEST_SUMMARY - 1] + "…"
