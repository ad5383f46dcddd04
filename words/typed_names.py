"""Compares typed names with known ones. Case is ignored, and an umlaut such as ä may be typed as "ae" or "a".

A typed text matches a name if `normalized(typed)` is one of `spellings(name)`.
"""

from __future__ import annotations

import unicodedata

_WITHOUT = str.maketrans("äöü", "aou")
_WITH_E = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def normalized(typed: str) -> str:
    """Return a typed text in lower case, stripped, with ä, ö and ü as a, o and u: to be compared with `spellings`."""
    return unicodedata.normalize("NFC", typed).casefold().strip().translate(_WITHOUT)


def spellings(name: str) -> tuple[str, str]:
    """Return the two lower-case forms in which a name may be typed: umlauts as a, o, u, and as ae, oe, ue."""
    small = name.casefold().strip()
    return small.translate(_WITHOUT), small.translate(_WITH_E)
