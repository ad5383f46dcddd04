"""Pictures in messages: shown beside the words, sent again only when they changed, and never in anybody's way."""

from __future__ import annotations

import logging
import random
import re
from pathlib import Path

import discord
import pytest

from cogs.connection.fence import RequestFenced
from cogs.messages.app_emoji import with_app_emoji
from cogs.messages.panel import Button, Panel, Row, Target, Text
from pictures import render, shapes
from pictures.all_symbols import all_symbols
from pictures.emoji_images import draw_emoji
from pictures.painters import PAINTERS
from pictures.render import Renderer, RenderError, render_png
from tables.notifications.timing import REFRESH_DELAY_S
from tables.time.timers import TICK_INTERVAL_S
from tests.discord.bot import AtOnce, Operator, quick_picture
from tests.discord.kit import World
from tests.discord.playing import GAMES, sit_down
from tests.discord.reading import STRING_SELECT
from tests.discord.wire import Request

EVERY_GAME = pytest.mark.parametrize("game", [game for game in GAMES if game in PAINTERS])


def uploads(requests: list[Request], name: str) -> int:
    return sum(upload.name == name for request in requests for upload in request.uploads)


@pytest.mark.repeated(3)
@EVERY_GAME
async def test_boards_hands_and_the_end_are_shown_in_pictures_with_their_words(
    world: World, operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    anna = world.people["anna"]
    assert sitting.board.files == ["board.png"]
    (dm,) = world.messages(anna.dm)
    assert dm.files == ["hand.png"]
    answer = await anna.click(sitting.board, "My hand")
    assert (answer.ephemeral, answer.shown.files) == (True, ["hand.png"])
    assert (await anna.command(f"{game} board", place=world.threads[-1])).shown.files == ["board.png"]
    await sitting.play_on(random.Random(1))
    finals = [message for message in world.messages(world.threads[-1]) if "final.png" in message.files]
    assert len(finals) == 1
    sent = [upload for request in world.requests for upload in request.uploads]
    assert all(upload.data.startswith(b"<svg") for upload in sent)
    assert all(upload.description and len(upload.description) <= 1024 for upload in sent)


async def test_an_edit_whose_picture_is_still_right_does_not_send_it_again(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara", "david"))
    board = sitting.board
    before = len(world.requests)
    await world.people["bert"].command("visby play", card="knight", place=world.threads[-1])
    await world.later(seconds=REFRESH_DELAY_S)
    since = world.requests[before:]
    edits = [request for request in since if request.method == "PATCH" and request.path.endswith(str(board.id))]
    assert edits
    assert uploads(since, "board.png") == 0
    assert board.files == ["board.png"]


async def test_a_picture_that_discord_would_not_keep_is_sent_again(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara", "david"))
    board = sitting.board
    before = len(world.requests)
    world.fail_next("edit", "unknown attachment", place=world.threads[-1])
    await world.people["bert"].command("visby play", card="knight", place=world.threads[-1])
    await world.later(seconds=REFRESH_DELAY_S)
    assert uploads(world.requests[before:], "board.png") == 1
    assert board.files == ["board.png"]


async def test_what_a_message_shows_is_rendered_after_a_restart_only_if_it_is_sent_again(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara", "david"))
    shown, rendered = sitting.board, list[str]()

    def render(svg: str) -> bytes:
        rendered.append(svg)
        return quick_picture(svg)

    operator.renderer = lambda: Renderer(render, AtOnce())
    await world.restart()
    await world.people["bert"].command("visby play", card="knight", place=world.threads[-1])
    assert shown.files == ["board.png"]
    assert not rendered
    await world.delete(shown)
    before = len(world.requests)
    await world.people["clara"].command("visby play", card="knight", place=world.threads[-1])
    await world.later(minutes=1)
    assert uploads(world.requests[before:], "board.png") == len(rendered) == 1
    assert sitting.board.files == ["board.png"]


@EVERY_GAME
async def test_a_picture_is_not_repeated_in_words_and_who_wants_words_can_have_them(
    world: World, operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    anna = world.people["anna"]
    texts = [part["content"] for part in sitting.board.components if "content" in part]
    story, *texts, asks = texts
    assert "Waiting for" not in story
    assert "<@" in asks
    assert len(texts) <= 2
    assert "Waiting for" in texts[-1]
    assert "## " in await sitting.board_in_words(anna)
    hand = (await anna.click(sitting.board, "My hand")).shown
    assert hand.files == ["hand.png"]
    assert sum(len(part.get("content", "")) for part in hand.components) < 300


async def test_who_wants_words_only_gets_no_pictures(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    said = await anna.command("settings pictures", on=False)
    assert "My hand as a picture: **off**" in said.text
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    (dm,) = world.messages(anna.dm)
    assert dm.files == []
    assert (await anna.click(sitting.board, "My hand")).shown.files == []
    assert (await anna.command("visby board", place=world.threads[-1])).shown.files == []
    settings = await anna.command("settings show")
    assert "**on**" in (await anna.click(settings, "Show my hand as a picture")).text
    assert (await anna.click(sitting.board, "My hand")).shown.files == ["hand.png"]


async def test_without_the_permission_to_attach_files_there_are_words_and_one_line_in_the_log(
    world: World, operator: Operator, caplog: pytest.LogCaptureFixture
) -> None:
    await world.forbid("attach_files")
    with caplog.at_level(logging.WARNING, "kontor.sending"):
        sitting = await sit_down(operator, "visby", ("anna", "bert"))
        assert sitting.board.files == []
        assert "Visby · round 1" in sitting.board.text
        await sitting.play_on(random.Random(1), clicks=6)
    assert sitting.board.files == []
    assert [record.getMessage() for record in caplog.records if "attach files" in record.getMessage()] == [
        f"channel={world.threads[-1].id} we may not attach files: no pictures there, only words"
    ]
    await world.allow("attach_files")
    await sitting.play_on(random.Random(2), clicks=6)
    assert sitting.board.files == ["board.png"]


async def test_a_board_refused_because_of_its_picture_is_posted_in_words(world: World, operator: Operator) -> None:
    await sit_down(operator, "visby", ("anna", "bert"))
    thread = world.threads[-1]
    await world.delete(next(message for message in world.messages(thread) if "board.png" in message.files))
    before = len(world.requests)
    world.fail_next("send", "no permission", place=thread)
    await world.people["bert"].command("visby play", card="knight", second="ship", place=thread)
    await world.later(seconds=REFRESH_DELAY_S)
    (board,) = [message for message in world.messages(thread) if "Play" in message.buttons]
    assert board.files == []
    assert "Battle (seals)" in board.text
    assert uploads(world.requests[before:], "board.png") > 0


async def test_the_game_goes_on_in_words_when_nothing_can_be_rendered(
    world: World, operator: Operator, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(svg: str) -> bytes:
        raise RenderError("no library")

    monkeypatch.setattr(render, "_logged_reasons", set())
    operator.renderer = lambda: Renderer(broken)
    await world.restart()
    with caplog.at_level(logging.WARNING, "kontor.pictures"):
        sitting = await sit_down(operator, "visby", ("anna", "bert"))
        await sitting.play_on(random.Random(1))
    assert await sitting.over()
    assert uploads(world.requests, "board.png") == uploads(world.requests, "final.png") == 0
    assert [record.getMessage() for record in caplog.records] == [
        "rendering failed, messages have no pictures: reason=no library"
    ]


async def test_pictures_are_really_rendered_by_the_running_bot(world: World, operator: Operator) -> None:
    operator.renderer = Renderer
    await world.restart()
    await sit_down(operator, "visby", ("anna", "bert"))
    sent = [upload for request in world.requests for upload in request.uploads]
    assert {upload.name for upload in sent} == {"signs.png", "board.png", "hand.png"}
    assert all(upload.data.startswith(b"\x89PNG") for upload in sent)


def uploading(world: World, path: Path) -> Operator:
    """Return who runs a bot that uploads emoji, which must be real pictures."""
    operator = Operator(world, path)
    operator.renderer, operator.own_emoji = Renderer, True
    return operator


async def test_a_menu_of_haithabu_carries_the_part_of_the_board_it_is_about(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"))
    anna, bert = world.people["anna"], world.people["bert"]
    first = anna if f"<@{anna.id}>" in "".join(message.text for message in world.messages(world.threads[-1])) else bert
    menu = await sitting.open_menu(first)
    assert menu.files == ["menu.png"]
    await first.command("settings pictures", on=False)
    assert (await sitting.open_menu(first)).files == []


async def test_own_emoji_are_uploaded_once_and_used_in_words(world: World, quick_path: Path) -> None:
    operator = uploading(world, quick_path / "kontor.db")
    await operator.start()
    await world.settle()
    uploaded = emoji_requests(world, "POST")
    assert len(uploaded) == sum(len(display.words.signs) for display in world.bot.app.games.values())
    names = [found[1] for request in uploaded if (found := re.search(r'"name":"([a-z_0-9]{2,32})"', request.text))]
    assert len(names) == len(uploaded), "Discord takes names of 2 to 32 letters, digits and underscores"
    signs = {(game, key) for game, display in world.bot.app.games.items() for key in display.words.signs}
    assert {tuple(reversed(name.rsplit("_", 2)[:2])) for name in names} == signs, "they begin with what they show"
    await world.restart()
    await world.settle()
    assert len(emoji_requests(world, "POST")) == len(uploaded)
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    board = await sitting.board_in_words(world.people["bert"])
    assert "<:troops_visby_" in board
    assert "⚔️" not in board
    menu = await sitting.open_menu(world.people["anna"])
    options = next(item for item in menu.components if item["type"] == STRING_SELECT)["options"]
    assert options[0]["emoji"]["name"].startswith("troops_visby_")
    assert "<:" not in options[0]["label"] + options[0]["description"]


async def test_a_drawing_that_has_changed_is_uploaded_anew_and_the_old_one_deleted(
    world: World, quick_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = uploading(world, quick_path / "kontor.db")
    await operator.start()
    await world.settle()
    before = len(emoji_requests(world, "POST"))
    old = world.bot.app.games["visby"].emoji["⚔️"]
    theirs = await world.bot.create_application_emoji(
        name="party_hat", image=render_png(draw_emoji("visby", "troops").svg)
    )
    of_0_1 = await world.bot.create_application_emoji(
        name="kontor_troops", image=render_png(draw_emoji("visby", "ship").svg)
    )
    monkeypatch.setitem(all_symbols(), "troops", all_symbols()["fleet"])
    shapes._coloured.cache_clear()
    await world.restart()
    await world.settle()
    shapes._coloured.cache_clear()
    assert len(emoji_requests(world, "POST")) == before + 3
    new = world.bot.app.games["visby"].emoji["⚔️"]
    assert new.startswith("<:troops_visby_")
    assert new != old
    gone = {request.path.rpartition("/")[2] for request in emoji_requests(world, "DELETE")}
    assert gone == {old.rpartition(":")[2].rstrip(">"), str(of_0_1.id)}
    assert str(theirs.id) not in gone


async def test_emoji_of_version_0_2_are_renamed_so_that_messages_keep_showing_them(
    world: World, quick_path: Path
) -> None:
    operator = uploading(world, quick_path / "kontor.db")
    await operator.start()
    await world.settle()
    emoji = {each.name: each for each in await world.bot.fetch_application_emojis()}
    for name, each in emoji.items():
        sign, game, digest = name.rsplit("_", 2)
        await each.edit(name=f"{game}_{sign}_{digest}")
    left_over = await world.bot.create_application_emoji(
        name="riga_cloth_0000", image=render_png(draw_emoji("riga", "cloth").svg)
    )
    before = {method: len(emoji_requests(world, method)) for method in ("POST", "PATCH", "DELETE")}
    await world.restart()
    await world.settle()
    now = {each.name: each.id for each in await world.bot.fetch_application_emojis()}
    assert now == {name: each.id for name, each in emoji.items()}
    assert len(emoji_requests(world, "POST")) == before["POST"]
    (deleted,) = emoji_requests(world, "DELETE")[before["DELETE"] :]
    assert deleted.path.endswith(str(left_over.id))
    assert world.bot.app.games["visby"].emoji["⚔️"] == str(emoji[next(n for n in emoji if n.startswith("troops_visby"))])


def emoji_requests(world: World, method: str) -> list[Request]:
    """Return what was asked of Discord about our emoji."""
    return [request for request in world.requests if request.method == method and "/emojis" in request.path]


def test_texts_keep_the_usual_emoji_where_our_own_find_no_room() -> None:
    signs = {"⚔️": "<:kontor_troops:123456789012345678>"}
    short = with_app_emoji(Panel((Text("⚔️ and `⚔️`"),)), signs)
    assert short.parts == (Text("<:kontor_troops:123456789012345678> and `⚔️`"),)
    long = Panel((Text("⚔️" * 300), Row((Button("Troops", Target("move"), emoji="⚔️"),))))
    text, row = with_app_emoji(long, signs).parts
    assert text == long.parts[0]
    assert isinstance(row, Row)
    button = row.buttons[0]
    assert isinstance(button, Button)
    assert button.emoji == signs["⚔️"]


async def test_a_refused_emoji_changes_nothing(world: World, quick_path: Path) -> None:
    operator = uploading(world, quick_path / "kontor.db")
    world.fail_next("emoji", "no access", times=99)
    await operator.start()
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    assert "⚔️" in await sitting.board_in_words(world.people["bert"])


@pytest.mark.repeated(3)
@pytest.mark.parametrize("what", ["500", "connection breaks", "not ours to begin"])
async def test_emoji_that_do_not_get_through_are_uploaded_a_little_later(
    world: World, quick_path: Path, what: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = uploading(world, quick_path / "kontor.db")

    async def not_begun(_: discord.Client) -> None:
        raise RequestFenced("it is not certain that our share is ours")

    with monkeypatch.context() as patch:
        if what == "not ours to begin":
            patch.setattr(discord.Client, "fetch_application_emojis", not_begun)
        else:
            world.fail_next("emoji", what, times=99)
        await operator.start()
        await world.settle()
        assert not world.bot.app.games["visby"].emoji
        world.fail_no_more()
    await world.later(seconds=2 * TICK_INTERVAL_S)
    assert world.bot.app.games["visby"].emoji["⚔️"].startswith("<:troops_visby_")
    assert not [record for record in caplog.records if record.levelno > logging.WARNING]
