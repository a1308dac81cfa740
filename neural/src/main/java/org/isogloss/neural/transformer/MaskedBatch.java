package org.isogloss.neural.transformer;

import static java.util.Objects.requireNonNull;

import org.bytedeco.pytorch.Tensor;

/**
 * Texts of which some pieces are to be guessed.
 *
 * @param batch the texts, with other pieces in those places
 * @param places int64 {@code [n]}: where they are, counted row by row through {@code [size,
 *     tokens]}
 * @param pieces int64 {@code [n]}: what was there
 */
public record MaskedBatch(TokenBatch batch, Tensor places, Tensor pieces) {
  public MaskedBatch {
    requireNonNull(batch, "batch is null");
    requireNonNull(places, "places is null");
    requireNonNull(pieces, "pieces is null");
  }
}
