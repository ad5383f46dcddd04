"""A person's own settings, and being forgotten."""

from __future__ import annotations

import msgspec

from cogs.panel import Button, Option, Panel, Row, Select, Target, Text
from cogs.visit import Action, Visit
from tables import persons, seats
from words import LANGUAGES


async def settings(visit: Visit) -> Panel:
    """Show a person's settings, and change the one that was pressed."""
    words, person = visit.words, visit.person
    assert person is not None
    if visit.arg in ("dms on", "dms off"):
        person = msgspec.structs.replace(person, dms=visit.arg == "dms on")
    elif visit.arg in ("pictures on", "pictures off"):
        person = msgspec.structs.replace(person, pictures=visit.arg == "pictures on")
    elif visit.arg == "language" and visit.values:
        person = msgspec.structs.replace(person, language=visit.values[0] if visit.values[0] in LANGUAGES else None)
    if person != visit.person:
        await persons.save(visit.house, person)
        await visit.meet()
        words = visit.words
    options = (
        Option(words.say("Same as Discord"), "auto", chosen=person.language is None),
        *(Option(own, code, chosen=person.language == code) for code, own in LANGUAGES.items()),
    )
    facts = {
        "language": LANGUAGES.get(person.language or "", words.say("Same as Discord")),
        "dms": words.say("on") if person.dms else words.say("off"),
        "pictures": words.say("on") if person.pictures else words.say("off"),
    }
    switch = words.say("Turn hand by direct message off") if person.dms else words.say("Turn hand by direct message on")
    return Panel(
        (
            Text(
                words.say(
                    "## Your settings\nLanguage: **{language}** · Hand by direct message: **{dms}** · "
                    "Pictures of your hand: **{pictures}**",
                    **facts,
                )
            ),
            Select(Target("settings", arg="language"), words.say("Language"), options),
            Row(
                (
                    Button(switch, Target("settings", arg="dms off" if person.dms else "dms on")),
                    Button(
                        words.say("Words only, please") if person.pictures else words.say("Show me pictures"),
                        Target("settings", arg="pictures off" if person.pictures else "pictures on"),
                    ),
                    Button(words.say("Forget me"), Target("forget"), "danger"),
                )
            ),
        )
    )


async def forget(visit: Visit) -> Panel:
    """Ask once, then remove a person's name and settings."""
    words = visit.words
    if visit.arg != "yes":
        question = words.say(
            "I would remove your name and your settings. Computers would take your seats at running tables, "
            "and finished games would keep their scores without your name. This cannot be undone."
        )
        sure = Button(words.say("Yes, forget me"), Target("forget", arg="yes"), "danger")
        return Panel((Text(question), Row((sure, Button(words.say("No, stay"), Target("keep"))))))
    await seats.forget(visit.house, visit.person_id)
    visit.person = None
    return Panel((Text(words.say("Done. I have forgotten you. You are welcome to come back at any time.")),))


ACTIONS: dict[str, Action] = {"settings": settings, "forget": forget}
