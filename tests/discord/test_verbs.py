"""What the verbs of buttons and commands declare about themselves."""

from __future__ import annotations

from cogs.messages.panel import Target
from tests.discord.bot import Operator
from tests.discord.kit import World
from words import words_in
from words.refusal_text import refusal_sentence


async def test_every_verb_can_be_read_from_a_custom_id(world: World, operator: Operator) -> None:
    for name, verb in world.bot.dispatcher.verbs.items():
        target = Target(name, 1)
        assert verb.name == name
        assert Target.read(target.custom_id("k")) == target


async def test_every_verb_has_a_sentence_for_a_person_without_a_table(world: World, operator: Operator) -> None:
    for verb in world.bot.dispatcher.verbs.values():
        assert refusal_sentence(words_in("en"), verb.none_found, {"game": "visby"}), verb.name


async def test_verbs_are_for_the_tables_that_their_commands_mean(world: World, operator: Operator) -> None:
    """`/visby start` means a lobby, `/visby undo` a running table, `/visby log` one that may be over."""
    verbs = world.bot.dispatcher.verbs
    scopes = {name: verbs[name].scope for name in ("join", "start", "undo", "visby.pick", "log", "rematch", "replay")}
    assert scopes == {
        "join": "lobby_to_join",
        "start": "lobby",
        "undo": "running",
        "visby.pick": "running",
        "log": "any",
        "rematch": "finished",
        "replay": "finished_or_running",
    }


async def test_server_managers_may_only_end_and_move_tables_they_do_not_see(world: World, operator: Operator) -> None:
    verbs = world.bot.dispatcher.verbs.values()
    assert {verb.name for verb in verbs if verb.manager_may_use} == {"close", "cancel", "lobby_options", "move_table"}


async def test_only_what_shows_something_works_on_old_boards(world: World, operator: Operator) -> None:
    verbs = world.bot.dispatcher.verbs.values()
    assert {verb.name for verb in verbs if verb.works_on_old_boards} == {"play", "hand", "log", "rules", "more"}
