"""Riga in pictures: rows, buildings and everybody's quarter; the own cards; the end."""

from pictures import palette
from pictures.painter import Painter
from pictures.riga import board, final, hand, parts, symbols

PAINTER = Painter(drawn=board.drawn, board=board.board, hand=hand.hand, final=final.final)
SYMBOLS = symbols.SYMBOLS
INKS = {"merchants": palette.INK, "knights": palette.INK}
PAINTED = parts.PAINTED
