# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import isogloss

mteb = pytest.importorskip("mteb")

from mteb.cache import ResultCache  # noqa: E402
from mteb.mocks import mock_tasks  # noqa: E402
from mteb.models import EncoderProtocol  # noqa: E402
from mteb.types import PromptType  # noqa: E402

from isogloss.integrations.mteb import IsoglossModel  # noqa: E402


class Recorded:
    """An encoder that records the roles of texts."""

    def __init__(self, encoder: isogloss.Encoder) -> None:
        self._encoder = encoder
        self.roles: list[str] = []

    def info(self) -> isogloss.ModelInfo:
        return self._encoder.info()

    def encode(self, texts: list[str], *, role: str, truncate: bool) -> np.ndarray:
        self.roles.append(role)
        return self._encoder.encode(texts, role=role, truncate=truncate)


@pytest.mark.parametrize(
    ("task", "roles"),
    [
        (mock_tasks.MockRetrievalTask, {"query", "passage"}),
        (mock_tasks.MockBitextMiningTask, {"query"}),
        (mock_tasks.MockSTSTask, {"query"}),
    ],
)
def test_tasks_are_evaluated(
    client: isogloss.Client, tmp_path: Path, task: type, roles: set[str]
) -> None:
    encoder = Recorded(client.encoder("tiny"))
    model = IsoglossModel(encoder, role="query")

    result = mteb.evaluate(
        model,
        task(),
        cache=ResultCache(tmp_path / "cache"),
        show_progress_bar=False,
        co2_tracker=False,
    )

    assert isinstance(model, EncoderProtocol)
    assert result.model_name == "isogloss/tiny"
    assert result.model_revision == encoder.info().fingerprint
    assert np.isfinite(result.task_results[0].get_score())
    assert set(encoder.roles) == roles


def test_batches_become_rows(client: isogloss.Client) -> None:
    encoder = client.encoder("tiny")
    model = IsoglossModel(encoder)
    batches = [{"text": ["cat", ""]}, {"text": ["Katze"]}]

    vectors = model.encode(
        batches, task_metadata=None, hf_split="", hf_subset="", prompt_type=PromptType.query
    )

    assert vectors.shape == (3, encoder.info().dimension)
    assert vectors[2] == pytest.approx(encoder.encode(["Katze"], role="query")[0], abs=1e-6)
    assert model.similarity(vectors[:1], vectors)[0, 0] == pytest.approx(1, abs=1e-5)
