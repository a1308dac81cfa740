# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

import pytest

import isogloss

pt = pytest.importorskip("pyterrier")
pd = pytest.importorskip("pandas")

from isogloss.integrations.pyterrier import (  # noqa: E402
    IsoglossIndexer,
    IsoglossRetriever,
    IsoglossTextScorer,
)

TOPICS = pd.DataFrame(
    [["q1", "where does the cat sleep"], ["q2", "Kürbissuppe: -5 °C?"], ["q3", "laughing face"]],
    columns=["qid", "query"],
)
QRELS = pd.DataFrame(
    [["q1", "roof-de", 1], ["q1", "roof/fr", 1], ["q2", "soup-en", 1], ["q3", "face", 1]],
    columns=["qid", "docno", "label"],
)


def test_retrieves_documents_of_each_query(library: isogloss.Index) -> None:
    retriever = IsoglossRetriever(library, num_results=3, columns=["language", "year"])

    found = retriever(TOPICS)

    assert list(found.columns) == ["qid", "query", "docno", "score", "rank", "language", "year"]
    assert list(found["rank"]) == [0, 1, 2] * 3
    assert set(found[found["qid"] == "q1"]["docno"][:2]) == {"roof/fr", "roof-de"}
    assert list(found[found["docno"] == "roof-de"]["year"].unique()) == [2024]
    for _, one in found.groupby("qid"):
        assert one["score"].is_monotonic_decreasing
        assert one["score"].is_unique


def test_the_order_of_pinned_documents_is_that_of_the_scores(library: isogloss.Index) -> None:
    library.set_rules({"pins": "cat\tsoup-en"})
    try:
        found = IsoglossRetriever(library, pipeline="dense").search("cat")
    finally:
        library.set_rules({})

    assert found["docno"].iloc[0] == "soup-en"
    assert found["score"].is_monotonic_decreasing


def test_no_documents_are_an_empty_frame_with_the_same_columns(library: isogloss.Index) -> None:
    found = IsoglossRetriever(library, pipeline="bm25").search("zzz")

    assert found.empty
    assert list(found.columns) == ["qid", "query", "docno", "score", "rank"]


def test_an_experiment_compares_it(library: isogloss.Index) -> None:
    systems = [
        IsoglossRetriever(library, pipeline="bm25"),
        IsoglossRetriever(library, pipeline="{bm25, dense}fair"),
    ]

    table = pt.Experiment(systems, TOPICS, QRELS, ["recip_rank", "recall_5"], ["bm25", "fair"])

    assert list(table["name"]) == ["bm25", "fair"]
    assert table["recip_rank"][0] < table["recip_rank"][1]
    assert table["recall_5"][0] < table["recall_5"][1] == 1


def test_a_scorer_ranks_again(library: isogloss.Index, client: isogloss.Client) -> None:
    pipeline = IsoglossRetriever(library, pipeline="bm25", columns=["text"]) >> IsoglossTextScorer(
        client, query_language="en"
    )

    found = pipeline.search("the cat, the words and the broth")

    assert len(found) > 1
    assert list(found["rank"]) == list(range(len(found)))
    (best, *_) = client.rerank(
        "the cat, the words and the broth", list(found["text"]), query_language="en"
    )
    assert best.index == 0
    assert found["score"].iloc[0] == pytest.approx(best.score)


def test_a_scorer_needs_texts(library: isogloss.Index, client: isogloss.Client) -> None:
    pipeline = IsoglossRetriever(library) >> IsoglossTextScorer(client)

    with pytest.raises(pt.validate.InputValidationError, match="text"):
        pipeline.search("cat")


def test_an_indexer_puts_documents(library: isogloss.Index) -> None:
    records = [
        {"docno": "n1", "text": "Ein Hund schwimmt im See.", "year": 1999},
        {"docno": "n2", "text": "A dog swims.", "language": "en"},
    ]

    index = IsoglossIndexer(library, language="de").index(iter(records))

    found = IsoglossRetriever(index, columns=["language", "year"], filter="year < 2000")
    assert found.search("dog")[["docno", "language", "year"]].values.tolist() == [
        ["n1", "de", 1999]
    ]
    assert library.get("n2")["language"] == "en"


def test_an_indexer_says_which_documents_were_rejected(library: isogloss.Index) -> None:
    with pytest.raises(isogloss.DocumentsRejectedError, match="1 rejected: document 1: ") as e:
        IsoglossIndexer(library).index([{"docno": "n1", "text": "one"}, {"docno": "n2"}])

    assert e.value.indexed == 1
    assert len(e.value.rejected) == 1


def test_pipelines_can_be_inspected(library: isogloss.Index, client: isogloss.Client) -> None:
    pipeline = IsoglossRetriever(library, columns=["text"]) >> IsoglossTextScorer(client)

    assert pt.inspect.transformer_inputs(pipeline) == [["qid", "query"]]
    assert "score" in pt.inspect.transformer_outputs(pipeline, ["qid", "query"])
    assert not pt.java.started()
