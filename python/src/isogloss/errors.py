# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Errors of the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import httpx


class IsoglossError(Exception):
    """The base of all errors of this package."""


class CommandNotFoundError(IsoglossError):
    """There is no Isogloss installation to start."""


class CommandFailedError(IsoglossError):
    """A command of Isogloss failed.

    Attributes:
        status: its exit status
        message: what it wrote to standard error
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{message} (exit status {status})")
        self.status = status
        self.message = message


class ConnectionFailedError(IsoglossError):
    """The server cannot be reached, or ended the connection before it had answered."""


class DocumentsRejectedError(IsoglossError):
    """The server did not index some of the documents.

    Attributes:
        indexed: the number of documents that it indexed
        rejected: for each of the others, its id or position, and the reason
    """

    def __init__(self, indexed: int, rejected: Sequence[str]) -> None:
        first = "; ".join(rejected[:3])
        super().__init__(
            f"{indexed} documents were indexed and {len(rejected)} rejected: {first}"
            f"{'; ...' if len(rejected) > 3 else ''}"
        )
        self.indexed = indexed
        self.rejected = tuple(rejected)


class RequestFailedError(IsoglossError):
    """The server refused a request, or could not answer it.

    Attributes:
        status: the HTTP status
        title: the name of the status
        detail: the reason, as the server words it
        parameter: the key or parameter that is not allowed, if there is one
        request_id: the id under which the log of the server has the request
    """

    def __init__(
        self,
        status: int,
        title: str,
        detail: str,
        parameter: str | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(f"{detail} ({status} {title})")
        self.status = status
        self.title = title
        self.detail = detail
        self.parameter = parameter
        self.request_id = request_id

    @classmethod
    def read(cls, response: httpx.Response) -> RequestFailedError:
        """Reads the error of a reply, whose body may be that of a proxy."""
        problem = _json_object(response)
        nested = problem.get("error")
        if isinstance(nested, dict):  # OpenAI's form
            problem = {"detail": nested.get("message"), "parameter": nested.get("param")}
        return cls(
            response.status_code,
            str(problem.get("title") or response.reason_phrase),
            str(problem.get("detail") or problem.get("message") or response.text[:500]),
            problem.get("parameter"),
            response.headers.get("x-request-id"),
        )


def _json_object(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
