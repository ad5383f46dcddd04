"""Riga for computer players."""

from opponents.riga.advice import gist, reasons, rule_of_thumb
from opponents.riga.evaluation import RigaEvaluation

EVALUATION = RigaEvaluation()
RULE_OF_THUMB = rule_of_thumb
REASONS = reasons
GIST = gist
STRENGTHS = {"novice": -5.0, "trader": 25.0, "alderman": 42.0}
