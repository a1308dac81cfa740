// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.pipeline;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Retriever;
import org.isogloss.core.TextTranslator;
import org.isogloss.core.concurrent.WorkerPool;

/**
 * The components to which pipelines refer by name. The search does not close the returned
 * components.
 *
 * @param scorers returns the pair scorer of {@code rerank(NAME)}, or empty if there is none with
 *     that name; the name is {@link Pipeline.Reranked#DEFAULT_SCORER} for {@code rerank} without a
 *     name
 * @param retrievers returns the retriever of {@code retriever(NAME)}, or empty if there is none
 *     with that name
 * @param translationModels translate the queries of {@code translate} and {@code
 *     dense(translated=WEIGHT)}
 * @param workers threads among which a search distributes steps; by default, the calling thread
 *     executes all steps
 */
public record PipelineComponents(
    Function<String, Optional<? extends PairScorer>> scorers,
    Function<String, Optional<? extends Retriever>> retrievers,
    TranslationModels translationModels,
    WorkerPool workers) {
  /** No pair scorers, no retrievers and no translation models. */
  public static final PipelineComponents NONE =
      new PipelineComponents(name -> Optional.empty(), name -> Optional.empty());

  public PipelineComponents {
    requireNonNull(scorers, "scorers is null");
    requireNonNull(retrievers, "retrievers is null");
    requireNonNull(translationModels, "translationModels is null");
    requireNonNull(workers, "workers is null");
  }

  /** All components, with the calling thread as the only one. */
  public PipelineComponents(
      Function<String, Optional<? extends PairScorer>> scorers,
      Function<String, Optional<? extends Retriever>> retrievers,
      TranslationModels translationModels) {
    this(scorers, retrievers, translationModels, WorkerPool.CALLER);
  }

  /** Pair scorers and retrievers only. */
  public PipelineComponents(
      Function<String, Optional<? extends PairScorer>> scorers,
      Function<String, Optional<? extends Retriever>> retrievers) {
    this(scorers, retrievers, TranslationModels.NONE);
  }

  /** Translation models only. */
  public static PipelineComponents ofTranslators(List<? extends TextTranslator> translators) {
    return new PipelineComponents(
        NONE.scorers(), NONE.retrievers(), new TranslationModels(translators));
  }

  /** Pair scorers only. */
  public static PipelineComponents ofScorers(
      Function<String, Optional<? extends PairScorer>> scorers) {
    return new PipelineComponents(scorers, NONE.retrievers());
  }
}
