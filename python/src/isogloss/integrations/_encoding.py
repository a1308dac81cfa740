# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Vectors of the texts of benchmarks, of which some are empty and some too long."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from isogloss import Encoder
from isogloss._calls import Role, Vectors


def encode(encoder: Encoder, texts: Sequence[str], role: Role) -> Vectors:
    """Encodes texts as sentence-transformers does, without an error for any of them.

    Returns:
        An array of shape (texts, dimension). The end of a text that is too long is ignored; the
        vector of a blank text is zero.
    """
    present = [number for number, text in enumerate(texts) if text.strip()]
    if not present:
        return np.zeros((len(texts), encoder.info().dimension), np.float32)
    encoded = encoder.encode([texts[number] for number in present], role=role, truncate=True)
    vectors = np.zeros((len(texts), encoded.shape[1]), np.float32)
    vectors[present] = encoded
    return vectors
