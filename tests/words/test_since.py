"""Since your last move: nothing that happened to a seat is missing, nothing secret is in it, and it is short."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from rules import GAMES, AnyGame, records
from rules.chance import Chance
from rules.haithabu import changes as haithabu
from rules.haithabu.data import WARES
from rules.pieces import Change, Overtaken, ScoreMoved
from rules.recent_changes import recent_changes, without_secret
from rules.riga import changes as riga
from rules.visby import changes as visby
from rules.visby import events as visby_events
from rules.visby import view as visby_view
from tests.pictures.games import played
from tests.rules.promises import positions, setups
from tests.words.since import GOLDEN, NAMES, RECORDS, Decision, decisions, file_of, golden, news, seen
from words import LANGUAGES, words_in
from words.change_text import MAX_NEWS_CHARS, ChangeText, News, news_lines, news_of, news_summary
from words.games import GAME_WORDS
from words.recap import RecapLine, weightiest

EN = words_in("en")
WIDEST = tuple(letter * 32 for letter in "WMQXOG")


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


@pytest.mark.repeated(3)
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
        clauses = [GAME_WORDS[game.name].change(EN, NAMES, change) for change in found]
        assert all(clause.full and clause.brief for clause in clauses)
        shown = " ".join(news_lines(EN, news(EN, game, each, found)))
        for clause in clauses:
            assert not clause.lost or clause.full in shown or clause.brief in shown
    assert compared > 20


@pytest.mark.repeated(2)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_short_and_says_where_to_read_what_was_left_out(game: AnyGame, language: str) -> None:
    words = words_in(language)
    shortened = 0
    for number, (each, found) in enumerate(decided(game.name)):
        told = news(words, game, each, found, (NAMES, WIDEST)[number % 2])
        shown = news_lines(words, told)
        assert len("\n".join(news_lines(words, News(told.changes)))) <= MAX_NEWS_CHARS + 50, "and where the rest is"
        if len("\n".join(shown)) > MAX_NEWS_CHARS:
            small = [line.text for line in told.others if line not in weightiest(told.others)]
            assert not {*small} & {*shown}, shown
        assert len(news_summary(words, told)) <= 200
        whole = all(line.text in "\n".join(shown) for line in told.others if line.swing)
        whole &= all(each.lost or each.full in " ".join(shown) for each in told.changes)
        assert whole != any(words.say("*What happened?* shows the rest.") in line for line in shown)
        shortened += not whole
    assert shortened or game.name == "visby"


def _gains(game: str, each: Decision) -> dict[int, int]:
    """Return by how much the score of each other player has grown, as far as the table sees it."""
    scores = {"visby": "seals", "riga": "points", "haithabu": "points"}
    before, after = ([getattr(player, scores[game]) for player in view.players] for view in (each.before, each.after))
    return {seat: after[seat] - before[seat] for seat in range(len(after)) if seat != each.seat}


@pytest.mark.repeated(2)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_who_acted_is_named_and_the_largest_gain_is_told(game: AnyGame, language: str) -> None:
    """The one who gained most has a line with the amount; in Haithabu, if one event brought it."""
    words, named, largest = words_in(language), 0, 0
    for each, found in decided(game.name):
        shown = news_lines(words, news(words, game, each, found))
        text = "\n".join(shown)
        for actor, events in each.told:
            if actor != each.seat and any(event.is_about(actor) and not event.quiet for event in events):
                assert NAMES[actor] in text, f"{game.name} move {each.number}: {NAMES[actor]} is missing in {text}"
                named += 1
        if each.after.result is not None:
            continue  # The final score says all of it.
        gains = _gains(game.name, each)
        who = max(gains, key=lambda seat: gains[seat])
        amounts = {
            getattr(event, name)
            for _, events in each.told
            for event in events
            for name in ("points", "seals", "kept", "extra")
            if getattr(event, "seat", None) == who and isinstance(getattr(event, name, None), int)
        }
        if gains[who] > 0 and (game.name != "haithabu" or gains[who] in amounts):
            lines = [line for line in shown if NAMES[who] in line]
            told = {sum(map(int, re.findall(r"\*\*\+?(\d+)", line))) for line in lines} if game.name == "visby" else ()
            assert gains[who] in told or any(f"{gains[who]}" in line for line in lines), f"+{gains[who]} in {text}"
            largest += 1
    assert named > 50
    assert largest > 20


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


def test_what_was_lost_and_what_others_did_is_named_however_little_room_there_is() -> None:
    lost = [ChangeText(f"{'x' * 60} {n}.", f"thing {n}", lost=True) for n in range(9)]
    rest = [ChangeText(f"{'y' * 100} {n}.", f"gain {n}") for n in range(4)]
    deeds = [RecapLine("Bert buys.", 1, 2.0), RecapLine("Clara sells.", 2, 1.0), RecapLine(f"Bert {'z' * 300}", 1, 1.0)]
    shown = news_lines(EN, News([*lost, *rest], deeds))
    assert all(f"thing {n}" in shown[0] for n in range(9))
    assert shown[-3:] == ["Bert buys.", "Clara sells.", "-# *What happened?* shows the rest."]
    assert news_lines(EN, News([])) == []
    assert news_lines(EN, News([ChangeText("z" * 400, "z")])) == [
        "📰 **Since your last move:**",
        "-# *What happened?* shows the rest.",
    ]
    assert news_summary(EN, News([*lost, *rest], deeds)) == "x" * 60 + " 0. (and 12 more updates)"
    major = RecapLine("Bert builds.", 1, 12.0)
    assert news_summary(EN, News(rest[:1], [*deeds, major])) == "Bert builds. (and 1 more update)"


def test_a_change_about_another_player_replaces_their_major_lines() -> None:
    built = ChangeText("Bert builds A and B (+9).", "A and B", seat=1)
    told = [RecapLine("Bert builds A.", 1, 12.0), RecapLine("Bert builds B.", 1, 17.0)]
    drew = RecapLine("Bert draws.", 1, 3.0)
    found = news_of([built, ChangeText("Year 2.", "2")], [*told, drew, RecapLine("You draw.", 0, 3.0)], 0)
    assert found == News([ChangeText("Year 2.", "2")], [drew, RecapLine("Bert builds A and B (+9).", 1, 17.0)])


@pytest.mark.parametrize(
    ("before", "after", "overtook"),
    [
        ((0, 0, 0), (0, 3, 2), ()),  # All begin with the same score.
        ((5, 5, 2), (5, 9, 6), (2,)),
        ((5, 4, 2), (5, 9, 6), (1, 2)),
        ((5, 4, 2), (5, 5, 3), ()),
        ((5, 4, 2), (1, 4, 2), ()),  # The reader has lost points.
    ],
)
def test_only_who_was_behind_can_have_overtaken_the_reader(
    before: tuple[int, ...], after: tuple[int, ...], overtook: tuple[int, ...]
) -> None:
    game = GAMES["visby"]

    def view(seals: tuple[int, ...]) -> Any:
        seen = game.view(game.new(3, 1), 0)
        players = [
            msgspec.structs.replace(player, seals=n, wares=0) for player, n in zip(seen.players, seals, strict=True)
        ]
        return msgspec.structs.replace(seen, players=players)

    found = recent_changes(game, view(before), view(after), [])
    assert [change.by for change in found if isinstance(change, Overtaken)] == ([overtook] if overtook else [])


def test_a_game_that_says_no_more_tells_how_the_score_moved() -> None:
    clause = GAME_WORDS["visby"].change(EN, NAMES, ScoreMoved(-2, 5))
    assert clause.full == "Your score: −2 → 5."
