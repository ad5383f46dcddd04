"""People: what they are called, what they are told at first, what they chose, and what everybody may look at."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tables.notifications.timing import REFRESH_DELAY_S
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import ANY_GAME, GAMES, Sitting, add_admin, open_lobby, sit_down
from tests.discord.reading import TEXT

NAMES = {
    "markdown": "**Anna** _the_ `bold` ~~x~~ ||y||",
    "headline": "# Anna\n> quote",
    "everyone": "@everyone",
    "link": "[me](https://example.org)",
    "address": "https://example.org/x",
    "emoji": "🎲" * 32,
    "right to left": "\u202eאנה\u202c שלום",
    "turning": "Anna\u2069\u202e",
    "backslash": "Anna\\",
}


def mention(person: Person) -> str:
    return f"<@{person.id}>"


def markdown(world: World) -> str:
    """All that Discord formats in the thread: the texts, without the descriptions of pictures."""
    parts = (part for message in world.messages(world.threads[-1]) for part in message.components)
    return "\n".join(part["content"] for part in parts if part["type"] == TEXT)


def asked_for(world: World) -> list[str]:
    """Every body that was sent."""
    return [request.text for request in world.requests if request.text != "null"]


@pytest.mark.repeated(3)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", GAMES)
async def test_any_name_is_shown_as_a_name_and_pings_nobody(
    world: World, operator: Operator, game: str, name: str
) -> None:
    """Only pings that are meant arrive: everybody's are in messages that ask them for something."""
    eve = world.add_person("eve", NAMES[name])
    sitting = await sit_down(operator, game, ("eve", "bert"), language="en")
    await sitting.play_on(random.Random(1), 4)
    for command in ("watch", "tables", f"{game} board", f"{game} log"):
        await eve.command(command, place=world.threads[-1])
    for sent in world.sent:
        asks = f"{game.capitalize()} #1" in sent.text or "is full" in sent.text
        assert asks or not sent.pings, sent
    assert not world.people["anna"].pings
    shown = markdown(world)
    assert "\u2068" in shown
    assert "@everyone" not in shown
    assert "](https" not in shown.replace("](https://discord.com/channels/", "")  # Menus link to their table.
    assert "**Anna**" not in shown
    assert "\u202e" not in shown
    if name == "emoji":
        assert "🎲" * 32 in shown
    bodies = asked_for(world)
    assert '"allowed_mentions":{"parse":[]' in "".join(bodies)
    assert not [body for body in bodies if re.search(r'"parse":\["', body)]


async def test_a_name_that_is_a_mention_of_somebody_pings_nobody(world: World, operator: Operator) -> None:
    david = world.people["david"]
    world.add_person("eve", mention(david))
    sitting = await sit_down(operator, "visby", ("eve", "bert"))
    await sitting.play_on(random.Random(1), 6)
    await world.people["anna"].command("watch")
    assert not david.pings
    assert mention(david) not in markdown(world)


async def test_the_name_of_the_server_is_the_name_at_the_table(world: World, operator: Operator) -> None:
    world.add_person("eve", "Eve", nick="Käpt'n Eve")
    lobby, _ = await open_lobby(operator, "visby", world.people["eve"], 2)
    assert "Käpt'n Eve" in lobby.text


# What newcomers are told

TIPS = (
    "Only you can see this message. Each game has its own thread",
    "Take your time: your decisions are saved right away",
    "Lost track? `/tables` shows everything that's waiting for you",
)


async def test_a_newcomer_is_told_three_things_once_each(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    answers = []
    for _ in range(5):
        answers.append((await anna.command("help")).text)
        await world.restart()
    for number, answer in enumerate(answers):
        assert [tip in answer for tip in TIPS] == [number == each for each in range(3)]
    assert TIPS[0] in (await bert.command("watch")).text


async def test_who_clicks_twice_at_once_is_told_no_more_than_three_things(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    lobby, _ = await open_lobby(operator, "visby", anna, 2)
    await world.at_once([(anna, lobby, "Rules")] * 3)
    for _ in range(3):
        await anna.click(lobby, "Rules")
    last = (await anna.click(lobby, "Rules")).text
    assert not any(tip in last for tip in TIPS)


# Languages


@pytest.mark.parametrize("game", ANY_GAME)
async def test_everybody_is_answered_in_their_language_and_the_table_speaks_its_own(
    world: World, operator: Operator, game: str
) -> None:
    anna, bert, clara, david = world.people.values()
    bert.locale, david.locale = "de", "de"
    english = await sit_down(operator, game, ("anna", "bert"), language="en")
    german = await sit_down(operator, game, ("clara", "david"), language="de")

    def thread(sitting: Sitting) -> str:
        return "\n".join(message.text for message in world.messages(world.threads[sitting.number - 1]))

    assert f"{game.capitalize()} begins" in thread(english)
    assert f"{game.capitalize()} beginnt" in thread(german)
    for person, sitting, word in (
        (bert, english, "Tisch #1"),
        (clara, german, "table #2"),
        (david, german, "Tisch #2"),
    ):
        answer = await person.click(sitting.board, "k:hand:")
        assert word in answer.text
    assert "Regeln" in german.board.buttons
    assert "Rules" in english.board.buttons
    before = thread(english), thread(german)
    for sitting in (english, german):
        rng = random.Random(1)
        while len(thread(sitting)) <= len(before[sitting.number - 1]):
            await sitting.move((await sitting.owing())[0], rng)
    assert re.match(r"Gerade bist du nirgends dran|Du bist an 1 Tisch dran", (await bert.command("tables")).text)
    assert re.match(r"It's not your turn anywhere|It's your turn at 1 table", (await clara.command("tables")).text)
    assert anna.locale == "en-US"


async def test_what_is_offered_while_typing_speaks_the_chosen_language(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna = sitting.people[0]
    await anna.command("settings language", language="de")
    for command, option, word in (
        ("visby hand", "table", "Tisch #1"),
        ("visby board", "table", "Tisch #1"),
        ("visby play", "card", "Ritter"),
        ("rules", "topic", "Deine erste Partie"),
    ):
        assert any(word in offer.name for offer in await anna.autocomplete(command, option)), command
    assert "Your settings" in (await anna.command("settings language", language="auto")).text
    assert any("table #1" in offer.name for offer in await anna.autocomplete("visby hand", "table"))


async def test_a_chosen_language_wins_over_discord_s(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    assert "Deine Einstellungen" in (await anna.command("settings language", language="de")).text
    assert "Du sitzt an keinem Tisch" in (await anna.command("tables")).text
    await world.restart()
    shown = await anna.command("settings show")
    assert "Deine Einstellungen" in shown.text
    await anna.choose(shown, "en", menu="s:settings:0::language")
    assert "Your settings" in shown.shown.text
    anna.locale = "de"
    assert "You have no table" in (await anna.command("tables")).text
    await anna.command("settings language", language="auto")
    assert "Du sitzt an keinem Tisch" in (await anna.command("tables")).text


async def test_a_hand_by_direct_message_is_in_the_person_s_own_language(world: World, operator: Operator) -> None:
    anna, bert, *_ = world.people.values()
    await bert.command("settings language", language="de")
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    assert "Tisch #1" in sitting.hand(bert).text
    assert "table #1" in sitting.hand(anna).text


async def test_a_hand_by_direct_message_is_in_the_language_of_the_person_s_discord(
    world: World, operator: Operator
) -> None:
    anna, bert, *_ = world.people.values()
    bert.locale = "de"
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    assert "Tisch #1" in sitting.hand(bert).text
    assert "table #1" in sitting.hand(anna).text
    await world.restart()
    bert.locale = "en-GB"
    for person in sitting.people:
        await person.command("visby play", table=1, card="knight", second="ship")
    await world.later(seconds=REFRESH_DELAY_S)
    assert "table #1" in sitting.hand(bert).text


async def test_a_new_table_speaks_the_server_s_language_or_that_of_whoever_opens_it(
    world: World, operator: Operator
) -> None:
    anna, bert, admin = world.people["anna"], world.people["bert"], add_admin(world)
    bert.locale = "de"
    assert "chosen by whoever opens the table" in (await anna.command("kontor doctor")).text
    assert "table #1" in (await anna.command("visby new")).text
    assert "Tisch #2" in (await bert.command("visby new")).text
    assert "table #3" in (await bert.command("visby new", language="en")).text
    await anna.command("settings language", language="de")
    assert "Tisch #4" in (await anna.command("visby new")).text
    await admin.command("kontor setup", language="en")
    assert "table #5" in (await bert.command("visby new")).text


# Settings


async def test_settings_are_changed_by_buttons_as_by_commands(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    shown = await anna.command("settings show")
    assert "Language: **Same as Discord** · My hand by direct message: **on**" in shown.text
    await anna.click(shown, "Stop sending me my hand")
    assert "direct message: **off**" in shown.shown.text
    await anna.click(shown, "Show my hand as text")
    assert "My hand as a picture: **off**" in shown.shown.text
    assert "direct message: **on**" in (await anna.command("settings messages", on=True)).text
    assert "My hand as a picture: **on**" in (await anna.command("settings pictures", on=True)).text
    assert "direct message: **on**" in (await world.people["bert"].command("settings show")).text


# Everybody


@pytest.mark.parametrize("game", ANY_GAME)
async def test_who_watches_sees_everything_public_and_is_told_kindly(
    world: World, operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert"))
    david = world.people["david"]
    for _ in TIPS:
        await david.command("help")
    kindly = "You don't have a seat at table #1; you're only watching. `/watch` lists the open tables on this server."
    before = await operator.moves(1)
    for button in ("Play", "My hand"):
        answer = await david.click(sitting.board, button)
        assert kindly in answer.text
        assert answer.ephemeral
    assert kindly in (await david.command(f"{game} resign", place=world.threads[-1])).text
    assert (await david.click(sitting.board, "Log")).text
    assert (await david.click(sitting.board, "Rules")).text
    assert (await david.command(f"{game} board", place=world.threads[-1])).text == sitting.board_alone
    watched = await david.command("watch")
    assert f"{game.capitalize()} · table #1" in watched.text
    assert "in progress" in watched.text
    assert f"https://discord.com/channels/{world.server.id}/{world.threads[-1].id}" in watched.text
    assert await operator.moves(1) == before


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        (
            "en-US",
            {
                "tables": "You have no tables.",
                "watch": "There are no open tables on this server.",
                "results": "No game has been finished here yet.",
                "rules": "## Visby · ",
                "help": "## Board games, one move at a time",
                "kontor about": "Free software (MIT)",
                "kontor doctor": "Everything is fine in this channel.",
                "kontor setup": "Only server managers can do that (permission *Manage Server*). Ask one of them.",
                "settings show": "## Your settings",
                "settings forget": "This can't be undone.",
            },
        ),
        (
            "de",
            {
                "tables": "Du sitzt an keinem Tisch.",
                "watch": "Auf diesem Server ist kein Tisch offen.",
                "results": "Hier wurde noch keine Partie beendet.",
                "rules": "## Visby · ",
                "help": "## Brettspiele, Zug um Zug",
                "kontor about": "Freie Software (MIT)",
                "kontor doctor": "In diesem Kanal ist alles in Ordnung.",
                "kontor setup": "Das können nur Server-Manager (Recht *Server verwalten*).",
                "settings show": "## Deine Einstellungen",
                "settings forget": "rückgängig",
            },
        ),
    ],
    ids=["English", "German"],
)
async def test_every_shared_command_answers_in_both_languages(
    world: World, operator: Operator, locale: str, expected: dict[str, str]
) -> None:
    anna = world.people["anna"]
    anna.locale = locale
    for command, sentence in expected.items():
        answer = await anna.command(command)
        assert sentence in answer.text, command
        assert answer.ephemeral
    for command in ("tables", "watch", "help", "rules", "kontor about", "settings show"):
        assert (await anna.command(command, place=anna.dm)).text, "also by direct message"


@pytest.mark.parametrize("game", GAMES)
async def test_rules_are_read_topic_by_topic(world: World, operator: Operator, game: str) -> None:
    anna = world.people["anna"]
    for locale in ("en-US", "de"):
        anna.locale = locale
        offers = await anna.autocomplete("rules", "topic", game=game)
        shown = await anna.command("rules", game=game)
        assert [str(offer.value) for offer in offers] == [choice.value for choice in shown.shown.choices]
        texts = set()
        for choice in shown.shown.choices:
            answer = await anna.choose(shown, choice.value)
            assert f"## {game.capitalize()} · {choice.label}" in answer.text
            texts.add(answer.text)
        assert len(texts) == len(offers) > 3
        typed = await anna.command("rules", game=game, topic=str(offers[1].value))
        assert offers[1].name in typed.text


# Servers


@pytest.mark.parametrize(("locale", "hello"), [("en-US", "Hello, I'm Kontor"), ("de", "Hallo, ich bin Kontor")])
async def test_the_bot_says_hello_on_a_new_server_and_what_to_do_first(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch, locale: str, hello: str
) -> None:
    emit = world.discord.emit

    def emit_in_their_language(event: str, payload: Any) -> None:
        emit(event, {**payload, "preferred_locale": locale} if event == "GUILD_CREATE" else payload)

    monkeypatch.setattr(world.discord, "emit", emit_in_their_language)
    channel = await world.new_server("Lübeck", people=["anna"])
    (said,) = world.messages(channel)
    assert hello in said.text
    for command in ("`/visby new`", "`/kontor doctor`") if locale == "en-US" else ("`/visby neu`", "`/kontor doktor`"):
        assert command in said.text
    assert (await world.people["anna"].click(said, "k:help:")).ephemeral
    await world.restart()
    assert [message for message in world.messages(channel) if not message.ephemeral] == [said], "once"


@pytest.mark.parametrize("done", [False, True])
async def test_it_says_so_once_though_the_connection_breaks(world: World, operator: Operator, *, done: bool) -> None:
    world.fail_next("send", "connection breaks", done=done)
    assert len(world.messages(await world.new_server("Lübeck"))) == 1


async def test_nothing_is_said_where_the_bot_may_not_speak(world: World, operator: Operator) -> None:
    world.fail_next("send", "no permission")
    channel = await world.new_server("Lübeck", people=["anna"])
    assert world.messages(channel) == []


async def test_an_admin_sets_language_and_channels(world: World, operator: Operator) -> None:
    anna, admin = world.people["anna"], add_admin(world)
    elsewhere = await world.new_channel("elsewhere")
    answer = await admin.command("kontor setup", language="de", channel=elsewhere)
    assert "Saved." in answer.text
    assert f"Language: Deutsch · Channels: <#{elsewhere.id}>" in answer.text
    refused = await anna.command("visby new")
    assert f"On this server, tables can only be opened in <#{elsewhere.id}>." in refused.text
    lobby = await anna.command("visby new", place=elsewhere)
    assert "Tisch #1" in lobby.text
    assert "Channels: all" in (await admin.command("kontor setup", everywhere=True)).text
    assert "Tisch #2" in (await anna.command("visby new")).text
