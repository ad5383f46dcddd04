"""Visby for computer players.

`evaluation` values a state for the trader, `rule_of_thumb` ranks moves from a view, `model` is the alderman's. The
alderman computes many rounds at once as numpy arrays (`vector_rounds`), predicts how others choose
(`habit_prediction`), and in training plays positions out (`playouts`).
"""

from opponents.visby.evaluation import VisbyEvaluation
from opponents.visby.rule_of_thumb import is_minor_reason, reasons, rule_of_thumb

EVALUATION = VisbyEvaluation()
RULE_OF_THUMB = rule_of_thumb
REASONS = reasons
MINOR_REASON = is_minor_reason
STRENGTHS = {"novice": -19.0, "trader": 25.0, "alderman": 33.0}
