"""Starting and stopping the bot: signals, where commands are registered, the command line."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from discord.app_commands import CommandTree

import bot
from cluster import open_alone
from cogs.bot import Kontor
from startup.settings import Settings
from storage import open_database
from tables.runtime.services import Services
from tables.runtime.thinker import NoThinker

SERVER = 123


@pytest.fixture
def terminal() -> Iterator[None]:
    """Let what a terminal does be as it was."""
    before = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGHUP)}
    yield
    for sign, heard in before.items():
        signal.signal(sign, heard)


@pytest.mark.usefixtures("terminal")
async def test_a_closed_terminal_ends_it_in_order_unless_it_was_begun_to_outlive_it() -> None:
    for sign in (signal.SIGINT, signal.SIGHUP):
        signal.signal(sign, signal.SIG_IGN)
    bot.Stop()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN, "a shell lets what it begins with & ignore it"
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    stop, told = bot.Stop(), asyncio.Event()
    stop.ends = told.set
    assert signal.getsignal(signal.SIGHUP) is not signal.SIG_DFL
    os.kill(os.getpid(), signal.SIGHUP)
    await asyncio.wait_for(told.wait(), 5)
    assert stop.asked
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().remove_signal_handler(each)


async def test_told_to_stop_while_discord_does_not_let_it_in_it_ends_without_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def login(kontor: Kontor, token: str) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        while not kontor.is_closed():  # noqa: ASYNC110  as discord.py, which pauses between its attempts
            await asyncio.sleep(0)
        raise RuntimeError("Session is closed")

    monkeypatch.setattr(Kontor, "start", login)
    await bot.run(Settings("a.b.c", tmp_path / "kontor.db", "INFO", None, None, None))
    await (await open_database(tmp_path / "kontor.db")).close()


def test_who_interrupts_it_before_it_listens_sees_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(environment: object) -> Settings:
        raise KeyboardInterrupt

    monkeypatch.setattr(bot, "read_settings", interrupted)
    monkeypatch.setattr("sys.argv", ["bot.py", "verify"])
    assert bot.main() == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("guild", [None, SERVER])
async def test_commands_for_one_server_are_there_and_only_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guild: int | None
) -> None:
    told: list[tuple[int | None, bool]] = []

    async def sync(tree: CommandTree[Kontor], *, guild: discord.Object | None = None) -> None:
        told.append((guild.id if guild else None, bool(tree.get_commands(guild=guild))))

    monkeypatch.setattr(CommandTree, "sync", sync)
    async with Kontor(Services(await open_alone(tmp_path / "kontor.db"), bot.now, NoThinker()), guild=guild) as kontor:
        await kontor.setup_hook()
        assert kontor.tree.get_command("tables", guild=discord.Object(guild) if guild else None)
    assert told == ([(SERVER, True), (None, False)] if guild else [(None, True)])


def test_what_is_said_of_the_playground_may_stand_before_its_command_or_behind_it() -> None:
    for words in (
        "--port 8611 --fresh play",
        "play --port 8611 --fresh",
        "--port 8611 play --fresh",
        "--fresh --port 8611",
    ):
        asked = bot._arguments().parse_args(words.split())
        assert (asked.port, asked.fresh, asked.game, asked.folder) == (8611, True, "", Path("data/playground"))
