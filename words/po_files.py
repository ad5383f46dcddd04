"""The reader of catalogues, which are gettext's `.po` files: `read_translations`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

_FIELD = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr|msgstr\[[0-9]\])? ?"(.*)"')
"""A line of an entry: a keyword with the beginning of its text, or more of the text before."""
_ESCAPED = re.compile(r"\\(.)")
_MEANINGS = {"n": "\n", "t": "\t", "r": "\r"}
"""What stands for an escaped letter; any other escaped character stands for itself."""


_ENGLISH_RULE = "(n != 1)"


class Translations(NamedTuple):
    """The translated sentences of a catalogue, by their English text."""

    one: dict[str, str]
    """Sentences with one form."""
    many: dict[str, tuple[str, ...]]
    """The plural forms of sentences that have any, in the order of the plural rule, by their English singular."""
    forms: dict[str, dict[str, str]]
    """Grammatical forms of names, by English name and then by the form's key, which the file has as `msgctxt`."""
    plural_rule: str
    """The C expression in the file's header that gives, for a number `n`, the index of the plural form to use."""


def read_translations(file: Path) -> Translations:
    """Return the translations in a `.po` file. Its header and its fuzzy and untranslated sentences are left out.

    The plural rule is read from the header; if that has none, it is the English rule. Raises `ValueError` for a line
    that is not empty, not a comment, not a quoted text, and not a known keyword with a quoted text.
    """
    found = Translations({}, {}, {}, _ENGLISH_RULE)
    for entry in re.split(r"\n\s*\n", file.read_text(encoding="utf-8")):
        fields: dict[str, str] = {}
        keyword, fuzzy = "", False
        for line in entry.splitlines():
            if line.startswith("#") or not line:
                fuzzy |= line.startswith("#,") and "fuzzy" in line
                continue
            field = _FIELD.fullmatch(line)
            if not field:
                raise ValueError(f"{file}: {line}")
            keyword = field[1] or keyword
            text = _ESCAPED.sub(lambda escaped: _MEANINGS.get(escaped[1], escaped[1]), field[2])
            fields[keyword] = fields.get(keyword, "") + text
        english = fields.get("msgid", "")
        forms = tuple(text for keyword, text in fields.items() if keyword.startswith("msgstr"))
        if not english and (rule := re.search("plural=(.+?);?\n", "".join(forms))):
            found = found._replace(plural_rule=rule[1])
        if not english or fuzzy or not all(forms):
            continue
        if "msgctxt" in fields:
            (found.forms.setdefault(english, {})[fields["msgctxt"]],) = forms
        elif "msgid_plural" in fields:
            found.many[english] = forms
        else:
            (found.one[english],) = forms
    return found
