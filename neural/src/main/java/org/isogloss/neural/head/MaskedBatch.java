package org.isogloss.neural.head;

import static java.util.Objects.requireNonNull;

import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.transformer.TokenBatch;

/**
 * Texts of which some pieces are to be guessed.
 *
 * @param batch the texts, with other pieces in those places
 * @param positions int64 {@code [n]}: where they are, counted row by row through {@code [size,
 *     tokens]}
 * @param labels int64 {@code [n]}: what was there
 */
public record MaskedBatch(TokenBatch batch, Tensor positions, Tensor labels) {
  public MaskedBatch {
    requireNonNull(batch, "batch is null");
    requireNonNull(positions, "places is null");
    requireNonNull(labels, "pieces is null");
  }
}
