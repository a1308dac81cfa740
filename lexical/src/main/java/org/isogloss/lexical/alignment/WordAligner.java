// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.ParallelCorpus;

/**
 * Aligns the words of a bitext with models that are trained on it by expectation maximisation: IBM
 * Model 1, then the hidden Markov model, in both directions.
 *
 * <pre>{@code
 * try (WordAligner aligner = WordAligner.train(corpus, AlignerOptions.defaults(), AlignmentListener.NONE)) {
 *   aligner.align((pair, alignment) -> ...);
 * }
 * }</pre>
 */
public final class WordAligner implements AutoCloseable {
  private final ParallelCorpus corpus;
  private final AlignerOptions options;
  private final AlignmentListener listener;
  private final WorkerPool workers;
  private AlignmentParameters parameters;

  /** Receives the alignment of each pair of a corpus, in order. */
  @FunctionalInterface
  public interface AlignmentConsumer {
    /**
     * Called for each aligned pair.
     *
     * @param pair number of the pair in its corpus, from 0
     */
    void accept(int pair, Alignment alignment);
  }

  private WordAligner(
      ParallelCorpus corpus,
      AlignerOptions options,
      AlignmentListener listener,
      WorkerPool workers) {
    this.corpus = corpus;
    this.options = options;
    this.listener = listener;
    this.workers = workers;
  }

  /** Trains an aligner on a corpus. */
  public static WordAligner train(
      ParallelCorpus corpus, AlignerOptions options, AlignmentListener listener) {
    WordAligner aligner =
        new WordAligner(corpus, options, listener, new WorkerPool("aligner", options.threads()));
    try {
      aligner.train();
      return aligner;
    } catch (RuntimeException | Error e) {
      aligner.close();
      throw e;
    }
  }

  private void train() {
    DirectedPairs forward = DirectedPairs.forward(corpus);
    DirectedPairs backward = DirectedPairs.backward(corpus);
    int sourceWords = corpus.sourceVocabulary().size();
    int targetWords = corpus.targetVocabulary().size();
    parameters =
        new AlignmentParameters(
            newModel(forward, sourceWords, targetWords),
            newModel(backward, targetWords, sourceWords));
    AlignmentTraining.train(
        parameters,
        options,
        (current, model, agreement) -> pass(model, agreement).count(this::report),
        listener,
        workers);
  }

  private DirectionalModel newModel(DirectedPairs pairs, int sourceWords, int targetWords) {
    TranslationProbabilities rows =
        ModelOneInitialisation.rows(
            pairs, sourceWords, targetWords, options.maxCandidates(), workers);
    return new DirectionalModel(rows, pairs.maxSourceLength(), options.nullProbability());
  }

  private AlignmentPass pass(AlignmentModel model, boolean agreement) {
    return new AlignmentPass(parameters, corpus, model, agreement, workers);
  }

  private void report(long pairs) {
    listener.pairsProcessed(pairs, corpus.size());
  }

  AlignmentParameters parameters() {
    return parameters;
  }

  /** Aligns every pair of the corpus; skipped pairs have no links. */
  public void align(AlignmentConsumer consumer) {
    pass(options.model(), false).align(options.symmetrisation(), consumer, this::report);
  }

  /** Stops the threads. */
  @Override
  public void close() {
    workers.close();
  }
}
