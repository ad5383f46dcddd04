"""The log: under days, rounds and whose turn it was, of all or of one seat, in pages that fit a phone."""

from __future__ import annotations

import random
import re

import pytest

from cogs.actions.story import Lines, Place, paged, told
from cogs.games import GAMES as GAMES_SHOWN
from rules import GAMES
from rules.records import positions
from tables.reading import Chapter
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down
from tests.pictures.games import played
from words import words_in

NAMES = ["Anna", "Bert", "Clara"]
EN = words_in("en")
DAY = 24 * 3600
DISPLAYS = {game.name: game.display() for game in GAMES_SHOWN}


def chapters(game: str) -> list[Chapter]:
    """A whole game, half a day from move to move."""
    record = played(GAMES[game], 3, {}, seed=3)
    return [
        Chapter(n, entry.seat if entry else -1, DAY + n * DAY // 2, events)
        for n, (entry, _, events) in enumerate(positions(record))
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_day_and_whose_turn_it_was_stand_above_and_nothing_is_left_out(game: str) -> None:
    display, whole = DISPLAYS[game], chapters(game)
    lines = [line for each in told(display, EN, NAMES, whole) for line in each.text.split("\n")]
    days = [line for line in lines if re.fullmatch(r"\*\*<t:\d+:D>\*\*", line)]
    assert len(days) == len(set(days)) > 5
    story = [
        line for chapter in whole for block in display.story(EN, NAMES, chapter.events) for line in block.split("\n")
    ]
    assert [line for line in lines if line not in days and not line.startswith("▸ ")] == story
    turns = [line for line in lines if line.startswith("▸ ")]
    assert set(turns) <= {f"▸ {name}" for name in NAMES}
    assert len(turns) > 20 or game == "visby"


@pytest.mark.parametrize("game", GAMES)
def test_of_one_seat_there_is_what_is_about_it_under_the_rounds(game: str) -> None:
    display, whole = DISPLAYS[game], chapters(game)
    everything = "\n".join(each.text for each in told(display, EN, NAMES, whole))
    mine = "\n".join(each.text for each in told(display, EN, NAMES, whole, 1))
    assert 0 < len(mine) < len(everything)
    assert "### " in mine
    for line in mine.split("\n"):
        assert line in everything or line.startswith(("**<t:", "▸ ", "📈"))
    assert any("Bert" in line for line in mine.split("\n"))


@pytest.mark.parametrize("lines", [1, 7, 100, 400])
def test_the_newest_page_is_full_fits_a_phone_and_nothing_is_lost(lines: int) -> None:
    story = [Lines(number, f"{number} " + "x" * (60 if number % 5 == 0 else 30)) for number in range(lines)]
    pages = paged(story)
    assert [each for page in reversed(pages) for each in page] == story
    for page in pages:
        assert sum(len(each.text) + 1 for each in page) <= 1101
        assert sum(1 + (len(each.text) > 40) for each in page) <= 22, "more than a phone shows"
    assert all(len(page) > 16 for page in pages[:-1])
    assert paged([]) == [[]]
    assert len(paged([Lines(1, "\n".join(["y" * 100] * 40))])) > 1


def test_what_comes_back_with_a_click_is_read_also_if_it_is_forged() -> None:
    assert Place.read("2", ()) == Place(page=2)
    assert Place.read("2.1", ()) == Place(page=2, seat=1)
    assert Place.read("@17", ()) == Place(after=17)
    assert Place.read("", ("3",)) == Place(seat=3)
    assert Place.read("4.1", ("all",)) == Place()
    for forged in ("x", "@", "@x.y", "1.99999", "-1", "."):
        assert Place.read(forged, ()).seat is None


async def test_the_menu_says_what_changed_and_leads_to_the_log_at_that_point(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara", "david"))
    rng = random.Random(2)
    table = await operator.table(sitting.number)
    while table.asking < 4 or "choose" not in table.owed.values():
        await sitting.play_on(rng, 1)
        table = await operator.table(sitting.number)
    (person, *_) = await sitting.owing()
    menu = await sitting.open_menu(person)
    assert menu.text.startswith("📰 **Since your last move:**")
    assert "📰 **Since your last move:**" in (await person.command("visby hand")).text
    assert "🏁 If it ended now you would score" in (await person.command("visby hand")).text
    log = await person.click(menu, "What happened")
    assert "### " in log.text
    only = await person.choose(log.shown, str(await sitting.seat(world.people["bert"])))
    assert only.text != log.text
    assert "### All cards are revealed" in only.text
    pinged = [message.text for message in world.messages(world.threads[-1]) if "-# 📰 " in message.text]
    assert pinged, "the ping says nothing of what changed"
