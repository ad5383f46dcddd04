"""Hunts for wrong messages: random games with faults that come and go, moves taken back, and restarts.

Whenever no notification is pending, everything that anybody sees is compared with the table. The test suite plays a
sample; `python -m tests.discord.hunt --games 200 --seed 1` plays more.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.discord.audit import Audit
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import GAMES, Sitting, moves_on, press_item, sit_down
from tests.discord.reading import STRING_SELECT, Answer, Seen
from tests.discord.wire import Fault, trouble

DEEDS = ("send", "send", "edit", "delete", "open dm")
ANSWERS = ("answer", "follow up", "edit answer", "delete answer")
REFUSED = ("no permission", "no access", "no access", "locked", "archived")
BROKEN = ("500", "429", "connection breaks")
FORBIDDEN = (
    ("send_messages_in_threads",),
    ("send_messages",),
    ("attach_files",),
    ("read_message_history",),
    ("send_messages", "send_messages_in_threads"),
    ("view_channel", "send_messages", "send_messages_in_threads"),
)
LONGEST = 80
"""Seconds a fault lasts whose answers are lost: Discord forgets nonces after some minutes."""


class Found(AssertionError):
    """Somebody sees what is not so."""


@dataclass
class Hunt:
    """One table under faults."""

    sitting: Sitting
    rng: random.Random
    counts: Counter[str] = field(default_factory=Counter)
    trail: list[str] = field(default_factory=list)
    faults_for: float = 0
    forbidden: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.world, self.operator = self.sitting.world, self.sitting.operator
        self.audit = Audit(self.sitting)

    async def play(self, clicks: int) -> None:
        """Play to the end, or so many clicks; then let everything be told and compare once more."""
        await self.audit.note(self.sitting.people[0])
        await self._pass(1)
        for _ in range(clicks):
            if await self.sitting.over():
                break
            await self._step()
            if await self.audit.empty():
                await self._compare()
        await self._calm()
        await self._compare()
        await self.operator.check_table(self.sitting.number)

    async def _step(self) -> None:
        rng, way = self.rng, self.rng.random()
        if way < 0.05:
            await self._trouble()
        elif way < 0.09 and self._troubled:
            await self._end_of_troubles()
        elif way < 0.105:
            await self._calm()
        elif way < 0.115:
            self._count("restart")
            await self.world.restart()
        elif way < 0.12:
            self._count("crash")
            await self.world.crash()
        elif way < 0.16:
            await self._pass(rng.choice((20, 40, 70, 130)))
        elif way < 0.36:
            await self._back_and_forth()
        elif way < 0.46:
            await self._look_ahead()
        else:
            await self._act(self._any_move)
        await self._pass(rng.choice((1, 1, 2, 5)))

    # ---------------------------------------------------------------- what people do

    async def _act(self, act: Any) -> None:
        owing = await self.sitting.owing()
        if not owing:
            return
        person = self.rng.choice(owing)
        self.counts["click"] += 1
        await act(person)
        await self.audit.note(person)

    async def _any_move(self, person: Person) -> None:
        menu = await self._menu(person)
        if menu is None:
            return
        items = moves_on(menu, self.sitting.game)
        if not items:
            return
        answer = await press_item(person, menu, self.rng.choice(items), self.rng)
        self._say(f"{person.name} {answer.did}")
        self.sitting.menus.pop(person.name, None)
        if answer.message is not None and self.rng.random() < 0.7:
            self.sitting.menus[person.name] = answer.message

    async def _look_ahead(self) -> None:
        """Let somebody plan; where automatic answers are possible, set one as often."""
        table = await self.operator.table(self.sitting.number)
        policies = table.game.early.policies if table.game.early else {}
        if policies and self.rng.random() < 0.5:
            await self._set_answer()
        else:
            await self._plan()

    async def _set_answer(self) -> None:
        """Let somebody set, change or end an automatic answer; not during a fault."""
        if self._troubled:
            return
        person = self.rng.choice(self.sitting.people)
        menu = await self.sitting.open_menu(person)
        leads = [each for each in menu.custom_ids if each.startswith("k:standing:")]
        if not leads:
            return
        page = (await person.click(menu, leads[0])).shown
        select = self.rng.choice([each for each in page.components if each["type"] == STRING_SELECT])
        option = self.rng.choice(select["options"])
        answer = await person.choose(page, option["value"], menu=select["custom_id"])
        self._count("setting", f"{person.name} {answer.did}")
        await self.audit.note_setting(person, answer.shown)

    async def _plan(self) -> None:
        """Let somebody who waits plan, add an alternative to a plan, change it or delete it; not during a fault."""
        owing = await self.sitting.owing()
        waiting = [person for person in self.sitting.people if person not in owing]
        if not waiting or self._troubled:
            return
        person = self.rng.choice(waiting)
        menu: Seen | None = await self.sitting.open_menu(person)
        offered = [each for each in menu.custom_ids if each.startswith(("k:plan:", "k:unplan:"))] if menu else []
        if not menu or not offered:
            return
        answer = await person.click(menu, self.rng.choice(offered))
        self._count("planning", f"{person.name} {answer.did}")
        for _ in range(8):
            menu = answer.message
            items = moves_on(menu, self.sitting.game) if menu else []
            if not menu or not any(":0." in item["custom_id"] for item in items):
                break
            answer = await press_item(person, menu, self.rng.choice(items), self.rng)
            self._say(f"{person.name} plans {answer.did}")
        shown = answer.message
        if shown is not None and any(each.startswith(("k:plan:", "k:unplan:")) for each in shown.custom_ids):
            await self.audit.note_planning(person, shown)

    async def _menu(self, person: Person) -> Any:
        menu = self.sitting.menus.get(person.name)
        if menu is None or not menu.exists or not moves_on(menu, self.sitting.game):
            listed = await person.command("tables")
            buttons = [each for each in listed.shown.custom_ids if each == f"k:play:{self.sitting.number}::"]
            if not buttons:
                return None
            menu = self.sitting.menus[person.name] = (await person.click(listed, buttons[0])).shown
        return menu

    async def _back_and_forth(self) -> None:
        """Let somebody take back their latest move, at once before all is told, or after a while; often twice."""
        table = await self.operator.table(self.sitting.number)
        able = [p for p in self.sitting.people if table.can_take_back(await self.sitting.seat(p))]
        if not able:
            await self._act(self._any_move)
            return
        person = self.rng.choice(able)
        self._count("taking back", person.name)
        acts: list[Coroutine[Any, Any, Answer]] = [
            person.command(f"{self.sitting.game} undo", table=self.sitting.number)
        ]
        other = self.rng.choice(self.sitting.people)
        if other is not person and self.rng.random() < 0.3:
            acts.append(other.command(f"{self.sitting.game} hand", table=self.sitting.number))
        await self.world.at_once(acts, gaps=[int(2 ** self.rng.uniform(0, 6)) for _ in acts])
        await self.audit.note(person)
        if self.rng.random() < 0.5:
            for _ in range(8):
                if person not in await self.sitting.owing():
                    break
                await self._any_move(person)
                await self.audit.note(person)

    # ---------------------------------------------------------------- what goes wrong

    @property
    def _troubled(self) -> bool:
        return bool(self.world.wire.faults or self.world.wire.closed_dms or self.forbidden)

    async def _trouble(self) -> None:
        way = self.rng.random()
        if way < 0.7:
            self._fault_on_the_wire()
        elif way < 0.8:
            deed = self.rng.choice(ANSWERS)
            self.world.fail_next(deed, "connection breaks", done=self.rng.random() < 0.5)
            self._count(f"fault: {deed} connection breaks")
        elif way < 0.93:
            self.forbidden = tuple({*self.forbidden, *self.rng.choice(FORBIDDEN)})
            await self.world.forbid(*self.forbidden)
            self._count("fault: permission taken", " ".join(self.forbidden))
        elif way < 0.97:
            person = self.rng.choice(self.sitting.people)
            self.world.closed_dms(person.name)
            self._count("fault: closed dms", person.name)
        elif self.world.threads:
            await self.world.archive(self.world.threads[-1])
            self._count("fault: thread archived")

    def _fault_on_the_wire(self) -> None:
        rng = self.rng
        deed, done = rng.choice(DEEDS), False
        what = rng.choice(BROKEN + (REFUSED if deed in ("send", "edit", "delete") else ()))
        if what in BROKEN:
            done = rng.random() < 0.4
        threads = self.world.threads
        place = rng.choice((None, *threads[-1:], self.world.channel))
        if what in REFUSED and place is None:
            place = self.world.channel  # Direct messages are refused in other ways.
        times = rng.choice((1, 2, 5, 1000))
        self.world.wire.faults.append(Fault(deed, trouble(what), times, done, place.id if place else None))
        self._count(f"fault: {deed} {what}{', answer lost' * done}", f"times={times} place={place and place.id}")

    async def _end_of_troubles(self) -> None:
        self._say("faults end")
        self.world.fail_no_more()
        for person in self.sitting.people:
            self.world.open_dms(person.name)
        forbidden, self.forbidden = self.forbidden, ()
        await self.world.allow(*forbidden)

    async def _pass(self, seconds: float) -> None:
        """Let time go by; faults do not last so long that Discord would forget nonces."""
        self.faults_for = self.faults_for + seconds if self.world.wire.faults else 0
        if self.faults_for > LONGEST and any(fault.done for fault in self.world.wire.faults):
            await self._end_of_troubles()
        await self.world.later(seconds=seconds)

    async def _calm(self) -> None:
        """Let the faults end and everything be told."""
        self._say("calm")
        await self._end_of_troubles()
        for _ in range(100):
            if await self.audit.empty():
                return
            await self.world.later(minutes=5)
        raise Found(self._report(["there is still something left to be told"]))

    # ---------------------------------------------------------------- what is found

    def _count(self, what: str, more: str = "") -> None:
        self.counts[what] += 1
        self._say(f"{what} {more}")

    def _say(self, line: str) -> None:
        self.trail.append(f"{self.world.now:%H:%M:%S} {line}")

    async def _compare(self) -> None:
        self.counts["comparison"] += 1
        found = await self.audit.faults()
        if found:
            raise Found(self._report(found))

    def _report(self, found: list[str]) -> str:
        return "\n".join((*self.trail[-40:], "FOUND:", *found))


async def hunt(path: Path, seed: int, clicks: int = 400) -> Counter[str]:
    """Play one table; return what was done. Raises `Found`."""
    rng = random.Random(seed)
    seeds = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tables.model.seeds.new", lambda: seeds.getrandbits(62))
        async with World() as world:
            operator = Operator(world, path / f"{seed}.db")
            await operator.start()
            names = ("anna", "bert", "clara", "david")[: rng.choice((2, 2, 3, 4))]
            computers = {"computers": 1} if len(names) == 2 and rng.random() < 0.3 else {}
            sitting = await sit_down(operator, GAMES[seed % len(GAMES)], names, **computers)
            table = Hunt(sitting, rng)
            await table.play(clicks)
            table.counts["game finished"] += await sitting.over()
            table.counts["log entry"] += await operator.entries(sitting.number)
            table.counts += Counter({f"{kind} compared": count for kind, count in table.audit.compared.items()})
            table.counts["game"] += 1
            table.counts[sitting.game] += 1
            table.counts["ping"] += sum(len(person.pings) for person in sitting.people)
            return table.counts


def main() -> int:
    """Hunt, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the first game; each next has the next one")
    parser.add_argument("--clicks", type=int, default=400, help="at most so many for each game")
    wanted = parser.parse_args()
    logging.basicConfig(level=logging.CRITICAL)
    total: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        for seed in range(wanted.seed, wanted.seed + wanted.games):
            try:
                total += asyncio.run(hunt(Path(folder), seed, wanted.clicks))
            except AssertionError as found:
                print(f"seed {seed}: {found}", flush=True)
                total["found"] += 1
            if seed % 10 == 0:
                print(dict(sorted(total.items())), flush=True)
    print("\n".join(f"{count:7} {what}" for what, count in sorted(total.items())))
    return 1 if total["found"] else 0


if __name__ == "__main__":
    sys.exit(main())
