"""Visby in pictures: the three tracks and all players; the own cards; the end."""

from pictures.painter import Painter
from pictures.visby import board, final, hand, symbols

PAINTER = Painter(visible_part=board.visible_part, board=board.board, hand=hand.hand, final=final.final)
SYMBOLS = symbols.SYMBOLS
