// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.pipeline;

import static org.isogloss.api.pipeline.PipelineScanner.plain;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How translations of a hit are found and ranked.
 *
 * @param minSimilarity if present, likely translations are recognised by the vectors of passages
 *     instead of the links of the index: their minimum similarity to the hit, from 0 to 1, which is
 *     the cosine of their vectors, raised if it is far above that of the next hit in the language,
 *     lowered if their scores differ
 * @param completed number of hits whose translations are added if they were not found, 0 or more
 * @param margin by how many standard deviations of the scores a text must be above the next one so
 *     that its translations precede that one, from 0, they always do, to 100
 */
public record TranslationOptions(OptionalDouble minSimilarity, int completed, double margin) {
  /** A minimum similarity for indexes without links, chosen on XQuAD. */
  public static final double DEFAULT_MIN_SIMILARITY = 0.85;

  /** The translations that links state and that were found follow a hit directly. */
  public static final TranslationOptions DEFAULT =
      new TranslationOptions(OptionalDouble.empty(), 0, 0);

  static final double MAX_MARGIN = 100;

  public TranslationOptions {
    minSimilarity.ifPresent(
        cosine -> {
          if (!(cosine >= 0 && cosine <= 1)) {
            throw new IllegalArgumentException("minSimilarity is " + cosine + ", expected 0 to 1");
          }
        });
    if (completed < 0) {
      throw new IllegalArgumentException("completed is " + completed + ", expected 0 or more");
    }
    if (!(margin >= 0 && margin <= MAX_MARGIN)) {
      throw new IllegalArgumentException("margin is " + margin + ", expected 0 to " + MAX_MARGIN);
    }
  }

  /** Returns a copy with another minimum similarity. */
  public TranslationOptions withMinSimilarity(double other) {
    return new TranslationOptions(OptionalDouble.of(other), completed, margin);
  }

  /** Returns a copy with another number of hits whose translations are added. */
  public TranslationOptions withCompleted(int other) {
    return new TranslationOptions(minSimilarity, other, margin);
  }

  /** Returns a copy with another margin. */
  public TranslationOptions withMargin(double other) {
    return new TranslationOptions(minSimilarity, completed, other);
  }

  /** The stage of a pipeline string. */
  @Override
  public String toString() {
    List<String> arguments = new ArrayList<>();
    minSimilarity.ifPresent(cosine -> arguments.add("gate=" + plain(cosine)));
    if (completed > 0) {
      arguments.add("complete=" + completed);
    }
    if (margin > 0) {
      arguments.add("margin=" + plain(margin));
    }
    return arguments.isEmpty()
        ? "translations"
        : "translations(" + String.join(", ", arguments) + ")";
  }
}
