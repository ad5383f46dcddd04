"""Riga for computer players.

`evaluation` values a state for the trader, `rule_of_thumb` ranks moves from a view by `hand_value`, `move_reasons`
explains them, `build_payments` plans how several buildings are paid, and `model` is the alderman's.
"""

from opponents.riga.evaluation import RigaEvaluation
from opponents.riga.move_reasons import is_minor_reason, reasons, turn_reasons
from opponents.riga.rule_of_thumb import hint_group, is_pass, menu_move, rule_of_thumb

EVALUATION = RigaEvaluation()
RULE_OF_THUMB = rule_of_thumb
REASONS = reasons
TURN_REASONS = turn_reasons
MINOR_REASON = is_minor_reason
IS_PASS = is_pass
MENU_MOVE = menu_move
HINT_GROUP = CHOICE_GROUP = hint_group
STRENGTHS = {"novice": -5.0, "trader": 25.0, "alderman": 42.0}
