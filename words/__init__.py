"""Every sentence a person reads, in German and English.

English sentences stand in the code, as `words.say("Join")` or `words.many("{n} seal", "{n} seals", n)`; German ones in
`locale/de.po`. `python -m words` checks that none is missing, unused or broken.
"""

from words.language import LANGUAGES, N_, Words, best_language, of

__all__ = ["LANGUAGES", "N_", "Words", "best_language", "of"]
