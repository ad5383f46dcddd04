"""Early answers in Riga: the next turn of the year, and the winter discard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from rules.early_answers import EarlyAnswers, Question
from rules.riga import moves, seasons
from rules.riga.data import DATA
from rules.riga.state import Turn, Winter


class RigaEarly(EarlyAnswers):
    """A turn (R9, R10) can be planned within its year, with alternatives: what to take, then what to build.

    After their last turn of the year, a player can choose what to discard in winter (R11).
    """

    decisions: ClassVar[frozenset[str]] = frozenset({"turn", "winter"})
    alternatives: ClassVar[frozenset[str]] = frozenset({"turn"})

    def questions(self, guess: Any, seat: int) -> dict[str, Question]:
        """Return `turn`, the seat's next turn of this year; after its last one `winter`, if it has cards to discard."""
        if not isinstance(guess.agenda[0], Turn):
            return {}
        for turn in range(guess.turn + 1, 2 * guess.seats):
            guess.turn = turn
            if seasons.seat_in_turn(guess) == seat:
                guess.agenda = []
                taken = not (guess.rows or guess.new or guess.old)
                guess.push(Turn(owes=[seat], seat=seat, taken=taken))
                return {"turn": Question(guess, guess.agenda[-1].id)}
        if guess.players[seat].cards() <= DATA.setup.winter_limit:
            return {}
        guess.agenda = []
        guess.push(Winter(owes=[seat], asked=(seat,), discards=[None] * guess.seats))
        return {"winter": Question(guess, guess.agenda[-1].id)}

    def period(self, state: Any) -> int:
        """Return the number of the year."""
        return int(state.year)

    def context(self, state: Any) -> str:
        """Return the goods of each row as JSON: row numbers in a plan mean these rows."""
        return msgspec.json.encode([sorted(row) for row in state.rows]).decode()

    def adapted(self, texts: Sequence[str], context: str, state: Any, seat: int) -> Sequence[str] | None:
        """Return the moves with the numbers that their rows have now; None if a row is gone or has other goods.

        Rows are recognised by their goods.
        """
        shown: list[list[str]] = msgspec.json.decode(context or "[]")
        now, number = [sorted(row) for row in state.rows], dict[int, int]()
        for old, row in enumerate(shown, 1):
            same = [place for place, goods in enumerate(now, 1) if goods == row and place not in number.values()]
            if same:
                number[old] = same[0]
        adapted: list[str] = []
        for text in texts:
            verb, *words = text.split()
            if verb == moves.Take.verb and words[:1] == ["row"]:
                words = ["row", *_renumbered(words[1:], number)]
            elif verb == moves.Swap.verb:
                words = [*_renumbered(words[:1], number), words[1], *_renumbered(words[2:3], number), words[3]]
            if not all(words):
                return None
            adapted.append(" ".join((verb, *words)))
        return adapted


def _renumbered(row: Sequence[str], number: dict[int, int]) -> list[str]:
    """Return a row's present number as the only entry; an empty text if the row is gone."""
    return [str(number.get(int(row[0]), ""))]
