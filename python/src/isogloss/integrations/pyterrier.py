# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""PyTerrier: a retriever, a re-ranker and an indexer. PyTerrier needs no Java for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Unpack

import pandas as pd
import pyterrier as pt

from isogloss import Client, Hit, Index, SearchOptions
from isogloss._calls import parts
from isogloss.batch import descending_scores

RESULTS = ("docno", "score", "rank")

# Attributes of hits that can be columns, besides the fields of documents.
HIT_COLUMNS = ("language", "title", "text", "passage", "probability", "snippet")


class IsoglossRetriever(pt.Transformer):
    """Retrieves documents for queries.

    Scores are those of the pipeline, made to descend with the rank (`descending_scores`), because
    PyTerrier orders documents by them.

    Args:
        index: of a client, which stays open as long as the retriever is used
        num_results: the largest number of documents for each query, at most 1,000
        columns: further columns of the results: ``language``, ``title``, ``text``, ``passage``,
            ``probability``, ``snippet``, and names of fields
        options: of the search. Characters of queries are text and not operators, unless the option
            ``literal`` is false
    """

    def __init__(
        self,
        index: Index,
        *,
        num_results: int = 1000,
        columns: Sequence[str] = (),
        **options: Unpack[SearchOptions],
    ) -> None:
        self._index = index
        self._columns = tuple(columns)
        fields = [name for name in columns if name not in HIT_COLUMNS]
        self._options: SearchOptions = {
            "literal": True,
            "fields": fields,
            **options,
            "top": num_results,
        }

    def __repr__(self) -> str:
        return f"IsoglossRetriever({self._index.name!r})"

    def transform(self, inp: pd.DataFrame) -> pd.DataFrame:
        """Retrieves documents.

        Args:
            inp: a row for each query, with the columns ``qid`` and ``query``

        Returns:
            A row for each document of each query, with the columns of its query, ``docno``,
            ``score``, ``rank`` from 0, and the requested ones.
        """
        pt.validate.query_frame(inp, extra_columns=["query"], context=self)
        batch = self._index.search_many(list(inp["query"]), **self._options)
        rows = [
            {**query, "docno": hit.id, "score": score, "rank": hit.rank - 1, **self._further(hit)}
            for query, results in zip(inp.to_dict("records"), batch, strict=True)
            for hit, score in descending_scores(results)
        ]
        return pd.DataFrame(rows, columns=[*inp.columns, *RESULTS, *self._columns])

    def _further(self, hit: Hit) -> dict[str, Any]:
        return {
            name: getattr(hit, name) if name in HIT_COLUMNS else hit.metadata.get(name)
            for name in self._columns
        }


class IsoglossTextScorer(pt.Transformer):
    """Ranks the documents of each query again, by a re-ranker that reads their texts.

    Args:
        client: which stays open as long as the scorer is used
        reranker: its name; the first one of the server by default
        text_attr: the column of the texts
        query_language: of all queries; identified by default
    """

    PASSAGES = 512

    def __init__(
        self,
        client: Client,
        *,
        reranker: str | None = None,
        text_attr: str = "text",
        query_language: str | None = None,
    ) -> None:
        self._client = client
        self._reranker = reranker
        self._text = text_attr
        self._language = query_language

    def __repr__(self) -> str:
        return f"IsoglossTextScorer({self._reranker or 'default'!r})"

    def transform(self, inp: pd.DataFrame) -> pd.DataFrame:
        """Sets the columns ``score`` and ``rank``.

        Args:
            inp: a row for each document of each query, with the columns ``qid``, ``query``,
                ``docno`` and the texts
        """
        pt.validate.result_frame(inp, extra_columns=["query", self._text], context=self)
        scored = inp.reset_index(drop=True)
        scored["score"] = pd.Series(0.0, scored.index)
        for _, rows in scored.groupby("qid", sort=False):
            scored.loc[rows.index, "score"] = self._scores(rows["query"].iloc[0], rows[self._text])
        return pt.model.add_ranks(scored)

    def _scores(self, query: str, texts: Iterable[str]) -> list[float]:
        scores: list[float] = []
        for part in parts(list(texts), self.PASSAGES):
            ranked = self._client.rerank(
                query, part, reranker=self._reranker, query_language=self._language
            )
            by_position = {each.index: each.score for each in ranked}
            scores += [by_position[position] for position in range(len(part))]
        return scores


class IsoglossIndexer(pt.Indexer):
    """Puts documents into an index.

    Args:
        index: of a client
        language: of all documents that have no ``language`` of their own; identified by default
    """

    def __init__(self, index: Index, *, language: str | None = None) -> None:
        self._index = index
        self._language = language

    def __repr__(self) -> str:
        return f"IsoglossIndexer({self._index.name!r})"

    def index_inputs(self) -> list[list[str]]:
        """The columns that documents need."""
        return [["docno", "text"]]

    def index(self, iter: Iterable[Mapping[str, Any]], **_: Any) -> Index:
        """Indexes documents while they are iterated.

        Args:
            iter: documents with ``docno``, ``text`` or ``title``, and any fields

        Raises:
            DocumentsRejectedError: if a document was rejected, after the others were indexed
        """
        self._index.put(map(self._document, iter)).require_all()
        return self._index

    def _document(self, record: Mapping[str, Any]) -> dict[str, Any]:
        document = {"id" if name == "docno" else name: value for name, value in record.items()}
        if self._language is not None:
            document.setdefault("language", self._language)
        return document
