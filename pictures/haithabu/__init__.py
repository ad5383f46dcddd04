"""The pictures of Haithabu, declared as `PAINTER`.

The board has the rondel, market, orders, transports, characters and all players. The hand is the player's own board.
"""

from pictures import palette
from pictures.haithabu import board, closeup, elements, final, hand, lesson_picture, symbols
from pictures.painter import Painter
from words.haithabu import terms

PAINTER = Painter(
    visible_part=board.visible_part,
    board=board.board,
    hand=hand.hand,
    final=final.final,
    lesson=lesson_picture.lesson,
    closeups=closeup.CLOSEUPS,
)
SYMBOLS = symbols.SYMBOLS
SIGN_COLOURS = {
    **elements.WARE_COLOURS,
    **dict.fromkeys((*terms.FIELD_SIGN.values(), "market", "loan", "worker"), palette.INK),
    **dict.fromkeys(("warehouse", "post", "supply"), palette.MUTED),
    "cart": palette.SEA,
}
SIGN_PAINTERS = elements.SIGN_PAINTERS
