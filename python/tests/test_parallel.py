# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

from pathlib import Path

import isogloss


def test_mines_translations() -> None:
    german = ["Die Katze schläft auf dem Dach.", "", "Der Zug nach\nBerlin hat Verspätung.", "Oh."]
    english = ["Prices rose again.", "The train to Berlin is late.", "The cat sleeps on the roof."]

    pairs = isogloss.mine(german, english, model="tiny", best=2)

    assert {(pair.source, pair.target) for pair in pairs} == {(0, 2), (2, 1)}
    assert pairs[0].score >= pairs[1].score > 0
    (train,) = (pair for pair in pairs if pair.source == 2)
    assert (train.source_text, train.target_text) == (german[2], english[1])
    limit = (pairs[0].score + pairs[1].score) / 2
    assert isogloss.mine(german, english, model="tiny", threshold=limit) == pairs[:1]


def test_mines_nothing_without_sentences() -> None:
    assert isogloss.mine([], ["The cat sleeps."], model="tiny") == []


def test_aligns_words(tmp_path: Path) -> None:
    table = tmp_path / "de-en.table"
    pairs = [("das Haus", "the house"), ("das Buch", "the book"), ("ein Buch", "a book")] * 20
    pairs.insert(1, ("", "nothing"))

    aligned = isogloss.align(pairs, "de", "en", table=table)

    assert len(aligned) == len(pairs)
    assert aligned[0].words() == [("das", "the"), ("haus", "house")]
    assert aligned[1] == isogloss.AlignedPair((), (), ())
    assert aligned[3].words() == [("ein", "a"), ("buch", "book")]
    assert table.exists()


def test_notebooks_show_words_over_their_translations() -> None:
    pair = isogloss.AlignedPair(
        ("<das>", "haus"), ("the", "old", "house"), ((0, 0), (1, 1), (1, 2))
    )

    assert pair._repr_html_() == (
        "<table><tbody><tr><td>&lt;das&gt;</td><td>haus</td></tr>"
        "<tr><td>the</td><td>old house</td></tr></tbody></table>"
    )
