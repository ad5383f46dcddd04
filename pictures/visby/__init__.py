"""The pictures of Visby, declared as `PAINTER`: the three tracks and all players; the hand; the final picture."""

from pictures.painter import Painter
from pictures.visby import board, final, hand, lesson_picture, symbols

PAINTER = Painter(
    visible_part=board.visible_part,
    board=board.board,
    hand=hand.hand,
    final=final.final,
    lesson=lesson_picture.lesson,
)
SYMBOLS = symbols.SYMBOLS
SIGN_COLOURS = symbols.SIGN_COLOURS
