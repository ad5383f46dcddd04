"""Rewrites links to channels on discord.com, so that they lead to the same channel in the playground."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

LocalAddress = Callable[[int], str | None]
"""`channel id -> address` for one viewer; None if the channel is none of ours."""

_ON_DISCORD = re.compile(r"https://discord\.com/channels/\d+/(\d+)(?:/\d+)?")


def rewrite_links(shown: Any, local_address: LocalAddress) -> Any:
    """Return a copy of a page's snapshot with local addresses in buttons, texts, threads and channel mentions."""
    if isinstance(shown, list):
        return [rewrite_links(each, local_address) for each in shown]
    if not isinstance(shown, dict):
        return shown
    rewritten = {key: rewrite_links(value, local_address) for key, value in shown.items()}
    for key in ("url", "href"):
        if isinstance(rewritten.get(key), str) and (match := _ON_DISCORD.fullmatch(rewritten[key])):
            rewritten[key] = local_address(int(match[1])) or rewritten[key]
    is_channel_mention = rewritten.get("type") == "mention" and rewritten.get("kind") == "channel"
    if (is_channel_mention or "message_count" in rewritten) and (address := local_address(int(rewritten["id"]))):
        rewritten["url"] = address
    return rewritten
