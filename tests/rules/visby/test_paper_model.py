"""Visby computed a second time, written from the rulebook alone, and compared with the engine over random games.

Nothing here comes from the engine or its data file: numbers and order are written down anew.
"""

from __future__ import annotations

from collections import Counter

import pytest

from rules import Result
from rules.chance import Chance
from rules.visby.events import Finished, Revealed, RoundBegan, Traded
from rules.visby.moves import Trade
from rules.visby.state import State
from tests.rules.promises import setups
from tests.rules.visby.table import VISBY

pytestmark = pytest.mark.quick

RATES = [(3, 1)] * 5 + [(2, 1)] * 2 + [(3, 2)] * 2 + [(2, 2)] * 2 + [(2, 3)] * 2 + [(1, 2)] * 2 + [(1, 3)]
STEPS = {2: 3, 3: 5, 4: 3, 5: 4, 6: 5}
ALL = {"troops", "knight", "blacksmith", "fleet", "ship", "tollkeeper", "merchant", "mendicant"}


class Paper:
    """A game of Visby as it would be kept with pencil and paper."""

    def __init__(self, players: int) -> None:
        self.players = range(players)
        self.tracks = Counter(battle=1, journey=1, market=1)
        self.seals, self.wares = [0] * players, [players] * players
        self.discards: list[set[str]] = [set() for _ in self.players]
        self.supply()

    def supply(self) -> None:
        for track in self.tracks:
            self.tracks[track] = min(15, self.tracks[track] + STEPS[len(self.players)])

    def get_wares(self, player: int, wares: int) -> None:
        self.wares[player] = min(15, self.wares[player] + wares)

    def before_the_market(self, played: list[set[str]]) -> None:
        def who(card: str) -> list[int]:
            return [player for player in self.players if card in played[player]]

        def others(player: int, card: str) -> int:
            return sum(card in played[other] for other in self.players if other != player)

        for card, limit in (("troops", 2), ("knight", 5)):
            if who(card):
                each = min(limit, self.tracks["battle"] // len(who(card)))
                for player in who(card):
                    self.seals[player] += each
                    self.tracks["battle"] -= each
        for player in who("blacksmith"):
            self.get_wares(player, 2 * others(player, "knight") + 4 * others(player, "troops"))
        for card, limit in (("fleet", 3), ("ship", 99)):
            if who(card):
                each = min(limit, self.tracks["journey"] // len(who(card)))
                for player in who(card):
                    self.get_wares(player, each)
                    self.tracks["journey"] -= each
        for player in who("tollkeeper"):
            self.seals[player] += others(player, "ship") + 3 * others(player, "fleet")
        if who("merchant"):
            self.tracks["market"] = max(0, self.tracks["market"] - 2 * (len(who("merchant")) - 1))

    def trade(self, player: int, given: int) -> None:
        self.wares[player] -= given
        best = {0: 0}  # wares spent → seals
        for wares in range(1, given + 1):
            deals = [best[wares - cost] + seals for cost, seals in RATES[: self.tracks["market"] + 1] if cost <= wares]
            best[wares] = max([best[wares - 1], *deals])
        self.seals[player] += best[given]

    def after_the_market(self, played: list[set[str]], target: int) -> None:
        merchants = {player for player in self.players if "merchant" in played[player]}
        if merchants:
            self.tracks["market"] = 0
        for player in self.players:
            self.discards[player] |= played[player]
            if "mendicant" in played[player]:
                begged = (len(self.discards[player]) + 1) // 2
                self.get_wares(player, begged + 2 * len(merchants - {player}))
                self.discards[player] = set()
        if max(self.seals) < target:
            self.supply()
        else:
            for player in self.players:
                self.seals[player] += self.wares[player] // 3
                self.wares[player] %= 3

    def agrees_with(self, state: State) -> bool:
        tracks = {"battle": state.battle, "journey": state.journey, "market": state.market}
        return (
            tracks == self.tracks
            and [player.seals for player in state.players] == self.seals
            and [player.wares for player in state.players] == self.wares
            and [set(player.discard) for player in state.players] == self.discards
            and [ALL - set(player.hand) for player in state.players] == self.discards
        )


@pytest.mark.repeated(3)
@pytest.mark.parametrize("version", VISBY.versions)
@pytest.mark.parametrize(("seats", "options"), setups(VISBY))
def test_the_engine_plays_as_paper_does(seats: int, options: dict[str, int], version: int) -> None:
    chance = Chance(seats)
    for seed in range(20):
        state, paper = VISBY.new(seats, seed, options, version), Paper(seats)
        played: list[set[str]] = []
        while owed := VISBY.owed(state):
            if "choose" in owed.values():
                assert paper.agrees_with(state)
            seat = chance.choice(list(owed))
            move = VISBY.sample(state, seat, chance)
            if isinstance(move, Trade) and version == 1:
                move = Trade(chance.below(paper.wares[seat] + 1))
            for event in VISBY.play(state, seat, move):
                if isinstance(event, Revealed):
                    played = [set(cards) for cards in event.played]
                    paper.before_the_market(played)
                elif isinstance(event, Traded):
                    paper.trade(event.seat, event.wares)
                elif isinstance(event, RoundBegan | Finished):
                    paper.after_the_market(played, options["target"])
        assert paper.agrees_with(state)
        hands = [8 - len(cards) for cards in paper.discards]
        standing = list(zip(paper.seals, paper.wares, hands, strict=True))
        places = tuple(1 + sum(other > mine for other in standing) for mine in standing)
        assert VISBY.result(state) == Result(places, tuple(paper.seals))
