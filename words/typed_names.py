"""Compares typed names with known ones: ignores case, and accepts umlauts as ae or a."""

from __future__ import annotations

import unicodedata

_WITHOUT = str.maketrans("äöü", "aou")
_WITH_E = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def normalized(typed: str) -> str:
    """Return typed text in the form of `spellings`: lower case, without umlauts."""
    return unicodedata.normalize("NFC", typed).casefold().strip().translate(_WITHOUT)


def spellings(name: str) -> tuple[str, str]:
    """Return the two forms in which a name may be typed: umlauts without dots, and umlauts as ae, oe, ue."""
    small = name.casefold().strip()
    return small.translate(_WITHOUT), small.translate(_WITH_E)
