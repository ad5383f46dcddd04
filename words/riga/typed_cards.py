"""Riga: the cards that somebody types, by their keys or their names in any language, with numbers or without."""

from __future__ import annotations

import re
from functools import cache

from rules.riga.data import BUILDINGS, CITY
from rules.riga.moves import NOTHING
from words.catalogue import LANGUAGES, words_in
from words.riga import terms

_ASIDE = re.compile(r"\([^)]*\)")
"""What is offered says more in brackets."""
_BETWEEN = str.maketrans({",": " ", ";": " ", "+": " ", "&": " ", "'": None, "’": None})
_TIMES_BEFORE = re.compile(r"\b(\d{1,2}) ?[x×] ?(?=[^\W\d])")
_TIMES_BEHIND = re.compile(r"(?:(?<!\w)x|×) ?(\d{1,2})\b")
_NUMBER = re.compile(r"(\d{1,2})(\*?)")
_LINKS = ("and", "und")
_LONGEST = 3
"""Words of a name: a city and two for a kind of building."""
_MOST_TYPED = 300
"""Letters that are read: no move has more."""


def card_keys(text: str, *, counting: bool = False) -> str:
    """Return what is typed with every card by its key, one by one: `2xGlass, Visby Bank` means glass, glass and a Bank.

    `counting`: a number alone says how many of the next card, `2 glass`; else it may be that of a row.
    """
    text = _ASIDE.sub(" ", text[:_MOST_TYPED].casefold()).translate(_BETWEEN)
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
    """Take the longest name that is typed next, and return its key; a word that is no name stays as it is."""
    names = _names()
    length = next((n for n in range(_LONGEST, 0, -1) if " ".join(typed[:n]) in names), 1)
    name = " ".join(typed[:length])
    del typed[:length]
    return names.get(name, name)


@cache
def _names() -> dict[str, str]:
    """All that can be typed by name, in every language."""
    names: dict[str, str] = {}
    for words in map(words_in, LANGUAGES):
        names |= {words.say(name): key for key, name in terms.GOODS.items()}
        for key in BUILDINGS:
            kind, city = terms.kind(words, key), terms.CITIES[CITY[key]]
            names |= {f"{city} {kind}": key, f"{kind} {city}": key}
        names |= {words.say("nothing"): NOTHING, words.say("Row"): "row", words.say("pay {payment}", payment=""): "pay"}
    return {" ".join(name.casefold().translate(_BETWEEN).split()): key for name, key in names.items()}
