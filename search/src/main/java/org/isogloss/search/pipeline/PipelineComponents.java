package org.isogloss.search.pipeline;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Function;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Retriever;

/**
 * What pipelines refer to by name. What the functions return stays open.
 *
 * @param scorers returns the pair scorer that {@code rerank(NAME)} names, {@link
 *     org.isogloss.search.pipeline.Pipeline.Reranked#DEFAULT_SCORER} for {@code rerank} alone;
 *     empty if there is none of that name
 * @param retrievers returns the retriever that {@code retriever(NAME)} names; empty if there is
 *     none of that name
 */
public record PipelineComponents(
    Function<String, Optional<? extends PairScorer>> scorers,
    Function<String, Optional<? extends Retriever>> retrievers) {
  /** No pair scorers and no retrievers. */
  public static final PipelineComponents NONE =
      new PipelineComponents(name -> Optional.empty(), name -> Optional.empty());

  public PipelineComponents {
    requireNonNull(scorers, "scorers is null");
    requireNonNull(retrievers, "retrievers is null");
  }

  /** Pair scorers alone. */
  public static PipelineComponents ofScorers(
      Function<String, Optional<? extends PairScorer>> scorers) {
    return new PipelineComponents(scorers, NONE.retrievers());
  }
}
