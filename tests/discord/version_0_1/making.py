"""How the database of version 0.1 was made: by `python -m tests.discord.landed make` on commit 6a7136e.

This is a record and is not run again: today it would make another database than people have. Tables have every kind of
decision that matters pending, drafts are half built, every kind of notification is in the outbox, timers are set, and
private menus are open.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import Sitting, add_admin, open_lobby, sit_down, type_move
from tests.discord.reading import Answer, Seen, walk

WARES = ("mead", "cloth", "ceramics", "tools", "weapons", "spices")
FAILING = ("send", "edit", "delete", "open thread", "open dm")
FOR_EVER = 10**6


class Making:
    """A server full of tables, and a note of which private messages stay and who presses what all can see."""

    def __init__(self, operator: Operator) -> None:
        self.operator = operator
        self.world: World = operator.world
        self.rng = random.Random(1)
        self.rngs: dict[int, random.Random] = {}
        self.kept: set[int] = set()
        self.pressed_by: dict[int, dict[str, str]] = {}

    def person(self, name: str) -> Person:
        return self.world.people[name]

    def keep(self, *shown: Seen | Answer) -> None:
        """Let these private messages stay open."""
        self.kept.update(each.shown.id if isinstance(each, Answer) else each.id for each in shown)

    def for_all(self, message: Seen, person: str, **others: str) -> None:
        """Note who presses the buttons of a message that all can see; some others press some other ones."""
        self.pressed_by[message.id] = {"": person, **{label.replace("_", " "): name for label, name in others.items()}}

    def discord_fails(self) -> None:
        """From now on nothing can be told; clicks are still answered."""
        for deed in FAILING:
            self.world.fail_next(deed, "500", times=FOR_EVER)

    async def put_off(self) -> None:
        """Let what waits in the outbox be due table by table, each a minute after the other, and after the nudge."""
        async with self.operator.services.db.transaction() as db:
            tables = await db.execute_fetchall("SELECT DISTINCT table_id FROM outbox ORDER BY table_id")
            for number, (table,) in enumerate(tables, 3):
                due = int(self.world.now.timestamp()) + 60 * number
                await db.execute("UPDATE outbox SET due = ? WHERE table_id = ?", (due, table))

    def tidy(self) -> None:
        """Leave out the private messages that nobody needs any more, and older stories."""
        for messages in self.world.discord.messages.values():
            quiet = [each.id for each in messages.values() if not each.is_ephemeral and not custom_ids(each.components)]
            for message in list(messages.values()):
                if (message.is_ephemeral and message.id not in self.kept) or message.id in quiet[:-2]:
                    del messages[message.id]

    async def play_by_rules(
        self, sitting: Sitting, rather: Callable[[str], int], until: Callable[[Person, Seen], bool]
    ) -> tuple[Person, Seen]:
        """Let people type moves until the menu of somebody who is asked shows something."""
        for _ in range(400):
            for person in await sitting.owing():
                menu = await sitting.open_menu(person)
                if until(person, menu):
                    return person, menu
            await self.move_by_rules(sitting, rather)
        raise AssertionError("that never came about")

    async def move_by_rules(self, sitting: Sitting, rather: Callable[[str], int]) -> tuple[Person, str]:
        """Let somebody type a move: mostly one that is worth more, now and then any."""
        rng = self.rngs.setdefault(sitting.number, random.Random(sitting.number))
        person = (await sitting.owing())[0]
        table = await self.operator.table(sitting.number)
        moves = [str(move) for move in table.game.options(table.state, await sitting.seat(person))]
        usual = rng.random() < 0.8
        move = max(moves, key=lambda move: (usual and rather(move), rng.random()))
        await type_move(person, sitting.game, move, place=self.world.threads[-1], table=sitting.number)
        return person, move


def custom_ids(components: list[dict[str, Any]]) -> list[str]:
    return [item["custom_id"] for item in walk(components) if item.get("custom_id")]


def shows(*words: str) -> Callable[[Person, Seen], bool]:
    """Say whether a menu has a list or a button with one of these words."""

    def check(_: Person, menu: Seen) -> bool:
        return any(word in label for word in words for label in (*lists(menu), *menu.buttons))

    return check


def lists(menu: Seen) -> list[str]:
    return [item["placeholder"] for item in menu.components if item.get("placeholder")]


async def choose(person: Person, menu: Seen, words: str, number: int = 0, count: int = 1) -> Answer:
    """Choose lines, from some number on, of the list with these words."""
    hint = next(hint for hint in lists(menu) if words in hint)
    options = menu.select(hint)["options"]
    begin = number if number >= 0 else len(options) + number
    return await person.choose(menu, [line["value"] for line in options[begin : begin + count]], menu=hint)


async def make(making: Making) -> None:
    """Make it all, in the order of time."""
    await people_and_settings(making)
    overdue, reminded = await slow_tables(making)
    handed = await visby(making)
    undoing = await riga(making)
    await haithabu(making)
    await lobbies(making)
    finished = await over(making)
    await untold_end(making)
    making.discord_fails()
    await making.world.later(hours=2)
    making.for_all(overdue.board, "anna", My_hand="bert")
    making.for_all(reminded.board, "anna")
    await untold(making, handed, undoing, finished)
    making.world.fail_no_more()
    await nudged(making)
    await private_messages(making)
    await making.put_off()
    making.tidy()


async def people_and_settings(making: Making) -> None:
    """Everybody has settings of their own: a language, no direct messages, no pictures, closed direct messages."""
    world = making.world
    eve = add_admin(world)
    frida = world.add_person("frida")
    making.person("bert").locale = frida.locale = "de"
    for person in world.people.values():
        for _ in range(3):
            await person.command("help")  # Now they have seen the tips for newcomers.
    world.closed_dms("clara")
    await making.person("bert").command("settings language", language="de")
    await making.person("david").command("settings pictures", on=False)
    await frida.command("settings messages", on=False)
    await eve.command("kontor setup", language="en", channel=world.channel)


async def slow_tables(making: Making) -> tuple[Sitting, Sitting]:
    """A table where somebody's time has run out, and one where it is going to while nothing can be told."""
    overdue = await sit_down(making.operator, "visby", ("anna", "bert"), pace=1)
    anna = making.person("anna")
    menu = await overdue.open_menu(anna)
    await anna.choose(menu, [choice.value for choice in menu.choices[:2]])
    making.keep(menu, await overdue.open_menu(making.person("bert")))
    await making.world.later(hours=2)
    reminded = await sit_down(making.operator, "visby", ("anna", "clara"), pace=1, language="de")
    await making.world.later(hours=22.5)
    return overdue, reminded


async def visby(making: Making) -> Sitting:
    """Sealed choices, made and not made; trades; a seat that a computer plays. Return a table with nothing special."""
    anna, bert, david = (making.person(name) for name in ("anna", "bert", "david"))
    sealed = await sit_down(making.operator, "visby", ("anna", "bert", "frida", "david"), pace=7)
    await anna.click(await sealed.open_menu(anna), "Knight")
    making.keep(await sealed.open_menu(anna), await sealed.open_menu(bert))
    making.for_all(sealed.board, "anna", Play="david")
    making.keep(*[await anna.click(sealed.board, label) for label in ("My hand", "Log", "Rules", "More")])
    for label in ("Leave my seat to a computer", "Close the table", "Board in words", "What do the signs mean?"):
        making.keep(await anna.click(await anna.click(sealed.board, "More"), label))

    trading = await sit_down(making.operator, "visby", ("david", "frida", "clara", "bert"), language="de")
    for person, card in zip(trading.people, ("Merchant", "Kaufmann", "Knight", "Ritter"), strict=True):
        await person.click(await trading.open_menu(person), card)
    making.keep(await trading.open_menu(david))
    making.for_all(trading.board, "david")

    left = await sit_down(making.operator, "visby", ("anna", "frida", "bert"))
    await bert.command("visby resign", place=making.world.threads[-1])
    making.keep(await bert.click(bert.ephemerals[-1], "Meinen Platz verlassen"))
    making.for_all(left.board, "anna", Take_my_seat_back="bert")
    return await sit_down(making.operator, "visby", ("anna", "bert", "frida"))


async def riga(making: Making) -> Sitting:
    """A payment and a swap that are being put together, a winter where one has chosen, a told turn to take back."""
    paying = await sit_down(making.operator, "riga", ("bert", "frida"), riga_buildings=True, language="de")
    person, menu = await making.play_by_rules(paying, lambda move: 0, shows("mehrere Gebäude zusammen"))
    making.keep(await paying.open_menu(person))
    await choose(person, menu, "mehrere Gebäude zusammen")
    await choose(person, menu, "Güter, mit denen du zahlst", -1)
    making.keep(menu)
    making.for_all(paying.board, person.name)

    ready = await sit_down(making.operator, "riga", ("anna", "clara"), riga_buildings=True)
    person, menu = await making.play_by_rules(ready, lambda move: 0, shows("several buildings at once"))
    await choose(person, menu, "several buildings at once", -1)
    if "Build several at once …" in lists(menu):
        await choose(person, menu, "Build several at once")
    making.keep(menu)
    making.for_all(ready.board, person.name)

    swapping = await sit_down(making.operator, "riga", ("anna", "david"), riga_buildings=True, pace=0)
    person, menu = await making.play_by_rules(swapping, lambda move: "monastery" in move, shows("⚡ Monastery"))
    making.keep(await swapping.open_menu(person))
    await choose(person, menu, "⚡ Monastery")
    making.keep(menu)
    making.for_all(swapping.board, person.name)

    winter = await sit_down(making.operator, "riga", ("anna", "david"), language="en")
    while len(await winter.owing()) < 2 or "Winter: discard" not in (await winter.open_menu(winter.people[0])).text:
        await making.move_by_rules(winter, lambda move: 2 * move.startswith("take row") + (move == "done"))
    person = winter.people[0]
    menu = await winter.open_menu(person)
    await choose(person, menu, "to discard", 0, menu.select(None)["min_values"])
    other = next(each for each in winter.people if each is not person)
    making.keep(menu, await winter.open_menu(other))
    making.for_all(winter.board, other.name)

    undoing = await sit_down(making.operator, "riga", ("anna", "frida"), language="en")
    moved = ("", "")
    while moved != ("anna", "done") or making.person("anna") in await undoing.owing():
        person, move = await making.move_by_rules(undoing, lambda move: move == "done")
        moved = (person.name, move)
    return undoing


def hoarding(move: str) -> int:
    """Value what fills both stores in Haithabu: to load, to fetch transports, to hire, to buy much."""
    begin = move.split()
    wares = sum(int(word.partition(":")[2] or 1) for word in begin if word.partition(":")[0] in WARES)
    return (
        next((worth for word, worth in (("load", 50), ("fetch", 30), ("hire", 20), ("buy", 10)) if word in begin), 0)
        + wares
    )


async def haithabu(making: Making) -> None:
    """Drafts at each step, a discard that is begun, and an event that asks somebody else."""
    begun = await sit_down(making.operator, "haithabu", ("anna", "david"), language="en")
    person, menu = await making.play_by_rules(begun, lambda move: 0, shows("Where?"))
    making.keep(await begun.open_menu(person))
    await choose(person, menu, "Where?")
    making.keep(await begun.open_menu(person))
    await choose(person, menu, "Buy …")
    making.keep(menu)
    making.for_all(begun.board, person.name)

    whole = await sit_down(making.operator, "haithabu", ("bert", "frida"), language="de")
    person, menu = await making.play_by_rules(whole, lambda move: 0, shows("Wohin?"))
    await choose(person, menu, "Wohin?")
    await choose(person, menu, "Kaufen …")
    await choose(person, menu, "wie viele?", 1)
    making.keep(menu)
    making.for_all(whole.board, person.name)

    taking = await sit_down(making.operator, "haithabu", ("david", "clara"))
    person, menu = await making.play_by_rules(taking, lambda move: 0, shows("Where?"))
    places = [line["label"][0] for line in menu.select("Where?")["options"] if line["emoji"]["name"] == "☀️"]
    await choose(person, menu, "Where?", 1 + places.index("H"))
    await choose(person, menu, "Take an order")
    making.keep(menu)
    making.for_all(taking.board, person.name)

    acting = await sit_down(making.operator, "haithabu", ("anna", "clara"))
    person, menu = await making.play_by_rules(
        acting,
        lambda move: " G " in move or move.startswith("event"),
        lambda _, menu: "All equal …" in lists(menu) and "⬅️ Back" not in menu.buttons,
    )
    making.keep(await acting.open_menu(person))
    await choose(person, menu, "All equal", 1)
    making.keep(menu)
    making.for_all(acting.board, person.name)

    full = await sit_down(making.operator, "haithabu", ("anna", "david"), language="en", pace=0)
    person, menu = await making.play_by_rules(full, hoarding, shows("one by one (warehouse)"))
    making.keep(await full.open_menu(person))
    surplus = menu.select(next(hint for hint in lists(menu) if "one by one" in hint))["min_values"]
    await choose(person, menu, "one by one", 0, surplus)
    making.keep(menu, await person.click(full.board, "Log"))
    making.for_all(full.board, person.name)

    night = await sit_down(making.operator, "haithabu", ("anna", "bert", "frida"), language="en")
    person, menu = await making.play_by_rules(
        night, lambda move: "dice" in move, shows("Give a ware", "Eine Ware geben")
    )
    making.keep(menu)
    making.for_all(night.board, person.name)


async def lobbies(making: Making) -> None:
    """One that waits for people, and was full before."""
    anna, bert, david = (making.person(name) for name in ("anna", "bert", "david"))
    lobby, _ = await open_lobby(making.operator, "riga", anna, 4, computers=1, riga_buildings=True)
    for person in (bert, david):
        await person.click(lobby, "Join")
    await david.click(lobby, "Leave")
    making.for_all(lobby, "anna", Join="david", Leave="bert")


async def over(making: Making) -> Sitting:
    """A table that was closed, and one that was played to its end."""
    anna = making.person("anna")
    closed = await sit_down(making.operator, "riga", ("anna", "david"))
    sure = await anna.command("table close", table=closed.number)
    await anna.click(sure, f"Close table #{closed.number}")
    finished = await sit_down(making.operator, "visby", ("anna", "bert"), language="de")
    await finished.play_on(making.rng)
    end = making.world.messages(making.world.threads[-1])[-1]
    making.for_all(end, "anna")
    return finished


async def untold_end(making: Making) -> None:
    """A game whose last move is not told yet."""
    ending = await sit_down(making.operator, "visby", ("anna", "frida"))
    while True:
        making.discord_fails()
        await ending.move((await ending.owing())[0], making.rng)
        if await ending.over():
            making.for_all(ending.board, "anna")
            return
        making.world.fail_no_more()
        await making.world.later(seconds=30)


async def untold(making: Making, handed: Sitting, undoing: Sitting, finished: Sitting) -> None:
    """Whatever can be told: nothing of it is."""
    anna, bert, david = (making.person(name) for name in ("anna", "bert", "david"))
    await anna.command("riga undo", table=undoing.number)
    seat = await handed.seat(bert) + 1
    await bert.command("table replace", table=handed.number, seat=seat)
    await bert.command("table back", table=handed.number)
    await bert.command("table replace", table=handed.number, seat=seat, person=david)
    for untold in (undoing, handed):
        making.for_all(untold.board, "anna")
    lobby, _ = await open_lobby(making.operator, "visby", anna, 2)
    await bert.click(lobby, "Join")
    making.for_all(lobby, "anna", Leave="bert", Join="david")
    begun, number = await open_lobby(making.operator, "haithabu", anna, 2, language="de")
    await bert.click(begun, "Mitspielen")
    await anna.command("haithabu start", table=number)
    making.for_all(begun, "anna", Mitspielen="david", Verlassen="bert")
    await anna.command("visby rematch", table=finished.number)


async def nudged(making: Making) -> None:
    """Somebody whom a computer has asked while they were there: they will be pinged in two minutes."""
    sitting = await sit_down(making.operator, "riga", ("david",), computers=1)
    david = making.person("david")
    while not await nudging(making, sitting):
        await making.move_by_rules(sitting, lambda move: move == "done")
    making.keep(await sitting.open_menu(david))
    making.for_all(sitting.board, "david")


async def nudging(making: Making, sitting: Sitting) -> bool:
    reader = making.operator.services.db.reader
    rows = await reader.execute_fetchall(
        "SELECT 1 FROM timers WHERE kind = 'nudge' AND table_id = ?", (sitting.number,)
    )
    return bool(list(rows))


async def private_messages(making: Making) -> None:
    """What else people have open: lists, rules, settings, questions."""
    anna, bert, david = (making.person(name) for name in ("anna", "bert", "david"))
    for command in ("tables", "help", "rules", "settings show", "settings forget", "results"):
        making.keep(await anna.command(command))
    making.keep(await david.command("watch"), await bert.command("settings show"), await bert.command("tables"))
    making.keep(await anna.command("visby play", card="knight"))
    making.keep(await bert.command("haithabu orders", place=bert.dm), await bert.command("riga hand", place=bert.dm))
