"""How a name may be typed: in small letters, and without umlauts or with an e in their place."""

from __future__ import annotations

import unicodedata

_WITHOUT = str.maketrans("äöü", "aou")
_WITH_E = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def normalized(typed: str) -> str:
    """Return what somebody has typed as it is looked for among `spellings`."""
    return unicodedata.normalize("NFC", typed).casefold().strip().translate(_WITHOUT)


def spellings(name: str) -> tuple[str, str]:
    """Return a name as it may be typed."""
    small = name.casefold().strip()
    return small.translate(_WITHOUT), small.translate(_WITH_E)
