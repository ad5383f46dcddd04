"""Haithabu for computer players.

`evaluation` values a state for the trader. `rule_of_thumb` ranks moves from a view: `position` is what one player has,
`position_value` what that is worth, `candidate_actions` proposes actions, `view_prediction` computes the view after
them, `action_reasons` explains them, `character_reasons` characters and `answer_reasons` answers to events and
questions. `model` is the alderman's.
"""

from opponents.haithabu.evaluation import HaithabuEvaluation
from opponents.haithabu.rule_of_thumb import has_predicted_reasons, hint_group, reasons, rule_of_thumb

EVALUATION = HaithabuEvaluation()
RULE_OF_THUMB = rule_of_thumb
REASONS = reasons
PREDICTED_REASONS = has_predicted_reasons
HINT_GROUP = hint_group
LEARNED_SINCE = 2
"""Version 3 of the rules only has other orders.

The alderman describes an order by its wares and rewards, so it fits both.
"""
STRENGTHS = {"novice": -7.0, "trader": 25.0, "alderman": 35.0}
