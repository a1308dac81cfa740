# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import isogloss

ir_datasets = pytest.importorskip("ir_datasets")
ir_measures = pytest.importorskip("ir_measures")

from ir_datasets.formats import BaseDocs, TrecQrels, TsvQueries  # noqa: E402

from isogloss.integrations import ir_datasets as collections  # noqa: E402
from isogloss.integrations import ir_measures as evaluation  # noqa: E402

NAME = "isogloss-local"


class Article(NamedTuple):
    doc_id: str
    title: str
    text: str
    year: int
    picture: bytes

    def default_text(self) -> str:
        return f"{self.title} {self.text}"


class Page(NamedTuple):
    doc_id: str
    title: str
    body: str
    url: str

    def default_text(self) -> str:
        return f"{self.title} {self.body}"


class Documents(BaseDocs):
    def __init__(self, documents: list[Any], language: str | None) -> None:
        self._documents = documents
        self._language = language

    def docs_iter(self) -> Iterator[Any]:
        return iter(self._documents)

    def docs_cls(self) -> type:
        return type(self._documents[0])

    def docs_lang(self) -> str | None:
        return self._language


class LocalFile:
    """A file as ir_datasets wants its sources: a context manager of a stream."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def stream(self) -> Any:
        return self._path.open("rb")


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[str]:
    queries, qrels = tmp_path / "queries.tsv", tmp_path / "qrels"
    queries.write_text("q1\twhere does the cat sleep\nq2\tpumpkin: what to boil?\n")
    qrels.write_text("q1 0 roof 1\nq2 0 soup 1\n")
    documents = Documents(
        [
            Article("roof", "Dach", "Die Katze schläft auf dem warmen Dach.", 2024, b"\x89PNG"),
            Article("soup", "", "Den Kürbis mit einer Zwiebel in Brühe kochen.", 2023, b""),
        ],
        "de",
    )
    ir_datasets.registry.register(
        NAME,
        ir_datasets.Dataset(
            documents,
            TsvQueries(LocalFile(queries), lang="en"),
            TrecQrels(LocalFile(qrels), {1: "relevant"}),
        ),
    )
    yield NAME
    del ir_datasets.registry._registered[NAME]


def test_a_collection_is_indexed_by_its_id_and_evaluated(
    library: isogloss.Index, collection: str
) -> None:
    result = collections.index_documents(library, collection)
    batch = library.search_many(collections.queries(collection), literal=True)
    measures = evaluation.evaluate(
        batch, ir_datasets.load(collection).qrels_iter(), ["RR", "R@5", ir_measures.nDCG @ 10]
    )

    assert result.indexed == 2
    document = library.get("roof")
    assert (document["language"], document["title"]) == ("de", "Dach")
    assert document["metadata"] == {"year": 2024}
    assert measures["R@5"] == 1
    assert 0 < measures["RR"] <= 1
    assert set(measures) == {"RR", "R@5", "nDCG@10"}


def test_a_text_may_have_another_name(library: isogloss.Index) -> None:
    pages = ir_datasets.Dataset(Documents([Page("p", "Roof", "The cat sleeps.", "http://p")], None))

    collections.index_documents(library, pages, language="en")

    document = library.get("p")
    assert document["passages"][0]["text"] == "Roof The cat sleeps."
    assert document["language"] == "en"
    assert document["metadata"]["url"] == "http://p"


def test_attributes_that_become_fields_can_be_selected() -> None:
    pages = ir_datasets.Dataset(Documents([Page("p", "Roof", "The cat sleeps.", "http://p")], "en"))

    (document,) = collections.documents(pages, fields=[])

    assert document == {"id": "p", "text": "Roof The cat sleeps.", "language": "en"}


def test_a_rejected_document_is_an_error(library: isogloss.Index) -> None:
    pages = ir_datasets.Dataset(Documents([Page("p", "", " ", "http://p")], "en"))

    with pytest.raises(isogloss.DocumentsRejectedError, match="1 rejected"):
        collections.index_documents(library, pages)


def test_queries_by_an_attribute(collection: str) -> None:
    assert collections.queries(collection, field="text")["q1"] == "where does the cat sleep"


def test_a_dataset_without_documents(collection: str) -> None:
    dataset = ir_datasets.Dataset(ir_datasets.load(collection).queries_handler())

    with pytest.raises(isogloss.IsoglossError, match="no documents"):
        list(collections.documents(dataset))


def test_the_measures_are_those_of_isogloss(library: isogloss.Index) -> None:
    batch = library.search_many({"q1": "cat", "q2": "soup"}, pipeline="dense")
    qrels = {"q1": {"roof-de": 2, "roof/fr": 1}, "q2": {"soup-en": 1}, "q3": {"face": 1}}
    names = ["nDCG@10", "AP", "RR", "R@2"]

    expected = isogloss.evaluate(batch.run(), qrels, names).means

    assert evaluation.evaluate(batch, qrels, names) == pytest.approx(expected)


def test_runs_have_the_order_of_the_ranks(library: isogloss.Index) -> None:
    batch = library.search_many({"q": "cat"}, top=3, pipeline="dense")

    scored = list(evaluation.scored_docs(batch))

    assert {each.query_id for each in scored} == {"q"}
    ordered = sorted(scored, key=lambda each: each.score, reverse=True)
    assert [each.doc_id for each in ordered] == [hit.id for hit in batch[0]]
