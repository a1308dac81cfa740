# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

import numpy as np
import pytest

import isogloss


def test_vectors_are_normalized_rows(client: isogloss.Client) -> None:
    texts = ["The cat sleeps.", "Die Katze schläft.", "Boil the soup."]

    vectors = client.encoder().encode(texts)

    assert vectors.dtype == np.float32
    assert vectors.shape[0] == 3
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]


def test_vectors_of_integers_have_nearly_the_same_directions(client: isogloss.Client) -> None:
    texts = ["The cat sleeps.", "Boil the soup."]
    vectors = client.encoder("tiny").encode(texts)

    integers = client.encoder("tiny").encode(texts, dtype="int8")

    assert integers.dtype == np.int8
    assert integers.shape == vectors.shape
    lengths = np.linalg.norm(integers.astype(float), axis=1)
    assert (integers * vectors).sum(axis=1) / lengths == pytest.approx(1, abs=0.001)


def test_a_text_without_tokens_has_the_vector_zero(client: isogloss.Client) -> None:
    assert not client.encoder("tiny").encode(["cat", " "])[1].any()


def test_more_texts_than_a_request_may_have(client: isogloss.Client) -> None:
    encoder = client.encoder("tiny")

    vectors = encoder.encode([f"number {number}" for number in range(1100)])

    assert vectors.shape[0] == 1100
    assert np.allclose(vectors[1099], encoder.encode(["number 1099"])[0], atol=1e-5)


def test_no_texts_have_no_vectors(client: isogloss.Client) -> None:
    assert client.encoder("tiny").encode([]).shape[0] == 0


def test_one_string_is_not_a_list_of_texts(client: isogloss.Client) -> None:
    with pytest.raises(TypeError, match="list"):
        client.encoder("tiny").encode("text")
    with pytest.raises(TypeError, match="list"):
        client.rerank("query", "text")


def test_a_vector_finds_its_passage(library: isogloss.Index, client: isogloss.Client) -> None:
    (vector,) = client.encoder("tiny").encode(["Die Katze schläft auf dem warmen Dach."])

    assert library.nearest(vector, top=1)[0].id == "roof-de"


def test_identifies_languages(client: isogloss.Client) -> None:
    found = client.identify(["Die Katze schläft auf dem Dach.", "Кошка спит на крыше."])

    assert [each.language for each in found] == ["de", "ru"]


def test_reranks_texts(client: isogloss.Client) -> None:
    texts = ["Boil the soup.", "Die Katze schläft auf dem Dach."]

    ranked = client.rerank("Where does the cat sleep?", texts, query_language="en")

    assert [each.index for each in ranked] == [1, 0]
    assert ranked[0].probability > ranked[1].probability
