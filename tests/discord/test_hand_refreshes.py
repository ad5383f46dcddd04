"""A hand is shown anew when `Game.belongings` changes: everything that it shows must be in there."""

from __future__ import annotations

import pytest

from cogs.games import GAMES as ON_DISCORD
from cogs.games.game_cog import GameOnDiscord
from rules import GAMES
from rules.chance import Chance
from tests.discord.test_message_length import look_of, table_of
from words import words_in


@pytest.mark.parametrize("on_discord", ON_DISCORD, ids=lambda game: game.name)
def test_no_hand_changes_by_a_move_of_others_while_its_belongings_stay_the_same(on_discord: GameOnDiscord) -> None:
    display = on_discord.display()
    game, words = GAMES[display.game], words_in("en")

    def shown(seat: int) -> tuple[object, object]:
        look, belongings = look_of(table, seat), game.belongings(game.view(state, None), seat)
        return belongings, (*display.hand(look, words), display.hand_caption(look, words))

    for seats in game.players[:2]:
        state, chance = game.new(seats, seats + 1), Chance(seats + 10)
        table = table_of(display.game, state, seats)
        while owed := game.owed(state):
            mover = next(iter(owed))
            others = [seat for seat in range(seats) if seat != mover]
            before = [shown(seat) for seat in others]
            game.play(state, mover, game.sample(state, mover, chance))
            for (belongings, hand), after in zip(before, map(shown, others), strict=True):
                assert belongings != after[0] or hand == after[1]
