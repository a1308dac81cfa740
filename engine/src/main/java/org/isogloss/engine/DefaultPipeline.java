// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.Optional;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.VocabularyReference;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.Pipeline;

/**
 * The default pipeline: lexical and dense retrieval, fused with scores normalised per language
 * ({@link SearchIndex#defaultPipeline}), followed by the shipped re-ranker if it belongs to the
 * model of the index.
 */
public final class DefaultPipeline {
  /**
   * Weight of the re-ranker's score, chosen by experiment; see {@code docs/results/reranker.md}.
   */
  private static final double WEIGHT = 0.75;

  /** Number of hits that are re-ranked. */
  private static final int DEPTH = 20;

  private DefaultPipeline() {}

  /** Appends the re-ranker {@link Pipeline.Reranked#DEFAULT_SCORER} to a pipeline. */
  public static Pipeline reranked(Pipeline pipeline) {
    return new Pipeline.Reranked(pipeline, Pipeline.Reranked.DEFAULT_SCORER, WEIGHT, DEPTH);
  }

  /**
   * Returns the default pipeline of indexes that were created with a model.
   *
   * @param retrieval the pipeline without a re-ranker
   * @param model name of the model that encoded the vectors of the index
   * @return {@code retrieval}, passed to {@link #reranked} if a re-ranker that belongs to the model
   *     is shipped
   */
  public static Pipeline of(Pipeline retrieval, String model) {
    Optional<ModelFolder> shipped = ModelFolder.findShipped(Pipeline.Reranked.DEFAULT_SCORER);
    if (shipped.isEmpty()) {
      return retrieval;
    }
    try (ModelFolder reranker = shipped.get()) {
      Optional<String> vocabularyModel =
          reranker.manifest().vocabulary().map(VocabularyReference::model);
      return vocabularyModel.equals(Optional.of(model)) ? reranked(retrieval) : retrieval;
    }
  }
}
