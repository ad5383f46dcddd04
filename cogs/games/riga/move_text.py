"""Riga's moves in words: `move_text` for lessons, `move_label` for buttons, `other_move_text` for autocompletion.

`move_facts` says what a hint adds to a label.
"""

from __future__ import annotations

from cogs.games.riga.seat_view import own_player, view_of
from cogs.games.riga.text_lines import payment_text
from cogs.messages.menu_controls import label_text
from rules.contract import Move
from rules.riga.moves import Build, Choose, Discard, Done, Fill, Keep, Name, Swap, Take, Use
from rules.riga.view import view_purse
from tables.model.table import Look
from words import Words
from words.riga import terms


def move_text(look: Look, words: Words, move: Move) -> str:
    """Return a move of any kind in words, as proposals show it; a `Build` with its payment."""
    match move:
        case Take(what=int(row)):
            goods = terms.goods(words, view_of(look).rows[row - 1].goods)
            if look.table.rehearsal:  # A plan recognises a row by its goods: others may take the rows above it.
                return words.say("take a row: {goods}", goods=goods)
            return words.say("take row {row}: {goods}", row=row, goods=goods)
        case Take():
            return words.say("take {building}", building=terms.building(words, str(move.what)))
        case Build():
            names = terms.buildings_in_sentence(words, move.buildings)
            return (
                words.say("build {buildings}", buildings=names)
                + f" · {payment_text(words, view_purse(own_player(look)), move)}"
            )
        case Use():
            return words.say("use {building}", building=terms.building(words, move.building))
        case Discard():
            return words.say("discard {cards}", cards=terms.cards(words, (*move.goods, *move.buildings)))
        case Done():
            return words.say("end your turn")
    return other_move_text(look, words, move)


def other_move_text(look: Look, words: Words, move: Move) -> str:
    """Return in words a move that `/riga choose` makes; "" for a move of any other kind.

    `/riga choose` names the starting player, keeps a card, chooses the School's person, swaps goods, and fills the
    Exchange.
    """
    match move:
        case Name():
            if move.starter == look.seat:
                return words.say("I'll start")  # As on the button.
            return words.say("{name} starts", name=look.table.seats[move.starter].name)
        case Keep(card=None):
            return words.say("Keep none")
        case Keep():
            return words.say("Keep {card}", card=terms.card(words, str(move.card)))
        case Choose():
            return words.say(terms.TRAINING[move.person])
        case Swap():
            return words.say(
                "Swap the {good} in row {row} for the {other} in row {other_row}",
                good=terms.good(words, move.good),
                row=move.row,
                other=terms.good(words, move.other_good),
                other_row=move.other_row,
            )
        case Fill():
            return words.say("Fill the Exchange with {goods}, and end your turn", goods=terms.goods(words, move.goods))
    return ""


def move_label(look: Look, words: Words, move: Move) -> str:
    """Return the label of the button that makes a move, without signs; a `Build` without its payment."""
    match move:
        case Take(what=int(row)):
            return f"{words.say('Row')} {row}"
        case Take():
            return words.say("Take {building}", building=terms.building_name(words, str(move.what)))
        case Build():
            names = ", ".join(terms.building_name(words, name) for name in move.buildings)
            return words.say("Build {building}", building=names)
        case Use():
            return words.say("Use {building}", building=terms.building_name(words, move.building))
        case Discard(goods=(), buildings=()):
            return words.say("Discard nothing")
        case Discard():
            return label_text(
                look, words.say("Discard {cards}", cards=terms.cards(words, (*move.goods, *move.buildings)))
            )
        case Done():
            return words.say("End turn")
    return label_text(look, other_move_text(look, words, move))


def move_facts(look: Look, words: Words, move: Move) -> list[str]:
    """Return what a hint adds to the label of a move: the goods of a row, or how a building is paid; [] otherwise."""
    match move:
        case Take(what=int(row)):
            return [terms.goods(words, view_of(look).rows[row - 1].goods)]
        case Build():
            return [payment_text(words, view_purse(own_player(look)), move)]
    return []
