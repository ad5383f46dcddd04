"""V15 on Discord: several Merchants decide at the same time, and all trades are told together."""

from __future__ import annotations

from tests.discord.bot import Operator
from tests.discord.people import Person
from tests.discord.playing import Sitting, sit_down


async def two_merchants(operator: Operator) -> tuple[Sitting, list[Person]]:
    """Let Anna and Bert play the Merchant, with four wares each where a seal costs three."""
    sitting = await sit_down(operator)
    anna, bert, *others = sitting.people
    for person in (anna, bert):
        await person.click(await sitting.open_menu(person), "Merchant")
    for person in others:
        await person.click(await sitting.open_menu(person), "Tollkeeper")
    assert await sitting.owing() == [anna, bert]
    return sitting, sitting.people


def told(sitting: Sitting) -> list[str]:
    return [message.text for message in sitting.world.messages(sitting.world.threads[-1])]


async def test_v15_nobody_learns_of_a_trade_before_the_last_merchant_has_decided(operator: Operator) -> None:
    sitting, (anna, bert, clara, _) = await two_merchants(operator)
    menu = await sitting.open_menu(anna)
    assert "Your trade stays secret until all of them have decided." in menu.text
    answer = await anna.click(menu, "3 wares → 1 seal")
    assert "✅ Your trade: 3 wares → 1 seal." in answer.text.replace("**", "")
    assert await sitting.owing() == [bert]
    hand = await anna.click(sitting.board, "My hand")
    assert "Your trade: 3 wares → 1 seal" in hand.text
    for person in (bert, clara):
        seen = await person.click(sitting.board, "Play")
        assert "✅ Your trade" not in seen.text
        assert "for 1 seal" not in await sitting.board_in_words(person)
    assert not any("trades 3 wares" in text or "doesn't trade" in text for text in told(sitting))

    changed = await anna.click(answer.shown, "No trade")
    assert "✅ Your trade: No trade." in changed.text.replace("**", "")
    await bert.click(await sitting.open_menu(bert), "3 wares → 1 seal")
    (story,) = [text for text in told(sitting) if "Their trades:" in text]
    assert "doesn't trade." in story
    assert "trades 3 wares for 1 seal." in story
    assert len(await sitting.owing()) == 4


async def test_whoever_has_nothing_to_take_back_is_told_so_and_keeps_the_menu(operator: Operator) -> None:
    sitting, (anna, *_) = await two_merchants(operator)
    answer = await anna.command("visby undo", place=sitting.world.threads[-1])
    assert "There is nothing to undo right now." in answer.text
    assert "3 wares → 1 seal" in answer.shown.buttons


async def test_v15_a_typed_trade_that_wastes_wares_is_refused_with_what_makes_sense(operator: Operator) -> None:
    sitting, (anna, *_) = await two_merchants(operator)
    thread = sitting.world.threads[-1]
    answer = await anna.command("visby trade", wares=4, place=thread)
    assert "4 wares get you no more seals than 3 wares would. Trade 3 wares for 1 seal." in answer.text
    assert [offer.value for offer in await anna.autocomplete("visby trade", "wares", place=thread)] == [3, 0]
    await anna.command("visby trade", wares=3, place=thread)
    assert [offer.value for offer in await anna.autocomplete("visby trade", "wares", place=thread)] == [3, 0]
    assert await anna.autocomplete("visby play", "card", place=thread) == []
    await anna.command("visby trade", wares=0, place=thread)
    table = await operator.table(sitting.number)
    assert [row.text for row in await operator.log(sitting.number)][-2:] == ["trade 3", "trade 0"]
    assert table.state.version == 2


async def test_a_trade_is_found_by_what_is_typed_in_small_letters_or_large_ones(operator: Operator) -> None:
    sitting, (anna, *_) = await two_merchants(operator)
    thread = sitting.world.threads[-1]
    for typed, found in (("SEAL", [3]), ("1 wares", [3]), ("no trade", [0]), ("ships", [])):
        assert [offer.value for offer in await anna.autocomplete("visby trade", "wares", typed, place=thread)] == found
