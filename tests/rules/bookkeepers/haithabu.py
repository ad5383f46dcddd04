"""What a seat can infer in Haithabu: which transports are gone, and the order of those it has seen."""

from __future__ import annotations

from rules import Event
from rules.haithabu import events as e
from rules.haithabu.card_data import TRANSPORTS
from rules.haithabu.state import State
from rules.haithabu.view import View
from tests.rules.bookkeepers import Bookkeeper


class HaithabuBooks(Bookkeeper):
    """For each stack: all cards left, and the top cards that were seen, the open one first."""

    def __init__(self, seat: int, view: View) -> None:
        super().__init__(seat, view)
        self.left = {stack.key: {f"{stack.key}-{number}" for number in range(11, 20)} for stack in view.stacks}
        self.on_top = {stack.key: [stack.top] for stack in view.stacks}
        self.looked = 0

    def hear(self, event: Event) -> None:
        match event:
            case e.Looked(seat, stacks, _, private):
                assert (private is not None) == (seat == self.seat)
                for stack, cards in zip(stacks, private or (), strict=bool(private)):
                    self.looked += 1
                    seen = self.on_top[stack]
                    self.on_top[stack] = [*cards, *seen[len(cards) :]]
                    assert self.on_top[stack][: len(seen)] == seen
            case e.Fetched(_, transport):
                stack = transport.partition("-")[0]
                self.left[stack].remove(transport)
                if transport in self.on_top[stack]:
                    self.on_top[stack].remove(transport)
            case e.StackTurned(stack, transport):
                assert self.on_top[stack][:1] in ([], [transport])
                self.on_top[stack] = self.on_top[stack] or [transport]

    def look_through(self, guess: State) -> None:
        for (stack, left), cards in zip(self.left.items(), guess.stacks, strict=True):
            names = [TRANSPORTS[card].id for card in reversed(cards)]
            assert set(names) == left
            assert names[: len(self.on_top[stack])] == self.on_top[stack]
