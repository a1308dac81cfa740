# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Clients of a server, and the indexes and encoders that they give access to.

Each class stands twice, once for ``await``; both send the same requests.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Self, Unpack

import httpx
import numpy as np

from isogloss import _calls
from isogloss._calls import (
    Call,
    Document,
    IndexRules,
    LineOrder,
    NumberType,
    Role,
    SearchOptions,
    T,
    Vectors,
)
from isogloss.batch import SearchBatch, ids_and_texts
from isogloss.errors import ConnectionFailedError, IsoglossError
from isogloss.results import (
    Concordance,
    Hit,
    IdentifiedLanguage,
    IndexInfo,
    ModelInfo,
    Neighbour,
    PutResult,
    RerankedText,
    SearchResults,
)

DEFAULT_ADDRESS = "http://localhost:8080"
DEFAULT_TIMEOUT = 60.0

Hits = Sequence[Hit | tuple[str, int] | str]
Queries = Sequence[str] | Mapping[str, str]


class Client:
    """A client of a server; a context manager that closes its connections.

    Attributes:
        address: of the server

    Args:
        address: of the server
        token: if the server needs one
        timeout: seconds to wait for a reply
        transport: another transport of httpx, for tests and proxies
    """

    def __init__(
        self,
        address: str = DEFAULT_ADDRESS,
        *,
        token: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.address = address
        self._http = httpx.Client(
            base_url=address, headers=_headers(token), timeout=timeout, transport=transport
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def indexes(self) -> list[IndexInfo]:
        """The indexes of the server."""
        return self._send(_calls.indexes())

    def models(self) -> list[str]:
        """Names of the models of the server."""
        return self._send(_calls.models())

    def index(self, name: str | None = None) -> Index:
        """An index by its name, or the only one of the server."""
        return Index(self, name or only([index.name for index in self.indexes()], "index"))

    def encoder(self, model: str | None = None) -> Encoder:
        """A model by its name, or the first one of the server."""
        return Encoder(self, model or first(self.models()))

    def rerank(
        self,
        query: str,
        texts: Sequence[str],
        *,
        top: int | None = None,
        reranker: str | None = None,
        query_language: str | None = None,
    ) -> list[RerankedText]:
        """Ranks texts by their relevance to a query, the best first."""
        return self._send(_calls.rerank(query, texts, top, reranker, query_language))

    def identify(self, texts: Sequence[str]) -> list[IdentifiedLanguage]:
        """The language of each text."""
        return [found for call in _calls.identify(texts) for found in self._send(call)]

    def concordance(
        self,
        words: str,
        *,
        corpus: str | None = None,
        language: str | None = None,
        sort: LineOrder = "corpus",
        top: int = 20,
    ) -> Concordance:
        """How words are used and translated in a corpus that the server has.

        Args:
            words: one or more words in a row; ``*`` stands for up to 50 letters
            corpus: its name; can be left out if there is only one
            language: of the words; without it the first one in which they occur
            sort: the order of the lines: as in the corpus, by the words before or after, or by the
                translation
            top: maximum number of lines, and of translations, 1 to 200
        """
        return self._send(_calls.concordance(words, corpus, language, sort, top))

    def wait_until_ready(self, seconds: float = 180.0) -> None:
        """Waits until the server has opened its indexes and models.

        Raises:
            IsoglossError: if one of them cannot be opened, or time is over
        """
        end = time.monotonic() + seconds
        while (status := self._send(_calls.readiness())) != "ready":
            if status != "starting" or time.monotonic() > end:
                raise IsoglossError(f"the server is not ready: its status is {status}")
            time.sleep(0.1)

    def _send(self, call: Call[T]) -> T:
        try:
            response = self._http.request(**call.arguments(), content=call.lines)
        except httpx.RequestError as e:
            raise ConnectionFailedError(f"{self.address}: {e or type(e).__name__}") from e
        return call.reply(response)


class Index:
    """An index of a server. `Client.index` creates it."""

    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        self.name = name

    def __repr__(self) -> str:
        return f"Index({self.name!r})"

    def put(self, documents: Iterable[Document]) -> PutResult:
        """Adds or replaces documents, which are sent while they are iterated.

        A document has ``text`` or ``title``, an ``id``, and optionally ``language`` and fields of
        its own. What is indexed is on disk, and searches find it; a document that is rejected does
        not affect the others.
        """
        return self._client._send(_calls.put(self.name, documents))

    def get(self, id: str) -> dict[str, Any]:
        """A document with its passages."""
        return self._client._send(_calls.get(self.name, id))

    def patch(self, id: str, changes: Document) -> None:
        """Changes keys of a document; None removes a key."""
        self._client._send(_calls.patch(self.name, id, changes))

    def delete(self, id: str) -> None:
        """Deletes a document."""
        self._client._send(_calls.delete(self.name, id))

    def delete_where(self, filter: str) -> int:
        """Deletes the documents that meet a filter, and returns their number."""
        return self._client._send(_calls.delete_where(self.name, filter))

    def documents(
        self, *, filter: str | None = None, sort: Sequence[str] = (), text: bool = True
    ) -> Iterator[dict[str, Any]]:
        """Iterates over the documents, page by page; without ``text``, they have no passages."""
        cursor: str | None = None
        while True:
            page, cursor = self._client._send(
                _calls.documents(self.name, filter, sort, text, cursor)
            )
            yield from page
            if cursor is None:
                return

    def search(self, query: str, **options: Unpack[SearchOptions]) -> SearchResults:
        """Searches; `SearchOptions` has the options."""
        return self._client._send(_calls.search(self.name, query, options))

    def search_many(self, queries: Queries, **options: Unpack[SearchOptions]) -> SearchBatch:
        """Searches for several queries, a list or texts by ids, faster than one by one."""
        ids, texts = ids_and_texts(queries)
        calls = _calls.searches(self.name, texts, options)
        return SearchBatch(ids, [found for call in calls for found in self._client._send(call)])

    def explain(
        self, query: str, hits: Hits, **options: Unpack[SearchOptions]
    ) -> list[Mapping[str, Any]]:
        """Explains hits, or passages by ids and numbers, whether a search finds them or not."""
        return self._client._send(_calls.explain(self.name, query, locations(hits), options))

    def nearest(
        self, vector: Sequence[float] | Vectors, *, top: int = 10, filter: str | None = None
    ) -> list[Neighbour]:
        """The passages whose vectors are nearest to a vector of the model of the index."""
        return self._client._send(_calls.nearest(self.name, vector, top, filter))

    def complete(
        self, query: str, *, top: int = 8, languages: Sequence[str] | None = None
    ) -> list[str]:
        """Completions of a query that a user has begun to type."""
        return self._client._send(_calls.complete(self.name, query, top, languages))

    def rules(self) -> IndexRules:
        """The synonyms, stop words and pinned documents of the index."""
        return self._client._send(_calls.rules(self.name))

    def set_rules(self, rules: IndexRules) -> None:
        """Replaces all rules; the next search uses them. Needs a token for administration."""
        self._client._send(_calls.set_rules(self.name, rules))


class Encoder:
    """A model of a server. `Client.encoder` creates it."""

    def __init__(self, client: Client, model: str) -> None:
        self._client = client
        self.model = model

    def __repr__(self) -> str:
        return f"Encoder({self.model!r})"

    def info(self) -> ModelInfo:
        """Dimension, limit and fingerprint of the model."""
        return named(self._client._send(_calls.model_infos()), self.model)

    def encode(
        self,
        texts: Sequence[str],
        *,
        role: Role = "passage",
        truncate: bool = False,
        dtype: NumberType = "float32",
    ) -> Vectors:
        """Encodes texts.

        Args:
            texts: any texts
            role: what the texts are; a model may have a prefix for each role
            truncate: whether the model may ignore the end of a text that is too long
            dtype: of the numbers; ``int8`` needs a quarter of the memory and of the bytes on the
                network, and dot products of such vectors are those of the vectors times a constant

        Returns:
            An array of shape (texts, dimension), with vectors of length 1, or of length 0 for texts
            in which the model knows no token.
        """
        calls = _calls.encode(self.model, texts, role, truncate, dtype)
        return stacked([self._client._send(call) for call in calls], dtype)


class AsyncClient:
    """The asynchronous counterpart of `Client`."""

    def __init__(
        self,
        address: str = DEFAULT_ADDRESS,
        *,
        token: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.address = address
        self._http = httpx.AsyncClient(
            base_url=address, headers=_headers(token), timeout=timeout, transport=transport
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def indexes(self) -> list[IndexInfo]:
        """The indexes of the server."""
        return await self._send(_calls.indexes())

    async def models(self) -> list[str]:
        """Names of the models of the server."""
        return await self._send(_calls.models())

    async def index(self, name: str | None = None) -> AsyncIndex:
        """An index by its name, or the only one of the server."""
        if name is None:
            name = only([index.name for index in await self.indexes()], "index")
        return AsyncIndex(self, name)

    async def encoder(self, model: str | None = None) -> AsyncEncoder:
        """A model by its name, or the first one of the server."""
        return AsyncEncoder(self, model or first(await self.models()))

    async def rerank(
        self,
        query: str,
        texts: Sequence[str],
        *,
        top: int | None = None,
        reranker: str | None = None,
        query_language: str | None = None,
    ) -> list[RerankedText]:
        """Ranks texts by their relevance to a query, the best first."""
        return await self._send(_calls.rerank(query, texts, top, reranker, query_language))

    async def identify(self, texts: Sequence[str]) -> list[IdentifiedLanguage]:
        """The language of each text."""
        return [found for call in _calls.identify(texts) for found in await self._send(call)]

    async def concordance(
        self,
        words: str,
        *,
        corpus: str | None = None,
        language: str | None = None,
        sort: LineOrder = "corpus",
        top: int = 20,
    ) -> Concordance:
        """How words are used and translated in a corpus, as `Client.concordance` shows it."""
        return await self._send(_calls.concordance(words, corpus, language, sort, top))

    async def wait_until_ready(self, seconds: float = 180.0) -> None:
        """Waits until the server has opened its indexes and models."""
        end = time.monotonic() + seconds
        while (status := await self._send(_calls.readiness())) != "ready":
            if status != "starting" or time.monotonic() > end:
                raise IsoglossError(f"the server is not ready: its status is {status}")
            await asyncio.sleep(0.1)

    async def _send(self, call: Call[T]) -> T:
        content = None if call.lines is None else _asynchronous(call.lines)
        try:
            response = await self._http.request(**call.arguments(), content=content)
        except httpx.RequestError as e:
            raise ConnectionFailedError(f"{self.address}: {e or type(e).__name__}") from e
        return call.reply(response)


class AsyncIndex:
    """The asynchronous counterpart of `Index`."""

    def __init__(self, client: AsyncClient, name: str) -> None:
        self._client = client
        self.name = name

    def __repr__(self) -> str:
        return f"AsyncIndex({self.name!r})"

    async def put(self, documents: Iterable[Document]) -> PutResult:
        """Adds or replaces documents."""
        return await self._client._send(_calls.put(self.name, documents))

    async def get(self, id: str) -> dict[str, Any]:
        """A document with its passages."""
        return await self._client._send(_calls.get(self.name, id))

    async def patch(self, id: str, changes: Document) -> None:
        """Changes keys of a document; None removes a key."""
        await self._client._send(_calls.patch(self.name, id, changes))

    async def delete(self, id: str) -> None:
        """Deletes a document."""
        await self._client._send(_calls.delete(self.name, id))

    async def delete_where(self, filter: str) -> int:
        """Deletes the documents that meet a filter, and returns their number."""
        return await self._client._send(_calls.delete_where(self.name, filter))

    async def documents(
        self, *, filter: str | None = None, sort: Sequence[str] = (), text: bool = True
    ) -> AsyncIterator[dict[str, Any]]:
        """Iterates over the documents, page by page; without ``text``, they have no passages."""
        cursor: str | None = None
        while True:
            page, cursor = await self._client._send(
                _calls.documents(self.name, filter, sort, text, cursor)
            )
            for document in page:
                yield document
            if cursor is None:
                return

    async def search(self, query: str, **options: Unpack[SearchOptions]) -> SearchResults:
        """Searches; `SearchOptions` has the options."""
        return await self._client._send(_calls.search(self.name, query, options))

    async def search_many(self, queries: Queries, **options: Unpack[SearchOptions]) -> SearchBatch:
        """Searches for several queries, a list or texts by ids, faster than one by one."""
        ids, texts = ids_and_texts(queries)
        calls = _calls.searches(self.name, texts, options)
        return SearchBatch(
            ids, [found for call in calls for found in await self._client._send(call)]
        )

    async def explain(
        self, query: str, hits: Hits, **options: Unpack[SearchOptions]
    ) -> list[Mapping[str, Any]]:
        """Explains hits, or passages by ids and numbers, whether a search finds them or not."""
        return await self._client._send(_calls.explain(self.name, query, locations(hits), options))

    async def nearest(
        self, vector: Sequence[float] | Vectors, *, top: int = 10, filter: str | None = None
    ) -> list[Neighbour]:
        """The passages whose vectors are nearest to a vector of the model of the index."""
        return await self._client._send(_calls.nearest(self.name, vector, top, filter))

    async def complete(
        self, query: str, *, top: int = 8, languages: Sequence[str] | None = None
    ) -> list[str]:
        """Completions of a query that a user has begun to type."""
        return await self._client._send(_calls.complete(self.name, query, top, languages))

    async def rules(self) -> IndexRules:
        """Like `Index.rules`."""
        return await self._client._send(_calls.rules(self.name))

    async def set_rules(self, rules: IndexRules) -> None:
        """Like `Index.set_rules`."""
        await self._client._send(_calls.set_rules(self.name, rules))


class AsyncEncoder:
    """The asynchronous counterpart of `Encoder`."""

    def __init__(self, client: AsyncClient, model: str) -> None:
        self._client = client
        self.model = model

    def __repr__(self) -> str:
        return f"AsyncEncoder({self.model!r})"

    async def info(self) -> ModelInfo:
        """Like `Encoder.info`."""
        return named(await self._client._send(_calls.model_infos()), self.model)

    async def encode(
        self,
        texts: Sequence[str],
        *,
        role: Role = "passage",
        truncate: bool = False,
        dtype: NumberType = "float32",
    ) -> Vectors:
        """Encodes texts to an array of shape (texts, dimension), as `Encoder.encode`."""
        calls = _calls.encode(self.model, texts, role, truncate, dtype)
        return stacked([await self._client._send(call) for call in calls], dtype)


def only(names: Sequence[str], kind: str) -> str:
    """The only name, or an error that lists them."""
    if len(names) != 1:
        found = ", ".join(sorted(names)) or "none"
        raise IsoglossError(f"the server has {len(names)} of the kind {kind} ({found}): name one")
    return names[0]


def first(models: Sequence[str]) -> str:
    """The first model, or an error."""
    if not models:
        raise IsoglossError("the server has no model")
    return models[0]


def named(models: list[ModelInfo], name: str) -> ModelInfo:
    """The model of a name, or an error that lists those that exist."""
    for model in models:
        if model.name == name:
            return model
    found = ", ".join(model.name for model in models)
    raise IsoglossError(f"the server has no model {name}, but {found or 'none'}")


def locations(hits: Hits) -> list[tuple[str, int]]:
    """The document and passage of each hit; an id stands for the first passage."""
    if isinstance(hits, str):
        raise TypeError("a list of hits is expected, not one string")
    return [
        (hit, 0) if isinstance(hit, str) else (hit.id, hit.passage) if isinstance(hit, Hit) else hit
        for hit in hits
    ]


def stacked(parts: Sequence[Vectors], dtype: NumberType) -> Vectors:
    """One array of the rows of several."""
    return np.concatenate(parts) if parts else np.empty((0, 0), dtype)


def _headers(token: str | None) -> dict[str, str]:
    return {} if token is None else {"authorization": f"Bearer {token}"}


async def _asynchronous(lines: Iterable[bytes]) -> AsyncIterator[bytes]:
    for line in lines:
        yield line
