"""Riga for computer players."""

from opponents.riga.evaluation import RigaEvaluation

EVALUATION = RigaEvaluation()
