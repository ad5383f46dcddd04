"""The analysis of a finished game on Discord: about whoever asks, made once; and the ways to the replay and back."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from opponents import game_analysis, model_loading
from opponents.game_analysis import Analysis
from rules.chance import Chance
from rules.records import Record
from tables.coaching import analysis
from tables.delivery import outbox
from tables.play import moves
from tables.runtime.thinker import Progress
from tests.discord.bot import Operator
from tests.discord.clicking import OLD
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import ANY_GAME, Sitting, sit_down
from tests.discord.reading import GALLERY, TEXT, Seen, seen
from tests.thinkers import QuickThinker, Waiting, analyse_here

OWN = re.compile(
    r"(?m)^(?:\*\*(\d)\.\*\* )?(?!\*\*)(.+) · "
    r"(?:cost|gained) you \*\*(\d+) percentage points\*\*\n-# Your move: .+ · \d+% chance of winning"
)
ENTRY = re.compile(r"(?m)^(?!-# ).+ · .+\n-# .+\n-# .+")
WHEN = {
    "visby": r"Round \d+",
    "riga": r"Year \d, (summer|autumn|winter)|Year \d",
    "haithabu": r"Round \d, (phase \d|end of the round)|Round 1",
}
"""When a decision was made, as the analysis names it; without a part of the round only before the first one."""
DECIDED = re.compile(r"\*\*(\d)\*\* · (\S+) · (.+) · chance of winning \d+% → \d+%\n-# Played: ")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Think about few decisions: the rest is the same."""
    monkeypatch.setattr(game_analysis, "MAX_SEARCHED_DECISIONS", 8)


async def finished(operator: Operator, game: str = "visby") -> Sitting:
    """Play a game to its end, by the same door as computers: clicks are not what this is about."""
    sitting = await sit_down(operator, game, ("anna", "bert"))
    table = await operator.table(sitting.number)
    chance = Chance(3)
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


def page_of(shown: Seen) -> str:
    """Return the text of a page without the tip below it that only newcomers get."""
    return shown.text.partition("\n-# 💡")[0]


def shown_by(page: Seen, number: int) -> str:
    """Return the label of the button that shows the decision with this number on a page of the analysis."""
    labels = [label for label in page.buttons if "Show " in label]
    assert all(
        label.endswith((f" {place}", "Show mistake", "Show best decision")) for place, label in enumerate(labels, 1)
    )
    return labels[number - 1]


@pytest.mark.parametrize("game", ANY_GAME)
async def test_who_asks_reads_of_their_own_decisions_and_a_spectator_of_turning_points(
    world: World, operator: Operator, game: str
) -> None:
    await finished(operator, game)
    anna, emil = world.people["anna"], world.add_person("emil")
    before = len(world.requests)
    answer = await anna.click(end_of(world), "Analyse")
    assert answer.ephemeral
    shown = answer.shown
    assert shown.files == []
    assert not [request.path for request in world.requests[before:] if request.path.startswith("/channels")]
    assert OWN.search(shown.text)
    assert not DECIDED.search(shown.text)
    assert re.search(r"\nYou finished .+ (ahead of|behind) \*\*\u2068Bert\u2069\*\*: \d+ (more|fewer) ", shown.text)
    costs = [int(points) for number, _, points in OWN.findall(shown.text.partition("Your best decision")[0])]
    assert costs == sorted(costs, reverse=True)
    first = page_of(shown)
    await moments_of(shown, anna, game, [(n, "**\u2068Anna\u2069**", when) for n, when, _ in OWN.findall(first)])
    await anna.click(shown, "Chart and turning points")
    assert shown.files == ["analysis.png"]
    page = page_of(shown)
    assert not OWN.search(page)
    await moments_of(shown, anna, game, DECIDED.findall(page))
    listed = [*OWN.findall(first), *DECIDED.findall(page)]
    assert [int(number or place) for place, (number, *_) in enumerate(listed, 1)] == [*range(1, len(listed) + 1)]
    await anna.click(shown, "Back")
    assert page_of(shown) == first
    await anna.command("settings language", language="de")
    german = await anna.command(f"{game} analyse", table=1)
    assert re.search(r"Prozentpunkte\*\* ge\w+\n-# Dein Zug: .+ · \d+\s% Siegchance", german.text)
    watching = (await emil.command(f"{game} analyse", table=1)).shown.text
    assert not OWN.search(watching)
    assert "Your" not in watching
    assert {turn[1:] for turn in DECIDED.findall(page)} <= {turn[1:] for turn in DECIDED.findall(watching)}
    await operator.check()


async def test_without_costly_decisions_only_the_loser_reads_what_decided_the_game(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none_found(*asked: object) -> analysis.OwnDecisions:
        return analysis.OwnDecisions((), None)

    monkeypatch.setattr(analysis, "own_decisions", none_found)
    await finished(operator)
    result = (await operator.table(1)).result
    assert result is not None
    for seat, name in enumerate(("anna", "bert")):
        told = (await world.people[name].command("visby analyse", table=1)).text
        assert "None of your decisions hurt you much" in told
        assert ("luck and the others' moves" in told) == (seat not in result.winners)


async def moments_of(shown: Seen, person: Person, game: str, listed: Sequence[tuple[str, str, str]]) -> None:
    """Open the moment of each decision that a page of the analysis lists, and go back to the page."""
    page = page_of(shown)
    quotes_of_page = ENTRY.findall(page)
    assert len(quotes_of_page) == len(listed)
    for place, (number, who, when) in enumerate(listed):
        quote = quotes_of_page[place]
        assert quote.startswith(f"**{number}") == bool(number)
        await person.click(shown, [label for label in shown.buttons if "Show " in label][place])
        assert f"from {who}'s point of view" in shown.text
        assert re.fullmatch(WHEN[game], when)
        assert when.partition(",")[0] in shown.text.partition(quote)[0], "it is the moment that was told of"
        assert quote in shown.text, "what was decided here, and what would have been better"
        quotes = [
            quote in seen(item.get("content") or "") for item in shown.components if item["type"] in (TEXT, GALLERY)
        ]
        pictures = [item["type"] == GALLERY for item in shown.components if item["type"] in (TEXT, GALLERY)]
        assert quotes.index(True) > pictures.index(True), "a phone shows the end of a long message"
        assert pictures.count(True) == 1, "two pictures are more than a screen"
        await person.click(shown, "Next")
        assert quote not in shown.text
        await person.click(shown, "Back")
        assert page_of(shown) == page


@pytest.mark.thorough
async def test_back_leads_from_log_animation_and_record_to_the_moment_and_from_there_to_the_analysis(
    world: World, operator: Operator
) -> None:
    await finished(operator)
    anna = world.people["anna"]
    shown = (await anna.click(end_of(world), "Analyse")).shown
    page = page_of(shown)
    await anna.click(shown, shown_by(shown, 1))
    assert "Record" not in " ".join(shown.buttons), "the page that quotes the analysis has only the most important ways"
    await anna.click(shown, "Next")
    await anna.choose(shown, "with all hands face up", menu="s:replay_eyes")
    await anna.choose(shown, seen(shown.select("s:replay_round")["options"][2]["label"]), menu="s:replay_round")
    moment = page_of(shown)
    await anna.click(shown, "Log")
    assert moment.splitlines()[0] not in shown.text
    await anna.choose(shown, "Anna", menu="s:log")
    if "◀️ Older" in shown.buttons:
        await anna.click(shown, "Older")
    await anna.click(shown, "Back")
    assert page_of(shown) == moment
    await anna.click(shown, "Record")
    assert shown.files == ["visby-1.txt"]
    await anna.click(shown, "Back")
    assert page_of(shown) == moment
    film = await anna.click(shown, "Animation")
    await anna.click(film.shown, "Back")
    assert page_of(film.shown) == moment
    await world.restart()
    await anna.click(shown, "Back")
    assert page_of(shown) == page
    assert "⬅️ Back" not in shown.buttons, "it was opened from a message of its own"


async def test_the_log_and_the_replay_of_a_finished_game_lead_to_each_other(world: World, operator: Operator) -> None:
    await finished(operator)
    shown = (await world.people["anna"].command("visby log", table=1)).shown
    await world.people["anna"].click(shown, "Replay")
    assert "the beginning" in shown.text
    assert "⬅️ Back" not in shown.buttons
    await world.people["anna"].click(shown, "Log")
    await world.people["anna"].click(shown, "Back")
    assert "the beginning" in shown.text
    for forged in ("k:log:1::0..nobody 1", f"k:record:1::{'9' * 60}", f"k:log:1::1.0.{'A' * 60}"):
        answer = await world.people["anna"].raw_click(shown, forged)
        assert OLD in (await world.people["anna"].click(answer.shown, "Back")).text


async def test_the_log_of_a_running_game_leads_back_to_its_replay(world: World, operator: Operator) -> None:
    await sit_down(operator, "visby", ("anna", "bert"))
    anna = world.people["anna"]
    await anna.command("visby play", card="knight", second="ship", place=world.threads[-1])
    shown = (await anna.command("visby replay", place=world.threads[-1])).shown
    moment = page_of(shown)
    await anna.click(shown, "Log")
    await anna.click(shown, "Back")
    assert page_of(shown) == moment


@pytest.mark.thorough
async def test_a_lesson_ends_with_the_best_and_the_worst_move_and_back_leads_to_its_last_page(
    world: World, operator: Operator
) -> None:
    anna = world.people["anna"]
    menu = (await anna.command("visby learn")).shown
    table = await operator.table(1)
    with told_later():
        while table.owed:
            seat = table.seat_of(anna.id)
            assert seat is not None
            move = table.game.options(table.state, seat.seat)[-1]
            await moves.play(operator.services, 1, anna.id, str(move))
            await operator.services.background.wait_for("think", 1)
            table = await operator.table(1)
    shown = (await anna.raw_click(menu, "k:play:1::")).shown
    last = page_of(shown)
    assert re.search(r"You finished \d+ seals? behind .+: \d+ fewer ", last), "why they lost, not why another won"
    await anna.click(shown, "Your best and worst moves")
    page = page_of(shown)
    costs = OWN.findall(page)
    assert 1 <= len(costs) <= 2
    assert "Turning points" not in page
    assert shown.files == []
    assert "Your best decision" in page or "stood out" in page
    await anna.click(shown, shown_by(shown, 1))
    assert ENTRY.findall(page)[0] in shown.text
    await anna.click(shown, "Log")
    await anna.click(shown, "Back")
    await anna.click(shown, "Back")
    assert page_of(shown) == page
    await anna.click(shown, "Back")
    assert page_of(shown) == last
    await anna.click(shown, "Replay")
    await anna.click(shown, "Back")
    assert page_of(shown) == last


async def test_a_running_game_is_not_analysed(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = world.people["anna"]
    assert not any("Analyse" in button for button in sitting.board.buttons)
    answers = [
        await anna.command("visby analyse", place=world.threads[-1]),
        await anna.raw_click(sitting.board, "k:analyse:1::"),
    ]
    assert all("You can analyse the game when it's over" in answer.text for answer in answers)


@pytest.mark.thorough
async def test_who_waits_is_told_how_far_it_has_come_and_what_was_made_is_kept(
    world: World, operator: Operator
) -> None:
    await finished(operator)
    anna, bert = world.people["anna"], world.people["bert"]
    made = 0

    async def slowly(
        record: Record, deciders: Sequence[int], progress: Progress, people: Waiting = ()
    ) -> Analysis | None:
        nonlocal made
        made += 1
        progress(2, 5)
        await asyncio.sleep(4)
        return await analyse_here(record, deciders, progress)

    operator.services.thinker = QuickThinker(analyse=slowly)
    before = len(world.requests)
    asked = [await person.click(end_of(world), "Analyse") for person in (anna, bert)]
    await world.later(seconds=10)
    told = [request for request in world.requests[before:] if "Analysing Visby · table #1: 40" in request.text]
    assert told
    assert all(OWN.search(answer.shown.text) for answer in asked)
    await world.restart()
    assert OWN.search((await anna.click(end_of(world), "Analyse")).text)
    assert made == 1


async def test_who_wants_words_reads_the_chances(world: World, operator: Operator) -> None:
    await finished(operator)
    anna = world.people["anna"]
    await anna.command("settings pictures", on=False)
    answer = await anna.click(end_of(world), "Analyse")
    await anna.click(answer.shown, "Chart and turning points")
    assert answer.shown.files == []
    assert re.search(r"Chances of winning\. Anna: 50( \d+)+%\. Bert: 50( \d+)+%\.", answer.shown.text)


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
    assert "the training data of my strongest computer player is missing" in answer.text
    assert ("damaged" if damaged else "cannot be read") in caplog.text
    assert "table=1 cannot be analysed" in caplog.text
