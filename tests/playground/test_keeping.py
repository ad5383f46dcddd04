"""What is kept between two runs: everything, both files or none, and never anything half."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import ClientSession

from playground import PlaygroundError, initial_world
from playground.initial_world import PEOPLE
from playground.world import WorldFolder
from tests.playground.visitor import Tab, Visitor, answered, opened


async def test_games_and_buttons_of_yesterday_go_on(tmp_path: Path) -> None:
    async with ClientSession() as http:
        async with opened(tmp_path) as playground:
            visitor = Visitor(playground.address, http)
            secret = playground.world.secret
            before = await visitor.state()
            link = await visitor.link(before["tables"][0]["place"], "Anna")
            yesterday = await Tab.opened(http, link)
        async with opened(tmp_path) as playground:
            visitor = Visitor(playground.address, http)
            assert playground.world.secret == secret
            assert (await visitor.state())["tables"] == before["tables"]
            assert await visitor.link(before["tables"][0]["place"], "Anna") == link
            today = await Tab.opened(http, link)
            assert today.text == yesterday.text
            assert answered(await today.press("Ship"))


@pytest.mark.thorough
async def test_a_world_of_an_older_version_gets_the_people_that_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(initial_world, "PEOPLE", {"Anna": "en-US", "Bert": "de"})
        async with opened(tmp_path) as playground:
            before = dict(playground.world.people)
    async with opened(tmp_path) as playground, ClientSession() as http:
        assert list(playground.world.people) == list(PEOPLE)
        assert {name: playground.world.people[name] for name in before} == before
        greta = await Visitor(playground.address, http).table("Greta")
        assert answered(await greta.press("Log"))


@pytest.mark.thorough
async def test_ids_never_come_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as playground:
        seen = {number for messages in playground.world.discord.messages.values() for number in messages}
    async with opened(tmp_path) as playground, ClientSession() as http:
        anna = await Visitor(playground.address, http).table("Anna")
        assert answered(await anna.press("Log"))
        after = {number for messages in playground.world.discord.messages.values() for number in messages}
        assert seen < after
        assert max(seen) < min(after - seen)


@pytest.mark.thorough
async def test_fresh_starts_over_and_another_link_with_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as playground, ClientSession() as http:
        secret = playground.world.secret
        anna = await Visitor(playground.address, http).table("Anna")
        assert answered(await anna.press("Ship"))
    async with opened(tmp_path, fresh=True) as playground, ClientSession() as http:
        assert playground.world.secret != secret
        anna = await Visitor(playground.address, http).table("Anna")
        assert "You play" not in anna.text
        assert "Visby #1" in str(playground.world.discord.get_channel(playground.channel_ids()[1]).name)


@pytest.mark.thorough
async def test_unreadable_world_is_put_aside_with_a_sentence_and_a_new_one_begins(tmp_path: Path) -> None:
    async with opened(tmp_path):
        pass
    (tmp_path / "world").write_bytes(b"\x80 no world")
    world, note = WorldFolder(tmp_path).load(fresh=False)
    assert world.server == 0
    assert "could not be read" in note
    assert {"kontor.db", "world"} <= {file.name for file in (tmp_path / "old-1").iterdir()}
    assert not (tmp_path / "kontor.db").exists()


@pytest.mark.thorough
async def test_database_without_a_world_and_world_without_a_database_are_no_world(tmp_path: Path) -> None:
    for missing in ("world", "kontor.db"):
        async with opened(tmp_path):
            pass
        (tmp_path / missing).unlink()
        async with opened(tmp_path) as playground:
            assert len(playground.world.discord.guilds) == 1
            assert len(playground.channel_ids()) == 2 + len(PEOPLE)  # the channel and one table


@pytest.mark.thorough
async def test_unknown_game_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(PlaygroundError, match=r"no game 'chess'.*visby"):
        async with opened(tmp_path, game="chess"):
            pass
    async with opened(tmp_path, game="visby") as playground:
        assert playground.world.opened == {"visby", "visby en"}


@pytest.mark.thorough
async def test_another_game_is_opened_beside_the_first_and_only_once(tmp_path: Path) -> None:
    for game in ("", "riga", "riga", ""):
        async with opened(tmp_path, game=game) as playground:
            names = [str(playground.world.discord.get_channel(place).name) for place in playground.channel_ids()]
            tables = sorted(name.split()[0] for name in names if "#" in name)
    assert tables == ["Riga", "Visby"]


@pytest.mark.thorough
async def test_a_week_of_clicks_does_not_make_the_world_grow_without_end(tmp_path: Path) -> None:
    async with opened(tmp_path) as playground, ClientSession() as http:
        bert = await Visitor(playground.address, http).table("Bert")
        for _ in range(3):
            assert answered(await bert.press("Log"))
        simulated = playground.world.discord
        assert not simulated.transcript
        assert not simulated.http_requests
        for interaction in simulated.interactions.values():
            interaction.expires_at = "2000-01-01T00:00:00+00:00"
        simulated.drop_unreachable()
        assert not simulated.interactions
        assert not simulated.interaction_tokens
