# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

import numpy as np
import pytest

import isogloss

pytest.importorskip("beir.retrieval")
torch = pytest.importorskip("torch")

from beir.retrieval.evaluation import EvaluateRetrieval  # noqa: E402
from beir.retrieval.search.dense import DenseRetrievalExactSearch  # noqa: E402

from isogloss.integrations.beir import IsoglossModel  # noqa: E402

CORPUS = {
    "roof": {"title": "Dach", "text": "Die Katze schläft auf dem warmen Dach."},
    "soup": {"title": "", "text": "Den Kürbis mit einer Zwiebel in Brühe kochen."},
    "empty": {"title": "", "text": ""},
}


def test_a_dense_retrieval_uses_it(client: isogloss.Client) -> None:
    search = DenseRetrievalExactSearch(IsoglossModel(client.encoder("tiny")), batch_size=2)
    retriever = EvaluateRetrieval(search, score_function="cos_sim", k_values=[1, 3])

    found = retriever.retrieve(CORPUS, {"q1": "where does the cat sleep", "q2": "Kürbissuppe"})
    qrels = {"q1": {"roof": 1}, "q2": {"soup": 1}}
    ndcg, _, recall, _ = retriever.evaluate(qrels, found, retriever.k_values)

    assert ndcg["NDCG@1"] == 1
    assert recall["Recall@3"] == 1


def test_documents_and_queries_have_their_roles_and_shapes(client: isogloss.Client) -> None:
    encoder = client.encoder("tiny")
    model = IsoglossModel(encoder, separator=": ")

    queries = model.encode_queries(["cat", ""], batch_size=1)
    documents = model.encode_corpus(list(CORPUS.values()))
    columns = {name: [each[name] for each in CORPUS.values()] for name in ("title", "text")}

    assert queries[0] == pytest.approx(encoder.encode(["cat"], role="query")[0], abs=1e-6)
    assert np.linalg.norm(queries[1]) == 0
    assert documents[0] == pytest.approx(
        encoder.encode(["Dach: Die Katze schläft auf dem warmen Dach."])[0], abs=1e-6
    )
    assert np.linalg.norm(documents, axis=1) == pytest.approx([1, 1, 0], abs=1e-5)
    assert np.allclose(model.encode_corpus(columns), documents, atol=1e-6)
    tensor = model.encode_queries(["cat"], convert_to_tensor=True)
    assert isinstance(tensor, torch.Tensor)


def test_texts_without_content_have_the_dimension_of_the_model(client: isogloss.Client) -> None:
    encoder = client.encoder("tiny")

    vectors = IsoglossModel(encoder).encode_queries([" ", ""])

    assert vectors.shape == (2, encoder.info().dimension)


def test_a_long_text_is_not_an_error(client: isogloss.Client) -> None:
    vectors = IsoglossModel(client.encoder("tiny")).encode_queries(["roof " * 20_000])

    assert np.linalg.norm(vectors[0]) == pytest.approx(1, abs=1e-5)
