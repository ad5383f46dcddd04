"""Visby for computer players."""

from opponents.visby.evaluation import VisbyEvaluation

EVALUATION = VisbyEvaluation()
