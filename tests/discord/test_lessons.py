"""Lessons in Discord: offered to newcomers, played by one press each in both languages, and seen by nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from cogs.games import GAMES as ON_DISCORD
from cogs.messages import lesson_pages, table_messages
from cogs.messages.game_display import GameDisplay
from cogs.messages.lesson_panels import lines_on_a_phone
from cogs.messages.panel import MAX_COMPONENTS, MAX_TEXT_CHARS, Button, Panel, Picture, Row, Text
from cogs.messages.table_messages import menu_panel
from opponents.advice import Advice
from opponents.alderman_hints import best_by_rule_of_thumb
from storage.queries import tables as sql
from tables.coaching import hints, lesson_tables
from tables.model.table import Look
from tables.play import lookup, moves
from tables.seating import closing
from tables.thinking.lesson_guide import LESSONS, without_guidance
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import add_admin, moves_on
from tests.discord.reading import Seen
from tests.tables.conftest import room
from tests.tables.room import ANNA, Room
from tests.thinkers import QuickThinker, hint_here
from words import Words, lesson_text, words_in
from words.catalogue import LANGUAGES
from words.games import TITLES

__all__ = ["room"]

SCREEN = 42
"""Lines of a phone's screen and of a picture besides, and those that must never be cut: what each player did."""
OWN_SCREEN = 54
"""The same for a decision that the learner makes alone, with all its choices."""
HINT_SCREEN = 49
"""The same with an opened hint: at most about 1,000 pixels on a phone that is 390 pixels wide."""
DO = {"en": "Do it", "de": "So machen"}
ALL = {"en": "That's everything!", "de": "Das war alles!"}
IDEA = {"en": "🧭 **Tip {} of {}**", "de": "🧭 **Thema {} von {}**"}
SO_FAR = {"en": "-# 🧭 {} of {} tips so far", "de": "-# 🧭 {} von {} Themen geschafft"}
ALONE = {"en": "**Now you decide.**", "de": "**Jetzt entscheidest du.**"}
BEST = {"en": "📈 Your best and worst moves", "de": "📈 Deine besten und schlechtesten Züge"}
STOP = "⏹️ Stop here"
AGAIN = "🔁 Restart the lesson"


async def go_on(world: World, person: Person, game: str, menu: Seen) -> Seen:
    """Make the move that the lesson holds for the best; return the menu after it."""
    language = "de" if person.locale == "de" else "en"
    if DO[language] in menu.buttons:
        answer = await person.click(menu, DO[language])
        assert answer.kind == "update", "it goes on in the same message"
        return answer.shown
    services = world.bot.services
    look = await lookup.look(services, await lookup.find(services, person.id, game, 0, "running"), person.id)
    assert look.guidance is not None
    assert look.guidance.alone
    await moves.play(services, look.table.id, person.id, str(look.guidance.proposal), look.mark)
    await world.settle()
    back = f"k:play:{look.table.id}::"
    return (await person.raw_click(menu, back)).shown


async def last_page(world: World, person: Person) -> Seen:
    """Learn Visby by what the lesson holds for the best, to the end; return what is shown there."""
    menu = (await person.command("visby learn")).shown
    while not any(":analyse:" in each for each in menu.custom_ids):
        menu = await go_on(world, person, "visby", menu)
    return menu


def whole(display: GameDisplay, look: Look, words: Words) -> Panel:
    """Return a menu as it would be without a lesson."""
    return menu_panel(display, without_guidance(look), words)


@pytest.mark.parametrize("game", LESSONS)
async def test_a_lesson_is_played_to_its_end_by_one_press_each_and_fits_in_both_languages(
    game: str, room: Room
) -> None:
    display = next(each.display() for each in ON_DISCORD if each.name == game)
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", game, "en")
    explained = dict.fromkeys(LANGUAGES, 0)
    ideas, all_said, alone = len({*LESSONS[game].every_idea} - LESSONS[game].untaught.keys()), [], 0
    while True:
        assert look.guidance is not None
        proposal, idea = look.guidance.proposal, look.guidance.idea
        for language in LANGUAGES:
            words = words_in(language)
            drawing = display.decision_drawing(look, words)
            assert proposal is None or drawing, "every decision has its picture"
            picture = Picture("menu.png", b"", drawing.alt) if drawing else None
            panel = menu_panel(display, look, words, picture=picture)
            said = "\n".join(texts(panel))
            assert panel.size <= MAX_COMPONENTS - 1, "a tip and what is refused still fit"
            assert len(said) <= MAX_TEXT_CHARS
            if idea:
                assert lesson_text.explanation(game, language, idea).text in said
                explained[language] += 1
            counted = IDEA if idea else SO_FAR
            progress = counted[language].format(explained[language], ideas)
            assert (progress in said) == (bool(proposal) and (bool(idea) or explained[language] < ideas))
            if ALL[language] in said:
                assert explained[language] == ideas, "there is more to come"
                all_said.append(language)
            suggested = bool(proposal) and not look.guidance.alone
            assert [label for label in labels(panel) if label == DO[language]] == [DO[language]] * suggested
            assert (ALONE[language] in said) == look.guidance.alone
            if look.guidance.alone:
                assert lines_on_a_phone(panel) <= OWN_SCREEN, "it is taller than a screen and a half"
                hinted = with_hint(display, look, words, picture)
                assert lines_on_a_phone(hinted) <= HINT_SCREEN, "the buttons of a hint are below the screen"
            if proposal and suggested:
                pictured = msgspec.structs.replace(look, pictured=picture is not None)
                assert display.proposal(pictured, words, proposal) in said
                assert language == "en" or str(proposal) not in said, "it is said in words"
                assert lines_on_a_phone(panel) <= SCREEN, "it is taller than a phone"
        if proposal is None:
            break
        alone += look.guidance.alone
        look = await moves.play(room.services, look.table.id, ANNA, str(proposal), look.mark)
    assert look.table.row.status == "finished"
    assert explained == dict.fromkeys(LANGUAGES, ideas + 1)
    assert all_said == [*LANGUAGES], "it is said once that there is nothing more to explain"
    assert alone > 9, "the learner decides too"


def with_hint(display: GameDisplay, look: Look, words: Words, picture: Picture | None) -> Panel:
    """Return a menu after *Hint* was pressed."""
    advised = best_by_rule_of_thumb(look.table.row.game, look.view, look.options)
    return menu_panel(display, msgspec.structs.replace(look, advised=advised, hinted=True), words, picture=picture)


@pytest.mark.parametrize(("tallest", "is_kept"), [(48, True), (20, False)])
async def test_what_the_orders_still_take_stays_beside_a_hint_unless_the_page_would_be_too_tall(
    tallest: int, is_kept: bool, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_messages, "_TALLEST_HINT_LINES", tallest)
    display, words = next(each.display() for each in ON_DISCORD if each.name == "haithabu"), words_in("en")
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "haithabu", "en")
    picture, kept, left_out = Picture("menu.png", b"", ""), 0, 0
    while look.guidance and look.guidance.proposal:
        if look.guidance.alone:
            page = "\n".join(texts(menu_panel(display, look, words, picture=picture))).splitlines()
            plans = [line for line in page if line.startswith("-# **")]
            beside = "\n".join(texts(with_hint(display, look, words, picture)))
            kept += bool(plans) and all(line in beside for line in plans)
            left_out += bool(plans) and not any(line in beside for line in plans)
        look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    assert (kept > 10, left_out > 10) == (is_kept, not is_kept)


def texts(panel: Panel) -> Iterator[str]:
    return (part.text for part in panel.parts if isinstance(part, Text))


def labels(panel: Panel) -> list[str]:
    rows = (part.buttons for part in panel.parts if isinstance(part, Row))
    return [button.label for row in rows for button in row if isinstance(button, Button)]


async def play_to_the_end(world: World, person: Person, game: str, menu: Seen) -> Seen:
    """Go on until there is nothing more to press, with a restart in between; return the last page."""
    pages, taught = 0, 0
    while not any(":analyse:" in each for each in menu.custom_ids):
        assert "****" not in menu.text, f"a suggestion says nothing:\n{menu}"
        menu, pages = await go_on(world, person, game, menu), pages + 1
        taught += ALL["de"] in menu.text or ALL["en"] in menu.text
        if pages == 3:
            await world.restart()
    assert taught == 1, "it is said once that all is explained"
    return menu


@pytest.mark.repeated(6)
@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("place", ["server", "direct message"])
async def test_nobody_but_the_learner_sees_anything_of_it(
    world: World, operator: Operator, game: str, place: str
) -> None:
    if place != "server" and game != next(iter(LESSONS)):
        pytest.skip("one game is enough there")
    world.closed_dms("anna")
    anna, bert = world.people["anna"], world.people["bert"]
    anna.locale = "de" if game != "visby" else "en-US"
    where = world.channel if place == "server" else anna.dm
    before = len(world.sent)
    menu = (await anna.command(f"{game} learn", place=where)).shown
    assert menu.ephemeral
    language = "de" if anna.locale == "de" else "en"
    assert lesson_text.welcome(game, language).splitlines()[0] in menu.text
    last = await play_to_the_end(world, anna, game, menu)
    assert last.files or place != "server", "the final position is shown"
    assert BEST[language] in last.buttons
    assert {sent.to for sent in world.sent[before:]} == {"anna"}
    assert not any(sent.pings for sent in world.sent)
    assert world.threads == []
    assert bert.sees() == []
    assert "anna" not in (await bert.command("watch")).text.casefold()
    assert TITLES[game] not in (await bert.command("results")).text
    await operator.check()


async def test_what_a_stranger_presses_there_is_answered_as_if_it_did_not_exist(
    world: World, operator: Operator
) -> None:
    anna, bert, admin = world.people["anna"], world.people["bert"], add_admin(world)
    menu = (await anna.command("visby learn")).shown
    lobby = (await bert.command("visby new", seats=2)).shown
    number = await lookup.find(world.bot.services, anna.id, "visby", 0, "running")
    proposal = next(custom for custom in menu.custom_ids if ":proposal:" in custom)
    for stranger in (bert, admin):
        unknown = (await stranger.raw_click(lobby, "k:hand:999::")).text.replace("999", str(number))
        for custom in (proposal, f"k:play:{number}::", f"k:board:{number}::", f"k:close:{number}::yes"):
            assert (await stranger.raw_click(lobby, custom)).text == unknown
        assert (await stranger.command("visby board", table=number)).text == unknown
    assert (await operator.table(number)).row.status == "playing"
    assert [offer.value for offer in await bert.autocomplete("visby board", "table")] == [2]


@pytest.mark.parametrize("game", LESSONS)
async def test_whoever_reads_the_rules_or_looks_something_up_finds_back(
    world: World, operator: Operator, game: str
) -> None:
    anna = world.people["anna"]
    menu = (await anna.command(f"{game} learn")).shown
    rules = next(label for label in menu.buttons if "Rules:" in label)
    for ways in (
        (rules,),
        ("Board",),
        ("Board", "My hand"),
        ("Board", "Log"),
        ("Board", "More"),
    ):
        read = menu
        for label in ways:
            read = (await anna.click(read, label)).shown
        assert "Do it" not in read.buttons
        assert "Play" not in read.buttons, "one is in the middle of it"
        back = (await anna.click(read, "⬅️ Back")).shown
        assert back.text == menu.text
        menu = back


async def test_whoever_reads_the_rules_or_presses_an_old_button_at_the_end_of_a_lesson_finds_how_it_ended(
    world: World, operator: Operator
) -> None:
    anna = world.people["anna"]
    menu = await last_page(world, anna)
    rules, read_before = next(label for label in menu.buttons if "Rules:" in label), menu.text
    read = (await anna.click(menu, rules)).shown
    menu = (await anna.click(read, "⬅️ Back")).shown
    assert menu.text == read_before
    _, _, number, *_ = next(custom for custom in menu.custom_ids if custom.startswith("k:rules:")).split(":")
    assert (await anna.raw_click(menu, f"k:proposal:{number}:1:old")).text == read_before


async def test_an_open_menu_shows_the_final_picture_when_the_lesson_ends_later(
    world: World, operator: Operator
) -> None:
    """On a busy machine computers make the last move after the learner's click was answered."""
    anna, services = world.people["anna"], world.bot.services
    menu = (await anna.command("visby learn")).shown
    look = await lookup.look(services, 1, anna.id)
    while look.table.row.status == "playing":
        assert look.guidance
        await moves.play(services, 1, anna.id, str(look.guidance.proposal), look.mark)
        look = await lookup.look(services, 1, anna.id)
    world.bot.app.menus.follow(1)
    await services.background.wait_for("menus", 1)
    await world.settle()
    assert menu.exists
    assert BEST["en"] in menu.buttons
    assert [file.rpartition("/")[2] for file in menu.files] == ["final.png"]


async def test_it_is_offered_to_newcomers_left_resumed_and_repeated(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    assert "🧭 Learn Visby" in (await anna.command("help")).shown.buttons
    nowhere = (await anna.command("tables")).shown
    assert [f"🧭 Learn {TITLES[game]}" for game in LESSONS] == nowhere.buttons
    menu = (await anna.click(nowhere, "🧭 Learn Visby")).shown
    assert AGAIN not in menu.buttons
    menu = (await anna.click(menu, DO["en"])).shown
    old = menu.button(DO["en"])["custom_id"]
    listed = (await anna.command("tables")).shown
    assert "🧭 Continue learning Visby" in listed.buttons
    resumed = (await anna.click(listed, "🧭 Continue learning Visby")).shown
    assert "**Tip 2 of" in resumed.text
    assert not menu.exists, "there is one menu"
    assert AGAIN in resumed.buttons
    anew = (await anna.click(resumed, AGAIN)).shown
    assert "**Tip 1 of" in anew.text
    stale = await anna.raw_click(menu, old)
    assert "is closed" in stale.text or "closed" in stale.text
    assert "**Tip 1 of" in (await anna.command("visby learn")).text


async def test_a_lesson_asked_for_twice_at_once_is_one(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    offered = (await anna.command("help")).shown
    answers = await world.at_once([anna.click(offered, "🧭 Learn Visby") for _ in range(2)])
    assert all("Your first game of Visby" in answer.text for answer in answers)
    assert await sql.numbers(operator.services.db.reader, ("playing",)) == [1]
    listed = (await anna.command("tables")).shown
    assert listed.buttons == ["🧭 Continue learning Visby"]
    resumed = (await anna.click(listed, "🧭 Continue learning Visby")).shown
    resumed = (await anna.click((await anna.click(resumed, DO["en"])).shown, DO["en"])).shown
    again = (await anna.command("visby learn")).shown
    await world.at_once([anna.click(again, AGAIN) for _ in range(2)])
    assert len(await sql.numbers(operator.services.db.reader, ("playing",))) == 1


async def test_the_seat_of_a_lesson_is_not_offered_to_anybody(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    menu = (await anna.command("haithabu learn")).shown
    more = (await anna.click((await anna.click(menu, "Board")).shown, "More")).shown
    assert "🪑 Offer my seat" not in more.buttons
    assert "can't offer your seat" in (await anna.command("table offer", table=1)).text
    assert not (await operator.table(1)).seats[0].offered_at
    assert await operator.rows(1) == [], "nothing waits for a channel that there is not"


async def test_an_open_menu_shows_what_computers_thought_of_after_one_did_otherwise(
    world: World, operator: Operator
) -> None:
    anna = world.people["anna"]
    menu = (await anna.command("riga learn")).shown
    menu = (await anna.click((await anna.click(menu, "Something else")).shown, "Hinrich")).shown
    await world.settle()
    assert "**Tip" in menu.text
    assert (await operator.table(1)).owed
    while (await operator.table(1)).row.version < 30:
        menu = await go_on(world, anna, "riga", menu)
        await world.settle()
    assert (await operator.table(1)).row.version >= 30
    assert menu.exists


async def test_whoever_has_learned_a_game_opens_a_table_against_computers_by_one_press(
    world: World, operator: Operator
) -> None:
    anna = world.people["anna"]
    menu = await last_page(world, anna)
    await anna.click(menu, "Play against computers")
    table = await operator.table(2)
    assert table.row.status == "playing"
    assert [seen for seen in anna.sees() if seen.ephemeral and moves_on(seen, "visby")], "the first menu is there"
    assert sorted(seat.person or 0 for seat in table.seats) == [0, 0, 0, anna.id], "as many as in the lesson"
    assert (await anna.raw_click(menu, "k:against_computers:0::nothing")).ephemeral
    await operator.check()


@pytest.mark.repeated(3)
@pytest.mark.parametrize("game", LESSONS)
async def test_once_all_is_explained_one_may_stop_there_or_play_on(world: World, operator: Operator, game: str) -> None:
    anna = world.people["anna"]
    menu = (await anna.command(f"{game} learn")).shown
    while ALL["en"] not in menu.text:
        assert STOP not in menu.buttons, "there is more to come"
        menu = await go_on(world, anna, game, menu)
    page = (await anna.click(menu, STOP)).shown
    assert f"Now you know {TITLES[game]}" in page.text
    assert f"`/{game} learn` continues from here" in page.text
    menu = (await anna.click(page, "⬅️ Back")).shown
    assert ALL["en"] in menu.text, "nothing is lost by looking"
    menu = await go_on(world, anna, game, menu)
    assert STOP in menu.buttons
    page = (await anna.click(menu, STOP)).shown
    await anna.click(page, "Play against computers")
    assert (await operator.table(2)).row.status == "playing"
    assert (await operator.table(1)).row.status == "playing", "one may still go on with it"
    elsewhere = (await anna.command("visby new", seats=2)).shown
    assert "was out of date" in (await anna.raw_click(elsewhere, "k:stop_lesson:2::")).text, (
        "no lesson is learned there"
    )
    await operator.check()


async def test_the_last_page_leads_to_the_tips_that_did_not_come_up(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    complete = await last_page(world, anna)
    assert not any(":missed_tips:" in each for each in complete.custom_ids), "every tip came up"
    assert "no table #1" in (await bert.raw_click(complete, "k:missed_tips:1::")).text, "another's lesson"
    monkeypatch.setattr(lesson_pages, "missed_ideas", lambda look: [*LESSONS["visby"].every_idea[-2:]])
    page = (await anna.raw_click(complete, "k:play:1::")).shown
    tips = (await anna.click(page, "🧭 2 more tips")).shown
    assert [line for line in tips.text.splitlines() if line.startswith("- ")] == [
        f"- {lesson_text.explanation('visby', 'en', idea).text}" for idea in LESSONS["visby"].every_idea[-2:]
    ]
    assert (await anna.click(tips, "⬅️ Back")).shown.text == page.text


async def test_who_does_otherwise_may_stop_once_nothing_new_has_come_for_a_while(room: Room) -> None:
    display = next(each.display() for each in ON_DISCORD if each.name == "riga")
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "riga", "en")
    look.table.row.explained[:] = ["name", "start", *[""] * 11]
    menu = menu_panel(display, _nothing_new(look), words_in("en"))
    assert "2 of 23 tips so far" in "\n".join(texts(menu))
    assert "Stop here" not in labels(menu)
    hinted = msgspec.structs.replace(_nothing_new(look), advised=[Advice(look.options[0])])
    assert "tips so far" not in "\n".join(texts(menu_panel(display, hinted, words_in("en")))), "a hint needs the room"
    look.table.row.explained.append("")
    menu = menu_panel(display, _nothing_new(look), words_in("en"))
    assert "2 of 23 tips so far; the others may not come up in this game." in "\n".join(texts(menu))
    assert "Stop here" in labels(menu)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_tip_that_a_lesson_does_not_teach_has_no_number_so_that_the_total_stays_the_same(
    language: str, room: Room
) -> None:
    display, extra = (
        next(each.display() for each in ON_DISCORD if each.name == "haithabu"),
        {
            "en": "🧭 **Extra tip** · An event takes",
            "de": "🧭 **Zusatzthema** · Ein Ereignis nimmt",
        },
    )
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "haithabu", "en")
    assert look.guidance is not None
    ideas = [*LESSONS["haithabu"].every_idea]
    taught = [idea for idea in ideas if idea not in LESSONS["haithabu"].untaught]
    look.table.row.explained[:] = taught[:-1]
    unexpected = msgspec.structs.replace(look, guidance=msgspec.structs.replace(look.guidance, idea="lose"))
    assert extra[language] in "\n".join(texts(menu_panel(display, unexpected, words_in(language))))
    look.table.row.explained.append("lose")
    last = msgspec.structs.replace(look, guidance=msgspec.structs.replace(look.guidance, idea=taught[-1]))
    assert IDEA[language].format(len(taught), len(taught)) in "\n".join(
        texts(menu_panel(display, last, words_in(language)))
    )


def _nothing_new(look: Look) -> Look:
    """Return a look of a decision that explains nothing."""
    assert look.guidance is not None
    return msgspec.structs.replace(look, guidance=msgspec.structs.replace(look.guidance, idea=""))


async def test_who_opens_a_table_twice_at_the_end_of_a_lesson_plays_at_one(world: World, operator: Operator) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    menu = await last_page(world, anna)
    opens = "k:against_computers:0::visby"
    await world.at_once([anna.click(menu, "Play against computers") for _ in range(2)])
    await world.settle()
    again = (await anna.raw_click(menu, f"{opens} 1")).shown
    assert "You have already opened this table: #2." in again.text
    assert moves_on(again, "visby")
    assert await _open_tables(operator) == [2]
    assert "out of date" in (await bert.raw_click(menu, f"{opens} 1")).text, "another's lesson opens nothing"
    assert await _open_tables(operator) == [2]
    await closing.close(operator.services, 2, anna.id)
    await anna.raw_click(menu, f"{opens} 1")
    assert await _open_tables(operator) == [3], "what is over does not count"
    await anna.raw_click(menu, opens)
    assert await _open_tables(operator) == [3, 4], "a page from before the button named its lesson"
    await operator.check()


async def _open_tables(operator: Operator) -> list[int]:
    return await sql.numbers(operator.services.db.reader, ("playing", "lobby"))


@pytest.mark.parametrize("game", LESSONS)
async def test_who_does_otherwise_sees_the_whole_menu_and_finds_back(
    world: World, operator: Operator, game: str
) -> None:
    anna = world.people["anna"]
    menu = (await anna.command(f"{game} learn")).shown
    while "Something else" not in menu.buttons:
        menu = (await anna.click(menu, DO["en"])).shown
    whole = (await anna.click(menu, "Something else")).shown
    assert DO["en"] not in whole.buttons
    assert moves_on(whole, game)
    assert (await anna.click(whole, "Back")).shown.text == menu.text


async def test_a_move_refused_for_what_a_lesson_explains_is_answered_with_one_way_to_the_rules(
    world: World, operator: Operator
) -> None:
    anna = world.people["anna"]
    lesson = (await anna.command("riga learn")).shown
    (topic,) = [each for each in lesson.custom_ids if ":rules:" in each and each.endswith(" setup")]
    refused = await anna.command("riga done")
    assert refused.text.startswith("❌")
    assert refused.shown.custom_ids.count(topic) == 1


async def test_each_move_that_visby_suggests_comes_with_the_reason_that_a_hint_gives(room: Room) -> None:
    room.services.thinker = QuickThinker(hint=hint_here)
    display, suggested = next(each.display() for each in ON_DISCORD if each.name == "visby"), 0
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "visby", "en")
    while look.guidance and look.guidance.proposal:
        move = look.guidance.proposal
        if not look.guidance.alone:
            suggested += 1
            (advised,) = [each for each in (await hints.with_advice(room.services, look)).advised if each.move == move]
            for words in map(words_in, LANGUAGES):
                why = [display.words.reason(words, each.key, each.facts) for each in advised.reasons]
                panel = menu_panel(display, look, words, picture=Picture("menu.png", b"", ""))
                assert f"**{display.proposal(look, words, move)}** · {why[0]}" in "\n".join(texts(panel))
                assert lines_on_a_phone(panel) <= SCREEN
        look = await moves.play(room.services, look.table.id, ANNA, str(move), look.mark)
    assert suggested > 4


async def test_where_no_hint_names_a_suggested_card_of_visby_it_is_said_what_the_card_does(room: Room) -> None:
    display, words = next(each.display() for each in ON_DISCORD if each.name == "visby"), words_in("en")
    look = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", "visby", "en")
    (said,) = [line for line in texts(menu_panel(display, look, words)) if "💡 Suggestion" in line]
    assert "**play ⛵ Ship** · up to 4 wares, split" in said
