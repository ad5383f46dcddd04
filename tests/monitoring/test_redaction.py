"""What would let somebody in is in no line of the log, whoever writes it."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from cogs.connection.discord_errors import retry_for
from monitoring.log_output import JsonFormatter, TextFormatter
from monitoring.redaction import redact


async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
    await writer.drain()
    writer.close()


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()], ids=["text", "json"])
async def test_a_proxy_that_refuses_us_is_logged_without_its_password_and_our_tokens(
    capsys: pytest.CaptureFixture[str], formatter: logging.Formatter
) -> None:
    handler, log = logging.StreamHandler(), logging.getLogger("kontor.sending")
    handler.setFormatter(formatter)
    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    proxy = f"http://user:geheim@127.0.0.1:{server.sockets[0].getsockname()[1]}"
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        async with aiohttp.ClientSession() as client, server:
            answer = "https://discord.com/api/v10/interactions/123/aW50ZXJhY3Rpb24/callback"
            with pytest.raises(aiohttp.ClientHttpProxyError):
                await retry_for(lambda: client.post(answer, proxy=proxy), 0.25)
            try:
                await client.post(answer, proxy=proxy)
            except aiohttp.ClientError:
                log.exception("it did not work")
    finally:
        log.removeHandler(handler)
        log.setLevel(logging.NOTSET)
    written = capsys.readouterr().err
    assert "retrying after" in written
    assert "ClientHttpProxyError" in written
    for secret in ("geheim", "dXNlcjpnZWhlaW0", "aW50ZXJhY3Rpb24"):
        assert secret not in written


def test_all_else_is_written_as_it_is() -> None:
    for line in ("table=3 asks @Anna · 12:30", "POST /channels/1/messages", "Bot is ready", "user@host", "a :// b @"):
        assert redact(line) == line


_LOGS_A_PASSWORD = """
import logging, sys
import bot

async def check(settings):
    logging.getLogger("kontor").error("cannot reach postgresql://kontor:geheim@db.example/kontor")
    return 0

bot.check = check
sys.argv = ["bot.py", "verify"]
sys.exit(bot.main())
"""


def test_no_command_writes_a_password_to_the_log(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _LOGS_A_PASSWORD],
        cwd=Path(__file__).parents[2],
        env={"PATH": os.environ["PATH"], "KONTOR_DB": str(tmp_path / "kontor.db")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "cannot reach postgresql://…@db.example/kontor" in done.stderr
