# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""ir_datasets: its collections in an index, and their queries."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import ir_datasets

from isogloss import Index, IsoglossError, PutResult

TITLE = "title"
TEXT = "text"
LANGUAGE = "language"


def index_documents(
    index: Index,
    dataset: Any,
    *,
    language: str | None = None,
    fields: Collection[str] | None = None,
) -> PutResult:
    """Indexes the documents of a collection.

    Args:
        index: the index
        dataset: the id of a dataset, such as ``neuclir/1/zh``, or a dataset of ir_datasets
        language: of the documents; by default that of the dataset, or the one that the server
            identifies in each document
        fields: attributes of documents that become fields; all by default

    Raises:
        DocumentsRejectedError: if a document was rejected, such as an empty one, after the others
            were indexed. ``index.put(documents(dataset))`` lists them instead
    """
    return index.put(documents(dataset, language=language, fields=fields)).require_all()


def documents(
    dataset: Any, *, language: str | None = None, fields: Collection[str] | None = None
) -> Iterator[dict[str, Any]]:
    """Documents of a collection as `Index.put` takes them.

    A document has the id, the title and the text of ir_datasets, and its other attributes as
    fields, except bytes and nested values. The text is the attribute ``text``, or else what
    ``default_text`` returns. An index rejects a document without title and text.
    """
    opened = _opened(dataset)
    if not opened.has_docs():
        raise IsoglossError(f"{dataset} has no documents")
    language = language or opened.docs_lang()
    for document in opened.docs_iter():
        yield _document(document, language, fields)


def queries(dataset: Any, *, field: str | None = None) -> dict[str, str]:
    """Texts of queries by ids, as `Index.search_many` takes them.

    Args:
        dataset: the id of a dataset, or a dataset of ir_datasets
        field: the attribute of a query that is searched, such as ``title``; by default what
            ``default_text`` returns
    """
    opened = _opened(dataset)
    if not opened.has_queries():
        raise IsoglossError(f"{dataset} has no queries")
    return {
        query.query_id: query.default_text() if field is None else getattr(query, field)
        for query in opened.queries_iter()
    }


def _opened(dataset: Any) -> Any:
    return ir_datasets.load(dataset) if isinstance(dataset, str) else dataset


def _document(
    document: Any, language: str | None, fields: Collection[str] | None
) -> dict[str, Any]:
    attributes = document._asdict()
    converted = {"id": attributes.pop("doc_id")}
    if TEXT not in attributes:
        attributes[TEXT] = document.default_text()
        attributes.pop(TITLE, None)  # which the text begins with
    if fields is not None:
        kept = {TITLE, TEXT, *fields}
        attributes = {name: value for name, value in attributes.items() if name in kept}
    if language is not None:
        attributes.setdefault(LANGUAGE, language)
    return converted | {name: value for name, value in attributes.items() if _storable(value)}


def _storable(value: object) -> bool:
    match value:
        case None | bytes():
            return False
        case str():
            return bool(value.strip())
        case bool() | int() | float():
            return True
        case list() | tuple():
            return all(isinstance(each, str | bool | int | float) for each in value)
    return False
