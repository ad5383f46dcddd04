"""What a learner is told of the others' turns: each player's largest swing first, and no player is left out."""

from __future__ import annotations

import pytest

from cogs.games import GAMES as ON_DISCORD
from cogs.messages.lesson_panels import lines_on_a_phone
from cogs.messages.panel import Button, Panel, Picture, Row, Target, Text
from cogs.messages.table_messages import menu_panel, names_at
from rules.contract import Event
from rules.haithabu.data import NOTHING
from rules.haithabu.end_events import FeePaid
from rules.haithabu.events import (
    Billed,
    CharacterLost,
    Completed,
    Discarded,
    Gave,
    OrderLost,
    Punished,
    Recruited,
    TransportGone,
)
from rules.haithabu.market import single_ware
from rules.visby.events import Paid, Revealed, Traded
from tables.coaching import lesson_tables
from tables.play import moves
from tables.thinking.lesson_guide import LESSONS
from tests.selection import thorough
from tests.tables.conftest import room
from tests.tables.room import ANNA, Room
from words import words_in
from words.recap import RecapLine, shorten_recap, stress_losses
from words.visby import terms

__all__ = ["room"]

ANNA_SEAT, BERT_SEAT = 0, 1
TOLD = [
    RecapLine("Anna takes a row", ANNA_SEAT, 4.0),
    RecapLine("Anna builds", ANNA_SEAT, 12.0),
    RecapLine("Anna draws", ANNA_SEAT, 1.0),
    RecapLine("Bert takes a building", BERT_SEAT, 5.0),
    RecapLine("Bert builds two", BERT_SEAT, 20.0),
    RecapLine("the year ends"),
]


def cut_to(lines: int) -> list[str]:
    return shorten_recap(TOLD, lambda text: len(text.splitlines()) <= lines, "more", ANNA_SEAT).splitlines()


def test_each_players_largest_swing_comes_first_and_is_never_cut() -> None:
    heads = ["Bert builds two", "Anna builds"]
    assert cut_to(0) == [*heads, "more"]
    assert cut_to(3) == [*heads, "more"]


def test_what_one_player_did_is_told_in_the_order_it_happened() -> None:
    bert = ["Bert takes a building", "Bert builds two"]
    assert cut_to(9) == [*bert, "Anna takes a row", "Anna builds", "Anna draws", "the year ends"]


def test_a_second_large_swing_of_a_player_is_never_cut_either() -> None:
    both = [RecapLine("Anna completes one", ANNA_SEAT, 27.0), RecapLine("Anna completes another", ANNA_SEAT, 27.0)]
    assert shorten_recap([*both, *TOLD[3:4]], lambda text: False, "more", ANNA_SEAT).splitlines() == [
        "Anna completes one",
        "Anna completes another",
        "Bert takes a building",
    ]


def test_a_point_that_an_event_costs_the_learner_is_never_cut() -> None:
    words, recap = words_in("en"), next(each.display() for each in ON_DISCORD if each.name == "haithabu").words.recap
    assert recap is not None
    news = [Completed(ANNA_SEAT, "S1", 5, 50), Punished(ANNA_SEAT, "unrest", 1)]
    told = recap(words, ["Anna", "Bert"], news)
    assert "loses 1 point" in shorten_recap(told, lambda text: False, "more", ANNA_SEAT)


def test_a_ship_that_a_storm_takes_is_never_cut_but_one_that_its_owner_replaces_is() -> None:
    words, recap = words_in("en"), next(each.display() for each in ON_DISCORD if each.name == "haithabu").words.recap
    assert recap is not None
    gone = [TransportGone(ANNA_SEAT, "ship20-11", why) for why in ("storm", "replaced")]
    news = [Completed(ANNA_SEAT, "S1", 5, 50), *gone]
    told = shorten_recap(recap(words, ["Anna", "Bert"], news), lambda text: False, "more", ANNA_SEAT)
    assert "The storm takes Anna's" in told
    assert "gives up" not in told


LOSSES: list[tuple[str, Event]] = [
    ("takes the Stevedore from Anna", Recruited(BERT_SEAT, "stevedore", ANNA_SEAT, 30)),
    ("Anna gives up the Stevedore", CharacterLost(ANNA_SEAT, "stevedore", False)),
    ("Anna loses order", OrderLost(ANNA_SEAT, "S1", NOTHING)),
    ("Anna pays", Billed(ANNA_SEAT, 20)),
    ("Anna pays", FeePaid(ANNA_SEAT, 9, 9)),
    ("Anna discards", Discarded(ANNA_SEAT, single_ware(0, 1), NOTHING, False)),
    ("Anna has no choice and gives", Gave(ANNA_SEAT, BERT_SEAT, "point", None, False)),
]


@pytest.mark.parametrize(("told", "loss"), LOSSES)
def test_what_somebody_elses_move_or_an_event_takes_from_the_learner_is_never_cut(told: str, loss: Event) -> None:
    words, recap = words_in("en"), next(each.display() for each in ON_DISCORD if each.name == "haithabu").words.recap
    assert recap is not None
    news = [Completed(ANNA_SEAT, "S1", 5, 50), Completed(BERT_SEAT, "S1", 5, 50), loss]
    lines = stress_losses(recap(words, ["Anna", "Bert"], news), ANNA_SEAT)
    assert told in shorten_recap(lines, lambda text: False, "more", ANNA_SEAT)
    lines = recap(words, ["Anna", "Bert"], [loss])
    assert stress_losses(lines, BERT_SEAT) == lines, "Bert loses nothing"


def test_wares_for_which_a_store_has_no_room_are_a_loss_in_visby() -> None:
    recap = next(each.display() for each in ON_DISCORD if each.name == "visby").words.recap
    assert recap is not None
    full, roomy = Paid("blacksmith", ANNA_SEAT, 4, 1), Paid("mendicant", BERT_SEAT, 2, 2)
    assert [line.loser for line in recap(words_in("en"), ["Anna", "Bert"], [full, roomy])] == [ANNA_SEAT, None]


def test_small_lines_are_cut_first_those_about_the_learner_last() -> None:
    assert "more" not in cut_to(5), "the rest has no weight"
    assert cut_to(4) == ["Bert builds two", "Anna takes a row", "Anna builds", "more"]
    assert shorten_recap([], lambda text: True, "more") == ""


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("language", ["en", *thorough("de")])
async def test_no_page_of_a_lesson_hides_what_decided_the_round(game: str, language: str, room: Room) -> None:
    display, words = next(each.display() for each in ON_DISCORD if each.name == game), words_in(language)
    look, told_of_others = await lesson_tables.continue_or_start(room.services, ANNA, "Anna", game, language), 0
    recap = display.words.recap
    assert recap is not None
    while look.guidance and look.guidance.proposal:
        panel = menu_panel(display, look, words, picture=Picture("menu.png", b"", ""))
        names, news = names_at(look.table), look.guidance.news
        begun = len(look.guidance.made) > LESSONS[game].prepared
        said = "\n".join(part.text for part in panel.parts if isinstance(part, Text))
        lines = recap(words, names, news) if begun else []
        cut = words.say("*What happened?* shows the rest.") in said
        if cut:
            assert _height_of_all(lines) > _height_of_recap(panel), "nothing is gained by leaving something out"
        assert cut == panel.has(Target("log", look.table.id, arg=f"@{look.guidance.news_after}"))
        cut = cut or words.say("`/{game} log` shows everything.", game=game) in said
        assert cut or all(line.text in said for line in lines if line.swing and line.seat != look.seat)
        for seat in {line.seat for line in lines} - {None}:
            largest = max((line for line in lines if line.seat == seat), key=lambda line: line.swing)
            assert largest.text in said
            told_of_others += seat != look.seat
        for event in news if begun else ():
            match event:
                case Revealed():
                    for seat, cards in enumerate(event.played):
                        assert f"{names[seat]} · {terms.cards(words, cards)}" in said, "a player's card is missing"
                case Traded() if event.wares:
                    assert f"**{terms.seals(words, event.seals)}**" in said or event.seat == look.seat
                case Completed() if event.seat == look.seat:
                    assert event.order in said
        look = await moves.play(room.services, look.table.id, ANNA, str(look.guidance.proposal), look.mark)
    assert told_of_others > 9


def _height_of_all(lines: list[RecapLine]) -> int:
    """Return how many lines on a phone a complete recap takes."""
    return lines_on_a_phone(Panel((Text("\n".join(line.text for line in lines)),)))


def _height_of_recap(panel: Panel) -> int:
    """Return how many lines on a phone a page's recap takes, with the row of the button that shows the rest."""
    first = next(part for part in panel.parts if isinstance(part, Text))
    log = next(part for part in panel.parts if isinstance(part, Row) and _is_log(part))
    return lines_on_a_phone(Panel((first, log)))


def _is_log(row: Row) -> bool:
    return any(isinstance(button, Button) and button.target.verb == "log" for button in row.buttons)
