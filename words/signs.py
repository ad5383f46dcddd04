"""The emoji that the tables of all games share, and the legend lines that explain them.

`SEAT_SIGNS` and `SHARED_SIGNS` map the name of a drawn sign to the emoji that shows the same; a game adds its own
(`SIGNS` in its `terms`). On one table a sign has one meaning; `tests/words/test_signs.py` checks it. `named_signs`,
`players_line` and `marks_line` are for games' legends; `pictures/legend_picture.py` draws the same lines with drawn
signs in place of the emoji. `spell_out` makes a text without emoji, for readers who want words without signs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from words.catalogue import N_, Words

SEAT_SIGNS = {"seat_1": "🔵", "seat_2": "🔴", "seat_3": "🟢", "seat_4": "🟣", "seat_5": "🟠", "seat_6": "⚫"}
"""The sign of a player's shield, by seat number from 1."""

SHARED_SIGNS = {"robot": "🤖", "start": "🚩", "winner": "🏆"}
"""The signs of a computer player, the starting player and a winner."""


SignName = tuple[str, str]
"""What an emoji stands for: the name of one such thing, and of several."""

MARK_NAMES = {
    SHARED_SIGNS["robot"]: N_("a computer"),
    SHARED_SIGNS["start"]: N_("starting player"),
    SHARED_SIGNS["winner"]: N_("winner"),
    "👉": N_("has to act"),
    "🤔": N_("is deciding"),
    "✅": N_("has chosen"),
    "⌛": N_("time is up"),
    "👑": N_("host"),
    "🔒": N_("protected"),
    "✔️": N_("delivered"),
    "🤝": N_("played together recently"),
    "🎲": N_("die"),
}
"""Untranslated names of emoji that say something by themselves wherever they stand, and not only in one game."""

_EMOJI = "[\u21a9\u231a-\u23ff\u25aa-\u27bf\u2b05-\u2b55\U0001f000-\U0001faff]\ufe0f?"
_KEPT_OR_SIGN = re.compile(
    rf"(?P<kept>\u2068[^\u2069]*\u2069|`[^`]*`|<[^<> ]+>)|(?P<count>\d+)?(?P<sign>{_EMOJI})(?P<number>\d+)?"
)
"""A person's name, inline code or a mention, which stay as they are; or an emoji with a number that touches it."""
_NAMED_NEXT = re.compile(r"[A-Z]| [*_]*(?:[^\W\d_]|[\u2068<]|[×+−]?\d+[*_]* [^\W\d_])")
"""What follows an emoji that only decorates it: a word, a name, or a number and a word; or a letter that touches it."""
_NUMBER_NEXT = re.compile(r" [*_]*\d")
_AFTER_NAME = re.compile(r"[\w*)\u2069] ?$")


def seat_sign(number: int) -> str:
    """Return the emoji of a seat's shield; `number` is the seat, from 0."""
    return SEAT_SIGNS[f"seat_{number + 1}"]


def without_signs(text: str, signs: Mapping[str, str]) -> str:
    """Return `text` without those emoji of `signs` that stand before a name, as in "🧵 Cloth".

    `signs` are emoji by the name of the drawn sign. The space after the emoji is removed too. An emoji that replaces a
    name, as in "2🧵", stays.
    """
    return _sign_and_space(tuple(signs.values())).sub("", text)


@cache
def _sign_and_space(signs: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that matches any of these emoji and the space after it. Cached.

    Without `signs` it matches nothing.
    """
    return re.compile(f"(?:{'|'.join(map(re.escape, signs))}) " if signs else "(?!)")


def spell_out(text: str, names: Mapping[str, SignName]) -> str:
    """Return `text` without emoji. `names` maps emoji to translated names; an emoji without a name is dropped.

    An emoji before the word that it stands for is dropped ("🧵 Cloth"). One that stands for a thing becomes its name:
    "2🧵 1🍯" becomes "2 cloth, 1 mead". After a name it becomes a remark: "Anna 🤖" becomes "Anna (a computer)".
    People's names, inline code and mentions stay as they are. A line that would become empty is returned unchanged.
    """
    return "\n".join(_spelled_line(line, names) for line in text.split("\n")) if re.search(_EMOJI, text) else text


def _spelled_line(line: str, names: Mapping[str, SignName]) -> str:
    """Return one line in which emoji are dropped or replaced by their names; unchanged if it would become empty.

    `spell_out` says which happens when; `names` maps emoji to the names of one and of several.
    """
    written, at, in_list = "", 0, False
    for found in _KEPT_OR_SIGN.finditer(line):
        gap, rest = line[at : found.start()], line[found.end() :]
        at = found.end()
        if found["kept"]:
            written, in_list = f"{written}{gap}{found[0]}", False
            continue
        one, several = names.get(found["sign"], ("", ""))
        lone = not found["count"] and not found["number"]
        if lone and found["sign"] in _REMARKS and one and _AFTER_NAME.search(written + gap):
            written, in_list = f"{written}{gap.rstrip()} ({one})", False
        elif lone and (not one or _NAMED_NEXT.match(rest)):
            written, in_list = written + gap, in_list and not gap.strip()
            at += rest.startswith(" ")
        else:
            counted, numbered = found["count"] or "", found["number"] or ""
            label = lone and _NUMBER_NEXT.match(rest) is not None
            named = several if label or counted not in ("", "1") else one
            if in_list and not gap.strip():
                written, gap = written.rstrip(), ", "
            written += gap if gap[-1:] in ("", " ", "(") else f"{gap} "
            written += f"{counted} {named} {numbered}".strip() + (" " if rest[:1] in ("*", "_") else "")
            in_list = not label
    spelled = re.sub(r"(?<=\S)  +", " ", written + line[at:]).rstrip()
    return spelled if spelled.strip("*_-# ") else line


_REMARKS = {*MARK_NAMES, *SEAT_SIGNS.values(), "⚡", "✖️", "🌱", "⚪"} - {"🎲", "✔️"}
"""Emoji that tell something about the name before them."""


def named_signs(words: Words, signs: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Return the items of a legend line, "🍯 Mead · 🧵 Cloth": an emoji and a name for each key of `names`.

    `signs` are the emoji by key; `names` are untranslated names by key, which are translated here.
    """
    return " · ".join(f"{signs[key]} {words.say(name)}" for key, name in names.items())


def players_line(words: Words, signs: Mapping[str, str]) -> str:
    """Return the legend line that says that each player has a shield and a colour.

    `signs` are a game's emoji by the name of the drawn sign. The line shows those of the seats, whose names begin with
    "seat_".
    """
    shields = " ".join(sign for key, sign in signs.items() if key.startswith("seat_"))
    return words.say("Players: {shields} everybody has a shield and a frame in their colour", shields=shields)


def marks_line(words: Words) -> str:
    """Return the legend line that explains the marks beside players' names and the frames around players."""
    return words.say(
        "Next to a name: 🚩 goes first · 🤖 computer · (🤖) computer for somebody who can come back · 🏆 "
        "winner · golden frame: their turn · dashed golden frame: has to answer"
    )
