"""Looking things up in Discord: typed with completion, or from a menu; where it is now as the asker sees it."""

from __future__ import annotations

import random

import pytest
from simcord.builders import ChannelHandle

from rules.haithabu import Haithabu
from rules.visby import Visby
from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.people import Person
from tests.discord.playing import sit_down


async def test_a_card_is_looked_up_with_where_it_is_at_the_table_that_lives_here(
    world: World, operator: Operator
) -> None:
    await sit_down(operator, "riga", ("anna", "bert"))
    anna, clara, thread = world.people["anna"], world.people["clara"], world.threads[-1]
    offers = await anna.autocomplete("card", "name", "cran", place=thread)
    assert [(offer.name, offer.value) for offer in offers] == [("Crane · Building", "riga crane")]
    everywhere = await clara.autocomplete("card", "name", "ship")
    assert {"Ship · Card (Visby)"} < {offer.name for offer in everywhere}
    shown = (await anna.command("card", name="riga crane", place=thread)).shown
    assert shown.ephemeral
    assert shown.files == ["card.png"]
    assert "## Crane" in shown.text
    assert "halves the cost of one building" in shown.text
    assert "Riga · table #1" in shown.text
    assert "Riga · table #1" not in (await clara.command("card", name="Crane", place=world.channel)).text
    assert "I don't know that card" in (await clara.command("card", name="Zeppelin")).text


async def test_a_game_that_is_over_is_not_the_one_where_a_card_is(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, thread = world.people["anna"], world.threads[-1]
    assert "Visby · table #1" in (await anna.command("card", name="Ship", place=thread)).text
    await sitting.play_on(random.Random(1))
    assert "Visby · table #1" not in (await anna.command("card", name="Ship", place=thread)).text


async def test_a_card_is_found_in_either_language_and_without_umlauts(world: World, operator: Operator) -> None:
    anna, bert = world.people["anna"], world.people["bert"]
    anna.locale = "de"

    async def offered(person: Person, typed: str) -> list[str]:
        return [offer.name for offer in await person.autocomplete("card", "name", typed)]

    for typed in ("Zöllner", "zollner", "ZOELLNER", "tollkeeper"):
        assert "Zöllner · Karte (Visby)" in await offered(anna, typed)
    assert "## Kran" in (await anna.command("card", name="Crane")).text
    assert "## Crane" in (await bert.command("card", name="kran")).text
    assert (await offered(anna, "Schiff"))[0].startswith("Schiff"), "the reader's own language first"
    assert "Das kenne ich nicht." in (await anna.command("card", name="Zeppelin")).text


async def test_a_menu_leads_to_everything_and_back(world: World, operator: Operator) -> None:
    await sit_down(operator, "haithabu", ("anna", "bert"))
    anna, thread = world.people["anna"], world.threads[-1]
    board = next(message for message in reversed(world.messages(thread)) if "More" in message.buttons)
    more = (await anna.click(board, "More")).shown
    lists = (await anna.click(more, "📇 Look something up")).shown
    assert {"Juggler", "Steward"} < {choice.label for choice in lists.choices}
    orders = (await anna.choose(lists, "Order", menu="What would you like to look up?")).shown
    assert sum(choice.label.startswith(("O", "S")) and choice.label[1].isdigit() for choice in orders.choices) == 53
    found = (await anna.choose(orders, "S6", menu="Order: 26 to 50")).shown
    assert "S6" in found.text
    assert "6 points, 40 silver" in found.text
    assert "Haithabu · table #1" in found.text
    again = (await anna.click(found, "📇 Look up something else")).shown
    assert "Haithabu · Look up" in again.text
    menu = (await anna.command("haithabu learn")).shown
    assert "📇 Look up" in menu.buttons


async def test_at_a_table_begun_before_an_update_its_own_cards_are_offered_and_no_later_ones(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(Haithabu, "version", 2)
        await sit_down(operator, "haithabu", ("anna", "bert"))
    anna, clara, thread = world.people["anna"], world.people["clara"], world.threads[-1]

    async def offered(person: Person, typed: str, place: ChannelHandle) -> list[str]:
        return [str(offer.value) for offer in await person.autocomplete("card", "name", typed, place=place)]

    assert await offered(anna, "O01", thread) == ["haithabu O01"]
    assert await offered(anna, "O01", world.channel) == ["haithabu O01"], "it is her only table"
    assert await offered(clara, "O51", thread) == ["haithabu O51"], "what is nowhere else is found all the same"
    assert "haithabu O51" not in await offered(anna, "O", thread)
    assert "Haithabu · table #1" in (await anna.command("card", name="O01", place=thread)).text
    shown = (await anna.command("card", name="O01", place=thread)).shown
    lists = (await anna.click(shown, "📇 Look up something else")).shown
    orders = (await anna.choose(lists, "Order", menu="What would you like to look up?")).shown
    names = [choice.label.split()[0] for choice in orders.choices if choice.label[1:2].isdigit()]
    assert len(names) == 53
    assert "O01" in names
    assert "O51" not in names


async def test_at_a_table_begun_before_an_update_the_rules_are_those_it_plays_by(
    world: World, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(Visby, "version", 1)
        sitting = await sit_down(operator, "visby", ("anna", "bert"))
    anna, clara, thread = world.people["anna"], world.people["clara"], world.threads[-1]
    elsewhere = world.server.create_text_channel("elsewhere")
    old, note = (
        "everybody sees what you trade as soon as you have decided",
        "For tables that started with earlier rules.",
    )
    rules = (await anna.click(sitting.board, "Rules")).shown
    assert note not in rules.text, "the overview is the same in all versions"
    merchant = (await anna.choose(rules, "The Merchant", menu="Another topic")).text
    assert old in merchant
    assert note in merchant
    assert old in (await anna.command("rules", game="visby", topic="merchant", place=world.channel)).text
    assert old in (await clara.command("rules", topic="merchant", place=thread)).text
    newest = (await clara.command("rules", game="visby", topic="merchant", place=elsewhere)).text
    assert "all trades are revealed together" in newest
    assert note not in newest
