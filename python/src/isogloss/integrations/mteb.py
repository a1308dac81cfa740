# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""MTEB: a model for ``mteb.evaluate``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mteb.models import ModelMeta
from mteb.models.abs_encoder import AbsEncoder
from mteb.models.model_meta import ScoringFunction
from mteb.types import PromptType

from isogloss import Encoder
from isogloss._calls import Role, Vectors


class IsoglossModel(AbsEncoder):
    """A model of a server, which encodes queries and documents in their roles.

    Its revision is the fingerprint of the model, so that MTEB stores the results of other weights
    separately.

    Args:
        encoder: of a client, which stays open as long as the model is used
        role: of texts that are neither queries nor documents, as in clustering and bitext mining;
            models such as E5 expect ``query``
    """

    def __init__(self, encoder: Encoder, *, role: Role = "passage") -> None:
        self._encoder = encoder
        self._role = role
        info = encoder.info()
        self.mteb_model_meta = ModelMeta(
            loader=None,
            name=f"isogloss/{info.name}",
            revision=info.fingerprint,
            release_date=None,
            languages=None,
            n_parameters=None,
            memory_usage_mb=None,
            max_tokens=info.max_tokens,
            embed_dim=info.dimension,
            license=None,
            open_weights=None,
            public_training_code=None,
            public_training_data=None,
            framework=["API"],
            similarity_fn_name=ScoringFunction.COSINE,
            use_instructions=None,
            training_datasets=None,
        )

    def encode(
        self,
        inputs: Iterable[Mapping[str, Sequence[str]]],
        *,
        task_metadata: Any,
        hf_split: str,
        hf_subset: str,
        prompt_type: PromptType | None = None,
        **_: Any,
    ) -> Vectors:
        """Encodes batches of texts.

        Returns:
            An array of shape (texts, dimension). The end of a text that is too long is ignored.
        """
        texts = [text for batch in inputs for text in batch["text"]]
        return self._encoder.encode(texts, role=self._of(prompt_type), truncate=True)

    def _of(self, prompt_type: PromptType | None) -> Role:
        match prompt_type:
            case PromptType.query:
                return "query"
            case PromptType.document:
                return "passage"
        return self._role
