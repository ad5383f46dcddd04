"""Riga: recognises cards that a player types, by key or by name in any language, with or without counts.

`card_keys` turns the typed text into keys.
"""

from __future__ import annotations

import re
from functools import cache

from rules.riga.data import BUILDINGS, CITY
from rules.riga.moves import NOTHING
from words.catalogue import LANGUAGES, words_in
from words.riga import terms

_ASIDE = re.compile(r"\([^)]*\)")
"""Remarks in brackets, which autocomplete adds to its options."""
_BETWEEN = str.maketrans({",": " ", ";": " ", "+": " ", "&": " ", "'": None, "’": None})
"""Characters that separate cards, and apostrophes, which are dropped."""
_TIMES_BEFORE = re.compile(r"\b(\d{1,2}) ?[x×] ?(?=[^\W\d])")
"""A count before a name: `2x glass`."""
_TIMES_BEHIND = re.compile(r"(?:(?<!\w)x|×) ?(\d{1,2})\b")
"""A count after a name: `glass x2`."""
_NUMBER = re.compile(r"(\d{1,2})(\*?)")
_LINKS = ("and", "und")
_MAX_NAME_WORDS = 3
"""The most words of a name: a city and two for the kind of building."""
_MAX_TYPED_CHARS = 300
"""Only this many characters are read; no move is longer."""


def card_keys(text: str, *, counting: bool = False) -> str:
    """Return the typed cards as keys separated by spaces; `2xGlass, Visby Bank` gives "glass glass" and the Bank's key.

    Remarks in brackets, separators and the word "and" are dropped. A word that is not a known name is kept, in lower
    case. Only the first 300 characters are read. With `counting`, a number before a card counts it, as in `2 glass`;
    otherwise the number is kept, because it may be the number of a row.
    """
    text = _ASIDE.sub(" ", text[:_MAX_TYPED_CHARS].casefold()).translate(_BETWEEN)
    typed = _TIMES_BEHIND.sub(r" *\1 ", _TIMES_BEFORE.sub(r"\1* ", text)).split()
    found: list[str] = []
    times = 1
    while typed:
        number = _NUMBER.fullmatch(typed[0])
        if number and (counting or number[2]) and len(typed) > 1:
            times = int(number[1])
            del typed[0]
        elif typed[0].startswith("*"):
            times_behind = int(typed.pop(0)[1:])
            if found:
                found += found[-1:] * (times_behind - 1)
            else:  # "x2 glass" begins with it.
                times = times_behind
        elif typed[0] in _LINKS:
            del typed[0]
        else:
            found += [_next(typed)] * times
            times = 1
    return " ".join(found)


def _next(typed: list[str]) -> str:
    """Remove the longest known name from the start of the list `typed`, and return the key of that name.

    `typed` is a list of lower-case words. If it does not begin with a known name, its first word is removed and
    returned.
    """
    names = _names()
    length = next((n for n in range(_MAX_NAME_WORDS, 0, -1) if " ".join(typed[:n]) in names), 1)
    name = " ".join(typed[:length])
    del typed[:length]
    return names.get(name, name)


@cache
def _names() -> dict[str, str]:
    """Return the key of each card by every name that may be typed for it, in all languages. Cached.

    Names are in lower case. The words for "nothing", "row" and "pay" are included.
    """
    names: dict[str, str] = {}
    for words in map(words_in, LANGUAGES):
        names |= {words.say(name): key for key, name in terms.GOODS.items()}
        for key in BUILDINGS:
            kind, city = terms.kind(words, key), terms.CITIES[CITY[key]]
            names |= {f"{city} {kind}": key, f"{kind} {city}": key}
        names |= {words.say("nothing"): NOTHING, words.say("Row"): "row", words.say("pay {payment}", payment=""): "pay"}
    return {" ".join(name.casefold().translate(_BETWEEN).split()): key for name, key in names.items()}
