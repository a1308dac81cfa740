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
