"""Messages as plain parts: boards, hands, menus, lessons and pictures, before they become Discord components.

A message is a `Panel` of texts, rows of buttons, selects, pictures and files (`panel`). Games and actions build panels
and know no type of discord.py; `components` turns a panel into the payload that Discord receives, and reads what a
click sends back. Discord's limits (components, characters, options) are constants of `panel`, so every caller checks
the same numbers. A button carries all it needs in its custom id (`Target`): no state in memory belongs to a message,
and a button keeps working after a restart.

What a game brings is a `GameDisplay` (`game_display`): its board, hands and menus as parts, and its drawings. It sees a
`Look` only, which holds what one reader may see, never a state of the game. `table_messages` frames these parts into
the messages that every game has; `lesson_panels` adds what a lesson explains and proposes; `replay_parts` shows a past
position. `menu_controls` has the controls that all games' menus share: choices, *Back*, the confirmation of a move.

A move that takes several clicks is kept as a typed draft, stored as JSON until the move is made (`drafts`). The menu
that shows a draft names it in the mark of its buttons, so a click acts on exactly the draft that was shown.

Every picture has a text that replaces it where files may not be attached, for people who want no pictures, and where
drawing fails or takes too long (`images`). `app_emoji` uploads the bot's own emoji and puts them in place
of the usual ones. `reader_language` finds the language in which to address a person.
"""
