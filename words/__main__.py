"""`python -m words`: check the catalogues. `python -m words update`: bring them up to date, ready for translating."""

from __future__ import annotations

import ast
import re
import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from words.language import LOCALE

ROOT = Path(__file__).parent.parent
ROOMS = ("cogs", "words", "tables", "pictures", "playground")
TAKES = {"say": 1, "N_": 1, "L": 1, "many": 2}
"""The functions that take a sentence, and how many forms of it."""


_NEEDLESS = re.compile(rb'^"(Project|Report|POT|PO|Last|Language-Team|Generated)[^\n]*\n', re.MULTILINE)
"""Lines of the head that say nothing, or something else each time."""


def extract() -> Catalog:
    """Collect every sentence that stands in the code. Also inside f-strings, which gettext's own tools do not see."""
    found = Catalog(charset="utf-8", fuzzy=False)
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and (text := _sentence(node)):
                    found.add(text, locations=[(file.relative_to(ROOT).as_posix(), node.lineno)])
    return found


def _sentence(call: ast.Call) -> str | tuple[str, ...] | None:
    """Return the sentence that a call takes, in all its forms; None for any other call."""
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    forms = [form.value for form in call.args[: TAKES.get(called, 0)] if isinstance(form, ast.Constant)]
    if not forms or not all(isinstance(form, str) for form in forms):
        return None
    return str(forms[0]) if len(forms) == 1 else tuple(map(str, forms))


def faults(found: Catalog, catalogue: Catalog) -> list[str]:
    """Return a line for each sentence that is missing, not translated, unused, or whose facts differ."""
    said = []
    for message in found:
        if not message.id:
            continue
        known = catalogue.get(message.id)
        if known is None or not _complete(known):
            said.append(f"not translated: {_key(message)!r}")
        elif known.fuzzy:
            said.append(f"not sure: {_key(message)!r}")
        else:
            wanted = {_facts(form) for form in _forms(message.id)}
            for form in _forms(known.string):
                if _facts(form) not in wanted:
                    said.append(f"other facts: {_key(message)!r} has not what {form!r} has")
    said += [f"unused: {_key(message)!r}" for message in catalogue if message.id and found.get(message.id) is None]
    return said


def _forms(text: object) -> tuple[str, ...]:
    return tuple(map(str, text)) if isinstance(text, tuple | list) else (str(text),)


def _facts(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"{(\w*)[^}]*}", text))


def _complete(message: Message) -> bool:
    return all(_forms(message.string)) and len(_forms(message.string)) == len(_forms(message.id))


def _key(message: Message) -> str:
    return _forms(message.id)[0]


def main() -> int:
    """Check, or update."""
    found = extract()
    failed = 0
    for file in sorted(LOCALE.glob("*.po")):
        with file.open("rb") as stream:
            catalogue = read_po(stream, locale=file.stem)
        if sys.argv[1:] == ["update"]:
            catalogue.update(found, no_fuzzy_matching=True)
            catalogue.obsolete.clear()
            written = BytesIO()
            write_po(written, catalogue, width=120, no_location=True, sort_output=True, ignore_obsolete=True)
            file.write_bytes(_NEEDLESS.sub(b"", written.getvalue()).lstrip())
        for fault in faults(found, catalogue):
            print(f"{file.name}: {fault}")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
