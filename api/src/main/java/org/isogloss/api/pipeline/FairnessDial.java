// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.pipeline;

import java.util.Optional;
import org.isogloss.api.pipeline.Pipeline.Custom;
import org.isogloss.api.pipeline.Pipeline.Dense;
import org.isogloss.api.pipeline.Pipeline.Evidenced;
import org.isogloss.api.pipeline.Pipeline.Fused;
import org.isogloss.api.pipeline.Pipeline.LanguageBalanced;
import org.isogloss.api.pipeline.Pipeline.LanguageNormalized;
import org.isogloss.api.pipeline.Pipeline.LanguageRestricted;
import org.isogloss.api.pipeline.Pipeline.Lexical;
import org.isogloss.api.pipeline.Pipeline.Reranked;
import org.isogloss.api.pipeline.Pipeline.TranslationsGrouped;
import org.isogloss.api.pipeline.Pipeline.Truncated;

/** Sets how equally a pipeline treats languages, in its {@link LanguageNormalized} fusion. */
public final class FairnessDial {
  private FairnessDial() {}

  /**
   * Returns a pipeline with another strength of its language-normalised fusion.
   *
   * @param strength from 0, which prefers the query language, to 1, which treats all languages
   *     alike
   * @return empty if the last fusion of the pipeline is not language-normalised, or there is none
   */
  public static Optional<Pipeline> set(Pipeline pipeline, double strength) {
    return switch (pipeline) {
      case LanguageNormalized fair ->
          Optional.of(new LanguageNormalized(fair.lexicalPart(), fair.otherPart(), strength));
      case Truncated truncated ->
          set(truncated.pipeline(), strength).map(input -> new Truncated(input, truncated.hits()));
      case LanguageRestricted restricted ->
          set(restricted.pipeline(), strength)
              .map(input -> new LanguageRestricted(restricted.languages(), input));
      case Reranked reranked ->
          set(reranked.pipeline(), strength)
              .map(
                  input ->
                      new Reranked(input, reranked.scorer(), reranked.weight(), reranked.first()));
      case Evidenced evidenced ->
          set(evidenced.pipeline(), strength)
              .map(input -> new Evidenced(input, evidenced.evidence(), evidenced.weight()));
      case LanguageBalanced balanced ->
          set(balanced.pipeline(), strength)
              .map(input -> new LanguageBalanced(input, balanced.share()));
      case TranslationsGrouped grouped ->
          set(grouped.pipeline(), strength)
              .map(
                  input ->
                      new TranslationsGrouped(
                          input, grouped.minSimilarity(), grouped.completedGroups()));
      case Fused fused -> Optional.empty();
      case Lexical lexical -> Optional.empty();
      case Dense dense -> Optional.empty();
      case Custom custom -> Optional.empty();
    };
  }
}
