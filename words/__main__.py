"""Command line for the translation catalogues (`.po` files).

`python -m words` checks them and prints every fault; `python -m words update` first adds the new sentences of the code
and removes unused ones. `extract_sentences` finds the sentences in the code, `find_faults` compares them with the
catalogues, `updated_catalogues` and `write_catalogue` make new files. It needs babel, which the bot does without.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from words.catalogue import LANGUAGES
from words.folders import FOLDERS
from words.games import GAME_WORDS
from words.line_breaks import SIGN_PATTERN

SOURCE_PACKAGES = ("cogs", "words", "tables", "pictures", "playground")
"""The packages whose code is searched for sentences."""
SENTENCE_FUNCTIONS = {"say": 1, "N_": 1, "L": 1, "many": 2, "N_many": 2}
"""The functions that take a sentence, and how many forms (singular, plural) each takes."""
SHARED_CATALOGUE = "locale"
"""The folder of the catalogue for sentences that do not belong to a single game."""


_NEEDLESS = re.compile(rb'^"(Project|Report|POT|PO|Last|Language-Team|Generated)[^\n]*\n', re.MULTILINE)
"""Header lines of a `.po` file that carry no information or change with every run."""


def extract_sentences() -> dict[str, Catalog]:
    """Return the sentences in the code, untranslated, as one catalogue for each home.

    The home of a sentence is the key of the game that uses it, or `SHARED_CATALOGUE` if several games or other code use
    it. The function reads the syntax tree of every file in `SOURCE_PACKAGES`, so it also finds sentences inside
    f-strings, which gettext's own tools do not.
    """
    everything = Catalog()
    for root in (folder.parent for folder in FOLDERS):
        for file in (file for room in SOURCE_PACKAGES for file in sorted((root / room).rglob("*.py"))):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and (text := _sentence(node)):
                    everything.add(text, locations=[(file.relative_to(root).as_posix(), node.lineno)])
    found = {home: Catalog() for home in (SHARED_CATALOGUE, *GAME_WORDS)}
    for message in everything:
        if message.id:
            homes = {_home(file) for file, _ in message.locations}
            found[homes.pop() if len(homes) == 1 else SHARED_CATALOGUE].add(message.id)
    return found


def _home(file: str) -> str:
    """Return the key of the game whose folder is in the path `file`; `SHARED_CATALOGUE` if there is none."""
    return next((part for part in file.split("/") if part in GAME_WORDS), SHARED_CATALOGUE)


def _sentence(call: ast.Call) -> str | tuple[str, ...] | None:
    """Return the sentence that a call passes to a function of `SENTENCE_FUNCTIONS`: a text, or (singular, plural).

    Return None for a call of any other function, and if the argument is not a literal text.
    """
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    forms = [form.value for form in call.args[: SENTENCE_FUNCTIONS.get(called, 0)] if isinstance(form, ast.Constant)]
    if not forms or not all(isinstance(form, str) for form in forms):
        return None
    return str(forms[0]) if len(forms) == 1 else tuple(map(str, forms))


def catalogue_files(language: str) -> dict[str, Path]:
    """Return the path of each `.po` file of a language, by home, including files that do not exist yet.

    A home is the key of a game, or `SHARED_CATALOGUE`.
    """
    files = {game: next(folder for folder in FOLDERS if (folder / game).is_dir()) / game for game in GAME_WORDS}
    return {
        home: folder / f"{language}.po"
        for home, folder in {SHARED_CATALOGUE: FOLDERS[0] / SHARED_CATALOGUE, **files}.items()
    }


def read_catalogue(file: Path) -> Catalog:
    """Return a parsed `.po` file, including its fuzzy and untranslated sentences.

    The language is taken from the file name: "de" for `de.po`.
    """
    with file.open("rb") as stream:
        return read_po(stream, locale=file.stem)


def find_faults(found: Mapping[str, Catalog], known: Mapping[str, Catalog], language: str) -> list[str]:
    """Return a printable line for every fault in the catalogues of a language; [] if there is none.

    These are faults:

    - A sentence is untranslated, fuzzy, unused or in the wrong file.
    - The placeholders, emoji or slash commands of a translation differ from those of the sentence.
    - A translation uses a grammatical form of a term, and the catalogue does not have that form.

    `found` are the sentences in the code, `known` the catalogues of `language`; both are by home (a game's key or
    `SHARED_CATALOGUE`).
    """
    lines = []
    for home, catalogue in known.items():
        file = f"words/{home}/{language}.po"
        for message in found[home]:
            if message.id:
                lines += [f"{file}: {fault}" for fault in _faults_of(message, home, known)]
        needed = needed_forms(home, catalogue)
        for name, form in needed:
            if not (has := catalogue.get(name, form)) or not has.string:
                lines.append(f"{file}: no form {form!r} of {name!r}")
        for message in catalogue:
            if message.context:
                if (message.id, message.context) not in needed:
                    lines.append(f"{file}: unused: form {message.context!r} of {_key(message)!r}")
            elif message.id and all(other.get(message.id) is None for other in found.values()):
                lines.append(f"{file}: unused: {_key(message)!r}")
    return lines


def needed_forms(home: str, catalogue: Catalog) -> list[tuple[str, str]]:
    """Return the word forms that a catalogue's translations need, as (English name, form), without repetitions.

    A translation that shows `{character:den}` needs the form "den" of every term that the game declares for the fact
    `character`. Terms are those of the game `home`; `SHARED_CATALOGUE` has none. The order is that of the catalogue.
    Raises `KeyError` if a translation uses a form of a fact for which there are no terms.
    """
    terms = GAME_WORDS[home].terms if home in GAME_WORDS else {}
    used = [
        (fact, form)
        for message in catalogue
        for text in _forms(message.string)
        for fact, form in re.findall(r"{(\w+):(\w+)}", text)
    ]
    return list(dict.fromkeys((name, form) for fact, form in used for name in terms[fact]))


def _faults_of(message: Message, home: str, known: Mapping[str, Catalog]) -> list[str]:
    """Return a printable line for each fault in the translation of one sentence; [] if there is none.

    `message` is the sentence as found in the code, `home` the key of the catalogue in which it belongs, and `known` all
    catalogues of the language by key. Only the first of these faults is returned: the sentence is in another catalogue,
    it has no translation, its translation is fuzzy. If there is none of them, each translated form whose `_facts`
    (braces, emoji, commands) differ from the sentence's gives a line.
    """
    elsewhere = [f"words/{other}" for other, each in known.items() if other != home and each.get(message.id)]
    if elsewhere:
        return [f"belongs here, not in {' or '.join(elsewhere)}: {_key(message)!r}"]
    translated = known[home].get(message.id)
    if translated is None or not _complete(translated, known[home].num_plurals):
        return [f"not translated: {_key(message)!r}"]
    if translated.fuzzy:
        return [f"not sure: {_key(message)!r}"]
    wanted = {_facts(form) for form in _forms(message.id)}
    return [
        f"other facts: {_key(message)!r} has not what {form!r} has"
        for form in _forms(translated.string)
        if _facts(form) not in wanted
    ]


def _forms(text: object) -> tuple[str, ...]:
    """Return a message's text as a tuple: one element, or singular and plural."""
    return tuple(map(str, text)) if isinstance(text, tuple | list) else (str(text),)


def _facts(text: str) -> frozenset[str]:
    """Return the parts of a sentence that its translation must have too.

    These are the names in braces, the emoji, and the slash commands, which are English in every catalogue.
    """
    return frozenset(fact[1] or fact[0] for fact in re.finditer(rf"{{(\w*)[^}}]*}}|{SIGN_PATTERN}|`/[^`]*`", text))


def _complete(message: Message, plurals: int) -> bool:
    """Return True if every form of the message is translated; `plurals` is how many plural forms the language has."""
    wanted = plurals if len(_forms(message.id)) > 1 else 1
    return all(_forms(message.string)) and len(_forms(message.string)) == wanted


def _key(message: Message) -> str:
    """Return the English text that identifies a message: its singular."""
    return _forms(message.id)[0]


def updated_catalogues(found: Mapping[str, Catalog], known: Mapping[str, Catalog], language: str) -> dict[str, Catalog]:
    """Return new catalogues, by home, with exactly the sentences in the code. Writes no file.

    `found` are the sentences in the code, `known` the present catalogues of `language`. A translation is kept even if
    its sentence moves to another catalogue; a fuzzy mark is removed. A new sentence gets the translation "". The
    catalogues also get each form of a term that a translation uses, with the text "" if it is new. Forms that no
    translation uses are dropped.
    """
    made = {}
    for home, sentences in found.items():
        made[home] = Catalog(locale=language, header_comment="", charset="utf-8", fuzzy=False)
        for message in sentences:
            if message.id:
                translated = next((old for catalogue in known.values() if (old := catalogue.get(message.id))), None)
                made[home].add(message.id, translated.string if translated else "")
        for name, form in needed_forms(home, made[home]):
            has = known[home].get(name, form) if home in known else None
            made[home].add(name, has.string if has else "", context=form)
    return made


def write_catalogue(file: Path, catalogue: Catalog) -> None:
    """Write a catalogue to `file`, sorted and without dates: the same sentences always give the same bytes."""
    written = BytesIO()
    write_po(written, catalogue, width=120, no_location=True, sort_output=True, ignore_obsolete=True)
    file.write_bytes(_NEEDLESS.sub(b"", written.getvalue()).lstrip())


def main() -> int:
    """Check the catalogues of all languages but English and print the faults; return 1 if there are any, else 0.

    With the command-line argument `update`, all catalogues are rewritten before the check.
    """
    found = extract_sentences()
    failed = 0
    for language in LANGUAGES:
        if language == "en":
            continue
        files = catalogue_files(language)
        known = {home: read_catalogue(file) if file.exists() else Catalog() for home, file in files.items()}
        if sys.argv[1:] == ["update"]:
            known = updated_catalogues(found, known, language)
            for home, catalogue in known.items():
                write_catalogue(files[home], catalogue)
        for fault in find_faults(found, known, language):
            print(fault)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
