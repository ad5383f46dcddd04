"""Haithabu for computer players."""

from opponents.haithabu.advice import reasons, rule_of_thumb
from opponents.haithabu.evaluation import HaithabuEvaluation

EVALUATION = HaithabuEvaluation()
RULE_OF_THUMB = rule_of_thumb
REASONS = reasons
STRENGTHS = {"novice": -7.0, "trader": 25.0, "alderman": 35.0}
