"""Nobody is matched against their wish, with an avoided person or twice, and nobody is overtaken."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from time import process_time

import msgspec
import pytest

from matching.formed_tables import Choices, FormedTable, Kind, table_with_computers, tables_for
from matching.reliability import Level
from matching.wishes import ANSWER_S, CONFIRM_AFTER_S, HOUR_S, Owner, Wish
from tests.matching.crowds import CHOICES, NOW, Crowd
from tests.selection import THOROUGH

pytestmark = pytest.mark.quick

SEEDS = range(5_000 if THOROUGH else 400)


@cache
def crowds() -> list[tuple[Crowd, list[FormedTable]]]:
    """Return random crowds, each with its tables."""
    made = map(Crowd, SEEDS)
    return [(crowd, tables_for(crowd.wishes, crowd.owners, CHOICES, NOW)) for crowd in made]


def wish(person: int, *, hours: float = 1, **wanted: object) -> Wish:
    """Return a wish that was made some hours ago and lasts two days."""
    made_at = NOW - round(hours * HOUR_S)
    return Wish(person=person, made_at=made_at, expires_at=made_at + 48 * HOUR_S, **wanted)  # type: ignore[arg-type]


def match(*wishes: Wish, **avoided: int) -> list[FormedTable]:
    """Return the tables of people who see every channel; `p1=2` means that person 1 avoids person 2."""
    owners = {
        each.person: Owner(
            channels=frozenset({7}),
            avoids=frozenset({avoided[f"p{each.person}"]} if f"p{each.person}" in avoided else ()),
        )
        for each in wishes
    }
    return tables_for(wishes, owners, CHOICES, NOW)


def test_a_table_suits_the_wishes_of_all_its_people_and_nobody_is_avoided() -> None:
    sizes = []
    for crowd, tables in crowds():
        for table in tables:
            assert crowd.misfit_of(table) == ""
            assert table.computers == table.kind.size - len(table.persons)
            sizes.append((len(table.persons), table.computers > 0))
    assert {(2, False), (3, False), (5, False), (2, True), (3, True)} <= set(sizes), "the crowds are too much alike"


def test_nobody_sits_at_two_tables_and_nobody_whose_wish_does_not_count_sits_at_one() -> None:
    for crowd, tables in crowds():
        seated = [person for table in tables for person in table.persons]
        assert len(set(seated)) == len(seated)
        assert set(seated) <= set(crowd.in_order_of_waiting())


def test_the_longest_waiting_person_is_host_and_hosts_come_in_the_order_of_waiting() -> None:
    for crowd, tables in crowds():
        order = {person: place for place, person in enumerate(crowd.in_order_of_waiting())}
        assert [sorted(table.persons, key=order.__getitem__) for table in tables] == [[*t.persons] for t in tables]
        hosts = [order[table.persons[0]] for table in tables]
        assert hosts == sorted(hosts)


def test_no_seat_goes_to_a_computer_or_to_somebody_who_waited_less_long_than_a_person_who_fits_there() -> None:
    for crowd, tables in crowds():
        waiting = crowd.in_order_of_waiting()
        for table in tables:
            for person in table.persons:
                waiting.remove(person)
            for other in waiting:
                assert not table.computers or crowd.misfit(table.kind, (*table.persons, other))
                for person in table.persons:
                    if crowd.wish_of[other].made_at < crowd.wish_of[person].made_at:
                        instead = [other if each == person else each for each in table.persons]
                        assert crowd.misfit(table.kind, instead)


def test_people_who_are_left_cannot_form_a_table() -> None:
    left_with_wishes = 0
    for crowd, tables in crowds():
        seated = {person for table in tables for person in table.persons}
        left = [person for person in crowd.in_order_of_waiting() if person not in seated]
        assert crowd.possible_table(left) is None
        left_with_wishes += len(left)
    assert left_with_wishes > len(SEEDS) / 2


def test_tables_do_not_depend_on_the_order_in_which_wishes_are_given() -> None:
    rng = random.Random(1)
    for crowd, tables in crowds():
        shuffled = rng.sample(crowd.wishes, len(crowd.wishes))
        assert tables_for(shuffled, crowd.owners, CHOICES, NOW) == tables


def test_those_whose_wish_is_older_than_a_day_and_not_confirmed_since_are_to_confirm_it() -> None:
    for crowd, tables in crowds():
        for table in tables:
            old = [
                person
                for person in table.persons
                if NOW - max(crowd.wish_of[person].made_at, crowd.wish_of[person].confirmed_at) > CONFIRM_AFTER_S
            ]
            assert list(table.to_confirm) == old


def test_a_table_waits_three_hours_for_a_confirmation_and_then_passes_the_person_over() -> None:
    chess = {"chess": frozenset[int]()}
    first, second = wish(2, hours=2, games=chess), wish(3, hours=1, games=chess)
    [table] = match(wish(1, hours=30), first, second)
    assert (table.persons, table.to_confirm) == ((1, 2), (1,))
    for asked, persons in ((ANSWER_S - 1, (1, 2)), (ANSWER_S, (2, 3))):
        [table] = match(wish(1, hours=30, asked_at=NOW - asked), first, second)
        assert table.persons == persons
    [table] = match(wish(1, hours=30, asked_at=NOW - ANSWER_S, confirmed_at=NOW), first, second)
    assert (table.persons, table.to_confirm) == ((1, 2), ())


def test_two_who_want_anything_play_at_once_and_games_for_as_many_people_take_turns() -> None:
    games = Counter[str]()
    for seconds in range(1000):
        [table] = match(wish(1, hours=1 + seconds / HOUR_S), wish(2))
        assert table == FormedTable(
            kind=table.kind, clock="1d", language="en", channel=7, persons=(1, 2), computer_level="weak"
        )
        games[table.kind.game] += 1
    assert games == {"chess": 500, "draughts": 500}
    for game in games:
        [table] = match(wish(1), wish(2, games={game: frozenset()}))
        assert table.kind.game == game
    both = {"chess": frozenset[int](), "draughts": frozenset[int]()}
    alone = [
        table_with_computers(wish(person, games=both), Owner(channels=frozenset({7})), CHOICES) for person in (1, 2)
    ]
    assert {table.kind.game for table in alone if table} == both.keys()


def test_somebody_who_fits_with_nobody_else_keeps_no_table_from_being_formed() -> None:
    skat = {"skat": frozenset[int]()}
    people = [wish(person, hours=10 - person, games=skat, computers=False) for person in (1, 2, 3, 4)]
    assert [table.persons for table in match(*people, p2=3)] == [(1, 2, 4)]
    assert [table.persons for table in match(*people, p2=4, p3=2)] == [(1, 3, 4)]


@pytest.mark.parametrize("computers", [False, True])
def test_three_of_whom_each_two_share_a_clock_do_not_play_without_one_that_suits_all(computers: bool) -> None:
    whist = {"whist": frozenset({4 if computers else 3})}
    clocks = (("1d", "3d"), ("3d", "none"), ("none", "1d"))
    choices = msgspec.structs.replace(CHOICES, kinds=[Kind("whist", 4), Kind("whist", 3)])
    wishes = [
        wish(person, games=whist, clocks=frozenset(pair), computers=computers) for person, pair in enumerate(clocks)
    ]
    owners = dict.fromkeys(range(3), Owner(channels=frozenset({7})))
    tables = tables_for(wishes, owners, choices, NOW)
    assert [(table.persons, table.clock) for table in tables] == ([((0, 1), "3d")] if computers else [])


def test_a_person_with_two_wishes_is_refused() -> None:
    with pytest.raises(ValueError, match="two wishes"):
        match(wish(1), wish(1))


def test_computers_are_those_nearest_to_the_mean_strength_of_the_people() -> None:
    whist = {"whist": frozenset({4})}
    for ratings, level in (((1500, 1000), "strong"), ((1500, 600), "weak"), ((None, 1250), "strong"), ((), "weak")):
        owners = {
            person: Owner(channels=frozenset({7}), ratings={"whist": points} if points else {"chess": 1500})
            for person, points in zip((1, 2), (*ratings, None, None), strict=False)
        }
        [table] = tables_for([wish(1, games=whist), wish(2, games=whist)], owners, CHOICES, NOW)
        assert (table.computers, table.computer_level) == (2, level)


def test_somebody_for_whom_nobody_was_found_gets_the_table_they_want_with_computers() -> None:
    strong = Owner(channels=frozenset({8}), ratings={"whist": 1400})
    wanted = wish(1, hours=48, games={"whist": frozenset({5})}, clocks=frozenset({"3d"}), computers=False)
    table = table_with_computers(wanted, strong, CHOICES)
    assert table == FormedTable(
        kind=Kind("whist", 5), clock="3d", language="en", channel=8, persons=(1,), computer_level="strong"
    )
    assert table.computers == 4
    assert table_with_computers(wanted, Owner(channels=frozenset({9})), CHOICES) is None
    assert table_with_computers(wish(1, games={"go": frozenset()}), strong, CHOICES) is None


def test_avoid_lists_made_to_slow_the_search_down_do_not() -> None:
    """People of five groups avoid their own group and want tables for six: 130,000 combinations for the first host."""
    choices = Choices(
        kinds=[Kind("visit", 6)], clocks=["1d"], languages=["en"], channels=[7], computers={"visit": {"weak": 1}}
    )
    people = range(100)
    owners = {one: Owner(channels=frozenset({7}), avoids=frozenset(people[one % 5 :: 5])) for one in people}
    began = process_time()
    assert tables_for([wish(one, computers=False) for one in people], owners, choices, NOW) == []
    assert process_time() - began < 1.5, "it takes 0.1 s, and 4 s without a limit"


def test_whoever_does_not_show_a_level_meets_no_requirement_and_new_people_meet_a_low_one() -> None:
    levels = {1: Level.RELIABLE, 2: None, 3: Level.OFTEN_ABSENT, 4: Level.NEW}
    owners = {person: Owner(channels=frozenset({7}), level=level) for person, level in levels.items()}
    picky = wish(1, hours=3, required_level=Level.NEW)
    others = [wish(person, games={"chess": frozenset()}) for person in (2, 3, 4)]
    assert [t.persons for t in tables_for([picky, *others], owners, CHOICES, NOW)] == [(1, 4), (2, 3)]
    assert [t.persons for t in tables_for([picky, *others[:2]], owners, CHOICES, NOW)] == [(2, 3)]
