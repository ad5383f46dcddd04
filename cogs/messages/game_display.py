"""How a game shows itself in Discord: what each game brings to be shown, in words and in pictures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from cogs.messages.panel import Part, Text
from pictures.drawing import Drawing
from pictures.legend_picture import legend_picture
from pictures.painters import PAINTERS, board_picture, score_history
from pictures.score_table import score_table
from rules import Illegal
from rules.contract import Change, Event, Move, Standing
from rules.records import Record
from tables.model.table import Look
from tables.thinking.table_advice import advice
from words import Words
from words.change_text import ChangeText
from words.game_words import Proposal
from words.games import GAME_WORDS
from words.games import legend_lines as lines


class GameDisplay(ABC):
    """One game's looks. Everything is made from a `Look`: never from a state."""

    game: ClassVar[str]
    colour: ClassVar[int]

    def __init__(self) -> None:
        self.words = GAME_WORDS[self.game]
        self.emoji: Mapping[str, str] = {}
        """Emoji of our own by the usual ones they replace, once Discord has them."""

    @abstractmethod
    def board(self, look: Look, words: Words) -> list[Text]:
        """Show the whole table in words, as everybody sees it."""

    @abstractmethod
    def hand(self, look: Look, words: Words) -> list[Text]:
        """Show one seat in words what is its own."""

    def board_caption(self, look: Look, words: Words) -> str:
        """Say what the picture of the table does not show."""
        return ""

    def hand_caption(self, look: Look, words: Words) -> str:
        """Say what the picture of a hand does not show."""
        return ""

    @abstractmethod
    def menu(self, look: Look, words: Words) -> list[Part]:
        """Ask a seat that owes a decision, or may change one: text and the moves it can make."""

    def asked(self, words: Words, decision: str) -> str:
        """Say what is asked, for pings: the end of a sentence."""
        return self.words.prompt(words, decision)

    def story(self, words: Words, names: Sequence[str], events: Sequence[Event]) -> list[str]:
        """Tell what happened, line by line."""
        return self.words.story(words, names, events)

    def proposal(self, look: Look, words: Words, move: Move) -> str:
        """Say what a lesson proposes to do: a game that has one says it in words."""
        return str(move)

    def forced_move(self, look: Look, words: Words, proposed: Move | None = None) -> tuple[Move, str] | None:
        """Return the only thing that is left to do after a move, and how to say that it was done without asking.

        For who does what a lesson proposes also what it proposes then, where hardly anybody would do otherwise.
        """
        return None

    def because(self, look: Look, words: Words, move: Move) -> str:
        """Say briefly what speaks for what a lesson proposes; empty where there is nothing to say.

        With an idea that explains it, only what is written for the lesson.
        """
        guidance = look.guidance
        known = (guidance.made, guidance.following) if guidance else ()
        written = self.words.lesson_reason(words, Proposal(move, look.view, look.options, *known))
        if written is not None or (guidance and guidance.idea):
            return written or ""
        found = next((each for each in advice(look) if each.move == move), None)
        told = [self.words.reason(words, reason.key, reason.facts) for reason in found.reasons] if found else []
        return next(filter(None, told), "")

    def change(self, words: Words, names: Sequence[str], change: Change) -> ChangeText:
        """Tell one thing that changed for a seat since it last decided."""
        return self.words.change(words, names, change)

    @abstractmethod
    def final(self, look: Look, words: Words, names: Sequence[str], events: Sequence[Event]) -> list[Part]:
        """Show how the game ended, what decided it, and how the scores came about. `events` are the whole game's."""

    def refusal(self, words: Words, no: Illegal) -> str:
        """Say why a move is not allowed."""
        return self.words.refusal(words, no)

    @abstractmethod
    def options(self, words: Words, options: dict[str, int]) -> str:
        """Say by which options the table is played."""

    def for_permanent_message(self, look: Look) -> Look:
        """Return a look for a message that stays: without a sealed choice, which the next click may change."""
        if not look.sealed or not (look.owes or look.may_change):
            return msgspec.structs.replace(look, kept=True)
        asked = next(iter(look.table.owed.values()))
        return msgspec.structs.replace(self.unsealed(look), kept=True, owes=asked, may_change=False)

    def unsealed(self, look: Look) -> Look:
        """Return a look that shows nothing of what its seat has sealed."""
        return look

    # In pictures: a game whose painter is known has them

    def board_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Draw the whole table, as everybody sees it."""
        return (
            board_picture(self.game, look.view, _drawn_names(look), words, robots(look))
            if self.game in PAINTERS
            else None
        )

    def menu_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Draw the part of the table that a seat's decision is about; None where its menu says all."""
        return None

    def legend_drawing(self, words: Words) -> Drawing | None:
        """Draw what the signs of the board mean."""
        return legend_picture(self.game, words) if self.game in PAINTERS and lines(words, self.game) else None

    def hand_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Draw what is a seat's own."""
        painter = PAINTERS.get(self.game)
        return painter.hand(look.view, _drawn_names(look), words) if painter else None

    def score_drawing(self, look: Look, words: Words, standings: Sequence[Standing]) -> Drawing | None:
        """Draw what everybody would score now, or how it ended."""
        over = look.table.row.status == "finished"
        return (
            score_table(self.game, standings, _drawn_names(look), words, over=over) if self.game in PAINTERS else None
        )

    def final_drawing(self, look: Look, words: Words, record: Record) -> Drawing | None:
        """Draw how the game ended and how the scores came about. Plays the record again: not on the event loop."""
        painter = PAINTERS.get(self.game)
        return painter.final(look.view, _drawn_names(look), words, score_history(record)) if painter else None


def robots(look: Look) -> dict[int, bool]:
    """Return the seats that a computer plays, and whether it is in somebody's stead."""
    return {seat.seat: seat.person is not None for seat in look.table.seats if seat.computer}


def _drawn_names(look: Look) -> list[str]:
    return [seat.name for seat in look.table.seats]
