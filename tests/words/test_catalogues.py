"""The check of the catalogues: every sentence is translated once, in the catalogue of whoever says it."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from words.__main__ import (
    SHARED_CATALOGUE,
    catalogue_files,
    extract_sentences,
    find_faults,
    needed_forms,
    updated_catalogues,
)
from words.catalogue import LANGUAGES, Words, read_catalogue, words_in
from words.games import GAME_WORDS

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
    assert "You can't do that right now. The menu shows what you can do." in belongs[SHARED_CATALOGUE]
    assert "new" in belongs[SHARED_CATALOGUE]


def test_every_catalogue_is_a_file_of_its_own_and_none_says_what_another_says() -> None:
    files = catalogue_files("de")
    assert len(set(files.values())) == len(files) > 3
    read = [message for file in files.values() for message in read_catalogue(file)]
    said = [message.id for message in read if message.id and not message.context]
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


def test_every_term_has_every_form_that_a_sentence_uses() -> None:
    used = 0
    for game in GAME_WORDS:
        for language in set(LANGUAGES) - {"en"}:
            words = words_in(language)
            for name, form in needed_forms(game, read_catalogue(catalogue_files(language)[game])):
                assert words.term(name).forms.get(form), f"{language}: {name} has no form {form}"
                used += 1
    assert used > 20


def test_a_term_without_a_form_that_a_sentence_uses_is_a_fault() -> None:
    found, known = homes(riga=catalogue(a_knight="", a_merchant="")), homes(riga=catalogue())
    known[GAME].add("a knight", "ein Ritter")
    known[GAME].add("a merchant", "ein Kaufmann")
    known[GAME].add("a knight", "einen Ritter", context="einen")
    known[GAME].add("{who} trains {person}.", "{who} bildet {person:einen} aus.")
    found[GAME].add("{who} trains {person}.")
    assert find_faults(found, known, "de") == ["words/riga/de.po: no form 'einen' of 'a merchant'"]
    made = updated_catalogues(found, known, "de")[GAME]
    forms = {(message.id, message.string) for message in made if message.context == "einen"}
    assert forms == {("a knight", "einen Ritter"), ("a merchant", "")}


def test_a_sentence_shows_a_term_in_the_form_it_names_and_otherwise_by_its_name() -> None:
    known = catalogue(a_knight="ein Ritter", a_king="ein König")
    known.add("a knight", "einen Ritter", context="einen")
    known.add("I see {who}.", "Ich sehe {who:einen}.")
    german = Words("de", [known])
    assert german.say("I see {who}.", who=german.term("a knight")) == "Ich sehe einen Ritter."
    assert german.say("I see {who}.", who=german.term("a king")) == "Ich sehe ein König."
    assert words_in("en").say("I see {who}.", who=words_in("en").term("a knight")) == "I see a knight."
    both = german.join_terms([german.term("a knight"), german.term("a knight")])
    assert german.say("I see {who}.", who=both) == "Ich sehe einen Ritter and einen Ritter."


def test_the_number_of_a_sentence_follows_the_plural_rule_of_its_language() -> None:
    polish = Catalog(locale="pl")
    polish.add(("{n} ship", "{n} ships"), ("{n} statek", "{n} statki", "{n} statków"))
    words = Words("pl", [polish])
    said = [words.many("{n} ship", "{n} ships", n) for n in (1, 2, 5, 22, 25)]
    assert said == ["1 statek", "2 statki", "5 statków", "22 statki", "25 statków"]
