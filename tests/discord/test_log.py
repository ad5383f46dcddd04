"""The log: under days, rounds and whose turn it was, of all or of one seat, in pages that fit a phone."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

from cogs.actions.story_page import ReadingPlace, StoryEntry, entries_in_words, paginate
from cogs.games import GAMES as GAMES_SHOWN
from cogs.games.visby.display import VisbyDisplay
from cogs.messages.components import components_of
from cogs.messages.panel import MAX_COMPONENTS, Button, Option, Part, Row, Select, Target, Text
from cogs.messages.table_messages import menu_panel, names_at
from rules import GAMES
from rules.pieces import ScoreMoved
from rules.records import positions
from rules.riga.events import StarterAsked
from rules.visby.events import PickedUp, Revealed, SealedTrade, Traded, TradesShown
from storage.rows import SeatRow, TableRow
from tables.model.table import Look, Since, Table
from tables.play import game_log
from tables.play.game_log import VisibleEntry
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down
from tests.pictures.games import played
from words import Words, words_in

NAMES = ["Anna", "Bert", "Clara"]
EN = words_in("en")
DAY = 24 * 3600
ROUND = r"### .*(Round|round|Year|year) \d"
DISPLAYS = {game.name: game.display() for game in GAMES_SHOWN}


def chapters(game: str) -> list[VisibleEntry]:
    """A whole game, half a day from move to move."""
    record = played(GAMES[game], 3, {}, seed=3)
    return [
        VisibleEntry(n, entry.seat if entry else -1, DAY + n * DAY // 2, events)
        for n, (entry, _, events) in enumerate(positions(record))
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_day_and_whose_turn_it_was_stand_above_and_nothing_is_left_out(game: str) -> None:
    display, whole = DISPLAYS[game], chapters(game)
    lines = [line for each in entries_in_words(display, EN, NAMES, whole) for line in each.text.split("\n")]
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
    everything = "\n".join(each.text for each in entries_in_words(display, EN, NAMES, whole))
    mine = "\n".join(each.text for each in entries_in_words(display, EN, NAMES, whole, 1))
    assert 0 < len(mine) < len(everything)
    assert "### " in mine
    for line in mine.split("\n"):
        assert line in everything or line.startswith(("**<t:", "▸ ", "📈"))
    assert any("Bert" in line for line in mine.split("\n"))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_who_is_named_with_others_finds_it_among_what_is_about_them(seat: int) -> None:
    tied = StarterAsked(0, (0, 1)), "Anna and Bert are tied for the lowest value; Anna chooses the starting player."
    forced = Revealed((("troops",), ("knight",), ("ship",)), (0, 1)), "Bert plays"
    for game, (event, line) in {"riga": tied, "visby": forced}.items():
        lines = entries_in_words(DISPLAYS[game], EN, NAMES, [VisibleEntry(5, -1, DAY, [event])], seat)
        assert any(line in each.text for each in lines) == (seat != 2)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_what_several_decided_in_secret_stands_under_nobodys_name(seat: int | None) -> None:
    trades = [SealedTrade(1, None), TradesShown((0, 1)), Traded(0, 3, 1), Traded(1, 6, 2)]
    alone = [Traded(0, 3, 1), PickedUp(2)]
    for events, heads in ((trades, []), (alone, ["▸ Bert"] if seat != 1 else [])):
        lines = entries_in_words(DISPLAYS["visby"], EN, NAMES, [VisibleEntry(5, 1, DAY, events)], seat)
        assert [line for each in lines for line in each.text.split("\n") if line.startswith("▸")] == heads


@pytest.mark.parametrize("lines", [1, 7, 100, 400])
def test_the_newest_page_is_full_fits_a_phone_and_nothing_is_lost(lines: int) -> None:
    story = [StoryEntry(number, f"{number} " + "x" * (60 if number % 5 == 0 else 30)) for number in range(lines)]
    pages, _ = paginate(story)
    assert [each for page in reversed(pages) for each in page] == story
    for page in pages:
        assert sum(len(each.text) + 1 for each in page) <= 1001
        assert sum(1 + (len(each.text) > 40) for each in page) <= 21, "more than a phone shows"
    assert all(len(page) > 16 for page in pages[:-1])
    assert paginate([]) == ([[]], 0)
    assert len(paginate([StoryEntry(1, "\n".join(["y" * 100] * 40))])[0]) > 1


@pytest.mark.parametrize("after", [0, 1, 57, 398, 399, 500])
def test_the_news_begin_on_a_page_of_their_own_and_nothing_is_lost(after: int) -> None:
    story = [StoryEntry(number, f"{number} " + "x" * 30) for number in range(400)]
    pages, fresh = paginate(story, after)
    assert [each for page in reversed(pages) for each in page] == story
    assert [each.n for page in reversed(pages[:fresh]) for each in page] == [*range(after + 1, 400)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [None, 1])
def test_every_page_says_its_day_and_its_round(game: str, seat: int | None) -> None:
    pages, _ = paginate(entries_in_words(DISPLAYS[game], EN, NAMES, chapters(game), seat))
    assert len(pages) > 2
    day = turn = ""
    for first, *rest in reversed(pages):
        lines = [line for each in (first, *rest) for line in each.text.split("\n")]
        said = first.above.split(" · ") if first.above else []
        new_day = lines[0].startswith("**<t:")
        assert new_day or said.pop(0) == day
        assert re.match(ROUND, lines[new_day]) or said == [turn][: bool(turn)]
        for line in lines:
            day = line.strip("*") if line.startswith("**<t:") else day
            turn = line.removeprefix("### ") if re.match(ROUND, line) else turn
    assert turn


def test_what_comes_back_with_a_click_is_read_also_if_it_is_forged() -> None:
    assert ReadingPlace.read("2", ()) == ReadingPlace(page=2)
    assert ReadingPlace.read("2.1", ()) == ReadingPlace(page=2, seat=1)
    assert ReadingPlace.read("@17", ()) == ReadingPlace(page=None, after=17)
    assert ReadingPlace.read("3@17.1", ()) == ReadingPlace(page=3, after=17, seat=1)
    assert ReadingPlace.read("", ("3",)) == ReadingPlace(seat=3)
    assert ReadingPlace.read("4.1", ("all",)) == ReadingPlace()
    for forged in ("x", "@", "@x.y", "1.99999", "-1", "."):
        assert ReadingPlace.read(forged, ()).seat is None


class Full(VisbyDisplay):
    """A menu with so many lists under its first words."""

    lists = 0

    def menu(self, look: Look, words: Words) -> list[Part]:
        return [Text("👉 Choose."), *[Select(Target("move"), "…", (Option("a", "a"),))] * self.lists]


@pytest.mark.parametrize("lists", range(20))
def test_however_full_a_menu_is_the_news_stand_above_it_and_all_fits(lists: int) -> None:
    state = GAMES["visby"].new(3, 1)
    row = TableRow(
        id=1, game="visby", rules=2, options={}, seed=1, status="playing", size=3, host=1, server=1, channel=1,
        language="en", created=0,
    )  # fmt: skip
    seats = [SeatRow(seat=seat, person=seat + 1, computer=None, name=name) for seat, name in enumerate(NAMES)]
    view = GAMES["visby"].view(state, 0)
    look = Look(Table(row, seats, state), 0, view, owes="choose", since=Since(7, (ScoreMoved(3, 5),)))
    display = Full()
    display.lists = lists
    menu = menu_panel(display, look, EN)
    said = [part.text for part in menu.parts if isinstance(part, Text)]
    title = "-# [Visby · table #1](https://discord.com/channels/1/1)"
    assert "\n".join(said) == f"{title}\n📰 **Since your last move:** Your score: 3 → 5.\n👉 Choose."
    without = menu_panel(display, msgspec.structs.replace(look, since=None), EN)
    assert menu.size <= max(MAX_COMPONENTS - 2, without.size), "what is refused and a tip go on top"
    if without.size + 3 <= MAX_COMPONENTS - 2:
        assert menu.parts[1] == Row((Button("What happened?", Target("log", 1, arg="@7"), emoji="📰"),))
    components_of(menu)


async def test_the_menu_says_what_changed_and_leads_to_the_log_at_that_point(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert", "clara", "david"))
    rng = random.Random(2)
    table = await operator.table(sitting.number)
    while table.frame_id < 4 or "choose" not in table.owed.values():
        await sitting.play_on(rng, 1)
        table = await operator.table(sitting.number)
    (person, *_) = await sitting.owing()
    menu = await sitting.open_menu(person)
    assert "📰 **Since your last move:**" in menu.text
    assert "📰 **Since your last move:**" in (await person.command("visby hand")).text
    following = await person.command("next")
    assert "📰 **Since your last move:**" in following.text
    assert "🏁 If the game ended now, you would have" in (await person.command("visby hand")).text
    log = await person.click(menu, "What happened?")
    assert "📰 **Since your last move:**" in log.text
    seat = await sitting.seat(person)
    kept = table.seats[seat].kept_n or 0
    entries = await game_log.visible_entries(operator.services, table, seat)
    words = [each for each in entries_in_words(DISPLAYS["visby"], EN, names_at(table), entries) if each.n > kept]
    lines = [line for line in words[0].text.split("\n") if not line.startswith(("**<t:", "▸"))]
    above = [line for line in log.text.split("\n") if line.startswith("-# <t:")]
    assert log.text.split("\n")[2 + len(above) :][: len(lines)] == lines, "the page begins where she decided last"
    assert words[-1].text.split("\n")[-1] in log.text
    older = await person.click(log.shown, "Older")
    assert "📰" not in older.text
    assert "\n".join(lines) not in older.text
    log = await person.click(older.shown, "Newer")
    assert "📰 **Since your last move:**" in log.text
    only = await person.choose(log.shown, str(await sitting.seat(world.people["bert"])))
    assert only.text != log.text
    assert "### All cards are revealed" in only.text
    pinged = [message.text for message in world.messages(world.threads[-1]) if "-# 📰 " in message.text]
    assert pinged, "the ping says nothing of what changed"
