// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.io.Serializable;
import java.util.function.LongConsumer;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.lexical.ParallelCorpus;

/**
 * The parameters of the alignment models of both directions. {@link AlignmentTraining} trains them;
 * any part of the corpus can be counted and aligned with them. Word numbers are those of the
 * vocabularies of the whole corpus.
 */
public final class AlignmentParameters implements Serializable {
  private static final long serialVersionUID = 1;

  private final DirectionalModel forward;
  private final DirectionalModel backward;

  AlignmentParameters(DirectionalModel forward, DirectionalModel backward) {
    this.forward = forward;
    this.backward = backward;
  }

  /**
   * Creates the parameters after the first iteration of Model 1.
   *
   * @param forward initial probabilities of the translations of the source words
   * @param backward initial probabilities of the translations of the target words
   * @param maxSourceLength number of words of the longest source sentence
   * @param maxTargetLength number of words of the longest target sentence
   * @param options the options of the training
   */
  public static AlignmentParameters of(
      InitialRows forward,
      InitialRows backward,
      int maxSourceLength,
      int maxTargetLength,
      AlignerOptions options) {
    return new AlignmentParameters(
        new DirectionalModel(forward.rows(), maxSourceLength, options.nullProbability()),
        new DirectionalModel(backward.rows(), maxTargetLength, options.nullProbability()));
  }

  DirectionalModel forward() {
    return forward;
  }

  DirectionalModel backward() {
    return backward;
  }

  /** The E-step over a part of the corpus, on the calling thread. */
  public AlignmentCounts count(ParallelCorpus part, AlignmentModel model, boolean agreement) {
    try (WorkerPool workers = new WorkerPool("aligner", 1)) {
      return new AlignmentPass(this, part, model, agreement, workers).count(pairs -> {});
    }
  }

  /**
   * Aligns the pairs of a part of the corpus, on the calling thread; skipped pairs have no links.
   */
  public void align(
      ParallelCorpus part,
      AlignmentModel model,
      Symmetrisation symmetrisation,
      WordAligner.AlignmentConsumer consumer) {
    LongConsumer progress = pairs -> {};
    try (WorkerPool workers = new WorkerPool("aligner", 1)) {
      new AlignmentPass(this, part, model, false, workers)
          .align(symmetrisation, consumer, progress);
    }
  }

  /** The M-step: updates the parameters from the counts of the whole corpus. */
  void maximise(AlignmentCounts counts, double prior, WorkerPool workers) {
    forward.maximise(counts.forward(), prior, workers);
    backward.maximise(counts.backward(), prior, workers);
  }
}
