"""Since your last move: nothing that happened to a seat is missing, nothing secret is in it, and it is short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from rules import GAMES, AnyGame, records
from rules.chance import Chance
from rules.haithabu import changes as haithabu
from rules.haithabu.data import WARES
from rules.pieces import Change, ScoreMoved
from rules.recent_changes import recent_changes, without_secret
from rules.riga import changes as riga
from rules.visby import changes as visby
from rules.visby import events as visby_events
from rules.visby import view as visby_view
from tests.pictures.games import played
from tests.rules.promises import positions, setups
from tests.words.since import GOLDEN, NAMES, RECORDS, Decision, decisions, file_of, golden, lines, seen
from words import LANGUAGES, words_in
from words.change_text import MAX_NEWS_CHARS, ChangeText, news_lines, news_summary
from words.games import GAME_WORDS

EN = words_in("en")
WIDEST = ("W" * 32, "M" * 32, "Q" * 32, "X" * 32)


@cache
def decided(game: str) -> list[tuple[Decision, list[Change]]]:
    """Return every decision, and what changed before it, in golden games of the newest rules and some at random."""
    rules = GAMES[game]
    found = [records.read(file.read_text(encoding="utf-8")) for file in sorted(RECORDS.glob(f"{game}-*.txt"))]
    random = [played(rules, seats, options, seed=seats) for seats, options in setups(rules)]
    return [
        (each, recent_changes(rules, each.before, each.after, each.told))
        for record in [record for record in found if record.version == rules.version] + random
        for each in decisions(record)
    ]


# What a seat has, counted; and what a fact says that it got or lost


def _visby(player: Any) -> Counter[str]:
    return Counter(seals=player.seals, wares=player.wares, cards=len(player.hand))


def _riga(player: Any) -> Counter[str]:
    held = Counter(f"good {good}" for good in player.hand.goods) + Counter(player.hand.buildings)
    return held + Counter(player.riga) + Counter(built=len(player.built), full=int(player.exchange))


def _haithabu(player: Any) -> Counter[str]:
    held = Counter(silver=player.silver, points=player.points, loans=player.loans)
    for key, *counts in zip(WARES, player.warehouse, player.post, strict=True):
        held[key] += sum(counts)
    for order in player.orders:
        held[order.order] += 1
        held.update({f"on orders: {key}": count for key, count in zip(WARES, order.cubes, strict=True)})
    held.update(player.characters)
    held.update(f"transport {card}" for card in (player.cart, player.ship) if card)
    return held


HOLDINGS: dict[str, Callable[[Any], Counter[str]]] = {"visby": _visby, "riga": _riga, "haithabu": _haithabu}


def _got(each: Decision, change: Change) -> dict[str, int]:
    """Return what a fact says of what the seat has."""
    match change:
        case visby.Brought():
            return {"seals": change.seals, "wares": change.wares}
        case visby.NoRoom():
            return {"wares": change.kept}
        case riga.Discarded():
            goods = Counter(f"good {good}" for good in change.goods)
            return {key: -count for key, count in (goods + Counter(change.private or ())).items()}
        case riga.StartKept():
            return {change.private or "": 1}
        case haithabu.CharacterTaken():
            return {change.character: -1, "silver": change.silver}
        case haithabu.CharacterGone():
            return {change.character: -1}
        case haithabu.OrderGone():
            wares = {f"on orders: {key}": -count for key, count in zip(WARES, change.wares, strict=True)}
            return {change.order: -1, **wares}
        case haithabu.LoanTaken():
            return {"loans": change.loans, "silver": 100 * change.loans}
        case haithabu.TransportGone():
            return {f"transport {change.transport}": -1}
        case haithabu.PointsLost():
            return {"points": -change.points}
        case haithabu.WaresGone():
            return {key: -count for key, count in zip(WARES, change.wares, strict=True)}
        case haithabu.Billed() | haithabu.FeePaid():
            return {"silver": -change.silver}
        case haithabu.Given():
            ware = {change.ware: 1} if change.ware else {}
            return {"silver": change.silver, "points": change.points, **ware}
        case haithabu.PointTaken():
            return {"points": change.points}
    return {}


def _as_dealt(game: str, each: Decision, difference: Counter[str]) -> Counter[str]:
    """Take out what a seat has decided itself, but what is carried out only when all have."""
    if game == "visby":
        difference.pop("cards", None)  # The cards it has played, or all of them back.
        assert isinstance(each.made, visby_view.View)
        traded = [event for _, events in each.told for event in events if isinstance(event, visby_events.Traded)]
        for event in traded:
            if event.seat == each.seat and each.made.players[each.seat].chosen:
                difference["wares"] += event.wares
                difference["seals"] -= event.seals
    return difference


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_change_between_the_two_views_is_told_or_counted(game: AnyGame) -> None:
    """What a seat has now, less what it had once its own choice was carried out, is what the facts add up to."""
    compared = 0
    for each, found in decided(game.name):
        if each.after.result is not None:
            continue  # The final score says all of it.
        had, has = (HOLDINGS[game.name](view.players[each.seat]) for view in (each.made, each.after))
        has.subtract(had)
        difference = _as_dealt(game.name, each, has)
        for change in found:
            difference.subtract(_got(each, change))
        left = {key: count for key, count in difference.items() if count}
        assert not left, f"{game.name} move {each.number}, seat {each.seat}: {left} is not told by {found}"
        compared += bool(found)
        clauses = [GAME_WORDS[game.name].change(EN, NAMES * 2, change) for change in found]
        assert all(clause.full and clause.brief for clause in clauses)
        shown = " ".join(news_lines(EN, clauses))
        for clause in clauses:
            assert not clause.lost or clause.full in shown or clause.brief in shown
    assert compared > 20


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_three_lines_and_300_characters_at_most_with_the_widest_names(game: AnyGame, language: str) -> None:
    words = words_in(language)
    for number, (_, found) in enumerate(decided(game.name)):
        names = (NAMES * 2, WIDEST * 2)[number % 2]
        shown = lines(words, game, found, names)
        assert len(shown) <= 3
        assert len("\n".join(shown)) <= MAX_NEWS_CHARS, shown
        clauses = [GAME_WORDS[game.name].change(words, names, change) for change in found]
        assert len(news_summary(words, clauses)) <= 140


@pytest.mark.parametrize("name", GOLDEN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_golden_game_is_told_from_each_seat_at_each_decision_as_it_was(name: str, language: str) -> None:
    assert golden(name, language) == file_of(name, language).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_only_the_seat_may_know_is_gone_where_others_read_it(game: AnyGame) -> None:
    secrets = 0
    for _, found in decided(game.name):
        for change in found:
            shown = without_secret(change)
            assert getattr(shown, "private", None) is None
            if shown != change:
                secrets += 1
                said = [GAME_WORDS[game.name].change(EN, NAMES * 2, known).full for known in (change, shown)]
                assert said[0] != said[1]
    assert secrets or game.name != "riga"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_sealed_choice_of_somebody_else_changes_nothing_that_a_seat_is_told(game: AnyGame) -> None:
    """Two states that differ in one sealed choice: nobody else is told anything by which to tell them apart."""
    chance, pairs = Chance(3), 0
    for seats, options in setups(game):
        for number, state in enumerate(positions(game, seats, options, seed=seats)):
            for seat in list(game.owed(state))[number % 2 :: 2]:
                secret = [move for move in game.options(state, seat) if move.secret][:9]
                if len(secret) < 2:
                    continue
                both = []
                for move in (chance.take(secret), chance.take(secret)):
                    after = state.copy()
                    both.append((after, game.play(after, seat, move)))
                if any(game.current_frame_id(after) != game.current_frame_id(state) for after, _ in both):
                    continue
                pairs += 1
                for viewer in set(range(seats)) - {seat}:
                    before = game.view(state, viewer)
                    spoken = [
                        recent_changes(game, before, game.view(after, viewer), seen(game, [(seat, events)], viewer))
                        for after, events in both
                    ]
                    assert spoken[0] == spoken[1]
    assert pairs or game.name == "haithabu"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_view_that_was_kept_is_read_as_it_was_and_one_that_cannot_be_read_says_nothing(game: AnyGame) -> None:
    chance = Chance(1)
    for seats, options in setups(game):
        state = game.new(seats, 1, options)
        while owed := game.owed(state):
            seat = chance.choice(list(owed))
            view = game.view(state, seat)
            assert game.decode_view(game.encode_view(view)) == view
            game.play(state, seat, game.sample(state, seat, chance))
    assert game.decode_view(b'{"seats": 2}') is None


def test_what_was_lost_is_named_however_little_room_there_is_and_the_rest_is_counted() -> None:
    lost = [ChangeText(f"{'x' * 60} {n}.", f"thing {n}", lost=True) for n in range(9)]
    rest = [ChangeText(f"{'y' * 100} {n}.", f"gain {n}") for n in range(4)]
    shown = news_lines(EN, [*lost, *rest])
    assert all(f"thing {n}" in shown[0] for n in range(9))
    assert shown[-1].endswith("And 3 minor changes.")
    assert len("\n".join(shown)) <= MAX_NEWS_CHARS
    assert news_lines(EN, []) == []
    assert news_lines(EN, [ChangeText("z" * 400, "z")]) == ["📰 **Since your last move:** 1 minor change."]
    assert news_summary(EN, [*lost, *rest]) == "x" * 60 + " 0. (and 12 more)"


def test_a_game_that_says_no_more_tells_how_the_score_moved() -> None:
    clause = GAME_WORDS["visby"].change(EN, NAMES, ScoreMoved(-2, 5))
    assert clause.full == "Your score: −2 → 5."
