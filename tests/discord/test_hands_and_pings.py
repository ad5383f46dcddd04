"""Pings and hands say what is so now: whoever is asked is told once, and a hand asks for nothing that is decided."""

from __future__ import annotations

import random

import pytest

from cogs.requests.open_menus import MENU_LIFETIME_S
from tables.notifications.timing import MAX_REFRESH_DELAY_S, REFRESH_DELAY_S
from tables.time.timers import TICK_INTERVAL_S
from tests.discord.audit import Audit
from tests.discord.bot import Operator, without_pictures
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import ANY_GAME, Sitting, sit_down
from tests.discord.turns import begin_a_turn, do_something
from tests.discord.wire import TROUBLES

pytestmark = pytest.mark.quick


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
    (hand,) = (message for message in person.dms if not message.ephemeral)
    return sum(request.method == "PATCH" and str(hand.id) in request.path for request in world.requests)


SEALED = "👉 Until everybody has chosen, you can change your mind: "


async def test_a_kept_hand_is_right_before_and_after_a_sealed_choice_and_costs_no_edit(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby")
    anna = sitting.people[0]
    before = {person.name: edits(world, person) for person in sitting.people}
    for card in ("knight", "ship", "knight"):
        await anna.command("visby play", card=card, table=sitting.number)
    await anna.command("visby undo", table=sitting.number)
    assert {person.name: edits(world, person) for person in sitting.people} == before
    for person in sitting.people:
        assert SEALED + "choose what to play this round." in sitting.hand(person).text
    await operator.check()


async def test_a_kept_hand_asks_nobody_for_what_all_have_chosen(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"))
    chosen = await seal_something(sitting)
    (last,) = await sitting.owing()
    await sitting.move(last, random.Random(2))
    (asked,) = await sitting.owing()
    (waits,) = (person for person in sitting.people if person is not asked)
    assert {chosen, last} == {asked, waits}
    await world.later(seconds=REFRESH_DELAY_S)
    assert "👉" not in sitting.hand(waits).text
    assert "👉 Your turn" in sitting.hand(asked).text


async def test_in_ones_own_turn_the_kept_hand_waits_until_one_stops(world: World, operator: Operator) -> None:
    with without_pictures():
        sitting = await sit_down(operator, "riga", ("anna", "bert"))
        who = await begin_a_turn(sitting)
        await world.later(seconds=MAX_REFRESH_DELAY_S)
        before = edits(world, who)
        while await sitting.owing() == [who]:
            await do_something(sitting, seconds=0)
        await world.later(seconds=REFRESH_DELAY_S - 1)
        assert edits(world, who) == before
        await world.later(seconds=1)
        assert edits(world, who) == before + 1
        assert await Audit(sitting).faults() == []


async def test_a_refresh_that_waited_when_the_bot_died_is_an_edit_and_not_late(
    world: World, operator: Operator
) -> None:
    """It was not due yet, so it cannot have arrived."""
    with without_pictures():
        sitting = await sit_down(operator, "riga", ("anna", "bert"))
        who = await begin_a_turn(sitting, seconds=0)
        hand, board, before = sitting.hand(who).id, sitting.board.id, edits(world, who)
        await world.crash()
        assert edits(world, who) == before
        await world.later(seconds=REFRESH_DELAY_S)
        assert (sitting.hand(who).id, edits(world, who)) == (hand, before + 1)
        assert sitting.board.id == board
        assert await operator.rows(sitting.number) == []
        assert await Audit(sitting).faults() == []


async def test_a_refresh_that_fails_is_tried_again_without_waiting_for_the_tick(
    world: World, operator: Operator
) -> None:
    with without_pictures():
        sitting = await sit_down(operator, "riga", ("anna", "bert"))
        who = await begin_a_turn(sitting, seconds=0)
        before = edits(world, who)
        world.fail_next("edit", 500, times=2)
        await world.later(seconds=REFRESH_DELAY_S)
        assert [row.tries for row in await operator.rows(sitting.number)] == [1, 1]
        await world.later(seconds=6)
        assert await operator.rows(sitting.number) == []
        assert edits(world, who) == before + 2
        assert await Audit(sitting).faults() == []


async def seal_something(sitting: Sitting) -> Person:
    """Play until somebody has chosen what others still choose."""
    rng = random.Random(1)
    for _ in range(400):
        person = (await sitting.owing())[0]
        await sitting.move(person, rng)
        table = await sitting.operator.table(sitting.number)
        if table.game.may_change(table.state, await sitting.seat(person)):
            return person
    raise AssertionError("nothing was ever sealed")


@pytest.mark.parametrize("game", ["visby", "riga"])
async def test_a_hand_written_while_something_is_sealed_does_not_tell_it_and_my_hand_does(
    world: World, operator: Operator, game: str
) -> None:
    """Whatever is chosen anew later, the message stays right."""
    sitting = await sit_down(operator, game, ("anna", "bert"))
    person = await seal_something(sitting)
    (other,) = (each for each in sitting.people if each is not person)
    await world.later(seconds=MENU_LIFETIME_S + TICK_INTERVAL_S)
    told = sitting.hand(person).text
    assert SEALED in told
    await world.delete(sitting.hand(person))
    await person.click(await person.command(f"{game} resign", table=sitting.number), "Leave my seat")
    await person.command("table back", table=sitting.number)
    assert sitting.hand(person).text == told
    assert sitting.hand(other).text.count(SEALED) == 1
    assert "✅ You have chosen." in (await person.click(sitting.board, "My hand")).text


@pytest.mark.parametrize("game", ANY_GAME)
async def test_the_hands_of_a_closed_table_ask_for_nothing_any_more(
    world: World, operator: Operator, game: str
) -> None:
    sitting = await sit_down(operator, game, ("anna", "bert", "clara"))
    _, bert, clara = sitting.people
    hands = [sitting.hand(person) for person in sitting.people]
    await clara.command("table replace", table=sitting.number, seat=await sitting.seat(clara) + 1)
    await world.delete(hands[1])
    await sitting.close()
    for hand in (hands[0], hands[2]):
        assert "This table was closed without a result." in hand.text
        assert "👉" not in hand.text
        assert hand.buttons == []
    assert bert.dms == [], "what is over is not sent anew"
    await operator.check()


async def test_the_hands_of_a_finished_table_ask_for_nothing_and_say_who_has_won(
    world: World, operator: Operator
) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    hands = [sitting.hand(person) for person in sitting.people]
    await sitting.play_on(random.Random(1))
    table = await operator.table(sitting.number)
    (winner,) = table.winners
    assert table.result
    score = table.result.scores[winner]
    for hand in hands:
        assert "👉" not in hand.text
        assert "The final score is [in the thread](https://discord.com/channels/" in hand.text
        assert f"The game is over: **\u2068{table.seats[winner].name}\u2069** won with {score} seals." in hand.text
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


@pytest.mark.repeated(3)
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
    notes = [message for message in world.messages(world.threads[0]) if "can't send you direct" in message.text]
    assert len(notes) == 1
    await operator.check()


async def test_whose_direct_messages_were_closed_gets_hands_again_once_they_ask_for_them(
    world: World, operator: Operator
) -> None:
    world.closed_dms("bert")
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    bert, rng = sitting.people[1], random.Random(1)
    world.open_dms("bert")
    await sitting.play_on(rng, 4)
    assert bert.dms == []
    assert "direct message: **on**" in (await bert.command("settings messages", on=True)).text
    await sitting.play_on(rng, 8)
    await world.later(seconds=MENU_LIFETIME_S + TICK_INTERVAL_S)
    assert len([message for message in bert.dms if "table #1" in message.text]) == 1
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
