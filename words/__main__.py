"""`python -m words`: check the catalogues. `python -m words update`: bring them up to date, ready for translating."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from words.catalogue import LANGUAGES, read_catalogue
from words.folders import FOLDERS
from words.games import GAME_WORDS
from words.line_breaks import SIGN_PATTERN

SOURCE_PACKAGES = ("cogs", "words", "tables", "pictures", "playground")
SENTENCE_FUNCTIONS = {"say": 1, "N_": 1, "L": 1, "many": 2}
"""The functions that take a sentence, and how many forms of it."""
SHARED_CATALOGUE = "locale"
"""Where the sentences are that belong to no single game."""


_NEEDLESS = re.compile(rb'^"(Project|Report|POT|PO|Last|Language-Team|Generated)[^\n]*\n', re.MULTILINE)
"""Lines of the head that say nothing, or something else each time."""


def extract_sentences() -> dict[str, Catalog]:
    """Collect every sentence that stands in the code, by the game that alone says it, or as shared by all.

    Also those inside f-strings, which gettext's own tools do not see.
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
    """Return the game in whose room a file is, if it is in one."""
    return next((part for part in file.split("/") if part in GAME_WORDS), SHARED_CATALOGUE)


def _sentence(call: ast.Call) -> str | tuple[str, ...] | None:
    """Return the sentence that a call takes, in all its forms; None for any other call."""
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    forms = [form.value for form in call.args[: SENTENCE_FUNCTIONS.get(called, 0)] if isinstance(form, ast.Constant)]
    if not forms or not all(isinstance(form, str) for form in forms):
        return None
    return str(forms[0]) if len(forms) == 1 else tuple(map(str, forms))


def catalogue_files(language: str) -> dict[str, Path]:
    """Return the file of each catalogue in a language, also of those that have yet to be written."""
    files = {game: next(folder for folder in FOLDERS if (folder / game).is_dir()) / game for game in GAME_WORDS}
    return {
        home: folder / f"{language}.po"
        for home, folder in {SHARED_CATALOGUE: FOLDERS[0] / SHARED_CATALOGUE, **files}.items()
    }


def find_faults(found: Mapping[str, Catalog], known: Mapping[str, Catalog], language: str) -> list[str]:
    """Return a line for each sentence that is missing, misplaced, not translated, unused, or whose facts differ."""
    lines = []
    for home, catalogue in known.items():
        file = f"words/{home}/{language}.po"
        for message in found[home]:
            if message.id:
                lines += [f"{file}: {fault}" for fault in _faults_of(message, home, known)]
        for message in catalogue:
            if message.id and all(other.get(message.id) is None for other in found.values()):
                lines.append(f"{file}: unused: {_key(message)!r}")
    return lines


def _faults_of(message: Message, home: str, known: Mapping[str, Catalog]) -> list[str]:
    """Return what is wrong with the translation of a sentence that belongs into one catalogue."""
    elsewhere = [f"words/{other}" for other, each in known.items() if other != home and each.get(message.id)]
    if elsewhere:
        return [f"belongs here, not in {' or '.join(elsewhere)}: {_key(message)!r}"]
    translated = known[home].get(message.id)
    if translated is None or not _complete(translated):
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
    return tuple(map(str, text)) if isinstance(text, tuple | list) else (str(text),)


def _facts(text: str) -> frozenset[str]:
    """Return the facts that a sentence fills in, its signs, and the commands that it names: in English everywhere."""
    return frozenset(fact[1] or fact[0] for fact in re.finditer(rf"{{(\w*)[^}}]*}}|{SIGN_PATTERN}|`/[^`]*`", text))


def _complete(message: Message) -> bool:
    return all(_forms(message.string)) and len(_forms(message.string)) == len(_forms(message.id))


def _key(message: Message) -> str:
    return _forms(message.id)[0]


def updated_catalogues(found: Mapping[str, Catalog], known: Mapping[str, Catalog], language: str) -> dict[str, Catalog]:
    """Return catalogues with exactly the sentences that are said, each where it belongs; no translation is lost."""
    made = {}
    for home, sentences in found.items():
        made[home] = Catalog(locale=language, header_comment="", charset="utf-8", fuzzy=False)
        for message in sentences:
            if message.id:
                translated = next((old for catalogue in known.values() if (old := catalogue.get(message.id))), None)
                made[home].add(message.id, translated.string if translated else "")
    return made


def write_catalogue(file: Path, catalogue: Catalog) -> None:
    """Write a catalogue so that the same sentences give the same file."""
    written = BytesIO()
    write_po(written, catalogue, width=120, no_location=True, sort_output=True, ignore_obsolete=True)
    file.write_bytes(_NEEDLESS.sub(b"", written.getvalue()).lstrip())


def main() -> int:
    """Check, or update."""
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
