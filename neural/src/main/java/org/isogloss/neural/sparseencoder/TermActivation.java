// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.sparse.SparseHead;

/** From the largest logit of a term in a text to its weight. */
public enum TermActivation {
  /** {@code log(1 + max(x, 0))}. */
  LOG,
  /** {@code log(1 + log(1 + max(x, 0)))}, which limits frequent terms more. */
  LOG_LOG;

  Tensor apply(Tensor logits) {
    Tensor weights = logits.relu().log1p();
    return this == LOG ? weights : weights.log1p();
  }

  SparseHead.Kind kind() {
    return this == LOG
        ? SparseHead.Kind.LANGUAGE_MODEL
        : SparseHead.Kind.LANGUAGE_MODEL_TWO_LOGARITHMS;
  }
}
