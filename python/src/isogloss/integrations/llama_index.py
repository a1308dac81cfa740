# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""LlamaIndex: a retriever of passages, with filters of metadata."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Unpack

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.callbacks import CallbackManager
from llama_index.core.schema import (
    NodeRelationship,
    NodeWithScore,
    QueryBundle,
    RelatedNodeInfo,
    TextNode,
)
from llama_index.core.vector_stores.types import (
    FilterCondition,
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
)

from isogloss import Index, SearchOptions
from isogloss.integrations import _filters
from isogloss.integrations._passages import DEFAULTS, Passage, field


class IsoglossRetriever(BaseRetriever):
    """Retrieves passages of an index as nodes.

    The metadata of a node are the fields of the document, ``document_id``, ``passage`` (its number
    from 0), ``language`` and ``title``. The score is the probability that the passage answers the
    query if the pipeline has a re-ranker.

    Args:
        index: of a client, which stays open as long as the retriever is used
        similarity_top_k: the number of passages
        filters: on metadata; the option ``filter`` has those of Isogloss
        callback_manager: of LlamaIndex
        options: of the search
    """

    def __init__(
        self,
        index: Index,
        *,
        similarity_top_k: int = 2,
        filters: MetadataFilters | None = None,
        callback_manager: CallbackManager | None = None,
        **options: Unpack[SearchOptions],
    ) -> None:
        super().__init__(callback_manager=callback_manager)
        self._index = index
        self._options: SearchOptions = {**DEFAULTS, "top": similarity_top_k, **options}
        if filters is not None:
            conditions = [converted(filters)]
            if "filter" in options:
                conditions.append(options["filter"])
            self._options["filter"] = _filters.every(conditions)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        hits = self._index.search(query_bundle.query_str, **self._options)
        return [_node(Passage.of(hit)) for hit in hits]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)


def converted(filters: MetadataFilters) -> str:
    """Filters of LlamaIndex in the grammar of Isogloss.

    Raises:
        ValueError: if an operator has no counterpart
    """
    conditions = [
        converted(each) if isinstance(each, MetadataFilters) else _condition(each)
        for each in filters.filters
    ]
    match filters.condition:
        case FilterCondition.OR:
            return _filters.some(conditions)
        case FilterCondition.NOT:  # LlamaIndex: none of them is met
            return _filters.negated(_filters.some(conditions))
        case _:
            return _filters.every(conditions)


def _condition(filter: MetadataFilter) -> str:
    name, value, operator = field(filter.key), filter.value, filter.operator
    if operator.value in _filters.COMPARISONS:
        return _filters.compare(name, operator.value, value)
    listed = _LISTS.get(operator)
    if listed is None:
        raise ValueError(
            f"the operator {operator.value} on {filter.key} has no counterpart in Isogloss"
        )
    return listed(name, value)


def _all(name: str, values: object) -> str:
    if not isinstance(values, list):
        raise ValueError(f"the field {name} is compared with {values!r}: a list is expected")
    return _filters.every(_filters.compare(name, "==", value) for value in values)


_LISTS: dict[FilterOperator, Callable[[str, object], str]] = {
    FilterOperator.IN: _filters.among,
    FilterOperator.NIN: lambda name, values: _filters.negated(_filters.among(name, values)),
    FilterOperator.ANY: _filters.among,
    FilterOperator.ALL: _all,
    FilterOperator.CONTAINS: lambda name, value: _filters.compare(name, "==", value),
    FilterOperator.IS_EMPTY: lambda name, _: _filters.compare(name, "==", None),
}


def _node(passage: Passage) -> NodeWithScore:
    node = TextNode(
        id_=passage.id,
        text=passage.text,
        metadata=passage.metadata,
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=passage.document_id)},
    )
    return NodeWithScore(node=node, score=passage.score)
