"""The check of the catalogues: every sentence is translated once, in the catalogue of whoever says it."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from words.__main__ import SHARED_CATALOGUE, catalogue_files, extract_sentences, find_faults, updated_catalogues
from words.catalogue import read_catalogue

pytestmark = pytest.mark.quick

GAME, OTHER = "riga", "visby"


def catalogue(**sentences: str) -> Catalog:
    made = Catalog(locale="de")
    for sentence, translation in sentences.items():
        made.add(sentence.replace("_", " "), translation)
    return made


def homes(**catalogues: Catalog) -> dict[str, Catalog]:
    return {home: catalogues.get(home, Catalog()) for home in (SHARED_CATALOGUE, GAME, OTHER)}


def test_a_sentence_belongs_to_the_game_that_alone_says_it_and_otherwise_to_all() -> None:
    found = extract_sentences()
    belongs = {home: {message.id for message in sentences} for home, sentences in found.items()}
    assert "Monastery" in belongs[GAME]
    assert "Mendicant" in belongs[OTHER]
    assert "You cannot do that right now. The menu shows what you can do." in belongs[SHARED_CATALOGUE]
    assert "new" in belongs[SHARED_CATALOGUE]


def test_every_catalogue_is_a_file_of_its_own_and_none_says_what_another_says() -> None:
    files = catalogue_files("de")
    assert len(set(files.values())) == len(files) > 3
    said = [message.id for file in files.values() for message in read_catalogue(file) if message.id]
    keys = [sentence if isinstance(sentence, str) else sentence[0] for sentence in said]
    assert len(set(keys)) == len(keys) > 1000


@pytest.mark.parametrize(
    ("found", "known", "fault"),
    [
        (homes(riga=catalogue(Crane="")), homes(riga=catalogue(Crane="Kran")), None),
        (homes(riga=catalogue(Crane="")), homes(), "words/riga/de.po: not translated: 'Crane'"),
        (homes(riga=catalogue(Crane="")), homes(riga=catalogue(Crane="")), "words/riga/de.po: not translated: 'Crane'"),
        (
            homes(riga=catalogue(Crane="")),
            homes(locale=catalogue(Crane="Kran")),
            "words/riga/de.po: belongs here, not in words/locale: 'Crane'",
        ),
        (
            homes(locale=catalogue(Crane="")),
            homes(locale=catalogue(Crane="Kran"), riga=catalogue(Crane="Kran")),
            "words/locale/de.po: belongs here, not in words/riga: 'Crane'",
        ),
        (homes(), homes(visby=catalogue(Crane="Kran")), "words/visby/de.po: unused: 'Crane'"),
    ],
)
def test_a_fault_names_the_catalogue_the_sentence_belongs_into(
    found: dict[str, Catalog], known: dict[str, Catalog], fault: str | None
) -> None:
    assert find_faults(found, known, "de") == ([fault] if fault else [])


@pytest.mark.parametrize(
    ("sentence", "translation"),
    [("{n} ducats", "{m} Dukaten"), ("🏠 House", "📜 Haus"), ("`/riga new`", "`/riga neu`")],
)
def test_a_translation_with_other_facts_or_signs_is_a_fault(sentence: str, translation: str) -> None:
    found, known = homes(riga=Catalog()), homes(riga=Catalog())
    found[GAME].add(sentence)
    known[GAME].add(sentence, translation)
    fault = f"words/riga/de.po: other facts: {sentence!r} has not what {translation!r} has"
    assert find_faults(found, known, "de") == [fault]


def test_an_update_moves_translations_drops_what_is_unused_and_asks_for_what_is_new() -> None:
    found = homes(riga=catalogue(Crane=""), locale=catalogue(Bank="", Ship=""))
    known = homes(locale=catalogue(Crane="Kran", Gone="Weg"), visby=catalogue(Bank="Bank"))
    found[SHARED_CATALOGUE].add(("{n} oar", "{n} oars"))
    made = updated_catalogues(found, known, "de")
    assert {message.id: message.string for message in made[GAME] if message.id} == {"Crane": "Kran"}
    shared = {message.id: message.string for message in made[SHARED_CATALOGUE] if message.id}
    assert shared == {"Bank": "Bank", "Ship": "", ("{n} oar", "{n} oars"): ("", "")}
    assert [fault.partition(": ")[2] for fault in find_faults(found, made, "de")] == [
        "not translated: 'Ship'",
        "not translated: '{n} oar'",
    ]


def test_a_translation_names_commands_by_their_english_names() -> None:
    found, known = homes(riga=Catalog()), homes(riga=Catalog())
    found[GAME].add("`/help` helps")
    known[GAME].add("`/help` helps", "`/hilfe` hilft")
    assert len(find_faults(found, known, "de")) == 1
