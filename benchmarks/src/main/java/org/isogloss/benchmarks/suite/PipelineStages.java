// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.suite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.isogloss.api.pipeline.Pipeline;

/** The stages of a pipeline. */
final class PipelineStages {
  private PipelineStages() {}

  /**
   * Returns a pipeline after each of its stages, from the parts of a fusion to itself: bm25, dense,
   * <code>{bm25, dense}fair</code>, the same with re-ranking.
   */
  static List<Pipeline> of(Pipeline pipeline) {
    Deque<Pipeline> stages = new ArrayDeque<>();
    Pipeline current = pipeline;
    boolean found = false;
    while (!found) {
      stages.addFirst(current);
      switch (current) {
        case Pipeline.Reranked reranked -> current = reranked.pipeline();
        case Pipeline.Evidenced evidenced -> current = evidenced.pipeline();
        case Pipeline.LanguageBalanced balanced -> current = balanced.pipeline();
        case Pipeline.TranslationsGrouped grouped -> current = grouped.pipeline();
        case Pipeline.Truncated truncated -> current = truncated.pipeline();
        case Pipeline.LanguageNormalized fused -> {
          stages.addFirst(fused.otherPart().pipeline());
          stages.addFirst(fused.lexicalPart().pipeline());
          found = true;
        }
        case Pipeline.Fused fused -> {
          fused.parts().reversed().forEach(part -> stages.addFirst(part.pipeline()));
          found = true;
        }
        default -> found = true;
      }
    }
    return List.copyOf(stages);
  }
}
