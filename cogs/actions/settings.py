"""A person's own settings, and being forgotten."""

from __future__ import annotations

import msgspec

from cogs.core.panel import Button, Option, Panel, Row, Select, Target, Text
from cogs.core.request import Action, Request
from tables import persons, seats
from words import LANGUAGES

_SWITCHES = {f"{setting} {way}": way == "on" for setting in ("dms", "pictures", "stays_out") for way in ("on", "off")}
"""What the buttons that switch something say."""


async def settings(request: Request) -> Panel:
    """Show a person's settings, and change the one that was pressed."""
    if request.arg in _SWITCHES:
        return await change(request, **{request.arg.partition(" ")[0]: _SWITCHES[request.arg]})
    if request.arg == "language" and request.values:
        return await change(request, language=request.values[0])
    return _shown(request)


async def change(request: Request, **wishes: bool | str | None) -> Panel:
    """Change what is wished, by the setting's name, and show the settings. A language we do not speak: Discord's."""
    assert request.person is not None
    if "language" in wishes and wishes["language"] not in LANGUAGES:
        wishes["language"] = None
    person = msgspec.structs.replace(request.person, **wishes)
    if person != request.person:
        await persons.save(request.house, person)
        await request.meet()
    return _shown(request)


def _shown(request: Request) -> Panel:
    words, person = request.words, request.person
    assert person is not None
    options = (
        Option(words.say("Same as Discord"), "auto", chosen=person.language is None),
        *(Option(own, code, chosen=person.language == code) for code, own in LANGUAGES.items()),
    )
    facts = {
        "language": LANGUAGES.get(person.language or "", words.say("Same as Discord")),
        "dms": words.say("on") if person.dms else words.say("off"),
        "pictures": words.say("on") if person.pictures else words.say("off"),
        "shown": words.say("off") if person.stays_out else words.say("on"),
    }
    switch = words.say("Stop sending me my hand") if person.dms else words.say("Send me my hand")
    return Panel(
        (
            Text(
                words.say(
                    "## Your settings\nLanguage: **{language}** · Hand by direct message: **{dms}** · "
                    "Pictures of your hand: **{pictures}** · Others see your statistics: **{shown}**",
                    **facts,
                )
            ),
            Select(Target("settings", arg="language"), words.say("Language"), options),
            Row(
                (
                    Button(switch, Target("settings", arg="dms off" if person.dms else "dms on")),
                    Button(
                        words.say("Show my hand as text")
                        if person.pictures
                        else words.say("Show my hand as a picture"),
                        Target("settings", arg="pictures off" if person.pictures else "pictures on"),
                    ),
                )
            ),
            Row(
                (
                    Button(
                        words.say("Show my statistics to others")
                        if person.stays_out
                        else words.say("Keep my statistics to myself"),
                        Target("settings", arg="stays_out off" if person.stays_out else "stays_out on"),
                    ),
                    Button(words.say("What is stored about me"), Target("about_me")),
                )
            ),
            Row((Button(words.say("Forget me"), Target("forget"), "danger"),)),
        )
    )


async def forget(request: Request) -> Panel:
    """Ask once, then remove all that is stored about a person."""
    words = request.words
    if request.arg != "yes":
        question = words.say(
            "I would remove all I have stored about you: your name, your settings, statistics and ratings. Computers "
            "would take your seats at running tables, and finished games would keep their scores without your name. "
            "This cannot be undone."
        )
        sure = Button(words.say("Yes, forget me"), Target("forget", arg="yes"), "danger")
        return Panel((Text(question), Row((sure, Button(words.say("No, stay"), Target("keep"))))))
    await seats.forget(request.house, request.person_id)
    request.person = None
    return Panel((Text(words.say("Done. I have forgotten you. You are welcome to come back at any time.")),))


ACTIONS: dict[str, Action] = {"settings": settings, "forget": forget}
