"""The check of the catalogues: every sentence is translated once, in the catalogue of whoever says it."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from words.__main__ import (
    SHARED_CATALOGUE,
    catalogue_files,
    extract_sentences,
    find_faults,
    needed_forms,
    read_catalogue,
    updated_catalogues,
    write_catalogue,
)
from words.catalogue import LANGUAGES, Words, words_in
from words.games import GAME_WORDS
from words.po_files import Translations, read_translations

pytestmark = pytest.mark.quick

GAME, OTHER = "riga", "visby"


def catalogue(**sentences: str) -> Catalog:
    made = Catalog(locale="de")
    for sentence, translation in sentences.items():
        made.add(sentence.replace("_", " "), translation)
    return made


def homes(**catalogues: Catalog) -> dict[str, Catalog]:
    return {home: catalogues.get(home, Catalog()) for home in (SHARED_CATALOGUE, GAME, OTHER)}


def written(folder: Path, made: Catalog) -> Translations:
    """Write a catalogue and read it as the bot does."""
    write_catalogue(folder / "xx.po", made)
    return read_translations(folder / "xx.po")


@pytest.mark.parametrize("home", catalogue_files("de"))
def test_the_bot_reads_what_is_written(home: str) -> None:
    file = catalogue_files("de")[home]
    one, many, forms, rule = read_translations(file)
    catalogue = read_catalogue(file)
    assert rule == catalogue.plural_expr
    for message in catalogue:
        if message.context:
            assert forms[str(message.id)].pop(message.context) == message.string
        elif isinstance(message.id, tuple):
            assert many.pop(message.id[0]) == message.string
        elif message.id:
            assert one.pop(str(message.id)) == message.string
    assert not one
    assert not many
    assert not any(forms.values())


def test_the_bot_skips_what_nobody_has_translated_or_is_sure_of(tmp_path: Path) -> None:
    made = catalogue(One="", Two="Zwei", Three='"Drei"\\n\n\t' + 200 * "lang ")
    made.add(("{n} oar", "{n} oars"), ("{n} Ruder", ""))
    made.add("Four", "Vier", flags=["fuzzy"])
    read = written(tmp_path, made)
    assert read == ({"Two": "Zwei", "Three": '"Drei"\\n\n\t' + 200 * "lang "}, {}, {}, "(n != 1)")
    with (tmp_path / "xx.po").open("a") as file:
        file.write('\nmsgnote "ship"\n')
    with pytest.raises(ValueError, match=r'xx\.po: msgnote "ship"'):
        read_translations(tmp_path / "xx.po")


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


def test_a_sentence_shows_a_term_in_the_form_it_names_and_otherwise_by_its_name(tmp_path: Path) -> None:
    known = catalogue(a_knight="ein Ritter", a_king="ein König")
    known.add("a knight", "einen Ritter", context="einen")
    known.add("I see {who}.", "Ich sehe {who:einen}.")
    german = Words("de", [written(tmp_path, known)])
    assert german.say("I see {who}.", who=german.term("a knight")) == "Ich sehe einen Ritter."
    assert german.say("I see {who}.", who=german.term("a king")) == "Ich sehe ein König."
    assert words_in("en").say("I see {who}.", who=words_in("en").term("a knight")) == "I see a knight."
    both = german.join_terms([german.term("a knight"), german.term("a knight")])
    assert german.say("I see {who}.", who=both) == "Ich sehe einen Ritter and einen Ritter."


def test_the_number_of_a_sentence_follows_the_plural_rule_of_its_language(tmp_path: Path) -> None:
    polish = Catalog(locale="pl")
    polish.add(("{n} ship", "{n} ships"), ("{n} statek", "{n} statki", "{n} statków"))
    words = Words("pl", [written(tmp_path, polish)])
    said = [words.many("{n} ship", "{n} ships", n) for n in (1, 2, 5, 22, 25)]
    assert said == ["1 statek", "2 statki", "5 statków", "22 statki", "25 statków"]
