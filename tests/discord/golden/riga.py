"""The golden game of Riga, in German: two people and a computer, with Riga buildings."""

from __future__ import annotations

import random

from tests.discord.golden.playing import Golden

SEED = 2
OTHERWISE = "Zahlung und Gebäude planen …"
GOODS = "Güter zum Bezahlen …"
TOGETHER, FURTHER = "Mehrere zusammen bauen …", "Gebäude an- oder abwählen …"


async def play(golden: Golden) -> None:
    await lobby(golden)
    await beginning(golden)
    await paying_otherwise(golden)
    await golden.go_on(random.Random(2), 25)
    await winter(golden)
    await leaving(golden)
    await the_end(golden)


async def lobby(golden: Golden) -> None:
    """Opening and joining by commands."""
    world = golden.world
    anna, bert, clara = (golden.person(name) for name in ("anna", "bert", "clara"))
    anna.locale = bert.locale = "de"
    world.discord.guild_locale = "de"
    await golden.command(anna, "help")
    await golden.command(anna, "riga new", seats=3, computers=1, riga_buildings=True)
    await golden.command(bert, "riga join")
    await golden.command(bert, "settings messages", on=False)
    await golden.command(clara, "watch")
    await golden.command(bert, "riga start")
    await golden.command(anna, "riga computer", what=1)
    await golden.command(bert, "settings messages", on=True)
    await golden.command(anna, "riga start")


async def beginning(golden: Golden) -> None:
    """The starting player, what is kept at first, and a first turn by commands."""
    bert, clara = golden.person("bert"), golden.person("clara")
    anna, thread = golden.person("anna"), golden.world.threads[-1]
    await golden.click(bert, golden.hand(bert), "Spielen")
    await golden.click(bert, golden.menu(bert), "🚩 Ich fange an")
    menu = golden.menu(anna)
    await golden.click(anna, menu, menu.buttons[0])
    await golden.click(anna, menu, menu.buttons[1])
    await golden.click(anna, golden.board(), "Meine Hand")
    await golden.click(bert, golden.menu(bert), "Gildenhaus Visby")
    takes = await golden.complete(bert, "riga take", "what", place=thread)
    await golden.command(bert, "riga take", what=takes[0].value, place=thread)
    await golden.command(bert, "riga undo", place=thread)
    await golden.complete(bert, "riga take", "what", "5", place=thread)
    await golden.command(bert, "riga take", what="row 5", place=thread)
    await golden.complete(bert, "riga build", "what", place=thread)
    await golden.complete(bert, "riga build", "pay", place=thread, what="riga:exchange_office")
    await golden.command(bert, "riga build", place=thread)
    await golden.look_at(clara, golden.board(), "Verlauf", "Meine Hand", "Mehr")
    await golden.command(clara, "riga board", place=thread)
    await golden.command(bert, "riga done", place=thread)


async def paying_otherwise(golden: Golden) -> None:
    """A payment put together card by card, in two menus, thrown away, suggested, made, and taken back with the turn."""
    anna = golden.person("anna")
    menu = golden.menu(anna)
    await golden.click(anna, menu, "Reihe 4")
    await golden.click(anna, menu, "Zurücknehmen")
    await golden.click(anna, menu, "Reihe 4")
    await golden.choose(anna, menu, "Speicher Riga", menu=OTHERWISE)
    await golden.choose(anna, menu, menu=GOODS)
    await golden.choose(anna, menu, "Tuch", "Wein", menu=GOODS)
    await golden.choose(anna, menu, "zusammen mit Schule", menu=TOGETHER)
    await golden.choose(anna, menu, "ohne Speicher", menu=FURTHER)
    await golden.choose(anna, menu, "zusammen mit Speicher", menu=TOGETHER)
    newer = (await golden.command(anna, "riga build", place=golden.world.threads[-1])).shown
    await golden.choose(anna, newer, "Tuch", "Glas", menu=GOODS)
    await golden.click(anna, menu, "🔨 Bauen")
    await golden.click(anna, newer, "💡 Vorgeschlagene Zahlung")
    await golden.click(anna, newer, "◀️ Zurück")
    await golden.choose(anna, newer, "Wechselstube Riga", menu=OTHERWISE)
    await golden.click(anna, newer, "🔨 Bauen")
    await golden.click(anna, newer, "Schule Riga bauen")
    await golden.click(anna, newer, "⏮️ Zug von vorn")
    more = await golden.click(anna, golden.board(), "Mehr")
    await golden.click(anna, more, "🔎 Was bedeuten die Symbole?")


async def winter(golden: Golden) -> None:
    """What is too much goes: offered while typing, refused, chosen of a list. It comes when somebody holds enough."""
    thread = golden.world.threads[-1]
    while "winter" not in (await golden.operator.table(golden.table)).owed.values():
        who = (await golden.owing())[0]
        menu = await golden.play(who)
        rows_first = sorted(menu.buttons, key=lambda face: ("Reihe" not in face, "Zug beenden" not in face))
        await golden.click(who, menu, rows_first[0])
    who = (await golden.owing())[0]
    await golden.complete(who, "riga discard", "what", place=thread)
    await golden.command(who, "riga discard", what="wine", place=thread)
    await golden.decide(who, random.Random(2))


async def leaving(golden: Golden) -> None:
    """One after the other leaves the game to computers, which play it to its end."""
    anna, bert = golden.person("anna"), golden.person("bert")
    more = await golden.click(bert, golden.board(), "Mehr")
    sure = await golden.click(bert, more, "🤖 Computer für mich spielen lassen")
    await golden.click(bert, sure, "Platz verlassen")
    await golden.command(bert, "table back", table=1)
    await golden.command(bert, "riga resign", place=golden.world.threads[-1])
    await golden.click(bert, golden.menu(bert), "Platz verlassen")
    golden.brief = True
    await golden.command(anna, "table replace", table=1, seat=1)
    golden.brief = False


async def the_end(golden: Golden) -> None:
    """The final score in full, and what can be done with it."""
    anna, bert, clara = (golden.person(name) for name in ("anna", "bert", "clara"))
    golden.show(golden.end())
    await golden.command(clara, "riga replay", table=1)
    await golden.rematch(bert)
    await golden.rematch(anna)
    await golden.command(anna, "results")
    await golden.command(bert, "riga cancel")
    await golden.command(anna, "tables")
