"""Riga in pictures: rows, buildings and everybody's quarter; the own cards; the end."""

from pictures import palette
from pictures.painter import Painter
from pictures.riga import board, elements, final, hand, symbols

PAINTER = Painter(visible_part=board.visible_part, board=board.board, hand=hand.hand, final=final.final)
SYMBOLS = symbols.SYMBOLS
SIGN_COLOURS = {"merchants": palette.INK, "knights": palette.INK}
SIGN_PAINTERS = elements.SIGN_PAINTERS
