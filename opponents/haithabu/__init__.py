"""Haithabu for computer players.

`evaluation` values a state for the trader. `rule_of_thumb` ranks moves from a view: `position` is what one player has,
`position_value` what that is worth, `candidate_actions` proposes actions, `view_prediction` computes the view after
them. `move_reasons` explains moves: `action_reasons` actions, `character_reasons` characters, `hiring_reasons` hiring,
`answer_reasons` answers to events and questions; `minor_reasons` says which reasons explain little. `model` is the
alderman's.
"""

from opponents.haithabu.evaluation import HaithabuEvaluation
from opponents.haithabu.minor_reasons import is_minor_reason
from opponents.haithabu.move_reasons import has_predicted_reasons, hint_group, menu_move, reasons, turn_reasons
from opponents.haithabu.rule_of_thumb import rule_of_thumb

EVALUATION = HaithabuEvaluation()
RULE_OF_THUMB = rule_of_thumb
REASONS = reasons
TURN_REASONS = turn_reasons
PREDICTED_REASONS = has_predicted_reasons
MINOR_REASON = is_minor_reason
MENU_MOVE = menu_move
HINT_GROUP = hint_group
LEARNED_SINCE = 2
"""Versions 3 and 4 of the rules only have other orders, carts and ships.

The alderman describes an order by its wares and rewards, and a cart or ship by its places, so it fits all of them.
"""
STRENGTHS = {"novice": -7.0, "trader": 25.0, "alderman": 35.0}
