"""`GameDisplay`, the abstract class by which each game shows its boards, hands, menus and pictures in Discord."""

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
from rules.contract import Event, Move, Standing
from rules.records import Record
from tables.model.table import Look, Since
from tables.thinking.table_advice import reasons
from words import Words
from words.change_text import ChangeText, News
from words.game_words import Proposal
from words.games import GAME_WORDS, sign_names
from words.games import legend_lines as lines
from words.signs import spell_out


class GameDisplay(ABC):
    """Shows one game in Discord: turns what one seat or spectator may see (a `Look`) into parts, texts and drawings.

    Each game derives one class, and the bot makes one instance of it. `game` is the game's key, and `colour` the accent
    colour of its messages as 0xRRGGBB. `board`, `hand`, `menu` and `final` return parts of messages; the methods
    `…_drawing` return drawings of the same things; most others return single texts. `for_permanent_message` hides a
    choice that may still change, and `forced_move` names a move that is made without asking. No method sees the full
    state of a game, and none sends a message.
    """

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
        """Return what a decision (a key) asks for, as the end of the sentence "Your turn: …" in pings and hands."""
        return self.words.prompt(words, decision)

    def plan_label(self, words: Words, decision: str) -> str:
        """Return the label of the button with which a player plans a decision (a key) before it is asked."""
        return words.say("Plan my next turn")

    def plan_offer(self, words: Words, decision: str) -> str:
        """Return a sentence above the buttons with which a decision (a key) can be planned; "" for none."""
        return ""

    def plan_shortcuts(self, words: Words, decision: str) -> Sequence[tuple[str, str]]:
        """Return answers that can be planned by a single press: the label of each button, and the text of its move."""
        return ()

    def plan_note(self, words: Words, decision: str) -> str:
        """Return when the plan for a decision (a key) is played and when its owner is asked; "" for the usual words."""
        return ""

    def plan_gone(self, words: Words) -> str:
        """Return the sentence that what a plan refers to is gone, and what to do now; "" for the usual words."""
        return ""

    def planned_story(self, words: Words, names: Sequence[str], events: Sequence[Event]) -> list[str]:
        """Return the lines that tell the owner of a plan what it has done. By default they are those of the story."""
        return self.story(words, names, events)

    def standing_question(self, words: Words, decision: str) -> str:
        """Return the name of a question (a key) that may have a standing answer. By default its prompt."""
        return self.prompt(words, decision)

    def standing_policy(self, words: Words, policy: str) -> str:
        """Return what a standing answer with this policy (a key) does, in a few words. By default its key."""
        return policy

    def question(self, look: Look, words: Words) -> str:
        """Return what the look's seat has to decide now, as the end of the sentence "Your turn: …" in its hand.

        By default it is the `prompt` of the decision. A game overrides it for a decision of several moves, some of
        which the seat may have made already.
        """
        return self.prompt(words, look.owes or "")

    def story(self, words: Words, names: Sequence[str], events: Sequence[Event]) -> list[str]:
        """Return the lines that describe these events in words; `names` are the players' names by seat."""
        return self.words.story(words, names, events)

    def proposal(self, look: Look, words: Words, move: Move) -> str:
        """Return a move in words, for lessons. By default it is the move's text."""
        return str(move)

    def move_label(self, look: Look, words: Words, move: Move) -> str:
        """Return the label of a button that makes a move, as hints name the move. By default it is the `proposal`."""
        return self.proposal(look, words, move)

    def move_summary(self, look: Look, words: Words, move: Move) -> str:
        """Return a move in a few words that one understands without its menu, as an analysis lists it.

        It has no Markdown, and people's names are not escaped. By default it is the `move_label`.
        """
        return self.move_label(look, words, move)

    def move_facts(self, look: Look, words: Words, move: Move) -> list[str]:
        """Return what a hint adds to a move's label: what it costs and brings, as short texts. By default []."""
        return []

    def advice_note(self, look: Look, words: Words) -> str:
        """Return a note to show below the look's suggested moves; "" for none."""
        return ""

    def forced_move(self, look: Look, words: Words) -> tuple[Move, str] | None:
        """Return a move to make for the seat without asking, and a note that tells the player so; None to ask.

        A game that overrides this returns its only legal move. This default always returns None.
        """
        return None

    def proposal_reason(self, look: Look, words: Words, move: Move) -> str:
        """Return a few words on why a lesson proposes `move`; "" if no reason is given.

        A reason that the game has written for the lesson comes first, then the first one that hints give for this move:
        from a search if the lesson made one, else from what the seat sees.
        """
        guidance = look.guidance
        known = (guidance.made, guidance.following) if guidance else ()
        written = self.words.lesson_reason(words, Proposal(move, look.view, look.options, *known))
        if written is not None:
            return written
        searched = guidance.reasons if guidance else ()
        told = [self.words.reason(words, reason.key, reason.facts) for reason in searched or reasons(look, move)]
        return next(filter(None, told), "")

    def news(self, words: Words, names: Sequence[str], seat: int, since: Since) -> News:
        """Return in words what happened since the last decision of `seat`; `names` are the players' names by seat.

        If the reader wants no emoji (`words.signs` is False), the texts have words in their place. They are replaced
        here, and not only in panels, because these texts are also sent in other ways.
        """
        told = self.words.news(words, names, seat, since.changes, since.events)
        if words.signs:
            return told
        signs = sign_names(words, self.game)
        return News(
            [ChangeText(spell_out(each.full, signs), spell_out(each.brief, signs), each.lost) for each in told.changes],
            [msgspec.structs.replace(line, text=spell_out(line.text, signs)) for line in told.others],
        )

    @abstractmethod
    def final(self, look: Look, words: Words, names: Sequence[str], events: Sequence[Event]) -> list[Part]:
        """Return the winners, what decided the game, and each player's score part by part.

        `names` are the players' names by seat, `events` those of the whole game. If the look is a seat's, what decided
        the game is told from the view of its player.
        """

    def refusal(self, words: Words, no: Illegal) -> str:
        """Return the sentence that tells why the rules refuse a move."""
        return self.words.refusal(words, no)

    @abstractmethod
    def describe_options(self, words: Words, options: dict[str, int]) -> str:
        """Return a table's options in a few words, for its lobby."""

    def for_permanent_message(self, look: Look) -> Look:
        """Return the look to use in a message that stays in the channel: a copy with `kept` set.

        While the seat can still make or change a secret choice, the choice is removed from the copy, and the seat is
        shown as one that still has to decide. So the message stays true if the player changes the choice.
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
        """Return a drawing of the board as the look's seat or spectator sees it; None if the game has no painter."""
        return (
            board_picture(self.game, look.view, _drawn_names(look), words, robots(look))
            if self.game in PAINTERS
            else None
        )

    def menu_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Return a drawing of the part of the table that a decision is about; by default None."""
        return None

    def lesson_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Return a drawing of what a learner needs to see for the pending decision of the look's seat.

        It is the board if the game's painter has no drawing for lessons. Return None if the game has no painter.
        """
        painter, guidance = PAINTERS.get(self.game), look.guidance
        if painter is None or painter.lesson is None:
            return self.board_drawing(look, words)
        return painter.lesson(look.view, _drawn_names(look), words, robots(look), guidance.idea if guidance else "")

    def decision_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Return the drawing in a menu: `lesson_drawing` in a lesson, else `menu_drawing`; None if there is no drawing.

        A lesson's menu that shows a draft, or in which nothing is to be decided, has `menu_drawing` too.
        """
        in_lesson = look.guidance is not None and look.owes and not look.draft
        return self.lesson_drawing(look, words) if in_lesson else self.menu_drawing(look, words)

    def legend_drawing(self, words: Words) -> Drawing | None:
        """Return a drawing of the board's legend; None if the game has no painter or no legend."""
        return legend_picture(self.game, words) if self.game in PAINTERS and lines(words, self.game) else None

    def hand_drawing(self, look: Look, words: Words) -> Drawing | None:
        """Return a drawing of the hand of the look's seat, and of what else belongs to it; None without a painter.

        The look must be a seat's: a spectator's fails an assertion.
        """
        painter = PAINTERS.get(self.game)
        return painter.hand(look.view, _drawn_names(look), words) if painter else None

    def score_drawing(self, look: Look, words: Words, standings: Sequence[Standing]) -> Drawing | None:
        """Return a drawing of the scores of all seats as a table; None if the game has no painter.

        `standings` are the scores by seat. The drawing calls them final if the game is finished, else current.
        """
        over = look.table.row.status == "finished"
        return (
            score_table(self.game, standings, _drawn_names(look), words, over=over) if self.game in PAINTERS else None
        )

    def final_drawing(self, look: Look, words: Words, record: Record) -> Drawing | None:
        """Return a drawing of the final position and the history of the scores; None if the game has no painter.

        It replays the whole `record` to get the history, which takes long: call it in another thread than the event
        loop's.
        """
        painter = PAINTERS.get(self.game)
        return painter.final(look.view, _drawn_names(look), words, score_history(record)) if painter else None


def robots(look: Look) -> dict[int, bool]:
    """Return the seats that a computer plays, each with True if it replaces a person who owns the seat, else False."""
    return {seat.seat: seat.person is not None for seat in look.table.seats if seat.computer}


def _drawn_names(look: Look) -> list[str]:
    """Return the names by seat as pictures show them: without the robot sign."""
    return [seat.name for seat in look.table.seats]
