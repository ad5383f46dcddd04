"""What Visby's pictures show is what the view says."""

from __future__ import annotations

import pytest

from pictures.painters import score_history
from pictures.visby import PAINTER
from rules.records import replay
from rules.visby import Visby
from rules.visby.data import CARDS, TRACK_END
from rules.visby.view import View
from tests.pictures.games import LANGUAGES, NAMES, played, some_positions
from tests.pictures.reading import Shape, numbers, read
from words import words_in
from words.visby import terms

GAME = Visby()


def check_board(root: Shape, view: View) -> None:
    for track in ("battle", "journey", "market"):
        lane = root.one(track=track)
        marker = lane.one(marker=track)
        assert marker.texts == [str(getattr(view, track))]
        cells = {int(cell.data["space"]): cell for cell in lane.marked("space")}
        assert sorted(cells) == list(range(TRACK_END + 1))
        cell = cells[getattr(view, track)]
        assert marker.x == pytest.approx(cell.x + (cells[1].x - cells[0].x) / 2)
        assert cell.texts == []
        assert all(cell.texts == [str(space)] for space, cell in cells.items() if space != getattr(view, track))
    rated: list[int] = []
    for piece in root.marked("rate"):
        first, last = map(int, piece.data["spaces"].split("-"))
        rated += range(first, last + 1)
        assert all(terms.rate(space) == piece.data["rate"] for space in range(first, last + 1))
        assert piece.texts == [piece.data["rate"]]
        assert piece.data["open"] == str(int(first <= view.market))
    assert rated == list(range(TRACK_END + 1))
    seats = root.marked("seat")
    assert numbers(seats, "seat") == list(range(view.seats))
    for shape, player in zip(seats, view.players, strict=True):
        assert int(shape.value("seals")) == player.seals
        assert int(shape.value("wares")) == player.wares
        assert shape.one(seals=player.seals).texts == [str(player.seals)]
        assert shape.one(wares=player.wares).texts == [str(player.wares)]
        for where, cards in (("hand", player.hand), ("played", player.played), ("discard", player.discard)):
            shown = [card.data["card"] for card in shape.find(where=where)]
            assert shown == sorted(cards, key=CARDS.index)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_shows_tracks_rates_goods_and_cards_as_they_are(language: str) -> None:
    for state in some_positions(GAME, seed=1, every=13):
        view = GAME.view(state, None)
        check_board(read(PAINTER.board(view, NAMES, words_in(language))), view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hand_shows_the_own_cards_and_which_are_chosen(language: str) -> None:
    words = words_in(language)
    for state in some_positions(GAME, seed=2, every=17):
        for seat in range(state.seats):
            view = GAME.view(state, seat)
            me = view.players[seat]
            root = read(PAINTER.hand(view, NAMES, words))
            picked = [shape.data["card"] for shape in root.find(where="picked")]
            assert picked == [card for card in me.hand if card in (view.picked or ())]
            shown = [shape.data["card"] for shape in (*root.find(where="picked"), *root.find(where="hand"))]
            assert sorted(shown) == sorted(me.hand)
            assert [shape.data["card"] for shape in root.find(where="discard")] == list(me.discard)
            assert [shape.data["card"] for shape in root.find(where="played")] == list(me.played)
            assert root.value("seals") == str(me.seals)
            assert root.value("wares") == str(me.wares)
            for card in me.hand:
                assert words.say(terms.CARDS[card]) in root.texts


def test_the_description_says_what_the_board_shows() -> None:
    for state in some_positions(GAME, seed=3, every=9):
        view = GAME.view(state, None)
        alt = PAINTER.board(view, ("Anna",) * 6, words_in("en")).alt
        assert f"Battle {view.battle}, Journey {view.journey}, Market {view.market}" in alt
        for player in view.players:
            assert (
                f"Anna: {terms.seals(words_in('en'), player.seals)}, {terms.wares(words_in('en'), player.wares)}" in alt
            )


def test_who_has_chosen_already_does_not_change_the_board() -> None:
    state = GAME.new(4, 1)
    before = PAINTER.board(GAME.view(state, None), NAMES, words_in("en"))
    GAME.play(state, 2, GAME.parse("pick knight"))
    assert PAINTER.board(GAME.view(state, None), NAMES, words_in("en")) == before


@pytest.mark.parametrize(
    ("language", "counts", "over"),
    [
        ("en", "Seals, including wares left over", "Score by round:"),
        ("de", "Siegel, übrige Waren eingerechnet", "Punkte nach Runden:"),
    ],
)
def test_the_end_says_that_its_lines_count_wares_too(language: str, counts: str, over: str) -> None:
    record = played(GAME, 3, {}, 2)
    course = score_history(record)
    first = course.rounds[0][1]
    assert min(first) > 0, "nobody has a seal yet"
    drawing = PAINTER.final(GAME.view(replay(record), None), NAMES[:3], words_in(language), course)
    assert counts in read(drawing).texts
    assert f"{counts}. {over}" in drawing.alt
