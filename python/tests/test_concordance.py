# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

from pathlib import Path

import pytest

import isogloss


@pytest.fixture
def bitext(tmp_path: Path) -> Path:
    file = tmp_path / "en-de.tsv"
    verbs = {"sleeps": "schläft", "drinks": "trinkt", "runs": "rennt", "waits": "wartet"}
    animals = {"cat": "Katze", "dog": "Hund", "bird": "Vogel", "horse": "Pferd"}
    lines = [
        f"😀 The {animal} {verb} today.\tHeute {verbs[verb]} {animals[animal]}.\n"
        for animal in animals
        for verb in verbs
    ]
    file.write_text("".join(lines), encoding="utf-8")
    return file


def test_shows_how_words_are_translated(bitext: Path) -> None:
    with isogloss.serve(options=[f"--corpus={bitext}"]) as client:
        with bitext.open("a", encoding="utf-8") as file:
            file.write("broken\n")
        found = client.concordance("cat", sort="after", top=2)

        assert (found.language, found.translation_language) == ("en", "de")
        assert (found.pairs, found.malformed_pairs, found.long_pairs) == (17, 1, 0)
        assert (found.occurrences, found.aligned, found.not_aligned) == (4, 4, 0)
        assert found.translations == (isogloss.TranslationCount("Katze", 4, 1.0),)
        assert [line.source for line in found.lines] == [
            "😀 The cat drinks today.",
            "😀 The cat runs today.",
        ]
        line = found.lines[0]
        assert line.source[slice(*line.match)] == "cat"
        assert [line.target[slice(*span)] for span in line.counterparts] == ["Katze"]
        assert client.concordance("Katze").translations[0].words == "cat"
        with pytest.raises(isogloss.RequestFailedError, match="expected en or de"):
            client.concordance("cat", language="fr")
