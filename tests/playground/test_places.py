"""Playing through the pages: clicks are answered whatever happens meanwhile, and everybody sees only what is theirs."""

from __future__ import annotations

import asyncio
import io
import re
import socket
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import discord
import pytest
from aiohttp import ClientSession
from PIL import Image
from simcord import preview

from playground import PlaygroundError, initial_world, page_patches
from playground.initial_world import PEOPLE
from playground.page_patches import PATCHES
from playground.runner import Playground
from playground.start_page import DEFAULT_PORT, StartPage
from playground.still_pictures import still_picture
from rules import GAMES
from storage.queries import tables as sql
from storage.result_rows import ResultRow
from tests.playground.visitor import Visitor, answered, opened


@pytest.fixture
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    async with opened(tmp_path / "ground") as playground:
        yield playground


@pytest.fixture
async def visitor(playground: Playground) -> AsyncIterator[Visitor]:
    async with ClientSession() as http:
        yield Visitor(playground.address, http)


async def test_start_page_lists_channel_table_and_direct_messages_and_who_has_something_to_do(visitor: Visitor) -> None:
    state = await visitor.state()
    assert [person["name"] for person in state["people"]] == list(PEOPLE)
    assert {person["language"] for person in state["people"]} == {"en", "de"}
    assert state["channel"]["name"] == "games"
    assert state["games"] == list(GAMES)
    (table,) = state["tables"]
    assert table["name"].startswith("Visby")
    assert table["waits"] == {
        "Anna": {"en": "choose what to play this round.", "de": "Wähle, was du diese Runde spielst."}
    }
    assert state["people"][0]["messages"] == 1  # her hand
    async with visitor.http.get(visitor.address) as page:
        assert "<h1>Kontor</h1>" in await page.text()


async def test_the_first_visitor_is_greeted_in_the_language_of_their_browser(tmp_path: Path) -> None:
    async with opened(tmp_path / "ground", visited=False) as playground, ClientSession() as http:
        visitor = Visitor(playground.address, http)
        async with http.get(visitor.address, headers={"Accept-Language": "fr, de-DE;q=0.8, en;q=0.5"}) as page:
            assert page.status == 200
        (table,) = (await visitor.state())["tables"]
        channel = (await visitor.state())["channel"]
        assert (await visitor.state())["people"][0]["client"] == "de"
        told = (await visitor.enter(channel["place"], "Anna")).text
        assert "Hallo, ich bin Kontor" in told
        assert "Tisch #1" in told
        assert "Runde 1: Wähl" in (await visitor.enter(table["place"], "Anna")).text


@pytest.mark.thorough
async def test_an_analysis_that_takes_long_holds_up_nobody(playground: Playground) -> None:
    ended = asyncio.Event()

    async def slowly(*_: object) -> None:
        await ended.wait()

    services = playground.running.bot.services  # type: ignore[attr-defined]
    playground._playable._analyse = slowly  # type: ignore[attr-defined]
    anna = initial_world.member_named(playground.running, playground.world, "Anna")
    games = initial_world.channel_handle(playground.running, playground.world.channel)
    async with asyncio.timeout(10):
        async with playground._turn:
            table = await services.load(1)
            table.row.status = "finished"
            async with services.db.transaction() as db:
                await sql.save_table(db, table.row, "status")
            await anna.slash(games, "visby analyse", table=1)
            assert services.running_analyses, "it is still being made"
            await anna.slash(games, "help")
        ended.set()


async def test_start_page_says_how_tables_stand_where_nobody_plays(playground: Playground, visitor: Visitor) -> None:
    anna = initial_world.member_named(playground.running, playground.world, "Anna")
    games = initial_world.channel_handle(playground.running, playground.world.channel)
    services = playground.running.bot.services  # type: ignore[attr-defined]
    async with playground._turn:
        await anna.slash(games, "riga new", seats=2)
        table = await services.load(1)
        table.row.status = "finished"
        results = [
            ResultRow(
                seat=seat.seat, person=None, name=seat.name, computer=None, place=1 + seat.seat, score=9 - seat.seat
            )
            for seat in table.seats
        ]
        async with services.db.transaction() as db:
            await sql.save_table(db, table.row, "status")
            await sql.add_results(db, 1, results)
    first, second, *_ = [seat.name for seat in table.seats]
    lobby, finished = (await visitor.state())["tables"]
    assert lobby["name"] == "Riga #2 · Anna"
    assert lobby["note"] == {"en": "1 seat is free. Press Join!", "de": "1 Platz ist frei. Drück Mitspielen!"}
    assert lobby["place"] == str(games.id)
    assert finished["note"]["en"].startswith(f"🏆 {first} · {first} 9, {second} 8, ")
    assert finished["waits"] == {}
    response = (await anna.slash(games, "riga cancel", table=2)).response
    assert response is not None
    assert [table["name"] for table in (await visitor.state())["tables"]] == [finished["name"]]


@pytest.mark.thorough
async def test_commands_are_offered_in_the_language_of_who_looks(visitor: Visitor) -> None:
    tabs = [await visitor.table(name) for name in ("Anna", "Bert")]
    english, german = [await tab.commands() for tab in tabs]
    assert english["help"]["path"] == german["hilfe"]["path"] == ["help"]
    assert english["visby new"]["path"] == german["visby neu"]["path"] == ["visby", "new"]
    assert "visby new" not in german
    assert german["hilfe"]["description"] != english["help"]["description"]
    spoken = [
        [option["description"] for option in each["options"]] for each in (english["visby new"], german["visby neu"])
    ]
    assert len(spoken[0]) == len(spoken[1]) > 0
    assert all(one != other for one, other in zip(*spoken, strict=True))
    (clock,) = [option for option in german["visby neu"]["options"] if option["name"] == "clock"]
    assert "1 Stunde" in clock["choices"][0]["name"]


async def test_first_click_is_a_move(visitor: Visitor) -> None:
    anna = await visitor.table("Anna")
    assert answered(await anna.press("Knight"))
    await anna.look()
    assert "You play 🐴 Knight" in anna.text or "Round 2" in anna.text


@pytest.mark.thorough
async def test_computers_move_by_themselves_and_open_pages_show_it(visitor: Visitor) -> None:
    anna = await visitor.table("Anna")
    assert answered(await anna.press("Knight"))
    async with asyncio.timeout(20):
        while "Round 2" not in anna.text:
            await asyncio.sleep(0.05)
            assert await anna.look() == 200


@pytest.mark.thorough
async def test_every_click_is_answered_while_computers_move(visitor: Visitor) -> None:
    anna, bert = await visitor.table("Anna"), await visitor.table("Bert")
    for number in range(12):
        cards = [label for label in anna.buttons() if label not in ("Play", "My hand", "Log", "Rules", "Undo")]
        label = cards[number % len(cards)] if cards and number % 2 else "Play"
        assert answered(await anna.press(label)), label
        assert answered(await bert.press("Log"))
        if number % 3:  # otherwise the next click is on a page that is out of date
            await anna.look()
            await bert.look()


async def test_click_on_a_button_that_has_just_gone_is_answered_by_the_bot(
    visitor: Visitor, playground: Playground
) -> None:
    anna, clara = await visitor.table("Anna"), await visitor.table("Clara")
    place = int((await visitor.state())["tables"][0]["place"])
    board = playground.world.discord.get_message(place, int(clara.buttons()["Rules"]["message"]))
    board.components = [{"type": 10, "content": "moved", "id": 1}]
    assert answered(await clara.press("Rules"))
    await clara.look()
    assert "In a nutshell" in clara.text
    assert answered(await anna.press("Play"))


@pytest.mark.thorough
async def test_click_on_a_message_that_has_just_been_deleted_is_answered_by_the_bot(
    visitor: Visitor, playground: Playground
) -> None:
    clara = await visitor.table("Clara")
    place = int((await visitor.state())["tables"][0]["place"])
    playground.world.discord.delete_message(place, int(clara.buttons()["Rules"]["message"]))
    assert answered(await clara.press("Rules"))
    await clara.look()
    assert "In a nutshell" in clara.text


async def test_click_on_a_button_that_has_moved_presses_that_button_and_no_other(
    visitor: Visitor, playground: Playground
) -> None:
    clara = await visitor.table("Clara")
    place = int((await visitor.state())["tables"][0]["place"])
    board = playground.world.discord.get_message(place, int(clara.buttons()["Rules"]["message"]))
    row = next(part for part in board.components[0]["components"] if part["type"] == 1)
    faces = [dict(button) for button in row["components"]]
    for button, face in zip(row["components"], reversed(faces), strict=True):
        button.update(face, id=button["id"])  # what was first is now last, under the numbers of before
    receipt = await clara.press("Rules")
    assert answered(receipt)
    await clara.look()
    assert "Most seals win" in clara.text


@pytest.mark.thorough
async def test_everybody_looks_through_a_link_of_their_own_and_can_be_somebody_else(visitor: Visitor) -> None:
    bert = await visitor.table("Bert")
    assert bert.viewer == "Bert"
    assert "choose a card" not in bert.text  # Anna's menu is for her eyes
    anna = next(viewer for viewer in bert.state["viewers"] if viewer["name"] == "Anna")
    receipt = await bert.act("viewer", viewer_id=anna["id"])
    assert receipt["settlement"] == "settled"
    await bert.look()
    assert bert.viewer == "Anna"
    assert "choose a card" in bert.text


@pytest.mark.thorough
async def test_german_reader_is_answered_in_german(visitor: Visitor) -> None:
    bert = await visitor.table("Bert")
    assert answered(await bert.press("Rules"))
    await bert.look()
    assert "Spiel" in bert.text


@pytest.mark.thorough
async def test_all_pictures_of_a_page_can_be_loaded_at_once(visitor: Visitor) -> None:
    anna = await visitor.table("Anna")
    for _ in range(9):
        assert answered(await anna.press("My hand"))
    await anna.look()
    pictures = [f"{anna.base}/api/assets/{number}" for number, asset in anna.state["assets"].items()]
    assert len(pictures) > 9

    async def load(picture: str) -> int:
        async with visitor.http.get(picture, headers=anna.headers) as answer:
            body = await answer.read()
            assert body.startswith(b"\x89PNG"), (body[:400], anna.state["assets"][picture.rpartition("/")[2]])
            return answer.status

    assert set(await asyncio.gather(*map(load, pictures))) == {200}


async def test_direct_messages_are_open_to_their_owner_only(visitor: Visitor) -> None:
    state = await visitor.state()
    hand = await visitor.enter(state["people"][0]["dm"], "Anna")
    assert "Your turn: choose what to play this round." in hand.text
    async with visitor.http.get(f"{visitor.address}go/{state['people'][0]['dm']}/Bert", allow_redirects=False) as no:
        assert no.status == 404


async def test_a_private_thread_is_open_to_who_was_let_in_only(playground: Playground) -> None:
    people = playground.world.people
    anna = initial_world.member_named(playground.running, playground.world, "Anna")
    clara = initial_world.member_named(playground.running, playground.world, "Clara")
    games = initial_world.channel_handle(playground.running, playground.world.channel)
    async with playground._turn:
        before = {thread.id for thread in games.threads}
        await anna.slash(games, "visby new", private=True)
        (place,) = [thread.id for thread in games.threads if thread.id not in before]
    assert await playground.link_to_channel(place, people["Anna"])
    assert await playground.link_to_channel(place, people["Clara"]) is None
    async with playground._turn:
        await anna.slash(games, "table invite", table=2, person=clara)
    assert await playground.link_to_channel(place, people["Clara"])
    assert await playground.link_to_channel(place, people["Bert"]) is None


@pytest.mark.thorough
async def test_end_preview_session_ends_the_page_and_nothing_else(visitor: Visitor) -> None:
    anna = await visitor.table("Anna")
    other = await visitor.table("Bert")
    assert (await anna.act("close"))["settlement"] == "settled"
    assert await anna.look() == 410
    assert await other.look() == 200
    assert answered(await (await visitor.table("Anna")).press("Play"))


async def test_nobody_gets_in_without_the_link(visitor: Visitor) -> None:
    link = await visitor.link((await visitor.state())["channel"]["place"], "Anna")
    root = visitor.address[: visitor.address.index("/", 8)]
    for path, headers in (("/", {}), ("/guess/", {}), (visitor.address.removeprefix(root), {"Host": "evil.example"})):
        async with visitor.http.get(root + path, headers=headers) as answer:
            assert answer.status == 404
    base = link.partition("/#")[0]
    async with visitor.http.post(f"{base}/api/pages", json={}, headers={"X-Simcord-Capability": "guess"}) as answer:
        assert answer.status == 401


def test_every_patch_of_the_page_finds_its_text_once() -> None:
    scripts = Path(preview.__file__).with_name("static")
    for name, patches in PATCHES.items():
        script = (scripts / name).read_text("utf-8")
        for text, _ in patches:
            assert script.count(text) == 1, text


def test_the_frame_is_translated_by_what_simcord_says() -> None:
    """What a newer simcord says otherwise would be English again."""
    ours = page_patches.added("frame-language.js").partition("    de: {")[2].partition("    },")[0]
    static = Path(preview.__path__[0], "static")
    theirs = "\n".join(file.read_text("utf-8") for file in (*static.glob("*.js"), static / "index.html"))
    english = {quoted or bare for quoted, bare in re.findall(r'(?:"([^"]+)"|\b(\w+)): "', ours)}
    assert len(english) > 50
    built = {"Send message (Enter)", "Save message (Enter)"}
    assert sorted(each for each in english - built if each not in theirs) == []


async def test_usual_port_taken_means_another_port(playground: Playground) -> None:
    try:
        other = socket.create_server(("127.0.0.1", DEFAULT_PORT))
    except OSError:
        other = socket.socket()  # Somebody has it already: all the better.
    page = StartPage(playground)
    with other:
        page.bind(None)
        assert page.address.startswith("http://127.0.0.1:")
        assert f":{DEFAULT_PORT}/" not in page.address
        with pytest.raises(PlaygroundError, match="is taken"):
            StartPage(playground).bind(int(page.address.split(":")[2].split("/")[0]))
    with pytest.raises(PlaygroundError, match="Port 86100 is taken or cannot be used"):
        StartPage(playground).bind(86100)
    await page.close()


async def test_reminder_comes_when_its_time_has_come(tmp_path: Path) -> None:
    late = timedelta(0)

    def now() -> datetime:
        return discord.utils.utcnow() + late

    async with opened(tmp_path, now=now) as playground, ClientSession() as http:
        anna = await Visitor(playground.address, http).table("Anna")
        assert "Deadline: " not in anna.text
        late = timedelta(days=2)
        async with asyncio.timeout(20):
            while "Deadline: " not in anna.text:
                await asyncio.sleep(0.05)
                await anna.look()


async def test_time_can_be_moved_on_the_start_page(playground: Playground, visitor: Visitor) -> None:
    anna = await visitor.table("Anna")
    before = playground.running.now()
    assert "Deadline: " not in anna.text
    for hours in ("1", "24", "24"):
        async with visitor.http.post(f"{playground.address}later/{hours}") as answer:
            assert answer.status == 200
    assert playground.running.now() - before >= timedelta(hours=49)
    async with visitor.http.post(f"{playground.address}later/1000") as answer:
        assert answer.status == 404
    async with asyncio.timeout(20):
        while "Deadline: " not in anna.text:
            await asyncio.sleep(0.05)
            await anna.look()


async def test_a_typed_name_is_a_mention(visitor: Visitor) -> None:
    tab = await visitor.table("Anna")
    command = (await tab.commands())["visby new"]
    receipt = await tab.act(
        "run_command",
        command_id=command["commandId"],
        path=command["path"],
        schema_fingerprint=command["schemaFingerprint"],
        options={"with": "@bert"},
    )
    assert answered(receipt)
    await tab.look()
    assert "✉️ Invited: \u2068Bert\u2069" in tab.text


def test_a_picture_too_large_to_open_is_no_still_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.BytesIO()
    Image.new("L", (40, 40)).save(data, "PNG")
    assert still_picture(data.getvalue())
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 100)
    assert still_picture(data.getvalue()) is None
