"""`GameDisplay`, the interface by which a game shows its boards, hands, menus and pictures in Discord."""

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
    """Shows one game in Discord. Everything is made from a `Look`, which one reader may see, never from a state."""

    game: ClassVar[str]
    colour: ClassVar[int]

    def __init__(self) -> None:
        self.words = GAME_WORDS[self.game]
        self.emoji: Mapping[str, str] = {}
        """Application emoji by the usual ones they replace; empty until Discord has them."""

    @abstractmethod
    def board(self, look: Look, words: Words) -> list[Text]:
        """Return the board as texts."""

    @abstractmethod
    def hand(self, look: Look, words: Words) -> list[Text]:
        """Return what belongs to the look's seat as texts; [] for a spectator."""

    def board_caption(self, look: Look, words: Words) -> str:
        """Return what the board's picture does not show; "" for nothing."""
        return ""

    def hand_caption(self, look: Look, words: Words) -> str:
        """Return what the hand's picture does not show; "" for nothing."""
        return ""

    @abstractmethod
    def menu(self, look: Look, words: Words) -> list[Part]:
        """Return the menu of a seat that owes a decision or may change one: texts and controls."""

    def prompt(self, words: Words, decision: str) -> str:
        """Return what a decision asks for, as the end of a sentence in pings and hands."""
        return self.words.prompt(words, decision)

    def story(self, words: Words, names: Sequence[str], events: Sequence[Event]) -> list[str]:
        """Return the lines that tell these events; `names` are the names by seat."""
        return self.words.story(words, names, events)

    def proposal(self, look: Look, words: Words, move: Move) -> str:
        """Return a move in words, for hints, lessons and analyses. By default it is the move's text."""
        return str(move)

    def forced_move(self, look: Look, words: Words, proposed: Move | None = None) -> tuple[Move, str] | None:
        """Return a move to make without asking, and the note that tells the player so; None to ask as usual.

        That is the only legal move, or `proposed`, a lesson's next proposal, where it is as good as forced. By default
        there is none.
        """
        return None

    def proposal_reason(self, look: Look, words: Words, move: Move) -> str:
        """Return the reason for a lesson's proposal in a few words; "" for none.

        A reason written for the lesson comes first. Without one, and if the lesson explains no idea with this
        proposal, it is the first reason of the advice.
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
        """Return one change since the seat's last decision in words."""
        return self.words.change(words, names, change)

    @abstractmethod
    def final(self, look: Look, words: Words, names: Sequence[str], events: Sequence[Event]) -> list[Part]:
        """Return the winners, what decided the game, and the scores by parts. `events` are those of the whole game."""

    def refusal(self, words: Words, no: Illegal) -> str:
        """Return the sentence that tells why the rules refuse a move."""
        return self.words.refusal(words, no)

    @abstractmethod
    def describe_options(self, words: Words, options: dict[str, int]) -> str:
        """Return a table's options in a few words, for its lobby."""

    def for_permanent_message(self, look: Look) -> Look:
        """Return the look for a message that stays, as a hand does: without a secret choice, which may still change.

        A seat that has chosen is shown as one that still has to decide.
        """
        if not look.sealed or not (look.owes or look.may_change):
            return msgspec.structs.replace(look, kept=True)
        asked = next(iter(look.table.owed.values()))
        return msgspec.structs.replace(self.without_secret_choice(look), kept=True, owes=asked, may_change=False)

    def without_secret_choice(self, look: Look) -> Look:
        """Return the look without its seat's secret choice; by default unchanged."""
        return look

    # Pictures: only games in `PAINTERS` have them

    def board_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Return a drawing of the board; None if the game has no painter."""
        return (
            board_picture(self.game, look.view, _drawn_names(look), words, robots(look))
            if self.game in PAINTERS
            else None
        )

    def menu_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Return a drawing of the part of the table that a decision is about; by default None."""
        return None

    def legend_drawing(self, words: Words) -> Drawing | None:
        """Return a drawing of the board's legend; None if the game has no painter or no legend."""
        return legend_picture(self.game, words) if self.game in PAINTERS and lines(words, self.game) else None

    def hand_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Return a drawing of the seat's hand; None if the game has no painter."""
        painter = PAINTERS.get(self.game)
        return painter.hand(look.view, _drawn_names(look), words) if painter else None

    def score_drawing(self, look: Look, words: Words, standings: Sequence[Standing]) -> Drawing | None:
        """Return a drawing of the current or final scores; None if the game has no painter."""
        over = look.table.row.status == "finished"
        return (
            score_table(self.game, standings, _drawn_names(look), words, over=over) if self.game in PAINTERS else None
        )

    def final_drawing(self, look: Look, words: Words, record: Record) -> Drawing | None:
        """Return a drawing of the end of the game with the history of the scores; None if the game has no painter.

        It replays the whole record: do not call it on the event loop.
        """
        painter = PAINTERS.get(self.game)
        return painter.final(look.view, _drawn_names(look), words, score_history(record)) if painter else None


def robots(look: Look) -> dict[int, bool]:
    """Return the seats that a computer plays; True if it plays in place of a person who owns the seat."""
    return {seat.seat: seat.person is not None for seat in look.table.seats if seat.computer}


def _drawn_names(look: Look) -> list[str]:
    """Return the names by seat as pictures show them: without the robot sign."""
    return [seat.name for seat in look.table.seats]
