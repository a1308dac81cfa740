# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""LangChain: a retriever of passages."""

from __future__ import annotations

import asyncio
from typing import Any

from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    CallbackManagerForRetrieverRun,
)
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import Field

from isogloss import Index
from isogloss.integrations._passages import DEFAULTS, Passage


class IsoglossRetriever(BaseRetriever):
    """Retrieves passages of an index.

    The metadata of a document are the fields of the indexed document, ``document_id``, ``passage``
    (its number from 0), ``language``, ``title`` and ``score``, which is the probability that the
    passage answers the query if the pipeline has a re-ranker.

    Attributes:
        index: of a client, which stays open as long as the retriever is used
        k: the number of passages
        options: of the search, such as ``{"languages": ["de"], "filter": "year > 2020"}``;
            `isogloss.SearchOptions` has all. ``invoke`` takes them as arguments, too, and ``k``
    """

    index: Index
    k: int = 4
    options: dict[str, Any] = Field(default_factory=dict)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **options: Any
    ) -> list[Document]:
        return self._search(query, options)

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, **options: Any
    ) -> list[Document]:
        return await asyncio.to_thread(self._search, query, options)

    def _search(self, query: str, options: dict[str, Any]) -> list[Document]:
        top = options.pop("k", self.k)
        hits = self.index.search(query, **{**DEFAULTS, **self.options, **options, "top": top})
        return [_document(Passage.of(hit)) for hit in hits]


def _document(passage: Passage) -> Document:
    return Document(
        id=passage.id,
        page_content=passage.text,
        metadata={**passage.metadata, "score": passage.score},
    )
