// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import org.isogloss.core.concurrent.WorkerPool;

/**
 * The iterations of expectation maximisation: IBM Model 1, then the hidden Markov model. Where and
 * how sentence pairs are counted is up to the caller.
 */
public final class AlignmentTraining {
  /** The E-step over the whole corpus. */
  @FunctionalInterface
  public interface Expectation {
    /** Returns the sum of the counts of all sentence pairs with some parameters. */
    AlignmentCounts count(AlignmentParameters parameters, AlignmentModel model, boolean agreement);
  }

  private AlignmentTraining() {}

  /**
   * Trains parameters in place.
   *
   * @param parameters the parameters after the first iteration of Model 1
   * @param listener receives the end of every iteration
   */
  public static void train(
      AlignmentParameters parameters,
      AlignerOptions options,
      Expectation expectation,
      AlignmentListener listener) {
    try (WorkerPool workers = new WorkerPool("aligner", options.threads())) {
      train(parameters, options, expectation, listener, workers);
    }
  }

  static void train(
      AlignmentParameters parameters,
      AlignerOptions options,
      Expectation expectation,
      AlignmentListener listener,
      WorkerPool workers) {
    int sourceVocabularySize = parameters.forward().rows().rowCount() - 1;
    int targetVocabularySize = parameters.backward().rows().rowCount() - 1;
    listener.iterationFinished(
        AlignmentModel.MODEL1, 1, targetVocabularySize, sourceVocabularySize);
    Iteration iteration = new Iteration(parameters, options, expectation, listener, workers);
    for (int i = 2; i <= options.modelOneIterations(); i++) {
      iteration.run(AlignmentModel.MODEL1, i, false);
    }
    if (options.model() == AlignmentModel.HMM) {
      for (int i = 1; i <= options.hmmIterations(); i++) {
        iteration.run(AlignmentModel.HMM, i, options.agreement());
      }
    }
  }

  /** An iteration of one of the models. */
  private record Iteration(
      AlignmentParameters parameters,
      AlignerOptions options,
      Expectation expectation,
      AlignmentListener listener,
      WorkerPool workers) {
    void run(AlignmentModel model, int number, boolean agreement) {
      AlignmentCounts counts = expectation.count(parameters, model, agreement);
      parameters.maximise(counts, options.prior(), workers);
      listener.iterationFinished(
          model, number, counts.forward().perplexity(), counts.backward().perplexity());
    }
  }
}
