"""The golden game of Visby, in English: two people and two computers, from the first look to the rematch."""

from __future__ import annotations

import random

from tests.discord.golden.playing import Golden
from tests.discord.playing import add_admin

SEED = 1


async def play(golden: Golden) -> None:
    await look_around(golden)
    await lobby(golden)
    await first_round(golden)
    await time_runs_out(golden)
    await golden.go_on(random.Random(2))
    await the_end(golden)


async def look_around(golden: Golden) -> None:
    """What a newcomer and whoever runs the server look at first."""
    world, anna = golden.world, golden.person("anna")
    eve = add_admin(world)
    await golden.command(anna, "kontor setup", language="en")
    await golden.command(eve, "kontor setup", language="en", channel=world.channel)
    await golden.command(eve, "kontor doctor")
    await golden.command(anna, "kontor about")
    for name in ("tables", "watch", "results"):
        await golden.command(anna, name)
    shown = await golden.command(anna, "help")
    rules = (await golden.click(anna, shown, "📖 Visby")).shown
    await golden.choose(anna, rules, rules.choices[1].label)
    await golden.click(anna, rules, "Riga")
    await golden.complete(anna, "rules", "topic", "", game="visby")
    settings = await golden.command(anna, "settings show")
    await golden.choose(anna, settings, "Deutsch", menu="s:settings:0::language")
    await golden.choose(anna, settings, "English", menu="s:settings:0::language")
    await golden.click(anna, settings, "Show my hand as text")
    await golden.click(anna, settings, "Show my hand as a picture")
    await golden.click(anna, settings, "Stop sending me my hand")
    await golden.click(anna, settings, "Send me my hand")


async def lobby(golden: Golden) -> None:
    """Sitting down, standing up, computers, and what is declined."""
    anna, bert, clara, david = (golden.person(name) for name in ("anna", "bert", "clara", "david"))
    await golden.command(anna, "visby new", seats=4, target=45)
    lobby = await golden.command(anna, "visby new", seats=4, computers=1, clock="1d")
    await golden.click(bert, lobby, "Join")
    await golden.click(bert, lobby, "Join")
    watch = await golden.command(clara, "watch")
    await golden.click(clara, watch, "Join #1")
    await golden.click(bert, lobby, "Start")
    await golden.use_options(clara, lobby, "Leave")
    await golden.complete(david, "visby join", "table", place=golden.world.channel)
    await golden.command(david, "visby join", table=1)
    await golden.command(david, "visby leave")
    await golden.click(bert, lobby, "🤖 + Computer")
    options = await golden.use_options(anna, lobby, "🤖 − Computer")
    await golden.choose(anna, options, "Alderman")
    await golden.click(anna, lobby, "🤖 + Computer")
    await golden.click(clara, lobby, "Rules")
    await golden.command(anna, "tables")
    await golden.click(anna, lobby, "Start")


async def first_round(golden: Golden) -> None:
    """A sealed choice, made anew and taken back, and everything one can look at meanwhile."""
    anna, bert, clara = (golden.person(name) for name in ("anna", "bert", "clara"))
    menu, thread = golden.menu(anna), golden.world.threads[-1]
    await golden.click(anna, menu, "Knight")
    await golden.click(anna, menu, "Ship")
    await golden.click(anna, golden.board(), "My hand")
    await golden.click(anna, menu, "Undo")
    await golden.click(anna, menu, "Merchant")
    older = await golden.play(bert)
    await golden.look_at(bert, golden.board(), "My hand", "Log", "Rules")
    more = await golden.click(bert, golden.board(), "More")
    await golden.look_at(bert, more, "🗺️ Board")
    more = await golden.click(bert, golden.board(), "More")
    await golden.click(bert, more, "📃 Board as text")
    more = await golden.click(bert, golden.board(), "More")
    await golden.click(bert, more, "🔎 What do the symbols mean?")
    await golden.look_at(clara, golden.board(), "Play", "My hand", "Log", "More")
    await golden.complete(bert, "visby play", "card", "", place=thread)
    await golden.command(bert, "visby play", card="dragon", place=thread)
    await golden.command(bert, "visby trade", wares=1, place=thread)
    await golden.command(bert, "visby play", card="toll_keeper", place=thread)
    await golden.command(bert, "visby play", card="merchant", place=thread)
    await golden.click(bert, older, older.buttons[0])
    for who, command in ((anna, "visby hand"), (bert, "visby log"), (clara, "visby board"), (bert, "tables")):
        await golden.command(who, command, place=thread)
    await golden.command(clara, "watch")


async def time_runs_out(golden: Golden) -> None:
    """Reminders, a seat that is handed over, and coming back."""
    anna, bert = golden.person("anna"), golden.person("bert")
    while bert not in await golden.owing():
        await golden.decide((await golden.owing())[0], random.Random(1))
    if anna in await golden.owing():
        await golden.decide(anna, random.Random(1))
    await golden.pause(hours=13)
    await golden.pause(hours=12)
    await golden.click(anna, golden.board(), "Computer for Bert")
    away = await golden.click(bert, golden.hand(bert), "Play")
    await golden.click(bert, away, "Take my seat back")
    more = await golden.click(bert, golden.board(), "More")
    sure = await golden.click(bert, more, "🤖 Let a computer play for me")
    await golden.click(bert, sure, "Keep my seat")


async def the_end(golden: Golden) -> None:
    """The final score, its replay, a rematch, and being forgotten."""
    anna, bert, clara = (golden.person(name) for name in ("anna", "bert", "clara"))
    end = golden.end()
    await golden.click(clara, end, "🎞️ Replay")
    await golden.rematch(anna)
    await golden.rematch(bert)
    await golden.command(clara, "results", game="visby")
    await golden.click(clara, golden.menu(clara), "All games")
    lobby = golden.lobby()
    await golden.click(bert, lobby, "Options")
    asked = await golden.use_options(anna, lobby, "Cancel the table")
    await golden.click(anna, asked, "Cancel table #2")
    shown = await golden.command(bert, "settings forget")
    await golden.click(bert, shown, "Yes, forget me")
    await golden.command(clara, "results")
