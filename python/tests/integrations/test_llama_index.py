# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

import pytest

import isogloss

pytest.importorskip("llama_index.core")

from llama_index.core.schema import NodeRelationship, QueryBundle
from llama_index.core.vector_stores import (
    FilterCondition,
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
)

from isogloss.integrations.llama_index import IsoglossRetriever, converted

TAGGED = [
    {"id": "t1", "text": "red cat", "language": "en", "tags": ["red", "hot"], "size": 1},
    {"id": "t2", "text": "blue cat", "language": "en", "tags": ["blue"], "size": 2.5},
    {"id": "t3", "text": "plain cat", "language": "en", "size": 3},
]


def one(key: str, value: object, operator: FilterOperator = FilterOperator.EQ) -> MetadataFilters:
    return MetadataFilters(filters=[MetadataFilter(key=key, value=value, operator=operator)])


def test_nodes_have_the_metadata_of_passages(library: isogloss.Index) -> None:
    retriever = IsoglossRetriever(library, similarity_top_k=1, languages=["de"])

    (found,) = retriever.retrieve("where does the cat sleep")

    assert found.node.node_id == "roof-de#0"
    assert found.node.get_content() == "Die Katze schläft auf dem warmen Dach."
    assert found.node.metadata["year"] == 2024
    assert found.node.ref_doc_id == "roof-de"
    assert NodeRelationship.SOURCE in found.node.relationships
    assert found.score is not None


async def test_retrieves_asynchronously(library: isogloss.Index) -> None:
    retriever = IsoglossRetriever(library, filters=one("document_id", "roof-de"))

    found = await retriever.aretrieve(QueryBundle("cat"))

    assert [each.node.ref_doc_id for each in found] == ["roof-de"]


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        (one("size", 1), {"t1"}),
        (one("size", 1, FilterOperator.NE), {"t2", "t3"}),
        (one("size", 2.5, FilterOperator.GTE), {"t2", "t3"}),
        (one("size", 2.5, FilterOperator.LT), {"t1"}),
        (one("document_id", ["t1", "t3"], FilterOperator.IN), {"t1", "t3"}),
        (one("document_id", ["t1", "t3"], FilterOperator.NIN), {"t2"}),
        (one("document_id", [], FilterOperator.IN), set()),
        (one("document_id", [], FilterOperator.NIN), {"t1", "t2", "t3"}),
        (one("tags", ["red", "blue"], FilterOperator.ANY), {"t1", "t2"}),
        (one("tags", ["red", "hot"], FilterOperator.ALL), {"t1"}),
        (one("tags", "hot", FilterOperator.CONTAINS), {"t1"}),
        (one("tags", None, FilterOperator.IS_EMPTY), {"t3"}),
        (
            MetadataFilters(
                filters=[one("size", 1), one("tags", "blue")], condition=FilterCondition.OR
            ),
            {"t1", "t2"},
        ),
        (
            MetadataFilters(
                filters=[one("size", 1), one("tags", "blue")], condition=FilterCondition.NOT
            ),
            {"t3"},
        ),
        (MetadataFilters(filters=[]), {"t1", "t2", "t3"}),
    ],
)
def test_filters(library: isogloss.Index, filters: MetadataFilters, ids: set[str]) -> None:
    library.put(TAGGED)

    retriever = IsoglossRetriever(
        library, similarity_top_k=10, filters=filters, filter='language = "en" and size exists'
    )

    assert {each.node.ref_doc_id for each in retriever.retrieve("cat")} == ids


def test_an_operator_without_counterpart() -> None:
    with pytest.raises(ValueError, match="text_match on title"):
        converted(one("title", "cat", FilterOperator.TEXT_MATCH))
