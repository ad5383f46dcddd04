"""Haithabu in pictures: rondel, market, orders, transports, characters, all players; the own board; the end."""

from pictures import palette
from pictures.haithabu import board, closeup, final, hand, parts, symbols
from pictures.painter import Painter

PAINTER = Painter(
    drawn=board.drawn,
    board=board.board,
    hand=hand.hand,
    final=final.final,
    closeups=closeup.CLOSEUPS,
)
SYMBOLS = symbols.SYMBOLS
INKS = {**parts.COLOURS, "loan": palette.INK, "worker": palette.INK}
PAINTED = parts.PAINTED
