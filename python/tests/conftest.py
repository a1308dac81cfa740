# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

from collections.abc import Iterator

import pytest

import isogloss

DOCUMENTS = [
    {
        "id": "roof/fr",
        "language": "fr",
        "title": "Toits",
        "text": "Le chat dort sur le toit chaud de la maison.",
        "year": 2023,
    },
    {
        "id": "roof-de",
        "language": "de",
        "title": "Dächer",
        "text": "Die Katze schläft auf dem warmen Dach.",
        "year": 2024,
    },
    {
        "id": "soup-en",
        "language": "en",
        "title": "Soup",
        "text": "Fry the pumpkin with an onion and boil it in broth.",
        "year": 2025,
    },
    {
        "id": "face",
        "language": "en",
        "title": "Faces",
        "text": "😀😀 The laughing face stands before the words that met.",
        "year": 2022,
    },
]


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[isogloss.Client]:
    folder = tmp_path_factory.mktemp("index") / "library"
    with isogloss.serve({"library": folder}, models="tiny", create=True) as client:
        yield client


@pytest.fixture
def library(client: isogloss.Client) -> isogloss.Index:
    index = client.index()
    index.delete_where("id exists")
    index.put(DOCUMENTS)
    return index
