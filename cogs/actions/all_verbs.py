"""`all_verbs` returns the verbs of all modules of this package: the actions that every game has.

A `Verb` is an action together with its name in custom ids. A game's own verbs are in `cogs/games/`.
"""

from __future__ import annotations

from cogs.actions import (
    analysis_page,
    cards,
    films,
    guide,
    hint_button,
    inviting,
    learn,
    lists,
    lobby_actions,
    lobby_options,
    look,
    next_table,
    notebook,
    offers,
    playing,
    replay,
    seat_actions,
    server,
    stats,
    story_page,
    trail_page,
)
from cogs.actions.films import Projector
from cogs.actions.leagues import league_actions, league_setup
from cogs.actions.openings import opening_actions
from cogs.actions.personal import avoid_list, personal_settings, plan_actions, standing_actions
from cogs.actions.wishes import wish_actions
from cogs.requests.verbs import Verb


def all_verbs(projector: Projector) -> tuple[Verb, ...]:
    """Return the verbs of every module of this package. The verb `film` uses `projector` to make animations."""
    return (
        *analysis_page.VERBS,
        *avoid_list.VERBS,
        *cards.VERBS,
        *films.verbs(projector),
        *guide.VERBS,
        *hint_button.VERBS,
        *inviting.VERBS,
        *league_actions.VERBS,
        *league_setup.VERBS,
        *learn.VERBS,
        *lists.VERBS,
        *lobby_actions.VERBS,
        *lobby_options.VERBS,
        *look.VERBS,
        *next_table.VERBS,
        *notebook.VERBS,
        *offers.VERBS,
        *opening_actions.VERBS,
        *personal_settings.VERBS,
        *plan_actions.VERBS,
        *playing.VERBS,
        *replay.VERBS,
        *seat_actions.VERBS,
        *server.VERBS,
        *standing_actions.VERBS,
        *stats.VERBS,
        *story_page.VERBS,
        *trail_page.VERBS,
        *wish_actions.VERBS,
    )
