// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkFiles;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.engine.Models;
import org.isogloss.engine.Rerankers;
import org.isogloss.runtime.InferenceOptions;

/**
 * The models of this Java process. The first task that needs a model opens it, and all tasks of the
 * executor share it until the process ends, so that an executor holds the weights once, however
 * many tasks it runs at a time.
 */
final class SharedModels {
  private static final Map<ModelReference, Encoder> ENCODERS = new ConcurrentHashMap<>();
  private static final Map<ModelReference, TokenVectorScorer> SCORERS = new ConcurrentHashMap<>();

  private SharedModels() {}

  /** Returns the encoder of a model; empty if there is none. */
  static Optional<Encoder> encoder(ModelReference model) {
    return model.isNone()
        ? Optional.empty()
        : Optional.of(ENCODERS.computeIfAbsent(model, SharedModels::openEncoder));
  }

  /** Returns the scorer of token vectors; empty if there is none. */
  static Optional<TokenVectorScorer> tokenVectorScorer(ModelReference model) {
    return model.isNone()
        ? Optional.empty()
        : Optional.of(SCORERS.computeIfAbsent(model, SharedModels::openScorer));
  }

  private static Encoder openEncoder(ModelReference model) {
    Encoder encoder = Models.open(location(model), inference(model)).encoder();
    requireSame(model, encoder.fingerprint());
    return encoder;
  }

  @SuppressWarnings("resource") // Stays open until the process ends.
  private static TokenVectorScorer openScorer(ModelReference model) {
    TokenVectorScorer scorer = new Rerankers(inference(model)).tokenVectorScorer(location(model));
    requireSame(model, scorer.fingerprint());
    return scorer;
  }

  private static void requireSame(ModelReference model, String found) {
    if (!found.equals(model.fingerprint())) {
      throw new IsoglossException(
          model.name()
              + ": this executor found a model with the fingerprint "
              + found
              + ", the driver one with "
              + model.fingerprint()
              + "; use the same jars on all machines");
    }
  }

  private static String location(ModelReference model) {
    return model.archive().isEmpty() ? model.name() : SparkFiles.get(model.archive());
  }

  /** As many batches at the same time as the executor runs tasks. */
  private static InferenceOptions inference(ModelReference model) {
    int processors = Runtime.getRuntime().availableProcessors();
    int tasks = SparkEnv.get().conf().getInt("spark.executor.cores", processors);
    return InferenceOptions.defaults().withThreads(tasks).withDevice(model.device());
  }
}
