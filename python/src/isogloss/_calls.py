# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""The requests of all operations and the values of their replies, without sending them.

The synchronous and the asynchronous client differ in how they send a `Call`, and in nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypedDict, TypeVar, cast
from urllib.parse import quote

import httpx
import numpy as np
import numpy.typing as npt

from isogloss.errors import IsoglossError, RequestFailedError
from isogloss.results import (
    Concordance,
    IdentifiedLanguage,
    IndexInfo,
    ModelInfo,
    Neighbour,
    PutResult,
    Rejection,
    RerankedText,
    SearchResults,
)

T = TypeVar("T")

Document = Mapping[str, Any]
Role = Literal["query", "passage"]
NumberType = Literal["float32", "int8"]
LineOrder = Literal["corpus", "before", "after", "translation"]
Vectors = npt.NDArray[Any]

MOST_SEARCHES = 100
MOST_HITS = 10_000
MOST_TEXTS = 512

VECTOR_TYPES: Mapping[NumberType, str] = {"float32": "float", "int8": "int8"}


class IndexRules(TypedDict, total=False):
    """What the owner of an index knows about its queries, as lines of text.

    Keys:
        synonyms: such as ``car, motor car`` or ``tv => television``
        stop_words: words that are not searched, one on each line
        pins: a query and ids of documents that come first for it, separated by tabs
    """

    synonyms: str
    stop_words: str
    pins: str


class SearchOptions(TypedDict, total=False):
    """What a search can ask for besides its query; the defaults are those of the server.

    Keys:
        literal: whether all characters of the query are text, without operators
        query_language: the language of the query, such as ``de``; identified if it is not stated
        pipeline: such as ``{bm25, dense}fair``
        languages: only documents in these languages
        filter: a condition on fields, such as ``category = "recipe"``
        facets: fields whose values are counted in likely documents, such as ``date by year``
        sort: fields by which likely hits are sorted, such as ``date desc``
        fields: fields that hits have as metadata; all by default
        preference: how much preferred languages come first, 0 to 1
        prefer: preferred languages, the most preferred first
        unit: ``document`` or ``passage``
        top: hits on a page, 1 to 1,000
        page: from 1
        explain: whether hits have explanations
        group_versions: whether translations of one text are one hit
        min_probability: leaves out hits with a smaller probability
        snippet_length: characters of a snippet
        answers: the largest number of answers to find
        answer_passages: hits whose passages are read for answers
        timeout_ms: milliseconds after which the search ends with an error
    """

    literal: bool
    query_language: str
    pipeline: str
    languages: Sequence[str]
    filter: str
    facets: Sequence[str]
    sort: Sequence[str]
    fields: Sequence[str]
    preference: float
    prefer: Sequence[str]
    unit: Literal["document", "passage"]
    top: int
    page: int
    explain: bool
    group_versions: bool
    min_probability: float
    snippet_length: int
    answers: int
    answer_passages: int
    timeout_ms: int


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request, and how its reply is read."""

    method: str
    path: str
    read: Callable[[httpx.Response], T]
    body: object = None
    lines: Iterable[bytes] | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    reads_errors: bool = False

    def arguments(self) -> dict[str, Any]:
        """Arguments of the request for httpx, without a body of lines."""
        arguments: dict[str, Any] = {"method": self.method, "url": self.path}
        if self.params:
            arguments["params"] = self.params
        if self.body is not None:
            arguments["json"] = self.body
        if self.headers:
            arguments["headers"] = self.headers
        return arguments

    def reply(self, response: httpx.Response) -> T:
        """The value of a reply, or the error that it is; a redirection is one too."""
        if not response.is_success and not self.reads_errors:
            raise RequestFailedError.read(response)
        try:
            return self.read(response)
        except (ValueError, LookupError, TypeError) as e:
            raise IsoglossError(
                f"{response.url}: the reply is not one of Isogloss, but begins with "
                f"{response.text[:100]!r}: check the address of the server"
            ) from e


def readiness() -> Call[str]:
    """The status of the server, which is `ready` when its indexes and models are open."""
    return Call(
        "GET", "/health/ready", lambda reply: str(reply.json()["status"]), reads_errors=True
    )


def indexes() -> Call[list[IndexInfo]]:
    return Call(
        "GET", "/api/indexes", lambda reply: list(map(IndexInfo._read, reply.json()["indexes"]))
    )


def models() -> Call[list[str]]:
    """Names without `:query`, by which the server tells clients of OpenAI's interface the role."""
    return Call(
        "GET",
        "/v1/models",
        lambda reply: [
            model["id"] for model in reply.json()["data"] if not model["id"].endswith(":query")
        ],
    )


def model_infos() -> Call[list[ModelInfo]]:
    return Call(
        "GET", "/api/models", lambda reply: list(map(ModelInfo._read, reply.json()["models"]))
    )


def search(index: str, query: str, options: SearchOptions) -> Call[SearchResults]:
    return Call(
        "POST",
        "/api/search",
        lambda reply: SearchResults._read(reply.json()),
        {"index": index, "query": query, **options},
    )


def searches(
    index: str, queries: Sequence[str], options: SearchOptions
) -> list[Call[list[SearchResults]]]:
    """As many requests as the limits of the server need."""
    number = max(1, min(MOST_SEARCHES, MOST_HITS // max(1, options.get("top", 10))))
    return [
        Call(
            "POST",
            "/api/searches",
            lambda reply: list(map(SearchResults._read, reply.json()["results"])),
            {"searches": [{"index": index, "query": query, **options} for query in part]},
        )
        for part in parts(queries, number)
    ]


def explain(
    index: str, query: str, hits: Sequence[tuple[str, int]], options: SearchOptions
) -> Call[list[Mapping[str, Any]]]:
    passages = [{"id": id, "passage": passage} for id, passage in hits]
    return Call(
        "POST",
        "/api/explain",
        lambda reply: [each["explanation"] for each in reply.json()["explanations"]],
        {"index": index, "query": query, "hits": passages, **options},
    )


def nearest(
    index: str, vector: Sequence[float] | Vectors, top: int, filter: str | None
) -> Call[list[Neighbour]]:
    return Call(
        "POST",
        "/api/nearest",
        lambda reply: list(map(Neighbour._read, reply.json()["hits"])),
        {"index": index, "vector": np.asarray(vector).tolist(), "top": top, "filter": filter},
    )


def complete(index: str, query: str, top: int, languages: Sequence[str] | None) -> Call[list[str]]:
    return Call(
        "POST",
        "/api/complete",
        lambda reply: [each["text"] for each in reply.json()["completions"]],
        {"index": index, "query": query, "top": top, "languages": languages},
    )


def rules(index: str) -> Call[IndexRules]:
    return Call("GET", _rules(index), lambda reply: cast(IndexRules, reply.json()))


def set_rules(index: str, rules: IndexRules) -> Call[None]:
    return Call("PUT", _rules(index), _nothing, dict(rules))


def put(index: str, documents: Iterable[Document]) -> Call[PutResult]:
    lines = _Lines(documents)
    return Call(
        "POST",
        "/api/documents",
        lambda reply: _put_result(reply, lines.sent),
        lines=lines,
        params={"index": index},
        headers={"content-type": "application/x-ndjson"},
    )


def get(index: str, id: str) -> Call[dict[str, Any]]:
    return Call("GET", _document(id), lambda reply: dict(reply.json()), params={"index": index})


def patch(index: str, id: str, changes: Document) -> Call[None]:
    return Call("PATCH", _document(id), _nothing, dict(changes), params={"index": index})


def delete(index: str, id: str) -> Call[None]:
    return Call("DELETE", _document(id), _nothing, params={"index": index})


def delete_where(index: str, filter: str) -> Call[int]:
    return Call(
        "POST",
        "/api/delete",
        lambda reply: int(reply.json()["deleted"]),
        {"index": index, "filter": filter},
    )


def documents(
    index: str, filter: str | None, sort: Sequence[str], text: bool, cursor: str | None
) -> Call[tuple[list[dict[str, Any]], str | None]]:
    """A page of documents, and the cursor of the next one."""
    params: dict[str, Any] = {"index": index, "text": str(text).lower()}
    if filter is not None:
        params["filter"] = filter
    if sort:
        params["sort"] = ",".join(listed(sort))
    if cursor is not None:
        params["cursor"] = cursor
    return Call(
        "GET",
        "/api/documents",
        lambda reply: (reply.json()["documents"], reply.json().get("cursor")),
        params=params,
    )


def encode(
    model: str, texts: Sequence[str], role: Role, truncate: bool, dtype: NumberType
) -> list[Call[Vectors]]:
    """As many requests as the limits of the server need; vectors are in binary form."""
    body = {"model": model, "role": role, "truncate": truncate, "type": VECTOR_TYPES[dtype]}
    return [
        Call(
            "POST",
            "/api/encode",
            lambda reply: _vectors(reply, dtype),
            {**body, "texts": part},
            headers={"accept": "application/octet-stream"},
        )
        for part in parts(texts, MOST_TEXTS)
    ]


def rerank(
    query: str,
    texts: Sequence[str],
    top: int | None,
    reranker: str | None,
    query_language: str | None,
) -> Call[list[RerankedText]]:
    return Call(
        "POST",
        "/api/rerank",
        lambda reply: [
            RerankedText(each["index"], each["score"], each["probability"])
            for each in reply.json()["results"]
        ],
        {
            "query": query,
            "query_language": query_language,
            "passages": listed(texts),
            "top": top,
            "reranker": reranker,
        },
    )


def identify(texts: Sequence[str]) -> list[Call[list[IdentifiedLanguage]]]:
    return [
        Call("POST", "/api/identify", _languages, {"texts": part})
        for part in parts(texts, MOST_TEXTS)
    ]


def concordance(
    words: str, corpus: str | None, language: str | None, sort: LineOrder, top: int
) -> Call[Concordance]:
    params = {"words": words, "corpus": corpus, "language": language, "sort": sort, "top": top}
    return Call(
        "GET",
        "/api/concordance",
        lambda reply: Concordance._read(reply.json()),
        params={key: value for key, value in params.items() if value is not None},
    )


def parts(items: Sequence[T], number: int) -> list[list[T]]:
    all = listed(items)
    return [all[start : start + number] for start in range(0, len(all), number)]


def listed(items: Sequence[T]) -> list[T]:
    """A list, but not one of the characters of a string."""
    if isinstance(items, str):
        raise TypeError("a list of strings is expected, not one string")
    return list(items)


def _document(id: str) -> str:
    # Clients remove the segments "." and ".." of a path, unless their dots are encoded.
    return f"/api/documents/{quote(id, safe='').replace('.', '%2E')}"


def _rules(index: str) -> str:
    return f"/api/indexes/{quote(index, safe='')}/rules"


def _nothing(reply: httpx.Response) -> None:
    return None


class _Lines:
    """Documents as lines of JSON, which counts those that it has sent."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = documents
        self.sent = 0

    def __iter__(self) -> Iterator[bytes]:
        for document in self._documents:
            self.sent += 1
            # The server rejects half of a surrogate pair, and indexes the other documents.
            yield json.dumps(document, ensure_ascii=False).encode(errors="surrogatepass") + b"\n"


def _put_result(reply: httpx.Response, sent: int) -> PutResult:
    indexed, rejected = 0, []
    for line in reply.content.splitlines():  # bytes: in a string, U+2028 ends a line too
        result = json.loads(line)
        if result["result"] == "indexed":
            indexed += 1
        else:
            rejected.append(
                Rejection(result["line"] - 1, result.get("id"), result["status"], result["detail"])
            )
    if indexed + len(rejected) != sent:
        raise ValueError(f"{sent} documents were put")
    return PutResult(indexed, tuple(rejected))


def _vectors(reply: httpx.Response, dtype: NumberType) -> Vectors:
    dimension = int(reply.headers["isogloss-dimension"])
    numbers = np.frombuffer(reply.content, np.dtype(dtype).newbyteorder("<"))
    return numbers.reshape(-1, dimension).astype(dtype, copy=False)


def _languages(reply: httpx.Response) -> list[IdentifiedLanguage]:
    return [
        IdentifiedLanguage(
            each["language"], each["confidence"], each["reliable"], each.get("embedded")
        )
        for each in reply.json()["results"]
    ]
