# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

import asyncio
import inspect

import pytest

import isogloss


async def test_the_asynchronous_client_does_the_same(
    client: isogloss.Client, library: isogloss.Index
) -> None:
    async with isogloss.AsyncClient(client.address) as other:
        index = await other.index()
        await index.put([{"id": "added", "text": "added by the asynchronous client"}])
        found, vectors, ids = await asyncio.gather(
            index.search("cat"), (await other.encoder()).encode(["cat"]), _ids(index)
        )

    assert [hit.id for hit in found] == [hit.id for hit in library.search("cat")]
    assert vectors == pytest.approx(client.encoder().encode(["cat"]))
    assert "added" in ids


async def _ids(index: isogloss.AsyncIndex) -> list[str]:
    return [document["id"] async for document in index.documents(text=False)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (isogloss.Client, isogloss.AsyncClient),
        (isogloss.Index, isogloss.AsyncIndex),
        (isogloss.Encoder, isogloss.AsyncEncoder),
    ],
)
def test_both_clients_have_the_same_methods(one: type, other: type) -> None:
    assert _signatures(one) == _signatures(other)


def _signatures(each: type) -> dict[str, list[str]]:
    return {
        name: list(inspect.signature(method).parameters)
        for name, method in inspect.getmembers(each, inspect.isfunction)
        if not name.startswith("_")
    }
