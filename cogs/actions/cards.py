"""`/card` and *Look something up*: what a card, building, character or event does, and where it is at a table.

`look_up` finds a thing by its typed name. `browse` shows selects of all things in a game, and `show_card` shows the one
chosen there. In this module an "entry" is one thing of a game's glossary.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from cogs.messages.app_emoji import for_reader
from cogs.messages.images import picture_within_timeout
from cogs.messages.panel import MAX_OPTIONS, Button, Option, Panel, Part, Row, Select, Target, Text, text
from cogs.messages.reader_language import words_for
from cogs.messages.table_messages import names_at, table_buttons
from cogs.requests.app import app_of
from cogs.requests.autocomplete import MAX_CHOICES
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from pictures.glossary_picture import glossary_picture as drawn
from rules import GAMES
from tables.model.table import Look
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.runtime.services import Services
from words import Words, glossary_search
from words import table_text as table_words
from words.games import TITLES


async def look_up(request: Request, name: str) -> Panel:
    """Show the card, building, character or event whose name matches `name` best, as `find_entries` finds it.

    If `_table_here` finds a table of its game, the panel also says where the thing is at that table. Raises `Declined`
    if nothing matches or `name` is blank.
    """
    found = await find_entries(request.services, request.words, request.person_id, request.channel, name)
    if not name.strip() or not found:
        raise Declined("no_such_card")
    entry = found[0]
    return await _card_panel(request, entry, await _table_here(request, entry.game))


async def find_entries(
    services: Services, words: Words, person: int, channel: int, typed: str
) -> list[glossary_search.GameEntry]:
    """Return the glossary entries whose names match the text `typed`, the best match first; [] if none matches.

    `person` and `channel` are Discord ids. A blank text matches all. The result comes from the first of these searches
    that finds anything:

    1. In the game played in `channel`, only the rules versions that the person or the channel plays.
    2. In all games, only these rules versions.
    3. In all games, every rules version.
    """
    here, rules = await lookup.game_in(services, channel), await lookup.rules_played(services, person, channel)
    found = glossary_search.search(words, typed, here, rules) if here else []
    return (
        found or glossary_search.search(words, typed, rules=rules) or glossary_search.search(words, typed, rules=None)
    )


async def complete_name(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Return the suggestions for the option `name` of `/card`: at most 25 glossary entries, the best match first.

    `current` is what the person has typed so far. A suggestion also names its game if entries of several games match,
    or if the only matching game is not the one played in this channel.
    """
    services, channel = app_of(interaction).services, interaction.channel_id or 0
    words = words_for(services, interaction)
    found = await find_entries(services, words, interaction.user.id, channel, current)
    games = {entry.game for entry in found}
    several = len(games) > 1 or await lookup.game_in(services, channel) not in games
    return [
        app_commands.Choice(name=glossary_search.choice_label(words, entry, several=several), value=entry.value)
        for entry in found[:MAX_CHOICES]
    ]


async def show_card(request: Request) -> Panel:
    """Show the glossary entry that was chosen in a select of `browse`, and where it is at the request's table.

    `request.arg` begins with the game's key, `request.values` holds the entry's key. Without a table, or in a lobby,
    the panel does not say where the thing is. Raises `Declined` if there is no such entry.
    """
    game, chosen = request.arg.partition(" ")[0], request.values[0] if request.values else ""
    known = glossary_search.entries(request.words, game, rules=None)
    entry = next((entry for entry in known if entry.entry.key == chosen), None)
    if entry is None:
        raise Declined("no_such_card")
    look = await lookup.look(request.services, request.table, request.person_id) if request.table else None
    return await _card_panel(request, entry, look)


async def browse(request: Request) -> Panel:
    """Show a select of a game's kinds of things (such as cards), and selects of the things of one kind.

    The game is that of the request's table; without a table `request.arg` names it. `request.values` holds the index of
    the chosen kind; without a valid choice it is the first kind. The select of kinds is left out if there is only one.
    A kind with more than 25 things has several selects. The things are those of the rules version that the table plays,
    or of the newest version in a lobby and without a table. The table's buttons come last. Raises `Declined` for a game
    that is unknown or has nothing to look up.
    """
    words, game, rules = request.words, request.arg, glossary_search.NEWEST_RULES
    table = await request.services.load(request.table) if request.table else None
    if table:
        game = table.row.game
        rules = {game: table.row.rules} if table.row.status != "lobby" else rules
    known = glossary_search.entries(words, game, rules) if game in GAMES else []
    if not known:
        raise Declined("no_such_card")
    kinds = list(dict.fromkeys(entry.entry.kind for entry in known))
    number = request.values[0] if request.values else "0"
    chosen = kinds[int(number) if number.isdecimal() and int(number) < len(kinds) else 0]
    groups = tuple(Option(kind, str(place), chosen=kind == chosen) for place, kind in enumerate(kinds))
    entries = [entry for entry in known if entry.entry.kind == chosen]
    parts: list[Part] = [Text("## " + words.say("{game} · Look up", game=TITLES[game]))]
    if len(kinds) > 1:
        parts.append(
            Select(Target("cards", request.table, arg=game), words.say("What would you like to look up?"), groups)
        )
    for page, first in enumerate(range(0, len(entries), MAX_OPTIONS)):
        shown = entries[first : first + MAX_OPTIONS]
        options = tuple(Option(entry.entry.name[:100], entry.entry.key) for entry in shown)
        name = words.say("{kind}: choose one", kind=chosen)
        if len(entries) > MAX_OPTIONS:
            name = words.say("{kind}: {first} to {last}", kind=chosen, first=first + 1, last=first + len(shown))
        parts.append(Select(Target("card", request.table, arg=f"{game} {page}"), name, options))
    if table:
        parts += table_buttons(table, words)
    display = request.app.games.get(game)
    panel = Panel(tuple(parts), display.colour if display else None)
    return for_reader(panel, display, words, table) if display else panel


def cards_button(words: Words, table: int) -> Button:
    """Return the button *Look something up*, which runs `browse` for the table with this number."""
    return Button(words.say("Look something up"), Target("cards", table), emoji="📇")


async def _table_here(request: Request, game: str) -> Look | None:
    """Return the running table of a game in this channel, else the person's only running one, as they see it.

    `lookup.find` chooses the table; it may also be the person's lesson. Return None if there is no such table, if
    several are possible, if its game has not started or is over, or if the person may not see it.
    """
    try:
        table = await lookup.find(request.services, request.person_id, game, request.channel, "running")
        look = await lookup.look(request.services, table, request.person_id)
    except Declined:
        return None
    return look if request.may_see(look.table) and look.table.row.status == "playing" else None


async def _card_panel(request: Request, entry: glossary_search.GameEntry, look: Look | None) -> Panel:
    """Return the panel that explains a glossary entry, with its picture if the person wants pictures.

    The picture is left out if files may not be attached here or drawing takes too long. `look` is the table at which to
    look for the thing; None for no table. If its game has started, the panel says where the thing is there. Every panel
    has a button to look something else up. While the game of `look` is played, the table's buttons follow; otherwise a
    button opens the game's rules.
    """
    words, thing = request.words, entry.entry
    display = request.app.games.get(entry.game)
    head = Text(f"## {thing.name}\n-# {TITLES[entry.game]} · {thing.kind}")
    picture = None
    if (request.person is None or request.person.pictures) and request.interaction.app_permissions.attach_files:
        picture = await picture_within_timeout(request.app.renderer, "card.png", lambda: drawn(entry))
    parts: list[Part] = [head, *([picture] if picture else []), text(*thing.lines)]
    table = 0
    if look is not None and look.view is not None:
        table = look.table.id
        title = table_words.title(words, entry.game, table)
        lines = glossary_search.whereabouts(words, entry, look.view, names_at(look.table))
        parts.append(text(f"**{title}**", *(lines or [words.say("You can't see it there right now.")])))
    more = Button(words.say("Look up something else"), Target("cards", table, arg=entry.game), emoji="📇")
    onward = table_buttons(look.table, words) if look else []
    rules = Button(words.say("Rules"), Target("rules", table, arg=entry.game), emoji="📖")
    parts += [Row((more,)), *onward] if onward else [Row((more, rules))]
    panel = Panel(tuple(parts), display.colour if display else None)
    return for_reader(panel, display, words, look.table if look else None) if display else panel


VERBS = (
    Verb("card", show_card),
    Verb("cards", browse),
)
