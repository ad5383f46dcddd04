"""The golden game of Haithabu, in both languages: an English table, one of its two people reads German."""

from __future__ import annotations

import random

from tests.discord.golden.playing import Golden

SEED = 3


async def play(golden: Golden) -> None:
    await lobby(golden)
    await first_turns(golden)
    await golden.go_on(random.Random(2), 60)
    await leaving(golden)
    await the_end(golden)


async def lobby(golden: Golden) -> None:
    anna, bert, clara = (golden.person(name) for name in ("anna", "bert", "clara"))
    bert.locale = "de"
    await golden.command(bert, "rules", game="haithabu")
    lobby = await golden.command(anna, "haithabu new", seats=3, computers=1, language="en", clock="none")
    await golden.click(bert, lobby, "Join")
    await golden.click(bert, lobby, "Rules")
    await golden.click(anna, lobby, "Start")
    await golden.look_at(clara, golden.board(), "Play", "More")
    await golden.click(clara, golden.menu(clara), "📃 Board as text")


async def first_turns(golden: Golden) -> None:
    """Characters by command, then a purchase put together step by step, thrown away, and another one made."""
    anna, bert, thread = golden.person("anna"), golden.person("bert"), golden.world.threads[-1]
    characters = await golden.complete(anna, "haithabu choose", "what", place=thread)
    await golden.choose(anna, golden.menu(anna), "Juggler")
    await golden.click(anna, golden.menu(anna), "Undo")
    await golden.command(anna, "haithabu choose", what=characters[-1].value, place=thread)
    menu = await golden.play(bert)
    await golden.click(bert, menu, "♟️ Neutralen Arbeiter anheuern (40 Silber)")
    await golden.click(bert, menu, "Zurücknehmen")
    await golden.choose(bert, menu, "Markt")
    await golden.choose(bert, menu, "Waffen", menu="Kaufen …")
    await golden.click(bert, menu, "⬅️ Zurück")
    await golden.click(bert, menu, "⬅️ Zurück")
    await golden.choose(bert, menu, "A · Karren und Schiff")
    await golden.choose(bert, menu, "Karren (5 beliebige Waren)", menu="Einen Karren kaufen")
    await golden.click(bert, golden.hand(bert), "Spielen")
    await golden.click(bert, golden.menu(bert), "⬅️ Zurück")
    await golden.click(bert, golden.menu(bert), "⬅️ Zurück")
    await golden.choose(bert, golden.menu(bert), "Markt")
    await golden.choose(bert, golden.menu(bert), "Keramik", menu="Kaufen …")
    await golden.choose(bert, golden.menu(bert), "3", menu="Keramik kaufen: welche Menge?")
    await golden.command(bert, "haithabu undo", place=thread)
    await golden.look_at(bert, golden.board(), "My hand", "Log")
    await golden.command(bert, "haithabu orders", place=thread)
    await golden.complete(bert, "haithabu work", "what", place=thread)
    await golden.complete(bert, "haithabu work", "what", "Markt", place=thread)
    await golden.command(bert, "haithabu loan", repay=1, place=thread)
    await golden.command(bert, "haithabu work", what="work own market buy mead:99", place=thread)
    await golden.command(bert, "haithabu hire", place=thread)
    more = await golden.click(bert, golden.board(), "More")
    await golden.click(bert, more, "🔎 Was bedeuten die Symbole?")


async def leaving(golden: Golden) -> None:
    """A seat goes to another person; then computers play the game to its end."""
    anna, bert, clara, thread = *(golden.person(name) for name in ("anna", "bert", "clara")), golden.world.threads[-1]
    await golden.command(clara, "table replace", table=1, seat=2)
    await golden.command(anna, "table replace", table=1, seat=2, person=clara)
    await golden.command(bert, "table replace", table=1, seat=2, person=clara)
    offers = [message for message in golden.world.messages(thread) if "k:decline_seat:1::" in message.custom_ids]
    await golden.click(clara, offers[-1], "🪑 Accept")
    await golden.click(bert, golden.board(), "My hand")
    await golden.play(clara)
    golden.brief = True
    await golden.command(clara, "haithabu resign", place=thread)
    await golden.click(clara, golden.menu(clara), "Leave my seat")
    await golden.command(anna, "table replace", table=1, seat=3)
    golden.brief = False


async def the_end(golden: Golden) -> None:
    """The final score in full, and what can be done with it."""
    anna, bert, clara = (golden.person(name) for name in ("anna", "bert", "clara"))
    golden.show(golden.end())
    await golden.rematch(bert)
    await golden.click(bert, golden.end(), "🎞️ Replay")
    await golden.rematch(clara)
    await golden.command(anna, "results", game="haithabu")
    await golden.command(clara, "haithabu log", table=1)
    await golden.command(bert, "haithabu replay", table=1)
    await golden.command(clara, "table close", table=2)
    await golden.click(clara, golden.menu(clara), "Close table #2")
