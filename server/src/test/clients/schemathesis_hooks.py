# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Teaches schemathesis to send streams of documents, well-formed and malformed."""

import json

import schemathesis
from hypothesis import strategies as st

VALUES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.text()))
DOCUMENTS = st.dictionaries(st.sampled_from(["id", "language", "title", "text", "age", "metadata"]), VALUES)
LINES = st.one_of(DOCUMENTS.map(lambda document: json.dumps(document).encode()), st.binary())

schemathesis.openapi.media_type("application/x-ndjson", st.lists(LINES).map(b"\n".join))


@schemathesis.hook
def map_body(context, body):
    """Allows each search a minute: one that ends before would have the status 503, as it should."""
    if isinstance(body, dict):
        for search in [body, *(body.get("searches") if isinstance(body.get("searches"), list) else [])]:
            if isinstance(search, dict) and type(search.get("timeout_ms")) is int and 0 < search["timeout_ms"] < 60_000:
                search["timeout_ms"] = 60_000
    return body


@schemathesis.hook
def map_query(context, query):
    """Like map_body."""
    if query and str(query.get("timeout_ms", "")).isdigit() and 0 < int(query["timeout_ms"]) < 60_000:
        query["timeout_ms"] = "60000"
    return query
