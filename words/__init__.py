"""Every sentence a person reads, in German and English.

English sentences stand in the code, as `words.say("Join")` or `words.many("{n} seal", "{n} seals", n)`; German ones in
`<game>/de.po`, or in `locale/de.po` for what the games share. `python -m words` checks that none is missing, unused,
broken or in the wrong place.
"""

from words.catalogue import LANGUAGES, N_, Words, best_language, words_in
from words.folders import PACKAGE_PATH

__path__ = PACKAGE_PATH

__all__ = ["LANGUAGES", "N_", "Words", "best_language", "words_in"]
