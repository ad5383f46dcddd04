"""What all pictures promise, whatever the game: tidy, legible, no secret, every name, the scores as they were."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from pictures import final_chart, lettering
from pictures.drawing import Drawing
from pictures.painters import PAINTERS, board_picture, score_history
from pictures.render import load_vips
from pictures.score_table import score_table
from rules import AnyGame
from rules.chance import Chance
from rules.records import replay
from tests.pictures.games import LANGUAGES, NAMES, NASTY, WIDEST, drawn_games, played, some_positions
from tests.pictures.reading import check_tidy, read, written
from tests.rules.promises import setups
from words import words_in

EVERY_GAME = pytest.mark.parametrize("game", drawn_games(PAINTERS), ids=lambda game: game.name)
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def pictures_of(game: AnyGame, state: Any, names: Any, language: str) -> list[Drawing]:
    """Draw the board, and the hand of whoever sits where chance would have it."""
    painter, words = PAINTERS[game.name], words_in(language)
    seat = state.frames % state.seats
    return [
        painter.board(game.view(state, None), names, words),
        painter.hand(game.view(state, seat), names, words),
    ]


@pytest.mark.repeated(2)
@EVERY_GAME
@EVERY_LANGUAGE
def test_nothing_overlaps_is_cut_or_too_small(game: AnyGame, language: str) -> None:
    for state in some_positions(game, seed=10, every=11):
        for drawing in pictures_of(game, state, NAMES, language):
            check_tidy(drawing)


@pytest.mark.repeated(2)
@EVERY_GAME
@EVERY_LANGUAGE
def test_no_word_of_ours_is_cut_with_an_ellipsis(game: AnyGame, language: str) -> None:
    """Names may be too long for their room; with short ones there is room for everything."""
    for state in some_positions(game, seed=15, every=13):
        for drawing in pictures_of(game, state, tuple("ABCDEF"), language):
            assert [text for text in read(drawing).texts if text.endswith("…")] == []


@pytest.mark.repeated(2)
@EVERY_GAME
@EVERY_LANGUAGE
@pytest.mark.parametrize("names", [WIDEST, NASTY], ids=["widest", "nasty"])
def test_names_of_any_kind_leave_everything_in_its_place(game: AnyGame, language: str, names: Any) -> None:
    for state in some_positions(game, seed=20, every=40):
        for drawing in pictures_of(game, state, names, language):
            check_tidy(drawing)


@EVERY_GAME
def test_every_player_is_named_or_known_by_their_shield(game: AnyGame) -> None:
    for state in some_positions(game, seed=30, every=50):
        root = read(PAINTERS[game.name].board(game.view(state, None), NAMES, words_in("en")))
        for seat in range(state.seats):
            (name,) = {shape.element.text for shape in root.find(name=seat)}
            wanted = lettering.drawable_text(NAMES[seat]) or f"Seat {seat + 1}"
            assert name == wanted or (name and wanted.startswith(name.removesuffix("…")))
            assert root.find(badge=seat)


@pytest.mark.repeated(2)
@EVERY_GAME
@EVERY_LANGUAGE
def test_computers_and_seats_that_were_left_are_marked(game: AnyGame, language: str) -> None:
    painter, words = PAINTERS[game.name], words_in(language)
    for state in some_positions(game, seed=35, every=60):
        view = game.view(state, None)
        for names in (NAMES, WIDEST):
            root = check_tidy(painter.board(view, names, words, {0: False, 1: True}))
            marks = {
                int(seat.data["seat"]): [mark.data["robot"] for mark in seat.marked("robot")]
                for seat in root.marked("seat")
            }
            assert marks == {0: ["0"], 1: ["1"], **{seat: [] for seat in range(2, state.seats)}}
            (left,) = root.find(robot=1)
            assert left.texts == ["(", ")"]
        assert not read(painter.board(view, NAMES, words)).marked("robot")


@EVERY_GAME
def test_whose_turn_it_is_and_who_is_asked_is_marked_unless_all_choose_at_once(game: AnyGame) -> None:
    painter, words, asked, marks = PAINTERS[game.name], words_in("en"), 0, False
    for state in some_positions(game, seed=36, every=9):
        view = game.view(state, None)
        seats = {int(seat.data["seat"]): seat.data for seat in read(painter.board(view, NAMES, words)).marked("seat")}
        turns = {seat for seat, data in seats.items() if data.get("turn") == "1"}
        others = {seat for seat, data in seats.items() if data.get("asked") == "1"}
        marks = marks or bool(turns)  # Where all choose at once, a board need not mark anything.
        assert len(turns) <= 1
        if marks and not game.is_sealed_choice(state):
            assert turns | others >= set(view.owed)
        assert others <= set(view.owed) - turns
        asked += len(others)
    assert asked or not marks


@EVERY_GAME
def test_a_picture_tells_nothing_that_its_viewer_may_not_know(game: AnyGame) -> None:
    """A guess differs from the truth in everything that is hidden from the seat, and in nothing else."""
    painter, words, chance = PAINTERS[game.name], words_in("en"), Chance(1)
    for state in some_positions(game, seed=40, every=23):
        seat = chance.below(state.seats)
        other = game.guess(state, seat, chance.draw())
        assert painter.board(game.view(other, None), NAMES, words) == painter.board(
            game.view(state, None), NAMES, words
        )
        assert painter.hand(game.view(other, seat), NAMES, words) == painter.hand(game.view(state, seat), NAMES, words)


@EVERY_GAME
def test_a_board_shows_nothing_but_what_it_is_known_by(game: AnyGame) -> None:
    painter, words = PAINTERS[game.name], words_in("en")
    for state in some_positions(game, seed=60, every=31):
        view = game.view(state, None)
        assert painter.board(painter.visible_part(view), NAMES, words) == painter.board(view, NAMES, words)
        names = NAMES[: state.seats]
        assert board_picture(game.name, view, names, words) == painter.board(view, names, words)
        assert board_picture(game.name, view, names, words) is board_picture(game.name, view, names, words)


@EVERY_GAME
def test_sealed_choices_are_in_nobody_elses_picture(game: AnyGame) -> None:
    painter, words, chance = PAINTERS[game.name], words_in("en"), Chance(2)
    for state in some_positions(game, seed=50, every=29):
        for seat in game.owed(state):
            secret = [move for move in game.options(state, seat) if move.secret]
            if len(secret) < 2:
                continue
            pair = [state.copy(), state.copy()]
            for sealed, move in zip(pair, (chance.take(secret), chance.take(secret)), strict=True):
                game.play(sealed, seat, move)
            if any(game.current_frame_id(sealed) != game.current_frame_id(state) for sealed in pair):
                continue
            boards = [painter.board(game.view(sealed, None), NAMES, words) for sealed in pair]
            assert boards[0] == boards[1]
            for viewer in set(range(state.seats)) - {seat}:
                hands = [painter.hand(game.view(sealed, viewer), NAMES, words) for sealed in pair]
                assert hands[0] == hands[1]


@pytest.mark.repeated(2)
@EVERY_GAME
@EVERY_LANGUAGE
def test_the_end_shows_placings_and_scores_over_the_rounds(game: AnyGame, language: str) -> None:
    painter = PAINTERS[game.name]
    for seats, options in setups(game):
        record = played(game, seats, options, seats)
        course = score_history(record)
        told = course.rounds
        rounds = [number for number, _ in told]
        assert rounds == sorted(set(rounds))
        view = game.view(replay(record), None)
        assert view.result.scores == told[-1][1]
        for names in (NAMES, WIDEST, NASTY):
            root = check_tidy(painter.final(view, names[:seats], words_in(language), course))
            placings = root.marked("place")
            for shape in placings:
                seat = int(shape.data["seat"])
                assert int(shape.data["place"]) == view.result.places[seat]
                assert int(shape.value("score")) == view.result.scores[seat]
            assert [int(shape.data["place"]) for shape in placings] == sorted(view.result.places)
            for part in root.marked("part"):
                cells = sorted((text.left, text.right) for text in written(part) if text.text.strip("-").isdigit())
                assert all(one[1] + 8 <= other[0] for one, other in itertools.pairwise(cells)), "numbers touch"
                assert not [text.text for text in written(part) if "…" in text.text], "a label is cut"
            for seat in range(seats):
                made = [int(shape.data["amount"]) for part in root.marked("part") for shape in part.find(seat=seat)]
                ties = (
                    [amount for _, amount in course.standings[seat].ties]
                    if len(set(view.result.scores)) < seats
                    else []
                )
                assert sum(made) == view.result.scores[seat] + sum(ties), "the parts do not make up the score"
                line = root.one(line=seat)
                assert line.data["scores"] == " ".join(str(score_table[seat]) for _, score_table in told)
                points = [tuple(map(float, point.split(","))) for point in line.element.attrib["points"].split()]
                for (one, (_, low)), (other, (_, high)) in itertools.pairwise(zip(told, points, strict=True)):
                    assert (one[1][seat] < other[1][seat]) == (low > high)


@EVERY_GAME
@EVERY_LANGUAGE
def test_what_everybody_would_score_is_a_table_of_parts_with_the_best_first(game: AnyGame, language: str) -> None:
    words = words_in(language)
    for number, state in enumerate(some_positions(game, seed=70, every=37)):
        found = game.standings(game.view(state, None))
        names = (NAMES, WIDEST, NASTY)[number % 3][: state.seats]
        root = check_tidy(score_table(game.name, found, names, words, over=False))
        (total,) = [part for part in root.marked("part") if part.data["part"] == "total"]
        shown = list(total.marked("amount"))
        assert [int(shape.data["amount"]) for shape in shown] == sorted((each.total for each in found), reverse=True)
        for shape in shown:
            seat = int(shape.data["seat"])
            parts = [part for part in root.marked("part") if part.data["part"] in dict(found[seat].parts)]
            made = [int(each.data["amount"]) for part in parts for each in part.find(seat=seat)]
            assert sum(made) == found[seat].total == int(shape.data["amount"])
            assert root.find(badge=seat)


@EVERY_GAME
def test_a_drawing_covers_its_whole_page(game: AnyGame) -> None:
    (state, *_) = some_positions(game, seed=3, every=40)
    for drawing in pictures_of(game, state, NAMES, "en"):
        assert load_vips().Image.svgload_buffer(drawing.svg.encode())[3].min() > 0


def test_a_round_counts_until_the_next_one_begins() -> None:
    told = [(0, (0, 0)), (1, (2, 3)), (1, (4, 3)), (2, (5, 5))]
    assert final_chart.first_scores_by_round(told) == [(0, (0, 0)), (1, (2, 3)), (2, (5, 5))]


@EVERY_GAME
@pytest.mark.parametrize(("unsaid", "without"), [("standings", ()), ("rounds_over", None)])
def test_the_end_of_a_game_without_rounds_or_standings_has_no_lines_of_scores(
    game: AnyGame, unsaid: str, without: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(game), unsaid, lambda game, view: without)
    seats, options = setups(game)[0]
    record = played(game, seats, options, 1)
    view, course = game.view(replay(record), None), score_history(record)
    assert course.rounds == []
    root = check_tidy(PAINTERS[game.name].final(view, NAMES[:seats], words_in("en"), course))
    assert [int(shape.data["place"]) for shape in root.marked("place")] == sorted(view.result.places)
    assert not any(line.data["scores"] for line in root.marked("line"))
