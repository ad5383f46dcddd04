"""Riga's moves in words, for what a lesson proposes."""

from __future__ import annotations

from cogs.games.riga.parts import how, own, view_of
from cogs.games.riga.typed import other
from rules.contract import Move
from rules.riga.moves import Build, Discard, Done, Take, Use
from rules.riga.view import purse as purse_of
from tables.table import Look
from words import Words
from words.riga import terms


def said(look: Look, words: Words, move: Move) -> str:
    """Say a move as it would be proposed to somebody."""
    match move:
        case Take(what=int(row)):
            goods = terms.goods(words, view_of(look).rows[row - 1].goods)
            return words.say("take row {row}: {goods}", row=row, goods=goods)
        case Take():
            return words.say("take {building}", building=terms.building(words, str(move.what)))
        case Build():
            names = ", ".join(terms.building(words, name) for name in move.buildings)
            return words.say("build {buildings}", buildings=names) + f" · {how(words, purse_of(own(look)), move)}"
        case Use():
            return words.say("use {building}", building=terms.building(words, move.building))
        case Discard():
            return words.say("discard {cards}", cards=terms.cards(words, (*move.goods, *move.buildings)))
        case Done():
            return words.say("end your turn")
    return other(look, words, move)
