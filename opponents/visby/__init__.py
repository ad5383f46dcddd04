"""Visby for computer players."""

from opponents.visby.evaluation import VisbyEvaluation
from opponents.visby.rule_of_thumb import reasons, rule_of_thumb

EVALUATION = VisbyEvaluation()
RULE_OF_THUMB = rule_of_thumb
REASONS = reasons
STRENGTHS = {"novice": -19.0, "trader": 25.0, "alderman": 33.0}
