"""The pictures of Riga, declared as `PAINTER`: rows, buildings and players' quarters; the hand; the final picture."""

from pictures import palette
from pictures.painter import Painter
from pictures.riga import board, elements, final, hand, lesson_picture, symbols

PAINTER = Painter(
    visible_part=board.visible_part,
    board=board.board,
    hand=hand.hand,
    final=final.final,
    lesson=lesson_picture.lesson,
)
SYMBOLS = symbols.SYMBOLS
SIGN_COLOURS = {"merchants": palette.INK, "knights": palette.INK, "ready": palette.BRASS, "fresh": palette.BRASS}
SIGN_PAINTERS = elements.SIGN_PAINTERS
