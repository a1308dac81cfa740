// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.SentenceList;

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
  private DirectionalModel forward;
  private DirectionalModel backward;

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
    forward =
        newModel(
            corpus.source(),
            corpus.target(),
            corpus.sourceVocabulary().size(),
            corpus.targetVocabulary().size());
    backward =
        newModel(
            corpus.target(),
            corpus.source(),
            corpus.targetVocabulary().size(),
            corpus.sourceVocabulary().size());
    listener.iterationFinished(
        AlignmentModel.MODEL1, 1, corpus.targetVocabularySize(), corpus.sourceVocabularySize());
    for (int i = 2; i <= options.modelOneIterations(); i++) {
      iterate(AlignmentModel.MODEL1, i, false);
    }
    if (options.model() == AlignmentModel.HMM) {
      for (int i = 1; i <= options.hmmIterations(); i++) {
        iterate(AlignmentModel.HMM, i, options.agreement());
      }
    }
  }

  private DirectionalModel newModel(
      SentenceList source, SentenceList target, int sourceWords, int targetWords) {
    TranslationProbabilities rows =
        ModelOneInitialisation.rows(
            source, target, sourceWords, targetWords, options.maxCandidates(), workers);
    return new DirectionalModel(source, target, rows, options.nullProbability());
  }

  private void iterate(AlignmentModel model, int iteration, boolean agreement) {
    double[] perplexities =
        pass(model, agreement)
            .iterate(options.prior(), pairs -> listener.pairsProcessed(pairs, corpus.size()));
    listener.iterationFinished(model, iteration, perplexities[0], perplexities[1]);
  }

  private AlignmentPass pass(AlignmentModel model, boolean agreement) {
    return new AlignmentPass(forward, backward, model, agreement, corpus.size(), workers);
  }

  DirectionalModel forward() {
    return forward;
  }

  /** Aligns every pair of the corpus; skipped pairs have no links. */
  public void align(AlignmentConsumer consumer) {
    pass(options.model(), false)
        .align(
            options.symmetrisation(),
            consumer,
            pairs -> listener.pairsProcessed(pairs, corpus.size()));
  }

  /** Stops the threads. */
  @Override
  public void close() {
    workers.close();
  }
}
