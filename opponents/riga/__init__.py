"""Riga for computer players."""

from opponents.riga.advice import reasons, rule_of_thumb
from opponents.riga.evaluation import RigaEvaluation

EVALUATION = RigaEvaluation()
RULE_OF_THUMB = rule_of_thumb
REASONS = reasons
STRENGTHS = {"novice": -5.0, "trader": 25.0, "alderman": 42.0}
