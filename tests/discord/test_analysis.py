"""The analysis of a finished game on Discord: by button and by command, for whoever may see the table, made once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from opponents import game_analysis, model_loading
from opponents.game_analysis import Analysis
from rules.chance import Chance
from rules.records import Record
from tables.delivery import outbox
from tables.play import moves
from tables.runtime.thinker import Progress
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import ANY_GAME, Sitting, sit_down
from tests.discord.reading import Seen
from tests.thinkers import QuickThinker, analyse_here

DECIDED = re.compile(r"\*\*(\d)\.\*\* (\S+) · (.+) · chance of winning \d+% → ")
MOMENT = re.compile(r"\*\*1\.\*\* \S+ · .+ · chance of winning \d+% → \d+%\n-# played: “")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Think about few decisions: the rest is the same."""
    monkeypatch.setattr(game_analysis, "MAX_SEARCHED_DECISIONS", 4)
    monkeypatch.setattr(game_analysis, "MAX_CONFIRMED_DECISIONS", 1)


async def finished(operator: Operator, game: str = "visby") -> Sitting:
    """Play a game to its end, by the same door as computers: clicks are not what this is about."""
    sitting = await sit_down(operator, game, ("anna", "bert"))
    table = await operator.table(sitting.number)
    chance = Chance(1)
    with told_later():
        while owed := table.owed:
            seat = next(iter(owed))
            person = table.seats[seat].person
            assert person is not None
            move = table.game.sample(table.state, seat, chance)
            table = (await moves.play(operator.services, table.id, person, str(move))).table
    outbox.wake(operator.services, table.id)
    await operator.world.later(hours=1)
    return sitting


@contextmanager
def told_later() -> Iterator[None]:
    """Tell nothing meanwhile: of what has happened only the end matters here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outbox, "wake", lambda *_: None)
        yield


def end_of(world: World) -> Seen:
    """Return the message with the final score."""
    (end,) = [message for message in world.messages(world.threads[-1]) if "🔁 Rematch" in message.buttons]
    return end


@pytest.mark.parametrize("game", ANY_GAME)
async def test_where_a_game_turned_is_shown_to_who_asks_alone(world: World, operator: Operator, game: str) -> None:
    await finished(operator, game)
    anna, emil = world.people["anna"], world.add_person("emil")
    before = len(world.requests)
    answer = await anna.click(end_of(world), "Analyse")
    assert answer.ephemeral
    shown = answer.shown
    assert shown.files == ["analysis.png"]
    assert MOMENT.search(shown.text)
    assert not [request.path for request in world.requests[before:] if request.path.startswith("/channels")]
    for number, who, when in DECIDED.findall(shown.text):
        again = (await anna.command(f"{game} analyse", table=1)).shown
        looked = await anna.click(again, f"Show {number}")
        assert f"from {who}'s point of view" in looked.text
        assert when in looked.text, "it is the moment that was told of"
    await anna.command("settings language", language="de")
    german = await anna.command(f"{game} analyse", table=1)
    assert re.search(r"Siegchance \d+\s% → \d+\s%\n-# gespielt: „", german.text)
    watching = await emil.command(f"{game} analyse", table=1)
    assert MOMENT.search(watching.text)
    await operator.check()


async def test_a_running_game_is_not_analysed(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = world.people["anna"]
    assert not any("Analyse" in button for button in sitting.board.buttons)
    answers = [
        await anna.command("visby analyse", place=world.threads[-1]),
        await anna.raw_click(sitting.board, "k:analyse:1::"),
    ]
    assert all("You can analyse the game when it's over" in answer.text for answer in answers)


async def test_who_waits_is_told_how_far_it_has_come_and_what_was_made_is_kept(
    world: World, operator: Operator
) -> None:
    await finished(operator)
    anna, bert = world.people["anna"], world.people["bert"]
    made = 0

    async def slowly(record: Record, progress: Progress) -> Analysis | None:
        nonlocal made
        made += 1
        progress(2, 5)
        await asyncio.sleep(4)
        return await analyse_here(record, progress)

    operator.services.thinker = QuickThinker(analyse=slowly)
    before = len(world.requests)
    asked = [await person.click(end_of(world), "Analyse") for person in (anna, bert)]
    await world.later(seconds=10)
    told = [request for request in world.requests[before:] if "Analysing Visby · table #1: 40" in request.text]
    assert told
    assert all(MOMENT.search(answer.shown.text) for answer in asked)
    await world.restart()
    assert MOMENT.search((await anna.click(end_of(world), "Analyse")).text)
    assert made == 1


async def test_who_wants_words_reads_the_chances(world: World, operator: Operator) -> None:
    await finished(operator)
    anna = world.people["anna"]
    await anna.command("settings pictures", on=False)
    answer = await anna.click(end_of(world), "Analyse")
    assert answer.shown.files == []
    assert re.search(r"Chances of winning\. Anna: 50( \d+)+%\. Bert: 50( \d+)+%\.", answer.text)


@pytest.mark.parametrize("damaged", [True, False])
async def test_without_what_was_learned_it_says_so_and_the_operator_reads_why(
    world: World,
    operator: Operator,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    damaged: bool,
) -> None:
    if damaged:
        (tmp_path / "learned-2.json").write_text("{", encoding="utf-8")
    monkeypatch.setattr(model_loading, "package_folder", lambda game: tmp_path)
    model_loading.load_estimator.cache_clear()
    try:
        await finished(operator)
        assert any("Analyse" in button for button in end_of(world).buttons) == damaged
        anna = world.people["anna"]
        answer = await anna.command("visby analyse", table=1)
    finally:
        model_loading.load_estimator.cache_clear()
    assert "the alderman's training data is missing" in answer.text
    assert ("damaged" if damaged else "cannot be read") in caplog.text
    assert "table=1 cannot be analysed" in caplog.text
