"""`/help`: one page (`show_help`) that explains how to use the bot."""

from __future__ import annotations

from cogs.messages.lesson_panels import lesson_offer_parts
from cogs.messages.panel import Button, Panel, Target, Text, rows
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from rules import GAMES
from words import rulebook
from words.games import TITLES, open_commands


async def show_help(request: Request) -> Panel:
    """Show the page on how to use the bot, with buttons that offer a lesson and open each game's rulebook."""
    words = request.words
    lines = words.say(
        "## Kontor: board games, a move at a time\n"
        "**Play** · {ways} opens a table. Others press *Join*, computers fill seats, *Start* begins.\n"
        "**Your turn** · You are pinged in its thread. *Play* shows what you can do, 💡 *Hint* (if allowed) what is "
        "good.\n"
        "**Find** · `/tables` shows what is waiting for you, `/watch` open tables here, `/results` who won, "
        "`/stats` your games, `/ratings` the best; `/next` the most urgent.\n"
        "**At a table** · `/{game} hand` shows your hand, `/{game} score` who leads, `/{game} log` what happened; "
        "`/{game} undo` undoes a move, `/{game} resign` gives up; later `/{game} replay` shows the game, "
        "`/{game} analyse` where it turned. Same in every game. `/notes` keeps notes.\n"
        "**Learn** · `/{game} learn`: a guided first game. `/rules` explains, `/card` looks things up.\n"
        "**You** · `/settings show`: language, messages, time zone, holidays, *Forget me*.\n"
        "**Somebody missing?** · `/table replace`: a computer or a person, `/table substitute` asks the "
        "channel. `/table offer` offers yours, `/table back` takes it back, `/table close` ends a table.\n"
        "**Run a server?** · `/kontor setup`, `/kontor doctor`. You may close tables and hand over seats; "
        "`/table move` brings one here.",
        ways=open_commands(words),
        game=next(iter(GAMES)),
    )
    games = [
        Button(TITLES[game], Target("rules", arg=game), emoji="📖") for game in GAMES if rulebook.topics(game, "en")
    ]
    return Panel((Text(lines), *lesson_offer_parts(words), *rows(games)))


VERBS = (Verb("help", show_help),)
