"""Every sentence a player reads, in English and German.

English sentences are written in the code, as `words.say("Join")` or `words.many("{n} seal", "{n} seals", n)`. The
English text is also the key (msgid) under which a catalogue holds the German sentence. German catalogues are gettext
files: `<game>/de.po` for sentences that only one game says, `locale/de.po` for all others. `python -m words` checks
that no sentence is missing, unused, broken or in the wrong file; `python -m words update` adds new ones.

- `po_files`: reads the catalogues.
- `catalogue`: the class `Words`, which is one language, and `words_in(language)`. It also escapes people's names.
- `game_words`: what a game declares as `WORDS`. `games`: the declarations of all games, by game.
- `*_text`: sentences that belong to no game: tables, seats, lobbies, time, scores, refusals, hints, analyses, replays.
- `rulebook`, `lesson_text`: the Markdown files `<game>/rulebook.*.md` and `<game>/lesson.*.md`.
- `glossary_search`: finds a card, building or ware by a typed name. `typed_names`: how names may be typed.
- `signs`: the emoji that all games share, and the legend lines that explain them.
- `line_breaks`: puts no-break spaces between a number and its sign.

Each game is a package with the same module names: `terms` (names, emoji and amounts), `story` (events as lines),
`change_sentences`, `ending`, `reasons`, `refusals`, `legend`, `glossary` and `lesson_facts`.

The package imports `rules` only, and only names, events, moves and views of it, never a state: so no sentence can
reveal a secret. Errors, events and reasons arrive here as keys with facts and become sentences here. docs/words.md
explains how to add a sentence or a language.
"""

from words.catalogue import LANGUAGES, N_, Words, best_language, words_in
from words.folders import PACKAGE_PATH

__path__ = PACKAGE_PATH

__all__ = ["LANGUAGES", "N_", "Words", "best_language", "words_in"]
