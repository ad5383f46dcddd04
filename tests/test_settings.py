"""Settings: from the environment and a file, with defaults, and a sentence for each that is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from startup.settings import NAMES, BadSetting, Settings, read_settings
from storage import PartitionLayout, Unusable

ROOT = Path(__file__).parent.parent
TOKEN = "aaaa.bbbb.cccc"


def settings(folder: Path, file: str = "", **environment: str) -> Settings:
    """Read settings from a file `.env` and the environment."""
    (folder / ".env").write_text(file, encoding="utf-8")
    return read_settings(environment, folder / ".env")


# Settings


def test_without_any_settings_there_are_defaults(tmp_path: Path) -> None:
    assert read_settings({}, tmp_path / "nowhere") == Settings(
        token="", db=Path("data/kontor.db"), log="INFO", proxy=None, guild=None, alive=None
    )


def test_settings_are_read_from_the_file_and_the_environment_wins(tmp_path: Path) -> None:
    file = f"""
        # a comment
        DISCORD_TOKEN = "{TOKEN}"
        KONTOR_DB='games.db'
        KONTOR_LOG=debug
        KONTOR_GUILD=
        DISCORD_PROXY=http://proxy:8080
    """
    assert settings(tmp_path, file) == Settings(TOKEN, Path("games.db"), "DEBUG", "http://proxy:8080", None, None)
    found = settings(tmp_path, file, KONTOR_DB="others.db", KONTOR_GUILD="42", KONTOR_LOG="", KONTOR_ALIVE="/tmp/a")
    assert (found.db, found.guild, found.log, found.alive) == (Path("others.db"), 42, "DEBUG", Path("/tmp/a"))


def test_a_file_is_read_whatever_editor_it_was_saved_by(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(f"DISCORD_TOKEN={TOKEN}\r\nKONTOR_LOG=debug\r\n".encode("utf-8-sig"))
    found = read_settings({}, file)
    assert (found.token, found.log) == (TOKEN, "DEBUG")
    file.write_bytes("# Für Lübeck".encode("latin-1"))
    with pytest.raises(BadSetting, match=r"\.env is not written in UTF-8\. Save it as UTF-8\."):
        read_settings({}, file)


def test_a_file_means_the_same_as_to_a_shell_and_to_docker(tmp_path: Path) -> None:
    file = f"""
        export KONTOR_LOG=debug
        KONTOR_DB = games.db   # where they are
        KONTOR_METRICS= # not yet
        DISCORD_TOKEN='{TOKEN}' # the bot's
        DISCORD_PROXY=http://proxy:8080/#1
    """
    found = settings(tmp_path, file)
    assert (found.log, found.db, found.metrics, found.token) == ("DEBUG", Path("games.db"), None, TOKEN)
    assert found.proxy == "http://proxy:8080/#1", "that is no comment"
    by_docker = settings(tmp_path, DISCORD_TOKEN=f'"{TOKEN}"', KONTOR_LOG="debug # loud", KONTOR_GUILD='""')
    assert (by_docker.token, by_docker.log, by_docker.guild) == (TOKEN, "DEBUG", None), "its --env-file leaves these in"


def test_settings_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"cannot be read: Is a directory\. It must be a file that Kontor may read\."):
        read_settings({}, tmp_path)


def test_what_is_wrong_with_a_file_too_long_to_be_one_is_left_to_who_opens_it(tmp_path: Path) -> None:
    assert settings(tmp_path, KONTOR_DB="a" * 300).db == Path("a" * 300)


@pytest.mark.parametrize("address", ["mysql://user:geheim@host/games", "sqlite:///games.db"])
def test_another_programs_address_is_no_name_of_a_file(tmp_path: Path, address: str) -> None:
    with pytest.raises(Unusable, match=r"Not an address: \w+://…\. It must be a file's path, or like postgresql://"):
        settings(tmp_path, KONTOR_DB=address)
    assert settings(tmp_path, KONTOR_DB="PostgreSQL://host/games").db == "PostgreSQL://host/games"


@pytest.mark.parametrize(
    ("file", "environment", "sentence"),
    [
        ("", {"KONTOR_LOG": "loud"}, "KONTOR_LOG is 'LOUD'. It must be one of DEBUG, INFO, WARNING, ERROR."),
        ("", {"KONTOR_LOG_FORMAT": "xml"}, "KONTOR_LOG_FORMAT is 'xml'. It must be one of text, json."),
        ("", {"KONTOR_GUILD": "Lübeck"}, "KONTOR_GUILD is 'Lübeck'. It must be a server's number, or be left out."),
        ("", {"KONTOR_GUILD": "²"}, "KONTOR_GUILD is '²'. It must be a server's number, or be left out."),
        ("", {"DISCORD_TOKEN": "abc"}, "DISCORD_TOKEN does not look like a bot token. Copy it again"),
        ("", {"KONTOR_DB": "/tmp"}, "KONTOR_DB is the folder /tmp. It must be a file."),
        (
            "",
            {"KONTOR_METRICS": "9464"},
            "KONTOR_METRICS is '9464'. It must be an address and a port, as 127.0.0.1:9464",
        ),
        ("", {"KONTOR_METRICS": "127.0.0.1:http"}, "KONTOR_METRICS is '127.0.0.1:http'. It must be an address"),
        ("", {"KONTOR_METRICS": ":9464"}, "KONTOR_METRICS is ':9464'. It must be an address"),
        ("", {"KONTOR_METRICS": "127.0.0.1:65536"}, "KONTOR_METRICS is '127.0.0.1:65536'. It must be an address"),
        ("", {"KONTOR_SHARDS": "0"}, "KONTOR_SHARDS is '0'. It must be a number from 1 to 4096, or be left out."),
        ("", {"KONTOR_PROCESSES": "two"}, "KONTOR_PROCESSES is 'two'. It must be a number from 1 to 4096"),
        (
            "KONTOR_DB=postgresql://host/games",
            {"KONTOR_SHARDS": "2", "KONTOR_PROCESSES": "3"},
            "KONTOR_PROCESSES is 3, but KONTOR_SHARDS is only 2. Raise KONTOR_SHARDS.",
        ),
        (
            "",
            {"KONTOR_SHARDS": "2", "KONTOR_PROCESSES": "2"},
            "KONTOR_PROCESSES is 2, but a file has one process. Set KONTOR_DB to postgresql://… instead.",
        ),
        ("KONTOR_LOG=INFO\nhello", {}, ".env, line 2: expected NAME=value."),
        ("\nKONTOR_LGO=INFO", {}, ".env, line 2: there is no setting KONTOR_LGO. .env.example names all there are."),
        ("", {"KONTOR_GUILD": "0"}, "KONTOR_GUILD is '0'. It must be a server's number, or be left out."),
        ("", {"KONTOR_SHARDS": "1" * 5000}, "It must be a number from 1 to 4096, or be left out."),
        ("", {"DISCORD_TOKEN": "a.b.c\nd"}, "DISCORD_TOKEN does not look like a bot token. Copy it again"),
        ("", {"DISCORD_PROXY": "proxy:8080"}, "DISCORD_PROXY is no address of a proxy. It must be like http://host"),
        ("", {"DISCORD_PROXY": "socks5://proxy:8080"}, "DISCORD_PROXY is no address of a proxy."),
        ("", {"DISCORD_PROXY": "http://proxy:99999"}, "DISCORD_PROXY is no address of a proxy."),
    ],
)
def test_each_bad_setting_has_a_sentence(tmp_path: Path, file: str, environment: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(sentence)):
        settings(tmp_path, file, **environment)


def test_shards_are_split_among_processes_as_the_settings_say(tmp_path: Path) -> None:
    file = "KONTOR_DB=postgresql://host/games\nKONTOR_SHARDS=8\nKONTOR_PROCESSES=2"
    assert settings(tmp_path, file).layout == PartitionLayout(8, 2)
    assert settings(tmp_path, "KONTOR_SHARDS=8").layout == PartitionLayout(8, 1), (
        "one process may have many shards, on a file too"
    )


@pytest.mark.parametrize(
    ("text", "address"),
    [("127.0.0.1:9464", ("127.0.0.1", 9464)), ("[::1]:1", ("::1", 1)), ("0.0.0.0:65535", ("0.0.0.0", 65535))],
)
def test_metrics_are_served_where_the_settings_say(tmp_path: Path, text: str, address: tuple[str, int]) -> None:
    assert settings(tmp_path, f"KONTOR_METRICS={text}").metrics == address


def test_a_bad_setting_never_shows_the_token(tmp_path: Path) -> None:
    with pytest.raises(BadSetting) as refused:
        settings(tmp_path, "", DISCORD_TOKEN="a-secret-without-dots")
    assert "a-secret" not in str(refused.value)


def test_every_setting_is_explained_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    for name in NAMES:
        assert re.search(rf"^#?{name}=", example, re.MULTILINE), name
