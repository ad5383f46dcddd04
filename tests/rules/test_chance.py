"""Chance: the same numbers on every machine, and fair enough for cards and dice."""

from __future__ import annotations

import msgspec

from rules.chance import Chance


def test_the_generator_draws_the_published_numbers_of_splitmix64() -> None:
    chance = Chance(1234567)
    assert [chance.draw() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_its_whole_state_is_one_number_that_can_be_stored() -> None:
    chance = Chance(2**64 - 1)
    for _ in range(100):
        chance.draw()
        assert 0 <= chance.at < 2**64
        stored = msgspec.json.decode(msgspec.json.encode(chance), type=Chance)
        assert stored == chance
        assert stored.draw() == chance.copy().draw()


def test_a_copy_draws_the_same_and_leaves_the_original_alone() -> None:
    chance = Chance(5)
    copy = chance.copy()
    drawn = [copy.draw() for _ in range(10)]
    assert chance == Chance(5)
    assert [chance.draw() for _ in range(10)] == drawn


def test_numbers_below_n_are_all_there_and_roughly_equally_often() -> None:
    for n in (1, 2, 6, 7, 28, 53):
        chance = Chance(n)
        counts = [0] * n
        for _ in range(1000 * n):
            counts[chance.below(n)] += 1
        spread = sum((count - 1000) ** 2 / 1000 for count in counts)
        assert spread < n + 5 * (2 * n) ** 0.5  # chi-square: mean n - 1, variance 2 (n - 1)


def test_below_reaches_both_ends_for_every_draw() -> None:
    class Fixed(Chance):
        def draw(self) -> int:
            return self.at

    for n in (1, 2, 3, 6, 1000):
        assert Fixed(0).below(n) == 0
        assert Fixed(2**64 - 1).below(n) == n - 1


def test_a_die_shows_1_to_6() -> None:
    chance = Chance(6)
    assert {chance.die() for _ in range(200)} == {1, 2, 3, 4, 5, 6}


def test_a_shuffle_keeps_every_card_and_reaches_every_order() -> None:
    chance = Chance(3)
    cards = list(range(52))
    chance.shuffle(cards)
    assert cards != list(range(52))
    assert sorted(cards) == list(range(52))
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        three = [0, 1, 2]
        chance.shuffle(three)
        orders[tuple(three)] = orders.get(tuple(three), 0) + 1
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_nothing_to_shuffle_draws_no_number() -> None:
    chance = Chance(3)
    for cards in ([], ["alone"]):
        chance.shuffle(cards)
    assert chance == Chance(3)


def test_choosing_leaves_a_thing_there_and_taking_removes_it() -> None:
    chance = Chance(4)
    things = ["cloth", "salt", "fur"]
    assert {chance.choice(things) for _ in range(50)} == {"cloth", "salt", "fur"}
    assert len(things) == 3
    taken = [chance.take(things) for _ in range(3)]
    assert (sorted(taken), things) == (["cloth", "fur", "salt"], [])
