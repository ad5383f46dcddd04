"""A game looked at step by step in Discord: the viewer, moments shown to all, the animated picture, the record."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cogs.actions import replay
from cogs.messages.replay_parts import moment_pictures
from pictures import render
from pictures.render import RenderError
from rules import records
from rules.records import Record
from tests.discord.bot import Operator, quick_film, without_pictures
from tests.discord.clicking import OLD
from tests.discord.kit import World
from tests.discord.playing import sit_down
from tests.discord.reading import Seen, seen

NOT_YOURS = "you can only see it from your own seat or as a spectator"

Progress = Callable[[int, int], None]


async def finished(operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    await sitting.play_on(random.Random(1))


def end_of(world: World) -> Seen:
    """Return the message with the final score."""
    (end,) = [message for message in world.messages(world.threads[-1]) if "🔁 Rematch" in message.buttons]
    return end


async def test_a_finished_game_is_looked_at_step_by_step_after_a_restart_too(world: World, operator: Operator) -> None:
    await finished(operator)
    anna, emil = world.people["anna"], world.add_person("emil")
    opened = await anna.click(end_of(world), "Replay")
    assert opened.ephemeral
    viewer = opened.shown
    assert "the beginning" in viewer.text
    assert len(viewer.files) == 2
    first = viewer.text
    await anna.click(viewer, "Next")
    assert "step 1 of" in viewer.text
    await world.restart()
    await anna.click(viewer, "Next")
    assert "step 2 of" in viewer.text
    await anna.click(viewer, "Previous")
    await anna.click(viewer, "Previous")
    assert viewer.text == first
    await anna.choose(viewer, seen(viewer.select("s:replay_round")["options"][1]["label"]), menu="s:replay_round")
    later = viewer.text
    assert later != first
    await anna.choose(viewer, "with all hands face up", menu="s:replay_eyes")
    assert len(viewer.files) == 3
    await anna.choose(viewer, "as a spectator", menu="s:replay_eyes")
    assert viewer.files == ["board.png"]
    await anna.click(viewer, "Last")
    await anna.click(viewer, "First")
    assert "the beginning" in viewer.text
    theirs = (await emil.command("visby replay", table=1)).shown
    assert theirs.files == ["board.png"]
    assert "📣 Show this moment to everybody" not in theirs.buttons
    await emil.choose(theirs, "from Bert's point of view", menu="s:replay_eyes")
    assert len(theirs.files) == 2


async def test_on_and_back_lead_to_where_there_is_something_to_be_seen(world: World, operator: Operator) -> None:
    await finished(operator)
    emil = world.add_person("emil")
    viewer, told = (await emil.command("visby replay", table=1)).shown, []
    for way in ("Next", "Next", "Next", "Next", "Previous", "Previous", "Previous"):
        await emil.click(viewer, way)
        told.append(viewer.text)
    assert not [text for text in told if "The choice is still secret" in text]
    heads = [text.partition("\n")[0] for text in told]
    assert heads[4:] == heads[2::-1]


async def test_a_game_that_nobody_draws_is_leafed_through_by_its_rounds_too(world: World, operator: Operator) -> None:
    with without_pictures():
        await finished(operator)
        viewer = (await world.people["anna"].click(end_of(world), "Replay")).shown
        assert not viewer.files
        rounds = [seen(option["label"]) for option in viewer.select("s:replay_round")["options"]]
        assert rounds[:3] == ["Round 1", "Round 2", "Round 3"]
        await world.people["anna"].choose(viewer, rounds[2], menu="s:replay_round")
        assert "Round 3" in viewer.text.splitlines()[0]


@pytest.mark.repeated(3)
@pytest.mark.parametrize("trouble", ["", "500", "connection breaks"])
async def test_a_picture_that_takes_long_changes_the_viewer_in_its_place_once_it_is_there(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    """A click in the viewer is acknowledged (6), and the viewer changes later; elsewhere an answer is promised (5)."""
    await finished(operator)
    anna = world.people["anna"]

    def acknowledged(kind: int) -> int:
        answers = [request for request in world.requests if request.path.endswith("/callback")]
        return [request.body["type"] for request in answers if request.status == 200].count(kind)

    async def slow(*drawing: Any, **how: Any) -> Any:
        for _ in range(200):  # Where all rest, no time goes by here: so nobody rests.
            if acknowledged(5) + acknowledged(6) > before:
                break
            await asyncio.sleep(0.01)
        return await moment_pictures(*drawing, **how)

    monkeypatch.setattr(replay, "PICTURE_TIMEOUT_S", 0)
    monkeypatch.setattr(replay, "moment_pictures", slow)
    before = 0
    viewer = (await anna.click(end_of(world), "Replay")).shown
    assert (acknowledged(5), acknowledged(6)) == (1, 0)
    assert "the beginning" in viewer.text
    assert len(viewer.files) == 2
    before = 1
    if trouble:
        world.fail_next("answer", trouble)
    await anna.click(viewer, "Next")
    assert (acknowledged(5), acknowledged(6)) == (1, 1)
    assert "step 1 of" in viewer.text
    assert len(viewer.files) == 2
    assert [message.id for message in anna.ephemerals if "step 1 of" in message.text] == [viewer.id]


async def test_in_a_running_game_forged_eyes_are_refused(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, bert = world.people["anna"], world.people["bert"]
    await anna.command("visby play", card="knight", second="ship", place=world.threads[-1])
    viewer = (await anna.command("visby replay", place=world.threads[-1])).shown
    assert "step 1 of 1" in viewer.text
    assert [line["label"] for line in viewer.select("s:replay_eyes")["options"]] == [
        "as a spectator",
        "from Anna's point of view",
    ]
    assert not {"🎞️ Animation", "📄 Record"} & {*viewer.buttons}
    theirs = (await bert.command("visby replay", place=world.threads[-1])).shown
    mine = next(id_ for id_ in viewer.custom_ids if id_.startswith("k:replay:1::")).split("::")[1].split()[0]
    for eyes in (mine, "open"):
        for forged, values in (
            (f"k:replay:1::{eyes} 1", None),
            (f"k:replay:1::{eyes} 0 on", None),
            (f"k:replay_show:1::{eyes} 1 0", None),
            (f"s:replay_round:1::{eyes} 0", ["1"]),
            ("s:replay_eyes:1::all 1", [eyes]),
        ):
            answer = await bert.raw_click(sitting.board, forged, values=values)
            assert NOT_YOURS in answer.text
            assert answer.shown.files == []
    for forged, values in (("k:replay:1::nobody 1", None), ("s:replay_eyes:1::all 1", ["7x"])):
        assert OLD in (await bert.raw_click(sitting.board, forged, values=values)).text
    for verb in ("film", "record"):
        assert "isn't finished yet" in (await bert.raw_click(sitting.board, f"k:{verb}:1::")).text
    assert "Bert" in theirs.text
    assert "isn't finished yet" in (await bert.command("visby record", place=world.threads[-1])).text


async def test_a_moment_is_shown_to_all_once_and_survives_a_refusal(world: World, operator: Operator) -> None:
    await sit_down(operator, "visby", ("anna", "bert"))
    anna, thread = world.people["anna"], world.threads[-1]
    await anna.command("visby play", card="knight", second="ship", place=thread)
    viewer = (await anna.command("visby replay", place=thread)).shown
    assert len(viewer.files) == 2
    world.fail_next("send", "500", place=thread)
    await anna.click(viewer, "Show this moment to everybody")
    assert "Everybody can see this moment now" in viewer.text
    await world.restart()
    await world.later(minutes=1)
    shown = [message for message in world.messages(thread) if "shows you a moment from the game" in message.text]
    assert [message.files for message in shown] == [["board.png"]]
    assert "as a spectator" in shown[0].text
    assert not {"Knight", "Ship"} & {*shown[0].text.split()}
    await anna.click(viewer, "Show this moment to everybody")
    await anna.click(viewer, "Show this moment to everybody")
    assert "You've just shown everybody a moment" in viewer.text
    shown = [message for message in world.messages(thread) if "shows you a moment from the game" in message.text]
    assert len(shown) == 2


async def test_who_wants_words_looks_at_a_game_in_words(world: World, operator: Operator) -> None:
    await finished(operator)
    anna = world.people["anna"]
    await anna.command("settings pictures", on=False)
    viewer = (await anna.command("visby replay", table=1)).shown
    await anna.choose(viewer, "with all hands face up", menu="s:replay_eyes")
    assert viewer.files == []
    assert "## Visby" in viewer.text


async def test_a_record_is_a_file_that_leads_to_the_same_end(world: World, operator: Operator) -> None:
    await finished(operator)
    anna = world.people["anna"]
    before = len(world.requests)
    answer = await anna.command("visby record", place=world.threads[-1])
    assert answer.ephemeral
    (file,) = [upload for request in world.requests[before:] for upload in request.uploads]
    assert file.name == "visby-1.txt"
    table = await operator.services.load(1)
    assert records.replay(records.read(file.data.decode())) == table.state
    assert not {"Anna", "Bert"} & {*file.data.decode().split()}
    await world.forbid("attach_files", place=world.channel)
    assert "by direct message" in (await anna.command("visby record", table=1)).text


@pytest.mark.thorough
async def test_an_animated_picture_is_made_once_and_is_there_after_a_restart(world: World, operator: Operator) -> None:
    made = 0

    async def animate(record: Record, names: Sequence[str], language: str, progress: Progress) -> str:
        nonlocal made
        made += 1
        progress(1, 4)
        await asyncio.sleep(4)
        return await quick_film(record, names, language, progress)

    operator.animate = animate
    await world.restart()
    await finished(operator)
    anna = world.people["anna"]
    viewer = (await anna.command("visby replay", table=1)).shown
    before = len(world.requests)
    await anna.click(viewer, "Animation")
    await world.later(seconds=10)
    told = [request for request in world.requests[before:] if "25%" in request.text]
    assert told
    film = anna.sees_last()
    assert film.files == ["replay.webp"]
    await world.restart()
    await anna.click(viewer, "Animation")
    assert made == 1
    assert [upload.name for request in world.requests for upload in request.uploads].count("replay.webp") == 2
    kept = operator.folder / "replays"
    assert len([*kept.iterdir()]) == 1
    forget = await anna.command("settings forget")
    await anna.click(forget, "Yes, forget me")
    assert [*kept.iterdir()] == []


async def test_a_replay_that_cannot_be_drawn_is_answered_in_words(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(record: Record, names: Sequence[str], language: str, progress: Progress) -> str:
        raise RenderError("no library")

    monkeypatch.setattr(render, "_logged_reasons", set())
    operator.animate = broken
    await world.restart()
    await finished(operator)
    anna = world.people["anna"]
    viewer = (await anna.command("visby replay", table=1)).shown
    assert "The log shows the whole game" in (await anna.click(viewer, "Animation")).text
