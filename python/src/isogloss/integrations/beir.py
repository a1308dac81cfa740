# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""BEIR: a model for its dense retrieval, such as ``DenseRetrievalExactSearch``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from isogloss import Encoder
from isogloss._calls import Role

Corpus = Sequence[Mapping[str, str]] | Mapping[str, Sequence[str]]


class IsoglossModel:
    """A model of a server, which encodes queries and documents in their roles.

    Args:
        encoder: of a client, which stays open as long as the model is used
        separator: between the title and the text of a document
    """

    def __init__(self, encoder: Encoder, *, separator: str = " ") -> None:
        self._encoder = encoder
        self._separator = separator

    def encode_queries(
        self, queries: Sequence[str], *, convert_to_tensor: bool = False, **_: Any
    ) -> Any:
        """Encodes queries.

        Args:
            queries: any texts
            convert_to_tensor: whether to return a tensor of torch
            _: such as ``batch_size`` and ``show_progress_bar``: the server forms its own batches

        Returns:
            An array or tensor of shape (queries, dimension). The end of a text that is too long is
            ignored.
        """
        return self._encode(queries, "query", convert_to_tensor)

    def encode_corpus(self, corpus: Corpus, *, convert_to_tensor: bool = False, **_: Any) -> Any:
        """Encodes documents, as `encode_queries`.

        Args:
            corpus: documents with ``text`` and perhaps ``title``, or a list of each of these
        """
        documents = _documents(corpus) if isinstance(corpus, Mapping) else corpus
        texts = [
            self._separator.join(filter(None, (each.get("title", ""), each["text"])))
            for each in documents
        ]
        return self._encode(texts, "passage", convert_to_tensor)

    def _encode(self, texts: Sequence[str], role: Role, convert_to_tensor: bool) -> Any:
        vectors = self._encoder.encode(texts, role=role, truncate=True)
        if not convert_to_tensor:
            return vectors
        import torch

        return torch.from_numpy(vectors)


def _documents(corpus: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    texts = corpus["text"]
    titles = corpus.get("title", [""] * len(texts))
    return [{"title": title, "text": text} for title, text in zip(titles, texts, strict=True)]
