# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""The results of several searches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from isogloss import _html
from isogloss._calls import listed
from isogloss.results import COLUMNS, Hit, SearchResults

if TYPE_CHECKING:
    import pandas
    import polars


class SearchBatch(Sequence[SearchResults]):
    """The results of each query, in their order.

    Attributes:
        ids: of the queries; their numbers from 0 if they had none
    """

    def __init__(self, ids: Sequence[str], results: Sequence[SearchResults]) -> None:
        self.ids = tuple(ids)
        self._results = tuple(results)

    def __len__(self) -> int:
        return len(self._results)

    def __iter__(self) -> Iterator[SearchResults]:
        return iter(self._results)

    def __getitem__(self, index: Any) -> Any:
        return self._results[index]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each hit of each query."""
        return [
            {"query_id": id, **row}
            for id, results in zip(self.ids, self._results, strict=True)
            for row in results.rows()
        ]

    def run(self) -> dict[str, dict[str, float]]:
        """Scores of documents by the ids of queries, as measures of runs need them.

        The score of a document is that of its best passage, as `descending_scores` has it.
        """
        return {
            id: dict(reversed([(hit.id, score) for hit, score in descending_scores(results)]))
            for id, results in zip(self.ids, self._results, strict=True)
        }

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with a row for each hit; needs pandas."""
        import pandas

        return pandas.DataFrame(self.rows(), columns=["query_id", *COLUMNS])

    def to_polars(self) -> polars.DataFrame:
        """A data frame with a row for each hit; needs polars."""
        import polars

        return polars.DataFrame(self.rows(), schema=["query_id", *COLUMNS], orient="row")

    def _repr_html_(self) -> str:
        return _html.batch(self)


def descending_scores(hits: Sequence[Hit]) -> list[tuple[Hit, float]]:
    """Hits with scores in single precision, each of which is less than that of the hit before.

    Programs that evaluate runs sort documents by their scores. A score of the pipeline that is not
    less, as those of pinned documents, preferred languages and ties, becomes the next smaller one.
    """
    scored = []
    limit = np.float32(np.inf)
    for hit in hits:
        score = min(np.float32(hit.score), np.nextafter(limit, np.float32(-np.inf)))
        scored.append((hit, float(score)))
        limit = score
    return scored


def ids_and_texts(queries: Sequence[str] | Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Ids and texts of queries; the ids of a list are its positions."""
    if isinstance(queries, Mapping):
        return list(queries.keys()), list(queries.values())
    texts = listed(queries)
    return [str(number) for number in range(len(texts))], texts
