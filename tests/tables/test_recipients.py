"""The pure functions that turn a change into notifications for the right people."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tables.model.players_to_act import PendingDecision
from tables.notifications.kinds import (
    BoardChanged,
    Ended,
    HandChanged,
    LobbyChanged,
    LobbyFull,
    ObsoletePings,
    Started,
    Story,
    TakenBack,
)
from tables.notifications.recipients import (
    MOST_TOGETHER,
    Entered,
    after_closing,
    after_entry,
    after_lobby_change,
    after_reseating,
    at_the_start,
)
from tables.notifications.seat_kinds import CameBack, HandedOver, TakenOver

pytestmark = pytest.mark.quick

TURN, NEXT, CHOICE = (
    PendingDecision(3, "turn", (0,)),
    PendingDecision(4, "turn", (1,)),
    PendingDecision(5, "choose", (0, 1, 2)),
)


def entered(**other: Any) -> Entered:
    """A move in the middle of seat 0's turn; seats 0 and 1 are people's. The story is told up to entry 4, this is 6."""
    usual = Entered(
        n=6,
        seat=0,
        told=4,
        before=TURN,
        after=TURN,
        sealed=False,
        lasting=False,
        quiet=False,
        people=(0, 1),
        looks_alike=lambda: False,
    )
    return msgspec.structs.replace(usual, **other)


STORY = Story(after=4, upto=6)
HANDS = [HandChanged(seat=0), HandChanged(seat=1)]
OWN = HandChanged(seat=0)
"""The hand of who goes on with their turn."""


def test_in_the_middle_of_a_turn_only_the_board_and_their_own_hand_change() -> None:
    assert after_entry(entered()) == [OWN, BoardChanged()]


def test_what_is_not_worth_a_sentence_changes_only_the_board() -> None:
    assert after_entry(entered(quiet=True)) == [BoardChanged()]


def test_who_is_given_something_in_the_middle_of_a_turn_has_another_hand_too() -> None:
    assert after_entry(entered(touched=lambda: [1])) == [OWN, HandChanged(seat=1), BoardChanged()]
    assert after_entry(entered(strikes=5, touched=lambda: [1])) == [*HANDS, BoardChanged()]


def test_the_hand_of_who_is_asked_something_else_changes_though_nothing_is_worth_a_sentence() -> None:
    assert after_entry(entered(after=PendingDecision(4, "school", (0,)), quiet=True)) == [OWN, BoardChanged()]


def test_whoever_is_asked_at_the_same_time_reads_news_that_compare_them_with_others() -> None:
    both, other = PendingDecision(5, "gift", (0, 1, 2)), PendingDecision(5, "gift", (1, 2))
    assert after_entry(entered(before=both, after=other)) == [*HANDS, BoardChanged()]
    assert after_entry(entered(before=other, after=both, strikes=5)) == [*HANDS, BoardChanged()]


def test_when_the_decision_passes_on_the_story_is_told() -> None:
    assert after_entry(entered(after=NEXT)) == [STORY, *HANDS, BoardChanged()]


def test_a_hand_stays_as_it_is_when_its_seat_is_asked_nothing_new_and_has_what_it_had() -> None:
    three = entered(after=NEXT, people=(0, 1, 2))
    assert HandChanged(seat=2) not in after_entry(three)
    assert HandChanged(seat=2) in after_entry(msgspec.structs.replace(three, touched=lambda: [2]))
    assert HandChanged(seat=2) in after_entry(msgspec.structs.replace(three, after=PendingDecision())), (
        "nothing is asked any more"
    )


def test_all_hands_change_when_a_sealed_choice_is_revealed() -> None:
    choice = entered(before=PendingDecision(3, "choose", (0,)), after=NEXT, people=(0, 1, 2), was_sealed=lambda: True)
    assert after_entry(choice) == [STORY, *HANDS, HandChanged(seat=2), BoardChanged()]


def test_another_decision_of_the_same_seat_is_no_reason_to_tell_the_story() -> None:
    assert after_entry(entered(after=PendingDecision(4, "school", (0,)))) == [OWN, BoardChanged()]


def test_when_a_sealed_choice_begins_the_story_is_told_also_if_the_same_seat_has_to_choose() -> None:
    alone = PendingDecision(5, "winter", (0,))
    assert after_entry(entered(after=alone, sealed=True)) == [STORY, HandChanged(seat=0), BoardChanged()]


def test_what_was_revealed_is_told_at_once_where_others_are_asked_too() -> None:
    both = PendingDecision(3, "choose", (0, 1))
    assert after_entry(entered(lasting=True, before=both, after=both)) == [STORY, *HANDS, BoardChanged()]
    assert after_entry(entered(lasting=True, after=NEXT)) == [STORY, *HANDS, BoardChanged()]


def test_a_turn_is_told_once_also_if_something_is_revealed_in_it() -> None:
    assert after_entry(entered(lasting=True)) == [OWN, BoardChanged()]
    assert after_entry(entered(lasting=True, after=PendingDecision(4, "night", (0,)))) == [OWN, BoardChanged()]
    sealed = entered(lasting=True, after=PendingDecision(4, "trade", (0,)), sealed=True)
    assert after_entry(sealed) == [STORY, HandChanged(seat=0), BoardChanged()], "that is a new question"
    opened = entered(lasting=True, after=PendingDecision(4, "turn", (0,)), was_sealed=lambda: True)
    assert after_entry(opened) == [STORY, *HANDS, BoardChanged()], "what was sealed is revealed"


def test_what_computers_do_in_a_row_is_told_when_a_person_is_asked_with_what_they_answered() -> None:
    computers = entered(seat=2, before=PendingDecision(3, "turn", (2,)), after=PendingDecision(4, "turn", (3,)))
    assert after_entry(computers) == [BoardChanged()]
    assert after_entry(msgspec.structs.replace(computers, lasting=True)) == [BoardChanged()]
    assert after_entry(msgspec.structs.replace(computers, after=NEXT)) == [STORY, HandChanged(seat=1), BoardChanged()]
    assert STORY in after_entry(msgspec.structs.replace(computers, after=PendingDecision())), "the end is told at once"
    assert after_entry(entered(after=PendingDecision(4, "turn", (3,)))) == [HandChanged(seat=0), BoardChanged()]
    long = msgspec.structs.replace(computers, n=4 + MOST_TOGETHER)
    assert Story(after=4, upto=4 + MOST_TOGETHER) in after_entry(long), "a story has to fit into a message"


def test_in_a_sealed_choice_only_who_has_chosen_is_shown_and_a_choice_made_anew_not_at_all() -> None:
    chosen = PendingDecision(5, "choose", (1, 2))
    first = entered(before=CHOICE, after=chosen, sealed=True, quiet=True)
    assert after_entry(first) == [BoardChanged()]
    again = entered(before=chosen, after=chosen, sealed=True, quiet=True, looks_alike=lambda: True)
    assert after_entry(again) == []


def test_at_the_end_the_result_and_the_lobby_are_told_too() -> None:
    assert after_entry(entered(after=PendingDecision())) == [STORY, *HANDS, BoardChanged(), Ended(), LobbyChanged()]


def test_a_taking_back_is_told_only_if_the_move_was() -> None:
    assert after_entry(entered(strikes=5)) == [HandChanged(seat=0), BoardChanged()]
    assert after_entry(entered(strikes=4)) == [HandChanged(seat=0), TakenBack(seat=0, struck=4), BoardChanged()]
    assert after_entry(entered(strikes=5, sealed=True)) == [BoardChanged()]
    assert after_entry(entered(strikes=5, sealed=True, looks_alike=lambda: True)) == []


def test_when_a_question_is_taken_back_the_hands_and_pings_of_all_who_were_asked_change() -> None:
    back = entered(strikes=5, before=NEXT, after=TURN)
    assert after_entry(back) == [ObsoletePings(), *HANDS, BoardChanged()]


def test_a_board_that_looks_as_before_is_not_refreshed_though_a_hand_is() -> None:
    assert after_entry(entered(looks_alike=lambda: True)) == [OWN]


def test_how_the_table_looks_is_asked_only_if_it_matters() -> None:
    def dear() -> bool:
        raise AssertionError("nobody needs to know")

    assert BoardChanged() in after_entry(entered(after=NEXT, looks_alike=dear))


def test_the_start_is_told_to_all_and_every_person_gets_a_hand() -> None:
    opening = [LobbyChanged(), Started(), Story(after=-1, upto=0), BoardChanged()]
    told = [*opening, HandChanged(seat=1), HandChanged(seat=3)]
    assert at_the_start([1, 3]) == told
    assert at_the_start([1, 3], host_pinged=True) == [*told, ObsoletePings()]


@pytest.mark.parametrize("how", [HandedOver(seat=1), TakenOver(seat=1), CameBack(seat=1)])
def test_who_decides_at_a_seat_is_told_with_the_lobby_the_hand_and_the_board(
    how: HandedOver | TakenOver | CameBack,
) -> None:
    others = [HandChanged(seat=seat) for seat in (0, 2)]
    assert after_reseating(how, [0, 1, 2]) == [LobbyChanged(), how, HandChanged(seat=1), *others, BoardChanged()]


def test_that_all_sit_the_host_is_told_once_and_not_by_themselves() -> None:
    for full, by_host, host_pinged in [(False, False, False), (True, True, False), (True, False, True)]:
        assert after_lobby_change(full=full, by_host=by_host, host_pinged=host_pinged) == [LobbyChanged()]
    assert after_lobby_change(full=True, by_host=False, host_pinged=False) == [LobbyChanged(), LobbyFull()]


def test_a_table_that_is_closed_is_told_where_there_is_somebody() -> None:
    assert after_closing(was_lobby=True, server_gone=False, hands=[0]) == [LobbyChanged()]
    assert after_closing(was_lobby=True, server_gone=False, hands=[0], host_pinged=True) == [
        ObsoletePings(),
        LobbyChanged(),
    ]
    assert after_closing(was_lobby=True, server_gone=True, hands=[0], host_pinged=True) == []
    assert after_closing(was_lobby=False, server_gone=True, hands=[0, 1]) == HANDS
    assert after_closing(was_lobby=False, server_gone=False, hands=[1]) == [
        ObsoletePings(),
        BoardChanged(),
        LobbyChanged(),
        HANDS[1],
    ]
