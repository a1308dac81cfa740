// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.lexical.Alignment;

/**
 * One pass over all sentence pairs in both directions. Chunks of consecutive sentences are
 * distributed among the threads; sums are computed in the order of the chunks, so that results do
 * not depend on the number of threads.
 */
final class AlignmentPass {
  private static final int CHUNK = 128;
  private static final int WAVE = 64;

  private final DirectionalModel forward;
  private final DirectionalModel backward;
  private final AlignmentModel model;
  private final boolean agreement;
  private final int sentences;
  private final WorkerPool workers;

  /** The expected counts of a chunk in one direction. */
  private static final class Expected {
    private final ExpectedCountBuffer counts = new ExpectedCountBuffer();
    private double[] jumps = JumpDistribution.newCounts();
    private double logLikelihood;
  }

  /** The expected counts of all sentences in one direction. */
  private static final class Totals {
    private final double[] jumps = JumpDistribution.newCounts();
    private double logLikelihood;

    void add(Expected chunk) {
      logLikelihood += chunk.logLikelihood;
      for (int n = 0; n < jumps.length; n++) {
        jumps[n] += chunk.jumps[n];
      }
      chunk.logLikelihood = 0;
      chunk.jumps = JumpDistribution.newCounts();
    }

    double perplexity(DirectionalModel model) {
      return Math.exp(-logLikelihood / model.targetWordCount());
    }
  }

  /** The working memory of one thread. */
  private record Scratch(LinkPosteriors forward, LinkPosteriors backward) {}

  AlignmentPass(
      DirectionalModel forward,
      DirectionalModel backward,
      AlignmentModel model,
      boolean agreement,
      int sentences,
      WorkerPool workers) {
    this.forward = forward;
    this.backward = backward;
    this.model = model;
    this.agreement = agreement;
    this.sentences = sentences;
    this.workers = workers;
  }

  /**
   * Runs an iteration of expectation maximisation.
   *
   * @return perplexities of both directions before the iteration
   */
  double[] iterate(double prior, LongConsumer progress) {
    Expected[] forwardChunks = chunks();
    Expected[] backwardChunks = chunks();
    Totals forwardTotals = new Totals();
    Totals backwardTotals = new Totals();
    for (int first = 0; first < sentences; first += WAVE * CHUNK) {
      requireNotInterrupted();
      int from = first;
      workers.forEach(
          WAVE,
          1,
          this::scratch,
          (scratch, chunk) ->
              forEachInChunk(
                  from + chunk * CHUNK,
                  s -> expect(s, scratch, forwardChunks[chunk], backwardChunks[chunk])));
      drain(forward.rows(), forwardChunks);
      drain(backward.rows(), backwardChunks);
      for (int chunk = 0; chunk < WAVE; chunk++) {
        forwardTotals.add(forwardChunks[chunk]);
        backwardTotals.add(backwardChunks[chunk]);
      }
      progress.accept(Math.min(sentences, first + WAVE * CHUNK));
    }
    forward.maximise(forwardTotals.jumps, prior, workers);
    backward.maximise(backwardTotals.jumps, prior, workers);
    return new double[] {
      forwardTotals.perplexity(forward), backwardTotals.perplexity(backward),
    };
  }

  private static void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted while words were aligned");
    }
  }

  private static Expected[] chunks() {
    Expected[] chunks = new Expected[WAVE];
    for (int chunk = 0; chunk < WAVE; chunk++) {
      chunks[chunk] = new Expected();
    }
    return chunks;
  }

  private Scratch scratch() {
    return new Scratch(model.posteriors(), model.posteriors());
  }

  private void forEachInChunk(int from, IntConsumer sentence) {
    for (int s = from; s < Math.min(from + CHUNK, sentences); s++) {
      if (!forward.isEmpty(s)) {
        sentence.accept(s);
      }
    }
  }

  private void expect(
      int sentence, Scratch scratch, Expected forwardCounts, Expected backwardCounts) {
    forwardCounts.logLikelihood += scratch.forward.compute(forward, sentence, forwardCounts.jumps);
    backwardCounts.logLikelihood +=
        scratch.backward.compute(backward, sentence, backwardCounts.jumps);
    if (agreement) {
      LinkPosteriors.multiply(scratch.forward, scratch.backward);
    }
    scratch.forward.addExpectedCounts(forwardCounts.counts);
    scratch.backward.addExpectedCounts(backwardCounts.counts);
  }

  private void drain(TranslationProbabilities rows, Expected[] chunks) {
    workers.forEach(
        ExpectedCountBuffer.PARTS,
        1,
        () -> "",
        (none, part) -> {
          for (Expected chunk : chunks) {
            chunk.counts.drain(part, rows);
          }
        });
  }

  /** Aligns all pairs; the calling thread passes the alignments to the consumer in order. */
  void align(
      Symmetrisation symmetrisation,
      WordAligner.AlignmentConsumer consumer,
      LongConsumer progress) {
    Alignment[] wave = new Alignment[WAVE * CHUNK];
    for (int first = 0; first < sentences; first += wave.length) {
      requireNotInterrupted();
      int from = first;
      Arrays.fill(wave, Alignment.NONE);
      workers.forEach(
          WAVE,
          1,
          this::scratch,
          (scratch, chunk) ->
              forEachInChunk(
                  from + chunk * CHUNK, s -> wave[s - from] = align(s, scratch, symmetrisation)));
      for (int s = first; s < Math.min(first + wave.length, sentences); s++) {
        consumer.accept(s, wave[s - first]);
      }
      progress.accept(Math.min(sentences, first + wave.length));
    }
  }

  private Alignment align(int sentence, Scratch scratch, Symmetrisation symmetrisation) {
    double[] unused = JumpDistribution.newCounts();
    scratch.forward.compute(forward, sentence, unused);
    scratch.backward.compute(backward, sentence, unused);
    if (symmetrisation == Symmetrisation.AGREEMENT) {
      LinkPosteriors.multiply(scratch.forward, scratch.backward);
      return scratch.forward.linksAbove(
          Symmetrisation.AGREEMENT_THRESHOLD * Symmetrisation.AGREEMENT_THRESHOLD);
    }
    return symmetrisation.combine(
        scratch.forward.mostLikelySources(), scratch.backward.mostLikelySources());
  }
}
