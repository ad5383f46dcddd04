"""Text without emoji: who wants that reads no emoji, loses nothing by it, and changes nothing for others."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cogs.games import GAMES as ON_DISCORD
from cogs.games.game_cog import GameOnDiscord
from cogs.games.haithabu.display import HaithabuDisplay
from cogs.messages.app_emoji import for_reader
from cogs.messages.panel import Button, Panel, Row, Select, Target, Text
from cogs.messages.table_messages import board_panel, hand_panel, menu_panel
from rules import GAMES
from rules.chance import Chance
from rules.haithabu.changes import WaresGone
from rules.haithabu.events import Bought
from storage.queries import personal_data
from tables.model.table import Since
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down
from tests.discord.test_message_length import look_of, table_of
from words import LANGUAGES, words_in
from words.catalogue import without_signs
from words.change_text import ChangeText
from words.games import sign_names
from words.signs import spell_out

EMOJI = re.compile("[\u21a9\u231a-\u23ff\u25aa-\u27bf\u2b05-\u2b55\U0001f000-\U0001faff]\ufe0f?|<:")
ALONE = re.compile(rf"(?:{EMOJI.pattern})(?!\ufe0f| ?[*_]*(?:[^\W\d_]|\u2068|<|\d+[*_]* [^\W\d_]))")
"""An emoji that neither a word nor a name follows."""
SAID_OTHERWISE = {"▫️", "🏵️", "🛢️"}
"""A card that is not in the hand: the others are named. Seals and wares, which a sentence names instead."""


def said(panel: Panel) -> Iterator[str]:
    """Yield everything that can be read in a panel, also in the texts that replace its pictures."""
    for part in panel.without_pictures().parts:
        if isinstance(part, Text):
            yield part.text
        elif isinstance(part, Row):
            for button in part.buttons:
                yield button.label
                yield (button.emoji or "") if isinstance(button, Button) else ""
        elif isinstance(part, Select):
            yield part.placeholder
            for option in part.options:
                yield from (option.label, option.description, option.emoji or "")


@pytest.mark.repeated(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("on_discord", ON_DISCORD, ids=lambda game: game.name)
def test_in_random_games_no_emoji_is_left_and_each_that_stood_for_something_has_a_name(
    on_discord: GameOnDiscord, language: str
) -> None:
    display, words = on_discord.display(), words_in(language)
    game, names = GAMES[display.game], sign_names(words, display.game, ["Anna"] * 6)
    unnamed = set[str]()
    for seats in game.players:
        state, chance, number = game.new(seats, seats), Chance(seats), 0
        while owed := game.owed(state):
            seat, number = next(iter(owed)), number + 1
            if not number % 9:
                table = table_of(display.game, state, seats)
                for player in table.seats:
                    player.name = f"Annabella {player.seat}"
                look = look_of(table, seat)
                for panel_of in (board_panel, hand_panel, menu_panel):
                    plain = panel_of(display, look, without_signs(words))
                    left = [text for text in said(plain) if EMOJI.search(text)]
                    assert left == []
                    assert not any("  " in text or " ," in text for text in said(plain))
                    assert plain.fits
                    for text in said(panel_of(display, look, words)):
                        unnamed |= {sign for sign in ALONE.findall(text) if text != sign} - names.keys()
            game.play(state, seat, game.sample(state, seat, chance))
    assert unnamed <= SAID_OTHERWISE


def test_a_message_that_names_would_make_too_long_keeps_its_usual_emoji() -> None:
    panel = Panel((Text("2🍯 " * 900), Row((Button("Mead", Target("move"), emoji="🍯"),))))
    plain = for_reader(panel, HaithabuDisplay(), without_signs(words_in("en")))
    assert plain.parts == (panel.parts[0], Row((Button("Mead", Target("move")),)))


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("🧵 Cloth ×2, 🏺 Ceramics", "Cloth ×2, Ceramics"),
        ("2🍯 1🔨", "2 Mead, 1 Tool"),
        ("3 🍯 Mead, **2 🧵 Cloth**", "3 Mead, **2 Cloth**"),
        ("-# 1 · O07 2🍯 (1🍯 ✔️) → 1⭐ 40🪙", "-# 1 · O07 2 Mead (1 Mead, delivered) → 1 point, 40 silver"),
        (
            "**\u2068Bergen\u2069** 🤖 8 · **\u2068🧵na\u2069** (🤖)",
            "**\u2068Bergen\u2069** (a computer) 8 · **\u2068🧵na\u2069** (a computer)",
        ),
        ("☀️**A**🔵⚪ 🌙**B**", "day **A** (Anna) (neutral worker) night **B**"),
        ("🤹 Juggler 🔵🔒 · 🔮 Seer", "Juggler (Anna) (protected) · Seer"),
        ("🏠 2🍯 1🧵 · ⛺ –", "warehouse 2 Mead, 1 Cloth · trading post –"),
        ("🔵 **\u2068Anna\u2069** 🚩 👉 · 5 points", "**\u2068Anna\u2069** (starting player) (has to act) · 5 points"),
        ("🎲3 · type `/card 🍯`", "die 3 · type `/card 🍯`"),
        ("🔁 Again\n⚔️ ▫️ 🍯 ▫️", "Again\nMead"),
        ("🔁", "🔁"),
    ],
)
def test_an_emoji_is_dropped_before_its_word_and_named_where_it_stands_for_one(text: str, spelled: str) -> None:
    assert spell_out(text, sign_names(words_in("en"), "haithabu", ["Anna"])) == spelled


async def test_whoever_wants_words_without_signs_gets_them_everywhere_and_others_do_not(
    world: World, operator: Operator
) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    shown = (await anna.command("settings show")).shown
    assert "Text without emoji: off" in shown.text.replace("*", "")
    assert EMOJI.search(shown.text)
    shown = (await anna.click(shown, "Text without emoji")).shown
    assert "Text without emoji: on" in shown.text.replace("*", "")
    assert "Text with emoji" in shown.buttons
    assert not EMOJI.search(shown.text)
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    menu = await sitting.open_menu(anna)
    assert not EMOJI.search(menu.text)
    assert "You: 0 seals, 2 wares · Battle 4" in menu.text
    assert not any(EMOJI.search(label) for label in (*menu.buttons, *(choice.label for choice in menu.choices)))
    assert "Troops, Knight, Blacksmith" in await sitting.board_in_words(anna)
    assert "⚔️ 🐴 🔨" in await sitting.board_in_words(bert)
    hands = [message.text for message in anna.dms]
    assert hands
    assert not any(EMOJI.search(text) for text in hands)
    assert EMOJI.search(sitting.board.text), "what all read is the same for all"
    await anna.command("settings emoji", on=True)
    assert EMOJI.search((await sitting.open_menu(anna)).text)


async def test_the_setting_is_stored_handed_out_and_forgotten(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    await anna.command("settings emoji", on=False)
    await world.restart()
    stored = await personal_data.everything(world.bot.services.db.reader, anna.id)
    assert [row["signs"] for row in stored["people"]] == [0]
    assert "Text without emoji: on" in (await anna.command("settings show")).text.replace("*", "")
    await anna.click((await anna.command("settings forget")).shown, "Yes, forget me")
    assert "Text without emoji: off" in (await anna.command("settings show")).text.replace("*", "")


def test_changes_which_direct_messages_tell_have_no_emoji() -> None:
    display, words = HaithabuDisplay(), words_in("en")
    since = Since(3, (WaresGone((2, 1, 0, 0, 0, 0)),), (Bought(1, (0, 4, 0, 0, 0, 0), 24),))
    assert EMOJI.search(display.news(words, ["Anna", "Bert"], 0, since).changes[0].brief)
    told = display.news(without_signs(words), ["Anna", "Bert"], 0, since)
    assert told.changes == [ChangeText("You lost 2 Mead, 1 Cloth.", "2 Mead, 1 Cloth", lost=True)]
    assert [line.text for line in told.others] == ["Bert buys 4 Cloth for 24 silver."]
