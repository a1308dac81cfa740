# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Hits as the passages that frameworks for applications of language models handle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from isogloss import Hit, SearchOptions

DOCUMENT_ID = "document_id"

# A question may have characters that are operators of queries.
DEFAULTS: SearchOptions = {"literal": True, "unit": "passage"}


@dataclass(frozen=True)
class Passage:
    """A passage of a document.

    Attributes:
        id: of the passage: the document's with the number of the passage
        document_id: of the document
        text: of the passage, or the title of a document without text
        score: the probability that the passage answers the query, 0 to 1, if the pipeline has a
            re-ranker; otherwise the score of the pipeline, comparable only within one search
        metadata: fields of the document, and ``document_id``, ``passage``, ``language``, ``title``
    """

    id: str
    document_id: str
    text: str
    score: float
    metadata: dict[str, Any]

    @classmethod
    def of(cls, hit: Hit) -> Passage:
        """The passage of a hit."""
        return cls(
            id=f"{hit.id}#{hit.passage}",
            document_id=hit.id,
            text=hit.text if hit.text.strip() else hit.title,
            score=hit.score if hit.probability is None else hit.probability,
            metadata={
                **hit.metadata,
                DOCUMENT_ID: hit.id,
                "passage": hit.passage,
                "language": hit.language,
                "title": hit.title,
            },
        )


def field(name: str) -> str:
    """The field of an index that metadata of a passage come from."""
    return "id" if name == DOCUMENT_ID else name
