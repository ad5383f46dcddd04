"""Visby for computer players."""

from opponents.visby.advice import reasons, rule_of_thumb
from opponents.visby.evaluation import VisbyEvaluation

EVALUATION = VisbyEvaluation()
RULE_OF_THUMB = rule_of_thumb
REASONS = reasons
STRENGTHS = {"novice": -19.0, "trader": 25.0, "alderman": 33.0}
