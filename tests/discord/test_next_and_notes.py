"""Going from table to table by one press, and notes for oneself, in Discord."""

from __future__ import annotations

from tests.discord.bot import Operator
from tests.discord.kit import World
from tests.discord.playing import sit_down


async def test_five_moves_in_five_games_are_five_decisions_and_five_presses(world: World, operator: Operator) -> None:
    anna = world.people["anna"]
    tables = []
    for clock in ("7d", "none", "6h", "1d", "12h"):
        sitting = await sit_down(operator, "visby", ("anna", "bert"), clock=clock)
        tables.append(sitting.number)
    urgent = [tables[number] for number in (2, 4, 3, 0, 1)]
    answer = await anna.command("next", place=anna.dm)
    for left, number in enumerate(urgent):
        assert f"table #{number}]" in answer.text
        more = 4 - left
        assert ("more table" in answer.text) == (more > 0)
        answer = await anna.choose(answer, ["knight", "ship"])
        if more:
            answer = await anna.click(answer, f"⏭️ Next table ({more})")
    assert not any("Next table" in face for face in answer.shown.buttons)
    assert "It's not your turn anywhere right now." in (await anna.command("next")).text
    assert [len(await operator.log(number)) for number in tables] == [1] * 5
    await operator.check()


async def test_a_menu_that_went_on_to_the_next_table_does_not_follow_the_first(
    world: World, operator: Operator
) -> None:
    first = await sit_down(operator, "visby", ("anna", "bert"), clock="6h")
    second = await sit_down(operator, "visby", ("anna", "bert"), clock="1d")
    anna, bert = first.people
    menu = await anna.choose(await anna.command("next"), ["knight", "ship"])
    menu = await anna.click(menu, "⏭️ Next table (1)")
    assert f"table #{second.number}]" in menu.text
    # Round 2 begins at the first table: her private message goes on showing the second.
    await bert.command("visby play", card="knight", second="ship", table=first.number)
    assert f"table #{second.number}]" in menu.shown.text
    answer = await anna.choose(menu, ["knight", "ship"])
    assert len(await operator.log(second.number)) == 1
    assert "⏭️ Next table (1)" in answer.shown.buttons
    await operator.check()


async def test_a_forged_next_leads_only_to_ones_own_tables(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "visby", ("anna", "bert"))
    clara = world.people["clara"]
    answer = await clara.raw_click(sitting.board, f"k:next:{sitting.number}::")
    assert "It's not your turn anywhere right now." in answer.text


async def test_notes_stand_in_my_hand_and_nowhere_else(world: World, operator: Operator) -> None:
    sitting = await sit_down(operator, "riga", ("anna", "bert"), language="de")
    anna, bert = sitting.people
    bert.locale = "de"
    told = await bert.command("notes", text="Anna sammelt Wein")
    assert "Anna sammelt Wein" in told.text
    assert "📝 Deine Notizen\n> Anna sammelt Wein" in (await bert.click(sitting.board, "Meine Hand")).text
    await bert.command("notes", text="zweite Zeile", place=bert.dm)
    clara = world.people["clara"]
    for other in (
        await anna.click(sitting.board, "Meine Hand"),
        await anna.command("notes", table=sitting.number),
        await clara.command("notes", table=sitting.number),
    ):
        assert "Wein" not in other.text
    places = (world.channel, *world.threads)
    assert not [
        each for person in (anna, clara) for place in places for each in person.sees(place) if "sammelt" in each.text
    ]
    assert not any("sammelt" in message.text for message in (*anna.dms, *clara.dms))
    answer = await bert.click(await bert.command("notes", table=sitting.number), "Letzte Zeile löschen")
    assert "zweite" not in answer.text
    assert "Anna sammelt Wein" in answer.text
    answer = await bert.click(answer, "Alles löschen")
    assert "Du hast hier keine Notizen" in answer.text
    await operator.check()
