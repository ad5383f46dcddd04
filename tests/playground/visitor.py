"""A visitor without a browser: opens the playground in this process and talks to its pages as their scripts do."""

from __future__ import annotations

import asyncio
import random
import uuid
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import ClientSession

from pictures import render
from pictures.shapes import split_bands
from playground import PlaygroundOptions
from playground.runner import Playground
from playground.world import WorldFolder
from startup.playground_bot import PlayableKontor
from tables.thinking.computers import ProcessThinker
from tests.discord.reading import seen

_band_renderer = render.band_renderer
_whole = lru_cache(maxsize=500)(render.render_png)
"""What is drawn in one piece, rendered once by this process: every world begins with the same emoji, and to render them
was half of a test."""


def _rendering() -> Callable[[str], bytes]:
    """Return how the pictures of one world are rendered."""
    banded = _band_renderer()
    return lambda svg: banded(svg) if len(split_bands(svg)) > 1 else _whole(svg)


@asynccontextmanager
async def opened(
    path: Path,
    *,
    game: str = "",
    fresh: bool = False,
    now: Callable[[], datetime] = discord.utils.utcnow,
    visited: bool = True,
) -> AsyncIterator[Playground]:
    """Open the playground on a folder, and end it in order; its world begins when somebody visits it."""
    folder = WorldFolder(path)
    with (
        folder.locked(),
        ProcessThinker(lambda: ThreadPoolExecutor(1)) as thinkers,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(render, "band_renderer", _rendering)
        world, _ = folder.load(fresh=fresh)
        playground = Playground(PlayableKontor(thinkers), folder, world, now)
        try:
            await playground.open(PlaygroundOptions(path, game=game, port=0))
            if visited:
                await playground.start_world("en")
            yield playground
        finally:
            await playground.close()


class Visitor:
    """Somebody with a browser that has the start page open."""

    def __init__(self, address: str, http: ClientSession) -> None:
        self.address = address
        self.http = http

    async def state(self) -> dict[str, Any]:
        """What the start page shows."""
        async with self.http.get(self.address + "now") as answer:
            assert answer.status == 200
            found: dict[str, Any] = await answer.json()
            return found

    async def link(self, place: str, person: str) -> str:
        """Where the start page leads this person to."""
        async with self.http.get(f"{self.address}go/{place}/{person}", allow_redirects=False) as answer:
            assert answer.status == 302, await answer.text()
            return answer.headers["Location"]

    async def enter(self, place: str, person: str) -> Tab:
        """Go through a link of the start page."""
        return await Tab.opened(self.http, await self.link(place, person))

    async def table(self, person: str) -> Tab:
        """Go to the newest table."""
        return await self.enter((await self.state())["tables"][0]["place"], person)

    async def play_on(self, places: Collection[str], chance: random.Random) -> None:
        """Play the tables in these places to their end: everybody who is asked presses any move that is offered."""
        tabs: dict[tuple[str, str], Tab] = {}
        while open_tables := [
            table for table in (await self.state())["tables"] if table["place"] in places and not table["note"]
        ]:
            for place, person in [(table["place"], person) for table in open_tables for person in table["waits"]]:
                if (place, person) not in tabs:
                    tabs[place, person] = await self.enter(place, person)
                tab = tabs[place, person]
                await tab.look()
                if not (moves := tab.newest_buttons("k:move:")):
                    await tab.click(tab.newest_buttons("k:play:")[0])
                    await tab.look()
                    moves = tab.newest_buttons("k:move:")
                await tab.click(chance.choice(moves))
            await asyncio.sleep(0.05)  # Computers may be thinking.


class Tab:
    """A page of one place, as its script sees it: it knows what it was shown last, and clicks on that."""

    def __init__(self, http: ClientSession, base: str, key: str) -> None:
        self.http = http
        self.base = base
        self.headers = {"X-Simcord-Capability": key}
        self.state: dict[str, Any] = {}
        self.sequence = 0

    @classmethod
    async def opened(cls, http: ClientSession, link: str) -> Tab:
        """Open the link."""
        base, _, key = link.partition("/#")
        tab = cls(http, base, key)
        async with http.post(f"{base}/api/pages", json={}, headers=tab.headers) as answer:
            assert answer.status == 200, answer.status
            tab.state = await answer.json()
        tab.headers["X-Simcord-Context"] = tab.state["context"]["id"]
        return tab

    async def look(self) -> int:
        """Have the page drawn as it is now; return the status of the answer."""
        async with self.http.get(f"{self.base}/api/state", headers=self.headers) as answer:
            if answer.status == 200:
                self.state = await answer.json()
            return answer.status

    @property
    def viewer(self) -> str:
        """Who is looking."""
        return next(str(each["name"]) for each in self.state["viewers"] if each["id"] == self.state["viewerId"])

    @property
    def text(self) -> str:
        """All texts on the page."""
        return seen("\n".join(str(part["content"]) for part in self.parts() if part.get("content")))

    def parts(self) -> Iterator[dict[str, Any]]:
        """Every component of every message, oldest message first, with the message's number."""
        for number in self.state["timeline"]:
            yield from _walk(self.state["messages"][number]["components"], number)

    def buttons(self) -> dict[str, dict[str, Any]]:
        """The buttons that can be pressed, by label, of several the newest."""
        return {
            seen(part["label"] or ""): part
            for part in self.parts()
            if part.get("type") == 2 and part.get("control_key") and not part.get("disabled")
        }

    def newest_buttons(self, prefix: str) -> list[dict[str, Any]]:
        """Return the buttons whose custom ids begin so, of the newest message that has any."""
        found = [
            part
            for part in self.parts()
            if part.get("type") == 2 and not part.get("disabled") and str(part.get("custom_id")).startswith(prefix)
        ]
        return [part for part in found if part["message"] == found[-1]["message"]]

    async def commands(self) -> dict[str, dict[str, Any]]:
        """The slash commands that the page offers, by what one types."""
        async with self.http.get(f"{self.base}/api/commands", headers=self.headers) as answer:
            assert answer.status == 200, answer.status
            return {entry["invocation"]: entry for entry in (await answer.json())["entries"]}

    async def press(self, label: str) -> dict[str, Any]:
        """Press a button that the page was shown when it last looked."""
        return await self.click(self.buttons()[label])

    async def click(self, button: dict[str, Any]) -> dict[str, Any]:
        """Press a button, one of `parts`."""
        return await self.act("click", control_key=button["control_key"], target_id=button["message"])

    async def act(self, kind: str, **what: Any) -> dict[str, Any]:
        """Send what a page's script sends."""
        body = {
            **what,
            "protocol_version": 3,
            "sequence": self.sequence + 1,
            "request_id": str(uuid.uuid4()),
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
            "kind": kind,
        }
        async with self.http.post(f"{self.base}/api/action", json=body, headers=self.headers) as answer:
            assert answer.status == 200, answer.status
            receipt: dict[str, Any] = await answer.json()
        self.sequence = receipt["expectedSequence"]
        return receipt


def answered(receipt: dict[str, Any]) -> bool:
    """Whether the bot has answered a click."""
    return (
        not receipt["rejected"] and receipt["settlement"] == "settled" and receipt["acknowledgement"] == "acknowledged"
    )


def _walk(value: Any, number: str) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "type" in value:
            yield {**value, "message": number}
        for each in value.values():
            yield from _walk(each, number)
    elif isinstance(value, list):
        for each in value:
            yield from _walk(each, number)
