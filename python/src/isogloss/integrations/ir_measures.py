# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""ir_measures: results of searches as runs, and their evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import ir_measures

from isogloss import SearchBatch

Qrels = Mapping[str, Mapping[str, int]] | Iterable[Any]


def scored_docs(batch: SearchBatch) -> Iterator[Any]:
    """The documents of each query with scores, as ``ir_measures.ScoredDoc``."""
    for query, scores in batch.run().items():
        for document, score in scores.items():
            yield ir_measures.ScoredDoc(query, document, score)


def evaluate(
    batch: SearchBatch, qrels: Qrels, measures: Iterable[str | Any] = ("nDCG@10", "R@100", "RR")
) -> dict[str, float]:
    """Means of measures by their names.

    Args:
        batch: the results of queries with ids, as `Index.search_many` returns them
        qrels: relevance by the ids of queries and documents, or ``ir_measures.Qrel``, such as those
            of ``ir_datasets.load(...).qrels_iter()``
        measures: of ir_measures, or their names

    Returns:
        The mean of each measure over the queries of the judgements; a query that was not searched
        counts as 0.
    """
    parsed = [
        ir_measures.parse_measure(each) if isinstance(each, str) else each for each in measures
    ]
    found = ir_measures.calc_aggregate(parsed, qrels, list(scored_docs(batch)))
    return {str(measure): float(found[measure]) for measure in parsed}
