# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

import asyncio
from typing import Any

import pytest

import isogloss

pytest.importorskip("langchain_core")
pytest.importorskip("langchain_tests")

from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda
from langchain_tests.integration_tests import RetrieversIntegrationTests

from isogloss.integrations.langchain import IsoglossRetriever


class TestOfLangChain(RetrieversIntegrationTests):
    """The tests that LangChain has for all retrievers."""

    @pytest.fixture(autouse=True)
    def _open(self, library: isogloss.Index) -> None:
        self._index = library

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return IsoglossRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"index": self._index}

    @property
    def retriever_query_example(self) -> str:
        return "where does the cat sleep"


def test_documents_have_the_metadata_of_passages(library: isogloss.Index) -> None:
    (document,) = IsoglossRetriever(index=library, k=1, options={"languages": ["de"]}).invoke("cat")

    assert document.id == "roof-de#0"
    assert document.page_content == "Die Katze schläft auf dem warmen Dach."
    assert document.metadata.keys() == {
        "year", "document_id", "passage", "language", "title", "score",
    }  # fmt: skip
    assert document.metadata["document_id"] == "roof-de"


def test_options_of_a_call_precede_those_of_the_retriever(library: isogloss.Index) -> None:
    retriever = IsoglossRetriever(index=library, options={"filter": "year = 2023"})

    assert [each.metadata["year"] for each in retriever.invoke("cat")] == [2023]
    assert {
        each.metadata["year"] for each in retriever.invoke("cat", filter="year >= 2024", k=9)
    } == {2024, 2025}
    assert [
        each.metadata["year"]
        for each in asyncio.run(retriever.ainvoke("cat", filter="year = 2024"))
    ] == [2024]


def test_characters_of_a_question_are_not_operators(library: isogloss.Index) -> None:
    question = 'where does the "cat: -sleep'

    assert IsoglossRetriever(index=library).invoke(question)


def test_an_error_has_the_words_of_the_server(library: isogloss.Index) -> None:
    with pytest.raises(isogloss.RequestFailedError, match="year"):
        IsoglossRetriever(index=library, options={"filter": "year ="}).invoke("cat")


async def test_concurrent_calls_in_a_chain(library: isogloss.Index) -> None:
    chain = IsoglossRetriever(index=library, k=1) | RunnableLambda(lambda found: found[0].id)

    ids = await chain.abatch(["Where does the cat sleep? Katze, Dach", "pumpkin broth"] * 8)

    assert set(ids[1::2]) == {"soup-en#0"}
    assert len(ids) == 16
