"""Metrics tell the truth about a game that was played, and stay few when clicks are forged."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from cogs.requests.verbs import Verb
from monitoring.page import ServedMetrics
from pictures.render import Renderer
from rules import GAMES
from tests.discord.bot import AtOnce, Operator, quick_picture
from tests.discord.kit import World
from tests.discord.playing import open_lobby, sit_down, use_options
from tests.monitoring.scraping import patient, read, scrape

__all__ = ["patient"]

pytestmark = pytest.mark.usefixtures("patient")

COMMAND, CLICK = 2, 3


class Counted:
    """Counts the interactions that Discord sends, on its own side of the wire."""

    def __init__(self, world: World) -> None:
        self.kinds: Counter[str] = Counter()
        self.clicks: Counter[str] = Counter()
        self._emit = world.discord.emit
        world.discord.emit = self.emit  # type: ignore[method-assign]

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE" and payload["type"] in (COMMAND, CLICK):
            self.kinds["click" if payload["type"] == CLICK else "command"] += 1
            if payload["type"] == CLICK:
                self.clicks[payload["data"]["custom_id"].split(":")[1]] += 1
        self._emit(event, payload)


@pytest.fixture
async def meters(operator: Operator, world: World) -> ServedMetrics:
    """The bot in this world is watched, from a start on."""
    operator.meters = watched = ServedMetrics(("127.0.0.1", 0), "1", tuple(GAMES))
    operator.renderer = lambda: Renderer(watched.rendering(quick_picture), AtOnce())
    await world.restart()
    return watched


@pytest.fixture
def counted(world: World) -> Counted:
    return Counted(world)


@pytest.mark.usefixtures("plain_pictures")
async def test_what_is_scraped_after_a_game_is_what_was_played(
    world: World, operator: Operator, meters: ServedMetrics, counted: Counted
) -> None:
    anna, rng = world.people["anna"], random.Random(1)
    async with meters.serving(operator.services, world.bot) as port:
        begun = await scrape(port)
        assert sum(read(begun, "kontor_tables", "game", "status").values()) == 0
        sitting = await sit_down(operator, "visby", ("anna", "bert"), computers=2)
        await sitting.play_on(rng)
        await open_lobby(operator, "riga", anna, 2)
        lobby, number = await open_lobby(operator, "riga", anna, 2)
        await use_options(anna, lobby, "k:cancel:")
        await world.people["clara"].raw_click(lobby, f"k:join:{number}::")
        await world.later(minutes=2)
        text = await scrape(port)

    answers = read(text, "kontor_answers_total", "verb", "outcome")
    assert counted.clicks["move"] > 5
    assert counted.clicks == {verb: sum_of(answers, verb) for verb in counted.clicks}
    assert sum(answers.values()) == counted.kinds.total()
    assert answers["new", "done"] == 3
    assert answers["join", "done"] == 1
    assert answers["join", "declined"] == 1
    assert {outcome for _, outcome in answers} == {"done", "declined"}
    assert read(text, "kontor_answer_seconds_count", "kind") == {(kind,): n for kind, n in counted.kinds.items()}
    tables = read(text, "kontor_tables", "game", "status")
    assert {key: value for key, value in tables.items() if value} == {
        ("visby", "finished"): 1, ("riga", "lobby"): 1, ("riga", "closed"): 1,
    }  # fmt: skip
    thoughts = await operator.services.db.reader.execute_fetchall(
        "SELECT count(*) FROM log JOIN seats USING (table_id, seat) WHERE computer IS NOT NULL"
    )
    assert read(text, "kontor_thought_seconds_count", "what")["move",] >= next(iter(thoughts))[0] > 0
    assert read(text, "kontor_thoughts_waiting", "what")["move",] == 0
    assert read(text, "kontor_picture_seconds_count", "kind")["picture",] > 3
    assert read(text, "kontor_outbox_rows", "state")["due",] == 0
    took = read(text, "kontor_database_seconds_count", "what")
    assert took["write",] > counted.clicks["move"]
    assert took["read",] > counted.kinds.total()
    assert read(text, "kontor_gateway_connected") == {(): 1}
    assert sum(read(text, "kontor_errors_total", "room").values()) == 0
    for person in world.people.values():
        assert person.name not in text.lower()
        assert str(person.id) not in text


def sum_of(answers: dict[tuple[str, ...], float], verb: str) -> float:
    return sum(value for (each, _), value in answers.items() if each == verb)


async def test_forged_verbs_are_counted_together(world: World, operator: Operator, meters: ServedMetrics) -> None:
    anna = world.people["anna"]
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    async with meters.serving(operator.services, world.bot) as port:
        for number in range(20):
            await anna.raw_click(lobby, f"k:forged{number}:1:0.1.0.0:x", known=False)
        text = await scrape(port)
    answers = read(text, "kontor_answers_total", "verb", "outcome")
    assert {verb for verb, _ in answers} == {"new", "unknown"}
    assert sum_of(answers, "unknown") == 20
    assert "forged" not in text


@pytest.mark.expects_errors("error=[0-9a-f]{8} verb=tables")
async def test_our_faults_and_lost_answers_are_counted_as_such(
    world: World, operator: Operator, meters: ServedMetrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = world.people["anna"]

    async def fails(request: object) -> None:
        raise RuntimeError("broken")

    async with meters.serving(operator.services, world.bot) as port:
        await anna.command("tables")
        monkeypatch.setitem(world.bot.dispatcher.verbs, "tables", Verb("tables", fails))
        await anna.command("tables")
        world.fail_next("anything", "unknown interaction", times=5)
        await anna.command("help", must_answer=False)
        text = await scrape(port)
    assert read(text, "kontor_answers_total", "verb", "outcome") == {
        ("tables", "done"): 1, ("tables", "failed"): 1, ("help", "undelivered"): 1,
    }  # fmt: skip
    errors = read(text, "kontor_errors_total", "room")
    assert {room: many for room, many in errors.items() if many} == {("request",): 1}
