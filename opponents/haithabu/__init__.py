"""Haithabu for computer players."""

from opponents.haithabu.evaluation import HaithabuEvaluation
from opponents.haithabu.rule_of_thumb import hint_group, reasons, rule_of_thumb

EVALUATION = HaithabuEvaluation()
RULE_OF_THUMB = rule_of_thumb
REASONS = reasons
HINT_GROUP = hint_group
LEARNED_SINCE = 2
"""Version 3 of the rules only has other orders, and the alderman knows an order by what it wants and brings."""
STRENGTHS = {"novice": -7.0, "trader": 25.0, "alderman": 35.0}
