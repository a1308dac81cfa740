# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Replies of other servers than Isogloss, such as proxies."""

from __future__ import annotations

import httpx
import pytest

import isogloss


def client(response: httpx.Response) -> isogloss.Client:
    return isogloss.Client("http://server", transport=httpx.MockTransport(lambda _: response))


def test_a_redirection_is_not_a_success() -> None:
    moved = httpx.Response(308, headers={"location": "https://server/"})

    with pytest.raises(isogloss.RequestFailedError) as e:
        client(moved).index("library").delete("roof")

    assert e.value.status == 308


@pytest.mark.parametrize(
    "response",
    [
        httpx.Response(200, text="<html>Welcome</html>"),
        httpx.Response(200, json={"status": "welcome"}),
        httpx.Response(200, json=["welcome"]),
    ],
)
def test_a_reply_of_another_server_is_an_error(response: httpx.Response) -> None:
    with pytest.raises(isogloss.IsoglossError, match=r"http://server/api/indexes.*elcome"):
        client(response).indexes()


def test_a_reply_that_cannot_be_decompressed_is_an_error() -> None:
    damaged = httpx.Response(
        200, headers={"content-encoding": "gzip"}, stream=httpx.ByteStream(b"damaged")
    )

    with pytest.raises(isogloss.ConnectionFailedError):
        client(damaged).indexes()


def test_each_document_needs_a_result() -> None:
    line = httpx.Response(200, text='{"line":1,"id":"a","result":"indexed"}\n')

    with pytest.raises(isogloss.IsoglossError, match="documents"):
        client(line).index("library").put([{"id": "a", "text": "a"}, {"id": "b", "text": "b"}])
