# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

import asyncio
from typing import Any

import pytest

import isogloss

pytest.importorskip("haystack")

from haystack import Document, Pipeline
from haystack.document_stores.types import FilterPolicy
from haystack.errors import FilterError
from haystack.testing.document_store import FilterDocumentsTest
from haystack.utils import Secret

from isogloss.integrations.haystack import IsoglossRetriever, converted

ABOUT_2024 = {"field": "meta.year", "operator": "==", "value": 2024}
GERMAN = {"field": "meta.language", "operator": "==", "value": "de"}


def test_documents_have_the_metadata_of_passages(
    library: isogloss.Index, client: isogloss.Client
) -> None:
    retriever = IsoglossRetriever(client.address, library.name, top_k=1, filters=GERMAN)

    (document,) = retriever.run("where does the cat sleep")["documents"]

    assert document.id == "roof-de#0"
    assert document.content == "Die Katze schläft auf dem warmen Dach."
    assert document.meta["document_id"] == "roof-de"
    assert document.meta["year"] == 2024
    assert document.score is not None
    retriever.close()


def test_filters_of_a_run_replace_or_join_those_of_the_retriever(
    library: isogloss.Index, client: isogloss.Client
) -> None:
    replacing = IsoglossRetriever(client.address, filters=GERMAN)
    merging = IsoglossRetriever(client.address, filters=GERMAN, filter_policy=FilterPolicy.MERGE)
    english = {"field": "meta.year", "operator": "in", "value": [2025, 2024]}

    assert years(replacing.run("cat", filters=english)) == {2024, 2025}
    assert years(merging.run("cat", filters=english)) == {2024}
    assert years(replacing.run("cat", top_k=1)) == {2024}


def years(found: dict[str, list[Document]]) -> set[int]:
    return {document.meta["year"] for document in found["documents"]}


def test_a_pipeline_is_written_and_read(library: isogloss.Index, client: isogloss.Client) -> None:
    pipeline = Pipeline()
    pipeline.add_component(
        "retriever",
        IsoglossRetriever(
            client.address,
            token=Secret.from_env_var("ISOGLOSS_TOKEN", strict=False),
            filters=ABOUT_2024,
            filter_policy=FilterPolicy.MERGE,
            options={"languages": ["de", "fr"]},
        ),
    )

    read = Pipeline.loads(pipeline.dumps(), allowed_modules=["isogloss.integrations.haystack"])

    assert read.to_dict() == pipeline.to_dict()
    assert years(read.run({"retriever": {"query": "cat"}})["retriever"]) == {2024}


async def test_runs_asynchronously(library: isogloss.Index, client: isogloss.Client) -> None:
    pipeline = Pipeline()
    pipeline.add_component("retriever", IsoglossRetriever(client.address))

    results = await asyncio.gather(
        *(pipeline.run_async({"retriever": {"query": "cat", "top_k": 1}}) for _ in range(8))
    )

    assert all(len(each["retriever"]["documents"]) == 1 for each in results)


def test_a_filter_without_counterpart() -> None:
    with pytest.raises(FilterError, match="content"):
        converted({"field": "content", "operator": "==", "value": "cat"})
    with pytest.raises(FilterError, match="like"):
        converted({"field": "meta.year", "operator": "like", "value": 2024})


class Store:
    """What Haystack's tests of filters need of a store: documents, and those that meet a filter."""

    def __init__(self, index: isogloss.Index) -> None:
        self._index = index
        self._documents: dict[str, Document] = {}

    def write_documents(self, documents: list[Document], policy: Any = None) -> int:
        self._documents = {document.id: document for document in documents}
        self._index.put(
            {"id": each.id, "text": each.content or "embedding", "metadata": fields(each.meta)}
            for each in documents
        ).require_all()
        return len(documents)

    def filter_documents(self, filters: dict[str, Any] | None = None) -> list[Document]:
        filter = converted(filters) if filters else None
        found = {each["id"] for each in self._index.documents(filter=filter, text=False)}
        return [document for id, document in self._documents.items() if id in found]


def fields(meta: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in meta.items() if value is not None}


class TestFiltersOfHaystack(FilterDocumentsTest):
    """The tests that Haystack has for the filters of all document stores."""

    @pytest.fixture
    def document_store(self, library: isogloss.Index) -> Store:
        library.delete_where("id exists")
        return Store(library)
