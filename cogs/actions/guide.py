"""`/help`: `show_help` explains the first steps, and on request lists all commands."""

from __future__ import annotations

from cogs.messages.lesson_pages import lesson_offer_parts
from cogs.messages.menu_controls import back_button
from cogs.messages.panel import Button, Panel, Row, Target, Text, rows
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from rules import GAMES
from words import rulebook
from words.games import TITLES, open_commands


async def show_help(request: Request) -> Panel:
    """Show how to begin, with buttons for lessons, all commands and each game's rulebook.

    If `request.arg` is `commands`, show the list of all commands instead, with a button back.
    """
    words, game = request.words, next(iter(GAMES))
    if request.arg == "commands":
        commands = words.say(
            "## All commands\n"
            "**Your tables** · `/play` finds you a game. `/tables` lists your tables, and `/next` opens the most "
            "urgent one. `/watch` lists the open tables on this server.\n"
            "**During a game** · `/{game} hand`: your hand · `/{game} score`: the score · `/{game} log`: what "
            "happened · `/{game} undo`: take back a move · `/{game} resign`: let a computer play for you · `/notes`: "
            "your notes. Every game has these commands.\n"
            "**After a game** · `/{game} replay`: step through it · `/{game} analyse`: your best and worst moves · "
            "`/{game} rematch`: play again · `/results`, `/stats` and `/ratings`: who won, your games, the best "
            "players\n"
            "**Learning** · `/{game} learn`: a guided first game · `/rules`: the rules · `/card`: look something up\n"
            "**Somebody is missing** · `/table replace`: a computer or another person takes over · "
            "`/table substitute`: ask everybody in the channel · `/table offer`: offer your own seat · "
            "`/table back`: take your seat back from a computer · `/table close`: end the game\n"
            "**Leagues** · `/league standings`: who is ahead · `/league mine`: your tables\n"
            "**Settings** · `/settings show`: language, notifications, time zone, holidays, your data\n"
            "**Server managers** · `/kontor setup`: language, channels, organisers · `/kontor doctor`: check "
            "my permissions · `/kontor openings`: weekly tables · `/table move`: bring a table to this channel · "
            "`/league new`: start a league",
            game=game,
        )
        return Panel((Text(commands), Row((back_button(words, Target("help")),))))
    steps = words.say(
        "## Board games, one move at a time\n"
        "**Open a table.** {ways} opens one. Your friends press *Join*, computers can take the empty seats, and "
        "*Start* begins the game. Nobody around? `/play` looks for people.\n\n"
        "**Play your turn.** I ping you in the game's thread when it's your turn. Press *Play* there to see what you "
        "can do. `/tables` shows all your tables.\n\n"
        "**Take your time.** The next move can wait until tomorrow: every button keeps working, and computers can "
        "play for people who are away.",
        ways=open_commands(words),
    )
    everything = Button(words.say("All commands"), Target("help", arg="commands"))
    rulebooks = [
        Button(TITLES[each], Target("rules", arg=each), emoji="📖") for each in GAMES if rulebook.topics(each, "en")
    ]
    return Panel((Text(steps), *lesson_offer_parts(words), Row((everything,)), *rows(rulebooks)))


VERBS = (Verb("help", show_help),)
