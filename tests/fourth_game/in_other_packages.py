"""Fingers in words, in pictures and with computers: found beside the other games, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

import opponents.model_loading
from cogs.actions.stats import computers
from opponents.appraisal import appraise_decision
from opponents.game_analysis import survey_game
from opponents.laboratory.self_play import learn
from opponents.laboratory.tournament import matches, play_all, tallies
from opponents.model_loading import load_estimator, model_of
from opponents.network import save_model
from opponents.trader import EVALUATIONS, trader
from pictures.emoji_images import draw_emoji
from pictures.painters import PAINTERS, score_history
from pictures.render import render_png
from rules import GAMES, Illegal, records
from tables.records.ratings import computer_levels
from tests.pictures.games import played
from words import rulebook, words_in
from words.games import GAME_WORDS, TITLES, credits_sentence, legend_lines, open_commands

FINGERS = GAMES["fingers"]
WORDS = GAME_WORDS["fingers"]
NAMES = ("Anna", "Bert", "Clara")


def test_it_comes_last_since_it_weighs_most_and_is_in_every_list() -> None:
    assert list(GAMES) == list(GAME_WORDS) == list(PAINTERS) == list(EVALUATIONS)
    assert list(GAMES)[-1] == "fingers"
    assert TITLES["fingers"] == "Fingers"
    assert open_commands(words_in("en")).endswith(" or `/fingers new`")
    assert open_commands(words_in("de")).endswith(" oder `/fingers neu`")
    assert "Fingers" not in credits_sentence(words_in("en"))


def test_a_round_is_told_in_both_languages_and_a_hand_only_to_its_owner() -> None:
    state = FINGERS.new(3, 1)
    told = [FINGERS.play(state, seat, FINGERS.parse(f"show {hand}")) for seat, hand in enumerate((1, 1, 3))]
    own, public = told[0], [FINGERS.redact(event, None) for event in told[0]]
    for language, shows, opens in (
        ("en", "✊ Anna shows 1 finger.", "All hands are open: Anna 1, Bert 1, Clara 3. Clara scores 3 points!"),
        ("de", "✊ Anna zeigt 1 Finger.", "Alle Hände sind offen: Anna 1, Bert 1, Clara 3. Clara bekommt 3 Punkte!"),
    ):
        words = words_in(language)
        assert WORDS.story(words, NAMES, own) == [shows]
        assert WORDS.story(words, NAMES, public) == []
        assert WORDS.story(words, NAMES, told[2])[-1] == opens


def test_what_is_asked_and_refused_is_said_in_both_languages() -> None:
    no = Illegal("F1", "no_such_hand", fingers=4)
    assert WORDS.refusal(words_in("en"), no) == "Nobody can show 4 fingers here. Show one, two or three."
    assert WORDS.refusal(words_in("de"), no) == "Niemand kann hier 4 Finger zeigen. Zeig einen, zwei oder drei."
    (decision,) = set(FINGERS.owed(FINGERS.new(2, 1)).values())
    assert WORDS.prompt(words_in("de"), decision) == "Zeig einen, zwei oder drei Finger."
    assert [len(legend_lines(words_in(language), "fingers")) for language in ("en", "de")] == [3, 3]


def test_its_rulebook_is_read_without_the_numbers_of_its_rules() -> None:
    for language in ("en", "de"):
        topics = rulebook.topics("fingers", language)
        assert [topic.key for topic in topics] == ["overview", "end"]
        assert not any("(F" in topic.text for topic in topics)


def test_board_hand_end_and_emoji_become_pictures() -> None:
    words, painter = words_in("de"), PAINTERS["fingers"]
    state = FINGERS.new(3, 1)
    FINGERS.play(state, 1, FINGERS.parse("show 2"))
    record = played(FINGERS, 3, {}, seed=1)
    end = FINGERS.view(records.replay(record), None)
    board, hand, final = (
        painter.board(FINGERS.view(state, None), NAMES, words),
        painter.hand(FINGERS.view(state, 1), NAMES, words),
        painter.final(end, NAMES, words, score_history(record)),
    )
    for drawing in (board, hand, final, draw_emoji("fingers", "fist")):
        assert render_png(drawing.svg).startswith(b"\x89PNG")
    assert board.alt == "Fingers. Runde 1. Anna: 0. Bert: 0. Clara: 0."
    assert hand.alt == "Fingers. ✊ 2."
    assert f"Anna: {end.points[0]}." in final.alt


def test_a_level_that_was_not_measured_at_it_is_rated_as_a_trader_and_that_is_said() -> None:
    assert [(one.player, one.measured) for one in computer_levels("fingers")][-2:] == [
        ("trader", True),
        ("alderman", False),
    ]
    assert computers(words_in("en"), "fingers") == (
        "novice 240, trader 1880, alderman: no rating yet, counted as a trader"
    )
    assert "ohne Wertung" in computers(words_in("de"), "fingers")
    assert "Wertung" not in computers(words_in("de"), "riga")


def test_the_alderman_learns_it_within_seconds_the_same_with_any_number_of_processes_and_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = model_of("fingers")
    assert model is not None
    learned = [[generation.weights for generation in learn("fingers", 2, 2, 12, 1, cores)] for cores in (1, 2)]
    assert learned[0] == learned[1]
    save_model(tmp_path, FINGERS, 2, model, learned[0][-1], "a test")
    monkeypatch.setattr(opponents.model_loading, "package_folder", lambda game: tmp_path)
    load_estimator.cache_clear()
    games = list(matches("fingers", ["alderman", "novice"], games=16, seed=2))
    share = tallies(games, play_all(games, cores=1))[0].share
    record = records.Record("fingers", 1, 2, 1, {}, [records.Entry(seat, f"show {3 - seat}") for seat in (0, 1) * 3])
    looked_at = survey_game(record, [1, 0] * 3)
    assert looked_at is not None, "what is learned can be analysed, too"
    assert all(appraise_decision("fingers", each) for each in looked_at.searched)
    assert {each.seat for each in looked_at.searched} == {0}
    assert looked_at.curve[-1].chances == (0.0, 1.0)
    load_estimator.cache_clear()
    assert share > 0.6


def test_the_trader_plays_it_better_than_the_novice() -> None:
    """Of two players the lower hand scores: against any hand at random, one finger is best."""
    state = FINGERS.new(2, 1)
    assert [str(trader(FINGERS, state, 0, seed)) for seed in range(8)].count("show 1") >= 7
    played = list(matches("fingers", ("trader", "novice"), 60, seed=1))
    first, _ = tallies(played, play_all(played, cores=1))
    assert (first.player, first.share > 0.7) == ("trader", True)
