"""What a seat can infer in Visby: everybody's cards, seals and wares, and its own sealed choice."""

from __future__ import annotations

from rules import Event, View
from rules.visby import events as e
from rules.visby.state import Choose, State, Trade
from tests.rules.bookkeepers import Bookkeeper

CARDS = ["troops", "knight", "blacksmith", "fleet", "ship", "tollkeeper", "merchant", "mendicant"]
SEALS = ("troops", "knight", "tollkeeper")
LIMIT = 15


class VisbyBooks(Bookkeeper):
    """Cards left, goods owned, and own cards or wares sealed."""

    def __init__(self, seat: int, view: View) -> None:
        super().__init__(seat, view)
        self.hands = [set(CARDS) for _ in range(self.seats)]
        self.seals, self.wares = [0] * self.seats, [self.seats] * self.seats
        self.sealed: tuple[str, ...] | int | None = None
        self.chosen: set[int] = set()
        self.count = 2 if self.seats < 4 else 1

    def hear(self, event: Event) -> None:
        match event:
            case e.RoundBegan() | e.MarketOpened():
                self.sealed, self.chosen = None, set()
            case e.Chose(seat, private) | e.SealedTrade(seat, private):
                self.chosen.add(seat)
                assert (private is not None) == (seat == self.seat)
                if seat == self.seat:
                    self.sealed = private
            case e.Revealed(played):
                for hand, cards in zip(self.hands, played, strict=True):
                    hand -= set(cards)
            case e.Shared(card, seats, each, kept, _):
                for seat, got in zip(seats, kept, strict=True):
                    self.gain(card, seat, each if card in SEALS else got)
            case e.Paid(card, seat, amount, kept):
                self.gain(card, seat, amount if card in SEALS else kept)
            case e.Traded(seat, wares, seals):
                self.wares[seat] -= wares
                self.seals[seat] += seals
            case e.PickedUp(seat):
                self.hands[seat] = set(CARDS)
            case e.Finished(scores):
                self.seals, self.wares = [end.total for end in scores], [end.wares for end in scores]

    def gain(self, card: str, seat: int, amount: int) -> None:
        if card in SEALS:
            self.seals[seat] += amount
        else:
            self.wares[seat] += amount
            assert self.wares[seat] <= LIMIT

    def look_through(self, guess: State) -> None:
        for seat, player in enumerate(guess.players):
            assert set(player.hand) == self.hands[seat]
            assert (player.seals, player.wares) == (self.seals[seat], self.wares[seat])
        frame = guess.agenda[-1] if guess.agenda else None
        if isinstance(frame, Choose):
            for seat, cards in enumerate(frame.picks):
                forced = len(self.hands[seat]) == self.count
                assert (cards is not None) == (forced or seat in self.chosen)
                assert not cards or (len(cards) == self.count and set(cards) <= self.hands[seat])
            assert self.sealed is None or frame.picks[self.seat] == self.sealed
        elif isinstance(frame, Trade):
            for seat, wares in frame.sealed.items():
                assert (wares is not None) == (seat in self.chosen)
                assert wares is None or 0 <= wares <= self.wares[seat]
            assert self.sealed is None or frame.sealed[self.seat] == self.sealed
