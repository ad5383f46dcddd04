"""Haithabu for computer players."""

from opponents.haithabu.evaluation import HaithabuEvaluation

EVALUATION = HaithabuEvaluation()
