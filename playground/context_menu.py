"""The context menu of a person: the page shows it where a name is pressed, because simcord's page has none.

`menus_for` lists its entries, `mark_people` says which names in messages can be pressed, and `plan` runs an entry.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from simcord.actors import MemberActor
from simcord.backend.errors import SetupError
from simcord.enums import AppCommandType

from playground.command_catalog import localized
from playground.simcord_private import Page, PatchedPreview


def menus_for(preview: PatchedPreview, page: Page) -> list[dict[str, str]]:
    """Return the entries of a person's context menu for a page's viewer, in the order in which the bot registered them.

    Each has an `id`, the `name` under which it is run, and a `label` in the viewer's language. Return [] in direct
    messages, where there is nobody else.
    """
    if not isinstance(page.viewer, MemberActor):
        return []
    backend: Any = preview.env.backend
    locale = backend.locales.get(page.viewer.id, "")
    found = backend.visible_commands(user_id=page.viewer.id, channel_id=page.channel_id, type=AppCommandType.USER)
    return [
        {
            "id": str(command["id"]),
            "name": command["name"],
            "label": localized(command, "name", locale),
        }
        for command in sorted(found, key=lambda command: int(command["id"]))
    ]


def mark_people(shown: Any, people: Collection[str]) -> None:
    """Give every mention of one of these people in a page's messages, and every author, their id as `person`, in place.

    `shown` is the messages of a page, or a part of them; `people` are ids.
    """
    for each in shown.values() if isinstance(shown, dict) else shown if isinstance(shown, list) else ():
        mark_people(each, people)
    if isinstance(shown, dict) and shown.get("kind") == "user" and shown.get("id") in people:
        shown["person"] = shown["id"]


def plan(preview: PatchedPreview, page: Page, body: Mapping[str, Any]) -> Any:
    """Return a coroutine function that runs an entry of a person's context menu.

    `body` is the page's request: `path` has the entry's name, `person` the person's id. Raises simcord's SetupError if
    the viewer cannot see that person.
    """
    target = next((each for each in preview.viewers if str(each.id) == body["person"]), None)
    if not isinstance(page.viewer, MemberActor) or not isinstance(target, MemberActor):
        raise SetupError("there is no such person here")
    viewer, name = page.viewer, str(body["path"][0])
    return preview.plan_for_interaction(page, lambda: viewer.context_menu(preview.channel, name, target))
