"""The notifications sent from the database of version 0.1, and the answer to every click, as text to compare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.discord.kit import World
from tests.discord.reading import Seen
from tests.discord.transcript import Transcript, digest
from tests.discord.version_0_1.opening import Click, clicks, opened

MINUTES = 14
SEVERAL_TABLES = ("Yes, forget me", "🔁 Rematch", "🔁 Revanche")
"""What is told of at several tables, at the same time."""
SHORT = 3
"""So many lines are written out each time they come up."""


def _counted(world: World) -> Transcript:
    """A transcript in which the messages that are there go by their age."""
    transcript = Transcript(world)
    for number in sorted(number for messages in world.discord.messages.values() for number in messages):
        transcript.number(number)
    return transcript


async def told(file: Path) -> str:
    """Return what is told when time goes on, minute by minute."""
    lines = []
    async with opened(file) as operator:
        transcript = _counted(operator.world)
        for minute in range(1, MINUTES + 1):
            await operator.world.later(minutes=1)
            lines += [f"=== minute {minute}", *transcript.new()]
        await operator.check()
    return "\n".join((*lines, ""))


async def all_clicks(file: Path) -> list[Click]:
    async with opened(file) as operator:
        return list(clicks(operator.world))


async def drafts(file: Path, words: Sequence[str]) -> list[tuple[Click, Click]]:
    """Return each click in a private menu that shows some of these words, with the click on *Play* that leads there."""
    async with opened(file) as operator:
        world = operator.world
        found = list(clicks(world))
        return [
            (play, click)
            for play in found
            if play.label in ("Play", "Spielen") and not Seen(world, play.channel, play.message).ephemeral
            for click in found
            if (click.channel, click.person) == (play.channel, play.person)
            and (menu := Seen(world, click.channel, click.message)).ephemeral
            and any(each in str(menu) for each in words)
        ]


async def answered(file: Path, click: Click) -> tuple[str, list[str]]:
    """Press something in a fresh copy; return what was pressed, in words, and all that people see of it."""
    async with opened(file) as operator:
        world = operator.world
        transcript = _counted(world)
        place = Seen(world, click.channel, click.message).place
        head = f"{click.person} · {place} · #{transcript.number(click.message)}.{click.position} [{click.label}]"
        await click.press(world)
        by_place = click.label in SEVERAL_TABLES
        lines = list(transcript.new(click.person, by_place=by_place))
        while await operator.let_one_decide():
            lines += [*transcript.new(by_place=by_place)]
        if await operator.refresh():
            lines += [*transcript.new(by_place=by_place)]
        return head, lines


def written(answers: Mapping[str, Sequence[str]]) -> str:
    """Return answers as text, in which each long message stands once: the next time only its digest does."""
    known: set[str] = set()
    lines: list[str] = []
    for head, answer in answers.items():
        lines.append(f"=== {head}")
        for sent, shown in _messages(answer):
            name = digest(shown)
            if len(shown) <= SHORT:
                lines += [sent, *shown]
            elif name in known:
                lines.append(f"{sent} · as [{name}]")
            else:
                known.add(name)
                lines += [f"{sent} · [{name}]", *shown]
    return "\n".join((*lines, ""))


def read(text: str) -> dict[str, list[str]]:
    """Return answers that were written, each of them whole."""
    known: dict[str, Sequence[str]] = {}
    answers: dict[str, list[str]] = {}
    for part in text.removeprefix("=== ").split("\n=== "):
        head, *lines = part.rstrip("\n").split("\n")
        answers[head] = []
        for sent, shown in _messages(lines):
            named = re.fullmatch(r"(.*) · (as )?\[(\w{12})\]", sent)
            if named and named[2]:
                shown = known[named[3]]
            elif named:
                known[named[3]] = shown
            answers[head] += [named[1] if named else sent, *shown]
    return answers


def _messages(answer: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each message of an answer: what it is, and what it shows."""
    starts = [number for number, line in enumerate(answer) if line.startswith("--- ")]
    for start, end in zip(starts, (*starts[1:], len(answer)), strict=True):
        yield answer[start], answer[start + 1 : end]
