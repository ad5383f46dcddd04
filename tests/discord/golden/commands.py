"""The commands as people see them: names, options and sentences in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.discord.golden.playing import Golden

SEED = 0
SLASH_COMMAND = 1
"""Discord's type of a command that is typed. Entries in a person's context menu have another one."""
KINDS = {1: "", 2: "", 3: "text", 4: "number", 5: "yes or no", 6: "person", 7: "channel", 8: "role"}


async def play(golden: Golden) -> None:
    """Write down the commands that were made known to Discord, by name; their options in the order they are shown."""
    (told,) = [request for request in golden.world.requests if request.path.endswith("/commands")]
    for command in sorted(told.body, key=lambda command: str(command["name"])):
        golden.lines += _told(command, "") if command["type"] == SLASH_COMMAND else [_menu_entry(command)]


def _menu_entry(command: dict[str, Any]) -> str:
    """Return the line of an entry in a person's context menu."""
    return f"person's menu: {' · '.join([command['name'], *(command.get('name_localizations') or {}).values()])}"


def _told(thing: dict[str, Any], before: str) -> Iterator[str]:
    names = [thing["name"], *(thing.get("name_localizations") or {}).values()]
    told = [thing["description"], *(thing.get("description_localizations") or {}).values()]
    kind = KINDS[thing["type"]]
    needed = ", needed" if thing.get("required") else ""
    limits = "".join(f", {key} {thing[key]}" for key in ("min_value", "max_value", "channel_types") if key in thing)
    offers = ", offers" if thing.get("autocomplete") else ""
    yield f"{before or '/'}{' · '.join(names)}{f' ({kind}{needed}{limits}{offers})' if kind else ''}"
    yield from (f"{' ' * len(before)}  {line}" for line in told)
    for choice in thing.get("choices") or ():
        words = [choice["name"], *(choice.get("name_localizations") or {}).values()]
        yield f"{' ' * len(before)}  ○ {' · '.join(words)}"
    options = thing.get("options") or []
    if options and options[0]["type"] in (1, 2):
        options = sorted(options, key=lambda option: str(option["name"]))
    for option in options:
        yield from _told(option, before + "  ")
