"""The messages of `/play`, for people who look for a game, as panels.

A person who looks for a game has a wish (`WishRow`): which games, table sizes, clocks and languages they accept. While
they still choose that, the wish is a draft.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.messages.panel import Button, Option, Panel, Part, Row, Select, Target, Text, rows, text
from cogs.messages.table_messages import link_to
from matching.reliability import Level
from matching.wishes import DEFAULT_WISH_S
from rules import GAMES
from tables.matching.wish_store import LASTS_S, SIZES, WishRow, WishTerms
from tables.model.table import Table
from tables.seating.table_settings import CLOCKS
from words import LANGUAGES, Words, table_text, time_text
from words.games import TITLES
from words.lobby_text import required_people

_MAX_LOBBIES = 5


def start_panel(lobbies: Sequence[Table], words: Words) -> Panel:
    """Return the first answer to `/play`: lobbies that the person can join, and two ways to look for a game.

    The buttons are *Anything*, which looks for any game, and *Choose …*, which opens a draft. `lobbies` may be empty.
    """
    ways = Row(
        (
            Button(words.say("Anything"), Target("wish_anything"), "success", "🔎"),
            Button(words.say("Choose …"), Target("wish_choose")),
        )
    )
    said = words.say(
        "*Anything* looks for people for any game. *Choose …* lets you say which games, how many players, how much "
        "time and which language. As soon as enough people match, a table opens and the game starts."
    )
    return Panel((Text(words.say("## Find a game")), *_lobby_parts(lobbies, words), Text(said), ways))


def _lobby_parts(lobbies: Sequence[Table], words: Words) -> tuple[Part, ...]:
    """Return a text that lists the first five lobbies, and buttons to join them; () if `lobbies` is empty."""
    if not lobbies:
        return ()
    lines = [words.say("These tables are waiting for players:")]
    for table in lobbies[:_MAX_LOBBIES]:
        row, free = table.row, table.row.size - len(table.seats)
        state = table_text.lobby_state(words, row.status, free)
        lines.append(f"[{table_text.title(words, row.game, row.id)}](<{link_to(table)}>) · {state}")
    buttons = [
        Button(words.say("Join #{table}", table=table.id), Target("join", table.id)) for table in lobbies[:_MAX_LOBBIES]
    ]
    return (text(*lines), *rows(buttons))


def draft_panel(row: WishRow, lobbies: Sequence[Table], words: Words, *, hides_level: bool = False) -> Panel:
    """Return the private panel of a draft: fitting lobbies, selects for what the person accepts, *Look for a game*.

    With `hides_level` the person keeps their statistics private, and a select asks whether their level may be checked.
    """
    terms = row.terms
    languages = [Option(name, code, chosen=code in terms.languages) for code, name in LANGUAGES.items()]
    clocks = [
        Option(time_text.clock_summary(words, CLOCKS[name]), name, chosen=name in terms.clocks) for name in CLOCKS
    ]
    sizes = [
        Option(words.say("{n} players", n=size), str(size), chosen=size in terms.sizes)
        for size in sorted(SIZES)
        if any(size in game.players for game in GAMES.values())
    ]
    computers = [
        Option(words.say("Computers may take empty seats"), "yes", chosen=terms.computers),
        Option(words.say("Only people"), "no", chosen=not terms.computers),
    ]
    lasts = [
        Option(
            words.say("Keep looking for {time}", time=time_text.duration(words, seconds)),
            str(seconds),
            chosen=seconds == (terms.lasts_s or DEFAULT_WISH_S),
        )
        for seconds in LASTS_S
    ]
    required = [
        Option(people[:1].upper() + people[1:], str(int(level)), chosen=level == terms.required_level)
        for level in Level
        for people in [required_people(words, level)]
    ]
    private = [
        Option(words.say("Don't check how reliable I am"), "no", chosen=not terms.level_may_be_checked),
        Option(
            words.say("Check my reliability if somebody asks for reliable people"),
            "yes",
            words.say("Nobody else will see it."),
            chosen=terms.level_may_be_checked,
        ),
    ]
    consent = [Select(Target("wish_set", arg="level_may_be_checked"), words.say("My reliability"), tuple(private))]
    games = [Option(TITLES[game], game, chosen=game in terms.games) for game in GAMES]
    return Panel(
        (
            Text(words.say("## Find a game\nLeave a menu empty if you have no preference.")),
            *_lobby_parts(lobbies, words),
            _several("games", words.say("Any game"), games),
            _several("sizes", words.say("Any number of players"), sizes),
            _several("clocks", words.say("Any time limit per decision"), clocks),
            _several("languages", words.say("Any language"), languages),
            Select(Target("wish_set", arg="computers"), words.say("Computers"), tuple(computers)),
            Select(Target("wish_set", arg="required_level"), words.say("Who to play with"), tuple(required)),
            *(consent if hides_level else []),
            Select(Target("wish_set", arg="lasts_s"), words.say("How long"), tuple(lasts)),
            Row((Button(words.say("Look for a game"), Target("wish_look"), "success", "🔎"),)),
        )
    )


def _several(field: str, placeholder: str, options: Sequence[Option]) -> Select:
    """Return a select for a field of `WishTerms` in which none, some or all options can be chosen."""
    return Select(Target("wish_set", arg=field), placeholder, tuple(options), least=0, most=len(options))


def wish_panel(row: WishRow, lobbies: Sequence[Table], words: Words) -> Panel:
    """Return the private panel of a wish: what the person accepts, until when, fitting lobbies, and *Stop looking*.

    If the bot has asked whether they still want to play and they have not answered, it also has *I still want to play*.
    """
    buttons = [Button(words.say("Stop looking"), Target("wish_stop"), "danger")]
    if row.asked_at > row.confirmed_at:
        buttons.insert(0, _still_looking(row.server, words))
    said = words.say(
        "-# Until <t:{until}:f>. As soon as enough people match, a table opens in a channel that all of you can see, "
        "and the game starts. I'll notify you as usual. `/play` brings you back here.",
        until=row.expires_at,
    )
    head = words.say("## 🔎 You're looking for a game")
    return Panel((text(head, _terms_line(row.terms, words), said), *_lobby_parts(lobbies, words), *rows(buttons)))


def _terms_line(terms: WishTerms, words: Words) -> str:
    """Return one line with the games, table sizes, clocks, languages and people that `terms` accept.

    It also says whether computers may take seats.
    """
    clocks = [time_text.clock_summary(words, CLOCKS[name]) for name in CLOCKS if name in terms.clocks]
    return " · ".join(
        (
            ", ".join(TITLES[game] for game in terms.games) or words.say("any game"),
            words.say("{n} players", n=", ".join(map(str, sorted(terms.sizes))))
            if terms.sizes
            else words.say("any number of players"),
            ", ".join(clocks) or words.say("any time limit per decision"),
            ", ".join(LANGUAGES[code] for code in terms.languages) or words.say("any language"),
            words.say("computers may take empty seats") if terms.computers else words.say("only people"),
            *([required_people(words, Level(terms.required_level))] if terms.required_level else []),
        )
    )


def overview_panel(looking: Sequence[WishRow], words: Words) -> Panel:
    """Return the public message that says how many people look for a game, and which games they want.

    It names nobody. Its button starts `/play`.
    """
    wanted = [game for game in GAMES if any(not row.terms.games or game in row.terms.games for row in looking)]
    many = words.many("{n} person is looking for a game.", "{n} people are looking for a game.", len(looking))
    games = words.say("Games they would like to play: {games}.", games=", ".join(TITLES[game] for game in wanted))
    button = Button(words.say("I want to play too"), Target("find_game"), "primary")
    return Panel((Text(f"🔎 **{many}** {games}"), Row((button,))))


def question_panel(row: WishRow, words: Words) -> Panel:
    """Return the message that asks a person, for whom a table could open now, whether they still want to play.

    It is sent to somebody who has looked for a game for more than a day.
    """
    said = words.say(
        "🔎 I can start a game for you now. You've been looking since <t:{since}:f>: do you still want to play? "
        "If you don't answer within three hours, others may get your seat.",
        since=row.made_at,
    )
    stop = Button(words.say("Stop looking"), Target("wish_stop", arg=str(row.server)))
    return Panel((Text(said), Row((_still_looking(row.server, words), stop))))


def _still_looking(server: int, words: Words) -> Button:
    return Button(words.say("I still want to play"), Target("wish_confirm", arg=str(server)), "success")


def computers_panel(row: WishRow, words: Words) -> Panel:
    """Return the message that offers a table with computers to somebody whose wish ended without a table."""
    said = words.say(
        "🔎 I'm sorry, I haven't found anybody for you to play with. Would you like to play against computers about "
        "as strong as you? Or look again with `/play`."
    )
    play = Button(words.say("Play against computers"), Target("wish_computers", arg=str(row.server)), "primary", "🤖")
    return Panel((Text(said), Row((play,))))
