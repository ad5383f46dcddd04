"""Pings and hands say what is so now: whoever is asked is told once, and a hand asks for nothing that is decided."""

from __future__ import annotations

import random

import pytest

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import GAMES, Sitting, sit_down
from tests.discord.wire import TROUBLES


@pytest.mark.parametrize("pause", [0, 90])
async def test_a_ping_that_waited_while_its_cause_was_taken_back_comes_with_the_next_move(
    world: World, operator: Operator, pause: int
) -> None:
    sitting = await sit_down(operator, "haithabu", ("anna", "bert"))
    (who,) = await sitting.owing()
    (other,) = [person for person in sitting.people if person is not who]
    before = len(other.pings)
    world.fail_next("send", 500, place=world.threads[0])
    while who in await sitting.owing():
        await sitting.move(who, random.Random(3))
    await who.click(await sitting.open_menu(who), "k:undo:")
    await world.later(seconds=pause)
    assert len(other.pings) == before
    sitting.menus.clear()
    while who in await sitting.owing():
        await sitting.move(who, random.Random(3))
    await world.later(seconds=90)
    assert len(other.pings) == before + 1
    await operator.check()


# Hands


def edits(world: World, person: Person) -> int:
    """How often the person's direct messages were edited."""
    (hand,) = person.dms
    return sum(request.method == "PATCH" and str(hand.id) in request.path for request in world.requests)


async def test_a_hand_says_that_its_owner_has_chosen_and_follows_a_changed_choice(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby")
    anna, *others = sitting.people
    assert "Your turn: " in sitting.hand(anna).text
    before = {person.name: edits(world, person) for person in sitting.people}
    for number, (card, name) in enumerate((("knight", "Knight"), ("ship", "Ship"), ("knight", "Knight")), 1):
        await anna.command("visby play", card=card, table=sitting.number)
        hand = sitting.hand(anna).text
        assert f"You play {name}." in hand
        assert "✅ You have chosen." in hand
        assert "Your turn" not in hand
        assert edits(world, anna) == before["anna"] + number
        for other in others:
            assert edits(world, other) == before[other.name]
            assert "Your turn: " in sitting.hand(other).text
    await anna.command("visby undo", table=sitting.number)
    await anna.command("visby undo", table=sitting.number)
    await anna.command("visby undo", table=sitting.number)
    assert "Your turn: " in sitting.hand(anna).text
    assert "You have chosen" not in sitting.hand(anna).text
    await operator.check()


async def test_the_hand_asks_again_when_the_next_round_begins(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby")
    for person in sitting.people:
        await person.command("visby play", card="knight", table=sitting.number)
    for person in sitting.people:
        assert "Your turn: " in sitting.hand(person).text
        assert "You have chosen" not in sitting.hand(person).text


async def seal_something(sitting: Sitting) -> Person:
    """Play Riga until somebody has chosen what others still choose."""
    rng = random.Random(1)
    for _ in range(400):
        look = (await sitting.owing())[0]
        await sitting.move(look, rng)
        table = await sitting.operator.table(sitting.number)
        seat = await sitting.seat(look)
        if table.game.may_change(table.state, seat):
            return look
    raise AssertionError("nothing was ever sealed")


async def test_in_riga_too_a_hand_says_that_its_owner_has_chosen(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"))
    person = await seal_something(sitting)
    assert "✅ You have chosen." in sitting.hand(person).text
    assert "Your turn" not in sitting.hand(person).text


@pytest.mark.parametrize("game", GAMES)
async def test_the_hands_of_a_closed_table_ask_for_nothing_any_more(
    world: World, operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert", "clara"))
    anna, bert, clara = sitting.people
    hands = [sitting.hand(person) for person in sitting.people]
    await clara.command("table replace", table=sitting.number, seat=await sitting.seat(clara) + 1)
    await world.delete(hands[1])
    await anna.click(await anna.command("table close", table=sitting.number), "Close table #1")
    for hand in (hands[0], hands[2]):
        assert "This table was closed without a result." in hand.text
        assert "Your turn" not in hand.text
        assert hand.buttons == []
    assert bert.dms == [], "what is over is not sent anew"
    await operator.check()


async def test_the_hands_of_a_finished_table_ask_for_nothing_any_more(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    hands = [sitting.hand(person) for person in sitting.people]
    await sitting.play_on(random.Random(1))
    for hand in hands:
        assert "Your turn" not in hand.text
        assert "You have chosen" not in hand.text
        assert hand.buttons == []


async def test_the_hands_of_a_server_that_has_removed_us_ask_for_nothing_any_more(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    hands = [sitting.hand(person) for person in sitting.people]
    await world.remove_bot()
    for hand in hands:
        assert "This table was closed without a result." in hand.text
        assert hand.buttons == []
    await operator.check()


@pytest.mark.parametrize("deed", ["send", "open dm"])
@pytest.mark.parametrize("why", ["closed dms", "no mutual server", "unknown user", "invalid recipient"])
async def test_whoever_cannot_be_written_to_is_told_once_at_the_table_and_not_tried_again(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch, why: str, deed: str
) -> None:
    if deed == "send":
        monkeypatch.setitem(TROUBLES, "closed dms", TROUBLES[why])
        world.closed_dms("bert")
    else:
        world.fail_next("open dm", why)
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    await sitting.play_on(random.Random(1), 8)
    tries = [request for request in world.requests if request.code == TROUBLES[why][1]]
    assert len(tries) == 1
    notes = [message for message in world.messages(world.threads[0]) if "cannot send you direct" in message.text]
    assert len(notes) == 1
    await operator.check()


@pytest.mark.parametrize("why", ["archived", "locked"])
async def test_what_cannot_be_told_in_the_thread_is_told_in_the_channel(
    world: World, operator: Operator, why: str
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    world.fail_next("send", why, times=100, place=world.threads[0])
    for person in sitting.people:
        await person.command("visby play", table=sitting.number, card="knight", second="ship")
    assert "All cards are revealed" in "\n".join(message.text for message in world.messages(world.channel))
    await operator.check()
