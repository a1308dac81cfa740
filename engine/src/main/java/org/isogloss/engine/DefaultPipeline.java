package org.isogloss.engine;

import java.util.Optional;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.VocabularyReference;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.Pipeline;

/**
 * The pipeline of a search that names none: words and vectors, fused fairly to all languages
 * ({@link SearchIndex#defaultPipeline}), and the shipped re-ranker if it belongs to the model of
 * the index.
 */
public final class DefaultPipeline {
  /** What the re-ranker's score counts; the weights were measured, see {@code docs/search.md}. */
  private static final double WEIGHT = 0.75;

  /** How many hits are re-ranked. */
  private static final int FIRST = 20;

  private DefaultPipeline() {}

  /** A pipeline with the re-ranker {@link Pipeline.Reranked#DEFAULT_SCORER} after it. */
  public static Pipeline reranked(Pipeline pipeline) {
    return new Pipeline.Reranked(pipeline, Pipeline.Reranked.DEFAULT_SCORER, WEIGHT, FIRST);
  }

  /**
   * The default pipeline of indexes made with a model.
   *
   * @param retrieving the pipeline without a re-ranker
   * @param model name of the model whose vectors it compares
   * @return {@code retrieving}, {@link #reranked} if a re-ranker that belongs to the model is
   *     shipped
   */
  public static Pipeline of(Pipeline retrieving, String model) {
    Optional<ModelFolder> shipped = ModelFolder.findShipped(Pipeline.Reranked.DEFAULT_SCORER);
    if (shipped.isEmpty()) {
      return retrieving;
    }
    try (ModelFolder reranker = shipped.get()) {
      Optional<String> lender = reranker.manifest().vocabulary().map(VocabularyReference::model);
      return lender.equals(Optional.of(model)) ? reranked(retrieving) : retrieving;
    }
  }
}
