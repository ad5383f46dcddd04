"""Links into other places stay in the playground: what would lead to Discord leads to the place as it is here."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Go = Callable[[int], str | None]
"""Returns the address of a place for whoever looks; None if it is none of ours."""

_ON_DISCORD = re.compile(r"https://discord\.com/channels/\d+/(\d+)(?:/\d+)?")


def leading(shown: Any, go: Go) -> Any:
    """Return what a page shows with links that lead to where they are meant to: buttons, texts, threads, mentions."""
    if isinstance(shown, list):
        return [leading(each, go) for each in shown]
    if not isinstance(shown, dict):
        return shown
    led = {key: leading(value, go) for key, value in shown.items()}
    for key in ("url", "href"):
        if isinstance(led.get(key), str) and (place := _ON_DISCORD.fullmatch(led[key])):
            led[key] = go(int(place[1])) or led[key]
    names_a_channel = led.get("type") == "mention" and led.get("kind") == "channel"
    if (names_a_channel or "message_count" in led) and (there := go(int(led["id"]))):
        led["url"] = there
    return led
