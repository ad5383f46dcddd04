"""The controls of a Monastery's swap in Riga (R26), in which two goods of different rows change places.

`first_good_select` asks for the first good, `draft_first_good` returns the draft after that click, and
`second_good_menu` asks for the second good.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.riga.draft_kinds import FirstGood
from cogs.games.riga.payment_menu import drop_button
from cogs.games.riga.seat_view import view_of
from cogs.games.riga.text_lines import row_lines
from cogs.messages.menu_controls import choice_parts
from cogs.messages.panel import Option, Part, Row, text
from rules.contract import Move
from rules.riga.moves import Swap
from tables.model.table import Look
from tables.model.table_errors import Stale
from words import Words
from words.riga import terms


def first_good_select(look: Look, words: Words, options: Sequence[Move]) -> list[Part]:
    """Return a select for the first of two goods that a Monastery swaps (R26); [] if no swap is possible."""
    goods = [_good_option(words, row, good) for row, good in _swappable(options)]
    return choice_parts(look, "riga.swap", "", words.say("Monastery: swap goods …"), goods, max_buttons=0)


def _good_option(words: Words, row: int, good: str) -> Option:
    """Return the option of a select for a good in the row with number `row`; its value is like `1 glass`."""
    label = words.say("{good} from row {row}", good=words.say(terms.GOODS[good]), row=row)
    return Option(label, f"{row} {good}", emoji=terms.GOOD_EMOJI[good])


def draft_first_good(look: Look, card: str) -> FirstGood:
    """Return the draft of a swap with its first good chosen: `card` is the row and the good, as in `1 glass`.

    Raise `Stale` if no legal swap moves this card.
    """
    for row, good in _swappable(look.options):
        if card == f"{row} {good}":
            return FirstGood(row, good)
    raise Stale


def _swappable(options: Sequence[Move]) -> list[tuple[int, str]]:
    """Return row number and good of each card that a swap in `options` moves, without repetition, sorted by row."""
    cards = dict.fromkeys(card for move in options if isinstance(move, Swap) for card in _both(move))
    return sorted(cards, key=lambda card: card[0])


def _both(move: Swap) -> tuple[tuple[int, str], tuple[int, str]]:
    """Return the row and the good of both cards that a swap exchanges."""
    return (move.row, move.good), (move.other_row, move.other_good)


def second_good_menu(look: Look, words: Words, first: FirstGood, options: Sequence[Move]) -> list[Part]:
    """Return the menu that asks which good to swap with the drafted `first` one, with a *Back* button.

    Selecting the second good makes the move. `options` are the seat's legal moves.
    """
    given = (first.row, first.good)
    others = []
    for move in options:
        if isinstance(move, Swap) and given in _both(move):
            one, other = _both(move)
            others.append(other if one == given else one)
    head = words.say(
        "**Monastery:** which good do you want to swap with {good} from row {row}? After that you take "
        "one of the two rows.",
        good=terms.good(words, first.good),
        row=first.row,
    )
    goods = [_good_option(words, row, good) for row, good in sorted(others, key=lambda card: card[0])]
    prefix = f"swap {first.row} {first.good} "
    return [
        text(head, *row_lines(view_of(look), words)),
        *choice_parts(look, "move", prefix, words.say("The other good …"), goods, max_buttons=0),
        Row((drop_button(look, words),)),
    ]
