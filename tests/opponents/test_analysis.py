"""The analysis of a finished game: chances from the beginning to the end, and what people's decisions cost them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from opponents import appraisal, choose_move, game_analysis, model_loading
from opponents.advice import NOISE, Reason
from opponents.alderman import journeyman, weigh_moves
from opponents.alderman_hints import (
    goes_on_in_turn,
    hint,
    hint_group_of,
    ranked_like_hints,
    reasons_for,
    seed_of_decision,
    states_of_turn,
)
from opponents.alderman_model import WeighedMove
from opponents.appraisal import Decision, JudgedDecision, appraise_decision
from opponents.decision_feedback import judge_move
from opponents.game_analysis import Analysis, CurvePoint, Survey, conclude, survey_game
from rules import GAMES, AnyGame, Move
from rules.records import Entry, Record, replay
from tables.thinking.computers import analyse_in_pieces
from tests.opponents.test_players import EVERY_GAME, some_positions
from tests.pictures.games import played
from tests.rules.haithabu.table import table as worker_table
from tests.rules.riga.table import table as riga_table
from tests.rules.visby.table import VISBY, pick, table

ANNA, BERT = 7, 8


def by_people(record: Record) -> list[int]:
    """Return a different person for each seat: who made each move of a record without takings-back."""
    return [entry.seat + 1 for entry in record.log]


async def analysed(record: Record, deciders: list[int]) -> Analysis:
    """Analyse a game in this process."""

    async def here(work: Any, *args: Any) -> Any:
        return work(*args)

    found = await analyse_in_pieces(record, deciders, here, lambda done, whole: None)
    assert found is not None
    return found


@pytest.mark.repeated(3)
@pytest.mark.slow
@EVERY_GAME
async def test_the_one_blunder_of_a_person_comes_first_and_computers_make_none(game: AnyGame) -> None:
    """Seat 0 plays what a hint names first, but for one decision."""
    state, log, blunder = game.new(2, 3), list[Entry](), -1
    while owed := game.owed(state):
        seat = next(iter(owed))
        if seat == 0 and len(game.menu(state, 0)) > 1:
            seed = seed_of_decision(state, 0)
            weighed = ranked_like_hints(weigh_moves(game, game.guess(state, 0, seed), 0, seed))
            worst = min(weighed, key=lambda each: each.chance)
            if blunder < 0 and len(log) > 10 and weighed[0].chance - worst.chance > 0.15:
                blunder, weighed = len(log), [worst]
            move = weighed[0].move
        else:
            move = journeyman(game, state, seat, len(log))
        game.play(state, seat, move)
        log.append(Entry(seat, str(move)))
    assert blunder > 0
    record = Record(game.name, game.version, 2, 3, game.complete_options(2, {}), log)
    found = await analysed(record, [ANNA if entry.seat == 0 else 0 for entry in log])
    assert found.decisions[0].position == blunder
    assert {each.seat for each in found.decisions} == {0}
    assert [each.position for each in found.decisions if each.is_mistake] == [blunder], "it played as a hint says"
    assert all(turn.seat == 0 or turn.swing > 0 for turn in found.turns)


@pytest.mark.repeated(3)
@EVERY_GAME
def test_a_hint_and_the_analysis_name_the_same_chances(game: AnyGame) -> None:
    for state, seat in list(some_positions(game, game.players[0], 3, seed=5))[:3]:
        named = hint(game.name, game.encode(state), seat, seed_of_decision(state, seat))
        for each in named:
            decision = Decision(0, seat, str(each.move), 0.5, 0.5, snapshot=game.encode(state))
            found = appraise_decision(game.name, decision)
            if found is not None:
                # A worse move may have more than the hint said, if the rest of the turn can still make good for it.
                assert each.chance is not None
                assert found.chance >= each.chance - 0.0001
                if each == named[0]:
                    assert found.chance == pytest.approx(each.chance, abs=0.0001)
                else:
                    assert found.chance <= max(each.chance, found.other_chance) + 0.0001
                    assert found.other == str(named[0].move)
                    assert found.other_chance == pytest.approx(named[0].chance, abs=0.0001)


def test_a_move_costs_nothing_that_the_next_decision_of_the_turn_still_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Selling first leaves the builder's row as it is, whatever the search predicts for the rest of the turn."""
    riga = GAMES["riga"]
    state, first, then = next(
        (state, first, then)
        for state, seat in some_positions(riga, 2, 60, seed=5)
        for first in riga.options(state, seat)
        for then in riga.options(state, seat)
        if goes_on_in_turn(riga, states_of_turn(riga, state, seat), seat, first)
        and is_still_legal(state, seat, first, then)
    )
    (seat,) = riga.owed(state)
    start = riga.view(state, seat)
    found = {first: 0.17, then: 1.0}

    def search(game: AnyGame, state: Any, seat: int, seed: int, required: Sequence[Move]) -> list[WeighedMove]:
        if game.view(state, seat) != start:
            assert then in required
            return [WeighedMove(then, 0.98, 1.0, spread=0.0)]
        return [WeighedMove(each, found[each], 0.0, spread=0.0) for each in (then, first)]

    monkeypatch.setattr(appraisal, "weigh_moves", search)
    monkeypatch.setattr(type(riga), "guess", lambda self, state, seat, seed: state.copy())
    decision = Decision(0, seat, str(first), 0.5, 0.5, snapshot=riga.encode(state))
    judged = appraise_decision("riga", decision)
    assert judged
    assert (judged.chance, judged.other, judged.other_chance) == (0.98, str(then), 1.0)
    praised = appraise_decision("riga", msgspec.structs.replace(decision, move=str(then)))
    assert praised
    assert (praised.chance, praised.other_chance) == (1.0, 0.98), "nor is the other order praised"
    found[first] = 0.995
    judged = appraise_decision("riga", decision)
    assert judged
    assert judged.chance == 0.995


@pytest.mark.parametrize(("later", "chance"), [("work neutral B recruit seer", 0.9), ("hire", 0.5)])
def test_a_move_that_reveals_a_card_costs_nothing_that_stays_possible_in_the_turn(
    later: str, chance: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = worker_table(dawn=6, orders={0: "O60"}, silver={0: 300})
    first, then = GAMES["haithabu"].parse("work own H order O51"), GAMES["haithabu"].parse(later)
    if later != "hire":
        GAMES["haithabu"].play(state, 0, GAMES["haithabu"].parse("hire"))
    states = states_of_turn(GAMES["haithabu"], state, 0)
    assert not goes_on_in_turn(GAMES["haithabu"], states, 0, first), "the next order is revealed"
    worse, better = WeighedMove(first, 0.5, 0.0, spread=0.0), WeighedMove(then, 0.9, 1.0, spread=0.0)
    assert appraisal._with_next_decision(GAMES["haithabu"], state, 0, 1, worse, better).chance == chance
    answers = iter((True, False, True, True))
    monkeypatch.setattr(appraisal, "is_legal", lambda *asked: next(answers))
    assert appraisal._with_next_decision(GAMES["haithabu"], state, 0, 1, worse, better).chance == 0.5, "it may be gone"


def test_using_a_function_that_draws_cards_costs_nothing_if_the_better_row_can_be_taken_after_it() -> None:
    """The drawn cards ask a question first. Two newcomers won by such a draw that was called their worst move."""
    state = riga_table(
        hands={0: "wine"}, built={0: "tallinn:builders_yard"}, rows=("wine grain",), taken=False, year=8, turn=3
    )
    game = GAMES["riga"]
    draws, takes = game.parse("use tallinn:builders_yard"), game.parse("take row 1")
    worse, better = WeighedMove(draws, 0.0, 0.0, spread=0.0), WeighedMove(takes, 1.0, 1.0, spread=0.0)
    assert appraisal._with_next_decision(game, state, 0, 1, worse, better).chance == 1.0
    after = WeighedMove(takes, 0.0, 0.0, spread=0.0)
    drawing = WeighedMove(draws, 1.0, 1.0, spread=0.0)
    game.play(state, 0, draws)
    game.play(state, 0, game.menu(state, 0)[0])
    assert appraisal._with_next_decision(game, state, 0, 1, after, drawing).chance == 0.0, "it cannot draw twice"


def is_still_legal(state: Any, seat: int, first: Move, then: Move) -> bool:
    """Return True if a seat in Riga may make another move with another idea, and not only that, after the first one."""
    riga, idea, later = GAMES["riga"], hint_group_of("riga"), state.copy()
    riga.play(later, seat, first)
    return idea(first) != idea(then) and then in riga.options(later, seat) and len(riga.menu(later, seat)) > 1


@pytest.mark.repeated(3)
@EVERY_GAME
def test_what_is_hidden_cannot_matter_to_what_is_advised(game: AnyGame) -> None:
    """With what that seat could know then: of any decision that is thought about."""
    record = played(game, game.players[0], {}, 3)
    found = survey_game(record, by_people(record))
    assert found is not None
    thought_about = found.searched[:: max(1, len(found.searched) // 2)]
    assert thought_about
    for decision in thought_about:
        state = game.decode(decision.snapshot)
        twin = msgspec.structs.replace(decision, snapshot=game.encode(game.guess(state, decision.seat, 77)))
        judged = appraise_decision(game.name, decision)
        assert judged == appraise_decision(game.name, twin)
        if judged:
            game.check(state, decision.seat, game.parse(judged.other))


@EVERY_GAME
def test_chances_go_from_even_to_the_result(game: AnyGame) -> None:
    record = played(game, game.players[-1], {}, 4)
    found = survey_game(record, [0] * len(record.log))
    assert found is not None
    for point in found.curve:
        assert sum(point.chances) == pytest.approx(1, abs=0.001)
    assert max(found.curve[0].chances) < 2 / record.seats
    result = game.result(replay(record))
    assert result is not None
    assert found.curve[-1].position == len(record.log)
    assert [chance > 0 for chance in found.curve[-1].chances] == [place == 1 for place in result.places]
    assert [seat in found.last for seat in range(record.seats)] == [
        place == max(result.places) for place in result.places
    ]
    assert found.searched == (), "nobody asks about computers"


@pytest.mark.repeated(3)
@EVERY_GAME
def test_each_person_gets_an_equal_share_of_the_searches(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_analysis, "MAX_SEARCHED_DECISIONS", 8)
    record = played(game, 2, {}, 4)
    found = survey_game(record, [ANNA if entry.seat == 0 else BERT for entry in record.log])
    assert found is not None
    counts = Counter(each.decider for each in found.searched)
    assert counts.keys() == {ANNA, BERT}
    assert {*counts.values()} <= {4, 5}, "the last decision may be added"


def test_a_shared_victory_is_shared() -> None:
    state = table(2, seals=(30, 30), wares=(0, 0))
    pick(state, "knight ship", "knight ship")
    assert VISBY.result(state) is not None
    assert game_analysis._final_shares(VISBY, state) == [0.5, 0.5]
    assert game_analysis._seats_that_came_last(VISBY, state) == frozenset(), "who has won did not come last"


@EVERY_GAME
def test_a_move_that_nobody_would_make_is_weighed_if_that_is_wanted(game: AnyGame) -> None:
    state, seat = list(some_positions(game, game.players[0], 3, seed=5))[1]
    options = game.options(state, seat)
    for wanted in (options[len(options) // 2], options[-1]):
        assert wanted in [each.move for each in weigh_moves(game, state, seat, 3, [wanted])]


def test_who_changes_a_sealed_choice_has_decided_with_the_last() -> None:
    record = played(VISBY, 2, {}, 1)
    first = record.log[0]
    other = next(str(move) for move in VISBY.options(VISBY.new(2, record.seed), first.seat) if str(move) != first.text)
    changed = msgspec.structs.replace(record, log=[Entry(first.seat, other), *record.log])
    plain = survey_game(record, by_people(record))
    found = survey_game(changed, [0, *by_people(record)])
    assert plain is not None
    assert found is not None
    assert sorted(each.move for each in found.decisions) == sorted(each.move for each in plain.decisions)
    assert [point.chances for point in found.curve] == [point.chances for point in plain.curve]
    theirs = next(each for each in found.decisions if each.position == 1)
    assert (theirs.move, theirs.decider) == (first.text, first.seat + 1), "a computer chose first, the person last"


def test_a_move_that_was_taken_back_is_nobodys_decision() -> None:
    record = played(VISBY, 2, {}, 1)
    first = record.log[0]
    other = next(str(move) for move in VISBY.options(VISBY.new(2, record.seed), first.seat) if str(move) != first.text)
    undone = [Entry(first.seat, other), Entry(first.seat, "undo"), *record.log]
    plain = survey_game(record, by_people(record))
    assert survey_game(msgspec.structs.replace(record, log=undone), by_people(record)) == plain


def test_nothing_is_learned_of_older_rules() -> None:
    record = Record("visby", 1, 2, 1, VISBY.complete_options(2, {}, 1))
    assert survey_game(record, []) is None
    state = VISBY.encode(VISBY.new(2, 1, {}, 1))
    assert appraise_decision("visby", Decision(0, 0, "pick knight ship", 0.5, 0.4, snapshot=state)) is None


def survey(*decisions: Decision, last: frozenset[int] = frozenset()) -> Survey:
    return Survey((CurvePoint(0, (0.5, 0.5)), CurvePoint(99, (1.0, 0.0))), decisions, (), last)


def turns(found: Survey, *mistakes: int) -> list[int]:
    """Return the positions of the turning points; `mistakes` are positions of decisions that were a mistake."""
    costly = [JudgedDecision(position, 0, "done", 0.2, "other", 0.4) for position in mistakes]
    return [turn.position for turn in conclude(found, [], costly).turns]


def at(position: int, seat: int, was: float, became: float, decider: int = ANNA) -> Decision:
    """Return a decision that overlaps with no other one at a distance of 2 or more."""
    return Decision(position, seat, "done", was, became, decider, position, position, position + 2, ideas=3)


def test_turning_points_are_the_biggest_swings_in_the_order_of_the_game() -> None:
    swings = [at(2 * n, 1, 0.9, 0.9 - n / 20) for n in range(8)]
    assert turns(survey(*swings)) == [8, 10, 12, 14]
    assert turns(survey(at(0, 0, 0.5, 0.46))) == [], "that is noise"
    assert turns(survey()) == []


def test_a_winner_hears_of_no_bad_luck_that_made_no_difference() -> None:
    fell = at(0, 0, 0.65, 0.53)
    assert turns(survey(fell)) == []
    assert turns(survey(fell), 0) == [0], "a mistake counts"
    assert turns(survey(at(0, 0, 0.65, 0.3))) == [0], "so does a great fall"


def test_who_came_last_is_not_praised_and_a_computer_not_blamed() -> None:
    rose, fell = at(0, 1, 0.3, 0.5), at(4, 1, 0.5, 0.3)
    assert turns(survey(rose, fell)) == [0, 4]
    assert turns(survey(rose, fell, last=frozenset({1}))) == [4]
    assert turns(survey(at(0, 1, 0.2, 0.5, 0), at(4, 1, 0.5, 0.2, 0))) == [0], "such as a novice's random move"


def test_what_decided_the_game_is_a_turn_whoever_did_it_and_even_at_the_end() -> None:
    rose, ended = at(0, 1, 0.2, 0.5), at(9, 0, 0.53, 1.0)
    assert turns(survey(rose, ended, last=frozenset({1}))) == [0, 9]
    assert turns(survey(at(9, 1, 0.47, 0.0, 0))) == [], "a computer is not blamed"


def test_rounds_with_sealed_choices_are_turns_of_their_own_though_one_seat_chose_twice_in_a_row() -> None:
    """Seat 0 chooses last in one round and first in the next one."""
    log = [Entry(seat, text) for seat, text in ((1, "pick troops ship"), (0, "pick troops ship"))]
    log += [Entry(seat, text) for seat, text in ((0, "pick fleet mendicant"), (1, "pick fleet mendicant"))]
    record = Record("visby", VISBY.version, 2, 3, VISBY.complete_options(2, {}), log)
    state = replay(record)
    while owed := VISBY.owed(state):
        seat = next(iter(owed))
        move = VISBY.options(state, seat)[0]
        VISBY.play(state, seat, move)
        record.log.append(Entry(seat, str(move)))
    found = survey_game(record, by_people(record))
    assert found is not None
    first, second = (each for each in found.decisions if each.seat == 0 and each.position in (1, 2))
    assert not first.overlaps(second)


def test_a_swing_is_told_once_as_a_mistake_or_else_by_who_gained() -> None:
    fell, rose = at(0, 0, 0.6, 0.3), at(1, 1, 0.4, 0.65)
    assert turns(survey(fell, rose)) == [1]
    assert turns(survey(fell, rose), 0) == [0]


def test_that_the_result_comes_out_with_the_last_decision_is_no_turn() -> None:
    ended = at(9, 0, 0.8, 1.0)
    assert turns(survey(at(0, 0, 0.6, 0.8), ended)) == [0]
    lost = at(9, 1, 0.2, 0.0)
    assert turns(survey(lost)) == []
    assert turns(survey(lost), 9) == [9]


def test_of_each_person_the_best_decision_is_the_one_with_the_worst_alternative() -> None:
    def judged(position: int, decider: int, cost: float) -> tuple[Decision, JudgedDecision]:
        found = JudgedDecision(position, 0, "done", 0.5, "other", 0.5 + cost)
        return at(position, 0, 0.5, 0.5, decider), found

    pairs = [judged(0, ANNA, -0.1), judged(1, ANNA, -0.3), judged(2, BERT, -NOISE * 2), judged(3, 9, -NOISE / 2)]
    pairs.append(judged(4, 9, 0.2))
    assert [each.position for each in conclude(survey(), [*pairs, (pairs[0][0], None)], []).decisions] == [1, 2]
    assert [found.position for _, found in game_analysis.mistakes_to_confirm([*pairs, judged(5, ANNA, 0.4)])] == [5, 4]


def test_a_move_between_two_ideas_is_nobodys_best_decision() -> None:
    """Such as building the only building, or ending the turn."""
    good = JudgedDecision(0, 0, "done", 0.9, "other", 0.1)
    decision = at(0, 0, 0.5, 0.9)
    assert conclude(survey(), [(decision, good)], []).decisions == (good,)
    easy = msgspec.structs.replace(decision, ideas=2)
    assert conclude(survey(), [(easy, good)], []).decisions == ()


def test_a_decision_is_judged_by_what_was_known_then_and_not_by_what_came_of_it() -> None:
    costly, good = (JudgedDecision(0, 0, "done", 0.5, "other", 0.5 + cost) for cost in (0.4, -0.4))
    for became in (1.0, 0.2):
        decision = at(0, 0, 0.5, became)
        assert game_analysis.mistakes_to_confirm([(decision, costly)]) == [(decision, costly)]
        assert conclude(survey(), [(decision, good)], []).decisions == (good,)


@pytest.mark.parametrize(
    ("game", "minor", "major"),
    [
        ("visby", Reason("brings", {"seals": 1, "wares": 0}), Reason("brings", {"seals": 4, "wares": 0})),
        ("riga", Reason("keeps", {"ducats": 9}), Reason("goods", {"ducats": 9})),
        ("haithabu", Reason("buys_cheaper", {"silver": 14}), Reason("counts", {"n": 2})),
        ("haithabu", Reason("at_hand", {"n": 1, "total": 5, "order": "O51"}), Reason("then_order", {"order": "O51"})),
        ("haithabu", Reason("price_up", {"amounts": ("1 mead",)}), Reason("price_up", {"amounts": ("3 mead",)})),
        ("haithabu", Reason("cheap"), Reason("all_for", {"orders": ("O51",)})),
    ],
)
def test_a_trifle_explains_no_large_difference(
    game: str, minor: Reason, major: Reason, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For neither of the two moves, even if there is no other reason."""
    state, seat = next(some_positions(GAMES[game], 2, 3, seed=5))
    options = GAMES[game].options(state, seat)
    one, other = (
        options[0],
        next(each for each in options if hint_group_of(game)(each) != hint_group_of(game)(options[0])),
    )
    monkeypatch.setattr(appraisal, "_with_next_decision", lambda *asked: asked[4])

    def judged(difference: float, better: tuple[Reason, ...], worse: tuple[Reason, ...]) -> list[tuple[Reason, ...]]:
        """Return the reasons for the better move and about the worse one, which is the move played."""
        weighed = [WeighedMove(other, 0.4 + difference, 0.5, better, 0.1), WeighedMove(one, 0.4, 0.5, worse, 0.1)]
        monkeypatch.setattr(appraisal, "weigh_moves", lambda *asked: weighed)
        monkeypatch.setattr(appraisal, "reasons_for", lambda _: lambda view, move: ())
        found = appraise_decision(game, Decision(0, seat, str(one), 0.5, 0.5, snapshot=GAMES[game].encode(state)))
        assert found
        return [found.reasons, found.worse_reasons]

    for reasons in ((minor,), (minor, major)):
        assert judged(0.05, reasons, ()) == [reasons, ()]
        assert judged(0.05, (), reasons) == [(), reasons]
        left = reasons[1:]
        assert judged(0.3, reasons, ()) == [left, ()]
        assert judged(0.3, (), reasons) == [(), left]


async def test_a_mistake_that_luck_made_good_is_named_first() -> None:
    """Both choose at the same time, and the other one's mistake is worse."""
    for seed in range(50):
        record = played(VISBY, 2, {}, seed)
        seen = survey_game(record, by_people(record))
        assert seen is not None
        costs = {each: judged.cost for each in seen.searched if (judged := appraise_decision("visby", each))}
        worst = max(costs, key=lambda each: costs[each])
        if costs[worst] > 0.2 and worst.swing > 0.1:
            found = await analysed(record, by_people(record))
            assert found.decisions[0].position == worst.position
            after = found.chance_after(found.decisions[0])
            assert after == worst.became
            return
    pytest.fail("no such game")


@EVERY_GAME
async def test_the_two_searches_of_a_mistake_share_no_guess(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Feedback in a lesson and the analysis of a game both confirm a mistake by a second search."""
    searches: dict[int, set[int]] = {}
    running: list[set[int]] = []
    guess = type(game).guess

    def noted_guess(self: AnyGame, state: Any, seat: int, seed: int) -> Any:
        if running:
            running[-1].add(seed)
        return guess(self, state, seat, seed)

    def noted_search(*args: Any) -> Any:
        running.append(searches.setdefault(args[3], set()))
        found = weigh_moves(*args)
        running.pop()
        return found

    monkeypatch.setattr(type(game), "guess", noted_guess)
    monkeypatch.setattr(appraisal, "weigh_moves", noted_search)
    for state, seat in some_positions(game, game.players[0], 12, seed=6):
        snapshot = game.encode(state)
        for move in game.options(state, seat)[::-3]:
            searches.clear()
            feedback = judge_move(game.name, snapshot, seat, str(move))
            if feedback and feedback.matters and not feedback.is_good:
                first, second = searches.values()
                assert first
                assert second
                assert not first & second
                return
    pytest.fail("no mistake")


@pytest.mark.repeated(3)
@pytest.mark.slow
@EVERY_GAME
async def test_the_worst_move_of_a_lesson_is_the_worst_of_the_analysis(game: AnyGame) -> None:
    """A lesson judges each decision when it is made."""
    state, log, costs = game.new(2, 4), list[Entry](), dict[int, float]()
    while owed := game.owed(state):
        seat = next(iter(owed))
        level = "novice" if seat == 0 and len(costs) < 6 else "trader"
        move = choose_move(game.name, game.encode(state), seat, level, len(log))
        if (
            level == "novice"
            and (feedback := judge_move(game.name, game.encode(state), seat, move))
            and feedback.matters
        ):
            costs[len(log)] = feedback.other_chance - feedback.chance
        game.play(state, seat, game.parse(move))
        log.append(Entry(seat, move))
    record = Record(game.name, game.version, 2, 4, game.complete_options(2, {}), log)
    found = await analysed(record, [ANNA if n in costs else 0 for n in range(len(log))])
    worst = max(costs, key=lambda position: costs[position])
    assert costs[worst] > NOISE
    assert found.decisions[0].position == worst
    assert found.decisions[0].cost == pytest.approx(costs[worst], abs=0.001)


def test_for_a_worker_placed_by_night_nothing_is_said_about_an_action_that_may_not_have_followed() -> None:
    game = GAMES["haithabu"]
    state = worker_table(dawn=5, orders={0: "O07"}, post={0: "cloth:4 mead:2"})
    view, why = game.view(state, 0), reasons_for("haithabu")
    at_night = next(move for move in game.options(state, 0) if str(move).startswith("work own E dice"))
    assert [reason.key for reason in why(view, at_night)] == ["completes", "event_risk"], "a hint still says it"
    other = next(move for move in game.options(state, 0) if str(move).startswith("work own market buy"))
    made = Decision(0, 0, str(at_night), 0.5, 0.5, snapshot=game.encode(state))
    judged = appraise_decision("haithabu", made, str(other))
    assert judged is not None
    made_is_better = judged.chance > judged.other_chance
    assert (judged.reasons if made_is_better else judged.worse_reasons) == ()
    instead = appraise_decision("haithabu", msgspec.structs.replace(made, move=str(other)), str(at_night))
    assert instead is not None
    said = instead.reasons if instead.other_chance > instead.chance else instead.worse_reasons
    assert "completes" in [reason.key for reason in said]


def test_a_hint_is_the_same_after_others_have_sealed_their_choice() -> None:
    """And so are the chances of the analysis, which sees the table when the last version was sealed."""
    record = played(VISBY, 6, {}, 3)
    state = replay(msgspec.structs.replace(record, log=record.log[:18]))
    before, asked = state.copy(), max(VISBY.owed(state))
    for seat in list(VISBY.owed(state)):
        if seat != asked:
            VISBY.play(state, seat, VISBY.options(state, seat)[0])
    assert VISBY.owed(state).keys() == {asked}
    hints = [hint("visby", VISBY.encode(each), asked, seed_of_decision(each, asked)) for each in (before, state)]
    assert hints[0] == hints[1]


def test_the_last_decision_of_a_person_is_always_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quick search does not look as far as the end of the game."""
    record = played(VISBY, 2, {}, 1)
    everything = survey_game(record, by_people(record))
    monkeypatch.setattr(game_analysis, "MAX_SEARCHED_DECISIONS", 4)
    monkeypatch.setattr(game_analysis, "quick_lead", lambda game, state, decision: (float(decision.position), 0.0))
    found = survey_game(record, by_people(record))
    assert everything is not None
    assert found is not None
    for person in (1, 2):
        theirs, chosen = ([x.position for x in each.searched if x.decider == person] for each in (everything, found))
        assert chosen == [*theirs[:2], theirs[-1]]


async def test_a_second_search_can_acquit(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(VISBY, 2, {}, 1)

    def appraise(name: str, decision: Decision, against: str = "") -> JudgedDecision:
        acquitted = against and decision.position == 0
        chances = (0.2, decision.move, 0.2 if acquitted else 0.4)
        return JudgedDecision(decision.position, decision.seat, decision.move, *chances)

    monkeypatch.setattr(appraisal, "appraise_decision", appraise)
    monkeypatch.setattr(game_analysis, "MIN_SWING", 2.0)
    found = await analysed(record, by_people(record))
    kept = [each.position for each in found.decisions if each.seat == record.log[0].seat]
    assert 0 not in kept
    assert len(kept) == game_analysis.MAX_MISTAKES


def test_every_game_can_be_analysed() -> None:
    assert all(model_loading.load_estimator(name, seats) for name, game in GAMES.items() for seats in game.players)
