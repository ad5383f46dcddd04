"""Clicks of four people at the same moment, in any order: the table is always what its log leads to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import pytest

from storage import Address
from storage.rows import LogRow
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import GAMES, Sitting, moves_on, sit_down
from tests.discord.reading import BUTTON, Answer, Seen

pytestmark = pytest.mark.usefixtures("plain_pictures")


@pytest.fixture
def home(address: Address) -> Address:
    """On both engines."""
    return address


CHUNKS, ROUNDS = 24, 50
"""More than a thousand interleavings in all, of each game in turn."""


@dataclass
class Click:
    """Something that stood on a message when the person decided to click on it; it may be gone by then."""

    on: Seen
    custom_id: str
    values: list[str] | None = None

    def by(self, person: Person) -> Coroutine[Any, Any, Answer]:
        return person.raw_click(self.on, self.custom_id, values=self.values)


@dataclass
class Crowd:
    """The people at a table, and all that each has ever seen to click on."""

    sitting: Sitting
    rng: random.Random
    known: dict[str, list[Click]] = field(default_factory=dict)

    def look_around(self, person: Person) -> None:
        """Remember the moves that stand in the person's menu now, one of them or a whole choice."""
        menu = self.sitting.menus.get(person.name)
        if menu is None or not menu.exists:
            return
        known = self.known.setdefault(person.name, [])
        for item in moves_on(menu, self.sitting.game):
            values = None
            if item["type"] != BUTTON:
                count = self.rng.randint(item["min_values"], item["max_values"])
                values = self.rng.sample([str(line["value"]) for line in item["options"]], count)
            known.append(Click(menu, item["custom_id"], values))
        known.extend(Click(menu, button) for button in menu.custom_ids if button.startswith("k:undo:"))
        del known[:-40]

    def click(self, person: Person) -> Coroutine[Any, Any, Answer]:
        """Anything this person might click on now: mostly moves, also old ones, taking back, *Play*, *My hand*."""
        known = self.known.get(person.name, [])
        number = self.sitting.number
        if not known or self.rng.random() < 0.2:
            verb = self.rng.choice(("play", "play", "hand", "log"))
            return Click(self.sitting.board, f"k:{verb}:{number}::").by(person)
        recent = known[-10:] if self.rng.random() < 0.8 else known
        return self.rng.choice(recent).by(person)


def by_one_click(entries: Sequence[LogRow]) -> list[LogRow]:
    """Return the entries that came with the click that made the one before: in Riga, the rest of a turn.

    A take ends the turn if nothing can be built; a proposed turn is built and ended as a whole.
    """
    found: list[LogRow] = []
    for _, group in groupby(entries, key=lambda row: row.seat):
        run = list(group)
        verbs = [row.text.partition(" ")[0] for row in run]
        if verbs[-1] == "done" and all(verb == "build" for verb in verbs[1:-1]) and verbs[0] in ("take", "build"):
            found += run[1:]
    return found


@pytest.mark.repeated(27)
@pytest.mark.parametrize(("game", "chunk"), [(GAMES[chunk % len(GAMES)], chunk) for chunk in range(CHUNKS)])
async def test_clicks_at_the_same_moment_end_in_what_the_log_leads_to(
    world: World, operator: Operator, game: str, chunk: int
) -> None:
    """Everybody is answered, nothing goes wrong, and each seat gets at most one entry from clicks of one moment."""
    rng = random.Random(chunk)
    made = 0
    computers = int(chunk % 5 == 4)
    names = ("anna", "bert", "clara", "david")[: 4 - computers]
    crowd = Crowd(await sit_down(operator, game, names, computers=computers), rng)
    rounds = operator.times(ROUNDS)
    for _ in range(rounds):
        if await crowd.sitting.over():
            crowd = Crowd(await sit_down(operator, game, names, computers=computers), rng)
        sitting = crowd.sitting
        before = await operator.log(sitting.number)
        asked = await sitting.owing()
        clickers = [rng.choice(asked if rng.random() < 0.5 else sitting.people) for _ in range(rng.randint(2, 5))]
        clicks = [crowd.click(person) for person in clickers]
        answers = await world.at_once(clicks, gaps=[int(2 ** rng.uniform(0, 8)) - 1 for _ in clicks])
        for person, answer in zip(clickers, answers, strict=True):
            assert answer.text
            if answer.ephemeral and f":{sitting.number}:" in " ".join(answer.shown.custom_ids):
                sitting.menus[person.name] = answer.shown
            crowd.look_around(person)
        after = await operator.log(sitting.number)
        assert after[: len(before)] == before
        new = after[len(before) :]
        entries = Counter(row.seat for row in new) - Counter(row.seat for row in by_one_click(new))
        humans = {await sitting.seat(person) for person in sitting.people}
        assert all(count == 1 for seat, count in entries.items() if seat in humans)
        made += sum(entries.values())
        await operator.check_table(sitting.number)
        assert world.error_log.complaint() is None
    assert made > rounds // 10
