"""Rewrites links to channels on discord.com, so that they lead to the same channel in the playground."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

LocalAddress = Callable[[int], str | None]
"""Returns the playground's address of the channel with this id for one viewer; None if it has no such channel."""

_ON_DISCORD = re.compile(r"https://discord\.com/channels/\d+/(\d+)(?:/\d+)?")


def rewrite_links(shown: Any, local_address: LocalAddress) -> Any:
    """Return a copy of a page's snapshot, or of a part of it, in which links to channels lead to the playground.

    Links on discord.com in buttons and texts are replaced, a link to a message by one to its channel; threads and
    channel mentions get a `url`. Links to channels that the playground does not have stay as they are.
    """
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
