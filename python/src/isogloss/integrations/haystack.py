# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Haystack: a retriever of passages, with Haystack's filters."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from haystack import Document, component, default_from_dict, default_to_dict
from haystack.document_stores.types import FilterPolicy, apply_filter_policy
from haystack.errors import FilterError
from haystack.utils import Secret

from isogloss import Client, Index, SearchOptions
from isogloss.client import DEFAULT_ADDRESS
from isogloss.integrations import _filters
from isogloss.integrations._passages import DEFAULTS, Passage, field

DEFAULT_TOKEN = Secret.from_env_var("ISOGLOSS_TOKEN", strict=False)


@component
class IsoglossRetriever:
    """Retrieves passages of an index of a server.

    The metadata of a document are the fields of the indexed document, ``document_id``, ``passage``
    (its number from 0), ``language`` and ``title``. The score is the probability that the passage
    answers the query if the pipeline has a re-ranker.
    """

    def __init__(
        self,
        address: str = DEFAULT_ADDRESS,
        index: str | None = None,
        *,
        token: Secret | None = DEFAULT_TOKEN,
        filters: dict[str, Any] | None = None,
        top_k: int = 10,
        filter_policy: FilterPolicy = FilterPolicy.REPLACE,
        options: dict[str, Any] | None = None,
    ) -> None:
        """
        Creates a retriever, which connects when it is used first.

        :param address: of the server
        :param index: its name; can be left out if the server has only one
        :param token: if the server needs one
        :param filters: of Haystack; the option ``filter`` has those of Isogloss
        :param top_k: the largest number of passages
        :param filter_policy: how the filters of a run and these are combined
        :param options: of the search, such as ``{"languages": ["de", "pl"]}``;
            ``isogloss.SearchOptions`` has all
        """
        self.address = address
        self.index = index
        self.token = token
        self.filters = filters
        self.top_k = top_k
        self.filter_policy = filter_policy
        self.options = options or {}
        self._client: Client | None = None

    def to_dict(self) -> dict[str, Any]:
        """Serializes the component."""
        return default_to_dict(
            self,
            address=self.address,
            index=self.index,
            token=self.token.to_dict() if self.token else None,
            filters=self.filters,
            top_k=self.top_k,
            filter_policy=self.filter_policy.value,
            options=self.options,
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> IsoglossRetriever:
        """Deserializes the component."""
        parameters = {**data["init_parameters"]}
        parameters["filter_policy"] = FilterPolicy.from_str(parameters["filter_policy"])
        if parameters["token"] is not None:
            parameters["token"] = Secret.from_dict(parameters["token"])
        return default_from_dict(cls, {**data, "init_parameters": parameters})

    @component.output_types(documents=list[Document])
    def run(
        self, query: str, filters: dict[str, Any] | None = None, top_k: int | None = None
    ) -> dict[str, list[Document]]:
        """
        Searches.

        :param query: a question or other text
        :param filters: of Haystack
        :param top_k: the largest number of passages
        :returns: ``documents``, the best first
        """
        hits = self._opened().search(query, **self._options(filters, top_k))
        return {"documents": [_document(Passage.of(hit)) for hit in hits]}

    @component.output_types(documents=list[Document])
    async def run_async(
        self, query: str, filters: dict[str, Any] | None = None, top_k: int | None = None
    ) -> dict[str, list[Document]]:
        """Searches without blocking the event loop; see ``run``."""
        return await asyncio.to_thread(self.run, query, filters, top_k)

    def close(self) -> None:
        """Closes the connections."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _options(self, filters: dict[str, Any] | None, top_k: int | None) -> SearchOptions:
        top = self.top_k if top_k is None else top_k
        options = cast(SearchOptions, {**DEFAULTS, **self.options, "top": top})
        applied = apply_filter_policy(self.filter_policy, self.filters, filters)
        if applied:
            conditions = [converted(applied)]
            if "filter" in options:
                conditions.append(options["filter"])
            options["filter"] = _filters.every(conditions)
        return options

    def _opened(self) -> Index:
        if self._client is None:
            token = self.token.resolve_value() if self.token else None
            self._client = Client(self.address, token=token)
        return self._client.index(self.index)


def converted(filters: Mapping[str, Any]) -> str:
    """Filters of Haystack in the grammar of Isogloss.

    Raises:
        FilterError: if they are malformed or have no counterpart
    """
    try:
        return _comparison(filters) if "field" in filters else _logic(filters)
    except KeyError as e:
        raise FilterError(f"the key {e} is missing in the filter {filters}") from e
    except ValueError as e:
        raise FilterError(str(e)) from e


def _logic(filters: Mapping[str, Any]) -> str:
    operator, conditions = filters["operator"], map(converted, filters["conditions"])
    match operator:
        case "AND":
            return _filters.every(conditions)
        case "OR":
            return _filters.some(conditions)
        case "NOT":
            return _filters.negated(_filters.every(conditions))
    raise FilterError(f"the operator {operator!r} is not one of AND, OR and NOT")


def _comparison(filters: Mapping[str, Any]) -> str:
    key, operator, value = filters["field"], filters["operator"], filters["value"]
    if not key.startswith("meta."):
        raise FilterError(
            f"the field {key} cannot be filtered by: a field of the metadata is expected, such as "
            "meta.language"
        )
    name = field(key.removeprefix("meta."))
    if operator in _filters.COMPARISONS:
        if isinstance(value, str) and operator not in ("==", "!="):
            datetime.fromisoformat(value)  # Haystack orders no other strings
        return _filters.compare(name, operator, value)
    if operator == "in":
        return _filters.among(name, value)
    if operator == "not in":
        return _filters.negated(_filters.among(name, value))
    raise FilterError(f"the operator {operator!r} of a comparison of {key} is not known")


def _document(passage: Passage) -> Document:
    return Document(id=passage.id, content=passage.text, meta=passage.metadata, score=passage.score)
