// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.Optional;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.core.util.Cleanup;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.text.decoding.AnswerExtractor;

/**
 * The models and threads of an engine, which are closed with it, except models that the program
 * supplied.
 *
 * @param model the encoder of the vectors; empty without vectors
 * @param sparse the model of the weights of terms; empty without them
 * @param rerankers the re-rankers
 * @param translators the translation models
 * @param answers finds answers; empty if the engine was opened without such a model
 * @param workers threads among which a search distributes steps
 */
record EngineModels(
    Optional<EngineEncoder> model,
    Optional<SparseModel> sparse,
    Rerankers rerankers,
    Translators translators,
    Optional<AnswerFinder> answers,
    WorkerPool workers)
    implements AutoCloseable {
  Optional<Encoder> encoder() {
    return model.map(EngineEncoder::encoder);
  }

  Optional<AnswerExtractor> answerExtractor() {
    return answers.map(AnswerFinder::extractor);
  }

  PairScorer reranker(String name) {
    return rerankers
        .find(name)
        .orElseThrow(
            () ->
                new IsoglossException(
                    "no re-ranker called "
                        + Pipeline.Reranked.DEFAULT_SCORER
                        + " is on the class path; name another one, or register one with the engine"));
  }

  /**
   * Returns the scorer whose token vectors an index stores; empty if it stores none, or the scorer
   * is not available or has changed.
   */
  Optional<TokenVectorScorer> tokenVectorScorer(IndexManifest manifest) {
    return rerankers
        .tokenVectorName(manifest)
        .flatMap(rerankers::findTokenVectorScorer)
        .filter(manifest::storesVectorsOf);
  }

  @Override
  public void close() {
    Cleanup.runAll(
        rerankers::close,
        translators::close,
        () -> answers.ifPresent(AnswerFinder::close),
        () -> sparse.ifPresent(SparseModel::close),
        () -> model.ifPresent(EngineEncoder::close),
        workers::close);
  }
}
