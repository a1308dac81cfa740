// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.pipeline.Pipeline;

/** The models of an engine, which are closed with it, except those that the program supplied. */
record EngineParts(Optional<EngineEncoder> model, Rerankers rerankers) implements AutoCloseable {
  Optional<Encoder> encoder() {
    return model.map(EngineEncoder::encoder);
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
    rerankers.close();
    model.ifPresent(EngineEncoder::close);
  }
}
