// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.manifest;

import static java.util.Objects.requireNonNull;

/**
 * Which vectors an index stores, and how {@code dense} compares them by default.
 *
 * @param calibrated whether the mean vector of each language is subtracted, so that texts do not
 *     cluster by language; unnecessary for an encoder that was trained to avoid this
 * @param sentences whether the vectors of the sentences of a passage are stored in addition to the
 *     vector of the passage
 * @param quantization the precision of the vectors that are compared in graphs
 * @param lateChunking whether the vectors of passages are computed in the context of their
 *     documents, see {@link org.isogloss.core.SpanEncoder}
 */
public record VectorOptions(
    boolean calibrated, boolean sentences, VectorQuantization quantization, boolean lateChunking) {
  /** Uncalibrated vectors of passages only. */
  public static final VectorOptions PLAIN = new VectorOptions(false, false);

  public VectorOptions {
    requireNonNull(quantization, "quantization is null");
  }

  /** Creates options without quantization and late chunking. */
  public VectorOptions(boolean calibrated, boolean sentences) {
    this(calibrated, sentences, VectorQuantization.NONE, false);
  }

  /** Returns these options with another quantization. */
  public VectorOptions withQuantization(VectorQuantization quantization) {
    return new VectorOptions(calibrated, sentences, quantization, lateChunking);
  }

  /** Returns these options with or without late chunking. */
  public VectorOptions withLateChunking(boolean lateChunking) {
    return new VectorOptions(calibrated, sentences, quantization, lateChunking);
  }
}
