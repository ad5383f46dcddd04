"""Rewrites links to channels on discord.com, so that they lead to the same channel in the playground."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Go = Callable[[int], str | None]
"""`channel id -> address` for one viewer; None if the channel is none of ours."""

_ON_DISCORD = re.compile(r"https://discord\.com/channels/\d+/(\d+)(?:/\d+)?")


def rewrite_links(shown: Any, go: Go) -> Any:
    """Return a copy of a page's snapshot with local addresses in buttons, texts, threads and channel mentions."""
    if isinstance(shown, list):
        return [rewrite_links(each, go) for each in shown]
    if not isinstance(shown, dict):
        return shown
    led = {key: rewrite_links(value, go) for key, value in shown.items()}
    for key in ("url", "href"):
        if isinstance(led.get(key), str) and (place := _ON_DISCORD.fullmatch(led[key])):
            led[key] = go(int(place[1])) or led[key]
    names_a_channel = led.get("type") == "mention" and led.get("kind") == "channel"
    if (names_a_channel or "message_count" in led) and (there := go(int(led["id"]))):
        led["url"] = there
    return led
