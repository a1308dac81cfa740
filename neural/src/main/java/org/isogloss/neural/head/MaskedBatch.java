// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import static java.util.Objects.requireNonNull;

import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.transformer.TokenBatch;

/**
 * Texts with masked tokens, which a language model predicts.
 *
 * @param batch the texts, in which the masked tokens are replaced
 * @param positions int64 {@code [n]}: positions of the masked tokens in the flattened {@code
 *     [batch, tokens]}
 * @param labels int64 {@code [n]}: the original tokens
 */
public record MaskedBatch(TokenBatch batch, Tensor positions, Tensor labels) {
  public MaskedBatch {
    requireNonNull(batch, "batch is null");
    requireNonNull(positions, "positions is null");
    requireNonNull(labels, "labels is null");
  }
}
