"""The moves of Visby and their text forms: `Pick`, choosing cards (V5), and `Trade`, trading wares (V15).

`Buy` says what a trade shall bring before its rate is known; only plans use it (`rules.visby.early`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules.contract import Move
from rules.visby.data import CARDS, STEP


class Pick(Move, frozen=True):
    """V5: choose the cards to play in this round, secretly. `pick knight ship`.

    `cards` are the keys of one card, or of two with 2 and 3 players.
    """

    verb: ClassVar[str] = "pick"
    secret: ClassVar[bool] = True

    cards: tuple[str, ...]

    def words(self) -> Sequence[str]:
        """Return the keys of the chosen cards in the order of their steps."""
        return in_order(self.cards)

    @classmethod
    def read(cls, words: Sequence[str]) -> Pick:
        """Return the move for the keys of one or more cards, given in any order.

        The move has the cards in the order of their steps (V6).

        Raise ValueError for no words and for a word that is not the key of a card. How many cards must be chosen, and
        whether a card is named twice, is not checked.
        """
        if not words:
            raise ValueError("name the cards")
        for word in words:
            if word not in STEP:
                raise ValueError(f"{word} is no card, expected one of {', '.join(CARDS)}")
        return cls(in_order(words))


class Trade(Move, frozen=True):
    """V15: as a Merchant, change this many wares into the most seals they can buy. `trade 9`. 0 trades nothing."""

    verb: ClassVar[str] = "trade"
    secret: ClassVar[bool] = True

    wares: int

    def words(self) -> Sequence[str]:
        """Return the number of wares."""
        return (str(self.wares),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Trade:
        """Return the move for one word, a number of wares of at most nine digits.

        Raise ValueError for anything else.
        """
        if len(words) != 1 or not words[0].isascii() or not words[0].isdigit() or len(words[0]) > 9:
            raise ValueError("say how many wares")
        return cls(int(words[0]))


class Buy(Move, frozen=True):
    """V15: how many seals a planned trade of the Merchant buys. `buy most`, `buy 4`, `buy 0`.

    The rate is not known yet. When the trade is due, this becomes the `Trade` that buys exactly so many seals with the
    fewest wares. It is only allowed in plans.
    """

    verb: ClassVar[str] = "buy"
    secret: ClassVar[bool] = True

    seals: int | None
    """The number of seals; None for as many as possible, 0 for no trade."""

    def words(self) -> Sequence[str]:
        """Return the number of seals, or `most`."""
        return (_MOST if self.seals is None else str(self.seals),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Buy:
        """Return the move for one word, `most` or a number of seals of at most nine digits.

        Raise ValueError for anything else.
        """
        if tuple(words) == (_MOST,):
            return cls(None)
        if len(words) != 1 or not words[0].isascii() or not words[0].isdigit() or len(words[0]) > 9:
            raise ValueError("say how many seals, or most")
        return cls(int(words[0]))


_MOST = "most"


def in_order(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the card keys sorted by the step in which the cards are evaluated (V6); unknown keys come first."""
    return tuple(cards) if len(cards) == 1 else tuple(sorted(cards, key=lambda card: STEP.get(card, 0)))
