# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Cross-lingual search with Isogloss: indexes in many languages, and queries in any of them.

`serve` starts a server on this machine; `Client` and `AsyncClient` use one that runs. `mine`,
`align`, `evaluate`, `compare` and `fairness` need no server.
"""

from isogloss._calls import IndexRules, SearchOptions
from isogloss.batch import SearchBatch
from isogloss.client import AsyncClient, AsyncEncoder, AsyncIndex, Client, Encoder, Index
from isogloss.errors import (
    CommandFailedError,
    CommandNotFoundError,
    ConnectionFailedError,
    DocumentsRejectedError,
    IsoglossError,
    RequestFailedError,
)
from isogloss.evaluation import Comparison, Evaluation, Fairness, compare, evaluate, fairness
from isogloss.local import command, run, samples, serve
from isogloss.parallel import AlignedPair, MinedPair, align, mine
from isogloss.results import (
    Concordance,
    ConcordanceLine,
    FacetValue,
    Hit,
    IdentifiedLanguage,
    IndexInfo,
    ModelInfo,
    Neighbour,
    PutResult,
    Rejection,
    RerankedText,
    SearchResults,
    TranslationCount,
    Version,
)

__all__ = [
    "AlignedPair",
    "AsyncClient",
    "AsyncEncoder",
    "AsyncIndex",
    "Client",
    "CommandFailedError",
    "CommandNotFoundError",
    "Comparison",
    "Concordance",
    "ConcordanceLine",
    "ConnectionFailedError",
    "DocumentsRejectedError",
    "Encoder",
    "Evaluation",
    "FacetValue",
    "Fairness",
    "Hit",
    "IdentifiedLanguage",
    "Index",
    "IndexInfo",
    "IndexRules",
    "IsoglossError",
    "MinedPair",
    "ModelInfo",
    "Neighbour",
    "PutResult",
    "Rejection",
    "RequestFailedError",
    "RerankedText",
    "SearchBatch",
    "SearchOptions",
    "SearchResults",
    "TranslationCount",
    "Version",
    "align",
    "command",
    "compare",
    "evaluate",
    "fairness",
    "mine",
    "run",
    "samples",
    "serve",
]
